"""Differences that inputs at random seldom show: thresholds, ties, padding, and what is not a number."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.cli.main import execute
from stablehlo_tools.comparison.equivalence import attempts
from stablehlo_tools.comparison.equivalence.paths import budget, moved, search as paths
from stablehlo_tools.comparison.equivalence.paths.crossing import Crossing
from stablehlo_tools.comparison.equivalence.paths.one_sided import (
    are_bounded,
    is_excluded,
    linked,
    programs_of,
    proportional,
    sets_of,
)
from stablehlo_tools.comparison.equivalence.paths.outcomes import steps
from stablehlo_tools.comparison.equivalence.residues.decisions import Site
from stablehlo_tools.comparison.equivalence.residues.imposed import (
    ImposedOutcomes,
    factor_between,
    joined_residues,
)
from stablehlo_tools.comparison.equivalence.residues.uses import users_of
from stablehlo_tools.dataflow.dependents import Dependents
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import element_type_named
from tests.calls import calls_in
from tests.comparison.programs import again

_TYPE = "tensor<4xf32>"


def _function(*lines: str, arguments: str = f"%x: {_TYPE}", result: str = _TYPE) -> str:
    return "\n".join([f"func.func @main({arguments}) -> {result} {{", *lines, "}"])


def _step(direction: str, threshold: float) -> str:
    """1 beyond a threshold."""
    return _function(
        f"%t = stablehlo.constant dense<{threshold}> : {_TYPE}",
        f"%p = stablehlo.compare {direction}, %x, %t : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        f"%r = stablehlo.convert %p : (tensor<4xi1>) -> {_TYPE}",
        f"return %r : {_TYPE}",
    )


def _step_of(op: str, threshold: float) -> str:
    return _step("LT", threshold).replace("LT, %x", "LT, %f").replace("%p =", f"%f = {op} %x : {_TYPE}\n%p =")


@pytest.mark.parametrize(
    "op", ["stablehlo.exponential", "stablehlo.sine", "stablehlo.tanh", "stablehlo.cbrt"]
)
def test_another_threshold_of_a_function_is_found(op: str) -> None:
    assert st.equivalent(_step_of(op, 0.3), _step_of(op, 0.3001)).verdict == "different"


def _angle_below(threshold: float) -> str:
    return _function(
        f"%t = stablehlo.constant dense<{threshold}> : {_TYPE}",
        f"%a = stablehlo.atan2 %y, %x : {_TYPE}",
        f"%p = stablehlo.compare LT, %a, %t : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        f"%r = stablehlo.convert %p : (tensor<4xi1>) -> {_TYPE}",
        f"return %r : {_TYPE}",
        arguments=f"%y: {_TYPE}, %x: {_TYPE}",
    )


def test_another_threshold_of_an_angle_is_found_between_both() -> None:
    assert st.equivalent(_angle_below(1.0), _angle_below(1.0005)).verdict == "different"


_LEFT_OF = """%c = stablehlo.constant dense<1.0e-03> : tensor<4xf32>
%e = stablehlo.exponential %x : tensor<4xf32>
%y = stablehlo.subtract %e, %c : tensor<4xf32>
%n = stablehlo.negate %y : tensor<4xf32>
%m = stablehlo.negate %x : tensor<4xf32>"""


def test_the_side_of_an_angle_that_is_rare_is_found() -> None:
    """The angle of -z is that of z less pi, where z is above the real axis, as it is for x > log(1e-3)."""
    turned = _function(_LEFT_OF, f"%r = stablehlo.atan2 %n, %m : {_TYPE}", f"return %r : {_TYPE}")
    less = _function(
        _LEFT_OF,
        f"%pi = stablehlo.constant dense<3.14159274> : {_TYPE}",
        f"%a = stablehlo.atan2 %y, %x : {_TYPE}",
        f"%r = stablehlo.subtract %a, %pi : {_TYPE}",
        f"return %r : {_TYPE}",
    )
    found = st.equivalent(turned, less)
    assert found.verdict == "different"
    (input,) = found.inputs
    assert (input < np.log(1e-3)).any()


def _entry(table: list[int]) -> str:
    """The entry of a table at an integer, which is clamped."""
    return _function(
        f"%t = stablehlo.constant dense<{table}> : tensor<200xi32>",
        "%low = stablehlo.constant dense<0> : tensor<i32>",
        "%high = stablehlo.constant dense<199> : tensor<i32>",
        "%i = stablehlo.clamp %low, %x, %high : tensor<i32>",
        "%r = stablehlo.dynamic_slice %t, %i, sizes = [1] : (tensor<200xi32>, tensor<i32>) -> tensor<1xi32>",
        "return %r : tensor<1xi32>",
        arguments="%x: tensor<i32>",
        result="tensor<1xi32>",
    )


@pytest.mark.parametrize("wrong", [1, 117, 198])
def test_one_wrong_entry_of_a_table_is_found(wrong: int) -> None:
    table = [*range(200)]
    found = st.equivalent(_entry(table), _entry([*table[:wrong], 0, *table[wrong + 1 :]]))
    assert found.verdict == "different"


def _is_code(code: int) -> str:
    """Whether eight booleans are the bits of a number."""
    return _function(
        "%w = stablehlo.constant dense<[1, 2, 4, 8, 16, 32, 64, 128]> : tensor<8xi32>",
        f"%c = stablehlo.constant dense<{code}> : tensor<i32>",
        "%i = stablehlo.convert %x : (tensor<8xi1>) -> tensor<8xi32>",
        "%s = stablehlo.dot_general %i, %w, contracting_dims = [0] x [0]"
        " : (tensor<8xi32>, tensor<8xi32>) -> tensor<i32>",
        "%r = stablehlo.compare EQ, %s, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "return %r : tensor<i1>",
        arguments="%x: tensor<8xi1>",
        result="tensor<i1>",
    )


def test_booleans_alone_are_tried_in_many_ways() -> None:
    assert st.equivalent(_is_code(177), _is_code(77)).verdict == "different"


@pytest.mark.parametrize("threshold", [0.50001, 0.25, -0.5])
def test_another_threshold_is_found(threshold: float) -> None:
    found = st.equivalent(_step("GT", 0.5), _step("GT", threshold))
    assert found.verdict == "different"
    (input,) = found.inputs
    assert ((input > 0.5) != (input > threshold)).any()


def _clamp(greatest: float) -> str:
    return _function(
        f"%t = stablehlo.constant dense<{greatest}> : {_TYPE}",
        f"%r = stablehlo.minimum %x, %t : {_TYPE}",
        f"return %r : {_TYPE}",
    )


def test_a_bound_that_inputs_at_random_never_reach_is_reached() -> None:
    assert st.equivalent(_clamp(100.0), _clamp(101.0)).verdict == "different"


@pytest.mark.parametrize("threshold", [20.0, 3e6, 1e-6])
def test_a_branch_that_inputs_at_random_never_take_is_taken(threshold: float) -> None:
    """Both programs decide by the same numbers: what they compute then is only known on such inputs."""

    def beyond(factor: float) -> str:
        return _function(
            f"%t = stablehlo.constant dense<{threshold}> : {_TYPE}",
            f"%c = stablehlo.constant dense<{factor}> : {_TYPE}",
            f"%s = stablehlo.abs %x : {_TYPE}",
            f"%p = stablehlo.compare LT, %s, %t : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            f"%m = stablehlo.multiply %x, %c : {_TYPE}",
            f"%r = stablehlo.select %p, {'%m, %x' if threshold < 1 else '%x, %m'} : tensor<4xi1>, {_TYPE}",
            f"return %r : {_TYPE}",
        )

    assert st.equivalent(beyond(2.0), again(beyond(2.0))).verdict == "equal"
    found = st.equivalent(beyond(2.0), beyond(3.0))
    assert (found.verdict, found.reason) == (
        "different",
        "equal on random inputs, different on another path",
    )


def test_a_great_bound_is_no_infinity() -> None:
    bounded = _function(
        f"%t = stablehlo.constant dense<1.0e4> : {_TYPE}",
        f"%l = stablehlo.negate %t : {_TYPE}",
        f"%r = stablehlo.clamp %l, %x, %t : {_TYPE}",
        f"return %r : {_TYPE}",
    )
    assert st.equivalent(bounded, _function(f"return %x : {_TYPE}")).verdict == "different"


def test_decisions_that_are_never_otherwise_are_said() -> None:
    """x x + 1 is at least 1."""
    bounded = _function(
        f"%t = stablehlo.constant dense<1.0> : {_TYPE}",
        f"%s = stablehlo.multiply %x, %x : {_TYPE}",
        f"%m = stablehlo.add %s, %t : {_TYPE}",
        f"%h = stablehlo.constant dense<0.5> : {_TYPE}",
        f"%r = stablehlo.maximum %m, %h : {_TYPE}",
        f"return %r : {_TYPE}",
    )
    other = bounded.replace("add %s, %t", "subtract %t, %l")
    found = st.equivalent(bounded, other.replace("%m =", f"%l = stablehlo.negate %s : {_TYPE} %m ="))
    assert found.verdict == "equal"
    assert found.assumptions == (
        "these decisions have one outcome on all tried inputs: stablehlo.maximum (<string>:6)",
    )


def _least(threshold: float) -> str:
    return _function(
        f"%t = stablehlo.constant dense<{threshold}> : {_TYPE}",
        f"%r = stablehlo.minimum %x, %t : {_TYPE}",
        f"return %r : {_TYPE}",
    )


_SAME = _function(f"return %x : {_TYPE}")


def test_great_thresholds_are_reached() -> None:
    found = st.equivalent(_least(1e9), _SAME)
    assert found.verdict == "different"
    assert (found.inputs[0] > 1e9).any()


def test_thresholds_that_no_number_exceeds_are_said() -> None:
    found = st.equivalent(_least(1e30), _SAME)
    assert found.verdict == "equal"
    assert found.assumptions == (
        "these decisions have one outcome on all tried inputs: stablehlo.minimum (<string>:3)",
    )


def test_a_decision_of_one_program_whose_other_outcome_no_input_has_leaves_equality_unknown() -> None:
    """(x - 3)^2 is below 1e-9 for one number in a hundred thousand; slopes in a branch are not known."""
    scalar, boolean = "tensor<f32>", "tensor<i1>"
    squares = (
        f"%t = stablehlo.constant dense<3.0> : {_TYPE}",
        f"%c = stablehlo.constant dense<1.0e-09> : {_TYPE}",
        f"%d = stablehlo.subtract %x, %t : {_TYPE}",
        f"%s = stablehlo.multiply %d, %d : {_TYPE}",
        f"%first = stablehlo.slice %s [0:1] : ({_TYPE}) -> tensor<1xf32>",
        f"%one = stablehlo.reshape %first : (tensor<1xf32>) -> {scalar}",
        f"%zero = stablehlo.constant dense<0.0> : {scalar}",
        f"%p = stablehlo.compare NE, %one, %zero : ({scalar}, {scalar}) -> {boolean}",
        '%r = "stablehlo.if"(%p) ({',
        f"%m = stablehlo.maximum %s, %c : {_TYPE}",
        f"stablehlo.return %m : {_TYPE}",
        "}, {",
        f"stablehlo.return %s : {_TYPE}",
        f"}}) : ({boolean}) -> {_TYPE}",
    )
    bounded, free = (_function(*squares, f"return %{name} : {_TYPE}") for name in "rs")
    found = st.equivalent(bounded, free)
    assert found.verdict == "unknown"
    assert "not shown to be so with the other: stablehlo.maximum (<string>:11)" in found.reason
    bound_of_both = st.equivalent(bounded, bounded.replace("maximum %s, %c", "maximum %c, %s"))
    assert bound_of_both.verdict == "equal"


def test_an_outcome_with_which_results_are_equal_needs_no_input() -> None:
    begun = _function(
        f"%c = stablehlo.constant dense<-1.0e30> : {_TYPE}",
        f"%m = stablehlo.maximum %x, %c : {_TYPE}",
        f"%d = stablehlo.subtract %x, %m : {_TYPE}",
        f"%r = stablehlo.add %d, %m : {_TYPE}",
        f"return %r : {_TYPE}",
    )
    found = st.equivalent(begun, _SAME)
    assert (found.verdict, found.assumptions) == ("equal", ())


@pytest.mark.parametrize(
    ("gaps", "expected"),
    [
        ([0.3, 1e-16, 0.2], True),  # a cosine reaches 1
        ([5.0, 2.0, 2.0, 2.0], True),  # a sum of exponentials is 1 where one of them is
        ([5.0, 2.0, 2.1, 2.2], False),
        ([1e-10, 1e-10, 1e-10], False),  # next to a limit
        ([], False),
    ],
)
def test_numbers_at_a_bound_are_told_from_those_on_the_way(gaps: list[float], *, expected: bool) -> None:
    assert are_bounded(gaps) is expected


@pytest.mark.parametrize("joined", ["%p", "%q"])
def test_a_number_that_is_clipped_to_its_bound_on_all_inputs_may_exceed_it(joined: str) -> None:
    """A clipped number is above 0 if sin(x) sin(y) is above 0.99999, which no random input leads to.

    Its range excludes the numbers below 0 alone, and the outcome that it is given is not one of a tie.
    """
    arguments, lines = f"%x: {_TYPE}, %y: {_TYPE}", (
        f"%a = stablehlo.sine %x : {_TYPE}",
        f"%b = stablehlo.sine %y : {_TYPE}",
        f"%c = stablehlo.multiply %a, %b : {_TYPE}",
        f"%t = stablehlo.constant dense<0.99999> : {_TYPE}",
        f"%d = stablehlo.subtract %c, %t : {_TYPE}",
        f"%z = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%e = stablehlo.maximum %d, %z : {_TYPE}",
        f"%p = stablehlo.compare GT, %e, %z : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        "%q = stablehlo.and %p, %p : tensor<4xi1>",
        f"%r = stablehlo.select {joined}, %x, %y : tensor<4xi1>, {_TYPE}",
    )  # fmt: skip
    programs = (_function(*lines, f"return %{name} : {_TYPE}", arguments=arguments) for name in "ry")
    assert st.equivalent(*programs).verdict == "different"


def test_callers_are_looked_up_for_each_decision() -> None:
    """Not sought among all operations: a program of thousands of decisions is looked through once."""

    def calls(count: int) -> int:
        program = _function(*(f"%{n} = stablehlo.maximum %x, %x : {_TYPE}" for n in range(count)))
        index = ModuleIndex(st.parse(program))
        sites = [(operation, 0) for operation in index.named("stablehlo.maximum")]
        return calls_in(lambda: [is_excluded(site, lambda _: index, side=True) for site in sites])

    assert calls(200) < 6 * calls(50)


def test_sites_are_linked_by_common_numbers() -> None:
    """The sites of each program, in the order of its text, decide by these numbers."""
    programs = (_function(*(f"%{name} = stablehlo.abs %x : {_TYPE}" for name in "abc")) for _ in range(2))
    sites = [(op, 0) for program in programs for op in st.parse(program).walk() if op.name == "stablehlo.abs"]
    numbers = [(1, 2), (2, 3), (5,), (1, 3), (2,), (5, 6)]
    keys: dict[Site, Array] = {site: np.array(own, float) for site, own in zip(sites, numbers, strict=True)}
    one, _, other, *_ = sites
    group_of = linked(keys)
    assert group_of[one] == {*sites} - group_of[other]
    assert group_of[other] == {other, sites[5]}
    assert programs_of(group_of[one], keys) == 2
    assert programs_of(group_of[other], keys) == 0
    assert programs_of([other], keys) == 1


_PRIMES = (1_000_003, 999_983)


def _keys(*numbers: int) -> Array:
    """The sorted keys of whole numbers, up to their signs."""
    rows = [[min(number % prime, -number % prime) for number in numbers] for prime in _PRIMES]
    return np.sort(joined_residues(np.array(rows, float)))


@pytest.mark.parametrize(
    ("multiples", "factor"),
    [((6, -15, 33), (3, 3)), ((-14, 35, 77), (7, 7)), ((6, 15, 34), None), ((6, 15), None)],
)
def test_numbers_at_a_site_are_multiples_of_those_at_another(
    multiples: tuple[int, ...], factor: tuple[int, int] | None
) -> None:
    assert factor_between(_keys(2, 5, 11), _keys(*multiples), _PRIMES) == factor


def test_sites_decide_by_constant_multiples() -> None:
    """By 3 x in one program and x in the other one, not by x y: y is another number on other inputs."""
    programs = (_function(*(f"%{name} = stablehlo.abs %x : {_TYPE}" for name in "ab")) for _ in range(2))
    sites = [(op, 0) for program in programs for op in st.parse(program).walk() if op.name == "stablehlo.abs"]
    numbers = [(6, 15), (4,), (2, 5), (1,)]
    others = [(9, 27), (8,), (3, 9), (1,)]
    keys, again = (
        dict[Site, Array](zip(sites, itertools.starmap(_keys, each), strict=True))
        for each in (numbers, others)
    )
    assert proportional(keys, lambda: again, _PRIMES) == {sites[0]: sites[0], sites[2]: sites[0]}


@pytest.mark.parametrize(
    "selected", ["%p, %d, %z", "%p, %f, %z", "%m, %e, %z"], ids=["half", "below", "neighbours"]
)
def test_a_wrong_choice_by_a_multiple_is_not_taken_for_a_right_one(selected: str) -> None:
    """A choice by 2 d > 0, which no random input leads to, and 2 relu(d)."""
    lines = (
        f"%a = stablehlo.sine %x : {_TYPE}",
        f"%b = stablehlo.sine %y : {_TYPE}",
        f"%c = stablehlo.multiply %a, %b : {_TYPE}",
        f"%t = stablehlo.constant dense<0.99999> : {_TYPE}",
        f"%d = stablehlo.subtract %c, %t : {_TYPE}",
        f"%z = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%e = stablehlo.add %d, %d : {_TYPE}",
        f"%f = stablehlo.negate %e : {_TYPE}",
        f"%p = stablehlo.compare GT, %e, %z : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        "%m = stablehlo.reverse %p, dims = [0] : tensor<4xi1>",
        f"%g = stablehlo.maximum %d, %z : {_TYPE}",
        f"%h = stablehlo.add %g, %g : {_TYPE}",
    )
    right, wrong, clipped = (
        _function(*lines, line, f"return %{name} : {_TYPE}", arguments=f"%x: {_TYPE}, %y: {_TYPE}")
        for name, line in (
            ("r", f"%r = stablehlo.select %p, %e, %z : tensor<4xi1>, {_TYPE}"),
            ("r", f"%r = stablehlo.select {selected} : tensor<4xi1>, {_TYPE}"),
            ("h", ""),
        )
    )
    assert st.equivalent(right, clipped).verdict == "equal"
    assert st.equivalent(wrong, clipped).verdict == "different"


def test_a_clipped_number_is_above_its_bound_in_a_ranking_if_that_is_imposed() -> None:
    """The place of the greatest of 0 and of clipped numbers, which are above 0 on no random input."""
    lines = (
        f"%a = stablehlo.sine %x : {_TYPE}",
        f"%b = stablehlo.sine %y : {_TYPE}",
        f"%c = stablehlo.multiply %a, %b : {_TYPE}",
        f"%t = stablehlo.constant dense<0.99999> : {_TYPE}",
        f"%d = stablehlo.subtract %c, %t : {_TYPE}",
        f"%z = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%e = stablehlo.maximum %d, %z : {_TYPE}",
        f"%f = stablehlo.add %e, %e : {_TYPE}",
        "%n = stablehlo.constant dense<0.0> : tensor<1xf32>",
        f"%g = stablehlo.concatenate %n, %f, dim = 0 : (tensor<1xf32>, {_TYPE}) -> tensor<5xf32>",
        "%h, %i = chlo.top_k(%g, k = 1) : tensor<5xf32> -> (tensor<1xf32>, tensor<1xi32>)",
        "%r = stablehlo.convert %i : (tensor<1xi32>) -> tensor<1xf32>",
    )
    ranked, zero = (
        _function(
            *lines,
            f"return %{name} : tensor<1xf32>",
            arguments=f"%x: {_TYPE}, %y: {_TYPE}",
            result="tensor<1xf32>",
        )
        for name in "rn"
    )
    assert st.equivalent(ranked, zero).verdict == "different"
    selected = (
        f"%s = stablehlo.compare GT, %d, %z : ({_TYPE}, {_TYPE}) -> tensor<4xi1>\n"
        f"%e = stablehlo.select %s, %d, %z : tensor<4xi1>, {_TYPE}"
    )
    clipped = ranked.replace(lines[6], selected)
    assert clipped != ranked
    assert st.equivalent(ranked, clipped).verdict == "equal"


@pytest.mark.parametrize("count", range(2, 9))
def test_outcomes_are_imposed_on_each_of_few_numbers_and_on_all_but_each(count: int) -> None:
    """And on some of each count: programs meet these keys."""
    keys = np.arange(count) * 7.0
    everywhere = np.ones(count, bool)
    chosen = {tuple(ImposedOutcomes({}, some, 1, {}).are_chosen(keys, everywhere)) for some in sets_of(count)}
    singles = {tuple(row) for row in np.eye(count, dtype=bool)}
    assert singles <= chosen
    assert {tuple(not one for one in row) for row in singles} <= chosen
    assert {sum(row) for row in chosen} == {*range(1, count)}


@pytest.mark.parametrize("masks", ["tensor<4xi1>", "tensor<4xi32>"])
def test_masks_where_all_is_masked_are_tried(masks: str) -> None:
    """The mean of what is not masked is 0 / 0 where all is, or 0 with a denominator of at least 1."""
    is_integer = masks.endswith("i32>")
    lines = [
        f"%n = stablehlo.constant dense<0> : {masks}",
        f"%p = stablehlo.compare NE, %i, %n : ({masks}, {masks}) -> tensor<4xi1>",
    ]
    total = [
        *(lines if is_integer else ()),
        f"%w = stablehlo.convert {'%p' if is_integer else '%i'} : (tensor<4xi1>) -> {_TYPE}",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%o = stablehlo.constant dense<1.0> : tensor<f32>",
        f"%m = stablehlo.multiply %x, %w : {_TYPE}",
        *(
            f"%{name} = stablehlo.reduce(%{each} init: %z) applies stablehlo.add across dimensions = [0]"
            f" : ({_TYPE}, tensor<f32>) -> tensor<f32>"
            for name, each in (("s", "m"), ("c", "w"))
        ),
        "%l = stablehlo.maximum %c, %o : tensor<f32>",
    ]
    means = [
        _function(
            *total,
            f"%r = stablehlo.divide %s, {count} : tensor<f32>",
            "return %r : tensor<f32>",
            arguments=f"%x: {_TYPE}, %i: {masks}",
            result="tensor<f32>",
        )
        for count in ("%c", "%l")
    ]
    found = st.equivalent(*means)
    assert found.verdict == "different"
    value = "0" if is_integer else "false"
    assert found.reason == f"equal on random inputs, but not where argument 1 is {value} everywhere"
    assert not found.inputs[1].any()


def test_integers_of_arrays_that_are_the_same_are_tried() -> None:
    """A token after a draft that is all accepted, which is seen where tokens are not one and the same."""
    first = (
        "func.func @main(%d: tensor<3xi32>, %t: tensor<3xi32>) -> tensor<1xi32> {\n"
        "%p = stablehlo.compare EQ, %d, %t : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>\n"
        "%true = stablehlo.constant dense<true> : tensor<i1>\n"
        "%all = stablehlo.reduce(%p init: %true) applies stablehlo.and across dimensions = [0]\n"
        " : (tensor<3xi1>, tensor<i1>) -> tensor<i1>\n"
        "%x = stablehlo.slice %t [2:3] : (tensor<3xi32>) -> tensor<1xi32>\n"
        "%y = stablehlo.slice %t [1:2] : (tensor<3xi32>) -> tensor<1xi32>\n"
        "%r = stablehlo.select %all, %x, %y : tensor<i1>, tensor<1xi32>\n"
        "return %r : tensor<1xi32>\n}"
    )
    found = st.equivalent(first, first.replace("return %r", "return %y"))
    assert found.verdict == "different"
    one, other = found.inputs
    assert np.array_equal(one, other)


_COUNTED = (
    "func.func @main(%m: tensor<5xi1>) -> tensor<i1> {\n%z = stablehlo.constant dense<0> : tensor<i32>\n"
    "%i = stablehlo.convert %m : (tensor<5xi1>) -> tensor<5xi32>\n"
    "%n = stablehlo.reduce(%i init: %z) applies stablehlo.add across dimensions = [0]"
    " : (tensor<5xi32>, tensor<i32>) -> tensor<i32>\n%c = stablehlo.constant dense<2> : tensor<i32>\n"
    "%r = stablehlo.compare GT, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>\nreturn %r : tensor<i1>\n}"
)
_ABOVE = _COUNTED.replace("%m: tensor<5xi1>", "%x: tensor<5xf32>").replace(
    "%i =",
    "%b = stablehlo.constant dense<3.0> : tensor<5xf32>\n"
    "%m = stablehlo.compare GT, %x, %b : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>\n%i =",
)
_TEN_OF_20, _TEN_ABOVE = (
    each.replace("5x", "20x").replace("dense<2>", "dense<10>") for each in (_COUNTED, _ABOVE)
)
_REVERSED = (
    "func.func @main(%x: tensor<4xi32>) -> tensor<i1> {\n%t = stablehlo.constant dense<true> : tensor<i1>\n"
    "%y = stablehlo.reverse %x, dims = [0] : tensor<4xi32>\n"
    "%s = stablehlo.compare EQ, %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>\n"
    "%r = stablehlo.reduce(%s init: %t) applies stablehlo.and across dimensions = [0]"
    " : (tensor<4xi1>, tensor<i1>) -> tensor<i1>\n{}return %r : tensor<i1>\n}"
)
_OF_ENDS = (
    "%e = stablehlo.slice %s [0:1] : (tensor<4xi1>) -> tensor<1xi1>\n"
    "%f = stablehlo.reshape %e : (tensor<1xi1>) -> tensor<i1>\n"
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(_COUNTED, _COUNTED.replace("GT", "GE"), id="two of five"),
        pytest.param(_TEN_OF_20, _TEN_OF_20.replace("GT", "GE"), id="ten of twenty"),
        pytest.param(_ABOVE, _ABOVE.replace("GT, %n", "GE, %n"), id="two of five above"),
        pytest.param(_TEN_ABOVE, _TEN_ABOVE.replace("GT, %n", "GE, %n"), id="ten of twenty above"),
        pytest.param(
            _REVERSED.replace("{}", ""),
            _REVERSED.replace("{}return %r", f"{_OF_ENDS}return %f"),
            id="both ends",
        ),
    ],
)
def test_outcomes_of_some_elements_are_tried(first: str, second: str) -> None:
    assert st.equivalent(first, second).verdict == "different"


def test_inputs_on_which_a_loop_takes_too_long_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on x^8 times."""
    monkeypatch.setattr(budget, "_PATIENCE", 0.2)
    powers = [f"%{2 * n} = stablehlo.multiply %{n}, %{n} : tensor<f32>" for n in (1, 2, 4)]
    loop = "\n".join(
        [
            "func.func @main(%x: tensor<f32>) -> tensor<f32> {",
            "%0 = stablehlo.constant dense<0.0> : tensor<f32>",
            "%one = stablehlo.constant dense<1.0> : tensor<f32>",
            "%1 = stablehlo.add %x, %0 : tensor<f32>",
            *powers,
            "%r:2 = stablehlo.while(%i = %0, %s = %0) : tensor<f32>, tensor<f32>",
            "cond { %p = stablehlo.compare LT, %i, %8 : (tensor<f32>, tensor<f32>) -> tensor<i1>",
            "stablehlo.return %p : tensor<i1> }",
            "do { %j = stablehlo.add %i, %one : tensor<f32>",
            "%t = stablehlo.add %s, %x : tensor<f32>",
            "stablehlo.return %j, %t : tensor<f32>, tensor<f32> }",
            "return %r#1 : tensor<f32>",
            "}",
        ]
    )
    other = "%n = stablehlo.negate %x : tensor<f32> %t = stablehlo.subtract %s, %n"
    found = st.equivalent(loop, loop.replace("%t = stablehlo.add %s, %x", other))
    assert found.verdict == "equal"
    assert any(each.startswith("some inputs are not judged") for each in found.assumptions)


