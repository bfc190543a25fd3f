"""Programs that compute the same values by the same operations, wherever these are.

Each value has a number, which is that of its operation and of its operands' numbers. Numbers pass through
calls, copies and barriers, so that inlining, fusion, copies, and eliminating common or dead operations change
none. A result of a loop has the number of the state on which it depends, so that invariant, repeated and
unused state does not matter.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeGuard

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import RETURNS, Block, Function, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import symbols_in
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP
from stablehlo_tools.ops.stablehlo.reducers import identity_of, is_commutative
from stablehlo_tools.rewrite.inline import can_be_inlined
from stablehlo_tools.rewrite.refinement.folding import computed_on, is_of_few_integers
from stablehlo_tools.text.source_frames import module_of

_CUSTOM_CALL: Final = "stablehlo.custom_call"  # without side effects, unless it says so
_CALLED: Final = "called_computations"
_RANDOM: Final = "stablehlo.rng"  # each operation draws new numbers
_BARRIER: Final = "stablehlo.optimization_barrier"
# The ops that return the only number of an array whose numbers are the same.
_MOVES: Final = frozenset(
    {"stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.transpose", "stablehlo.slice"}
)
_IDENTITIES: Final = frozenset({"stablehlo.convert", "stablehlo.slice"})  # if types are the same


_MOST_NUMBERED: Final = 1 << 17  # operations of a program, each as often as it is numbered


class _Unnumbered(Exception):
    """An operation is not known by its operands and attributes alone."""


def have_same_values(first: Function, second: Function) -> bool:
    """Whether two functions of one type return the same values of their arguments, computed alike."""
    numbering = _Numbering()
    try:
        return first.type == second.type and numbering.returned(first) == numbering.returned(second)
    except _Unnumbered:
        return False


class _Numbering:
    """The numbers of the values of several programs. `_parts` are those on which a number depends."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._parts: list[Sequence[int]] = []
        self._types: list[Type] = []
        # By number: the element of a constant whose elements are the same, the few integers of a constant,
        # what a reshape reshapes, and what a broadcast repeats, with its axes.
        self._splats: dict[int, bytes] = {}
        self._arrays: dict[int, Array] = {}
        self._bases: dict[int, int] = {}
        self._broadcasts: dict[int, tuple[int, Sequence[int]]] = {}

    def returned(self, function: Function) -> list[int]:
        """The numbers of the results of a function. Raises `_Unnumbered`."""
        scope = _Scope(self, module_of(function).declared)
        return scope.called(function, self.arguments(0, function.type.inputs), 1)

    def number(self, kind: Hashable, key: Hashable, type: Type, parts: Sequence[int] = ()) -> int:
        """The number of a value of a type, which depends on others."""
        found = self._numbers.setdefault((kind, key, type, *parts), len(self._numbers))
        if found == len(self._parts):
            self._parts.append(parts)
            self._types.append(type)
        return found

    def arguments(self, depth: int, types: Iterable[Type]) -> list[int]:
        """The numbers of the arguments of a region that is in so many other ones."""
        return [self.number("argument", (depth, at), type) for at, type in enumerate(types)]

    def constant(self, array: Array, type: Type) -> int:
        """The number of a constant."""
        data = np.ascontiguousarray(array).reshape(-1)
        bits = data.view(np.uint8).reshape(data.size, data.itemsize)
        if data.size and (bits == bits[0]).all():
            number = self._splat(bits[0].tobytes(), type)
        else:
            number = self.number("constant", hashlib.sha256(bits.tobytes()).digest(), type)
        if is_of_few_integers(type):
            self._arrays[number] = array
        return number

    def _splat(self, element: bytes, type: Type) -> int:
        number = self.number("splat", element, type)
        self._splats[number] = element
        return number

    def known(
        self, operation: Operation, operands: Sequence[int], attributes: Mapping[str, Any]
    ) -> int | None:
        """The number of the result of an operation, if another value has it or it is constant; else None."""
        if len(operation.results) != 1 or not operands:
            return None
        type = operation.results[0].type
        if is_of_few_integers(type):
            arrays = [self._arrays.get(operand) for operand in operands]
            array = computed_on(OPS[operation.name], operation, arrays)
            if array is not None:
                return self.constant(array, type)
            if is_commutative(operation.name):
                return _without_identity(OPS[operation.name], operands, arrays)
        own = self._types[operands[0]]
        if len(operands) > 1 or not (_is_plain(type) and _is_plain(own)):
            return None
        return self._moved(operation.name, operands[0], attributes, own, type)

    def before_reshapes(self, operands: Sequence[int], type: Type) -> tuple[list[int], list[Type]] | None:
        """What the operands reshape, and the type of a result of this shape instead of `type`.

        None unless all reshape arrays of one shape, or repeat a single number.
        """
        if not all(map(_is_plain, [type, *(self._types[x] for x in operands)])):
            return None
        shapes = {_shape(self._types[self._bases[x]]) for x in operands if x in self._bases}
        if len(shapes) != 1 or not all(x in self._bases or self._is_single(x) for x in operands):
            return None
        (shape,) = shapes
        inner = [self._bases[x] if x in self._bases else self._repeated(x, shape) for x in operands]
        return inner, [_with_shape(type, shape)]

    def _is_single(self, x: int) -> bool:
        """Whether an array repeats a single number."""
        return x in self._splats or (x in self._broadcasts and not self._broadcasts[x][1])

    def _repeated(self, x: int, shape: tuple[int, ...]) -> int:
        """The number of an array of another shape that repeats the same number."""
        type = _with_shape(self._types[x], shape)
        if x in self._splats:
            return self._splat(self._splats[x], type)
        return self._broadcast_of(self._broadcasts[x][0], (), type)

    def _moved(
        self, name: str, x: int, attributes: Mapping[str, Any], own: TensorType, type: TensorType
    ) -> int | None:
        """The number of a value that an op moves, if another one has it; else None."""
        if name in _MOVES and x in self._splats:
            return self._splat(self._splats[x], type)
        if name == "stablehlo.broadcast_in_dim":
            return self._broadcast(x, own, attributes["broadcast_dimensions"], type)
        if name == "stablehlo.transpose":
            order = [axis for axis in attributes["permutation"] if own.static_shape[axis] != 1]
            return self.reshaped(x, type) if order == sorted(order) else None
        if name == "stablehlo.reshape":
            return self.reshaped(x, type)
        return x if name in _IDENTITIES and own == type else None

    def _broadcast(self, x: int, own: TensorType, axes: Sequence[int], type: TensorType) -> int:
        """The number of a broadcast, without axes of one element, of what is broadcast first."""
        pairs = [pair for pair in zip(axes, own.static_shape, strict=True) if pair[1] != 1]
        axes = [axis for axis, _ in pairs]
        if math.prod(own.static_shape) == math.prod(type.static_shape) and axes == sorted(axes):
            return self.reshaped(x, type)
        x = self.reshaped(x, TensorType(tuple(size for _, size in pairs), type.element_type))
        x, inner = self._broadcasts.get(x, (x, range(len(axes))))
        return self._broadcast_of(x, tuple(axes[axis] for axis in inner), type)

    def _broadcast_of(self, x: int, axes: tuple[int, ...], type: Type) -> int:
        number = self.number("broadcast", axes, type, [x])
        self._broadcasts[number] = x, axes
        return number

    def reshaped(self, x: int, type: Type) -> int:
        """The number of a reshape, of what is reshaped first."""
        if self._is_single(x):
            return self._repeated(x, _shape(type))
        base = self._bases.get(x, x)
        if self._types[base] == type:
            return base
        number = self.number("reshape", None, type, [base])
        self._bases[number] = base
        return number

    def needed(self, numbers: Iterable[int], sought: Mapping[int, int]) -> set[int]:
        """The values of `sought` for numbers on which some depend."""
        seen, pending = set[int](), [*numbers]
        while pending:
            number = pending.pop()
            if number not in seen:
                seen.add(number)
                pending += self._parts[number]
        return {sought[number] for number in seen & sought.keys()}


