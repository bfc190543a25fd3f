"""Bytecode is the program that its text is. The files, and the texts, are MLIR's own."""

from __future__ import annotations

import base64
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import ir
from stablehlo_tools.formats.bytecode import operations
from stablehlo_tools.formats.bytecode.container import Container
from stablehlo_tools.formats.bytecode.cursor import ByteCursor
from stablehlo_tools.formats.bytecode.operations import ModuleReader, read_bytecode
from stablehlo_tools.formats.bytecode.repeated_operations import RepeatedOperations
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.text.print import ModuleText
from tests.formats.bytecode.files import FILES, data_of, file, name_of, numbers

EACH = pytest.mark.parametrize("path", FILES, ids=name_of)


def text_of(path: Path) -> Module:
    return stablehlo_tools.parse(Path(f"{path}.txt").read_text(encoding="utf-8"))


@EACH
def test_it_is_the_program_of_its_text(path: Path) -> None:
    module, text = stablehlo_tools.load(path), text_of(path)
    assert module == text
    assert str(module) == str(text)


@EACH
def test_it_has_the_verdicts_of_its_text(path: Path) -> None:
    found = [(each.code, each.severity) for each in stablehlo_tools.verify(path)]
    assert found == [(each.code, each.severity) for each in stablehlo_tools.verify(text_of(path))]


def test_versions_of_bytecode() -> None:
    versions = {name_of(path): Container(memoryview(path.read_bytes())).version for path in FILES}
    assert versions["source.0.9.0.mlir.bc"] == 0
    assert versions["source.0.10.0.mlir.bc"] == 1
    assert versions["source.0.12.0.mlir.bc"] == 3
    assert versions["source.0.14.0.mlir.bc"] == 4
    assert versions["source.1.0.0.mlir.bc"] == 6


def first(module: Module, name: str) -> Operation:
    return next(operation for operation in module.walk() if operation.name == name)


def test_operations_that_say_the_same_share_what_they_say() -> None:
    text = "".join(f"  %{number + 1} = stablehlo.abs %{number} : tensor<4xf32>\n" for number in range(50))
    program = f"func.func @f(%0: tensor<4xf32>) -> tensor<4xf32> {{\n{text}  return %50 : tensor<4xf32>\n}}"
    module = read_bytecode(stablehlo_tools.serialize(program))
    assert len({each.template for each in module.walk() if each.name == "stablehlo.abs"}) == 1


def chain(count: int) -> str:
    """A program of so many equal operations on the value before, and the first one."""
    text = "".join(
        f"  %{number + 1} = stablehlo.add %{number}, %0 : tensor<4xf32>\n" for number in range(count)
    )
    return f"func.func @f(%0: tensor<4xf32>) -> tensor<4xf32> {{\n{text}  return %{count} : tensor<4xf32>\n}}"


def test_an_operation_is_taken_apart_once(monkeypatch: pytest.MonkeyPatch) -> None:
    artifact, calls = stablehlo_tools.serialize(chain(50)), list[int]()
    taken_apart = ModuleReader._operation

    def counting(self: ModuleReader, frame: Any, cursor: ByteCursor) -> Any:
        calls.append(cursor.place)
        return taken_apart(self, frame, cursor)

    monkeypatch.setattr(ModuleReader, "_operation", counting)
    module = read_bytecode(artifact)
    assert len(list(module.walk())) == 53
    assert len(calls) == 4  # the module, the function, one addition, the return


