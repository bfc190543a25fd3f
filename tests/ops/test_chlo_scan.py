"""chlo.scan, and CHLO's constants."""

from __future__ import annotations

import numpy as np

from stablehlo_tools import parse
from stablehlo_tools.interpret.machine import execute


def test_scan_in_both_directions() -> None:
    text = """
func.func @main(%x: tensor<2x3xi32>, %init: tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>) {
  %0:2 = chlo.scan(%x) inits(%init) dimension = 1 {
  ^bb0(%element: tensor<2xi32>, %sum: tensor<2xi32>):
    %1 = stablehlo.add %element, %sum : tensor<2xi32>
    stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3xi32>, tensor<2xi32>
}"""
    inputs = [[[1, 2, 3], [4, 5, 6]], [10, 0]]
    sums, last = execute(parse(text), inputs)
    assert sums.tolist() == [[11, 13, 16], [4, 9, 15]]
    assert last.tolist() == [16, 15]
    reverse = text.replace("dimension = 1", "dimension = 1 attributes {is_reverse = true}")
    sums, last = execute(parse(reverse), inputs)
    assert sums.tolist() == [[16, 15, 13], [15, 11, 6]]
    assert last.tolist() == [16, 15]


def test_constants() -> None:
    module = parse("""func.func @main(%x: tensor<2x3xf32>) -> (tensor<2xi32>, tensor<2x3xf64>) {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = "chlo.constant_like"(%x) <{value = 2.5 : f64}> : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0, %1 : tensor<2xi32>, tensor<2x3xf64>
}""")
    constant, like = execute(module, [np.zeros((2, 3), np.float32)])
    assert constant.tolist() == [1, 2]
    assert like.tolist() == [[2.5] * 3] * 2
