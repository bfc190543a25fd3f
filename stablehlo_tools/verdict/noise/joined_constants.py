"""Constants that a number is combined with one after another: XLA joins them, and rounds what they become."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.verdict.noise.constants import kept_from
from stablehlo_tools.verdict.noise.fractions import ufunc_of
from stablehlo_tools.verdict.noise.inexactness import rounded_in_double


class Family(NamedTuple):
    """Operations whose constants are joined: their ufuncs, and the places of the constant."""

    neutral: float
    places: Collection[tuple[np.ufunc | None, int]]


FACTORS: Final = Family(1.0, {(np.multiply, 0), (np.multiply, 1), (np.divide, 1)})
TERMS: Final = Family(0.0, {(np.add, 0), (np.add, 1), (np.subtract, 0), (np.subtract, 1)})


class JoinedConstants(NamedTuple):
    """The single constant in f64 that constants become, and a mask of what is rounded on the way."""

    constant: Array
    rounded: Array


class Chain(NamedTuple):
    """A number, the operand of an operation, with its sign, and the constants that it is combined with.

    They are `joined` if there are two. The chain `is_local` if all its operations are in one block.
    """

    operation: Operation
    place: int
    sign: float
    joined: JoinedConstants | None = None
    is_local: bool = True


class Chains:
    """Finds the chains of a program, which must not change: each of its operations is examined once."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._known: dict[Value, Chain | None] = {}

    def ending_in(self, value: Value) -> Chain | None:
        """The longest chain whose last operation has this result; None if that has no constant operand."""
        links: list[tuple[Value, Operation, int]] = []
        while value not in self._known:
            owner = value.owner
            place = self._place(owner) if isinstance(owner, Operation) else None
            if place is None:
                self._known[value] = None
                break
            assert isinstance(owner, Operation)
            links.append((value, owner, place))
            value = owner.operands[1 - place]
        chain = self._known[value]
        for link, operation, place in reversed(links):
            chain = self._known[link] = self._extended(chain, operation, place)
        return chain

    def _place(self, operation: Operation) -> int | None:
        """The place of the constant operand of an operation; None if it has none, or is of another family."""
        ufunc = ufunc_of(operation)
        for place, operand in enumerate(operation.operands):
            if (ufunc, place) in self._family.places and _constant(operand, operation) is not None:
                return place
        return None

    def _extended(self, chain: Chain | None, operation: Operation, place: int) -> Chain:
        """A chain with one more operation, whose constant is in a place."""
        sign = -1.0 if ufunc_of(operation) is np.subtract and not place else 1.0
        if chain is not None:
            start = JoinedConstants(np.asarray(self._family.neutral), np.asarray(False))
            inner = chain.joined or _with(start, chain.operation, 1 - chain.place)
            if not inner.constant.ndim or operation.operands[1 - place].type == operation.results[0].type:
                joined = _with(inner, operation, place)
                is_local = chain.is_local and operation.block is chain.operation.block
                return Chain(chain.operation, chain.place, chain.sign * sign, joined, is_local)
        return Chain(operation, 1 - place, sign)


def _with(joined: JoinedConstants, operation: Operation, place: int) -> JoinedConstants:
    """Joined constants, and that of one more operation, in a place; divisors become inverses."""
    ufunc, number = ufunc_of(operation), _constant(operation.operands[place], operation)
    assert ufunc is not None
    assert number is not None
    rounded = joined.rounded
    with np.errstate(all="ignore"):
        if ufunc is np.divide:
            rounded = rounded | rounded_in_double(ufunc, np.asarray(1.0), number)
            ufunc, number = np.multiply, np.asarray(1.0 / number)
        operands = (joined.constant, number) if place else (number, joined.constant)
        rounded = rounded | rounded_in_double(ufunc, *operands)
        return JoinedConstants(np.asarray(ufunc(*operands)), rounded)


def _constant(given: Value, operation: Operation) -> Array | None:
    """The elements of a constant operand, or the one that all elements are; None for other values.

    XLA joins no constants whose elements it broadcasts.
    """
    value = given
    while (source := _source(value)) is not None:
        value = source
    constant = constant_of(value)
    if constant is None or element_kind(value.type) != "float":
        return None
    elements = np.asarray(constant.elements, np.float64)
    if elements.size and (elements == elements.flat[0]).all():
        return np.asarray(elements.flat[0])
    return elements if value is given and value.type == operation.results[0].type else None


def _source(value: Value) -> Value | None:
    """The value whose elements a moved value has, or what a loop keeps; None for other values."""
    if not isinstance(value.owner, Operation):
        return kept_from(value)
    place = source_of(value)
    return None if place is None else value.owner.operands[place]
