"""Checks of operands in a run: of the constraints that types leave open, and of memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY, RunError
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.formula.check import check
from stablehlo_tools.interpret.arrays import LARGE, memory_of
from stablehlo_tools.interpret.errors import RuleBroken, diagnostic
from stablehlo_tools.interpret.plans.memory import RESHAPES
from stablehlo_tools.interpret.plans.steps import Frame, Kernel, Named, Step
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, Type, byte_size
from stablehlo_tools.ops.model.attributes import AttributeMismatch
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import CountMismatch, operand_groups
from stablehlo_tools.ops.model.workspace import bytes_of, kept_bytes, workspace_bytes
from stablehlo_tools.verifier.inference import operation_of_values, problems_of_values
from stablehlo_tools.verifier.named_values import names_of

# Checked operands to remember. The limit is for loops, whose operands may differ in each iteration.
_MAX_REMEMBERED = 1 << 10


def checked(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """`kernel`, preceded by checks of the constraints that types leave open, if there are any."""
    codes = _unknown_rules(op, operation)
    if not codes:
        return kernel
    passed: set[Hashable] = set()

    def checking(*values: Any, **named: Named) -> Any:
        operands = list(_operands(op, operation, values))
        key = _key(operands)
        if key not in passed:
            for problem in problems_of_values(op, operation, operands):
                if problem.code in codes:
                    raise RuleBroken(problem)
            if len(passed) >= _MAX_REMEMBERED:
                passed.clear()
            passed.add(key)
        return kernel(*values, **named)

    return checking


def _unknown_rules(op: Op, operation: Operation) -> frozenset[str]:
    """The codes of constraints that types do not determine, because sizes or operand elements do."""
    types = [value.type for value in operation.operands + operation.results]
    is_static = all(type.is_static for type in types if isinstance(type, TensorType))
    if is_static and not any(operand.rule.is_read for operand in op.operands):
        return frozenset()
    try:
        unknown = check(op, names_of(op, operation, {})).unknown
    except (AttributeMismatch, CountMismatch):  # the module is not verified
        return frozenset()
    return frozenset(rule.code(op.mnemonic) for rule in unknown)


def check_limit(limit: int, step: Step, op: Op, operation: Operation, operands: Sequence[int]) -> Step:
    """`step`, preceded by a check that its results and the arrays of its frame fit into `limit` bytes.

    `operands` are the slots of its operands.
    """
    size = sizes_of(op, operation)

    def checking(frame: Frame) -> None:
        needed = size([frame[slot] for slot in operands])
        live = sum(memory_of(frame).values()) if needed >= LARGE else 0
        if live + needed > limit:
            message = f"allocating {in_units(needed)} in addition to {in_units(live)}"
            message += f" of live arrays exceeds the limit of {in_units(limit)}"
            raise RunError(diagnostic(OUT_OF_MEMORY, operation, message))
        step(frame)

    return checking


def sizes_of(op: Op, operation: Operation) -> Callable[[Sequence[Any]], int]:
    """A function from operands to the bytes that the operation allocates, if they can be inferred."""
    is_static = all(math.isfinite(byte_size(value.type)) for value in operation.operands + operation.results)
    cached: dict[Hashable, int] = {}

    def size(values: Sequence[Any]) -> int:
        operands = list(_operands(op, operation, operand_groups(op, operation, values)))
        key = _key(operands)
        if key not in cached:
            if len(cached) >= _MAX_REMEMBERED:
                cached.clear()
            actual = operation if is_static else operation_of_values(op, operation, operands)
            actual.regions = operation.regions
            cached[key] = _allocated(op, actual)
        is_copied = operation.name in RESHAPES and not values[0].flags.c_contiguous
        return cached[key] + (int(values[0].nbytes) if is_copied else 0)

    return size


def _allocated(op: Op, operation: Operation) -> int:
    results = 0 if op.execution.is_view else bytes_of(operation.results)
    return results + workspace_bytes(op, operation) + kept_bytes(op, operation)


def _key(operands: Iterable[Type | Dense]) -> Hashable:
    """A key that is equal for operands that constraints cannot distinguish."""
    return tuple(
        (operand.type, operand.elements.tobytes()) if isinstance(operand, Dense) else operand
        for operand in operands
    )


def _operands(op: Op, operation: Operation, groups: Sequence[Any]) -> Iterator[Type | Dense]:
    """The operands as constraints see them: constants if they read the elements, else types."""
    written = iter(operation.operands)
    for operand, group in zip(op.operands, groups, strict=True):
        for value in group if operand.rule.variadic else (group,):
            type = next(written).type
            if not isinstance(type, TensorType):
                yield type
                continue
            type = TensorType(np.shape(value), type.element_type)
            yield Dense.from_array(value, type) if operand.rule.is_read else type
