"""Elementary functions that some targets compute inexactly, or do not have, in simpler ones."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, F32, I32
from stablehlo_tools.rewrite.formulas import formula, in_single, polynomial
from stablehlo_tools.rewrite.guards import is_common_float, replaced_by_one
from stablehlo_tools.rewrite.rewriter import LEGALIZE, Match, legalization
from stablehlo_tools.rewrite.rules.lower_chlo import mulhi
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, constant, loop, on_terms, reduced

_formula = functools.partial(formula, stage=LEGALIZE)

# -- sines, cosines and tangents --------------------------------------------------------------------

_MANTISSA: Final = {32: 23, 64: 52}


def _pi(bits: int) -> int:
    """Pi times 2^bits, with rounded last digits: Machin's formula."""

    def arctangent_of_inverse(number: int) -> int:
        power = total = (1 << bits) // number
        for odd in range(3, bits, 2):
            power //= -number * number
            total += power // odd
        return total

    return 16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239)


@functools.cache
def _turns(bits: int) -> Sequence[Array]:
    """The turns, modulo 1, in the last bit of floats: three words after the point, each as a column.

    A row is for as many exponents as a word has bits besides the fraction.
    """
    step = bits - _MANTISSA[bits] - 1
    exponents = 1 << step
    last_bit = 1 - exponents // 2 - _MANTISSA[bits]
    precision = exponents + 4 * bits
    turns = (1 << 2 * precision) // (2 * _pi(precision))
    shifts = (precision - (exponent + last_bit + 3 * bits) for exponent in range(0, exponents, step))
    rows = [turns >> shift for shift in shifts]
    dtype = dtype_of(ELEMENT_TYPES[f"ui{bits}"])
    words = (2 * bits, bits, 0)
    return [np.array([row >> word & (1 << bits) - 1 for row in rows], dtype) for word in words]


def _looked_up(table: Array, row: Term) -> Term:
    """The element of a table at each row."""
    match = row.match
    attributes: dict[str, Any] = {
        "offset_dims": [], "collapsed_slice_dims": [0], "operand_batching_dims": [],
        "start_indices_batching_dims": [], "start_index_map": [0], "index_vector_dim": row.rank,
        "slice_sizes": [1], "indices_are_sorted": False,
    }  # fmt: skip
    return constant(match, table).op("gather", row, **attributes)


def _reduced(size: Term) -> tuple[Term, Term]:
    """Numbers that are not negative, less the nearest multiple of pi / 2; and that multiple modulo 4.

    M. H. Payne and R. N. Hanek, "Radian reduction for trigonometric functions" (1983): the turns that a float
    is, in integers, without terms that are whole turns for all of its bits.
    """
    own, width = size.element_type, size.element_type.bits
    unsigned, signed, mantissa = ELEMENT_TYPES[f"ui{width}"], ELEMENT_TYPES[f"i{width}"], _MANTISSA[width]
    bits, step = size.bitcast(unsigned), width - mantissa - 1
    exponent = bits.apply("shift_right_logical", mantissa)
    row = exponent / step
    fraction = (bits & ((1 << mantissa) - 1)) | (1 << mantissa)
    scaled = fraction.apply("shift_left", exponent - row * step)
    index = row.convert(I32)
    first, second, third = (_looked_up(column, index) for column in _turns(width))
    product = scaled * second
    low = product + mulhi(scaled, third)
    high = scaled * first + mulhi(scaled, second) + (low < product).convert(unsigned)
    quarter = (high + (1 << width - 3)).apply("shift_right_logical", width - 2)
    remainder = (high - quarter.apply("shift_left", width - 2)).bitcast(signed)
    unit = 2 * math.pi * 0.5**width
    angle = remainder.convert(own) * unit + low.convert(own) * (unit * 0.5**width)
    is_small = size < math.pi / 4
    return is_small.select(size, angle), is_small.select(quarter.like(0), quarter)


def _series(square: Term, first: int) -> Term:
    """The rest of the series of a sine (from x^3) or of a cosine (from x^4), over the power before."""
    last = 10 if square.element_type == F32 else 17
    signs = (1, 1, -1, -1)
    terms = [signs[power % 4] / math.factorial(power) for power in range(first, last + 1, 2)]
    return square * polynomial(square, terms[::-1])


