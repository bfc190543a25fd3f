"""Parts of a function that are drawn as one box: what a name scope spans, and what repeats itself.

A part is a stretch of the text. No stretch of operations can depend on another that depends on it, so that
the boxes, too, have an order.
"""

from __future__ import annotations

import collections
import itertools
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.attributes import Location
from stablehlo_tools.ir import Block, Module, Operation

_FEWEST = 48  # operations of a block that is parted
_SHORTEST = 8  # operations of a part
_TRIED = 12  # periods


class Part(NamedTuple):
    """The operations from `start` to before `stop` of a block."""

    start: int
    stop: int
    title: str


def parts_of(block: Block, module: Module) -> list[Part]:
    """The parts of a block, in order; none for a short one."""
    operations = block.operations[:-1]  # the last ends the block
    if len(operations) < _FEWEST:
        return []
    scopes = [_name_scope(operation.location, module) for operation in operations]
    if any(scopes):
        return list(_stretches(scopes))
    return sorted(_repeats([_key(operation) for operation in operations], _crossings(operations)))


# -- name scopes --------------------------------------------------------------------------------------


def _stretches(scopes: Sequence[str]) -> Iterator[Part]:
    """A part for each stretch of one scope; what has none goes with what is before it."""
    names: list[str] = []
    for scope in scopes:
        names.append(scope or (names[-1] if names else ""))
    start = 0
    for name, group in itertools.groupby(names):
        stop = start + len(list(group))
        if name and stop - start > 1:
            yield Part(start, stop, name)
        start = stop


def _name_scope(location: Location, module: Module) -> str:
    """The outermost `jax.named_scope` of an operation: `block` of `jit(f)/block/attention/dot_general`."""
    for _ in range(len(module.location_aliases) + 1):
        if location.kind != "alias":
            break
        location = module.location_aliases.get(str(location.parts[0]), Location("unknown"))
    if location.kind != "name":
        return ""
    *scopes, _ = str(location.parts[0]).split("/")
    return next((scope for scope in scopes if "(" not in scope), "")


# -- what repeats itself ------------------------------------------------------------------------------


def _key(operation: Operation) -> Hashable:
    types = (value.type for value in (*operation.operands, *operation.results))
    return operation.name, len(operation.results), *map(str, types)


def _crossings(operations: Sequence[Operation]) -> list[int]:
    """How many values are computed before each operation and used by it or later."""
    position = {operation: index for index, operation in enumerate(operations)}
    last = dict.fromkeys(operations, -1)
    for index, operation in enumerate(operations):
        for inner in operation.walk():
            for operand in inner.operands:
                if operand.owner in position:
                    last[operand.owner] = index
    changes = [0] * (len(operations) + 2)
    for operation, index in position.items():
        if last[operation] > index:
            changes[index + 1] += 1
            changes[last[operation] + 1] -= 1
    return list(itertools.accumulate(changes))


def _repeats(keys: Sequence[Hashable], crossings: Sequence[int], first: int = 0) -> Iterator[Part]:
    """The stretch that repeats itself over the most operations, cut into its rounds; and so on around it."""
    best = max(_runs(keys), default=None)
    if best is None:
        return
    _, negative, start, rounds = best
    period = -negative
    stop = start + period * rounds
    slack = _slack(keys, start, period, rounds)
    shift = min(range(slack + 1), key=lambda by: _cuts(crossings, first + start + by, period, rounds))
    start, stop = start + shift, stop + shift
    for number in range(rounds):
        begin = first + start + number * period
        yield Part(begin, begin + period, f"part {number + 1} of {rounds}")
    yield from _repeats(keys[:start], crossings, first)
    yield from _repeats(keys[stop:], crossings, first + stop)


def _slack(keys: Sequence[Hashable], start: int, period: int, rounds: int) -> int:
    """By how many operations all rounds can be moved on, and still be the same."""
    stop = start + period * rounds
    rest = itertools.takewhile(lambda index: keys[index] == keys[index - period], range(stop, len(keys)))
    return len(list(rest))


def _cuts(crossings: Sequence[int], start: int, period: int, rounds: int) -> int:
    return sum(crossings[start + number * period] for number in range(rounds + 1))


def _runs(keys: Sequence[Hashable]) -> Iterator[tuple[int, int, int, int]]:
    """Runs of rounds that are alike: how many operations, minus the period, the start, how many rounds."""
    for period in _periods(keys):
        same = [keys[index] == keys[index + period] for index in range(len(keys) - period)]
        start = 0
        for is_same, group in itertools.groupby(same):
            length = len(list(group))
            if is_same and length >= period:
                rounds = length // period + 1
                yield rounds * period, -period, start, rounds
            start += length


def _periods(keys: Sequence[Hashable]) -> list[int]:
    """The distances at which operations come back most often."""
    distances: collections.Counter[int] = collections.Counter()
    seen: dict[Hashable, list[int]] = {}
    for index, key in enumerate(keys):
        before = seen.setdefault(key, [])
        distances.update(index - other for other in before[-_TRIED:] if index - other >= _SHORTEST)
        before.append(index)
    return [distance for distance, _ in distances.most_common(_TRIED)]