@pytest.mark.parametrize(("count", "limit", "times"), [(51, 50, 1), (52, 50, 3)])
def test_how_often_the_bytes_of_an_operation_are_decoded(
    count: int, limit: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    artifact, places = stablehlo_tools.serialize(chain(count)), list[int]()
    decode = RepeatedOperations._row

    def noting(self: RepeatedOperations, start: int, templates: Any, values: Any) -> Any:
        row = decode(self, start, templates, values)
        if row is not None:
            places.append(start)
        return row

    monkeypatch.setattr(RepeatedOperations, "_row", noting)
    monkeypatch.setattr(operations, "_MAX_ROWS", limit)
    modules = [read_bytecode(bytes(bytearray(artifact))) for _ in range(3)]
    assert modules[0] == modules[1] == modules[2]
    like_the_first = sorted(set(places))[1:50]
    assert {places.count(place) for place in like_the_first} == {times}


@pytest.mark.parametrize("count", [60, 130, 17_000], ids="of {} values".format)
def test_the_numbers_of_values(count: int) -> None:
    text = chain(count)
    assert read_bytecode(stablehlo_tools.serialize(text)) == stablehlo_tools.parse(text)


def test_what_is_read_again_shares_what_its_operations_say() -> None:
    """The modules are apart: one changes without the other."""
    data = data_of("source.1.17.0.mlir.bc")
    modules = [read_bytecode(bytes(bytearray(data))) for _ in range(3)]
    assert modules[0] == modules[1]
    assert str(modules[0]) == str(modules[1])
    assert modules[0].location_aliases == modules[1].location_aliases
    first, second, _ = (list(module.walk()) for module in modules)
    shared = [
        one.template is other.template for one, other in zip(first, second, strict=True) if one.template
    ]
    assert sum(shared) > len(first) / 2
    name = {"name": "changed"}
    ir.set_attributes(next(each for each in second if each.name == "stablehlo.convolution"), name)
    assert modules[0] == modules[2] != modules[1]


def test_values_get_names_when_somebody_asks() -> None:
    module = read_bytecode(data_of("source.1.17.0.mlir.bc"))
    stablehlo_tools.verify(module)
    values = [value for operation in module.walk() for value in operation.results]
    assert {value.given_name for value in values} == {None}
    assert all(value.name.startswith("%") for value in values)


def test_a_value_that_has_a_name_keeps_it() -> None:
    module = read_bytecode(stablehlo_tools.serialize(chain(3)))
    first, second, _ = (value for each in module.walk() for value in each.results)
    first.name = "%sum"
    assert (second.name, first.name) == ("%1", "%sum")


def test_constants_of_large_files_are_views_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operations, "_MAX_CACHED", 0)
    data = data_of("source.1.17.0.mlir.bc")
    constants = (each.attributes.get("value") for each in read_bytecode(data).walk())
    floats = [each for each in constants if isinstance(each, Dense) and each.element_type.name == "f32"]
    assert floats
    assert all(np.shares_memory(each.elements, np.frombuffer(data, np.uint8)) for each in floats)


def test_values_have_the_names_of_the_printed_text() -> None:
    module = read_bytecode(data_of("source.1.17.0.mlir.bc"))
    assert isinstance(module.source, ModuleText)
    convolution = first(module, "stablehlo.convolution")
    assert f"{convolution.results[0].name} = stablehlo.convolution(" in module.source.text


def test_a_finding_stands_in_the_printed_text() -> None:
    text = (
        'func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32> loc("m.py":4:2)\n}'
    )
    artifact = stablehlo_tools.serialize(
        text.replace("return %x", "%y = stablehlo.abs %x : tensor<4xf32>\n return %y")
    )
    module = stablehlo_tools.deserialize(artifact, name="m.mlir.bc")
    operation = first(module, "stablehlo.abs")
    operation.results[0].type = (
        stablehlo_tools.parse("func.func private @f(tensor<5xf32>)").functions[0].type.inputs[0]
    )
    operation.template = None
    (found, *_) = stablehlo_tools.verify(module)
    assert found.span is not None
    assert found.span.source.name == "m.mlir.bc"
    assert found.span.text in found.span.source.text
    assert any(note.startswith("operation 2 of the file") for note in found.notes)


def test_a_large_constant_is_not_in_the_printed_text() -> None:
    weights = stablehlo_tools.parse(
        "func.func @f() -> tensor<100000xf32> {\n"
        '  %0 = stablehlo.constant dense<"0x' + "0000803F00000040" * 50_000 + '"> : tensor<100000xf32>\n'
        "  return %0 : tensor<100000xf32>\n}"
    )
    module = stablehlo_tools.deserialize(stablehlo_tools.serialize(weights))
    assert module.source is not None
    assert "dense_resource<__elided__>" in module.source.text
    (result,) = stablehlo_tools.run(module)
    assert result[:2].tolist() == [1.0, 2.0]
    assert module == weights


def file_location(*range: int) -> Location:
    """What a file says whose one operation is in such a range."""
    path, place = numbers(2, 4), numbers(22, 1, len(range), *range)
    module = read_bytecode(file([path, place], [], b"\0" + numbers(2), texts=("m.py",)))
    alias = module.body.operations[0].location
    return module.location_aliases[str(alias.parts[0])]


