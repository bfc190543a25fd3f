"""Verdicts of equivalence as text and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.results import ComparedResult, Equivalence
    from stablehlo_tools.diagnostics.diagnostic import Diagnostic

_DIFFER = "elements differ"
_CLAIMS = {
    ("equal", "reals"): "equal over the reals",
    ("equal", "bits"): "equal in all roundings, up to the order of the terms of a sum",
    ("different", "reals"): "different",
    ("different", "bits"): "different",
    ("unknown", "reals"): "unknown: equality over the reals is not shown",
    ("unknown", "bits"): "unknown: equality of the roundings is not shown",
}


def headline(equivalence: Equivalence) -> str:
    """The verdict in a line."""
    return _CLAIMS[equivalence.verdict, equivalence.level]


def lines(equivalence: Equivalence) -> Iterator[str]:
    """Lines with the evidence for the verdict."""
    if equivalence.reason:
        yield equivalence.reason
    for result in equivalence.results:
        if result.differing:
            yield describe(result)
    seeds = ", ".join(map(str, equivalence.seeds))
    if equivalence.verdict == "equal" and equivalence.seeds:
        yield f"on the paths of random finite inputs (seed{'s' * (len(equivalence.seeds) > 1)} {seeds})"
    if equivalence.margin is not None:
        yield f"the closest decision has a margin of {equivalence.margin:.1e}"
    if equivalence.verdict == "equal" and equivalence.error:
        by_chance = f"estimated error probability {equivalence.error:.1e}, without a useful bound"
        bound = equivalence.bound
        yield by_chance if bound is None else f"error probability below {bound:.1e}"
    for assumption in equivalence.assumptions:
        yield f"assumed: {assumption}"


def exceptions(equivalence: Equivalence) -> Iterator[str]:
    """The differences on unusual inputs of programs that are equal on all others."""
    yield from (assumption for assumption in equivalence.assumptions if _DIFFER in assumption)


def describe(result: ComparedResult) -> str:
    """A result that differs, with the element that differs most."""
    where = f"result {result.number}: {result.differing} of {result.elements} {_DIFFER}"
    if result.first is None:
        return f"{where}: no device holds them"
    place = ", ".join(map(str, result.index))
    first, second = _shown(result.first), _shown(result.second)
    if first == second:
        first, second = str(_number(result.first)), str(_number(result.second))
    values = f"{first} and {second}" if first != second else f"{first} in both, rounded to f64"
    return f"{where}; element [{place}] is {values}"


def _shown(value: Any) -> str:
    """A number with the digits that are the same on all machines."""
    return f"{value:.9g}" if isinstance(value, float | complex) else str(_number(value))


def as_text(equivalence: Equivalence) -> str:
    """The text that the command prints, without source lines."""
    return "\n".join([headline(equivalence), *(f"  {line}" for line in lines(equivalence))])


def as_json(equivalence: Equivalence) -> dict[str, Any]:
    """The verdict and its evidence as JSON values."""
    unexplained = equivalence.unexplained
    return {
        "verdict": equivalence.verdict,
        "level": equivalence.level,
        "reason": equivalence.reason,
        "seeds": list(equivalence.seeds),
        "margin": equivalence.margin,
        "error": equivalence.error,
        "bound": equivalence.bound,
        "assumptions": list(equivalence.assumptions),
        "results": [_result(result) for result in equivalence.results],
        "operation": None if unexplained is None else _place(unexplained.operation),
        "counterpart": unexplained and unexplained.counterpart and _place(unexplained.counterpart),
    }


def _result(result: ComparedResult) -> dict[str, Any]:
    return {
        "result": result.number,
        "elements": result.elements,
        "differing": result.differing,
        "index": list(result.index),
        "values": [_number(result.first), _number(result.second)] if result.differing else [],
    }


def _number(value: Any) -> Any:
    """A number as a JSON value; complex, infinite and NaN as text."""
    plain = value.item() if hasattr(value, "item") else value
    is_number = plain is None or (not isinstance(plain, complex) and math.isfinite(plain))
    return plain if is_number else str(plain)


def _place(diagnostic: Diagnostic) -> dict[str, Any]:
    span = diagnostic.span
    place = (
        None if span is None else {"file": span.source.name, "line": span.begin[0], "column": span.begin[1]}
    )
    return {"message": diagnostic.message, "place": place, "notes": list(diagnostic.notes)}
