"""`shlo infer`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """\
func.func @main(%x: tensor<?x2xf32>, %y: tensor<?xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.abs %x : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
"""
REFINED = """\
module {
  func.func @main(%arg0: tensor<3x2xf32>, %arg1: tensor<?xf32>) -> tensor<3x2xf32> {
    %0 = stablehlo.abs %arg0 : tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
}
"""


@pytest.mark.parametrize(
    "shapes", [["3x2"], ["3x2,?"], ["x=3x2"], ["arg0=3x2,y=?"], ["0=3x2"], ["x=3x2", "--shapes", "y=?"]]
)
def test_a_program_is_refined(shlo: Any, shapes: list[str]) -> None:
    assert shlo("infer", "-", "--shapes", *shapes, stdin=PROGRAM) == (0, REFINED, "")


def test_generic_and_without_shapes(shlo: Any) -> None:
    assert '"stablehlo.abs"' in shlo("infer", "-", "--generic", stdin=PROGRAM).out
    assert shlo("infer", "-", stdin=PROGRAM).out == stablehlo_tools.format(PROGRAM)


def test_the_output_is_written(shlo: Any) -> None:
    assert shlo("infer", "-", "--shapes", "3x2", "-o", "out.mlir", stdin=PROGRAM) == (0, "", "")
    assert Path("out.mlir").read_text() == REFINED
    assert [path.name for path in Path().iterdir()] == ["out.mlir"]


def test_shapes_that_stay_unknown_are_reported(shlo: Any) -> None:
    status, out, err = shlo(
        "infer", "-", "--shapes", "3x2", "--require-static", "-o", "out.mlir", stdin=PROGRAM
    )
    assert status == outcome.FINDINGS
    assert "arguments of `@main` have dynamic shapes: tensor<?xf32>" in err
    assert err.endswith("\n1 error in 1 file\n")
    assert out == ""
    assert not Path("out.mlir").exists()
    assert shlo("infer", "-", "--shapes", "3x2,7", "--require-static", stdin=PROGRAM).status == outcome.CLEAN


@pytest.mark.parametrize("shapes", ["z=3x2", "3x3", "1,2,3", "x=3x2,4", "x=three"])
def test_shapes_that_do_not_fit(shlo: Any, shapes: str) -> None:
    assert shlo("infer", "-", "--shapes", shapes, stdin=PROGRAM).status == outcome.USAGE


def test_programs_that_cannot_be_refined(shlo: Any) -> None:
    assert shlo("infer", "-", stdin=PROGRAM.replace("abs", "abz")).status == outcome.FINDINGS
    assert shlo("infer", "missing.mlir").status == outcome.USAGE
    assert shlo("infer", "-", "--entry", "other", stdin=PROGRAM).status == outcome.USAGE
    add = PROGRAM.replace("tensor<?xf32>", "tensor<?x2xf32>").replace("abs %x", "add %x, %y")
    status, _, err = shlo("infer", "-", "--shapes", "3x2,4x2", stdin=add)
    assert status == outcome.FINDINGS
    assert "error[add_c1]" in err
