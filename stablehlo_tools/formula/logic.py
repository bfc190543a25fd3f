"""The values of formulas and their three-valued logic: satisfied (True), violated (False), unknown (None).

A number is an int, a `Fraction`, or an interval `Dim(low, high)` that contains an unknown size. A list is a
Python list or tuple. Operations between a list and a scalar, or between a list of lists and a list, are
elementwise: the specification's implicit broadcasting.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import Any, Final

from stablehlo_tools.ir.attributes import Float, Integer, Struct
from stablehlo_tools.ir.types import (
    Dim,
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TupleType,
)

Truth = bool | None
Binary = Callable[[Any, Any], Any]


class LengthMismatch(ValueError):
    """The operands of an elementwise operation are lists of different lengths."""


def is_list(x: object) -> bool:
    """Whether `x` is a list; not a `Dim`, which is a named tuple."""
    return type(x) is tuple or type(x) is list


def is_nested(x: Iterable[Any]) -> bool:
    """Whether `x` is a list of lists."""
    for item in x:  # noqa: SIM110 (in every comparison of two lists; a generator takes twice the time)
        if type(item) is tuple or type(item) is list:
            return True
    return False


# --- truth values ------------------------------------------------------------------------------------


def truth(x: Any) -> Truth:
    """The truth of a formula's value; a list of truth values is satisfied if all of its elements are."""
    if x is True or x is False or x is None:
        return x
    if not is_list(x):
        raise TypeError(f"not a truth value: {show(x)}")
    result: Truth = True
    for item in x:
        part = truth(item)
        if part is False:
            return False
        if part is None:
            result = None
    return result


def negation(x: Any) -> Any:
    """`!x`."""
    if is_list(x):
        return [negation(item) for item in x]
    return None if x is None else not x


def disjunction(a: Any, b: Any) -> Any:
    """`a or b`, elementwise for lists."""
    if is_list(a) or is_list(b):
        return broadcast(disjunction, a, b)
    if a is True or b is True:
        return True
    return None if a is None or b is None else False


def any_of(values: Iterable[Truth]) -> Truth:
    """Whether any of `values` is satisfied."""
    result: Truth = False
    for item in values:
        if item:
            return True
        if item is None:
            result = None
    return result


def implication(condition: Truth, conclusion: Truth) -> Truth:
    """`If condition, then conclusion`."""
    if condition is False or conclusion is True:
        return True
    return conclusion if condition else None


def choice(condition: Any, a: Any, b: Any) -> Any:
    """`condition ? a : b`; for an unknown condition, the join of both branches."""
    if condition is True:
        return a
    if condition is False:
        return b
    if condition is None:
        return join(a, b)
    if not is_list(condition):
        raise TypeError(f"not a condition: {show(condition)}")
    return [
        choice(item, x, y)
        for item, x, y in zip(condition, _spread_to(a, condition), _spread_to(b, condition), strict=True)
    ]


def _spread_to(x: Any, pattern: Any) -> Any:
    if not is_list(x):
        return [x] * len(pattern)
    if len(x) != len(pattern):
        raise LengthMismatch(f"{len(x)} and {len(pattern)} elements")
    return x


def join(a: Any, b: Any) -> Any:
    """The value that is either `a` or `b`: the join in the lattice of intervals."""
    if is_number(a) and is_number(b):
        return interval(min(low(a), low(b)), max(high(a), high(b)))
    if is_list(a) and is_list(b) and len(a) == len(b):
        return [join(x, y) for x, y in zip(a, b, strict=True)]
    return a if truth(equal(a, b)) else None


# An unknown number.
NUMBER: Final = Dim(-math.inf, math.inf)  # type: ignore[arg-type]


# --- numbers ----------------------------------------------------------------------------------------


def low(x: Any) -> Any:
    """The lower bound of the number `x`."""
    return x.low if type(x) is Dim else x


