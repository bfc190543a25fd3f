"""A loop that fills an array writes into it and copies it no more than once; nobody else's is overwritten."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import Observation, Observer
from stablehlo_tools.text.parse import parse

STEPS = 6
STACK, ROW, ROWS = "tensor<6x64x64xf32>", "tensor<64x64xf32>", "tensor<1x64x64xf32>"
INDEX = "tensor<i32>"


def update(stack: str, row: str, index: str) -> str:
    """`row` put into `stack` at `index`."""
    types = f"({STACK}, {ROWS}, {INDEX}, {INDEX}, {INDEX}) -> {STACK}"
    return f"stablehlo.dynamic_update_slice {stack}, {row}, {index}, %zero, %zero : {types}"


def scatter(body: str) -> str:
    """The same as a scatter, with what it does with old and new elements."""
    return f"""
      %at = stablehlo.reshape %i : ({INDEX}) -> tensor<1xi32>
      %new = "stablehlo.scatter"(%stack, %at, %x) ({{
      ^bb0(%u: tensor<f32>, %v: tensor<f32>):
        {body}
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1],
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}}
        : ({STACK}, tensor<1xi32>, {ROW}) -> {STACK}
    """


PUT = f"%new = {update('%stack', '%row', '%i')}"
INITIAL = {
    "constant": f"%init = stablehlo.constant dense<2.0> : {STACK}",
    "broadcast": f"""%two = stablehlo.constant dense<2.0> : tensor<f32>
      %init = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> {STACK}""",
    "argument": f"%init = stablehlo.reshape %given : ({STACK}) -> {STACK}",
}
# From a %stack, a %row and a number %i to the %new stack.
STEP = {
    "update": PUT,
    "update again": f"%once = {update('%stack', '%row', '%zero')}\n %new = {update('%once', '%row', '%i')}",
    "update what was there": f"""
      %old = stablehlo.dynamic_slice %stack, %i, %zero, %zero, sizes = [1, 64, 64]
        : ({STACK}, {INDEX}, {INDEX}, {INDEX}) -> {ROWS}
      %sum = stablehlo.add %old, %row : {ROWS}
      %new = {update('%stack', '%sum', '%i')}
    """,
    "call": f"%new = func.call @put(%stack, %row, %i) : ({STACK}, {ROWS}, {INDEX}) -> {STACK}",
    "if": f"""
      %is_first = stablehlo.compare EQ, %i, %zero : ({INDEX}, {INDEX}) -> tensor<i1>
      %new = "stablehlo.if"(%is_first) ({{
        stablehlo.return %stack : {STACK}
      }}, {{
        %updated = {update('%stack', '%row', '%i')}
        stablehlo.return %updated : {STACK}
      }}) : (tensor<i1>) -> {STACK}
    """,
    "case": f"""
      %new = "stablehlo.case"(%i) ({{
        %first = {update('%stack', '%row', '%zero')}
        stablehlo.return %first : {STACK}
      }}, {{
        %updated = {update('%stack', '%row', '%i')}
        stablehlo.return %updated : {STACK}
      }}) : ({INDEX}) -> {STACK}
    """,
    "loop": f"""
      %inner:2 = stablehlo.while(%n = %zero, %s = %stack) : {INDEX}, {STACK}
      cond {{
        %more = stablehlo.compare LT, %n, %one : ({INDEX}, {INDEX}) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      }} do {{
        %next_n = stablehlo.add %n, %one : {INDEX}
        %updated = {update('%s', '%row', '%i')}
        stablehlo.return %next_n, %updated : {INDEX}, {STACK}
      }}
      %new = stablehlo.reshape %inner#1 : ({STACK}) -> {STACK}
    """,
    "barrier": f"""
      %behind:2 = stablehlo.optimization_barrier %stack, %row : {STACK}, {ROWS}
      %new = {update('%behind#0', '%behind#1', '%i')}
    """,
    "scatter": scatter("stablehlo.return %v : tensor<f32>"),
    "scatter of sums": scatter(
        "%w = stablehlo.add %u, %v : tensor<f32>\n stablehlo.return %w : tensor<f32>"
    ),
}  # fmt: skip
ADDS = {"update what was there", "scatter of sums"}


def program(initial: str, step: str) -> str:
    """A loop that makes %new stacks of the %init with %x; the last of them, the first, and the row."""
    return f"""
    func.func @main(%given: {STACK}, %x: {ROW}) -> ({STACK}, {STACK}, {ROW}) {{
      %zero = stablehlo.constant dense<0> : {INDEX}
      %one = stablehlo.constant dense<1> : {INDEX}
      %count = stablehlo.constant dense<{STEPS}> : {INDEX}
      {initial}
      %end:3 = stablehlo.while(%i = %zero, %c = %x, %stack = %init) : {INDEX}, {ROW}, {STACK}
      cond {{
        %more = stablehlo.compare LT, %i, %count : ({INDEX}, {INDEX}) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      }} do {{
        %next = stablehlo.add %i, %one : {INDEX}
        %row = stablehlo.reshape %c : ({ROW}) -> {ROWS}
        {step}
        stablehlo.return %next, %c, %new : {INDEX}, {ROW}, {STACK}
      }}
      return %end#2, %init, %end#1 : {STACK}, {STACK}, {ROW}
    }}
    func.func private @put(%stack: {STACK}, %row: {ROWS}, %i: {INDEX}) -> {STACK} {{
      %zero = stablehlo.constant dense<0> : {INDEX}
      {PUT}
      return %new : {STACK}
    }}
    """


@pytest.mark.parametrize("step", STEP)
@pytest.mark.parametrize("initial", INITIAL)
def test_a_loop_updates_in_place(run: Any, initial: str, step: str) -> None:
    text = program(INITIAL[initial], STEP[step])
    given, x = np.full((STEPS, 64, 64), 2, np.float32), np.ones((64, 64), np.float32)
    filled = np.full((STEPS, 64, 64), 3 if step in ADDS else 1, np.float32)
    if step == "if":
        filled[0] = 2
    results = run(text, given, x)
    for result, expected in zip(results, (filled, given, x), strict=True):
        np.testing.assert_array_equal(result, expected)
    assert len(_places_written(text, given, x)) == 1


def _places_written(text: str, *inputs: Any) -> set[int]:
    """The addresses of all stacks that updates make."""
    places = set()
    kept = []

    def observe(seen: Observation) -> None:
        if seen.operation.name in ("stablehlo.dynamic_update_slice", "stablehlo.scatter"):
            kept.append(seen.results[0])  # else another could be at its address
            places.add(seen.results[0].__array_interface__["data"][0])

    interpret.compile(parse(Source(text)), observer=Observer(observe, as_written=False))(inputs)
    return places


def test_a_stack_that_is_read_later_is_copied(run: Any) -> None:
    """One branch updates what the other, and what follows, still reads."""
    text = f"""
    func.func @main(%x: {STACK}, %row: {ROWS}, %p: tensor<i1>) -> ({STACK}, {STACK}) {{
      %zero = stablehlo.constant dense<0> : {INDEX}
      %stack = stablehlo.negate %x : {STACK}
      %0 = "stablehlo.if"(%p) ({{
        %1 = {update("%stack", "%row", "%zero")}
        stablehlo.return %1 : {STACK}
      }}, {{
        stablehlo.return %stack : {STACK}
      }}) : (tensor<i1>) -> {STACK}
      return %0, %stack : {STACK}, {STACK}
    }}
    """
    x, row = np.ones((STEPS, 64, 64), np.float32), np.full((1, 64, 64), 5, np.float32)
    updated, stack = run(text, x, row, np.array(True))
    assert (updated[0] == 5).all()
    assert (updated[1:] == -1).all()
    np.testing.assert_array_equal(stack, -x)
    first, second = run(text, x, row, np.array(False))
    np.testing.assert_array_equal(first, -x)
    assert not np.shares_memory(first, second)


def test_a_branch_captures_the_same_memory_twice(run: Any) -> None:
    """A view of what a branch updates is read after the update."""
    text = f"""
    func.func @main(%x: {STACK}, %row: {ROWS}, %p: tensor<i1>) -> {STACK} {{
      %zero = stablehlo.constant dense<0> : {INDEX}
      %stack = stablehlo.negate %x : {STACK}
      %view = stablehlo.reverse %stack, dims = [0] : {STACK}
      %0 = "stablehlo.if"(%p) ({{
        %1 = {update("%stack", "%row", "%zero")}
        %2 = stablehlo.add %1, %view : {STACK}
        stablehlo.return %2 : {STACK}
      }}, {{
        stablehlo.return %view : {STACK}
      }}) : (tensor<i1>) -> {STACK}
      return %0 : {STACK}
    }}
    """
    x, row = np.ones((STEPS, 64, 64), np.float32), np.full((1, 64, 64), 5, np.float32)
    (result,) = run(text, x, row, np.array(True))
    expected = np.full(x.shape, -2, np.float32)
    expected[0] = 4
    np.testing.assert_array_equal(result, expected)


def test_a_long_chain_of_views_and_branches() -> None:
    """What may share memory with what is known without a list of all of it for each value."""
    count, type = 6000, "tensor<2x2xf32>"
    lines = [f"func.func @main(%0: {type}, %p: tensor<i1>) -> {type} {{"]
    for number in range(0, count, 2):
        lines.append(f"%{number + 1} = stablehlo.transpose %{number}, dims = [1, 0] : ({type}) -> {type}")
        lines.append(f'%{number + 2} = "stablehlo.if"(%p) ({{')
        lines.append(f"stablehlo.return %{number + 1} : {type} }}, {{")
        lines.append(f"stablehlo.return %{number} : {type} }}) : (tensor<i1>) -> {type}")
    lines.append(f"return %{count} : {type} }}")
    x = np.array([[1, 2], [3, 4]], np.float32)
    program = interpret.compile(parse(Source("\n".join(lines))))
    np.testing.assert_array_equal(program([x, np.array(False)])[0], x)
    np.testing.assert_array_equal(program([x, np.array(True)])[0], x)