def test_a_number_of_iterations_that_great_inputs_alone_need_is_reached() -> None:
    """Numbers are halved until none is above 1, but six times at most."""
    lines = [
        *(f"%{name} = stablehlo.constant dense<{name[1:]}> : tensor<i32>" for name in ("c0", "c1", "c6")),
        *(f"%{name} = stablehlo.constant dense<{x}> : tensor<f32>" for name, x in (("h", 0.5), ("u", 1.0))),
        "%r:2 = stablehlo.while(%i = %c0, %s = %x) : tensor<i32>, tensor<f32>",
        "cond { %p = stablehlo.compare LT, %i, %c6 : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "%q = stablehlo.compare GT, %s, %u : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        "%t = stablehlo.and %p, %q : tensor<i1> stablehlo.return %t : tensor<i1> }",
        "do { %j = stablehlo.add %i, %c1 : tensor<i32> %m = stablehlo.multiply %s, %h : tensor<f32>",
        "stablehlo.return %j, %m : tensor<i32>, tensor<f32> }",
        "return %r#1 : tensor<f32>",
    ]
    program = _function(*lines, arguments="%x: tensor<f32>", result="tensor<f32>")
    assert st.equivalent(program, program.replace("dense<6>", "dense<7>")).verdict == "different"


def test_what_differs_for_equal_numbers_only_is_said() -> None:
    found = st.equivalent(_step("GT", 0.5), _step("GE", 0.5))
    assert found.verdict == "equal"
    (note,) = (each for each in found.assumptions if "compared" in each)
    assert note.endswith("is 0 and 1")


