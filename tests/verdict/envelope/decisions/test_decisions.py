"""Decisions that rounding makes: found where runs flip, or where the margin is small, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.dataflow.ranges import ValueRange
from stablehlo_tools.verdict.envelope import results
from stablehlo_tools.verdict.envelope.decisions.edges import POLES, may_be_beside
from stablehlo_tools.verdict.envelope.decisions.record import text_of
from stablehlo_tools.verdict.envelope.program_estimate import execute
from stablehlo_tools.verdict.envelope.results import Uncertainty

DOT = "(tensor<128x64xf32>, tensor<64x64xf32>) -> tensor<128x64xf32>"
FLOORED = f"""func.func @main(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>)
    -> (tensor<128x64xf32>, tensor<128x64xf32>) {{
  %0 = stablehlo.dot %x, %w : {DOT}
  %c = stablehlo.constant dense<2048.0> : tensor<128x64xf32>
  %1 = stablehlo.multiply %0, %c : tensor<128x64xf32>
  %2 = stablehlo.floor %1 : tensor<128x64xf32>
  return %2, %0 : tensor<128x64xf32>, tensor<128x64xf32>
}}"""
X = np.random.default_rng(0).normal(size=(128, 64)).astype(np.float32)
W = np.random.default_rng(1).normal(size=(64, 64)).astype(np.float32)


def of(text: str, *inputs: Any) -> Uncertainty:
    return stablehlo_tools.uncertainty(text, list(inputs))


def test_what_flips_in_many_runs_is_found_in_few() -> None:
    """Of 16 other runs, in the types of the program, each flip is of an element that is undecided."""
    found = of(FLOORED, X, W)
    (decision,) = found.decisions
    assert decision.operation.name == "stablehlo.floor"
    assert decision.elements == X.size
    module = stablehlo_tools.parse(FLOORED)
    flipped = np.zeros(X.shape, bool)
    for seed in range(16):
        runs = execute(module, "main", [[X, W]], seed)
        flipped |= runs[0][0] != found.results[0].reference
    assert 0 < flipped.sum() <= decision.undecided < X.size / 5
    assert all(0 < each < decision.undecided for each in decision.flips)
    assert text_of(decision).startswith(
        f"floor on line 6: rounding decides {decision.undecided:,} of 8,192; "
    )


def test_what_rounding_of_the_operands_decides_is_undecided() -> None:
    """In bf16: a margin of six sigma of four runs, and 5 of 64 other runs flip at [45, 13]."""
    source = np.random.default_rng(0)
    x, w = (source.normal(size=(64, 64)).astype(ml_dtypes.bfloat16) for _ in range(2))
    text = """func.func @main(%x: tensor<64x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<64x64xi1> {
  %c = stablehlo.constant dense<8.0> : tensor<64x64xbf16>
  %0 = stablehlo.dot %x, %w : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = stablehlo.divide %0, %c : tensor<64x64xbf16>
  %2 = stablehlo.tanh %1 : tensor<64x64xbf16>
  %y = stablehlo.reverse %x, dims = [0] : tensor<64x64xbf16>
  %3 = stablehlo.dot %y, %w : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %4 = stablehlo.divide %3, %c : tensor<64x64xbf16>
  %5 = stablehlo.tanh %4 : tensor<64x64xbf16>
  %6 = stablehlo.compare GT, %2, %5 : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xi1>
  return %6 : tensor<64x64xi1>
}"""
    (result,) = of(text, x, w).results
    module = stablehlo_tools.parse(text)
    flipped = np.zeros(x.shape, bool)
    for seed in range(64):
        flipped |= execute(module, "main", [[x, w]], seed)[0][0] != result.reference
    assert flipped[45, 13]
    assert flipped.sum() < result.undecided.sum() < 4 * flipped.sum()
    assert not (flipped & ~result.undecided).any()


def test_results_that_depend_on_it_are_marked_and_others_are_not() -> None:
    first, second = of(FLOORED, X, W).results
    assert [len(first.depends_on), len(second.depends_on)] == [1, 0]
    assert "depends on 1 undecided decision" in results.line(first, 4)
    assert "depends" not in results.line(second, 4)
    wrong = second.reference.astype(np.float32) + np.float32(1)
    assert second.judge(wrong).kind == "wrong"


def test_elements_that_a_decision_changes_are_undecided_and_others_are_judged() -> None:
    """Where a floor may be one less or more, it is neither wrong nor told; elsewhere, it is wrong."""
    first, _ = of(FLOORED, X, W).results
    (decision,) = first.depends_on
    assert 0.95 * decision.undecided < first.undecided.sum() <= decision.undecided
    steps = np.where(first.undecided, first.reference - 1, first.reference).astype(np.float32)
    assert first.judge(steps).kind == "open"
    assert first.judge(np.where(first.undecided, steps, steps + 1)).kind == "wrong"


def test_what_depends_on_an_index_that_rounding_decides_is_open() -> None:
    text = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %1:2 = "stablehlo.sort"(%0, %i) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  %f = stablehlo.convert %1#1 : (tensor<4xi32>) -> tensor<4xf32>
  %s = stablehlo.multiply %f, %y : tensor<4xf32>
  return %s : tensor<4xf32>
}"""
    x = np.array([0.7, 0.7, 0.7, 0.7], np.float32)
    found = [of(text, x, np.full(4, 0.3, np.float32)).results[0]]
    assert [each.judge(np.full(4, 9, np.float32)).kind for each in found] == ["open"]


COMPARED = """func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> tensor<3xi1> {
  %0 = stablehlo.multiply %x, %y : tensor<3xf32>
  %1 = stablehlo.compare GT, %0, %z : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %1 : tensor<3xi1>
}"""


def test_a_margin_is_compared_with_its_spread() -> None:
    """0.1 times 3 is 0.3 but for rounding, 1 times 3 is 3 exactly, and 0.1 times 4 is far from 0.3."""
    x, y, z = (np.array(each, np.float32) for each in ([0.1, 1.0, 0.1], [3.0, 3.0, 4.0], [0.3, 3.0, 0.3]))
    (decision,) = of(COMPARED, x, y, z).decisions
    assert (decision.elements, decision.undecided) == (3, 1)
    assert decision.closest is not None
    assert decision.sigma is not None
    product = np.float64(x[0]) * np.float64(y[0]) - np.float64(z[0])
    assert decision.closest == abs(product)
    assert 1e-9 < decision.sigma < 5e-8  # 0.6 / sqrt(3) * 2^-23 * 0.3 is 1.2e-8, from four runs


def test_errors_that_both_sides_share_cancel() -> None:
    text = COMPARED.replace("%0, %z :", "%0, %0 :")
    assert not of(text, *(np.array([0.1, 0.7, 0.3], np.float32),) * 3).decisions


def ranked(operation: str, type: str) -> str:
    return f"""func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> {type} {{
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  {operation}
  return %1#1 : {type}
}}"""


def order(direction: str) -> str:
    return f"""%1:2 = "stablehlo.sort"(%0, %i) <{{dimension = 0 : i64, is_stable = true}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
    %c = stablehlo.compare {direction}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)"""


def top(count: int) -> str:
    type = f"tuple<tensor<{count}xf32>, tensor<{count}xi32>>"
    pair = type.removeprefix("tuple<").removesuffix(">")
    return f"%1:2 = chlo.top_k(%0, k = {count}) : tensor<4xf32> -> ({pair})"


@pytest.mark.parametrize(
    ("operation", "ranks", "undecided"),
    [(order("LT"), 4, 2), (order("GT"), 4, 2), (top(1), 1, 0), (top(2), 2, 1), (top(3), 3, 2)],
)
def test_neighbors_in_an_order_may_change_places(operation: str, ranks: int, undecided: int) -> None:
    """Of 0.2, 0.1 * 3, 0.3 and 5, the second and the third are closer than their roundings."""
    x, y = np.array([0.1, 5.0, 0.3, 0.2], np.float32), np.array([3.0, 1.0, 1.0, 1.0], np.float32)
    found = of(ranked(operation, f"tensor<{ranks}xi32>"), x, y).decisions
    assert [(each.elements, each.undecided) for each in found] == [(ranks, undecided)] * bool(undecided)
    if found:
        assert found[0].closest == np.float64(x[2]) - np.float64(x[0]) * 3


def test_an_argmax_between_equals_is_undecided() -> None:
    text = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.reduce(%0 init: %low), (%i init: %zero) across dimensions = [0]
    : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
      %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
  return %1#1 : tensor<i32>
}"""
    y = np.full(4, 0.3, np.float32)
    near = np.array([0.1, 0.7, 0.7, 0.7], np.float32)
    found = of(text, near, y)
    (result,) = found.results
    assert result.undecided.all()
    assert [each.operation.name for each in result.depends_on] == ["stablehlo.reduce"]
    far = np.array([0.1, 0.7, 0.5, 0.2], np.float32)
    assert not of(text, far, y).decisions


def test_a_loop_that_rounding_ends_is_reported_and_its_results_depend_on_it() -> None:
    """0.1 is added until 1 is reached: after 10 rounds or 11."""
    text = """func.func @main(%x: tensor<f32>, %most: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.while(%i = %c) : tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  %2 = stablehlo.negate %x : tensor<f32>
  return %0, %2 : tensor<f32>, tensor<f32>
}"""
    found = of(text, np.float32(0.1), np.float32(10) * np.float32(0.1))
    assert [len(each.depends_on) for each in found.results] == [1, 0]
    assert found.decisions[0].operation.name == "stablehlo.compare"
    assert not of(text, np.float32(0.1), np.float32(0.95)).decisions


def test_decisions_whose_changes_cancel_are_seen() -> None:
    """1 / 3 is less than the constant and 1.0000002 / 3 greater: one is, also if both are otherwise."""
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<f32> {
      %three = stablehlo.constant dense<3.0> : tensor<2xf32>
      %third = stablehlo.constant dense<0.33333337> : tensor<2xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %q = stablehlo.divide %x, %three : tensor<2xf32>
      %p = stablehlo.compare GT, %q, %third : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
      %n = stablehlo.convert %p : (tensor<2xi1>) -> tensor<2xf32>
      %r = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [0]
          : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    }"""
    (result,) = stablehlo_tools.uncertainty(text, [np.array([1, 1.0000002], np.float32)]).results
    assert result.undecided.all()


