"""HLO in protocol buffers: the same modules as XLA prints, and what is said of damaged files."""

from __future__ import annotations

import contextlib
import random
import re
import struct
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, ParseError
from stablehlo_tools.formats.hlo_proto.attributes import reader_of
from stablehlo_tools.formats.hlo_proto.binary_hlo import BinaryHlo
from stablehlo_tools.formats.hlo_proto.read import snapshot
from stablehlo_tools.formats.hlo_proto.schema import SCHEMAS
from stablehlo_tools.formats.programs import decode
from stablehlo_tools.hlo.opcodes import COMMON, OPCODES
from tests.formats.wire import F32, S32, field, instruction, module, packed, shape, varint

FOLDER = Path(__file__).parents[3] / "testdata/protos"
# XLA prints an asynchronous call of one instruction as that instruction: `negate-start`.
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem != "phases")


def ordered(found: hlo.HloModule) -> hlo.HloModule:
    """A module with its computations by name: XLA prints those of scheduled modules in another order."""
    found.computations.sort(key=lambda each: each.name)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_module_is_what_xla_prints_of_it(name: str) -> None:
    assert ordered(hlo.parse(FOLDER / f"{name}.pb")) == ordered(hlo.parse(FOLDER / f"{name}.txt"))


def test_an_asynchronous_call_is_that_of_a_computation() -> None:
    found = hlo.parse(FOLDER / "phases.pb")
    assert [each.name for each in found.computations] == ["wrapped", "main"]
    assert found.computations[0].execution_thread == "host"
    start, update = found.computations[1].instructions[1:3]
    assert (start.opcode, start.attributes) == (
        "async-start", {"async_execution_thread": "host", "calls": "wrapped"},
    )  # fmt: skip
    assert (update.opcode, update.attributes) == ("async-update", {})


@pytest.mark.parametrize("name", [*NAMES, "phases"])
def test_what_is_printed_is_read_as_the_same(name: str) -> None:
    found = hlo.parse(FOLDER / f"{name}.pb")
    assert hlo.parse(hlo.format(found)) == found
    assert hlo.verify(FOLDER / f"{name}.pb") == []


@pytest.mark.parametrize("name", ["layer", "cells", "rank", "layer.opt", "cells.opt"])
def test_a_module_computes_what_its_text_does(name: str) -> None:
    draw = np.random.default_rng(0)
    modules = [stablehlo_tools.parse(FOLDER / f"{name}.{suffix}") for suffix in ("pb", "txt")]
    types = modules[0].function("main").type.inputs  # type: ignore[union-attr]
    inputs = [draw.random(each.static_shape).astype(np.float32) for each in types]  # type: ignore[union-attr]
    inputs = [np.asarray(each, np.float32) for each in inputs]
    if name == "rank":
        inputs = [inputs[0], inputs[1].astype(np.float16), np.zeros(inputs[2].shape, np.int32)]
    first, second = (stablehlo_tools.run(each, inputs) for each in modules)
    assert all(np.array_equal(*pair, equal_nan=True) for pair in zip(first, second, strict=True))


def test_each_attribute_of_the_text_is_read() -> None:
    fields = [field for opcode in OPCODES.values() for field in opcode.fields] + [*COMMON.values()]
    unread = {field.name for field in fields if reader_of(field) is None}
    # others imply a mode; custom-call has `called_computations`; scaled blocks are refused;
    # what `async-start` has is not printed for the phases after it
    of_phases = {"calls", "async_execution_thread"}
    assert unread == {"mode", "to_apply", "block_scaling_config", *of_phases}
    nested = [field.proto.split(".") for field in fields if field.proto and "." in field.proto]
    assert len(nested) > 30
    for first, *rest in nested:
        kind = SCHEMAS["HloInstructionProto"].names[first].kind
        for name in rest if kind in SCHEMAS else ():
            kind = SCHEMAS[kind].names[name].kind
        assert kind in ("bool", "int32", "int64")