def test_what_is_the_same_for_equal_numbers_is_not_mentioned() -> None:
    selected = _function(
        f"%t = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%p = stablehlo.compare GE, %x, %t : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
        f"%r = stablehlo.select %p, %x, %t : tensor<4xi1>, {_TYPE}",
        f"return %r : {_TYPE}",
    )
    greatest = _clamp(0.0).replace("minimum", "maximum")
    found = st.equivalent(greatest, selected)
    assert (found.verdict, found.assumptions) == ("equal", ())


def _masked(padding: int) -> str:
    return _function(
        f"%c = stablehlo.constant dense<{padding}> : tensor<4xi32>",
        "%p = stablehlo.compare NE, %i, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>",
        f"%z = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%r = stablehlo.select %p, %x, %z : tensor<4xi1>, {_TYPE}",
        f"return %r : {_TYPE}",
        arguments=f"%x: {_TYPE}, %i: tensor<4xi32>",
    )


def test_integers_that_a_program_compares_with_are_tried() -> None:
    assert st.equivalent(_masked(-100), again(_masked(-100))).verdict == "equal"
    assert st.equivalent(_masked(-100), _masked(-101)).verdict == "different"


_ROWS = (
    "%k = stablehlo.reshape %i : (tensor<3xi32>) -> tensor<3x1xi32>",
    '%r = "stablehlo.gather"(%x, %k) {dimension_numbers = #stablehlo.gather<offset_dims = [1],'
    " collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,"
    " slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}"
    " : (tensor<4x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>",
)


