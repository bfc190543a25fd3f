"""Programs with tuples: those that return them are refused where results are judged one by one."""

from __future__ import annotations

from typing import Any

import pytest

from stablehlo_tools.cli import outcome

RETURNED = """func.func @main(%x: tensor<2xf32>, %n: tensor<i32>) -> tuple<tensor<2xf32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %n : tuple<tensor<2xf32>, tensor<i32>>
  return %0 : tuple<tensor<2xf32>, tensor<i32>>
}
"""
INSIDE = """func.func @main(%x: tensor<2xf32>, %n: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.tuple %x, %n : tuple<tensor<2xf32>, tensor<i32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %2 = stablehlo.tanh %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
JUDGING = [
    ["run", "-", "--random", "--uncertainty"],
    ["run", "-", "--random", "--trap", "digits<3"],
    ["compare", "-", "--random", "--engine", "numpy"],
]


@pytest.mark.parametrize("command", [*JUDGING[::2], ["precision", "-", "--random", "--budget", "1e-2"]])
def test_returned_tuples_are_refused(shlo: Any, command: list[str]) -> None:
    status, out, _ = shlo(*command, stdin=RETURNED)
    assert status == outcome.UNSUPPORTED
    assert "tuple results are not supported" in out
    assert "`shlo lower --rewrite no-tuples` returns their elements as results" in out


@pytest.mark.parametrize("command", JUDGING)
def test_tuples_inside_are_executed(shlo: Any, command: list[str]) -> None:
    status, out, err = shlo(*command, stdin=INSIDE)
    assert status == outcome.CLEAN, out + err
