"""Rules that only values decide, checked when an operation is executed."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import Module
from stablehlo_tools.diagnostic import RunError

RESHAPE = """func.func @main(%x: tensor<2x3xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}"""
ADD = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
SLICE = """func.func @main(
    %x: tensor<4xf32>, %start: tensor<1xi32>, %limit: tensor<1xi32>, %strides: tensor<1xi32>
) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %strides
    : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
REDUCE = """func.func @main(
    %x: tensor<?xf32>, %y: tensor<?xf32>, %init: tensor<f32>
) -> (tensor<f32>, tensor<f32>) {
  %0:2 = stablehlo.reduce(%x init: %init), (%y init: %init) across dimensions = [0]
    : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
      stablehlo.return %a, %c : tensor<f32>, tensor<f32>
    }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}"""
X = np.ones((2, 3), np.float32)


def floats(size: int) -> np.ndarray:
    return np.ones(size, np.float32)


def broken(program: str | Module, *inputs: np.ndarray) -> stablehlo_tools.Diagnostic:
    with pytest.raises(RunError) as raised:
        stablehlo_tools.run(program, inputs)
    return raised.value.diagnostic


def test_what_fits_is_computed() -> None:
    (result,) = stablehlo_tools.run(RESHAPE, [X, np.array([3, 2], np.int32)])
    assert result.shape == (3, 2)


def test_the_diagnostic_has_the_rule_and_the_values_at_fault() -> None:
    found = broken(RESHAPE, X, np.array([4, 2], np.int32))
    assert found.code == "dynamic_reshape_c2"
    assert found.values == (
        ("size(operand)", "6"),
        ("operand", "tensor<2x3xf32>"),
        ("size(result)", "8"),
        ("result", "tensor<4x2xf32>"),
    )
    assert found.span is not None
    assert found.span.begin[0] == 2


def test_sizes_are_not_broadcast() -> None:
    assert broken(ADD, floats(3), floats(1)).code == "add_c1"


def test_each_call_is_checked() -> None:
    program = stablehlo_tools.parse(ADD)
    assert stablehlo_tools.run(program, [floats(3), floats(3)])[0].tolist() == [2, 2, 2]
    assert broken(program, floats(3), floats(2)).code == "add_c1"


@pytest.mark.parametrize(
    ("start", "limit", "stride", "rule"), [(0, 5, 1, "c3"), (3, 2, 1, "c3"), (0, 4, 0, "c4")]
)
def test_operands_that_stand_for_attributes_are_read(start: int, limit: int, stride: int, rule: str) -> None:
    numbers = [np.array([number], np.int32) for number in (start, limit, stride)]
    assert broken(SLICE, floats(4), *numbers).code == f"real_dynamic_slice_{rule}"


def test_ops_with_regions_are_checked() -> None:
    assert broken(REDUCE, floats(3), floats(2), np.float32(0)).code == "reduce_c1"
