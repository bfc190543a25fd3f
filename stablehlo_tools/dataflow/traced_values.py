"""Use-def and def-use chains that skip ops that only move elements, and follow calls of functions."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import CALLS, Operation, Value
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType
from stablehlo_tools.ops.sources import source_of

if TYPE_CHECKING:
    import numpy as np

    from stablehlo_tools.dataflow.module_index import ModuleIndex

# Limits of the search, so that its cost per value is bounded.
_MAX_CALL_DEPTH = 8
_MAX_ANCESTORS = 1 << 6


class TracedValue:
    """A value, and the calls through which it was reached from the function under analysis.

    `TracedValue.trace` skips data movement and calls: it returns the value that elements originate from. It
    returns the same object for the same value and calls, so that cached properties are computed once.
    `operation` is the defining one, None for an argument of a function or a block; `name` is its name without
    the dialect, or empty.
    """

    def __init__(self, program: ModuleIndex, value: Value, calls: tuple[Operation, ...]) -> None:
        self.program = program
        self.value = value
        self.calls = calls
        self.operation = value.owner if isinstance(value.owner, Operation) else None
        self.name = "" if self.operation is None else self.operation.name.partition(".")[2]
        self.element_type = element_type(value)  # None if the value is not a tensor
        self._operands: tuple[TracedValue, ...] | None = None

    @classmethod
    def trace(cls, program: ModuleIndex, value: Value, calls: tuple[Operation, ...] = ()) -> TracedValue:
        """The origin of a value that was reached through these calls."""
        origins = program.cache_of(_Origins)
        traced = origins.get((value, calls))
        if traced is None:
            origin = _origin(program, value, calls)
            traced = origins.get(origin) or cls(program, *origin)
            origins[value, calls] = origins[origin] = traced
        return traced

    @property
    def operands(self) -> tuple[TracedValue, ...]:
        """The operands of the defining operation."""
        if self._operands is None:  # before Python 3.12, a cached property takes a lock
            operands = self.operation.operands if self.operation else ()
            self._operands = tuple([TracedValue.trace(self.program, value, self.calls) for value in operands])
        return self._operands

    @property
    def constant(self) -> np.ndarray[Any, Any] | None:
        """The elements of a constant, a single one for a splat; None for other values."""
        return self._elements if self.name.endswith("constant") else None

    @functools.cached_property
    def _elements(self) -> np.ndarray[Any, Any] | None:
        constant = constant_of(self.value)
        return None if constant is None else constant.elements

    def uses(self) -> Iterator[tuple[Operation, int, tuple[Operation, ...]]]:
        """The users of the value: operation, operand index, and the calls through which it is reached."""
        pending = [(self.value, self.calls)]
        for value, calls in pending:
            for user in dict.fromkeys(self.program.uses.get(value, ())):
                callee = self.program.callee(user) if len(calls) < _MAX_CALL_DEPTH else None
                for index in (index for index, operand in enumerate(user.operands) if operand is value):
                    moved = [(result, calls) for result in user.results if source_of(result) == index]
                    if moved:
                        pending += moved
                    elif callee is not None:
                        pending.append((callee.arguments[index], (*calls, user)))
                    elif user.name == "func.return" and calls:
                        pending.append((calls[-1].results[index], calls[:-1]))
                    else:
                        yield user, index, calls

    @functools.cached_property
    def ancestors(self) -> Sequence[TracedValue]:
        """The value and the values it is computed from, nearest first; at most `_MAX_ANCESTORS` of them."""
        ancestors, seen = [self], {self}
        for number, ancestor in enumerate(ancestors, start=1):
            new = dict.fromkeys(operand for operand in ancestor.operands if operand not in seen)
            if len(seen) + len(new) > _MAX_ANCESTORS:
                return ancestors[:number]
            seen.update(new)
            ancestors += new
        return ancestors

    @functools.cached_property
    def reads_inputs(self) -> bool:
        """Whether the value depends on arguments of a function or a block."""
        return any(ancestor.operation is None for ancestor in self.ancestors)

    def is_related(self, other: TracedValue) -> bool:
        """Whether both values depend on a common one that is not constant."""
        return not self._variable_ancestors.isdisjoint(other.ancestors)

    @functools.cached_property
    def _variable_ancestors(self) -> frozenset[TracedValue]:
        return frozenset(ancestor for ancestor in self.ancestors if ancestor.name not in ("constant", "iota"))


class _Origins(dict[tuple[Value, tuple[Operation, ...]], TracedValue]):
    """The origins of values by the calls through which they are reached."""


def _origin(
    program: ModuleIndex, value: Value, calls: tuple[Operation, ...]
) -> tuple[Value, tuple[Operation, ...]]:
    """The value that the elements of a value originate from, and the calls through which it is reached."""
    while True:
        owner = value.owner
        if not isinstance(owner, Operation):
            callee = program.callee(calls[-1]) if calls else None
            if callee is None or callee.body is not owner:
                return value, calls
            value, calls = calls[-1].operands[value.index], calls[:-1]
        elif (source := source_of(value)) is not None:
            value = owner.operands[source]
        elif owner.name in CALLS and (returned := program.returned(owner)) and len(calls) < _MAX_CALL_DEPTH:
            value, calls = returned[value.index], (*calls, owner)
        else:
            return value, calls


def element_type(value: Value) -> ElementType | QuantizedType | None:
    """The element type of a value; None if it is not a tensor."""
    return value.type.element_type if isinstance(value.type, TensorType) else None


def reducer_op(operation: Operation) -> str:
    """The op with which a reduction combines elements, without its dialect; empty if it is not one op."""
    entry = operation.regions[0].entry
    names = [operation.name for operation in entry.operations[:-1]] if entry else []
    return names[0].partition(".")[2] if len(names) == 1 else ""
