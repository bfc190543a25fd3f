"""The operands whose elements a result has, if an operation only moves them."""

from __future__ import annotations

import functools
from typing import Final

from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.registry import OPS

_CONVERT: Final = "stablehlo.convert"
_TARGET: Final = "call_target_name"


def source_of(result: Value) -> int | None:
    """The index of the operand that all elements of a result are from: reordered, repeated or selected.

    None if they are computed, or from several operands or other processes.
    """
    operation = result.owner
    if not isinstance(operation, Operation) or not _may_move(operation.name):
        return None
    op = OPS[operation.name]
    if op.is_selection or _keeps_type(operation):
        return 0
    return result.index if op.is_identity or _is_annotation(operation) else None


@functools.cache
def _may_move(name: str) -> bool:
    """Whether operations of an op may only move elements; most ops compute them, whatever the operation."""
    op = OPS.get(name)
    return op is not None and (
        op.is_selection
        or op.is_identity
        or op.name == _CONVERT
        or any(field.name == _TARGET for field in op.attributes)
    )


def _keeps_type(operation: Operation) -> bool:
    return operation.name == _CONVERT and operation.operands[0].type == operation.results[0].type


def _is_annotation(operation: Operation) -> bool:
    target = operation.attributes.get(_TARGET)
    if target is None:
        return False
    from stablehlo_tools.ops.targets import IDENTITIES  # many files, which most programs do without

    return target in IDENTITIES and len(operation.operands) == len(operation.results)
