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
    known: Sequence[OperandIndexing], more: Iterable[OperandIndexing], target: Sequence[int]
) -> list[OperandIndexing]:
    """The maps to a tensor of these sizes, widened if they have too many symbols, or are too many.

    `known` are earlier results of this function.
    """
    found = dict.fromkeys(known)
    found.update(dict.fromkeys(_widen(each, target) if _has_many(each) else each for each in more))
    if len(found) <= MAX_MAPS or len(found) == len(known):
        return list(found)
    # more maps than this were widened before, and none of them covers another
    settled = dict.fromkeys(known) if len(known) > MAX_MAPS else {}
    new = dict.fromkeys(_widen(each, target) for each in found if each not in settled)
    kept = _without_covered(settled, [each for each in new if each not in settled])
    return [_hull([each.map for each in kept], target)] if _may_be_one(kept) else kept


def _may_be_one(maps: Sequence[OperandIndexing]) -> bool:
    """Whether maps are too many, and can be merged: to the same process, and all known."""
    return len(maps) > MAX_KEPT and all(
        isinstance(each.map, IndexingMap) and each.replica_id is None for each in maps
    )


def _hull(maps: Sequence[Map], target: Sequence[int]) -> OperandIndexing:
    """The hull of maps: each dimension and each result covers its range in all of them."""
    known = [map for map in maps if isinstance(map, IndexingMap)]
    bounds = [_around(each) for each in zip(*(map.dimension_bounds for map in known), strict=True)]
    results = [
        _around([map.results[axis].interval(map.dimension_bounds, map.symbol_bounds) for map in known])
        & size_interval(size)
        for axis, size in enumerate(target)
    ]
    symbols = [symbol(number) for number in range(len(results))]
    whole = IndexingMap([*map(Variable, bounds)], [*map(Variable, results)], (), symbols, ())
    return simplify_indexing(OperandIndexing(whole, (), None, NOTE))


def _around(intervals: Sequence[Interval]) -> Interval:
    return Interval(min(each.lower for each in intervals), max(each.upper for each in intervals))


def _has_many(given: OperandIndexing) -> bool:
    return isinstance(given.map, IndexingMap) and len(given.map.symbols) > MAX_SYMBOLS


def _widen(given: OperandIndexing, target: Sequence[int]) -> OperandIndexing:
    map = given.map
    if isinstance(map, Undefined) or not map.symbols:
        return given
    ranges: list[Interval] = []
    results, constraints = [], []
    for result, size in zip(map.results, target, strict=True):
        fixed, varying = _parts(result)
        if varying.symbols:
            ranges.append(varying.interval(map.dimension_bounds, map.symbol_bounds))
            varying = symbol(len(ranges) - 1)
        results.append(fixed + varying)
        constraints.append((results[-1], size_interval(size)))
    whole = IndexingMap(map.dimensions, [Variable(bounds) for bounds in ranges], (), results, constraints)
    return simplify_indexing(OperandIndexing(whole, (), _process(given, map), NOTE))


def _parts(result: Expression) -> tuple[Expression, Expression]:
    """The terms over dimensions only, and the others."""
    fixed, varying = constant(0), constant(0)
    for term in summands(result):
        if term.symbols:
            varying = varying + term
        else:
            fixed = fixed + term
    return fixed, varying


def _process(given: OperandIndexing, map: IndexingMap) -> IndexingMap | None:
    """The process, if it does not depend on symbols."""
    replica_id = given.replica_id
    if not isinstance(replica_id, IndexingMap) or any(e.symbols for e in replica_id.results):
        return None
    return IndexingMap(map.dimensions, (), (), replica_id.results)


def _without_covered(
    settled: Iterable[OperandIndexing], more: Iterable[OperandIndexing]
) -> list[OperandIndexing]:
    """The maps without those covered by others; `settled` ones are not compared to each other."""
    kept = [*settled]
    for each in more:
        if not any(_covers(other, each) for other in kept):
            kept = [*(other for other in kept if not _covers(each, other)), each]
    return kept


def _covers(given: OperandIndexing, other: OperandIndexing) -> bool:
    """Whether all pairs of the other are plain to see in the first: each result has a range of its own."""
    wide, narrow = given.map, other.map
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
