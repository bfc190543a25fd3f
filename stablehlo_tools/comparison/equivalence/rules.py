"""The rules of ops on field tensors: arithmetic, functions with laws, decisions, constants.

An op without a rule here moves elements, is linear, or is uninterpreted: see `equivalence.domain`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence import angles
from stablehlo_tools.comparison.equivalence.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.decisions import ORDER
from stablehlo_tools.comparison.equivalence.domain import RULES, Call, element_type_of, moved, unknown_of_all
from stablehlo_tools.comparison.equivalence.handles import on_handles
from stablehlo_tools.comparison.equivalence.powers import exponential, logarithm, tangent
from stablehlo_tools.comparison.equivalence.products import products
from stablehlo_tools.comparison.equivalence.roots import cube_root, square_root
from stablehlo_tools.comparison.equivalence.tensors import FieldTensor, aligned, is_float, widened
from stablehlo_tools.interpret.stacks import on_each
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.model.declare import RegionCall
from stablehlo_tools.ops.model.processes import Process
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.stablehlo.custom_call import IDENTITIES, PARTITION_CALLS
from stablehlo_tools.ops.stablehlo.sort import keys_of, order_by_keys
from stablehlo_tools.verdict.difference import info

T = FieldTensor
Computation = Callable[..., FieldTensor]


def _exact(compute: Computation, call: Call, *operands: Any) -> Any:
    """A computation that never rounds."""
    return compute(call.arithmetic, *operands)


def _rounding(compute: Computation, call: Call, *operands: Any) -> Any:
    """A computation whose exact result is rounded to the element type."""
    a = call.arithmetic
    return a.rounded(compute(a, *operands), call.element_type, *operands)


def _defined(compute: Computation, call: Call, *operands: Any) -> Any:
    """A function with a definition; uninterpreted if it rounds, or is defined for reals only."""
    a, numbers = call.arithmetic, np.asarray(call.kernel(*(x.numbers for x in operands)))
    if a.rounds or (operands[0].is_complex and compute not in _OF_COMPLEX):
        return a.unknown(call.name, numbers, *operands)
    result = compute(a, *operands)
    if a.marks_beyond:
        numbers = np.where(np.isnan(result.numbers), np.nan, numbers)
    return a.shaken(result.renumbered(numbers), operands)


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
    _note_whole(a, quotient)
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
    return a.shaken((a.unknown if x.is_complex else a.odd)(call.name, call.kernel(x.numbers), x), (x,))


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
    return a.shaken(result.with_numbers(numbers), (x, y))


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


# -- decisions -----------------------------------------------------------------------------------------


@RULES.register("stablehlo.compare")
def _compare(call: Call, x: T, y: T) -> Array:
    """A comparison of the numbers, except where residues show both to be equal."""
    a, direction = call.arithmetic, call.attributes["comparison_direction"]
    x, y = aligned(x, y)
    same = a.equal(x, y) & ~np.isnan(x.numbers)
    distance = np.where(same, np.inf, np.abs(x.numbers - y.numbers))
    outcome = np.asarray(call.kernel(x.numbers, np.where(same, x.numbers, y.numbers)))
    if direction in ("EQ", "NE"):  # different functions are not equal at random points
        outcome = np.asarray(same if direction == "EQ" else ~same)
    else:
        # A number that is a constant on this path, such as one clipped to it, may be another one elsewhere.
        is_tie = same & ~(x.is_constant or y.is_constant)
        outcome = np.where(is_tie, outcome, a.decisions.imposed_on(outcome, x, y))
    kind = "equal" if direction in ("EQ", "NE") else "strict" if direction in ("LT", "GT") else "loose"
    a.decisions.note(kind, distance, outcome, x, y)
    return outcome


RULES.register("stablehlo.is_finite", "chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf")(
    lambda call, x: np.asarray(call.kernel(x.numbers))
)


@RULES.register(
    "stablehlo.sign", "stablehlo.floor", "stablehlo.ceil", "stablehlo.round_nearest_afz",
    "stablehlo.round_nearest_even",
)  # fmt: skip
def _stepped(call: Call, x: T) -> T:
    """An integer, decided by the number."""
    numbers, distance = call.arithmetic.nearest(x)
    result = np.asarray(call.kernel(numbers))
    distance = np.where(np.isinf(distance), np.inf, _to_step(call, x.numbers))
    if call.op.mnemonic != "sign":  # signs have few outcomes, which are all tried
        _note_whole(call.arithmetic, x)
    call.arithmetic.decisions.note(call.op.mnemonic, distance, result, x)
    return replace(call.arithmetic.constant(result), degrees=x.degrees)  # other inputs give other integers


def _note_whole(a: Arithmetic, x: T) -> None:
    if not x.is_constant:
        a.assumptions.add("integers that floats are rounded to are tested, not proved")


def _to_step(call: Call, numbers: Array) -> Array:
    """The distance of numbers from the steps of the op: 0, integers, or halves."""
    if call.op.mnemonic == "sign":
        return np.abs(numbers)
    offset = 0.5 if "round" in call.op.mnemonic else 0.0
    return np.abs(numbers - offset - np.round(numbers - offset))


@RULES.register("chlo.top_k")
def _top_k(call: Call, x: T) -> tuple[T, Array]:
    """The greatest elements, chosen by the numbers, and their places."""
    return _in_order(call.arithmetic, x, call.kernel(x.numbers)[1])


def _in_order(a: Arithmetic, x: T, places: Array) -> tuple[T, Array]:
    """The elements at places along the last axis, the first ones of an order, and the places."""
    order = np.argsort(x.numbers, axis=-1)
    ordered = x.moved(lambda component: np.take_along_axis(component, order, -1))
    same = a.equal(ordered[..., 1:], ordered[..., :-1])
    a.decisions.note(ORDER, np.where(same, np.inf, np.diff(ordered.numbers, axis=-1)), places, x)
    return x.moved(lambda component: np.take_along_axis(component, places.astype(np.intp), -1)), places


@RULES.register("stablehlo.sort")
def _sort(call: Call, operands: Sequence[Any], *, comparator: RegionCall) -> Any:
    """The elements ordered by the numbers of their keys; other comparators run on handles."""
    keys = keys_of(comparator)
    if keys is None:
        return on_handles(call, operands, comparator=comparator)
    axis = call.attributes["dimension"] % operands[0].ndim
    lines = [_each(lambda x: np.moveaxis(x, axis, -1), operand) for operand in operands]
    order = order_by_keys(lines, keys, _OnNumbers(call.arithmetic, comparator))
    return tuple(
        _each(lambda x: np.moveaxis(np.take_along_axis(x, order, -1), -1, axis), line) for line in lines
    )


def _each(move: Callable[[Array], Any], x: Any) -> Any:
    return x.moved(move) if isinstance(x, T) else move(x)


class _OnNumbers:
    """A comparator whose keys are the numbers, equal for equal functions of the inputs."""

    def __init__(self, arithmetic: Arithmetic, comparator: RegionCall) -> None:
        self.block, self._arithmetic, self._comparator = comparator.block, arithmetic, comparator

    def evaluate(self, values: Sequence[Value], known: Mapping[Value, Any]) -> list[Array]:
        """The keys of lines; adjacent keys in order are noted as decisions."""
        return [self._numbers(keys) for keys in self._comparator.evaluate(values, known)]

    def _numbers(self, key: Any) -> Array:
        if not isinstance(key, T):
            return np.asarray(key)
        _, first, which = np.unique(self._arithmetic.hashes(key)[0], return_index=True, return_inverse=True)
        numbers = key.numbers.ravel()[first[which]].reshape(key.shape)
        gaps = np.diff(np.sort(numbers, axis=-1), axis=-1)
        order = np.argsort(numbers, axis=-1)
        self._arithmetic.decisions.note(ORDER, np.where(gaps == 0, np.inf, gaps), order, key)
        return numbers


# -- constants and conversions -------------------------------------------------------------------------


@RULES.register(
    "stablehlo.constant", "stablehlo.iota", "stablehlo.dynamic_iota", "chlo.constant", "sdy.constant"
)
def _constant(call: Call, *operands: Any) -> T:
    """A constant as its element type represents it, or the value that it is recognized to round."""
    array = np.asarray(call.own_kernel(*operands))
    return call.arithmetic.literal(widened(array), array.dtype)


@RULES.register("chlo.constant_like")
def _constant_like(call: Call, operand: Any) -> T:
    like = operand.numbers if isinstance(operand, T) else operand
    return call.arithmetic.constant(call.kernel(like))


@RULES.register("stablehlo.convert")
def _convert(call: Call, x: Any) -> Any:
    """A conversion: exact between floats over the reals, decided by the number to integers."""
    a = call.arithmetic
    if not isinstance(x, T):
        result = a.constant(widened(x))
        if call.element_type.startswith("complex"):
            result = a.joined_parts(result, a.zeros(x.shape))
        if 8 * x.dtype.itemsize <= _MANTISSAS.get(call.element_type, 0):  # it represents all these integers
            return result
        a.assumptions.add("conversions of integers to floats are exact")
        rounded = a.rounded(result, call.element_type)
        if not a.rounds:
            return rounded
        is_exact = np.abs(result.numbers) < 2.0 ** _MANTISSAS["f64"]  # in f64, of which residues are
        return a.where(is_exact & a.are_held(result, [call.element_type]), result, rounded)
    if is_float(call.operation.results[0].type):
        source = element_type_of(call.operation.operands[0])
        if source == call.element_type:
            return x
        if x.is_complex != call.element_type.startswith("complex"):
            x = a.part(x, "real") if x.is_complex else a.joined_parts(x, a.zeros(x.shape))
        a.assumptions.add(
            "conversions round like operations" if a.rounds else "conversions between float types are exact"
        )
        a.note_held(x, source)
        if _is_wider(source, call.element_type):
            return x
        rounded = a.rounded(x, call.element_type)
        if not a.rounds or x.is_complex:
            return rounded
        held = [call.element_type, *(type for type in _MANTISSAS if _is_wider(type, call.element_type))]
        return a.where(a.are_held(x, held), x, rounded)
    numbers, distance = a.nearest(x)
    whole = np.asarray(call.kernel(numbers))
    _note_whole(a, x)
    a.decisions.note("convert", distance, whole, x)
    return whole


_MANTISSAS = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}


def _is_wider(source: str, result: str) -> bool:
    """Whether the float type `result` represents all numbers of `source`, a different one."""
    return result == "f64" or (result == "f32" and source not in ("f32", "f64"))


@RULES.register("stablehlo.reduce_precision")
def _reduce_precision(call: Call, x: T) -> T:
    a = call.arithmetic
    a.assumptions.add("reduce_precision does not round")
    return a.unknown(call.name, x.numbers, x) if a.rounds else x


_BITS = "the bits of floats are tested, not proved"


@RULES.register("stablehlo.bitcast_convert")
def _bitcast(call: Call, x: Any) -> Any:
    """The bits of a float, taken from its number, as for sorting; or the float with an integer's bits."""
    if not isinstance(x, T):
        if call.may_take_bits:
            raise Unsupported("cannot decide equality of a float built from the bits of another one")
        return call.arithmetic.constant(np.asarray(call.own_kernel(x)).astype(np.float64))
    source = element_type_of(call.operation.operands[0])
    if call.arithmetic.rounds or call.results[0] or source == "f64":
        raise Unsupported("cannot decide equality of the bits of a float")
    call.arithmetic.assumptions.add(_BITS)
    narrow = x.numbers.astype(dtype_of(element_type_named(source)))
    order = np.sort(x.numbers, axis=None)
    is_lost = np.diff(order) > 0, np.diff(order.astype(narrow.dtype).astype(np.float64)) == 0
    as_in_f64 = np.finfo(np.float64).eps / float(info(narrow.dtype).eps)  # scales differences to f64
    distance = np.where(np.logical_and(*is_lost), np.diff(order) * as_in_f64, np.inf)  # with the same bits
    call.arithmetic.decisions.note(ORDER, distance, narrow, x)  # bits are compared in the order of numbers
    return call.own_kernel(narrow)


