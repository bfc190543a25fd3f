"""`shlo convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

NEGATE = "HloModule m\n\nENTRY e {\n  x = f32[2]{0} parameter(0)\n  ROOT n = f32[2]{0} negate(x)\n}\n\n"
CONVERTED = """\
module @m {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
"""


def test_hlo_becomes_stablehlo(shlo: Any) -> None:
    assert shlo("convert", "-", "--to", "stablehlo", stdin=NEGATE) == (0, CONVERTED, "")


def test_what_is_stablehlo_already_is_formatted(shlo: Any) -> None:
    assert shlo("convert", "-", "--to", "stablehlo", stdin=CONVERTED.replace("    ", " ")) == (
        0,
        CONVERTED,
        "",
    )


def test_the_result_goes_to_a_file(shlo: Any, tmp_path: Path) -> None:
    file, out = tmp_path / "m.hlo", tmp_path / "m.mlir"
    file.write_text(NEGATE)
    assert shlo("convert", str(file), "--to", "stablehlo", "-o", str(out)) == (0, "", "")
    assert out.read_text() == CONVERTED


def test_a_file_that_cannot_be_converted_changes_nothing(shlo: Any, tmp_path: Path) -> None:
    out = tmp_path / "m.mlir"
    out.write_text("before")
    status, _, report = shlo(
        "convert", "-", "--to", "stablehlo", "-o", str(out), stdin=NEGATE.replace("negate(x)", "negate(y)")
    )
    assert status == 1
    assert "hlo_operand" in report
    assert out.read_text() == "before"


def test_what_has_no_counterpart(shlo: Any) -> None:
    text = "HloModule m\nENTRY e {\n  x = f32[] parameter(0)\n  ROOT s = f32[] scaled-dot(x, x, x, x)\n}\n"
    status, _, report = shlo("convert", "-", "--to", "stablehlo", stdin=text)
    assert status == 3
    assert "<stdin>:4:18" in report


def test_stablehlo_becomes_hlo(shlo: Any) -> None:
    assert shlo("convert", "-", "--to", "hlo", stdin=CONVERTED) == (
        0,
        "HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}\n\n"
        "ENTRY main {\n  arg0 = f32[2]{0} parameter(0)\n  ROOT negate = f32[2]{0} negate(arg0)\n}\n\n",
        "",
    )


def test_what_hlo_has_no_counterpart_for(shlo: Any) -> None:
    text = CONVERTED.replace("tensor<2xf32>", "tensor<2x!quant.uniform<i8:f32, 0.5>>")
    status, _, report = shlo("convert", "-", "--to", "hlo", stdin=text)
    assert status == 3
    assert "<stdin>:2:3" in report


def test_dynamic_ops_that_hlo_lacks_need_static_shapes(shlo: Any) -> None:
    text = """\
func.func @main(%x: tensor<?xf32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0]
    : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
    status, _, report = shlo("convert", "-", "--to", "hlo", stdin=text)
    assert status == 3
    assert "[no_counterpart]: `stablehlo.dynamic_broadcast_in_dim` has no counterpart in HLO" in report
    assert "help: give the arguments static shapes with `shlo infer --shapes`" in report


def test_bytecode_for_a_version_is_an_artifact(shlo: Any, tmp_path: Path) -> None:
    artifact, plain = tmp_path / "m.mlir.bc", tmp_path / "m.mlirbc"
    for out in (artifact, plain):
        assert shlo("convert", "-", "--target", "1.4.0", "-o", str(out), stdin=CONVERTED) == (0, "", "")
    assert plain.read_bytes() == artifact.read_bytes()
    assert b"StableHLO_v1.4.0" in plain.read_bytes()
    assert shlo("convert", "-", "-o", str(plain), stdin=CONVERTED).status == 0
    assert b"StableHLO_v" not in plain.read_bytes()
    assert shlo("convert", "-", "--to", "bytecode", "--target", "1.4.0", stdin=CONVERTED).status == 2
