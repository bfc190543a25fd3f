"""Expands custom calls that JAX emits for dynamic ops without an equivalent in StableHLO."""

from __future__ import annotations

import numpy as np

from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Function, Value
from stablehlo_tools.ir.types import Type
from stablehlo_tools.rewrite.pattern import REFINE, Condition, Match, rewrite
from stablehlo_tools.rewrite.shapes import integers_of, with_sizes
from stablehlo_tools.verifier.operation import constant_of


def _calls(target: str, count: int, condition: Condition) -> Condition:
    """The condition that an operation calls a target with `count` operands and two results."""
    return lambda match: (
        match.operation.attributes.get("call_target_name") == target
        and (len(match.operands), len(match.operation.results)) == (count, 2)
        and condition(match)
    )


def _result_types(match: Match) -> list[Type]:
    return [value.type for value in match.operation.results]


_WINDOW = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")


def _computation(match: Match) -> Function | None:
    """The called computation, if it is one function with a body."""
    named = match.operation.attributes.get("called_computations")
    symbol = named[0] if isinstance(named, tuple) and len(named) == 1 else None
    function = match.functions.get(symbol.name) if isinstance(symbol, Symbol) else None
    return function if function is not None and function.body is not None else None


def _has_known_window(match: Match) -> bool:
    """Whether the call has inputs, their initial values, and five constant operands."""
    count = len(match.operands) - 5
    is_call = match.operation.attributes.get("call_target_name") == "stablehlo.dynamic_reduce_window"
    return (
        is_call
        and count == 2 * len(match.operation.results)
        and None not in map(constant_of, match.operands[count:])
        and _computation(match) is not None
    )


@rewrite(
    "stablehlo.custom_call",
    "custom_call @stablehlo.dynamic_reduce_window(x, init, window...) -> reduce_window(x, init)  "
    "[window... are constants]",
    stage=REFINE,
    when=_has_known_window,
    priority=1,
)
def _reduce_window(match: Match) -> list[Value]:
    *operands, padding = match.operands
    function, sides = _computation(match), constant_of(padding)
    assert function is not None
    assert sides is not None
    attributes = dict(zip(_WINDOW, map(integers_of, operands[-4:]), strict=True))
    arrays = operands[:-4]
    half = len(arrays) // 2
    return match.builder.add(
        "stablehlo.reduce_window",
        [arrays[:half], arrays[half:]],
        attributes,
        regions=[match.region_of(function)],
        results=[_result_types(match)],
        extra={"padding": Dense.from_array(sides.array.astype(np.int64))},
    )


@rewrite(
    "stablehlo.custom_call",
    "custom_call @stablehlo.dynamic_top_k(x, k) -> chlo.top_k(x, k=k)  [k is a constant]",
    stage=REFINE,
    when=_calls("stablehlo.dynamic_top_k", 2, lambda match: constant_of(match.operands[1]) is not None),
    priority=1,
)
def _top_k(match: Match) -> list[Value]:
    operand, count = match.operands
    k = constant_of(count)
    assert k is not None
    return match.builder.add("chlo.top_k", [operand], {"k": k.array.item()})


@rewrite(
    "stablehlo.custom_call",
    "custom_call @stablehlo.dynamic_rng_bit_generator(state, shape) -> rng_bit_generator(state)  "
    "[shape is a constant]",
    stage=REFINE,
    when=_calls(
        "stablehlo.dynamic_rng_bit_generator",
        2,
        lambda match: (
            integers_of(match.operands[1]) is not None and "rng_algorithm" in match.operation.attributes
        ),
    ),
    priority=1,
)
def _rng_bit_generator(match: Match) -> list[Value]:
    state, shape = match.operands
    output_state, output = _result_types(match)
    types = [output_state, with_sizes(output, integers_of(shape) or ())]
    extra = {"rng_algorithm": match.operation.attributes["rng_algorithm"]}
    return match.builder.add("stablehlo.rng_bit_generator", [state], results=types, extra=extra)
