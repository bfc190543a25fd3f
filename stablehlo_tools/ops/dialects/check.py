"""The ops of the check dialect, and custom calls like them: assertions of a program on its values.

A check that fails stops the run. The specification has no constraints for these ops: the numbers here are our
own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ir.arrays import described, is_inexact
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.declare import Array, Constant, FloatOrComplexTensor, Tensor, Text, op
from stablehlo_tools.ops.model.processes import ThisProcess
from stablehlo_tools.ops.model.schema import SAME, AttributeRule, CheckFailed, Unsupported
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target

Tolerance = Annotated[float, AttributeRule("real", element_type="f64")]
Count = Annotated[int, AttributeRule("integer")]

_MOST_ULPS = (1 << 64) - 1
_TOLERANCE = 1e-4


# --- what is checked --------------------------------------------------------------------------------


def _parts(operand: Array) -> list[Array]:
    """The real and imaginary parts of complex numbers; other numbers themselves."""
    return [operand.real, operand.imag] if operand.dtype.kind == "c" else [operand]


def almost_equal(lhs: Array, rhs: Array, tolerance: float) -> Array:
    """Whether both parts of lhs and rhs differ by at most `tolerance`; NaNs are equal to each other."""
    near = np.ones(lhs.shape, bool)
    for left, right in zip(_parts(lhs), _parts(rhs), strict=True):
        left, right = left.astype(np.float64), right.astype(np.float64)
        same = (left == right) | (np.isnan(left) & np.isnan(right))
        near &= same | (np.abs(left - right) <= tolerance)
    return near


def ulps_between(lhs: Array, rhs: Array) -> Array:
    """The distance of lhs and rhs in units in the last place; for complex numbers, that of the farther part.

    NaNs are equal to each other. NaNs and infinities are infinitely far (2^64 - 1) from all other values.
    """
    parts = zip(_parts(lhs), _parts(rhs), strict=True)
    real, *imaginary = (_real_ulps(left, right) for left, right in parts)
    return np.maximum(real, *imaginary) if imaginary else real


def _real_ulps(lhs: Array, rhs: Array) -> Array:
    left, right = _ordinal(lhs), _ordinal(rhs)
    # a difference of two int64 may overflow int64, but fits uint64
    distance = np.where(left > right, left.view("u8") - right.view("u8"), right.view("u8") - left.view("u8"))
    both_nan = np.isnan(lhs) & np.isnan(rhs)
    is_far = ~(np.isfinite(lhs) & np.isfinite(rhs)) & (lhs != rhs) & ~both_nan
    return np.where(both_nan, 0, np.where(is_far, np.uint64(_MOST_ULPS), distance)).astype(np.uint64)


def _ordinal(operand: Array) -> Array:
    """Integers that differ by one for adjacent floats; 0 for both zeros."""
    if operand.dtype.itemsize == 1:
        raise Unsupported(f"a distance in units in the last place is not supported for {operand.dtype}")
    bits = operand.view(f"i{operand.dtype.itemsize}")
    least = np.int64(np.iinfo(bits.dtype).min)
    return np.where(bits < 0, least - bits, bits.astype(np.int64))


def _require(holds: Array, lhs: Array, rhs: Array, relation: str) -> None:
    """Raise CheckFailed with the first failing element unless all elements of `holds` are true."""
    if holds.all():
        return
    index = np.unravel_index(int(np.argmin(holds)), holds.shape)
    where = f" at [{', '.join(map(str, index))}]" if index else ""
    failures = holds.size - int(np.count_nonzero(holds))
    raise CheckFailed(
        f"{lhs[index]} is not {relation} {rhs[index]}{where}; {failures:,} of {holds.size:,} elements differ"
    )


def _require_equal(lhs: Array, rhs: Array) -> None:
    _require(np.asarray(lhs == rhs), lhs, rhs, "equal to")


def _require_almost_equal(lhs: Array, rhs: Array, tolerance: float) -> None:
    _require(almost_equal(lhs, rhs, tolerance), lhs, rhs, f"within {tolerance:g} of")


def _require_close(lhs: Array, rhs: Array, least: int, most: int) -> None:
    ulps = ulps_between(lhs, rhs)
    holds = (np.uint64(least) <= ulps) & (ulps <= np.uint64(most))
    span = f"{most}" if least == 0 else f"{least} to {most}"
    _require(holds, lhs, rhs, f"{span} units in the last place from")


# --- the ops ----------------------------------------------------------------------------------------

_check = functools.partial(op, dialect="check", outputs="", has_effects=True)
_SAME = "C1  type(lhs) = type(rhs)"
_CONSTANT = "C1  type(lhs) = type(value)"


@_check(_SAME, format=SAME)
def expect_eq(lhs: Tensor, rhs: Tensor) -> tuple[()]:
    """Fail unless lhs and rhs are equal.

    A NaN is not equal to anything; zeros are equal whatever their sign.
    """
    _require_equal(lhs, rhs)
    return ()


@_check(_CONSTANT, format="$lhs, $value:literal : {operands}{attrs}")
def expect_eq_const(lhs: Tensor, *, value: Constant) -> tuple[()]:
    """Fail unless lhs equals value, as in expect_eq."""
    _require_equal(lhs, value)
    return ()


@_check(_SAME, format="$operands*?[, tolerance = $tolerance]?{attrs} : {same}")
def expect_almost_eq(
    lhs: FloatOrComplexTensor, rhs: FloatOrComplexTensor, *, tolerance: Tolerance = _TOLERANCE
) -> tuple[()]:
    """Fail unless lhs and rhs differ by at most tolerance. NaNs are equal to each other."""
    _require_almost_equal(lhs, rhs, tolerance)
    return ()


@_check(_CONSTANT, format="$lhs, $value:literal : {operands}?[, tolerance = $tolerance]?{attrs}")
def expect_almost_eq_const(
    lhs: FloatOrComplexTensor, *, value: Constant, tolerance: Tolerance = _TOLERANCE
) -> tuple[()]:
    """Fail unless lhs and value differ by at most tolerance. NaNs are equal to each other."""
    _require_almost_equal(lhs, value, tolerance)
    return ()


@_check("""
C1  type(actual) = type(expected)
C2  0 <= min_ulp_difference <= max_ulp_difference
""", format="$actual, $expected, max_ulp_difference = $max_ulp_difference:ui64"
    "?[, min_ulp_difference = $min_ulp_difference:ui64]? :{attrs} {operands}")  # fmt: skip
def expect_close(
    actual: FloatOrComplexTensor,
    expected: FloatOrComplexTensor,
    *,
    max_ulp_difference: Count = 1,
    min_ulp_difference: Count = 0,
) -> tuple[()]:
    """Fail unless actual and expected are min to max units in the last place apart."""
    _require_close(actual, expected, min_ulp_difference, max_ulp_difference)
    return ()


@_check(format="$expected, probe_id = $probe_id?[, iter = $iteration:ui32]?{attrs} : {same}")
def expect_serialized_eq(
    expected: Tensor, *, probe_id: Text, iteration: Count = 0, process: ThisProcess
) -> tuple[()]:
    """Fail unless expected equals the value that interpreter.probe saved under probe_id in this iteration."""
    probed = process.probed(probe_id)
    if not 0 <= iteration < len(probed):
        raise CheckFailed(f"probe {probe_id!r} saved {len(probed)} values; cannot find number {iteration}")
    value = probed[iteration]
    if (value.dtype, value.shape) != (expected.dtype, expected.shape):
        raise CheckFailed(f"probe {probe_id!r}: expected a {described(expected)}, found a {described(value)}")
    _require_equal(expected, value)
    return ()


# --- custom calls -----------------------------------------------------------------------------------


def _target(name: str, require: Callable[[Array, Array], None]) -> None:
    """Register a custom call that applies `require` to its two operands."""

    @custom_call_target(name)
    def target(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
        lhs, rhs = inputs
        require(lhs, rhs)
        return ()


_target("check.expect_eq", _require_equal)
_target("check.expect_almost_eq", lambda lhs, rhs: _require_almost_equal(lhs, rhs, 1e-3))
_target("check.expect_close", lambda lhs, rhs: _require_close(lhs, rhs, 0, 3))


@custom_call_target("check.eq")
def _eq(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Any]:
    """True; fails unless all elements of two tensors are equal, or almost equal for floats."""
    lhs, rhs = inputs
    if is_inexact(lhs.dtype):
        _require_almost_equal(lhs, rhs, _TOLERANCE)
    else:
        _require_equal(lhs, rhs)
    return (np.array(True),)
