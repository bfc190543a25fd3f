"""Ops that order what has effects, by tokens, and those that exchange data with the host and with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from stablehlo_tools import attributes
from stablehlo_tools.ops.attributes import CHANNEL_TYPES
from stablehlo_tools.ops.declare import (
    NOTHING,
    SAME,
    Anything,
    AttributeRule,
    Boolean,
    Failed,
    Integer,
    OperandRule,
    ResultTypes,
    StaticValues,
    Tensors,
    Text,
    Token,
    op,
)
from stablehlo_tools.ops.processes import (
    Process,
    ProcessId,
    ThisProcess,
    cross_partition,
    cross_replica,
    partners,
)
from stablehlo_tools.ops.quantize import zeros
from stablehlo_tools.types import TensorType, Type
from stablehlo_tools.values import described, is_of

Tokens = Annotated[Sequence[None], OperandRule(NOTHING, variadic=True, token=True)]
Pairs = Annotated[tuple[tuple[int, ...], ...] | None, AttributeRule("table", element_type="i64")]
ChannelType = Annotated[str, AttributeRule("channel type", tuple(CHANNEL_TYPES.values()))]


@op(outputs={"result": Token}, is_view=True, has_effects=True, format=SAME)
def after_all(inputs: Tokens) -> Token:
    """A token that comes after all inputs: what takes it happens after what gave them."""
    return None


@op(
    outputs={"result": Token},
    is_view=True,
    format="{attrs} : {result}",
    instead="after_all without operands",
)
def create_token() -> Token:
    """A token that comes after nothing, with which a chain of ops that take and give tokens begins."""
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


# Of layout, the specification says nothing: (C4) is MLIR's.
@op("""
C1  0 < size(results)
C2  is_empty(results[:-1]) or is_tensor(type(results[:-1]))
C3  is_token(type(results[-1]))
C4  layout has a list of integers for each of results but the token
""", outputs={"results": StaticValues}, predicates={"C4": _layout_fits}, has_effects=True)  # fmt: skip
def infeed(
    token: Token,
    *,
    infeed_config: Text = "",
    layout: Anything = None,
    results: ResultTypes,
    process: ThisProcess,
) -> tuple[Any, ...]:
    """What the host sends next, and a token.

    It waits until the host sends something, which must be of the types of the results. layout and
    infeed_config change no value.
    """
    return *_fitted(process.infeed(), results[:-1], "the host has"), None


@op(outputs={"result": Token}, has_effects=True)
def outfeed(inputs: Tensors, token: Token, *, outfeed_config: Text = "", process: ThisProcess) -> Token:
    """Send inputs to the host; the token that results comes after that. outfeed_config changes no value."""
    process.outfeed(inputs)


_PAIRS = """
C1  dim(source_target_pairs, 1) = 2
C2  is_unique(source_target_pairs[:, 0])
C3  is_unique(source_target_pairs[:, 1])
C4  0 <= source_target_pairs < (channel_id > 0 ? num_partitions : num_replicas)
"""


@op(_PAIRS + """
C5  channel_type = is_host_transfer ? DEVICE_TO_HOST : DEVICE_TO_DEVICE
""", outputs={"result": Token}, has_effects=True)  # fmt: skip
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
    """Send inputs through a channel to the host, or to the process that source_target_pairs name.

    It does not wait for the recv of that channel_id. The pairs [source, target] number replicas, in each
    partition for itself; with a channel_id above 0, partitions, in each replica for itself.
    """
    channel = "stablehlo.send", channel_id
    if is_host_transfer:
        process.send(inputs, channel, None)
        return
    _, target = _partners(process, channel_id, source_target_pairs)
    if target is not None:
        process.send(inputs, channel, target)


# The constraints from (C6) on are those of infeed, which the specification left out here by mistake.
@op(_PAIRS + """
C5  channel_type = is_host_transfer ? HOST_TO_DEVICE : DEVICE_TO_DEVICE
C6  0 < size(results)
C7  is_empty(results[:-1]) or is_tensor(type(results[:-1]))
C8  is_token(type(results[-1]))
""", outputs={"results": StaticValues}, has_effects=True)  # fmt: skip
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
    """What comes through a channel from the host or from another process, and a token.

    From the host comes what processes send to it. Zeros come to a process that no other sends to.
    """
    source = None
    if not is_host_transfer:
        source, _ = _partners(process, channel_id, source_target_pairs)
        if source is None:
            return *(zeros(type.static_shape, type.element_type) for type in results[:-1]), None
    received = process.receive(("stablehlo.send", channel_id), source)
    return *_fitted(received, results[:-1], "what was sent is"), None


def _partners(
    process: Process, channel_id: int, pairs: tuple[tuple[int, ...], ...] | None
) -> tuple[ProcessId | None, ProcessId | None]:
    if not pairs:
        raise Failed("no_partner", "without source_target_pairs nobody knows which process the other one is")
    return partners(process, cross_partition if channel_id > 0 else cross_replica, pairs)


def _fitted(values: Sequence[Any], types: Sequence[TensorType], where: str) -> Sequence[Any]:
    """The values, which come from elsewhere, if they are of these types."""
    if len(values) != len(types) or not all(map(is_of, values, types)):
        wanted, found = ", ".join(map(str, types)), ", ".join(map(described, values))
        raise Failed("wrong_values", f"({wanted}) is wanted, but {where} ({found})")
    return values
