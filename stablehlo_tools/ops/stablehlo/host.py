"""Token ops, and ops that communicate with the host and between processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir import attributes
from stablehlo_tools.ir.arrays import described, is_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.attributes import CHANNEL_TYPES
from stablehlo_tools.ops.model.declare import (
    Anything,
    Boolean,
    Integer,
    ResultTypes,
    StaticValues,
    Tensors,
    Text,
    Token,
    op,
)
from stablehlo_tools.ops.model.facts import EXACT, VIEW, History
from stablehlo_tools.ops.model.processes import (
    Process,
    ProcessId,
    ThisProcess,
    cross_partition,
    cross_replica,
    partners,
)
from stablehlo_tools.ops.model.schema import NOTHING, SAME, AttributeRule, Failed, OperandRule
from stablehlo_tools.ops.stablehlo.quantize import zeros

Tokens = Annotated[Sequence[None], OperandRule(NOTHING, variadic=True, token=True)]
Pairs = Annotated[tuple[tuple[int, ...], ...] | None, AttributeRule("table", element_type="i64")]
ChannelType = Annotated[str, AttributeRule("channel type", tuple(CHANNEL_TYPES.values()))]


@op(outputs={"result": Token}, execution=VIEW, has_effects=True, format=SAME)
def after_all(inputs: Tokens) -> Token:
    """A token that depends on all inputs: it orders ops that take it after those that gave the inputs."""
    return None


@op(
    outputs={"result": Token},
    execution=VIEW,
    history=History(instead="`after_all` without operands"),
    format="{attrs} : {result}",
)
def create_token() -> Token:
    """A token without dependencies, the start of a chain of ops that take and return tokens."""
    return None


def _layout_fits(layout: Any, results: Sequence[Type]) -> bool:
    if layout is None:
        return True
    return (
        isinstance(layout, tuple)
        and len(layout) == max(len(results) - 1, 0)
        and all(isinstance(minor_to_major, tuple) for minor_to_major in layout)
        and all(isinstance(number, attributes.Integer) for numbers in layout for number in numbers)
    )


# layout is not in the specification: (C4) is MLIR's.
@op("""
C1  0 < size(results)
C2  is_empty(results[:-1]) or is_tensor(type(results[:-1]))
C3  is_token(type(results[-1]))
C4  layout has a list of integers for each of results but the token
""", outputs={"results": StaticValues}, predicates={"C4": _layout_fits}, has_effects=True,
numerics=EXACT)  # fmt: skip
def infeed(
    token: Token,
    *,
    infeed_config: Text = "",
    layout: Anything = None,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Any, ...]:
    """The next values from the host, and a token.

    It waits until the host has sent values, which must be of the types of the results. layout and
    infeed_config do not affect the values.
    """
    return *_fitted(process.infeed(), results[:-1], "the host sent"), None


@op(outputs={"result": Token}, has_effects=True)
def outfeed(inputs: Tensors, token: Token, *, outfeed_config: Text = "", process: ThisProcess) -> Token:
    """Send inputs to the host, and return a token. outfeed_config does not affect the values."""
    process.outfeed(inputs)


_PAIRED = History(revised=(1, 12), added=("source_target_pairs",))
_PAIRS = """
C1  dim(source_target_pairs, 1) = 2
C2  is_unique(source_target_pairs[:, 0])
C3  is_unique(source_target_pairs[:, 1])
C4  0 <= source_target_pairs < (channel_id > 0 ? num_partitions : num_replicas)
"""


@op(_PAIRS + """
C5  channel_type = is_host_transfer ? DEVICE_TO_HOST : DEVICE_TO_DEVICE
""", outputs={"result": Token}, has_effects=True, history=_PAIRED)  # fmt: skip
def send(
    inputs: Tensors,
    token: Token,
    *,
    channel_id: Integer,
    channel_type: ChannelType,
    is_host_transfer: Boolean = False,
    source_target_pairs: Pairs = None,
    process: ThisProcess,
) -> Token:
    """Send inputs through a channel, to the host or to the process given by source_target_pairs.

    It does not wait for the recv with the same channel_id. The pairs [source, target] are ids of replicas, in
    each partition; with a channel_id above 0, those of partitions, in each replica.
    """
    channel = "stablehlo.send", channel_id
    if is_host_transfer:
        process.send(inputs, channel, None)
        return
    _, target = _partners(process, channel_id, source_target_pairs)
    if target is not None:
        process.send(inputs, channel, target)


# The constraints from (C6) on are those of infeed, which the specification lacks here.
@op(_PAIRS + """
C5  channel_type = is_host_transfer ? HOST_TO_DEVICE : DEVICE_TO_DEVICE
C6  0 < size(results)
C7  is_empty(results[:-1]) or is_tensor(type(results[:-1]))
C8  is_token(type(results[-1]))
""", outputs={"results": StaticValues}, has_effects=True, numerics=EXACT, history=_PAIRED)  # fmt: skip
def recv(
    token: Token,
    *,
    channel_id: Integer,
    channel_type: ChannelType,
    is_host_transfer: Boolean = False,
    source_target_pairs: Pairs = None,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Any, ...]:
    """The values received through a channel, from the host or from another process, and a token.

    The host returns the values that processes sent to it. A process that no other process sends to receives
    zeros.
    """
    source = None
    if not is_host_transfer:
        source, _ = _partners(process, channel_id, source_target_pairs)
        if source is None:
            return *(zeros(type.static_shape, type.element_type) for type in results[:-1]), None
    received = process.receive(("stablehlo.send", channel_id), source)
    return *_fitted(received, results[:-1], "the sender sent"), None


_NO_PARTNER = Code(
    "no_partner",
    "A send or recv between devices does not specify its source and target.",
    "Add source_target_pairs.",
)


def _partners(
    process: Process, channel_id: int, pairs: tuple[tuple[int, ...], ...] | None
) -> tuple[ProcessId | None, ProcessId | None]:
    if not pairs:
        raise Failed(_NO_PARTNER, "missing source_target_pairs: the process to communicate with is unknown")
    return partners(process, cross_partition if channel_id > 0 else cross_replica, pairs)


_WRONG_VALUES = Code(
    "wrong_values",
    "The values that an infeed or recv receives do not match its result types.",
    "Send values of these types, or pass them with --infeed.",
)


def _fitted(values: Sequence[Any], types: Sequence[TensorType], where: str) -> Sequence[Any]:
    """The values, which come from elsewhere, if they are of these types; else raises Failed."""
    if len(values) != len(types) or not all(map(is_of, values, types)):
        expected, actual = ", ".join(map(str, types)), ", ".join(map(described, values))
        raise Failed(_WRONG_VALUES, f"expected ({expected}), but {where} ({actual})")
    return values
