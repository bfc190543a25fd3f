"""What the rules of performance find, and what they leave alone."""

from __future__ import annotations

import pytest

from tests.lint.finding import found, in_function

X = "%x: tensor<2x3xf32>"


@pytest.mark.parametrize(
    ("first", "second", "is_pair"),
    [
        ("transpose %x, dims = [2, 0, 1]", "transpose %0, dims = [1, 2, 0]", True),
        ("transpose %x, dims = [2, 0, 1]", "transpose %0, dims = [2, 0, 1]", False),
        ("reverse %x, dims = [0, 1]", "reverse %0, dims = [1, 0]", True),
        ("reverse %x, dims = [0]", "reverse %0, dims = [1]", False),
    ],
)
def test_pairs_that_move_elements(first: str, second: str, is_pair: bool) -> None:
    type = "tensor<2x2x2xf32>"
    lines = [f"  %{n} = stablehlo.{each} : ({type}) -> {type}" for n, each in enumerate([first, second])]
    if "reverse" in first:
        lines = [line.replace(f"({type}) -> ", "") for line in lines]
    text = in_function("\n".join(lines), f"%x: {type}")
    assert [line for line, _ in found(text, "PERF001")] == [3] * is_pair


@pytest.mark.parametrize(
    ("before", "between", "is_pair"),
    [
        ("bf16", "f32", True),
        ("f16", "bf16", False),
        ("f32", "bf16", False),
        ("f32", "f64", True),
        ("i8", "i32", True),
        ("ui8", "i8", False),
        ("ui8", "i16", True),
        ("i32", "f32", False),
        ("i1", "f32", True),
    ],
)
def test_converts_cancel_where_nothing_is_lost_in_between(before: str, between: str, is_pair: bool) -> None:
    body = f"""\
  %0 = stablehlo.convert %x : (tensor<2xBEFORE>) -> tensor<2x{between}>
  %1 = stablehlo.convert %0 : (tensor<2x{between}>) -> tensor<2xBEFORE>""".replace("BEFORE", before)
    text = in_function(body, f"%x: tensor<2x{before}>")
    assert [line for line, _ in found(text, "PERF001")] == [3] * is_pair


def test_a_reshape_back_cancels_and_one_to_another_shape_does_not() -> None:
    body = """\
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>"""
    assert found(in_function(body, X), "PERF001") == [(3, "stablehlo.reshape")]


@pytest.mark.parametrize(
    ("statement", "is_found"),
    [
        ("slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>", True),
        ("slice %x [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>", False),
        ("transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>", True),
        ("transpose %y, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>", False),
        ("broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>", True),
        ("broadcast_in_dim %y, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>", False),
        ("convert %x : tensor<2x3xf32>", True),
        ("convert %c : tensor<f32>", False),
        ("pad %x, %c, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>)"
         " -> tensor<2x3xf32>", True),
        ("pad %x, %c, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>)"
         " -> tensor<2x3xf32>", False),
    ],
)  # fmt: skip
def test_what_does_nothing(statement: str, is_found: bool) -> None:
    text = in_function(f"  %0 = stablehlo.{statement}", f"{X}, %y: tensor<2x2xf32>, %c: tensor<f32>")
    assert bool(found(text, "PERF002")) is is_found


@pytest.mark.parametrize(
    ("literal", "is_found"),
    [
        ("[[1.0, 2.0], [1.0, 2.0]]", True),
        ("[[1.0, 1.0], [2.0, 2.0]]", True),
        ("[[1.0, 2.0], [2.0, 1.0]]", False),
        ("[[0.0, -0.0], [0.0, 0.0]]", False),
        ('"0x0000803F0000803F0000803F0000803F"', True),
        ("1.0", False),
    ],
)
def test_constants_that_repeat_themselves(literal: str, is_found: bool) -> None:
    text = in_function(f"  %0 = stablehlo.constant dense<{literal}> : tensor<2x2xf32>", "")
    assert bool(found(text, "PERF003", max_repeated_size=8)) is is_found
    assert found(text, "PERF003", max_repeated_size=16) == []


@pytest.mark.parametrize(
    ("indices", "count", "is_found"), [("dense<2>", 1, True), ("dense<[[2], [3]]>", 2, False)]
)
def test_a_gather_of_one_slice(indices: str, count: int, is_found: bool) -> None:
    body = f"""\
  %i = stablehlo.constant {indices} : tensor<{count}x1xi32>
  %0 = "stablehlo.gather"(%x, %i) {{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}}
    : (tensor<8x4xf32>, tensor<{count}x1xi32>) -> tensor<{count}x4xf32>"""
    text = in_function(body, "%x: tensor<8x4xf32>")
    assert bool(found(text, "PERF004")) is is_found


def test_what_changes_in_a_loop_is_not_invariant() -> None:
    text = """\
func.func @main(%x: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %v = %w) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  cond {
    %last = stablehlo.constant dense<64> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %y, %v : tensor<8xf32>
    %3 = stablehlo.reduce(%2 init: %c) applies stablehlo.add across dimensions = [0]
      : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.add %v, %v : tensor<8xf32>
    %5 = stablehlo.reduce(%4 init: %c) applies stablehlo.add across dimensions = [0]
      : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1, %2, %v : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
"""
    assert [line for line, _ in found(text, "PERF006")] == [16]
