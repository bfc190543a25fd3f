"""Programs compared at smaller sizes than their own."""

from __future__ import annotations

import math

import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.shrink import shrunk
from stablehlo_tools.ir.operations import Function, argument_names

_ROWS = "tensor<2048x4096xf32>"
_MEAN = """
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<4.096000e+03> : tensor<2048xf32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<2048x4096xf32>, tensor<f32>) -> tensor<2048xf32>
  %m = stablehlo.divide %s, %n : tensor<2048xf32>"""


def _variance(body: str) -> str:
    return f"func.func @main(%x: {_ROWS}) -> tensor<2048xf32> {{{_MEAN}{body}\n}}"


_OF_DEVIATIONS = _variance("""
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2048xf32>) -> tensor<2048x4096xf32>
  %d = stablehlo.subtract %x, %b : tensor<2048x4096xf32>
  %q = stablehlo.multiply %d, %d : tensor<2048x4096xf32>
  %t = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<2048x4096xf32>, tensor<f32>) -> tensor<2048xf32>
  %c = stablehlo.constant dense<2.44140625e-04> : tensor<2048xf32>
  %r = stablehlo.multiply %t, %c : tensor<2048xf32>
  return %r : tensor<2048xf32>""")
_OF_SQUARES = _variance("""
  %q = stablehlo.multiply %x, %x : tensor<2048x4096xf32>
  %t = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<2048x4096xf32>, tensor<f32>) -> tensor<2048xf32>
  %u = stablehlo.divide %t, %n : tensor<2048xf32>
  %v = stablehlo.multiply %m, %m : tensor<2048xf32>
  %r = stablehlo.subtract %u, %v : tensor<2048xf32>
  return %r : tensor<2048xf32>""")


def test_constants_follow_from_sizes() -> None:
    """A variance is the mean of squares less the square of the mean only if n is the number of elements."""
    found = st.equivalent(_OF_DEVIATIONS, _OF_SQUARES, shrink=True)
    assert found.verdict == "equal"
    assert any("4096 as 4, 2048 as 4" in each for each in found.assumptions)
    assert any("4096 as 4" in each for each in found.assumptions if each.startswith("constants"))
    unbiased = _OF_SQUARES.replace("%u = stablehlo.divide %t, %n", "%u = stablehlo.divide %t, %t")
    other = st.equivalent(_OF_DEVIATIONS, st.parse(unbiased, name="b.mlir"), shrink=True)
    assert other.verdict == "different"
    assert other.unexplained is not None
    assert str(other.unexplained.operation.span).startswith("Span(b.mlir (smaller):")


_MEAN = """func.func @main(%x: tensor<4x48xTYPE>) -> tensor<4xTYPE> {
  %z = stablehlo.constant dense<0.0> : tensor<TYPE>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<4x48xTYPE>, tensor<TYPE>) -> tensor<4xTYPE>
  %c = stablehlo.constant dense<NUMBER> : tensor<4xTYPE>
  %m = stablehlo.OP %s, %c : tensor<4xTYPE>
  return %m : tensor<4xTYPE>
}"""


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_constants_that_follow_from_sizes_are_known_in_each_type(type: str) -> None:
    """1 / 48 is 0.020828 in f16 and 0.02087 in bf16."""
    mean = _MEAN.replace("TYPE", type)
    multiplied = mean.replace("OP", "multiply").replace("NUMBER", f"{1 / 48:.17g}")
    divided = mean.replace("OP", "divide").replace("NUMBER", "48.0")
    assert st.equivalent(multiplied, divided, shrink=True).verdict == "equal"
    wrong = mean.replace("OP", "divide").replace("NUMBER", "47.0")
    assert st.equivalent(multiplied, wrong, shrink=True).verdict == "different"


_HEADS = """func.func @main(%x: tensor<32x6144xf32>) -> tensor<16x32x128xf32> {{
  %q = stablehlo.slice %x [0:32, {begin}:{end}] : (tensor<32x6144xf32>) -> tensor<32x2048xf32>
  %h = stablehlo.reshape %q : (tensor<32x2048xf32>) -> tensor<32x16x128xf32>
  %t = stablehlo.transpose %h, dims = [1, 0, 2] : (tensor<32x16x128xf32>) -> tensor<16x32x128xf32>
  return %t : tensor<16x32x128xf32>
}}"""


def test_slices_and_heads_of_smaller_sizes_fit() -> None:
    queries, keys = _HEADS.format(begin=0, end=2048), _HEADS.format(begin=2048, end=4096)
    assert st.equivalent(queries, queries, shrink=True).verdict == "equal"
    found = st.equivalent(queries, keys, shrink=True)
    assert found.verdict == "different"
    assert found.reduced is not None
    shapes = [value.type.static_shape for value in found.reduced.functions[0].arguments]  # type: ignore[union-attr]
    assert all(math.prod(shape) < 1024 for shape in shapes)


def test_arguments_keep_their_names() -> None:
    program = """func.func @main(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>) -> tensor<64x32xf32> {
      %r = stablehlo.divide %x, %y : tensor<64x32xf32>
      return %r : tensor<64x32xf32>
    }"""
    found = st.equivalent(program, program.replace("divide %x, %y", "divide %y, %x"), shrink=True)
    assert found.reduced is not None
    names = [argument_names(found.reduced, value)[-1] for value in found.reduced.functions[0].arguments]
    assert names == ["x", "y"]


def _function(text: str) -> Function:
    return st.parse(text).functions[0]


def test_sizes_of_windows_stay() -> None:
    program = _function(
        "func.func @main(%x: tensor<16x64x30x30xf32>, %w: tensor<128x64x3x3xf32>)"
        " -> tensor<16x128x28x28xf32> {\n"
        "  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],"
        " window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
        " : (tensor<16x64x30x30xf32>, tensor<128x64x3x3xf32>) -> tensor<16x128x28x28xf32>\n"
        "  return %r : tensor<16x128x28x28xf32>\n}"
    )
    first, _, _ = shrunk(program, program)
    assert [each.type.static_shape for each in first.arguments] == [(4, 4, 30, 30), (4, 4, 3, 3)]  # type: ignore[union-attr]


def test_what_cannot_be_shrunk_is_refused() -> None:
    """Five elements are not among four."""
    program = (
        "func.func @main(%x: tensor<1000xf32>) -> tensor<5xf32> {\n"
        "  %v, %i = chlo.top_k(%x, k = 5) : tensor<1000xf32> -> (tensor<5xf32>, tensor<5xi32>)\n"
        "  return %v : tensor<5xf32>\n}"
    )
    with pytest.raises(st.RunError, match="cannot be shrunk"):
        st.equivalent(program, program, shrink=True)


@pytest.mark.parametrize(("max_memory", "is_refused"), [(95, True), (96, False)])
def test_large_arguments_are_refused(max_memory: int, is_refused: bool) -> None:
    """Each of four floats takes 8 bytes in f64, and 4 in each of 4 fields."""
    program = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    if not is_refused:
        assert st.equivalent(program, program, max_memory=max_memory)
        return
    with pytest.raises(st.RunError) as caught:
        st.equivalent(program, program, max_memory=max_memory)
    (error,) = caught.value.diagnostics
    assert error.code == "out_of_memory"
    assert "--shrink" in error.helps[0]
