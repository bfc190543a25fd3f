"""Maps made smaller and fewer where compositions would grow without end, as those of windows over windows.

What is left is right, but may be more than is read, and says so: the terms of a result that vary with symbols
become one range variable, over all values that they can have together, each result for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stablehlo_tools.indexing.affine import Expression, constant, symbol
from stablehlo_tools.indexing.canonical import summands
from stablehlo_tools.indexing.interval import Interval, size_interval
from stablehlo_tools.indexing.maps import IndexingMap, Map, OperandIndexing, Undefined, Variable
from stablehlo_tools.indexing.operand_indexing import simplified

MOST_SYMBOLS = 12  # of a map
MOST_MAPS = 24  # from one value to another, before those go that others cover
MOST_KEPT = 64  # that do not cover each other; to compare all with all takes time
NOTE = "cut to go on: each result ranges over all that its symbols can come to"


def few(
    known: Sequence[OperandIndexing], more: Iterable[OperandIndexing], target: Sequence[int]
) -> list[OperandIndexing]:
    """The maps to a tensor of these sizes; cut where they have too many symbols, or are too many.

    Those that are `known` are what this gave before.
    """
    found = dict.fromkeys(known)
    found.update(dict.fromkeys(_widened(each, target) if _has_many(each) else each for each in more))
    if len(found) <= MOST_MAPS or len(found) == len(known):
        return list(found)
    # where there are more than so many, they were cut already, and none of them covers another
    settled = dict.fromkeys(known) if len(known) > MOST_MAPS else {}
    new = dict.fromkeys(_widened(each, target) for each in found if each not in settled)
    kept = _without_covered(settled, [each for each in new if each not in settled])
    return [_hull([each.map for each in kept], target)] if _may_be_one(kept) else kept


def _may_be_one(maps: Sequence[OperandIndexing]) -> bool:
    """Whether maps are too many, and may become one: to the same process, and none of them unknown."""
    return len(maps) > MOST_KEPT and all(
        isinstance(each.map, IndexingMap) and each.replica_id is None for each in maps
    )


def _hull(maps: Sequence[Map], target: Sequence[int]) -> OperandIndexing:
    """A map that has the pairs of all: each dimension and each result ranges over what it does in any."""
    known = [map for map in maps if isinstance(map, IndexingMap)]
    bounds = [_around(each) for each in zip(*(map.dimension_bounds for map in known), strict=True)]
    results = [
        _around([map.results[axis].interval(map.dimension_bounds, map.symbol_bounds) for map in known])
        & size_interval(size)
        for axis, size in enumerate(target)
    ]
    symbols = [symbol(number) for number in range(len(results))]
    whole = IndexingMap([*map(Variable, bounds)], [*map(Variable, results)], (), symbols, ())
    return simplified(OperandIndexing(whole, (), None, NOTE))


def _around(intervals: Sequence[Interval]) -> Interval:
    return Interval(min(each.lower for each in intervals), max(each.upper for each in intervals))


def _has_many(given: OperandIndexing) -> bool:
    return isinstance(given.map, IndexingMap) and len(given.map.symbols) > MOST_SYMBOLS


def _widened(given: OperandIndexing, target: Sequence[int]) -> OperandIndexing:
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
    return simplified(OperandIndexing(whole, (), _process(given, map), NOTE))


def _parts(result: Expression) -> tuple[Expression, Expression]:
    """The terms of dimensions alone, and the others."""
    fixed, varying = constant(0), constant(0)
    for term in summands(result):
        if term.symbols:
            varying = varying + term
        else:
            fixed = fixed + term
    return fixed, varying


def _process(given: OperandIndexing, map: IndexingMap) -> IndexingMap | None:
    """The process, if no symbol says which."""
    replica_id = given.replica_id
    if not isinstance(replica_id, IndexingMap) or any(e.symbols for e in replica_id.results):
        return None
    return IndexingMap(map.dimensions, (), (), replica_id.results)


def _without_covered(
    settled: Iterable[OperandIndexing], more: Iterable[OperandIndexing]
) -> list[OperandIndexing]:
    """The maps without those whose pairs another has, too; those that are settled do not cover each other."""
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
