"""Functions of complex numbers, by functions of their parts."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from stablehlo_tools.ir.types import F64
from stablehlo_tools.rewrite.formulas import Formula, formula
from stablehlo_tools.rewrite.rewriter import LEGALIZE, Match, legalization
from stablehlo_tools.rewrite.rules.legalize_functions import has_sign, most_and_ratio
from stablehlo_tools.rewrite.rules.linear_algebra import matrices
from stablehlo_tools.rewrite.rules.special_functions import cosh, from_parts, sinh, times_cosine, times_sine
from stablehlo_tools.rewrite.terms import Term, on_terms


def _complex(text: str) -> Callable[[Formula], Formula]:
    """Declare a function of complex numbers by those of their parts."""
    return formula(f"{text}  [z is complex]", stage=LEGALIZE, removes="complex_functions", ulp=8)


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
    greater, ratio = most_and_ratio(width, height)
    squares = (height > width).select((height - 1) * (height + 1) + x * x, offset * (offset + 2) + y * y)
    far = greater.apply("log") + (ratio * ratio).apply("log_plus_one") * 0.5
    is_near = (greater > 0.5) & (greater < 2)
    return is_near.select(squares.apply("log_plus_one") * 0.5, far).with_imaginary(y.apply("atan2", x))


@_complex("sqrt(z) ~> complex(the root of (|z| + real(z)) / 2, imag(z) over twice that), or both exchanged")
def _square_root(z: Term) -> Term:
    """The root of the greater part is taken apart, so that no sum overflows."""
    x, y = z.parts()
    width, height = x.apply("abs"), y.apply("abs")
    greater, ratio = most_and_ratio(width, height)
    length = (ratio * ratio + 1).apply("sqrt")
    sum = (width < height).select(ratio, ratio.like(1)) + length
    size = greater.apply("sqrt") * (sum * 0.5).apply("sqrt")
    other = size.equals(0).select(y, y / (size * 2))
    is_left, flipped = has_sign(x), has_sign(y).select(-size, size)
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


def _tanh_parts(x: Term, y: Term, tangent: Term) -> tuple[Term, Term]:
    """W. Kahan, "Branch cuts for complex elementary functions" (1987), of the tangent of y.

    Far from the imaginary axis, where sinh(x)^2 overflows, it is sign(x) + 4 i sin(y) cos(y) exp(-2 |x|).
    """
    far = x.apply("abs") > _TANH_IS_ONE
    sine = sinh(far.select(x.like(0), x))
    square = tangent * tangent + 1
    below = square * sine * sine + 1
    real = square * (sine * sine + 1).apply("sqrt") * sine / below
    small = (x.apply("abs") * -2).apply("exponential") * y.apply("sine") * y.apply("cosine") * 4
    one = has_sign(x).select(x.like(-1), x.like(1))
    return far.select(one, real), far.select(small, tangent / below)


# From here on 1 + (1 + tan(y)^2) sinh(x)^2 rounds to its second term: exp(-40) is less than half an ulp of 1.
_TANH_IS_ONE: Final = 20


@_complex("tanh(z) ~> sinh(z) / cosh(z), of tan(imag(z)) and sinh(real(z))")
def _complex_tanh(z: Term) -> Term:
    x, y = z.parts()
    real, imaginary = _tanh_parts(x, y, y.apply("tan"))
    return real.with_imaginary(imaginary)


@_complex("tan(z) ~> -i * tanh(i * z)")
def _complex_tangent(z: Term) -> Term:
    x, y = z.parts()
    return complex_tangent(x, y, x.apply("tan"))


def complex_tangent(x: Term, y: Term, tangent: Term) -> Term:
    """tan(x + yi), where the tangent of x is given."""
    real, imaginary = _tanh_parts(-y, x, tangent)
    return imaginary.with_imaginary(-real)


_complex("sine(z) ~> complex(sin(x) * cosh(y), cos(x) * sinh(y))")(
    from_parts(lambda x, y: times_sine(cosh)(y, x), lambda x, y: times_cosine(sinh)(y, x))
)
_complex("cosine(z) ~> complex(cos(x) * cosh(y), -sin(x) * sinh(y))")(
    from_parts(lambda x, y: times_cosine(cosh)(y, x), lambda x, y: -times_sine(sinh)(y, x))
)
