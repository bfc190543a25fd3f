"""Formulas as instructions: arithmetic on terms appends to the computation in which they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Union

import numpy as np

from stablehlo_tools.hlo.attributes import Word
from stablehlo_tools.hlo.convert.scopes import Scope
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape
from stablehlo_tools.types import ElementType
from stablehlo_tools.values import dtype_of

Other = Union["Term", float]


class Term:
    """An array in a formula. Numbers beside it are in all places of its shape, and of its element type."""

    __slots__ = ("name", "scope")

    def __init__(self, scope: Scope, name: str) -> None:
        self.scope = scope
        self.name = name

    @property
    def shape(self) -> ArrayShape:
        """The shape of the array."""
        return self.scope.array(self.name)

    def __add__(self, other: Other) -> Term:
        return self.apply("add", other)

    def __sub__(self, other: Other) -> Term:
        return self.apply("subtract", other)

    def __mul__(self, other: Other) -> Term:
        return self.apply("multiply", other)

    def __truediv__(self, other: Other) -> Term:
        return self.apply("divide", other)

    def __neg__(self) -> Term:
        return self.apply("negate")

    def apply(self, opcode: str, *others: Other) -> Term:
        """What an opcode gives of this and others."""
        names = (self.like(other).name for other in others)
        return Term(self.scope, self.scope.inferred(opcode, self.name, *names))

    def like(self, other: Other) -> Term:
        """A number as an array of this shape."""
        if isinstance(other, Term):
            return other
        element_type = self.shape.element_type
        one = self.scope.constant(other, element_type, dtype_of(element_type))
        return Term(self.scope, self.scope.broadcast(one, self.shape))

    def compared(self, direction: str, other: Other) -> Term:
        """Where it compares so with another."""
        names = (self.name, self.like(other).name)
        return Term(self.scope, self.scope.inferred("compare", *names, direction=Word(direction)))

    def __lt__(self, other: Other) -> Term:
        return self.compared("LT", other)

    def __gt__(self, other: Other) -> Term:
        return self.compared("GT", other)

    def equals(self, other: Other) -> Term:
        """Where it equals another."""
        return self.compared("EQ", other)

    def chosen(self, yes: Term, no: Other) -> Term:
        """One array where this, of predicates, holds, and another where it does not."""
        name = self.scope.inferred("select", self.name, yes.name, yes.like(no).name)
        return Term(self.scope, name)

    def converted(self, element_type: ElementType) -> Term:
        """The elements in another type."""
        shape = ArrayShape(element_type, self.shape.dimensions)
        return Term(self.scope, self.scope.inferred("convert", self.name, shape=shape))

    def taken_for(self, element_type: ElementType) -> Term:
        """The bits of the elements as another type that has as many."""
        shape = ArrayShape(element_type, self.shape.dimensions)
        return Term(self.scope, self.scope.inferred("bitcast-convert", self.name, shape=shape))


Formula = Callable[..., Term]
F32, F64 = PRIMITIVE_TYPES["f32"], PRIMITIVE_TYPES["f64"]


def polynomial(x: Term, coefficients: Sequence[float]) -> Term:
    """The polynomial with these coefficients, that of the highest power first."""
    result = x.like(coefficients[0])
    for coefficient in coefficients[1:]:
        result = result * x + coefficient
    return result


def power_series(x: Term, coefficients: Sequence[float]) -> Term:
    """The polynomial with these coefficients, beginning with that of x^1."""
    return polynomial(x, [*reversed(coefficients), 0.0])


def in_type(element_type: ElementType, formula: Formula) -> Formula:
    """A formula computed in a type that is at least as wide as that of its operands, and rounded once."""

    def computed(*operands: Term) -> Term:
        own = operands[0].shape.element_type
        if own == element_type:
            return formula(*operands)
        return formula(*(each.converted(element_type) for each in operands)).converted(own)

    return computed


def in_single(formula: Formula) -> Formula:
    """A formula that is computed in f32 for narrower elements."""

    def computed(*operands: Term) -> Term:
        is_narrow = operands[0].shape.element_type.bits < F32.bits
        return (in_type(F32, formula) if is_narrow else formula)(*operands)

    return computed


def greatest(x: Term) -> float:
    """The greatest number of the type of a term."""
    return float(np.finfo(dtype_of(x.shape.element_type)).max)
