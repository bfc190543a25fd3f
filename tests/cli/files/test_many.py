"""`info`, `stats` and `compat` of many files: a table, totals, and what is wrong with some of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome

FIRST = """\
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
"""  # noqa: E501
SECOND = """\
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.tan %x : tensor<3xf32>
  %1 = func.call @plus(%0, %c) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @plus(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %y : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


@pytest.fixture(autouse=True)
def files(shlo: Any) -> None:
    Path("models").mkdir()
    Path("models/a.mlir").write_text(FIRST)
    Path("models/b.mlir").write_text(SECOND)
    Path("cut.mlir").write_text(FIRST.partition("return")[0])


def rows(out: str) -> list[list[str]]:
    """The cells of the lines, which two spaces separate."""
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()]


def test_one_file_is_described_as_ever(shlo: Any) -> None:
    for command in ("info", "stats", "compat"):
        with_folder = shlo(command, "models/a.mlir")
        assert "models/a.mlir" not in with_folder.out
        assert json.loads(shlo(command, "models/a.mlir", "--format", "json").out)["file"] == "models/a.mlir"


@pytest.mark.parametrize("given", [["models"], ["models/*.mlir"], ["models/a.mlir", "models/b.mlir"]])
def test_statistics_are_added_up(shlo: Any, given: list[str]) -> None:
    """4 * 2 sums of 8 products are 128 FLOPs; the arguments are 32 + 16 and 3 floats, the constant 3."""
    done = shlo("stats", *given)
    assert done.status == outcome.CLEAN
    _, first, second, total = rows(done.out)
    assert (first[1], first[3], first[-1]) == ("192 B", "128", "models/a.mlir")
    assert (second[1], second[2], second[-1]) == ("12 B", "12 B", "models/b.mlir")
    assert total[1] == "204 B"
    assert total[-1].startswith("total of 2 files")
    found = json.loads(shlo("stats", *given, "--format", "json").out)
    assert [each["file"] for each in found["files"]] == ["models/a.mlir", "models/b.mlir"]
    assert found["total"]["flops"] == 128
    assert found["total"]["arguments"] == {"count": 3, "elements": 51, "bytes": 204}
    assert found["total"]["count"] == sum(each["total"]["count"] for each in found["files"])


def test_versions_of_all(shlo: Any) -> None:
    done = shlo("compat", "models")
    assert rows(done.out)[1:] == [
        ["0.9.0", "0.9.0", "models/a.mlir"],
        ["1.4.0", "0.9.0", "models/b.mlir"],
        ["1.4.0", "0.9.0", "all of 2 files"],
    ]
    done = shlo("compat", "models", "--target", "1.0.0", "--format", "json")
    total = json.loads(done.out)["total"]
    assert (done.status, total["minimum"], total["rewritten"], total["fits"]) == (0, "1.4.0", "0.9.0", 2)
    accurate = (
        "{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}"
    )
    Path("models/c.mlir").write_text(SECOND.replace("tan %x", f"sine %x {accurate}"))
    done = shlo("compat", "models", "--target", "1.0.0")
    assert done.status == outcome.FINDINGS
    assert [line.split()[2] for line in done.out.splitlines()[1:4]] == ["as", "rewritten", "no"]
    assert "2 can  all of 3 files" in done.out


def test_what_files_are(shlo: Any) -> None:
    shlo("convert", "models/a.mlir", "--target", "1.0.0", "-o", "models/a.mlir.bc")
    done = shlo("info", "models")
    assert done.status == outcome.CLEAN
    assert done.out.splitlines()[-1].endswith("MLIR text 2, portable artifact 1")
    found = json.loads(shlo("info", "models", "--format", "json").out)
    assert found["total"]["kinds"] == {"MLIR text": 2, "portable artifact": 1}
    assert found["total"]["size"] == sum(path.stat().st_size for path in Path("models").iterdir())
    assert [each.get("stablehlo") for each in found["files"]] == [None, "1.0.0", None]


@pytest.mark.parametrize("command", ["info", "stats", "compat"])
def test_files_after_one_that_cannot_be_read_are_described(shlo: Any, command: str) -> None:
    done = shlo(command, "cut.mlir", "nothing.mlir", "models/a.mlir")
    assert done.status == outcome.USAGE
    assert "models/a.mlir" in done.out
    assert "2 failed" in done.out
    assert "error[unclosed_region]" in done.err or "error[syntax]" in done.err
    assert "nothing.mlir" in done.err
    found = json.loads(shlo(command, "cut.mlir", "models/a.mlir", "--format", "json").out)
    assert ["error" in each for each in found["files"]] == [True, False]
    assert found["total"]["failed"] == 1


def test_each_argument_has_a_line(shlo: Any) -> None:
    out = shlo("info", "models/b.mlir").out
    assert "function      main\n  argument    x: tensor<3xf32>\n  result      out0: tensor<3xf32>\n" in out
    assert "private       1 function: plus\n" in out
    for ending in ("mlir.bc", "mlirbc"):
        shlo("convert", "models/b.mlir", "-o", f"b.{ending}")
        assert "  argument    arg0: tensor<3xf32>\n" in shlo("info", f"b.{ending}").out
    shlo("convert", "models/b.mlir", "-o", "b.hlo")
    out = shlo("info", "b.hlo").out
    assert "function      main (entry)\n  argument    x: f32[3]{0}\n" in out
    assert "private       1 function: plus\n" in out


def test_the_computations_of_fusions_are_counted(shlo: Any) -> None:
    fused = "".join(
        f"fused.{n} {{\n  p.{n} = f32[4]{{0}} parameter(0)\n  ROOT n.{n} = f32[4]{{0}} negate(p.{n})\n}}\n\n"
        for n in range(40)
    )
    calls = "".join(f"  f.{n} = f32[4]{{0}} fusion(x), kind=kLoop, calls=fused.{n}\n" for n in range(40))
    entry = (
        f"ENTRY main {{\n  x = f32[4]{{0}} parameter(0)\n{calls}  ROOT r = f32[4]{{0}} add(f.0, f.39)\n}}\n"
    )
    out = shlo("info", "-", stdin=f"HloModule m\n\n{fused}{entry}").out
    assert len(out.splitlines()) == 6
    assert out.splitlines()[-1].startswith("private       40 functions: fused.0, ")
