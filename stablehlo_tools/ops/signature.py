"""Which operands and results of an operation are which of its op's declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from stablehlo_tools.attributes import DenseArray
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.declare import Op, Operand, Output
from stablehlo_tools.types import Type

T = TypeVar("T")


class CountMismatch(Exception):
    """An operation has more or fewer `what` (operands, results, regions) than its op declares."""

    def __init__(self, what: str, expected: str, got: int) -> None:
        super().__init__(f"expected {expected} {what}, got {got}")
        self.what = what
        self.expected = expected
        self.got = got


def operand_groups(op: Op, operation: Operation, values: Sequence[T]) -> list[T | tuple[T, ...]]:
    """`values`, one per operand of the operation, as one entry per operand declared: a tuple if variadic.

    Raises CountMismatch.
    """
    sizes = operation.attributes.get("operandSegmentSizes")
    return grouped("operands", op.operands, values, sizes if isinstance(sizes, DenseArray) else None)


def result_groups(op: Op, operation: Operation, values: Sequence[T]) -> list[T | tuple[T, ...]]:
    """`values`, one per result of the operation, as one entry per output declared: a tuple if variadic."""
    sizes = operation.attributes.get("resultSegmentSizes")
    return grouped("results", op.outputs, values, sizes if isinstance(sizes, DenseArray) else None)


def operand_types(op: Op, operation: Operation) -> dict[str, Type | tuple[Type, ...]]:
    """The types of the operands under their declared names."""
    groups = operand_groups(op, operation, [value.type for value in operation.operands])
    return dict(zip((operand.name for operand in op.operands), groups, strict=True))


def result_types(op: Op, operation: Operation) -> dict[str, Type | tuple[Type, ...]]:
    """The types of the results under their declared names."""
    groups = result_groups(op, operation, [value.type for value in operation.results])
    return dict(zip((output.name for output in op.outputs), groups, strict=True))


def grouped(
    what: str, declared: Sequence[Operand | Output], values: Sequence[T], segments: DenseArray | None = None
) -> list[T | tuple[T, ...]]:
    """Cut `values` up. Without segment sizes, each variadic entry takes the same number of them.

    Raises CountMismatch.
    """
    count = len(values)
    if segments is None and count == len(declared):
        pairs = zip(declared, values, strict=True)
        return [(value,) if entry.rule.variadic else value for entry, value in pairs]
    variadic = sum(entry.rule.variadic for entry in declared)
    single = len(declared) - variadic
    if segments is not None and variadic and len(segments.values) == len(declared):
        sizes = [int(size) for size in segments.values if isinstance(size, int)]
        if sum(sizes) != count:
            raise CountMismatch(what, str(sum(sizes)), count)
    elif count == single or (variadic and count > single and (count - single) % variadic == 0):
        share = (count - single) // variadic if variadic else 0
        sizes = [share if entry.rule.variadic else 1 for entry in declared]
    else:
        raise CountMismatch(what, _wanted(single, variadic), count)
    groups: list[T | tuple[T, ...]] = []
    start = 0
    for entry, size in zip(declared, sizes, strict=True):
        groups.append(tuple(values[start : start + size]) if entry.rule.variadic else values[start])
        start += size
    return groups


def _wanted(single: int, variadic: int) -> str:
    if not variadic:
        return str(single)
    return f"at least {single}" if variadic == 1 else f"{single} and a multiple of {variadic} more"
