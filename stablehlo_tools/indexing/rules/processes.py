"""Ops that exchange elements between processes."""

from __future__ import annotations

from stablehlo_tools.indexing.affine import Expression, dimension, dimensions, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.op import INDEXING_RULES, IndexedOp, Readings, Runtime, Sizes, moved, reading

# In place of the operand of a runtime variable: the position of the process in its group.
OWN_POSITION = -1


def from_process(indexing: OperandIndexing, process: Expression) -> OperandIndexing:
    """The map to another process: the one at index `process` in the group."""
    map = indexing.defined
    return OperandIndexing(indexing.map, indexing.runtimes, map.over([process]), indexing.note)


@INDEXING_RULES.register("stablehlo.all_gather")
def all_gather(op: IndexedOp, output: int) -> Readings:
    """The concatenation of the operands of the group."""
    axis, result, sizes = op["all_gather_dim"], op.result(output), op.operand(output)
    place = dimension(axis)
    results = list(dimensions(len(result)))
    results[axis] = place % sizes[axis]
    return _only(op, output, from_process(reading(result, results), place // sizes[axis]))


@INDEXING_RULES.register("hlo.all-gather-start")
def all_gather_start(op: IndexedOp, output: int) -> Readings:
    """The operands themselves, then the results of all_gather."""
    count = len(op.operands)
    if output < count:
        return moved(op, output, output)
    return all_gather(IndexedOp(op.name, op.operands, op.results[count:], op.attributes), output - count)


@INDEXING_RULES.register(
    "stablehlo.all_reduce", "stablehlo.cross-replica-sum", "stablehlo.collective_reduce",
    "stablehlo.collective_permute", "stablehlo.collective_broadcast",
)  # fmt: skip
def same_index(op: IndexedOp, output: int) -> Readings:
    """The elements at the same index of all processes of the group, or of another one."""
    return moved(op, output, output)


@INDEXING_RULES.register("stablehlo.reduce_scatter")
def reduce_scatter(op: IndexedOp, output: int) -> Readings:
    """The part of the result of all_reduce that belongs to the process."""
    axis, result = op["scatter_dimension"], op.result(output)
    parts = op.operand(output)[axis] // max(result[axis], 1)
    return _only(op, output, _own_part(result, axis, result[axis], parts))


def _own_part(result: Sizes, axis: int, length: int, parts: int) -> OperandIndexing:
    results = list(dimensions(len(result)))
    results[axis] = symbol(0) * length + dimension(axis)
    return reading(result, results, runtimes=[Runtime(Interval(0, max(parts - 1, 0)), OWN_POSITION, ())])


@INDEXING_RULES.register("stablehlo.all_to_all")
def all_to_all(op: IndexedOp, output: int) -> Readings:
    """The concatenation of the parts for this process."""
    split, joined, count = op["split_dimension"], op["concat_dimension"], op["split_count"]
    sizes, result = op.operand(output), op.result(output)
    length = sizes[joined] // count if split == joined else sizes[joined]
    results = list(dimensions(len(result)))
    results[joined] = dimension(joined) % length
    results[split] = results[split] + symbol(0) * (sizes[split] // count)
    read = reading(result, results, runtimes=[Runtime(Interval(0, count - 1), OWN_POSITION, ())])
    return _only(op, output, from_process(read, dimension(joined) // length))


def _only(op: IndexedOp, output: int, read: OperandIndexing) -> Readings:
    return [(read,) if number == output else () for number in range(len(op.operands))]
