"""Bitcasts: the memory of an array, in tiles or not, read with another shape and layout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

import numpy as np

from stablehlo_tools.hlo.convert.arrays import array_of, is_sorted, reshaped, sliced
from stablehlo_tools.hlo.convert.walk import Walk, handles, shape_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.layout import Tiling, tilings
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.hlo.types import Content
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.rewrite.shapes import tensor


@handles("bitcast")
def _bitcast(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The memory of an array, reinterpreted with another shape, layout and element type."""
    to, value = array_of(shape_of(instruction), "`bitcast` of"), operands[0]
    before = walk.shape_of(instruction.operands[0])
    if not isinstance(value, Value) or not isinstance(before, ArrayShape):
        raise NoCounterpart(f"a bitcast of {before}")
    for shape in (before, to):
        if not shape.is_static:
            raise NoCounterpart(f"a bitcast of an array with the memory layout {shape}")
    are_alike = _are_tiled_alike(before, to)
    value = _transpose(walk, value, before.order.minor_to_major[::-1])
    for step in () if are_alike else tilings(before.greatest, before.order):
        value = _tiled(walk, value, step)
    if before.element_type != to.element_type:
        value = _as_elements(walk, value, before, to)
    steps = [] if are_alike else tilings(to.greatest, to.order)
    count = math.prod(steps[-1].sizes) if steps else to.element_count
    if math.prod(tensor(value).static_shape) != count:
        raise NoCounterpart(f"a bitcast between {before} and {to}, which have different sizes in memory")
    for step in reversed(steps):
        value = _untiled(walk, value, step)
    order = to.order.minor_to_major[::-1]
    physical = tuple(map(to.greatest.__getitem__, order))
    value = reshaped(walk, value, physical, is_forced=value is operands[0] and is_sorted(order))
    return _transpose(walk, value, tuple(map(order.index, range(len(order)))))


def _transpose(walk: Walk, value: Value, order: Sequence[int]) -> Value:
    if is_sorted(order):
        return value
    return walk.add("stablehlo.transpose", [value], {"permutation": tuple(order)})[0]


# -- tiles --------------------------------------------------------------------------------------------


def _are_tiled_alike(before: ArrayShape, to: ArrayShape) -> bool:
    """Whether equal tiles cover the same elements in both arrays: only the rest of the layout matters."""
    if not before.order.tiles and not to.order.tiles:
        return True
    if before.element_type.bits != to.element_type.bits or before.element_count != to.element_count:
        raise NoCounterpart(f"a bitcast between the memory layouts {before} and {to}")
    is_one = before.element_count == 1
    return is_one or (before.order.tiles == to.order.tiles and _covered(before) == _covered(to))


def _covered(shape: ArrayShape) -> list[int]:
    """The sizes of the dimensions that the tiles cover, major first.

    The first includes the dimensions before it if whole tiles fill it: they continue its rows of tiles.
    """
    tiles, physical = shape.order.tiles, [shape.greatest[i] for i in shape.order.minor_to_major[::-1]]
    width = max(map(len, tiles))
    rest, covered = physical[:-width], physical[-width:]
    extent = tiles[0][0]
    if rest and width == len(tiles[0]) and extent is not None and covered[0] % extent == 0:
        covered[0] *= math.prod(rest)
    return covered


def _tiled(walk: Walk, value: Value, step: Tiling) -> Value:
    """An array whose row-major order is that of its tiles in memory; padding is zero."""
    value = reshaped(walk, value, (*step.untouched, *step.merged))
    padding = [padded - size for padded, size in zip(step.padded, step.merged, strict=True)]
    if any(padding):
        zero = walk.builder.constant(np.zeros((), dtype_of(tensor(value).element_type)))
        none, high = (0,) * tensor(value).rank, (*(0 for _ in step.untouched), *padding)
        attributes = {"edge_padding_low": none, "edge_padding_high": high, "interior_padding": none}
        value = walk.add("stablehlo.pad", [value, zero], attributes)[0]
    pairs = zip(step.counts, step.extents, strict=True)
    value = reshaped(walk, value, (*step.untouched, *chain.from_iterable(pairs)))
    return _transpose(walk, value, _tiles_last(step))


def _untiled(walk: Walk, value: Value, step: Tiling) -> Value:
    """The inverse of `_tiled`."""
    order = _tiles_last(step)
    value = _transpose(walk, reshaped(walk, value, step.sizes), [order.index(i) for i in range(len(order))])
    sizes = (*step.untouched, *step.merged)
    value = reshaped(walk, value, (*step.untouched, *step.padded))
    return value if tensor(value).shape == sizes else sliced(walk, value, [(0, size) for size in sizes])


def _tiles_last(step: Tiling) -> list[int]:
    """The order that moves the sizes within tiles behind the numbers of tiles, with which they alternate."""
    first, end = len(step.untouched), len(step.sizes)
    return [*range(first), *range(first, end, 2), *range(first + 1, end, 2)]


# -- element types ------------------------------------------------------------------------------------


def _as_elements(walk: Walk, value: Value, before: ArrayShape, to: ArrayShape) -> Value:
    """The bits of a row-major array as elements of another type; the shape has as many elements."""
    own, other = before.element_type, to.element_type
    if "boolean" in (own.kind, other.kind) or min(own.bits, other.bits) < 8:
        raise NoCounterpart(f"a bitcast between {before.without_layout} and {to.without_layout}")
    sizes = tensor(value).static_shape
    if other.bits > own.bits:
        sizes = (to.element_count, other.bits // own.bits)
        value, sizes = reshaped(walk, value, sizes), sizes[:1]
    elif other.bits < own.bits:
        sizes = (*sizes, own.bits // other.bits)
    return walk.add("stablehlo.bitcast_convert", [value], results=[TensorType(sizes, other)])[0]
