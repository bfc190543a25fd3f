"""Loops whose trip count is known: short ones are unrolled, others do not evaluate their condition."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.interpret.plans.plan import Plan
from stablehlo_tools.text.parse import parse

V = "tensor<5xi32>"


def loop(count: int, direction: str = "LT", condition: str = "") -> str:
    """A program that rotates two vectors, and adds the number of the iteration to the first."""
    return f"""
    func.func @main(%x: {V}, %y: {V}) -> ({V}, {V}) {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, {V}, {V}
      cond {{
        %count = stablehlo.constant dense<{count}> : tensor<i32>
        {condition}
        %more = stablehlo.compare {direction}, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      }} do {{
        %one = stablehlo.constant dense<1> : tensor<i32>
        %next = stablehlo.add %i, %one : tensor<i32>
        %squared = stablehlo.multiply %next, %next : tensor<i32>
        %number = stablehlo.broadcast_in_dim %squared, dims = [] : (tensor<i32>) -> {V}
        %sum = stablehlo.add %a, %number : {V}
        stablehlo.return %next, %b, %sum : tensor<i32>, {V}, {V}
      }}
      return %0#1, %0#2 : {V}, {V}
    }}
    """


def expected(x: Any, y: Any, count: int) -> tuple[Any, Any]:
    for number in range(1, count + 1):
        x, y = y, x + number**2
    return x, y


def plan_of(text: str) -> Plan:
    module = parse(Source(text))
    return Compiler(module).plan(module.functions[0])


def names(plan: Plan) -> list[str]:
    return [operation.name.removeprefix("stablehlo.") for operation in plan.operations]


@pytest.mark.parametrize("count", [-1, 0, 1, 2, 7, 300])
def test_the_results(run: Any, count: int) -> None:
    x, y = np.arange(5, dtype=np.int32), np.ones(5, np.int32)
    results = run(loop(count), x, y)
    np.testing.assert_array_equal(results, expected(x, y, count))
    assert all(result.flags.writeable for result in results)
    np.testing.assert_array_equal(x, np.arange(5))


def test_a_short_loop_leaves_what_its_counters_do_not_decide() -> None:
    assert names(plan_of(loop(3))) == ["add"] * 3


def test_a_long_loop_is_a_loop() -> None:
    assert names(plan_of(loop(300))) == ["while"]


def test_the_condition_of_a_counted_loop_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    runs, whole = [], Plan.run

    def recorded(plan: Plan, frame: Any) -> Any:
        runs.append(names(plan))
        return whole(plan, frame)

    monkeypatch.setattr(Plan, "run", recorded)
    executable = compile(parse(Source(loop(300))))
    executable([np.zeros(5, np.int32), np.zeros(5, np.int32)])
    assert len(runs) == 301
    assert not any("compare" in run for run in runs)


def test_a_condition_with_effects_is_evaluated() -> None:
    check = "check.expect_eq %i, %i : tensor<i32>"
    assert names(plan_of(loop(3, condition=check))) == ["while"]


def test_a_loop_whose_steps_are_counted_is_a_loop() -> None:
    module = parse(Source(loop(3)))
    plan = Compiler(module, RunOptions(max_steps=99)).plan(module.functions[0])
    assert names(plan) == ["while"]


def test_a_trip_count_that_overflows_is_not_known() -> None:
    assert names(plan_of(loop(2147483647, "LE"))) == ["while"]


@pytest.mark.parametrize("type", ["i8", "ui8"])
@pytest.mark.parametrize("direction", ["LT", "LE", "GT", "GE", "NE", "EQ"])
def test_the_number_of_iterations(type: str, direction: str) -> None:
    """With a limit of steps, a condition is evaluated."""
    known = 0
    for start, limit, step in itertools.product([0, 100, 127], [0, 7, 127], [1, 3, 255]):
        change = step - 256 if type == "i8" and step > 127 else step
        number = f"tensor<{type}>"
        module = parse(
            Source(f"""
        func.func @main() -> ({number}, tensor<i32>) {{
          %start = stablehlo.constant dense<{start}> : {number}
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %0:2 = stablehlo.while(%i = %start, %n = %zero) : {number}, tensor<i32>
          cond {{
            %limit = stablehlo.constant dense<{limit}> : {number}
            %more = stablehlo.compare {direction}, %i, %limit : ({number}, {number}) -> tensor<i1>
            stablehlo.return %more : tensor<i1>
          }} do {{
            %step = stablehlo.constant dense<{change}> : {number}
            %next = stablehlo.add %i, %step : {number}
            %one = stablehlo.constant dense<1> : tensor<i32>
            %count = stablehlo.add %n, %one : tensor<i32>
            stablehlo.return %next, %count : {number}, tensor<i32>
          }}
          return %0#0, %0#1 : {number}, tensor<i32>
        }}
        """)
        )
        loop = next(each for each in module.walk() if each.name == "stablehlo.while")
        if Compiler(module).counted(loop) is None:  # the counter wraps, or the loop does not end
            continue
        known += 1
        results, by_condition = (compile(module, options=options)([]) for options in (DEFAULT, LIMITED))
        assert results == by_condition
    assert known > 5 or direction == "EQ"


LIMITED = RunOptions(max_steps=10_000)
