"""`shlo verify --expect-diagnostics`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, Severity
from stablehlo_tools.diagnostics.expectations import differences, expectations
from stablehlo_tools.diagnostics.source import Source, Span

CASES = Path(__file__).resolve().parents[3] / "testdata" / "verify"
HEAD = "func.func @main(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {"
DOT = "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0]"
TYPE = "    : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>"
END = "  return %0 : tensor<4xf32>\n}"


def program(before: str = "", after: str = "", at_end: str = "") -> str:
    """A program with one error, dot_general_c6 in line 3, and comments around it."""
    return "\n".join([HEAD, before, DOT, TYPE + at_end, after, END, ""])


@pytest.mark.parametrize(
    "text",
    [
        program("// expected-error@+1 {{dot_general_c6}}"),
        program("// expected-error @+1 {{dot_general_c6}}"),
        program("// expected-error@below {{does not hold: 2 < 2}}"),
        program("// expected-error-re@+1 {{rank({{[lr]}}hs)}}"),
        program("// expected-error-re@+1 {{{{dot.*}}_c6: {{`.*`}} does not}}"),
        program(after="// expected-error@-2 {{}}"),
        program(after="// expected-error@above {{dot_general}}").replace(f"\n{TYPE}", TYPE),
        program(after="// expected-error@-2 {{dot_general_c6}}\r"),
    ],
)
def test_an_expected_error(shlo: Any, text: str) -> None:
    expected = (0, "", "1 file checked, all diagnostics as expected\n")
    assert shlo("verify", "--expect-diagnostics", "-", stdin=text) == expected


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (program(), ["3:57: error[dot_general_c6]: unexpected error"]),
        (
            program("// expected-error@+1 {{dot_general_c7}}"),
            [
                "2:4: error[missing_diagnostic]: expected error on line 3 was not reported",
                "3:57: error[dot_general_c6]",
            ],
        ),
        (
            program("// expected-error {{dot_general_c6}}"),
            ["2:4: error[missing_diagnostic]", "3:57: error[dot"],
        ),
        (program("// expected-warning@+1 {{dot_general_c6}}"), ["2:4: error[missing_diagnostic]", "3:57: "]),
        (
            program("// expected-error@+1 {{c6}} expected-error@+1 {{c6}}"),
            ["2:29: error[missing_diagnostic]"],
        ),
        (
            program("// expected-error@+1 {{c6}}\n// expected-error@unknown {{c6}}"),
            [
                "2:4: error[missing",
                "3:4: error[missing_diagnostic]: expected error without a location was not reported",
                "4:",
            ],
        ),
        (
            program("// expected-error-re@+1 {{{{(}}}}"),
            ["2:4: error[expectation]: invalid regular", "3:57"],
        ),
    ],
)
def test_what_differs(shlo: Any, text: str, reported: list[str]) -> None:
    status, out, _ = shlo("verify", "--expect-diagnostics", "--output-format", "concise", "-", stdin=text)
    assert status == outcome.FINDINGS
    lines = out.splitlines()
    assert len(lines) == len(reported)
    for line, beginning in zip(lines, reported, strict=True):
        assert line.startswith(f"<stdin>:{beginning}")


def test_every_piece_of_a_text_counts_in_its_lines(shlo: Any) -> None:
    text = "// -----\n".join([program("// expected-error@+1 {{dot_general_c6}}")] * 3)
    assert shlo("verify", "--expect-diagnostics", "-", stdin=text).status == outcome.CLEAN


def test_our_own_cases_say_what_is_wrong_with_them(shlo: Any) -> None:
    names = {"attributes", "shardy", "shardy_collectives"}  # which have ops that --strict refuses
    cases = sorted(path for path in CASES.glob("*.mlir") if path.stem not in names)
    some = cases[::5]  # of all of them, `tests/ops/test_constraints.py` says what is found
    assert shlo("verify", "--expect-diagnostics", "--strict", *some).status == outcome.CLEAN
    others = [CASES / f"{name}.mlir" for name in sorted(names)]
    assert shlo("verify", "--expect-diagnostics", *others).status == outcome.CLEAN


def test_a_case_that_does_not_say_it_is_a_difference(shlo: Any) -> None:
    text = (CASES / "slice.mlir").read_text(encoding="utf-8")
    number, line = next(each for each in enumerate(text.split("\n"), 1) if "expected-error" in each[1])
    options = ("--expect-diagnostics", "--output-format", "concise")
    status, out, _ = shlo("verify", *options, "-", stdin=text.replace(line, "", 1))
    assert status == outcome.FINDINGS
    assert [each.split(":")[1] for each in out.splitlines()] == [str(number + 1)]


def test_what_cannot_be_read_is_never_as_expected(shlo: Any) -> None:
    assert shlo("verify", "--expect-diagnostics", "missing.mlir").status == outcome.USAGE


def test_notes_may_be_expected_and_need_not_be() -> None:
    text = "// expected-note {{twice}}\n// expected-remark@+1 {{old}}\n\n// expected-note@-3 {{here}}\n"
    source = Source(text)
    first, third = (Span(source, start, start + 1) for start in (0, text.index("\n\n") + 1))
    found = [
        Diagnostic("a", "one", first, Severity.NOTE, related=(Label(first, "defined here"),)),
        Diagnostic("b", "an old spelling", third, Severity.NOTE, notes=("nobody expects this",)),
        Diagnostic("c", "said twice", first, Severity.NOTE),
    ]
    assert differences(source, found) == []
    assert [each.message for each in differences(source, found[:2])] == [
        "expected note on line 1 was not reported: expected-note {{twice}}"
    ]


def test_the_nearest_line_is_one_without_such_a_comment() -> None:
    source = Source(
        "a\n// expected-error@above {{}}\n// expected-error@below {{}}\n// expected-error@unknown {{}}\nb\n",
        first_line=11,
    )
    assert [each.line for each in expectations(source, [])] == [11, 15, None]
