"""Which arguments are weights, and of how many terms their sums are."""

# ruff: noqa: E501 (lines of MLIR are long)

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.dataflow.fan_in import fan_ins

DENSE = """
func.func @main(%x: tensor<4x8xf32>, %w: tensor<16x8xbf16>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.convert %w : (tensor<16x8xbf16>) -> tensor<16x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %4 = stablehlo.add %2, %3 : tensor<4x16xf32>
  return %4 : tensor<4x16xf32>
}
"""
LEFT = """
func.func @main(%w: tensor<5x8xf32>, %x: tensor<8x2xf32>) -> tensor<5x2xf32> {
  %0 = stablehlo.tanh %x : tensor<8x2xf32>
  %1 = stablehlo.dot_general %w, %0, contracting_dims = [1] x [0] : (tensor<5x8xf32>, tensor<8x2xf32>) -> tensor<5x2xf32>
  return %1 : tensor<5x2xf32>
}
"""
OF_CONSTANTS = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %w = stablehlo.constant dense<0.5> : tensor<3x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""
LOOP = """
func.func @main(%x: tensor<2x6xf32>, %w: tensor<3x6x6xf32>) -> tensor<2x6xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%at = %i, %h = %x, %all = %w) : tensor<i32>, tensor<2x6xf32>, tensor<3x6x6xf32>
  cond {
    %1 = stablehlo.compare LT, %at, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @layer(%h, %all, %at) : (tensor<2x6xf32>, tensor<3x6x6xf32>, tensor<i32>) -> tensor<2x6xf32>
    %2 = stablehlo.add %at, %one : tensor<i32>
    stablehlo.return %2, %1, %all : tensor<i32>, tensor<2x6xf32>, tensor<3x6x6xf32>
  }
  return %0#1 : tensor<2x6xf32>
}
func.func private @layer(%h: tensor<2x6xf32>, %w: tensor<3x6x6xf32>, %i: tensor<i32>) -> tensor<2x6xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %w, %i, %z, %z, sizes = [1, 6, 6] : (tensor<3x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x6x6xf32>) -> tensor<6x6xf32>
  %2 = stablehlo.dot_general %h, %1, contracting_dims = [1] x [0] : (tensor<2x6xf32>, tensor<6x6xf32>) -> tensor<2x6xf32>
  return %2 : tensor<2x6xf32>
}
"""
CONVOLUTION = """
func.func @main(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}
"""


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (DENSE, {1: 8}),
        (LEFT, {0: 8}),
        (OF_CONSTANTS, {}),
        (LOOP, {1: 6}),
        (CONVOLUTION, {1: 27}),
        (DENSE.replace("tensor<4x", "tensor<?x"), {1: 8}),
    ],
    ids=["dense", "left", "of constants", "loop", "convolution", "dynamic"],
)
def test_weights_are_what_sums_are_formed_with(program: str, expected: dict[int, int]) -> None:
    if "?" in program:  # a bias has no size to be broadcast to
        program = program.replace("%b: tensor<16xf32>", "%b: tensor<?x16xf32>").replace(
            "%3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<?x16xf32>",
            "%3 = stablehlo.abs %b : tensor<?x16xf32>",
        )
    module = stablehlo_tools.parse(program)
    assert stablehlo_tools.verify(module) == []
    assert fan_ins(module, module["main"]) == expected


def test_a_cycle_of_calls_ends() -> None:
    module = stablehlo_tools.parse("""
    func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0 = func.call @main(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }
    func.func private @f(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      %1 = func.call @f(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }
    """)
    assert fan_ins(module, module["main"]) == {}
