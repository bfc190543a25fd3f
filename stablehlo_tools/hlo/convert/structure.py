"""Converts opcodes that are not one op: constants, tuples, layouts, calls, branches, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.hlo.convert.annotations import COMPOSITE
from stablehlo_tools.hlo.convert.walk import (
    Content,
    Walk,
    by_row,
    handles,
    leaf_values,
    packed,
    shape_of,
)
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.types import leaf_types, type_of_shape
from stablehlo_tools.ir.constants import ELIDED, Dense, DenseResource
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType, TokenType
from stablehlo_tools.text.statement_parser import parse_attributes

I32 = ELEMENT_TYPES["i32"]


def tensor(value: Value) -> TensorType:
    """The type of an array."""
    assert isinstance(value.type, TensorType)
    return value.type


def array_shape(instruction: HloInstruction) -> ArrayShape:
    """The shape of an instruction that returns an array. Raises NoCounterpart."""
    shape = shape_of(instruction)
    if not isinstance(shape, ArrayShape):
        raise NoCounterpart(f"`{instruction.opcode}` of {shape.without_layout}")
    return shape


# -- constants and tuples -----------------------------------------------------------------------


@handles("constant")
def _constant(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    assert instruction.literal is not None
    value = None if instruction.literal.is_elided else instruction.literal.value
    return _constants(walk, shape_of(instruction), value)


def _constants(walk: Walk, shape: Shape, value: Any) -> Content:
    if isinstance(shape, TupleShape):
        parts = value or (None,) * len(shape.elements)
        return tuple(_constants(walk, *each) for each in zip(shape.elements, parts, strict=True))
    type = type_of_shape(shape)
    assert isinstance(type, TensorType)
    if value is not None:
        return walk.builder.constant(Dense.from_array(value, type))
    elided = {"value": DenseResource(ELIDED, type)}
    return walk.builder.add("stablehlo.constant", (), extra=elided, results=(type,))[0]


@handles("tuple")
def _tuple(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    return tuple(operands)


@handles("get-tuple-element", attributes="index")
def _get_tuple_element(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    parts, index = operands[0], instruction.attributes["index"]
    assert isinstance(parts, tuple)
    element: Content = parts[index]
    return element


@handles("domain", "add-dependency")
def _same(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    return operands[0]


# -- layouts ------------------------------------------------------------------------------------


@handles("copy")
def _copy(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """A reshape to the same shape, which keeps the layout; a tuple is returned as is."""
    operand = operands[0]
    if not isinstance(operand, Value) or isinstance(operand.type, TokenType):
        return operand
    return walk.add("stablehlo.reshape", [operand], results=[operand.type])[0]


@handles("bitcast")
def _bitcast(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The memory of an array, reinterpreted with another shape, layout and element type."""
    to, before, value = array_shape(instruction), walk.shape_of(instruction.operands[0]), operands[0]
    assert isinstance(value, Value)
    assert isinstance(before, ArrayShape)
    for shape in (before, to):
        if shape.order.tiles or not shape.is_static:
            raise NoCounterpart(f"a bitcast of an array with the memory layout {shape}")
    value = _transpose(walk, value, before.order.minor_to_major[::-1])
    if before.element_type != to.element_type:
        value = _as_elements(walk, value, before, to)
    physical = tuple(to.greatest[dimension] for dimension in reversed(to.order.minor_to_major))
    order = to.order.minor_to_major[::-1]
    value = reshaped(walk, value, physical, is_forced=value is operands[0] and _is_sorted(order))
    return _transpose(walk, value, tuple(map(order.index, range(len(order)))))


def _is_sorted(order: Sequence[int]) -> bool:
    return list(order) == sorted(order)


def _transpose(walk: Walk, value: Value, order: Sequence[int]) -> Value:
    if _is_sorted(order):
        return value
    sizes = tuple(tensor(value).static_shape[dimension] for dimension in order)
    result = TensorType(sizes, tensor(value).element_type)
    return walk.add("stablehlo.transpose", [value], {"permutation": tuple(order)}, results=[result])[0]


def reshaped(walk: Walk, value: Value, sizes: Sequence[int], *, is_forced: bool = False) -> Value:
    """The array with these sizes; the array itself if it has them, unless a reshape is forced."""
    if tensor(value).shape == tuple(sizes) and not is_forced:
        return value
    result = TensorType(tuple(sizes), tensor(value).element_type)
    return walk.add("stablehlo.reshape", [value], results=[result])[0]


