"""The expected results of a program of one operation, and the errors that an engine may make."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, is_inexact
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.conformance.results import ConformanceCase
from stablehlo_tools.verdict.alone import rules_alone
from stablehlo_tools.verdict.envelope.program_estimate import execute
from stablehlo_tools.verdict.rounding import SOME, Estimate
from stablehlo_tools.verdict.tolerance import EXACT

OPTIONS: Final = RunOptions(max_memory=1 << 28, timeout=10.0)


def results_of(
    module: Module, inputs: Sequence[Array], seed: int | None = None, entry: str = "main"
) -> list[Array]:
    """The results of a function on the interpreter, with random rounding for a seed. Raises `RunError`."""
    with np.errstate(all="ignore"):
        return execute(module, entry, [inputs], seed, OPTIONS)[0]


def operation_of(module: Module) -> Operation:
    """The operation that a case is about: the last one of `main` before it returns."""
    body = module.functions[-1].body
    assert body is not None
    return body.operations[-2]


def bounds_of(module: Module, inputs: Sequence[Array], expected: Sequence[Array]) -> list[Array]:
    """The absolute error that each element of the results may have, infinite where the specification is open.

    It is the tolerance of `shlo compare` for a single operation on an unknown engine.
    """
    operation = operation_of(module)
    operands = [_operand(value, inputs) for value in operation.operands if isinstance(value.type, TensorType)]
    estimate = Estimate(functools.partial(results_of, module, inputs))

    def bound(index: int, reference: Array) -> Array:
        allowed = rules_alone(
            operation,
            operands,
            reference,
            lambda: results_of(module, [_absolute(array) for array in inputs])[index],
            lambda count: estimate.allowance(index, reference, count),
            profile=None,
        )
        bounds = [allowance.bound for allowance in (rule(None) for rule in allowed) if allowance is not None]
        largest = functools.reduce(np.maximum, bounds, np.zeros(reference.shape))
        return np.asarray(np.where(_is_open(operation, operands, index), np.inf, largest), np.float64)

    return [bound(index, reference) for index, reference in enumerate(expected)]


def _operand(value: Value, inputs: Sequence[Array]) -> Array:
    """The array of an operand, which is an argument or a constant."""
    constant = constant_of(value)
    return inputs[value.index] if constant is None else constant.array


def _is_open(operation: Operation, operands: Sequence[Array], index: int) -> Array | bool:
    op, type = OPS[operation.name], operation.results[index].type
    if not (op.numerics.has_open_elements and isinstance(type, TensorType)):
        return False
    return np.asarray(op.numerics.open_elements(operands, type))


def _absolute(array: Array) -> Array:
    return array if array.dtype.kind in "bu" else np.asarray(np.abs(array))


def bounds_of_program(case: ConformanceCase) -> list[Array]:
    """The absolute error that each element of the results of a program of any operations may have."""
    estimate = Estimate(lambda seed: results_of(case.module, case.inputs, seed, case.entry))
    bounds = []
    for index, reference in enumerate(case.expected):
        allowed = estimate.allowance(index, reference, SOME) if is_inexact(reference.dtype) else EXACT
        bounds.append(np.asarray(np.broadcast_to(allowed.bound, reference.shape), np.float64))
    return bounds
