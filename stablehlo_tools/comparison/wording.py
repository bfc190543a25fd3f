"""What a comparison finds, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stablehlo_tools.analysis.places import Places
from stablehlo_tools.comparison.measure import Difference
from stablehlo_tools.comparison.results import Comparison, Suspect, ValueRow
from stablehlo_tools.units import plural


def comparison_lines(found: Comparison, places: Places) -> Iterator[str]:
    """The results, the first value that differs, and notes."""
    for row in found.results:
        yield f"{row.name}: {row.type} {agreement(row)}"
    if found.rows:
        differing = sum(not row.agrees for row in found.rows)
        yield f"{plural(len(found.rows), 'value')} compared, {differing:,} beyond their budgets"
    if found.finding is not None:
        yield from finding_lines(found, found.finding, places)
    for note in found.notes:
        yield f"note: {note}"


def agreement(row: ValueRow) -> str:
    """Whether a value agrees, and how much it differs."""
    if row.agrees:
        return f"agrees, {errors(row.difference)}" if row.difference.differing else "is the same"
    counts = f"{row.difference.differing:,} of {plural(row.difference.size, 'element')}"
    return f"DIFFERS in {counts} ({row.budget})"


def errors(difference: Difference) -> str:
    """The greatest errors."""
    numbers = f"absolute {difference.max_abs:.3g}, relative {difference.max_rel:.3g}"
    return f"maximum error: {numbers}, {difference.max_ulp:.3g} ULP"


def finding_lines(found: Comparison, finding: Suspect, places: Places) -> Iterator[str]:
    """The first value that differs, with its verdict, and details that are indented."""
    row, difference = finding.row, finding.row.difference
    yield f"{_title(row, places)}: {finding.verdict.value}"
    yield from (f"  {note}" for note in finding.notes)
    (a, b), (x, y) = found.names, difference.values
    yield f"  worst at {list(difference.worst)}: {a} {_number(x)}, {b} {_number(y)}"
    yield f"  {errors(difference)}; budget: {row.budget}"
    counts = f"{difference.differing:,} of {plural(difference.size, 'element')} differ"
    yield f"  {counts}{_classes(found, difference)}"


def _title(row: ValueRow, places: Places) -> str:
    if row.operation is None:
        return row.name
    place = places.of(row.operation)
    return f"{row.name}: {row.op}" + (f" at {place}" if place.position else "")


def _classes(found: Comparison, difference: Difference) -> str:
    """Correlations, and the numbers of NaN and infinities on both sides, if there are any."""
    parts = []
    if difference.pcc is not None:
        parts.append(f"PCC {difference.pcc:.6g}")
    if difference.cosine is not None:
        parts.append(f"cosine {difference.cosine:.6g}")
    for name, counts in (("NaN", difference.nan), ("infinite", difference.inf)):
        if any(counts):
            parts.append(f"{name}: {found.names[0]} {counts[0]:,}, {found.names[1]} {counts[1]:,}")
    if difference.zero_signs:
        parts.append(f"{difference.zero_signs:,} zeros of the other sign")
    return "".join(f"; {part}" for part in parts)


def _number(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, (float, complex)) else str(value)
