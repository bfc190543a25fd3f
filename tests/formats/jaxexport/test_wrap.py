"""What is said of a program in the form that JAX takes."""

from __future__ import annotations

import dataclasses
import struct
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import stablehlo_tools
from stablehlo_tools.cli.main import cli
from stablehlo_tools.diagnostics.diagnostic import ConversionError, ParseError, VerificationError
from stablehlo_tools.formats.jaxexport.export_schema import (
    DTYPES,
    TREES,
    AbstractMesh,
    AbstractValue,
    DisabledSafetyCheck,
    Effect,
    ExportedTable,
    NamedSharding,
    PartitionSpec,
    PyTreeDef,
    ShardingTable,
    read_table,
    write_table,
)
from stablehlo_tools.formats.jaxexport.exported import (
    ExportedArgument,
    ExportedFunction,
    artifact_in,
    read_exported,
)
from stablehlo_tools.formats.wire.flatbuffers import OFFSET, Builder, TableField, root
from tests.formats.jaxexport.test_exported import without_locations

ARTIFACTS = Path(__file__).resolve().parents[3] / "testdata" / "artifacts"
PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def table_of(program: str, **options: Any) -> ExportedTable:
    return read_table(memoryview(stablehlo_tools.serialize(program, form="jaxexport", **options)))


def said_of(program: str, **options: Any) -> ExportedFunction:
    return read_exported(memoryview(stablehlo_tools.serialize(program, form="jaxexport", **options)))


def identity(*types: str, attributes: str = "") -> str:
    """A function that returns its arguments."""
    arguments = ", ".join(f"%{number}: {type} {attributes}" for number, type in enumerate(types))
    values = ", ".join(f"%{number}" for number in range(len(types)))
    joined = ", ".join(types)
    returned = f"return {values} : {joined}" if types else "return"
    return f"func.func @main({arguments}) -> ({joined}) {{ {returned} }}"


# -- flatbuffers ----------------------------------------------------------------------------------


def test_a_table_is_laid_out_as_the_format_says() -> None:
    """By hand: the offset of the table, the list of its fields, and the table with the smallest last."""
    builder = Builder()
    table = builder.table([TableField("b", 7), None, TableField("I", 9)])
    fields = struct.pack("<HHHHH", 10, 9, 8, 0, 4) + b"\0\0"
    assert builder.file(table) == struct.pack("<I", 16) + fields + struct.pack("<iIb", 12, 9, 7) + b"\0\0\0"


def test_what_is_written_is_read() -> None:
    builder = Builder()
    texts = [builder.text(text) for text in ("", "a", "abc", "ä€")]
    numbers = builder.numbers("H", [1, 2, 3])
    inner = builder.table([TableField("i", -5)])
    fields = [builder.offsets(texts), numbers, builder.offsets([inner, inner]), builder.data(b"12345"), inner]
    data = builder.file(builder.table([TableField(OFFSET, field) for field in fields]))
    table = root(memoryview(data))
    assert table.strings(0) == ["", "a", "abc", "ä€"]
    assert table.numbers(1, "H") == (1, 2, 3)
    assert [each.number(0, "i") for each in table.tables(2)] == [-5, -5]
    assert table.vector(3, 1).tobytes() == b"12345"
    assert table.table(4) is not None
    assert len(data) % 4 == 0


def test_equal_parts_are_written_once() -> None:
    meshes = [AbstractMesh((2,), ("x",), (1,)) for _ in range(100)]
    once, often = (
        len(write_table(ExportedTable(unique_abstract_meshes=tuple(some)))) for some in (meshes[:1], meshes)
    )
    assert often == once + 4 * 99


# -- programs -------------------------------------------------------------------------------------


def test_how_a_program_is_called() -> None:
    found = said_of(PROGRAM, platforms=["cuda", "tpu"])
    argument = ExportedArgument("args[0]", "f32[4]")
    assert found[:4] == ("main", ["cuda", "tpu"], 10, 1)
    assert found.arguments == [argument]
    assert found.results == [ExportedArgument("result", "f32[4]")]
    assert said_of(PROGRAM).platforms == ["cpu"]


