"""argmax and its kin: which bodies are recognised, and that recognising them changes nothing."""

from __future__ import annotations

import importlib

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import execute
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.stablehlo import argmax_idiom as extrema
from stablehlo_tools.text.parse import parse

reduce = importlib.import_module("stablehlo_tools.ops.stablehlo.reduce")  # `ops.reduce` is the op


def compare(result, direction, left, right, type) -> str:
    signature = f"(tensor<{type}>, tensor<{type}>) -> tensor<i1>"
    return f"{result} = stablehlo.compare {direction}, {left}, {right} : {signature}\n"


def jax_body(direction, type):
    """As JAX writes argmax (GT) and argmin (LT)."""
    return (
        compare("%p", direction, "%x", "%y", type)
        + compare("%n", "NE", "%x", "%x", type)
        + "%v = stablehlo.or %p, %n : tensor<i1>\n"
        + compare("%e", "EQ", "%x", "%y", type)
        + compare("%l", "LT", "%i", "%j", "i32")
        + "%t = stablehlo.and %e, %l : tensor<i1>\n%k = stablehlo.or %v, %t : tensor<i1>\n"
        + f"%r = stablehlo.select %v, %x, %y : tensor<i1>, tensor<{type}>\n"
        + "%s = stablehlo.select %k, %i, %j : tensor<i1>, tensor<i32>\n"
    )


def simple_body(direction, type):
    """What no NaN is expected of: the left one where it compares so."""
    return (
        compare("%p", direction, "%x", "%y", type)
        + f"%r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<{type}>\n"
        + "%s = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>\n"
    )


def minimum_body(type):
    """As XLA writes argmin: of equals, the lesser place."""
    return (
        compare("%p", "LE", "%x", "%y", type)
        + compare("%e", "EQ", "%x", "%y", type)
        + "%m = stablehlo.minimum %i, %j : tensor<i32>\n"
        + f"%r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<{type}>\n"
        + "%t = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>\n"
        + "%s = stablehlo.select %e, %m, %t : tensor<i1>, tensor<i32>\n"
    )


@pytest.fixture
def find(monkeypatch):
    """Runs a body along axis 1; says what was recognised, and checks that the result is that of folding."""
    recognised = []

    def spied(*arguments):
        recognised.append(extrema.argmax_finder(*arguments))
        return recognised[-1]

    monkeypatch.setattr(reduce, "argmax_finder", spied)

    def run(body, values, places=None):
        if places is None:
            places = np.broadcast_to(np.arange(values.shape[1], dtype=np.int32), values.shape)
        type = element_type_of(values.dtype)
        result = ", ".join(str(tensor_type(values.shape[:1], each)) for each in (type, "i32"))
        operands = ", ".join(str(tensor_type(values.shape, each)) for each in (type, "i32"))
        text = f"""
        func.func @main(%a: {operands.replace(", ", ", %b: ")}, %u: tensor<{type}>, %w: tensor<i32>)
            -> ({result}) {{
          %0:2 = "stablehlo.reduce"(%a, %b, %u, %w) <{{dimensions = array<i64: 1>}}> ({{
          ^bb0(%x: tensor<{type}>, %i: tensor<i32>, %y: tensor<{type}>, %j: tensor<i32>):
            {body}
            stablehlo.return %r, %s : tensor<{type}>, tensor<i32>
          }}) : ({operands}, tensor<{type}>, tensor<i32>) -> ({result})
          return %0#0, %0#1 : {result}
        }}"""
        module = parse(Source(text))
        inputs = [values, places, np.array(1, values.dtype), np.array(99, np.int32)]
        monkeypatch.setattr(reduce, "_ARGMAX_SIZE", 1)
        results = execute(module, inputs)
        monkeypatch.setattr(reduce, "_ARGMAX_SIZE", 1 << 40)
        for ours, folded in zip(results, execute(module, inputs), strict=True):
            np.testing.assert_array_equal(ours.astype(np.float64), folded.astype(np.float64))
        return recognised.pop(), results

    return run


FLOATS = np.array([[1, 3, 3, 0], [2, np.nan, 5, np.nan], [0.0, -0.0, 1, 1], [-np.inf, np.inf, np.inf, 7]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, ml_dtypes.bfloat16])
def test_argmax_and_argmin_of_floats(find, dtype) -> None:
    values, type = FLOATS.astype(dtype), element_type_of(dtype)
    finder, results = find(jax_body("GT", type), values)
    assert finder is np.argmax
    assert results[1].tolist() == [1, 1, 2, 1]
    finder, results = find(jax_body("LT", type), values)
    assert finder is np.argmin
    assert results[1].tolist() == [3, 1, 0, 0]


@pytest.mark.parametrize("dtype", [np.int32, np.uint8])
def test_of_integers_nans_do_not_matter(find, dtype) -> None:
    values, type = np.array([[1, 3, 3, 0], [2, 2, 5, 5]], dtype), element_type_of(dtype)
    for body in (jax_body("LT", type), simple_body("LE", type), minimum_body(type)):
        assert find(body, values)[0] is np.argmin
    for body in (jax_body("GT", type), simple_body("GE", type)):
        assert find(body, values)[0] is np.argmax


def test_of_booleans_the_order_is_seen(find) -> None:
    values = np.array([[True, True, False, False], [False, True, False, True]])
    for direction, finder, places in (("GT", np.argmax, [0, 1]), ("LT", np.argmin, [2, 0])):
        found, results = find(jax_body(direction, "i1"), values)
        assert found is finder
        assert results[1].tolist() == places


def test_bodies_that_do_something_else_for_nans(find) -> None:
    for body in (simple_body("GE", "f32"), simple_body("LE", "f32"), minimum_body("f32")):
        assert find(body, FLOATS.astype(np.float32))[0] is None


def test_bodies_that_prefer_the_last_of_equals(find) -> None:
    assert find(simple_body("GT", "i32"), np.array([[1, 3, 3]], np.int32))[0] is None


SIMPLE = simple_body("GE", "i32")


@pytest.mark.parametrize(
    "body",
    [
        SIMPLE.replace("%p, %i, %j", "%p, %x, %j"),  # values become places
        SIMPLE.replace("GE, %x, %y", "GE, %x, %j"),  # values are compared with places
        "%c = stablehlo.constant dense<2> : tensor<i32>\n" + SIMPLE.replace("GE, %x, %y", "GE, %x, %c"),
        SIMPLE.replace("%s =", "%q =") + "%s = stablehlo.add %q, %q : tensor<i32>\n",
    ],
)
def test_bodies_that_do_more_than_compare_and_choose(find, body) -> None:
    assert find(body, np.array([[1, 3, 3]], np.int32))[0] is None


def test_places_that_do_not_count_up(find) -> None:
    values = np.array([[1, 3, 3]], np.int32)
    assert find(jax_body("GT", "i32"), values, np.array([[2, 1, 0]], np.int32))[0] is None
    finder, results = find(jax_body("GT", "i32"), values, np.array([[-5, 7, 8]], np.int32))
    assert finder is np.argmax
    assert results[1].tolist() == [7]
