"""`shlo run --trap digits<3`: the first value that has lost its digits, beside a computation by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.cli import outcome

TESTDATA = Path(__file__).parents[3] / "testdata"

CANCELLED = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %big = stablehlo.constant dense<1.0e6> : tensor<4xf32>
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.add %0, %big : tensor<4xf32>
  %2 = stablehlo.subtract %1, %big : tensor<4xf32>
  %3 = stablehlo.exponential %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}"""


def trapped(shlo: Any, text: str, *options: str) -> tuple[int, str]:
    status, out, err = shlo("run", "-", *options, stdin=text)
    return status, out + err


def test_the_first_op_with_too_few_is_named_with_its_values(shlo: Any) -> None:
    status, text = trapped(shlo, CANCELLED, "--inputs", "4xf32=0.3", "--trap", "digits<3")
    assert status == outcome.FINDINGS
    assert "error[few_digits]: subtract has 1." in text
    assert ":5:8" in text
    shown = {
        line.split("=")[-2].split()[-1]: float(line.split("=")[-1])
        for line in text.splitlines()
        if "[0]" in line and "error" not in line
    }
    total = np.float32(np.tanh(0.3)) + np.float32(1e6)
    assert shown["lhs[0]"] == total
    assert shown["result[0]"] == total - np.float32(1e6)
    assert f"without rounding = {np.tanh(np.float64(np.float32(0.3))):.9g}" in text
    assert "while computing main/%2" in text


def test_a_run_whose_values_have_them_prints_its_results(shlo: Any) -> None:
    """The subtraction has 1.3 digits, of 0.29131 and 0.3125."""
    plain, expected = trapped(shlo, CANCELLED, "--inputs", "4xf32=0.3")
    status, text = trapped(shlo, CANCELLED, "--inputs", "4xf32=0.3", "--trap", "digits<1")
    assert (plain, status) == (outcome.CLEAN, outcome.CLEAN)
    assert text == expected


def test_only_the_first_cause_is_warned_of(shlo: Any) -> None:
    status, text = trapped(shlo, CANCELLED, "--inputs", "4xf32=0.3", "--trap", "digits<2.5", "--trap-warn")
    assert status == outcome.FINDINGS
    assert text.count("warning[few_digits]") == 1
    assert "subtract has" in text


def test_other_traps_see_arrays(shlo: Any) -> None:
    text = CANCELLED.replace("exponential %2", "log %2").replace("1.0e6", "0.0")
    status, out = trapped(shlo, text, "--inputs", "4xf32=-0.3", "--trap", "digits<3,nan")
    assert status == outcome.FINDINGS
    assert "error[trap_nan]: log returns NaN at [0]" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trap", "digits"], "--trap digits: missing number of digits, such as 'digits<3'"),
        (["--trap", "digts<3"], "--trap: unknown trap `digts<3`; expected one of nan, "),
        (["--trap", "foo"], "unsigned-overflow, digits<3, all"),
        (["--trap", "digits<3", "--engine", "xla"], "--trap cannot be used with --engine xla"),
    ],
)
def test_what_is_refused(shlo: Any, options: list[str], message: str) -> None:
    status, text = trapped(shlo, CANCELLED, "--inputs", "4xf32=0.3", *options)
    assert (status, message in text) == (outcome.USAGE, True)


@pytest.mark.parametrize("name", ["attention", "attention_grad", "convnet", "linalg", "prng", "sort"])
def test_models_are_what_they_are_without_it(shlo: Any, name: str) -> None:
    """In f32 all their values have two digits; regions, loops, calls and sorts are executed on pairs."""
    model = TESTDATA / "models" / name
    options = ["--inputs", f"{model}.inputs.npz", "--expect", f"{model}.expected.npz"]
    status, out, err = shlo("run", f"{model}.mlir", *options, "--trap", "digits<2")
    assert status == outcome.CLEAN, out + err