@RULES.register("stablehlo.custom_call")
def _custom_call(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An uninterpreted function of all operands; sharding markers move elements, top-k selects them."""
    target = str(call.operation.attributes.get("call_target_name", ""))
    if target in ("TopK", "mhlo.topk", "stablehlo.dynamic_top_k"):
        x, *count = operands[0]
        return _in_order(call.arithmetic, x, call.kernel((x.numbers, *count), **named)[1])
    if target in IDENTITIES or target in PARTITION_CALLS:
        return moved(call, *operands, **named)
    if call.operation.attributes.get("called_computations"):  # these functions take residues, not numbers
        raise Unsupported(f"cannot decide equality after @{target}, which calls functions")
    return unknown_of_all(call, *operands, **named)


# -- movements --------------------------------------------------------------------------------------------


@RULES.register("stablehlo.reshape", "stablehlo.broadcast_in_dim")
def _reshaped(call: Call, x: T) -> Any:
    """All components in another shape at once if their elements keep their order."""
    return x.reduced().reshaped(call.splat_shape or ()) if call.keeps_order else moved(call, x)


# -- transforms ----------------------------------------------------------------------------------------


_LONGEST: Final = 1024  # transforms that are products with a matrix


@RULES.register("stablehlo.fft")
def _fft(call: Call, x: T) -> T:
    """Products with matrices of roots of one; long transforms, and those that round, are uninterpreted."""
    a, lengths, kind = call.arithmetic, call.attributes["fft_length"], call.attributes["fft_type"]
    if a.rounds or not all(0 < length <= _LONGEST for length in lengths):
        result: T = unknown_of_all(call, x)
        return result
    numbers, sign = call.kernel(x.numbers), 1 if kind in ("IFFT", "IRFFT") else -1
    x = x if x.is_complex else a.joined_parts(x, a.zeros(x.shape))
    *axes, last = range(x.ndim - len(lengths), x.ndim)
    order = [last, *axes] if kind == "RFFT" else [*axes, last]
    for axis in order:
        length = int(lengths[axis - x.ndim])
        places = np.outer(np.arange(x.shape[axis]), sign * np.arange(length)) % length
        places = places[:, : length // 2 + 1] if kind == "RFFT" and axis == last else places
        matrix = angles.turns(a, length)[places]
        if kind == "IRFFT" and axis == last:  # the other half of the spectrum is the conjugate
            twice = np.where(np.arange(x.shape[axis]) * 2 % length == 0, 1.0, 2.0)
            matrix = a.multiply(a.constant(twice[:, np.newaxis]), matrix)
        if sign > 0:
            matrix = a.multiply(matrix, a.reciprocal(a.constant(float(length))))
        rows = x.moved(functools.partial(np.moveaxis, source=axis, destination=-1))
        rows = products(a, functools.partial(on_each, np.matmul), rows, matrix, matrix.shape[0])
        if axis == order[-1]:  # before it becomes a view
            rows.renumbered(np.moveaxis(numbers, axis, -1))
        del matrix  # it is large
        x = rows.moved(functools.partial(np.moveaxis, source=-1, destination=axis))
    return a.part(x, "real").with_numbers(numbers) if kind == "IRFFT" else x


# -- normalization -------------------------------------------------------------------------------------


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
