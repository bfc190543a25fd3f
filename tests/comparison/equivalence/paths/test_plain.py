from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.paths.inputs import _repeated
from stablehlo_tools.comparison.equivalence.paths.noted import NotedInputs
from stablehlo_tools.comparison.equivalence.paths.plain import PlainRun, PlainRuns
from stablehlo_tools.comparison.equivalence.paths.stacked import on_which_differ, on_which_floats_differ
from stablehlo_tools.comparison.equivalence.residues.uses import IntegerUse
from stablehlo_tools.interpret.options import DEFAULT
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.verdict.noise.lane_values import Lanes, count_of_lanes

_TYPE, _SCALAR = "tensor<4xf32>", "tensor<f32>"


def _program(*body: str) -> st.ir.Function:
    lines = "\n".join(body)
    text = f"func.func @main(%x: {_TYPE}, %y: {_TYPE}) -> {_TYPE} {{\n{lines}\nreturn %r : {_TYPE}\n}}"
    return require_function(st.parse(text), "main")


def _scaled(factor: str) -> st.ir.Function:
    return _program(
        f"%c = stablehlo.constant dense<{factor}> : {_TYPE}",
        f"%s = stablehlo.multiply %x, %c : {_TYPE}",
        f"%r = stablehlo.add %s, %y : {_TYPE}",
    )


_LAST = _program(
    f"%c = stablehlo.constant dense<3.0> : {_TYPE}",
    f"%d = stablehlo.divide %y, %c : {_TYPE}",
    f"%s = stablehlo.add %x, %d : {_TYPE}",
    f"%r = stablehlo.multiply %s, %c : {_TYPE}",
)


@pytest.mark.parametrize(
    ("other", "agrees"),
    [
        pytest.param(_LAST, True, id="rounding"),
        pytest.param(_scaled("3.0000002"), False, id="a unit of f32"),
        pytest.param(_scaled("0x7FC00000"), False, id="NaN"),
    ],
)
def test_plain_runs_agree_but_for_rounding(other: st.ir.Function, *, agrees: bool) -> None:
    inputs = [np.array(values, np.float32) for values in ([0.1, 2, -3, 1e-20], [1, 1e-3, 7, 0])]
    assert PlainRuns((_scaled("3.0"), other), DEFAULT).agree(inputs) is agrees


def test_inputs_at_once_are_sliced_at_the_same_place() -> None:
    part = "tensor<2xf32>"
    function = _program(
        "%one = stablehlo.constant dense<7> : tensor<i32>",
        f"%p = stablehlo.dynamic_slice %x, %one, sizes = [2] : ({_TYPE}, tensor<i32>) -> {part}",
        f"%r = stablehlo.dynamic_update_slice %y, %p, %one : ({_TYPE}, {part}, tensor<i32>) -> {_TYPE}",
    )
    batch = np.arange(24, dtype=np.float32).reshape(3, 2, 4)
    (result,), _ = PlainRuns((function, function), DEFAULT).results([Lanes(batch[:, 0]), Lanes(batch[:, 1])])
    assert np.array_equal(result.rows, np.concatenate([batch[:, 1, :2], batch[:, 0, 2:]], axis=1))


def _chosen(where: str, kind: str = "select") -> st.ir.Function:
    """x + y where x, or the first one of x, compares with 2; elsewhere x - y."""
    types = "(tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
    return _program(
        f"%c = stablehlo.constant dense<2.0> : {_TYPE}",
        f"%p = stablehlo.compare {where}, %x, %c : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        f"%a = stablehlo.add %x, %y : {_TYPE}",
        f"%b = stablehlo.subtract %x, %y : {_TYPE}",
        *(
            [f"%r = stablehlo.select %p, %a, %b : {types}"]
            if kind == "select"
            else [
                "%s = stablehlo.slice %p [0:1] : (tensor<4xi1>) -> tensor<1xi1>",
                "%q = stablehlo.reshape %s : (tensor<1xi1>) -> tensor<i1>",
                f'%r = "stablehlo.if"(%q) ({{ stablehlo.return %a : {_TYPE} }}, '
                f"{{ stablehlo.return %b : {_TYPE} }}) : (tensor<i1>) -> {_TYPE}",
            ]
        ),
    )


