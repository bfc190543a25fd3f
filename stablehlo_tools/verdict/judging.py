"""The verdict on two arrays: each element is within its tolerance, or beyond."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import Array, described, plain, wide
from stablehlo_tools.verdict.difference import correlation, errors_of, same_bits, worst_place
from stablehlo_tools.verdict.tolerance import Allowance, Envelope

VerdictKind = Literal["right", "suspicious", "wrong", "open"]


@dataclass(frozen=True)
class Judgement:
    """Whether an array agrees with a reference, and how much of the tolerance it uses.

    The `kind` of verdict is right, suspicious (within rounding), wrong, or open: it cannot be decided.
    `notes` are the reasons for it.

    `beyond` counts the elements beyond their tolerance, `undecided` those that differ where rounding decides
    them. `worst` is the index of the element with the largest `share` of its tolerance: infinite where the
    tolerance is 0. `error`, `tolerance` and `values` (of the array and the reference) are those of this
    element. `without_digits` counts elements that differ and whose tolerance is as large as their value, if
    these are more than half of the array: they cannot be judged.
    """

    agrees: bool
    size: int
    differing: int
    beyond: int
    undecided: int
    worst: tuple[int, ...]
    values: tuple[Any, Any]
    error: float
    tolerance: float
    allowed: str
    other: str = ""
    without_digits: int = 0
    kind: VerdictKind = "right"
    notes: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether all elements are equal."""
        return not self.differing and self.agrees

    @property
    def share(self) -> float:
        """The share of its tolerance that the worst element uses; above 1, it is beyond."""
        if not self.error:
            return 0.0
        return self.error / self.tolerance if self.tolerance else math.inf

    def __str__(self) -> str:
        if not self.agrees:
            return self._beyond()
        if self.is_same:
            return "is the same"
        if self.kind == "suspicious":
            return f"agrees within rounding, but is suspicious: {'; '.join(self.notes)}"
        notes = [f"rounding decides {plural(self.undecided, 'element')}"] * bool(self.undecided)
        if self.without_digits:
            notes.append(f"rounding leaves no digit of {plural(self.without_digits, 'element')}: cannot tell")
        return "; ".join([f"agrees, {self._used()}", *notes, *self.notes])

    def _used(self) -> str:
        if not self.error:
            return f"within {self.allowed}"
        error = f"error {self.error:.3g} of {self.tolerance:.3g}"
        return f"{_percent(self.share)} of the tolerance used{self._place}: {error} ({self.allowed})"

    @property
    def _place(self) -> str:
        return f" at {list(self.worst)}" if self.worst else ""

    def _beyond(self) -> str:
        if self.other:
            return f"DIFFERS: {self.other}"
        if self.kind == "open":
            return f"cannot tell: {self.share:.3g} times the bound{self._place}, but {'; '.join(self.notes)}"
        return f"DIFFERS in {self.beyond:,} of {plural(self.size, 'element')} ({self.allowed})"

    @property
    def details(self) -> list[str]:
        """Lines on the worst element, if the verdict is wrong, and the reasons."""
        if self.kind != "wrong" or (not self.worst and self.size != 1):
            return []
        got, expected = self.values
        return [f"worst{self._place}: got {got!s}, expected {expected!s}, {self.at_worst}", *self.notes]

    @property
    def at_worst(self) -> str:
        """The error and the tolerance at the worst element: `error 1, tolerance 0.1, exceeded 10 times`."""
        tolerance = f"tolerance {self.tolerance:.3g}"
        if self.tolerance and math.isfinite(self.error):
            tolerance += f", exceeded {self.share:.3g} times" if self.share > 1 else ""
        return f"error {self.error:.3g}, {tolerance}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.01 else "less than 1 %"


# A rule returns an allowance, given the judgement by the rules before it; None if it does not apply.
Rule = Callable[[Judgement | None], Allowance | None]


