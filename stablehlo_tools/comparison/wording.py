"""The results of a comparison as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from stablehlo_tools.comparison.results import Comparison, OpCount, Suspect, ValueRow
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.text.source_frames import Places
from stablehlo_tools.verdict.difference import Difference


def comparison_lines(comparison: Comparison, places: Places) -> Iterator[str]:
    """The results, the first value that differs, and notes."""
    for row in comparison.results:
        yield f"{row.name}: {row.type} {row.judgement}"
        if row.judgement.kind == "wrong":
            yield from (f"  {note}" for note in row.judgement.notes)
    if comparison.rows:
        differing = sum(not row.agrees for row in comparison.rows)
        yield f"{plural(len(comparison.rows), 'value')} compared, {differing:,} beyond their tolerances"
    if comparison.finding is not None:
        yield from finding_lines(comparison, comparison.finding, places)
        if comparison.finding.is_right:
            yield "both are right: each operation agrees in isolation, up to implementation-defined results"
    yield from counts_lines(comparison.alone)
    for note in comparison.notes:
        yield f"note: {note}"


_MOST_RIGHT: Final = 6


def counts_lines(counts: Sequence[OpCount]) -> Iterator[str]:
    """Lines with the ops that are wrong alone, how often, and some that are right."""
    wrong = [f"{_mnemonic(count)} {count.wrong:,} of {count.total:,}" for count in counts if count.wrong]
    agreeing = sorted((count for count in counts if not count.wrong), key=lambda count: -count.total)
    right = [_mnemonic(count) for count in agreeing]
    if wrong:
        more = [f"{len(right) - _MOST_RIGHT:,} more ops"] if len(right) > _MOST_RIGHT else []
        ok = f"; {', '.join([*right[:_MOST_RIGHT], *more])} ok" if right else ""
        yield f"differ in isolation: {', '.join(wrong)}{ok}"


def _mnemonic(count: OpCount) -> str:
    return count.op.removeprefix("stablehlo.")


def errors(difference: Difference) -> str:
    """The greatest errors."""
    numbers = f"absolute {difference.max_abs:.3g}, relative {difference.max_rel:.3g}"
    return f"maximum error: {numbers}, {difference.max_ulp:.3g} ULP"


def finding_lines(comparison: Comparison, finding: Suspect, places: Places) -> Iterator[str]:
    """The first value that differs with its verdict, and indented details."""
    row, difference = finding.row, finding.row.difference
    yield f"{_title(row, places)}: {finding.verdict.value}"
    yield from (f"  {note}" for note in finding.notes)
    judgement, (a, b) = row.judgement, comparison.names
    x, y = judgement.values
    yield f"  worst at {list(judgement.worst)}: {a} {x!s}, {b} {y!s}, {judgement.at_worst}"
    counts = f"{judgement.beyond:,} of {plural(difference.size, 'element')} beyond the tolerance"
    yield f"  {counts} ({judgement.allowed}); {errors(difference)}{_classes(comparison, difference)}"


def _title(row: ValueRow, places: Places) -> str:
    if row.operation is None:
        return row.name
    place = places.locate(row.operation)
    return f"{row.name}: {row.op}" + (f" at {place}" if place.position else "")


def _classes(comparison: Comparison, difference: Difference) -> str:
    """Correlations, and counts of NaN and infinities on both sides, if any."""
    parts = []
    if difference.pcc is not None:
        parts.append(f"PCC {difference.pcc:.6g}")
    if difference.cosine is not None:
        parts.append(f"cosine {difference.cosine:.6g}")
    for name, counts in (("NaN", difference.nan), ("infinite", difference.inf)):
        if any(counts):
            parts.append(f"{name}: {comparison.names[0]} {counts[0]:,}, {comparison.names[1]} {counts[1]:,}")
    if difference.zero_signs:
        parts.append(f"{difference.zero_signs:,} zeros of opposite sign")
    return "".join(f"; {part}" for part in parts)
