"""The walk over a module: what is visible where, and where each problem is said, once."""

import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify


def found(text: str) -> list[Diagnostic]:
    """What is wrong with a module that parses, in the order of the text."""
    return [mistake for mistake in verify(parse(Source(text))) if mistake.severity is Severity.ERROR]


def mistakes(text: str) -> list[tuple[str, str]]:
    """The code of each, and the text at its caret."""
    return [(mistake.code, mistake.span.text if mistake.span else "") for mistake in found(text)]


def function(body: str) -> str:
    """A function around some statements."""
    return f"func.func @f(%x: tensor<4xf32>, %c: tensor<i1>) {{\n{body}\n  return\n}}\n"


def test_a_use_in_front_of_the_definition() -> None:
    (mistake,) = found(function('"a.c"(%a) : (i32) -> ()\n%a = "a.b"() : () -> i32'))
    assert (mistake.code, mistake.span and mistake.span.begin) == ("use_before_definition", (2, 7))
    assert [label.span.begin for label in mistake.related] == [(3, 1)]


def test_a_value_is_visible_in_regions_but_not_behind_them() -> None:
    inside = function('%a = "a.b"() : () -> i32\n"a.c"() ({\n"a.d"(%a) : (i32) -> ()\n}) : () -> ()')
    assert mistakes(inside) == []
    own = function('%a = "a.b"() ({\n"a.d"(%a) : (i32) -> ()\n}) : () -> i32')
    assert mistakes(own) == [("use_before_definition", "%a")]


BRANCHES = """func.func @f(%c: i1) {{
  "cf.cond_br"(%c)[^left, ^right] {{operandSegmentSizes = array<i32: 1, 0, 0>}} : (i1) -> ()
^left:
  %a = "a.b"() : () -> i32
  "cf.br"()[^end] : () -> ()
^right:
  {right}
  "cf.br"()[^end] : () -> ()
^end:
  {end}
  return
}}
"""
USE = '"a.c"(%a) : (i32) -> ()'


def test_a_value_of_a_block_is_visible_where_every_path_passes_it() -> None:
    assert mistakes(BRANCHES.format(right="", end="")) == []
    assert mistakes(BRANCHES.format(right=USE, end="")) == [("use_before_definition", "%a")]
    assert mistakes(BRANCHES.format(right="", end=USE)) == [("use_before_definition", "%a")]
    only_left = BRANCHES.format(right="", end=USE).replace("[^left, ^right]", "[^left, ^left]")
    assert mistakes(only_left.replace('^right:\n  \n  "cf.br"()[^end] : () -> ()\n', "")) == []


def test_a_use_of_another_type_is_said_once_for_each_value() -> None:
    text = function('%a = "a.b"() : () -> i32\n"a.c"(%a, %a, %x) : (i64, i64, tensor<4xf32>) -> ()')
    assert mistakes(text) == [("type_of_use", "i64")]


@pytest.mark.parametrize(
    "use",
    [
        "stablehlo.add %x, %x : tensor<5xf32>",
        "stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>",  # valid on what %x is
    ],
)
def test_a_mistake_of_the_text_is_not_taken_for_a_change(use: str) -> None:
    module = parse(Source(function(f"%0 = {use}")))
    for _ in range(2):
        assert [mistake.code for mistake in verify(module, as_read=False)] == ["type_of_use"]


def test_a_changed_type_is_that_of_its_uses() -> None:
    reshape = "stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>"
    module = parse(Source(function(f"%0 = {reshape}")))
    argument = module["f"].arguments[0]
    argument.type = TensorType((2, 2), ELEMENT_TYPES["f32"])
    assert [mistake.code for mistake in verify(module, as_read=False)] == ["function_type"]


def test_problems_come_in_the_order_of_the_text_and_each_has_its_place() -> None:
    bad = "stablehlo.transpose %x, dims = [1] : (tensor<4xf32>) -> tensor<4xf32>"
    text = function(f'%0 = {bad}\n"a.b"() ({{\n  %1 = {bad}\n}}) : () -> ()\n%2 = {bad}')
    lines = [mistake.span.begin[0] for mistake in found(text) if mistake.span]
    assert lines == [2, 4, 6]
    assert {mistake.code for mistake in found(text)} == {"transpose_c2"}


def test_two_functions_of_one_name() -> None:
    (mistake,) = found("func.func private @f()\nfunc.func private @g()\nfunc.func private @f()")
    assert (mistake.code, mistake.span and mistake.span.begin[0]) == ("duplicate_symbol", 3)
    assert mistakes("func.func private @f()\nmodule {\nfunc.func private @f()\n}") == []


def test_a_call_of_a_function_that_is_not_there() -> None:
    text = "func.func @g() {\n  call @f() : () -> ()\n  return\n}\n"
    assert mistakes(text) == [("undefined_symbol", "@f")]
    assert mistakes(f"{text}func.func private @f()") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("func.func @f() {\n  %0 = stablehlo.create_token : !stablehlo.token\n}", "terminator"),
        ("func.func @f() {\n  return\n  return\n}", "terminator"),
        ('func.func @f() {\n  %0 = "func.return"() : () -> tensor<f32>\n}', "terminator"),
        ('func.func @f() {\n  "func.return"() : () -> tensor<f32>\n}', "terminator"),
        ('func.func @f() {\n  "func.return"() ({\n  }) : () -> ()\n}', "region_count"),
        ("func.func @f() -> i32 {\n  return\n}", "return"),
        ("func.func @f() -> i32 {\n  stablehlo.return\n}", "return_count"),
        ("stablehlo.return", "terminator"),
        ("func.func @f(%x: i32) {\n  call @f() : () -> ()\n  return\n}", "call"),
    ],
)
def test_ends_of_blocks_and_calls(text: str, code: str) -> None:
    assert [mistake[0].startswith(code) for mistake in mistakes(text)] == [True]


def test_a_function_may_end_as_a_region_of_an_op_does() -> None:
    text = "func.func @f(%x: tensor<i32>) -> tensor<i32> {\n  stablehlo.return %x : tensor<i32>\n}"
    assert found(text) == []


def test_unknown_dialects_are_said_where_that_is_wanted() -> None:
    module = parse(Source(function('"a.b"() : () -> ()')))
    (note,) = verify(module)
    assert (note.code, note.severity) == ("not_checked", Severity.NOTE)
    assert note.message == "1 op of unknown dialect `a` was not verified"
    (mistake,) = verify(module, strict=True)
    assert mistake.code == "unknown_dialect"


def test_ops_that_are_not_checked_are_counted_by_dialect() -> None:
    names = ("b.c", "a.b", "a.c", "arith.d")
    module = parse(Source(function("\n".join(f'"{name}"() : () -> ()' for name in names))))
    assert [note.message for note in verify(module)] == [
        "1 op of unknown dialect `b` was not verified",
        "2 ops of unknown dialect `a` were not verified",
    ]


@pytest.mark.parametrize("literal", ["dense<...>", "dense_resource<__elided__>"])
def test_a_constant_that_was_left_out_is_a_warning(literal: str) -> None:
    module = parse(Source(function(f"%0 = stablehlo.constant {literal} : tensor<4x4xf32>")))
    (warning,) = verify(module)
    assert (warning.code, warning.severity) == ("elided_literal", Severity.WARNING)
    assert warning.message == "the elements of this constant were elided when the program was printed"
    assert warning.span is not None
    assert warning.span.text == literal
    (error,) = verify(module, strict=True)
    assert (error.code, error.severity) == ("elided_literal", Severity.ERROR)
