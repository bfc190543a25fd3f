"""Asynchronous execution."""

from __future__ import annotations

import numpy as np

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formula.check import check
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.ir.types import FutureType, tensor_type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse

A = np.arange(4, dtype=np.float32)


def test_what_is_asynchronous_may_be_done_at_once() -> None:
    text = """
func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.async_start"(%a) ({
    ^bb0(%b: tensor<4xf32>):
      %1 = stablehlo.slice %b [1:3] : (tensor<4xf32>) -> tensor<2xf32>
      stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
    (result,) = execute(parse(Source(text)), [A])
    assert result.tolist() == [1, 2]


def test_futures_compare_by_what_they_hold() -> None:
    known, other = tensor_type((2,), "f32"), tensor_type((3,), "f32")
    for type, rules in ((known, []), (other, ["C1"])):
        assert [
            violation.rule.id
            for violation in check(
                OPS["stablehlo.async_done"], {"operand": FutureType((known,)), "results": (type,)}
            ).violations
        ] == rules
