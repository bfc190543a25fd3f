"""A source line with marks, and what is left out of one that is too long."""

from __future__ import annotations

import json
import string

import pytest
from hypothesis import given, strategies as st

from stablehlo_tools.diagnostics.escapes import as_json, as_line, visible
from stablehlo_tools.diagnostics.report.snippet import Mark, snippet_rows


def main_mark(line: str, word: str, label: str = "") -> Mark:
    start = line.index(word)
    return Mark(start, start + len(word), label, "error", "^")


def other_mark(line: str, word: str, label: str = "") -> Mark:
    return main_mark(line, word, label)._replace(style="frame", sign="-")


def shown(line: str, *marks: Mark, width: int = 80) -> list[str]:
    return ["".join(text for text, _ in row) for row in snippet_rows(line, marks, width)]


def test_a_short_line_is_shown_whole() -> None:
    line = "  %0 = stablehlo.abs %x : tensor<2xf32>"
    assert shown(line, main_mark(line, "%x", "not defined")) == [
        "  %0 = stablehlo.abs %x : tensor<2xf32>",
        "                     ^^ not defined",
    ]


def test_an_empty_span_is_one_character_wide() -> None:
    assert shown("abc", Mark(3, 3, "more", "error", "^")) == ["abc", "   ^ more"]


def test_labels_that_do_not_fit_beside_the_mark_hang_below_it() -> None:
    line = "f(%a, %b)"
    assert shown(line, main_mark(line, "%a", "one"), other_mark(line, "%b", "two")) == [
        "f(%a, %b)",
        "  ^^  -- two",
        "  |",
        "  one",
    ]


def test_marks_on_the_same_place_have_a_label_each() -> None:
    line = "f(%a)"
    assert shown(line, main_mark(line, "%a", "one"), other_mark(line, "%a", "two")) == [
        "f(%a)",
        "  ^^ two",
        "  |",
        "  one",
    ]


def test_a_long_line_keeps_its_head_and_the_surroundings_of_the_mark() -> None:
    line = (
        "    %12 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], "
        "contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : "
        "(tensor<8x3x4xf32>, tensor<8x4x5xf32>) -> tensor<8x3x5xf32>"
    )
    first, second = shown(line, main_mark(line, "[3]", "here"), width=80)
    assert first.startswith("%12 = stablehlo.dot_general ")
    assert "contracting_dims = [3] x [1]" in first
    assert first.endswith(" ... ")
    assert second.index("^^^ here") == first.index("[3]")
    assert len(first) <= 80


def test_a_line_that_begins_with_no_name_says_that_its_beginning_is_left_out() -> None:
    line = f"    : ({', '.join(['tensor<4x8xf32>'] * 5)}) -> tensor<3xf32>"
    assert shown(line, main_mark(line, "tensor<3xf32>"), width=48) == [
        "... tensor<4x8xf32>) -> tensor<3xf32>",
        "                        ^^^^^^^^^^^^^",
    ]


def test_marks_stand_under_wide_characters() -> None:
    line = 'a "日本" b'
    assert shown(line, main_mark(line, "b")) == ['a "日本" b', "         ^"]


def test_tabs_are_four_blanks() -> None:
    assert shown("\t%x", main_mark("\t%x", "%x")) == ["    %x", "    ^^"]


def test_what_a_terminal_would_act_upon_is_spelt_out() -> None:
    assert visible("a\x1b[31mb\x07\u202ec") == "a\\u{1b}[31mb\\u{7}\\u{202e}c"
    assert visible("plain tensor<2xf32>") == "plain tensor<2xf32>"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("##[error]pwn %x", "#\\u{23}[error]pwn %x"),
        ("# ##vso[task] %x", "# #\\u{23}vso[task] %x"),
        ("\t\x9b31m %x", "    \\u{9b}31m %x"),
        ("## a %x", "## a %x"),
    ],
)
def test_marks_stand_under_what_is_spelt_out(line: str, expected: str) -> None:
    assert shown(line, main_mark(line, "%x")) == [expected, " " * (len(expected) - 2) + "^^"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("::error::pwn", ":\\u{3a}error::pwn"),
        ("   ::add-mask::pwn", "   :\\u{3a}add-mask::pwn"),
        ("\x1b::error", "\\u{1b}::error"),
        ("@a::@b", "@a::@b"),
        (" ::: model.mlir:1:2", " ::: model.mlir:1:2"),
    ],
)
def test_no_line_is_a_command(line: str, expected: str) -> None:
    assert as_line(line) == expected


def test_json_is_read_as_it_was() -> None:
    value = {"\n##[error]\x7f\u202e": ["é漢", "\ud800", "\U000e0001", "\\u0023"]}
    text = as_json(value, indent=1)
    assert json.loads(text) == value
    assert all(line.isprintable() and "##[" not in line for line in text.split("\n"))
    assert "é漢" in text


words = st.lists(st.text(string.ascii_letters + "%<>:,", min_size=1, max_size=30), min_size=1, max_size=40)


@given(words, st.data(), st.integers(40, 140))
def test_the_mark_is_under_its_text_wherever_the_line_is_cut(
    words: list[str], data: st.DataObject, width: int
) -> None:
    word = data.draw(st.integers(0, len(words) - 1))
    start = sum(len(before) + 1 for before in words[:word])
    line = " ".join(words)
    mark = Mark(start, start + min(len(words[word]), 8), "", "error", "^")
    first, second = shown(line, mark, width=width)
    column = second.index("^")
    assert first[column : column + 8].startswith(line[mark.start : mark.end])
    assert second.count("^") == mark.end - mark.start
    assert len(first) <= max(width, len(" ... ") * 2 + 8 + 40)
