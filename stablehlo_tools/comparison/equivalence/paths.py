"""Paths that inputs at random seldom take: sought where two programs do not decide by the same numbers.

Where all decisions are by the same numbers, a path of one program is one of the other. Where some are not, as
those of x > 0.5 and x > 0.4, inputs are moved until the outcome of one of them changes, and both programs are
judged on either side. Inputs of few numbers, which are equal to one another and to constants, tell x > 0 from
x >= 0: what differs there only is an assumption, as programs that are right often do.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.arithmetic import POSITIVE, SIGNS, Arithmetic
from stablehlo_tools.comparison.equivalence.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.fields import Fields
from stablehlo_tools.comparison.equivalence.inputs import with_other_scalars
from stablehlo_tools.comparison.equivalence.results import Equivalence
from stablehlo_tools.comparison.equivalence.tensors import widened
from stablehlo_tools.comparison.equivalence.wording import describe
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.prove import Found, Pair

_STEPS: Final = 24  # of bisection: to a relative distance of 6e-8
_GREAT: Final = 1024.0
_SHARE: Final = 1.5  # by which inputs are less far out, where numbers are greater than masks
_NEAR: Final = 1 / 256
_SIGN_TRIALS: Final = 8
_PER_ONE: Final = 2.0  # inputs are multiples of its reciprocal


def on_other_paths(pair: Pair, judged: Found) -> Equivalence:
    """The verdict on equal programs, after a search for inputs on which they decide differently."""
    if pair.options.inputs is not None or pair.grid[0] > 1:
        return judged.equivalence
    others: Iterator[Sequence[Any]] = with_other_scalars(pair.first, pair.numbers(), pair.integers)
    if {SIGNS, POSITIVE}.intersection(judged.equivalence.assumptions):
        others = itertools.chain(others, _of_other_signs(pair))
    for inputs in others:
        found = pair.at(inputs).judged(judged.attempt).equivalence
        if found.verdict == "different":
            return found
    first, second = judged.decided
    unmatched = [np.setdiff1d(first, second), np.setdiff1d(second, first)]
    if not any(each.size for each in unmatched):
        return judged.equivalence
    notes: set[str] = set()
    for side, watched in enumerate(unmatched):
        for inputs in _turning_points(pair, side, judged.exact, watched, notes) if watched.size else ():
            found = pair.at(inputs).judged(judged.attempt).equivalence
            if found.verdict == "different":
                return found
    known = judged.equivalence
    judged = judged._replace(equivalence=replace(known, assumptions=(*known.assumptions, *notes)))
    return _of_ties(pair, judged)


def _of_other_signs(pair: Pair) -> Iterator[Sequence[Any]]:
    """Inputs of other seeds, and far out, with all signs."""
    for trial in range(_SIGN_TRIALS):
        numbers = replace(pair, seed=pair.seed + 1 + trial // 2).numbers()
        yield [_scaled(each, -_GREAT) if trial % 2 else each for each in numbers]


def _ends(begin: Sequence[Array], other: Sequence[Array]) -> Iterator[Sequence[Array]]:
    """Inputs towards which those of the beginning are moved: others, far out, and of one sign."""
    yield other
    yield [_scaled(each) for each in begin]
    yield [_scaled(each) for each in other]
    for sign in (-1, 1):
        yield [_scaled(np.asarray(np.abs(each)), sign * _GREAT) for each in begin]


def _turning_points(
    pair: Pair, side: int, exact: int | None, watched: Array, notes: set[str]
) -> Iterator[Sequence[Array]]:
    """Inputs on both sides of a change of some outcome: between two that are drawn, or far out."""
    begin = pair.numbers()
    arithmetic = Arithmetic(Fields(2, 1), rounds=False)
    if exact == 1 - side:  # keys are of constants that the other program has
        arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
        pair.run(exact, arithmetic, pair.values(arithmetic))
        arithmetic.constants.end_of_first()
    arithmetic.decisions.records, arithmetic.decisions.watched = True, watched

    def outcome(inputs: Sequence[Array]) -> bytes:
        moved = pair.at(inputs)
        arithmetic.decisions.is_beyond = False
        if exact == side:
            arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
        moved.run(side, arithmetic, moved.values(arithmetic))
        return arithmetic.decisions.outcome()

    other = replace(pair, seed=pair.seed + 1).numbers()
    for end in _ends(begin, other):
        mixed = _between(begin, end)
        least, greatest = 0.0, 1.0
        before, after = (outcome(mixed(each)) for each in (least, greatest))
        while arithmetic.decisions.is_beyond and greatest > _NEAR:
            mask = f"{arithmetic.decisions.masks[0]:.3g}"
            notes.add(f"numbers that are compared stay below {mask}, a constant that stands for infinity")
            greatest /= _SHARE
            after = outcome(mixed(greatest))
        if before == after or arithmetic.decisions.is_beyond:
            continue
        for step in range(_STEPS):
            if step == _STEPS // 2:  # closer ones may be too close to decide
                yield mixed(least)
                yield mixed(greatest)
            middle = (least + greatest) / 2
            if outcome(mixed(middle)) == before:
                least = middle
            else:
                greatest = middle
        yield mixed(least)
        yield mixed(greatest)


def _scaled(x: Array, factor: float = _GREAT) -> Array:
    return (x * x.dtype.type(factor)).astype(x.dtype) if _is_float(x) else x


def _is_float(x: Any) -> bool:
    return isinstance(x, np.ndarray) and x.dtype.kind not in "biu"


def _between(begin: Sequence[Array], end: Sequence[Array]) -> Callable[[float], list[Array]]:
    """The inputs at a part of the way, as their types have them; integers stay."""

    def mixed(part: float) -> list[Array]:
        return [
            ((1 - part) * widened(x) + part * widened(y)).astype(x.dtype) if _is_float(x) else x
            for x, y in zip(begin, end, strict=True)
        ]

    return mixed


def _of_ties(pair: Pair, judged: Found) -> Equivalence:
    """The verdict with what differs where numbers that are compared are equal, if anything does."""
    few: list[Any] = [np.round(x * _PER_ONE) / _PER_ONE if _is_float(x) else x for x in pair.numbers()]
    found = replace(pair.at(few), are_constants=True).judged(judged.attempt).equivalence
    differing = [each for each in found.results if each.differing] if found.verdict == "different" else []
    if not differing:
        return judged.equivalence
    note = f"numbers that are compared are not equal; where they are, {describe(differing[0])}"
    return replace(judged.equivalence, assumptions=(*judged.equivalence.assumptions, note))
