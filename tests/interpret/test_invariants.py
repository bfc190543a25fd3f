"""What all iterations of a loop have in common is computed once, before the first of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.interpret.plans.plan import Plan
from stablehlo_tools.text.parse import parse

M = "tensor<64x64xf32>"
HALF = "tensor<4x4xf16>"


def loop(body: str, carried: str, type: str, captured: str, after: str = "") -> str:
    """A program that applies a body `count` times, to `%y` that starts with `%x`."""
    return f"""
    func.func @main(%x: {type}, %w: {captured}, %count: tensor<i32>) -> {type} {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %big = stablehlo.add %w, %w : {captured}
      %0:3 = stablehlo.while(%i = %zero, %y = %x, %v = %w) : tensor<i32>, {type}, {captured}
      cond {{
        %more = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      }} do {{
        %next = stablehlo.add %i, %one : tensor<i32>
        {body}
        stablehlo.return %next, {carried}, %v : tensor<i32>, {type}, {captured}
      }}
      {after}
      return {"%1" if after else "%0#1"} : {type}
    }}
    """


def body_of(text: str) -> Plan:
    """The plan of the body of the loop."""
    module = parse(Source(text))
    compiler = Compiler(module)
    compiler.plan(module.functions[0])
    (found,) = (each for each in module.walk() if each.name == "stablehlo.while")
    return compiler.region(found.regions[-1]).plan


def names(plan: Plan) -> list[str]:
    """The ops of a plan, without its end."""
    mnemonics = [operation.name.removeprefix("stablehlo.") for operation in plan.operations]
    return [name for name in dict.fromkeys(mnemonics) if name != "return"]


# From what is captured (%big), an argument that no iteration changes (%v), and one that each changes (%y).
SUM = f"""
    %a = stablehlo.negate %big : {M}
    %b = stablehlo.multiply %a, %v : {M}
    %c = stablehlo.add %y, %b : {M}
"""
PRODUCT = f"%c = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : ({HALF}, {HALF}) -> {HALF}"


def test_what_no_iteration_changes_is_computed_before() -> None:
    plan = body_of(loop(SUM, "%c", M, M))
    assert plan.invariants is not None
    assert names(plan.invariants.plan) == ["negate", "multiply"]
    assert names(plan) == ["add"]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_sum(run: Any, count: int) -> None:
    x, w = np.random.default_rng(0).integers(-9, 9, (2, 64, 64)).astype(np.float32)
    (result,) = run(loop(SUM, "%c", M, M), x, w, np.int32(count))
    np.testing.assert_array_equal(result, x - count * 2 * w * w)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_narrow_factors_are_converted_once(run: Any, count: int) -> None:
    text = loop(PRODUCT, "%c", HALF, HALF)
    plan = body_of(text)
    assert plan.invariants is not None
    assert names(plan.invariants.plan) == ["convert"]
    x, w = np.random.default_rng(0).standard_normal((2, 4, 4)).astype(np.float16)
    (result,) = run(text, x, w, np.int32(count))
    for _ in range(count):
        x = (x.astype(np.float32) @ w.astype(np.float32)).astype(np.float16)
    np.testing.assert_array_equal(result, x)


def test_what_is_returned_stays_in_the_loop(run: Any) -> None:
    """Else nobody would know that the result has the memory of %big, which `negate` overwrites."""
    body = f"%c = stablehlo.transpose %big, dims = [1, 0] : ({M}) -> {M}"
    after = f"%n = stablehlo.negate %big : {M}\n%1 = stablehlo.subtract %0#1, %n : {M}"
    x, w = np.random.default_rng(0).integers(-9, 9, (2, 64, 64)).astype(np.float32)
    (result,) = run(loop(body, "%c", M, M, after), x, w, np.int32(2))
    np.testing.assert_array_equal(result, 2 * w.T + 2 * w)


def test_a_random_number_is_drawn_in_each_iteration() -> None:
    body = f"""
        %shape = stablehlo.constant dense<[64, 64]> : tensor<2xi64>
        %low = stablehlo.constant dense<0.0> : tensor<f32>
        %high = stablehlo.constant dense<1.0> : tensor<f32>
        %r = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
          : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> {M}
        %c = stablehlo.add %y, %r : {M}
    """
    plan = body_of(loop(body, "%c", M, M))
    assert plan.invariants is None
    assert "rng" in names(plan)


def test_the_memory_of_invariants_counts() -> None:
    plan = body_of(loop(SUM, "%c", M, M))
    held = [buffer.bytes for buffer in plan.memory_usage.end.buffers if "multiply" in buffer.operation.name]
    assert held == [64 * 64 * 4]


def test_a_view_of_a_captured_array_takes_no_memory() -> None:
    body = f"""
        %a = stablehlo.transpose %big, dims = [1, 0] : ({M}) -> {M}
        %c = stablehlo.add %y, %a : {M}
    """
    plan = body_of(loop(body, "%c", M, M))
    assert plan.invariants is not None
    assert names(plan.invariants.plan) == ["transpose"]
    held = [buffer for buffer in plan.memory_usage.end.buffers if "transpose" in buffer.operation.name]
    assert not held