def judge(array: Array, reference: Array, rules: Iterable[Rule]) -> Judgement:
    """The judgement by the first rule under which the arrays agree without suspicion, or by the last rule.

    NaN equals NaN, and infinities equal themselves; the error is infinite where only one element is finite.
    Arrays of different shape or type disagree.
    """
    if array.shape != reference.shape or array.dtype != reference.dtype:
        return _type_mismatch(array, reference)
    if same_bits(array, reference):
        return _same(array)
    errors = errors_of(array, reference)
    if not errors.any():
        return _same(array)
    judgement: Judgement | None = None
    for rule in rules:
        allowed = rule(judgement)
        if allowed is None:
            break
        judgement = _judged(array, reference, errors, allowed)
        if judgement.agrees and judgement.kind != "suspicious":
            break
    assert judgement is not None
    return judgement


def _same(array: Array) -> Judgement:
    return Judgement(True, array.size, 0, 0, 0, (), (None, None), 0.0, 0.0, "exact")


def _type_mismatch(array: Array, reference: Array) -> Judgement:
    other = f"got {described(array)}, expected {described(reference)}"
    size = array.size
    return Judgement(
        False, size, size, size, 0, (), (None, None), math.inf, 0.0, "exact", other, kind="wrong"
    )


def _judged(array: Array, reference: Array, errors: Array, allowed: Allowance) -> Judgement:
    with np.errstate(all="ignore"):
        bound = np.broadcast_to(np.asarray(allowed.bound, np.float64), errors.shape)
        excused = np.asarray(False)
        if allowed.envelope is not None:
            bound = allowed.envelope.judging(bound, array, reference)
            errors = _inside(allowed.envelope, array, reference, errors, bound)
            excused = allowed.envelope.excused(~(errors <= bound), array, reference)
            bound = np.where(excused, np.inf, bound) if excused.any() else bound
        is_beyond = ~(errors <= bound)
        share = np.where(errors > 0, errors / bound, 0.0)
        is_open = (bound == np.inf) & (errors > 0)
    share[is_open] = 0.0
    worst = worst_place(share, errors)
    other = _uncorrelated(array, reference, allowed.pcc)
    judgement = Judgement(
        agrees=not is_beyond.any() and not other,
        size=array.size,
        differing=int(np.count_nonzero(errors)),
        beyond=int(np.count_nonzero(is_beyond)),
        undecided=0 if allowed.pcc is not None else int(np.count_nonzero(is_open)),
        worst=worst,
        values=(_element(array, worst), _element(reference, worst)),
        error=float(errors[worst]) if share[worst] else 0.0,
        tolerance=float(bound[worst]),
        allowed=allowed.text,
        other=other,
        without_digits=_without_digits(reference, errors, bound) if allowed.is_estimate else 0,
    )
    kind, notes = _kind(judgement, array, reference, allowed.envelope)
    if judgement.agrees and excused.any():
        kind, notes = "open", ()
    return replace(judgement, kind=kind, notes=notes)


def _inside(envelope: Envelope, array: Array, reference: Array, errors: Array, bound: Array) -> Array:
    """The errors; where both arrays are inside the envelope, at most the larger error of the two."""
    sides = np.maximum(envelope.use(array), envelope.use(reference))
    return np.where((errors > bound) & (sides <= 1), sides * bound, errors)


_USUAL: Final = 1.0  # sigma: engines that round like the profile have about 0.4
_USUAL_OF_ROW: Final = 2.0
_TYPICAL: Final = 0.6  # sigma of such an engine, to which chance adds
_RUNS: Final = 4  # runs that estimate sigma for each element
_RARE: Final = 4.0  # standard deviations: one correct array in 30,000 is beyond

EXPECTED_VALUES: Final = "the expected values are "  # begins notes on the reference


def _kind(
    judgement: Judgement, array: Array, reference: Array, envelope: Envelope | None
) -> tuple[VerdictKind, tuple[str, ...]]:
    """The kind of verdict and its reasons."""
    is_open = judgement.undecided and judgement.undecided == judgement.differing
    is_open = is_open and (envelope is None or envelope.refused is None)
    if judgement.agrees and (judgement.without_digits or is_open):
        return "open", ()
    if envelope is None or judgement.other:
        return "right" if judgement.agrees else "wrong", ()
    (sigmas, rows), (reference_sigmas, _) = envelope.deviation(array), envelope.deviation(reference)
    if not judgement.agrees:
        if envelope.decision:
            return "open", (envelope.decision,)
        return "wrong", _far(sigmas, reference_sigmas)
    count = envelope.count
    limit, row_limit = (_TYPICAL * _by_chance(n) for n in (count, count / max(1, len(rows))))
    if sigmas > max(_USUAL, limit) or rows.max(initial=0.0) > max(_USUAL_OF_ROW, row_limit):
        row = f", {rows.max():.2g} in row {int(rows.argmax()):,}" if len(rows) > 1 else ""
        return "suspicious", (f"the errors are {sigmas:.2g} sigma overall{row}",)
    return "right", ()


