"""Custom calls for the greatest elements, for ops of unknown sizes, and for CHLO's functions."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import RunError, ops, run

SELECT = """
module {
  func.func @NAME(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare DIRECTION, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
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


def selection(**replaced):
    text = SELECT
    for old, new in {"NAME": "comparator", "DIRECTION": "GT", "AGGREGATE": "true", **replaced}.items():
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("direction", ["GT", "LT"])
def test_approximate_top_k(direction) -> None:
    values, indices = run(selection(DIRECTION=direction), [X], entry="main")
    if direction == "GT":
        assert values.tolist() == [[5, 9, 5, 8], [5, 3, 4, 6]]
        assert indices.tolist() == [[1, 1, 2, 2], [2, 2, 0, 1]]
    else:
        assert values.tolist() == [[3, 1, 2, 1], [5, 3, 4, 6]]
        assert indices.tolist() == [[0, 0, 1, 0], [1, 2, 0, 1]]


def test_approximate_top_k_may_leave_more() -> None:
    text = selection(AGGREGATE="false").replace("2x4x", "3x4x")
    values, indices = run(text, [X], entry="main")
    assert values.tolist() == [[5, 9, 5, 8], [5, 3, 4, 6], [3, 1, 2, 1]]
    assert indices.tolist() == [[1, 1, 2, 2], [2, 2, 0, 1], [0, 0, 1, 0]]


def test_approximate_top_k_of_sizes_that_are_operands() -> None:
    text = """
    func.func @least(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
      %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
    }
    func.func @main(%x: tensor<?x4xf32>, %init: tensor<f32>, %shape: tensor<2xi32>) -> tensor<?x4xf32> {
      %0 = stablehlo.custom_call @ApproxTopK(%x, %init, %shape) {
        called_computations = [@least], indices_of_shape_operands = dense<2> : tensor<1xi64>,
        mhlo.backend_config = {reduction_dim = 0 : i64}
      } : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    """
    (values,) = run(text, [X, 0.0, np.array([1, 4], np.int32)])
    assert values.tolist() == [[3, 1, 2, 1]]


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
def test_top_k(target, attributes, indices) -> None:
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


def test_dynamic_top_k() -> None:
    values, indices = run(DYNAMIC, [X[1], np.array(3, np.int32)])
    assert (values.tolist(), indices.tolist()) == ([9, 6, 5], [1, 3, 0])


WINDOWS = """
func.func @change(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.subtract %b, %a : tensor<i32>
  stablehlo.return %0 : tensor<i32>
}
func.func @main(%x: tensor<?xi32>, %init: tensor<i32>, %size: tensor<1xi32>, %stride: tensor<1xi32>,
  %base: tensor<1xi32>, %window: tensor<1xi32>, %padding: tensor<1x2xi32>) -> tensor<?xi32> {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(
    %x, %init, %size, %stride, %base, %window, %padding) {called_computations = [@change]}
    : (tensor<?xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>,
      tensor<1x2xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
"""


def changes(*attributes):
    """How much is more at the end of each window of 1, 2, 3, 4, 0: of a size, stride and two dilations."""
    values = [np.array([value], np.int32) for value in attributes]
    padding = np.array([[0, 1]], np.int32)
    inputs = [np.arange(1, 5, dtype=np.int32), np.array(0, np.int32), *values, padding]
    return run(WINDOWS, inputs)[0].tolist()


def test_dynamic_reduce_window() -> None:
    assert changes(2, 1, 1, 1) == [1, 1, 1, -4]
    assert changes(2, 2, 1, 1) == [1, 1]
    assert changes(2, 1, 2, 3) == [-1, 3, -2, 4, -3]  # of 1, 0, 2, 0, 3, 0, 4, 0


@pytest.mark.parametrize(("attributes", "rule"), [((0, 1, 1, 1), 5), ((1, 0, 1, 1), 7), ((1, 1, 0, 1), 9)])
def test_dynamic_reduce_window_checks_its_rules(attributes, rule) -> None:
    with pytest.raises(RunError, match="does not hold: 0 < 0 at index 0") as error:
        changes(*attributes)
    assert error.value.diagnostic.code == f"reduce_window_c{rule}"


def test_dynamic_rng_bit_generator() -> None:
    call = """
    func.func @main(%state: tensor<2xui64>, %shape: tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>) {
      %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape)
        {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}
        : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
      return %0#0, %0#1 : tensor<2xui64>, tensor<?x?xui32>
    }
    """
    state = np.array([3, 5], np.uint64)
    _, bits = ops.rng_bit_generator(state, rng_algorithm="DEFAULT", output="tensor<2x3xui32>")
    _, found = run(call, [state, np.array([2, 3], np.int32)])
    np.testing.assert_array_equal(found, bits)


def test_functions() -> None:
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
def test_annotations(target) -> None:
    text = f"""
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = stablehlo.custom_call @{target}(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}
    """
    assert run(text, [np.ones(2, np.float32)])[0].tolist() == [1, 1]


REFINED = """
func.func @main(%x: tensor<?xf32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %shape)
    {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_operand_of_refined_shape() -> None:
    x = np.ones(2, np.float32)
    assert run(REFINED, [x, np.array([2], np.int32)])[0].tolist() == [1, 1]
    with pytest.raises(RunError, match="wrapper: expected tensor<3xf32>, found tensor<2xf32>") as error:
        run(REFINED, [x, np.array([3], np.int32)])
    assert error.value.diagnostic.code == "custom_call_shape"
