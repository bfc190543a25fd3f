"""Indices that rounding decides: any of keys that are closer than their roundings is right, others are wrong.

Of 0.1 * 3, 5, 0.3 and 0.2, the first and the third are so close.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.verdict.envelope.results import Result

X, Y = np.array([0.1, 5.0, 0.3, 0.2], np.float32), np.array([3.0, 1.0, 1.0, 1.0], np.float32)
SORT = """%1:2 = "stablehlo.sort"(%0, %i) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %m: tensor<INDEX>, %n: tensor<INDEX>):
    %c = stablehlo.compare DIRECTION, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xINDEX>) -> (tensor<4xf32>, tensor<4xINDEX>)"""
TOP = "%1:2 = chlo.top_k(%0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)"
BEST = """%low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.slice %0 [2:4] : (tensor<4xf32>) -> tensor<2xf32>
  %t = stablehlo.slice %0 [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %k = stablehlo.concatenate %s, %t, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %j = stablehlo.iota dim = 0 : tensor<3xi32>
  %1:2 = stablehlo.reduce(%k init: %low), (%j init: %z) across dimensions = [0]
    : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
      %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }"""


def sort(direction: str, index: str = "i32") -> str:
    return SORT.replace("DIRECTION", direction).replace("INDEX", index)


def result_of(ranking: str, returned: str, type: str, index: str = "tensor<4xi32>") -> Result:
    text = f"""func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> {type} {{
  %0 = stablehlo.multiply %x, %y : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : {index}
  {ranking}
  {returned}
  return %r : {type}
}}"""
    (result,) = stablehlo_tools.uncertainty(text, [X, Y]).results
    return result


def kind(result: Result, *elements: Any) -> str:
    return result.judge(np.array(elements, result.dtype).reshape(result.reference.shape)).kind


INDICES = "%r = stablehlo.reshape %1#1 : (TYPE) -> TYPE"


@pytest.mark.parametrize(
    ("ranking", "type", "right", "wrong"),
    [
        (
            sort("LT"),
            "tensor<4xi32>",
            [(3, 2, 0, 1), (3, 0, 2, 1)],
            [(2, 3, 0, 1), (3, 0, 0, 1), (3, 9, 2, 1)],
        ),
        (sort("GT"), "tensor<4xi32>", [(1, 2, 0, 3), (1, 0, 2, 3)], [(3, 2, 0, 1), (1, 0, -2, 3)]),
        (TOP, "tensor<2xi32>", [(1, 0), (1, 2)], [(1, 3), (1, 1), (0, 1)]),
        (BEST, "tensor<i32>", [(0,), (2,)], [(1,), (3,)]),
    ],
)
def test_an_index_of_a_key_that_is_close_enough_is_right(
    ranking: str, type: str, right: list[Any], wrong: list[Any]
) -> None:
    result = result_of(ranking, INDICES.replace("TYPE", type), type)
    assert [kind(result, *each) for each in right] == ["right"] * len(right)
    assert [kind(result, *each) for each in wrong] == ["wrong"] * len(wrong)
    assert np.nanmax(result.use(np.array(right[1]).reshape(result.reference.shape)), initial=0) == 0


def test_indices_may_be_moved_and_others_than_places() -> None:
    """Those of a reversed order in i64, of which the first three are returned as i32."""
    returned = """%t = stablehlo.reverse %1#1, dims = [0] : tensor<4xi64>
  %u = stablehlo.slice %t [0:3] : (tensor<4xi64>) -> tensor<3xi64>
  %r = stablehlo.convert %u : (tensor<3xi64>) -> tensor<3xi32>"""
    reversed_indices = "%e = stablehlo.reverse %i, dims = [0] : tensor<4xi64>\n  " + sort(
        "LT", "i64"
    ).replace("%0, %i", "%0, %e")
    result = result_of(reversed_indices, returned, "tensor<3xi32>", "tensor<4xi64>")
    kinds = [kind(result, *each) for each in [(2, 3, 1), (2, 1, 3), (2, 0, 3), (2, 7, 3), (2, 3, 3)]]
    assert kinds == ["right", "right", "wrong", "wrong", "wrong"]


def test_sorted_keys_are_judged_whatever_their_order_is() -> None:
    result = result_of(sort("LT"), "%r = stablehlo.negate %1#0 : tensor<4xf32>", "tensor<4xf32>")
    assert not result.depends_on
    nearest = result.reference.astype(np.float32)
    assert [kind(result, *each) for each in (nearest, nearest * 1.001, nearest[::-1])] == [
        "right",
        "wrong",
        "wrong",
    ]


def test_what_is_computed_from_an_index_is_judged_where_no_other_order_changes_it() -> None:
    """The indices in order are squared: 9, 0 or 4, 4 or 0, and 1."""
    result = result_of(sort("LT"), "%r = stablehlo.multiply %1#1, %1#1 : tensor<4xi32>", "tensor<4xi32>")
    assert result.undecided.tolist() == [False, True, True, False]
    assert [kind(result, *each) for each in [(9, 0, 4, 1), (9, 4, 0, 1), (1, 4, 0, 9)]] == [
        "right",
        "open",
        "wrong",
    ]


def test_floats_that_are_moved_along_with_keys_are_undecided_where_these_change_places() -> None:
    """In the order of the products, x is 0.2, 0.1 or 0.3, and 5."""
    by_product = sort("LT", "f32").replace("%0, %i", "%0, %x")
    result = result_of(by_product, "%r = stablehlo.negate %1#1 : tensor<4xf32>", "tensor<4xf32>")
    assert result.undecided.tolist() == [False, True, True, False]
    kinds = [
        kind(result, *each)
        for each in [(-0.2, -0.1, -0.3, -5), (-0.2, -0.3, -0.1, -5), (-5, -0.3, -0.1, -0.2)]
    ]
    assert sorted(kinds[:2]) == ["open", "right"]
    assert kinds[2] == "wrong"


def test_many_keys_of_few_bits_that_are_close_leave_far_ones_wrong() -> None:
    """Of 40 keys in bf16, more are close to each other than there are runs that try other orders."""
    text = """func.func @main(%x: tensor<40xbf16>) -> tensor<40xi32> {
  %0 = stablehlo.tanh %x : tensor<40xbf16>
  %i = stablehlo.iota dim = 0 : tensor<40xi32>
  %1:2 = "stablehlo.sort"(%0, %i) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %m: tensor<i32>, %n: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<40xbf16>, tensor<40xi32>) -> (tensor<40xbf16>, tensor<40xi32>)
  return %1#1 : tensor<40xi32>
}"""
    x = (0.5 + np.arange(40) / 256).astype(ml_dtypes.bfloat16)
    (result,) = stablehlo_tools.uncertainty(text, [x]).results
    assert result.depends_on[0].tries == np.inf
    right = np.argsort(np.tanh(x.astype(float)).astype(ml_dtypes.bfloat16), kind="stable")
    exact = np.argsort(np.tanh(x.astype(float)), kind="stable")
    assert [kind(result, *each) for each in (right, exact, right[::-1], np.roll(right, 8))] == [
        "right",
        "right",
        "wrong",
        "wrong",
    ]
