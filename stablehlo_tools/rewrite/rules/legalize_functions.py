"""Elementary functions that some targets compute inexactly, or do not have, in simpler ones."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.rewrite.formulas import Formula, formula, in_single, polynomial
from stablehlo_tools.rewrite.guards import is_common_float, replaced_by_one
from stablehlo_tools.rewrite.rewriter import LEGALIZE, Match, legalization
from stablehlo_tools.rewrite.rules.linear_algebra import matrices
from stablehlo_tools.rewrite.rules.lower_chlo import mulhi
from stablehlo_tools.rewrite.rules.special_functions import cosh, from_parts, sinh, times_cosine, times_sine
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import F32, F64, Term, constant, loop, on_terms, reduced

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
    index = row.convert(ELEMENT_TYPES["i32"])
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
    return (quarter > 1).apply("xor", _has_sign(x)).select(-value, value)


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
    return _has_sign(x).select(-value, value)


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
    return _has_sign(x).select(-value, value)


@_formula("cbrt(x) ~> a Newton step from exp(log(|x|) / 3)  [x is float]", ulp=4)
@in_single
def _cube_root(x: Term) -> Term:
    size = x.apply("abs")
    root = (size.apply("log") * (1 / 3)).apply("exponential")
    root = root - (root - size / (root * root)) * (1 / 3)
    is_number = (size > 0) & (size < math.inf)
    root = is_number.select(root, size)
    return _has_sign(x).select(-root, root)


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
    value = _has_sign(x).select(-value, value)
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
    greater, t = _most_and_ratio(width, height)
    t = greater.equals(0).select(greater, t)
    is_steep = t > math.tan(math.pi / 8)
    u = is_steep.select((t - 1) / (t + 1), t)
    angle = u + u * (u * u) * polynomial(u * u, _ANGLES[u.element_type.bits])
    angle = is_steep.select(angle + math.pi / 4, angle)
    angle = (height > width).select(math.pi / 2 - angle, angle)
    angle = _has_sign(x).select(math.pi - angle, angle)
    return _has_sign(y).select(-angle, angle)


def _most_and_ratio(width: Term, height: Term) -> tuple[Term, Term]:
    """The greater of two magnitudes, and the lesser over it: 1 if they are equal, as infinities may be."""
    greater, lesser = width.apply("maximum", height), width.apply("minimum", height)
    return greater, greater.equals(lesser).select(greater.like(1), lesser / greater)


def _has_sign(x: Term) -> Term:
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
    value = (is_odd & _has_sign(x)).select(-size, size)
    is_finite = (x < 0) & (x > float("-inf"))
    is_defined = is_whole | ~is_finite
    return is_defined.select(value, float("nan"))


# -- functions of complex numbers -------------------------------------------------------------------


def _complex(text: str) -> Callable[[Formula], Formula]:
    """Declare a function of complex numbers by those of their parts."""
    return _formula(f"{text}  [z is complex]", removes="complex_functions", ulp=8)


@_complex("log(z) ~> complex(a logarithm of |z|, atan2(imag(z), real(z)))")
def _logarithm(z: Term) -> Term:
    x, y = z.parts()
    return _logarithm_of_sum(x.apply("abs") - 1, x, y)


@_complex("log_plus_one(z) ~> complex(a logarithm of |1 + z|, atan2(imag(z), 1 + real(z)))")
def _logarithm_plus_one(z: Term) -> Term:
    x, y = z.parts()
    return _logarithm_of_sum(x, x + 1, y)


def _logarithm_of_sum(offset: Term, x: Term, y: Term) -> Term:
    """log(x + yi), where |x| = |1 + offset|: without a loss of digits near 1, and without an overflow."""
    width, height = x.apply("abs"), y.apply("abs")
    greater, ratio = _most_and_ratio(width, height)
    squares = (height > width).select((height - 1) * (height + 1) + x * x, offset * (offset + 2) + y * y)
    far = greater.apply("log") + (ratio * ratio).apply("log_plus_one") * 0.5
    is_near = (greater > 0.5) & (greater < 2)
    return is_near.select(squares.apply("log_plus_one") * 0.5, far).with_imaginary(y.apply("atan2", x))


@_complex("sqrt(z) ~> complex(the root of (|z| + real(z)) / 2, imag(z) over twice that), or both exchanged")
def _square_root(z: Term) -> Term:
    """The root of the greater part is taken apart, so that no sum overflows."""
    x, y = z.parts()
    width, height = x.apply("abs"), y.apply("abs")
    greater, ratio = _most_and_ratio(width, height)
    length = (ratio * ratio + 1).apply("sqrt")
    sum = (width < height).select(ratio, ratio.like(1)) + length
    size = greater.apply("sqrt") * (sum * 0.5).apply("sqrt")
    other = size.equals(0).select(y, y / (size * 2))
    is_left, flipped = _has_sign(x), _has_sign(y).select(-size, size)
    real, imaginary = is_left.select(other.apply("abs"), size), is_left.select(flipped, other)
    is_far = height.equals(math.inf)
    return is_far.select(height, real).with_imaginary(is_far.select(y, imaginary))


_complex("rsqrt(z) ~> 1 / sqrt(z)")(lambda z: _reciprocal(_square_root(z)))


def _reciprocal(z: Term) -> Term:
    """1 / z, of the parts over the greater one, whose squares have digits."""
    x, y = z.parts()
    scale = x.apply("abs").apply("maximum", y.apply("abs"))
    a, b = x / scale, y / scale
    below = (a * a + b * b) * scale
    is_far = scale.equals(math.inf)
    return is_far.select(x.like(0), a / below).with_imaginary(is_far.select(x.like(0), -b / below))


@legalization(
    "power(z, w) ~> exp(w * log(z)), with parts in f64  [z is complex]",
    removes="complex_power",
    error=256,
    domain=matrices,
)
@on_terms
def _complex_power(match: Match, z: Term, w: Term) -> Term:
    """In f64, the error of the exponent, w * log(z), is that of the result: w may not be great."""
    return _power_in_double(z, w)


def _power_in_double(z: Term, w: Term) -> Term:
    own, (a, b) = z.parts()[0].element_type, (part.convert(F64) for part in w.parts())
    x, y = (part.convert(F64) for part in z.parts())
    size, angle = _logarithm_of_sum(x.apply("abs") - 1, x, y).parts()
    real, imaginary = _exponential_parts(a * size - b * angle, a * angle + b * size)
    is_zero = x.equals(0) & y.equals(0)
    is_unit = a.equals(0) & b.equals(0)
    at_zero = (a > 0).select(a.like(0), math.nan)
    real = is_unit.select(real.like(1), is_zero.select(at_zero, real))
    imaginary = is_unit.select(real.like(0), is_zero.select(at_zero, imaginary))
    return real.convert(own).with_imaginary(imaginary.convert(own))


@_complex("exponential(z) ~> exp(real(z)) * complex(cos(imag(z)), sin(imag(z)))")
def _exponential(z: Term) -> Term:
    real, imaginary = _exponential_parts(*z.parts())
    return real.with_imaginary(imaginary)


def _exponential_parts(x: Term, y: Term) -> tuple[Term, Term]:
    """The exponential is multiplied in halves, as it may overflow where the result does not."""
    half = (x * 0.5).apply("exponential")
    return half * y.apply("cosine") * half, _zero_with(y, half * y.apply("sine") * half)


def _zero_with(y: Term, value: Term) -> Term:
    """A product with sin(y), which is a zero where y is, also if the other factor is infinite."""
    return y.equals(0).select(y, value)


@_complex("exponential_minus_one(z) ~> complex(expm1(x) * cos(y) - 2 * sin(y / 2)^2, exp(x) * sin(y))")
def _complex_exponential_minus_one(z: Term) -> Term:
    x, y = z.parts()
    half = (y * 0.5).apply("sine")
    power = x.apply("exponential_minus_one")
    real = power * y.apply("cosine") - half * half * 2
    return real.with_imaginary(_exponential_parts(x, y)[1])


@_complex("logistic(z) ~> 1 / (1 + exp(-z))")
def _complex_logistic(z: Term) -> Term:
    """1 + exp(-x) cos(y) is 2 cos(y / 2)^2 + expm1(-x) cos(y), which has more digits beside a pole."""
    x, y = z.parts()
    half = (y * 0.5).apply("cosine")
    real = half * half * 2 + (-x).apply("exponential_minus_one") * y.apply("cosine")
    return _reciprocal(real.with_imaginary(_exponential_parts(-x, -y)[1]))


def _tanh_parts(x: Term, y: Term) -> tuple[Term, Term]:
    """W. Kahan, "Branch cuts for complex elementary functions" (1987)."""
    tangent, far = y.apply("tan"), x.apply("abs") > _TANH_IS_ONE
    sine = sinh(far.select(x.like(0), x))
    square = tangent * tangent + 1
    below = square * sine * sine + 1
    real = square * (sine * sine + 1).apply("sqrt") * sine / below
    small = (x.apply("abs") * -2).apply("exponential") * y.apply("sine") * y.apply("cosine") * 4
    one = _has_sign(x).select(x.like(-1), x.like(1))
    return far.select(one, real), far.select(small, tangent / below)


_TANH_IS_ONE: Final = 20


@_complex("tanh(z) ~> sinh(z) / cosh(z), of tan(imag(z)) and sinh(real(z))")
def _complex_tanh(z: Term) -> Term:
    real, imaginary = _tanh_parts(*z.parts())
    return real.with_imaginary(imaginary)


@_complex("tan(z) ~> -i * tanh(i * z)")
def _complex_tangent(z: Term) -> Term:
    x, y = z.parts()
    real, imaginary = _tanh_parts(-y, x)
    return imaginary.with_imaginary(-real)


_complex("sine(z) ~> complex(sin(x) * cosh(y), cos(x) * sinh(y))")(
    from_parts(lambda x, y: times_sine(cosh)(y, x), lambda x, y: times_cosine(sinh)(y, x))
)
_complex("cosine(z) ~> complex(cos(x) * cosh(y), -sin(x) * sinh(y))")(
    from_parts(lambda x, y: times_cosine(cosh)(y, x), lambda x, y: -times_sine(sinh)(y, x))
)
