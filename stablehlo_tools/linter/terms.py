"""What values are computed from, seen through ops that only move elements and through calls of functions."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.problems import constant_of
from stablehlo_tools.types import ElementType, QuantizedType, TensorType

if TYPE_CHECKING:
    import numpy as np

    from stablehlo_tools.linter.program import Program

# Ops whose result has the elements of their first operand, in another order, more often or not all.
_MOVING: Final = frozenset(
    f"stablehlo.{name}"
    for name in (
        "broadcast_in_dim", "broadcast", "dynamic_broadcast_in_dim", "reshape", "dynamic_reshape",
        "transpose", "slice", "dynamic_slice", "reverse", "gather",
    )
)  # fmt: skip
_MOST_CALLS = 8  # one within another
_MOST_TERMS = 1 << 6  # that are asked for what they have in common


@dataclass(frozen=True, eq=False)
class Term:
    """A value, and the calls on the way to it from the function that is looked at.

    `Term.of` gives never what moves elements, or a call, but what they are moved or returned from; and the
    same term again, which keeps what is found out about it.
    """

    program: Program = field(repr=False)
    value: Value
    calls: tuple[Operation, ...]

    @classmethod
    def of(cls, program: Program, value: Value, calls: tuple[Operation, ...] = ()) -> Term:
        """The term that a value is, reached through these calls."""
        known = program.terms
        found: Term | None = known.get((value, calls))
        if found is None:
            origin = _origin(program, value, calls)
            found = known.setdefault(origin, cls(program, *origin))
            known[value, calls] = found
        return found

    @property
    def operation(self) -> Operation | None:
        """The operation that computes it; None for an argument of a function or a block."""
        return self.value.owner if isinstance(self.value.owner, Operation) else None

    @functools.cached_property
    def name(self) -> str:
        """The name of that operation without its dialect."""
        return self.operation.name.partition(".")[2] if self.operation else ""

    @functools.cached_property
    def operands(self) -> tuple[Term, ...]:
        """What that operation reads."""
        read = self.operation.operands if self.operation else ()
        return tuple(Term.of(self.program, value, self.calls) for value in read)

    @property
    def element_type(self) -> ElementType | QuantizedType | None:
        """What it has elements of; None if it is no tensor."""
        return element_type(self.value)

    @property
    def constant(self) -> np.ndarray[Any, Any] | None:
        """The elements of the constant that it is, one where all are the same."""
        found = constant_of(self.value)
        return None if found is None else found.elements

    def uses(self) -> Iterator[tuple[Operation, int, tuple[Operation, ...]]]:
        """The operations that read it, which of their operands it is, and the calls on the way to them."""
        pending = [(self.value, self.calls)]
        for value, calls in pending:
            for user in dict.fromkeys(self.program.uses.get(value, ())):
                callee = self.program.callee(user) if len(calls) < _MOST_CALLS else None
                for index in (index for index, operand in enumerate(user.operands) if operand is value):
                    if (user.name in _MOVING and index == 0) or _keeps_type(user):
                        pending.append((user.results[0], calls))
                    elif callee is not None:
                        pending.append((callee.arguments[index], (*calls, user)))
                    elif user.name == "func.return" and calls:
                        pending.append((calls[-1].results[index], calls[:-1]))
                    else:
                        yield user, index, calls

    @functools.cached_property
    def ancestors(self) -> Sequence[Term]:
        """The term and what it is computed from, the nearest first; of many terms not all."""
        found, seen = [self], {self}
        for number, term in enumerate(found, start=1):
            new = dict.fromkeys(each for each in term.operands if each not in seen)
            if len(seen) + len(new) > _MOST_TERMS:
                return found[:number]
            seen.update(new)
            found += new
        return found

    @functools.cached_property
    def reads_inputs(self) -> bool:
        """Whether it is computed from arguments, of a function or of a block."""
        return any(each.operation is None for each in self.ancestors)

    def is_related(self, other: Term) -> bool:
        """Whether there is something, but constants, that both are computed from."""
        return not self._changing_ancestors.isdisjoint(other.ancestors)

    @functools.cached_property
    def _changing_ancestors(self) -> frozenset[Term]:
        return frozenset(each for each in self.ancestors if each.name not in ("constant", "iota"))


def _origin(
    program: Program, value: Value, calls: tuple[Operation, ...]
) -> tuple[Value, tuple[Operation, ...]]:
    """What the elements of a value are moved or returned from, and the calls on the way to it."""
    while True:
        owner = value.owner
        if not isinstance(owner, Operation):
            callee = program.callee(calls[-1]) if calls else None
            if callee is None or callee.body is not owner:
                return value, calls
            value, calls = calls[-1].operands[value.index], calls[:-1]
        elif owner.name in _MOVING or _keeps_type(owner):
            value = owner.operands[0]
        elif owner.name == "stablehlo.optimization_barrier":
            value = owner.operands[value.index]
        elif (returned := program.returned(owner)) and len(calls) < _MOST_CALLS:
            value, calls = returned[value.index], (*calls, owner)
        else:
            return value, calls


def _keeps_type(operation: Operation) -> bool:
    return operation.name == "stablehlo.convert" and operation.operands[0].type == operation.results[0].type


def element_type(value: Value) -> ElementType | QuantizedType | None:
    """What a value has elements of; None if it is no tensor."""
    return value.type.element_type if isinstance(value.type, TensorType) else None


def folded_by(operation: Operation) -> str:
    """The op with which a reduction combines elements, without its dialect, if it is one op."""
    entry = operation.regions[0].entry
    names = [each.name for each in entry.operations[:-1]] if entry else []
    return names[0].partition(".")[2] if len(names) == 1 else ""