def test_several_platforms_are_told_apart_by_an_argument() -> None:
    data = stablehlo_tools.serialize(PROGRAM, form="jaxexport", platforms=["cpu", "tpu"])
    text = str(stablehlo_tools.parse(data))
    assert '@main(%arg0: tensor<i32> {jax.global_constant = "_platform_index"}, %arg1: tensor<4xf32>)' in text
    again = stablehlo_tools.serialize(text, form="jaxexport", platforms=["cpu", "tpu"])
    assert said_of(text, platforms=["cpu", "tpu"]).arguments == [ExportedArgument("args[0]", "f32[4]")]
    assert stablehlo_tools.parse(again) == stablehlo_tools.parse(data)
    with pytest.raises(ConversionError, match="the index of a platform"):
        stablehlo_tools.serialize(text, form="jaxexport")


def test_the_program_itself_is_not_changed() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    before = str(module)
    stablehlo_tools.serialize(module, form="jaxexport", platforms=["cpu", "tpu"])
    assert str(module) == before


def test_no_argument_and_no_result() -> None:
    found = said_of(identity())
    assert (found.arguments, found.results) == ([], [])


def test_names() -> None:
    assert said_of(f"module @jit_step {{ {PROGRAM} }}").function == "step"
    assert said_of(PROGRAM.replace("@main", "@f")).function == "f"
    data = stablehlo_tools.serialize(PROGRAM.replace("@main", "@f"), form="jaxexport")
    assert [each.symbol for each in stablehlo_tools.parse(data).functions] == ["main"]


# As MLIR and as JAX have them.
TYPES = {
    "tensor<2xi1>": "bool[2]", "tensor<2xi4>": "i4[2]", "tensor<i8>": "i8[]", "tensor<ui16>": "u16[]",
    "tensor<0x3xf64>": "f64[0,3]", "tensor<bf16>": "bf16[]", "tensor<complex<f32>>": "c64[]",
    "tensor<complex<f64>>": "c128[]", "tensor<f8E4M3B11FNUZ>": "f8_e4m3b11fnuz[]",
    "tensor<f8E4M3FN>": "f8_e4m3fn[]", "tensor<f8E4M3FNUZ>": "f8_e4m3fnuz[]", "tensor<f8E5M2>": "f8_e5m2[]",
    "tensor<f8E5M2FNUZ>": "f8_e5m2fnuz[]", "tensor<f8E4M3>": "f8_e4m3[]", "tensor<f8E3M4>": "f8_e3m4[]",
    "tensor<f8E8M0FNU>": "f8_e8m0fnu[]", "tensor<f4E2M1FN>": "f4_e2m1fn[]",
}  # fmt: skip


@pytest.mark.parametrize("type", TYPES)
def test_types(type: str) -> None:
    assert [each.type for each in said_of(identity(type)).arguments] == [TYPES[type]]


@pytest.mark.parametrize(
    "type", ["tensor<i2>", "tensor<f6E3M2FN>", "!stablehlo.token", "tensor<4x!quant.uniform<i8:f32, 0.5>>"]
)
def test_types_that_jax_lacks(type: str) -> None:
    with pytest.raises(ConversionError, match="no_export") as caught:
        stablehlo_tools.serialize(identity(type), form="jaxexport")
    assert caught.value.diagnostic.unsupported


# -- dynamic sizes --------------------------------------------------------------------------------


def shapes_of(program: str) -> tuple[list[str], list[str]]:
    found = said_of(program)
    assert read_table(memoryview(stablehlo_tools.serialize(program, form="jaxexport"))).uses_global_constants
    return [each.type for each in found.arguments], [each.type for each in found.results]


def binary(op: str, x: str, y: str, result: str, end: str = "") -> str:
    types = f"({x}, {y}) -> {result}"
    return (
        f"func.func @main(%x: {x}, %y: {y}) -> {result} {{\n  %0 = stablehlo.{op} %x, %y{end} : {types}\n"
        f"  return %0 : {result}\n}}"
    )


def test_sizes_are_the_same_where_they_must_be() -> None:
    x = "tensor<?x?xf32>"
    assert shapes_of(binary("add", x, x, x)) == (["f32[a,b]", "f32[a,b]"], ["f32[a,b]"])
    dot = binary("dot_general", x, x, x, ", contracting_dims = [1] x [0]")
    assert shapes_of(dot) == (["f32[a,b]", "f32[b,c]"], ["f32[a,c]"])