def test_loops_and_regions_of_narrow_floats(shlo: Any, tmp_path: Path) -> None:
    """The sum of 0.1 in bf16, step by step: beyond 16, it loses a tenth at each step."""
    text = """func.func @main(%x: tensor<bf16>) -> tensor<bf16> {
      %zero = stablehlo.constant dense<0.0> : tensor<bf16>
      %i0 = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.constant dense<1000> : tensor<i32>
      %0:2 = stablehlo.while(%i = %i0, %a = %zero) : tensor<i32>, tensor<bf16>
      cond {
        %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.add %i, %one : tensor<i32>
        %2 = stablehlo.add %a, %x : tensor<bf16>
        stablehlo.return %1, %2 : tensor<i32>, tensor<bf16>
      }
      return %0#1 : tensor<bf16>
    }"""
    total, exact, steps = ml_dtypes.bfloat16(0), 0.0, 0
    step = ml_dtypes.bfloat16(0.1)
    while exact == 0 or abs(float(total) - exact) / exact < 0.1:
        total, exact, steps = ml_dtypes.bfloat16(total + step), exact + float(step), steps + 1
    status, out = trapped(shlo, text, "--inputs", "bf16=0.1", "--trap", "digits<1")
    assert status == outcome.FINDINGS
    assert f"while computing main/while%0/body[{steps - 1}]/%2" in out


WIDENED = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf64> {
  %one = stablehlo.constant dense<1.0e4> : tensor<4xf32>
  %0 = stablehlo.add %x, %one : tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xf64>
  %2 = stablehlo.convert %one : (tensor<4xf32>) -> tensor<4xf64>
  %3 = stablehlo.subtract %1, %2 : tensor<4xf64>
  return %3 : tensor<4xf64>
}"""


def test_f64_shows_what_f32_has_lost(shlo: Any) -> None:
    """Of 10000.001, f32 has 10000.000977: its f64 difference to 10000 has log10(0.001 / 0.000023) digits."""
    status, out = trapped(shlo, WIDENED, "--inputs", "4xf32=0.001", "--trap", "digits<3")
    assert status == outcome.FINDINGS
    assert "subtract has 1.6 correct digits" in out


def test_digits_are_rounded_down(shlo: Any) -> None:
    """1 + 5.9e-7 is 1 + 5.96e-7 in f32, which leaves log10(5.9 / 0.06) = 1.99 digits: fewer than 2."""
    text = WIDENED.replace("1.0e4", "1.0")
    _, out = trapped(shlo, text, "--inputs", "4xf32=5.9e-7", "--trap", "digits<2")
    assert "subtract has 1.9 correct digits at [0], and fewer than 2 in 4 of 4 elements" in out


def test_digits_of_f64_alone_have_no_wider_type(shlo: Any) -> None:
    text = WIDENED.replace("f32", "f64").replace("%1 = stablehlo.convert", "%1 = stablehlo.negate")
    text = text.replace("%2 = stablehlo.convert", "%2 = stablehlo.negate")
    text = text.replace(": (tensor<4xf64>) -> tensor<4xf64>", ": tensor<4xf64>")
    status, out = trapped(shlo, text, "--inputs", "4xf64=0.001", "--trap", "digits<3")
    assert status == outcome.UNSUPPORTED
    assert "no wider type exists" in out


@pytest.mark.parametrize(
    ("types", "operation"),
    [
        ("%x: tensor<4xf64>", "%0 = stablehlo.is_finite %x : (tensor<4xf64>) -> tensor<4xi1>"),
        (
            "%x: tensor<2x3xf32>, %n: tensor<1xi64>",
            "%0 = stablehlo.dynamic_reshape %x, %n : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>",
        ),
        (
            "%x: tensor<2x?xf32>",
            "%0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>",
        ),
    ],
)
def test_what_only_looks_at_floats_is_executed(shlo: Any, types: str, operation: str) -> None:
    result = operation.rpartition("-> ")[2]
    text = f"func.func @main({types}) -> {result} {{\n{operation}\nreturn %0 : {result}\n}}"
    inputs = ["4xf64=1"] if "f64" in types else ["2x3xf32=1", *(["1xi64=6"] if "%n" in types else [])]
    status, out = trapped(shlo, text, "--inputs", *inputs, "--trap", "digits<3")
    assert status == outcome.CLEAN, out