def _around(x: Term) -> tuple[Term, Term, Term]:
    """The sine and the cosine of the rest of |x|, and the quarter turns before; NaN if x is not finite."""
    r, quarter = _reduced(x.apply("abs"))
    square = r * r
    is_finite = x.apply("abs") < math.inf
    sine = r + r * _series(square, 3)
    cosine = square * _series(square, 4) - square * 0.5 + 1
    return is_finite.select(sine, math.nan), is_finite.select(cosine, math.nan), quarter


@_formula("sine(x) ~> a polynomial of x modulo pi / 2  [x is float]", removes="trigonometry", ulp=4)
@in_single
def _sine(x: Term) -> Term:
    sine, cosine, quarter = _around(x)
    value = (quarter & 1).equals(1).select(cosine, sine)
    return (quarter > 1).apply("xor", has_sign(x)).select(-value, value)


@_formula("cosine(x) ~> a polynomial of x modulo pi / 2  [x is float]", removes="trigonometry", ulp=4)
@in_single
def _cosine(x: Term) -> Term:
    sine, cosine, quarter = _around(x)
    value = (quarter & 1).equals(1).select(sine, cosine)
    return ((quarter + 1) & 2).equals(2).select(-value, value)


@_formula(
    "tan(x) ~> a quotient of polynomials of x modulo pi / 2  [x is float]", removes="trigonometry", ulp=8
)
@in_single
def _tangent(x: Term) -> Term:
    sine, cosine, quarter = _around(x)
    value = (quarter & 1).equals(1).select(-cosine / sine, sine / cosine)
    return has_sign(x).select(-value, value)


# -- exponentials and logarithms beside zero, roots -------------------------------------------------


@_formula("log_plus_one(x) ~> a series of x / (x + 2) where |x| < 1/2  [x is float]", ulp=8)
@in_single
def _log_plus_one(x: Term) -> Term:
    """2 atanh(s) = 2 s + 2 s^3 / 3 + ..., where 2 s is x - s x."""
    ratio = x / (x + 2)
    square = ratio * ratio
    last = 17 if x.element_type == F32 else 35
    series = square * polynomial(square, [2 / power for power in range(last, 1, -2)])
    near = x - ratio * (x - series)
    return (x.apply("abs") < 0.5).select(near, (x + 1).apply("log"))


@_formula("exponential_minus_one(x) ~> its series where |x| < 1/2  [x is float]", ulp=8)
@in_single
def _exponential_minus_one(x: Term) -> Term:
    last = 9 if x.element_type == F32 else 16
    near = x * polynomial(x, [1 / math.factorial(power) for power in range(last, 0, -1)])
    return (x.apply("abs") < 0.5).select(near, x.apply("exponential") - 1)


@_formula("tanh(x) ~> expm1(2 x) / (expm1(2 x) + 2)  [x is float]", ulp=8)
@in_single
def _tanh(x: Term) -> Term:
    size = x.apply("abs")
    power = (size.apply("minimum", 20) * 2).apply("exponential_minus_one")
    value = power / (power + 2)
    value = x.equals(x).select(value, x)
    return has_sign(x).select(-value, value)


@_formula("cbrt(x) ~> a Newton step from exp(log(|x|) / 3)  [x is float]", ulp=4)
@in_single
def _cube_root(x: Term) -> Term:
    size = x.apply("abs")
    root = (size.apply("log") * (1 / 3)).apply("exponential")
    root = root - (root - size / (root * root)) * (1 / 3)
    is_number = (size > 0) & (size < math.inf)
    root = is_number.select(root, size)
    return has_sign(x).select(-root, root)


# -- remainders -------------------------------------------------------------------------------------


@_formula(
    "remainder(x, y) -> while(exponent(x) - exponent(y), mantissa(x)) on integers  "
    "[all are static, and x has type f16, bf16, f32 or f64]",
    when=is_common_float,
    removes="float_remainder",
)
@in_single
def _remainder(x: Term, y: Term) -> Term:
    """Long division, as many bits a step as an integer has left beside a mantissa."""
    own, match = x.element_type, x.match
    mantissa = _MANTISSA[own.bits]
    digits = own.bits - mantissa - 2
    numbers, exponents = zip(*(_scaled(operand.apply("abs")) for operand in (x, y)), strict=True)
    divisor = numbers[1].apply("maximum", 1)

    def step(_: Term, remainder: Term, left: Term) -> Sequence[Term]:
        count = left.apply("maximum", 0).apply("minimum", digits)
        return remainder.apply("shift_left", count).apply("remainder", divisor), left - count

    def goes_on(remainder: Term, left: Term) -> Term:
        return reduced("maximum", left, 0, range(left.rank)) > 0

    start = [numbers[0].apply("remainder", divisor), exponents[0] - exponents[1]]
    steps = (1 << own.bits - mantissa - 1) // digits + 1
    remainder, _ = loop(match, steps, start, step, goes_on)
    power = exponents[1].apply("shift_left", mantissa).bitcast(own)
    value = remainder.convert(own) * 0.5**mantissa * power
    value = (exponents[0] < exponents[1]).select(x.apply("abs"), value)
    value = has_sign(x).select(-value, value)
    is_finite = x.apply("abs") < math.inf
    return (is_finite & (y.apply("abs") > 0)).select(value, math.nan)


