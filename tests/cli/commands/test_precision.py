"""`shlo precision`, and the origins of `shlo run --uncertainty`: what they write, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

ROOT = Path(__file__).parents[3] / "testdata"
ABSORBED = str(ROOT / "digits" / "absorbed.mlir")
VARIANCE = str(ROOT / "digits" / "variance.mlir")
INTEGERS = """func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.add %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}"""


def test_the_program_is_written_and_what_it_keeps_is_said(shlo: Any, tmp_path: Path) -> None:
    output = tmp_path / "mixed.mlir"
    status, out, _ = shlo("precision", ABSORBED, "--budget", "1e-2", "--random", "-o", str(output))
    assert status == outcome.CLEAN
    before, kept, headings, row, after = out.splitlines()
    assert before.startswith("before: error ")
    assert kept == "keep 1 of 4 ops in f32"
    assert headings.split() == ["share", "type", "rounding", "of", "place"]
    assert row.split("  ")[-1].endswith("absorbed.mlir:4:3")
    assert " as estimated, " in after
    assert after.endswith(" on numpy")
    types = [str(each.results[0].type) for each in stablehlo_tools.load(output).walk() if each.results]
    assert types.count("tensor<4096xf32>") == 4  # of two converts, the sum and the difference


def test_json_has_all_figures(shlo: Any) -> None:
    status, out, _ = shlo("precision", ABSORBED, "--budget", "1e-2", "--random", "--format", "json")
    found = json.loads(out)
    assert status == outcome.CLEAN
    assert found["met"] is True
    assert (found["kept"], found["units"]) == (1, 4)
    assert found["after"]["numpy"] < found["budget"] < found["before"]["numpy"]
    assert found["after"]["engine"] is None
    assert [each["name"] for each in found["operations"]] == ["main/%1"]


def test_markdown_is_a_table(shlo: Any) -> None:
    _, out, _ = shlo("precision", ABSORBED, "--budget", "1e-2", "--random", "--format", "markdown")
    assert [line[:2] for line in out.splitlines()] == ["- ", "- ", "| ", "| ", "| ", "- "]


def test_the_program_may_go_to_standard_output(shlo: Any) -> None:
    status, out, err = shlo("precision", ABSORBED, "--budget", "1e-2", "--random", "-o", "-")
    assert status == outcome.CLEAN
    assert stablehlo_tools.verify(out) == []
    assert "keep 1 of 4 ops in f32" in err


def test_a_budget_that_cannot_be_met_is_said_and_why(shlo: Any) -> None:
    status, out, _ = shlo("precision", ABSORBED, "--budget", "1e-4", "--random")
    assert status == outcome.FINDINGS
    assert "the budget of 0.0001 cannot be met: this is the error with all of them in f32" in out
    assert "100 % of it comes from the rounding of convert of %3, " in out
    assert "help: results are rounded to bf16 at the end; --f32-results returns them in f32" in out


@pytest.mark.parametrize(
    ("stdin", "options", "status", "message"),
    [
        (INTEGERS, ["--budget", "1e-2"], outcome.UNSUPPORTED, "it has no floats"),
        (INTEGERS, [], outcome.USAGE, "Missing option '--budget'"),
        (INTEGERS, ["--budget", "0"], outcome.USAGE, "0.0 is not in the range x>0"),
        (INTEGERS, ["--budget", "1", "--to", "f8"], outcome.USAGE, "'f8' is not one of 'bf16', 'f16'"),
        (
            INTEGERS.replace("i32", "f32"),
            ["--budget", "1e-2"],
            outcome.UNSUPPORTED,
            "rounds to a type narrower than f32; cast it with `--to bf16`, or `to` in Python",
        ),
        (
            INTEGERS.replace("i32", "f64"),
            ["--budget", "1e-2"],
            outcome.UNSUPPORTED,
            "cannot estimate the uncertainty of f64",
        ),
    ],
)
def test_what_is_refused(shlo: Any, stdin: str, options: list[str], status: int, message: str) -> None:
    got, out, err = shlo("precision", "-", "--random", *options, stdin=stdin)
    assert (got, message in out + err) == (status, True)


def test_origins_are_a_table_below_the_estimate(shlo: Any) -> None:
    options = ["--random", "normal:300,1", "--uncertainty", "--origins", "ops"]
    status, out, _ = shlo("run", VARIANCE, *options)
    assert status == outcome.CLEAN
    estimate, empty, headings, first, *_ = out.splitlines()
    assert (estimate.split(":")[0], empty) == ("out0", "")
    assert headings.split()[:3] == ["share", "amplified", "type"]
    assert " reduce %" in first
    _, out, _ = shlo("run", VARIANCE, *options, "--format", "markdown")
    assert out.splitlines()[0].startswith("- out0: ")
    assert out.splitlines()[2].startswith("| share | amplified | type | ")


def test_a_drawing_is_colored_by_origins(shlo: Any, tmp_path: Path) -> None:
    options = ["--random", "normal:300,1", "--uncertainty", "--origins", "ops", "--format", "json"]
    _, out, _ = shlo("run", VARIANCE, *options)
    (tmp_path / "origins.json").write_text(out, encoding="utf-8")
    page = tmp_path / "variance.html"
    status, _, _ = shlo("show", VARIANCE, "--overlay", str(tmp_path / "origins.json"), "-o", str(page))
    assert status == outcome.CLEAN
    assert "share (origins.json)" in page.read_text(encoding="utf-8")


def test_origins_need_an_estimate(shlo: Any) -> None:
    status, _, err = shlo("run", VARIANCE, "--random", "--origins", "ops")
    assert status == outcome.USAGE
    assert "--origins: missing --uncertainty" in err


def test_a_loop_that_does_not_end_in_the_narrow_type_is_stopped(shlo: Any) -> None:
    """256 + 1 is 256 in bf16, so that 300 is never reached."""
    text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %most = stablehlo.constant dense<300.0> : tensor<f32>
      %0 = stablehlo.while(%a = %x) : tensor<f32>
      cond {
        %1 = stablehlo.compare LT, %a, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.add %a, %x : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }
      return %0 : tensor<f32>
    }"""
    options = ["--inputs", "f32=1", "--to", "bf16", "--budget", "1e-2", "--max-steps", "2000"]
    status, out, err = shlo("precision", "-", *options, stdin=text)
    assert status == outcome.FINDINGS
    assert "error[max_steps]" in out + err


def test_a_program_of_several_processes_is_not_covered(shlo: Any) -> None:
    text = f"module attributes {{mhlo.num_replicas = 2 : i32}} {{\n{INTEGERS.replace('i32', 'bf16')}\n}}"
    status, _, err = shlo("precision", "-", "--random", "--budget", "1e-2", stdin=text)
    assert status == outcome.USAGE
    assert "expected a program of one process, found 2 processes" in err
