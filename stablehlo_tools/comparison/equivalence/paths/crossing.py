"""Inputs on both sides of the place where a decision changes its outcome."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.paths.budget import NOT_RUN, Budget
from stablehlo_tools.comparison.equivalence.paths.moved import (
    between,
    less_or_greater,
    special_inputs,
    unsigned,
    ways_from,
)
from stablehlo_tools.comparison.equivalence.paths.seen_outcomes import SeenOutcomes
from stablehlo_tools.comparison.equivalence.paths.solved import solved_ties
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.domain import decisions_of
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.decisions import Site
    from stablehlo_tools.ir.operations import Operation

_STEPS: Final = 24  # of bisection: to a relative distance of 6e-8
_SHARE: Final = 1.5  # divisor of the distance of inputs while numbers exceed masks
_NEAR: Final = 1 / 256
_BETWEEN_TIES: Final = 0.382  # of the way: in the middle of two steps there may be another one
# Powers of two by which inputs are multiplied, step by step, until a decision has another outcome.
_EXPONENTS: Final = (10, -60, 26)
_FAR_EXPONENT: Final = 100  # if numbers may exceed all constants that they are compared with


class Crossing:
    """Moves the inputs of two programs until a decision has another outcome than on random inputs.

    The `arithmetic`, in few fields, records decisions; their `outcomes` are noted.
    """

    def __init__(self, pair: Pair, arithmetic: Arithmetic, outcomes: SeenOutcomes, budget: Budget) -> None:
        self._pair, self._arithmetic, self._outcomes, self._budget = pair, arithmetic, outcomes, budget

    def note_mask(self, arithmetic: Arithmetic) -> None:
        """Note that inputs do not move beyond the least mask."""
        for mask in arithmetic.decisions.masks[:1]:
            words = f"{mask:.3g}, a constant that stands for infinity"
            self._budget.notes.add(f"compared numbers stay below {words}")

    def can_reach(self) -> bool:
        """Whether no constant stands for infinity, but those that numbers are compared with."""
        decisions = self._arithmetic.decisions
        decisions.reaches = True
        self.seen(self._pair.numbers())
        decisions.reaches = not decisions.has_masks
        return decisions.reaches

    @property
    def exponents(self) -> tuple[int, ...]:
        """The powers of two by which inputs are multiplied."""
        return (*_EXPONENTS, _FAR_EXPONENT) if self._outcomes.reaches else _EXPONENTS

    def on_other_sides(self) -> Iterator[Sequence[Any]]:
        """Inputs with outcomes that decisions had on no others: random ones, scaled up or down."""
        yield from self._in_windows()
        numbers = self._pair.numbers()
        begins = numbers, [*map(unsigned, numbers)]
        scales = itertools.product(self.exponents, begins, (1, -1))
        ways: Iterator[Callable[[float], list[Array]]] = itertools.chain(
            (functools.partial(less_or_greater, begin, sign, exponent) for exponent, begin, sign in scales),
            (between(numbers, end) for end in special_inputs(numbers)),
        )
        for mixed in ways:
            if not self._outcomes.missing() or self._budget.is_over():
                return
            seen = self.seen(mixed(1.0))
            for outcome in [missing for missing in self._outcomes.missing() if missing in seen]:
                if outcome in self._outcomes.missing():
                    yield from self._nearest(mixed, outcome)
                    yield mixed(1.0)

    def _in_windows(self) -> Iterator[Sequence[Any]]:
        """Inputs next to a threshold on which a joint decision, as on a window, has a missing outcome."""
        for outcome in self._outcomes.missing():
            (joining, _), _ = outcome
            for threshold, side in itertools.product(decisions_of(joining) if joining else (), (0, 1)):
                if self._budget.is_over():
                    return
                watched = self._keys_of(threshold, side)
                for inputs in self.turning_points(side, watched, None) if watched.size else ():
                    if outcome in self._outcomes.missing() and outcome in self.seen(inputs):
                        self._outcomes.note({outcome[0]: {outcome[1]}})
                        self._outcomes.new = {outcome}
                        yield inputs

    def _keys_of(self, decision: Operation, side: int) -> Array:
        """The keys of the numbers that an operation compares; empty if it is in the other program."""
        arithmetic = watching(None, self._arithmetic.afresh())
        try:
            self._pair.run(side, arithmetic, self._pair.values(arithmetic))
        except RunError:
            self._budget.notes.add(NOT_RUN)
        return np.unique(arithmetic.decisions.taken(decision))

    def _nearest(
        self, mixed: Callable[[float], list[Array]], outcome: tuple[Site, bool]
    ) -> Iterator[list[Array]]:
        """The inputs next to the change to an outcome."""
        low, high = 0.0, 1.0
        for _ in range(2):  # closer ones may be too close to decide
            low, high = self._narrowed(low, high, lambda part: outcome not in self.seen(mixed(part)))
            seen = self.seen(mixed(high))
            self._outcomes.new = {outcome, *seen.intersection(self._outcomes.missing())}
            for site, side in seen:
                self._outcomes.note({site: {side}})
            yield mixed(high)

    def seen(self, inputs: Sequence[Array]) -> set[tuple[Site, bool]]:
        """The outcomes on these inputs; empty if a number exceeds a mask."""
        decisions = self._arithmetic.decisions
        decisions.sides, decisions.gaps, decisions.is_beyond = {}, {}, False
        moved = self._pair.at(inputs)
        try:
            for side in (0, 1):
                moved.run(side, self._arithmetic, moved.values(self._arithmetic))
        except RunError:  # a loop may not end
            self._budget.notes.add(NOT_RUN)
            return set()
        if decisions.is_beyond:
            return set()
        self._outcomes.note_gaps(decisions.gaps)
        return set(self._outcomes.among(decisions.sides))

    def unmatched(self, exact: int | None) -> list[Array]:
        """The keys of decisions that are in one program alone, for each program.

        Keys depend on the fields: those of the proof, which has more, are others.
        """
        pair, keys = self._pair, [np.empty(0)] * 2
        arithmetic = watching(None, self._arithmetic.afresh() if exact is None else two_primes())
        constants = None if exact is None else RoundedConstants(pair.options.tolerance_constants)
        arithmetic.constants = constants
        try:
            for side in (1, 0) if exact else (0, 1):
                pair.run(side, arithmetic, pair.values(arithmetic))
                keys[side] = np.unique(arithmetic.decisions.taken())
                if constants is not None:
                    constants.end_of_first()
        except RunError:
            self._budget.notes.add(NOT_RUN)
            return []
        return [np.setdiff1d(keys[0], keys[1]), np.setdiff1d(keys[1], keys[0])]

    def turning_points(self, side: int, watched: Array, exact: int | None) -> Iterator[Sequence[Array]]:
        """Inputs on both sides of a change of a watched outcome, between random inputs or far out.

        The watched keys hold if the rounded constants of program `exact` are replaced by exact ones.
        """
        pair = self._pair
        begin = pair.numbers()
        shared = self._arithmetic.afresh()  # compiled programs contain their constants
        arithmetic = watching(watched, shared if exact is None else two_primes())
        if exact == 1 - side:  # the constants behind the keys are those of the other program
            arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
            pair.run(exact, arithmetic, pair.values(arithmetic))
            arithmetic.constants.end_of_first()

        def outcome(inputs: Sequence[Array]) -> bytes:
            moved = pair.at(inputs)
            arithmetic.decisions.is_beyond = False
            if exact == side:
                arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
            try:
                moved.run(side, arithmetic, moved.values(arithmetic))
            except RunError:
                self._budget.notes.add(NOT_RUN)
                arithmetic.decisions.is_beyond = True
            return arithmetic.decisions.outcome()

        def is_before(mixed: Callable[[float], Sequence[Array]], before: bytes, part: float) -> bool:
            return outcome(mixed(part)) == before

        other, before = replace(pair, seed=pair.seed + 1).numbers(), outcome(begin)
        for way in ways_from(begin, other, is_bounded=arithmetic.decisions.has_masks):
            for end in way:
                if self._budget.is_over():
                    return
                mixed, low, high = between(begin, end), 0.0, 1.0
                after = outcome(mixed(high))
                while arithmetic.decisions.is_beyond and high > _NEAR and not self._budget.is_over():
                    self.note_mask(arithmetic)
                    high /= _SHARE
                    after = outcome(mixed(high))
                if before == after or arithmetic.decisions.is_beyond:
                    continue
                yield mixed(high)
                for _ in range(2):  # closer ones may be too close to decide
                    low, high = self._narrowed(low, high, functools.partial(is_before, mixed, before))
                    yield mixed(low)
                    yield mixed(high)
                break  # a farther end is beyond the same change

    def _narrowed(self, low: float, high: float, is_before: Callable[[float], bool]) -> tuple[float, float]:
        """The part of the way before and after a change, narrowed by bisection."""
        for _ in range(_STEPS // 2):
            if self._budget.is_over():
                break
            middle = (low + high) / 2
            low, high = (middle, high) if is_before(middle) else (low, middle)
        return low, high


def between_ties(pair: Pair) -> Iterator[Sequence[Any]]:
    """Inputs between those on which one program is about to decide otherwise, and those of the other.

    Where both are the same, the inputs stay as they are: programs may differ on ties.
    """
    numbers = pair.numbers()
    tied = (
        solved_ties([function], pair.numbers(), are_exact=False) for function in (pair.first, pair.second)
    )
    for one, other in zip(*tied, strict=False):
        inside = between(one, other)(_BETWEEN_TIES)
        yield [
            np.where(first == second, own, mixed)
            for own, mixed, first, second in zip(numbers, inside, one, other, strict=True)
        ]


def two_primes() -> Arithmetic:
    """An arithmetic that proves little, and takes little time."""
    return Arithmetic(Fields(2, 1), rounds=False)


def watching(watched: Array | None, arithmetic: Arithmetic) -> Arithmetic:
    """The arithmetic, which records the keys of decisions, or the outcomes of those with watched keys."""
    arithmetic.decisions.records, arithmetic.decisions.watched = True, watched
    return arithmetic