def _by_chance(count: float) -> float:
    """The factor by which the root mean square of `count` errors may exceed sigma by chance.

    The ratio of the squares has an F distribution, with `count` and `_RUNS * count` degrees of freedom; this
    is the root of its quantile, as approximated by E. Paulson, "An Approximate Normalization of the Analysis
    of Variance Distribution", 1942.
    """
    if not count:
        return 0.0
    c, d = 2 / (9 * _RUNS * count), 2 / (9 * count)
    a, b = 1 - c, 1 - d
    left, right = a**2 - _RARE**2 * c, b**2 - _RARE**2 * d
    return float(((a * b + math.sqrt((a * b) ** 2 - left * right)) / left) ** 1.5) if left > 0 else math.inf


def _far(sigmas: float, reference_sigmas: float) -> tuple[str, ...]:
    """A note on how many sigma the array or the expected values are off: either may be correct."""
    if not math.isfinite(sigmas + reference_sigmas) or sigmas == reference_sigmas == 0:
        return ()
    subject = EXPECTED_VALUES if _is_reference_off(sigmas, reference_sigmas) else ""
    return (f"{subject}off by {max(sigmas, reference_sigmas):.2g} sigma overall",)


def is_reference_off(array: Array, reference: Array, envelope: Envelope) -> bool:
    """Whether the reference as a whole is off by more than the usual sigma, and the array is not.

    Where both are no sigma off, since results are exact, only one may be within the envelope.
    """
    sigmas, reference_sigmas = envelope.deviation(array)[0], envelope.deviation(reference)[0]
    if sigmas == reference_sigmas == 0:
        return bool((envelope.use(reference) > 1).any() and not (envelope.use(array) > 1).any())
    return _is_reference_off(sigmas, reference_sigmas)


def _is_reference_off(sigmas: float, reference_sigmas: float) -> bool:
    return reference_sigmas > _USUAL > sigmas


def _element(array: Array, index: tuple[int, ...]) -> Any:
    """An element as a scalar that numpy prints with the digits of its type."""
    return plain(np.asarray(array[index]))[()]


def _without_digits(reference: Array, errors: Array, bound: Array) -> int:
    """The number of differing elements whose bound is as large as they are, if these are over half."""
    with np.errstate(all="ignore"):
        vague = np.isfinite(bound) & (bound >= np.abs(wide(reference))) & (errors > 0)
    return int(np.count_nonzero(vague)) if np.count_nonzero(vague) * 2 > vague.size else 0


def _uncorrelated(array: Array, reference: Array, limit: float | None) -> str:
    """The failure of a correlation below `limit`, or of the cosine if arrays are constant; else empty."""
    if limit is None:
        return ""
    with np.errstate(all="ignore"):
        got, expected = wide(array), wide(reference)
        centred = correlation(got, expected, is_centred=True)
        pcc = correlation(got, expected, is_centred=False) if centred is None else centred
    if pcc is None:
        return (
            ""
            if np.array_equal(got, expected, equal_nan=True)
            else f"no correlation, expected pcc of at least {limit:g}"
        )
    return "" if pcc >= limit else f"pcc {pcc:.6g} is less than {limit:g}"


def signs_of_zeros(array: Array, count: int) -> Judgement:
    """The judgement on an array in which `count` zeros have the wrong sign, where signs matter."""
    other = f"{plural(count, 'zero')} of opposite sign"
    return Judgement(False, array.size, 0, count, 0, (), (None, None), 0.0, 0.0, "exact", other, kind="wrong")
