"""Temporary memory of ops: the arrays that kernels allocate besides operands and results.

Each row computes it in bytes from the types of an operation. The factors were measured with tracemalloc
(tests compare them) and are rounded up: arrays in the compute type (small floats as f32, integer products as
f64), indices as 64-bit integers, padding. Buffers that stay below some megabytes for any size, such as
blocks, are not counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import QuantizedType, TensorType, Type
from stablehlo_tools.ops.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.registry import OPS

Row = Callable[[Operation], float]

_INDEX = 8  # bytes of an index, an int64
_WIDE = 8  # bytes of an f64


def temporary_bytes(operation: Operation) -> int:
    """The temporary bytes of an operation; unknown sizes count as 0."""
    op = OPS.get(operation.name)
    if op is None:
        return 0
    if any(map(_is_quantized, (*operation.operands, *operation.results))):
        return int(2 * _WIDE * (_count(operation.operands) + _count(operation.results)))
    row = _ROWS.get(_name(operation), _elementwise if op.elementwise else None)
    return 0 if row is None else int(row(operation))


def kept_bytes(operation: Operation) -> int:
    """The bytes behind a result that is a view of a smaller array, which the operation allocates."""
    if operation.name not in _IOTAS:
        return 0
    (type,) = (value.type for value in operation.results)
    if not isinstance(type, TensorType) or not type.is_static:
        return 0
    return int(_bytes(operation.results) // max(1, math.prod(type.static_shape))) * _axis(operation)


_IOTAS: Final = frozenset({"stablehlo.iota", "stablehlo.dynamic_iota"})


def _name(operation: Operation) -> str:
    """The name in the tables: without its dialect, and without `broadcast_` for CHLO."""
    dialect, _, name = operation.name.partition(".")
    return name.removeprefix("broadcast_") if dialect == "chlo" else name


# -- sizes ----------------------------------------------------------------------------------------------


def _known(size: float) -> float:
    return size if math.isfinite(size) else 0


def _bytes(values: Iterable[Value]) -> float:
    return sum(_known(byte_size(value.type)) for value in values)


def _elements(type: Type) -> int:
    return math.prod(type.static_shape) if isinstance(type, TensorType) and type.is_static else 0


def _count(values: Iterable[Value]) -> int:
    return sum(_elements(value.type) for value in values)


def _is_quantized(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, QuantizedType)


def _bits(value: Value) -> int:
    return value.type.element_type.bits if isinstance(value.type, TensorType) else 0


def _kind(value: Value) -> str:
    type = value.type
    is_plain = isinstance(type, TensorType) and not isinstance(type.element_type, QuantizedType)
    return type.element_type.kind if is_plain else ""  # type: ignore[union-attr]


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
        return spec_attributes(OPS[operation.name], operation)
    except AttributeMismatch:
        return {}


def _axis(operation: Operation) -> int:
    """The size of the dimension along which an iota counts."""
    type = operation.results[0].type
    axis: int | None = _attributes(operation).get("iota_dimension")
    if not isinstance(type, TensorType) or not type.is_static or axis is None:
        return 0
    return type.static_shape[axis]


# -- elementwise ops ------------------------------------------------------------------------------------

# Bytes per element: of real floats and integers, and of complex numbers.
_REAL: Final[Mapping[str, int]] = {
    "bessel_i1e": 72, "count_leading_zeros": 20, "digamma": 68, "erf": 2, "erfc": 2, "erf_inv": 2,
    "lgamma": 50, "mulhi": 44, "polygamma": 128, "zeta": 88,
}  # fmt: skip
_COMPLEX: Final[Mapping[str, int]] = {
    "acos": 24, "acosh": 24, "asin": 24, "asinh": 24, "atan": 24, "atanh": 24, "atan2": 72, "cbrt": 48,
    "exponential_minus_one": 26, "log_plus_one": 114, "logistic": 74, "power": 40, "rsqrt": 42, "sign": 26,
    "square": 18, "tan": 24,
}  # fmt: skip
# Number of arrays of the size of the largest operand or result.
_ARRAYS: Final[Mapping[str, float]] = {
    "clamp": 1.25, "divide": 1, "logistic": 2, "next_after": 1.25, "reduce_precision": 3.25,
    "remainder": 1.25, "round_nearest_afz": 2, "rsqrt": 1, "select": 1, "sign": 1,
}  # fmt: skip
_ROUNDED_TWICE = 36  # bytes per element that is rounded to odd, then to a small float


def _elementwise(operation: Operation) -> float:
    name, values = _name(operation), (*operation.operands, *operation.results)
    count = max((_elements(value.type) for value in values), default=0)
    is_complex = any(_kind(value) == "complex" for value in values)
    if name == "convert" and _is_narrow(operation.results[0]) and _bits(operation.operands[0]) >= 32:
        return _ROUNDED_TWICE * count
    narrow = 4 * (2 * len(operation.operands) + 1) * count if any(map(_is_narrow, values)) else 0
    table = _COMPLEX if is_complex else _REAL
    largest = count * max(map(_width, values), default=0)
    is_exact = name == "divide" and _kind(operation.results[0]) in ("float", "complex")
    return narrow + table.get(name, 0) * count + (0 if is_exact else _ARRAYS.get(name, 0) * largest)


# -- contractions and windows ---------------------------------------------------------------------------


def _dot(operation: Operation) -> float:
    """Operands transposed for a matrix product; integers and small floats are converted to f64."""
    values = (*operation.operands, *operation.results)
    if all(_kind(value) in ("float", "complex") and not _is_narrow(value) for value in values):
        return _bytes(value for value in operation.operands if len(_shape(value)) > 2)
    return _WIDE * _count(values)


def _shape(value: Value) -> Sequence[int]:
    type = value.type
    return type.static_shape if isinstance(type, TensorType) and type.is_static else ()


def _padded(shape: Sequence[int], padding: Sequence[Sequence[int]], gaps: Sequence[int]) -> int:
    """The elements of an array with edge and interior padding."""
    sizes = zip(shape, padding, gaps, strict=True)
    return math.prod(max(0, low + max(0, (size - 1) * gap + 1) + high) for size, (low, high), gap in sizes)


def _reduce_window(operation: Operation) -> float:
    named = _attributes(operation)
    inputs = operation.operands[: len(operation.results)]
    gaps = named.get("base_dilations") or [1] * len(_shape(inputs[0]))
    padded = sum(
        _padded(_shape(value), named["padding"], gaps) * _width(value)
        for value in inputs
        if named and _shape(value)
    )
    return 2 * padded + _in_wide(operation.results)


def _select_and_scatter(operation: Operation) -> float:
    named, (operand, source, *_) = _attributes(operation), operation.operands
    if not named or not _shape(operand):
        return 0
    padded = _padded(_shape(operand), named["padding"], [1] * len(_shape(operand)))
    return padded * (_INDEX + _width(operand)) + _count([source]) * 3 * _INDEX


def _convolution(operation: Operation) -> float:
    named, (lhs, rhs, *_) = _attributes(operation), operation.operands
    if "padding" not in named or not _shape(lhs):
        return 0
    axes: Sequence[int] = named["input_spatial_dimensions"]
    spatial = [_shape(lhs)[axis] for axis in axes]
    others = _elements(lhs.type) // max(1, math.prod(spatial))
    padded = others * _padded(spatial, named["padding"], named["lhs_dilation"])
    is_exact = _kind(lhs) in ("float", "complex") and not _is_narrow(lhs)
    width = _width(lhs) if is_exact else _WIDE
    return float(width * (padded + _count(operation.results) + (0 if is_exact else _count([rhs]))))


def _reduce(operation: Operation) -> float:
    inputs = operation.operands[: len(operation.results)]
    widened = _in_wide(value for value in inputs if _is_narrow(value))
    return widened + (_bytes(inputs) / 2 if len(inputs) > 1 else 0) + _in_wide(operation.results)


def _map(operation: Operation) -> float:
    """The intermediate values of a body, on whole arrays."""
    count, body = _count(operation.results), operation.regions[0].entry
    widths = [_width(value) for each in body.operations for value in each.results] if body else []
    return count * sum(widths)


# -- indices and orders ---------------------------------------------------------------------------------


def _gather(operation: Operation) -> float:
    return 2.5 * _INDEX * _count(operation.operands[1:2])


def _scatter(operation: Operation) -> float:
    count = len(operation.results)
    operands, indices, updates = (
        operation.operands[:count],
        operation.operands[count : count + 1],
        operation.operands[count + 1 :],
    )
    body = operation.regions[0].entry
    steps = max(2, len(body.operations) if body else 0)
    places = 2 * _count(indices) + _count(updates)
    return _INDEX * places + steps * _in_wide(updates) + _in_wide(operands)


def _sort(operation: Operation) -> float:
    """Indices and keys; keys of few bits need narrower indices."""
    keys = operation.operands[:1]
    return (4 if any(_bits(value) >= 32 for value in keys) else 1.5) * _INDEX * _count(keys)


def _fft(operation: Operation) -> float:
    values = (*operation.operands, *operation.results)
    is_double = any(_bits(value) == (128 if _kind(value) == "complex" else 64) for value in values)
    return (1 if is_double else 5) * max(_bytes(operation.operands), _bytes(operation.results))


def _times_results(count: float) -> Row:
    return lambda operation: count * _bytes(operation.results)


def _times_all(count: float) -> Row:
    return lambda operation: count * (_in_wide(operation.operands) + _in_wide(operation.results))


_ROWS: Final[Mapping[str, Row]] = {
    "batch_norm_grad": _times_all(2),
    "batch_norm_inference": _times_all(1),
    "batch_norm_training": _times_all(2),
    "cholesky": _times_results(4),
    "convolution": _convolution,
    "custom_call": _times_all(2),
    "dot": _dot,
    "dot_general": _dot,
    "dynamic_conv": _times_all(2),
    "dynamic_gather": _gather,
    "dynamic_iota": lambda operation: _INDEX * _axis(operation),
    "einsum": _dot,
    "fft": _fft,
    "gather": _gather,
    "iota": lambda operation: _INDEX * _axis(operation),
    "map": _map,
    "ragged_dot": _dot,
    "reduce": _reduce,
    "reduce_window": _reduce_window,
    "rng": _times_results(4),
    "rng_bit_generator": _times_results(4),
    "scatter": _scatter,
    "select_and_scatter": _select_and_scatter,
    "sort": _sort,
    "top_k": lambda operation: 2.5 * _INDEX * _count(operation.operands),
    "torch_index_select": _gather,
    "triangular_solve": _times_results(2),
}