def test_many_inputs_that_take_one_path_are_told_apart_at_once() -> None:
    runs = PlainRuns((_chosen("GT"), _chosen("GE")), DEFAULT)
    y = np.ones(4, np.float32)
    batch = [[np.array(x, np.float32), y] for x in ([1, 0, 3, 4], [1, 2, 3, 4], [0, 5, 0, 9], [2, 2, 2, 2])]
    assert runs.agreeing(batch) == [True, False, True, False]  # only a 2 is chosen by one and not the other


def test_inputs_that_take_different_paths_are_not_told_apart_at_once() -> None:
    runs = PlainRuns((_chosen("GT", "if"),) * 2, DEFAULT)
    batch = [[np.full(4, x, np.float32), np.ones(4, np.float32)] for x in (1.0, 3.0)]
    assert runs.agreeing(batch) == [False, False]
    assert all(map(runs.agree, batch))


def test_programs_that_cannot_run_may_differ() -> None:
    random = _program(
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%o = stablehlo.constant dense<1.0> : tensor<f32>",
        "%n = stablehlo.constant dense<4> : tensor<1xi64>",
        "%r = stablehlo.rng %z, %o, %n, distribution = UNIFORM"
        f" : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> {_TYPE}",
    )
    assert not PlainRuns((random, random), DEFAULT).agree([np.ones(4, np.float32)] * 2)


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16, np.float32, np.float64, np.complex64])
def test_repeated_numbers_are_found_after_the_first(dtype: Any) -> None:
    """0 and -0 are equal, also beside others of the same bits but one."""
    numbers = np.array([2, 0, 1, -0.0, 2, -1, 2, -2], dtype)
    repeated, known = _repeated(numbers, np.arange(numbers.size), np.empty(0, np.uint64))
    assert sorted(repeated) == [3, 4, 6]
    numbers[[3, 4, 6]] = [3, -2, 3]
    repeated, _ = _repeated(numbers, repeated, known)
    assert sorted(repeated) == [6, 7]


def test_places_of_the_greatest_are_found_on_all_inputs_at_once() -> None:
    """As numpy finds them, the first one of equal numbers."""
    function = require_function(
        st.parse("""func.func @main(%x: tensor<3x5xf32>) -> tensor<3xi32> {
            %b = stablehlo.iota dim = 1 : tensor<3x5xi32>
            %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
            %zero = stablehlo.constant dense<0> : tensor<i32>
            %r:2 = stablehlo.reduce(%x init: %least), (%b init: %zero) across dimensions = [1]
             : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
            reducer(%v: tensor<f32>, %w: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
                %p = stablehlo.compare GT, %w, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
                %m = stablehlo.select %p, %w, %v : tensor<i1>, tensor<f32>
                %n = stablehlo.select %p, %j, %i : tensor<i1>, tensor<i32>
                stablehlo.return %m, %n : tensor<f32>, tensor<i32>
            }
            return %r#1 : tensor<3xi32>
        }"""),
        "main",
    )
    batch = np.random.default_rng(0).integers(0, 4, (7, 3, 5)).astype(np.float32)
    (places,), _ = PlainRuns((function, function), DEFAULT).results([Lanes(batch)])
    assert np.array_equal(places.rows, batch.argmax(axis=2))


def _scaled_and_back(direction: str) -> st.ir.Function:
    """Where 49 ((x + 1) / 49), which is below 1 for 0 in f64, compares with 1."""
    return _program(
        f"%c = stablehlo.constant dense<49.0> : {_TYPE}",
        f"%one = stablehlo.constant dense<1.0> : {_TYPE}",
        f"%s = stablehlo.add %x, %one : {_TYPE}",
        f"%q = stablehlo.divide %s, %c : {_TYPE}",
        f"%b = stablehlo.multiply %q, %c : {_TYPE}",
        f"%p = stablehlo.compare {direction}, %b, %one : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        f"%r = stablehlo.convert %p : (tensor<4xi1>) -> {_TYPE}",
    )