class _Scope:
    """The values of the operations of one program, in the function that is numbered."""

    def __init__(self, numbering: _Numbering, declared: dict[str, Function]) -> None:
        self.numbering, self._declared = numbering, declared
        self._of: dict[Value, int] = {}
        self._calls: dict[Hashable, list[int]] = {}
        self._count = 0

    def called(self, function: Function, arguments: Sequence[int], depth: int) -> list[int]:
        """The numbers of the results of a function. Raises `_Unnumbered`."""
        if not function.is_block:
            raise _Unnumbered
        key = function, depth, *arguments
        if key not in self._calls:
            caller, self._of = self._of, {}
            self._calls[key] = self.returned(function.blocks[0], arguments, depth)
            self._of = caller
        return [*self._calls[key]]

    def returned(self, block: Block, arguments: Sequence[int], depth: int) -> list[int]:
        """The numbers of what a block returns. Raises `_Unnumbered`."""
        self._of.update(zip(block.arguments, arguments, strict=True))
        *operations, last = block.operations
        self._count += len(operations)
        if self._count > _MOST_NUMBERED:
            raise _Unnumbered
        for operation in operations:
            self._of.update(zip(operation.results, self._numbers(operation, depth), strict=True))
        if last.name not in RETURNS:
            raise _Unnumbered
        return self._taken(last.operands)

    def _taken(self, values: Sequence[Value]) -> list[int]:
        return [self._of[value] for value in values]

    def _numbers(self, operation: Operation, depth: int) -> Sequence[int]:
        """The numbers of the results of an operation that is in so many regions."""
        operands = self._taken(operation.operands)
        if operation.name == _BARRIER:
            return operands
        if can_be_inlined(operation, self._declared):
            return self.called(self._declared[callee_of(operation)], operands, depth)
        _require_pure(operation)
        if operation.name == LOOP:
            return _Loop(operation, operands, depth, self.numbering, self.returned).results()
        if operation.name in BRANCHES:
            return self._chosen(operation, operands, depth)
        constant = constant_of(operation.results[0]) if operation.results else None
        if constant is not None:
            return [self.numbering.constant(constant.array, operation.results[0].type)]
        attributes = _attributes(operation)
        known = self.numbering.known(operation, operands, attributes)
        return self._computed(operation, operands, attributes, depth) if known is None else [known]

    def _computed(
        self, operation: Operation, operands: Sequence[int], attributes: dict[str, Any], depth: int
    ) -> list[int]:
        """The numbers of the results of an operation, which no other value has."""
        number, arguments = self.numbering.number, self.numbering.arguments
        types = [value.type for value in operation.results]
        is_elementwise = OPS[operation.name].elementwise and len(types) == 1
        if is_elementwise and (before := self.numbering.before_reshapes(operands, types[0])) is not None:
            operands, types = before
        parts = sorted(operands) if is_commutative(operation.name) else [*operands]
        for block in operation.blocks:
            parts += self.returned(block, arguments(depth, block.signature.inputs), depth + 1)
        for symbol in symbols_in(attributes.pop(_CALLED, ())):
            function = self._declared[symbol.name]
            parts += self.called(function, arguments(depth, function.type.inputs), depth + 1)
        key = tuple(types), len(operands), _frozen(attributes)
        numbers = [number(operation.name, (at, key), type, parts) for at, type in enumerate(types)]
        results = zip(numbers, operation.results, strict=True)
        return [self.numbering.reshaped(found, result.type) for found, result in results]

    def _chosen(self, operation: Operation, operands: Sequence[int], depth: int) -> list[int]:
        """The numbers of the results of an operation that executes one of its regions."""
        branches = [self.returned(block, (), depth) for block in operation.blocks]
        return [
            self.numbering.number(operation.name, None, value.type, [*operands, *each])
            for value, *each in zip(operation.results, *branches, strict=True)
        ]