def test_exact_ties_leave_the_reference_stable() -> None:
    text = """
    func.func @main(%x: tensor<32xbf16>) -> (tensor<32xbf16>, tensor<32xbf16>) {
      %four = stablehlo.constant dense<4.0> : tensor<32xbf16>
      %m = stablehlo.multiply %x, %four : tensor<32xbf16>
      %f = stablehlo.floor %m : tensor<32xbf16>
      %t = stablehlo.tanh %x : tensor<32xbf16>
      return %f, %t : tensor<32xbf16>, tensor<32xbf16>
    }"""
    results = stablehlo_tools.uncertainty(text, [(np.arange(32) / 4).astype(ml_dtypes.bfloat16)]).results
    assert [each.is_stable for each in results] == [True, True]


SUMS = """func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> TYPE {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %d = stablehlo.subtract %0, %1 : tensor<64xf32>
  %one = stablehlo.constant dense<1.0> : tensor<64xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<64xf32>
  %row = stablehlo.constant dense<1.0> : tensor<1x2xf32>
  %e = stablehlo.add %d, %one : tensor<64xf32>
  %i = stablehlo.complex %minus, %d : tensor<64xcomplex<f32>>
  %s = OPERATION
  return %s : TYPE
}"""
ONE = np.float32(1)
ALL = ValueRange()
EDGES: dict[str, Callable[[Any], Any]] = {
    "stablehlo.divide %d, %d : tensor<64xf32>": lambda d: d / d,
    "stablehlo.power %d, %minus : tensor<64xf32>": lambda d: ONE / d,
    "chlo.broadcast_power %d, %minus : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>": lambda d: ONE / d,
    "chlo.broadcast_divide %row, %d {broadcast_dimensions = array<i64: 0>}"
    " : (tensor<1x2xf32>, tensor<64xf32>) -> tensor<64x2xf32>": lambda d: ONE / np.stack([d, d], 1),
    "stablehlo.atan2 %d, %minus : tensor<64xf32>": lambda d: np.arctan2(d, -ONE),
    "stablehlo.log %i : tensor<64xcomplex<f32>>": lambda d: np.log((-ONE + 1j * d).astype(np.complex64)),
    "stablehlo.remainder %e, %one : tensor<64xf32>": lambda d: np.fmod(ONE + d, ONE),
    "chlo.digamma %d : tensor<64xf32> -> tensor<64xf32>": lambda d: -ONE / d - np.float32(np.euler_gamma),
    "stablehlo.sqrt %d : tensor<64xf32>": np.sqrt,
    "chlo.acosh %e : tensor<64xf32> -> tensor<64xf32>": lambda d: np.arccosh(ONE + d),
}