def test_a_message_refers_to_messages_that_there_are() -> None:
    plain = {"int32", "int64", "uint32", "uint64", "bool", "float", "double", "bytes", "string"}
    kinds = {each.kind for schema in SCHEMAS.values() for each in schema.numbers.values()}
    assert kinds - plain <= set(SCHEMAS)


# -- containers -----------------------------------------------------------------------------------

X = instruction(1, "x", "parameter", shape([2]), field(9, 0))
NEGATE = module([X, instruction(2, "y", "negate", shape([2]), packed(36, [1]))], 2)


def binary(data: bytes) -> BinaryHlo:
    found = decode(data, "x.pb")
    assert isinstance(found, BinaryHlo)
    return found


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (NEGATE, "HloModuleProto"),
        (field(1, NEGATE), "HloProto"),
        (field(1, NEGATE) + field(3, b""), "HloProto"),
        (field(1, field(1, NEGATE)), "HloSnapshot"),
        (field(1, NEGATE) + field(2, b""), "HloUnoptimizedSnapshot"),
        (varint(len(NEGATE) + 5) + field(1, NEGATE) + field(2, b""), "HloUnoptimizedSnapshot"),
    ],
)
def test_a_message_is_known_by_its_content(data: bytes, name: str) -> None:
    found = binary(data)
    assert found.message.name == name
    assert [each.opcode for each in hlo.parse(data).computations[0].instructions] == ["parameter", "negate"]


def test_text_that_begins_with_an_empty_line_is_text() -> None:
    assert not isinstance(
        decode(b"\nHloModule m\n\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n"), BinaryHlo
    )
    assert not isinstance(decode(b"\n\nfunc.func @main() {\n  return\n}\n"), BinaryHlo)


def test_a_snapshot_has_arguments_and_a_result() -> None:
    argument = field(1, shape([2])) + field(8, struct.pack("<2f", 1.5, -2))
    parts = [field(1, shape([2], S32)) + packed(4, [-1, 300])] * 2
    pair = field(2, 13) + field(4, shape([2], S32)) * 2
    result = field(1, pair) + b"".join(field(10, each) for each in parts)
    data = field(1, field(1, NEGATE)) + field(2, argument) + field(3, result) + field(4, "cpu")
    found = snapshot(binary(data))
    assert found.platform == "cpu"
    assert [[each.value.tolist() for each in process] for process in found.arguments] == [[[1.5, -2.0]]]
    assert found.result is not None
    assert [each.tolist() for each in found.result.value] == [[-1, 300], [-1, 300]]


@pytest.mark.parametrize("name", ["inputs.pb", "sized.pb"])
def test_the_inputs_that_xla_dumps(name: str) -> None:
    """The values are those of export_protos.py."""
    (arguments,) = snapshot(binary((FOLDER / name).read_bytes())).arguments
    flags, count, narrow, half, matrix = (each.value for each in arguments)
    assert flags.tolist() == [True, False, True, True, False, True, True, True, False, True, True]
    assert count.tolist() == 41
    assert narrow.astype(int).tolist() == [1, -2, 3]
    assert half.astype(float).tolist() == [1.5, -2.5]
    assert matrix.tolist() == [[0, 1, 2], [3, 4, 5]]


# -- literals and numbers -------------------------------------------------------------------------


def constant(sizes: list[int], element_type: int, content: bytes, layout: bytes = b"") -> Any:
    """The value of a constant."""
    whole = (
        field(2, element_type)
        + packed(3, sizes)
        + (layout or field(5, packed(1, reversed(range(len(sizes))))))
    )
    data = module([instruction(1, "c", "constant", whole, field(8, field(1, whole) + content))], 1)
    literal = hlo.parse(data).computations[0].instructions[0].literal
    assert literal is not None
    return literal.value


