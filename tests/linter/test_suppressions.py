"""Comments that suppress findings, those that do not, and those that are not comments."""

from __future__ import annotations

import re

import pytest

import stablehlo_tools

PROGRAM = """\
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {{
{above}
  %0 = stablehlo.negate %x {{mine.note = "{note}"}} : tensor<4xf32>{behind}
  return %y : tensor<4xf32>
}}
"""


def found(above: str = "", behind: str = "", note: str = "", before: str = "") -> list[str]:
    text = before + PROGRAM.format(above=above, behind=behind, note=note)
    return [diagnostic.code for diagnostic in stablehlo_tools.lint(text)]


def test_without_a_comment() -> None:
    assert found() == ["HYG002"]


@pytest.mark.parametrize(
    "comment",
    [
        "// shlo: ignore[HYG002]",
        "// shlo: ignore[HYG002] because it is so",
        "//shlo:ignore[ HYG002 ]",
        "// shlo: ignore[HYG]",
        "// shlo: ignore[ALL]",
        "// SHLO: Ignore[HYG002]",
        "// it says more // shlo: ignore[HYG002]",
        "/// shlo : ignore [HYG002]",
        "//\tshlo:\tignore[HYG002]日本",
    ],
)
def test_a_comment_behind_or_above(comment: str) -> None:
    assert found(behind=f"  {comment}") == []
    assert found(above=f"  {comment}") == []
    assert found(above=f"  {comment}\n  // which says more") == []
    assert found(above=f"  // it says more\n  {comment}") == []


def test_of_several_comments_each_counts() -> None:
    assert found(above="  // shlo: ignore[HYG002]\n  // shlo: ignore[HYG001]") == ["SUP001"]


def test_a_comment_is_for_one_line() -> None:
    assert found(above="  // shlo: ignore[HYG002]\n") == ["SUP001", "HYG002"]
    assert found(before="// shlo: ignore[HYG002]\n") == ["SUP001", "HYG002"]


def test_a_whole_file() -> None:
    assert found(before="// shlo: ignore-file[HYG002] generated\n") == []
    assert found(before="// shlo: ignore-file\n") == []
    assert found(before="// shlo: ignore-file[HYG001]\n") == ["SUP001", "HYG002"]


def test_a_whole_file_of_several_programs() -> None:
    program = PROGRAM.format(above="", behind="", note="")
    comment = "// shlo: ignore-file[HYG002]\n"
    for text in (f"{comment}{program}", program, f"{comment}// -----\n{program}"):
        codes = [each.code for each in stablehlo_tools.lint(f"{text}// -----\n{program}")]
        assert codes.count("HYG002") == (0 if comment in text else 2)
    pieces = f"{program}// -----\n{comment}{program}"
    assert stablehlo_tools.lint(pieces) == []
    unused = stablehlo_tools.lint(f"{CLEAN}// -----\n{comment}{CLEAN}")
    assert [(each.code, each.span and each.span.begin) for each in unused] == [("SUP001", (5, 1))]


def test_suppressions_are_not_judged_where_a_program_does_not_verify() -> None:
    broken = CLEAN.replace("return %x", "return %z")
    found = stablehlo_tools.lint(f"// shlo: ignore-file[HYG002]\n{CLEAN}// -----\n{broken}")
    assert [each.code for each in found] == ["undefined_value"]


CLEAN = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"
MANY_LINES = """\
func.func @main(%x: tensor<4xf32>,
                %y: tensor<4xf32>) -> tensor<4xf32> {1}
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %c) ({ {2}
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32> {3}
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) {dimensions = array<i64: 0>} {4}
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32> {5}
  %2 = "stablehlo.negate"(
    %x) {6}
    : (tensor<4xf32>) -> tensor<4xf32> {7}
  return %y : tensor<4xf32>
}
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("place", "suppressed"), [(2, 1), (3, 0), (4, 0), (5, 1), (6, 1), (7, 1)])
def test_a_comment_in_the_lines_of_a_statement(place: int, suppressed: int, end: str) -> None:
    """Of one with regions, the first and the last: what is between is for statements in them."""
    text = MANY_LINES.replace(f"{{{place}}}", "// shlo: ignore[HYG002]").replace("{1}", "{")
    text = re.sub(r"\{[2-7]\}", "", text).replace("\n", end)
    codes = [each.code for each in stablehlo_tools.lint(text)]
    assert codes.count("HYG002") == 2 - suppressed
    assert codes.count("SUP001") == 1 - suppressed


def test_what_is_in_a_string_is_no_comment() -> None:
    assert found(note="// shlo: ignore[HYG002]") == ["HYG002"]


def test_the_codes_that_suppress_nothing_are_reported_alone() -> None:
    assert found(behind="  // shlo: ignore[HYG002, HYG003]") == ["SUP001"]
    assert found(behind="  // shlo: ignore[HYG002 HYG003]") == ["SUP001"]
    assert found(behind="  // shlo: ignore[HYG003] // shlo: ignore[HYG002]") == ["SUP001"]


@pytest.mark.parametrize(
    "comment",
    ["// shlo: ignore", "// shlo: ignore[]", "// shlo: noqa[HYG002]", "// shlo: ignore[HYG002",
     "// shlo: ignore(HYG002)", "// shlo ignore[HYG002]", "// shlo:", "// shlo: ignore-line[HYG002]"],
)  # fmt: skip
def test_what_is_no_suppression_says_so(comment: str) -> None:
    assert found(behind=f"  {comment}") == ["HYG002", "SUP002"]


def test_an_unknown_code_says_so() -> None:
    assert found(behind="  // shlo: ignore[HYG002, HGY001]") == ["SUP002"]


def test_what_is_wrong_with_the_language_is_not_suppressed() -> None:
    text = f"// shlo: ignore-file\n{PROGRAM}".format(above="", behind="", note="").replace("%x {", "%z {")
    assert [each.code for each in stablehlo_tools.lint(text)] == ["undefined_value"]
