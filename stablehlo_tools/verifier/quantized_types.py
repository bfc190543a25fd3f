"""The constraints of quantized types themselves (spec: "Quantized element types")."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import ml_dtypes

from stablehlo_tools.ir.constants import dtype_of
from stablehlo_tools.ir.types import (
    Dim,
    ElementType,
    FunctionType,
    FutureType,
    QuantizedType,
    TensorType,
    TupleType,
    Type,
)

# (C1), (C2), (C8) and (C9) constrain the kinds and the number of the parameters, which the syntax enforces.
CONSTRAINTS = {
    "C3": "min_value(storage_type) <= storage_min < storage_max <= max_value(storage_type)",
    "C4": "type(scales...) = expressed_type",
    "C5": "0 < scales",
    "C6": "is_finite(scales...)",
    "C7": "storage_min <= zero_points <= storage_max",
    "C10": "If `is_empty(quantization_dimension)`, then `size(scales) = 1`.",
    "C11": "0 <= quantization_dimension",
    "C12": "quantization_dimension < rank(self)",
    "C13": "dim(self, quantization_dimension) = size(scales)",
}

# Those that depend only on the element type, not on the tensor's shape.
OF_ELEMENT_TYPES = ("C3", "C4", "C5", "C6", "C11")


class TypeViolation(NamedTuple):
    """A constraint that a type violates: its id, the failing comparison, and the values of its terms."""

    id: str
    link: str
    values: tuple[tuple[str, str], ...]


def violations(type: Type) -> Iterator[TypeViolation]:
    """The constraints that a type, or a type nested in it, violates."""
    if isinstance(type, TensorType) and isinstance(type.element_type, QuantizedType):
        yield from _element_type_violations(type.element_type)
        yield from _axis_violations(type.element_type, type.shape)
    elif isinstance(type, TupleType | FutureType):
        for part in type.types:
            yield from violations(part)
    elif isinstance(type, FunctionType):
        for part in (*type.inputs, *type.results):
            yield from violations(part)


def _element_type_violations(type: QuantizedType) -> Iterator[TypeViolation]:
    low, high = type.storage_min, type.storage_max
    least, most = _bounds(type)
    bounds = (("storage_min", f"{low}"), ("storage_max", f"{high}"))
    for link, holds in (
        (f"{least} <= {low}", least <= low),
        (f"{low} < {high}", low < high),
        (f"{high} <= {most}", high <= most),
    ):
        if not holds:
            yield TypeViolation("C3", link, (("storage_type", f"{type.storage_type}"), *bounds))
            break
    smallest, largest = _range(type.expressed_type)
    for scale in type.scales:
        scales = (("scales", _list(type.scales)),)
        if not scale > 0:
            yield TypeViolation("C5", f"0 < {scale:g}", scales)
        elif not math.isfinite(scale):
            yield TypeViolation("C6", f"is_finite({scale:g})", scales)
        elif not smallest <= scale <= largest:
            yield TypeViolation("C4", f"{scale:g} is a number of type {type.expressed_type}", scales)
    for zero_point in type.zero_points:
        if not low <= zero_point <= high:
            values = (("zero_points", _list(type.zero_points)), *bounds)
            yield TypeViolation("C7", f"{low} <= {zero_point} <= {high}", values)


_WIDE = frozenset({"f80", "f128"})  # their ranges exceed that of Python's floats; numpy has neither


def _range(element_type: ElementType) -> tuple[float, float]:
    """The smallest and greatest positive numbers of a floating-point type."""
    if element_type.name in _WIDE:
        return 0.0, math.inf
    limits: Any = ml_dtypes.finfo(dtype_of(element_type))  # type: ignore[no-untyped-call]
    return float(limits.smallest_subnormal), float(limits.max)


def _bounds(type: QuantizedType) -> tuple[int, int]:
    bits = type.storage_type.bits
    if type.storage_type.kind == "unsigned":
        return 0, (1 << bits) - 1
    return -1 << bits - 1, (1 << bits - 1) - 1


def _axis_violations(type: QuantizedType, shape: Sequence[int | Dim] | None) -> Iterator[TypeViolation]:
    dimension, scales = type.quantization_dimension, ("size(scales)", f"{len(type.scales)}")
    if dimension is None:
        if len(type.scales) != 1:
            yield TypeViolation("C10", f"{len(type.scales)} = 1", (scales,))
        return
    axis = ("quantization_dimension", f"{dimension}")
    if dimension < 0:
        yield TypeViolation("C11", f"0 <= {dimension}", (axis,))
    elif shape is not None and dimension >= len(shape):
        yield TypeViolation("C12", f"{dimension} < {len(shape)}", (axis, ("rank(self)", f"{len(shape)}")))
    elif shape is not None and not isinstance(shape[dimension], Dim) and shape[dimension] != len(type.scales):
        yield TypeViolation("C13", f"{shape[dimension]} = {len(type.scales)}", (axis, scales))


def _list(values: Sequence[float]) -> str:
    return f"[{', '.join(f'{value:g}' for value in values)}]"