class _Loop:
    """The numbers of the results of a loop in `depth` regions, which begins with the `initial` numbers."""

    def __init__(
        self,
        operation: Operation,
        initial: Sequence[int],
        depth: int,
        numbering: _Numbering,
        returned: Callable[[Block, Sequence[int], int], list[int]],
    ) -> None:
        self._types = [value.type for value in operation.results]
        self._initial, self._depth = initial, depth
        self._numbering, self._returned = numbering, returned
        self._cond, self._body = operation.blocks
        self._own = [numbering.number("state", (operation, at), type) for at, type in enumerate(self._types)]

    def results(self) -> list[int]:
        """The numbers of the results."""
        heads = self._heads(self._invariant())
        state = self._state(heads)
        after, (holds,) = self._after(state), self._holds(state)
        sought = {self._own[head]: head for head in heads if head is not None}
        first = self._numbering.needed([holds], sought)

        def needed(head: int) -> frozenset[int]:
            found, pending = {head, *first}, [head, *first]
            while pending:
                new = self._numbering.needed([after[pending.pop()]], sought) - found
                found |= new
                pending += new
            return frozenset(found)

        parts = {head: needed(head) for head in sought.values()}
        numbers = {part: self._results_of(part, heads) for part in {*parts.values()}}
        pairs = zip(heads, self._initial, strict=True)
        return [initial if head is None else numbers[parts[head]][head] for head, initial in pairs]

    def _after(self, state: Sequence[int]) -> list[int]:
        return self._returned(self._body, state, self._depth + 1)

    def _holds(self, state: Sequence[int]) -> list[int]:
        return self._returned(self._cond, state, self._depth + 1)

    def _state(self, heads: Sequence[int | None]) -> list[int]:
        """The numbers of the state, in which some have that of their head, or None for the initial one."""
        pairs = zip(heads, self._initial, strict=True)
        return [initial if head is None else self._own[head] for head, initial in pairs]

    def _invariant(self) -> list[int | None]:
        """Each place of the state, or None if the body returns what it takes there."""
        heads: list[int | None] = [*range(len(self._own))]
        while True:
            state = self._state(heads)
            found = [
                None if after == before else head
                for head, before, after in zip(heads, state, self._after(state), strict=True)
            ]
            if found == heads:
                return heads
            heads = found

    def _heads(self, invariant: Sequence[int | None]) -> list[int | None]:
        """For each place of the state, the first one whose numbers are always the same."""
        heads = _grouped(invariant, self._initial)
        while True:
            after = self._after(self._state(heads))
            found = _grouped(heads, [*zip(heads, after, strict=True)])
            if found == heads:
                return heads
            heads = found

    def _results_of(self, part: Collection[int], heads: Sequence[int | None]) -> dict[int, int]:
        """The numbers of the results at places of the state on which no others have an influence."""
        order = sorted(part, key=lambda at: (self._initial[at], at))
        types = tuple(self._types[at] for at in order)
        arguments = dict(zip(order, self._numbering.arguments(self._depth, types), strict=True))
        state = [
            own if head is None else arguments.get(head, own)
            for head, own in zip(heads, self._state(heads), strict=True)
        ]
        after = self._after(state)
        parts = [*(self._initial[at] for at in order), *self._holds(state), *(after[at] for at in order)]
        return {
            at: self._numbering.number(LOOP, (place, types), self._types[at], parts)
            for place, at in enumerate(order)
        }


