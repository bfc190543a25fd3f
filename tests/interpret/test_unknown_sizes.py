"""Ops whose result has sizes that its type does not say: they follow from the operands."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import RunError, run

CONVOLUTION = """
func.func @main(%x: tensor<?x?x?xf32>, %w: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0],
    window = {stride = [2], pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = GROUPS : i64}
    : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
"""


def ones(*shape):
    return np.ones(shape, np.float32)


def test_convolution() -> None:
    (result,) = run(CONVOLUTION.replace("GROUPS", "1"), [ones(1, 5, 3), ones(2, 3, 4)])
    assert result.tolist() == [[[3, 6, 6]] * 4]  # the first window has one place of padding
    (result,) = run(CONVOLUTION.replace("GROUPS", "3"), [ones(1, 5, 3), ones(2, 1, 6)])
    assert result.tolist() == [[[1, 2, 2]] * 6]


@pytest.mark.parametrize(
    ("x", "w", "shape"),
    [
        ((0, 5, 3), (2, 3, 4), (0, 4, 3)),
        ((1, 0, 3), (1, 3, 4), (1, 4, 1)),
        ((1, 5, 0), (2, 0, 4), (1, 4, 3)),
        ((1, 5, 3), (2, 3, 0), (1, 0, 3)),
        ((1, 5, 3), (0, 3, 4), (1, 4, 4)),
        ((1, 1, 3), (4, 3, 4), (1, 4, 0)),
    ],
)
def test_empty_convolution(x, w, shape) -> None:
    (result,) = run(CONVOLUTION.replace("GROUPS", "1"), [ones(*x), ones(*w)])
    assert result.shape == shape
    assert not result.any()


DYNAMIC_CONVOLUTION = """
func.func @main(%x: tensor<?x?x1xf32>, %w: tensor<2x1x1xf32>, %p: tensor<1x2xi32>) -> tensor<?x?x?xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) {
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    batch_group_count = 1 : i64, feature_group_count = 1 : i64
  } : (tensor<?x?x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
"""


def test_dynamic_convolution() -> None:
    (result,) = run(DYNAMIC_CONVOLUTION, [ones(1, 3, 1), ones(2, 1, 1), np.array([[1, 2]], np.int32)])
    assert result[0, :, 0].tolist() == [1, 2, 2, 1, 0]


FFT = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x?xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<?x4xf32>) -> tensor<?x?xcomplex<f32>>
  return %0 : tensor<?x?xcomplex<f32>>
}
"""


def test_fft() -> None:
    assert run(FFT, [ones(2, 4)])[0].tolist() == [[4, 0, 0]] * 2
    assert run(FFT, [ones(0, 4)])[0].shape == (0, 3)


RESHAPE = """
func.func @main(%x: tensor<2x?xf32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>> {
  %0 = stablehlo.reshape %x : (tensor<2x?xf32>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>
  return %0 : tensor<?x3xf32, #stablehlo.bounds<4, ?>>
}
"""


def test_reshape() -> None:
    assert run(RESHAPE, [ones(2, 6)])[0].shape == (4, 3)
    for columns in (4, 9):  # what is no multiple of 3, and what is out of bounds
        with pytest.raises(RunError) as error:
            run(RESHAPE, [ones(2, columns)])
        assert error.value.diagnostics[0].code == "reshape_c2"


BROADCAST = """
func.func @main(%x: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1]
    : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  return %0 : tensor<2x?xf32, #stablehlo.bounds<?, 4>>
}
"""


def test_broadcast_in_dim() -> None:
    assert run(BROADCAST, [ones(3)])[0].shape == (2, 3)
    with pytest.raises(RunError, match="dimension 1, whose size is dynamic") as error:
        run(BROADCAST, [ones(1)])
    assert error.value.diagnostics[0].unsupported


SCAN = """
func.func @main(%x: tensor<2x?xf32>, %init: tensor<2xf32>) -> (tensor<2x?xf32>, tensor<2xf32>) {
  %0:2 = "chlo.scan"(%x, %init) ({
  ^bb0(%slice: tensor<2xf32>, %sum: tensor<2xf32>):
    %1 = stablehlo.add %slice, %sum : tensor<2xf32>
    "stablehlo.return"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) {dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>,
      resultSegmentSizes = array<i32: 1, 1>}
    : (tensor<2x?xf32>, tensor<2xf32>) -> (tensor<2x?xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2x?xf32>, tensor<2xf32>
}
"""


def test_scan() -> None:
    sums, last = run(SCAN, [ones(2, 3), np.zeros(2, np.float32)])
    assert sums.tolist() == [[1, 2, 3]] * 2
    assert last.tolist() == [3, 3]
    with pytest.raises(RunError, match="no slices"):
        run(SCAN, [ones(2, 0), np.zeros(2, np.float32)])


REDUCE = """
func.func @main(%x: tensor<2x?xf32>, %init: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0]
    : (tensor<2x?xf32>, tensor<4xf32>) -> tensor<?xf32>
    reducer(%a: tensor<4xf32>, %b: tensor<4xf32>) {
      %1 = stablehlo.add %a, %b : tensor<4xf32>
      stablehlo.return %1 : tensor<4xf32>
    }
  return %0 : tensor<?xf32>
}
"""


def test_reduction_of_slices() -> None:
    assert run(REDUCE, [ones(2, 4), ones(4)])[0].tolist() == [3, 3, 3, 3]
    with pytest.raises(RunError) as error:
        run(REDUCE, [ones(2, 3), ones(4)])
    assert error.value.diagnostics[0].code == "reduce_c6"
