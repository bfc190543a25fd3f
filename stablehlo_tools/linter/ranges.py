"""Between which numbers the elements of a value are, as far as that follows from how they are computed.

Bounds are those of exact arithmetic, but that a function whose results round to a bound is taken to reach it:
the logistic function is 1 for large operands, though it never is.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np

from stablehlo_tools.linter.terms import Term, folded_by
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.types import ElementType, TensorType
from stablehlo_tools.values import UnsupportedType, dtype_of

_DEPTH = 8  # operations that are looked back


class Range(NamedTuple):
    """From `low` to `high`, of which bounds those belong to it that `has_low` and `has_high` say."""

    low: float = -math.inf
    high: float = math.inf
    has_low: bool = False
    has_high: bool = False

    @property
    def is_positive(self) -> bool:
        """Whether all numbers in it are greater than zero."""
        return self.low > 0 or (self.low == 0 and not self.has_low)

    @property
    def ends_at_zero(self) -> bool:
        """Whether zero is one of its bounds, and in it."""
        return (self.low == 0 and self.has_low) or (self.high == 0 and self.has_high)

    @property
    def has_zero(self) -> bool:
        """Whether zero is in it."""
        return self.low < 0 < self.high or self.ends_at_zero


_ALL: Final = Range()
_NONE: Final = Range(low=math.inf, high=-math.inf)  # of NaN alone
_POSITIVE: Final = Range(low=0.0)
_NOT_NEGATIVE: Final = Range(low=0.0, has_low=True)
_NOT_ABOVE_ONE: Final = Range(-1.0, 1.0, True, True)
_FROM_ONE: Final = Range(low=1.0, has_low=True)


def range_of(term: Term, depth: int = _DEPTH) -> Range:
    """Between which numbers the elements of a real tensor are."""
    known = term.program.ranges
    found = known.get((term, depth))
    if found is None:
        found = known[term, depth] = _new_range(term, depth)
    return found


def _new_range(term: Term, depth: int) -> Range:
    operation, type = term.operation, term.element_type
    if type is None or type.kind == "complex":
        return _ALL
    if type.kind == "boolean":
        return Range(0.0, 1.0, True, True)
    if operation is None or not depth:
        return _NOT_NEGATIVE if type.kind == "unsigned" else _ALL
    if term.constant is not None:
        return _of_constant(term.constant)
    if term.name in _FIXED:
        return _FIXED[term.name]
    find = _FOUND.get(term.name)
    if find is not None:
        return find(term, depth - 1)
    compute = _COMPUTED.get(term.name)
    return _ALL if compute is None else compute(*(range_of(each, depth - 1) for each in term.operands))


def _of_constant(elements: np.ndarray[Any, Any]) -> Range:
    numbers = elements.astype(np.float64)
    numbers = numbers[~np.isnan(numbers)]
    return Range(float(numbers.min()), float(numbers.max()), True, True) if numbers.size else _NONE


# -- elementwise ----------------------------------------------------------------------------------------


def _add(a: Range, b: Range) -> Range:
    low = -math.inf if -math.inf in (a.low, b.low) else a.low + b.low
    high = math.inf if math.inf in (a.high, b.high) else a.high + b.high
    has_low = _sum_has(a.low, a.has_low, b.low, b.has_low)
    return Range(low, high, has_low, _sum_has(a.high, a.has_high, b.high, b.has_high))


def _sum_has(a: float, has_a: bool, b: float, has_b: bool) -> bool:
    """Whether a sum reaches that of two bounds: what is next to zero is lost beside another number."""
    return (has_a or (a == 0 and b != 0)) and (has_b or (b == 0 and a != 0))


def _negate(a: Range) -> Range:
    return Range(-a.high, -a.low, a.has_high, a.has_low)


def _multiply(a: Range, b: Range) -> Range:
    """All products of bounds; zero is one where a factor can be zero."""
    bounds = [
        (x * y if x and y else 0.0, (has_x and has_y) or (x == 0 and has_x) or (y == 0 and has_y))
        for x, has_x in ((a.low, a.has_low), (a.high, a.has_high))
        for y, has_y in ((b.low, b.has_low), (b.high, b.has_high))
    ]
    return _hull(Range(bound, bound, has, has) for bound, has in bounds)


def _hull(ranges: Iterable[Range]) -> Range:
    """The smallest range that has all of these in it."""
    found = list(ranges)
    low, has_low = min((each.low, not each.has_low) for each in found)
    high, has_high = max((each.high, each.has_high) for each in found)
    return Range(low, high, not has_low, has_high)


def _reciprocal(a: Range) -> Range:
    if a.low < 0:
        return _ALL if a.high > 0 else _negate(_reciprocal(_negate(a)))
    low, high = (math.inf if bound == 0 else 1 / bound for bound in (a.high, a.low))
    return Range(low, high, a.has_high and low > 0, a.has_low and high < math.inf)


def _abs(a: Range) -> Range:
    if a.low >= 0:
        return a
    turned = _negate(a)
    if a.high <= 0:
        return turned
    return Range(0.0, max(a.high, turned.high), True, a.has_high and turned.has_high)


def _maximum(a: Range, b: Range) -> Range:
    low, high = max(a.low, b.low), max(a.high, b.high)
    has_low = all(each.has_low for each in (a, b) if each.low == low)
    return Range(low, high, has_low, any(each.has_high for each in (a, b) if each.high == high))


def _minimum(a: Range, b: Range) -> Range:
    return _negate(_maximum(_negate(a), _negate(b)))


def _rising(function: Callable[[float], float]) -> Callable[[Range], Range]:
    """What a function that never falls makes of the bounds."""
    return lambda a: Range(function(a.low), function(a.high), a.has_low, a.has_high)


def _exponential(number: float) -> float:
    return math.exp(number) if number < _LARGEST_EXPONENT else math.inf


_LARGEST_EXPONENT = math.log(np.finfo(np.float64).max)


def _sqrt(a: Range) -> Range:
    return _rising(math.sqrt)(a) if a.low >= 0 else _ALL


def _rsqrt(a: Range) -> Range:
    return _reciprocal(_sqrt(a)) if a.low >= 0 else _POSITIVE


def _logarithm(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf


def _whole(function: Callable[[float], float]) -> Callable[[Range], Range]:
    """What rounding makes of bounds, which are reached then."""
    return lambda a: Range(float(function(a.low)), float(function(a.high)), True, True)


def _power(base: Range, exponent: Range) -> Range:
    if base.is_positive:
        return _POSITIVE
    is_even = exponent.low == exponent.high and exponent.low > 0 and exponent.low % 2 == 0
    return _NOT_NEGATIVE if is_even or (base.low == 0 and exponent.low > 0) else _ALL


_COMPUTED: Final[Mapping[str, Callable[..., Range]]] = {
    "add": _add,
    "subtract": lambda a, b: _add(a, _negate(b)),
    "negate": _negate,
    "divide": lambda a, b: _multiply(a, _reciprocal(b)),
    "maximum": _maximum,
    "minimum": _minimum,
    "clamp": lambda low, a, high: _minimum(_maximum(a, low), high),
    "reduce_precision": lambda a: a,
    "exponential": lambda a: _rising(_exponential)(a)._replace(has_low=a.has_low and a.low > -math.inf),
    "exponential_minus_one": _rising(lambda number: _exponential(number) - 1),
    "log": _rising(_logarithm),
    "log_plus_one": _rising(lambda number: _logarithm(1 + number)),
    "rsqrt": _rsqrt,
    "floor": _whole(np.floor),
    "ceil": _whole(np.ceil),
    "round_nearest_even": _whole(np.rint),
    "round_nearest_afz": _whole(np.rint),
    "power": _power,
    "concatenate": lambda *parts: _hull(parts),
    "pad": lambda *parts: _hull(parts),
}
_FIXED: Final[Mapping[str, Range]] = {
    "logistic": Range(0.0, 1.0, False, True),
    **dict.fromkeys(("tanh", "sine", "cosine", "sign", "erf"), _NOT_ABOVE_ONE),
    "get_dimension_size": _FROM_ONE,  # of empty tensors there is nothing to compute
    **dict.fromkeys(("count_leading_zeros", "popcnt", "iota"), _NOT_NEGATIVE),
}


# -- what more than the ranges of operands says ------------------------------------------------------------


def _size(term: Term, depth: int) -> Range:
    """Of the absolute value of an operand."""
    return _abs(_kept_from_zero(term.operands[0], depth))


def _kept_from_zero(term: Term, depth: int) -> Range:
    """Positive where something positive is added to what nothing is known of: that is what it is for."""
    found = range_of(term, depth)
    if found == _ALL and term.name == "add":
        return _POSITIVE if any(range_of(each, depth).is_positive for each in term.operands) else _ALL
    return found


def _square(term: Term, depth: int) -> Range:
    size = _size(term, depth)
    return _multiply(size, size)


def _product(term: Term, depth: int) -> Range:
    a, b = term.operands
    if term.operation and term.operation.operands[0] is term.operation.operands[1]:
        return _square(term, depth)
    return _multiply(range_of(a, depth), range_of(b, depth))


def _converted(term: Term, depth: int) -> Range:
    before, after = term.operands[0].element_type, term.element_type
    inner = range_of(term.operands[0], depth)
    is_cut = before is not None and before.kind == "float" and after is not None and after.kind != "float"
    return inner if not is_cut else _NOT_NEGATIVE if inner.low >= 0 else _ALL


def _selected(term: Term, depth: int) -> Range:
    """Of both; nothing is known where what one chooses by does not depend on inputs, or keeps zeros out."""
    predicate, *branches = term.operands
    if not predicate.reads_inputs:
        return _ALL
    ranges = [range_of(each, depth) for each in branches]
    is_guarded = any(
        range.has_zero and predicate.is_related(branch)
        for range, branch in zip(ranges, branches, strict=True)
        if branch.constant is None
    )
    return _ALL if is_guarded else _hull(ranges)


def _reduced(term: Term, depth: int) -> Range:
    assert term.operation is not None
    folded, (inner, *others) = folded_by(term.operation), [range_of(each, depth) for each in term.operands]
    if len(others) != 1:  # where to begin
        return _ALL
    if folded in ("maximum", "minimum"):
        return _COMPUTED[folded](inner, *others)
    if folded not in ("add", "multiply") or inner.low < 0:
        return _ALL
    if folded == "add" and _marks_an_extreme(term.operands[0]):
        return _FROM_ONE
    return _POSITIVE if inner.is_positive else _NOT_NEGATIVE


def _marks_an_extreme(term: Term) -> bool:
    """Whether it is 1 where an element is the largest or the least of those that are reduced, else 0."""
    compare = term.operands[0] if term.name == "convert" else term
    if compare.name != "compare" or compare.operation is None:
        return False
    pairs = itertools.permutations(zip(compare.operands, compare.operation.operands, strict=True))
    return any(
        extreme.name == "reduce"
        and extreme.operation is not None
        and folded_by(extreme.operation) in ("maximum", "minimum")
        and extreme.operation.operands[0] is value
        for (extreme, _), (_, value) in pairs
    )


def _squared_length(term: Term, depth: int) -> Range:
    """Of the product of a tensor with itself, if it is summed along all dimensions that are no batch."""
    operation = term.operation
    assert operation is not None
    if operation.operands[0] is not operation.operands[1]:
        return _ALL
    attributes = spec_attributes(OPS[operation.name], operation)
    batching, contracting = (
        [tuple(attributes[f"{side}_{kind}_dimensions"]) for side in ("lhs", "rhs")]
        for kind in ("batching", "contracting")
    )
    type = operation.results[0].type
    is_whole = isinstance(type, TensorType) and type.shape is not None and type.rank == len(batching[0])
    is_same = batching[0] == batching[1] and contracting[0] == contracting[1]
    return _NOT_NEGATIVE if is_whole and is_same else _ALL


_FOUND: Final[Mapping[str, Callable[[Term, int], Range]]] = {
    "abs": _size,
    "sqrt": lambda term, depth: _sqrt(_kept_from_zero(term.operands[0], depth)),
    "square": _square,
    "convert": _converted,
    "multiply": _product,
    "select": _selected,
    "reduce": _reduced,
    "reduce_window": _reduced,
    "dot_general": _squared_length,
}


# -- types ----------------------------------------------------------------------------------------------


def float_limits(type: ElementType) -> Any:
    """What numpy and ml_dtypes say of a type of floats; None where they have none such."""
    try:
        return ml_dtypes.finfo(dtype_of(type))  # type: ignore[no-untyped-call]
    except UnsupportedType:
        return None
