"""Opcodes and ops of arrays that are not one another: constants, tuples, layouts, broadcasts, and so on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.hlo.attributes import Keyword
from stablehlo_tools.hlo.convert.annotations import SHAPE
from stablehlo_tools.hlo.convert.lowering import Lowering, lowers, shapes_of
from stablehlo_tools.hlo.convert.scopes import ComputationScope
from stablehlo_tools.hlo.convert.walk import Walk, by_row, handles, shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.text.literals import ELIDED, Literal
from stablehlo_tools.hlo.types import Content, leaf_types, leaf_values, packed, type_of_shape
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.constants import ELIDED as ELIDED_KEY, MOST_CLAIMED, Dense, DenseResource
from stablehlo_tools.ir.dense_literals import LiteralError
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, I32, Dim, TensorType, TokenType
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.rewrite.shapes import tensor


def array_of(shape: Shape, prefix: str) -> ArrayShape:
    """The shape as that of an array. Raises NoCounterpart for other shapes."""
    if not isinstance(shape, ArrayShape):
        raise NoCounterpart(f"{prefix} {shape.without_layout}")
    return shape


def _result(operation: Operation) -> ArrayShape:
    """The shape of the array that an operation returns. Raises NoCounterpart."""
    return array_of(shapes_of(operation.results)[0], "a result of shape")


# -- constants and tuples -----------------------------------------------------------------------


@handles("constant")
def _constant(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    assert instruction.literal is not None
    value = None if instruction.literal.is_elided else instruction.literal.value
    return _constants(walk, shape_of(instruction), value)


def _constants(walk: Walk, shape: Shape, value: Any) -> Content:
    if isinstance(shape, TupleShape):
        parts = value or (None,) * len(shape.elements)
        return tuple(_constants(walk, *pair) for pair in zip(shape.elements, parts, strict=True))
    type = type_of_shape(shape)
    assert isinstance(type, TensorType)
    if value is not None:
        return walk.builder.constant(Dense.from_array(value, type))
    elided = {"value": DenseResource(ELIDED_KEY, type)}
    return walk.builder.add("stablehlo.constant", (), extra=elided, results=(type,))[0]


@lowers("stablehlo.constant", "chlo.constant")
def _lower_constant(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The literal; for a splat, a broadcast scalar."""
    value, shape = operation.attributes["value"], _result(operation)
    assert isinstance(value, Dense | DenseResource)
    if not shape.element_count and value.type.claimed > MOST_CLAIMED:
        raise NoCounterpart(f"a {value.type}, whose empty dimensions HLO literals cannot express")
    if isinstance(value, DenseResource):
        return [_literal(lowering, operation, _resource_literal(lowering, value, shape))]
    if shape.rank == 0 or shape.element_count == 0 or not value.is_splat or SHAPE in operation.attributes:
        return [_literal(lowering, operation, Literal.from_value(shape, value.array))]
    scalar = ArrayShape(shape.element_type)
    literal = Literal.from_value(scalar, value.elements[:1].reshape(()))
    name = lowering.scope.add("constant", (), scalar, literal=literal)
    return lowering.add(operation, "broadcast", [name], {"dimensions": ()})


def _literal(lowering: Lowering, operation: Operation, literal: Literal) -> str:
    (name,) = lowering.add(operation, "constant", ())
    lowering.scope.instruction(name).literal = literal
    return name


def _resource_literal(lowering: Lowering, value: DenseResource, shape: ArrayShape) -> Literal:
    """The literal of a constant whose bytes are in the resource section, or elided."""
    blobs = lowering.module.resources.get("builtin", {})
    if value.key == ELIDED_KEY and value.key not in blobs:
        return Literal(shape, ELIDED)
    try:
        return Literal.from_value(shape, value.array_from(blobs))
    except LiteralError as error:
        raise NoCounterpart(str(error)) from None


