"""The error function, its complement and its inverse.

Sources of the coefficients, highest power first:

* erf in f32: XLA's rational approximation (ErfImpl32 in xla/hlo/builder/lib/math.cc), to agree with XLA in
  the last digits;
* erfc in f32: our own polynomial fit to nine digits, computed in f64;
* erf and erfc in f64: S. L. Moshier, Cephes Mathematical Library, ndtr.c (T, U; P, Q; R, S);
* erf_inv: M. Giles, "Approximating the erfinv function", GPU Computing Gems Jade Edition (2011), double, also
  for f32.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import Array

# Elements per block: the arrays of a polynomial's steps, of 128 or 256 KiB, stay in the L2 cache.
_BLOCK = 1 << 15


def _in_blocks(function: Callable[[Array], Any]) -> Callable[[Array], Array]:
    @functools.wraps(function)
    def compute(x: Array) -> Array:
        if x.size <= _BLOCK:
            return np.asarray(function(x))
        flat = x.reshape(-1)
        result = np.empty_like(flat)
        for start in range(0, flat.size, _BLOCK):
            result[start : start + _BLOCK] = function(flat[start : start + _BLOCK])
        return result.reshape(x.shape)

    return compute


def _polynomial(x: Array, coefficients: Sequence[float]) -> Array:
    result = np.asarray(x * coefficients[0] + coefficients[1])
    for coefficient in coefficients[2:]:
        result *= x
        result += coefficient
    return result


# --- erf and erfc -----------------------------------------------------------------------------------

ERF_F32_ABOVE = (
    -2.72614237e-10, 2.77068146e-08, -2.10102394e-06, -5.69250624e-05, -0.000734990637,
    -0.0029546, -0.0160960332,
)  # fmt: skip
ERF_F32_BELOW = (
    -1.45660715e-05, -0.000213374049, -0.00168282702, -0.00737332925, -0.0142647391,
)  # fmt: skip
ERF_F64_ABOVE = (
    9.604973739870516, 90.02601972038427, 2232.005345946843, 7003.325141128051, 55592.30130103949,
)  # fmt: skip
ERF_F64_BELOW = (
    1.0, 33.56171416475031, 521.3579497801527, 4594.323829709801, 22629.000061389095,
    49267.39426086359,
)  # fmt: skip


@_in_blocks
def erf(x: Array) -> Any:
    """The error function."""
    if x.dtype == np.float32:
        near = np.clip(x, -4, 4)
        square = near * near
        # multiply last: x P(x^2) / Q(x^2) would round P x to a subnormal for the smallest x
        factor = _polynomial(square, ERF_F32_ABOVE) / _polynomial(square, ERF_F32_BELOW)
        return np.clip(near * factor, -1, 1)
    return np.where(np.abs(x) < 1, x + _excess_of_erf(x), 1 - _erfc_from_one(x))


@_in_blocks
def erfc(x: Array) -> Any:
    """The complementary error function, accurate also where it is small."""
    if x.dtype == np.float32:
        return _erfc_f32(x.astype(np.float64)).astype(np.float32)
    return np.where(np.abs(x) < 1, (1 - x) - _excess_of_erf(x), _erfc_from_one(x))


def _erfc_f32(x: Array) -> Any:
    """erfc(x) for f32, in f64: exp(-x^2) s P(1 - s) with s = 6 / (|x| + 3), which maps [0, inf) to (0, 2]."""
    size = np.abs(x)
    step = 6 / (size + 3)
    erfc_of_size = np.exp(-size * size) * step * _polynomial(1 - step, ERFC_F32)
    return np.where(x < 0, 2 - erfc_of_size, erfc_of_size)


ERFC_F32 = (
    -1.812180117332e-06, 3.306099409475e-06, 1.673721204614e-05, -4.424568497606e-05,
    -9.074721844657e-05, 0.0005046512800716, -0.0002022331449561, -0.004470929581224,
    0.01992131013175, -0.05174457553317, 0.09837139257009, -0.1472324078219, 0.1790011511754,
)  # fmt: skip


def _excess_of_erf(x: Array) -> Array:
    """erf(x) - x in f64 for |x| < 1: about an eighth of x, so that its rounding errors count little."""
    square = x * x
    return x * _polynomial(square, _EXCESS_ABOVE) / _polynomial(square, ERF_F64_BELOW)


_EXCESS_ABOVE = tuple(
    above - below for above, below in zip((0.0, *ERF_F64_ABOVE), ERF_F64_BELOW, strict=True)
)


_ERFC_F64_ABOVE = (
    2.461969814735305e-10, 0.5641895648310689, 7.463210564422699, 48.63719709856814,
    196.5208329560771, 526.4451949954773, 934.5285271719576, 1027.5518868951572,
    557.5353353693994,
)  # fmt: skip
ERFC_F64_BELOW = (
    1.0, 13.228195115474499, 86.70721408859897, 354.9377788878199, 975.7085017432055,
    1823.9091668790973, 2246.3376081871097, 1656.6630919416134, 557.5353408177277,
)  # fmt: skip
_ERFC_F64_TAIL_ABOVE = (
    0.5641895835477551, 1.275366707599781, 5.019050422511805, 6.160210979930536,
    7.4097426995044895, 2.9788666537210022,
)  # fmt: skip
ERFC_F64_TAIL_BELOW = (
    1.0, 2.2605286322011726, 9.396035249380015, 12.048953980809666, 17.08144507475659,
    9.608968090632859, 3.369076451000815,
)  # fmt: skip


# exp(x^2) erfc(x) is slope / (x + offset), within an eighth from 1 on, where slope is its limit times x. With
# quotients P / Q of what is left, rounding errors of P and Q count little.
ERFC_SLOPE, ERFC_OFFSET = 1 / math.sqrt(math.pi), 0.25


def _excess_of_erfc(above: Sequence[float], below: Sequence[float]) -> tuple[float, ...]:
    """The coefficients of (x + offset) P(x) - slope Q(x), each rounded once."""
    padded = [0.0] * (len(above) + 1 - len(below)) + [*below]
    slope, offset = Fraction(ERFC_SLOPE), Fraction(ERFC_OFFSET)
    terms = zip((*above, 0.0), (0.0, *above), padded, strict=True)
    return tuple(float(Fraction(a) + offset * Fraction(b) - slope * Fraction(q)) for a, b, q in terms)


ERFC_EXCESS = _excess_of_erfc(_ERFC_F64_ABOVE, ERFC_F64_BELOW)
ERFC_TAIL_EXCESS = _excess_of_erfc(_ERFC_F64_TAIL_ABOVE, ERFC_F64_TAIL_BELOW)


def _erfc_from_one(x: Array) -> Array:
    """erfc(x) in f64 for 1 <= |x|."""
    size = np.abs(x)
    near = _polynomial(size, ERFC_EXCESS) / _polynomial(size, ERFC_F64_BELOW)
    far = _polynomial(size, ERFC_TAIL_EXCESS) / _polynomial(size, ERFC_F64_TAIL_BELOW)
    factor = (ERFC_SLOPE + np.where(size < 8, near, far)) / (size + ERFC_OFFSET)
    # exp(-x^2) = exp(-c^2 / 2)^2 exp((c - x)(c + x)), with c = x rounded to f32, so that c^2 is exact: the
    # rounding error of x^2 would be magnified by x^2. Two halves, since exp(-c^2) may underflow before the
    # product.
    coarse = np.asarray(x, np.float32).astype(np.float64)
    half = np.exp(-coarse * coarse / 2)
    erfc_of_size = half * (half * np.exp((coarse - x) * (coarse + x)) * factor)
    erfc_of_size = np.where(size > ERFC_ENDS, 0, erfc_of_size)
    return np.where(x < 0, 2 - erfc_of_size, erfc_of_size)


ERFC_ENDS = 27.3  # erfc(27.3) is less than the smallest subnormal


# --- the inverse ------------------------------------------------------------------------------------

INVERSE_F64_CENTRE = (
    -3.64441206401782e-21, -1.6850591381820166e-19, 1.28584807152564e-18, 1.1157877678025181e-17,
    -1.333171662854621e-16, 2.0972767875968562e-17, 6.637638134358324e-15, -4.054566272975207e-14,
    -8.151934197605472e-14, 2.6335093153082323e-12, -1.2975133253453532e-11,
    -5.415412054294628e-11, 1.0512122733215323e-09, -4.112633980346984e-09,
    -2.9070369957882005e-08, 4.2347877827932404e-07, -1.3654692000834679e-06,
    -1.3882523362786469e-05, 0.00018673420803405714, -0.000740702534166267, -0.006033670871430149,
    0.24015818242558962, 1.6536545626831027,
)  # fmt: skip
INVERSE_F64_MIDDLE = (
    2.2137376921775787e-09, 9.075656193888539e-08, -2.7517406297064545e-07,
    1.8239629214389228e-08, 1.5027403968909828e-06, -4.013867526981546e-06,
    2.9234449089955446e-06, 1.2475304481671779e-05, -4.7318229009055734e-05,
    6.828485145957318e-05, 2.4031110387097894e-05, -0.0003550375203628475, 0.0009532893797373805,
    -0.0016882755560235047, 0.002491442096107851, -0.003751208507569241, 0.005370914553590064,
    1.0052589676941592, 3.0838856104922208,
)  # fmt: skip
INVERSE_F64_TAIL = (
    -2.7109920616438573e-11, -2.555641816996525e-10, 1.5076572693500548e-09,
    -3.789465440126737e-09, 7.61570120807834e-09, -1.496002662714924e-08, 2.914795345090108e-08,
    -6.771199775845234e-08, 2.2900482228026655e-07, -9.9298272942317e-07, 4.526062597223154e-06,
    -1.968177810553167e-05, 7.599527703001776e-05, -0.00021503011930044477,
    -0.00013871931833623122, 1.0103004648645344, 4.849906401408584,
)  # fmt: skip


@_in_blocks
def erf_inv(x: Array) -> Any:
    """The inverse error function: infinite for -1 and 1, NaN outside of [-1, 1]."""
    wide = x.astype(np.float64, copy=False)
    size = np.abs(wide)
    # log(1 - x^2) is accurate in the first form for small x, in the second for x near 1
    distance = -np.where(size < 0.5, np.log1p(-wide * wide), np.log((1 - wide) * (1 + wide)))
    inverse, is_end = wide * _inverse_factor(distance), size == 1
    return (np.where(is_end, wide * np.inf, inverse) if is_end.any() else inverse).astype(x.dtype)


def _inverse_factor(distance: Array) -> Array:
    factor = _polynomial(distance - 3.125, INVERSE_F64_CENTRE)
    for least, shift, coefficients in (
        (6.25, 3.25, INVERSE_F64_MIDDLE), (16.0, 5.0, INVERSE_F64_TAIL),
    ):  # fmt: skip
        beyond = ~(distance < least)
        if not beyond.any():
            break
        factor[beyond] = _polynomial(np.sqrt(distance[beyond]) - shift, coefficients)
    return factor
