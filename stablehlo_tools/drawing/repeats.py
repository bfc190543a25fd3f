"""Detection of repetitions in a sequence."""

from __future__ import annotations

import collections
import itertools
import operator
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

_MIN_PERIOD = 8  # items of a period without a weighty one
_MAX_CANDIDATES = 12  # candidate periods
_MAX_DEPTH = 4  # depth of the search in the gaps between runs


class Repetition(NamedTuple):
    """The items from `start` up to `stop`, which repeat with a period of `period` items."""

    start: int
    stop: int
    period: int


def runs_of(keys: Sequence[Hashable], weighty: Sequence[bool], crossings: Sequence[int]) -> list[Repetition]:
    """Repetitions of equal keys, in order.

    A period has a weighty item, or at least `_MIN_PERIOD` others; equal items are equally weighty.
    `crossings` is the number of values that are live before each item: periods begin where it is small.
    """
    return sorted(_Search(keys, weighty, crossings).within(0, len(keys), _MAX_DEPTH))


class _Search:
    def __init__(self, keys: Sequence[Hashable], weighty: Sequence[bool], crossings: Sequence[int]) -> None:
        self.keys = keys
        self.weighty = weighty
        self.crossings = crossings

    def within(self, begin: int, end: int, depth: int) -> Iterator[Repetition]:
        """The longest run, others that do not overlap it, and recursively those in the gaps."""
        taken: list[Repetition] = []
        is_taken = bytearray(end - begin)
        for run in sorted(self._runs(begin, end), key=_worth):
            if 1 in is_taken[run.start - begin : run.stop - begin]:
                continue
            free = is_taken.find(1, run.stop - begin)
            moved = self._shift(run, end if free < 0 else begin + free)
            is_taken[moved.start - begin : moved.stop - begin] = b"\1" * (run.stop - run.start)
            taken.append(moved)
        yield from taken
        if not taken or not depth:
            return
        edges = [begin, *(edge for run in sorted(taken) for edge in (run.start, run.stop)), end]
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            if right - left > 1:
                yield from self.within(left, right, depth - 1)

    def _shift(self, run: Repetition, end: int) -> Repetition:
        """The run, shifted by less than a period to where the fewest values are live between periods."""
        keys, period = self.keys, run.period
        slack = itertools.takewhile(lambda at: keys[at] == keys[at - period], range(run.stop, end))
        choices = range(min(period, len(list(slack))) + 1)
        shift = min(choices, key=lambda by: sum(self.crossings[run.start + by : run.stop + by + 1 : period]))
        return Repetition(run.start + shift, run.stop + shift, period)

    def _runs(self, begin: int, end: int) -> Iterator[Repetition]:
        for period in self._periods(begin, end):
            same = map(operator.eq, self.keys[begin : end - period], self.keys[begin + period : end])
            start = begin
            for is_same, group in itertools.groupby(same):
                length = len(list(group))
                if is_same and length >= period:
                    run = Repetition(start, start + (length // period + 1) * period, period)
                    if any(self.weighty[start : start + period]) or self._is_round(start, period):
                        yield run
                start += length

    def _is_round(self, start: int, period: int) -> bool:
        """Whether items without a weighty one are a period: there are several, and not all equal."""
        return period >= _MIN_PERIOD and len(set(self.keys[start : start + period])) > 1

    def _periods(self, begin: int, end: int) -> list[int]:
        """The most frequent distances between each item and the last ones before it that are equal."""
        places: dict[Hashable, list[int]] = {}
        for at in range(begin, end):
            places.setdefault(self.keys[at], []).append(at)
        distances = collections.Counter[int]()
        for equal in places.values():
            counts = collections.Counter[int]()
            for back in range(1, min(_MAX_CANDIDATES + 1, len(equal))):
                counts.update(map(operator.sub, equal[back:], equal))
            minimum = 1 if self.weighty[equal[0]] else _MIN_PERIOD
            distances.update({distance: counts[distance] for distance in counts if distance >= minimum})
        return sorted(distances, key=lambda distance: (-distances[distance], distance))[:_MAX_CANDIDATES]


def _worth(run: Repetition) -> tuple[int, int, int]:
    return run.start - run.stop, run.period, run.start
