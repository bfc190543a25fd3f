"""Operations on arrays that HLO words in another way: constants, broadcasting, reshaping, products."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stablehlo_tools.dense_literals import LiteralError
from stablehlo_tools.hlo.attributes import Word
from stablehlo_tools.hlo.convert.annotations import SHAPE
from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers, shape_of
from stablehlo_tools.hlo.convert.scopes import Scope
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.literals import ELIDED, Literal
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.hlo.table import ROWS
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.signature import operand_groups
from stablehlo_tools.types import Dim
from stablehlo_tools.values import MOST_CLAIMED, Dense, DenseResource, dtype_of


def array_shape(operation: Operation, number: int = 0) -> ArrayShape:
    """The shape of a result that is an array. Raises NoCounterpart."""
    shape = shape_of(operation.results[number].type)
    if not isinstance(shape, ArrayShape):
        raise NoCounterpart(f"a result of type {operation.results[number].type}")
    return shape


# -- constants ----------------------------------------------------------------------------------


@lowers("stablehlo.constant", "chlo.constant")
def _constant(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The literal; of equal elements, the broadcast of one."""
    value, shape = operation.attributes["value"], array_shape(operation)
    assert isinstance(value, Dense | DenseResource)
    if not shape.element_count and value.type.claimed > MOST_CLAIMED:
        raise NoCounterpart(f"a {value.type}, of which HLO text writes every empty list")
    if isinstance(value, DenseResource):
        return lowering_of_resource(lowering, operation, value, shape)
    if shape.rank == 0 or shape.element_count == 0 or not value.is_splat or SHAPE in operation.attributes:
        literal = Literal.from_array(shape, value.array)
        return [_literal(lowering, operation, shape, literal)]
    scalar = ArrayShape(shape.element_type)
    literal = Literal.from_array(scalar, value.elements[:1].reshape(()))
    one = lowering.scope.add("constant", (), scalar, literal=literal)
    return lowering.add(operation, "broadcast", [one], {"dimensions": ()})


def _literal(lowering: Lowering, operation: Operation, shape: ArrayShape, literal: Literal) -> str:
    (name,) = lowering.add(operation, "constant", ())
    lowering.scope.instruction(name).literal = literal
    return name


def lowering_of_resource(
    lowering: Lowering, operation: Operation, value: DenseResource, shape: ArrayShape
) -> Sequence[str]:
    """The literal of a constant whose bytes stand at the end of the file, or were left out."""
    blobs = lowering.module.resources.get("builtin", {})
    if value.key == "__elided__" and value.key not in blobs:
        return [_literal(lowering, operation, shape, Literal(shape, ELIDED))]
    try:
        array = value.array_from(blobs)
    except LiteralError as error:
        raise NoCounterpart(str(error)) from None
    return [_literal(lowering, operation, shape, Literal.from_array(shape, array))]


