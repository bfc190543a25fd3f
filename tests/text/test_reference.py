"""The reference parser, which parses whole files, and the fast parser give the same modules."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.reader import reference
from tests.differential import compare  # noqa: F401 (it fills FAMILIES)
from tests.differential.programs import FAMILIES, program
from tests.fuzz.mutations import mutated
from tests.specification import PROJECT, productions
from tests.text.ebnf import Ebnf
from tests.text.parsers import difference, pieces

FILES = sorted((PROJECT / "testdata").rglob("*.mlir"))
_LONGEST = 1 << 14  # characters of a text to be spoilt
_LONG = 1 << 16  # bytes of a file of which other forms than the short one take long


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [path for path in FILES if len(path.suffixes) == 1 or path.stat().st_size < _LONG],
    ids=lambda path: path.name,
)
def test_the_modules_of_our_files(path: Path) -> None:
    some = pieces(path.read_text(encoding="utf-8"))[::16]  # of a file are alike
    found = [difference(piece) for piece in some]
    assert [each for each in found if each] == []


@pytest.mark.parametrize("path", FILES[::8], ids=lambda path: path.name)
def test_the_verdicts_on_spoilt_files(path: Path) -> None:
    text, source = path.read_text(encoding="utf-8"), random.Random(path.name)
    for piece in [piece for piece in pieces(text) if len(piece.text) < _LONGEST][:3]:
        spoilt = mutated(piece.text, source).decode("utf-8", "replace")
        assert [(each.text, difference(each)) for each in pieces(spoilt) if difference(each)] == []


@pytest.mark.parametrize("op", FAMILIES)
def test_the_modules_of_random_programs(op: str) -> None:
    module = program(op, "reference").builder().module
    for generic in (False, True):
        assert difference(Source(print_module(module, generic=generic))) == ""


def test_the_modules_of_what_the_ebnf_derives() -> None:
    grammar, source = Ebnf(productions()), random.Random(0)
    for _ in range(200):
        text = grammar.derived("Program", source)
        assert difference(Source(text)) == "", text


# -- lines that break anywhere ---------------------------------------------------------------------

_BETWEEN = re.compile(r'(?P<kept>"(?:[^"\\]|\\.)*"|//[^\n]*\n)|\s+')
_BREAKS = (" ", "\n", "\n\n", "  // a comment\n", "\t")


def broken(text: str, source: random.Random) -> str:
    """The text with other blanks between its tokens, where it has any."""
    return _BETWEEN.sub(lambda match: match["kept"] or source.choice(_BREAKS), text)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES[::8], ids=lambda path: path.name)
def test_lines_may_break_anywhere(path: Path) -> None:
    source = random.Random(path.name)
    for piece in pieces(path.read_text(encoding="utf-8"))[:5]:
        module, errors = parse.read(piece)
        again, others = parse.read(Source(broken(piece.text, source)))
        assert bool(others) is bool(errors)
        assert again == module or errors or stablehlo_tools.verify(module)  # wrong literals are texts


UNUSUAL = """
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  "stablehlo.optimization_barrier"
    (%0) : (tensor<f32>) -> tensor<i32>
  return %0 : tensor<f32>
}
"""


def test_an_operation_in_lines_that_nobody_writes_is_verified() -> None:
    (error,) = stablehlo_tools.verify(UNUSUAL)
    assert error.code == "optimization_barrier_c1"
    assert error.span
    assert error.span.text == "tensor<i32>"


def test_a_long_text_is_not_read_again() -> None:
    (error, *_) = stablehlo_tools.verify(UNUSUAL + " " * parse._MOST_READ_AGAIN)
    assert error.code == "syntax"


# -- the parse tree --------------------------------------------------------------------------------


def test_the_tree_is_of_the_whole_file() -> None:
    (function,) = reference.parse_tree(
        "func.func @f(%0: tensor<2xf32>) -> tensor<2xf32> {\n  func.return %0 : tensor<2xf32>\n}\n"
    ).children
    (func,) = function.find_data("func")
    (body,) = func.find_data("func_body")
    assert [statement.data for statement in body.children] == ["op"]
    assert len([*function.find_data("tensor_type")]) == 3


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("func.func @f() {\n  func.return ]\n}", "syntax", "]"),
        ("func.func @f() {\n  stablehlo.abz\n}", "unknown_op", "stablehlo.abz"),
        ("func.func @f() {\n  toy.print %0\n}", "unsupported_form", "toy.print"),
        ("func.func @f() {\n  func.return\n", "unclosed_region", "{"),
        ("func.func @f() {\n  func.return\n}}", "unmatched_brace", "}"),
        ("func.func @f(%a: tensor<f99>) {\n  func.return\n}", "unknown_type", "f99"),
        ("func.func @f() {\n  #a = 1\n  func.return\n}", "syntax", "#a"),
        ("func.func @f() {\n  func.return \x00\n}", "control_character", "\x00"),
        ('func.func @f() attributes {a = "\\q"}', "syntax", "\\q"),
        (f"func.func @f() attributes {{a = {'[' * 200}{']' * 200}}}", "nesting", "["),
        ("%0 = ", "syntax", " "),
    ],
)
def test_an_error_has_its_place(text: str, code: str, place: str) -> None:
    (error, *_) = stablehlo_tools.verify(text, parser="reference")
    assert error.code == code
    assert error.span
    assert error.span.text.startswith(place)
    with pytest.raises(ParseError):
        stablehlo_tools.parse(text, parser="reference")


def test_the_syntax_of_the_operation_is_said() -> None:
    (error,) = stablehlo_tools.verify(
        "func.func @f() {\n  %0 = stablehlo.iota dim 0 : tensor<2xi32>\n}", parser="reference"
    )
    assert "the syntax is `stablehlo.iota dim = <iota_dimension> : type`" in " ".join(error.helps)


def test_all_errors_but_those_of_syntax_are_said() -> None:
    text = "func.func @f(%a: tensor<f99>) {\n  func.return %b : tensor<!stablehlo.abc>\n}\n"
    codes = [each.code for each in stablehlo_tools.verify(text, parser="reference")]
    assert codes == ["unknown_type", "unknown_type"]


def test_regions_may_be_deep_but_not_without_end() -> None:
    for depth, code in ((90, None), (5000, "nesting")):
        text = '"a.b"() ({' * depth + '"a.c"() : () -> ()' + "}) : () -> ()" * depth
        found = [
            each.code
            for each in stablehlo_tools.verify(text, parser="reference")
            if each.severity.name == "ERROR"
        ]
        assert found[:1] == ([code] if code else [])
