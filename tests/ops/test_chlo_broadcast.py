"""CHLO's ops that broadcast their operands."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import run
from stablehlo_tools.ops.model.schema import Failed


def test_broadcasting(kernel) -> None:
    column, row = np.array([[1], [2]]), np.array([10, 20, 30])
    add = kernel("chlo.broadcast_add")
    assert add(column, row).tolist() == [[11, 21, 31], [12, 22, 32]]
    laid = add(np.array([1, 2]), np.zeros((2, 3), int), broadcast_dimensions=(0,))
    assert laid.tolist() == [[1, 1, 1], [2, 2, 2]]
    compared = kernel("chlo.broadcast_compare")(column, row, comparison_direction="LT")
    assert compared.tolist() == [[True] * 3] * 2
    chosen = kernel("chlo.broadcast_select")(np.array([[True], [False]]), row, np.array(0))
    assert chosen.tolist() == [[10, 20, 30], [0, 0, 0]]
    made = kernel("chlo.broadcast_complex")(np.array([1, 2], np.float32), np.float32(3))
    assert made.tolist() == [1 + 3j, 2 + 3j]


def test_what_is_chosen_as_a_whole_may_be_looked_at() -> None:
    """Without a warning of numpy, of which the tests make an error."""
    (chosen,) = run(
        """\
func.func @main(%p: tensor<i1>, %x: tensor<4xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = chlo.broadcast_select %p, %x, %s : (tensor<i1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
        [np.array(False), np.zeros(4, np.float32), np.float32(7)],
    )
    assert chosen.tolist() == [7, 7, 7, 7]
    assert chosen.flags.writeable


QUANTIZED = """
!halves = !quant.uniform<i8:f32, 0.5:3>
!whole = !quant.uniform<i8:f32, 1.0>
func.func @main(%x: tensor<2x1x!halves>, %y: tensor<3x!whole>)
  -> (tensor<2x3x!halves>, tensor<2x3xi1>, tensor<2x3x!whole>) {
  %0 = chlo.broadcast_add %x, %y : (tensor<2x1x!halves>, tensor<3x!whole>) -> tensor<2x3x!halves>
  %1 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction GT>}
    : (tensor<2x1x!halves>, tensor<3x!whole>) -> tensor<2x3xi1>
  %2 = chlo.broadcast_select %1, %x, %y
    : (tensor<2x3xi1>, tensor<2x1x!halves>, tensor<3x!whole>) -> tensor<2x3x!whole>
  return %0, %1, %2 : tensor<2x3x!halves>, tensor<2x3xi1>, tensor<2x3x!whole>
}
"""


def test_quantized_elements_are_what_they_stand_for() -> None:
    x, y = np.array([[5], [127]], np.int8), np.array([0, 1, 70], np.int8)  # x stands for 1 and 62
    added, compared, chosen = run(QUANTIZED, [x, y])
    assert added.tolist() == [[5, 7, 127], [127, 127, 127]]  # 1, 2, 71 and 62, 63, 132: 62 is the most
    assert compared.tolist() == [[True, False, False], [True, True, False]]
    assert chosen.tolist() == [[1, 1, 70], [62, 62, 70]]


@pytest.mark.parametrize("dimensions", [(2,), (1, 2), (-1,), ()])
def test_broadcasting_along_dimensions_that_are_not_there(kernel, dimensions) -> None:
    row, table = np.arange(3), np.zeros((2, 3), int)
    with pytest.raises(Failed, match="are invalid for ranks 1 and 2") as caught:
        kernel("chlo.broadcast_compare")(
            row, table, broadcast_dimensions=dimensions, comparison_direction="LT"
        )
    assert caught.value.code == "broadcast_compare_c1"
