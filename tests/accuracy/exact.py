"""Exact values of functions, in units of which kernels are measured.

MPFR, through gmpy2, where it is installed; else mpmath, which is a hundred times slower. Both round
each function once, to `BITS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import mpmath

BITS: Final = 300  # a difference of 10^-40 of the operands still has 50 digits

try:
    import gmpy2
except ImportError:
    gmpy2 = None
else:
    gmpy2.get_context().precision = BITS
    gmpy2.get_context().emax, gmpy2.get_context().emin = 1 << 30, -(1 << 30)

mpmath.mp.prec = BITS
Function = Callable[..., Any]


def number(value: Any) -> Any:
    """A float or a complex number, exactly."""
    if gmpy2 is None:
        return mpmath.mpmathify(value)
    return gmpy2.mpc(value, BITS) if isinstance(value, complex) else gmpy2.mpfr(value, BITS)


def _logistic(x: Any) -> Any:
    return 1 / (1 + _EXP(-x))


def _bessel_i1e(x: Any) -> Any:
    x = _in_mpmath(x)
    return number_of_mpmath(mpmath.besseli(1, x) * mpmath.exp(-abs(x)))


def _remainder(x: Any, y: Any) -> Any:
    """With the sign of x; both are rational, so that their quotient is exact as a fraction."""
    from fractions import Fraction

    a, b = Fraction(float(x)), Fraction(float(y))
    return number(float(a - b * int(a / b))) if b else number(float("nan"))


def _in_mpmath(x: Any) -> Any:
    return mpmath.mpf(float(x)) if gmpy2 is not None else x


def number_of_mpmath(value: Any) -> Any:
    """A number of mpmath, rounded to BITS."""
    value = mpmath.re(value)
    if gmpy2 is None:
        return value
    if mpmath.isnan(value) or mpmath.isinf(value):
        return gmpy2.mpfr(float(value))
    sign, mantissa, exponent, _ = value._mpf_
    whole = gmpy2.mpfr(-mantissa if sign else mantissa, BITS)
    return gmpy2.mul_2exp(whole, exponent) if exponent >= 0 else gmpy2.div_2exp(whole, -exponent)


def _by_mpfr() -> dict[str, Function]:
    def lgamma(x: Any) -> Any:
        return gmpy2.lgamma(x)[0]

    return {
        "cbrt": gmpy2.cbrt, "cosine": gmpy2.cos, "exponential": gmpy2.exp, "log": gmpy2.log,
        "exponential_minus_one": gmpy2.expm1, "log_plus_one": gmpy2.log1p, "rsqrt": gmpy2.rec_sqrt,
        "sine": gmpy2.sin, "sqrt": gmpy2.sqrt, "tan": gmpy2.tan, "tanh": gmpy2.tanh, "atan2": gmpy2.atan2,
        "power": lambda x, y: x**y, "acos": gmpy2.acos, "acosh": gmpy2.acosh, "asin": gmpy2.asin,
        "asinh": gmpy2.asinh, "atan": gmpy2.atan, "atanh": gmpy2.atanh, "cosh": gmpy2.cosh,
        "digamma": gmpy2.digamma, "erf": gmpy2.erf, "erfc": gmpy2.erfc, "lgamma": lgamma, "sinh": gmpy2.sinh,
    }  # fmt: skip


def _by_mpmath() -> dict[str, Function]:
    def cbrt(x: Any) -> Any:
        return mpmath.sign(x) * mpmath.cbrt(abs(x))

    def lgamma(x: Any) -> Any:
        return mpmath.re(mpmath.loggamma(x))

    return {
        "cbrt": cbrt, "cosine": mpmath.cos, "exponential": mpmath.exp, "log": mpmath.log,
        "exponential_minus_one": mpmath.expm1, "log_plus_one": mpmath.log1p,
        "rsqrt": lambda x: 1 / mpmath.sqrt(x), "sine": mpmath.sin, "sqrt": mpmath.sqrt, "tan": mpmath.tan,
        "tanh": mpmath.tanh, "atan2": mpmath.atan2, "power": mpmath.power, "acos": mpmath.acos,
        "acosh": mpmath.acosh, "asin": mpmath.asin, "asinh": mpmath.asinh, "atan": mpmath.atan,
        "atanh": mpmath.atanh, "cosh": mpmath.cosh, "digamma": mpmath.digamma, "erf": mpmath.erf,
        "erfc": mpmath.erfc, "lgamma": lgamma, "sinh": mpmath.sinh,
    }  # fmt: skip


_SHARED: Final[Mapping[str, Function]] = {
    "logistic": _logistic, "bessel_i1e": _bessel_i1e,
    "add": lambda x, y: x + y, "subtract": lambda x, y: x - y, "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y, "remainder": _remainder, "square": lambda x: x * x,
}  # fmt: skip
REAL: Final[Mapping[str, Function]] = {**(_by_mpmath() if gmpy2 is None else _by_mpfr()), **_SHARED}
_EXP: Final = REAL["exponential"]


def inverse_erf(x: Any, near: Any) -> Any:
    """The inverse error function at x, by steps of Newton from a number that is near."""
    exponential, erf = _EXP, REAL["erf"]
    slope = 2 / REAL["sqrt"](number(mpmath.pi if gmpy2 is None else gmpy2.const_pi(BITS)))
    for _ in range(2):
        near = near - (erf(near) - x) / (slope * exponential(-near * near))
    return near


# -- complex numbers -------------------------------------------------------------------------------------

_LIBRARY: Final = mpmath if gmpy2 is None else gmpy2  # of the same names; by MPC, with gmpy2


def _complex_expm1(z: Any) -> Any:
    """(expm1(x) cos(y) - 2 sin(y / 2)^2) + i exp(x) sin(y)."""
    half = REAL["sine"](z.imag / 2)
    real = REAL["exponential_minus_one"](z.real) * REAL["cosine"](z.imag) - 2 * half * half
    return real + number(1j) * (_EXP(z.real) * REAL["sine"](z.imag))


def _complex_log1p(z: Any) -> Any:
    x, y = z.real, z.imag
    if abs(1 + z) < 0.5 or abs(z) > 2:
        return _LIBRARY.log(1 + z)
    return REAL["log_plus_one"](2 * x + x * x + y * y) / 2 + number(1j) * REAL["atan2"](y, 1 + x)


def _complex_logistic(z: Any) -> Any:
    if abs(z.real) > BITS:
        return _LIBRARY.exp(z) if z.real < 0 else number(1 + 0j)
    return 1 / (1 + _LIBRARY.exp(-z))


COMPLEX: Final[Mapping[str, Function]] = {
    **{name: getattr(_LIBRARY, name) for name in
       ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "log", "sinh", "sqrt", "tan", "tanh")},
    **{name: _SHARED[name] for name in ("add", "subtract", "multiply", "divide", "square")},
    "cosine": _LIBRARY.cos, "sine": _LIBRARY.sin, "exponential": _LIBRARY.exp,
    "cbrt": lambda z: _LIBRARY.exp(_LIBRARY.log(z) / 3), "rsqrt": lambda z: 1 / _LIBRARY.sqrt(z),
    "logistic": _complex_logistic, "power": lambda x, y: x**y,
    "exponential_minus_one": _complex_expm1, "log_plus_one": _complex_log1p,
}  # fmt: skip