def test_programs_that_rounding_decides_do_not_agree_clearly() -> None:
    runs = PlainRuns((_scaled_and_back("GT"), _scaled_and_back("GE")), DEFAULT)
    for x, is_clear in ((0.0, False), (1.0, True), (-2.0, True)):
        inputs = [np.full(4, x, np.float32), np.ones(4, np.float32)]
        assert runs.agree(inputs)
        assert runs.agree_clearly(inputs) is is_clear


@pytest.mark.parametrize("type", ["i8", "i32"])
def test_sums_on_all_inputs_at_once_are_in_the_type_of_the_body(type: str) -> None:
    """A sum of 100 and more is beyond i8, in which the elements are."""
    function = require_function(
        st.parse(f"""
func.func @main(%0: tensor<2x6x{type}>) -> tensor<2xi32> {{
  %z = stablehlo.constant dense<100> : tensor<{type}>
  %r = "stablehlo.reduce"(%0, %z) <{{dimensions = array<i64: 1>}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }}) : (tensor<2x6x{type}>, tensor<{type}>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}}"""),
        "main",
    )
    batch = np.random.default_rng(0).integers(20, 100, (3, 2, 6)).astype(f"int{type[1:]}")
    (sums,), _ = PlainRuns((function, function), DEFAULT).results([Lanes(batch)])
    assert np.array_equal(sums.rows, batch.sum(axis=2, dtype=np.int32, initial=100))


def test_a_difference_of_integers_is_told_before_more_inputs_are_run() -> None:
    """The time may be up after one of several parts."""

    class Counted(PlainRuns):
        runs = 0

        def results(self, inputs: Sequence[Any]) -> list[list[Any]]:
            self.runs += 1
            return super().results(inputs)

    def moved(by: int) -> st.ir.Function:
        text = f"""func.func @main(%x: tensor<8xi32>) -> tensor<8xi32> {{
            %c = stablehlo.constant dense<{by}> : tensor<8xi32>
            %r = stablehlo.add %x, %c : tensor<8xi32>
            return %r : tensor<8xi32>
        }}"""
        return require_function(st.parse(text), "main")

    plain, inputs = Counted((moved(0), moved(1)), DEFAULT), [[np.arange(8, dtype=np.int32)]]
    found = on_which_differ(plain, inputs, {0: IntegerUse()}, lambda: False)
    next(found)
    assert plain.runs == 1
    assert [*found]
    assert plain.runs > 1


def test_few_inputs_are_sorted_before_the_time_is_looked_at() -> None:
    """Sorts by a comparator are executed for each input: 4,096 of them take two seconds."""
    most = 0

    class Measured(PlainRuns):
        def noted(self, side: int, inputs: Sequence[Any]) -> PlainRun:
            nonlocal most
            most = max(most, count_of_lanes(inputs))
            return super().noted(side, inputs)

        def results(self, inputs: Sequence[Any]) -> list[list[Any]]:
            nonlocal most
            most = max(most, count_of_lanes(inputs))
            return super().results(inputs)

    function = _program(
        f'%r = "stablehlo.sort"(%x) <{{dimension = 0 : i64}}> ({{\n^bb0(%a: {_SCALAR}, %b: {_SCALAR}):',
        f"%p = stablehlo.compare LT, %a, %b : ({_SCALAR}, {_SCALAR}) -> tensor<i1>",
        f"stablehlo.return %p : tensor<i1>\n}}) : ({_TYPE}) -> {_TYPE}",
    )
    plain, inputs = Measured((function, function), DEFAULT), [np.ones(4, np.float32)] * 2
    noted = NotedInputs(plain)
    assert not [*on_which_floats_differ(plain, inputs, noted, lambda: False, are_whole=True, jump=True)]
    assert 64 <= most <= 2048
