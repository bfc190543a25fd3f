"""Ops with shapes among their operands: their types once these are constants, and what they are then.

A shape that is a constant becomes an attribute, or vanishes where the type of the result says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from stablehlo_tools.attributes import Attribute, DenseArray, Integer
from stablehlo_tools.infer import refined
from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.problems import constant_of
from stablehlo_tools.types import (
    DYNAMIC,
    ELEMENT_TYPES,
    Dim,
    ElementType,
    TensorType,
    TupleType,
    Type,
    tensor_type,
)
from stablehlo_tools.values import Dense

I64 = ELEMENT_TYPES["i64"]
SHAPE_OPERANDS = "indices_of_shape_operands"
_WRAPPER = "stablehlo.shape_refinement_operand_wrapper"


def is_static(type: Type) -> bool:
    """Whether all sizes in a type are known."""
    if isinstance(type, TupleType):
        return all(map(is_static, type.types))
    return not isinstance(type, TensorType) or type.is_static


def shape_operands(operation: Operation) -> list[int]:
    """Which operands of a custom call say what the shapes of its results are, one for each."""
    indices = operation.attributes.get(SHAPE_OPERANDS)
    if operation.name != "stablehlo.custom_call" or not isinstance(indices, Dense):
        return []
    numbers = [int(index) for index in indices.elements] if indices.check() is None else []
    return numbers if all(0 <= index < len(operation.operands) for index in numbers) else []


def types_beyond_rules(operation: Operation) -> list[Type]:
    """The types of the results, with what the operands say of them but no rule that could be solved."""
    types = [value.type for value in operation.results]
    find = _TYPES.get(operation.name)
    return types if find is None else find(operation, types)


def _types_of_call(operation: Operation, types: list[Type]) -> list[Type]:
    operands = [operation.operands[index] for index in shape_operands(operation)]
    if len(operands) != len(list(_leaves(types))):
        return types
    shapes = iter([integers_of(operand) for operand in operands])
    return [_filled(type, shapes) for type in types]


def _leaves(types: Sequence[Type]) -> Iterator[Type]:
    for type in types:
        yield from _leaves(type.types) if isinstance(type, TupleType) else (type,)


def _filled(type: Type, shapes: Iterator[list[int] | None]) -> Type:
    if isinstance(type, TupleType):
        return TupleType(tuple(_filled(each, shapes) for each in type.types))
    sizes = next(shapes)
    return type if sizes is None else with_sizes(type, sizes)


def with_sizes(type: Type, sizes: Sequence[int]) -> Type:
    """A tensor type with those sizes."""
    if not isinstance(type, TensorType):
        return type
    return refined(type, TensorType(tuple(sizes), type.element_type))


def integers_of(value: Value) -> list[int] | None:
    """The elements of a constant vector."""
    constant = constant_of(value)
    return None if constant is None else [int(element) for element in constant.array.reshape(-1)]


def _types_of_slice(operation: Operation, types: list[Type]) -> list[Type]:
    """A slice from start to start + constant, with strides of 1."""
    _, start, limit, strides = operation.operands
    end = limit.owner
    if not _are_ones(strides) or not isinstance(end, Operation) or end.name != "stablehlo.add":
        return types
    rest = [operand for operand in end.operands if operand is not start]
    sizes = integers_of(rest[0]) if len(rest) == 1 else None
    return types if sizes is None else [with_sizes(types[0], sizes)]


def _types_of_all_gather(operation: Operation, types: list[Type]) -> list[Type]:
    """Its rule leaves open how many processes there are in a group, which the attributes mostly say."""
    groups, dimension, channel = map(
        operation.attributes.get, ("replica_groups", "all_gather_dim", "channel_handle")
    )
    is_of_replicas = channel is None or "use_global_device_ids" in operation.attributes
    if not (is_of_replicas and isinstance(groups, Dense) and isinstance(dimension, Integer)):
        return types  # the groups may be of other processes, too
    count = groups.type.static_shape[1]
    return [
        _along(type, operand.type, dimension.value, lambda size: size * count)
        for type, operand in zip(types, operation.operands, strict=True)
    ]


def _types_of_concatenation(operation: Operation, types: list[Type]) -> list[Type]:
    """Each input may know another size: its rule speaks of the first."""
    (type,), dimension = types, operation.attributes.get("dimension")
    if not isinstance(dimension, Integer):
        return types
    for operand in operation.operands:
        type = _along(type, operand.type, dimension.value, lambda size: DYNAMIC)
    return [type]


def _along(type: Type, like: Type, dimension: int, size: Callable[[int], int | Dim]) -> Type:
    """`type`, which has the sizes of `like`, except that one of them becomes `size` of it."""
    if not isinstance(like, TensorType) or like.shape is None:
        return type
    sizes = list(like.shape)
    old = sizes[dimension]
    sizes[dimension] = size(old) if isinstance(old, int) else DYNAMIC
    return refined(type, TensorType(tuple(sizes), like.element_type))


_TYPES: Mapping[str, Callable[[Operation, list[Type]], list[Type]]] = {
    "stablehlo.all_gather": _types_of_all_gather,
    "stablehlo.concatenate": _types_of_concatenation,
    "stablehlo.custom_call": _types_of_call,
    "stablehlo.real_dynamic_slice": _types_of_slice,
}


def _are_ones(strides: Value) -> bool:
    known = integers_of(strides)
    return known is not None and all(stride == 1 for stride in known)


# -- static counterparts ----------------------------------------------------------------------------


def static_counterpart(operation: Operation) -> list[Operation]:
    """The operations that do the same without operands for shapes; the last gives the results.

    An empty list where there are none: a shape is not known, or the op has none among its operands.
    """
    write = _COUNTERPARTS.get(operation.name)
    return write(operation) if write else []


def wrapped(operation: Operation) -> Value | None:
    """The value that an operation only wraps in another type, once the two are the same."""
    if operation.attributes.get("call_target_name") != _WRAPPER or not operation.operands:
        return None
    return operation.operands[0] if operation.operands[0].type == operation.results[0].type else None


def _instead(
    operation: Operation,
    name: str,
    operands: Sequence[Value],
    added: Mapping[str, Attribute] | None = None,
    dropped: Sequence[str] = (),
) -> Operation:
    """An operation in the place of another, with its results and other attributes."""
    kept = {key: value for key, value in operation.attributes.items() if key not in dropped}
    return in_place_of(operation, name, operands, {**kept, **(added or {})})


def in_place_of(
    operation: Operation, name: str, operands: Sequence[Value], attributes: Mapping[str, Attribute]
) -> Operation:
    """Another operation at the same place, with results of the same types."""
    made = Operation(name, list(operands), attributes, location=operation.location)
    made.results = [Value(value.type, value.name, made, value.index) for value in operation.results]
    made.source, made.start, made.end = operation.source, operation.start, operation.end
    return made


def _array(values: Sequence[int]) -> DenseArray:
    return DenseArray(I64, tuple(values))


def _reshape(operation: Operation) -> list[Operation]:
    if not is_static(operation.results[0].type):
        return []
    return [_instead(operation, "stablehlo.reshape", operation.operands[:1])]


def _broadcast(operation: Operation) -> list[Operation]:
    if not is_static(operation.results[0].type):
        return []
    dropped = ("known_expanding_dimensions", "known_nonexpanding_dimensions")
    return [_instead(operation, "stablehlo.broadcast_in_dim", operation.operands[:1], dropped=dropped)]


def _iota(operation: Operation) -> list[Operation]:
    is_known = is_static(operation.results[0].type)
    return [_instead(operation, "stablehlo.iota", ())] if is_known else []


def _with_attributes(static: str, names: Sequence[str]) -> Callable[[Operation], list[Operation]]:
    """The op `static`, in which the last operands are the attributes `names`."""

    def write(operation: Operation) -> list[Operation]:
        count = len(operation.operands) - len(names)
        known = [integers_of(operand) for operand in operation.operands[count:]]
        if None in known:
            return []
        added = {name: _array(values or ()) for name, values in zip(names, known, strict=True)}
        return [_instead(operation, static, operation.operands[:count], added)]

    return write


def _convolution(operation: Operation) -> list[Operation]:
    *operands, padding = operation.operands
    constant = constant_of(padding)
    if constant is None:
        return []
    added = {"padding": Dense.from_array(constant.array.astype(np.int64))}
    return [_instead(operation, "stablehlo.convolution", operands, added)]


_slice = _with_attributes("stablehlo.slice", ("start_indices", "limit_indices", "strides"))


def _real_slice(operation: Operation) -> list[Operation]:
    type = operation.results[0].type
    is_dynamic_slice = is_static(type) and _are_ones(operation.operands[3])
    return _slice(operation) or (_dynamic_slice(operation) if is_dynamic_slice else [])


def _dynamic_slice(operation: Operation) -> list[Operation]:
    """A slice of known sizes, whose start has to be cut into scalars."""
    operand, start = operation.operands[:2]
    type, result = start.type, operation.results[0].type
    assert isinstance(type, TensorType)
    assert isinstance(result, TensorType)
    assert isinstance(type.element_type, ElementType)
    made, scalar = [], tensor_type((), type.element_type)
    for dimension in range(result.rank):
        bounds = {"start_indices": dimension, "limit_indices": dimension + 1, "strides": 1}
        attributes = {name: _array([value]) for name, value in bounds.items()}
        one = _made("stablehlo.slice", start, tensor_type((1,), type.element_type), operation, attributes)
        made += [one, _made("stablehlo.reshape", one.results[0], scalar, operation)]
    starts = [each.results[0] for each in made[1::2]]
    sizes = {"slice_sizes": _array(result.static_shape)}
    return [*made, _instead(operation, "stablehlo.dynamic_slice", [operand, *starts], sizes)]


def _made(
    name: str, operand: Value, type: Type, of: Operation, attributes: Mapping[str, Attribute] | None = None
) -> Operation:
    made = Operation(name, [operand], attributes or {}, location=of.location)
    made.results = [Value(type, "", made, 0)]
    made.source, made.start, made.end = of.source, of.start, of.end
    return made


def _custom_call(operation: Operation) -> list[Operation]:
    """The call without the operands that say its shapes, if all of them are constants and it is static."""
    indices = shape_operands(operation)
    are_known = all(integers_of(operation.operands[index]) is not None for index in indices)
    if not indices or not are_known or not all(is_static(value.type) for value in operation.results):
        return []
    operands = [value for index, value in enumerate(operation.operands) if index not in indices]
    layouts = operation.attributes.get("operand_layouts")
    kept: dict[str, Attribute] = {}
    if isinstance(layouts, tuple):
        kept["operand_layouts"] = tuple(
            layout for index, layout in enumerate(layouts) if index not in indices
        )
    return [_instead(operation, operation.name, operands, kept, dropped=(SHAPE_OPERANDS,))]


_COUNTERPARTS: Mapping[str, Callable[[Operation], list[Operation]]] = {
    "stablehlo.custom_call": _custom_call,
    "stablehlo.dynamic_broadcast_in_dim": _broadcast,
    "stablehlo.dynamic_conv": _convolution,
    "stablehlo.dynamic_gather": _with_attributes("stablehlo.gather", ("slice_sizes",)),
    "stablehlo.dynamic_iota": _iota,
    "stablehlo.dynamic_pad": _with_attributes(
        "stablehlo.pad", ("edge_padding_low", "edge_padding_high", "interior_padding")
    ),
    "stablehlo.dynamic_reshape": _reshape,
    "stablehlo.real_dynamic_slice": _real_slice,
}