def test_a_check_of_bounds_brings_no_indices_beyond_them() -> None:
    """What a program that checks them returns beyond the bounds is seldom meant; -1 may be padding."""

    def checked(bound: str) -> str:
        return _function(
            *_ROWS,
            f"%c = stablehlo.constant dense<{bound[3:]}> : tensor<3xi32>",
            f"%p = stablehlo.compare {bound[:2]}, %i, %c : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>",
            "%q = stablehlo.broadcast_in_dim %p, dims = [0] : (tensor<3xi1>) -> tensor<3x2xi1>",
            "%z = stablehlo.constant dense<0.0> : tensor<3x2xf32>",
            "%s = stablehlo.select %q, %r, %z : tensor<3x2xi1>, tensor<3x2xf32>",
            "return %s : tensor<3x2xf32>",
            arguments="%x: tensor<4x2xf32>, %i: tensor<3xi32>",
            result="tensor<3x2xf32>",
        )

    assert st.equivalent(checked("LT 4"), checked("LT 5")).verdict == "equal"
    assert st.equivalent(checked("NE -1"), checked("NE -2")).verdict == "different"


def test_places_of_an_axis_are_within_it() -> None:
    """Out of bounds, a row of a table is the last one, and that of a one-hot product is zero."""
    rows = _function(
        *_ROWS,
        "return %r : tensor<3x2xf32>",
        arguments="%x: tensor<4x2xf32>, %i: tensor<3xi32>",
        result="tensor<3x2xf32>",
    )
    product = _function(
        "%k = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<3xi32>) -> tensor<3x4xi32>",
        "%n = stablehlo.iota dim = 1 : tensor<3x4xi32>",
        "%p = stablehlo.compare EQ, %k, %n : (tensor<3x4xi32>, tensor<3x4xi32>) -> tensor<3x4xi1>",
        "%h = stablehlo.convert %p : (tensor<3x4xi1>) -> tensor<3x4xf32>",
        "%r = stablehlo.dot_general %h, %x, contracting_dims = [1] x [0]"
        " : (tensor<3x4xf32>, tensor<4x2xf32>) -> tensor<3x2xf32>",
        "return %r : tensor<3x2xf32>",
        arguments="%x: tensor<4x2xf32>, %i: tensor<3xi32>",
        result="tensor<3x2xf32>",
    )
    found = st.equivalent(rows, product)
    assert found.verdict == "equal"
    assert (
        "argument 1: integers from 0 to 3 are tested, not proved: they are indices of stablehlo.gather"
        in (found.assumptions)
    )


def _total_of_roots(factor: float) -> str:
    return _function(
        f"%c = stablehlo.constant dense<{factor}> : {_TYPE}",
        f"%q = stablehlo.sqrt %x : {_TYPE}",
        f"%m = stablehlo.multiply %q, %c : {_TYPE}",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [0]"
        f" : ({_TYPE}, tensor<f32>) -> tensor<f32>",
        f"return %x, %r : {_TYPE}, tensor<f32>",
        result=f"({_TYPE}, tensor<f32>)",
    )


def test_a_result_that_is_not_a_number_is_compared_where_it_is_one() -> None:
    assert st.equivalent(_total_of_roots(2.0), again(_total_of_roots(2.0))).verdict == "equal"
    assert st.equivalent(_total_of_roots(2.0), _total_of_roots(3.0)).verdict == "different"


def test_a_result_that_is_never_a_number_shows_nothing() -> None:
    root = _function(
        f"%c = stablehlo.constant dense<-1.0> : {_TYPE}",
        f"%q = stablehlo.sqrt %c : {_TYPE}",
        f"%r = stablehlo.add %q, %x : {_TYPE}",
        f"return %r : {_TYPE}",
    )
    found = st.equivalent(root, root.replace("add", "subtract"))
    assert (found.verdict, found.reason) == ("unknown", "result 0 is NaN in both programs")


def test_a_result_that_is_no_number_below_1_is_one_beyond() -> None:
    """NaN decides on all inputs at random, too, so that those in (0, 1) are tried."""
    type, truths = "tensor<64xf32>", "tensor<64xi1>"
    first = _function(
        f"%one = stablehlo.constant dense<1.0> : {type}",
        f"%d = stablehlo.subtract %x, %one : {type}",
        f"%l = stablehlo.log %d : {type}",
        f"%m = stablehlo.negate %l : {type}",
        f"%p = stablehlo.compare GT, %l, %m : ({type}, {type}) -> {truths}",
        f"%t = stablehlo.add %l, %l : {type}",
        f"%r = stablehlo.select %p, %l, %t : {truths}, {type}",
        f"return %r : {type}",
        arguments=f"%x: {type}",
        result=type,
    )
    second = first.replace("stablehlo.add %l, %l", "stablehlo.subtract %l, %m")
    assert st.equivalent(first, second).verdict == "equal"


def _scaled(*factors: str) -> str:
    lines, value = [], "%x"
    for number, factor in enumerate(factors):
        lines.append(f"%c{number} = stablehlo.constant dense<{factor}> : {_TYPE}")
        lines.append(f"%y{number} = stablehlo.multiply {value}, %c{number} : {_TYPE}")
        value = f"%y{number}"
    return _function(*lines, f"return {value} : {_TYPE}")


def test_constants_that_are_rounded_otherwise_are_no_difference() -> None:
    """Euler's constant, and three factors of it, each rounded to f32."""
    once, parts = _scaled("0.577215665"), ["0.831243873", "0.912345679", "0.761114914"]
    assert st.equivalent(once, _scaled(*parts)).verdict == "unknown"
    parts[0] = "0.831244873"
    assert st.equivalent(once, _scaled(*parts)).verdict == "different"


def test_whole_quotients_of_integers_decide_nothing_closely() -> None:
    """The remainder of halves of integers by 1 is 0 or 1/2, exactly."""
    function = _function(
        "%a = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>",
        f"%h = stablehlo.constant dense<0.5> : {_TYPE}",
        f"%o = stablehlo.constant dense<1.0> : {_TYPE}",
        f"%m = stablehlo.multiply %a, %h : {_TYPE}",
        f"%r = stablehlo.remainder %m, %o : {_TYPE}",
        f"return %r : {_TYPE}",
        arguments="%i: tensor<4xi32>",
    )
    assert st.equivalent(function, again(function)).verdict == "equal"


_BODIES = {
    "map": "(%x) ({{^bb0(%a: tensor<f32>): {}}}) {{dimensions = array<i64: 0>}} : (tensor<4xf32>)",
    "reduce": "(%m, %c) ({{^bb0(%a: tensor<f32>, %b: tensor<f32>): {}}}) {{dimensions = array<i64: 1>}}"
    " : (tensor<4x3xf32>, tensor<f32>)",
    "reduce_window": "(%x, %c) ({{^bb0(%a: tensor<f32>, %b: tensor<f32>): {}}})"
    " {{window_dimensions = array<i64: 1>}} : (tensor<4xf32>, tensor<f32>)",
    "scatter": "(%x, %i, %x) ({{^bb0(%a: tensor<f32>, %b: tensor<f32>): {}}})"
    " {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}"
    " : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>)",
    "select_and_scatter": "(%x, %x, %c) ({{^bb0(%d: tensor<f32>, %e: tensor<f32>): %g = stablehlo.compare GE,"
    " %d, %e : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %g : tensor<i1>}},"
    " {{^bb0(%a: tensor<f32>, %b: tensor<f32>): {}}}) "
    "{{window_dimensions = array<i64: 1>}} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>)",
}
_BODY_ARGUMENTS = "%x: tensor<4xf32>, %m: tensor<4x3xf32>, %i: tensor<4x1xi32>, %c: tensor<f32>"


@pytest.mark.parametrize("op", _BODIES)
def test_a_body_may_return_what_is_none_of_its_arguments(op: str) -> None:
    def function(body: str) -> str:
        return _function(
            f'%r = "stablehlo.{op}"{_BODIES[op].format(body)} -> {_TYPE}',
            f"return %r : {_TYPE}",
            arguments=_BODY_ARGUMENTS,
        )

    outer = function("stablehlo.return %c : tensor<f32>")
    copied = "%o = stablehlo.constant dense<1.0> : tensor<f32> %k = stablehlo.multiply %c, %o : tensor<f32> "
    assert st.equivalent(outer, function(f"{copied} stablehlo.return %k : tensor<f32>")).verdict == "equal"
    constant = function("%k = stablehlo.constant dense<2.0> : tensor<f32> stablehlo.return %k : tensor<f32>")
    assert st.equivalent(outer, constant).verdict == "different"


def _branches(op: str, index: str, *results: str) -> str:
    regions = ", ".join(f"{{stablehlo.return {each} : {_TYPE}}}" for each in results)
    return _function(
        f'%r = "stablehlo.{op}"(%i) ({regions}) : ({index}) -> {_TYPE}',
        f"return %r : {_TYPE}",
        arguments=f"%x: {_TYPE}, %y: {_TYPE}, %z: {_TYPE}, %i: {index}",
    )


@pytest.mark.parametrize(("op", "index"), [("case", "tensor<i32>"), ("if", "tensor<i1>")])
def test_each_branch_is_tried(op: str, index: str) -> None:
    right = ["%x", "%y"] if op == "if" else ["%x", "%y", "%x", "%y", "%x"]
    for place in range(len(right)):
        wrong = [*right[:place], "%z", *right[place + 1 :]]
        first, second = (_branches(op, index, *each) for each in (right, wrong))
        assert st.equivalent(first, second).verdict == "different"


def test_a_negative_index_takes_the_last_branch() -> None:
    index = "tensor<i32>"
    selected = [
        _function(
            f"%k = stablehlo.constant dense<0> : {index}",
            f"%p = stablehlo.compare {direction}, %i, %k : ({index}, {index}) -> tensor<i1>",
            f"%r = stablehlo.select %p, %x, %y : tensor<i1>, {_TYPE}",
            f"return %r : {_TYPE}",
            arguments=f"%x: {_TYPE}, %y: {_TYPE}, %z: {_TYPE}, %i: {index}",
        )
        for direction in ("EQ", "LE")
    ]
    same, other = (st.equivalent(_branches("case", index, "%x", "%y"), each) for each in selected)
    assert (same.verdict, other.verdict) == ("equal", "different")


