"""Diagnostics of the sanitizer's findings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.units import plural, verb
from stablehlo_tools.interpret.errors import name_span
from stablehlo_tools.ops.model.choices import Choice, sentences
from stablehlo_tools.verdict.sanitizer.trials import Change, Dependence

_MOST_RESULTS: Final = 4  # results whose differences a diagnostic counts
_MOST_ULP: Final = 1e6  # a larger count, as near zero, says nothing


def diagnostics_of(findings: Sequence[Dependence]) -> list[Diagnostic]:
    """A diagnostic for each choice of an operation, with all ways in which it changes results."""
    by_choice: dict[object, list[Dependence]] = {}
    for finding in findings:
        key = finding.alternative.operation, finding.alternative.choice.code, len(finding.together)
        by_choice.setdefault(key, []).append(finding)
    return list(map(_diagnostic, by_choice.values()))


def _diagnostic(ways: Sequence[Dependence]) -> Diagnostic:
    first, *remaining = sorted(ways, key=_extent, reverse=True)
    operation, choice = first.alternative.operation, first.alternative.choice
    alternatives = (_otherwise(finding) for finding in remaining)
    return Diagnostic(
        choice.code,
        _message(first),
        name_span(operation),
        Severity.WARNING,
        notes=(*_changes(first), *alternatives, f"here, {choice.here}", _sentence(choice)),
        helps=(choice.code.help,),
    )


def _extent(finding: Dependence) -> tuple[float, float]:
    return max(((change.max_ulp, change.max_abs) for change in finding.changes), default=(math.inf, math.inf))


def _message(finding: Dependence) -> str:
    """The message, with both values of the result that differs most."""
    name = finding.alternative.operation.name.partition(".")[2]
    count = len(finding.together) - 1
    whom = f"`{name}`" + (f" and {plural(count, 'other operation')}" if count > 0 else "")
    if finding.failure is not None:
        return f"{_otherwise(finding)}, in {whom}"
    change = _greatest(finding)
    return (
        f"{_place(change)} is {change.here}, but {change.otherwise} if {finding.alternative.words} in {whom}"
    )


def _otherwise(finding: Dependence) -> str:
    if finding.failure is not None:
        return f"if {finding.alternative.words}, the program fails: {finding.failure.message}"
    change = _greatest(finding)
    return f"{_place(change)} is {change.otherwise} if {finding.alternative.words}"


def _greatest(finding: Dependence) -> Change:
    return max(finding.changes, key=lambda change: (change.max_ulp, change.max_abs))


def _place(change: Change) -> str:
    place = f"[{', '.join(map(str, change.place))}]" if change.place else ""
    return f"{change.name}{place}{_whose(change)}"


def _whose(change: Change) -> str:
    return "" if change.process is None else f" of process {change.process}"


def _changes(finding: Dependence) -> list[str]:
    """The number of elements of each result that differ, and by how much."""
    notes = []
    for change in finding.changes[:_MOST_RESULTS]:
        far = f", by at most {change.max_abs:.3g}{_in_ulp(change)}" if change.max_abs else ""
        differ = verb(change.differing, "differs", "differ")
        counted = f"{change.differing:,} of {plural(change.size, 'element')}"
        notes.append(f"{counted} of {change.name}{_whose(change)} {differ}{far}")
    more = len(finding.changes) - _MOST_RESULTS
    return notes + ([f"so do {plural(more, 'other result')}"] if more > 0 else [])


def _in_ulp(change: Change) -> str:
    """The error in ULP, where it says more than the absolute error."""
    return f" ({change.max_ulp:.3g} ULP)" if change.is_of_floats and change.max_ulp < _MOST_ULP else ""


def _sentence(choice: Choice) -> str:
    sentence = sentences()[choice.sentences[0]]
    return f'the specification of {sentence.subject} says: "{sentence.plain}"'