def high(x: Any) -> Any:
    """The upper bound of the number `x`."""
    return x.high if type(x) is Dim else x


def is_number(x: Any) -> bool:
    """Whether `x` is a number; booleans are not."""
    return type(x) in (int, Dim, float) or (hasattr(x, "denominator") and type(x) is not bool)


def interval(low: Any, high: Any) -> Any:
    """The number in `low <= x <= high`; exact if both are equal."""
    return low if low == high else Dim(low, high)


def broadcast(function: Binary, a: Any, b: Any) -> Any:
    """`function`, applied elementwise to two values, at least one of them a list."""
    if not is_list(a):
        return [function(a, y) for y in b]
    if not is_list(b):
        return [function(x, b) for x in a]
    if is_nested(a) != is_nested(b):
        return [function(x, b) for x in a] if is_nested(a) else [function(a, y) for y in b]
    if len(a) != len(b):
        raise LengthMismatch(f"{len(a)} and {len(b)} elements")
    return list(map(function, a, b))


def arithmetic(function: Binary) -> Binary:
    """`function` of two finite numbers, monotonic in each, extended to intervals, lists and unknowns."""

    def operation(a: Any, b: Any) -> Any:
        if type(a) is int and type(b) is int:
            return function(a, b)
        if is_list(a) or is_list(b):
            return broadcast(operation, a, b)
        if a is None or b is None:
            return None
        corners = [function(x, y) for x in {low(a), high(a)} for y in {low(b), high(b)}]
        corners = [corner for corner in corners if corner == corner]  # drop NaN: infinity - infinity
        return None if None in corners else interval(min(corners), max(corners))

    return operation


def _times(a: Any, b: Any) -> Any:
    return 0 if a == 0 or b == 0 else a * b  # a bound may be infinite


def _over(a: Any, b: Any) -> Any:
    """`a / b` of two bounds, exactly; b is not 0."""
    infinities = math.inf, -math.inf  # math.isinf would convert integers to float, which can overflow
    if a in infinities or b in infinities:
        return a * b if a in infinities else 0
    if a % b == 0:
        return a // b
    from fractions import Fraction  # it takes time to import

    return Fraction(a, b)


_quotient = arithmetic(_over)


def divide(a: Any, b: Any) -> Any:
    """`a / b`, exactly; unknown if b may be 0, which a constraint on b reports."""
    if is_list(a) or is_list(b):
        return broadcast(divide, a, b)
    return None if b is None or low(b) <= 0 <= high(b) else _quotient(a, b)


def remainder(a: Any, b: Any) -> Any:
    """`a % b`, with the sign of b as in Python; unknown if b is 0 or unknown."""
    if is_list(a) or is_list(b):
        return broadcast(remainder, a, b)
    if type(b) is not int or b == 0 or a is None:
        return None
    if type(a) is Dim:
        return interval(*sorted((0, b - 1 if b > 0 else b + 1)))
    return a % b


add = arithmetic(operator.add)
subtract = arithmetic(operator.sub)
multiply = arithmetic(_times)
maximum = arithmetic(max)
minimum = arithmetic(min)


def rounding(function: Callable[[Any], int]) -> Callable[[Any], Any]:
    """`function`, which is monotonic, extended to intervals and lists."""

    def operation(x: Any) -> Any:
        if type(x) is int or x is None:
            return x
        if is_list(x):
            return [operation(item) for item in x]
        bounds = (bound if math.isinf(bound) else function(bound) for bound in (low(x), high(x)))
        return interval(*bounds)

    return operation


# --- comparisons ------------------------------------------------------------------------------------


def _ordering(holds: Binary) -> Binary:
    """`holds`, which is `a < b` or `a <= b` of two numbers, extended to intervals, lists and unknowns."""

    def comparison(a: Any, b: Any) -> Any:
        if type(a) is int and type(b) is int:
            return holds(a, b)
        if is_list(a) or is_list(b):
            return broadcast(comparison, a, b)
        if a is None or b is None:
            return None
        return True if holds(high(a), low(b)) else None if holds(low(a), high(b)) else False

    return comparison


