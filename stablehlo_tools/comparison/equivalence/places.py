"""Programs that are the same except in some places, which are judged alone.

Most operations of the two programs pair off in order. Operands of a pair that are not known to be the same
are assumed to be, if the operations that compute them from common values are equal for all such values.
Then the programs are equal on all inputs, whatever they decide. All operations with effects must pair off.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.results import Equivalence
from stablehlo_tools.comparison.equivalence.tensors import is_float
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.equality import Correspondence
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.symbols import needed_functions, referenced
from stablehlo_tools.ops.stablehlo.reducers import is_commutative
from stablehlo_tools.rewrite.dce import Effects
from stablehlo_tools.rewrite.extract import extract
from stablehlo_tools.text.source_frames import module_of

_LEAST: Final = 64  # operations; the proof of a smaller program takes no longer than that of its places
_FARTHEST: Final = 32  # unpaired operations of both programs at a place, at most
_ENOUGH: Final = 8  # consecutive equal operations after which pairing resumes
_SHARE: Final = 8  # at most 1 / 8 of the operations may be in one program alone
_POLES: Final = ((0.0,), (math.inf,), (-math.inf,), (math.nan,), (0.0, math.inf, -math.inf))
_AT_POLES: Final = 1 / 4  # of all numbers


def other_places(first: Function, second: Function) -> tuple[Function, Function] | None:
    """Functions that compute the values in which two programs differ; None if there are many.

    Their arguments are values that the programs have in common, which they also return.
    """
    first_ops, second_ops = (_operations(function) for function in (first, second))
    keys = [[_key(operation) for operation in operations] for operations in (first_ops, second_ops)]
    counts = [Counter(key) for key in keys]
    differing = (counts[0] - counts[1]) + (counts[1] - counts[0])
    if len(first_ops) < _LEAST or differing.total() * _SHARE > len(first_ops):
        return None
    if not _are_in_like_modules(first, second):
        return None
    for are_new in (True, False):
        common = _Common(first, second, are_new=are_new)
        for i, j in _pairs(*keys):
            common.note(first_ops[i], second_ops[j])
        functions = common.places() if common.has_all_effects else None
        if functions and sum(map(len, map(_operations, functions))) <= len(first_ops) // 2:
            return functions
    return None


def _are_in_like_modules(first: Function, second: Function) -> bool:
    """Whether the resources and all operations besides functions, such as meshes, are the same."""
    a, b = module_of(first), module_of(second)
    meshes, others = (
        [op for op in module.body.operations if not isinstance(op, Function)] for module in (a, b)
    )
    is_same = Correspondence(a, b, is_commutative).is_same_but_for_operands
    return a.resources == b.resources and len(meshes) == len(others) and all(map(is_same, meshes, others))


def _pairs(first_keys: Sequence[Hashable], second_keys: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """Pairs of indices of equal keys in order; after a difference, from where several in a row are equal.

    A longest common subsequence would pair a layer with the next one.
    """
    i = j = 0
    while i < len(first_keys) and j < len(second_keys):
        if first_keys[i] == second_keys[j]:
            yield i, j
            i, j = i + 1, j + 1
            continue
        steps = ((step, total - step) for total in range(1, _FARTHEST) for step in range(total + 1))
        places = ((i + step, j + other) for step, other in steps)
        again = (at for at in places if first_keys[at[0] :][:_ENOUGH] == second_keys[at[1] :][:_ENOUGH])
        i, j = next(again, (len(first_keys), len(second_keys)))


def with_poles(inputs: Sequence[Array]) -> Iterator[list[Any]]:
    """The floats as they are, with some elements 0, infinite or NaN, and with whole arrays 0."""
    yield list(inputs)
    generator = np.random.default_rng(0)
    for poles in _POLES:
        poles_at = [generator.choice(poles, input.shape).astype(input.dtype) for input in inputs]
        yield [
            np.where(generator.random(input.shape) < _AT_POLES, pole, input)
            for input, pole in zip(inputs, poles_at, strict=True)
        ]
    for turn in range(3):
        yield [input if at % 2 == turn else np.zeros_like(input) for at, input in enumerate(inputs)]


def is_unconditional(equivalence: Equivalence) -> bool:
    """Whether functions are equal on all floats: they decide nothing and return no NaN."""
    is_decided = equivalence.margin is not None or any(result.undefined for result in equivalence.results)
    return equivalence.verdict == "equal" and not is_decided


def _operations(function: Function) -> list[Operation]:
    assert function.body is not None
    return function.body.operations


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
        self._note_same(second.arguments, first.arguments)
        self._other = {*self._other_functions()}

    def _other_functions(self) -> Iterator[str]:
        """The functions that differ in the second program, or that call such functions."""
        first, second = (
            {callee.symbol: callee for callee in module_of(function).functions if callee is not function}
            for function in self._functions
        )
        other = {
            name
            for name, callee in second.items()
            if name not in first or not self._pairing.is_same_but_for_operands(callee, first[name])
        }
        return (name for name, callee in second.items() if other & {name, *needed_functions(callee, second)})

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
        is_other |= not self._other.isdisjoint(referenced(other))
        pairs = [pair for pair in zip(one.operands, operands, strict=False) if not self._is_same(*pair)]
        is_other |= self._are_new and any(x in self._ones or y in self.known for x, y in pairs)
        if is_other or not self._pairing.is_same_but_for_operands(other, one):
            for result in other.results:
                self._pairing.same.pop(id(result), None)
            return
        self._taken.update(dict.fromkeys(pairs))
        self._note_same(other.results, one.results)
        if all(operand in self._constant for operand in one.operands):
            self._constant.update(one.results)
        self._noted.update((one, other))

    @property
    def has_all_effects(self) -> bool:
        """Whether all operations with effects, including both returns, have been noted."""
        return not any(
            effects.has_effects(operation)
            for function in self._functions
            for effects in [Effects(module_of(function).declared)]
            for operation in _operations(function)
            if operation not in self._noted
        )

    def _is_same(self, one: Value, other: Value) -> bool:
        return self.known.get(other) is one or (one, other) in self._taken

    def _differing(self, one: Operation, operands: list[Value]) -> int:
        return sum(not self._is_same(*pair) for pair in zip(one.operands, operands, strict=False))

    def places(self) -> tuple[Function, Function] | None:
        """Functions that compute the assumed values from the common ones, which may be any numbers."""
        ones, others = [one for one, _ in self._taken], [other for _, other in self._taken]
        common = {one: other for other, one in self.known.items() if one not in self._constant}
        if not ones:
            return None
        modules = [module_of(function) for function in self._functions]
        needed = {
            *extract(modules[0], ones, common).arguments,
            *(self.known[argument] for argument in extract(modules[1], others, common.values()).arguments),
        }
        taken = [one for one in common if one in needed]
        if not all(is_float(value.type) for value in taken):
            return None
        extracts = (
            extract(modules[0], [*ones, *taken], taken),
            extract(modules[1], [*others, *(common[x] for x in taken)], [common[x] for x in taken]),
        )
        return extracts[0].function, extracts[1].function
