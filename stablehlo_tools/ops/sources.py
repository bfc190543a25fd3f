"""The operands whose elements a result has, if an operation only moves them."""

from __future__ import annotations

from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.registry import OPS


def source_of(result: Value) -> int | None:
    """The index of the operand that all elements of a result are from: reordered, repeated or selected.

    None if they are computed, or from several operands or other processes.
    """
    operation = result.owner
    op = OPS.get(operation.name) if isinstance(operation, Operation) else None
    if op is None or not isinstance(operation, Operation):
        return None
    if op.is_selection or _keeps_type(operation):
        return 0
    return result.index if op.is_identity or _is_annotation(operation) else None


def _keeps_type(operation: Operation) -> bool:
    return operation.name == "stablehlo.convert" and operation.operands[0].type == operation.results[0].type


def _is_annotation(operation: Operation) -> bool:
    target = operation.attributes.get("call_target_name")
    if target is None:
        return False
    from stablehlo_tools.ops.targets import IDENTITIES  # many files, which most programs do without

    return target in IDENTITIES and len(operation.operands) == len(operation.results)
