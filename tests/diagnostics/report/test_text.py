"""Diagnostics as text, in full and concise."""

from __future__ import annotations

import dataclasses
import io

import pytest

from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from stablehlo_tools.diagnostics.source import Source, Span

TEXT = """\
func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.abs %0 : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
"""
SOURCE = Source(TEXT, "model.mlir")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def span(text: str, occurrence: int = 1) -> Span:
    start = -1
    for _ in range(occurrence):
        start = TEXT.index(text, start + 1)
    return Span(SOURCE, start, start + len(text))


DIAGNOSTIC = Diagnostic(
    "dot_general_c6",
    "2 is no dimension of lhs",
    span("[2]"),
    label="lhs has the dimensions 0 and 1",
    formula="0 <= lhs_contracting_dimensions < rank(lhs)",
    values=(("lhs_contracting_dimensions", "[2]"), ("rank(lhs)", "2")),
    related=(Label(span("%x: tensor<4x8xf32>"), "lhs is defined here"),),
    notes=("in model.py:3, function attention",),
    helps=("dimensions count from 0",),
)


def full(diagnostic: Diagnostic, stream: io.StringIO | None = None) -> str:
    stream = stream or io.StringIO()
    report.write([diagnostic], stream, "full")
    return stream.getvalue()


@pytest.fixture(autouse=True)
def _page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def test_everything_a_diagnostic_can_say() -> None:
    assert full(DIAGNOSTIC) == (
        """\
error[dot_general_c6]: 2 is no dimension of lhs
 --> model.mlir:2:57
  |
1 | func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  |                 ------------------- lhs is defined here
2 |   %0 = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<4x8xf32>) -> tensor<4x2xf32>
  |                                                         ^^^ lhs has the dimensions 0 and 1
  |
  = rule: 0 <= lhs_contracting_dimensions < rank(lhs)
          lhs_contracting_dimensions = [2]
          rank(lhs)                  = 2
  = note: in model.py:3, function attention
  = help: dimensions count from 0

"""
    )


def test_lines_in_between_are_left_out() -> None:
    related = (Label(span("%x"), "defined here"),)
    assert full(Diagnostic("unused", "m", span("%1", 2), Severity.WARNING, related=related)) == (
        """\
warning[unused]: m
 --> model.mlir:4:10
  |
1 | func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  |                 -- defined here
...
4 |   return %1 : tensor<4x2xf32>
  |          ^^

"""
    )


def test_a_span_of_several_lines_is_marked_on_its_first() -> None:
    whole = Span(SOURCE, TEXT.index("return"), len(TEXT))
    assert full(Diagnostic("code", "m", whole)).splitlines()[3:] == [
        "4 |   return %1 : tensor<4x2xf32>",
        "  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        "",
    ]


def test_another_source_has_a_snippet_of_its_own() -> None:
    other = Source("%q\n", "other.mlir")
    diagnostic = Diagnostic("code", "m", span("%1"), related=(Label(Span(other, 0, 2), "first seen here"),))
    assert full(diagnostic).splitlines()[5:] == [
        " ::: other.mlir:1:1",
        "  |",
        "1 | %q",
        "  | -- first seen here",
        "",
    ]


def test_a_file_without_text_has_no_snippet() -> None:
    span = Span(Source("", "x.mlir"), 0, 0)
    assert full(Diagnostic("code", "m", span, helps=("do this",))) == (
        "error[code]: m\n --> x.mlir\n  = help: do this\n\n"
    )


def test_a_diagnostic_without_place_has_only_its_remarks() -> None:
    assert full(Diagnostic("code", "m", None, values=(("a", "1"),))) == (
        "error[code]: m\n  = where: a = 1\n\n"
    )


def test_long_rules_and_values_are_wrapped() -> None:
    formula = " and ".join(["rank(operand) = rank(result)"] * 5)
    types = ", ".join(["tensor<4x8xf32>"] * 9)
    values = (("inputs", f"[{types}]"), ("permutation", "[0]"), ("results", f"[{', '.join([types] * 9)}]"))
    assert full(Diagnostic("code", "m", None, formula=formula, values=values)) == (
        """\
error[code]: m
  = rule: rank(operand) = rank(result) and rank(operand) = rank(result) and rank(operand) = rank(result) and
          rank(operand) = rank(result) and rank(operand) = rank(result)
          inputs      = [tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>,
                        tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>]
          permutation = [0]
          results     = [tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>,
                        tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>,
                        tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, ...

"""  # noqa: E501
    )


