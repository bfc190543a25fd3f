"""Divisions by, and logarithms of, values that can be zero; and whether the program guards the result."""

from __future__ import annotations

import itertools
from typing import Final

from stablehlo_tools.dataflow.exponentials import is_sum_of_exponentials, underflows
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.interpret.checks.preflight import takes_process
from stablehlo_tools.interpret.errors import RUN_ERRORS
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.model.schema import BOOLEAN, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.extract import extract


def is_guarded(operation: Operation, program: ModuleIndex) -> bool:
    """Whether a result is only compared, or selected by a predicate that depends on inputs."""
    pending = [TracedValue(program, operation.results[0], ())]
    seen = {*pending}
    for traced in pending:
        users = list(itertools.islice(traced.uses(), _MAX_USES + 1))
        if not 0 < len(users) <= _MAX_USES:
            return False
        for user, index, calls in users:
            is_branch = user.name == "stablehlo.select" and index > 0
            if is_branch and TracedValue.trace(program, user.operands[0], calls).reads_inputs:
                continue
            op = OPS.get(user.name)
            is_tested = op is not None and is_check(op) and not is_branch
            if is_tested or _cuts_infinity(user, operation, program):
                continue
            if is_branch or op is None or not op.elementwise or len(pending) > _MAX_USES:
                return False
            traced_user = TracedValue.trace(program, user.results[0], calls)
            pending += [traced_user] if traced_user not in seen else []
            seen.add(traced_user)
    return True


def is_check(op: Op) -> bool:
    """Whether an op tests its operands, or selects one by a test."""
    return op.name == "stablehlo.select" or (op.numerics.decides and op.outputs[0].rule.kinds == BOOLEAN)


_MAX_USES = 1 << 8  # that are followed, so that the cost per operation is bounded


def _cuts_infinity(user: Operation, operation: Operation, program: ModuleIndex) -> bool:
    """Whether a minimum or a maximum makes the result at zero, which is infinite and never NaN, finite."""
    if operation.name == "stablehlo.log":
        return user.name == "stablehlo.maximum"
    if user.name != "stablehlo.minimum" or operation.name != "stablehlo.divide":
        return False
    return range_of(TracedValue.trace(program, operation.operands[0])).is_positive


def possible_zero(operation: Operation, divisor: TracedValue) -> str:
    """A description of the divisor, or operand of a logarithm, if it can be zero; else empty."""
    type = divisor.element_type
    if divisor.constant is not None and bool((divisor.constant == 0).any()):
        return "a constant that contains zero"
    if type is None or type.kind not in ("float", "complex"):
        return ""
    is_logarithm = operation.name == "stablehlo.log"
    if is_logarithm and (name := underflows(divisor)):
        return f"a {name}, which underflows to zero"
    if range_of(divisor).ends_at_zero or (type.kind == "complex" and _is_magnitude(divisor)):
        is_safe = (is_logarithm and is_sum_of_exponentials(divisor)) or _is_computed_without_zeros(divisor)
        return "" if is_safe else "a value that can be exactly zero"
    return ""


class _WithoutZeros(dict[Value, bool]):
    """Whether values that were computed have no zeros."""


def _is_computed_without_zeros(traced: TracedValue) -> bool:
    """Whether a value depends on constants only, and no element is zero: the count of a padded average."""
    known = traced.program.cache_of(_WithoutZeros)
    if traced.value not in known:
        known[traced.value] = _compute_without_zeros(traced)
    return known[traced.value]


def _compute_without_zeros(traced: TracedValue) -> bool:
    ancestors = set(traced.ancestors)
    if not all(each.operation and ancestors.issuperset(each.operands) for each in ancestors):
        return False  # it depends on inputs, or on too many values
    part = extract(traced.program.module, [traced.value])
    if part.arguments or any(takes_process(each.name) for each in part.module.walk()):
        return False
    try:
        (array,) = execute(part.module, (), part.function.symbol, _FEW)
    except RUN_ERRORS:
        return False
    return bool((array != 0).all())


_FEW: Final = RunOptions(max_steps=1 << 10, max_memory=1 << 26)  # so that the cost per operation is bounded


def _is_magnitude(traced: TracedValue) -> bool:
    """Whether a complex value is computed from magnitudes, as an absolute value that was converted."""
    is_magnitude = all(range_of(operand).ends_at_zero for operand in traced.operands)
    return traced.name in ("complex", "convert") and is_magnitude
