"""What formulas mean: the notation, parsed and evaluated."""

from __future__ import annotations

import re
from typing import Any

import pytest

from stablehlo_tools.formula.compile import Environment, is_word
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.logic import LengthMismatch
from stablehlo_tools.formula.parse import formula
from stablehlo_tools.grammars.nodes import UnexpectedInput
from stablehlo_tools.ir.types import (
    DYNAMIC,
    Dim,
    FunctionType,
    TensorType,
    TupleType,
    element_type_named,
    tensor_type,
)
from tests.specification import constraints

F32, F64, I1 = map(element_type_named, ("f32", "f64", "i1"))
TENSOR = tensor_type((2, 3, 4), "f32")
SCALAR = tensor_type((), "f32")


def value(text: str, definitions: dict[str, str] | None = None, **names: Any) -> Any:
    values = {name: formula(text).value for name, text in (definitions or {}).items()}
    return formula(text).value(Environment(names, values))


# --- the specification's own text -------------------------------------------------------------------


def test_every_constraint_that_is_one_formula_is_read_as_printed() -> None:
    formulas = {
        entry.code: found[1]
        for entry in constraints()
        if not entry.of.endswith("_constant")  # they are about text
        if not entry.items and (found := re.fullmatch(r"`([^`]*)`\.?", entry.text))
    }
    assert len(formulas) == 365
    unread = []
    for constraint, text in formulas.items():
        try:
            formula(text)
        except UnexpectedInput:
            unread.append(constraint)
    assert unread == ["scatter_c13"]  # it has one parenthesis too many


def test_constraints_that_say_if_and_then_are_read_as_printed() -> None:
    shape = re.compile(r"If `[^`]*`, then `[^`]*`( not in `[^`]*`)?\.")
    texts = {
        entry.code: entry.text.rstrip(".").replace("`", "")
        for entry in constraints()
        if not entry.items and shape.fullmatch(entry.text)
    }
    del texts["transpose_c4"]  # it calls the list `permutation`
    assert len(texts) == 16
    assert {formula(text).tree.data for text in texts.values()} == {"implies"}


# --- names ------------------------------------------------------------------------------------------


def test_names_are_listed_in_the_order_of_reading() -> None:
    assert formula("dim(lhs, xs...) = dim(rhs, xs...) or N = lhs").names == ("lhs", "xs", "rhs", "N")


def test_a_bound_name_is_not_read() -> None:
    assert formula("dim(a, d) = b for all d in axes(a)").names == ("a", "b")


@pytest.mark.parametrize("name", ["DEFAULT", "THREE_FRY", "RFFT", "i1", "bf16", "true", "false"])
def test_words_stand_for_themselves(name: str) -> None:
    assert is_word(name)


@pytest.mark.parametrize("name", ["N", "E'", "E0", "lhs", "Ei", "operand"])
def test_other_names_must_be_defined(name: str) -> None:
    assert not is_word(name)
    with pytest.raises(KeyError, match=name):
        value(name)


def test_a_word_gives_way_to_a_name_of_the_op() -> None:
    assert value("DEFAULT") == "DEFAULT"
    assert value("DEFAULT", DEFAULT=3) == 3
    assert value("i1") == I1
    assert value("index", index=3) == 3
    assert value("true") is True


def test_functions_and_names_do_not_clash() -> None:
    assert value("max(min, shape(shape)[0])", min=1, shape=tensor_type((7,), "f32")) == 7


def test_definitions_are_evaluated_once_and_only_when_read() -> None:
    env = Environment({"x": TENSOR}, {name: formula(text).value for name, text in {
        "R": "rank(x)", "twice": "R + R", "wrong": "missing + 1",
    }.items()})  # fmt: skip
    assert formula("twice = 2 * R").value(env) is True
    assert {name: env[name] for name in env if name != "x"} == {"R": 3, "twice": 6}


