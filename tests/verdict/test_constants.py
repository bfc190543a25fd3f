"""Constants that engines know before they execute a program: quotients by them become products."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import parse
from stablehlo_tools.verdict.noise.constants import Constants

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


ROWS = """func.func @main(%x: tensor<64x48xTYPE>, %m: tensor<64xTYPE>) -> tensor<64x48xTYPE> {
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xTYPE>) -> tensor<64x48xTYPE>
  %0 = stablehlo.divide %x, %b : tensor<64x48xTYPE>
  return %0 : tensor<64x48xTYPE>
}"""
BELOW_A_ROOT = ROWS.replace(
    "%0 = stablehlo.divide %x, %b",
    """%s = stablehlo.multiply %b, %b : tensor<64x48xTYPE>
  %r = stablehlo.sqrt %s : tensor<64x48xTYPE>
  %0 = stablehlo.divide %x, %r""",
)
IMPLICITLY = """func.func @main(%x: tensor<64x48xTYPE>, %m: tensor<64xTYPE>) -> tensor<64x48xTYPE> {
  %0 = chlo.broadcast_divide %x, %m {broadcast_dimensions = array<i64: 0>}
      : (tensor<64x48xTYPE>, tensor<64xTYPE>) -> tensor<64x48xTYPE>
  return %0 : tensor<64x48xTYPE>
}"""
TWICE_IMPLICITLY = """func.func @main(%x: tensor<64x48xTYPE>, %m: tensor<64xTYPE>) -> tensor<64x48xTYPE> {
  %c = stablehlo.constant dense<1.0> : tensor<64xTYPE>
  %r = stablehlo.divide %m, %c : tensor<64xTYPE>
  %0 = chlo.broadcast_divide %x, %r {broadcast_dimensions = array<i64: 0>}
      : (tensor<64x48xTYPE>, tensor<64xTYPE>) -> tensor<64x48xTYPE>
  return %0 : tensor<64x48xTYPE>
}"""


@pytest.mark.parametrize("text", [ROWS, BELOW_A_ROOT, IMPLICITLY, TWICE_IMPLICITLY])
@pytest.mark.parametrize(("type", "eps"), [("f64", 2.0**-52), ("f16", 2.0**-10)])
def test_products_with_the_rounded_reciprocals_of_broadcast_numbers_are_right(
    text: str, type: str, eps: float
) -> None:
    """The quotients are exact: multiples of an odd number in each row, divided by this number."""
    dtype = np.dtype(np.float64 if type == "f64" else np.float16)
    divisors = (2 * np.arange(64) + 1).astype(dtype)
    x = (np.arange(1, 49) % 16 * divisors[:, None]).astype(dtype)
    made = x * (1 / divisors)[:, None]
    assert (made != x / divisors[:, None]).any()
    result = stablehlo_tools.uncertainty(text.replace("TYPE", type), [x, divisors]).results[0]
    assert result.judge(made).kind == "right"
    assert result.judge((made * (1 - 16 * eps)).astype(dtype)).kind == "wrong"


def test_a_divisor_with_as_many_numbers_is_not_inverted() -> None:
    x = 49.0 * np.arange(1, 17)
    program_of_two = program(DIRECTLY, "f64").replace(
        "%x: tensor<16xf64>", "%x: tensor<16xf64>, %c: tensor<16xf64>"
    )
    text = "\n".join(line for line in program_of_two.splitlines() if "constant" not in line)
    (result,) = stablehlo_tools.uncertainty(text, [x, np.full(16, 49.0)]).results
    assert result.judge(x / 49).kind == "right"
    assert result.judge(x * (1 / 49)).kind == "wrong"


def test_a_divisor_that_a_loop_overwrites_is_inverted_anew() -> None:
    """A reciprocal that is kept from the first iteration is off by far in the others."""
    text = """func.func @main(%x: tensor<8x4xf64>, %m: tensor<4xf64>) -> tensor<8x4xf64> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %end = stablehlo.constant dense<5> : tensor<i32>
      %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %m) : tensor<i32>, tensor<8x4xf64>, tensor<4xf64>
      cond {
        %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }
      do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %n = stablehlo.add %b, %b : tensor<4xf64>
        %w = stablehlo.broadcast_in_dim %n, dims = [1] : (tensor<4xf64>) -> tensor<8x4xf64>
        %d = stablehlo.divide %a, %w : tensor<8x4xf64>
        stablehlo.return %j, %d, %n : tensor<i32>, tensor<8x4xf64>, tensor<4xf64>
      }
      return %0#1 : tensor<8x4xf64>
    }"""
    rng = np.random.default_rng(0)
    x, m = rng.normal(size=(8, 4)), rng.normal(size=4)
    (result,) = stablehlo_tools.uncertainty(text, [x, m]).results
    expected = x / (m**5 * 2.0 ** (1 + 2 + 3 + 4 + 5))
    assert result.judge(expected).kind == "right"
    assert (result.bound < 64 * 2.0**-52 * np.abs(expected)).all()


def test_a_long_chain_of_constants_is_followed_without_recursion() -> None:
    lines = [f"%{n} = stablehlo.add %{n - 1}, %{n - 1} : tensor<f32>" for n in range(1, 5000)]
    body = "\n".join(["%0 = stablehlo.constant dense<1.0> : tensor<f32>", *lines])
    module = parse(f"func.func @main() -> tensor<f32> {{\n{body}\nreturn %4999 : tensor<f32>\n}}")
    values = [each.results[0] for each in module.walk() if each.results]
    constants = Constants()
    assert all(constants.may_be(value) for value in reversed(values))


def test_a_constant_may_be_moved_many_times() -> None:
    """Longer than Python's stack is deep."""
    type, count = "tensor<2x2xf32>", 2000
    moves = "".join(
        f"  %{number + 1} = stablehlo.transpose %{number}, dims = [1, 0] : ({type}) -> {type}\n"
        for number in range(count)
    )
    program = parse(f"""func.func @main(%x: {type}) -> {type} {{
  %0 = stablehlo.constant dense<49.0> : {type}
{moves}  %r = stablehlo.divide %x, %{count} : {type}
  return %r : {type}
}}""")
    (result,) = stablehlo_tools.uncertainty(program, [np.ones((2, 2), np.float32)]).results
    assert 0 < result.bound.max() < 1e-6
