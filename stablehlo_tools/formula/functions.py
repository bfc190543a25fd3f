"""The functions that formulas call (spec: "Functions on types", "Shape computations", ...).

Arguments are values of `logic`. Operands and results are represented by their types, so that `rank(lhs)`
receives a `TensorType`, and constant tensors by lists. A call with an unknown argument is unknown and not
evaluated, except for the functions in `ACCEPT_UNKNOWN`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import chain
from typing import Any

from stablehlo_tools.formula.logic import (
    Truth,
    add,
    equal,
    is_list,
    is_nested,
    maximum,
    minimum,
    multiply,
    rounding,
    truth,
)
from stablehlo_tools.host.records import record
from stablehlo_tools.ir.types import (
    DYNAMIC,
    Dim,
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    complex_of,
    integer_range,
    part_of,
)

Element = ElementType | QuantizedType


@record(frozen=True)
class RegionType:
    """The type of a region, or of a function that an op refers to, as the value of a name in formulas.

    `operation` is the name of its only operation besides the terminator; None if there is not exactly one.
    """

    input_types: tuple[Any, ...]
    output_types: tuple[Any, ...]
    operation: str | None = None

    def __str__(self) -> str:
        return str(type_of(self))


# --- types ------------------------------------------------------------------------------------------


def type_of(x: Any) -> Any:
    """The type of a value; a type itself."""
    if isinstance(x, RegionType):
        return FunctionType(x.input_types, x.output_types)
    return getattr(x, "type", x)


def element_type(x: Any) -> Element | None:
    """The element type of a tensor, or the element type itself."""
    x = type_of(x)
    if isinstance(x, TensorType):
        return x.element_type
    return x if isinstance(x, ElementType | QuantizedType) else None


def _is_kind(*kinds: str) -> Callable[[Any], Truth]:
    def test(x: Any) -> Truth:
        element = element_type(x)
        return None if element is None else element.kind in kinds

    test.__doc__ = f"Whether the element type is {' or '.join(kinds)}."
    return test


def num_bits(x: Any) -> Any:
    """The width of an element in memory."""
    element = element_type(x)
    return element.bits if element and element.bits else None


def min_value(x: Any) -> Any:
    """The least value of an integer type."""
    element = element_type(x)
    return integer_range(element)[0] if isinstance(element, ElementType) else None


def max_value(x: Any) -> Any:
    """The greatest value of an integer type."""
    element = element_type(x)
    return integer_range(element)[1] if isinstance(element, ElementType) else None


def is_finite(x: Any) -> Truth:
    """Whether a number, or each of a list of numbers, is neither infinite nor NaN."""
    return truth(list(map(is_finite, x))) if is_list(x) else math.isfinite(x)


def complex_element_type(x: Any) -> Element | None:
    """The type of the parts of a complex number."""
    element = element_type(x)
    return part_of(element) if isinstance(element, ElementType) else None


def is_promotable(x: Any, y: Any) -> Truth:
    """Whether a reduction of values of type `x` may compute in type `y`; elementwise for lists."""
    if is_list(x) and is_list(y):
        return len(x) == len(y) and truth(list(map(is_promotable, x, y)))
    x, y = element_type(x), element_type(y)
    if x is None or y is None:
        return None
    if isinstance(x, QuantizedType) and isinstance(y, QuantizedType):
        same_kind = x.expressed_type == y.expressed_type
    else:
        same_kind = x.kind == y.kind or is_integer(x) is is_integer(y) is True
    return same_kind and x.bits <= y.bits


def is_tensor(x: Any) -> Truth:
    """Whether a type, or each of a list of types, is a tensor type."""
    return _is_instance(x, TensorType)


def is_token(x: Any) -> Truth:
    """Whether a type, or each of a list of types, is the token type."""
    return _is_instance(x, TokenType)


def _is_instance(x: Any, kind: type) -> Truth:
    if is_list(x):
        return truth([_is_instance(item, kind) for item in x])
    return None if isinstance(x, OpaqueType) else isinstance(x, kind)


def tuple_element_types(x: Any) -> Any:
    """The types of the elements of a tuple."""
    return x.types if isinstance(x, TupleType) else None


def input_types(x: Any) -> Any:
    """The types of the parameters of a region or function."""
    return x.input_types if isinstance(x, RegionType) else None


def output_types(x: Any) -> Any:
    """The types of the values that a region or function returns."""
    return x.output_types if isinstance(x, RegionType) else None


def tensor_of(x: Any) -> Any:
    """`tensor<x>`, of rank 0; elementwise for a list of element types."""
    if is_list(x):
        return list(map(tensor_of, x))
    return TensorType((), x) if isinstance(x, ElementType | QuantizedType) else None


def complex_type_of(x: Any) -> Any:
    """`complex<x>`."""
    if is_list(x):
        return list(map(complex_type_of, x))
    return complex_of(x) if isinstance(x, ElementType) else None


# --- shapes -----------------------------------------------------------------------------------------


def shape(x: Any) -> Any:
    """The dimension sizes of a tensor, or of a constant given as a list or a list of lists."""
    if is_list(x):
        if not x:
            return (0, DYNAMIC)  # constraints ask only for shapes of matrices: `shape(padding) = [N - 2, 2]`
        return (len(x), *shape(x[0])) if is_list(x[0]) else (len(x),)
    x = type_of(x)
    return x.shape if isinstance(x, TensorType) else None


def rank(x: Any) -> Any:
    """The number of dimensions."""
    sizes = shape(x)
    return None if sizes is None else len(sizes)


def dim(x: Any, axis: Any) -> Any:
    """The size of a dimension, or of each dimension in a list."""
    sizes = shape(x)
    if is_list(axis):
        return [dim(x, item) for item in axis]
    return DYNAMIC if sizes is None else None if axis is None else sizes[axis]


def axes(x: Any) -> Any:
    """The indices of the dimensions."""
    sizes = shape(x)
    return None if sizes is None else list(range(len(sizes)))


def size(x: Any) -> Any:
    """The number of elements of a tensor, a constant, a list of operands or a tuple."""
    if is_list(x):
        return sum(map(size, x)) if is_nested(x) else len(x)
    if isinstance(x, TupleType):
        return len(x.types)
    sizes = shape(x)
    return DYNAMIC if sizes is None else product(sizes)


def product(x: Any) -> Any:
    """The product of a list of numbers."""
    return reduce(multiply, x, 1)


def sum_(x: Any) -> Any:
    """The sum of a list of numbers."""
    return reduce(add, x, 0)


def shape_except(x: Any, axis: int, size: Any) -> Any:
    """`shape(x)`, except that the dimension `axis` has size `size`."""
    sizes = shape(x)
    if sizes is None:
        return None
    result = list(sizes)
    result[axis] = size
    return result


def combine(sizes: Any, axes: Any) -> Any:
    """The shape that has `sizes[i]` at dimension `axes[i]`."""
    if len(sizes) != len(axes):
        raise ValueError(f"{len(sizes)} sizes for {len(axes)} dimensions")
    return [sizes[axes.index(axis)] for axis in range(len(axes))]


# --- lists ------------------------------------------------------------------------------------------


def range_(first: Any, end: Any = None) -> Any:
    """`[0, ..., first - 1]`, or `[first, ..., end - 1]`."""
    first, end = (0, first) if end is None else (first, end)
    return list(range(first, end)) if type(first) is type(end) is int else None


def concatenate(*lists: Any) -> Any:
    """The concatenation of lists."""
    return list(chain.from_iterable(lists))


def interleave(x: Any, y: Any) -> Any:
    """`[x0, y0, x1, y1, ...]`."""
    return [item for pair in zip(x, y, strict=True) for item in pair]


def without(x: Any, removed: Any) -> Any:
    """The elements of `x` that are not equal to `removed`, or not in that list."""
    excluded = removed if is_list(removed) else (removed,)
    return [item for item in x if item not in excluded]


def flat(x: Any) -> list[Any]:
    """The scalars of a nested list of any depth, in order."""
    return [scalar for item in x for scalar in (flat(item) if is_list(item) else (item,))]


def is_unique(x: Any) -> Truth:
    """Whether no element occurs twice; undetermined if that depends on unknown elements."""
    scalars = flat(x)
    known = [item for item in scalars if item is not None and type(item) is not Dim]
    if len(set(known)) < len(known):
        return False
    return True if len(known) == len(scalars) else None


def is_sorted(x: Any) -> Truth:
    """Whether the elements are in ascending order."""
    return list(x) == sorted(x)


def is_subsequence(x: Any, y: Any) -> Truth:
    """Whether `x`, or each list in `x`, is a subsequence of `y`."""
    if is_nested(x):
        return truth([is_subsequence(item, y) for item in x])
    if _is_found_in(x, y, lambda a, b: truth(equal(a, b)) is not False):
        return True if _is_found_in(x, y, lambda a, b: truth(equal(a, b)) is True) else None
    return False


def _is_found_in(x: Any, y: Any, matches: Callable[[Any, Any], bool]) -> bool:
    """Whether the elements of `x` match elements of `y` in the same order."""
    remaining = iter(y)  # greedy: matching the first possible element leaves the most of `y`
    return all(any(matches(item, other) for other in remaining) for item in x)


def same(x: Any) -> Truth:
    """Whether all elements are equal to each other."""
    return truth([truth(equal(x[0], item)) for item in x[1:]])


def is_empty(x: Any) -> bool:
    """Whether a list has no elements, or an optional number is absent: its value is then an empty list."""
    return is_list(x) and len(x) == 0


# --- quantization -----------------------------------------------------------------------------------


def _member(name: str) -> Callable[[Any], Any]:
    """The function that returns this field of a quantized type; unknown for any other type."""

    def member(x: Any) -> Any:
        element = element_type(x)
        return getattr(element, name) if isinstance(element, QuantizedType) else None

    member.__doc__ = f"The {name} of a quantized element type."
    return member


def is_per_axis_quantized(x: Any) -> Truth:
    """Whether `x` is quantized with one scale per index of a dimension."""
    element = element_type(x)
    if isinstance(element, QuantizedType):
        return element.quantization_dimension is not None
    return None if element is None else False


def is_per_tensor_quantized(x: Any) -> Truth:
    """Whether `x` is quantized with a single scale."""
    element = element_type(x)
    if isinstance(element, QuantizedType):
        return element.quantization_dimension is None
    return None if element is None else False


def baseline_type(x: Any) -> Any:
    """The type without the scales and zero points of a quantized element type."""
    x = type_of(x)
    if isinstance(x, TensorType) and isinstance(x.element_type, QuantizedType):
        return replace(x, element_type=_baseline(x.element_type))
    return _baseline(x) if isinstance(x, QuantizedType) else x


def _baseline(x: QuantizedType) -> QuantizedType:
    axis = "" if x.quantization_dimension is None else f":{x.quantization_dimension}"
    stored = f"{x.storage_type}<{x.storage_min}:{x.storage_max}>"
    text = f"!quant.uniform<{stored}:{x.expressed_type}{axis}>"
    return replace(x, scales=(), zero_points=(), text=text)


def baseline_element_type(x: Any) -> Any:
    """The element type of `baseline_type(x)`."""
    return element_type(baseline_type(x))


# --- op attributes ----------------------------------------------------------------------------------


def is_empty_algorithm(*fields: Any) -> bool:
    """Whether no field of a dot algorithm is specified."""
    return all(field is None for field in fields)


def is_namespaced_op_name(x: Any) -> bool:
    """Whether a string is a valid op name: `dialect.name`."""
    return re.fullmatch(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+", x) is not None


def is_defined_in_parent_scope(x: Any) -> bool:
    """Whether a symbol is resolved: the verifier replaces a resolved symbol by the function's type."""
    return isinstance(x, RegionType)


