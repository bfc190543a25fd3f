"""Result types that depend on constant operands, beyond what the constraints determine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import DYNAMIC, Dim, TensorType, TupleType, Type
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.rewrite.shapes import are_ones, integers_of, shape_operands, with_sizes
from stablehlo_tools.verifier.inference import merge_types

Find = Callable[[Operation, list[Type]], list[Type]]

_TYPES: Final = Registry[Find]()


def types_beyond_rules(operation: Operation) -> list[Type]:
    """The result types, refined by operands and attributes where the constraints cannot be solved."""
    types = [value.type for value in operation.results]
    find = _TYPES.get(operation.name)
    return types if find is None else find(operation, types)


@_TYPES.of("stablehlo.custom_call")
def _types_of_call(operation: Operation, types: list[Type]) -> list[Type]:
    operands = [operation.operands[index] for index in shape_operands(operation)]
    if len(operands) != len(list(_leaves(types))):
        return types
    shapes = iter([integers_of(operand) for operand in operands])
    return [_fill_shapes(type, shapes) for type in types]


def _leaves(types: Sequence[Type]) -> Iterator[Type]:
    for type in types:
        yield from _leaves(type.types) if isinstance(type, TupleType) else (type,)


def _fill_shapes(type: Type, shapes: Iterator[list[int] | None]) -> Type:
    if isinstance(type, TupleType):
        return TupleType(tuple(_fill_shapes(each, shapes) for each in type.types))
    sizes = next(shapes)
    return type if sizes is None else with_sizes(type, sizes)


@_TYPES.of("stablehlo.real_dynamic_slice")
def _types_of_slice(operation: Operation, types: list[Type]) -> list[Type]:
    """The size of a slice from `start` to `start + size`, with strides of 1 and a constant size."""
    _, start, limit, strides = operation.operands
    end = limit.owner
    if not are_ones(strides) or not isinstance(end, Operation) or end.name != "stablehlo.add":
        return types
    rest = [operand for operand in end.operands if operand is not start]
    sizes = integers_of(rest[0]) if len(rest) == 1 else None
    return types if sizes is None else [with_sizes(types[0], sizes)]


@_TYPES.of("stablehlo.all_gather")
def _types_of_all_gather(operation: Operation, types: list[Type]) -> list[Type]:
    """The gathered size, from the size of a group, which the constraint leaves open."""
    groups, dimension, channel = map(
        operation.attributes.get, ("replica_groups", "all_gather_dim", "channel_handle")
    )
    is_of_replicas = channel is None or "use_global_device_ids" in operation.attributes
    if not (is_of_replicas and isinstance(groups, Dense) and isinstance(dimension, Integer)):
        return types  # groups of replicas are extended to all partitions: their size is unknown
    count = groups.type.static_shape[1]
    return [
        _along(type, operand.type, dimension.value, lambda size: size * count)
        for type, operand in zip(types, operation.operands, strict=True)
    ]


@_TYPES.of("stablehlo.concatenate")
def _types_of_concatenation(operation: Operation, types: list[Type]) -> list[Type]:
    """The sizes of all inputs, of which each may be static in others: the constraint uses only the first."""
    (type,), dimension = types, operation.attributes.get("dimension")
    if not isinstance(dimension, Integer):
        return types
    for operand in operation.operands:
        type = _along(type, operand.type, dimension.value, lambda size: DYNAMIC)
    return [type]


def _along(type: Type, like: Type, dimension: int, size: Callable[[int], int | Dim]) -> Type:
    """`type` refined by the sizes of `like`, with `size` applied to one of them."""
    if not isinstance(like, TensorType) or like.shape is None:
        return type
    sizes = list(like.shape)
    old = sizes[dimension]
    sizes[dimension] = size(old) if isinstance(old, int) else DYNAMIC
    return merge_types(type, TensorType(tuple(sizes), like.element_type))
