"""Complex division, for which numpy returns NaN in cases with zeros or infinities."""

from __future__ import annotations

import numpy as np

from stablehlo_tools.ir.arrays import Array


def complex_quotient(lhs: Array, rhs: Array) -> Array:
    """lhs / rhs, with infinities and division by zero as in C (ISO/IEC 9899, G.5.1)."""
    quotient = np.asarray(np.divide(lhs, rhs))
    if np.isfinite(quotient).all() and np.isfinite(rhs).all():
        return quotient
    lhs, rhs = np.broadcast_arrays(lhs, rhs)
    by_zero = (rhs == 0) & ~(np.isnan(lhs.real) & np.isnan(lhs.imag))
    infinity = np.copysign(np.inf, rhs.real)
    _assign(quotient, by_zero, infinity * lhs.real, infinity * lhs.imag)
    # lhs / rhs = lhs conj(rhs) / |rhs|^2: unless both parts of the product are NaN, it has the quotient's
    # signs
    product = lhs * np.conjugate(rhs)
    is_infinite = np.isinf(lhs) & np.isfinite(rhs) & (rhs != 0)
    _assign(quotient, is_infinite, product.real, product.imag)
    is_open = is_infinite & np.isnan(product.real) & np.isnan(product.imag)
    product = _direction(lhs) * np.conjugate(rhs)
    _assign(quotient, is_open, np.inf * product.real, np.inf * product.imag)
    product = lhs * np.conjugate(_direction(rhs))
    _assign(quotient, np.isfinite(lhs) & np.isinf(rhs), 0 * product.real, 0 * product.imag)
    return quotient


def _assign(target: Array, where: Array, real: Array, imag: Array) -> None:
    np.copyto(target.real, real, where=where)
    np.copyto(target.imag, imag, where=where)


def _direction(infinite: Array) -> Array:
    """The direction of infinite numbers: 1 for infinite parts, 0 for others, with their signs."""
    direction = np.empty_like(infinite)
    direction.real = np.copysign(np.isinf(infinite.real), infinite.real)
    direction.imag = np.copysign(np.isinf(infinite.imag), infinite.imag)
    return direction
