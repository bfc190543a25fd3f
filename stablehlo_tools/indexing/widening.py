"""Widening: replaces maps by fewer, simpler upper bounds where compositions would grow without limit.

Widened maps have a note. The terms of a result that vary with symbols are replaced by one range variable over
their interval, independently for each result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stablehlo_tools.indexing.affine import Expression, constant, symbol
from stablehlo_tools.indexing.canonical import summands
from stablehlo_tools.indexing.interval import Interval, size_interval
from stablehlo_tools.indexing.maps import IndexingMap, Map, OperandIndexing, Undefined, Variable
from stablehlo_tools.indexing.operand_indexing import simplify_indexing

MAX_SYMBOLS = 12  # per map; compositions of windows add some in each step
MAX_MAPS = 24  # between two values, before those covered by others are removed
MAX_KEPT = 64  # that do not cover each other: comparing all pairs is quadratic
NOTE = "widened: each result covers the full range of its symbols"


def widen(
    earlier: Sequence[OperandIndexing], added: Iterable[OperandIndexing], target: Sequence[int]
) -> list[OperandIndexing]:
    """The maps to a tensor of these sizes, widened if they have too many symbols, or are too many.

    `earlier` are previous results of this function.
    """
    distinct = dict.fromkeys(earlier)
    distinct.update(dict.fromkeys(_widen(map, target) if _has_many(map) else map for map in added))
    if len(distinct) <= MAX_MAPS or len(distinct) == len(earlier):
        return list(distinct)
    # more maps than this were widened before, and none of them covers another
    settled = dict.fromkeys(earlier) if len(earlier) > MAX_MAPS else {}
    new = dict.fromkeys(_widen(map, target) for map in distinct if map not in settled)
    maximal = _without_covered(settled, [map for map in new if map not in settled])
    return [_hull([map.map for map in maximal], target)] if _are_mergeable(maximal) else maximal


def _are_mergeable(maps: Sequence[OperandIndexing]) -> bool:
    """Whether there are too many maps, which can be merged: all are defined, and none has a replica id."""
    return len(maps) > MAX_KEPT and all(
        isinstance(indexing.map, IndexingMap) and indexing.replica_id is None for indexing in maps
    )


def _hull(maps: Sequence[Map], target: Sequence[int]) -> OperandIndexing:
    """The hull of maps: each dimension and each result covers its range in all of them."""
    defined = [map for map in maps if isinstance(map, IndexingMap)]
    bounds = [
        _enclose(intervals) for intervals in zip(*(map.dimension_bounds for map in defined), strict=True)
    ]
    results = [
        _enclose([map.results[axis].interval(map.dimension_bounds, map.symbol_bounds) for map in defined])
        & size_interval(size)
        for axis, size in enumerate(target)
    ]
    symbols = [symbol(number) for number in range(len(results))]
    hull = IndexingMap([*map(Variable, bounds)], [*map(Variable, results)], (), symbols, ())
    return simplify_indexing(OperandIndexing(hull, (), None, NOTE))


def _enclose(intervals: Sequence[Interval]) -> Interval:
    return Interval(min(part.lower for part in intervals), max(part.upper for part in intervals))


def _has_many(indexing: OperandIndexing) -> bool:
    return isinstance(indexing.map, IndexingMap) and len(indexing.map.symbols) > MAX_SYMBOLS


def _widen(indexing: OperandIndexing, target: Sequence[int]) -> OperandIndexing:
    map = indexing.map
    if isinstance(map, Undefined) or not map.symbols:
        return indexing
    ranges: list[Interval] = []
    results, constraints = [], []
    for result, size in zip(map.results, target, strict=True):
        fixed, varying = _parts(result)
        if varying.symbols:
            ranges.append(varying.interval(map.dimension_bounds, map.symbol_bounds))
            varying = symbol(len(ranges) - 1)
        results.append(fixed + varying)
        constraints.append((results[-1], size_interval(size)))
    widened = IndexingMap(map.dimensions, [Variable(bounds) for bounds in ranges], (), results, constraints)
    return simplify_indexing(OperandIndexing(widened, (), _process(indexing, map), NOTE))


def _parts(result: Expression) -> tuple[Expression, Expression]:
    """The terms over dimensions only, and the others."""
    fixed, varying = constant(0), constant(0)
    for term in summands(result):
        if term.symbols:
            varying = varying + term
        else:
            fixed = fixed + term
    return fixed, varying


def _process(indexing: OperandIndexing, map: IndexingMap) -> IndexingMap | None:
    """The process, if it does not depend on symbols."""
    replica_id = indexing.replica_id
    if not isinstance(replica_id, IndexingMap) or any(e.symbols for e in replica_id.results):
        return None
    return IndexingMap(map.dimensions, (), (), replica_id.results)


def _without_covered(
    settled: Iterable[OperandIndexing], added: Iterable[OperandIndexing]
) -> list[OperandIndexing]:
    """The maps without those covered by others; `settled` ones are not compared to each other."""
    maximal = [*settled]
    for indexing in added:
        if not any(_covers(other, indexing) for other in maximal):
            maximal = [*(other for other in maximal if not _covers(indexing, other)), indexing]
    return maximal


def _covers(indexing: OperandIndexing, other: OperandIndexing) -> bool:
    """Whether the first map obviously contains the other: each of its results has a range of its own."""
    wide, narrow = indexing.map, other.map
    if not isinstance(wide, IndexingMap) or not isinstance(narrow, IndexingMap) or wide.constraints:
        return False
    pairs = zip(wide.dimensions, narrow.dimensions, strict=True)
    if not all(ours.bounds.covers(theirs.bounds) for ours, theirs in pairs):
        return False
    return all(
        _is_within(wide, ours, narrow, theirs)
        for ours, theirs in zip(wide.results, narrow.results, strict=True)
    )


def _is_within(wide: IndexingMap, ours: Expression, narrow: IndexingMap, theirs: Expression) -> bool:
    (fixed, varying), (other_fixed, other_varying) = _parts(ours), _parts(theirs)
    if varying.symbols and not varying.is_variable:
        return False
    span = varying.interval(wide.dimension_bounds, wide.symbol_bounds)
    if fixed is other_fixed:
        return span.covers(other_varying.interval(narrow.dimension_bounds, narrow.symbol_bounds))
    return fixed.is_constant and (span + Interval(fixed.number, fixed.number)).covers(
        theirs.interval(narrow.dimension_bounds, narrow.symbol_bounds)
    )
