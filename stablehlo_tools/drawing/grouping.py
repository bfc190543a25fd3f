"""Grouping of the operations of a block into boxes: nested name scopes, and repetitions.

The graph of boxes must be acyclic. So each item of a level has a rank, higher than those of the items it
uses: an operation joins the last box of its scope if all its operands from elsewhere rank below that box, and
opens another box if not.
"""

from __future__ import annotations

import collections
import itertools
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from stablehlo_tools.drawing.repeats import Repetition, runs_of
from stablehlo_tools.ir.operations import Block, Operation
from stablehlo_tools.text.name_scopes import NameScopes, Phase, ScopePath, ScopeStep
from stablehlo_tools.text.source_frames import SourceFrames

_MIN_OPERATIONS = 48  # operations of a block that is grouped
_MAX_DEPTH = 64  # nested boxes
_MIN_REPETITIONS = 3  # repetitions of boxes that are folded
_MAX_REPETITIONS = 24  # repetitions of operations that are drawn side by side

LOSS = "loss"
OPTIMIZER = "optimizer"
_WRAPPERS = frozenset({"chain", "with_extra_args_support"})  # of optax: wrappers, which only call others
_MAX_LIBRARY_CALLS = 2  # library functions whose calls are drawn as nested boxes
_MARKED = (Phase.BACKWARD, Phase.RECOMPUTED)


class Box(NamedTuple):
    """A box: its title, and its items, which are indices of operations of the block and nested parts.

    `repetitions` is the number that it folds, or 1.
    """

    title: str
    items: tuple[Item, ...]
    repetitions: int = 1


Item: TypeAlias = "int | Box"


def parts_of(block: Block, scopes: NameScopes, frames: SourceFrames) -> list[Item]:
    """All operations of a block but the terminator, in boxes, and in topological order."""
    operations = block.operations[:-1]
    if len(operations) < _MIN_OPERATIONS:
        return list(range(len(operations)))
    uses = _uses(operations)
    paths = _paths(operations, uses, scopes, frames)
    shared = len(_common_prefix(path for path in paths if path))
    boxes = _Boxes([path[shared:] for path in paths], uses)
    return _RepetitionFolder(operations, uses).items(boxes.items(_late_sources(uses), 0))


# -- where operations are ----------------------------------------------------------------------------


def _uses(operations: Sequence[Operation]) -> list[list[int]]:
    """The operations that each operation, or its regions, use."""
    number: dict[object, int] = {operation: index for index, operation in enumerate(operations)}
    uses = []
    for operation in operations:
        inside = operation.walk() if operation.regions else (operation,)
        owners = [value.owner for inner in inside for value in inner.operands]
        uses.append([*dict.fromkeys([number[owner] for owner in owners if owner in number])])
    return uses


def _paths(
    operations: Sequence[Operation], uses: Sequence[Sequence[int]], scopes: NameScopes, frames: SourceFrames
) -> list[tuple[ScopeStep, ...]]:
    """The boxes of each operation, outermost first.

    An operation without operands, such as a constant, is moved into the innermost boxes of all its users.
    """
    places = [scopes.place(operation.location) for operation in operations]
    paths = [place.steps for place in places]
    for index, steps in _gradient_boxes(places).items():
        paths[index] = steps
        if steps[0].name == OPTIMIZER:
            paths[index] += _library_steps(frames.library_calls(operations[index].location))
    users: list[list[int]] = [[] for _ in operations]
    for index, operands in enumerate(uses):
        for operand in operands:
            users[operand].append(index)
    for index, used in enumerate(uses):
        if not used and users[index]:
            shared = _common_prefix(paths[user] for user in users[index])
            if shared[: len(paths[index])] == paths[index]:
                paths[index] = shared
    return paths


def _gradient_boxes(places: Sequence[ScopePath]) -> dict[int, tuple[ScopeStep, ...]]:
    """The boxes of operations outside all scopes in a program that computes gradients.

    A model is in scopes, `jvp(Model)/...`. Operations in `jvp()` after it, and in `transpose(jvp())` before
    its backward pass, are the loss; those after the backward pass that are not differentiated are the
    optimizer.
    """
    forward = [n for n, place in enumerate(places) if place.steps and place.phase is Phase.FORWARD]
    backward = [n for n, place in enumerate(places) if place.phase is Phase.BACKWARD]
    scoped = [n for n in backward if places[n].steps]
    boxes: dict[int, tuple[ScopeStep, ...]] = {}
    for index, (steps, phase) in enumerate(places):
        if steps or not backward:
            continue
        if phase is Phase.PRIMAL and index > backward[-1]:
            boxes[index] = (ScopeStep(OPTIMIZER, Phase.PRIMAL),)
        elif phase is Phase.FORWARD and forward and index > forward[-1]:
            boxes[index] = (ScopeStep(LOSS, Phase.FORWARD),)
        elif phase is Phase.BACKWARD and scoped and index < scoped[0]:
            boxes[index] = (ScopeStep(LOSS, Phase.BACKWARD),)
    return boxes


