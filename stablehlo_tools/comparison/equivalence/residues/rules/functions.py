"""Rules of arithmetic and of functions with laws."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues import angles
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.call import Call
from stablehlo_tools.comparison.equivalence.residues.domain import RULES
from stablehlo_tools.comparison.equivalence.residues.powers import exponential, logarithm, tangent
from stablehlo_tools.comparison.equivalence.residues.roots import cube_root, square_root
from stablehlo_tools.comparison.equivalence.residues.roundings import rounded, shaken
from stablehlo_tools.comparison.equivalence.residues.rules.decisions import note_whole
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, aligned
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.schema import Unsupported

T = FieldTensor
Computation = Callable[..., FieldTensor]


def _exact(compute: Computation, call: Call, *operands: Any) -> Any:
    """A computation that never rounds."""
    return compute(call.arithmetic, *operands)


def _rounding(compute: Computation, call: Call, *operands: Any) -> Any:
    """A computation whose exact result is rounded to the element type."""
    a = call.arithmetic
    return rounded(a, compute(a, *operands), call.element_type, *operands)


def _defined(compute: Computation, call: Call, *operands: Any) -> Any:
    """A function with a definition; uninterpreted if it rounds, or is defined for reals only."""
    a, numbers = call.arithmetic, np.asarray(call.kernel(*(x.numbers for x in operands)))
    if a.rounds or (operands[0].is_complex and compute not in _OF_COMPLEX):
        return a.unknown(call.name, numbers, *operands)
    result = compute(a, *operands)
    if a.marks_beyond:
        numbers = np.where(np.isnan(result.numbers), np.nan, numbers)
    return shaken(a, result.renumbered(numbers), operands)


def _defined_odd(compute: Computation, call: Call, x: T) -> Any:
    """An odd function with a definition over the reals; its roundings are odd too."""
    return _odd(call, x) if call.arithmetic.rounds else _defined(compute, call, x)


def _computed(rule: Callable[..., Any], compute: Computation, *names: str) -> None:
    """Register `rule`, applied to a computation, for these ops."""
    RULES.register(*names)(functools.partial(rule, compute))


# -- arithmetic and functions ----------------------------------------------------------------------------


def _remainder(a: Arithmetic, x: T, y: T) -> T:
    if x.is_complex:
        raise Unsupported("cannot decide equality of remainders of complex numbers")
    quotient = a.divide(x, y)
    numbers, distance = a.nearest(quotient)
    whole = np.trunc(numbers)
    note_whole(a, quotient)
    a.decisions.note("remainder", distance, whole, quotient)
    return a.subtract(x, a.multiply(a.constant(whole), y))


def _clamp(a: Arithmetic, low: T, x: T, high: T) -> T:
    above = a.maximum(low, x)
    a.decisions.site = a.decisions.site[0], 1
    return a.minimum(above, high)


def _select(a: Arithmetic, condition: Array, x: T, y: T) -> T:
    return a.where(condition, *aligned(x, y, ndim=condition.ndim))


def _half(a: Arithmetic, combine: Computation, x: T, y: T) -> T:
    return a.multiply(a.constant(0.5), combine(a, x, y))


def _hyperbolic(combine: Computation) -> Computation:
    """Half of a combination of exp(x) and exp(-x)."""

    def computing(a: Arithmetic, x: T) -> T:
        power = _exponential(a, x)
        return _half(a, combine, power, a.reciprocal(power))

    return computing


_sinh, _cosh = _hyperbolic(Arithmetic.subtract), _hyperbolic(Arithmetic.add)


def _tanh(a: Arithmetic, x: T) -> T:
    return a.divide(_sinh(a, x), _cosh(a, x)) if x.is_complex else tangent(a, a.affine(x, -2))


def _square_root(a: Arithmetic, x: T) -> T:
    """sqrt(x); of a complex number, only its square is known."""
    if not x.is_complex:
        return square_root(a, x)
    return replace(a.unknown("stablehlo.sqrt", np.sqrt(x.numbers), x), square=x)


def _atanh(a: Arithmetic, x: T) -> T:
    return _half(a, Arithmetic.subtract, *(logarithm(a, a.affine(x, sign, 1)) for sign in (1, -1)))


def _area(a: Arithmetic, x: T, term: int) -> T:
    """log(x + sqrt(x^2 + term))."""
    return logarithm(a, a.add(x, square_root(a, a.affine(a.multiply(x, x), 1, term))))


def _size(a: Arithmetic, x: T) -> T:
    return angles.size(a, a.part(x, "real"), a.part(x, "imag"))


def _exponential(a: Arithmetic, x: T) -> T:
    """exp(x); exp(x + i y) = exp(x) (cos y + i sin y), and the exponential of a logarithm is its argument."""
    if not x.is_complex:
        return exponential(a, x)
    if x.power is not None:
        return x.power.with_numbers(np.exp(x.numbers))
    size, angle = exponential(a, a.part(x, "real")), a.part(x, "imag")
    return a.joined_parts(a.multiply(size, angles.cosine(a, angle)), a.multiply(size, angles.sine(a, angle)))


def _logarithm(a: Arithmetic, x: T) -> T:
    if not x.is_complex:
        return logarithm(a, x)
    angle = angles.of_point(a, a.part(x, "imag"), a.part(x, "real"))
    return replace(a.joined_parts(logarithm(a, _size(a, x)), angle), power=x)


_computed(_exact, Arithmetic.negate, "stablehlo.negate")
_computed(_exact, Arithmetic.maximum, "stablehlo.maximum")
_computed(_exact, Arithmetic.minimum, "stablehlo.minimum")
_computed(_exact, Arithmetic.joined_parts, "stablehlo.complex")
_computed(_exact, lambda a, x: a.part(x, "real") if x.is_complex else x, "stablehlo.real")
_computed(_exact, lambda a, x: a.part(x, "imag") if x.is_complex else a.zeros(x.shape), "stablehlo.imag")
_computed(_exact, _clamp, "stablehlo.clamp")
_computed(_exact, _select, "stablehlo.select")
_computed(_rounding, Arithmetic.add, "stablehlo.add")
_computed(_rounding, Arithmetic.subtract, "stablehlo.subtract")
_computed(_rounding, Arithmetic.multiply, "stablehlo.multiply")
_computed(_rounding, Arithmetic.divide, "stablehlo.divide")
_computed(_rounding, _remainder, "stablehlo.remainder")
_computed(_rounding, lambda a, x: a.multiply(x, x), "chlo.square")
_OF_COMPLEX: Final = _exponential, _logarithm, _square_root, _sinh, _cosh, _tanh  # also of complex numbers
_computed(_defined, _exponential, "stablehlo.exponential")
_computed(_defined, _logarithm, "stablehlo.log")
_computed(_defined_odd, angles.sine, "stablehlo.sine")
_computed(_defined, angles.cosine, "stablehlo.cosine")
_computed(_defined, _square_root, "stablehlo.sqrt")
_computed(_defined, lambda a, x: a.reciprocal(square_root(a, x)), "stablehlo.rsqrt")
_computed(_defined, lambda a, x: a.affine(exponential(a, x), 1, -1), "stablehlo.exponential_minus_one")
_computed(_defined, lambda a, x: logarithm(a, a.affine(x, 1, 1)), "stablehlo.log_plus_one")
_computed(
    _defined, lambda a, x: a.multiply(a.constant(0.5), a.affine(tangent(a, x), -1, 1)), "stablehlo.logistic"
)
_computed(_defined_odd, _tanh, "stablehlo.tanh")
_computed(
    _defined_odd, lambda a, x: a.divide(angles.sine(a, x), angles.cosine(a, x)), "stablehlo.tan", "chlo.tan"
)
_computed(_defined_odd, _sinh, "chlo.sinh")
_computed(_defined, _cosh, "chlo.cosh")
_computed(_defined_odd, _atanh, "chlo.atanh")
_computed(_defined, lambda a, x: a.affine(a.odd("chlo.erf", x.numbers, x), -1, 1), "chlo.erfc")
_computed(_defined_odd, angles.arc_sine, "chlo.asin")
_computed(_defined, angles.arc_cosine, "chlo.acos")
_computed(_defined, functools.partial(_area, term=-1), "chlo.acosh")
_computed(_defined_odd, functools.partial(_area, term=1), "chlo.asinh")
_computed(_defined, angles.of_point, "stablehlo.atan2")


@RULES.register("stablehlo.abs")
def _abs(call: Call, x: T) -> T:
    """The absolute value; that of a complex number is a root, which is rounded."""
    a = call.arithmetic
    if not x.is_complex:
        return a.absolute(x)
    if a.rounds:
        return a.unknown(call.name, call.kernel(x.numbers), x)
    return _size(a, x)


@RULES.register("chlo.erf", "chlo.erf_inv")
def _odd(call: Call, x: T) -> T:
    a = call.arithmetic
    return shaken(a, (a.unknown if x.is_complex else a.odd)(call.name, call.kernel(x.numbers), x), (x,))


_computed(_defined_odd, cube_root, "stablehlo.cbrt")
_computed(_defined_odd, angles.arc_tangent, "chlo.atan")


@RULES.register("stablehlo.power")
def _power(call: Call, x: T, y: T) -> T:
    """x^y: a product if all exponents are small integers or halves, else exp(y log x)."""
    a = call.arithmetic
    numbers = np.asarray(call.kernel(x.numbers, y.numbers))
    if a.rounds or (x.is_complex and _whole_power(a, x, y) is None):
        return a.unknown(call.name, numbers, x, y)
    result = _whole_power(a, x, y)
    if result is None:
        result = exponential(a, a.multiply(y, logarithm(a, x)))
    return shaken(a, result.with_numbers(numbers), (x, y))


_GREATEST_EXPONENT: Final = 64
_MOST_EXPONENTS: Final = 16


def _whole_power(a: Arithmetic, x: T, y: T) -> T | None:
    """x^y for few different exponents, all integers or halves."""
    exponents = 2 * np.unique(y.numbers)
    is_whole = (exponents == np.rint(exponents.real)) & (np.abs(exponents) <= _GREATEST_EXPONENT)
    if not 0 < exponents.size <= _MOST_EXPONENTS or not is_whole.all():
        return None
    if not a.equal(y, a.constant(y.numbers)).all():
        return None
    result = _half_power(a, x, int(exponents[0].real))
    for exponent in exponents[1:].real:
        result = a.where(2 * y.numbers == exponent, _half_power(a, x, int(exponent)), result)
    return result


def _half_power(a: Arithmetic, x: T, exponent: int) -> T:
    """The power of the square root of x."""
    root, count = (_square_root(a, x), exponent) if exponent % 2 else (x, exponent // 2)
    result = a.integer_power(root, abs(count))
    return result if exponent >= 0 else a.reciprocal(result)


# -- functions of which values at x + 1 follow from those at x -------------------------------------------


_MOST_SHIFTS: Final = 16
_LOW, _HIGH = 0.75, 1.75  # neither whole numbers nor halves, as constants often are


def _near_one(
    a: Arithmetic, x: T, step: Computation, back: Computation, join: Computation, total: T
) -> tuple[T, T]:
    """x shifted to about 1, 33 or another such number, and the joined steps from there to x."""
    middle = 2 * _MOST_SHIFTS * np.rint((x.numbers - 1) / (2 * _MOST_SHIFTS))
    for _ in range(_MOST_SHIFTS):
        is_high, is_low = x.numbers - middle >= _HIGH, x.numbers - middle < _LOW
        if not (is_high | is_low).any():
            break
        lower = a.affine(x, 1, -1)
        change = a.where(is_high, step(a, lower), back(a, x))
        total = a.where(is_high | is_low, join(a, total, change), total)
        x = a.where(is_high, lower, a.where(is_low, a.affine(x, 1, 1), x))
    return x, total


def _log_gamma(a: Arithmetic, x: T) -> T:
    """log |Gamma(x)|, with Gamma(x + 1) = x Gamma(x) and Gamma(1) = 1."""
    one = a.constant(1.0)
    x, factor = _near_one(a, x, lambda a, x: x, Arithmetic.reciprocal, Arithmetic.multiply, one)
    value = a.where(a.equal(x, one), a.constant(0.0), a.unknown("chlo.lgamma", x.numbers, x))
    return a.add(value, logarithm(a, a.where(factor.numbers < 0, a.negate(factor), factor)))


def _digamma(a: Arithmetic, x: T) -> T:
    x, total = _near_one(
        a, x, Arithmetic.reciprocal, lambda a, x: a.negate(a.reciprocal(x)), Arithmetic.add, a.constant(0.0)
    )
    return a.add(a.unknown("chlo.digamma", x.numbers, x), total)


_computed(_defined, _log_gamma, "chlo.lgamma")
_computed(_defined, _digamma, "chlo.digamma")


# -- normalization -----------------------------------------------------------------------------------------


@RULES.register("stablehlo.batch_norm_inference")
def _batch_norm_inference(call: Call, operand: T, scale: T, offset: T, mean: T, variance: T) -> T:
    a = call.arithmetic
    if a.rounds:
        raise Unsupported("the rounding of batch_norm_inference is not defined")
    shape = tuple(
        size if axis == call.attributes["feature_index"] else 1 for axis, size in enumerate(operand.shape)
    )
    scale, offset, mean, variance = (x.reshaped(shape) for x in (scale, offset, mean, variance))
    deviation = square_root(a, a.add(variance, a.constant(float(call.attributes["epsilon"]))))
    return a.add(a.divide(a.multiply(scale, a.subtract(operand, mean)), deviation), offset)
