"""The quant dialect in bytecode (mlir/include/mlir/Dialect/Quant/IR/QuantDialectBytecode.td)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stablehlo_tools.formats.bytecode.fields import (
    DOUBLE,
    NUMBER,
    NUMBERS,
    SIGNED,
    TYPE,
    Dialect,
    Row,
    list_of,
)
from stablehlo_tools.ir.types import ElementType, QuantizedType, Type, element_type_named
from stablehlo_tools.text.statement.build_types import quantized_type

_SIGNED: Final = 1  # among the flags


def _per_tensor(
    flags: int, storage: Type, expressed: Type, scale: float, zero: int, low: int, high: int
) -> QuantizedType:
    """`!quant.uniform<i8:f32, 0.5:1>`. Raises ValueError for invalid parts."""
    name = _storage(flags, storage)
    return quantized_type(name, (low, high), str(expressed), None, [(scale, zero)], per_axis=False)


def _per_tensor_parts(type: QuantizedType) -> Sequence[Any] | None:
    if type.quantization_dimension is not None:
        return None
    return (*_types(type), type.scales[0], type.zero_points[0], type.storage_min, type.storage_max)


def _per_axis(
    flags: int, storage: Type, expressed: Type, dimension: int, low: int, high: int,
    scales: Sequence[float], zeros: Sequence[int],
) -> QuantizedType:  # fmt: skip
    """`!quant.uniform<i8:f32:1, {0.5, 0.25:1}>`. Raises ValueError for invalid parts."""
    if len(scales) != len(zeros):
        raise ValueError(f"expected as many zero points as scales, found {len(zeros)} and {len(scales)}")
    parameters = list(zip(scales, zeros, strict=True))
    name = _storage(flags, storage)
    return quantized_type(name, (low, high), str(expressed), dimension, parameters, per_axis=True)


def _per_axis_parts(type: QuantizedType) -> Sequence[Any]:
    limits = type.storage_min, type.storage_max
    return (*_types(type), type.quantization_dimension, *limits, type.scales, type.zero_points)


def _storage(flags: int, storage: Type) -> str:
    if not isinstance(storage, ElementType) or storage.kind not in ("signed", "unsigned"):
        raise ValueError(f"`{storage}` is not a storage type")
    if str(storage)[0] != "i":  # `si8` and `ui8` are other types than `i8` and `u8`
        return str(storage)
    return f"{'i' if flags & _SIGNED else 'u'}{storage.bits}"


def _types(type: QuantizedType) -> tuple[int, Type, Type]:
    """The flags, the storage type, which is signless, and the expressed type."""
    is_signed = type.storage_type.kind == "signed"
    return _SIGNED * is_signed, element_type_named(f"i{type.bits}"), type.expressed_type


PER_TENSOR: Final = Row(
    (NUMBER, TYPE, TYPE, DOUBLE, SIGNED, SIGNED, SIGNED), _per_tensor, QuantizedType, _per_tensor_parts
)
PER_AXIS: Final = Row(
    (NUMBER, TYPE, TYPE, NUMBER, SIGNED, SIGNED, list_of(DOUBLE), NUMBERS), _per_axis, QuantizedType,
    _per_axis_parts,
)  # fmt: skip
QUANT: Final = Dialect(attributes={}, types={4: PER_TENSOR, 5: PER_AXIS})