@lowers("chlo.constant_like")
def _constant_like(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """One of a size that is not known, which no constant of StableHLO has."""
    value, shape = operation.attributes["value"], array_shape(operation)
    if any(isinstance(size, Dim) and size.high == math.inf for size in shape.dimensions):
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    number = getattr(value, "value", value)
    one = lowering.scope.constant(number, shape.element_type, dtype_of(shape.element_type))
    return lowering.add(operation, "broadcast", [one], {"dimensions": ()})


# -- broadcasting and reshaping -----------------------------------------------------------------


def broadcast_in_dim(scope: Scope, name: str, dimensions: Sequence[int], shape: ArrayShape) -> str:
    """An array in the places of a shape: dimension i as `dimensions[i]`, and those of one element stretched.

    HLO's broadcast stretches none, and takes dimensions in their order.
    """
    own = scope.array(name)
    kept = [
        number
        for number, dimension in enumerate(dimensions)
        if own.dimensions[number] == shape.dimensions[dimension]
    ]
    if len(kept) < own.rank:
        reduced = ArrayShape(own.element_type, tuple(own.dimensions[number] for number in kept))
        name = scope.add("reshape", (name,), reduced)
        own, dimensions = reduced, [dimensions[number] for number in kept]
    order = sorted(range(len(dimensions)), key=lambda number: dimensions[number])
    if order != list(range(len(order))):
        sizes = tuple(own.dimensions[number] for number in order)
        attributes = {"dimensions": tuple(order)}
        name = scope.add("transpose", (name,), ArrayShape(own.element_type, sizes), attributes)
    return scope.add(
        "broadcast", (name,), ArrayShape(own.element_type, shape.dimensions),
        {"dimensions": tuple(sorted(dimensions))},
    )  # fmt: skip


@lowers("stablehlo.broadcast_in_dim")
def _broadcast_in_dim(lowering: Lowering, operation: Operation) -> Sequence[str]:
    name = lowering.name(operation.operands[0])
    dimensions = attributes_of(operation)["broadcast_dimensions"]
    return [broadcast_in_dim(lowering.scope, name, dimensions, array_shape(operation))]


@lowers("stablehlo.broadcast")
def _broadcast(lowering: Lowering, operation: Operation) -> Sequence[str]:
    name = lowering.name(operation.operands[0])
    first = len(attributes_of(operation)["broadcast_sizes"])
    dimensions = tuple(range(first, array_shape(operation).rank))
    return lowering.add(operation, "broadcast", [name], {"dimensions": dimensions})


@lowers("stablehlo.reshape")
def _reshape(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Of what has the shape already, a copy."""
    is_same = operation.operands[0].type == operation.results[0].type
    return lowering.add(operation, "copy" if is_same else "reshape", lowering.names(operation.operands))


@lowers("stablehlo.clamp", "stablehlo.select")
def _spread(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Scalars among the operands, which HLO does not spread by itself, are broadcast."""
    scope, shape = lowering.scope, array_shape(operation)
    names = [scope.broadcast(name, shape) for name in lowering.names(operation.operands)]
    return lowering.add(operation, operation.name.partition(".")[2], names)


@lowers("stablehlo.compare")
def _compare(lowering: Lowering, operation: Operation) -> Sequence[str]:
    return [compared(lowering, operation, lowering.names(operation.operands))]


def compared(lowering: Lowering, operation: Operation, names: Sequence[str]) -> str:
    """The comparison of two arrays; how it compares is said where the elements do not."""
    given = attributes_of(operation)
    attributes = {"direction": Word(given["comparison_direction"])}
    if given.get("compare_type") == "TOTALORDER":
        attributes["type"] = Word("TOTALORDER")
    return lowering.add(operation, "compare", names, attributes)[0]


# -- others -------------------------------------------------------------------------------------


@lowers("stablehlo.rng")
def _rng(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The shape, an operand, is that of the result."""
    if not array_shape(operation).is_static:
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    word = str(attributes_of(operation)["rng_distribution"]).lower()
    names = lowering.names(operation.operands[:2])
    return lowering.add(operation, "rng", names, {"distribution": Word(f"rng_{word}")})


@lowers("chlo.top_k")
def _top_k(lowering: Lowering, operation: Operation) -> Sequence[str]:
    attributes = {"k": attributes_of(operation)["k"], "largest": True}
    return lowering.add(operation, "topk", lowering.names(operation.operands), attributes)


@lowers("chlo.scan")
def _scan(lowering: Lowering, operation: Operation) -> Sequence[str]:
    inputs, inits = operand_groups(OPS[operation.name], operation, operation.operands)
    assert isinstance(inputs, tuple)
    assert isinstance(inits, tuple)
    if not inputs:
        raise NoCounterpart("a scan without inputs, of as many steps as an attribute says")
    names = lowering.by_row(ROWS["scan"], operation)
    lowering.instruction_of(operation, names).attributes["num_carries"] = len(inits)
    return names


@lowers("stablehlo.sort")
def _sort(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """By the table; dimensions that count from the last do so from the first."""
    names = lowering.by_row(ROWS["sort"], operation)
    instruction = lowering.instruction_of(operation, names)
    (dimension,) = instruction.attributes["dimensions"]
    instruction.attributes["dimensions"] = (dimension % array_shape(operation).rank,)
    return names


@lowers("stablehlo.pad")
def _pad(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Of a scalar, for which HLO has no way to say how it is padded, a copy."""
    if array_shape(operation).rank == 0:
        return lowering.add(operation, "copy", lowering.names(operation.operands[:1]))
    return lowering.by_row(ROWS["pad"], operation)


@lowers("stablehlo.triangular_solve")
def _triangular_solve(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """XLA wants to be told also that nothing is transposed."""
    (name,) = lowering.by_row(ROWS["triangular-solve"], operation)
    lowering.scope.instruction(name).attributes.setdefault("transpose_a", Word("NO_TRANSPOSE"))
    return [name]
