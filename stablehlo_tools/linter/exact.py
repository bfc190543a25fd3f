"""What arithmetic of integer constants gives, without an end to the numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.linter.program import Program
from stablehlo_tools.linter.terms import Term
from stablehlo_tools.types import ElementType

Numbers = Any  # an array of Python's integers
_MOST_ELEMENTS = 1 << 10
_DEPTH = 8  # operations that are looked back
EXACTLY: Final[Mapping[str, Callable[..., Numbers]]] = {
    "stablehlo.add": operator.add,
    "stablehlo.subtract": operator.sub,
    "stablehlo.multiply": operator.mul,
    "stablehlo.negate": operator.neg,
    "stablehlo.abs": abs,
    "stablehlo.convert": lambda numbers: numbers,
}


def computed(program: Program, operation: Operation | None, depth: int = _DEPTH) -> Numbers | None:
    """What an operation computes from constants, exactly."""
    known = program.exact
    if (operation, depth) not in known:
        known[operation, depth] = _newly_computed(program, operation, depth)
    return known[operation, depth]


def _newly_computed(program: Program, operation: Operation | None, depth: int) -> Numbers | None:
    if operation is None or operation.name not in EXACTLY:
        return None
    numbers = [_exact(program, operand, depth - 1) for operand in operation.operands]
    return None if any(each is None for each in numbers) else EXACTLY[operation.name](*numbers)


def _exact(program: Program, value: Value, depth: int) -> Numbers | None:
    """The integers that arithmetic of constants gives; None where the type has not all of them."""
    term = Term.of(program, value)
    type, elements = term.element_type, term.constant
    if not isinstance(type, ElementType) or type.kind != "signed" or not depth:
        return None
    if elements is not None:
        is_as_it_is = term.value is value or elements.size == 1
        return elements.astype(object) if is_as_it_is and elements.size <= _MOST_ELEMENTS else None
    numbers = computed(program, term.operation, depth) if term.value is value else None
    return None if numbers is None or beyond(numbers, type) is not None else numbers


def beyond(numbers: Numbers, type: ElementType) -> int | None:
    """The first of the numbers that the type does not have."""
    most = 1 << (type.bits - 1)
    return next((number for number in np.asarray(numbers).flat if not -most <= number < most), None)
