"""Suppressions: comments that suppress nothing. Applied last, when the others are known to be used or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stablehlo_tools.diagnostic import Fix
from stablehlo_tools.linter.edits import removal_of_comment
from stablehlo_tools.linter.rule import Finding, rule

if TYPE_CHECKING:
    from stablehlo_tools.linter.program import Program

_USED = """
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      // shlo: ignore[HYG002] the exporter keeps it for a later version
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %x : tensor<8xf32>
    }
"""


@rule(
    "SUP001",
    why="""
    What it was there for has been mended, or the comment stands in the wrong place; in either case it would
    hide the next finding of that rule.
    """,
    remedy="Take the comment, or the code, away.",
    fix="safe",
    bad="""
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      // shlo: ignore[HYG002] the exporter keeps it for a later version
      %0 = stablehlo.negate %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    """,
    good=_USED,
)
def unused_suppression(program: Program) -> Iterator[Finding]:
    """A comment suppresses a rule that finds nothing there.

    Rules that are not applied are not counted: they might have found something.
    """
    lines = [suppression.span.begin[0] for suppression in program.suppressions.all]
    for suppression in program.suppressions.all:
        unused = suppression.unused(program.applied)
        fix = None
        is_alone = lines.count(suppression.span.begin[0]) == 1
        if list(suppression.codes) == unused and is_alone:
            fix = Fix("take the comment away", (removal_of_comment(suppression.span),))
        for code in unused:
            message = f"{code} finds nothing here that this comment could suppress"
            yield Finding(suppression.span, message, fix=fix)


@rule(
    "SUP002",
    why="It looks as if it suppressed something, and does not.",
    remedy="Write `// shlo: ignore[CODE] reason`, or `// shlo: ignore-file[CODE] reason` for the whole file.",
    bad=_USED.replace("ignore[HYG002]", "noqa[HYG002]"),
    good=_USED,
)
def invalid_suppression(program: Program) -> Iterator[Finding]:
    """A comment begins as a suppression does, but is none: its directive or its code is not known."""
    for suppression in program.suppressions.all:
        if suppression.fault:
            yield Finding(suppression.span, suppression.fault)
