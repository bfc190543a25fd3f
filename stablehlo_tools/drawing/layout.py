"""Layered graph drawing by Sugiyama's method: arrows point down, with few crossings and bends.

The steps are: a row for each box, an order in each row, and positions by order. Boxes without incoming
arrows, mostly constants, are placed above their first user.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

GAP = 18.0  # pixels between boxes of a row
ROW_GAP = 34.0
_MAX_SWEEPS = 12  # sweeps of ordering and of positioning
_MIN_SWEEPS = 2
_MAX_WORK = 200_000  # boxes times sweeps; larger graphs get fewer sweeps: 20,000 boxes take 3 s
_MIN_COLUMNS = 6  # boxes per row if there are no arrows
_BEND_GAP = 6.0  # pixels between arrows that pass through a row
_STRAIGHT_WEIGHT = 8.0  # weight of straightness for an arrow over several rows; 1 is that of two boxes
_STILL = 0.05  # pixels by which boxes move apart in a last sweep; positions are rounded to 0.1
_LOOSE_WEIGHT = 0.1  # and for an arrow from a box without incoming ones


@dataclass(frozen=True)
class Placement:
    """The positions of boxes: `x` of their centers, and `row`; `rows` are the top and height of each row.

    `routes` has for each arrow the x at which it leaves its source, passes rows, and enters its target.
    """

    x: list[float]
    row: list[int]
    rows: list[tuple[float, float]]
    routes: list[list[float]]
    width: float
    height: float


def arrange(sizes: Sequence[tuple[float, float]], arrows: Sequence[tuple[int, int]]) -> Placement:
    """The placement of boxes of these sizes, in topological order.

    Arrows against that order are drawn, but do not affect the placement.
    """
    return _arrange(tuple(sizes), tuple(arrows))


@functools.lru_cache(maxsize=64)  # layers of a model look the same
def _arrange(sizes: Sequence[tuple[float, float]], arrows: Sequence[tuple[int, int]]) -> Placement:
    row = rows_of(arrows, len(sizes))
    mesh = _Mesh(sizes, row, arrows)
    mesh.order()
    mesh.place()
    heights = [0.0] * (max(row, default=-1) + 1)
    for box, (_, height) in enumerate(sizes):
        heights[row[box]] = max(heights[row[box]], height)
    rows, top = [], 0.0
    for height in heights:
        rows.append((round(top, 1), height))
        top += height + ROW_GAP
    return Placement(
        [round(x, 1) for x in mesh.x[: len(sizes)]],
        row,
        rows,
        list(mesh.routes(arrows)),
        round(mesh.width, 1),
        round(max(0.0, top - ROW_GAP), 1),
    )


def rows_of(arrows: Sequence[tuple[int, int]], count: int) -> list[int]:
    """The row of each box: below its predecessors, and as close to its successors as possible.

    Without arrows, boxes are arranged in about a square.
    """
    onward = dict.fromkeys(arrow for arrow in arrows if arrow[0] < arrow[1])
    if not onward:
        columns = max(_MIN_COLUMNS, math.isqrt(count))
        return [box // columns for box in range(count)]
    into: list[list[int]] = [[] for _ in range(count)]
    out: list[list[int]] = [[] for _ in range(count)]
    for source, target in onward:
        into[target].append(source)
        out[source].append(target)
    row = [0] * count
    moves = [False] * count  # whether all its predecessors have no other successors
    for box, sources in enumerate(into):
        last, is_free = -1, True
        for source in sources:
            last = max(last, row[source])
            is_free = is_free and moves[source] and len(out[source]) == 1
        row[box], moves[box] = last + 1, is_free
    for box in reversed(range(count)):
        if moves[box] and out[box]:
            row[box] = min(row[target] for target in out[box]) - 1
    used = {index: number for number, index in enumerate(sorted(set(row)))}
    return [used[index] for index in row]


def _inversions(numbers: Sequence[int]) -> int:
    """The number of pairs of which the first is greater."""
    count = 0
    seen: list[int] = []
    for number in numbers:
        index = bisect.bisect_right(seen, number)
        count += len(seen) - index
        seen.insert(index, number)
    return count


class _Row(NamedTuple):
    """The boxes of a row, and the distances of their centers from the first one, if adjacent boxes touch."""

    boxes: Sequence[int]
    offsets: Sequence[float]


_Anchors: TypeAlias = "tuple[Sequence[tuple[int, float]], float]"  # neighbors with shares, and a weight


def _anchors(neighbors: Sequence[dict[int, float]]) -> list[_Anchors]:
    """The anchors of each box: neighbors, with their shares of its weight, and this weight."""
    weights = [sum(near.values()) for near in neighbors]
    return [
        ([(other, value / weight) for other, value in near.items()], weight or 0.1)
        for near, weight in zip(neighbors, weights, strict=True)
    ]


class _Mesh:
    """Boxes, and dummy boxes of size zero where arrows pass through rows.

    Arrows from the same box share dummy boxes.
    """

    def __init__(
        self, sizes: Sequence[tuple[float, float]], row: Sequence[int], arrows: Sequence[tuple[int, int]]
    ) -> None:
        self.boxes = len(sizes)
        self.widths = [width for width, _ in sizes]
        self.row = list(row)
        self.bends: list[list[int]] = [[] for _ in sizes]  # of the arrows from each box, by row
        self.up: list[dict[int, float]] = [{} for _ in sizes]
        self.down: list[dict[int, float]] = [{} for _ in sizes]
        for source, target in arrows:
            if row[source] < row[target]:
                self._link(source, target)
        for box, below in enumerate(self.down):
            if not self.up[box]:  # chains take precedence
                for target in below:
                    below[target] = self.up[target][box] = _LOOSE_WEIGHT
        self.order_in: list[list[int]] = [[] for _ in range(max(self.row, default=-1) + 1)]
        self.place_in_row: list[int] = []  # while rows are ordered
        for box, number in enumerate(self.row):
            self.place_in_row.append(len(self.order_in[number]))
            self.order_in[number].append(box)
        self.x = [0.0] * len(self.row)
        self.width = 0.0
        self.rounds = max(_MIN_SWEEPS, min(_MAX_SWEEPS, _MAX_WORK // max(1, len(self.row))))
        self._ranks: dict[int, dict[int, int]] = {}  # predecessors of a box, numbered from the left

    def _link(self, source: int, target: int) -> None:
        bends, passed = self.bends[source], self._rows_between(source, target)
        while len(bends) < passed:
            bend = len(self.row)
            self.row.append(self.row[source] + len(bends) + 1)
            self.widths.append(0.0)
            self.up.append({})
            self.down.append({})
            self._join(bends[-1] if bends else source, bend)
            bends.append(bend)
        self._join(bends[passed - 1] if passed else source, target)

    def _rows_between(self, source: int, target: int) -> int:
        """The number of rows that an arrow passes; none if it does not point down."""
        return max(0, self.row[target] - self.row[source] - 1)

    def _join(self, above: int, below: int) -> None:
        bends = (above >= self.boxes) + (below >= self.boxes)
        self.down[above][below] = self.up[below][above] = (1.0, 2.0, _STRAIGHT_WEIGHT)[bends]

    # -- order ----------------------------------------------------------------------------------

    def order(self) -> None:
        """Order each row by the barycenters of neighbors, alternately in the rows above and below."""
        best, fewest = self.order_in, self._crossings()
        latest = deque([best], maxlen=2)
        rows = range(len(self.order_in))
        for number in range(self.rounds):
            if not fewest:
                break
            self.order_in = [*self.order_in]
            if number % 2 == 0:
                for row in rows[1:]:
                    self._sort(row, self.up)
            else:
                for row in reversed(rows[:-1]):
                    self._sort(row, self.down)
            if number and self.order_in in latest:  # further sweeps repeat the latest two
                break
            latest.append(self.order_in)
            crossings = self._crossings()
            if crossings < fewest:
                best, fewest = self.order_in, crossings
        self.order_in = [self._balance(row) for row in best]

    def _balance(self, row: Sequence[int]) -> list[int]:
        """The row with boxes without predecessors on both sides of a box with the same target.

        A chain with such boxes at each step is then straight.
        """
        targets = {target for box in row if not self.up[box] for target in self.down[box]}
        if not targets:
            return list(row)
        order: list[int] = []

        def where(box: int) -> int:
            return min(targets.intersection(self.down[box]), default=-1 - box)

        for _, group in itertools.groupby(row, key=where):
            boxes = list(group)
            sources = [box for box in boxes if not self.up[box]]
            inner = [box for box in boxes if self.up[box]]
            order += [*sources[: len(sources) // 2], *inner, *sources[len(sources) // 2 :]]
        return order

    def _sort(self, number: int, neighbors: Sequence[dict[int, float]]) -> None:
        """Sort a row by the mean position of neighbors; boxes without neighbors keep their position."""
        row, place = self.order_in[number], self.place_in_row
        if len(row) == 1:
            return
        keys = {
            box: sum([place[neighbor] for neighbor in neighbors[box]]) / len(neighbors[box])
            for box in row
            if neighbors[box]
        }
        sorted_ones = iter(sorted(keys, key=keys.__getitem__))
        self.order_in[number] = [next(sorted_ones) if box in keys else box for box in row]
        for index, box in enumerate(self.order_in[number]):
            place[box] = index

    def _crossings(self) -> int:
        """The number of crossings between rows."""
        count, place, down = 0, self.place_in_row, self.down
        for above, below in itertools.pairwise(self.order_in):
            if len(above) == 1 or len(below) == 1:
                continue
            ends = [end for box in above for end in sorted([place[target] for target in down[box]])]
            count += _inversions(ends)
        return count

    # -- places ---------------------------------------------------------------------------------

    def place(self) -> None:
        """Align the boxes of each row with their neighbors above and below, as far as there is room."""
        rows = [_Row(row, self._offsets(row)) for row in self.order_in]
        up, down = _anchors(self.up), _anchors(self.down)
        without: list[_Anchors] = [((), 1.0)] * len(self.row)
        for row in rows:
            self._settle(row, without)
        for _ in range(self.rounds):
            before = list(self.x)
            for row in rows[1:]:
                self._settle(row, up)
            for row in reversed(rows[:-1]):
                self._settle(row, down)
            moved = [now - then for now, then in zip(self.x, before, strict=True)]
            if max(moved, default=0.0) - min(moved, default=0.0) < _STILL:  # a shift of all boxes is none
                break
        both = _anchors([{**above, **below} for above, below in zip(self.up, self.down, strict=True)])
        for row in rows:
            self._settle(row, both)
        left = min((x - width / 2 for x, width in zip(self.x, self.widths, strict=True)), default=0.0)
        self.x = [x - left for x in self.x]
        self.width = max((x + width / 2 for x, width in zip(self.x, self.widths, strict=True)), default=0.0)

    def _settle(self, row: _Row, anchors: Sequence[_Anchors]) -> None:
        """The positions nearest to the means of the anchors, by least squares, without overlaps.

        With the offsets of adjacent boxes subtracted, positions must not decrease: this is isotonic
        regression, solved by pooling adjacent violators. Touching boxes form a block at their weighted mean.
        A box without anchors keeps its position as far as there is room.
        """
        x = self.x
        blocks: list[tuple[float, float, int]] = []  # the mean, the weight, how many boxes
        for box, offset in zip(row.boxes, row.offsets, strict=True):
            near, weight = anchors[box]
            mean = (sum([x[other] * share for other, share in near]) if near else x[box]) - offset
            count = 1
            while blocks and blocks[-1][0] > mean:
                left, more, boxes = blocks.pop()
                mean = (left * more + mean * weight) / (more + weight)
                weight, count = weight + more, count + boxes
            blocks.append((mean, weight, count))
        places = zip(row.boxes, row.offsets, strict=True)
        for mean, _, count in blocks:
            for box, offset in itertools.islice(places, count):
                x[box] = mean + offset

    def _offsets(self, row: Sequence[int]) -> list[float]:
        """The distances of the centers of boxes from the first one, if adjacent boxes touch."""
        offsets = [0.0]
        for left, right in itertools.pairwise(row):
            gap = _BEND_GAP if left >= self.boxes and right >= self.boxes else GAP
            offsets.append(offsets[-1] + (self.widths[left] + self.widths[right]) / 2 + gap)
        return offsets[: len(row)]

    def routes(self, arrows: Sequence[tuple[int, int]]) -> Iterator[list[float]]:
        """The x at which each arrow leaves its source, passes rows, and enters its target."""
        x = [round(each, 1) for each in self.x]
        for source, target in arrows:
            passed = self.bends[source][: self._rows_between(source, target)]
            entry = self._entry(passed[-1] if passed else source, target)
            yield [x[source], *[x[bend] for bend in passed], round(entry, 1)]

    def _entry(self, above: int, target: int) -> float:
        """The x at which an arrow enters its target: arrows enter side by side, ordered by their origin."""
        if len(self.up[target]) == 1:
            return self.x[target]
        ranks = self._ranks.get(target)
        if ranks is None:
            boxes = sorted(self.up[target], key=lambda box: (self.x[box], box))
            ranks = self._ranks[target] = {box: number for number, box in enumerate(boxes)}
        if above not in ranks:
            return self.x[target]
        step = min(14.0, self.widths[target] * 0.7 / len(ranks))
        return self.x[target] + (ranks[above] - (len(ranks) - 1) / 2) * step
