"""One execution of an operation that decides: its outcomes in the reference, and what runs change."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.verdict.difference import spacing
from stablehlo_tools.verdict.envelope.decisions.choices import INTEGERS, Choices
from stablehlo_tools.verdict.envelope.decisions.rankings import MOST_OTHERS, Ranking
from stablehlo_tools.verdict.tolerance import SIGMAS
from stablehlo_tools.verdict.usual_spreads import moderated


@dataclass
class DecidingExecution:
    """One execution of an operation: its outcomes, the number that decides, its margin, and changes in runs.

    `change` is the root of the sum of squares over the runs.
    """

    outcomes: Sequence[Array]
    number: Array | None
    margin: Array | None
    rounding: Array | None = None  # of the operands to their type, which a few runs may not show
    ranking: Ranking | None = None
    keys: Array | None = None
    along: Mapping[int, Array] = field(default_factory=dict)  # integers that are moved along with keys
    change: Array | None = None
    change_of_keys: Array | None = None
    flipped: Array | None = None
    flips: dict[int, int] = field(default_factory=dict)

    def of_reference(self) -> DecidingExecution:
        """The execution without the changes in runs."""
        return replace(self, change=None, change_of_keys=None, flipped=None, flips={})

    def compare(self, run: int, outcomes: Sequence[Array], number: Array | None, keys: Array | None) -> None:
        """Compare another run with the reference."""
        if any(a.shape != b.shape for a, b in zip(self.outcomes, outcomes, strict=True)):
            return
        pairs = [(a, b) for a, b in zip(self.outcomes, outcomes, strict=True) if a.shape == self._shape]
        differ = np.asarray(functools.reduce(np.logical_or, [_differ(*pair) for pair in pairs]))
        self.flips[run] = int(np.count_nonzero(differ))
        self.flipped = differ if self.flipped is None else self.flipped | differ
        if number is not None and self.number is not None:
            self.change = _with_change(self.change, number, self.number)
        if keys is not None and self.keys is not None:
            self.change_of_keys = _with_change(self.change_of_keys, keys, self.keys)

    @property
    def _shape(self) -> tuple[int, ...]:
        return self.outcomes[0].shape

    def undecided(self, runs: int) -> tuple[Array, Array | None, Array | None]:
        """A mask of the elements that rounding decides, and the margins and spreads of all, if known."""
        flipped = np.zeros(self._shape, bool) if self.flipped is None else self.flipped
        if self.margin is None or self.change is None:
            return flipped, None, None
        margin, sigma = self._spread(runs)
        if self.ranking is not None:
            margin, sigma = self.ranking.closest(margin, sigma)
        near = np.broadcast_to(_is_near(margin, sigma), self._shape)
        margin, sigma = (np.asarray(np.broadcast_to(array, self._shape)) for array in (margin, sigma))
        return flipped | near, margin, sigma

    def _spread(self, runs: int) -> tuple[Array, Array]:
        """The margins and their spreads; for a ranking, those of its gaps."""
        assert self.margin is not None
        assert self.number is not None
        assert self.change is not None
        assert self.rounding is not None
        sigma = moderated(self.change / math.sqrt(runs), self.number, runs)
        return self.margin, np.where(sigma > 0, sigma + self.rounding / SIGMAS, sigma)

    def tries(self, runs: int) -> float:
        """The number of runs that decide everything otherwise: by the other truth value, step or place.

        It is infinite if the other outcome is not known, or if too many elements may swap.
        """
        if self.ranking is None:
            is_known = self.margin is not None or all(outcome.dtype == np.bool_ for outcome in self.outcomes)
            return 2 if is_known else np.inf  # changes at two places may cancel
        longest = self.ranking.longest(_is_near(*self._spread(runs))) if self.change is not None else np.inf
        return max(2, longest - 1) if longest <= MOST_OTHERS else np.inf

    def choices(self, value: Value, runs: int) -> Choices | None:
        """The choices for a result of indices, or places, ordered by keys; None for any other."""
        is_index = element_kind(value.type) in INTEGERS
        if not is_index or self.ranking is None or self.keys is None or self.change_of_keys is None:
            return None
        assert isinstance(value.owner, Operation)
        key = value.owner.operands[self.ranking.key]
        assert isinstance(key.type, TensorType)
        sigma = moderated(self.change_of_keys / math.sqrt(runs), self.keys, runs)
        unit = spacing(self.keys.astype(dtype_of(key.type.element_type)))
        bounds = np.where(sigma > 0, SIGMAS * sigma + unit, sigma)
        indices, is_undecided = self.along.get(value.index), self.undecided(runs)[0]
        return Choices.from_ranking(self.ranking, self.keys, bounds, indices, is_undecided)

    def otherwise(
        self, outcomes: Sequence[Array], runs: int, which: slice, across: Callable[[Array], Array]
    ) -> Sequence[Array]:
        """The outcomes, with the other decision where rounding decides, at `which` of these places.

        `across` maps results to those on the other side of an edge.
        """
        mask = np.array(self.undecided(runs)[0], order="C")
        mask.reshape(-1)[np.setdiff1d(np.flatnonzero(mask), np.flatnonzero(mask)[which])] = False
        if (
            not mask.any()
            or self.tries(runs) == np.inf
            or any(outcome.shape != mask.shape for outcome in outcomes)
        ):
            return outcomes
        with np.errstate(all="ignore"):
            return [self._other(outcome, mask, across) for outcome in outcomes]

    def in_other_order(
        self, operands: Sequence[Array], outcomes: Sequence[Array], runs: int, count: int
    ) -> Sequence[Array]:
        """The outcomes, if keys take places `count` further on where rounding decides."""
        ranking, tries = self.ranking, self.tries(runs)
        if ranking is None or not count <= tries < np.inf or outcomes[0].shape != self._shape:
            return outcomes
        order = ranking.moved_on(_is_near(*self._spread(runs)), count)
        is_moved = ranking.to_result(order != ranking.order[..., : ranking.ranks])
        changed = []
        for number, outcome in enumerate(outcomes):
            along = operands[number] if number < len(operands) else None
            permuted = order if along is None else np.take_along_axis(ranking.rows(along), order, -1)
            moved = ranking.to_result(permuted).astype(outcome.dtype)
            changed.append(outcome if number == ranking.key else np.where(is_moved, moved, outcome))
        return changed

    def _other(self, outcome: Array, mask: Array, across: Callable[[Array], Array]) -> Array:
        if outcome.dtype == np.bool_:
            return np.asarray(outcome ^ mask)
        if self.outcomes[0].dtype == np.bool_:  # the side of an edge
            return np.where(mask, across(outcome).astype(outcome.dtype), outcome)
        assert self.margin is not None
        step = np.where(self.margin >= 0, -1, 1).astype(outcome.dtype)
        return np.where(mask, outcome + step, outcome)


def _with_change(previous: Array | None, number: Array, reference: Array) -> Array:
    change = np.abs(number - reference)
    return np.asarray(change if previous is None else np.hypot(previous, change))


def _is_near(margin: Array, sigma: Array) -> Array:
    return np.asarray((np.abs(margin) <= SIGMAS * sigma) & (sigma > 0))


def _differ(a: Array, b: Array) -> Array:
    """A mask of the elements that differ, other than NaN from NaN."""
    differ = a != b
    if a.dtype.kind in "fc" and b.dtype.kind in "fc":
        differ &= ~(np.isnan(a) & np.isnan(b))
    return np.asarray(differ)
