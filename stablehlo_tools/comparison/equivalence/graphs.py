"""Programs that compute the same values by the same operations, wherever these are.

Each value has a number, which is that of its operation and of its operands' numbers. Numbers pass through
calls, copies and barriers, so that inlining, fusion, copies, and eliminating common or dead operations change
none. A result of a loop has the number of the state on which it depends, so that invariant, repeated and
unused state does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

from stablehlo_tools.comparison.equivalence.identities import (
    contracted,
    elementwise,
    known_number,
    without_steps,
)
from stablehlo_tools.comparison.equivalence.residues.call import roundings_of_hlo
from stablehlo_tools.comparison.equivalence.value_numbers import ValueNumbers, is_plain
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import DenseResource, is_constant
from stablehlo_tools.ir.edit import captured_values
from stablehlo_tools.ir.operations import CALLS, RETURNS, Block, Function, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import symbols_in
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP
from stablehlo_tools.ops.stablehlo.reducers import is_commutative
from stablehlo_tools.text.source_frames import module_of

_CUSTOM_CALL: Final = "stablehlo.custom_call"  # without side effects, unless it says so
_DOT: Final = "stablehlo.dot_general"
_CALLED: Final = "called_computations"
_MOST_NUMBERED: Final = 1 << 17  # operations of a program, each as often as it is numbered
_MOST_NESTED: Final = 64  # calls and regions, so that recursion ends


class _Unnumbered(Exception):
    """An operation is not known by its operands and attributes alone."""


def have_same_values(first: Function, second: Function) -> bool:
    """Whether two functions of one type return the same values of their arguments, computed alike."""
    values = ValueNumbers()
    try:
        return first.type == second.type and _returned(first, values) == _returned(second, values)
    except _Unnumbered:
        return False


def _returned(function: Function, values: ValueNumbers) -> list[int]:
    """The numbers of the results of a function. Raises `_Unnumbered`."""
    if not function.is_block:
        raise _Unnumbered
    scope = _Scope(values, module_of(function).declared)
    return scope.called(function, values.arguments(0, function.type.inputs), 1)


class _Scope:
    """The values of the operations of one program, in the function that is numbered."""

    def __init__(self, values: ValueNumbers, declared: dict[str, Function]) -> None:
        self._values, self._declared = values, declared
        self._of: dict[Value, int] = {}
        self._calls: dict[Hashable, list[int]] = {}
        self._count = self._nested = 0

    def called(self, function: Function, arguments: Sequence[int], depth: int) -> list[int]:
        """The numbers of the results of a function. Raises `_Unnumbered`."""
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
        self._nested += 1
        if self._count > _MOST_NUMBERED or self._nested > _MOST_NESTED:
            raise _Unnumbered
        for operation in operations:
            self._of.update(zip(operation.results, self._numbers(operation, depth), strict=True))
        self._nested -= 1
        if last.name not in RETURNS:
            raise _Unnumbered
        return self._taken(last.operands)

    def _function(self, name: str) -> Function:
        """The function of a name, which has one block. Raises `_Unnumbered`."""
        function = self._declared.get(name)
        if function is None or not function.is_block:
            raise _Unnumbered
        return function

    def _taken(self, values: Sequence[Value]) -> list[int]:
        return [self._of[value] for value in values]

    def _numbers(self, operation: Operation, depth: int) -> Sequence[int]:
        """The numbers of the results of an operation that is in so many regions."""
        operands = self._taken(operation.operands)
        if operation.name in CALLS:
            return self.called(self._function(callee_of(operation)), operands, depth)
        _require_pure(operation)
        if operation.name == LOOP:
            return _Loop(operation, operands, depth, self._values, self.returned).results()
        if operation.name in BRANCHES:
            return self._chosen(operation, operands, depth)
        if (forwarded := _forwarded(operation)) is not None:
            return self._taken(forwarded)
        if is_constant(operation):
            return [self._values.constant(_elements(operation), operation.results[0].type)]
        attributes = _attributes(operation)
        known = known_number(self._values, operation, operands, attributes)
        return self._computed(operation, operands, attributes, depth) if known is None else [known]

    def _computed(
        self, operation: Operation, operands: Sequence[int], attributes: dict[str, Any], depth: int
    ) -> list[int]:
        """The numbers of the results of an operation, which no other value has."""
        number, arguments = self._values.number, self._values.arguments
        types = [value.type for value in operation.results]
        types_in, (type, *more) = [value.type for value in operation.operands], types
        is_elementwise = OPS[operation.name].elementwise and not (more or operation.blocks)
        if is_elementwise and is_plain(type) and all(map(is_plain, types_in)):
            frozen = {name: _frozen(value) for name, value in attributes.items()}
            return [elementwise(self._values, operation.name, operands, type, frozen)]
        if operation.name == _DOT and is_plain(type) and all(map(is_plain, types_in)):
            operands, attributes, inner = contracted(self._values, operands, attributes, type)
            return [self._values.reshaped(number(_DOT, _frozen(attributes), inner, operands), type)]
        attributes = without_steps(operation.name, [*types_in[:1], type], attributes)
        parts = sorted(operands) if is_commutative(operation.name) else [*operands]
        is_closed = not any(True for region in operation.regions for _ in captured_values(region))
        inside = 1 if is_closed else depth  # so that it is the same in a loop and before it
        for block in operation.blocks:
            parts += self.returned(block, arguments(inside, block.signature.inputs), inside + 1)
        called = [self._function(symbol.name) for symbol in symbols_in(attributes.pop(_CALLED, ()))]
        for function in called:
            parts += self.called(function, arguments(1, function.type.inputs), 2)
        key = tuple(types), len(operands), inside, tuple(each.type for each in called), _frozen(attributes)
        return [number(operation.name, (at, key), type, parts) for at, type in enumerate(types)]

    def _chosen(self, operation: Operation, operands: Sequence[int], depth: int) -> list[int]:
        """The numbers of the results of an operation that executes one of its regions."""
        branches = [self.returned(block, (), depth) for block in operation.blocks]
        return [
            self._values.number(operation.name, None, value.type, [*operands, *each])
            for value, *each in zip(operation.results, *branches, strict=True)
        ]


class _Loop:
    """The numbers of the results of a loop in `depth` regions, which begins with the `initial` numbers."""

    def __init__(
        self,
        operation: Operation,
        initial: Sequence[int],
        depth: int,
        values: ValueNumbers,
        returned: Callable[[Block, Sequence[int], int], list[int]],
    ) -> None:
        self._types = [value.type for value in operation.results]
        self._initial, self._depth = initial, depth
        self._values, self._returned = values, returned
        self._cond, self._body = operation.blocks
        self._own = [values.number("state", (operation, at), type) for at, type in enumerate(self._types)]
        self._afters: dict[tuple[int, ...], list[int]] = {}

    def results(self) -> list[int]:
        """The numbers of the results."""
        heads = self._heads(self._invariant())
        state = self._state(heads)
        after, (holds,) = self._after(state), self._holds(state)
        sought = {self._own[head]: head for head in heads if head is not None}
        first = self._values.needed([holds], sought)
        parts = _closures({at: first | self._values.needed([after[at]], sought) for at in sought.values()})
        numbers = {part: self._results_of(part, heads) for part in {*parts.values()}}
        pairs = zip(heads, self._initial, strict=True)
        return [initial if head is None else numbers[parts[head]][head] for head, initial in pairs]

    def _after(self, state: Sequence[int]) -> list[int]:
        key = tuple(state)
        if key not in self._afters:
            self._afters[key] = self._returned(self._body, state, self._depth + 1)
        return self._afters[key]

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
        arguments = dict(zip(order, self._values.arguments(self._depth, types), strict=True))
        state = [
            own if head is None else arguments.get(head, own)
            for head, own in zip(heads, self._state(heads), strict=True)
        ]
        after = self._after(state)
        parts = [*(self._initial[at] for at in order), *self._holds(state), *(after[at] for at in order)]
        all_of_them = self._values.number(LOOP, (self._depth, types), types[0], parts)
        return {
            at: self._values.number(LOOP, place, self._types[at], [all_of_them])
            for place, at in enumerate(order)
        }


def _closures(needed: Mapping[int, AbstractSet[int]]) -> dict[int, frozenset[int]]:
    """Each place with all that it needs, directly or through others."""
    closures: dict[int, frozenset[int]] = {}
    for place in needed:
        found, pending = set[int](), {place}
        while pending:
            at = pending.pop()
            found |= closures.get(at, {at})
            pending |= needed[at]
            pending -= found
        closures[place] = frozenset(found)
    return closures


def _grouped(heads: Sequence[int | None], keys: Sequence[Hashable]) -> list[int | None]:
    """For each place with a head, the first place of its key."""
    first: dict[Hashable, int] = {}
    pairs = enumerate(zip(heads, keys, strict=True))
    return [None if head is None else first.setdefault(key, at) for at, (head, key) in pairs]


def _elements(constant: Operation) -> Array:
    """The elements of a constant. Raises `_Unnumbered` for a resource without data."""
    try:
        elements: Array = named_arguments(OPS[constant.name], constant)["value"]
    except RunError:
        raise _Unnumbered from None
    return elements


def _forwarded(operation: Operation) -> list[Value] | None:
    """The operands that the results are, or None; a part of one for a device has another type."""
    sources = [] if OPS[operation.name].is_selection else [*map(source_of, operation.results)]
    values = [operation.operands[source] for source in sources if source is not None]
    types = [value.type for value in operation.results]
    return values if [value.type for value in values] == types else None


def _attributes(operation: Operation) -> dict[str, Any]:
    """The attributes that have a meaning, with their defaults."""
    attributes = spec_attributes(OPS[operation.name], operation) | roundings_of_hlo(operation)
    if operation.name == _CUSTOM_CALL:  # targets may read others, such as the window of HLO
        attributes = {**operation.attributes, **attributes}
    if attributes.get("compare_type") != "TOTALORDER":  # elements tell the others
        attributes.pop("compare_type", None)
    return attributes


def _frozen(attribute: Any) -> Hashable:
    """An attribute as a key. Raises `_Unnumbered` for one that has no hash, or data of its own module."""
    if isinstance(attribute, Mapping):
        return frozenset((name, _frozen(value)) for name, value in attribute.items())
    if isinstance(attribute, list | tuple):
        return tuple(map(_frozen, attribute))
    if isinstance(attribute, Hashable) and not isinstance(attribute, DenseResource):
        return attribute
    raise _Unnumbered


def _require_pure(operation: Operation) -> None:
    """Raise `_Unnumbered` for an operation whose results depend on more than its text says."""
    op = OPS.get(operation.name)
    has_effects = op is None or op.has_effects or op.numerics.is_random
    if operation.name == _CUSTOM_CALL:
        has_effects = operation.attributes.get("has_side_effect", False) is not False
    is_unclear = operation.properties is not None or bool(operation.successors)
    refers = any(name != _CALLED and any(symbols_in(each)) for name, each in operation.attributes.items())
    if has_effects or is_unclear or refers:
        raise _Unnumbered
