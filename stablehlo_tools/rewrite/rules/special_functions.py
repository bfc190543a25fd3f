"""Special functions of CHLO as formulas, for which HLO has no opcodes or XLA no code."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from stablehlo_tools.ir.types import ELEMENT_TYPES, F32, F64, integer_range
from stablehlo_tools.ops.numerics import gamma_functions as gamma, special_functions as errors
from stablehlo_tools.rewrite.formulas import (
    Formula,
    formula,
    in_double,
    in_single,
    in_type,
    max_finite,
    polynomial,
    rules,
)
from stablehlo_tools.rewrite.guards import is_common_float
from stablehlo_tools.rewrite.rewriter import LOWER_CHLO, LOWER_HLO
from stablehlo_tools.rewrite.terms import Term

# Logarithms of libraries differ from machine to machine.
_LN2: Final = 0.6931471805599453

# -- of sines and exponentials ------------------------------------------------------------------


@formula("chlo.sinh(x) ~> exp(x) / 2 - exp(-x) / 2, with expm1 where |x| < 1  [x is real]", ulp=8)
@in_single
def sinh(x: Term) -> Term:
    """The hyperbolic sine of floats."""
    near = x.apply("exponential_minus_one")
    near = (near + near / (near + 1)) * 0.5
    return (x.apply("abs") < 1).select(near, _exponential(x) - _exponential(-x))


@formula("chlo.cosh(x) ~> exp(x) / 2 + exp(-x) / 2  [x is real]", ulp=8)
@in_single
def cosh(x: Term) -> Term:
    """The hyperbolic cosine of floats."""
    return _exponential(x) + _exponential(-x)


def _exponential(x: Term) -> Term:
    """e^x / 2, as (e^(x/2))^2 / 2, which may be finite if e^x overflows."""
    root = (x * 0.5).apply("exponential")
    return root * 0.5 * root


def times_cosine(function: Formula) -> Formula:
    """A function of x times the cosine of y."""
    return lambda x, y: function(x) * y.apply("cosine")


def times_sine(function: Formula) -> Formula:
    """The product is a zero where y is, also where the function overflows."""

    def computed(x: Term, y: Term) -> Term:
        value = function(x)
        return y.equals(0).select(value.apply("sign") * y, value * y.apply("sine"))

    return computed


def _one_minus_square(x: Term) -> Term:
    return (-x + 1) * (x + 1)


@formula("chlo.acos(x) ~> 2 * atan2(sqrt((1 - x) * (1 + x)), 1 + x)  [x is real]", ulp=8)
@in_single
def _acos(x: Term) -> Term:
    angle = _one_minus_square(x).apply("sqrt").apply("atan2", x + 1) * 2
    return x.equals(-1).select(x.like(math.pi), angle)


@formula("chlo.asinh(x) ~> sign(x) * log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))  [x is real]", ulp=8)
@in_single
def _asinh(x: Term) -> Term:
    size = x.apply("abs")
    square = size * size
    near = (size + square / ((square + 1).apply("sqrt") + 1)).apply("log_plus_one")
    return x.apply("sign") * (size < math.sqrt(max_finite(x))).select(near, size.apply("log") + _LN2)


@formula("chlo.acosh(x) ~> log1p(x - 1 + sqrt((x - 1) * (x + 1)))  [x is real]", ulp=8)
@in_single
def _acosh(x: Term) -> Term:
    beyond = x - 1
    near = (beyond + (beyond * (x + 1)).apply("sqrt")).apply("log_plus_one")
    value = (x < math.sqrt(max_finite(x))).select(near, x.apply("log") + _LN2)
    return (x < 1).select(x.like(math.nan), value)


rules(LOWER_HLO, """
chlo.asin(x) ~> atan2(x, sqrt((-x + 1) * (x + 1)))                  [x is real]
chlo.atanh(x) ~> (log_plus_one(x) - log_plus_one(-x)) * 0.5         [x is real]
""", within=in_single, ulp=8)  # fmt: skip


# Of complex numbers: W. Kahan, "Branch cuts for complex elementary functions" (1987). XLA has opcodes for
# these, but no code for complex operands on CPUs.


def _square_roots(x: Term, y: Term) -> tuple[Term, Term, Term, Term]:
    """The parts of sqrt(1 - z) and of sqrt(1 + z)."""
    minus = (-x + 1).with_imaginary(-y).apply("sqrt")
    plus = (x + 1).with_imaginary(y).apply("sqrt")
    return *minus.parts(), *plus.parts()


def _asin_real(x: Term, y: Term) -> Term:
    a, b, c, d = _square_roots(x, y)
    return x.apply("atan2", a * c - b * d)


def _asin_imaginary(x: Term, y: Term) -> Term:
    """The sign is that of y: XLA's square root loses that of -0, which selects the side of a branch cut."""
    a, b, c, d = _square_roots(x, y)
    return _copy_sign(_asinh(a * d - b * c).apply("abs"), y)