def _library_steps(functions: Sequence[str]) -> tuple[ScopeStep, ...]:
    """The library functions that do the work: `scale_by_adam` of `scale_by_adam.<locals>.update_fn`."""
    names = dict.fromkeys(function.partition(".<locals>")[0] for function in functions)
    working = [name for name in names if name not in _WRAPPERS]
    return tuple(ScopeStep(name, Phase.PRIMAL) for name in working[:_MAX_LIBRARY_CALLS])


def _common_prefix(paths: Iterator[tuple[ScopeStep, ...]]) -> tuple[ScopeStep, ...]:
    """The common prefix of paths."""
    shared = next(paths, ())
    for path in paths:
        if path[: len(shared)] != shared:
            pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(shared, path, strict=False))
            shared = tuple(step for step, _ in pairs)
    return shared


def _late_sources(uses: Sequence[Sequence[int]]) -> list[int]:
    """The operations in order, with those without operands moved before their first users."""
    used = {operand for operands in uses for operand in operands}
    order: dict[int, None] = {}
    for index, operands in enumerate(uses):
        if operands or index not in used:
            for operand in operands:
                if not uses[operand]:
                    order[operand] = None
            order[index] = None
    return list(order)


# -- boxes inside each other -------------------------------------------------------------------------


class _Boxes:
    """Puts operations into the nested boxes of their paths."""

    def __init__(self, paths: Sequence[tuple[ScopeStep, ...]], uses: Sequence[Sequence[int]]) -> None:
        self.paths = [path[:_MAX_DEPTH] for path in paths]
        self.uses = uses

    def items(self, indices: Sequence[int], depth: int) -> list[Item]:
        """The items of these operations, inside of `depth` boxes."""
        groups = self._groups(indices, depth)
        names = [self.paths[first][depth] if self._is_inside(first, depth) else None for first, *_ in groups]
        times = collections.Counter(names)
        seen: collections.Counter[ScopeStep | None] = collections.Counter()
        items: list[Item] = []
        for step, group in zip(names, groups, strict=True):
            if step is None:
                items += group
                continue
            seen[step] += 1
            number = f" ({seen[step]} of {times[step]})" if times[step] > 1 else ""
            items += _box(_title(step) + number, self.items(group, depth + 1))
        return items

    def _is_inside(self, index: int, depth: int) -> bool:
        return len(self.paths[index]) > depth

    def _groups(self, indices: Sequence[int], depth: int) -> list[list[int]]:
        """The operations of each item, by rank; those without operands and boxes have no rank."""
        rank: dict[int, int] = {}
        groups: list[list[int]] = []
        last: dict[ScopeStep, int] = {}
        for index in indices:
            if not self._is_inside(index, depth):
                if self.uses[index]:
                    rank[index] = len(groups)
                    groups.append([index])
                continue
            step = self.paths[index][depth]
            group = last.get(step)
            if group is None or any(rank.get(operand, -1) > group for operand in self.uses[index]):
                group = last[step] = len(groups)
                groups.append([])
            groups[group].append(index)
            rank[index] = group
        return list(self._with_sources(indices, groups, rank))

    def _with_sources(
        self, indices: Sequence[int], groups: Sequence[list[int]], rank: dict[int, int]
    ) -> Iterator[list[int]]:
        """The groups, with operations without a rank before their first users."""
        loose = dict.fromkeys(index for index in indices if index not in rank)
        for group in groups:
            for operand in (operand for index in group for operand in self.uses[index]):
                if operand in loose:
                    del loose[operand]
                    yield [operand]
            yield group
        yield from ([index] for index in loose)


def _title(step: ScopeStep) -> str:
    return f"{step.name} ({step.phase.value})" if step.phase in _MARKED else step.name