def test_numbers_may_be_packed_or_not() -> None:
    assert constant([3], S32, packed(4, [-1, 300, 1 << 30])).tolist() == [-1, 300, 1 << 30]
    assert constant([3], S32, field(4, -1) + field(4, 300) + field(4, 1 << 30)).tolist() == [-1, 300, 1 << 30]
    assert constant([3], S32, packed(4, [-1]) + field(4, 300) + packed(4, [5])).tolist() == [-1, 300, 5]
    assert constant([2], 5, packed(5, [-(1 << 63), 7])).tolist() == [-(1 << 63), 7]
    assert constant([2], 9, packed(7, [(1 << 64) - 1, 7])).tolist() == [(1 << 64) - 1, 7]


def test_elements_are_in_the_order_of_the_layout() -> None:
    columns = field(5, packed(1, [0, 1]))
    floats = struct.pack("<6f", 0, 3, 1, 4, 2, 5)
    assert constant([2, 3], F32, field(8, floats), columns).tolist() == [[0, 1, 2], [3, 4, 5]]


def test_narrow_elements_of_older_files_share_bytes() -> None:
    assert constant([3], 21, field(21, b"\xe1\x03")).astype(int).tolist() == [1, -2, 3]
    assert constant([3], 21, field(21, b"\x01\x0e\x03")).astype(int).tolist() == [1, -2, 3]


def compared(element_type: int, order: str) -> str:
    """What is printed of a comparison as XLA of jaxlib 0.12 writes it, which has no `comparison_type`."""
    x = instruction(1, "x", "parameter", shape([2], element_type))
    y = packed(36, [1, 1]) + field(63, "LT") + field(102, order)
    data = module([x, instruction(2, "y", "compare", shape([2], 1), y)], 2)
    return str(hlo.parse(data)).partition("compare(%x, %x), ")[2].partition("\n")[0]


def test_the_order_of_a_comparison_is_written_where_it_is_not_that_of_the_type() -> None:
    """As `hlo_module_from_text` of jaxlib 0.12 prints them."""
    assert compared(F32, "TOTAL") == "direction=LT, order=TOTAL"
    assert compared(F32, "PARTIAL") == "direction=LT"
    assert compared(S32, "TOTAL") == "direction=LT"


def test_what_is_not_known_is_skipped() -> None:
    odd = field(1000, "later") + field(1001, 5) + b"\x91\x7d" + bytes(8) + b"\x95\x7d" + bytes(4)
    data = module([X + odd], 1) + odd
    assert hlo.parse(data) == hlo.parse(module([X], 1))


# -- damaged files --------------------------------------------------------------------------------


def refusal(data: bytes) -> Diagnostic:
    with pytest.raises(ParseError) as caught:
        hlo.parse(data)
    return caught.value.diagnostic


def literal(sizes: list[int], size: int) -> bytes:
    """A literal with so many bytes."""
    return field(8, field(1, shape(sizes)) + field(8, bytes(size)))


def only(rest: bytes) -> bytes:
    """A module of one instruction with these fields."""
    return module([instruction(1, "y", "negate", shape([2]), rest)], 1)