_CROSSED = {each for each in EDGES if "atan2" in each or "complex" in each}  # by a run, too


def _beside_edges(operation: str, function: Callable[[Any], Any]) -> tuple[Any, Any]:
    """The result of an operation, and what it is of sums in order, of which four are equal and four less."""
    x = np.random.default_rng(0).uniform(size=(64, 64)).astype(np.float32)
    y = x[:, ::-1] * np.float32(1 - 2**-22)
    y[0] = 0
    difference = np.add.accumulate(x, 1)[:, -1] - np.add.accumulate(y, 1)[:, -1]
    assert [(difference == 0).sum(), (difference < 0).sum()] == [4, 4]
    with np.errstate(all="ignore"):
        array = function(difference)
    text = SUMS.replace("OPERATION", operation).replace("TYPE", operation.rpartition(" ")[2])
    (result,) = of(text, x, y).results
    array[0] = result.reference[0]  # which is far from an edge
    return result, array


@pytest.mark.parametrize("operation", EDGES)
def test_what_rounding_moves_across_a_pole_or_an_end_is_open(operation: str) -> None:
    result, array = _beside_edges(operation, EDGES[operation])
    assert result.judge(array).kind == ("right" if operation in _CROSSED else "open")
    array[0] = np.nan
    assert result.judge(array).kind == "wrong"


