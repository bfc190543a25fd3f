"""Tuples, calls, branches, loops, and communication with the host and other processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stablehlo_tools.hlo.builder.arguments import operation
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaBuilderError,
    XlaComputation,
    XlaOp,
    as_shape,
    check_arguments,
    leaf_types,
    leaf_values,
    packed_as,
    require,
)
from stablehlo_tools.hlo.shape import Shape, TokenShape, TupleShape
from stablehlo_tools.ir.types import TokenType


@operation
def Tuple(builder: XlaBuilder, elements: Sequence[XlaOp]) -> XlaOp:
    """A tuple of values."""
    return builder.tuple(elements)


@operation
def GetTupleElement(operand: XlaOp, index: int) -> XlaOp:
    """An element of a tuple."""
    elements = operand.elements
    require(0 <= index < len(elements), "GetTupleElement", f"index must be less than {len(elements)}", index)
    return elements[index]


@operation
def AfterAll(builder: XlaBuilder, tokens: Sequence[XlaOp]) -> XlaOp:
    """A token that is ordered after all given ones."""
    require(bool(tokens), "AfterAll", "at least one token is required")
    return builder.apply("AfterAll", "stablehlo.after_all", [tokens], results=[TokenType()])[0]


@operation
def CreateToken(builder: XlaBuilder) -> XlaOp:
    """A token without predecessors."""
    return builder.apply("CreateToken", "stablehlo.create_token", [], results=[TokenType()])[0]


@operation
def OptimizationBarrier(operand: XlaOp) -> XlaOp:
    """The operand, with a barrier for code motion."""
    builder = operand.builder
    parts = [XlaOp(builder, value) for value in leaf_values(operand)]
    types = leaf_types(operand.shape)
    results = builder.apply("OptimizationBarrier", "stablehlo.optimization_barrier", [parts], results=types)
    return packed_as(builder, operand.shape, [result.value for result in results])


@operation
def Call(builder: XlaBuilder, computation: XlaComputation, operands: Sequence[XlaOp]) -> XlaOp:
    """The result of a computation."""
    check_arguments("Call", computation, [operand.shape for operand in operands])
    return builder.call(computation, operands)


@operation
def CustomCall(
    builder: XlaBuilder, call_target_name: str, operands: Sequence[XlaOp], shape: Shape | str
) -> XlaOp:
    """The result of an external function."""
    wanted = as_shape(shape)
    types = leaf_types(wanted)
    attributes = {"call_target_name": call_target_name}
    parts = [XlaOp(builder, value) for operand in operands for value in leaf_values(operand)]
    results = builder.apply("CustomCall", "stablehlo.custom_call", [parts], attributes, results=[types])
    return packed_as(builder, wanted, [result.value for result in results])


@operation
def Conditional(condition: XlaOp, *arguments: Any) -> XlaOp:
    """The result of one of several computations, each with its own operand.

    Either `(predicate, true_operand, true_computation, false_operand, false_computation)`, or
    `(branch_index, branch_computations, branch_operands)`; an out-of-bounds index selects the last branch.
    """
    if len(arguments) == 4:
        one, yes, other, no = arguments
        _check_branches([yes, no], [one, other])
        return _branches("stablehlo.if", condition, [yes, no], [one, other])
    if len(arguments) != 2:
        raise XlaBuilderError(f"Conditional: expected 3 or 5 arguments, got {1 + len(arguments)}")
    require(all(isinstance(each, list | tuple) for each in arguments), "Conditional", "expected two lists")
    computations, operands = arguments
    _check_branches(computations, operands)
    return _branches("stablehlo.case", condition, computations, operands)


def _check_branches(computations: Sequence[Any], operands: Sequence[Any]) -> None:
    for kind, values in ((XlaComputation, computations), (XlaOp, operands)):
        for value in values:
            require(isinstance(value, kind), "Conditional", f"expected {kind.__name__}", repr(value))


def _branches(
    name: str, condition: XlaOp, computations: Sequence[XlaComputation], operands: Sequence[XlaOp]
) -> XlaOp:
    builder = condition.builder
    require(bool(computations), "Conditional", "at least one branch is required")
    counts = f"{len(computations)} and {len(operands)}"
    require(len(computations) == len(operands), "Conditional", "each branch must have an operand", counts)
    for computation, operand in zip(computations, operands, strict=True):
        require(
            len(computation.parameters) == 1, "Conditional", "a branch must have one parameter", computation
        )
        check_arguments("Conditional", computation, [operand.shape])
    regions = [
        builder.region(computation, leaf_values(operand))
        for computation, operand in zip(computations, operands, strict=True)
    ]
    results = builder.apply("Conditional", name, [condition], regions=regions)
    return packed_as(builder, computations[0].result, [result.value for result in results])


@operation
def While(condition: XlaComputation, body: XlaComputation, init: XlaOp) -> XlaOp:
    """init, updated by body as long as condition holds."""
    builder = init.builder
    for what in (condition, body):
        check_arguments("While", what, [init.shape])
    same = body.result.without_layout == init.shape.without_layout
    require(same, "While", "body must return the shape of its parameter", body)
    require(condition.result.without_layout == "pred[]", "While", "condition must return pred[]", condition)
    values = leaf_values(init)
    regions = [builder.region(condition), builder.region(body)]
    parts = [XlaOp(builder, value) for value in values]
    types = leaf_types(init.shape)
    results = builder.apply("While", "stablehlo.while", [parts], regions=regions, results=[types])
    return packed_as(builder, init.shape, [result.value for result in results])


# -- host and other processes -----------------------------------------------------------------


@operation
def Infeed(builder: XlaBuilder, shape: Shape | str, infeed_config: str = "") -> XlaOp:
    """The next value from the host."""
    return GetTupleElement(InfeedWithToken(CreateToken(builder), shape, infeed_config), 0)


@operation
def InfeedWithToken(token: XlaOp, shape: Shape | str, infeed_config: str = "") -> XlaOp:
    """The next value from the host, and a token."""
    wanted = as_shape(shape)
    nested = isinstance(wanted, TupleShape) and any(isinstance(each, TupleShape) for each in wanted.elements)
    require(not nested, "Infeed", "tuples must not be nested", wanted)
    types = [*leaf_types(wanted), TokenType()]
    results = token.builder.apply(
        "Infeed", "stablehlo.infeed", [token], {"infeed_config": infeed_config}, results=[types]
    )
    values = [result.value for result in results]
    return packed_as(token.builder, TupleShape((wanted, TokenShape())), values)


@operation
def Outfeed(operand: XlaOp, outfeed_config: str = "") -> XlaOp:
    """Send a value to the host; returns a token."""
    builder = operand.builder
    parts = [XlaOp(builder, value) for value in leaf_values(operand)]
    attributes = {"outfeed_config": outfeed_config}
    return builder.apply(
        "Outfeed", "stablehlo.outfeed", [parts, CreateToken(builder)], attributes, results=[TokenType()]
    )[0]


_DEVICE_TO_DEVICE = "DEVICE_TO_DEVICE"


@operation
def Send(operand: XlaOp, channel: int) -> XlaOp:
    """Send a value over a channel to another process; returns a token."""
    builder = operand.builder
    parts = [XlaOp(builder, value) for value in leaf_values(operand)]
    attributes = {"channel_id": channel, "channel_type": _DEVICE_TO_DEVICE, "is_host_transfer": False}
    return builder.apply(
        "Send", "stablehlo.send", [parts, CreateToken(builder)], attributes, results=[TokenType()]
    )[0]


@operation
def Recv(builder: XlaBuilder, shape: Shape | str, channel: int) -> XlaOp:
    """Receive a value over a channel from another process."""
    wanted = as_shape(shape)
    types = [*leaf_types(wanted), TokenType()]
    attributes = {"channel_id": channel, "channel_type": _DEVICE_TO_DEVICE, "is_host_transfer": False}
    results = builder.apply("Recv", "stablehlo.recv", [CreateToken(builder)], attributes, results=[types])
    return packed_as(builder, wanted, [result.value for result in results[:-1]])


@operation
def ReplicaId(builder: XlaBuilder) -> XlaOp:
    """The replica id, as u32."""
    return builder.apply("ReplicaId", "stablehlo.replica_id", [])[0]
