"""`shlo extract`: the command line of what `tests/formats/cases` tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

PROGRAM = """\
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  %1 = stablehlo.multiply %0, %y : tensor<2xf32>
  %2 = stablehlo.add %1, %y : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
INPUTS = ("--inputs", "2xf32=1,2", "2xf32=10,20")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.mlir"
    path.write_text(PROGRAM)
    return path


def test_a_slice(shlo: Any, model: Path) -> None:
    done = shlo("extract", model, "--from", "%0", "--to", "%2")
    assert done.status == 0
    assert (
        done.out
        == """\
module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<2xf32>
    %1 = stablehlo.add %0, %arg1 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
"""
    )


def test_a_case_is_replayed_from_its_folder(shlo: Any, model: Path, tmp_path: Path) -> None:
    case = tmp_path / "case"
    assert shlo("extract", model, "--value", "%2", "--from", "%0", *INPUTS, "-o", case).status == 0
    assert np.load(case / "inputs" / "arg0.npy").tolist() == [11, 22]
    assert np.load(case / "outputs" / "out0.npy").tolist() == [120, 460]
    again = shlo("run", case / "module.mlir", "--inputs", case / "inputs", "--expect", case / "outputs")
    assert again.status == 0, again.err


def test_constants(shlo: Any, model: Path, tmp_path: Path) -> None:
    done = shlo("extract", model, "--op", "4", "--constants", *INPUTS, "-o", tmp_path / "op.mlir")
    assert (done.status, done.out) == (0, "")
    assert "func.func @main() -> tensor<2xf32>" in (tmp_path / "op.mlir").read_text()
    assert "[120., 460.]" in shlo("run", tmp_path / "op.mlir").out


def test_each_distinct_operation(shlo: Any, model: Path, tmp_path: Path) -> None:
    done = shlo("extract", model, "--each-op", tmp_path / "ops", *INPUTS)
    assert (done.status, done.err) == (0, f"saved 2 cases to {tmp_path / 'ops'}\n")
    assert sorted(path.name for path in (tmp_path / "ops").iterdir()) == ["0000_add", "0001_multiply"]
    facts = json.loads((tmp_path / "ops" / "0001_multiply" / "case.json").read_text())
    assert (facts["op"], facts["place"]) == ("stablehlo.multiply", f"{model}:3:3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "expected one of --value, --op and --each-op"),
        (("--op", "%0", "--value", "%1"), "expected one of --value, --op and --each-op"),
        (("--op", "%0", "--from", "%x"), "--from: missing --to"),
        (("--from", "%x"), "--from: missing --to"),
        (("--op", "%0", "--constants"), "--constants requires --inputs or --random"),
        (("--op", "%0", "--random"), "--inputs and --random require --output"),
        (("--op", "%9"), "no value is called %9"),
    ],
)
def test_usage(arguments: tuple[str, ...], message: str, shlo: Any, model: Path) -> None:
    done = shlo("extract", model, *arguments)
    assert done.status == 2
    assert message in done.err


def test_an_invalid_program_is_not_cut(shlo: Any, model: Path) -> None:
    model.write_text(PROGRAM.replace("add %x, %y : tensor<2xf32>", "add %x, %y : tensor<3xf32>"))
    assert shlo("extract", model, "--op", "%1").status == 1


def test_what_the_run_does_not_compute(shlo: Any, tmp_path: Path) -> None:
    path = tmp_path / "branch.mlir"
    path.write_text("""\
func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
""")
    done = shlo("extract", path, "--op", "%1", "--inputs", "i1=false", "f32=1", "-o", tmp_path / "case")
    assert done.status == 1
    assert "%1 is not computed in this run" in done.err
    assert not (tmp_path / "case").exists()
