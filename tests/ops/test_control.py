"""while, if, case and map as modules that run."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import execute
from stablehlo_tools.text.parse import parse


def run(text, *inputs):
    """The results of @main."""
    return [result.tolist() for result in execute(parse(Source(text)), [np.asarray(x) for x in inputs])]


COUNT = """
func.func @main(%limit: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %total = stablehlo.add %sum, %next : tensor<i32>
    stablehlo.return %next, %total : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}
"""


@pytest.mark.parametrize(("limit", "total"), [(0, 0), (1, 1), (10, 55)])
def test_while_counts(limit, total) -> None:
    assert run(COUNT, np.int32(limit)) == [limit, total]


CASE = """
func.func @main(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %n = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


@pytest.mark.parametrize(("index", "sign"), [(0, 1), (1, -1), (2, -1), (-1, -1)])
def test_case_takes_the_last_branch_for_an_index_outside(index, sign) -> None:
    assert run(CASE, np.int32(index), np.array([1, 2], np.float32)) == [[sign * 1, sign * 2]]


IF = """
func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %n = stablehlo.negate %x : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""


@pytest.mark.parametrize(("pred", "expected"), [(True, 3.0), (False, -3.0)])
def test_if_takes_one_branch(pred, expected) -> None:
    assert run(IF, np.bool_(pred), np.float32(3)) == [expected]


MAP = """
func.func @main(%x: tensor<2x2xi32>, %y: tensor<2x2xi32>) -> tensor<2x2xi32> {{
  %0 = "stablehlo.map"(%x, %y) <{{dimensions = array<i64: 0, 1>}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    {body}
    stablehlo.return %r : tensor<i32>
  }}) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}}
"""
ARITHMETIC = """%m = stablehlo.multiply %a, %b : tensor<i32>
    %r = stablehlo.subtract %m, %a : tensor<i32>"""
BRANCHING = """%p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%p) ({
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %b : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [(ARITHMETIC, [[4, 8], [12, 0]]), (BRANCHING, [[1, 2], [3, 1]])],
    ids=["lifted", "element by element"],
)
def test_map(body, expected) -> None:
    x, y = np.array([[1, 2], [3, 4]], np.int32), np.array([[5, 5], [5, 1]], np.int32)
    assert run(MAP.format(body=body), x, y) == [expected]
