"""Custom calls for the greatest elements, and for CHLO's functions."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import RunError, run

SELECT = """
module {
  func.func @NAME(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    return %0 : tensor<i1>
  }
  func.func public @main(%x: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xi32>) {
    %0 = stablehlo.iota dim = 0 : tensor<3x4xi32>
    %none = stablehlo.constant dense<-1> : tensor<i32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1:2 = stablehlo.custom_call @ApproxTopK(%x, %0, %least, %none) {
      backend_config = "", called_computations = [@NAME],
      mhlo.backend_config = {aggregate_to_topk = AGGREGATE, is_fallback = true, recall_target = 0.95 : f32,
        reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}
    } : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
    return %1#0, %1#1 : tensor<2x4xf32>, tensor<2x4xi32>
  }
}
"""
X = np.array([[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8]], np.float32)


@pytest.mark.parametrize("direction", ["gt", "lt"])
def test_approximate_top_k(direction):
    text = SELECT.replace("NAME", f"top_k_{direction}_f32_comparator").replace("AGGREGATE", "true")
    values, indices = run(text, [X], entry="main")
    if direction == "gt":
        assert values.tolist() == [[5, 9, 5, 8], [5, 3, 4, 6]]
        assert indices.tolist() == [[1, 1, 2, 2], [2, 2, 0, 1]]
    else:
        assert values.tolist() == [[3, 1, 2, 1], [5, 3, 4, 6]]
        assert indices.tolist() == [[0, 0, 1, 0], [1, 2, 0, 1]]


def test_approximate_top_k_may_leave_more():
    text = SELECT.replace("NAME", "top_k_gt_f32_comparator").replace("AGGREGATE", "false")
    values, indices = run(text.replace("2x4x", "3x4x"), [X], entry="main")
    assert values.tolist() == [[5, 9, 5, 8], [5, 3, 4, 6], [3, 1, 2, 1]]
    assert indices.tolist() == [[1, 1, 2, 2], [2, 2, 0, 1], [0, 0, 1, 0]]


def test_approximate_top_k_by_another_comparator():
    text = SELECT.replace("NAME", "mine").replace("AGGREGATE", "true")
    with pytest.raises(RunError, match="comparator that is not JAX") as error:
        run(text, [X], entry="main")
    assert error.value.diagnostics[0].unsupported


TOP_K = """
func.func @main(%x: tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = stablehlo.custom_call @TARGET(%x) {ATTRIBUTES}
    : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}
"""


@pytest.mark.parametrize(
    ("target", "attributes", "indices"),
    [
        ("TopK", "", [[2, 0], [1, 3], [3, 0]]),
        ("mhlo.topk", "mhlo.attributes = {k = 2 : i64, largest = true}", [[2, 0], [1, 3], [3, 0]]),
        ("mhlo.topk", "mhlo.attributes = {k = 2 : i64, largest = false}", [[1, 3], [2, 0], [1, 0]]),
    ],
)
def test_top_k(target, attributes, indices):
    values, found = run(TOP_K.replace("TARGET", target).replace("ATTRIBUTES", attributes), [X])
    assert found.tolist() == indices
    assert found.dtype == np.int32
    np.testing.assert_array_equal(values, np.take_along_axis(X, np.array(indices), -1))


DYNAMIC = """
func.func @main(%x: tensor<4xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k)
    : (tensor<4xf32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}
"""


def test_dynamic_top_k():
    values, indices = run(DYNAMIC, [X[1], np.array(3, np.int32)])
    assert (values.tolist(), indices.tolist()) == ([9, 6, 5], [1, 3, 0])


def test_functions():
    text = """
    func.func @main(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
      %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64}
        : (tensor<f64>) -> tensor<f64>
      %1 = stablehlo.custom_call @chlo.zeta(%x, %x) : (tensor<f64>, tensor<f64>) -> tensor<f64>
      return %0, %1 : tensor<f64>, tensor<f64>
    }
    """
    erf, zeta = run(text, [np.array(2.0)])
    assert erf == pytest.approx(0.9953222650189527)
    assert zeta == pytest.approx(np.pi**2 / 6 - 1)


@pytest.mark.parametrize("target", ["LayoutConstraint", "MoveToHost", "xla.sdy.FuncResultSharding"])
def test_annotations(target):
    text = f"""
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = stablehlo.custom_call @{target}(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}
    """
    assert run(text, [np.ones(2, np.float32)])[0].tolist() == [1, 1]


def test_operand_of_refined_shape():
    text = """
    func.func @main(%x: tensor<?xf32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
      %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %shape)
        {indices_of_shape_operands = dense<1> : tensor<1xi64>}
        : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    """
    assert run(text, [np.ones(2, np.float32), np.array([2], np.int32)])[0].tolist() == [1, 1]
