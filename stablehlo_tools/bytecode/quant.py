"""The quant dialect in bytecode (mlir/include/mlir/Dialect/Quant/IR/QuantDialectBytecode.td)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stablehlo_tools.bytecode.fields import DOUBLE, NUMBER, NUMBERS, SIGNED, TYPE, Dialect, Row, list_of
from stablehlo_tools.ir.types import ElementType, QuantizedType, Type
from stablehlo_tools.syntax.build_types import quantized_type

_SIGNED: Final = 1  # among the flags


def per_tensor(
    flags: int, storage: Type, expressed: Type, scale: float, zero: int, low: int, high: int
) -> QuantizedType:
    """`!quant.uniform<i8:f32, 0.5:1>`. Raises ValueError for what is none."""
    name = _storage(flags, storage)
    return quantized_type(name, (low, high), str(expressed), None, [(scale, zero)], per_axis=False)


def per_axis(
    flags: int,
    storage: Type,
    expressed: Type,
    dimension: int,
    low: int,
    high: int,
    scales: Sequence[float],
    zeros: Sequence[int],
) -> QuantizedType:
    """`!quant.uniform<i8:f32:1, {0.5, 0.25:1}>`. Raises ValueError for what is none."""
    if len(scales) != len(zeros):
        raise ValueError(f"{len(scales)} scales and {len(zeros)} zero points are no quantization")
    parameters = list(zip(scales, zeros, strict=True))
    name = _storage(flags, storage)
    return quantized_type(name, (low, high), str(expressed), dimension, parameters, per_axis=True)


def _storage(flags: int, storage: Type) -> str:
    if not isinstance(storage, ElementType) or storage.kind not in ("signed", "unsigned"):
        raise ValueError(f"`{storage}` is not a storage type")
    if str(storage)[0] != "i":  # `si8` and `ui8` are other types than `i8` and `u8`
        return str(storage)
    return f"{'i' if flags & _SIGNED else 'u'}{storage.bits}"


PER_TENSOR: Final = (NUMBER, TYPE, TYPE, DOUBLE, SIGNED, SIGNED, SIGNED)
PER_AXIS: Final = (NUMBER, TYPE, TYPE, NUMBER, SIGNED, SIGNED, list_of(DOUBLE), NUMBERS)

QUANT: Final = Dialect(
    attributes={},
    types={4: Row(PER_TENSOR, per_tensor), 5: Row(PER_AXIS, per_axis)},
)
