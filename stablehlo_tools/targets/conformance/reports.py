"""A score card as Markdown, JUnit and a page: a row for each op, and one for each kind of failure."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.report.junit import Test, document
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.targets.conformance.results import Outcome, ScoreCard, Status, failure_groups, summary

_COLUMNS: Final = tuple(Status)


# -- Markdown -------------------------------------------------------------------------------------------


def markdown(card: ScoreCard) -> str:
    """The score card as a page of Markdown."""
    groups = failure_groups(card.outcomes)
    failures = [
        (group.op, str(group.status), f"{group.cases:,}", ", ".join(group.types), _message(group.first))
        for group in groups
    ]
    parts = [
        f"# Conformance of {visible(card.engine)} {visible(card.version)}",
        f"{summary(card)}.",
        _table(("op", *map(str, _COLUMNS)), ((op, *_numbers(outcomes)) for op, outcomes in card.by_op())),
        "## Failures",
        _table(("op", "status", "cases", "element types", "first"), failures),
    ]
    return "\n\n".join(parts) + "\n"


def _numbers(outcomes: Sequence[Outcome]) -> list[str]:
    counts = Counter(outcome.status for outcome in outcomes)
    return [f"{counts[status]:,}" if counts[status] else "" for status in _COLUMNS]


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(Table(headings, [list(map(visible, row)) for row in rows]).markdown)


def _message(outcome: Outcome) -> str:
    return f"{outcome.case}: {outcome.message}" if outcome.message else outcome.case


# -- JUnit ----------------------------------------------------------------------------------------------


def junit(card: ScoreCard) -> str:
    """The score card in the format of JUnit: a suite for each op; what the baseline knows is skipped."""
    new = set(card.new)

    def test(outcome: Outcome) -> Test:
        kind = "" if outcome.is_good else "failure" if outcome in new else "skipped"
        return Test(outcome.case, kind, f"{outcome.status}: {outcome.message}", seconds=outcome.seconds)

    suites = {op: list(map(test, outcomes)) for op, outcomes in card.by_op()}
    return document(f"conformance of {card.engine} {card.version}", suites)


# -- a page ---------------------------------------------------------------------------------------------

_STYLE: Final = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
td, th { border: 1px solid #ccc; padding: 2px 6px; text-align: left; vertical-align: top; }
td.right, td.rejected { background: #d8f0d8; } td.refused { background: #eee; }
td.wrong, td.taken { background: #f8d0d0; } td.crashed, td.timed { background: #f0b0f0; }
th.type { writing-mode: vertical-rl; }
"""
# The status that a cell shows if its cases have several: the worst.
_WORST: Final = (
    Status.CRASHED, Status.TIMED_OUT, Status.WRONG, Status.TAKEN, Status.REFUSED, Status.RIGHT,
    Status.REJECTED,
)  # fmt: skip


def page(card: ScoreCard) -> str:
    """The score card as one page of HTML: the matrix of ops and element types, and all failures."""
    title = _text(f"Conformance of {card.engine} {card.version}")
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>{title}</h1>\n<p>{_text(summary(card))}</p>\n"
        f"{_matrix(card)}\n<h2>Failures</h2>\n{''.join(_failures(card))}</body></html>\n"
    )


def _text(shown: str) -> str:
    return html.escape(visible(shown))


def _matrix(card: ScoreCard) -> str:
    """The ops by element types; a cell has the right cases of all, and the color of the worst."""
    types = sorted({outcome.element_type for outcome in card.outcomes if not outcome.is_of_invalid} - {""})
    head = "".join(f'<th class="type">{_text(name)}</th>' for name in types)
    rows = []
    for op, outcomes in card.by_op():
        invalid = _cell([outcome for outcome in outcomes if outcome.is_of_invalid])
        valid = [outcome for outcome in outcomes if not outcome.is_of_invalid]
        cells = (_cell([outcome for outcome in valid if outcome.element_type == name]) for name in types)
        rows.append(f"<tr><th>{_text(op)}</th>{''.join(cells)}{invalid}</tr>\n")
    return f'<table><tr><th></th>{head}<th class="type">invalid</th></tr>\n{"".join(rows)}</table>'


def _cell(outcomes: Sequence[Outcome]) -> str:
    if not outcomes:
        return "<td></td>"
    worst = min((outcome.status for outcome in outcomes), key=_WORST.index)
    good = sum(outcome.is_good for outcome in outcomes)
    return f'<td class="{worst.value.split()[0]}" title="{worst}">{good}/{len(outcomes)}</td>'


def _failures(card: ScoreCard) -> Iterator[str]:
    for op, outcomes in card.by_op():
        failed = [outcome for outcome in outcomes if not outcome.is_good]
        if failed:
            rows = "".join(map(_failure, failed))
            yield f"<h3>{_text(op)}</h3>\n<table>{rows}</table>\n"


def _failure(outcome: Outcome) -> str:
    texts = (outcome.case, ", ".join(outcome.types), outcome.form, outcome.message)
    cells = "".join(f"<td>{_text(text)}</td>" for text in texts)
    return f'<tr><td class="{outcome.status.value.split()[0]}">{outcome.status}</td>{cells}</tr>\n'
