"""Operand segments: the operands and results of an operation, grouped by declared parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from stablehlo_tools.ir.attributes import DenseArray
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.schema import Op, ValueField

T = TypeVar("T")


class CountMismatch(Exception):
    """The number of `kind` (operands, results, regions) of an operation differs from its op's."""

    def __init__(self, kind: str, expected: str, got: int) -> None:
        super().__init__(f"expected {expected} {kind}, found {got}")
        self.kind = kind
        self.expected = expected
        self.got = got


def operand_groups(op: Op, operation: Operation, values: Sequence[T]) -> list[T | tuple[T, ...]]:
    """`values`, one per operand of the operation, grouped per declared operand: a tuple if it is variadic.

    Raises CountMismatch.
    """
    sizes = operation.attributes.get("operandSegmentSizes")
    return group_values("operands", op.operands, values, sizes if isinstance(sizes, DenseArray) else None)


def operand_at(op: Op, operation: Operation, place: int) -> str:
    """The name of the declared operand to which an operand of an operation belongs; empty if none is."""
    groups = operand_groups(op, operation, list(range(len(operation.operands))))
    for declared, group in zip(op.operands, groups, strict=False):
        if place in (group if isinstance(group, tuple) else (group,)):
            return declared.name
    return ""


def result_groups(op: Op, operation: Operation, values: Sequence[T]) -> list[T | tuple[T, ...]]:
    """`values`, one per result of the operation, grouped per declared result: a tuple if it is variadic."""
    sizes = operation.attributes.get("resultSegmentSizes")
    return group_values("results", op.outputs, values, sizes if isinstance(sizes, DenseArray) else None)


def operand_types(op: Op, operation: Operation) -> dict[str, Type | tuple[Type, ...]]:
    """The types of the operands by declared name."""
    groups = operand_groups(op, operation, [value.type for value in operation.operands])
    return dict(zip((operand.name for operand in op.operands), groups, strict=True))


def result_types(op: Op, operation: Operation) -> dict[str, Type | tuple[Type, ...]]:
    """The types of the results by declared name."""
    groups = result_groups(op, operation, [value.type for value in operation.results])
    return dict(zip((output.name for output in op.outputs), groups, strict=True))


def group_values(
    kind: str, declared: Sequence[ValueField], values: Sequence[T], segments: DenseArray | None = None
) -> list[T | tuple[T, ...]]:
    """`values` split into groups. Without segment sizes, all variadic groups have the same size.

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
            raise CountMismatch(kind, str(sum(sizes)), count)
    elif count == single or (variadic and count > single and (count - single) % variadic == 0):
        share = (count - single) // variadic if variadic else 0
        sizes = [share if entry.rule.variadic else 1 for entry in declared]
    else:
        raise CountMismatch(kind, _expected_count(single, variadic), count)
    groups: list[T | tuple[T, ...]] = []
    start = 0
    for entry, size in zip(declared, sizes, strict=True):
        groups.append(tuple(values[start : start + size]) if entry.rule.variadic else values[start])
        start += size
    return groups


def _expected_count(single: int, variadic: int) -> str:
    if not variadic:
        return str(single)
    return f"at least {single}" if variadic == 1 else f"{single} plus a multiple of {variadic}"
