"""Estimates of uncertainty and the verdicts from them, in words and as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.envelope.decisions import text_of
from stablehlo_tools.envelope.estimate import Result, Uncertainty


def line(result: Result, runs: int) -> str:
    """`out0: 5.1 good digits of 7.2 at the median, 0.4 at worst [0, 17, 201]; estimated from 4 runs`."""
    estimated = f"estimated from {plural(runs, 'run')}"
    notes = [] if result.is_stable else ["the reference itself is not stable"]
    count = int(result.undecided.sum())
    if count:
        notes.append(f"rounding decides {count:,} of {plural(result.reference.size, 'element')}")
    if result.depends_on:
        notes.append(f"depends on {plural(len(result.depends_on), 'undecided decision')}")
    if not result.reference.size or (not count and not result.bound.any()):
        said = "rounding changes nothing"
    elif not result.is_of_floats:
        return f"{result.name}: {'; '.join([*notes, estimated])}"
    else:
        digits = result.digits
        median = f"{np.median(digits):.1f} good digits of {result.most_digits:.1f}"
        worst = list(map(int, np.unravel_index(int(digits.argmin()), digits.shape)))
        said = f"{median} at the median, {digits.min():.1f} at worst {worst}" if worst else median
    return f"{result.name}: {'; '.join([said, *notes, estimated])}"


def as_json(uncertainty: Uncertainty) -> dict[str, Any]:
    """The estimate as plain data, without arrays."""
    return {
        "profile": uncertainty.profile.name,
        "runs": uncertainty.runs,
        "seed": uncertainty.seed,
        "results": list(map(_result, uncertainty.results)),
        "decisions": list(map(text_of, uncertainty.decisions)),
    }


def _result(result: Result) -> dict[str, Any]:
    known = result.bound[~result.undecided]
    digits = result.digits if result.is_of_floats and result.reference.size else None
    return {
        "name": result.name,
        "elements": result.reference.size,
        "undecided": int(result.undecided.sum()),
        "stable": result.is_stable,
        "depends_on": list(map(text_of, result.depends_on)),
        "greatest_bound": float(known.max()) if known.size else None,
        "digits": None if digits is None else {
            "of": result.most_digits,
            "median": float(np.median(digits)),
            "worst": float(digits.min()),
            "at": list(map(int, np.unravel_index(int(digits.argmin()), digits.shape))),
        },
    }  # fmt: skip
