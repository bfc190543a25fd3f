"""Lowers array operations that HLO expresses differently: constants, broadcasts, reshapes, products."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stablehlo_tools.hlo.attributes import Keyword
from stablehlo_tools.hlo.convert.annotations import SHAPE
from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers, shape_of
from stablehlo_tools.hlo.convert.scopes import ComputationScope
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.literals import ELIDED, Literal
from stablehlo_tools.hlo.opcodes import ROWS
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.ir.constants import MOST_CLAIMED, Dense, DenseResource, dtype_of
from stablehlo_tools.ir.dense_literals import LiteralError
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import Dim
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS


def array_shape(operation: Operation, number: int = 0) -> ArrayShape:
    """The shape of an array result. Raises NoCounterpart."""
    shape = shape_of(operation.results[number].type)
    if not isinstance(shape, ArrayShape):
        raise NoCounterpart(f"a result of type {operation.results[number].type}")
    return shape


# -- constants ----------------------------------------------------------------------------------


@lowers("stablehlo.constant", "chlo.constant")
def _constant(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The literal; for a splat, a broadcast scalar."""
    value, shape = operation.attributes["value"], array_shape(operation)
    assert isinstance(value, Dense | DenseResource)
    if not shape.element_count and value.type.claimed > MOST_CLAIMED:
        raise NoCounterpart(f"a {value.type}, whose empty dimensions HLO literals cannot express")
    if isinstance(value, DenseResource):
        return lowering_of_resource(lowering, operation, value, shape)
    if shape.rank == 0 or shape.element_count == 0 or not value.is_splat or SHAPE in operation.attributes:
        literal = Literal.from_value(shape, value.array)
        return [_literal(lowering, operation, literal)]
    scalar = ArrayShape(shape.element_type)
    literal = Literal.from_value(scalar, value.elements[:1].reshape(()))
    one = lowering.scope.add("constant", (), scalar, literal=literal)
    return lowering.add(operation, "broadcast", [one], {"dimensions": ()})


def _literal(lowering: Lowering, operation: Operation, literal: Literal) -> str:
    (name,) = lowering.add(operation, "constant", ())
    lowering.scope.instruction(name).literal = literal
    return name


def lowering_of_resource(
    lowering: Lowering, operation: Operation, value: DenseResource, shape: ArrayShape
) -> Sequence[str]:
    """The literal of a constant whose bytes are in the resource section, or elided."""
    blobs = lowering.module.resources.get("builtin", {})
    if value.key == "__elided__" and value.key not in blobs:
        return [_literal(lowering, operation, Literal(shape, ELIDED))]
    try:
        array = value.array_from(blobs)
    except LiteralError as error:
        raise NoCounterpart(str(error)) from None
    return [_literal(lowering, operation, Literal.from_value(shape, array))]


@lowers("chlo.constant_like")
def _constant_like(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A constant of unknown size, which StableHLO cannot express."""
    value, shape = operation.attributes["value"], array_shape(operation)
    if any(isinstance(size, Dim) and size.high == math.inf for size in shape.dimensions):
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    number = getattr(value, "value", value)
    one = lowering.scope.constant(number, shape.element_type, dtype_of(shape.element_type))
    return lowering.add(operation, "broadcast", [one], {"dimensions": ()})


# -- broadcasting and reshaping -----------------------------------------------------------------


def broadcast_in_dim(scope: ComputationScope, name: str, dimensions: Sequence[int], shape: ArrayShape) -> str:
    """Broadcast by `dimensions`, expanding size 1.

    HLO's broadcast does not expand sizes, and requires ascending dimensions.
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
    """A reshape, or a copy if the shape does not change."""
    is_same = operation.operands[0].type == operation.results[0].type
    return lowering.add(operation, "copy" if is_same else "reshape", lowering.names(operation.operands))


@lowers("stablehlo.clamp", "stablehlo.select")
def _spread(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Scalar operands are broadcast, which HLO does not do implicitly."""
    scope, shape = lowering.scope, array_shape(operation)
    names = [scope.broadcast(name, shape) for name in lowering.names(operation.operands)]
    return lowering.add(operation, operation.name.partition(".")[2], names)


@lowers("stablehlo.compare")
def _compare(lowering: Lowering, operation: Operation) -> Sequence[str]:
    return [compared(lowering, operation, lowering.names(operation.operands))]


def compared(lowering: Lowering, operation: Operation, names: Sequence[str]) -> str:
    """The comparison of two arrays; the comparison type is written if the elements do not imply it."""
    given = attributes_of(operation)
    attributes = {"direction": Keyword(given["comparison_direction"])}
    if given.get("compare_type") == "TOTALORDER":
        attributes["type"] = Keyword("TOTALORDER")
    return lowering.add(operation, "compare", names, attributes)[0]


# -- others -------------------------------------------------------------------------------------


@lowers("stablehlo.rng")
def _rng(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The shape operand becomes the shape of the result."""
    if not array_shape(operation).is_static:
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    word = str(attributes_of(operation)["rng_distribution"]).lower()
    names = lowering.names(operation.operands[:2])
    return lowering.add(operation, "rng", names, {"distribution": Keyword(f"rng_{word}")})


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
        raise NoCounterpart("a scan without inputs, whose length is an attribute")
    names = lowering.by_row(ROWS["scan"], operation)
    lowering.instruction_of(operation, names).attributes["num_carries"] = len(inits)
    return names


@lowers("stablehlo.sort")
def _sort(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """The mapped instruction, with a negative dimension normalized."""
    names = lowering.by_row(ROWS["sort"], operation)
    instruction = lowering.instruction_of(operation, names)
    (dimension,) = instruction.attributes["dimensions"]
    instruction.attributes["dimensions"] = (dimension % array_shape(operation).rank,)
    return names


@lowers("stablehlo.pad")
def _pad(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """A pad; a copy for a scalar, whose padding HLO cannot express."""
    if array_shape(operation).rank == 0:
        return lowering.add(operation, "copy", lowering.names(operation.operands[:1]))
    return lowering.by_row(ROWS["pad"], operation)


@lowers("stablehlo.triangular_solve")
def _triangular_solve(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """XLA requires `transpose_a` even if nothing is transposed."""
    (name,) = lowering.by_row(ROWS["triangular-solve"], operation)
    lowering.scope.instruction(name).attributes.setdefault("transpose_a", Keyword("NO_TRANSPOSE"))
    return [name]