def _is_plain(type: object) -> TypeGuard[TensorType]:
    """Whether a type is of arrays whose elements do not depend on their place, as with a scale for each axis."""
    return isinstance(type, TensorType) and type.is_static and isinstance(type.element_type, ElementType)


def _shape(type: Type) -> tuple[int, ...]:
    assert isinstance(type, TensorType)
    return type.static_shape


def _with_shape(type: Type, shape: tuple[int, ...]) -> Type:
    assert isinstance(type, TensorType)
    return replace(type, shape=shape)


def _without_identity(op: Op, operands: Sequence[int], arrays: Sequence[Array | None]) -> int | None:
    """The operand of a commutative op, the other one being its identity; None if neither is."""
    identity = None if op.execution.ufunc is None else identity_of(op.execution.ufunc)
    pairs = zip(operands[::-1], arrays, strict=True)
    return next((x for x, array in pairs if array is not None and (array == identity).all()), None)


def _grouped(heads: Sequence[int | None], keys: Sequence[Hashable]) -> list[int | None]:
    """For each place with a head, the first place of its key."""
    first: dict[Hashable, int] = {}
    pairs = enumerate(zip(heads, keys, strict=True))
    return [None if head is None else first.setdefault(key, at) for at, (head, key) in pairs]


def _attributes(operation: Operation) -> dict[str, Any]:
    """The attributes that have a meaning, with their defaults."""
    attributes = spec_attributes(OPS[operation.name], operation)
    if attributes.get("compare_type") != "TOTALORDER":  # elements tell the others
        attributes.pop("compare_type", None)
    return attributes


def _frozen(attribute: Any) -> Hashable:
    """An attribute as a key. Raises `_Unnumbered` for one that has no hash."""
    if isinstance(attribute, Mapping):
        return frozenset((name, _frozen(value)) for name, value in attribute.items())
    if isinstance(attribute, list | tuple):
        return tuple(map(_frozen, attribute))
    if isinstance(attribute, Hashable):
        return attribute
    raise _Unnumbered


def _require_pure(operation: Operation) -> None:
    """Raise `_Unnumbered` for an operation whose results depend on more than its text says."""
    op = OPS.get(operation.name)
    has_effects = op is None or op.has_effects
    if operation.name == _CUSTOM_CALL:
        has_effects = operation.attributes.get("has_side_effect", False) is not False
    is_unclear = operation.name == _RANDOM or operation.properties is not None or bool(operation.successors)
    refers = any(name != _CALLED and any(symbols_in(each)) for name, each in operation.attributes.items())
    if has_effects or is_unclear or refers:
        raise _Unnumbered