def _box(title: str, items: list[Item]) -> list[Item]:
    """Items in a box; nested boxes without other items are merged, and a single operation needs none."""
    (only, *siblings) = items
    if siblings:
        return [Box(title, tuple(items))]
    if isinstance(only, Box):
        inner = only.title
        outer = title.removesuffix(_mark(title)) if _mark(title) == _mark(inner) else title
        return [only._replace(title=f"{outer}/{inner}")]
    return [only]


def _mark(title: str) -> str:
    """The mark of a title, such as ` (backward)`, or empty."""
    return next((mark for mark in (f" ({phase.value})" for phase in _MARKED) if title.endswith(mark)), "")


# -- repetitions --------------------------------------------------------------------------------------


class _RepetitionFolder:
    """Folds consecutive boxes that are alike into one, and repeated operations into boxes."""

    def __init__(self, operations: Sequence[Operation], uses: Sequence[Sequence[int]]) -> None:
        self.uses = uses
        self._numbers: dict[Hashable, int] = {}
        # by the template, or the identity of types, which equal operations share
        self._keys: dict[Hashable, int] = {}
        self._operation_keys = list(map(self._operation_key, operations))

    def items(self, items: Sequence[Item]) -> list[Item]:
        """The items with repetitions folded, innermost boxes first."""
        inside = [
            item._replace(items=tuple(self.items(item.items))) if isinstance(item, Box) else item
            for item in items
        ]
        if len(inside) < _MIN_REPETITIONS:
            return inside
        keys = [self.key(item) for item in inside]
        weighty = [isinstance(item, Box) for item in inside]
        if len(inside) < _MIN_OPERATIONS and not any(weighty):
            return inside
        folded: list[Item] = []
        done = 0
        for run in runs_of(keys, weighty, self._crossings(inside)):
            folded += inside[done : run.start]
            folded += self._fold(run, inside)
            done = run.stop
        return folded + inside[done:]

    def _fold(self, run: Repetition, items: Sequence[Item]) -> list[Item]:
        rounds = [items[begin : begin + run.period] for begin in range(run.start, run.stop, run.period)]
        titles = [[item.title for item in group if isinstance(item, Box)] for group in rounds]
        if not titles[0]:
            total = len(rounds)
            parts = [Box(f"part {n} of {total}", tuple(group)) for n, group in enumerate(rounds, start=1)]
            return [Box(f"{total} parts", tuple(parts), total)] if total > _MAX_REPETITIONS else list(parts)
        inside = tuple(item for group in rounds for item in group)
        return [Box(_span(titles), inside, len(rounds))] if len(rounds) >= _MIN_REPETITIONS else list(inside)

    def key(self, item: Item) -> int:
        """A number that is equal for items that are alike: the same operations, types and boxes."""
        if isinstance(item, Box):
            return self._number((_mark(item.title), *map(self.key, item.items)))
        return self._operation_keys[item]

    def _operation_key(self, operation: Operation) -> int:
        alike = operation.template or (operation.name, len(operation.results), *map(id, operation.types))
        key = self._keys.get(alike)
        if key is None:
            key = self._keys[alike] = self._number(_key(operation))
        return key

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    def _crossings(self, items: Sequence[Item]) -> list[int]:
        """The number of operations before each item that it or later items use."""
        inside = [list(_operations_in(item)) if isinstance(item, Box) else [item] for item in items]
        position = {index: number for number, indices in enumerate(inside) for index in indices}
        last = dict.fromkeys(position, -1)
        for number, indices in enumerate(inside):
            for index in indices:
                for used in self.uses[index]:
                    if used in last:
                        last[used] = number
        changes = [0] * (len(items) + 2)
        for index, number in position.items():
            if last[index] > number:
                changes[number + 1] += 1
                changes[last[index] + 1] -= 1
        return list(itertools.accumulate(changes))


def _key(operation: Operation) -> Hashable:
    return operation.name, len(operation.results), *map(str, operation.types)


def _operations_in(item: Item) -> Iterator[int]:
    pending: list[Item] = [item]
    while pending:
        current = pending.pop()
        if isinstance(current, Box):
            pending += current.items
        else:
            yield current


def _span(titles: Sequence[Sequence[str]]) -> str:
    """`layer_0 … layer_11`, with the marks of a repetition: `(recomputed, backward)`."""
    first, last = titles[0][0], titles[-1][0]
    marks = dict.fromkeys(_mark(title).strip(" ()") for title in titles[0])
    first, last = first.removesuffix(_mark(first)), last.removesuffix(_mark(last))
    names = first if first == last else f"{first} … {last}"
    marked = ", ".join(filter(None, marks))
    return f"{names} ({marked})" if marked else names
