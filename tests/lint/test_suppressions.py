"""Comments that suppress findings, those that do not, and those that are not comments."""

from __future__ import annotations

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


def test_what_is_in_a_string_is_no_comment() -> None:
    assert found(note="// shlo: ignore[HYG002]") == ["HYG002"]


def test_the_codes_that_suppress_nothing_are_reported_alone() -> None:
    assert found(behind="  // shlo: ignore[HYG002, HYG003]") == ["SUP001"]


@pytest.mark.parametrize("comment", ["// shlo: ignore", "// shlo: ignore[]", "// shlo: noqa[HYG002]"])
def test_what_is_no_suppression_says_so(comment: str) -> None:
    assert found(behind=f"  {comment}") == ["HYG002", "SUP002"]


def test_an_unknown_code_says_so() -> None:
    assert found(behind="  // shlo: ignore[HYG002, HGY001]") == ["SUP002"]


def test_what_is_wrong_with_the_language_is_not_suppressed() -> None:
    text = f"// shlo: ignore-file\n{PROGRAM}".format(above="", behind="", note="").replace("%x {", "%z {")
    assert [each.code for each in stablehlo_tools.lint(text)] == ["undefined_value"]