def _scaled(size: Term) -> tuple[Term, Term]:
    """The mantissa of a number that is not negative, as an integer, and its exponent above the least one."""
    mantissa = _MANTISSA[size.element_type.bits]
    bits = size.bitcast(ELEMENT_TYPES[f"i{size.element_type.bits}"])
    exponent = bits.apply("shift_right_logical", mantissa)
    fraction = bits & ((1 << mantissa) - 1)
    whole = (exponent > 0).select(fraction | (1 << mantissa), fraction)
    return whole, exponent.apply("maximum", 1)


# -- angles -----------------------------------------------------------------------------------------

# (atan(t) / t - 1) / t^2 as polynomials of t^2 through its values at Chebyshev's points, for t < tan(pi / 8).
_ANGLES: Final = {
    32: (-0.06451719, 0.10743668, -0.1426395, 0.1999954, -0.3333333176),
    64: (
        -0.019175404711104935, 0.03923044778479309, -0.050854078345894844, 0.05858140904866328,
        -0.06664510525508936, 0.07692183125376892, -0.0909090457530649, 0.11111111015187018,
        -0.14285714284665682, 0.19999999999995516, -0.3333333333333333,
    ),
}  # fmt: skip


@_formula("atan2(y, x) ~> a polynomial of min(|x|, |y|) / max(|x|, |y|)  [y is float]", ulp=4)
@in_single
def _angle(y: Term, x: Term) -> Term:
    height, width = y.apply("abs"), x.apply("abs")
    greater, t = most_and_ratio(width, height)
    t = greater.equals(0).select(greater, t)
    is_steep = t > math.tan(math.pi / 8)
    u = is_steep.select((t - 1) / (t + 1), t)
    angle = u + u * (u * u) * polynomial(u * u, _ANGLES[u.element_type.bits])
    angle = is_steep.select(angle + math.pi / 4, angle)
    angle = (height > width).select(math.pi / 2 - angle, angle)
    angle = has_sign(x).select(math.pi - angle, angle)
    return has_sign(y).select(-angle, angle)


def most_and_ratio(width: Term, height: Term) -> tuple[Term, Term]:
    """The greater of two magnitudes, and the lesser over it: 1 if they are equal, as infinities may be."""
    greater, lesser = width.apply("maximum", height), width.apply("minimum", height)
    return greater, greater.equals(lesser).select(greater.like(1), lesser / greater)


def has_sign(x: Term) -> Term:
    """Whether numbers are negative, or -0: few targets have bit casts."""
    return x.equals(0).select(x.like(1) / x, x) < 0


# -- powers ----------------------------------------------------------------------------------------


@legalization(
    "power(x, y) ~> power(abs(x), y), negated or NaN where x is negative  "
    "[x is float, and it has 16, 32 or 64 bits]",
    error=2,  # powers of -x need not be those of x: numpy's with AVX-512 are not
    removes="negative_base",
    when=lambda match, x, y: tensor(x).element_type.bits in (16, 32, 64) and replaced_by_one(x, y) is None,
)
@on_terms
def _power_of_magnitude(match: Match, x: Term, y: Term) -> Term:
    magnitude = x.apply("abs")
    # logarithms of 0 and of 1 would be multiplied by 0 and by infinity
    is_one = y.equals(0) | magnitude.equals(1)
    size = is_one.select(x.like(1), magnitude).apply("power", is_one.select(x.like(1), y))
    half = y * 0.5
    is_whole = y.apply("floor").equals(y)
    is_odd = is_whole & half.apply("floor").compare("NE", half)
    value = (is_odd & has_sign(x)).select(-size, size)
    is_finite = (x < 0) & (x > float("-inf"))
    is_defined = is_whole | ~is_finite
    return is_defined.select(value, float("nan"))