# What is wrong, and what is said of it.
DAMAGED = (
    (NEGATE[:-3], "damaged at byte 9: `computations` of HloModuleProto has 75 bytes, but only 74 remain"),
    (only(packed(36, [7])), "this computation has no instruction with the id 7"),
    (only(packed(38, [7])).replace(b"negate", b"fusion"), "the module has no computation with the id 7"),
    (only(b"\x07"), "invalid tag of a field of HloInstructionProto"),
    (only(field(3, 5)), "`shape` of HloInstructionProto must be a ShapeProto"),
    (only(b"\xa0\x02" + b"\xff" * 11), "a number has more than 10 bytes"),
    (only(b"\xa0\x02\xff"), "unexpected end of the file, or of a part of it"),
    (module([X, X], 1), "two instructions have the same id"),
    (module([X], 2), "this computation has no instruction with the id 2"),
    (module([], 1), "a computation has no instructions"),
    (module([X], 1)[:-1].replace(b"\x12\x04main", b"\x12\x04many") + b"\x02",
     "cannot find the entry computation `many` in the module"),
    (module([instruction(1, "x", "parameter", b"")], 1), "a shape has no element type"),
    (module([field(1, "x") + field(2, "abs")], 0), "an instruction has no shape"),
    (module([instruction(1, "x", "abs", shape([-2]))], 1), "a dimension has size -2"),
    (module([instruction(1, "x", "abs", field(2, F32) + packed(3, [2, 2]) + field(5, packed(1, [0, 0])))], 1),
     "minor_to_major [0, 0] is not a permutation of 2 dimensions"),
    (module([instruction(1, "x", "constant", shape([2]))], 1), "a constant has no literal"),
    (module([instruction(1, "x", "constant", shape([2]), literal([3], 12))], 1),
     "expected a literal of f32[2], found f32[3]"),
    (module([instruction(1, "x", "constant", shape([2]), literal([2], 7))], 1),
     "`f32s` has 7 bytes, not a whole number of floats"),
    (only(field(2, b"\xd5")), "`opcode` of HloInstructionProto is not UTF-8"),
    (only(field(40, field(14, field(2, packed(2, [1, 2]))))), "a mesh without axes must have one device"),
)  # fmt: skip


@pytest.mark.parametrize(("data", "message"), DAMAGED, ids=[message for _, message in DAMAGED])
def test_a_damaged_file_says_what_is_wrong_and_where(data: bytes, message: str) -> None:
    found = refusal(data)
    assert found.code == "damaged_bytecode"
    assert re.match(r"damaged at byte [\d,]+: ", found.message)
    assert message in found.message


def test_an_empty_block_scaling_config_means_none() -> None:
    assert hlo.format(hlo.parse(only(field(101, b"")))) == hlo.format(hlo.parse(only(b"")))


def test_a_literal_without_elements_is_elided() -> None:
    given = shape([2])
    data = module([instruction(1, "c", "constant", given, field(8, field(1, given)))], 1)
    assert "constant({...})" in hlo.format(hlo.parse(data))


def test_what_is_newer_is_not_supported() -> None:
    for data, message in (
        (module([instruction(1, "x", "abs", shape([2], 99))], 1), "unknown element type 99"),
        (module([instruction(1, "y", "fft", shape([2]), field(31, 9))], 1), "unknown FFT type 9"),
        (only(field(101, field(1, b""))), "unsupported `block_scaling_config` of an instruction"),
    ):
        found = refusal(data)
        assert (found.code, found.unsupported) == ("unsupported_bytecode", True)
        assert message in found.message


def test_a_claim_allocates_nothing() -> None:
    huge = field(2, F32) + packed(3, [1 << 40, 1 << 20]) + field(5, packed(1, [1, 0]))
    literal = field(8, field(1, huge) + field(8, bytes(8)))
    lie = b"\x42" + varint(1 << 60)  # a field of so many bytes
    tracemalloc.start()
    try:
        assert (
            "bytes for 1,152,921,504,606,846,976 elements"
            in refusal(module([instruction(1, "c", "constant", huge, literal)], 1)).message
        )
        assert (
            "has 1,152,921,504,606,846,976 bytes, but only 0 remain"
            in refusal(module([instruction(1, "c", "constant", shape([2]), field(8, lie))], 1)).message
        )
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_messages_are_not_nested_without_end() -> None:
    nested = shape([2])
    for _ in range(200):
        nested = field(2, 13) + field(4, nested)
    found = refusal(module([instruction(1, "x", "parameter", nested)], 1))
    assert "messages are nested more than 100 levels deep" in found.message


