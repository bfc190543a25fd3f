"""Three-valued logic, intervals, and the broadcasting of lists."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from stablehlo_tools.formula import logic
from stablehlo_tools.ir.attributes import Enumeration, Integer, Struct
from stablehlo_tools.ir.types import (
    DYNAMIC,
    I32,
    Dim,
    FunctionType,
    OpaqueType,
    TensorType,
    TupleType,
    tensor_type,
)

AT_MOST_4 = Dim(0, 4)


# --- truth values ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (True, True, True), (True, False, True), (True, None, True),
        (False, True, True), (False, False, False), (False, None, None),
        (None, True, True), (None, False, None), (None, None, None),
    ],
)  # fmt: skip
def test_disjunction(a: Any, b: Any, expected: Any) -> None:
    assert logic.disjunction(a, b) is expected
    assert logic.any_of([a, b]) is expected


@pytest.mark.parametrize(
    ("condition", "conclusion", "expected"),
    [
        (True, True, True), (True, False, False), (True, None, None),
        (False, True, True), (False, False, True), (False, None, True),
        (None, True, True), (None, False, None), (None, None, None),
    ],
)  # fmt: skip
def test_implication(condition: Any, conclusion: Any, expected: Any) -> None:
    assert logic.implication(condition, conclusion) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, True), (None, None), ([], True), ([True, True], True), ([True, None], None),
        ([None, False], False), ([[True], [True, False]], False), (([True], None), None),
    ],
)  # fmt: skip
def test_a_list_of_truth_values_holds_where_all_hold(value: Any, expected: Any) -> None:
    assert logic.truth(value) is expected


def test_what_is_no_truth_value_is_refused() -> None:
    with pytest.raises(TypeError, match="3"):
        logic.truth(3)


def test_negation() -> None:
    assert logic.negation([True, False, None, [True]]) == [False, True, None, [False]]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (True, [1, 2]),
        (False, 0),
        ([True, False], [1, 0]),
        (None, None),  # either [1, 2] or 0
        ([None, True], [Dim(0, 1), 2]),
    ],
)
def test_choice(condition: Any, expected: Any) -> None:
    assert logic.choice(condition, [1, 2], 0) == expected


# --- intervals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operator", "a", "b", "expected"),
    [
        ("<=", 0, DYNAMIC, True),
        ("<", AT_MOST_4, 5, True),
        ("<", AT_MOST_4, 4, None),
        ("<", 4, AT_MOST_4, False),
        ("=", DYNAMIC, 16, None),
        ("=", AT_MOST_4, 16, False),
        ("=", DYNAMIC, DYNAMIC, None),
        ("=", DYNAMIC, -1, False),
        ("<=", 5, AT_MOST_4, False),
        ("<=", DYNAMIC, DYNAMIC, None),
        ("=", None, 3, None),
        ("<", None, 3, None),
        ("=", Fraction(7, 2), 3, False),
        ("<", 3, Fraction(7, 2), True),
    ],
)
def test_comparisons_of_numbers(operator: str, a: Any, b: Any, expected: Any) -> None:
    compare = {"=": logic.equal, "<": logic.less, "<=": logic.less_equal}[operator]
    assert compare(a, b) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (logic.add(DYNAMIC, 1), Dim(1, math.inf)),
        (logic.subtract(5, DYNAMIC), Dim(-math.inf, 5)),  # type: ignore[arg-type]
        (logic.multiply(DYNAMIC, 0), 0),
        (logic.multiply(AT_MOST_4, -2), Dim(-8, 0)),
        (logic.divide(AT_MOST_4, 2), Dim(0, 2)),
        (logic.divide(DYNAMIC, 3), Dim(0, math.inf)),
        (logic.divide(6, 3), 2),
        (logic.divide(7, 2), Fraction(7, 2)),
        (logic.divide(7, 0), None),
        (logic.remainder(7, 0), None),
        (logic.remainder(DYNAMIC, 4), Dim(0, 3)),
        (logic.remainder(DYNAMIC, 1), 0),
        (logic.remainder(7, AT_MOST_4), None),
        (logic.maximum(AT_MOST_4, 3), Dim(3, 4)),
        (logic.minimum(DYNAMIC, 3), Dim(0, 3)),
        (logic.add(None, 1), None),
        (logic.add([1, 2], 3), [4, 5]),
        (logic.add([1, DYNAMIC], (3, 4)), [4, Dim(4, math.inf)]),
        (logic.rounding(math.ceil)([Fraction(7, 2), 3, None, DYNAMIC]), [4, 3, None, DYNAMIC]),
        (logic.rounding(math.floor)(logic.divide(Dim(0, 7), 2)), Dim(0, 3)),
    ],
)
def test_arithmetic(value: Any, expected: Any) -> None:
    assert value == expected
    assert type(value) is type(expected)


def test_large_quotients_are_exact() -> None:
    assert logic.rounding(math.ceil)(logic.divide(2**62 + 1, 2)) == 2**61 + 1


NUMBERS = st.integers(-6, 6)
INTERVALS = st.builds(lambda a, b: logic.interval(min(a, b), max(a, b)), NUMBERS, NUMBERS)
UNBOUNDED = st.builds(lambda low: Dim(low, math.inf), NUMBERS)
OPERATIONS: dict[Callable[[Any, Any], Any], Callable[[Any, Any], Any]] = {
    logic.add: operator.add,
    logic.subtract: operator.sub,
    logic.multiply: operator.mul,
    logic.divide: Fraction,
    logic.maximum: max,
    logic.minimum: min,
    logic.remainder: operator.mod,
}
COMPARISONS: dict[Callable[[Any, Any], Any], Callable[[Any, Any], bool]] = {
    logic.less: operator.lt,
    logic.less_equal: operator.le,
    logic.equal: operator.eq,
}


def members(x: Any) -> range:
    return range(logic.low(x), min(logic.high(x), 9) + 1)


@given(st.sampled_from(list(OPERATIONS)), INTERVALS | UNBOUNDED, INTERVALS | UNBOUNDED)
def test_arithmetic_on_intervals_contains_that_on_members(operation: Any, a: Any, b: Any) -> None:
    result = operation(a, b)
    for x, y in itertools.product(members(a), members(b)):
        if result is not None:
            assert logic.low(result) <= OPERATIONS[operation](x, y) <= logic.high(result)


@given(st.sampled_from(list(COMPARISONS)), INTERVALS | UNBOUNDED, INTERVALS | UNBOUNDED)
def test_a_definite_comparison_is_true_of_all_members(comparison: Any, a: Any, b: Any) -> None:
    found = comparison(a, b)
    for x, y in itertools.product(members(a), members(b)):
        assert found is None or found is COMPARISONS[comparison](x, y)


# --- lists ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([2, 3], (2, 3), True),
        ([2, 3], (2, 4), False),
        ([2, 3], [2], False),
        ([], [], True),
        ([2, DYNAMIC], [2, 3], None),
        ([0, 0], 0, True),
        ([[2, 3], [2, 3]], [2, 3], True),  # a list of shapes, and one shape
        ([[2, 3], [2]], [2, 3], False),
        ([[], []], [], True),
        ([None, [2, 3]], [2, 3], None),
        ([None], [2, 3], None),  # an unranked tensor among others
        (None, [2], None),
    ],
)
def test_equality_of_lists(a: Any, b: Any, expected: Any) -> None:
    assert logic.truth(logic.equal(a, b)) is expected
    assert logic.truth(logic.equal(b, a)) is expected


def test_an_order_of_lists_of_unequal_length_cannot_be_evaluated() -> None:
    with pytest.raises(logic.LengthMismatch):
        logic.less([1, 2], [1])


def test_containment() -> None:
    assert logic.contains(2, [1, 2]) is True
    assert logic.contains(3, [1, 2]) is False
    assert logic.contains(3, [1, DYNAMIC]) is None
    assert logic.contains([1, 3], [1, 2]) == [True, False]


# --- types ------------------------------------------------------------------------------------------

F32, F64 = tensor_type((2,), "f32"), tensor_type((2,), "f64")
UNKNOWN = TensorType(None, F32.element_type)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (F32, tensor_type((2,), "f32"), True),
        (F32, F64, False),
        (F32, tensor_type((3,), "f32"), False),
        (F32, tensor_type((2, 1), "f32"), False),
        (F32, tensor_type((DYNAMIC,), "f32"), None),
        (F64, tensor_type((DYNAMIC,), "f32"), False),
        (F32, UNKNOWN, None),
        (F64, UNKNOWN, False),
        (F32, TupleType((F32,)), False),
        (TupleType((F32,)), TupleType((F32,)), True),
        (FunctionType((F32,), ()), FunctionType((F32,), ()), True),
        (FunctionType((F32,), ()), FunctionType((F64,), ()), False),
        (FunctionType((F32,), (F32,)), FunctionType((F32,), ()), False),
        (OpaqueType("!a.b"), OpaqueType("!a.b"), True),
        (OpaqueType("!a.b"), F32, None),
    ],
)
def test_equality_of_types(a: Any, b: Any, expected: Any) -> None:
    assert logic.equal(a, b) is expected
    assert logic.equal(b, a) is expected


def test_a_dynamic_type_does_not_equal_itself_for_sure() -> None:
    dynamic = tensor_type((DYNAMIC,), "f32")
    assert logic.equal(dynamic, dynamic) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, "3"),
        ((1, [2, True]), "[1, [2, true]]"),
        (DYNAMIC, "?"),
        (AT_MOST_4, "<=4"),
        (Dim(2, math.inf), ">=2"),
        (Dim(2, 4), "2..4"),
        (None, "unknown"),
        (Fraction(7, 2), "7/2"),
        ([F32], "[tensor<2xf32>]"),
        (Integer(1, I32), "1 : i32"),
        ([Integer(1, I32)], "[1]"),
        (
            Struct("#a.b", {"ulps": Integer(2, I32), "mode": Enumeration("a", "result_accuracy_mode", "C")}),
            "#a.b<ulps = 2, mode = #a.result_accuracy_mode<C>>",
        ),
        (list(range(30)), "[0, 1, 2, 3, 4, 5, 6, 7, ... 30 in all]"),
    ],
)
def test_how_values_are_shown(value: Any, expected: str) -> None:
    assert logic.show(value) == expected
