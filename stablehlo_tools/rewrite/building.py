"""Building blocks for the replacements of rewrites."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import clone_block
from stablehlo_tools.ir.operations import Function, Region, Value
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.rewrite.rewriter import Match


def tensor(value: Value) -> TensorType:
    """The type of a value that is a tensor."""
    assert isinstance(value.type, TensorType)
    return value.type


def like(value: Value, element_type: ElementType) -> TensorType:
    """The tensor type with another element type."""
    return TensorType(tensor(value).shape, element_type)


def splat(match: Match, number: float, type: TensorType) -> Value:
    """A constant with one number everywhere."""
    return match.builder.constant(Dense.splat(number, type))


def compare(match: Match, direction: str, a: Value, b: Value, *, is_total: bool = False) -> Value:
    """The elementwise comparison of two values."""
    order = {"compare_type": "TOTALORDER"} if is_total else {}
    return match.add("stablehlo.compare", [a, b], {"comparison_direction": direction, **order})


def slice_of(match: Match, value: Value, start: Sequence[int], limit: Sequence[int]) -> Value:
    """The elements from one index up to another."""
    extent = {"start_indices": start, "limit_indices": limit, "strides": [1] * len(start)}
    return match.add("stablehlo.slice", [value], extent)


def broadcast(match: Match, value: Value, axes: Sequence[int], wide: TensorType) -> Value:
    """A value broadcast to the shape of `wide`, with its dimensions at `axes`."""
    type = TensorType(wide.shape, tensor(value).element_type)
    return match.add("stablehlo.broadcast_in_dim", [value], {"broadcast_dimensions": axes}, results=[type])


def reshape(match: Match, value: Value, shape: Sequence[int]) -> Value:
    """The elements of a value with another shape; the value itself if it has it."""
    type = TensorType(tuple(shape), tensor(value).element_type)
    return value if value.type == type else match.add("stablehlo.reshape", [value], results=[type])


def transpose(match: Match, value: Value, order: Sequence[int]) -> Value:
    """A value with its dimensions permuted; the value itself if they are in order."""
    order = list(order)
    if order == sorted(order):
        return value
    return match.add("stablehlo.transpose", [value], {"permutation": order})


def convert(match: Match, value: Value, element_type: ElementType) -> Value:
    """The elements as another type; the value itself if they are."""
    type = like(value, element_type)
    return value if value.type == type else match.add("stablehlo.convert", [value], results=[type])


def iota(match: Match, dimension: int, type: TensorType) -> Value:
    """The index along a dimension, everywhere."""
    return match.add("stablehlo.iota", (), {"iota_dimension": dimension}, results=[type])


def select(match: Match, chosen: Value, yes: Value, no: Value) -> Value:
    """The elements of one value where a predicate holds, else of another one."""
    return match.add("stablehlo.select", [chosen, yes, no])


def apply(match: Match, name: str, *values: Value) -> Value:
    """The result of an op without attributes."""
    return match.add(f"stablehlo.{name}", values)


def inlined(match: Match, region: Region, operands: Sequence[Value]) -> list[Value]:
    """The values that a region returns for these operands, computed here."""
    assert region.entry is not None
    operations, values = clone_block(region.entry, operands)
    match.builder.place(operations)
    return values


def called_computation(match: Match) -> Function | None:
    """The computation that a custom call calls, if it is one function with a body."""
    symbols = match.operation.attributes.get("called_computations")
    symbol = symbols[0] if isinstance(symbols, tuple) and len(symbols) == 1 else None
    function = match.functions.get(symbol.name) if isinstance(symbol, Symbol) else None
    return function if function is not None and function.body is not None else None
