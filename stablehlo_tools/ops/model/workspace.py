"""The workspace of ops: the arrays that kernels allocate besides operands and results.

An op declares one of these functions, which compute it in bytes from the types of an operation. The factors
were measured with tracemalloc (tests compare them) and are rounded up: arrays in the compute type (small
floats as f32, integer products as f64), indices as 64-bit integers, padding. Buffers that stay below some
megabytes for any size, such as blocks, are not counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, Type, element_kind, known_size
from stablehlo_tools.ops.model.attributes import AttributeMismatch, attributes_of
from stablehlo_tools.ops.model.facts import Workspace
from stablehlo_tools.ops.model.schema import Op

_INDEX = 8  # bytes of an index, an int64
_WIDE = 8  # bytes of an f64


def workspace_bytes(op: Op, operation: Operation) -> int:
    """The workspace of an operation; unknown sizes count as 0."""
    if "quantized" in map(element_kind, operation.types):
        return int(4 * _WIDE * (_count(operation.operands) + _count(operation.results)))
    workspace = op.execution.workspace or (_ELEMENTWISE if op.elementwise else None)
    return 0 if workspace is None else int(workspace(operation))


def kept_bytes(op: Op, operation: Operation) -> int:
    """The bytes behind a result that is a view of a smaller array, which the operation allocates."""
    if op.execution.workspace is not counter:
        return 0
    (type,) = (value.type for value in operation.results)
    if not isinstance(type, TensorType) or not type.is_static:
        return 0
    return int(bytes_of(operation.results) // max(1, math.prod(type.static_shape))) * _axis(operation)


# -- sizes ----------------------------------------------------------------------------------------------


def bytes_of(values: Iterable[Value]) -> int:
    """The bytes of values; unknown sizes count as 0."""
    return sum(known_size(value.type) for value in values)


def _elements(type: Type) -> int:
    return math.prod(type.static_shape) if isinstance(type, TensorType) and type.is_static else 0


def _count(values: Iterable[Value]) -> int:
    return sum(_elements(value.type) for value in values)


def _bits(value: Value) -> int:
    return value.type.element_type.bits if isinstance(value.type, TensorType) else 0


def _kind(value: Value) -> str:
    return element_kind(value.type)


def _is_narrow(value: Value) -> bool:
    """Whether elements are floats that are computed in a wider type."""
    return _kind(value) == "float" and _bits(value) < 32


def _width(value: Value) -> int:
    """The size of an element in its compute type, in bytes."""
    return 4 if _is_narrow(value) else max(_bits(value) // 8, 1)


def _in_wide(values: Iterable[Value]) -> int:
    """The bytes of values in their compute types."""
    return sum(_elements(value.type) * _width(value) for value in values)


def _attributes(operation: Operation) -> Mapping[str, Any]:
    try:
        return attributes_of(operation)
    except AttributeMismatch:
        return {}


def _axis(operation: Operation) -> int:
    """The size of the dimension along which an iota counts."""
    shape, axis = _shape(operation.results[0]), _attributes(operation).get("iota_dimension")
    return shape[axis] if shape and axis is not None else 0


# -- elementwise ops ------------------------------------------------------------------------------------


def per_element(*, real: int = 0, complex: int = 0, arrays: float = 0) -> Workspace:
    """The workspace of an elementwise op.

    `real` and `complex` are the bytes per element of real numbers, and of complex ones; `arrays` is the
    number of arrays of the size of the largest operand or result.
    """

    def workspace(operation: Operation) -> float:
        values = (*operation.operands, *operation.results)
        count = max((_elements(value.type) for value in values), default=0)
        bytes_each = complex if any(_kind(value) == "complex" for value in values) else real
        narrow = 4 * (2 * len(operation.operands) + 1) if any(map(_is_narrow, values)) else 0
        return count * (narrow + bytes_each + arrays * max(map(_width, values), default=0))

    return workspace


_ELEMENTWISE = per_element()
_ROUNDED_TWICE = 36  # bytes per element that is rounded to odd, then to a small float


def conversion(operation: Operation) -> float:
    """The workspace of `convert`."""
    if _is_narrow(operation.results[0]) and _bits(operation.operands[0]) >= 32:
        return _ROUNDED_TWICE * _count(operation.results)
    return _ELEMENTWISE(operation)


def regrouping(operation: Operation) -> float:
    """The workspace of `bitcast_convert`, whose result is a view unless bits are regrouped."""
    values = (*operation.operands, *operation.results)
    is_view = min(map(_bits, values)) >= 8 or len(set(map(_bits, values))) == 1
    return 0 if is_view else 2 * _in_wide(values)


def quotient(operation: Operation) -> float:
    """The workspace of `divide`: that of integers has zeros of the divisor replaced."""
    is_exact = _kind(operation.results[0]) in ("float", "complex")
    return per_element(arrays=0 if is_exact else 1)(operation)


# -- contractions and windows ---------------------------------------------------------------------------


def product(operation: Operation) -> float:
    """Operands transposed for a matrix product; integers and small floats are converted to f64."""
    values = (*operation.operands, *operation.results)
    if all(_kind(value) in ("float", "complex") and not _is_narrow(value) for value in values):
        return bytes_of(value for value in operation.operands if len(_shape(value)) > 2)
    return _WIDE * _count(values)


def contraction(operation: Operation) -> float:
    """The workspace of `einsum`: operands and results in another order of their axes."""
    return product(operation) + _in_wide((*operation.operands, *operation.results))


def _shape(value: Value) -> Sequence[int]:
    type = value.type
    return type.static_shape if isinstance(type, TensorType) and type.is_static else ()


def _padded(shape: Sequence[int], padding: Sequence[Sequence[int]], gaps: Sequence[int]) -> int:
    """The elements of an array with edge and interior padding."""
    sizes = zip(shape, padding, gaps, strict=True)
    return math.prod(max(0, low + max(0, (size - 1) * gap + 1) + high) for size, (low, high), gap in sizes)


def window_reduction(operation: Operation) -> float:
    """The workspace of `reduce_window`: padded inputs."""
    named = _attributes(operation)
    inputs = operation.operands[: len(operation.results)]
    gaps = named.get("base_dilations") or [1] * len(_shape(inputs[0]))
    padded = sum(
        _padded(_shape(value), named["padding"], gaps) * _width(value)
        for value in inputs
        if named and _shape(value)
    )
    widened = 4 * _count(value for value in inputs if _bits(value) < 8)
    return 2 * padded + widened + _in_wide(operation.results)


def window_selection(operation: Operation) -> float:
    """The workspace of `select_and_scatter`: the padded operand, with indices."""
    named, (operand, source, *_) = _attributes(operation), operation.operands
    if not named or not _shape(operand):
        return 0
    padded = _padded(_shape(operand), named["padding"], [1] * len(_shape(operand)))
    return padded * (_INDEX + _width(operand)) + _count([source]) * 3 * _INDEX


def convolution(operation: Operation) -> float:
    """The workspace of `convolution`: the padded operand, and small floats and integers in f64."""
    named, (lhs, rhs, *_) = _attributes(operation), operation.operands
    if "padding" not in named or not _shape(lhs):
        return 0
    axes: Sequence[int] = named["input_spatial_dimensions"]
    spatial = [_shape(lhs)[axis] for axis in axes]
    planes = _elements(lhs.type) // max(1, math.prod(spatial))
    padded = planes * _padded(spatial, named["padding"], named["lhs_dilation"])
    is_exact = _kind(lhs) in ("float", "complex") and not _is_narrow(lhs)
    width = _width(lhs) if is_exact else _WIDE
    return float(width * (padded + _count(operation.results) + (0 if is_exact else _count([rhs]))))


def reduction(operation: Operation) -> float:
    """The workspace of `reduce`: inputs in their compute type, and halves or masks of the folded arrays."""
    inputs = operation.operands[: len(operation.results)]
    widened = _in_wide(value for value in inputs if _is_narrow(value))
    widened += _WIDE * _count(value for value in inputs if _bits(value) < 8)
    halves = 0.75 * _in_wide(inputs) + 2 * _count(inputs)
    compared = 2 * bytes_of(value for value in inputs if _kind(value) == "complex")  # part by part
    return widened + (0 if _is_sum(operation) else halves + compared) + _in_wide(operation.results)


def _is_sum(operation: Operation) -> bool:
    """Whether floats are added, which is a product with ones."""
    body = operation.regions[0].entry
    names = [inner.name for inner in body.operations] if body else []
    value = operation.operands[0]
    return names[:1] == ["stablehlo.add"] and len(names) == 2 and _kind(value) in ("float", "complex")


def summation(operation: Operation) -> float:
    """The workspace of `unary_einsum`: elements of few bits are summed in wider types."""
    narrow = _count(value for value in operation.operands if _bits(value) < 32)
    return _WIDE * narrow + 0.75 * bytes_of(operation.operands)


def body_values(operation: Operation) -> float:
    """The intermediate values of a body, on whole arrays."""
    count, body = _count(operation.results), operation.regions[0].entry
    widths = [_width(value) for inner in body.operations for value in inner.results] if body else []
    return count * sum(widths)


# -- indices and orders ---------------------------------------------------------------------------------


def gather(operation: Operation) -> float:
    """The workspace of `gather`: its start indices."""
    return 2.5 * _INDEX * _count(operation.operands[1:2])


def scatter(operation: Operation) -> float:
    """The workspace of `scatter`: indices, and the steps of its body on all updates."""
    count = len(operation.results)
    operands, (indices, *updates) = operation.operands[:count], operation.operands[count:]
    body = operation.regions[0].entry
    steps = max(2, len(body.operations) if body else 0)
    places = 2 * _count([indices]) + (8 if steps > 2 else 3) * _count(updates)
    return _INDEX * places + steps * _in_wide(updates) + _in_wide(operands)


def order(operation: Operation) -> float:
    """Indices and keys; keys of few bits need narrower indices."""
    keys = operation.operands[:1]
    widest = max(map(_bits, keys), default=0)
    return (5 if widest >= 64 else 4 if widest >= 32 else 1.5) * _INDEX * _count(keys)


def transform(operation: Operation) -> float:
    """The workspace of `fft`: an array for each axis, and the factors for one of them."""
    lengths: Sequence[int] = _attributes(operation).get("fft_length") or ()
    arrays = 5 * max(bytes_of(operation.operands), bytes_of(operation.results))
    return arrays + max(map(_factors_of_transform, map(int, lengths)), default=0)


def _factors_of_transform(length: int) -> int:
    """The roots of unity; for a large prime factor, also those of a convolution of twice the length."""
    cofactor, factor = length, 2
    while factor * factor <= cofactor:
        cofactor, factor = (cofactor // factor, factor) if cofactor % factor == 0 else (cofactor, factor + 1)
    return (9 if cofactor * cofactor > length else 3) * 2 * _WIDE * length


def counter(operation: Operation) -> float:
    """The workspace of `iota`, whose result is a view: the indices along one axis."""
    return _INDEX * _axis(operation)


def top(operation: Operation) -> float:
    """The workspace of `top_k`: numbered keys, and those sorted."""
    return 2.5 * _INDEX * _count(operation.operands)


def drawn(operation: Operation) -> float:
    """The workspace of random numbers, which are drawn in wider types."""
    wide_values = 5 if any(map(_is_narrow, operation.results)) else 2.5
    return max(4 * bytes_of(operation.results), wide_values * _WIDE * _count(operation.results))


def times_results(count: float) -> Workspace:
    """A workspace of `count` times the results."""
    return lambda operation: count * bytes_of(operation.results)


def times_all(count: float) -> Workspace:
    """A workspace of `count` times the operands and results, in their compute types."""
    return lambda operation: count * (_in_wide(operation.operands) + _in_wide(operation.results))