def test_a_long_term_leaves_room_for_the_values_of_the_others() -> None:
    term = " + ".join(["size(inputs)"] * 9)
    lines = full(Diagnostic("code", "m", None, values=((term, "8"), ("lhs", "tensor<1x8xf32>")))).splitlines()
    assert " ".join(" ".join(lines[1:-3]).split()) == f"= where: {term}"
    assert lines[-3:] == ["               = 8", "           lhs = tensor<1x8xf32>", ""]


def test_the_same_over_and_over_is_said_three_times_and_counted() -> None:
    stream = io.StringIO()
    place = span("%1")
    others = [Diagnostic("other", "n", place)]
    report.write([Diagnostic("code", "m", place)] * 5 + others, stream, "full")
    assert stream.getvalue().count("error[code]: m\n") == 3
    assert stream.getvalue().endswith("error[code]: m: 2 more\n  at model.mlir:3:3, model.mlir:3:3\n\n")
    assert stream.getvalue().count("error[other]: n\n") == 1


def test_those_of_a_file_that_say_the_same_may_be_one_entry() -> None:
    stream = io.StringIO()
    places = [span("%0"), *[span("%1")] * 12]
    report.write([Diagnostic("PERF001", "m", place, Severity.WARNING) for place in places], stream, alike=1)
    first, rest = stream.getvalue().split("warning[PERF001]: m: 12 more\n")
    assert first.count("warning[PERF001]: m\n") == 1
    assert rest.split() == ["at", *["model.mlir:3:3,"] * 10, "..."]
    assert max(map(len, rest.splitlines())) <= 120
    assert len(rest.splitlines()) == 3


def test_each_file_has_an_entry_up_to_three() -> None:
    stream = io.StringIO()
    spans = [Span(Source("%0", f"{name}.mlir"), 0, 2) for name in "aabbcd"]
    report.write([Diagnostic("code", "m", each) for each in spans], stream, alike=1)
    assert [line for line in stream.getvalue().splitlines() if "-->" in line or " at " in line] == [
        " --> a.mlir:1:1", " --> b.mlir:1:1", " --> c.mlir:1:1", "  at a.mlir:1:1, b.mlir:1:1, d.mlir:1:1",
    ]  # fmt: skip


def test_each_is_shown_if_they_are_not_to_be_grouped() -> None:
    stream = io.StringIO()
    report.write([Diagnostic("code", "m", span("%1"))] * 5, stream, alike=None)
    assert stream.getvalue() == full(Diagnostic("code", "m", span("%1"))) * 5


def test_what_is_fixable_is_marked() -> None:
    fix = Fix("take it away", (Edit(span("%1"), ""),))
    assert full(Diagnostic("code", "m", None, fix=fix)).startswith("error[code] [*]: m\n")
    unsafe = dataclasses.replace(fix, is_safe=False)
    assert full(Diagnostic("code", "m", None, fix=unsafe)).startswith("error[code]: m\n")
    stream = io.StringIO()
    report.write([Diagnostic("code", "m", None, Severity.NOTE, fix=fix)] * 3, stream, alike=1)
    assert stream.getvalue().endswith("note[code] [*]: m: 2 more\n\n")


def test_concise_is_one_line_each() -> None:
    stream = io.StringIO()
    report.write([DIAGNOSTIC, Diagnostic("code", "two\nlines", None)], stream, "concise")
    assert stream.getvalue() == (
        "model.mlir:2:57: error[dot_general_c6]: 2 is no dimension of lhs\nerror[code]: two\\nlines\n"
    )


def test_a_terminal_gets_colours_over_the_same_text(monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = full(DIAGNOSTIC, Terminal())
    assert "\x1b[1;31merror" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert full(DIAGNOSTIC, Terminal()) == full(DIAGNOSTIC)


def test_colours_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in full(DIAGNOSTIC)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in full(DIAGNOSTIC)


def test_a_dumb_terminal_gets_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in full(DIAGNOSTIC, Terminal())


def test_a_model_cannot_send_commands_to_the_terminal() -> None:
    source = Source('%0 = "\x1b]0;title\x07"()\n', "evil\x1b.mlir")
    diagnostic = Diagnostic(
        "code", "op \x1b[2J", Span(source, 0, 2), label="\x1b", notes=("\x1b",), helps=("\x1b",)
    )
    assert "\x1b" not in full(diagnostic)


def test_a_note_of_several_lines_stays_one() -> None:
    diagnostic = Diagnostic("code", "message", None, notes=("its last words:\nTraceback\n  ::error::x\x1b",))
    shown = full(diagnostic)
    assert "= note: its last words:\n" in shown
    lines = shown.partition("words:\n")[2].splitlines()
    assert [line.strip() for line in lines[:2]] == ["Traceback", r":\u{3a}error::x\u{1b}"]
