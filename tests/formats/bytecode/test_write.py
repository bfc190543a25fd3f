"""What is written is read as the same program: here, and by MLIR itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ConversionError
from stablehlo_tools.formats.bytecode.container import Container
from stablehlo_tools.formats.bytecode.write import plain_bytecode
from stablehlo_tools.ir.attributes import DenseArray
from tests import oracle
from tests.formats.bytecode.files import FOLDER

MODELS = FOLDER.parent / "models"
SOURCE = FOLDER / "source.1.17.0.mlir.bc.txt"
TARGETS = {"0.9.0": 0, "0.11.0": 1, "0.13.0": 3, "0.14.0": 4, "1.4.0": 6, "1.13.7": 6, "current": 6}


def program(text: str) -> str:
    return f"func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {{\n  {text}\n  return %0 : tensor<4xf32>\n}}"


@pytest.mark.parametrize("target", TARGETS)
def test_it_is_read_as_the_same_program(target: str) -> None:
    module = stablehlo_tools.parse(SOURCE.read_text(encoding="utf-8"))
    data = stablehlo_tools.serialize(module, target=target)
    assert Container(memoryview(data)).version == TARGETS[target]
    assert stablehlo_tools.deserialize(data) == module


def test_what_is_written_names_its_version() -> None:
    data = stablehlo_tools.serialize(program("%0 = stablehlo.abs %x : tensor<4xf32>"), target="1.4")
    assert Container(memoryview(data)).producer == "StableHLO_v1.4.0"


def test_a_name_without_a_dialect_stays_none_of_a_dialect() -> None:
    """MLIR writes the name after the dot, which is empty."""
    data = plain_bytecode(stablehlo_tools.parse('module { "foo"() : () -> () }'))
    assert b"foo\0" in data
    assert '"foo.foo"' not in stablehlo_tools.format(data)


def test_the_same_program_gives_the_same_bytes() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    first = stablehlo_tools.serialize(text)
    assert stablehlo_tools.serialize(text) == first
    assert stablehlo_tools.serialize(stablehlo_tools.deserialize(first)) == first


# What each version cannot say, from the history of VHLO.
@pytest.mark.parametrize(
    ("text", "target", "why"),
    [
        (
            "%0 = stablehlo.tan %x {result_accuracy = #stablehlo.result_accuracy<mode = "
            "#stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>",
            "1.3.0",
            "`stablehlo.tan` requires version 1.4.0",
        ),
        (
            "%1 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E5M2>\n"
            "%2 = chlo.next_after %1, %1 : tensor<4xf8E5M2>, tensor<4xf8E5M2> -> tensor<4xf8E5M2>\n"
            "%0 = stablehlo.convert %2 : (tensor<4xf8E5M2>) -> tensor<4xf32>",
            "current",
            "`chlo.next_after` is not in any version of StableHLO",
        ),
        (
            '%0 = "stablehlo.exponential"(%x) <{result_accuracy = #stablehlo.result_accuracy<ulps = 2, '
            "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4xf32>) -> tensor<4xf32>",
            "1.8.0",
            "`result_accuracy` of `stablehlo.exponential` requires version 1.9.0",
        ),
        (
            '%0, %1 = "stablehlo.all_to_all"(%x, %x) <{concat_dimension = 0 : i64, replica_groups = '
            "dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : "
            "(tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)",
            "1.4.0",
            "`stablehlo.all_to_all` of several operands requires version 1.5.0",
        ),
        (
            "%1 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E3M4>\n"
            "%0 = stablehlo.convert %1 : (tensor<4xf8E3M4>) -> tensor<4xf32>",
            "1.6.0",
            "the type `f8E3M4` requires version 1.7.0",
        ),
        (
            "%0 = stablehlo.custom_call @t(%x) {backend_config = {a = 1 : i64}, api_version = 4 : i32} : "
            "(tensor<4xf32>) -> tensor<4xf32>",
            "1.2.0",
            "requires version 1.3.0",
        ),
    ],
)
def test_what_a_version_cannot_say(text: str, target: str, why: str) -> None:
    with pytest.raises(ConversionError) as caught:
        stablehlo_tools.serialize(program(text), target=target)
    assert all(each.code == "no_such_version" for each in caught.value)
    assert why in caught.value.diagnostic.message
    assert caught.value.diagnostic.span is not None


def test_all_that_a_version_cannot_say_is_told_at_once() -> None:
    accurate = (
        "{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}"
    )
    text = (
        f"%1 = stablehlo.tan %x {accurate} : tensor<4xf32>\n%0 = stablehlo.tan %1 {accurate} : tensor<4xf32>"
    )
    with pytest.raises(ConversionError) as caught:
        stablehlo_tools.serialize(program(text), target="1.0.0")
    assert len(caught.value.diagnostics) == 2


@pytest.mark.parametrize("target", ["0.8.0", "1.21.0", "2.0", "latest"])
def test_versions_that_are_none(target: str) -> None:
    with pytest.raises(ValueError, match="version"):
        stablehlo_tools.serialize(program("%0 = stablehlo.abs %x : tensor<4xf32>"), target=target)


def test_resources_are_written_where_constants_stand() -> None:
    text = (
        "func.func @f() -> tensor<2xf32> {\n  %0 = stablehlo.constant dense_resource<w> : tensor<2xf32>\n"
        "  return %0 : tensor<2xf32>\n}\n{-#\n  dialect_resources: {\n    builtin: {\n"
        '      w: "0x040000000000803F00000040"\n    }\n  }\n#-}\n'
    )
    (result,) = stablehlo_tools.run(stablehlo_tools.serialize(text))
    assert result.tolist() == [1.0, 2.0]


GROUPS = [
    f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %0 = "stablehlo.all_gather"(%x) {{all_gather_dim = 0 : i64,
        replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes =
          [#stablehlo.mesh_axis<name = "x", size = 1>, #stablehlo.mesh_axis<name = "y", size = 4>]{ids}>,
          axes = [{axes}]>
      }} : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }}"""
    for ids in ("", ", device_ids = dense<[1, 0, 3, 2]> : tensor<4xi64>")
    for axes in (
        "",
        '#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y">',
        '#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>',
    )
]