def _copy_sign(size: Term, y: Term) -> Term:
    """A magnitude with the sign of y, including that of a zero."""
    return (y.apply("atan2", y.like(-1)) < 0).select(-size, size)


def _acos_real(x: Term, y: Term) -> Term:
    a, _, c, _ = _square_roots(x, y)
    return a.apply("atan2", c) * 2


def _atanh_real(x: Term, y: Term) -> Term:
    """log1p(4 |x| / (gap^2 + y^2)) / 4, gap being 1 - |x|, with the sign of x.

    Both sides of the quotient are divided by the greater of gap and y, whose squares may overflow. Where gap
    is zero and y small, so may the quotient: there it is log((4 + y^2) / y^2) / 4.
    """
    size, height = x.apply("abs"), y.apply("abs")
    gap = (-size + 1).apply("abs")
    scale = gap.apply("maximum", height)
    value = (size / scale * 4 / (gap / scale * gap + height / scale * height)).apply("log_plus_one") * 0.25
    beside = (height * height + 4).apply("log") * 0.25 - height.apply("log") * 0.5
    is_beside = size.equals(1) & (height < 1)
    return x.apply("sign") * is_beside.select(beside, value)


def _atanh_imaginary(x: Term, y: Term) -> Term:
    return (y * 2).apply("atan2", _one_minus_square(x) - y * y) * 0.5


# Complex functions by their real and imaginary parts; where one part of z is NaN, both of the result may be.
_COMPLEX: Final[Sequence[tuple[str, Formula, Formula]]] = (
    ("acos", _acos_real, lambda x, y: -_asin_imaginary(x, y)),
    # acosh z is i acos z or -i acos z: |Im acos z|, and Re acos z with the sign of y, also that of a zero
    ("acosh", lambda x, y: _asin_imaginary(x, y).apply("abs"), lambda x, y: _copy_sign(_acos_real(x, y), y)),
    ("asin", _asin_real, _asin_imaginary),
    # asinh z = i asin(-i z), atan z = i atanh(-i z), and -i z = y - i x
    ("asinh", lambda x, y: -_asin_imaginary(y, -x), lambda x, y: _asin_real(y, -x)),
    ("atan", lambda x, y: -_atanh_imaginary(y, -x), lambda x, y: _atanh_real(y, -x)),
    ("atanh", _atanh_real, _atanh_imaginary),
    ("cosh", times_cosine(cosh), times_sine(sinh)),
    ("sinh", times_cosine(sinh), times_sine(cosh)),
)


def from_parts(real: Formula, imaginary: Formula) -> Formula:
    """A complex function from its real and imaginary parts, functions of (x, y)."""

    def computed(z: Term) -> Term:
        x, y = z.parts()
        return real(x, y).with_imaginary(imaginary(x, y))

    return computed


for _name, _real, _imaginary in _COMPLEX:
    _pattern = f"chlo.{_name}(z) ~> complex(Re {_name}(z), Im {_name}(z)), each of real(z) and imag(z)"
    formula(f"{_pattern}  [z is complex]", ulp=8)(from_parts(_real, _imaginary))


# -- the error function -------------------------------------------------------------------------


def _erf_near_zero(x: Term) -> Term:
    square = x * x
    factor = polynomial(square, errors.ERF_F64_ABOVE) / polynomial(square, errors.ERF_F64_BELOW)
    return x * factor


def _erf_single(x: Term) -> Term:
    near = x.apply("maximum", -4).apply("minimum", 4)
    square = near * near
    factor = polynomial(square, errors.ERF_F32_ABOVE) / polynomial(square, errors.ERF_F32_BELOW)
    return (near * factor).apply("maximum", -1).apply("minimum", 1)


@formula("chlo.erf(x) ~> x * polynomials of x^2, 1 - erfc(x) in f64", stage=LOWER_CHLO, ulp=8)
def _erf(x: Term) -> Term:
    if x.element_type != F64:
        return in_type(F32, _erf_single)(x)
    return (x.apply("abs") < 1).select(_erf_near_zero(x), -_erfc_from_one(x) + 1)


@formula("chlo.erfc(x) ~> exp(-x^2) * polynomials, in f64", ulp=8)
@in_double
def _erfc(x: Term) -> Term:
    return (x.apply("abs") < 1).select(-_erf_near_zero(x) + 1, _erfc_from_one(x))