is_quantized = _is_kind("quantized")
is_integer = _is_kind("signed", "unsigned")

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "axes": axes,
    "baseline_element_type": baseline_element_type,
    "baseline_type": baseline_type,
    "ceil": rounding(math.ceil),
    "combine": combine,
    "complex_element_type": complex_element_type,
    "concatenate": concatenate,
    "dim": dim,
    "dims": dim,
    "element_type": element_type,
    "expressed_type": _member("expressed_type"),
    "floor": rounding(math.floor),
    "input_types": input_types,
    "interleave": interleave,
    "is_boolean": _is_kind("boolean"),
    "is_complex": _is_kind("complex"),
    "is_defined_in_parent_scope": is_defined_in_parent_scope,
    "is_empty": is_empty,
    "is_empty_algorithm": is_empty_algorithm,
    "is_finite": is_finite,
    "is_float": _is_kind("float"),
    "is_integer": is_integer,
    "is_namespaced_op_name": is_namespaced_op_name,
    "is_per_axis_quantized": is_per_axis_quantized,
    "is_per_tensor_quantized": is_per_tensor_quantized,
    "is_promotable": is_promotable,
    "is_quantized": is_quantized,
    "is_signed_integer": _is_kind("signed"),
    "is_sorted": is_sorted,
    "is_subsequence": is_subsequence,
    "is_tensor": is_tensor,
    "is_token": is_token,
    "is_unique": is_unique,
    "is_unsigned_integer": _is_kind("unsigned"),
    "max": maximum,
    "max_value": max_value,
    "min": minimum,
    "min_value": min_value,
    "num_bits": num_bits,
    "num_elements": size,
    "output_types": output_types,
    "product": product,
    "quantization_dimension": _member("quantization_dimension"),
    "range": range_,
    "rank": rank,
    "same": same,
    "scales": _member("scales"),
    "shape": shape,
    "shape_except": shape_except,
    "size": size,
    "sorted": sorted,
    "storage_max": _member("storage_max"),
    "storage_min": _member("storage_min"),
    "storage_type": _member("storage_type"),
    "sum": sum_,
    "tuple_element_types": tuple_element_types,
    "type": type_of,
    "types": type_of,
    "without": without,
    "zero_points": _member("zero_points"),
}

ACCEPT_UNKNOWN = frozenset({"is_defined_in_parent_scope", "is_empty_algorithm"})

CONSTRUCTORS: dict[str, Callable[[Any], Any]] = {
    "tensor": tensor_of,
    "complex": complex_type_of,
    "tuple": lambda x: TupleType(tuple(x)),
    "future": lambda x: FutureType(tuple(x)),
}