# --- operators --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3 - 4", 3),
        ("-2 + 5", 3),
        ("2 - -2", 4),
        ("7 - 2 - 1", 4),
        ("7 % 4 * 2", 6),
        ("ceil((7 - 2) / 2)", 3),
        ("floor((7 - 2) / 2)", 2),
        ("(1 + 2) * 3", 9),
        ("1 < 2 <= 2 != 3", True),
        ("1 < 2 < 2", False),
        ("1 = 1 and !(2 = 1)", True),
        ("1 = 2 or 2 = 2 and 3 = 4", False),
        ("1 = 2 || 1 = 1", True),
        ("1 in [1, 2]", True),
        ("1 not in [1, 2]", False),
        ("1 = 1 ? 2 : 3", 2),
        ("1 = 2 ? 2 : 1 = 3 ? 4 : 5", 5),
        ("[1, xs..., 4]", [1, 2, 3, 4]),
        ("xs + 1", [3, 4]),
        ("xs * xs", [4, 9]),
        ("xs = 2 ? 0 : xs", [0, 3]),
        ("xs = 2 || xs = 3", [True, True]),
        ("[x for all x in xs]", None),
    ],
)
def test_operators(text: str, expected: Any) -> None:
    if expected is None:
        with pytest.raises(UnexpectedInput):
            value(text, xs=(2, 3))
    else:
        assert value(text, xs=(2, 3)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = c ? 1 : 2", True),  # x = (c ? 1 : 2)
        ("x = 3 = 0 ? 5 : 1", True),  # x = ((3 = 0) ? 5 : 1)
        ("x = 0 < 3 ? 1 : 5", True),
        ("If c, then x = c ? 1 : 2", True),
        ("x = 1 ? c : 5", True),  # a number is no condition
        ("x = DEFAULT ? 5 : c", True),  # nor is a word
        ("(x = 1) ? c : x = 1", True),
        ("(x = 2) ? c : x = 3", False),
        ("x < 1 ? c : c", True),
        ("x = c ? 1 : 2 for all d in [1]", True),
    ],
)
def test_what_stands_before_a_choice(text: str, expected: bool) -> None:
    assert value(text, x=1, c=True) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dim(a, 0)", 2),
        ("dim(a, -1)", 4),
        ("dim(a, [2, 0])", [4, 2]),
        ("dim(a, axes(a)...)", [2, 3, 4]),
        ("rank(all...)", [3, 0]),
        ("shape(all...)", [(2, 3, 4), ()]),
        ("[dim(all[0], d...)]", [[3]]),
        ("shape(a)[1:]", [3, 4]),
        ("shape(a)[:-1]", [2, 3]),
        ("shape(a)[-2:]", [3, 4]),
        ("table[:, 0]", [1, 3]),
        ("table[1, 0]", 3),
        ("table[1:, 1]", [4]),
        ("shape(a)[d...]", [3]),
        ("shape_except(all..., 0, 9)", None),
        ("max(shape(a) - 3, 0)", [0, 0, 1]),
        ("is_promotable(element_type(all...)..., element_type(all...)...)", [True, True]),
    ],
)
def test_lists_and_spreading(text: str, expected: Any) -> None:
    names: dict[str, Any] = {"a": TENSOR, "all": (TENSOR, SCALAR), "d": (1,), "table": ((1, 2), (3, 4))}
    if expected is None:
        with pytest.raises(IndexError):
            value(text, **names)
    else:
        assert value(text, **names) == expected


def test_several_spread_lists_go_side_by_side() -> None:
    lists: dict[str, Any] = {"as": (TENSOR, TENSOR), "ds": (0, 2)}
    assert value("dim(as..., ds...)", **lists) == [2, 4]
    with pytest.raises(LengthMismatch):
        value("dim(as..., ds...)", **{**lists, "as": (TENSOR,)})


def test_for_all() -> None:
    text = "dim(a, d) = 1 or dim(a, d) = dim(b, dims[d]) for all d in axes(a)"
    names: dict[str, Any] = {"a": tensor_type((1, 3), "f32"), "dims": (0, 1)}
    assert value(text, b=tensor_type((7, 3), "f32"), **names) is True
    assert value(text, b=tensor_type((7, 4), "f32"), **names) is False
    assert value(text, b=tensor_type((7, DYNAMIC), "f32"), **names) is None
    assert value(text, b=tensor_type((7, 3), "f32"), a=TensorType(None, F32), dims=()) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tensor<E>", SCALAR),
        ("tensor<i1>", tensor_type((), "i1")),
        ("tensor<Es>", [SCALAR, tensor_type((), "f64")]),
        ("complex<E>", element_type_named("complex<f32>")),
        ("tuple<Ts>", TupleType((SCALAR, TENSOR))),
        ("(T) -> tensor<i1>", FunctionType((TENSOR,), (tensor_type((), "i1"),))),
        ("() -> ()", FunctionType((), ())),
        ("(Ts..., T) -> (Ts...)", FunctionType((SCALAR, TENSOR, TENSOR), (SCALAR, TENSOR))),
        ("type(body)", FunctionType((SCALAR,), (TENSOR,))),
        ("output_types(body)", (TENSOR,)),
        ("(T, nothing...) -> ()", None),
    ],
)
def test_types(text: str, expected: Any) -> None:
    names: dict[str, Any] = {
        "E": F32, "Es": [F32, F64], "T": TENSOR, "Ts": (SCALAR, TENSOR),
        "body": RegionType((SCALAR,), (TENSOR,)), "nothing": None,
    }  # fmt: skip
    assert value(text, **names) == expected


# --- unknown values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rank(unranked)", None),
        ("dim(unranked, 3)", DYNAMIC),
        ("dim(unranked, [0, 1])", [DYNAMIC, DYNAMIC]),
        ("rank(unranked) + 1", None),
        ("shape(unranked)[0]", None),
        ("shape(a)[rank(unranked)]", None),
        ("shape(a)[unranked_axes...]", None),
        ("[1, shape(unranked)...]", None),
        ("size(a)", Dim(0, float("inf"))),
        ("rank(unranked) = 2 or true", True),
        ("rank(unranked) = 2 and false", False),
        ("rank(unranked) = 2", None),
        ("rank(unranked) = 2 ? 3 : 5", Dim(3, 5)),
        ("rank(unranked) = 2 ? 3 : 3", 3),
        ("same(shape(all...))", None),
        ("is_empty_algorithm(nothing, nothing)", True),
        ("is_empty_algorithm(nothing, 3)", False),
        ("size(other)", None),
    ],
)
def test_unknown_things_make_unknown_things(text: str, expected: Any) -> None:
    unranked = TensorType(None, F32)
    a = tensor_type((DYNAMIC, 3), "f32")
    names = {"unranked": unranked, "a": a, "all": (unranked, a), "nothing": None, "other": None}
    assert value(text, {"unranked_axes": "axes(unranked)"}, **names) == expected


def test_a_condition_is_true_or_false() -> None:
    with pytest.raises(TypeError, match="not a condition: DEFAULT"):
        value("x = (DEFAULT ? 1 : 2)", x=1)


def test_unknown_function_is_our_mistake() -> None:
    with pytest.raises(KeyError, match="sise"):
        formula("sise(a) = 1")
