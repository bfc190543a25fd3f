"""CHLO's ops that broadcast their operands."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import parse
from stablehlo_tools.ops.declare import Failed, Unsupported
from stablehlo_tools.types import ELEMENT_TYPES, TensorType


def test_broadcasting(kernel):
    column, row = np.array([[1], [2]]), np.array([10, 20, 30])
    add = kernel("chlo.broadcast_add")
    plain = TensorType((2, 3), ELEMENT_TYPES["i64"])
    assert add(column, row, result=plain).tolist() == [[11, 21, 31], [12, 22, 32]]
    laid = add(np.array([1, 2]), np.zeros((2, 3), int), broadcast_dimensions=(0,), result=plain)
    assert laid.tolist() == [[1, 1, 1], [2, 2, 2]]
    quantized = parse("""func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 2.0>>) { return }""")
    with pytest.raises(Unsupported):
        add(column, row, result=quantized.functions[0].type.inputs[0])
    compared = kernel("chlo.broadcast_compare")(column, row, comparison_direction="LT")
    assert compared.tolist() == [[True] * 3] * 2
    chosen = kernel("chlo.broadcast_select")(np.array([[True], [False]]), row, np.array(0))
    assert chosen.tolist() == [[10, 20, 30], [0, 0, 0]]
    made = kernel("chlo.broadcast_complex")(np.float32([1, 2]), np.float32(3))
    assert made.tolist() == [1 + 3j, 2 + 3j]


@pytest.mark.parametrize("dimensions", [(2,), (1, 2), (-1,), ()])
def test_broadcasting_along_dimensions_that_are_not_there(kernel, dimensions):
    row, table = np.arange(3), np.zeros((2, 3), int)
    with pytest.raises(Failed, match="do not fit ranks 1 and 2") as caught:
        kernel("chlo.broadcast_compare")(
            row, table, broadcast_dimensions=dimensions, comparison_direction="LT"
        )
    assert caught.value.code == "broadcast_compare_c1"
