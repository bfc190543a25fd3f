"""Estimates of uncertainty and the verdicts from them, in words and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.envelope.decisions import text_of
from stablehlo_tools.envelope.origins import Origin
from stablehlo_tools.envelope.results import Result, Uncertainty


def line(result: Result, runs: int) -> str:
    """`out0: 5.1 good digits of 7.2 at the median, 0.4 at worst [0, 17, 201]; estimated from 4 runs`."""
    estimated = f"estimated from {plural(runs, 'run')}"
    if result.greatest_proved:
        estimated += f"; proved within {result.greatest_proved:.3g}"
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
        **({"operations": origins_as_json(uncertainty.origins)} if uncertainty.origins else {}),
    }


# -- origins ------------------------------------------------------------------------------------

_FEW: Final = 3  # results, whose shares are shown each


def origin_table(origins: Sequence[Origin], results: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of a table, without columns that say nothing: shares come first."""
    shown = results if 1 < len(results) <= _FEW else []
    columns = [
        ("share", [_percent(each.share) for each in origins]),
        *((name, [_percent(each.shares[index]) for each in origins]) for index, name in enumerate(shown)),
        ("amplified", [_times_larger(each) for each in origins]),
        ("type", [", ".join(each.element_types) for each in origins]),
        ("rounding of", [each.name for each in origins]),
        ("place", ["" if each.place.startswith(each.name) else each.place for each in origins]),
    ]
    told = [(heading, cells) for heading, cells in columns if any(cells)]
    return [heading for heading, _ in told], list(map(list, zip(*(cells for _, cells in told), strict=True)))


def _times_larger(origin: Origin) -> str:
    return "" if origin.amplification is None else f"{origin.amplification.tail:.3g}x"


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f} %"


def origins_as_json(origins: Sequence[Origin]) -> list[dict[str, Any]]:
    """The origins of errors as rows, one for each operation: `shlo show --overlay` reads them."""
    return [
        {
            "name": name,
            "position": each.place,
            "origin": each.name,
            "types": list(each.element_types),
            "share": each.share,
            "shares": [None if math.isnan(share) else share for share in each.shares],
            **(
                {}
                if each.amplification is None
                else {
                    "amplification": each.amplification.tail,
                    "median_amplification": each.amplification.median,
                }
            ),
        }
        for each in origins
        for name in each.values
    ]


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
        "proved": result.greatest_proved,
        "digits": None if digits is None else {
            "of": result.most_digits,
            "median": float(np.median(digits)),
            "worst": float(digits.min()),
            "at": list(map(int, np.unravel_index(int(digits.argmin()), digits.shape))),
        },
    }  # fmt: skip
