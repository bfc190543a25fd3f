"""Loops: what each iteration rounds alike adds up, and runs end that random rounding would keep going."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.verdict.envelope.loops import UsualIterations
from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate
from stablehlo_tools.verdict.tolerance import DEFAULT

DECAY = """func.func @main(%h: tensor<4xf32>, %p: tensor<f32>, %q: tensor<f32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<500> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %h) : tensor<i32>, tensor<4xf32>
  cond {
    %0 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.tanh %p : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.multiply %x, %3 : tensor<4xf32>
    %5 = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %6 = stablehlo.multiply %4, %5 : tensor<4xf32>
    stablehlo.return %1, %6 : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}"""
CALLING = (
    DECAY.replace("stablehlo.tanh %p : tensor<f32>", "func.call @slope(%p) : (tensor<f32>) -> tensor<f32>")
    + """
func.func @slope(%p: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %p : tensor<f32>
  return %0 : tensor<f32>
}"""
)


@pytest.mark.parametrize("program", [DECAY, CALLING], ids=["in the loop", "in a function"])
@pytest.mark.parametrize(("ulp", "is_outside"), [(0.0, False), (2.0, False), (40.0, True)])
def test_what_iterations_round_alike_adds_up(program: str, ulp: float, is_outside: bool) -> None:
    """tanh(0.5) is within 5.5 ULP of f32 on x86 and H100, and as far off in each of 500 iterations."""
    h, p = np.array([1.0, -0.7, 0.3, 1.9], np.float32), np.float32(0.5)
    q = np.float32(1 / np.tanh(0.5))
    (result,) = stablehlo_tools.uncertainty(program, [h, p, q]).results
    factor = (np.tanh(0.5) + ulp * 2.0**-25) * np.float64(q)
    assert result.outside((h * factor**500).astype(np.float32)).all() == is_outside


def newton(size: int, type: str) -> str:
    tensor = f"tensor<{size}x{type}>"
    return f"""func.func @main(%c: {tensor}) -> {tensor} {{
      %half = stablehlo.constant dense<5.0e-01> : {tensor}
      %no = stablehlo.constant dense<false> : tensor<i1>
      %zeros = stablehlo.constant dense<0.0> : {tensor}
      %r:2 = stablehlo.while(%x = %c, %last = %zeros) : {tensor}, {tensor}
      cond {{
        %0 = stablehlo.compare NE, %x, %last : ({tensor}, {tensor}) -> tensor<{size}xi1>
        %1 = stablehlo.reduce(%0 init: %no) applies stablehlo.or across dimensions = [0]
          : (tensor<{size}xi1>, tensor<i1>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      }} do {{
        %2 = stablehlo.divide %c, %x : {tensor}
        %3 = stablehlo.add %x, %2 : {tensor}
        %4 = stablehlo.multiply %3, %half : {tensor}
        stablehlo.return %4, %x : {tensor}, {tensor}
      }}
      return %r#0 : {tensor}
    }}"""


@pytest.mark.parametrize("type", ["f64", "f32"])
def test_a_loop_until_nothing_changes_ends(type: str) -> None:
    """With roundings at random, it would go on for ever. Of f32, runs that look for poles are made alone."""
    module = stablehlo_tools.parse(newton(4, type))
    squares = np.array([2, 3, 5, 7], np.float64 if type == "f64" else np.float32)
    right = np.sqrt(squares)
    judged = ProgramEstimate(module, "main", [[squares]])
    found = [judged.judge(0, each, right, DEFAULT) for each in (right, right * squares.dtype.type(1.01))]
    assert [each.kind for each in found] == ["right", "wrong"]


STEPS = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %step = stablehlo.constant dense<1.0e-03> : tensor<f32>
  %end = stablehlo.constant dense<1.0e-02> : tensor<f32>
  %r:2 = stablehlo.while(%t = %zero, %y = %x) : tensor<f32>, tensor<f32>
  cond {
    %0 = stablehlo.compare LT, %t, %end : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %1 = stablehlo.add %t, %step : tensor<f32>
    %2 = stablehlo.tanh %y : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}"""


def test_a_loop_ends_although_a_known_deviation_takes_its_step_for_an_epsilon() -> None:
    module, x = stablehlo_tools.parse(STEPS), np.float32(0.5)
    (right,) = stablehlo_tools.run(module, [x])
    judged = ProgramEstimate(module, "main", [[x]]).judge(0, right * np.float32(1.1), right, DEFAULT)
    assert judged.kind in ("wrong", "open")


def test_iterations_are_counted_once_and_when_a_loop_makes_many() -> None:
    module = stablehlo_tools.parse(DECAY)
    loop = next(each for each in module.walk() if each.name == "stablehlo.while")
    executions = []

    def execute(count: object) -> None:
        executions.append(count)
        for completed in range(500):
            count(loop, completed)  # type: ignore[operator]

    usual = UsualIterations(execute)
    assert usual.allows(loop, 10)
    assert not executions
    assert usual.allows(loop, 999)
    assert not usual.allows(loop, 1000)
    assert len(executions) == 1
