"""Constants that engines know before they execute a program: quotients by them become products."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import parse
from stablehlo_tools.verdict.constants import Constants

VECTOR = "tensor<16xTYPE>"
DIRECTLY = """func.func @main(%x: VECTOR) -> VECTOR {
  %c = stablehlo.constant dense<49.0> : VECTOR
  %0 = stablehlo.divide %x, %c : VECTOR
  return %0 : VECTOR
}"""
COMPUTED = """func.func @main(%x: VECTOR) -> VECTOR {
  %seven = stablehlo.constant dense<7.0> : VECTOR
  %c = stablehlo.multiply %seven, %seven : VECTOR
  %0 = stablehlo.divide %x, %c : VECTOR
  return %0 : VECTOR
}"""
IN_ONE_CALL = """func.func @main(%x: VECTOR) -> (VECTOR, VECTOR) {
  %c = stablehlo.constant dense<49.0> : VECTOR
  %0 = call @over(%x, %c) : (VECTOR, VECTOR) -> VECTOR
  %1 = call @over(%x, %x) : (VECTOR, VECTOR) -> VECTOR
  return %0, %1 : VECTOR, VECTOR
}
func.func private @over(%x: VECTOR, %c: VECTOR) -> VECTOR {
  %0 = stablehlo.divide %x, %c : VECTOR
  return %0 : VECTOR
}"""
RETURNED = """func.func @main(%x: VECTOR) -> VECTOR {
  %c = call @divisor() : () -> VECTOR
  %0 = stablehlo.divide %x, %c : VECTOR
  return %0 : VECTOR
}
func.func private @divisor() -> VECTOR {
  %c = stablehlo.constant dense<49.0> : VECTOR
  return %c : VECTOR
}"""
LOOP = """func.func @main(%x: VECTOR) -> VECTOR {
  %c = stablehlo.constant dense<49.0> : VECTOR
  %false = stablehlo.constant dense<false> : tensor<i1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0:3 = stablehlo.while(%a = %x, %b = %c, %again = %true) : VECTOR, VECTOR, tensor<i1>
  cond { stablehlo.return %again : tensor<i1> }
  do {
    %1 = stablehlo.divide %a, %b : VECTOR
    stablehlo.return %1, NEXT, %false : VECTOR, VECTOR, tensor<i1>
  }
  return %0#0 : VECTOR
}"""
KEPT = LOOP.replace("NEXT", "%b")
TWICE = """func.func @main(%x: VECTOR) -> VECTOR {
  %c = stablehlo.constant dense<7.0> : VECTOR
  %0 = stablehlo.divide %x, %c : VECTOR
  %1 = stablehlo.divide %0, %c : VECTOR
  return %1 : VECTOR
}"""


def program(text: str, type: str) -> str:
    return text.replace("VECTOR", VECTOR).replace("TYPE", type)


@pytest.mark.parametrize("text", [DIRECTLY, COMPUTED, IN_ONE_CALL, RETURNED, KEPT, TWICE])
@pytest.mark.parametrize(("type", "eps"), [("f64", 2.0**-52), ("f16", 2.0**-10)])
def test_products_with_the_rounded_reciprocal_of_a_constant_are_right(
    text: str, type: str, eps: float
) -> None:
    """Quotients of multiples of 49 are exact, and these products mostly are not."""
    dtype = np.dtype(np.float64 if type == "f64" else np.float16)
    x = (49 * np.arange(1, 17)).astype(dtype)
    wide = np.float64 if type == "f64" else np.float32
    made = (x.astype(wide) * (1 / wide(49)).astype(dtype).astype(wide)).astype(dtype)
    assert (made != x / 49).any()
    result = stablehlo_tools.uncertainty(program(text, type), [x]).results[0]
    assert result.judge(made).kind == "right"
    assert result.judge((made * (1 - 16 * eps)).astype(dtype)).kind == "wrong"


def test_a_number_that_a_loop_changes_is_no_constant() -> None:
    x = (49 * np.arange(1, 17)).astype(np.float64)
    (result,) = stablehlo_tools.uncertainty(program(LOOP.replace("NEXT", "%1"), "f64"), [x]).results
    assert result.judge(x / 49).kind == "right"
    assert result.judge(x * (1 / 49)).kind == "wrong"


def test_a_long_chain_of_constants_is_followed_without_recursion() -> None:
    lines = [f"%{n} = stablehlo.add %{n - 1}, %{n - 1} : tensor<f32>" for n in range(1, 5000)]
    body = "\n".join(["%0 = stablehlo.constant dense<1.0> : tensor<f32>", *lines])
    module = parse(f"func.func @main() -> tensor<f32> {{\n{body}\nreturn %4999 : tensor<f32>\n}}")
    values = [each.results[0] for each in module.walk() if each.results]
    constants = Constants()
    assert all(constants.may_be(value) for value in reversed(values))