def _as_elements(walk: Walk, value: Value, before: ArrayShape, to: ArrayShape) -> Value:
    """The bits of a row-major array as elements of another type; the shape has as many elements."""
    own, other = before.element_type, to.element_type
    if "boolean" in (own.kind, other.kind) or min(own.bits, other.bits) < 8:
        raise NoCounterpart(f"a bitcast between {before.without_layout} and {to.without_layout}")
    sizes = tensor(value).static_shape
    if other.bits > own.bits:
        sizes = (to.element_count, other.bits // own.bits)
        value, sizes = reshaped(walk, value, sizes), sizes[:1]
    elif other.bits < own.bits:
        sizes = (*sizes, own.bits // other.bits)
    return walk.add("stablehlo.bitcast_convert", [value], results=[TensorType(sizes, other)])[0]


# -- calls --------------------------------------------------------------------------------------


@handles("fusion", attributes="kind")
def _fusion(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """A call of a private function, with the fusion kind as an attribute."""
    function = walk.functions[instruction.attributes["calls"]]
    kind = str(instruction.attributes["kind"])
    function.attributes = {**function.attributes, "hlo.fusion_kind": kind}
    return called(walk, instruction, "calls", operands)


@handles("call", attributes="is_composite")
def _call(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    if instruction.attributes.get("is_composite"):
        return _composite(walk, instruction, operands)
    return called(walk, instruction, "to_apply", operands)


def called(walk: Walk, instruction: HloInstruction, attribute: str, operands: Sequence[Content]) -> Content:
    """The result of the computation that an attribute references: a call of its function."""
    name = instruction.attributes[attribute]
    results = walk.builder.call(walk.functions[name], list(leaf_values(operands)))
    return packed(shape_of(walk.computations[name].root_instruction), results)


def _composite(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """`stablehlo.composite`, whose attributes are among the frontend attributes."""
    given = instruction.attributes.get("frontend_attributes", {})
    name = instruction.attributes["to_apply"]
    attributes = {
        "name": str(given.get(f"{COMPOSITE}name", name)),
        "decomposition": walk.functions[name].symbol,
        "version": int(given.get(f"{COMPOSITE}version", 0)),
        "composite_attributes": mlir_dictionary(given.get(f"{COMPOSITE}attributes", "{}")) or {},
    }
    results = leaf_types(shape_of(instruction))
    values = walk.add("stablehlo.composite", list(leaf_values(operands)), attributes, results=results)
    return packed(shape_of(instruction), values)


def mlir_dictionary(text: str) -> Any:
    """The MLIR attributes in braces; None for another text, such as JSON."""
    try:
        return parse_attributes("a.b", {"a": text})["a"] if text.startswith("{") else None
    except ParseError:
        return None


# -- branches -----------------------------------------------------------------------------------


@handles("conditional")
def _conditional(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """`if` for a predicate, `case` for an index; branches capture their operands."""
    attributes = instruction.attributes
    names = attributes.get("branch_computations")
    names = names or (attributes["true_computation"], attributes["false_computation"])
    (chosen,) = leaf_values(operands[0])
    is_predicate = tensor(chosen).element_type.kind == "boolean"
    regions = [walk.region(name, [each]) for name, each in zip(names, operands[1:], strict=True)]
    types = leaf_types(shape_of(instruction))
    op = "stablehlo.if" if is_predicate else "stablehlo.case"
    return packed(shape_of(instruction), walk.add(op, [chosen], regions=regions, results=types))


# -- several ops --------------------------------------------------------------------------------


@handles("after-all")
def _after_all(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    op = "stablehlo.after_all" if operands else "stablehlo.create_token"
    return walk.add(op, list(leaf_values(operands)), results=[TokenType()])[0]


@handles("rng", attributes="distribution")
def _rng(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    shape = array_shape(instruction)
    sizes = walk.builder.constant(np.array(shape.greatest, np.int64))
    words = {"rng_distribution": instruction.attributes["distribution"].removeprefix("rng_").upper()}
    values = [*leaf_values(operands), sizes]
    return walk.add("stablehlo.rng", values, words, results=[type_of_shape(shape)])[0]


@handles("rng-get-and-update-state", attributes="delta")
def _random_state(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    type = type_of_shape(shape_of(instruction))
    if type != TensorType((2,), ELEMENT_TYPES["ui64"]):
        raise NoCounterpart(f"a state of {type}")
    return by_row(walk, instruction, operands)


@handles("dynamic-slice", "dynamic-update-slice", attributes="dynamic_slice_sizes")
def _at_indices(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The op of the same name; an index vector, as in older HLO, is split into scalars."""
    values = list(leaf_values(operands))
    first = 1 if instruction.opcode == "dynamic-slice" else 2
    rank = tensor(values[0]).rank
    if len(values) == first + 1 and tensor(values[first]).rank == 1:
        values[first:] = [_element(walk, values[first], number) for number in range(rank)]
    return walk.apply(ROWS[instruction.opcode], instruction, values)[0]


def _element(walk: Walk, vector: Value, number: int) -> Value:
    part = sliced(walk, vector, [(number, number + 1)])
    return reshaped(walk, part, ())


def sliced(walk: Walk, value: Value, ranges: Sequence[tuple[int, int]]) -> Value:
    """The slice of an array, by start and limit of each dimension."""
    starts, limits = tuple(zip(*ranges, strict=True)) or ((), ())
    attributes = {"start_indices": starts, "limit_indices": limits, "strides": (1,) * len(ranges)}
    result = TensorType(tuple(limit - start for start, limit in ranges), tensor(value).element_type)
    return walk.add("stablehlo.slice", [value], attributes, results=[result])[0]


@handles("dynamic-reshape")
def _dynamic_reshape(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The sizes, one operand each, as a vector."""
    value, *sizes = leaf_values(operands)
    result = type_of_shape(shape_of(instruction))
    if not sizes:
        return walk.add("stablehlo.reshape", [value], results=[result])[0]
    vector = TensorType((len(sizes),), tensor(sizes[0]).element_type)
    parts = [reshaped(walk, size, (1,)) for size in sizes]
    (shape,) = walk.add("stablehlo.concatenate", parts, {"dimension": 0}, results=[vector])
    return walk.add("stablehlo.dynamic_reshape", [value, shape], results=[result])[0]


@handles("topk", attributes="k largest")
def _topk(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    (operand,) = leaf_values(operands)
    types = leaf_types(shape_of(instruction))
    if instruction.attributes.get("largest", True):
        k = {"k": instruction.attributes["k"]}
        return tuple(walk.add("chlo.top_k", [operand], k, results=types))

    def less(first: Value, second: Value, *indices: Value) -> list[Value]:
        order = {"comparison_direction": "LT", "compare_type": _total_order(tensor(first))}
        return walk.builder.add("stablehlo.compare", [first, second], order)

    return _first_of_sorted(walk, operand, instruction.attributes["k"], less)


def _total_order(type: TensorType) -> str | None:
    return "TOTALORDER" if type.element_type.kind == "float" else None


def top_k_by(walk: Walk, operand: Value, k: int, comparator: str) -> Content:
    """The first k elements along the last dimension in the order of a comparator, and their indices."""
    return _sorted_prefix(walk, operand, k, walk.region(comparator))


def _first_of_sorted(walk: Walk, operand: Value, k: int, less: Any) -> Content:
    scalar, index = TensorType((), tensor(operand).element_type), TensorType((), I32)
    return _sorted_prefix(walk, operand, k, walk.builder.region([scalar, scalar, index, index], less))


def _sorted_prefix(walk: Walk, operand: Value, k: int, comparator: Any) -> Content:
    sizes = tensor(operand).static_shape
    counted = TensorType(sizes, I32)
    last = {"iota_dimension": len(sizes) - 1}
    indices = walk.add("stablehlo.iota", [], last, results=[counted])[0]
    order = {"dimension": len(sizes) - 1, "is_stable": True}
    both = walk.add(
        "stablehlo.sort", [operand, indices], order, regions=[comparator], results=[operand.type, counted]
    )
    ranges = [*((0, size) for size in sizes[:-1]), (0, k)]
    return tuple(sliced(walk, each, ranges) for each in both)


@handles("scan", attributes="dimensions num_carries is_reverse is_associative")
def _scan(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The last `num_carries` operands are initial values; as many results are final values."""
    carries = instruction.attributes["num_carries"]
    values, types = list(leaf_values(operands)), leaf_types(shape_of(instruction))
    row = ROWS["scan"]
    inputs, outputs = len(values) - carries, len(types) - carries
    results = walk.builder.add(
        row.op,
        [values[:inputs], values[inputs:]],
        row.to_stablehlo(instruction.attributes),
        regions=[walk.region(instruction.attributes["to_apply"])],
        results=[types[:outputs], types[outputs:]],
    )
    return packed(shape_of(instruction), results)