less = _ordering(operator.lt)
less_equal = _ordering(operator.le)


def equal(a: Any, b: Any) -> Any:
    """`a = b`: a truth value, or a list of truth values for lists."""
    if type(a) is int and type(b) is int:
        return a == b
    if a is None or b is None:
        return None
    if is_list(a) or is_list(b):
        return _equal_lists(a, b)
    if type(a) is Dim or type(b) is Dim:
        return False if high(a) < low(b) or high(b) < low(a) else None
    if type(a) is type(b) and type(a) in _EQUAL:
        return _EQUAL[type(a)](a, b)
    if type(a) is OpaqueType or type(b) is OpaqueType:
        return None
    return bool(a == b)


def _equal_lists(a: Any, b: Any) -> Any:
    if is_list(a) and is_list(b) and len(a) != len(b) and is_nested(a) == is_nested(b):
        # unknown elements may be lists, in which case the lengths need not match
        return None if None in a or None in b else False
    return broadcast(equal, a, b)


def _equal_tensors(a: TensorType, b: TensorType) -> Truth:
    if a is b and a.is_static:
        return True
    if equal(a.element_type, b.element_type) is False:
        return False
    return truth(equal(a.shape, b.shape))


def _equal_members(a: TupleType | FutureType, b: TupleType | FutureType) -> Truth:
    """Equality of tuple or future members, whose types must be identical, as in MLIR: `?` is not 3."""
    members = truth(equal(a.types, b.types))
    has_opaque = any(isinstance(type, OpaqueType) for type in (*a.types, *b.types))
    return members if members is False or has_opaque else bool(a == b)


def _equal_functions(a: FunctionType, b: FunctionType) -> Truth:
    return truth([truth(equal(a.inputs, b.inputs)), truth(equal(a.results, b.results))])


_EQUAL: dict[type, Callable[[Any, Any], Truth]] = {
    ElementType: lambda a, b: a is b or a.name == b.name,
    QuantizedType: operator.eq,
    TensorType: _equal_tensors,
    TupleType: _equal_members,
    FutureType: _equal_members,
    FunctionType: _equal_functions,
    OpaqueType: lambda a, b: True if a == b else None,
}


def contains(x: Any, values: Any) -> Any:
    """`x in values`, elementwise if `x` is a list."""
    if values is None or x is None:
        return None
    if is_list(x):
        return [contains(item, values) for item in x]
    return any_of(equal(x, item) for item in values)


# --- formatting -------------------------------------------------------------------------------------

_MAX_SHOWN = 8  # elements of a list: as many as fit beside a term on a line of a diagnostic


def show(x: Any) -> str:
    """The text of `x` in a diagnostic."""
    if is_list(x):
        items = list(map(_show_part, x[:_MAX_SHOWN]))
        return f"[{', '.join(items)}{f', ... {len(x)} in all' if len(x) > _MAX_SHOWN else ''}]"
    if type(x) is Dim:
        return _show_interval(x)
    if isinstance(x, Integer | Float):
        return f"{x.value} : {x.type}"
    if isinstance(x, Struct):
        fields = (f"{name} = {_show_part(field)}" for name, field in x.fields.items())
        return f"{x.name}<{', '.join(fields)}>"
    if x is None:
        return "unknown"
    return str(x).lower() if type(x) is bool else str(x)


def _show_part(x: Any) -> str:
    """The text of a part of a list or struct, where numbers are written without their types."""
    return str(x.value) if isinstance(x, Integer | Float) else show(x)


def _show_interval(x: Dim) -> str:
    if x.low <= 0 and x.high == math.inf:
        return "?"
    return f"<={x.high}" if x.low <= 0 else f">={x.low}" if x.high == math.inf else f"{x.low}..{x.high}"
