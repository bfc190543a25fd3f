"""`run --repeat`: how long the compilation of a program takes, and its runs."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from stablehlo_tools.diagnostics.units import in_seconds


def words(engine: str, compilation: float, runs: Sequence[float]) -> str:
    """The line of a program that was compiled once and executed several times; the first run is apart."""
    first, *others = runs
    parts = [f"{engine}: compiled in {in_seconds(compilation)}", f"first run {in_seconds(first)}"]
    if others:
        median = in_seconds(statistics.median(others))
        bounds = f"{in_seconds(min(others))} to {in_seconds(max(others))}"
        parts.append(f"median of {len(others):,} more {median} ({bounds})")
    return ", ".join(parts)