def test_a_spoilt_file_gives_diagnostics_and_nothing_else() -> None:
    draw = random.Random(0)
    whole = [(FOLDER / f"{name}.pb").read_bytes() for name in ("collectives", "forms", "shardings", "phases")]
    for _ in range(300):
        data = bytearray(draw.choice(whole))
        for _ in range(draw.choice((1, 1, 4))):
            place = draw.randrange(len(data))
            data[place : place + draw.randrange(3)] = draw.randbytes(draw.randrange(3))
        with contextlib.suppress(DiagnosticError):
            source = decode(bytes(data), "x.pb")
            assert all(str(each) for each in hlo.verify(source))
            stablehlo_tools.parse(source)


def test_names_are_made_legal() -> None:
    """As XLA does: a name is no way to write other text."""
    evil = module([instruction(1, "x = f32[9] parameter(0)\n  y", "parameter", shape([2]))], 1)
    assert "%x___f32_9__parameter_0____y = f32[2]{0} parameter(0)" in hlo.format(hlo.parse(evil))


@pytest.mark.parametrize("line", [-1, 1 << 31])
def test_a_line_that_mlir_does_not_have(line: int) -> None:
    metadata = field(7, field(3, "f.py") + field(4, line))
    data = module([X, instruction(2, "y", "negate", shape([2]), packed(36, [1]) + metadata)], 2)
    converted = hlo.to_stablehlo(data)
    assert stablehlo_tools.parse(stablehlo_tools.serialize(converted)) == converted


# -- diagnostics ----------------------------------------------------------------------------------


def test_a_diagnostic_shows_the_printed_text() -> None:
    wrong = module([X, instruction(2, "y", "negate", shape([3]), packed(36, [1]))], 2)
    (found,) = hlo.verify(wrong)
    assert found.code == "hlo_result_shape"
    assert found.span is not None
    assert found.span.source.line(found.span.begin[0]) == "  ROOT %y = f32[3]{0} negate(%x)"
    assert found.span.text == "f32[3]{0}"
    assert "the lines shown are those that `shlo fmt` writes of this file" in found.notes


def test_the_text_leaves_large_constants_out() -> None:
    count = 1 << 15
    whole = shape([count])
    literal = field(8, field(1, whole) + field(8, bytes(4 * count)))
    data = module([instruction(1, "c", "constant", whole, literal)], 1)
    source = binary(data)
    assert "%c = f32[32768]{0} constant({...})" not in source.text  # nothing is read yet
    found = hlo.parse(source)
    assert "%c = f32[32768]{0} constant({...})" in source.text
    assert "{...}" not in hlo.format(found)


# -- XLA ------------------------------------------------------------------------------------------


def test_modules_of_jax_are_what_xla_prints_of_them() -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    from jaxlib import _hlo

    def function(x: Any, y: Any) -> Any:
        z = jax.numpy.sort(jax.numpy.tanh(x @ y), axis=0)
        return (
            jax.lax.while_loop(lambda v: v[0, 0] < 3, lambda v: v + 1, z),
            jax.lax.cumsum(x),
            x.astype("bfloat16"),
        )

    lowered = jax.jit(function).lower(np.ones((3, 4), np.float32), np.ones((4, 3), np.float32))
    optimized = lowered.compile().runtime_executable().hlo_modules()[0].as_serialized_hlo_module_proto()
    for proto in (lowered.compiler_ir("hlo").as_serialized_hlo_module_proto(), optimized):
        options = _hlo.HloPrintOptions()
        options.print_large_constants = True
        text = _hlo.XlaComputation(proto).get_hlo_module().to_string(options)
        assert without_frames(hlo.parse(proto)) == without_frames(hlo.parse(text))


def without_frames(found: hlo.HloModule) -> hlo.HloModule:
    """A module without stack frames, which XLA numbers anew when it reads a file."""
    for computation in found.computations:
        for each in computation.instructions:
            each.attributes.get("metadata", {}).pop("stack_frame_id", None)
    found.stack_tables = None
    return ordered(found)