def test_a_search_that_is_cut_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(paths, "_SHARE_OF_PROOF", 0.0)
    monkeypatch.setattr(Crossing, "turning_points", lambda *_: pytest.fail("a window is sought"))
    for program in (_step("GT", 20.0), _within(2.0)):
        found = st.equivalent(program, again(program))
        assert found.verdict == "equal"
        assert any("the search for other paths stopped after 0 s" in each for each in found.assumptions)


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_proof_with_another_outcome_is_begun_in_time(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A square below its threshold is negative where that outcome is imposed; no law gives it a root."""
    monkeypatch.setattr(paths, "_LEAST_SECONDS", seconds)
    monkeypatch.setattr(paths, "_SHARE_OF_PROOF", 0.0)
    made, attempt = [], attempts._attempt
    monkeypatch.setattr(
        attempts, "_attempt", lambda pair, *given: made.append(pair.imposed) or attempt(pair, *given)
    )
    monkeypatch.setattr(Crossing, "on_other_sides", lambda _: iter(()))

    def rooted(*sum: str) -> str:
        return _function(
            f"%c = stablehlo.constant dense<1.0e-5> : {_TYPE}",
            f"%q = stablehlo.multiply %x, %x : {_TYPE}",
            *(f"{each} : {_TYPE}" for each in sum),
            f"%r = stablehlo.sqrt %s : {_TYPE}",
            f"return %r : {_TYPE}",
        )

    bounds = "%g = stablehlo.maximum %q, %c", "%l = stablehlo.minimum %q, %c"
    found = st.equivalent(rooted("%s = stablehlo.add %q, %c"), rooted(*bounds, "%s = stablehlo.add %g, %l"))
    imposed = [each for each in made if each is not None]
    is_cut = any("the search for other paths stopped after 0 s" in each for each in found.assumptions)
    assert (len(imposed) == 1, is_cut) == (seconds == 0, seconds == 0)


def test_a_tie_of_integers_is_tried() -> None:
    """The first place of the greatest integer, and the last one."""

    def place(reduction: str, other: int) -> str:
        vector = "tensor<9xi8>"
        return _function(
            "%l = stablehlo.constant dense<-128> : tensor<i8>",
            f"%m = stablehlo.reduce(%i init: %l) applies stablehlo.maximum across dimensions = [0]"
            f" : ({vector}, tensor<i8>) -> tensor<i8>",
            f"%b = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<i8>) -> {vector}",
            f"%p = stablehlo.compare EQ, %i, %b : ({vector}, {vector}) -> tensor<9xi1>",
            f"%n = stablehlo.iota dim = 0 : {vector}",
            f"%o = stablehlo.constant dense<{other}> : {vector}",
            f"%s = stablehlo.select %p, %n, %o : tensor<9xi1>, {vector}",
            f"%e = stablehlo.constant dense<{other}> : tensor<i8>",
            f"%r = stablehlo.reduce(%s init: %e) applies stablehlo.{reduction} across dimensions = [0]"
            f" : ({vector}, tensor<i8>) -> tensor<i8>",
            "return %r : tensor<i8>",
            arguments=f"%i: {vector}",
            result="tensor<i8>",
        )

    assert st.equivalent(place("minimum", 9), place("maximum", -1)).verdict == "different"


def test_a_bound_of_an_integer_is_exceeded() -> None:
    """As that of the steps of a schedule, which are floats."""

    def bounded(*lines: str) -> str:
        return _function(
            "%x = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>",
            "%c = stablehlo.constant dense<1.0e+02> : tensor<f32>",
            *lines,
            "%r = stablehlo.cosine %m : tensor<f32>",
            "return %r : tensor<f32>",
            arguments="%i: tensor<i32>",
            result="tensor<f32>",
        )

    first = bounded("%m = stablehlo.minimum %x, %c : tensor<f32>")
    found = st.equivalent(first, bounded("%m = stablehlo.maximum %x, %x : tensor<f32>"))
    assert found.verdict == "different"
    assert found.inputs[0] > 100


@pytest.mark.parametrize("epsilon", [1e-13, 2e-13])
def test_a_small_constant_is_told_beside_small_numbers(epsilon: float) -> None:
    """Beside numbers of 1, f64 rounds by as much as one is from the other."""

    def signed(epsilon: float) -> str:
        return _function(
            f"%c = stablehlo.constant dense<{epsilon}> : {_TYPE}",
            f"%a = stablehlo.abs %x : {_TYPE}",
            f"%s = stablehlo.add %a, %c : {_TYPE}",
            f"%r = stablehlo.divide %x, %s : {_TYPE}",
            f"return %r : {_TYPE}",
        )

    found = st.equivalent(again(signed(1e-13)), signed(epsilon))
    assert found.verdict == ("equal" if epsilon == 1e-13 else "different")


def test_indices_of_four_bits_are_tried() -> None:
    def taken(*lines: str) -> str:
        return _function(
            "%k = stablehlo.convert %i : (tensor<4xi4>) -> tensor<4xi32>",
            '%r = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = '
            "[0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> "
            ": (tensor<20xf32>, tensor<4xi32>) -> tensor<4xf32>",
            *lines,
            arguments="%x: tensor<20xf32>, %i: tensor<4xi4>",
        )

    again = (f"%s = stablehlo.add %r, %r : {_TYPE}", f"%d = stablehlo.subtract %s, %r : {_TYPE}")
    assert st.equivalent(taken(f"return %r : {_TYPE}"), taken(*again, f"return %d : {_TYPE}"))


def test_each_index_of_an_array_is_tried() -> None:
    """Few of the indices drawn may be the last one, or none."""

    def taken(*lines: str) -> str:
        return _function(
            *lines,
            '%r = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = '
            "[0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> "
            ": (tensor<20xf32>, tensor<4xi32>) -> tensor<4xf32>",
            f"return %r : {_TYPE}",
            arguments="%x: tensor<20xf32>, %i: tensor<4xi32>",
        )

    integers = "tensor<4xi32>"
    whole = taken(f"%c = stablehlo.constant dense<0> : {integers}", f"%k = stablehlo.add %i, %c : {integers}")
    for last in (18, 6):
        bounded = (
            f"%c = stablehlo.constant dense<{last}> : {integers}",
            f"%k = stablehlo.minimum %i, %c : {integers}",
        )
        found = st.equivalent(whole, taken(*bounded))
        assert (last, found.verdict) == (last, "different")


_CHOICE = f"stablehlo.select {{}} : tensor<4xi1>, {_TYPE}"


def _within(factor: float, joining: str = "and", directions: str = "GT LT") -> str:
    """A factor of what is in a window."""
    constants = {"a": 3.0, "b": 3.01, "f": factor}
    return _function(
        *(f"%{name} = stablehlo.constant dense<{each}> : {_TYPE}" for name, each in constants.items()),
        *(
            f"%p{name} = stablehlo.compare {each}, %x, %{name} : ({_TYPE}, {_TYPE}) -> tensor<4xi1>"
            for name, each in zip("ab", directions.split(), strict=True)
        ),
        f"%p = stablehlo.{joining} %pa, %pb : tensor<4xi1>",
        f"%m = stablehlo.multiply %x, %f : {_TYPE}",
        f"%r = stablehlo.select %p, {'%m, %x' if joining == 'and' else '%x, %m'} : tensor<4xi1>, {_TYPE}",
        f"return %r : {_TYPE}",
    )


@pytest.mark.parametrize(("joining", "directions"), [("and", "GT LT"), ("or", "LE GE")])
def test_a_window_that_no_input_drawn_is_in_is_entered(joining: str, directions: str) -> None:
    """Both programs decide by the same numbers, and each comparison has both outcomes."""
    first, third = (_within(factor, joining, directions) for factor in (2.0, 3.0))
    same, other = (st.equivalent(again(first), each) for each in (first, third))
    assert (same.verdict, same.assumptions) == ("equal", ())
    assert other.verdict == "different"
    assert ((other.inputs[0] > 3) & (other.inputs[0] < np.float32(3.01))).any()


def test_a_window_of_nested_choices_is_entered() -> None:
    """Nothing joins the outcomes, and each comparison has both, but no input drawn is between 3 and 3.01."""

    def nested(factor: float) -> str:
        joined = f"%p = stablehlo.and %pa, %pb : tensor<4xi1>\n%m = stablehlo.multiply %x, %f : {_TYPE}"
        chosen = f"%m = stablehlo.multiply %x, %f : {_TYPE}\n%s = {_CHOICE.format('%pb, %m, %x')}"
        text = _within(factor).replace(joined, chosen)
        return text.replace(_CHOICE.format("%p, %m, %x"), _CHOICE.format("%pa, %s, %x"))

    assert st.equivalent(nested(2.0), nested(3.0)).verdict == "different"


def test_a_difference_of_masks_is_found_at_a_moderate_size() -> None:
    """A mask of -30 leaks 1e-13, which may be rounding; far greater inputs exceed the range of exp."""

    def softmax(mask: str) -> str:
        return _function(
            f"%m = stablehlo.constant dense<[0.0, 0.0, {mask}, {mask}]> : {_TYPE}",
            "%k = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>",
            f"%y = stablehlo.negate %x : {_TYPE}",
            f"%z = stablehlo.minimum %x, %y : {_TYPE}",
            f"%s = stablehlo.select %k, %z, %m : tensor<4xi1>, {_TYPE}",
            f"%e = stablehlo.exponential %s : {_TYPE}",
            "%i = stablehlo.constant dense<0.0> : tensor<f32>",
            f"%t = stablehlo.reduce(%e init: %i) applies stablehlo.add across dimensions = [0] : ({_TYPE}, "
            "tensor<f32>) -> tensor<f32>",
            f"%b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> {_TYPE}",
            f"%r = stablehlo.divide %e, %b : {_TYPE}",
            f"return %r : {_TYPE}",
        )

    assert st.equivalent(softmax("-30.0"), softmax("0xFF800000")).verdict == "different"


@pytest.mark.parametrize("is_rounded", [False, True])
def test_what_only_equal_numbers_lead_to_is_said_where_both_decide_by_them(*, is_rounded: bool) -> None:
    """Where neither x > y nor y > x, as where the first one of several maxima is sought.

    y may be 1 - 3 (1 / 3) without x, which is 0 but not in f64.
    """
    one, three = (f"stablehlo.constant dense<{each}> : {_TYPE}" for each in (1.0, 3.0))
    sum_of_thirds = (
        f"%one = {one}",
        f"%three = {three}",
        f"%t = stablehlo.divide %one, %three : {_TYPE}",
        f"%a = stablehlo.subtract %one, %t : {_TYPE}",
        f"%b = stablehlo.subtract %a, %t : {_TYPE}",
        f"%y = stablehlo.subtract %b, %t : {_TYPE}",
    )

    def ordered(otherwise: float) -> str:
        return _function(
            *(sum_of_thirds if is_rounded else ()),
            f"%p = stablehlo.compare GT, %x, %y : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            f"%q = stablehlo.compare GT, %y, %x : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            f"%o = stablehlo.constant dense<{otherwise}> : {_TYPE}",
            f"%s = stablehlo.select %q, %y, %o : tensor<4xi1>, {_TYPE}",
            f"%r = stablehlo.select %p, %x, %s : tensor<4xi1>, {_TYPE}",
            f"return %r : {_TYPE}",
            arguments=f"%x: {_TYPE}" + f", %y: {_TYPE}" * (not is_rounded),
        )

    same, other = (st.equivalent(again(ordered(1.0)), ordered(otherwise)) for otherwise in (1.0, 2.0))
    assert (same.verdict, same.assumptions) == ("equal", ())
    assert other.verdict == "equal"
    assert any(each.startswith("compared numbers are not equal; where") for each in other.assumptions)


@pytest.mark.parametrize(("bound", "number"), [("minimum", 7), ("maximum", 1)])
def test_a_path_on_which_all_comparisons_have_one_outcome_is_taken(bound: str, number: int) -> None:
    """A count of 8 numbers beyond a threshold, which is seldom 8 and seldom 0."""

    def counted(result: str) -> str:
        return _function(
            "%t = stablehlo.constant dense<0.125> : tensor<8xf32>",
            f"%c = stablehlo.constant dense<{number}> : tensor<i32>",
            "%zero = stablehlo.constant dense<0> : tensor<i32>",
            "%p = stablehlo.compare GT, %x, %t : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>",
            "%i = stablehlo.convert %p : (tensor<8xi1>) -> tensor<8xi32>",
            "%n = stablehlo.reduce(%i init: %zero) applies stablehlo.add across dimensions = [0] "
            ": (tensor<8xi32>, tensor<i32>) -> tensor<i32>",
            f"%b = stablehlo.{bound} %n, %c : tensor<i32>",
            f"return %{result} : tensor<i32>",
            arguments="%x: tensor<8xf32>",
            result="tensor<i32>",
        )

    found = st.equivalent(counted("n"), counted("b"))
    assert found.verdict == "different"
    assert (found.inputs[0] > 0.125).all() == (bound == "minimum")


def test_great_integers_of_a_short_array_are_tried() -> None:
    """Half of a sum: (x + y) >> 1 overflows, and (x & y) + ((x ^ y) >> 1) does not."""
    type = "tensor<2xi32>"

    def averaged(*lines: str) -> str:
        return _function(
            f"%one = stablehlo.constant dense<1> : {type}",
            *(f"%{name} = stablehlo.{line} : {type}" for name, line in zip("abcr", lines, strict=True)),
            f"return %r : {type}",
            arguments=f"%x: {type}, %y: {type}",
            result=type,
        )

    shifted = "shift_right_arithmetic %b, %one"
    first = averaged("and %x, %y", "xor %x, %y", shifted, "add %a, %c")
    second = averaged("or %x, %y", "add %x, %y", shifted, "or %c, %c")
    found = st.equivalent(first, second)
    assert found.verdict == "different"
    x, y = (each.astype(np.int64) for each in found.inputs)
    assert (np.abs(x + y) >= 2**31 - 1).any()


def test_a_mark_of_64_bits_is_counted() -> None:
    def counted(least: int) -> str:
        return _function(
            f"%c = stablehlo.constant dense<{2**64 - 1}> : tensor<5xui64>",
            "%p = stablehlo.compare EQ, %x, %c : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xi1>",
            "%i = stablehlo.convert %p : (tensor<5xi1>) -> tensor<5xi32>",
            "%z = stablehlo.constant dense<0> : tensor<i32>",
            "%n = stablehlo.reduce(%i init: %z) applies stablehlo.add across dimensions = [0] "
            ": (tensor<5xi32>, tensor<i32>) -> tensor<i32>",
            f"%l = stablehlo.constant dense<{least}> : tensor<i32>",
            "%r = stablehlo.maximum %n, %l : tensor<i32>",
            "return %r : tensor<i32>",
            arguments="%x: tensor<5xui64>",
            result="tensor<i32>",
        )

    assert st.equivalent(counted(-1), counted(0)).verdict == "equal"
    assert st.equivalent(counted(3), counted(4)).verdict == "different"


def _taken(index: str) -> str:
    """Elements at indices as they are, %i, clamped, %k, or their remainders, %m: the same within bounds."""
    return _function(
        "%c = stablehlo.constant dense<15> : tensor<4xi32>",
        "%m = stablehlo.and %i, %c : tensor<4xi32>",
        "%z = stablehlo.constant dense<0> : tensor<4xi32>",
        "%k = stablehlo.clamp %z, %i, %c : tensor<4xi32>",
        f'%r = "stablehlo.gather"(%x, %{index}) <{{dimension_numbers = #stablehlo.gather<'
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
        "slice_sizes = array<i64: 1>}> : (tensor<16xf32>, tensor<4xi32>) -> tensor<4xf32>",
        f"return %r : {_TYPE}",
        arguments="%x: tensor<16xf32>, %i: tensor<4xi32>",
    )


def test_what_differs_where_indices_are_beyond_bounds_is_said() -> None:
    same, other = (st.equivalent(_taken("i"), _taken(each)) for each in "km")
    assert (same.verdict, other.verdict) == ("equal", "equal")
    assert not any("indices are within" in each for each in same.assumptions)
    assert any(each.startswith("indices are within bounds;") for each in other.assumptions)


@pytest.mark.parametrize(("first", "second"), [("GE", "EQ"), ("LE", "EQ")])
def test_indices_of_an_array_are_greater_than_those_of_another(first: str, second: str) -> None:
    pair = "tensor<4xi32>"

    def compared(direction: str) -> str:
        return _function(
            *(
                f'%{taken} = "stablehlo.gather"(%x, %{index}) <{{dimension_numbers = #stablehlo.gather<'
                "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
                f"slice_sizes = array<i64: 1>}}> : ({_TYPE}, {pair}) -> {_TYPE}"
                for taken, index in ("ai", "bj")
            ),
            f"%p = stablehlo.compare {direction}, %i, %j : ({pair}, {pair}) -> tensor<4xi1>",
            f"%r = stablehlo.select %p, %a, %b : tensor<4xi1>, {_TYPE}",
            f"return %r : {_TYPE}",
            arguments=f"%x: {_TYPE}, %y: {_TYPE}, %i: {pair}, %j: {pair}",
        )

    assert st.equivalent(compared(first), compared(second)).verdict == "different"


@pytest.mark.parametrize("place", [0, 1])
def test_indices_of_each_axis_are_beyond_bounds(place: int) -> None:
    """Of vectors of two indices, one is clamped to its axis, or its remainder is taken."""

    def taken(kept: str) -> str:
        parts = [kept if each == place else "%i" for each in range(2)]
        pair, one = "tensor<5x2xi32>", "tensor<5x1xi32>"
        return _function(
            f"%c = stablehlo.constant dense<3> : {pair}",
            f"%z = stablehlo.constant dense<0> : {pair}",
            f"%m = stablehlo.and %i, %c : {pair}",
            f"%k = stablehlo.clamp %z, %i, %c : {pair}",
            *(
                f"%{n} = stablehlo.slice {part} [0:5, {n}:{n + 1}] : ({pair}) -> {one}"
                for n, part in enumerate(parts)
            ),
            f"%j = stablehlo.concatenate %0, %1, dim = 1 : ({one}, {one}) -> {pair}",
            '%r = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<'
            "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, "
            f"slice_sizes = array<i64: 1, 1>}}> : (tensor<4x4xf32>, {pair}) -> tensor<5xf32>",
            "return %r : tensor<5xf32>",
            arguments=f"%x: tensor<4x4xf32>, %i: {pair}",
            result="tensor<5xf32>",
        )

    found = st.equivalent(taken("%k"), taken("%m"))
    assert found.verdict == "equal"
    assert any(each.startswith("indices are within bounds;") for each in found.assumptions)


def test_a_pass_that_changes_what_is_beyond_bounds_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for number, index in enumerate("ikim"):
        (tmp_path / f"{number}_stage.mlir").write_text(_taken(index))
    assert execute(["equiv", "--passes", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines if "indices are within" in line] == [["indices", "are"]]
    assert "3_stage.mlir" in lines[-2]


def test_what_differs_where_an_index_is_counted_from_the_end_is_said() -> None:
    """-8 is 0, or 1 if 9 is added instead; -1 and -9 are clamped to the same place."""

    def updated(count: int) -> str:
        return _function(
            "%z = stablehlo.constant dense<0> : tensor<i32>",
            f"%n = stablehlo.constant dense<{count}> : tensor<i32>",
            "%p = stablehlo.compare LT, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            "%a = stablehlo.add %i, %n : tensor<i32>",
            "%s = stablehlo.select %p, %a, %i : tensor<i1>, tensor<i32>",
            "%r = stablehlo.dynamic_update_slice %x, %y, %s : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> "
            "tensor<8xf32>",
            "return %r : tensor<8xf32>",
            arguments="%x: tensor<8xf32>, %y: tensor<1xf32>, %i: tensor<i32>",
            result="tensor<8xf32>",
        )

    found = st.equivalent(updated(8), updated(9))
    assert found.verdict == "equal"
    assert any(each.startswith("indices are within bounds;") for each in found.assumptions)


def test_each_row_that_a_scatter_may_write_is_tried() -> None:
    """The indices are vectors of one number: they are bounded by 6 rows, and not by 3 columns."""

    def scattered(last: int) -> str:
        return _function(
            f"%c = stablehlo.constant dense<{last}> : tensor<2x1xi32>",
            "%k = stablehlo.minimum %i, %c : tensor<2x1xi32>",
            '%r = "stablehlo.scatter"(%x, %k, %u) <{scatter_dimension_numbers = #stablehlo.scatter<'
            "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
            "index_vector_dim = 1>}> ({",
            "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
            "%s = stablehlo.add %a, %b : tensor<f32>",
            "stablehlo.return %s : tensor<f32>",
            "}) : (tensor<6x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<6x3xf32>",
            "return %r : tensor<6x3xf32>",
            arguments="%x: tensor<6x3xf32>, %i: tensor<2x1xi32>, %u: tensor<2x3xf32>",
            result="tensor<6x3xf32>",
        )

    assert st.equivalent(scattered(5), scattered(4)).verdict == "different"


def test_the_logarithm_of_0_is_not_beyond_f64() -> None:
    def logarithm(*lines: str) -> str:
        return _function(
            f"%z = stablehlo.constant dense<0.0> : {_TYPE}",
            f"%i = stablehlo.constant dense<0xFF800000> : {_TYPE}",
            f"%p = stablehlo.compare GT, %x, %z : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            *lines,
            f"return %r : {_TYPE}",
        )

    of_zeros = logarithm(f"%m = stablehlo.maximum %x, %z : {_TYPE}", f"%r = stablehlo.log %m : {_TYPE}")
    chosen = logarithm(
        f"%l = stablehlo.log %x : {_TYPE}", f"%r = stablehlo.select %p, %l, %i : tensor<4xi1>, {_TYPE}"
    )
    assert st.equivalent(of_zeros, chosen).verdict == "equal"


def test_what_differs_where_one_of_two_numbers_is_0_is_said() -> None:
    """x / y where y is not 0, and 0 or x where it is."""

    def divided(otherwise: str) -> str:
        return _function(
            f"%zero = stablehlo.constant dense<0.0> : {_TYPE}",
            f"%one = stablehlo.constant dense<1.0> : {_TYPE}",
            f"%p = stablehlo.compare EQ, %y, %zero : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            f"%s = stablehlo.select %p, %one, %y : tensor<4xi1>, {_TYPE}",
            f"%q = stablehlo.divide %x, %s : {_TYPE}",
            f"%r = stablehlo.select %p, %{otherwise}, %q : tensor<4xi1>, {_TYPE}",
            f"return %r : {_TYPE}",
            arguments=f"%x: {_TYPE}, %y: {_TYPE}",
        )

    same, other = (st.equivalent(divided("x"), divided(each)) for each in ("q", "zero"))
    assert (same.verdict, other.verdict) == ("equal", "equal")
    told = [any("are not equal; where" in each for each in found.assumptions) for found in (same, other)]
    assert told == [False, True]


def test_what_several_outcomes_reach_is_visited_once() -> None:
    module = st.parse(
        _function(
            f"%p = stablehlo.compare LT, %x, %x : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            f"%q = stablehlo.compare LT, %x, %x : ({_TYPE}, {_TYPE}) -> tensor<4xi1>",
            "%0 = stablehlo.and %p, %q : tensor<4xi1>",
            "%1 = stablehlo.not %0 : tensor<4xi1>",
            "return %1 : tensor<4xi1>",
            result="tensor<4xi1>",
        )
    )
    dependents = Dependents(module)
    outcomes = [each.results[0] for each in dependents.index.named("stablehlo.compare")]
    users = [each.name for each in users_of(outcomes, dependents)]
    assert users.count("stablehlo.not") == users.count("func.return") == 1


def _replaced(op: str, direction: str, threshold: float, constant: float, size: int) -> str:
    """A function, or a constant beyond a threshold."""
    type, mask = f"tensor<{size}xf32>", f"tensor<{size}xi1>"
    return _function(
        f"%t = stablehlo.constant dense<{threshold}> : {type}",
        f"%c = stablehlo.constant dense<{constant}> : {type}",
        f"%p = stablehlo.compare {direction}, %x, %t : ({type}, {type}) -> {mask}",
        f"%f = stablehlo.{op} %x : {type}",
        f"%r = stablehlo.select %p, %c, %f : {mask}, {type}",
        f"return %r : {type}",
        arguments=f"%x: {type}",
        result=type,
    )


@pytest.mark.parametrize("size", [4, 128])
@pytest.mark.parametrize(
    ("op", "direction", "threshold", "constant", "verdict"),
    [
        ("exponential", "LT", -60.0, 0.0, ("different", "unknown")),
        ("logistic", "GT", 40.0, 1.0, ("unknown",)),
        ("tanh", "GT", 20.0, 1.0, ("unknown",)),
        ("logistic", "GT", 40.0, 1.001, ("different",)),
    ],
)
def test_a_function_that_is_almost_constant_is_no_constant(
    op: str, direction: str, threshold: float, constant: float, verdict: tuple[str, ...], size: int
) -> None:
    """In f64, beside greater results, or beside 1, they are the same."""
    type = f"tensor<{size}xf32>"
    plain = _function(
        f"%r = stablehlo.{op} %x : {type}", f"return %r : {type}", arguments=f"%x: {type}", result=type
    )
    found = st.equivalent(plain, _replaced(op, direction, threshold, constant, size))
    assert found.verdict in verdict
    assert "on another path" in found.reason


@pytest.mark.parametrize(("direction", "is_noted"), [("GT", True), ("EQ", True), ("LT", False)])
@pytest.mark.parametrize("threshold", [1.0, 2.0, -3.0])
def test_ties_of_arguments_with_constants_are_noted(direction: str, threshold: float, is_noted: bool) -> None:
    """Programs that differ only where an argument has one value, as clips and their gradients do."""
    type = "tensor<5xf32>"

    def program(direction: str, *branches: str) -> str:
        return _function(
            f"%t = stablehlo.constant dense<{threshold}> : {type}",
            f"%y = stablehlo.add %x, %x : {type}",
            f"%p = stablehlo.compare {direction}, %x, %t : ({type}, {type}) -> tensor<5xi1>",
            f"%r = stablehlo.select %p, {', '.join(branches)} : tensor<5xi1>, {type}",
            f"return %r : {type}",
            arguments=f"%x: {type}",
            result=type,
        )

    same = _function(
        f"%r = stablehlo.add %x, %x : {type}", f"return %r : {type}", arguments=f"%x: {type}", result=type
    )
    others = {
        "GT": (program("GT", "%x", "%y"), program("GE", "%x", "%y")),
        "EQ": (program("EQ", "%x", "%y"), same),
        "LT": (program("LT", "%x", "%y"), program("GE", "%y", "%x")),
    }
    proof = st.equivalent(*others[direction])
    assert proof
    assert any(note.startswith("compared numbers are not equal") for note in proof.assumptions) == is_noted


_CALLING = """
func.func @main(%x: tensor<4xf32>, %n: tensor<f32>) -> tensor<4xf32> {{
  %token = stablehlo.create_token : !stablehlo.token
  %fed:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %d = stablehlo.add %c, %c : tensor<f32>
  %r = call @chosen(%x, {}) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}}
func.func private @chosen(%x: tensor<4xf32>, %n: tensor<f32>) -> tensor<4xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.compare GT, %n, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %y = stablehlo.maximum %x, %x : tensor<4xf32>
  %r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<4xf32>
  return %r : tensor<4xf32>
}}
"""


@pytest.mark.parametrize(("compared", "jumps"), [("%d", False), ("%n", True), ("%fed#0", True)])
def test_a_program_jumps_where_a_number_that_varies_is_compared(compared: str, jumps: bool) -> None:
    (function, _) = st.parse(_CALLING.format(compared)).functions
    assert any(steps(function)) is jumps


def _beyond(thresholds: list[float], factors: list[float], op: str = "maximum") -> str:
    """How far each element is beyond a threshold of its own, times a factor."""
    return _function(
        f"%t = stablehlo.constant dense<{thresholds}> : {_TYPE}",
        f"%f = stablehlo.constant dense<{factors}> : {_TYPE}",
        f"%m = stablehlo.{op} %x, %t : {_TYPE}",
        f"%d = stablehlo.subtract %m, %t : {_TYPE}",
        f"%r = stablehlo.multiply %d, %f : {_TYPE}",
        f"return %r : {_TYPE}",
    )


@pytest.mark.parametrize(
    ("op", "last"), [("maximum", 40.0), ("maximum", 3e5), ("minimum", -7e3), ("minimum", -2e6)]
)
def test_an_outcome_that_one_element_seldom_has_is_tried(op: str, last: float) -> None:
    thresholds = [0.0, 0.25, 2e4, last]
    one, other = (_beyond(thresholds, [1.0, 1.0, 1.0, factor], op) for factor in (1.0, 2.0))
    assert st.equivalent(one, other).verdict == "different"
    negated = _beyond(thresholds, [-1.0] * 4, op).replace("subtract %m, %t", "subtract %t, %m")
    assert st.equivalent(one, negated)


@pytest.mark.parametrize(("last", "another"), [(243_725.0, 243_720.0), (1e-6, 2e-6)])
def test_another_threshold_of_one_element_is_found_far_out(last: float, another: float) -> None:
    programs = [_beyond([0.0, 0.5, 1.5e4, threshold], [1.0] * 4) for threshold in (last, another)]
    magnitudes = [program.replace("maximum %x", "maximum %a") for program in programs]
    of_sizes = [text.replace("%m =", f"%a = stablehlo.abs %x : {_TYPE}\n%m =") for text in magnitudes]
    assert st.equivalent(*of_sizes).verdict == "different"


def test_a_mask_that_bounds_the_inputs_tried_is_said() -> None:
    """A single great constant, of which no number is a threshold, stands for infinity."""
    program = _function(
        f"%c = stablehlo.constant dense<[0.0, 0.0, 0.0, 2.0e+05]> : {_TYPE}",
        f"%eighth = stablehlo.constant dense<0.125> : {_TYPE}",
        f"%o = stablehlo.constant dense<0.0> : {_TYPE}",
        f"%x0 = stablehlo.maximum %x, %o : {_TYPE}",
        f"%y = stablehlo.multiply %x0, %eighth : {_TYPE}",
        f"%d = stablehlo.subtract %y, %c : {_TYPE}",
        f"%m = stablehlo.maximum %d, %o : {_TYPE}",
        f"%f = stablehlo.constant dense<[1.0, 1.0, 1.0, 2.0]> : {_TYPE}",
        f"%r = stablehlo.multiply %m, %f : {_TYPE}",
        f"return %r : {_TYPE}",
    )
    proof = st.equivalent(program, program.replace("1.0, 2.0]", "1.0, 3.0]"))
    assert proof
    assert any("stay below 2e+05" in note for note in proof.assumptions)


def _place_of_greatest(direction: str, *columns: str) -> str:
    """The place of the greater of two columns: of equal ones, that of the first or, with GE, of the last."""
    pair = "tensor<2x4xf32>"
    return _function(
        f"%three = stablehlo.constant dense<3.0> : {_TYPE}",
        f"%third = stablehlo.divide %x, %three : {_TYPE}",
        f"%again = stablehlo.multiply %third, %three : {_TYPE}",
        *(
            f"%c{number} = stablehlo.reshape {column} : ({_TYPE}) -> tensor<1x4xf32>"
            for number, column in enumerate(columns)
        ),
        f"%a = stablehlo.concatenate %c0, %c1, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> {pair}",
        "%b = stablehlo.iota dim = 0 : tensor<2x4xi32>",
        "%least = stablehlo.constant dense<0xFF800000> : tensor<f32>",
        "%zero = stablehlo.constant dense<0> : tensor<i32>",
        "%r:2 = stablehlo.reduce(%a init: %least), (%b init: %zero) across dimensions = [0]"
        f" : ({pair}, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> ({_TYPE}, tensor<4xi32>)",
        "reducer(%v: tensor<f32>, %w: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {",
        f"%p = stablehlo.compare {direction}, %w, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        "%m = stablehlo.select %p, %w, %v : tensor<i1>, tensor<f32>",
        "%n = stablehlo.select %p, %j, %i : tensor<i1>, tensor<i32>",
        "stablehlo.return %m, %n : tensor<f32>, tensor<i32>",
        "}",
        "return %r#1 : tensor<4xi32>",
        arguments=f"%x: {_TYPE}, %y: {_TYPE}",
        result="tensor<4xi32>",
    )


_FIRST = _function(
    "%r = stablehlo.constant dense<0> : tensor<4xi32>",
    "return %r : tensor<4xi32>",
    arguments=f"%x: {_TYPE}, %y: {_TYPE}",
    result="tensor<4xi32>",
)


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        pytest.param(_place_of_greatest("GT", "%again", "%x"), _FIRST, "equal", id="the first of equal ones"),
        pytest.param(
            _place_of_greatest("GE", "%again", "%x"), _FIRST, "different", id="the last of equal ones"
        ),
        pytest.param(_place_of_greatest("GT", "%y", "%x"), _FIRST, "different", id="of different ones"),
        pytest.param(
            _place_of_greatest("GT", "%y", "%again"), _place_of_greatest("GT", "%y", "%x"), "equal", id="same"
        ),
    ],
)
def test_places_of_numbers_that_rounding_makes_different(first: str, second: str, verdict: str) -> None:
    """3 (x / 3) and x are one number, although f64 has others for a third of all x."""
    assert st.equivalent(first, second).verdict == verdict


def test_that_the_last_of_equal_numbers_is_taken_is_noted() -> None:
    found = st.equivalent(_place_of_greatest("GT", "%y", "%x"), _place_of_greatest("GE", "%y", "%x"))
    assert found.verdict == "equal"
    assert any(note.startswith("compared numbers are not equal") for note in found.assumptions)


def _positive(type: str, thresholds: Sequence[float], zero: str) -> str:
    """16 numbers of a type in f32, 0 in place of negative ones, plus the thresholds that they exceed."""
    x, f, p = f"tensor<16x{type}>", "tensor<16xf32>", "tensor<16xi1>"
    return _function(
        f"%f = stablehlo.convert %x : ({x}) -> {f}",
        f"%zero = {zero} : {f}",
        f"%above = stablehlo.compare GT, %f, %zero : ({f}, {f}) -> {p}",
        f"%r0 = stablehlo.select %above, %f, %zero : {p}, {f}",
        *(
            f"%t{number} = stablehlo.constant dense<{threshold}> : {f}\n"
            f"%p{number} = stablehlo.compare GT, %f, %t{number} : ({f}, {f}) -> {p}\n"
            f"%c{number} = stablehlo.select %p{number}, %t{number}, %zero : {p}, {f}\n"
            f"%r{number + 1} = stablehlo.add %r{number}, %c{number} : {f}"
            for number, threshold in enumerate(thresholds)
        ),
        f"return %r{len(thresholds)} : {f}",
        arguments=f"%x: {x}",
        result=f,
    )


@pytest.mark.parametrize(
    ("type", "thresholds"),
    [
        pytest.param("f8E4M3FN", [], id="near one another"),
        pytest.param("f8E4M3FN", [900.0], id="at a threshold"),
        pytest.param("f8E4M3FN", [900.0, 1200.0], id="between thresholds"),
        pytest.param("f16", [2e5, 4e5], id="between thresholds of f16"),
    ],
)
def test_inputs_stay_within_the_range_of_their_type(type: str, thresholds: list[float]) -> None:
    """Numbers beyond 448 are NaN in f8E4M3FN, those beyond 65504 infinite in f16; x - x is NaN for both."""
    first = _positive(type, thresholds, "stablehlo.constant dense<0.0>")
    second = _positive(type, thresholds, "stablehlo.subtract %f, %f")
    assert st.equivalent(first, second).verdict == "equal"


@pytest.mark.parametrize(("is_past", "taken"), [(False, ["first"]), (True, [])])
def test_what_is_found_when_the_time_is_up_is_not_lost(is_past: bool, taken: list[str]) -> None:
    limited = budget.Budget(4.0, 0.0)
    limited._end = -math.inf if is_past else math.inf

    def slow() -> Iterator[Any]:
        limited._end = -math.inf
        yield from ("first", "second")

    assert [*limited.in_time(slow())] == taken
    assert len(limited.notes) == 1


def test_what_many_runs_find_is_not_judged_for_longer_than_the_search() -> None:
    """Each is judged by a proof: of functions that are approximated, all inputs differ by little."""
    search = paths._Search.__new__(paths._Search)
    search.budget = budget.Budget(0.0, 0.0)
    search.plain = mock.Mock(batch=8, agreeing=lambda batch: [each == "agrees" for each in batch])
    search.outcomes = mock.Mock(missing=set)
    inputs: list[Any] = ["alone", "agrees", "first", "second", "third"]
    assert [*search._without_agreeing(iter(inputs))] == ["alone", "first"]


def test_a_number_is_never_greater_than_itself() -> None:
    """|x - x| is no choice that inputs could make otherwise: one set of inputs is enough."""
    difference = "%d = stablehlo.subtract %x, %x : tensor<f32>\n%m = stablehlo.abs %d : tensor<f32>\n"
    first = f"{difference}%r = stablehlo.add %m, %y : tensor<f32>"
    programs = [
        f"func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {{\n{lines}\n"
        "return %r : tensor<f32>\n}"
        for lines in (first, "%n = stablehlo.negate %y : tensor<f32>\n%r = stablehlo.negate %n : tensor<f32>")
    ]
    equivalence = st.equivalent(*programs)
    assert (equivalence.verdict, equivalence.seeds) == ("equal", (0,))


@pytest.mark.parametrize(
    ("type", "scaled"),
    [("i4", 1), ("ui2", 1), ("i8", 1), ("i1", 1), ("f8E4M3FN", -2), ("bf16", -2), ("f64", -2)],
)
def test_only_floats_are_scaled(type: str, scaled: int) -> None:
    """The dtypes of integers of few bits are of kind V, as those of narrow floats are."""
    ones = np.ones(3, dtype_of(element_type_named(type)))
    assert [*moved.scaled(ones, -2.0).astype(float)] == [scaled] * len(ones)


@pytest.mark.parametrize("dtype", [np.float32, np.complex64, np.int8])
def test_magnitudes_are_of_the_same_type(dtype: type[np.generic]) -> None:
    """A program of complex numbers takes no real ones."""
    sizes = moved.unsigned(np.array([3, -4], dtype))
    assert (sizes.dtype, [*sizes]) == (dtype, [3, -4 if dtype is np.int8 else 4])


def test_a_number_is_never_below_what_no_number_is_below() -> None:
    """The greatest of one element is at 0: it is compared with -inf, and with itself."""
    greatest = """func.func @main(%x: tensor<1xf32>) -> tensor<i32> {
        %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %i = stablehlo.iota dim = 0 : tensor<1xi32>
        %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [0]
            : (tensor<1xf32>, tensor<1xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
        reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
          %gt = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %ne = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %or = stablehlo.or %gt, %ne : tensor<i1>
          %c = stablehlo.select %or, %a, %b : tensor<i1>, tensor<f32>
          %l = stablehlo.select %or, %j, %k : tensor<i1>, tensor<i32>
          stablehlo.return %c, %l : tensor<f32>, tensor<i32>
        }
        return %r#1 : tensor<i32>
    }"""
    first = """func.func @main(%x: tensor<1xf32>) -> tensor<i32> {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        return %zero : tensor<i32>
    }"""
    assert st.equivalent(greatest, first).verdict == "equal"


@pytest.fixture
def stages(tmp_path: Path) -> str:
    """The folder of a dump of x + x, the same program again, 2x, and |x|."""
    for number, lines in enumerate(("add %x, %x", "add %x, %x", "multiply %x, %c", "abs %x")):
        text = f"%c = stablehlo.constant dense<2.0> : tensor<4xf32>\n%r = stablehlo.{lines} : tensor<4xf32>"
        function = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32>"
        (tmp_path / f"{number}.mlir").write_text(f"{function} {{\n{text}\nreturn %r : tensor<4xf32>\n}}")
    return str(tmp_path)


def test_a_table_has_the_stages_that_are_compared(stages: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["equiv", "--passes", stages, "--format", "markdown"]) == 1
    rows = [line.split(" | ")[1:3] for line in capsys.readouterr().out.splitlines()[2:]]
    assert rows == [["1.mlir", "same program"], ["2.mlir", "equal"], ["3.mlir", "different"]]


def test_a_document_has_all_stages(stages: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["equiv", "--passes", stages, "--format", "json"]) == 1
    (entries,) = json.loads(capsys.readouterr().out).values()
    assert [entry["stage"] for entry in entries] == [f"{number}.mlir" for number in range(4)]
    verdicts = [entry["equivalence"] and entry["equivalence"]["verdict"] for entry in entries]
    assert verdicts == [None, None, "equal", "different"]