@pytest.mark.parametrize("text", GROUPS)
def test_groups_along_a_mesh_that_has_no_name(text: str) -> None:
    assert stablehlo_tools.deserialize(stablehlo_tools.serialize(text)) == stablehlo_tools.parse(text)


# -- MLIR ----------------------------------------------------------------------------------------

_PRINT = (
    oracle.MLIR
    + """
import sys
from jaxlib import _jax

with make_ir_context():
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            module = _jax.mlir.deserialize_portable_artifact(file.read())
        with open(name + ".txt", "w", encoding="utf-8") as file:
            file.write(module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True))
"""
)
WRITTEN_MODELS = ("attention", "convnet", "linalg", "mlp", "prng", "scan", "sort")


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_reads_what_is_written(tmp_path: Path) -> None:
    """To the program that it was, locations included: where it begins, of ranges, below 1.9."""
    written = {}
    for model in ("source", *WRITTEN_MODELS):
        path = SOURCE if model == "source" else MODELS / f"{model}.debug.mlir"
        module = stablehlo_tools.parse(path.read_text(encoding="utf-8"))
        for target in ("1.9.0", "1.17.0"):
            file = tmp_path / f"{model}.{target}.bc"
            file.write_bytes(stablehlo_tools.serialize(module, target=target))
            written[file] = stablehlo_tools.deserialize(file.read_bytes())
    for number, text in enumerate(GROUPS):
        file = tmp_path / f"groups{number}.bc"
        file.write_bytes(stablehlo_tools.serialize(text))
        written[file] = stablehlo_tools.parse(text)
    subprocess.run([sys.executable, "-c", _PRINT, *map(str, written)], check=True, timeout=120)
    for file, module in written.items():
        assert stablehlo_tools.parse(Path(f"{file}.txt").read_text(encoding="utf-8")) == module


# -- plain bytecode -------------------------------------------------------------------------------

_READ = (
    oracle.MLIR
    + """
import sys

with make_ir_context():
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            module = ir.Module.parse(file.read())
        with open(name + ".txt", "w", encoding="utf-8") as file:
            file.write(module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True))
"""
)
PLAIN = (FOLDER / "source.mlirbc.txt", FOLDER / "shardy.mlirbc.txt", *sorted(MODELS.glob("*.debug.mlir")))


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.name)
def test_plain_bytecode_is_the_program_itself(path: Path) -> None:
    module = stablehlo_tools.parse(path.read_text(encoding="utf-8"))
    assert stablehlo_tools.deserialize(plain_bytecode(module)) == module


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_reads_plain_bytecode(tmp_path: Path) -> None:
    written = {}
    for path in PLAIN:
        module = stablehlo_tools.parse(path.read_text(encoding="utf-8"))
        file = tmp_path / f"{path.name}.mlirbc"
        file.write_bytes(plain_bytecode(module))
        written[file] = module
    subprocess.run([sys.executable, "-c", _READ, *map(str, written)], check=True, timeout=120)
    for file, module in written.items():
        assert stablehlo_tools.parse(Path(f"{file}.txt").read_text(encoding="utf-8")) == module


def test_how_many_operands_belong_together_is_written() -> None:
    text = """func.func @f(%a: i1, %b: tensor<2xf32>) -> tensor<2xf32> {
        cf.cond_br %a, ^bb1(%b : tensor<2xf32>), ^bb2
      ^bb1(%0: tensor<2xf32>):
        return %0 : tensor<2xf32>
      ^bb2:
        return %b : tensor<2xf32>
    }"""
    module = stablehlo_tools.deserialize(stablehlo_tools.serialize(text))
    assert module == stablehlo_tools.parse(text)
    (branch,) = (each for each in module.walk() if each.name == "cf.cond_br")
    sizes = branch.attributes["operandSegmentSizes"]
    assert isinstance(sizes, DenseArray)
    assert sizes.values == (1, 1, 0)
