"""Runs that are stopped after so many steps, or so many seconds: where they stood is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, interpret
from stablehlo_tools.interpret.checks import limits

X = np.ones(4, np.float32)

LOOP = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.sine %y : tensor<4xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}
"""
# the loop itself; of each of three rounds the condition, the round, and two operations; the last condition
STEPS = 1 + 3 * (1 + 1 + 2) + 1

EMPTY = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.while(%y = %x) : tensor<4xf32>
  cond {
    %yes = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %yes : tensor<i1>
  } do {
    stablehlo.return %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""


def stopped(program: str, **limits: Any) -> stablehlo_tools.Diagnostic:
    with pytest.raises(RunError) as caught:
        stablehlo_tools.run(program, [X], **limits)
    return caught.value.diagnostic


class Clock:
    """A clock that goes on by a second each time it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", Clock())


def test_a_run_that_takes_just_as_many_steps_ends() -> None:
    (result,) = stablehlo_tools.run(LOOP, [X], max_steps=STEPS)
    np.testing.assert_array_equal(result, np.sin(np.sin(np.sin(X))))


@pytest.mark.parametrize(
    ("steps", "operation", "round"),
    [(1, "compare", 0), (2, "while", 1), (3, "add", 1), (4, "sine", 1), (8, "sine", 2), (13, "compare", 3)],
)
def test_the_next_operation_and_its_round_are_said(steps: int, operation: str, round: int) -> None:
    found = stopped(LOOP, max_steps=steps)
    assert found.code == "max_steps"
    assert found.message == f"step limit reached: the run was stopped after {steps} step{'s' * (steps != 1)}"
    assert found.span is not None
    assert found.span.text == f"stablehlo.{operation}"
    place = f"in iteration {round}" if round else "before the first iteration"
    assert found.notes[1:] == (f"{place} of stablehlo.while at 10:10",)


def test_a_loop_without_operations_ends_too(clock: None) -> None:
    assert stopped(EMPTY, max_steps=1000).notes[1] == "in iteration 1,000 of stablehlo.while at 3:8"
    assert stopped(EMPTY, timeout=500).code == "timeout"


def test_time_runs_out_at_the_next_step(clock: None) -> None:
    found = stopped(LOOP, timeout=6)
    assert found.code == "timeout"
    assert found.message == "time limit reached: the run was stopped after 6 s, 6 steps"
    assert found.notes[1] == "in iteration 2 of stablehlo.while at 10:10"


def test_a_run_in_time_ends(clock: None) -> None:
    stablehlo_tools.run(LOOP, [X], timeout=STEPS + 1)  # the clock is looked at once more, at the end
    assert stopped(LOOP, timeout=STEPS).notes[0] == "this operation was in progress"


def test_bodies_that_kernels_execute_count() -> None:
    program = """
    func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      reducer(%a: tensor<f32>, %b: tensor<f32>) {
        %1 = stablehlo.sine %a : tensor<f32>
        %2 = stablehlo.add %1, %b : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }
      return %0 : tensor<f32>
    }
    """
    assert stopped(program, max_steps=4).span.text in ("stablehlo.sine", "stablehlo.add")  # type: ignore[union-attr]


def test_each_run_begins_to_count_anew() -> None:
    module = stablehlo_tools.parse(LOOP)
    program = interpret.compile(module, options=interpret.RunOptions(max_steps=STEPS))
    for _ in range(3):
        program([X])


def test_processes_spend_together() -> None:
    program = LOOP.replace("func.call @outer(%x)", "func.call @outer(%s)").replace(
        "  %0 = func.call",
        '  %s = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}'
        " : (tensor<4xf32>) -> tensor<4xf32>\n  %0 = func.call",
        1,
    )
    inputs, steps = [[X], [X]], 2 * (STEPS + 1)
    stablehlo_tools.run_parallel(program, inputs, 2, max_steps=steps)
    with pytest.raises(RunError, match="max_steps"):
        stablehlo_tools.run_parallel(program, inputs, 2, max_steps=steps - 1)


def test_who_is_told_of_operations_is_told_of_those_before() -> None:
    seen: list[str] = []
    with pytest.raises(RunError, match="max_steps"):
        stablehlo_tools.run(LOOP, [X], max_steps=7, observe=lambda each: seen.append(each.operation.name))
    assert seen == ["stablehlo.constant"] * 3 + ["stablehlo.compare"]


# Kernels that loop, and execute no operations of a body in their turns.
WINDOW = """
func.func @main(%x: tensor<4xf32>) -> tensor<1xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 4>} : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
"""
SCATTER = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %at = stablehlo.constant dense<0> : tensor<40x1xi32>
  %u = stablehlo.constant dense<1.0> : tensor<40xf32>
  %0 = "stablehlo.scatter"(%x, %at, %u) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4xf32>, tensor<40x1xi32>, tensor<40xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
FACTOR = """
func.func @main(%x: tensor<4xf32>) -> tensor<9x9xf32> {
  %a = stablehlo.iota dim = 0 : tensor<9x9xf32>
  %p = stablehlo.constant dense<0> : tensor<9xi32>
  %0:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%a, %p) {api_version = 4 : i32}
    : (tensor<9x9xf32>, tensor<9xi32>) -> (tensor<9x9xf32>, tensor<9xi32>, tensor<9xf32>)
  return %0#0 : tensor<9x9xf32>
}
"""


@pytest.mark.parametrize(
    ("program", "turns"), [(WINDOW, 4), (SCATTER, 40), (FACTOR, 9)], ids=["window", "scatter", "factor"]
)
def test_kernels_that_loop_look_at_the_time(
    program: str, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    look = limits.RunBudget.look

    def counted(self: limits.RunBudget, operation: Any, rounds: Any) -> None:
        looks.append(operation.name)
        look(self, operation, rounds)

    monkeypatch.setattr(limits.RunBudget, "look", counted)
    stablehlo_tools.run(program, [X], timeout=1000)
    assert turns <= len(looks) <= turns + 1
    assert len(set(looks)) == 1
    monkeypatch.setattr(limits, "time", Clock())
    found = stopped(program, timeout=3)
    assert (found.code, found.notes[0]) == ("timeout", "this operation was in progress")
    assert found.span is not None
    assert found.span.text in (looks[0], f'"{looks[0]}"')


def test_a_kernel_that_loops_takes_no_more_steps_for_it() -> None:
    stablehlo_tools.run(SCATTER, [X], max_steps=3)