def test_sizes_that_are_expressions() -> None:
    x = "tensor<?x2xf32>"
    both = binary("concatenate", x, x, x, ", dim = 0")
    assert shapes_of(both) == (["f32[a,2]", "f32[b,2]"], ["f32[(a + b),2]"])
    fixed = binary("concatenate", x, "tensor<3x2xf32>", x, ", dim = 0")
    assert shapes_of(fixed) == (["f32[a,2]", "f32[3,2]"], ["f32[a + 3,2]"])
    assert shapes_of(
        binary("concatenate", x, x, x, ", dim = 0").replace("%y :", "%x :").replace("%x, %y,", "%x, %x,")
    )[1] == ["f32[2*a,2]"]


def test_sizes_that_no_argument_tells() -> None:
    program = """func.func @main(%n: tensor<1xi32>) -> tensor<?xi32> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}"""
    with pytest.raises(ConversionError, match="a result has one, but the arguments have none"):
        stablehlo_tools.serialize(program, form="jaxexport")
    mixed = program.replace("%n: ", "%x: tensor<?xf32>, %n: ")
    with pytest.raises(ConversionError, match="depends on values"):
        stablehlo_tools.serialize(mixed, form="jaxexport")


# -- shardings ------------------------------------------------------------------------------------


def test_shardings_of_shardy() -> None:
    sharding = '{sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}'
    program = identity("tensor<8x8xf32>", "tensor<8x8xf32>", attributes=sharding)
    table = table_of(f'module {{ sdy.mesh @mesh = <["x"=2, "y"=4]> {program} }}')
    (found,) = table.unique_named_shardings
    assert table.nr_devices == 8
    assert (table.in_shardings_idxs, table.out_shardings_idxs) == ((1, 1), (0, 0))
    assert table.unique_abstract_meshes == (AbstractMesh((2, 4), ("x", "y"), (1, 1)),)
    assert found.spec is not None
    assert [each.axes for each in found.spec.partitions] == [("y", "x"), ()]


def test_a_sharding_is_said_as_in_jax() -> None:
    sharding = '{sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}, {"z"}]>}'
    program = identity("tensor<8x8x2xf32>", attributes=sharding)
    found = said_of(f'module {{ sdy.mesh @mesh = <["x"=2, "y"=4, "z"=2]> {program} }}')
    assert [each.sharding for each in found.arguments] == ["P(('y', 'x'), None, 'z') of x=2, y=4, z=2"]
    assert [each.sharding for each in found.results] == [""]


def test_devices_of_a_program_without_a_mesh() -> None:
    module = "module attributes {mhlo.num_partitions = 4 : i32} {"
    assert said_of(f"{module} {PROGRAM} }}").devices == 4


# -- how old an export is -------------------------------------------------------------------------

ARTIFACT = stablehlo_tools.serialize(identity("tensor<f32>"), target="1.0.0")
SCALAR = AbstractValue(dtype=DTYPES.index("f32"))
LEAF = PyTreeDef()
OLDEST = ExportedTable(
    function_name="f",
    in_tree=PyTreeDef(TREES.index("tuple"), (PyTreeDef(TREES.index("tuple"), (LEAF,)), PyTreeDef(4))),
    in_avals=(SCALAR,),
    out_tree=LEAF,
    out_avals=(SCALAR,),
    nr_devices_short=1,
    in_shardings=(ShardingTable(kind=1, hlo_sharding_proto=b""),),
    out_shardings=(ShardingTable(),),
    platforms=("cpu",),
    ordered_effects=(Effect("<class 'jax._src.debugging.OrderedDebugEffect'>"),),
    disabled_checks=(DisabledSafetyCheck(1, "my_call"), DisabledSafetyCheck()),
    mlir_module_serialized=ARTIFACT,
    calling_convention_version=9,
    module_kept_var_idx=(0,),
)
NAMED = ShardingTable(named_sharding=NamedSharding(AbstractMesh(), PartitionSpec()))
BOTH = dataclasses.replace(NAMED, hlo_sharding_proto=b"\x08\x00")


@pytest.mark.parametrize(
    ("since", "changes"),
    [
        (None, {}),
        ("2025-11-25", {"nr_devices": 1}),
        ("2026-01-15", {"nr_devices": 1, "in_shardings": (BOTH,)}),
        ("2026-03-17", {"nr_devices": 1, "in_shardings": (NAMED,)}),
        ("2026-04-04", {"unique_avals": (SCALAR,), "in_avals_idxs": (0,), "out_avals_idxs": (0,)}),
        ("2026-07-29", {"jax_version": "0.11.2"}),
    ],
)
def test_since_when_a_format_is_written(since: str | None, changes: dict[str, Any]) -> None:
    data = write_table(dataclasses.replace(OLDEST, **changes))
    found = read_exported(memoryview(data))
    assert found.format == since
    assert found.jax == changes.get("jax_version", "")
    renewed = stablehlo_tools.info(stablehlo_tools.serialize(data, form="jaxexport")).exported
    assert renewed is not None
    assert renewed.format == max("2026-04-04", since or "")
    assert (found.is_expired, renewed.is_expired) == (since is None or since < "2026-01-15", False)
    assert renewed._replace(format=since, is_expired=found.is_expired) == found


