"""Ops that move elements: broadcast, transpose, reverse, slice, reshape, concatenate, pad."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence

from stablehlo_tools.indexing.affine import Expression, constant, dimension, dimensions, symbols, total
from stablehlo_tools.indexing.interval import Interval, size_interval
from stablehlo_tools.indexing.maps import Constraint, OperandIndexing, Variable, box
from stablehlo_tools.indexing.op import (
    BACKWARDS,
    INDEXING_RULES,
    IndexedOp,
    Readings,
    Sizes,
    Unknown,
    moved,
    reading,
    scalar,
    with_note,
)
from stablehlo_tools.indexing.operand_indexing import compose_indexing, simplify_indexing


@INDEXING_RULES.register("stablehlo.broadcast_in_dim")
def broadcast_in_dim(op: IndexedOp, output: int) -> Readings:
    """Dimensions of size 1 may be expanded."""
    sizes, result = op.operand(0), op.result()
    return [(broadcast_reading(sizes, result, op["broadcast_dimensions"]),)]


def broadcast_reading(sizes: Sizes, result: Sizes, places: Sequence[int]) -> OperandIndexing:
    """An operand whose dimensions are the dimensions `places` of the result; size 1 is expanded."""
    pairs = zip(sizes, places, strict=True)
    return reading(
        result, [dimension(place) if size == result[place] else constant(0) for size, place in pairs]
    )


@INDEXING_RULES.register("stablehlo.broadcast")
def leading_broadcast(op: IndexedOp, output: int) -> Readings:
    """The operand's dimensions are the last."""
    rank, result = len(op.operand(0)), op.result()
    return [(reading(result, dimensions(len(result))[len(result) - rank :]),)]


def implicit_broadcast(op: IndexedOp, output: int) -> Readings:
    """The broadcasting of CHLO: by `broadcast_dimensions`, or else aligned at the last dimension."""
    result = op.result()
    explicit = op.attributes.get("broadcast_dimensions")
    readings: Readings = []
    for number in range(len(op.operands)):
        sizes = op.operand(number)
        places: Sequence[int] = range(len(result) - len(sizes), len(result))
        if explicit is not None and len(sizes) == len(explicit) < len(result):
            places = explicit
        readings.append((broadcast_reading(sizes, result, places),))
    return readings


@INDEXING_RULES.register("stablehlo.transpose")
def transpose(op: IndexedOp, output: int) -> Readings:
    """Dimension i of the result is dimension permutation[i] of the operand."""
    result = op.result()
    places = [list(op["permutation"]).index(number) for number in range(len(result))]
    return [(reading(result, [dimension(place) for place in places]),)]


@INDEXING_RULES.register("stablehlo.reverse")
def reverse(op: IndexedOp, output: int) -> Readings:
    """Indices are counted from the end."""
    sizes = op.result()
    results = [
        -dimension(number) + (size - 1) if number in op["dimensions"] else dimension(number)
        for number, size in enumerate(sizes)
    ]
    return [(reading(sizes, results),)]


@INDEXING_RULES.register("stablehlo.slice")
def strided_slice(op: IndexedOp, output: int) -> Readings:
    """Result indices times `strides`, plus `start_indices`."""
    starts, strides = op["start_indices"], op["strides"]
    results = [dimension(i) * strides[i] + starts[i] for i in range(len(starts))]
    return [(reading(op.result(), results),)]


@INDEXING_RULES.register("stablehlo.concatenate")
def concatenate(op: IndexedOp, output: int) -> Readings:
    """Each operand has a range of the dimension."""
    result, axis = op.result(), op["dimension"]
    readings: Readings = []
    offset = 0
    for number in range(len(op.operands)):
        size = op.operand(number)[axis]
        variables = list(box(result))
        variables[axis] = Variable(Interval(offset, offset + size - 1))
        results = list(dimensions(len(result)))
        results[axis] = dimension(axis) - offset
        readings.append((reading(variables, results),))
        offset += size
    return readings


# -- reshape ------------------------------------------------------------------------------------------


@INDEXING_RULES.register("stablehlo.reshape", "hlo.dynamic-reshape")
def reshape(op: IndexedOp, output: int) -> Readings:
    """Elements keep their order."""
    return [(reshape_reading(op.result(), op.operand(0)),)] + [()] * (len(op.operands) - 1)


@BACKWARDS.register("stablehlo.reshape", "stablehlo.dynamic_reshape", "hlo.dynamic-reshape")
def reshape_backwards(op: IndexedOp, operand: int, output: int) -> tuple[OperandIndexing, ...]:
    """The inverse of a reshape is a reshape."""
    return (reshape_reading(op.operand(0), op.result()),) if operand == 0 else ()


def reshape_reading(sizes: Sizes, target: Sizes) -> OperandIndexing:
    """The map between tensors of equally many elements, in row-major order."""
    if 0 in sizes or 0 in target:
        return reading(sizes, [constant(0)] * len(target))
    results: list[Expression] = []
    for ours, theirs in _groups(sizes, target):
        places = [dimension(number) for number in ours]
        lengths = [sizes[number] for number in ours]
        if len(ours) == len(theirs) == 1:
            results += places
        else:
            results += _delinearize(_linearize(places, lengths), [target[number] for number in theirs])
    return simplify_indexing(reading(sizes, results), keep_points=True)


