"""Finds the weights among the arguments of a function, and the number of terms in their products' sums."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from stablehlo_tools.interpret.costs import flops
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of

_LIKE_FIRST = ("stablehlo.convert", "stablehlo.pad")
_LONGEST = 1000  # operations between an argument and a product


def fan_ins(module: Module, function: Function) -> dict[int, int]:
    """The terms of the sums that a matrix product or a convolution forms with an argument as weights.

    An argument is weights if it is the right operand, maybe moved or converted, or the left one where the
    right one is computed, too.
    """
    calls: dict[str, Operation] = {}
    products: list[tuple[Operation, int]] = []
    for operation in module.walk():
        calls.setdefault(callee_of(operation), operation)
        if terms := _terms(operation):
            products.append((operation, terms))
    largest: dict[int, int] = {}
    for product, terms in products:
        left, right = (_origin(operand, function, calls) for operand in product.operands[:2])
        weights = right if isinstance(right, int) else left if right is not None else None
        if isinstance(weights, int):
            largest[weights] = max(terms, largest.get(weights, 0))
    return largest


def _terms(operation: Operation) -> int:
    """The number of products in an element of a matrix product or a convolution; 0 for other ops."""
    if operation.name not in OPS or len(operation.operands) < 2 or len(operation.results) != 1:
        return 0
    shapes = [_shape(value.type) for value in (*operation.operands, operation.results[0])]
    return flops(operation, shapes[:-1], shapes[-1]) // (2 * math.prod(shapes[-1]) or 1)


def _shape(type: Type) -> tuple[int, ...]:
    """The shape of a type, in which an unknown size counts as 1."""
    shape = type.shape if isinstance(type, TensorType) else None
    return tuple(size if isinstance(size, int) else 1 for size in shape or ())


def _origin(value: Value, function: Function, calls: Mapping[str, Operation]) -> int | Operation | None:
    """The argument of a function that a value is moved from, or the operation that computes it.

    None for a constant, and where a value comes from is not known.
    """
    for _, step in zip(range(_LONGEST), _path(value, calls), strict=False):
        if isinstance(step.owner, Operation) and _moved_from(step) is None:
            return step.owner if step.owner.operands else None
        if step.holder is function:
            return step.index
    return None


def _moved_from(value: Value) -> int | None:
    """The index of the operand whose elements a result consists of, maybe padded or converted."""
    is_like_first = isinstance(value.owner, Operation) and value.owner.name in _LIKE_FIRST
    return 0 if is_like_first else source_of(value)


def _path(value: Value, calls: Mapping[str, Operation]) -> Iterator[Value]:
    """A value and the values that it is moved from, through loops and calls."""
    while True:
        yield value
        owner = value.owner
        if isinstance(owner, Operation):
            source: Operation | None = owner
            index = _moved_from(value) or 0
        else:
            around = value.holder
            source = calls.get(around.symbol) if isinstance(around, Function) else around
            index = value.index
        if source is None or index >= len(source.operands):
            return
        value = source.operands[index]