@lowers("chlo.constant_like")
def _constant_like(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A constant of unknown size, which StableHLO cannot express."""
    value, shape = operation.attributes["value"], _result(operation)
    if any(isinstance(size, Dim) and size.high == math.inf for size in shape.dimensions):
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    number = getattr(value, "value", value)
    name = lowering.scope.constant(number, shape.element_type, dtype_of(shape.element_type))
    return lowering.add(operation, "broadcast", [name], {"dimensions": ()})


handles("tuple")(lambda walk, instruction, operands: tuple(operands))
handles("domain", "add-dependency", "-update", "-done")(lambda walk, instruction, operands: operands[0])


@handles("get-tuple-element")
def _get_tuple_element(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    parts, index = operands[0], instruction.attributes["index"]
    assert isinstance(parts, tuple)
    element: Content = parts[index]
    return element


# -- elementwise ---------------------------------------------------------------------------------


@handles("exp2")
def _exp2(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    (exponent,) = leaf_values(operands)
    two = walk.builder.constant(Dense.splat(2, tensor(exponent)))
    return walk.emit(instruction, "stablehlo.power", (two, exponent), {})


@handles("log2")
def _log2(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    (operand,) = leaf_values(operands)
    logarithms = walk.add("stablehlo.log", [operand], results=[operand.type])
    ln2 = walk.builder.constant(Dense.splat(math.log(2), tensor(operand)))
    return walk.emit(instruction, "stablehlo.divide", (*logarithms, ln2), {})


# -- layouts ------------------------------------------------------------------------------------


@handles("copy")
def _copy(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """A reshape to the same shape, which keeps the layout; a tuple is returned as is."""
    operand = operands[0]
    if not isinstance(operand, Value) or isinstance(operand.type, TokenType):
        return operand
    return walk.add("stablehlo.reshape", [operand], results=[operand.type])[0]


def is_sorted(order: Sequence[int]) -> bool:
    """Whether numbers are in ascending order."""
    return list(order) == sorted(order)


def reshaped(walk: Walk, value: Value, sizes: Sequence[int], *, is_forced: bool = False) -> Value:
    """The array with these sizes; the array itself if it has them, unless a reshape is forced."""
    if tensor(value).shape == tuple(sizes) and not is_forced:
        return value
    result = TensorType(tuple(sizes), tensor(value).element_type)
    return walk.add("stablehlo.reshape", [value], results=[result])[0]


def sliced(walk: Walk, value: Value, ranges: Sequence[tuple[int, int]]) -> Value:
    """The slice of an array, by start and limit of each dimension."""
    starts, limits = tuple(zip(*ranges, strict=True)) or ((), ())
    attributes = {"start_indices": starts, "limit_indices": limits, "strides": (1,) * len(ranges)}
    return walk.add("stablehlo.slice", [value], attributes)[0]


def joined(walk: Walk, rows: Sequence[Value], sizes: Sequence[int]) -> Value:
    """Arrays of these sizes, each with one dimension more, concatenated along it."""
    parts = [reshaped(walk, row, (1, *sizes)) for row in rows]
    return walk.add("stablehlo.concatenate", parts, {"dimension": 0})[0]


# -- broadcasting and reshaping -----------------------------------------------------------------


def broadcast_in_dim(scope: ComputationScope, name: str, dimensions: Sequence[int], shape: ArrayShape) -> str:
    """Broadcast by `dimensions`, expanding size 1.

    HLO's broadcast does not expand sizes, and requires ascending dimensions.
    """
    operand = scope.array(name)
    pairs = zip(operand.dimensions, dimensions, strict=True)
    matching = [number for number, (size, to) in enumerate(pairs) if size == shape.dimensions[to]]
    if len(matching) < operand.rank:
        operand = ArrayShape(operand.element_type, tuple(operand.dimensions[number] for number in matching))
        name, dimensions = scope.add("reshape", (name,), operand), [dimensions[number] for number in matching]
    order = tuple(sorted(range(len(dimensions)), key=lambda number: dimensions[number]))
    if not is_sorted(order):
        transposed = ArrayShape(operand.element_type, tuple(operand.dimensions[number] for number in order))
        name = scope.add("transpose", (name,), transposed, {"dimensions": order})
    wide = ArrayShape(operand.element_type, shape.dimensions)
    return scope.add("broadcast", (name,), wide, {"dimensions": tuple(sorted(dimensions))})


@lowers("stablehlo.broadcast_in_dim")
def _broadcast_in_dim(lowering: Lowering, operation: Operation) -> Sequence[str]:
    name = lowering.name(operation.operands[0])
    dimensions = attributes_of(operation)["broadcast_dimensions"]
    return [broadcast_in_dim(lowering.scope, name, dimensions, _result(operation))]


@lowers("stablehlo.broadcast")
def _broadcast(lowering: Lowering, operation: Operation) -> Sequence[str]:
    first = len(attributes_of(operation)["broadcast_sizes"])
    dimensions = tuple(range(first, _result(operation).rank))
    return lowering.add(
        operation, "broadcast", lowering.names(operation.operands), {"dimensions": dimensions}
    )


@lowers("stablehlo.reshape")
def _reshape(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A reshape, or a copy if the shape does not change."""
    is_same = operation.operands[0].type == operation.results[0].type
    return lowering.add(operation, "copy" if is_same else "reshape", lowering.names(operation.operands))


@lowers("stablehlo.clamp", "stablehlo.select")
def _spread(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Scalar operands are broadcast, which HLO does not do implicitly."""
    scope, shape = lowering.scope, _result(operation)
    names = [scope.broadcast(name, shape) for name in lowering.names(operation.operands)]
    return lowering.add(operation, operation.name.partition(".")[2], names)


@lowers("stablehlo.pad")
def _pad(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A pad; a copy for a scalar, whose padding HLO cannot express."""
    if _result(operation).rank == 0:
        return lowering.add(operation, "copy", lowering.names(operation.operands[:1]))
    return lowering.by_row(operation)


@handles("dynamic-slice", "dynamic-update-slice")
def _at_indices(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The op of the same name; an index vector, as in older HLO, is split into scalars."""
    values = list(leaf_values(operands))
    first = 1 if instruction.opcode == "dynamic-slice" else 2
    if len(values) == first + 1 and tensor(values[first]).rank == 1:
        vector, rank = values[first], tensor(values[0]).rank
        places = (sliced(walk, vector, [(number, number + 1)]) for number in range(rank))
        values[first:] = [reshaped(walk, place, ()) for place in places]
    return by_row(walk, instruction, values)


@handles("dynamic-reshape")
def _dynamic_reshape(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The sizes, one operand each, as a vector."""
    value, *sizes = leaf_values(operands)
    if not sizes:
        return walk.emit(instruction, "stablehlo.reshape", [value])
    return walk.emit(instruction, "stablehlo.dynamic_reshape", [value, joined(walk, sizes, ())])


# -- random numbers, sorting ----------------------------------------------------------------------


@handles("rng", attributes="distribution")
def _rng(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    shape = array_of(shape_of(instruction), "`rng` of")
    sizes = walk.builder.constant(np.array(shape.greatest, np.int64))
    words = {"rng_distribution": instruction.attributes["distribution"].removeprefix("rng_").upper()}
    return walk.emit(instruction, "stablehlo.rng", [*operands, sizes], words)


@lowers("stablehlo.rng")
def _lower_rng(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The shape operand becomes the shape of the result."""
    if not _result(operation).is_static:
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    word = str(attributes_of(operation)["rng_distribution"]).lower()
    names = lowering.names(operation.operands[:2])
    return lowering.add(operation, "rng", names, {"distribution": Keyword(f"rng_{word}")})


@handles("rng-bit-generator")
def _random_bits(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The state and the bits; only the bits if the result is an array, as on TPU."""
    shape = shape_of(instruction)
    if isinstance(shape, TupleShape):
        return by_row(walk, instruction, operands)
    row, (state,) = ROWS[instruction.opcode], leaf_values(operands)
    attributes = row.to_stablehlo(instruction.attributes)
    return walk.add(row.op, [state], attributes, results=[state.type, type_of_shape(shape)])[1]


@handles("rng-get-and-update-state")
def _random_state(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    type = type_of_shape(shape_of(instruction))
    if type != TensorType((2,), ELEMENT_TYPES["ui64"]):
        raise NoCounterpart(f"a state of {type}")
    return by_row(walk, instruction, operands)


@handles("topk")
def _topk(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    if instruction.attributes.get("largest", True):
        return by_row(walk, instruction, operands)
    (operand,) = leaf_values(operands)
    scalar, index = TensorType((), tensor(operand).element_type), TensorType((), I32)

    def less(first: Value, second: Value, *indices: Value) -> list[Value]:
        total = "TOTALORDER" if scalar.element_type.kind == "float" else None
        order = {"comparison_direction": "LT", "compare_type": total}
        return walk.builder.add("stablehlo.compare", [first, second], order)

    order = walk.builder.region([scalar, scalar, index, index], less)
    return sorted_prefix(walk, operand, instruction.attributes["k"], order)


def sorted_prefix(walk: Walk, operand: Value, k: int, comparator: Any) -> Content:
    """The first k elements along the last dimension in the order of a comparator, and their indices.

    Raises NoCounterpart.
    """
    if not tensor(operand).is_static:
        raise NoCounterpart(f"an operand of unknown size, {operand.type}")
    sizes = tensor(operand).static_shape
    counted = TensorType(sizes, I32)
    last = {"iota_dimension": len(sizes) - 1}
    indices = walk.add("stablehlo.iota", [], last, results=[counted])[0]
    order = {"dimension": len(sizes) - 1, "is_stable": True}
    outputs = walk.add(
        "stablehlo.sort", [operand, indices], order, regions=[comparator], results=[operand.type, counted]
    )
    ranges = [*((0, size) for size in sizes[:-1]), (0, k)]
    return tuple(sliced(walk, output, ranges) for output in outputs)


@handles("scan")
def _scan(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The last `num_carries` operands are initial values; as many results are final values."""
    carries, row = instruction.attributes["num_carries"], ROWS["scan"]
    values, types = list(leaf_values(operands)), leaf_types(shape_of(instruction))
    inputs, outputs = len(values) - carries, len(types) - carries
    results = walk.builder.add(
        row.op, [values[:inputs], values[inputs:]], row.to_stablehlo(instruction.attributes),
        regions=[walk.region(instruction.attributes["to_apply"])],
        results=[types[:outputs], types[outputs:]],
    )  # fmt: skip
    return packed(shape_of(instruction), results)


@lowers("stablehlo.sort")
def _sort(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The mapped instruction, with a negative dimension normalized."""
    names = lowering.by_row(operation)
    instruction = lowering.instruction_of(operation, names)
    (dimension,) = instruction.attributes["dimensions"]
    instruction.attributes["dimensions"] = (dimension % _result(operation).rank,)
    return names