@pytest.mark.parametrize("fault", [np.nan, 100.0])
@pytest.mark.parametrize(
    "operation", [each for each in EDGES if "atan2" in each or "log" in each or "rem" in each]
)
def test_what_is_farther_than_a_jump_is_wrong(operation: str, fault: float) -> None:
    result, array = _beside_edges(operation, EDGES[operation])
    array[np.abs(array - result.reference).argmax()] += np.float32(fault)  # which is on the other side
    assert result.judge(array).kind == "wrong"


def test_a_number_that_cannot_reach_a_pole_is_not_beside_it() -> None:
    """`log(1 + exp(-|d|))`, of a difference of masked terms: it is 1 or 0 by chance, but never -1."""
    text = """func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %c = stablehlo.constant dense<-1.0e30> : tensor<8xf32>
      %0 = stablehlo.multiply %x, %c : tensor<8xf32>
      %1 = stablehlo.add %0, %x : tensor<8xf32>
      %2 = stablehlo.subtract %0, %1 : tensor<8xf32>
      %3 = stablehlo.abs %2 : tensor<8xf32>
      %4 = stablehlo.negate %3 : tensor<8xf32>
      %5 = stablehlo.exponential %4 : tensor<8xf32>
      %6 = stablehlo.log_plus_one %5 : tensor<8xf32>
      return %6 : tensor<8xf32>
    }"""
    x = np.linspace(1, 2, 8, dtype=np.float32)
    (result,) = of(text, x).results
    array = np.full(8, np.log(2), np.float32)
    assert result.judge(array).agrees
    array[-1] = -1e6
    assert result.judge(array).kind == "wrong"


@pytest.mark.parametrize(
    ("name", "ranges", "is_beside"),
    [
        ("stablehlo.divide", [ALL, ValueRange(1, 9)], False),
        ("stablehlo.divide", [ALL, ValueRange(-9, -1)], False),
        ("stablehlo.divide", [ALL, ValueRange(-1, 9)], True),
        ("stablehlo.divide", [ALL, ValueRange(0, 9)], True),  # it may underflow
        ("stablehlo.rsqrt", [ValueRange(1e-5)], False),
        ("stablehlo.log_plus_one", [ValueRange(0)], False),
        ("stablehlo.log_plus_one", [ValueRange(-2)], True),
        ("stablehlo.power", [ValueRange(-1, 1), ValueRange(0, 2)], False),
        ("stablehlo.power", [ValueRange(-1, 1), ValueRange(-2, 2)], True),
        ("stablehlo.atan2", [ALL, ValueRange(1)], False),
        ("chlo.atanh", [ValueRange(-0.5, 0.5)], False),
        ("chlo.atanh", [ValueRange(-0.5, 1)], True),
        (
            "stablehlo.tan",
            [ValueRange(0, 6)],
            True,
        ),  # with poles between numbers beside none
        ("chlo.lgamma", [ValueRange(-2.5, 1)], True),
    ],
)
def test_ranges_of_operands_exclude_poles(name: str, ranges: list[ValueRange], is_beside: bool) -> None:
    edge = POLES.get(name)
    assert edge is not None
    assert may_be_beside(edge, ranges) == is_beside


def test_remainders_do_not_jump_at_zero() -> None:
    """Neither fmod(1e-6, 1) nor fmod(-1e-6, 1) is near 1."""
    operation = "stablehlo.remainder %d, %one : tensor<64xf32>"
    result, array = _beside_edges(operation, lambda d: np.fmod(d, ONE))
    assert result.judge(array).agrees
    array[np.abs(result.reference).argmin()] += ONE
    assert result.judge(array).kind == "wrong"
