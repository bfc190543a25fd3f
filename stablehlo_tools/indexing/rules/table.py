"""The indexing rule of each op, by name, and its maps in both directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from stablehlo_tools.indexing.inverse import inverse
from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.op import (
    BACKWARDS,
    INDEXING_RULES,
    IndexedOp,
    IndexingRule,
    Readings,
    Unknown,
    unknown,
)
from stablehlo_tools.indexing.rules import addressing, contraction, movement, processes, values  # noqa: F401 - they register rules
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS


def _declared() -> Iterator[tuple[str, IndexingRule]]:
    """The rules that follow from the declarations of ops."""
    for name, op in OPS.items():
        if op.elementwise:
            yield name, values.elementwise
        elif op.base:
            yield name, movement.implicit_broadcast
        elif op.static:
            yield name, _of_static_op(op)
        elif name.startswith("check.") or not op.operands:
            yield name, values.nothing


def _of_static_op(op: Op) -> IndexingRule:
    """The rule of the static op, on constant operands in place of attributes; these are not read."""
    constants = {operand.name: number for number, operand in enumerate(op.operands) if operand.rule.is_read}

    def rule(dynamic: IndexedOp, output: int) -> Readings:
        readings = ROWS[op.static](replace(dynamic, constants=constants), output)
        return [*readings, *[()] * (len(op.operands) - len(readings))]

    return rule


ROWS: Final[Mapping[str, IndexingRule]] = {**dict(_declared()), **INDEXING_RULES}


def output_to_input(op: IndexedOp, output: int = 0) -> Readings:
    """The reads of a result from each operand."""
    row = ROWS.get(op.name)
    if row is None:
        return [(unknown(f"`{op.name}` is an unknown op"),)] * len(op.operands)
    try:
        return row(op, output)
    except Unknown as error:
        return [(unknown(str(error)),)] * len(op.operands)


def input_to_output(
    op: IndexedOp, operand: int = 0, output: int = 0, readings: Readings | None = None
) -> tuple[OperandIndexing, ...]:
    """The elements of a result that read each element of an operand; `readings` are those of the result."""
    backwards = BACKWARDS.get(op.name)
    try:
        maps = backwards(op, operand, output) if backwards else None
        if maps is not None:
            return maps
        readings = output_to_input(op, output) if readings is None else readings
        return tuple(inverse(indexing, op.operand(operand)) for indexing in readings[operand])
    except Unknown as error:
        return (unknown(str(error)),)
