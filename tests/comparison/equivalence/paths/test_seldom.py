"""The search for seldom outcomes keeps to limits of memory and time."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.paths.noted import NotedInputs
from stablehlo_tools.comparison.equivalence.paths.plain import PlainRun, PlainRuns
from stablehlo_tools.comparison.equivalence.paths.seldom import on_which_seldom_outcomes_differ
from stablehlo_tools.comparison.equivalence.paths.stacked import on_which_floats_differ
from stablehlo_tools.interpret.options import DEFAULT
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.verdict.noise.lane_values import Lanes

_TYPE = "tensor<40x40xf32>"


def _layers(activation: str, count: int) -> st.ir.Function:
    """Layers of sin(x) + w, each with the activation `activation` of %a and a zero."""
    lines = "\n".join(
        f"""
        %s{layer} = stablehlo.sine %x{layer} : {_TYPE}
        %a{layer} = stablehlo.add %s{layer}, %w : {_TYPE}
        {activation.format(layer=layer, next=layer + 1)}"""
        for layer in range(count)
    )
    text = f"""func.func @main(%x0: {_TYPE}, %w: {_TYPE}) -> {_TYPE} {{
        %z = stablehlo.constant dense<0.0> : {_TYPE}
        {lines}
        return %x{count} : {_TYPE}
    }}"""
    return require_function(st.parse(text), "main")


_MAXIMUM = f"%x{{next}} = stablehlo.maximum %a{{layer}}, %z : {_TYPE}"
_CHOICE = (
    f"%p{{layer}} = stablehlo.compare GT, %a{{layer}}, %z : ({_TYPE}, {_TYPE}) -> tensor<40x40xi1>\n"
    f"%x{{next}} = stablehlo.select %p{{layer}}, %a{{layer}}, %z : tensor<40x40xi1>, {_TYPE}"
)
_INPUTS = [np.ones((40, 40), np.float32)] * 2


def _noted(plain: PlainRuns) -> NotedInputs:
    """Inputs on which programs ran, with their comparisons."""
    noted = NotedInputs(plain)
    for _ in on_which_floats_differ(plain, _INPUTS, noted, lambda: False, are_whole=False, jump=False):
        pass
    return noted


def test_memory_does_not_grow_with_comparisons_times_inputs() -> None:
    """An input of 3,200 numbers for each of 48,000 comparisons takes 1.2 GB."""
    plain = PlainRuns((_layers(_MAXIMUM, 30), _layers(_CHOICE, 30)), DEFAULT)
    tracemalloc.start()
    try:
        assert not [*on_which_seldom_outcomes_differ(plain, _INPUTS, _noted(plain), lambda: False)]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3e8


def test_no_program_is_run_once_the_time_is_up() -> None:
    class Counted(PlainRuns):
        runs = 0

        def noted(self, side: int, inputs: Sequence[Any]) -> PlainRun:
            self.runs += 1
            return super().noted(side, inputs)

    plain = Counted((_layers(_MAXIMUM, 2), _layers(_CHOICE.replace("GT", "LT"), 2)), DEFAULT)
    noted = _noted(plain)
    plain.runs = 0
    assert not [*on_which_seldom_outcomes_differ(plain, _INPUTS, noted, lambda: plain.runs >= 3)]
    assert plain.runs == 3


def test_the_closest_of_all_inputs_is_noted() -> None:
    """Numbers are above 1 on most inputs in the first two places, below it in the third; the last stays."""
    four = "tensor<4xf32>"
    text = f"""func.func @main(%x: {four}) -> tensor<4xi1> {{
        %one = stablehlo.constant dense<1.0> : {four}
        %p = stablehlo.compare GT, %x, %one : ({four}, {four}) -> tensor<4xi1>
        return %p : tensor<4xi1>
    }}"""
    function = require_function(st.parse(text), "main")
    noted = NotedInputs(PlainRuns((function, function), DEFAULT))
    parts = [[[5, 9, 0, 2], [0.875, 1.75, 4, 2]], [[1.5, 2, -1, 2], [3, 3, 0.5, 2]]]
    for part in parts:
        noted.results([Lanes(np.array(part, np.float32))])
    one, other = noted.comparisons()
    assert one.elements.tolist() == [0, 1, 2]
    assert one.distances.tolist() == [0.5, 0.75, -0.5]
    assert one.starts.tolist() == [2, 1, 3]
    assert one.shares.tolist() == [0.25, 0, 0.25]
    assert np.array_equal(one.keys, other.keys)
    assert len({*one.keys}) == 3


_SCALED = """func.func @main(%x: tensor<4x8xf32>, %scale: tensor<f32>) -> tensor<4x8xi8> {{
    %low = stablehlo.constant dense<-127.0> : tensor<f32>
    %high = stablehlo.constant dense<{high}> : tensor<f32>
    %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %0 = stablehlo.divide %x, %scales : tensor<4x8xf32>
    {lines}
    %3 = stablehlo.convert %2 : (tensor<4x8xf32>) -> tensor<4x8xi8>
    return %3 : tensor<4x8xi8>
}}"""
_CLAMPED = "stablehlo.clamp %low, {}, %high : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>"
_ROUNDED = "stablehlo.round_nearest_even {} : tensor<4x8xf32>"


@pytest.mark.parametrize(("high", "verdict"), [(127.0, "equal"), (126.0, "different")])
def test_descents_move_scalars(high: float, verdict: str) -> None:
    """Quantized numbers are rounded and clamped, in either order, which few inputs need."""
    first = f"%1 = {_ROUNDED.format('%0')}\n%2 = {_CLAMPED.format('%1')}"
    second = f"%1 = {_CLAMPED.format('%0')}\n%2 = {_ROUNDED.format('%1')}"
    programs = _SCALED.format(high=127.0, lines=first), _SCALED.format(high=high, lines=second)
    assert st.equivalent(*programs).verdict == verdict
