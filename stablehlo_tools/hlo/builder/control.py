"""Tuples, calls, branches, loops, and communication with the host and other processes."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stablehlo_tools.hlo.builder.arguments import builds, operation, variant
from stablehlo_tools.hlo.builder.core import (
    XlaBuilder,
    XlaBuilderError,
    XlaComputation,
    XlaOp,
    as_shape,
    check_arguments,
    require,
)
from stablehlo_tools.hlo.shape import Shape, TokenShape, TupleShape, leaves
from stablehlo_tools.hlo.types import layout_of, leaf_types, leaf_values, packed
from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.types import TokenType


@operation
def Tuple(builder: XlaBuilder, elements: Sequence[XlaOp]) -> XlaOp:
    """A tuple of values."""
    return builder.tuple(elements)


@operation
def GetTupleElement(operand: XlaOp, index: int) -> XlaOp:
    """An element of a tuple."""
    elements = operand.elements
    require(0 <= index < len(elements), f"index must be less than {len(elements)}", index)
    return elements[index]


@operation
def AfterAll(builder: XlaBuilder, tokens: Sequence[XlaOp]) -> XlaOp:
    """A token that is ordered after all given ones."""
    require(bool(tokens), "at least one token is required")
    return builder.apply("after_all", [tokens])[0]


@builds("create_token")
def CreateToken(builder: XlaBuilder) -> XlaOp:
    """A token without predecessors."""


def _flat(operands: Sequence[XlaOp]) -> list[XlaOp]:
    """The arrays and tokens in values."""
    return [XlaOp(operand.builder, value) for operand in operands for value in leaf_values(operand.content)]


def _packed(builder: XlaBuilder, shape: Shape, results: Sequence[XlaOp]) -> XlaOp:
    """The value of a shape with these arrays and tokens."""
    return XlaOp(builder, packed(shape, [result.value for result in results]))


@operation
def OptimizationBarrier(operand: XlaOp) -> XlaOp:
    """The operand, with a barrier for code motion."""
    types, builder = leaf_types(operand.shape), operand.builder
    results = builder.apply("optimization_barrier", [_flat([operand])], results=types)
    return _packed(builder, operand.shape, results)


@operation
def Call(builder: XlaBuilder, computation: XlaComputation, operands: Sequence[XlaOp]) -> XlaOp:
    """The result of a computation."""
    check_arguments(computation, [operand.shape for operand in operands])
    return builder.call(computation, operands)


@operation
def CompositeCall(
    builder: XlaBuilder,
    computation: XlaComputation,
    operands: Sequence[XlaOp],
    name: str,
    attributes: Mapping[str, Any] | None = None,
    version: int = 0,
) -> XlaOp:
    """The result of a computation that an operation `name` stands for."""
    check_arguments(computation, [operand.shape for operand in operands])
    op_attributes = {
        "name": name,
        "composite_attributes": attributes or {},
        "decomposition": builder.function(computation).symbol,
        "version": version,
    }
    types = [leaf_types(computation.result)]
    results = builder.apply("composite", [_flat(operands)], op_attributes, results=types)
    return _packed(builder, computation.result, results)


def _custom_call(
    builder: XlaBuilder,
    call_target_name: str,
    operands: Sequence[XlaOp],
    shape: Shape | str,
    opaque: str = "",
    has_side_effect: bool = False,
    computation: XlaComputation | None = None,
    operand_shapes_with_layout: Sequence[Shape | str] | None = None,
) -> XlaOp:
    """The result of an external function, which gets a text, and may call a computation.

    Layouts are those of the shapes, such as `f32[2,3]{0,1}`, if operand shapes are given.
    """
    parsed = as_shape(shape)
    attributes: dict[str, Any] = {"call_target_name": call_target_name, "backend_config": opaque or None}
    attributes["has_side_effect"] = has_side_effect or None
    if computation is not None:
        attributes["called_computations"] = [Symbol((builder.function(computation).symbol,))]
    if operand_shapes_with_layout is not None:
        shapes = list(map(as_shape, operand_shapes_with_layout))
        plain = [entry.without_layout for entry in shapes]
        fits = plain == [operand.shape.without_layout for operand in operands]
        require(fits, "operand_shapes_with_layout must be the shapes of the operands", plain)
        attributes["operand_layouts"] = tuple(layout_of(leaf) for entry in shapes for leaf in leaves(entry))
        attributes["result_layouts"] = tuple(map(layout_of, leaves(parsed)))
    types = [leaf_types(parsed)]
    results = builder.apply("custom_call", [_flat(operands)], attributes, results=types)
    return _packed(builder, parsed, results)


_TEXT = "opaque has_side_effect"
CustomCall = variant(
    "CustomCall", _custom_call, f"builder call_target_name operands shape {_TEXT}",
    "The result of an external function, which gets the text opaque.",
)  # fmt: skip
CustomCallWithComputation = variant(
    "CustomCallWithComputation", _custom_call,
    f"builder call_target_name operands computation! shape {_TEXT}",
    "The result of an external function that may call a computation.",
)  # fmt: skip
CustomCallWithLayout = variant(
    "CustomCallWithLayout", _custom_call,
    f"builder call_target_name operands shape operand_shapes_with_layout! {_TEXT}",
    "The result of an external function on arrays in the layouts of shapes such as `f32[2,3]{0,1}`.",
)  # fmt: skip
CustomCallWithComputationAndLayouts = variant(
    "CustomCallWithComputationAndLayouts", _custom_call,
    f"builder call_target_name operands computation! shape operand_shapes_with_layout! {_TEXT}",
    "The result of an external function that may call a computation, on arrays in the layouts of shapes.",
)  # fmt: skip


@operation
def Conditional(condition: XlaOp, *arguments: Any) -> XlaOp:
    """The result of one of several computations, each with its own operand.

    Either `(predicate, true_operand, true_computation, false_operand, false_computation)`, or
    `(branch_index, branch_computations, branch_operands)`; an out-of-bounds index selects the last branch.
    """
    if len(arguments) == 4:
        on_true, true_branch, on_false, false_branch = arguments
        _check_branches([true_branch, false_branch], [on_true, on_false])
        return _branches("if", condition, [true_branch, false_branch], [on_true, on_false])
    if len(arguments) != 2:
        raise XlaBuilderError(f"expected 3 or 5 arguments, got {1 + len(arguments)}")
    require(all(isinstance(argument, list | tuple) for argument in arguments), "expected two lists")
    computations, operands = arguments
    _check_branches(computations, operands)
    return _branches("case", condition, computations, operands)


def _check_branches(computations: Sequence[Any], operands: Sequence[Any]) -> None:
    for kind, values in ((XlaComputation, computations), (XlaOp, operands)):
        for value in values:
            require(isinstance(value, kind), f"expected {kind.__name__}", repr(value))


def _branches(
    name: str, condition: XlaOp, computations: Sequence[XlaComputation], operands: Sequence[XlaOp]
) -> XlaOp:
    builder = condition.builder
    require(bool(computations), "at least one branch is required")
    counts = f"{len(computations)} and {len(operands)}"
    require(len(computations) == len(operands), "each branch must have an operand", counts)
    for computation, operand in zip(computations, operands, strict=True):
        require(len(computation.parameters) == 1, "a branch must have one parameter", computation)
        check_arguments(computation, [operand.shape])
    regions = [
        builder.region(computation, list(leaf_values(operand.content)))
        for computation, operand in zip(computations, operands, strict=True)
    ]
    results = builder.apply(name, [condition], regions=regions)
    return _packed(builder, computations[0].result, results)


@operation
def While(condition: XlaComputation, body: XlaComputation, init: XlaOp) -> XlaOp:
    """init, updated by body as long as condition holds."""
    builder = init.builder
    for computation in (condition, body):
        check_arguments(computation, [init.shape])
    same = body.result.without_layout == init.shape.without_layout
    require(same, "body must return the shape of its parameter", body)
    require(condition.result.without_layout == "pred[]", "condition must return pred[]", condition)
    types, operands = [leaf_types(init.shape)], [_flat([init])]
    regions = [builder.region(condition), builder.region(body)]
    results = builder.apply("while", operands, regions=regions, results=types)
    return _packed(builder, init.shape, results)


# -- host and other processes -----------------------------------------------------------------


@operation
def Infeed(builder: XlaBuilder, shape: Shape | str, infeed_config: str = "") -> XlaOp:
    """The next value from the host."""
    return GetTupleElement(InfeedWithToken(CreateToken(builder), shape, infeed_config), 0)


@operation
def InfeedWithToken(token: XlaOp, shape: Shape | str, infeed_config: str = "") -> XlaOp:
    """The next value from the host, and a token."""
    parsed = as_shape(shape)
    nested = isinstance(parsed, TupleShape) and any(isinstance(part, TupleShape) for part in parsed.elements)
    require(not nested, "tuples must not be nested", parsed)
    return _received("infeed", token, parsed, {"infeed_config": infeed_config})


def _received(name: str, token: XlaOp, shape: Shape, attributes: Mapping[str, Any]) -> XlaOp:
    """A tuple: a value of this shape, and a token."""
    types = [[*leaf_types(shape), TokenType()]]
    results = token.builder.apply(name, [token], attributes, results=types)
    return _packed(token.builder, TupleShape((shape, TokenShape())), results)


@operation
def Outfeed(operand: XlaOp, outfeed_config: str = "") -> XlaOp:
    """Send a value to the host; returns a token."""
    return OutfeedWithToken(operand, CreateToken(operand.builder), outfeed_config)


@operation
def OutfeedWithToken(operand: XlaOp, token: XlaOp, outfeed_config: str = "") -> XlaOp:
    """Send a value to the host after a token; returns a token."""
    return _sent("outfeed", operand, token, {"outfeed_config": outfeed_config})


def _sent(name: str, operand: XlaOp, token: XlaOp, attributes: Mapping[str, Any]) -> XlaOp:
    operands: list[XlaOp | Sequence[XlaOp]] = [_flat([operand]), token]
    return token.builder.apply(name, operands, attributes)[0]


def _channel(channel: int, type: str = "DEVICE_TO_DEVICE") -> dict[str, Any]:
    is_host = type != "DEVICE_TO_DEVICE"
    return {"channel_id": channel, "channel_type": type, "is_host_transfer": is_host}


@operation
def Send(operand: XlaOp, channel: int) -> XlaOp:
    """Send a value over a channel to another process; returns a token."""
    return SendWithToken(operand, CreateToken(operand.builder), channel)


@operation
def SendWithToken(operand: XlaOp, token: XlaOp, channel: int) -> XlaOp:
    """Send a value over a channel to another process after a token; returns a token."""
    return _sent("send", operand, token, _channel(channel))


@operation
def SendToHost(operand: XlaOp, token: XlaOp, channel: int) -> XlaOp:
    """Send a value over a channel to the host; returns a token."""
    return _sent("send", operand, token, _channel(channel, "DEVICE_TO_HOST"))


@operation
def Recv(builder: XlaBuilder, shape: Shape | str, channel: int) -> XlaOp:
    """Receive a value over a channel from another process."""
    return GetTupleElement(RecvWithToken(CreateToken(builder), shape, channel), 0)


@operation
def RecvWithToken(token: XlaOp, shape: Shape | str, channel: int) -> XlaOp:
    """Receive a value over a channel from another process, and a token."""
    return _received("recv", token, as_shape(shape), _channel(channel))


@operation
def RecvFromHost(token: XlaOp, shape: Shape | str, channel: int) -> XlaOp:
    """Receive a value over a channel from the host, and a token."""
    return _received("recv", token, as_shape(shape), _channel(channel, "HOST_TO_DEVICE"))


@builds("replica_id")
def ReplicaId(builder: XlaBuilder) -> XlaOp:
    """The replica id, as u32."""
