"""tuple, get_tuple_element, and the values that are no tensors."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.text.parse import parse


def test_a_tuple_is_a_python_tuple(kernel) -> None:
    array = np.arange(3)
    value = kernel("tuple")([array, (array, None)])
    assert value == (array, (array, None))
    assert kernel("get_tuple_element")(value, index=0) is array
    assert kernel("get_tuple_element")(value, index=1) == (array, None)


PROGRAM = """
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<i32>) {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.after_all %t, %t : !stablehlo.token
  %inner = stablehlo.tuple %c, %u : tuple<tensor<i32>, !stablehlo.token>
  %outer = stablehlo.tuple %a, %inner : tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>>
  %0 = stablehlo.get_tuple_element %outer[0] : OUTER -> tensor<2xf32>
  %1 = stablehlo.get_tuple_element %outer[1] : OUTER -> tuple<tensor<i32>, !stablehlo.token>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
  return %0, %2 : tensor<2xf32>, tensor<i32>
}
""".replace("OUTER", "(tuple<tensor<2xf32>, tuple<tensor<i32>, !stablehlo.token>>)")


@pytest.mark.parametrize("value", [1.0, -2.5])
def test_tuples_and_tokens_in_a_program(value) -> None:
    first, second = execute(parse(Source(PROGRAM)), [np.array([value, 0], np.float32)])
    assert (first.tolist(), second.tolist()) == ([value, 0], 7)
