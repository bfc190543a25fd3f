"""A program as VHLO text is the program that its portable artifact has."""

from __future__ import annotations

from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ConversionError
from stablehlo_tools.formats.vhlo.print import vhlo_text
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ops.model.versions import version_named

TESTDATA = Path(__file__).resolve().parents[3] / "testdata"
FILES = [TESTDATA / name for name in ("artifacts/source.mlir", "models/linalg.mlir", "models/scan.mlir")]
# Types and attributes of which each has a text of its own.
MANY = """
func.func @main(%a: tensor<2x?xf32, #stablehlo.bounds<?, 5>>, %b: tensor<4x!quant.uniform<i8:f32, 0.5:3>>,
    %c: tensor<4x2x!quant.uniform<u8:f32:1, {0.5:3, 0.25:4}>>, %d: tensor<*xf32>, %e: tuple<tensor<i1>>,
    %f: tensor<complex<f64>>, %g: !stablehlo.token, %h: tensor<tf32>) -> tensor<2xf32> {
  %0 = "stablehlo.custom_call"(%f) {call_target_name = "f", api_version = 4 : i32, backend_config = {
    a = 1 : i64,
    b = "c", d = 2.5 : f32, e = true}, operand_layouts = [dense<> : tensor<0xindex>],
    result_layouts = [dense<0> : tensor<1xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0,
    operand_tuple_indices = []>]} : (tensor<complex<f64>>) -> tensor<2xf32>
  %1 = "stablehlo.exponential"(%0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05,
    ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("target", ["1.9.0", "1.17.0"])
def test_it_is_read_as_what_the_artifact_has(path: Path, target: str) -> None:
    text = vhlo_text(stablehlo_tools.load(path), version_named(target))
    assert stablehlo_tools.parse(text) == in_artifact(path.read_text(encoding="utf-8"), target)
    assert '"vhlo.func_v1"' in text


def in_artifact(text: str, target: str) -> Module:
    return stablehlo_tools.deserialize(stablehlo_tools.serialize(text, target=target))


def test_shardings_stay_what_they_are() -> None:
    path = TESTDATA / "artifacts/shardy.mlir"
    text = path.read_text(encoding="utf-8")
    with pytest.raises(ConversionError, match="has no counterpart in VHLO"):  # an op with regions
        vhlo_text(stablehlo_tools.parse(text), version_named("1.17.0"))
    argument = '%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}'
    function = f"func.func @main({argument}) -> tensor<4xf32> {{ return %x : tensor<4xf32> }}"
    sharded = f'module {{ sdy.mesh @m = <["a"=2]> {function} }}'
    written = vhlo_text(stablehlo_tools.parse(sharded), version_named("1.17.0"))
    assert stablehlo_tools.parse(written) == in_artifact(sharded, "1.17.0")


def test_types_and_attributes() -> None:
    text = vhlo_text(stablehlo_tools.parse(MANY), version_named("1.17.0"))
    assert stablehlo_tools.parse(text) == in_artifact(MANY, "1.17.0")


@pytest.mark.parametrize("target", ["1.9.0", "1.17.0"])
def test_mlir_reads_it(target: str) -> None:
    pytest.importorskip("jax", reason="MLIR comes with jax")
    from jax._src.interpreters import mlir
    from jaxlib.mlir import ir

    texts = [vhlo_text(stablehlo_tools.load(FILES[1]), version_named(target))]
    texts.append(vhlo_text(stablehlo_tools.parse(MANY), version_named(target)))
    with mlir.make_ir_context():
        for text in texts:
            assert ir.Module.parse(text).operation.verify()


def test_what_has_no_counterpart() -> None:
    with pytest.raises(ConversionError, match=r"chlo.tan has no counterpart in VHLO"):
        vhlo_text(
            stablehlo_tools.parse(
                "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
                "  %0 = chlo.tan %x : tensor<f32> -> tensor<f32>\n  return %0 : tensor<f32>\n}"
            ),
            version_named("1.17.0"),
        )