# By hand: a range is nothing, or a line, a column, a last column, a last line and column.
@pytest.mark.parametrize(
    ("range", "parts"),
    [
        ((), ()),
        ((3,), (3,)),
        ((3, 4), (3, 4)),
        ((3, 4, 9), (3, 4, None, 9)),
        ((3, 4, 5, 6), (3, 4, 5, 6)),
        ((3, 4, 3, 6), (3, 4, 3, 6)),
        ((3, 4, 3, 4), (3, 4, 3, 4)),
    ],
)
def test_ranges_in_files(range: tuple[int, ...], parts: tuple[object, ...]) -> None:
    assert file_location(*range) == Location("file", ("m.py", *parts))


def test_reading_takes_little_memory() -> None:
    weights = "0000803F00000040" * (1 << 18)  # 2 MB
    program = (
        "func.func @f() -> tensor<524288xf32> {\n"
        f'  %0 = stablehlo.constant dense<"0x{weights}"> : tensor<524288xf32>\n'
        "  return %0 : tensor<524288xf32>\n}"
    )
    data = stablehlo_tools.serialize(program)
    read_bytecode(data)
    tracemalloc.start()
    try:
        read_bytecode(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_products_of_dimensions_are_those_that_mlir_prints() -> None:
    """MLIR reads a map that is not affine, whose text it refuses."""
    data = data_of("later.mlirbc")
    at = data.index(bytes.fromhex("09 07 01 01 01 03 05 09")) + 1  # `(d0 + d1) * 2`
    for kind, product in ((b"\x09", "(d0 * d1) * 2"), (b"\x0d", "(d0 floordiv d1) * 2")):
        found = stablehlo_tools.format(stablehlo_tools.parse(data[:at] + kind + data[at + 1 :]))
        assert f"affine_map<(d0, d1)[s0] -> ({product}, " in found


# As MLIR of jaxlib 0.12 writes it, which prints it as in the test.
REDUCTIONS = (
    "TUzvUg1NTElSMjQuMC4wZ2l0AAEXBwEFCQUBAw8DAxEDLSEBARULEwsrCwsLCwsHBQ0TDyMjHwsCewkLFwUBAQULAwkJGQ0bDx0R"
    "HwUNBQ8FEQUTBRUfCwEBAQkXASMBAxUBAxcFIwEDFQEDFwkfAQMVAQMXHQEEHwUBUAMBBwQPAwEFAwETBwYDAQUBAGkZBQUFBQUF"
    "BQUPCQkRYnVpbHRpbgBmb28Ac2R5AG1vZHVsZQBhAC0AYgBtAGMAZABlAHgACAkDBQEB"
)


def test_reductions_of_unreduced_axes_are_signed_numbers() -> None:
    sharding = '#sdy.sharding<@m, [{{}}], unreduced={}{{"x"}}>'.format
    attributes = f"b = {sharding('max')}, c = {sharding('min')}, d = {sharding('')}"
    text = f'"foo.a"() {{{attributes}, e = #sdy<all_to_all_param_list[]>}} : () -> ()'
    modules = read_bytecode(base64.b64decode(REDUCTIONS)), stablehlo_tools.parse(text)
    found, expected = (first(module, "foo.a").attributes for module in modules)
    assert found == expected


# As MLIR of jaxlib 0.10.2 writes it, which prints it as in the test.
MESHES = (
    "TUzvUg1NTElSMjMuMC4wZ2l0AAEXBwEFCQUBAw8DAxEDKxcFARELDxMbCwtPEwUHDw8TAQUTDwJ3BQsBAxMXAQEBAwUJEQsVBQ0FDyUB"
    "IQEAAAAAAAAAAAAAAAAAAAAXAQMDLQMAKxEJLQMBDRsDCQMBAgQEHwUBUAUBBwQPAwEFAwEPBwYDAQUBAGMTBQUFBQUPFQkRYnVpbHRp"
    "bgBmb28Ac3RhYmxlaGxvAG1vZHVsZQBhAC0AYgBjAHgACAkDBQEB"
)


def test_meshes_have_axes_and_perhaps_devices() -> None:
    mesh = '#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]'
    text = f'"foo.a"() {{b = {mesh}>, c = {mesh}, device_ids = dense<[1, 0]> : tensor<2xi64>>}} : () -> ()'
    modules = read_bytecode(base64.b64decode(MESHES)), stablehlo_tools.parse(text)
    found, expected = (first(module, "foo.a").attributes for module in modules)
    assert found == expected
