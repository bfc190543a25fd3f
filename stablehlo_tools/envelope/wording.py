"""Estimates of uncertainty and the verdicts from them, in words and as JSON."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.envelope.decisions import text_of
from stablehlo_tools.envelope.estimate import Result, Uncertainty
from stablehlo_tools.ir.arrays import Array

_USUAL: Final = 1.0  # sigma: engines that round like the profile have about 0.4

_USUAL_OF_ROW: Final = 2.0

VerdictKind = Literal["right", "suspicious", "wrong", "open"]


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


@dataclass(frozen=True)
class EnvelopeVerdict:
    """Whether rounding explains an array, and the evidence."""

    kind: VerdictKind
    text: str


def verdict(result: Result, array: Array) -> EnvelopeVerdict:
    """The verdict on an array: right, within rounding but suspicious, wrong, or open: nobody can tell."""
    use = result.use(array)
    decided = use[~np.isnan(use)]
    greatest = float(decided.max()) if decided.size else 0.0
    sigmas, rows = result.deviation(array)
    if greatest > 1:
        place = list(map(int, np.unravel_index(int(np.nanargmax(use)), use.shape)))
        at = f" at {place}" if place else ""
        if result.depends_on:
            first = text_of(result.depends_on[0])
            return EnvelopeVerdict("open", f"cannot tell: {_times(greatest)}{at}, but {first}")
        return EnvelopeVerdict("wrong", f"wrong: {_times(greatest)}{at}{_in_all(sigmas)}")
    if result.reference.size and not decided.size:
        return EnvelopeVerdict("open", "cannot tell: rounding decides all elements")
    if result.is_of_floats and result.digits.size and np.median(result.digits) <= 0:
        return EnvelopeVerdict("open", "cannot tell: rounding leaves no digits")
    if sigmas > _USUAL or rows.max(initial=0.0) > _USUAL_OF_ROW:
        text = f"within rounding, but suspicious: the errors are {sigmas:.2g} sigma in all"
        return EnvelopeVerdict("suspicious", f"{text}, {rows.max():.2g} in row {int(rows.argmax())}")
    return EnvelopeVerdict("right", f"right: {100 * greatest:.0f} % of the bound used{_in_all(sigmas)}")


def _times(share: float) -> str:
    return f"{share:.3g} times the bound" if math.isfinite(share) else "no bound allows for it"


def _in_all(sigmas: float) -> str:
    return f"; {sigmas:.2g} sigma in all" if math.isfinite(sigmas) and sigmas else ""
