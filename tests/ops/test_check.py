"""Checks that a program makes of its own values."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools import RunError, parse
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.dialects.check import ulps_between
from stablehlo_tools.ops.model.schema import CheckFailed, Unsupported

NAN, INF = math.nan, math.inf
FAR = 2**64 - 1


def test_equality(kernel) -> None:
    expect_eq = kernel("check.expect_eq")
    assert expect_eq(np.array([0.0, 1.0]), np.array([-0.0, 1.0])) == ()
    with pytest.raises(CheckFailed, match=r"nan is not equal to nan at \[1\]; 1 of 2 elements differ"):
        expect_eq(np.array([0.0, NAN]), np.array([0.0, NAN]))
    with pytest.raises(CheckFailed, match=r"^3 is not equal to 4; 1 of 1"):
        kernel("check.expect_eq_const")(np.array(3), value=np.array(4))


def test_tolerance(kernel) -> None:
    expect_almost_eq = kernel("check.expect_almost_eq")
    assert expect_almost_eq(np.array([1.0, NAN, -INF]), np.array([1.00009, NAN, -INF])) == ()
    with pytest.raises(CheckFailed, match=r"within 0.0001 of"):
        expect_almost_eq(np.array([1.0]), np.array([1.0002]))
    assert expect_almost_eq(np.array([1.0]), np.array([1.4]), tolerance=0.5) == ()
    with pytest.raises(CheckFailed, match=r"at \[1\]"):
        kernel("check.expect_almost_eq_const")(np.array([1, 1 + 1j]), value=np.array([1, 1 + 2j]))


@pytest.mark.parametrize(
    ("lhs", "rhs", "ulps"),
    [
        (1.0, 1.0, 0),
        (0.0, -0.0, 0),
        (NAN, NAN, 0),
        (INF, INF, 0),
        (INF, -INF, FAR),
        (NAN, 1.0, FAR),
        (1.0, INF, FAR),
        (5e-324, -5e-324, 2),
        (1.0, 1.0 + 2**-50, 4),
        (-1.7976931348623157e308, 1.7976931348623157e308, 2 * (0x7FEFFFFFFFFFFFFF)),
    ],
)
def test_units_in_the_last_place(lhs, rhs, ulps) -> None:
    assert ulps_between(np.array(lhs), np.array(rhs)) == ulps
    assert ulps_between(np.array(rhs), np.array(lhs)) == ulps


def test_units_in_the_last_place_of_other_types() -> None:
    for dtype, eps in ((np.float16, 2**-10), (np.float32, 2**-23), (ml_dtypes.bfloat16, 2**-7)):
        assert ulps_between(np.array([1], dtype), np.array([1 + 3 * eps], dtype)) == 3
    assert ulps_between(np.array(1 + 1j), np.array(1 + (1 + 2**-51) * 1j)) == 2
    with pytest.raises(Unsupported):
        ulps_between(np.array([1], ml_dtypes.float8_e5m2), np.array([1], ml_dtypes.float8_e5m2))


def test_close(kernel) -> None:
    expect_close = kernel("check.expect_close")
    lhs, rhs = np.array([1.0]), np.array([1.0 + 2**-50])
    assert expect_close(lhs, rhs, max_ulp_difference=4) == ()
    with pytest.raises(CheckFailed, match="1 units in the last place"):
        expect_close(lhs, rhs)
    with pytest.raises(CheckFailed, match="5 to 6 units"):
        expect_close(lhs, rhs, min_ulp_difference=5, max_ulp_difference=6)
    assert expect_close(np.array([INF]), np.array([NAN]), max_ulp_difference=FAR) == ()


@pytest.mark.parametrize(
    ("target", "good", "bad"),
    [("expect_eq", 1.0, 1.001), ("expect_almost_eq", 1.0009, 1.002), ("expect_close", 1 + 2**-51, 1.0001)],
)
def test_custom_calls(kernel, target, good, bad) -> None:
    def call(value):
        operands = (np.array([1.0]), np.array([value]))
        return kernel("custom_call")(operands, call_target_name=f"check.{target}", results=())

    assert call(good) == ()
    with pytest.raises(CheckFailed):
        call(bad)


def test_comparing_custom_call(kernel) -> None:
    def equal(lhs, rhs):
        return kernel("custom_call")(
            (lhs, rhs), call_target_name="check.eq", results=(tensor_type((), "i1"),)
        )[0].item()

    assert equal(np.array([1, 2]), np.array([1, 2])) is True
    assert equal(np.array([1.0]), np.array([1.00009])) is True
    for lhs, rhs in (([1, 2], [1, 3]), ([1.0], [1.001])):
        with pytest.raises(CheckFailed):
            equal(np.array(lhs), np.array(rhs))


def test_a_failed_check_ends_the_run_and_says_where() -> None:
    module = parse("""func.func @main(%x: tensor<2xi32>) {
  check.expect_eq_const %x, dense<[1, 2]> : tensor<2xi32>
  return
}""")
    assert execute(module, [[1, 2]]) == []
    with pytest.raises(RunError, match=r"3 is not equal to 2 at \[1\]") as caught:
        execute(module, [[1, 3]])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "check_failed"
    assert diagnostic.span.begin == (2, 3)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("expected", "which", "words"),
    [
        ("%a", "", None),
        ("%b", ", iteration = 1 : ui32", None),
        ("%b", "", r"2 is not equal to 1"),
        ("%a", ", iteration = 2 : ui32", "saved 2 values; cannot find number 2"),
        ("%c", "", "expected a tensor<1xi64>, found a tensor<i64>"),
    ],
)
def test_what_was_probed_is_compared(expected, which, words) -> None:
    text = f"""
func.func @main() {{
  %a = stablehlo.constant dense<1> : tensor<i64>
  %b = stablehlo.constant dense<2> : tensor<i64>
  %c = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = interpreter.probe %a, probe_id = "x/y" : tensor<i64>
  %1 = interpreter.probe %b, probe_id = "x/y" : tensor<i64>
  %2 = interpreter.probe %c, probe_id = "z" : tensor<1xi64>
  "check.expect_serialized_eq"({expected}) <{{probe_id = "x/y"{which}}}>
    : ({"tensor<1xi64>" if expected == "%c" else "tensor<i64>"}) -> ()
  return
}}"""
    if words is None:
        assert execute(parse(text), []) == []
    else:
        with pytest.raises(RunError, match=words):
            execute(parse(text), [])
