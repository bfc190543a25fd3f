"""Range analysis: bounds of the elements of a value, from the operations that compute it.

Bounds are those of exact arithmetic, except that a function whose results round to a bound reaches it: the
logistic function of large operands is 1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np

from stablehlo_tools.dataflow.traced_values import TracedValue, reducer_op
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.model.registration import Registry

_DEPTH = 8  # of the chain of operations that is followed; each level may multiply the values to visit


class ValueRange(NamedTuple):
    """The interval from `low` to `high`; `has_low` and `has_high` say whether it contains its bounds."""

    low: float = -math.inf
    high: float = math.inf
    has_low: bool = False
    has_high: bool = False

    @property
    def is_positive(self) -> bool:
        """Whether all its numbers are greater than zero."""
        return self.low > 0 or (self.low == 0 and not self.has_low)

    @property
    def ends_at_zero(self) -> bool:
        """Whether it contains zero as one of its bounds."""
        return (self.low == 0 and self.has_low) or (self.high == 0 and self.has_high)

    @property
    def has_zero(self) -> bool:
        """Whether it contains zero."""
        return self.low < 0 < self.high or self.ends_at_zero


_ALL: Final = ValueRange()
_EMPTY: Final = ValueRange(low=math.inf, high=-math.inf)  # of a constant whose elements are all NaN
_POSITIVE: Final = ValueRange(low=0.0)
_NOT_NEGATIVE: Final = ValueRange(low=0.0, has_low=True)
_AT_LEAST_ONE: Final = ValueRange(low=1.0, has_low=True)


# The range of a value, from the operation that defines it and the depth to which its operands are followed.
RangeRule = Callable[[TracedValue, int], ValueRange]
RangeFunction = Callable[..., ValueRange]

_RULES: Final = Registry[RangeRule]()  # any other op may have any result


def _range_of_operands(*mnemonics: str) -> Callable[[RangeFunction], RangeFunction]:
    """Register a function of the ranges of all operands as the rule of these ops."""

    def register(function: RangeFunction) -> RangeFunction:
        @_RULES.register(*mnemonics)
        def rule(traced: TracedValue, depth: int) -> ValueRange:
            return function(*[range_of(operand, depth) for operand in traced.operands])

        return function

    return register


class _Ranges(dict[tuple[TracedValue, int], ValueRange]):
    """Ranges by value and depth. A value without a range at one depth has none at smaller depths either."""

    def __init__(self) -> None:
        self.unbounded: dict[TracedValue, int] = {}  # values that may be anything, with the depth


def range_of(traced: TracedValue, depth: int = _DEPTH) -> ValueRange:
    """The range of the elements of a real tensor."""
    ranges = traced.program.cache_of(_Ranges)
    if ranges.unbounded.get(traced, -1) >= depth:
        return _ALL
    value_range = ranges.get((traced, depth))
    if value_range is None:
        value_range = ranges[traced, depth] = _compute_range(traced, depth)
        if value_range == _ALL:
            ranges.unbounded[traced] = depth
    return value_range


def _compute_range(traced: TracedValue, depth: int) -> ValueRange:
    operation, type = traced.operation, traced.element_type
    if type is None or type.kind == "complex":
        return _ALL
    if type.kind == "boolean":
        return ValueRange(0.0, 1.0, True, True)
    if operation is None or not depth:
        return _NOT_NEGATIVE if type.kind == "unsigned" else _ALL
    constant = traced.constant
    if constant is not None:
        return _constant_range(constant)
    rule = _RULES.get(traced.name)
    return _ALL if rule is None else rule(traced, depth - 1)


def _constant_range(elements: np.ndarray[Any, Any]) -> ValueRange:
    numbers = elements.astype(np.float64)
    numbers = numbers[~np.isnan(numbers)]
    return ValueRange(float(numbers.min()), float(numbers.max()), True, True) if numbers.size else _EMPTY


# -- elementwise ----------------------------------------------------------------------------------------


@_RULES.register("add", "subtract")
def _sum(traced: TracedValue, depth: int) -> ValueRange:
    """The range of a sum or a difference; where the first operand may be anything, so may the result."""
    first, second = traced.operands
    a = range_of(first, depth)
    if a == _ALL:
        return _ALL
    b = range_of(second, depth)
    return _add(a, b if traced.name == "add" else _negate(b))


def _add(a: ValueRange, b: ValueRange) -> ValueRange:
    low = -math.inf if -math.inf in (a.low, b.low) else a.low + b.low
    high = math.inf if math.inf in (a.high, b.high) else a.high + b.high
    has_low = _sum_has((a.low, a.has_low), (b.low, b.has_low))
    return ValueRange(low, high, has_low, _sum_has((a.high, a.has_high), (b.high, b.has_high)))


def _sum_has(first: tuple[float, bool], second: tuple[float, bool]) -> bool:
    """Whether a sum reaches the sum of two bounds, each given with whether it is reached.

    It does if both are reached. A bound of zero need not be: a number close enough to zero is lost when it
    is added to another one.
    """
    (a, has_a), (b, has_b) = first, second
    return (has_a or (a == 0 and b != 0)) and (has_b or (b == 0 and a != 0))


@_range_of_operands("negate")
def _negate(a: ValueRange) -> ValueRange:
    return ValueRange(-a.high, -a.low, a.has_high, a.has_low)


def _multiply(a: ValueRange, b: ValueRange) -> ValueRange:
    """The hull of the products of bounds. A product of zero is reached if that factor can be zero."""
    if a == b == _ALL:
        return _ALL  # most values are not known
    bounds = [
        (x * y if x and y else 0.0, (has_x and has_y) or (x == 0 and has_x) or (y == 0 and has_y))
        for x, has_x in ((a.low, a.has_low), (a.high, a.has_high))
        for y, has_y in ((b.low, b.has_low), (b.high, b.has_high))
    ]
    return _hull(ValueRange(bound, bound, has, has) for bound, has in bounds)


def _hull(ranges: Iterable[ValueRange]) -> ValueRange:
    """The smallest range that contains all of these."""
    operand_ranges = list(ranges)
    low, has_low = min((each.low, not each.has_low) for each in operand_ranges)
    high, has_high = max((each.high, each.has_high) for each in operand_ranges)
    return ValueRange(low, high, not has_low, has_high)


_range_of_operands("concatenate", "pad")(lambda *parts: _hull(parts))
_range_of_operands("divide")(lambda a, b: _multiply(a, _reciprocal(b)))


def _reciprocal(a: ValueRange) -> ValueRange:
    if a.low < 0:
        return _ALL if a.high > 0 else _negate(_reciprocal(_negate(a)))
    low, high = (math.inf if bound == 0 else 1 / bound for bound in (a.high, a.low))
    return ValueRange(low, high, a.has_high and low > 0, a.has_low and high < math.inf)


def _abs(a: ValueRange) -> ValueRange:
    if a.low >= 0:
        return a
    negated = _negate(a)
    if a.high <= 0:
        return negated
    return ValueRange(0.0, max(a.high, negated.high), True, a.has_high and negated.has_high)


@_range_of_operands("maximum")
def _maximum(a: ValueRange, b: ValueRange) -> ValueRange:
    if a == b:
        return a
    low, high = max(a.low, b.low), max(a.high, b.high)
    has_low = all(each.has_low for each in (a, b) if each.low == low)
    return ValueRange(low, high, has_low, any(each.has_high for each in (a, b) if each.high == high))


@_range_of_operands("minimum")
def _minimum(a: ValueRange, b: ValueRange) -> ValueRange:
    return _negate(_maximum(_negate(a), _negate(b)))


_range_of_operands("clamp")(lambda low, a, high: _minimum(_maximum(a, low), high))
_range_of_operands("reduce_precision")(lambda a: a)


def _monotonic(function: Callable[[float], float]) -> Callable[[ValueRange], ValueRange]:
    """The range of a nondecreasing function: it maps the bounds."""
    return lambda a: ValueRange(function(a.low), function(a.high), a.has_low, a.has_high)


_MAX_EXPONENT = math.log(np.finfo(np.float64).max)


def _exp(number: float) -> float:
    return math.exp(number) if number < _MAX_EXPONENT else math.inf


@_range_of_operands("exponential")
def _exponential(a: ValueRange) -> ValueRange:
    return _monotonic(_exp)(a)._replace(has_low=a.has_low and a.low > -math.inf)


_range_of_operands("exponential_minus_one")(_monotonic(lambda number: _exp(number) - 1))


def _sqrt(a: ValueRange) -> ValueRange:
    return _monotonic(math.sqrt)(a) if a.low >= 0 else _ALL


_range_of_operands("rsqrt")(lambda a: _reciprocal(_sqrt(a)) if a.low >= 0 else _POSITIVE)


def _logarithm(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf


_range_of_operands("log")(_monotonic(_logarithm))
_range_of_operands("log_plus_one")(_monotonic(lambda number: _logarithm(1 + number)))


def _rounding(function: Callable[[float], float]) -> Callable[[ValueRange], ValueRange]:
    """The range of a rounding function: it maps the bounds, and reaches them."""
    return lambda a: ValueRange(float(function(a.low)), float(function(a.high)), True, True)


def _round_half_away_from_zero(number: float) -> float:
    return math.copysign(np.floor(abs(number) + 0.5), number)


_range_of_operands("floor")(_rounding(np.floor))
_range_of_operands("ceil")(_rounding(np.ceil))
_range_of_operands("round_nearest_even")(_rounding(np.rint))
_range_of_operands("round_nearest_afz")(_rounding(_round_half_away_from_zero))


@_range_of_operands("power")
def _power(base: ValueRange, exponent: ValueRange) -> ValueRange:
    if base.is_positive:
        return _POSITIVE
    is_even = exponent.low == exponent.high and exponent.low > 0 and exponent.low % 2 == 0
    return _NOT_NEGATIVE if is_even or (base.low == 0 and exponent.low > 0) else _ALL


@_range_of_operands("remainder")
def _remainder(dividend: ValueRange, divisor: ValueRange) -> ValueRange:
    """It has the sign of the dividend, and is less than the divisor, which is taken not to be zero."""
    limit = max(map(abs, divisor[:2]))
    return ValueRange(0.0 if dividend.low >= 0 else -limit, 0.0 if dividend.high <= 0 else limit, True, True)


@_range_of_operands("and")
def _conjunction(a: ValueRange, b: ValueRange) -> ValueRange:
    """A nonnegative operand bounds the result, whose bits are a subset of its bits."""
    operand_ranges = [each for each in (a, b) if each.low >= 0]
    limit = min((each.high for each in operand_ranges), default=math.inf)
    return ValueRange(0.0, limit, True, math.isfinite(limit)) if operand_ranges else _ALL


# -- whatever the operands are ---------------------------------------------------------------------------


def _always(result: ValueRange, *mnemonics: str) -> None:
    """Register one range of these ops."""
    _RULES.register(*mnemonics)(lambda traced, depth: result)


_always(ValueRange(0.0, 1.0, False, True), "logistic")
_always(ValueRange(-1.0, 1.0, True, True), "tanh", "sine", "cosine", "sign", "erf")
_always(_NOT_NEGATIVE, "count_leading_zeros", "popcnt")
_always(_AT_LEAST_ONE, "get_dimension_size")  # an empty tensor has no elements to divide by its size


@_RULES.register("iota")
def _places(traced: TracedValue, depth: int) -> ValueRange:
    operation = traced.operation
    assert operation is not None
    type, axis = operation.results[0].type, attributes_of(operation)["iota_dimension"]
    size = type.shape[axis] if isinstance(type, TensorType) and type.shape is not None else None
    return ValueRange(0.0, size - 1.0, True, True) if isinstance(size, int) and size else _NOT_NEGATIVE


# -- ops that need more than the ranges of their operands -----------------------------------------------


@_RULES.register("abs")
def _magnitude(traced: TracedValue, depth: int) -> ValueRange:
    """The range of the absolute value of the operand."""
    return _abs(_assume_offset(traced.operands[0], depth))


def _assume_offset(traced: TracedValue, depth: int) -> ValueRange:
    """The range of a value, where `x + eps` with a positive `eps` and an unknown `x` counts as positive.

    The program adds such an offset to keep the sum from zero.
    """
    value_range = range_of(traced, depth)
    if value_range == _ALL and traced.name == "add":
        return _POSITIVE if any(range_of(operand, depth).is_positive for operand in traced.operands) else _ALL
    return value_range


_RULES.register("sqrt")(lambda traced, depth: _sqrt(_assume_offset(traced.operands[0], depth)))


@_RULES.register("square")
def _square(traced: TracedValue, depth: int) -> ValueRange:
    magnitude = _magnitude(traced, depth)
    return _multiply(magnitude, magnitude)


@_RULES.register("multiply")
def _product(traced: TracedValue, depth: int) -> ValueRange:
    a, b = traced.operands
    if traced.operation and traced.operation.operands[0] is traced.operation.operands[1]:
        return _square(traced, depth)
    return _multiply(range_of(a, depth), range_of(b, depth))


@_RULES.register("convert")
def _conversion(traced: TracedValue, depth: int) -> ValueRange:
    before, after = traced.operands[0].element_type, traced.element_type
    inner = range_of(traced.operands[0], depth)
    is_cut = before is not None and before.kind == "float" and after is not None and after.kind != "float"
    return inner if not is_cut else _NOT_NEGATIVE if inner.low >= 0 else _ALL


@_RULES.register("select")
def _selection(traced: TracedValue, depth: int) -> ValueRange:
    """The hull of both branches; unknown if the predicate ignores inputs, or may exclude zeros.

    Of integers, then, the hull with its mirror image, which does not exclude zero either.
    """
    predicate, *branches = traced.operands
    is_whole = traced.element_type is not None and traced.element_type.kind in ("signed", "unsigned")
    if not (predicate.reads_inputs or is_whole):
        return _ALL
    ranges = [range_of(branch, depth) for branch in branches]
    is_guarded = any(
        range.has_zero and predicate.is_related(branch)
        for range, branch in zip(ranges, branches, strict=True)
        if branch.constant is None
    )
    hull = _hull(ranges)
    if predicate.reads_inputs and not is_guarded:
        return hull
    limit = max(abs(hull.low), abs(hull.high)) if is_whole else 0.0
    return ValueRange(-limit, limit, True, True) if 0 < limit < math.inf else _ALL


@_RULES.register("reduce", "reduce_window")
def _reduction(traced: TracedValue, depth: int) -> ValueRange:
    assert traced.operation is not None
    reducer = reducer_op(traced.operation)
    inner, *initial = (range_of(operand, depth) for operand in traced.operands)
    if len(initial) != 1:  # not a single operand with its initial value
        return _ALL
    if reducer in ("maximum", "minimum"):
        return (_maximum if reducer == "maximum" else _minimum)(inner, *initial)
    if reducer not in ("add", "multiply") or inner.low < 0:
        return _ALL
    if reducer == "add" and _is_extremum_mask(traced.operands[0]):
        return _AT_LEAST_ONE
    return _POSITIVE if inner.is_positive else _NOT_NEGATIVE


def _is_extremum_mask(traced: TracedValue) -> bool:
    """Whether it compares elements with their maximum or minimum: a mask with at least one 1."""
    compare = traced.operands[0] if traced.name == "convert" else traced
    if compare.name != "compare" or compare.operation is None:
        return False
    pairs = itertools.permutations(zip(compare.operands, compare.operation.operands, strict=True))
    return any(
        extremum.name == "reduce"
        and extremum.operation is not None
        and reducer_op(extremum.operation) in ("maximum", "minimum")
        and extremum.operation.operands[0] is value
        for (extremum, _), (_, value) in pairs
    )


@_RULES.register("dot_general")
def _squared_norm(traced: TracedValue, depth: int) -> ValueRange:
    """The range of the product of a tensor with itself, if all dimensions are batching or contracting."""
    operation = traced.operation
    assert operation is not None
    if operation.operands[0] is not operation.operands[1]:
        return _ALL
    attributes = attributes_of(operation)
    batching, contracting = (
        [tuple(attributes[f"{side}_{kind}_dimensions"]) for side in ("lhs", "rhs")]
        for kind in ("batching", "contracting")
    )
    type = operation.results[0].type
    is_whole = isinstance(type, TensorType) and type.shape is not None and type.rank == len(batching[0])
    is_same = batching[0] == batching[1] and contracting[0] == contracting[1]
    return _NOT_NEGATIVE if is_whole and is_same else _ALL


# -- types ----------------------------------------------------------------------------------------------


def float_limits(type: ElementType) -> Any:
    """The `finfo` of a float type; None if numpy and ml_dtypes do not have the type."""
    try:
        return ml_dtypes.finfo(dtype_of(type))  # type: ignore[no-untyped-call]
    except UnsupportedType:
        return None
