"""Arithmetic on integer constants with unbounded integers, to detect overflow."""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import ElementType, integer_range
from stablehlo_tools.ops.registry import OPS

Integers = Any  # an array of Python integers
# Limits of the search, since arithmetic on Python integers is slow.
_MAX_ELEMENTS = 1 << 10
_DEPTH = 8
# Functions that may overflow on integers of a type; numpy computes them exactly on Python integers.
_ARITHMETIC: Final = frozenset({np.add, np.subtract, np.multiply, np.negative, np.absolute})


@functools.cache
def exact_arithmetic(name: str) -> np.ufunc | None:
    """The ufunc that computes an op on Python integers; None for an op that is not such arithmetic."""
    if name == "stablehlo.convert":
        return np.positive
    op = OPS.get(name)
    ufunc = None if op is None or not op.elementwise else op.execution.ufunc
    return ufunc if ufunc in _ARITHMETIC else None


class _Results(dict[tuple["Operation | None", int], "Integers | None"]):
    """Results by operation and depth."""


def exact_result(program: ModuleIndex, operation: Operation | None, depth: int = _DEPTH) -> Integers | None:
    """The exact result of an operation on constants; None if it does not depend on constants alone."""
    results = program.cache_of(_Results)
    if (operation, depth) not in results:
        results[operation, depth] = _compute(program, operation, depth)
    return results[operation, depth]


def _compute(program: ModuleIndex, operation: Operation | None, depth: int) -> Integers | None:
    ufunc = None if operation is None else exact_arithmetic(operation.name)
    if operation is None or ufunc is None:
        return None
    operands = [_exact_value(program, operand, depth - 1) for operand in operation.operands]
    return None if any(each is None for each in operands) else ufunc(*operands)


def _exact_value(program: ModuleIndex, value: Value, depth: int) -> Integers | None:
    """The exact integers of a value; None if it is not computed from constants, or overflows its type."""
    traced = TracedValue.trace(program, value)
    type, elements = traced.element_type, traced.constant
    if not isinstance(type, ElementType) or type.kind != "signed" or not depth:
        return None
    if elements is not None:
        is_unmoved = traced.value is value or elements.size == 1
        return elements.astype(object) if is_unmoved and elements.size <= _MAX_ELEMENTS else None
    integers = exact_result(program, traced.operation, depth) if traced.value is value else None
    return None if integers is None or first_overflow(integers, type) is not None else integers


def first_overflow(integers: Integers, type: ElementType) -> int | None:
    """The first of the integers that a signed type cannot represent; None if it can represent all."""
    least, greatest = integer_range(type)
    return next((number for number in np.asarray(integers).flat if not least <= number <= greatest), None)
