"""Nobody's memory but its own is ever written by a plan, however a program mixes views and reuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

Array = np.ndarray[Any, np.dtype[Any]]


class Form(NamedTuple):
    """A statement: the kinds of its operands and of its result, its text, and what it computes."""

    operands: str
    result: str
    text: str
    compute: Callable[..., Array]


# Kinds of values: Matrix, Vector, and the Rows of a slice. A matrix is big enough to be reused.
TYPES = {"M": "tensor<64x64xf32>", "V": "tensor<4096xf32>", "R": "tensor<8x64xf32>"}
M, V, R = TYPES.values()


def _put(matrix: Array, rows: Array) -> Array:
    return np.concatenate([matrix[:3], rows, matrix[11:]])


def _loop(a: Array, b: Array) -> Array:
    x, y = a, b
    for _ in range(3):
        x, y = y, _put(x, y[5:13]) - y - b
    return x


FORMS = [
    Form("MM", "M", f"stablehlo.add %a, %b : {M}", np.add),
    Form("MM", "M", f"stablehlo.subtract %a, %b : {M}", np.subtract),
    Form("M", "M", f"stablehlo.negate %a : {M}", np.negative),
    Form("V", "V", f"stablehlo.abs %a : {V}", np.abs),
    Form("M", "M", f"stablehlo.transpose %a, dims = [1, 0] : ({M}) -> {M}", np.transpose),
    Form("M", "M", f"stablehlo.reverse %a, dims = [0] : {M}", np.flipud),
    Form("M", "V", f"stablehlo.reshape %a : ({M}) -> {V}", np.ravel),
    Form("V", "M", f"stablehlo.reshape %a : ({V}) -> {M}", lambda a: a.reshape(64, 64)),
    Form("M", "R", f"stablehlo.slice %a [5:13, 0:64] : ({M}) -> {R}", lambda a: a[5:13]),
    Form(
        "MR", "M",
        "stablehlo.dynamic_update_slice %a, %b, %three, %zero"
        f" : ({M}, {R}, tensor<i32>, tensor<i32>) -> {M}", _put,
    ),
    Form(
        "MR", "M",
        """"stablehlo.scatter"(%a, %threes, %b) ({
        ^bb0(%old: tensor<f32>, %new: tensor<f32>):
          stablehlo.return %new : tensor<f32>
        }) {scatter_dimension_numbers = #stablehlo.scatter<
          update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}"""
        f" : ({M}, tensor<1xi32>, {R}) -> {M}", _put,
    ),
    Form("MM", "M", f"func.call @mix(%a, %b) : ({M}, {M}) -> {M}", lambda a, b: -(a + b) - a.T),
    Form("MM", "M", f"func.call @first(%a, %b) : ({M}, {M}) -> {M}", lambda a, b: a),
    Form("M", "M", f"func.call @pair(%a) : ({M}) -> {M}", lambda a: a + np.flipud(-a)),
    Form("MM", "M", f"func.call @loop(%a, %b) : ({M}, {M}) -> {M}", _loop),
    Form("MM", "M", f"func.call @swap(%a, %b) : ({M}, {M}) -> {M}", lambda a, b: b),
    Form("MM", "M", f"func.call @choose(%a, %b) : ({M}, {M}) -> {M}", lambda a, b: a - np.abs(a)),
    Form("MM", "M", f"stablehlo.select %no, %a, %b : tensor<i1>, {M}", lambda a, b: b),
    Form("M", "M", f"stablehlo.select %yes, %twos, %a : tensor<i1>, {M}", lambda a: np.full_like(a, 2)),
    Form("M", "M", f"stablehlo.add %twos, %a : {M}", lambda a: 2 + a),
    Form(
        "MM", "M",
        f""""stablehlo.if"(%yes) ({{
          %x = stablehlo.negate %a : {M}
          %y = stablehlo.subtract %x, %b : {M}
          stablehlo.return %y : {M}
        }}, {{
          stablehlo.return %b : {M}
        }}) : (tensor<i1>) -> {M}""", lambda a, b: -a - b,
    ),
    Form(
        "MR", "M",
        f""""stablehlo.case"(%three) ({{
          stablehlo.return %a : {M}
        }}, {{
          %x = stablehlo.dynamic_update_slice %a, %b, %three, %zero
            : ({M}, {R}, tensor<i32>, tensor<i32>) -> {M}
          stablehlo.return %x : {M}
        }}) : (tensor<i32>) -> {M}""", _put,
    ),
    Form(
        "MM", "M",
        f""""stablehlo.if"(%no) ({{
          stablehlo.return %b : {M}
        }}, {{
          stablehlo.return %a : {M}
        }}) : (tensor<i1>) -> {M}""", lambda a, b: a,
    ),
]  # fmt: skip

FUNCTIONS = f"""
func.func @mix(%a: {M}, %b: {M}) -> {M} {{
  %0 = stablehlo.add %a, %b : {M}
  %1 = stablehlo.negate %0 : {M}
  %2 = stablehlo.transpose %a, dims = [1, 0] : ({M}) -> {M}
  %3 = stablehlo.subtract %1, %2 : {M}
  return %3 : {M}
}}
func.func @first(%a: {M}, %b: {M}) -> {M} {{
  return %a : {M}
}}
func.func @choose(%a: {M}, %b: {M}) -> {M} {{
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.negate %a : {M}
  %2 = stablehlo.abs %0 : {M}
  %1:2 = "stablehlo.if"(%yes) ({{
    stablehlo.return %2, %0 : {M}, {M}
  }}, {{
    stablehlo.return %b, %a : {M}, {M}
  }}) : (tensor<i1>) -> ({M}, {M})
  %3 = stablehlo.negate %1#1 : {M}
  %4 = stablehlo.subtract %3, %1#0 : {M}
  return %4 : {M}
}}
func.func @swap(%a: {M}, %b: {M}) -> {M} {{
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0:3 = stablehlo.while(%again = %yes, %x = %a, %y = %b) : tensor<i1>, {M}, {M}
  cond {{
    stablehlo.return %again : tensor<i1>
  }} do {{
    stablehlo.return %no, %y, %x : tensor<i1>, {M}, {M}
  }}
  return %0#1 : {M}
}}
func.func @twice(%a: {M}) -> ({M}, {V}, {M}) {{
  %0 = stablehlo.negate %a : {M}
  %1 = stablehlo.reshape %0 : ({M}) -> {V}
  return %0, %1, %0 : {M}, {V}, {M}
}}
func.func @pair(%a: {M}) -> {M} {{
  %0:3 = func.call @twice(%a) : ({M}) -> ({M}, {V}, {M})
  %1 = stablehlo.negate %0#0 : {M}
  %2 = stablehlo.abs %0#1 : {V}
  %3 = stablehlo.reverse %0#2, dims = [0] : {M}
  %4 = stablehlo.add %3, %1 : {M}
  return %4 : {M}
}}
func.func @loop(%a: {M}, %b: {M}) -> {M} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, {M}, {M}
  cond {{
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.slice %y [5:13, 0:64] : ({M}) -> {R}
    %3 = stablehlo.dynamic_update_slice %x, %2, %three, %zero : ({M}, {R}, tensor<i32>, tensor<i32>) -> {M}
    %4 = stablehlo.subtract %3, %y : {M}
    %5 = stablehlo.negate %b : {M}
    %6 = stablehlo.add %5, %4 : {M}
    stablehlo.return %1, %y, %6 : tensor<i32>, {M}, {M}
  }}
  return %0#1 : {M}
}}
"""


@st.composite
def programs(draw: st.DrawFn) -> tuple[str, Callable[..., list[Array]]]:
    """The text of a program of two matrices, and a function that computes the same."""
    kinds = ["M", "M"]
    lines: list[str] = []
    steps: list[tuple[Form, list[int]]] = []
    for _ in range(draw(st.integers(5, 20))):
        form = draw(st.sampled_from([form for form in FORMS if set(form.operands) <= set(kinds)]))
        chosen = [draw(st.sampled_from(_of_kind(kinds, kind))) for kind in form.operands]
        text = form.text
        for letter, index in zip("ab", chosen, strict=False):
            text = text.replace(f"%{letter}", f"%v{index}")
        lines.append(f"  %v{len(kinds)} = {text}")
        steps.append((form, chosen))
        kinds.append(form.result)
    results = draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=4))
    types = ", ".join(TYPES[kinds[index]] for index in results)
    text = "\n".join([
        f"func.func @main(%v0: {M}, %v1: {M}) -> ({types}) {{",
        "  %zero = stablehlo.constant dense<0> : tensor<i32>",
        "  %three = stablehlo.constant dense<3> : tensor<i32>",
        "  %threes = stablehlo.constant dense<3> : tensor<1xi32>",
        "  %yes = stablehlo.constant dense<true> : tensor<i1>",
        "  %no = stablehlo.constant dense<false> : tensor<i1>",
        f"  %twos = stablehlo.constant dense<2.0> : {M}",
        *lines,
        f"  return {', '.join(f'%v{index}' for index in results)} : {types}",
        "}",
    ])  # fmt: skip

    def compute(*inputs: Array) -> list[Array]:
        values = list(inputs)
        for form, chosen in steps:
            values.append(np.array(form.compute(*(values[index] for index in chosen))))
        return [values[index] for index in results]

    return text + FUNCTIONS, compute


def _of_kind(kinds: list[str], kind: str) -> list[int]:
    return [index for index, other in enumerate(kinds) if other == kind]


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(programs())
def test_random_programs(run: Any, program: tuple[str, Callable[..., list[Array]]]) -> None:
    """Random mixtures of views, elementwise ops, updates, calls and loops compute what numpy does."""
    text, compute = program
    inputs = np.random.default_rng(0).integers(-9, 9, (2, 64, 64)).astype(np.float32)
    results = run(text, *inputs)
    for result, expected in zip(results, compute(*inputs), strict=True):
        np.testing.assert_array_equal(result, expected)


def test_results_belong_to_the_caller(run: Any) -> None:
    """Results are writeable, contiguous, and share memory with no input, constant or other result."""
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    results = run(
        """
        func.func @main(%x: tensor<2x3xf32>)
            -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) {
          %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
          %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
          %2 = stablehlo.constant dense<3.0> : tensor<4xf32>
          return %x, %0, %1, %1, %2
              : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4xf32>
        }
        """,
        x,
    )
    for index, result in enumerate(results):
        assert result.flags.carray
        assert not any(np.shares_memory(result, other) for other in [x, *results[:index]])


@pytest.mark.parametrize("order", ["C", "F"])
def test_inputs_of_any_layout(run: Any, order: Any) -> None:
    """Read-only inputs and those that are not contiguous are inputs like others."""
    x = np.asarray(np.arange(4096, dtype=np.float32).reshape(64, 64), order=order)
    x.flags.writeable = False
    (result,) = run(
        f"""
        func.func @main(%x: {M}) -> {M} {{
          %0 = stablehlo.negate %x : {M}
          return %0 : {M}
        }}
        """,
        x,
    )
    np.testing.assert_array_equal(result, -x)


def test_what_a_callee_hands_back_is_not_overwritten(run: Any) -> None:
    """A loop in a callee gives back an argument that was only lent; a later call may not have its memory."""
    text = f"""
    func.func @main(%a: {M}) -> {M} {{
      %0 = stablehlo.negate %a : {M}
      %1 = func.call @swap(%a, %0) : ({M}, {M}) -> {M}
      %2 = func.call @sum(%a, %0) : ({M}, {M}) -> {M}
      %3 = stablehlo.subtract %1, %2 : {M}
      return %3 : {M}
    }}
    func.func @sum(%a: {M}, %b: {M}) -> {M} {{
      %0 = stablehlo.add %a, %b : {M}
      return %0 : {M}
    }}
    func.func @swap(%a: {M}, %b: {M}) -> {M} {{
      %yes = stablehlo.constant dense<true> : tensor<i1>
      %no = stablehlo.constant dense<false> : tensor<i1>
      %0:3 = stablehlo.while(%again = %yes, %x = %a, %y = %b) : tensor<i1>, {M}, {M}
      cond {{
        stablehlo.return %again : tensor<i1>
      }} do {{
        stablehlo.return %no, %y, %x : tensor<i1>, {M}, {M}
      }}
      return %0#1 : {M}
    }}
    """
    a = np.random.default_rng(0).integers(-9, 9, (64, 64)).astype(np.float32)
    (result,) = run(text, a)
    np.testing.assert_array_equal(result, -a)
