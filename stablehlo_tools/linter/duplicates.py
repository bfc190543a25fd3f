"""Common subexpressions: operations that repeat an earlier one."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Block, Function, Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS

_RANDOM = frozenset({"stablehlo.rng"})  # each operation draws new numbers
_MAX_ELEMENTS = 64  # of constants that are compared, to bound the cost of a comparison


def duplicates(function: Function) -> Iterator[tuple[Operation, Operation]]:
    """The operations of a function that repeat an earlier one, each with that one.

    Operations are equal if they have the same op, operands and attributes. Cheap ones (constants, scalars
    and views) and those with regions are left out.
    """
    yield from _ValueNumbering().block(function.body) if function.body else ()


class _ValueNumbering:
    """Maps each value to the first one that is known to be equal."""

    def __init__(self) -> None:
        self.same: dict[Value, Value] = {}
        self.known: dict[Hashable, list[Operation]] = {}
        # by the name and the identity of attributes, which equal operations share
        self._forms: dict[tuple[str, int], Hashable] = {}

    def block(self, block: Block) -> Iterator[tuple[Operation, Operation]]:
        """The duplicates in a block and its nested blocks. Its operations are known in it alone."""
        added: list[list[Operation]] = []
        for operation in block.operations:
            form = self.form(operation)
            if form is not None:
                operands = [self.same.get(value, value) for value in operation.operands]
                others = self.known.setdefault((form, *operands), [])
                first = next((other for other in others if _is_same(operation, other)), None)
                if first is None:
                    others.append(operation)
                    added.append(others)
                else:
                    self.same.update(zip(operation.results, first.results, strict=True))
                    if not _is_cheap(operation):
                        yield operation, first
            for inner in operation.blocks if operation.regions else ():  # few have any
                yield from self.block(inner)
        for others in added:
            others.pop()

    def form(self, operation: Operation) -> Hashable:
        """What is equal for operations with equal names and attributes, and rarely for others.

        None for those that are not compared.
        """
        kind = operation.name, id(operation.attributes)
        if operation.regions:
            return None
        if kind not in self._forms:
            is_comparable = _is_comparable(operation)
            self._forms[kind] = (operation.name, _hash(operation.attributes)) if is_comparable else None
        return self._forms[kind]


def _is_same(operation: Operation, other: Operation) -> bool:
    """Whether operations with the same key are equal."""
    types = [value.type for value in operation.results]
    return operation.attributes == other.attributes and types == [value.type for value in other.results]


def _hash(attribute: Any) -> int:
    """The hash of an attribute, in which parts that are not hashable count as equal."""
    if isinstance(attribute, Mapping):
        return hash(frozenset((name, _hash(each)) for name, each in attribute.items()))
    if isinstance(attribute, tuple):
        return hash(tuple(map(_hash, attribute)))
    return hash(attribute) if isinstance(attribute, Hashable) else 0


def _is_comparable(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    if op is None or op.has_effects or operation.name in _RANDOM:
        return False
    value = operation.attributes.get("value")
    return not isinstance(value, Dense) or value.is_splat or value.elements.size <= _MAX_ELEMENTS


def _is_cheap(operation: Operation) -> bool:
    return OPS[operation.name].execution.may_alias or all(map(_is_single, operation.results))


def _is_single(value: Value) -> bool:
    """Whether a value has at most one element."""
    type = value.type
    return isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) <= 1
