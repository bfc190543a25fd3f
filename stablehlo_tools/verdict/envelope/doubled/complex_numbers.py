"""Operations on complex numbers of 106 bits: arithmetic by their parts, and Fourier transforms."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.verdict.envelope.doubled.rules import (
    DOUBLED,
    OF_COMPLEX,
    PI,
    DoubledOp,
    cosine,
    doubled,
    joined,
    parts,
    scaled,
    sine,
    sqrt,
)

OF_COMPLEX.register("real")(lambda site, a: parts(a)[0])
OF_COMPLEX.register("imag")(lambda site, a: parts(a)[1])
OF_COMPLEX.register("complex")(lambda site, a, b: joined(doubled(a), doubled(b)))


@OF_COMPLEX.register("abs")
def _magnitude(site: DoubledOp, a: Any) -> DoubleDouble:
    """The magnitude, computed with the larger part scaled to about 1 by a power of two."""
    size = np.fmax(*(np.abs(part.high) for part in parts(a)))
    exponent = np.frexp(np.where(np.isfinite(size), size, 0.0))[1]
    x, y = (scaled(part, -exponent) for part in parts(a))
    root = sqrt(x * x + y * y)
    return scaled(root, exponent).where(np.isfinite(size) & (size > 0), doubled(np.abs(doubled(a).high)))


@OF_COMPLEX.register("multiply")
def multiplied(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """Products, computed in f64 where they are not finite."""
    (x, y), (u, v) = parts(a), parts(b)
    return _or_plain(joined(x * u - y * v, x * v + y * u), site, a, b)


@OF_COMPLEX.register("divide")
def _divided(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    """The product with the conjugate over the squared magnitude of a divisor that is scaled to about 1."""
    exponent = np.frexp(np.fmax(*(np.abs(part.high) for part in parts(b))))[1]
    (x, y), (u, v) = parts(a), (scaled(part, -exponent) for part in parts(b))
    square = u * u + v * v
    quotients = ((x * u + y * v) / square, (y * u - x * v) / square)
    return _or_plain(joined(*(scaled(quotient, -exponent) for quotient in quotients)), site, a, b)


@OF_COMPLEX.register("sign")
def _sign(site: DoubledOp, a: Any) -> DoubleDouble:
    size = _magnitude(site, a)
    quotients = joined(*(part / size for part in parts(a)))
    return quotients.where(np.isfinite(quotients.high), doubled(site.kernel(np.asarray(a))))


def _or_plain(x: DoubleDouble, site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    is_finite = np.isfinite(x.high) & np.isfinite(x.low)
    return x if is_finite.all() else x.where(is_finite, doubled(site.kernel(*map(np.asarray, (a, b)))))


# -- Fourier transforms -------------------------------------------------------------------------

_MOST_TURNED: Final = 1 << 24  # products for one prime factor of a length


@DOUBLED.register("fft")
@OF_COMPLEX.register("fft")
def _transform(site: DoubledOp, a: Any) -> DoubleDouble:
    """The transform along each of the last dimensions; RFFT keeps half of the frequencies of the last one."""
    kind, lengths = site.attributes["fft_type"], site.attributes["fft_length"]
    x, sign = doubled(a), -1 if kind in ("FFT", "RFFT") else 1
    x = x if x.high.dtype.kind == "c" else joined(x, doubled(0.0))
    if not x.high.size or 0 in lengths:
        return doubled(site.kernel(x.high.real if kind == "RFFT" else x.high))
    for axis in range(-len(lengths), 0):
        if kind == "IRFFT" and axis == -1:
            x = x.changed(
                lambda half: np.concatenate([half, half[..., (lengths[-1] - 1) // 2 : 0 : -1].conj()], -1)
            )
        turned = functools.partial(np.swapaxes, axis1=axis, axis2=-1)
        x = _transforms(site, x.changed(turned), sign).changed(turned)
    if sign > 0:
        x = joined(*(part / doubled(float(math.prod(lengths))) for part in parts(x)))
    if kind == "IRFFT":
        return parts(x)[0]
    return x.changed(lambda half: half[..., : lengths[-1] // 2 + 1]) if kind == "RFFT" else x


def _transforms(site: DoubledOp, x: DoubleDouble, sign: int) -> DoubleDouble:
    """The transform along the last axis, from those of every p-th element (J. Cooley and J. Tukey, 1965)."""
    *batch, size = x.high.shape
    factor = next((p for p in range(2, math.isqrt(size) + 1) if size % p == 0), size)
    if size < 2:
        return x
    if factor * x.high.size > _MOST_TURNED:
        raise Unsupported("the uncertainty of a Fourier transform of this length in f64 is not supported")
    count = size // factor
    x = _transforms(site, x.changed(lambda half: half.reshape(*batch, count, factor).swapaxes(-1, -2)), sign)
    turns, first = np.arange(factor)[:, np.newaxis], np.arange(count)
    x = multiplied(site, x, _waves(turns * first, size, sign))
    total = doubled(np.zeros((*batch, factor, count), np.complex128))
    waves = _waves(np.arange(factor), factor, sign)
    for place in interruptible(range(factor)):
        element = x.changed(operator.itemgetter((..., slice(place, place + 1), slice(None))))
        turned = waves.changed(operator.itemgetter(turns * place % factor))
        total = total + multiplied(site, element, turned)
    return total.changed(lambda half: half.reshape(*batch, size))


def _waves(numbers: Array, size: int, sign: int) -> DoubleDouble:
    """The roots of unity exp(2πi sign n / size) for each number n."""
    turn = PI * 2.0 * doubled(sign * (numbers % size)) / doubled(float(size))
    return joined(cosine(turn), sine(turn))
