"""What elementwise functions of numbers are, computed with many more digits than any type has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import mpmath
import numpy as np
from mpmath import mp

from stablehlo_tools.ir.arrays import dtype_of, element_type_of, round_to
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType
from tests.differential.draw import Array

_DIGITS = 50  # of a difference of numbers that agree in almost all digits of a double, enough remain
_LARGEST = 1e25  # the sine of larger numbers takes more digits
_SLOW = {"bessel_i1e", "digamma", "erf_inv", "lgamma", "polygamma", "zeta"}  # of large arguments


def _sign(x: Any) -> Any:
    return x / abs(x) if x else x


def _atan2(y: Any, x: Any) -> Any:
    if isinstance(y, mpmath.mpf):
        return mp.atan2(y, x)
    return -1j * mp.log((x + 1j * y) / mp.sqrt(x * x + y * y))


def _zeta(x: Any, q: Any) -> Any:
    if q <= 0 and q == mp.floor(q):  # a pole, at which mpmath takes a second or two to give up
        raise ZeroDivisionError
    return mp.zeta(x, q) if x > 1 else mp.nan


EXACT: Final[dict[str, Callable[..., Any]]] = {
    "abs": abs,
    "acos": mp.acos, "acosh": mp.acosh, "asin": mp.asin, "asinh": mp.asinh, "atan": mp.atan,
    "atanh": mp.atanh, "atan2": _atan2,
    "bessel_i1e": lambda x: mp.besseli(1, x) * mp.exp(-abs(x)),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)) if isinstance(x, mpmath.mpf) else mp.cbrt(x),
    "cosh": mp.cosh, "cosine": mp.cos, "digamma": mp.digamma,
    "divide": lambda x, y: x / y, "erf": mp.erf, "erf_inv": mp.erfinv, "erfc": mp.erfc,
    "exponential": mp.exp, "exponential_minus_one": lambda x: mp.exp(x) - 1,
    "lgamma": lambda x: mp.log(abs(mp.gamma(x))) if x < 30 else mp.loggamma(x),
    "log": mp.log, "log_plus_one": lambda x: mp.log(1 + x),
    "logistic": lambda x: 1 / (1 + mp.exp(-x)), "multiply": lambda x, y: x * y,
    "power": lambda x, y: x**y, "rsqrt": lambda x: 1 / mp.sqrt(x), "sign": _sign, "sine": mp.sin,
    "sinh": mp.sinh, "sqrt": mp.sqrt, "square": lambda x: x * x, "tan": mp.tan, "tanh": mp.tanh,
    "polygamma": lambda n, x: mp.psi(int(n), x), "zeta": _zeta,
}  # fmt: skip


def exact(mnemonic: str, operands: Sequence[Any]) -> Array | None:
    """An op of finite scalars, rounded once to their type; None for what has no such value."""
    if not operands:
        return None
    type = element_type_of(np.asarray(operands[0]).dtype)
    if type.kind in ("signed", "unsigned"):
        return _exact_integer(mnemonic, type, *map(int, operands))
    function = EXACT.get(mnemonic)
    if function is None or not all(np.isfinite(x) for x in operands):
        return None
    is_far = mnemonic == "polygamma" and float(operands[0]) < 200 and float(operands[1]) > 1
    if mnemonic in _SLOW and not is_far and not all(1e-30 < abs(float(x)) < 1e5 for x in operands):
        return None
    mp.dps = _DIGITS
    try:
        value = function(*map(_number, operands))
    except (ValueError, ZeroDivisionError, OverflowError, mpmath.libmp.libhyper.NoConvergence):
        return None
    dtype = np.asarray(operands[0]).dtype
    parts = [value.real, value.imag] if dtype.kind == "c" and mnemonic != "abs" else [value]
    if any(isinstance(part, mpmath.mpc) and part.imag != 0 for part in parts):
        return None  # a real function outside of its domain
    return _rounded([mp.re(part) for part in parts], dtype)


def _exact_integer(mnemonic: str, type: ElementType, *operands: int) -> Array | None:
    """The op of integers, modulo the width of their type; None for an op that is not on the list."""
    if mnemonic == "power":
        base, exponent = operands
        value = pow(base, exponent, 2**type.bits) if exponent >= 0 else _inverse_power(base, exponent)
    elif mnemonic == "mulhi":
        value = operands[0] * operands[1] >> type.bits
    else:
        return None
    value %= 2**type.bits
    if type.kind == "signed" and value >= 2 ** (type.bits - 1):
        value -= 2**type.bits
    return np.array([value]).astype(dtype_of(type))


def _inverse_power(base: int, exponent: int) -> int:
    """base ** exponent, rounded to zero; zero for the infinity that is no integer."""
    return base ** (exponent % 2) if abs(base) == 1 else 0


def _number(x: Any) -> Any:
    if np.asarray(x).dtype.kind == "c":
        return mp.mpc(float(x.real), float(x.imag))
    if abs(float(x)) > _LARGEST and not isinstance(x, (int, np.integer)):
        mp.dps = 400
    return mp.mpf(float(x))


def _rounded(parts: list[Any], dtype: np.dtype[Any]) -> Array:
    """In the type of a part; a double is rounded to as nearest by mpmath as to any type of fewer digits."""
    name = {"complex64": "f32", "complex128": "f64"}.get(dtype.name) or element_type_of(dtype).name
    return round_to(np.array([_double(part) for part in parts]), ELEMENT_TYPES[name])


def _double(x: Any) -> float:
    return float(mp.mpf(x))
