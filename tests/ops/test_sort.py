"""sort: keys read from comparators, and the orders of comparators that compare no keys."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import execute
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ops.stablehlo.sort import stable_order
from stablehlo_tools.text.parse import parse

SORT = """
func.func @main({parameters}) -> ({types}) {{
  %0{count} = "stablehlo.sort"({operands}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
  ^bb0({arguments}):
    {body}
    stablehlo.return %r : tensor<i1>
  }}) : ({types}) -> ({types})
  return {results} : {types}
}}
"""


def sort(body, *arrays, dimension=0):
    """The arrays sorted by a comparator with `body`, on arguments %l0, %r0, %l1, %r1, ..."""
    elements = [str(element_type_of(array.dtype)) for array in arrays]
    types = [f"tensor<{''.join(f'{n}x' for n in a.shape)}{e}>" for a, e in zip(arrays, elements, strict=True)]
    numbers = range(len(arrays))
    text = SORT.format(
        parameters=", ".join(f"%a{i}: {types[i]}" for i in numbers),
        types=", ".join(types),
        count=f":{len(arrays)}" if len(arrays) > 1 else "",
        operands=", ".join(f"%a{i}" for i in numbers),
        dimension=dimension,
        arguments=", ".join(f"%l{i}: tensor<{e}>, %r{i}: tensor<{e}>" for i, e in enumerate(elements)),
        body=body,
        results=", ".join(f"%0#{i}" for i in numbers) if len(arrays) > 1 else "%0",
    )
    return execute(parse(Source(text)), arrays)


def compare(direction, left="%l0", right="%r0", kind="SIGNED", type="i32", result="%r") -> str:
    """A line that compares two values."""
    signature = f"(tensor<{type}>, tensor<{type}>) -> tensor<i1>"
    return f"{result} = stablehlo.compare {direction}, {left}, {right}, {kind} : {signature}\n"


def ints(*values):
    """An i32 array."""
    return np.array(values, np.int32)


def test_ascending() -> None:
    (result,) = sort(compare("LT"), ints(3, 1, 2))
    assert result.tolist() == [1, 2, 3]


def test_descending_keeps_the_order_of_equals() -> None:
    keys, places = sort(compare("GT"), ints(1, 2, 1, 2), ints(0, 1, 2, 3))
    assert keys.tolist() == [2, 2, 1, 1]
    assert places.tolist() == [1, 3, 0, 2]


def test_greater_with_its_sides_exchanged_is_ascending() -> None:
    (result,) = sort(compare("GT", "%r0", "%l0"), ints(3, 1, 2))
    assert result.tolist() == [1, 2, 3]


def test_floats_without_a_sign_sort_when_descending() -> None:
    scale = ml_dtypes.float8_e8m0fnu
    (result,) = sort(compare("GT", kind="FLOAT", type="f8E8M0FNU"), np.array([1, 4, np.nan, 0.25, 2], scale))
    np.testing.assert_array_equal(result.astype(np.float64), [4, 2, 1, 0.25, np.nan])


def test_smallest_integer_sorts_last_when_descending() -> None:
    (result,) = sort(compare("GT"), ints(0, -(2**31), 2**31 - 1))
    assert result.tolist() == [2**31 - 1, 0, -(2**31)]


def test_along_the_first_dimension() -> None:
    (result,) = sort(compare("LT"), np.array([[3, 1], [2, 2], [1, 3]], np.int32), dimension=0)
    assert result.tolist() == [[1, 1], [2, 2], [3, 3]]


def test_computed_key() -> None:
    body = "%x = stablehlo.abs %l0 : tensor<i32>\n%y = stablehlo.abs %r0 : tensor<i32>\n"
    (result,) = sort(body + compare("LT", "%x", "%y"), ints(-3, 1, -2))
    assert result.tolist() == [1, -2, -3]


def test_total_order_tells_zeros_and_nans_apart() -> None:
    values = np.array([np.nan, 0.0, -0.0, -np.inf, -np.nan, np.inf], np.float32)
    (result,) = sort(compare("LT", kind="TOTALORDER", type="f32"), values)
    assert np.signbit(result).tolist() == [True, True, True, False, False, False]
    assert np.isnan(result).tolist() == [True, False, False, False, False, True]


LEXICOGRAPHIC = (
    compare("LT", result="%less")
    + compare("EQ", result="%equal")
    + compare("GT", "%l1", "%r1", result="%next")
    + "%both = stablehlo.and %equal, %next : tensor<i1>\n%r = stablehlo.or %less, %both : tensor<i1>"
)
BY_SELECT = (
    compare("LT", result="%less")
    + compare("EQ", result="%equal")
    + compare("GT", "%l1", "%r1", result="%next")
    + "%r = stablehlo.select %equal, %next, %less : tensor<i1>, tensor<i1>"
)


@pytest.mark.parametrize("body", [LEXICOGRAPHIC, BY_SELECT])
def test_second_key_decides_between_equals(body) -> None:
    first, second = sort(body, ints(2, 1, 2, 1), ints(5, 6, 7, 8))
    assert first.tolist() == [1, 1, 2, 2]
    assert second.tolist() == [8, 6, 7, 5]


def test_what_is_equal_in_another_order_is_no_tie() -> None:
    """No NaN is before another, nor equal to it as floats are, so that the second key is not asked."""
    body = (
        compare("LT", kind="TOTALORDER", type="f32", result="%less")
        + compare("EQ", kind="FLOAT", type="f32", result="%equal")
        + compare("LT", "%l1", "%r1", result="%next")
        + "%both = stablehlo.and %equal, %next : tensor<i1>\n%r = stablehlo.or %less, %both : tensor<i1>"
    )
    _, second = sort(body, np.array([np.nan, np.nan, 1], np.float32), ints(2, 1, 3))
    assert second.tolist() == [3, 2, 1]


# Not of the form f(left) < f(right): by distance from 10, computed across both sides.
CROSSED = """%c = stablehlo.constant dense<0> : tensor<i32>
%d = stablehlo.subtract %l0, %r0 : tensor<i32>
%r = stablehlo.compare LT, %d, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>"""


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 33])
def test_any_comparator_drives_a_network(size) -> None:
    values = np.random.default_rng(size).integers(-9, 9, (3, size), dtype=np.int32)
    places = np.broadcast_to(np.arange(size, dtype=np.int32), values.shape)
    result, order = sort(CROSSED, values, places, dimension=1)
    assert result.tolist() == np.sort(values, axis=1).tolist()
    assert order.tolist() == np.argsort(values, axis=1, kind="stable").tolist()


def test_comparator_with_a_region_is_called_on_scalars() -> None:
    body = f"""{compare("LT", result="%p")}
    %r = "stablehlo.if"(%p) ({{
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
    }}, {{
      %f = stablehlo.constant dense<false> : tensor<i1>
      stablehlo.return %f : tensor<i1>
    }}) : (tensor<i1>) -> tensor<i1>"""
    (result,) = sort(body, ints(3, 1, 2))
    assert result.tolist() == [1, 2, 3]


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "float32", "uint8"])
def test_stable_order_is_that_of_a_stable_argsort(dtype) -> None:
    keys = np.random.default_rng(0).integers(0, 5, (4, 50)).astype(dtype)
    assert np.array_equal(stable_order(keys), np.argsort(keys, axis=-1, kind="stable"))
