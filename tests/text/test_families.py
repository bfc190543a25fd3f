"""Statements that differ in the types at their end have one parse; each has the template it has alone."""

from __future__ import annotations

import itertools
import re

import pytest

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.reader import reference
from stablehlo_tools.text.statement import statement_parser
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.verifier.module import verify

A, B, C = "tensor<2x3xf32>", "tensor<?x5xi8>", "tensor<complex<f64>>"

# Statements with X and Y for types, and how many of three with different types are parsed.
STATEMENTS = [
    ("%r = stablehlo.add %a, %b : X", 1),
    ("%r = stablehlo.iota dim = 0 : X", 1),
    ("%r = stablehlo.compare EQ, %a, %b : (X, X) -> Y", 1),
    ("%r = stablehlo.select %p, %a, %b : Y, X", 1),
    ("%r = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (X) -> Y", 1),
    ("%r = stablehlo.add %a, %b : X loc(#loc1)", 1),
    ('%r = "stablehlo.add"(%a, %b) : (X, X) -> X', 1),
    ('%r:2 = "stablehlo.custom_call"(%a) {call_target_name = "f"} : (X) -> (X, Y)', 1),
    ('%r = "stablehlo.constant"() {value = dense<1> : tensor<i8>} : () -> X', 1),
    (
        "%r = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (X, Y) -> Y",
        3,
    ),  # its body
    ("%r = stablehlo.constant dense<1> : X", 3),  # the literal has the type, too
    ('%r = stablehlo.add %a, %b : tensor<4xf32> loc("is : X")', 3),
    ("%r = stablehlo.add %a, %b : tensor<4xf32> // is : X", 1),  # a comment
    ("%r = stablehlo.complex %a, %b : X", 1),  # operands are of the type of parts
    ("%r = mhlo.add %a, %b : X", 3),  # it is translated, and noted
]


def _text(*statements: str) -> str:
    return "\n".join([*statements, "#loc1 = loc(unknown)", ""])


def _with(statement: str, x: str, y: str) -> str:
    return statement.replace("X", x).replace("Y", y)


@pytest.mark.parametrize(("statement", "parsed"), STATEMENTS)
def test_members_of_a_family(statement: str, parsed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Expected: what the whole grammar makes of each statement by itself."""
    texts = []
    parse_once = statement_parser.parse_statement

    def counted(text, *rest):
        texts.append(text)
        return parse_once(text, *rest)

    monkeypatch.setattr("stablehlo_tools.text.reader.file_parser.parse_statement", counted)
    cache = StatementCache()
    for x, y in ((A, B), (B, A), (C, C)):
        named = "%a, %b, %p = stablehlo.custom_call @g() : () -> (i1, i1, i1)"
        text = _text(named, _with(statement, x, y))
        expected, errors = reference.read(Source(text))
        found = _read(text, cache)
        assert (found is None) is bool(errors)
        if found is not None:
            assert found == expected
            assert print_module(found) == print_module(expected)
    assert sum("@g" not in text and "loc1 =" not in text for text in texts) == parsed


def _read(text: str, cache: StatementCache) -> Module | None:
    try:
        return parse(Source(text), cache)
    except ParseError:
        return None


@pytest.mark.parametrize("type", ["tensor<2xf33>", "tensor<2xf32", "tensor<2 x f32>", "(tensor<f32>)"])
def test_other_types_are_parsed(type: str) -> None:
    """What is no type by itself, or not written as usual, is read, or rejected, as without a family."""
    cache = StatementCache()
    for each in (A, B):
        _read(_text(f"%r = stablehlo.iota dim = 0 : {each}"), cache)
    text = _text(f"%r = stablehlo.iota dim = 0 : {type}")
    with_family, alone = _read(text, cache), _read(text, StatementCache())
    assert with_family == alone
    assert (alone is None) is (type != "tensor<2 x f32>")


FORMS = [
    "add(X, X) -> X",
    "add(X, Y) -> Z",
    "select(X, Y, Z) -> Z",
    "clamp(X, Y, Z) -> Y",
    "compare(X, Y) -> Z",
    "broadcast_in_dim(X) -> Z",
    "transpose(X) -> Z",
    "reshape(X) -> Z",
    "concatenate(X, Y) -> Z",
    "dot(X, Y) -> Z",
    "dot_general(X, Y) -> Z",
]
ATTRIBUTES = {
    "compare": "comparison_direction = #stablehlo<comparison_direction EQ>",
    "broadcast_in_dim": "broadcast_dimensions = array<i64: 0, 1>",
    "transpose": "permutation = array<i64: 1, 0>",
    "concatenate": "dimension = 0 : i64",
    "dot_general": "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
    "rhs_contracting_dimensions = [0]>",
}
TYPES = ["i1", "f32", "2x3xi1", "2x3xf32", "3x2xf32", "3x3xf32", "1x3xf32", "?x3xf32", "2xf32"]


@pytest.mark.parametrize("form", FORMS)
def test_members_are_judged_as_they_are_alone(form: str) -> None:
    """Expected: the problems of a cache that knows no other member."""
    shared, name = StatementCache(), form.partition("(")[0]
    operands, result = form.removeprefix(name).split(" -> ")
    values = ", ".join(f"%{letter}" for letter in operands if letter in "XYZ")
    given = f" {{{ATTRIBUTES[name]}}}" if name in ATTRIBUTES else ""
    few = TYPES[2:6]  # of these, each is a part of another, or equal in sizes
    several = [(few if letter in form else TYPES[:1]) for letter in "YZ"]
    for types in itertools.product(TYPES, *several):
        text = f'%r = "stablehlo.{name}"({values}){given} : {operands} -> {result}'
        arguments = ", ".join(f"%{letter}: {letter}" for letter in "XYZ")
        text = f"func.func @f({arguments}) {{\n{text}\nreturn\n}}"
        for letter, type in zip("XYZ", types, strict=True):
            text = re.sub(rf"(?<!%){letter}\b", f"tensor<{type}>", text)
        found, expected = (_codes(text, cache) for cache in (shared, StatementCache()))
        assert found == expected, text


def _codes(text: str, cache: StatementCache) -> list[str]:
    return [problem.code for problem in verify(parse(Source(text), cache), known=cache.problems)]
