"""Ops that order what has effects, by tokens, and those that exchange data with the host and with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from stablehlo_tools import attributes
from stablehlo_tools.ops.attributes import CHANNEL_TYPES
from stablehlo_tools.ops.declare import (
    NOTHING,
    Anything,
    AttributeRule,
    Boolean,
    Environment,
    Integer,
    OperandRule,
    StaticValues,
    Tensors,
    Text,
    Token,
    Unsupported,
    op,
)

Tokens = Annotated[Sequence[None], OperandRule(NOTHING, variadic=True, token=True)]
Pairs = Annotated[tuple[tuple[int, ...], ...] | None, AttributeRule("table", element_type="i64")]
ChannelType = Annotated[str, AttributeRule("channel type", tuple(CHANNEL_TYPES.values()))]


@op(outputs={"result": Token}, is_view=True, has_effects=True)
def after_all(inputs: Tokens) -> Token:
    """A token that comes after all inputs."""
    return None


@op(outputs={"result": Token}, is_view=True)
def create_token() -> Token:
    """A token that comes after nothing."""
    return None


def _layout_fits(names: Environment) -> bool:
    layout, results = names["layout"], names["results"]
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
def infeed(token: Token, *, infeed_config: Text = "", layout: Anything = None) -> tuple[Any, ...]:
    """What the host sends next, and a token."""
    raise Unsupported("infeed")


@op(outputs={"result": Token}, has_effects=True)
def outfeed(inputs: Tensors, token: Token, *, outfeed_config: Text = "") -> Token:
    """Send inputs to the host."""
    raise Unsupported("outfeed")


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
) -> Token:
    """Send inputs through a channel to the host, or to the process that source_target_pairs name."""
    raise Unsupported("send")


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
) -> tuple[Any, ...]:
    """What comes through a channel from the host or from another process, and a token."""
    raise Unsupported("recv")
