"""Suppressions: comments that suppress nothing. Checked last, when it is known which of them are used."""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.diagnostics.diagnostic import Fix
from stablehlo_tools.linter.edits import removal_of_comment
from stablehlo_tools.linter.rule import Finding, Program, rule


@rule(
    "SUP001",
    why="""
    Either the problem has been fixed, or the comment is in the wrong place. In both cases, it would hide the
    next diagnostic of that rule.
    """,
    help="Remove the comment, or the unused code from its list.",
    fix="safe",
)
def unused_suppression(program: Program) -> Iterator[Finding]:
    """A comment suppresses a rule that reports nothing there.

    Disabled rules are not considered, since they might report something.
    """
    lines = [suppression.span.begin[0] for suppression in program.suppressions.all]
    for suppression in program.suppressions.all:
        unused = suppression.unused(program.applied)
        fix = None
        is_alone = lines.count(suppression.span.begin[0]) == 1
        if list(suppression.codes) == unused and is_alone:
            fix = Fix("remove the comment", (removal_of_comment(suppression.span),))
        for code in unused:
            message = f"unused suppression: `{code}` reports nothing here"
            yield Finding(suppression.span, message, fix=fix)


@rule(
    "SUP002",
    why="The comment looks like a suppression, but has no effect.",
    help="Write `// shlo: ignore[CODE] reason`, or `// shlo: ignore-file[CODE] reason` for the whole file.",
)
def invalid_suppression(program: Program) -> Iterator[Finding]:
    """A suppression comment has an invalid directive or an unknown code."""
    for suppression in program.suppressions.all:
        if suppression.error:
            yield Finding(suppression.span, suppression.error)