def test_an_export_that_jax_refuses_is_said_to_be_renewed(tmp_path: Path) -> None:
    old, new = tmp_path / "old.jaxexport", tmp_path / "new.jaxexport"
    old.write_bytes(write_table(OLDEST))
    run = CliRunner().invoke
    said = run(cli, ["info", str(old)]).output
    assert "of JAX before 2025-11-25; JAX 0.12 and later refuse exports of before 2026-01-15: " in said
    assert "`shlo convert FILE -o NEW.jaxexport`" in said
    assert run(cli, ["convert", str(old), "-o", str(new)]).exit_code == 0
    assert "refuse" not in run(cli, ["info", str(new)]).output


def test_effects_and_checks() -> None:
    found = read_exported(memoryview(write_table(OLDEST)))
    assert found.effects == ["OrderedDebugEffect (ordered)"]
    assert found.unchecked == ["my_call", "platform"]


def test_a_sharding_that_jax_cannot_name() -> None:
    """A device of its own, of two: type MAXIMAL, one tile on device 1."""
    sharding = ShardingTable(kind=1, hlo_sharding_proto=b"\x08\x01\x1a\x01\x02\x22\x01\x01")
    data = write_table(dataclasses.replace(OLDEST, in_shardings=(sharding,), nr_devices_short=2))
    with pytest.raises(ParseError, match="has no counterpart in JAX") as caught:
        stablehlo_tools.serialize(data, form="jaxexport")
    assert caught.value.diagnostic.unsupported


def test_fields_of_a_newer_version_are_not_dropped() -> None:
    """The table has one field more than is known: what it says would be lost."""
    builder = Builder()
    fields: list[TableField | None] = [None] * 28
    fields[13], fields[27] = TableField(OFFSET, builder.data(ARTIFACT)), TableField("I", 1)
    data = builder.file(builder.table(fields))
    with pytest.raises(ParseError, match="newer version of jax") as caught:
        stablehlo_tools.serialize(data, form="jaxexport")
    assert caught.value.diagnostic.unsupported


# -- exports, and the library ---------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(ARTIFACTS.glob("*.jaxexport")), ids=lambda path: path.stem)
def test_an_export_stays_what_it_is(path: Path) -> None:
    before = read_exported(memoryview(path.read_bytes()))
    data = stablehlo_tools.serialize(path, form="jaxexport", target="1.4.0")
    assert read_exported(memoryview(data)) == before
    artifact = artifact_in(memoryview(data))
    assert artifact is not None
    assert b"StableHLO_v1.4.0" in artifact.data.tobytes()
    assert without_locations(stablehlo_tools.parse(data)) == without_locations(stablehlo_tools.load(path))
    assert stablehlo_tools.serialize(path.read_bytes(), form="jaxexport", target="1.4.0") == data


def test_options_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="no platforms"):
        stablehlo_tools.serialize(PROGRAM, platforms=["cpu"])
    with pytest.raises(ValueError, match="no target"):
        stablehlo_tools.serialize(PROGRAM, form="bytecode", target="1.0.0")
    with pytest.raises(ValueError, match="platforms cannot be changed"):
        stablehlo_tools.serialize(ARTIFACTS / "sine.jaxexport", form="jaxexport", platforms=["tpu"])


def test_plain_bytecode() -> None:
    data = stablehlo_tools.serialize(PROGRAM, form="bytecode")
    assert stablehlo_tools.parse(data) == stablehlo_tools.parse(PROGRAM)


def test_a_damaged_export_is_an_error() -> None:
    data = bytearray((ARTIFACTS / "sine.jaxexport").read_bytes())
    artifact = artifact_in(memoryview(data))
    assert artifact is not None
    for place in range(0, artifact.start, 3):
        spoilt = bytes(data[:place]) + b"\xff" + bytes(data[place + 1 :])
        if artifact_in(memoryview(spoilt)):
            try:
                stablehlo_tools.serialize(spoilt, form="jaxexport")
            except (ParseError, VerificationError):
                continue
