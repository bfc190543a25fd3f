"""Operations that compute what another has computed before."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from stablehlo_tools.ir import Block, Function, Operation, Value
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.types import TensorType
from stablehlo_tools.values import Dense

_RANDOM = frozenset({"stablehlo.rng"})  # each is another draw
_MOST_ELEMENTS = 64  # of constants that are compared


def duplicates(function: Function) -> Iterator[tuple[Operation, Operation]]:
    """Each operation of a function that computes what another before it has, and that other.

    Operations are the same if they say the same of the same operands. Left out are those that cost next to
    nothing, constants, scalars and views, and those with regions.
    """
    yield from _Numbering().block(function.body) if function.body else ()


class _Numbering:
    """Gives each value the first value that is known to be the same."""

    def __init__(self) -> None:
        self.same: dict[Value, Value] = {}
        self.known: dict[Hashable, list[Operation]] = {}
        self._marks: dict[int, int] = {}  # by the identity of attributes, which equal statements share

    def block(self, block: Block) -> Iterator[tuple[Operation, Operation]]:
        """Those of a block and in it, where alone is known what it has."""
        entered: list[list[Operation]] = []
        for operation in block.operations:
            if _is_comparable(operation):
                others = self.known.setdefault(self.key(operation), [])
                first = next((other for other in others if _is_same(operation, other)), None)
                if first is None:
                    others.append(operation)
                    entered.append(others)
                else:
                    self.same.update(zip(operation.results, first.results, strict=True))
                    if not _is_cheap(operation):
                        yield operation, first
            for region in operation.regions:
                for inner in region.blocks:
                    yield from self.block(inner)
        for others in entered:
            others.pop()

    def key(self, operation: Operation) -> Hashable:
        """The same for operations that are the same, and seldom for others."""
        attributes = operation.attributes
        mark = self._marks.get(id(attributes))
        if mark is None:
            mark = self._marks[id(attributes)] = _mark(attributes)
        same = self.same
        return operation.name, mark, *[same.get(value, value) for value in operation.operands]


def _is_same(operation: Operation, other: Operation) -> bool:
    """Whether operations of one key are the same."""
    types = [value.type for value in operation.results]
    return operation.attributes == other.attributes and types == [value.type for value in other.results]


def _mark(attribute: Any) -> int:
    """The same number for equal attributes, and almost never for others."""
    if isinstance(attribute, Mapping):
        return hash(frozenset((name, _mark(each)) for name, each in attribute.items()))
    if isinstance(attribute, tuple):
        return hash(tuple(map(_mark, attribute)))
    return hash(attribute) if isinstance(attribute, Hashable) else 0


def _is_comparable(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    if op is None or op.has_effects or operation.regions or operation.name in _RANDOM:
        return False
    value = operation.attributes.get("value")
    return not isinstance(value, Dense) or value.is_splat or value.elements.size <= _MOST_ELEMENTS


def _is_cheap(operation: Operation) -> bool:
    return OPS[operation.name].is_view or all(map(_is_single, operation.results))


def _is_single(value: Value) -> bool:
    """Whether it has one element at most."""
    type = value.type
    return isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) <= 1
