"""Programs that are the same except in some places, which are judged alone.

Most operations of the two programs pair off in order, also those in loops, branches and callees. Operands of
a pair that are not known to be the same are assumed to be, if the operations that compute them from common
values are equal for all such values. Then the programs are equal on all inputs, whatever they decide: by
induction over the operations that they execute. All operations with effects must pair off.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.results import Equivalence
from stablehlo_tools.comparison.equivalence.shards import is_of_processes
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.clone import append, clone
from stablehlo_tools.ir.equality import Correspondence
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Value
from stablehlo_tools.ir.symbols import needed_functions, referenced, symbols_in
from stablehlo_tools.ops.stablehlo.reducers import is_commutative
from stablehlo_tools.rewrite.dce import Effects
from stablehlo_tools.rewrite.extract import part_of
from stablehlo_tools.rewrite.outline import begin_function, computed_by, end_function, used_values
from stablehlo_tools.text.source_frames import module_of

_LEAST: Final = 64  # operations; the proof of a smaller program takes no longer than that of its places
_FARTHEST: Final = 32  # unpaired operations of both programs at a place, at most
_ENOUGH: Final = 8  # consecutive equal operations after which pairing resumes
_DEEPER: Final = 3  # how often a place is extended by operations that are the same
_SHARE: Final = 3  # at most 1 / 3 of the operations may be in one program alone
_POLES: Final = ((0.0,), (math.inf,), (-math.inf,), (math.nan,), (0.0, math.inf, -math.inf))
_TURNS: Final = 4  # one number in so many is at a pole
_MANY: Final = 1 << 6  # numbers of an input, of which some are at a pole


class DifferingPlaces(NamedTuple):
    """Functions that compute the values in which two programs differ, in a `number` of places.

    Their arguments are values that the programs have in common.
    """

    first: Function
    second: Function
    number: int


def other_places(first: Function, second: Function) -> DifferingPlaces | None:
    """The places in which two programs differ; None if there are many, or one is all of the first program."""
    counts = [Counter(map(_key, module_of(function).walk())) for function in (first, second)]
    differing = (counts[0] - counts[1]) + (counts[1] - counts[0])
    size = counts[0].total()
    if size < _LEAST or differing.total() * _SHARE > size or not _are_in_like_modules(first, second):
        return None
    for are_new in (True, False):
        common = _Common(first, second, are_new=are_new)
        places = common.places(size // 2) if common.pair_off(first, second) else None
        if places is not None and sum(1 for _ in module_of(places.first).walk()) < size:
            return places
    return None


def _are_in_like_modules(first: Function, second: Function) -> bool:
    """Whether the resources and all operations besides functions, such as meshes, are the same."""
    a, b = module_of(first), module_of(second)
    meshes, others = (
        [op for op in module.body.operations if not isinstance(op, Function)] for module in (a, b)
    )
    is_same = Correspondence(a, b, is_commutative).is_same_but_for_operands
    return a.resources == b.resources and len(meshes) == len(others) and all(map(is_same, meshes, others))


def _pairs(first: Sequence[Operation], second: Sequence[Operation]) -> Iterator[tuple[Operation, Operation]]:
    """Pairs of operations with equal keys in order; after a difference, from where some in a row are equal.

    The more are passed over, the more have to be: a longest common subsequence would pair a layer with the
    next one.
    """
    first_keys, second_keys = ([*map(_key, operations)] for operations in (first, second))
    i = j = 0
    while i < len(first_keys) and j < len(second_keys):
        if first_keys[i] == second_keys[j]:
            yield first[i], second[j]
            i, j = i + 1, j + 1
            continue
        steps = ((step, total - step) for total in range(1, _FARTHEST) for step in range(total + 1))
        again = (
            (i + step, j + other)
            for step, other in steps
            for row in [min((step + other + 1) // 2, _ENOUGH)]
            if first_keys[i + step : i + step + row] == second_keys[j + other : j + other + row]
        )
        i, j = next(again, (len(first_keys), len(second_keys)))


def with_poles(inputs: Sequence[Array]) -> Iterator[list[Any]]:
    """The floats as they are, with some elements 0, infinite or NaN, and with whole arrays 0."""
    yield list(inputs)
    generator = np.random.default_rng(0)
    turns = _TURNS if min((input.size for input in inputs), default=_MANY) < _MANY else 1
    for poles in _POLES:
        poles_at = [generator.choice(poles, input.shape).astype(input.dtype) for input in inputs]
        turns_at = [generator.integers(_TURNS, size=input.shape) for input in inputs]
        for turn in range(turns):
            yield [np.where(at == turn, *pair) for at, *pair in zip(turns_at, poles_at, inputs, strict=True)]
    for turn in range(3):
        yield [input if at % 2 == turn else np.zeros_like(input) for at, input in enumerate(inputs)]


def is_unconditional(equivalence: Equivalence) -> bool:
    """Whether functions are equal on all floats: they decide nothing and return no NaN."""
    is_decided = equivalence.margin is not None or any(result.undefined for result in equivalence.results)
    return equivalence.verdict == "equal" and not is_decided


def _key(operation: Operation) -> Hashable:
    return operation.name, *(value.type for value in (*operation.results, *operation.operands[:1]))


class _Common:
    """The values that two functions have in common, and pairs that are assumed to be equal.

    `known` maps values of the second function to those of the first. With `are_new`, neither value of an
    assumed pair may be known; otherwise one may, as the operand of an operation that one program lacks.
    """

    def __init__(self, first: Function, second: Function, *, are_new: bool) -> None:
        self._functions, self._are_new = (first, second), are_new
        self._pairing = Correspondence(module_of(second), module_of(first), is_commutative)
        self._noted = set[Operation]()
        self._taken: dict[tuple[Value, Value], None] = {}
        self._constant = set[Value]()
        self.known: dict[Value, Value] = {}
        self._ones = set[Value]()
        self._effects = [Effects(module_of(function).declared) for function in self._functions]
        self._other = {*needed_functions(second, module_of(second).declared)}
        self._note_functions()

    def _note_functions(self) -> None:
        """Note the functions that are the same, or in places only others; callees first."""
        first, second = (module_of(function).declared for function in self._functions)
        needed = {name: needed_functions(second[name], second) for name in self._other}
        for name in sorted(needed, key=lambda name: (len(needed[name]), name)):
            if name in first and self._is_same_function(first[name], second[name], needed[name]):
                self._other.discard(name)

    def _is_same_function(self, one: Function, other: Function, callees: set[str]) -> bool:
        if self._other.isdisjoint(callees) and self._is_same_inside(one, other):
            return True
        return self._pairing.has_same_head(other, one) and self.pair_off(one, other)

    def _note_same(self, values: list[Value], ones: list[Value]) -> None:
        self.known.update(zip(values, ones, strict=True))
        self._ones.update(ones)
        self._pairing.same.update(zip(map(id, values), ones, strict=True))

    def note(self, one: Operation, other: Operation) -> None:
        """Note a pair of operations, which are the same if their operands are assumed to be."""
        operands = other.operands
        if is_commutative(one.name) and self._differing(one, operands[::-1]) < self._differing(one, operands):
            operands = operands[::-1]
        is_other = [x.type for x in operands] != [x.type for x in one.operands]
        pairs = [pair for pair in zip(one.operands, operands, strict=False) if not self._is_same(*pair)]
        is_other |= self._are_new and any(x in self._ones or y in self.known for x, y in pairs)
        if is_other or not self._pair_off_inside(one, other):
            self._forget(other)
            return
        self._taken.update(dict.fromkeys(pairs))
        self._note_same(other.results, one.results)
        if all(operand in self._constant for operand in one.operands):
            self._constant.update(one.results)
        self._noted.update((one, other))

    def _pair_off_inside(self, one: Operation, other: Operation) -> bool:
        """Whether two operations are the same but for operands, and for places in their regions."""
        is_known = not self._other or self._other.isdisjoint(referenced(other))
        if is_known and self._is_same_inside(one, other):
            return True
        names = {name for symbol in symbols_in(other.attributes) for name in symbol.path}
        is_like = self._other.isdisjoint(names) and self._pairing.has_same_head(other, one)
        return is_like and self.pair_off(one, other)

    def pair_off(self, one: Operation, other: Operation) -> bool:
        """Note the operations in regions of one block; whether all with effects, as returns, pair off."""
        count = len(self._taken)
        if all(len(region.blocks) == 1 for region in (*one.regions, *other.regions)):
            pairs = [*zip(one.blocks, other.blocks, strict=True)]
            for block, counterpart in pairs:
                self._note_same(counterpart.arguments, block.arguments)
                for pair in _pairs(block.operations, counterpart.operations):
                    self.note(*pair)
            if all(itertools.starmap(self._has_all_effects, pairs)):
                return True
        while len(self._taken) > count:  # all that is inside is in a place
            self._taken.popitem()
        return False

    def _has_all_effects(self, *blocks: Block) -> bool:
        """Whether all operations with effects, including returns, have been noted."""
        return not any(
            effects.has_effects(operation)
            for effects, block in zip(self._effects, blocks, strict=True)
            for operation in block.operations
            if operation not in self._noted
        )

    def _is_same_inside(self, one: Operation, other: Operation) -> bool:
        """Whether two operations, with their regions, are the same but for operands."""
        if self._pairing.is_same_but_for_operands(other, one):
            return True
        self._forget(other)
        return False

    def _forget(self, other: Operation) -> None:
        """Forget which values correspond to the results of an operation, and to those in its regions."""
        for operation in other.walk():
            for value in (*operation.results, *(x for block in operation.blocks for x in block.arguments)):
                self._pairing.same.pop(id(value), None)

    def _is_same(self, one: Value, other: Value) -> bool:
        return self.known.get(other) is one or (one, other) in self._taken

    def _differing(self, one: Operation, operands: list[Value]) -> int:
        return sum(not self._is_same(*pair) for pair in zip(one.operands, operands, strict=False))

    def places(self, most: int) -> DifferingPlaces | None:
        """The places, computed from common values and from those of places before, whatever these are.

        Places that are alike are judged once. None if there are none, if more than `most` operations compute
        them, or if one takes other values than floats or depends on the process that executes it.
        """
        common = {one: other for other, one in self.known.items() if one not in self._constant}
        same = {other: one for one, other in common.items()}
        distinct, left = dict[Hashable, list[_Place]](), most
        for one, other in self._taken:
            place = _place((one, other), common, same)
            left -= sum(map(len, place.operations))
            if left < 0 or not place.takes_floats:
                return None
            alike = distinct.setdefault(place.form, [])
            if not any(place.attributes == another.attributes for another in alike):
                alike.append(place)
            if is_float(one.type) and one not in common and other not in same:
                common[one], same[other] = other, one
        places = [*itertools.chain(*distinct.values())]
        if not places:
            return None
        first, second = (_computing(places, side, module_of(x)) for side, x in enumerate(self._functions))
        if any(is_of_processes(module_of(function)) for function in (first, second)):
            return None
        return DifferingPlaces(first, second, len(self._taken))


class _Place(NamedTuple):
    """A pair of values, the operations of each program that compute it, and pairs of `arguments`.

    Places of the same `form` and with the same `attributes` compute the same functions of their arguments.
    """

    values: tuple[Value, Value]
    operations: tuple[list[Operation], list[Operation]]
    arguments: list[tuple[Value, Value]]
    form: Hashable
    attributes: list[Any]

    @property
    def takes_floats(self) -> bool:
        """Whether all arguments are floats."""
        return all(is_float(value.type) for value, _ in self.arguments)


def _place(pair: tuple[Value, Value], common: dict[Value, Value], same: dict[Value, Value]) -> _Place:
    """The place of a pair, computed from `common` values of the first program, `same` ones of the second."""
    (first, ones), (second, others) = _slices(pair, common, same, _DEEPER)
    arguments = dict.fromkeys([*ones, *(same[value] for value in others)])
    operations, numbers = [*first, *second], dict[Value, int]()

    def number(value: Value) -> int:
        return numbers.setdefault(same.get(value, value), len(numbers))

    form = [
        (op.name, *op.types, op if op.regions else None, *map(number, (*used_values(op), *op.results)))
        for op in operations
    ]
    return _Place(
        pair,
        (first, second),
        [(value, common[value]) for value in arguments],
        (len(first), *form, *map(number, pair)),
        [(op.attributes, op.properties) for op in operations],
    )


def _slices(
    pair: tuple[Value, Value], common: dict[Value, Value], same: dict[Value, Value], turns: int
) -> Sequence[tuple[list[Operation], list[Value]]]:
    """The backward slices of a pair, and the values that these begin at, if possible the same ones.

    A value that one slice alone begins at is computed, too: that program may use it where the other one uses
    what it is computed from.
    """
    slices = computed_by(pair[:1], common), computed_by(pair[1:], same)
    alone = {*slices[0][1]}.symmetric_difference(same[value] for value in slices[1][1])
    inner = {value for value in alone if isinstance(value.owner, Operation)}
    if not inner or not turns:
        return slices
    hidden = {one: common.pop(one) for one in inner}  # put back below: copies would be as long as programs
    for other in hidden.values():
        del same[other]
    behind = _slices(pair, common, same, turns - 1)
    is_same = {*behind[0][1]} == {same[value] for value in behind[1][1]}
    common.update(hidden)
    same.update((other, one) for one, other in hidden.items())
    return behind if is_same else slices


def _computing(places: Sequence[_Place], side: int, module: Module) -> Function:
    """The function that computes places of one of the programs, each from arguments of its own."""
    function, body = begin_function([pair[side] for place in places for pair in place.arguments])
    arguments, results = iter(body.arguments), list[Value]()
    for place in places:
        values = {pair[side]: next(arguments) for pair in place.arguments}
        for operation in place.operations[side]:
            append(clone(operation, values), body)
        results.append(values[place.values[side]])
    return part_of(module, end_function(function, "main", results)).functions[-1]
