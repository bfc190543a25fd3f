"""Complex zeros, infinities and NaNs: what C's Annex G says of functions, and of division."""

from __future__ import annotations

import cmath
import itertools
import math

import numpy as np
import pytest

from stablehlo_tools import ops

INF, NAN = math.inf, math.nan
PARTS = (0.0, -0.0, 0.5, 1.0, -1.0, 2.0, -2.0, INF, -INF, NAN)
NUMBERS = [complex(*parts) for parts in itertools.product(PARTS, PARTS)]

FUNCTIONS = {
    "acos": cmath.acos, "acosh": cmath.acosh, "asin": cmath.asin, "asinh": cmath.asinh, "atan": cmath.atan,
    "atanh": cmath.atanh, "cosh": cmath.cosh, "cosine": cmath.cos, "exponential": cmath.exp,
    "log": cmath.log, "sine": cmath.sin, "sinh": cmath.sinh, "sqrt": cmath.sqrt, "tan": cmath.tan,
    "tanh": cmath.tanh,
}  # fmt: skip

# Where revisions of C say otherwise, or two limits are as good: exp(-inf + inf i) is 0 or NaN.
OPEN = {
    "acosh": lambda z: z.real == 0 and math.isnan(z.imag),
    "exponential": lambda z: z.real == -INF and math.isinf(z.imag),
    "tan": lambda z: math.isnan(z.real) and z.imag == 0,
    "tanh": lambda z: z.real == 0 and math.isnan(z.imag),
}


def agree(part: float, expected: float, *, has_sign: bool) -> bool:
    """Whether parts of results are the same; the sign of a zero or an infinity may be open."""
    if not has_sign:
        part, expected = abs(part), abs(expected)
    if math.isnan(expected) or expected == 0:
        same_sign = math.copysign(1, part) == math.copysign(1, expected)
        return math.isnan(part) if math.isnan(expected) else part == 0 and same_sign
    return math.isclose(part, expected, rel_tol=1e-6)


def close(result: complex, expected: complex, *, has_signs: bool) -> bool:
    """Whether both parts agree."""
    parts = ((result.real, expected.real), (result.imag, expected.imag))
    return all(agree(part, other, has_sign=has_signs) for part, other in parts)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str, dtype: type) -> None:
    compared = 0
    for z, result in zip(NUMBERS, getattr(ops, name)(np.array(NUMBERS, dtype)), strict=True):
        try:
            expected = FUNCTIONS[name](z)
        except (ValueError, OverflowError):  # Python's way to say that it is invalid, or infinite
            continue
        if name in OPEN and OPEN[name](z):
            continue
        # Annex G leaves signs open of what comes of a NaN, or of two infinities
        has_signs = not cmath.isnan(z) and not (math.isinf(z.real) and math.isinf(z.imag))
        assert close(complex(result), expected, has_signs=has_signs), (z, result, expected)
        compared += 1
    assert compared > 75


@pytest.mark.parametrize(
    ("lhs", "rhs", "expected"),
    [
        # by zero: infinities in the direction of lhs, or opposite if the real part of the zero is -0.0
        (complex(1, 2), complex(0, 0), complex(INF, INF)),
        (complex(1, -2), complex(0, -0.0), complex(INF, -INF)),
        (complex(1, 2), complex(-0.0, 0), complex(-INF, -INF)),
        (complex(1, INF), complex(0, 0), complex(INF, INF)),
        (complex(1, 0), complex(0, 0), complex(INF, NAN)),
        (complex(0, 0), complex(0, 0), complex(NAN, NAN)),
        (complex(NAN, NAN), complex(0, 0), complex(NAN, NAN)),
        # infinite by finite: infinite, also beside a NaN
        (complex(INF, NAN), complex(1, 0), complex(INF, NAN)),
        (complex(NAN, -INF), complex(2, 0), complex(NAN, -INF)),
        (complex(INF, 0), complex(1, 1), complex(INF, -INF)),
        (complex(INF, INF), complex(1, 1), complex(INF, NAN)),
        (complex(INF, INF), complex(1, -2), complex(NAN, INF)),
        # finite by infinite: zero
        (complex(1, 1), complex(INF, 0), complex(0, 0)),
        (complex(1, 2), complex(INF, NAN), complex(0, 0)),
        (complex(-1, -1), complex(INF, INF), complex(-0.0, 0)),
        (complex(0, 0), complex(-INF, 1), complex(0, -0.0)),
        # infinite by infinite
        (complex(INF, 0), complex(INF, 0), complex(NAN, NAN)),
        # huge, with intermediate products that overflow
        (complex(1e300, 1e300), complex(1e300, 1e300), complex(1, 0)),
    ],
)
def test_quotients(lhs: complex, rhs: complex, expected: complex) -> None:
    quotient = ops.divide(np.array([lhs, 6 + 2j]), np.array([rhs, 2 - 0j]))
    assert close(complex(quotient[0]), expected, has_signs=True), quotient[0]
    assert quotient[1] == 3 + 1j
    assert close(complex(ops.divide(np.array(lhs), np.array(rhs))), expected, has_signs=True)


def test_the_reciprocal_root_of_an_infinity_is_zero() -> None:
    infinities = [complex(INF, 0), complex(0, INF), complex(-INF, 1), complex(NAN, INF)]
    assert (ops.rsqrt(np.array(infinities)) == 0).all()
