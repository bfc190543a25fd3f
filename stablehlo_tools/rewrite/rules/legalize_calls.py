"""Custom calls of JAX and XLA whose meaning is known, and branches on integers, in other ops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stablehlo_tools.ir.operations import Region, Value
from stablehlo_tools.ops.custom_calls.op_calls import number_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.targets import CUSTOM_CALLS, IDENTITIES
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.rules.lower_chlo import first_in_order
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, inlined, on_terms, ops, region

# -- functions of CHLO ------------------------------------------------------------------------------


def _as_chlo(name: str) -> Any:
    def build(match: Match, **operands: Value) -> Value:
        return match.add(name, list(operands.values()), results=match.types)

    return build


for _op in OPS.values():
    if _op.name.startswith("chlo.") and f"mhlo.{_op.mnemonic}" in CUSTOM_CALLS:
        _names = ", ".join("xyz"[: len(_op.operands)])
        legalization(
            f"custom_call @mhlo.{_op.mnemonic}({_names}) -> {_op.name}({_names})", removes="mhlo_calls"
        )(_as_chlo(_op.name))


# -- the greatest elements --------------------------------------------------------------------------


def _selects(*, largest: bool) -> Callable[..., bool]:
    """Whether a call selects the largest elements, or the smallest."""

    def holds(match: Match, x: Value) -> bool:
        options = match.operation.attributes.get("mhlo.attributes", {})
        return isinstance(options, Mapping) and options.get("largest", True) is largest and tensor(x).rank > 0

    return holds


for _target in ("mhlo.topk", "TopK"):

    @legalization(
        f"custom_call @{_target}(x) -> chlo.top_k(x)  [all are static, and it selects the largest]",
        when=_selects(largest=True),
    )
    def _top_k(match: Match, x: Value) -> list[Value]:
        return match.builder.add("chlo.top_k", [x], {"k": tensor(match.result).static_shape[-1]})

    @legalization(
        f"custom_call @{_target}(x) -> slice(sort(x, iota), [0:k])  "
        "[all are static, and it selects the smallest]",
        when=_selects(largest=False),
    )
    @on_terms
    def _smallest(match: Match, x: Term) -> list[Term]:
        return first_in_order(match, x, tensor(match.result).static_shape[-1], "LT")


def config_of(match: Match) -> Mapping[str, Any]:
    """The options of a call."""
    mhlo_config = match.attributes["mhlo_backend_config"]
    config = match.attributes["backend_config"] if mhlo_config is None else mhlo_config
    return config if isinstance(config, Mapping) else {}


def _has_comparator(match: Match, x: list[Value]) -> bool:
    return (
        match.called_computation is not None
        and "reduction_dim" in config_of(match)
        and len(x) == 2 * len(match.types)
    )


@legalization(
    "custom_call @ApproxTopK(*x) -> slice(sort(x) applies the called function)  "
    "[all are static, and it calls a function]",
    when=_has_comparator,
)
@on_terms
def _approximate_top_k(match: Match, x: list[Term]) -> list[Term]:
    arrays, axis = x[: len(x) // 2], number_of(config_of(match)["reduction_dim"])
    comparator = match.called_computation
    assert comparator is not None
    options, body = {"dimension": axis, "is_stable": True}, match.region_of(comparator)
    ordered = ops(match, "sort", [arrays], options, regions=[body])
    shape = list(arrays[0].shape)
    shape[axis] = tensor(match.result).static_shape[axis]
    return [array.slice([0] * len(shape), shape) for array in ordered]


# -- annotations ------------------------------------------------------------------------------------


for _target in sorted(name for name in IDENTITIES if not name.startswith("stablehlo.")):

    @legalization(
        f"custom_call @{_target}(x) -> x  [x has the type of the result]",
        when=lambda match, x: [x.type] == match.types,
        removes="sharding_calls",
    )
    def _annotation(match: Match, x: Value) -> Value:
        return x


# -- branches on integers, as branches on booleans -------------------------------------------------


@legalization("case(index) -> if(index == 0, first branch, if(index == 1, ...))")
@on_terms
def _case(match: Match, index: Term) -> list[Term]:
    return _nested(match, index, match.operation.regions, 0)


def _nested(match: Match, index: Term, branches: Sequence[Region], number: int) -> list[Term]:
    """The branch of an index, among those from a number on; the last one is that of all others."""
    first, *remaining = branches
    if not remaining:
        return inlined(match, first, [])
    is_first = index.equals(number)
    regions = [
        region(match, (), lambda: inlined(match, first, [])),
        region(match, (), lambda: _nested(match, index, remaining, number + 1)),
    ]
    return ops(match, "if", [is_first], regions=regions, results=[match.types])