def _groups(sizes: Sizes, target: Sizes) -> Iterator[tuple[range, range]]:
    """The shortest runs of dimensions of both shapes, from the first on, with equal element counts."""
    ours = theirs = 0
    while ours < len(sizes) or theirs < len(target):
        first, second = ours, theirs
        product, target_product = 1, 1
        if ours < len(sizes):
            product, ours = sizes[ours], ours + 1
        if theirs < len(target):
            target_product, theirs = target[theirs], theirs + 1
        while product != target_product:
            if product < target_product:
                product, ours = product * sizes[ours], ours + 1
            else:
                target_product, theirs = target_product * target[theirs], theirs + 1
        yield range(first, ours), range(second, theirs)


def _strides(sizes: Sequence[int]) -> list[int]:
    products = itertools.accumulate(reversed(sizes[1:]), int.__mul__, initial=1)
    return list(products)[::-1]


def _linearize(places: Sequence[Expression], sizes: Sequence[int]) -> Expression:
    if not places:
        return constant(0)
    return total([place * stride for place, stride in zip(places, _strides(sizes), strict=True)])


def _delinearize(place: Expression, sizes: Sequence[int]) -> Iterator[Expression]:
    for stride in _strides(sizes) if sizes else ():
        yield place // stride
        place = place % stride


@INDEXING_RULES.register("hlo.bitcast")
def bitcast(op: IndexedOp, output: int) -> Readings:
    """Elements keep their positions in memory."""
    return [(_bitcast_reading(op.result(), op["result_layout"], op.operand(0), op["operand_layout"]),)]


@BACKWARDS.register("hlo.bitcast")
def bitcast_backwards(op: IndexedOp, operand: int, output: int) -> tuple[OperandIndexing, ...]:
    """The inverse of a bitcast is a bitcast."""
    return (_bitcast_reading(op.operand(0), op["operand_layout"], op.result(), op["result_layout"]),)


def _bitcast_reading(
    sizes: Sizes, layout: Sequence[int], target: Sizes, target_layout: Sequence[int]
) -> OperandIndexing:
    """The map via physical dimensions; layouts are minor to major."""
    if math.prod(sizes) != math.prod(target):
        raise Unknown("it casts between arrays with different numbers of elements")
    major, target_major = list(layout)[::-1], list(target_layout)[::-1]
    physical, target_physical = [sizes[i] for i in major], tuple(target[i] for i in target_major)
    into_memory = reading(sizes, [dimension(i) for i in major])
    reshaped = reshape_reading(tuple(physical), target_physical)
    out_of_memory = reading(target_physical, [dimension(target_major.index(i)) for i in range(len(target))])
    steps = [into_memory, reshaped, out_of_memory]
    return functools.reduce(lambda first, second: compose_indexing(first, second, keep_points=True), steps)


@INDEXING_RULES.register("hlo.collective-permute-start", "hlo.copy-start")
def copies_and_context(op: IndexedOp, output: int) -> Readings:
    """Each operand is read elementwise, twice; the context reads nothing."""
    count = len(op.operands)
    return moved(op, output, output % count if output < 2 * count else -1)


@INDEXING_RULES.register("mhlo.add_dependency")
def first_alone(op: IndexedOp, output: int) -> Readings:
    """The first operand is read elementwise, the others are not read."""
    return moved(op, output, 0)


@INDEXING_RULES.register("stablehlo.bitcast_convert")
def bitcast_convert(op: IndexedOp, output: int) -> Readings:
    """The same element, or its parts: if bit widths differ, the last dimension counts them."""
    sizes, result = op.operand(0), op.result()
    shorter = min(len(sizes), len(result))
    parts = sizes[shorter:]
    results = [*dimensions(shorter), *symbols(len(parts))]
    return [(reading(result, results, parts),)]


# -- pad ----------------------------------------------------------------------------------------------


@INDEXING_RULES.register("stablehlo.pad")
def pad(op: IndexedOp, output: int) -> Readings:
    """An element is read from the operand, or else is the padding value.

    The padding value has one map, of all elements: with a map for each edge, corners would read it twice.
    """
    sizes, result = op.operand(0), op.result()
    low, interior = op["edge_padding_low"], op["interior_padding"]
    last = [max(size - 1, 0) * (gap + 1) for size, gap in zip(sizes, interior, strict=True)]
    variables, results = [], list[Expression]()
    constraints: list[Constraint] = []
    for i, size in enumerate(result):
        place = dimension(i) - low[i]
        results.append(place // (interior[i] + 1))
        variables.append(Variable(size_interval(size) & Interval(low[i], low[i] + last[i])))
        if interior[i]:
            constraints.append((place % (interior[i] + 1), Interval(0, 0)))
    if 0 in sizes:
        return [(), (scalar(result),)]
    is_padded = any(map(_is_padded, result, low, last, interior))
    padding = with_note(scalar(result), "elements of the operand do not read the padding value")
    return [(reading(variables, results, (), constraints),), (padding,) if is_padded else ()]


def _is_padded(size: int, low: int, last: int, interior: int) -> bool:
    """Whether a dimension of the result has padding, and not only elements of the operand."""
    first, end = max(low, 0), min(low + last, size - 1)
    return size > 0 and (low > 0 or low + last < size - 1 or (interior > 0 and first < end))


@BACKWARDS.register("stablehlo.slice")
def strided_slice_backwards(op: IndexedOp, operand: int, output: int) -> tuple[OperandIndexing, ...]:
    """The elements in the slice, at their index in it."""
    variables, results, constraints = [], list[Expression](), list[Constraint]()
    for number, (start, stride) in enumerate(zip(op["start_indices"], op["strides"], strict=True)):
        place = dimension(number) - start
        results.append(place // stride)
        variables.append(Variable(Interval(start, (op.result()[number] - 1) * stride + start)))
        constraints.append((place % stride, Interval(0, 0)))
    return (reading(variables, results, (), constraints),)
