"""Maps that would grow without end are cut, say so, and still have all pairs."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.indexing import widening
from stablehlo_tools.indexing.composition import Analysis
from stablehlo_tools.indexing.from_stablehlo import StableHloGraphs
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing
from stablehlo_tools.indexing.parse import parse_operand
from stablehlo_tools.indexing.print import print_operand
from stablehlo_tools.indexing.widening import MAX_KEPT, MAX_MAPS, MAX_SYMBOLS, NOTE, widen
from tests.indexing.brute_force import findings

WINDOW = """
  %{next} = "stablehlo.reduce_window"(%{last}, %zero) <{{window_dimensions = array<i64: 2, 2>,
    padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }}) : (tensor<4x4xi32>, tensor<i32>) -> tensor<4x4xi32>"""


def windows(count: int) -> str:
    """Windows over windows, as many as that."""
    body = "".join(WINDOW.format(last=number, next=number + 1) for number in range(count))
    return f"""
func.func @main(%0: tensor<4x4xi32>) -> tensor<4x4xi32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>{body}
  return %{count} : tensor<4x4xi32>
}}"""


def test_windows_over_windows_are_cut_and_have_all_pairs() -> None:
    module = stablehlo_tools.parse(windows(8))
    graph = StableHloGraphs(module).function("main")
    assert graph is not None
    (only,) = Analysis().reached(graph, graph.outputs[0])[graph.arguments[0]]
    assert isinstance(only.map, IndexingMap)
    assert len(only.map.symbols) <= MAX_SYMBOLS
    assert only.note == NOTE
    verdicts = {finding.verdict for finding in findings(module, [np.zeros((4, 4), np.int32)], 0)}
    assert verdicts <= {"equal", "noted"}


def test_windows_that_are_few_stay_exact() -> None:
    module = stablehlo_tools.parse(windows(3))
    verdicts = {finding.verdict for finding in findings(module, [np.zeros((4, 4), np.int32)], 0)}
    assert verdicts == {"equal"}


def test_of_too_many_maps_those_go_that_others_cover() -> None:
    maps = [
        parse_operand(f"(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [{low}, {low + 40}]")
        for low in range(MAX_MAPS)
    ]
    assert widen((), maps, [100]) == maps
    everything = parse_operand(
        "(d0)[s0, s1] -> (s0 * 50 + s1), domain: d0 in [0, 3], s0 in [0, 1], s1 in [0, 49]"
    )
    (kept,) = widen((), [*maps, everything], [100])
    assert print_operand(kept) == "(d0)[s0] -> (s0), domain: d0 in [0, 3], s0 in [0, 99]"
    assert kept.note == NOTE


def concatenated(count: int) -> str:
    """So many sines of the same value, one after the other."""
    sines = "".join(f"\n  %{number} = stablehlo.sine %x : tensor<4xf32>" for number in range(count))
    names, types = ", ".join(f"%{number}" for number in range(count)), ", ".join(["tensor<4xf32>"] * count)
    return f"""
func.func @main(%x: tensor<4xf32>) -> tensor<{4 * count}xf32> {{{sines}
  %all = stablehlo.concatenate {names}, dim = 0 : ({types}) -> tensor<{4 * count}xf32>
  return %all : tensor<{4 * count}xf32>
}}"""


def reached(count: int) -> list[str]:
    graph = StableHloGraphs(stablehlo_tools.parse(concatenated(count))).function("main")
    assert graph is not None
    return [*map(print_operand, Analysis().reached(graph, graph.outputs[0])[graph.arguments[0]])]


def test_maps_that_no_other_covers_become_one_where_they_are_very_many() -> None:
    assert len(reached(MAX_KEPT)) == MAX_KEPT
    whole = f"(d0)[s0] -> (s0), domain: d0 in [0, {4 * MAX_KEPT + 3}], s0 in [0, 3]"
    assert reached(MAX_KEPT + 1) == [whole]
    module = stablehlo_tools.parse(concatenated(MAX_KEPT + 1))
    verdicts = {finding.verdict for finding in findings(module, [np.zeros(4, np.float32)], 0)}
    assert verdicts <= {"equal", "noted"}


def test_comparing_maps_is_linear_in_the_uses_of_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counted(given: OperandIndexing, other: OperandIndexing) -> bool:
        calls[-1] += 1
        return covers(given, other)

    covers = widening._covers
    monkeypatch.setattr(widening, "_covers", counted)
    for count in (200, 400, 800):
        calls.append(0)
        reached(count)
    assert calls[2] - calls[1] < 2.5 * (calls[1] - calls[0])
