"""What the rules of performance find, and what they leave alone."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.linter.fixes import apply_fixes
from stablehlo_tools.linter.selection import Layer
from stablehlo_tools.linter.settings import Settings
from tests.linter.finding import found, in_function

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


def test_chains_cancel_as_pairs_do() -> None:
    body = """\
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.transpose %y, dims = [1, 2, 0] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %4 = stablehlo.transpose %3, dims = [1, 2, 0] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %5 = stablehlo.transpose %4, dims = [1, 2, 0] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %6 = stablehlo.negate %x : tensor<2x3xf32>
  %7 = stablehlo.negate %6 : tensor<2x3xf32>
  %8 = stablehlo.negate %7 : tensor<2x3xf32>"""
    text = in_function(body, f"{X}, %y: tensor<2x2x2xf32>")
    assert sorted(line for line, _ in found(text, "PERF001")) == [4, 7, 9, 10]


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


GATHER = """\
func.func @main(%x: tensor<8x4xf32>) -> tensor<{count}x4xf32> {{
  %i = stablehlo.constant dense<{indices}> : tensor<{count}x1xi32>
  %0 = "stablehlo.gather"(%x, %i) {{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}}
    : (tensor<8x4xf32>, tensor<{count}x1xi32>) -> tensor<{count}x4xf32>
  return %0 : tensor<{count}x4xf32>
}}
"""


@pytest.mark.parametrize(
    ("indices", "written"),
    [
        ([2], "[2:3, 0:4]"),
        ([-1], "[0:1, 0:4]"),  # an index out of bounds is moved
        ([9], "[7:8, 0:4]"),
        ([2, 3], "[2:4, 0:4]"),
        ([1, 4, 7], "[1:8:3, 0:4]"),
        ([0, 2, 5], ""),
        ([3, 2], ""),
        ([2, 2], ""),
        ([7, 8], ""),
    ],
)
def test_a_gather_that_is_a_slice(indices: list[int], written: str) -> None:
    text = GATHER.format(count=len(indices), indices=[[index] for index in indices])
    assert bool(found(text, "PERF004")) is bool(written)
    lint = functools.partial(stablehlo_tools.lint, settings=Settings(layers=(Layer(select=("PERF004",)),)))
    done = apply_fixes(Source(text), lint, unsafe=False)
    assert f"stablehlo.slice %x {written}" in done.text if written else done.text == text
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    expected = x[np.clip(indices, 0, 7)]
    np.testing.assert_array_equal(stablehlo_tools.run(done.text, [x])[0], expected)


def test_copies_of_hlo_text_do_not_cancel() -> None:
    text = """\
HloModule m
ENTRY e {
  p = f32[2,3] parameter(0)
  a = f32[2,3] copy(p)
  ROOT b = f32[2,3] copy(a)
}
"""
    assert found(text, "PERF001") == []


def test_quantized_tensors_are_sliced_as_others_are() -> None:
    quantized = "tensor<8x4x!quant.uniform<i8:f32, 0.5:2>>"
    body = f"""\
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %c, %c, sizes = [1, 4] : ({quantized}, tensor<i32>, tensor<i32>) -> {quantized.replace("8x4", "1x4")}
  %1 = stablehlo.dynamic_slice %x, %c, %c, sizes = [1, 1] : ({quantized}, tensor<i32>, tensor<i32>) -> {quantized.replace("8x4", "1x1")}"""  # noqa: E501
    assert [line for line, _ in found(in_function(body, f"%x: {quantized}"), "PERF004")] == [3]


@pytest.mark.parametrize(("start", "lines"), [("%c", [5]), ("%s", [])])
def test_an_index_may_be_computed_from_constants(start: str, lines: list[int]) -> None:
    """As JAX has negative ones: `x[jnp.array(-2)]`."""
    body = f"""\
  %a = stablehlo.constant dense<-2> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  %c = stablehlo.add %a, %b : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, {start}, %b, sizes = [1, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>"""  # noqa: E501
    text = in_function(body, "%x: tensor<8x4xf32>, %s: tensor<i32>")
    assert [line for line, _ in found(text, "PERF004")] == lines


@pytest.mark.parametrize(
    ("lhs", "rhs", "batching", "contracting", "result", "is_found"),
    [
        ("2x8x4x3", "2x6x4x3", "[0, 2] x [0, 2]", "[3] x [3]", "2x4x8x6", True),
        ("2x4x8x3", "2x4x6x3", "[0, 1] x [0, 1]", "[3] x [3]", "2x4x8x6", False),
        ("2x4x3x8", "2x4x6x3", "[0, 1] x [0, 1]", "[2] x [3]", "2x4x8x6", False),
        ("1x8x4x3", "4x6x3", "[2] x [0]", "[3] x [2]", "4x1x8x6", True),
        ("1x4x3", "4x6x3", "[1] x [0]", "[2] x [2]", "4x1x6", False),
        ("8x3x2", "3x6", "[] x []", "[1] x [0]", "8x2x6", True),
        ("1x3x2", "3x6", "[] x []", "[1] x [0]", "1x2x6", False),
        ("8x3", "6x3", "[] x []", "[1] x [1]", "8x6", False),
    ],
)
def test_dimensions_of_products(
    lhs: str, rhs: str, batching: str, contracting: str, result: str, is_found: bool
) -> None:
    x, y = f"tensor<{lhs}xf32>", f"tensor<{rhs}xf32>"
    dims = f"batching_dims = {batching}, contracting_dims = {contracting}"
    product = f"stablehlo.dot_general %x, %y, {dims} : ({x}, {y}) -> tensor<{result}xf32>"
    text = in_function(f"  %0 = {product}", f"%x: {x}, %y: {y}")
    assert bool(found(text, "PERF101")) is is_found


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


@pytest.mark.parametrize(("argument", "lines"), [("%v", [3]), ("%y", [])])
def test_what_a_loop_calls_is_looked_at_with_what_it_hands_over(argument: str, lines: list[int]) -> None:
    """As JAX has the bodies of its loops."""
    text = f"""\
func.func private @body(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {{
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%b init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.add %a, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}}
func.func @main(%x: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %y = %x, %v = %w) : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  cond {{
    %last = stablehlo.constant dense<64> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = func.call @body(%y, {argument}) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %1, %2, %v : tensor<i32>, tensor<8xf32>, tensor<8xf32>
  }}
  return %0#1 : tensor<8xf32>
}}
"""  # noqa: E501
    assert [line for line, _ in found(text, "PERF006")] == lines
