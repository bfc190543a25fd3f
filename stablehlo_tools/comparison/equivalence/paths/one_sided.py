"""Decisions that have one outcome on all tried inputs: whether they can have the other, and what follows.

A clip at 1e9 has one outcome on most inputs, and so has a clip of a cosine at 1, which no input exceeds.
Three answers need no input: both programs have equal results with the other outcome, too; the ranges of the
compared numbers exclude it; or numbers reach what bounds them.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.attempts import AttemptVerdict, judge
from stablehlo_tools.comparison.equivalence.paths.moved import FEW_ELEMENTS
from stablehlo_tools.comparison.equivalence.paths.outcomes import is_of_loop
from stablehlo_tools.comparison.equivalence.residues.decisions import FAR, INFINITE
from stablehlo_tools.comparison.equivalence.residues.domain import decisions_of
from stablehlo_tools.comparison.equivalence.residues.imposed import (
    DecisionSubset,
    ImposedOutcomes,
    KeyRange,
    ResidueHalf,
    factor_between,
)
from stablehlo_tools.comparison.equivalence.residues.uses import direction_of
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import ValueRange, range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.text.source_frames import module_of

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.pair import Pair
    from stablehlo_tools.comparison.equivalence.paths.seen_outcomes import SeenOutcomes
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
    from stablehlo_tools.comparison.equivalence.residues.decisions import Site
    from stablehlo_tools.ir.arrays import Array
    from stablehlo_tools.ir.operations import Module, Operation

ROUNDING: Final = 1e-13  # relative distances that are rounding
_CLEAR: Final = 1e-3  # relative distances that neither rounding nor a limit explains
_REACHED: Final = 3  # inputs on which numbers are at their least distance
_ENOUGH: Final = 24  # numbers, about half of which are neither all of them nor none
_MOST_REPLACED: Final = 1 << 12  # numbers
_BOTH: Final = 2  # programs
_PAIR: Final = 2  # numbers
_ZERO: Final = ValueRange(0.0, 0.0, True, True)


def outcomes_to_cover(outcomes: SeenOutcomes) -> dict[Site, bool]:
    """The outcomes that sites never had, and that the ranges of the compared numbers do not exclude."""
    index_of = functools.cache(ModuleIndex)
    never_seen = outcomes.never_seen().items()
    return {site: side for site, side in never_seen if not is_excluded(site, index_of, side=side)}


def cover(
    pair: Pair,
    judged: AttemptVerdict,
    outcomes: SeenOutcomes,
    sought: Mapping[Site, bool],
    keys: Mapping[Site, Array],
    heads: Mapping[Site, Site],
    has_time: Callable[[], bool],
) -> None:
    """Prove that results are equal with the sought outcomes, each at all decisions by the same numbers.

    `keys` are those of their sites, and those with the same one of `heads` decide by multiples. Where a proof
    fails, or there is no time for one, outcomes are `alone`.
    """
    keys = {site: keys[heads.get(site, site)] for site in keys}
    group_of = linked(keys)
    failed: set[frozenset[Site]] = set()
    for site, side in sought.items():
        parts = [*_parts_of(site)]
        group = frozenset().union(*(group_of[part] for part in parts or [site]))
        if parts or is_of_loop(site) or (outcomes.has_one(site) and not has_time()):
            if programs_of(group, keys) != _BOTH:
                outcomes.alone[site] = side
        elif outcomes.has_one(site):
            forced = {each: sought[each] for each in group if each in sought}
            count = max(keys[each].size for each in group)
            if group in failed or not programs_of(group, keys):
                outcomes.alone[site] = side
            elif are_equal_on(pair, forced, judged, count, heads, has_time):
                outcomes.note({each: {outcome} for each, outcome in forced.items()})
            else:
                failed.add(group)
                outcomes.alone[site] = side


def are_bounded(gaps: Sequence[float]) -> bool:
    """Whether numbers seem to be bounded by what they are compared with, or clear of it.

    The gaps are the least relative distances on some inputs. Numbers reach the bound itself, as a cosine
    reaches 1, or are equally far from it on several inputs, as a sum of exponentials that is at least 1.
    """
    least = min(gaps, default=math.inf)
    is_reached = sum(gap <= least * (1 + ROUNDING) for gap in gaps) >= _REACHED
    return least <= ROUNDING or (is_reached and _CLEAR < least < math.inf)


def are_equal_on(
    pair: Pair,
    forced: Mapping[Site, bool],
    judged: AttemptVerdict,
    count: int,
    heads: Mapping[Site, Site],
    has_time: Callable[[], bool],
) -> bool:
    """Whether programs have equal results if decisions have these outcomes, whether or not inputs lead there.

    They decide by `count` different numbers. They have these outcomes in all elements, and, if there is time,
    in some: a program may count outcomes.
    """
    expected = judged.equivalence.results
    for some in (None, *sets_of(count)):
        if some is not None and not has_time():
            break
        imposing = functools.partial(ImposedOutcomes, forced, some, math.ceil(count / _MOST_REPLACED), heads)
        other = replace(pair, imposed=defaultdict(imposing), runs=None)
        found = judge(other, judged.attempt, has_time).equivalence
        pairs = zip(found.results, expected, strict=False)
        if found.verdict != "equal" or any(result.undefined > known.undefined for result, known in pairs):
            return False
    return True


def sets_of(count: int) -> Iterator[DecisionSubset]:
    """Sets of so many numbers: of few, each one, all but each one, and the first; else fewer, and halves."""
    is_few = count <= FEW_ELEMENTS
    for place in range(count if is_few else 1) if count > 1 else ():
        yield KeyRange(place, place + 1)
        if count > _PAIR:  # of two, the other one is tried
            yield KeyRange(place, place + 1, others=True)
    if is_few:
        yield from (KeyRange(0, end) for end in range(2, count - 1))
    else:
        yield from map(ResidueHalf, range(math.ceil(_ENOUGH / count)))


def keys_of(
    pair: Pair, sites: Collection[Site], arithmetic: Arithmetic, order: Sequence[int]
) -> Mapping[Site, Array]:
    """The keys of the numbers that decide at sites, and at the parts of joined decisions.

    Sites with the same keys share an array, since most arrays are those of several sites.
    """
    parts = itertools.chain.from_iterable(map(_parts_of, sites))
    arithmetic.decisions.keys = {site: [] for site in (*sites, *parts)}
    for side in order:
        pair.run(side, arithmetic, pair.values(arithmetic))
        if arithmetic.constants is not None:
            arithmetic.constants.end_of_first()
    shared: dict[bytes, Array] = {}
    keys: dict[Site, Array] = {}
    for site, taken in arithmetic.decisions.keys.items():
        own = np.unique(np.concatenate([np.empty(0), *taken]))
        keys[site] = shared.setdefault(hashlib.blake2b(own.data).digest(), own)
        taken.clear()
    return keys


def _parts_of(site: Site) -> Iterator[Site]:
    """The sites of the decisions that a joined one joins; none of any other."""
    return itertools.product(decisions_of(site[0]), (0, FAR, INFINITE))


def linked(keys: Mapping[Site, Array]) -> Mapping[Site, frozenset[Site]]:
    """Each site, with those that decide by the same numbers, or by the numbers of one that does."""
    arrays = {id(own): own for own in keys.values()}
    groups = np.arange(len(arrays))
    owners = np.repeat(groups, [own.size for own in arrays.values()])
    every = np.concatenate([np.empty(0), *arrays.values()])
    order = np.argsort(every, kind="stable")
    every, owners = every[order], owners[order]
    is_same = every[1:] == every[:-1]
    pairs = owners[:-1][is_same] * len(arrays) + owners[1:][is_same]
    for one, other in zip(*divmod(np.unique(pairs), len(arrays)), strict=True):
        groups[groups == groups[other]] = groups[one]
    group_of = dict(zip(arrays, groups.tolist(), strict=True))
    sites_of: dict[int, list[Site]] = {}
    for site, own in keys.items():
        sites_of.setdefault(group_of[id(own)], []).append(site)
    return {site: group for group in map(frozenset, sites_of.values()) for site in group}


def proportional(
    keys: Mapping[Site, Array], again: Callable[[], Mapping[Site, Array]], primes: Sequence[int]
) -> dict[Site, Site]:
    """The sites that decide by multiples of the numbers of another site, and that one, each with that one.

    A factor is constant if it is the same on other inputs, whose keys `again` returns.
    """
    sites_of: dict[int, list[Site]] = {}
    for site, own in keys.items():
        sites_of.setdefault(id(own), []).append(site)
    found: dict[Site, Site] = {}
    heads: list[Site] = []
    for sites in sites_of.values():
        first, *_ = sites
        if len({*map(_program_of, sites)}) == _BOTH:
            continue
        for head in heads:
            factor = factor_between(keys[first], keys[head], primes)
            if factor and factor == factor_between(again()[first], again()[head], primes):
                found |= {**dict.fromkeys(sites, head), **dict.fromkeys(sites_of[id(keys[head])], head)}
                break
        else:
            heads.append(first)
    return found


def _program_of(site: Site) -> int:
    return id(module_of(site[0])) if site[0] else 0


def programs_of(group: Collection[Site], keys: Mapping[Site, Array]) -> int:
    """In how many programs linked sites are; 0 if these decide by different numbers."""
    arrays: dict[int, dict[int, Array]] = {}
    for site in group:
        arrays.setdefault(_program_of(site), {})[id(keys[site])] = keys[site]
    first, *others = arrays.values()
    are_same = (
        first.keys() == other.keys() or np.array_equal(_all_keys(first), _all_keys(other)) for other in others
    )
    return len(arrays) if all(are_same) else 0


def _all_keys(arrays: Mapping[int, Array]) -> Array:
    return np.unique(np.concatenate([*arrays.values()]))


def is_excluded(site: Site, index_of: Callable[[Module], ModuleIndex], *, side: bool) -> bool:
    """Whether the ranges of the compared numbers exclude the outcome `side`, up to equality.

    A joint decision has none that all it joins must have and one cannot have, or that one must have and none
    can have.
    """
    operation, number = site
    if operation is None:
        return False
    if parts := decisions_of(operation):
        are_all = side == (operation.name == "stablehlo.and")
        return (any if are_all else all)(is_excluded((part, 0), index_of, side=side) for part in parts)
    index = index_of(module_of(operation))
    ranges = (
        [range_of(TracedValue.trace(index, value, calls)) for value in operation.operands]
        for calls in _calls_before(operation, index)
    )
    if operation.name == "stablehlo.compare":
        return all(_is_never(operation, *each, side=side) for each in ranges)
    return all(_are_apart(each, number) for each in ranges)


def _is_never(compare: Operation, x: ValueRange, y: ValueRange, *, side: bool) -> bool:
    """Whether a comparison has no outcome `side`, up to equality, where what it compares is in these ranges.

    Which numbers are equal at a bound, as those that another decision clips, depends on that decision.
    """
    direction = direction_of(compare)
    if direction in ("EQ", "NE"):
        are_equal = side == (direction == "EQ")
        return _are_apart([x, y], 0) if are_equal else len({*compare.operands}) == 1
    is_below = side == (direction in ("LT", "LE"))
    return x.low >= y.high if is_below else x.high <= y.low


def _calls_before(operation: Operation, index: ModuleIndex) -> Iterator[tuple[Operation, ...]]:
    """The calls through which an operation is executed, the outermost first."""
    function = operation.enclosing(Function)
    users = () if function is None else index.references.get(function.symbol, ())
    callers = [user for user in users if index.callee(user) is function]
    for call in callers:
        yield from ((*calls, call) for calls in _calls_before(call, index))
    if not callers:
        yield ()


def _are_apart(ranges: Sequence[ValueRange], number: int) -> bool:
    """Whether one of two compared ranges is below the other; of three, as of a clamp, those of a site."""
    pairs = list(itertools.pairwise(ranges)) or [(ranges[0], _ZERO)]
    return all(a.high <= b.low or b.high <= a.low for a, b in (pairs[number:][:1] if number >= 0 else pairs))