def _erfc_from_one(x: Term) -> Term:
    size = x.apply("abs")
    near = polynomial(size, errors.ERFC_EXCESS) / polynomial(size, errors.ERFC_F64_BELOW)
    far = polynomial(size, errors.ERFC_TAIL_EXCESS) / polynomial(size, errors.ERFC_F64_TAIL_BELOW)
    factor = ((size < 8).select(near, far) + errors.ERFC_SLOPE) / (size + errors.ERFC_OFFSET)
    # exp(-x^2) in three factors, as in the kernel
    coarse = x.convert(F32).convert(F64)
    half = (-coarse * coarse * 0.5).apply("exponential")
    correction = ((coarse - x) * (coarse + x)).apply("exponential")
    tail = half * (half * correction * factor)
    tail = (size > errors.ERFC_ENDS).select(x.like(0), tail)
    return (x < 0).select(-tail + 2, tail)


# M. Giles, "Approximating the erfinv function", GPU Computing Gems Jade Edition (2011), single.
_INVERSE_CENTRE: Final = (
    2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
    -0.00125372503, -0.00417768164, 0.246640727, 1.50140941,
)  # fmt: skip
_INVERSE_TAIL: Final = (
    -0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
    0.00943887047, 1.00167406, 2.83297682,
)  # fmt: skip


def _erf_inv_single(x: Term) -> Term:
    distance = -(-x * x).apply("log_plus_one")
    centre = polynomial(distance - 2.5, _INVERSE_CENTRE)
    tail = polynomial(distance.apply("sqrt") - 3, _INVERSE_TAIL)
    return _at_the_ends(x, x * (distance < 5).select(centre, tail))


def _erf_inv_double(x: Term) -> Term:
    near, far = (-x * x).apply("log_plus_one"), _one_minus_square(x).apply("log")
    distance = -(x.apply("abs") < 0.5).select(near, far)
    root = distance.apply("sqrt")
    centre = polynomial(distance - 3.125, errors.INVERSE_F64_CENTRE)
    middle = polynomial(root - 3.25, errors.INVERSE_F64_MIDDLE)
    tail = polynomial(root - 5, errors.INVERSE_F64_TAIL)
    factor = (distance < 6.25).select(centre, (distance < 16).select(middle, tail))
    return _at_the_ends(x, x * factor)


def _at_the_ends(x: Term, inside: Term) -> Term:
    return x.apply("abs").equals(1).select(x * math.inf, inside)


@formula("chlo.erf_inv(x) ~> x * polynomials of log1p(-x^2)", ulp=64)
def _erf_inv(x: Term) -> Term:
    is_double = x.element_type == F64
    return _erf_inv_double(x) if is_double else in_type(F32, _erf_inv_single)(x)


# -- the Bessel function ------------------------------------------------------------------------


@formula("chlo.bessel_i1e(x) ~> power series near zero, asymptotic series beyond, in f64", ulp=8)
@in_double
def _bessel_i1e(x: Term) -> Term:
    size = x.apply("abs")
    near = size.apply("minimum", gamma.BESSEL_FROM)
    square = near * near * 0.25
    series = near * 0.5 * polynomial(square, gamma.BESSEL) * (-near).apply("exponential")
    far = size.apply("maximum", gamma.BESSEL_FROM)
    term = total = far.like(1)
    for k in range(1, gamma.ASYMPTOTIC_TERMS):
        term = term * ((2 * k - 1) ** 2 - 4) / (far * (8 * k))
        total = total + term
    beyond = total / (far.apply("sqrt") * math.sqrt(2 * math.pi))
    return x.apply("sign") * (size < gamma.BESSEL_FROM).select(series, beyond)


# -- the next number ----------------------------------------------------------------------------


@formula(
    "chlo.next_after(x, y) -> the bits of x, plus or minus 1  [x has type f16, bf16, f32 or f64]",
    when=is_common_float,
)
def _next_after(x: Term, y: Term) -> Term:
    """The bits of the magnitude plus or minus one: their order as integers is that of the magnitudes."""
    element_type = x.element_type
    bits = ELEMENT_TYPES[f"i{element_type.bits}"]
    sign, size = integer_range(bits)  # the bits of -0, and all others
    own, other = x.bitcast(bits), y.bitcast(bits)
    is_other_side = (own & sign).compare("NE", other & sign)
    is_larger = (own & size) > (other & size)
    step = (is_other_side | is_larger).select(own.like(-1), 1)
    is_zero = (own & size).equals(0)
    moved = is_zero.select((other & sign) | 1, own + step).bitcast(element_type)
    is_number = x.equals(x) & y.equals(y)
    return x.equals(y).select(y, is_number.select(moved, math.nan))
