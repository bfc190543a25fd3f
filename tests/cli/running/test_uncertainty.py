"""`shlo run --uncertainty`: what it says, and its verdicts on expected results."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """
func.func @main(%x: tensor<200x8xf32>, %y: tensor<8x200xf32>) -> (tensor<200x200xf32>, tensor<200x8xf32>) {
  %r = stablehlo.dot %x, %y : (tensor<200x8xf32>, tensor<8x200xf32>) -> tensor<200x200xf32>
  %s = stablehlo.negate %x : tensor<200x8xf32>
  return %r, %s : tensor<200x200xf32>, tensor<200x8xf32>
}
"""
X = np.random.default_rng(0).normal(size=(200, 8)).astype(np.float32)
Y = np.random.default_rng(1).normal(size=(8, 200)).astype(np.float32)


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    np.save(tmp_path / "x.npy", X)
    np.save(tmp_path / "y.npy", Y)
    return ["--inputs", str(tmp_path / "x.npy"), str(tmp_path / "y.npy")]


def judged(shlo: Any, tmp_path: Path, inputs: list[str], first: Any, *options: str) -> tuple[int, str]:
    np.savez(tmp_path / "expected.npz", out0=first, out1=-X)
    expect = ["--expect", str(tmp_path / "expected.npz")]
    status, out, _ = shlo("run", "-", *inputs, "--uncertainty", *expect, *options, stdin=PROGRAM)
    return status, out


def test_a_line_for_each_result(shlo: Any, inputs: list[str]) -> None:
    status, out, _ = shlo("run", "-", *inputs, "--uncertainty", stdin=PROGRAM)
    first, second = out.splitlines()
    assert status == outcome.CLEAN
    assert first.startswith("out0: 6.")
    assert " good digits of 7.2 at the median, " in first
    assert "; estimated from 4 runs; proved within " in first
    assert second == "out1: rounding changes nothing; estimated from 4 runs"


def test_right_results_and_wrong_ones(shlo: Any, inputs: list[str], tmp_path: Path) -> None:
    right = X.astype(np.float64) @ Y
    status, out = judged(shlo, tmp_path, inputs, right.astype(np.float32))
    assert (status, out.count("  expected: is the same")) == (outcome.CLEAN, 2)
    wrong = right.astype(np.float32)
    wrong[3, 4] += 1e-3
    status, out = judged(shlo, tmp_path, inputs, wrong)
    assert status == outcome.FINDINGS
    assert "expected: DIFFERS in 1 of " in out
    assert re.search(r"worst at \[3, 4\]: .* exceeded \d+ times\n  off by \S+ sigma overall", out)
    signs = np.sign(np.random.default_rng(2).normal(size=right.shape))
    sigma = stablehlo_tools.uncertainty(PROGRAM, [X, Y]).results[0].sigma
    many = (right + 2 * sigma * signs).astype(np.float32)
    status, out = judged(shlo, tmp_path, inputs, many, "--format", "json")
    assert status == outcome.CLEAN
    assert json.loads(out)["verdicts"]["out0"]["verdict"] == "suspicious"


def test_what_is_wrong_for_one_engine_is_right_for_another(
    shlo: Any, inputs: list[str], tmp_path: Path
) -> None:
    x = (X.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)  # as TF32 truncates
    y = (Y.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
    assert judged(shlo, tmp_path, inputs, x @ y)[0] == outcome.FINDINGS
    assert judged(shlo, tmp_path, inputs, x @ y, "--rounding", "gpu-tf32")[0] == outcome.CLEAN


def test_what_is_not_covered_is_refused(shlo: Any, tmp_path: Path) -> None:
    text = "func.func @main(%x: tensor<complex<f64>>) -> tensor<complex<f64>> {\n"
    text += "  %0 = stablehlo.cbrt %x : tensor<complex<f64>>\n  return %0 : tensor<complex<f64>>\n}\n"
    status, out, _ = shlo("run", "-", "--random", "--uncertainty", stdin=text)
    assert status == outcome.UNSUPPORTED
    assert "the uncertainty of cbrt in f64 is not supported" in out
    assert "<stdin>:2:" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--output", "y.npz"], "--uncertainty cannot be used with --output"),
        (["--rtol", "1e-3"], "--uncertainty cannot be used with tolerances"),
        (["--engine", "xla"], "--uncertainty cannot be used with --engine xla"),
        (["--replicas", "2", "--origins", "ops"], "--origins requires a single process"),
    ],
)
def test_options_that_do_not_go_with_it(shlo: Any, options: list[str], message: str) -> None:
    status, _, err = shlo("run", "-", "--random", "--uncertainty", *options, stdin=PROGRAM)
    assert status == outcome.USAGE
    assert message in err
