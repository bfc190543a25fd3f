"""Programs of ops that move elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.verifier.builder import OpBuilder
from tests.differential.draw import Array, Draw
from tests.differential.programs import Program, family, simple

_KINDS = ("boolean", "signed", "unsigned", "float", "complex")


def _operand(draw: Draw, low: int = 0, high: int = 4, *, least: int = 0) -> Array:
    return draw.array(draw.type(_KINDS), draw.shape(low, high, least=least))


@family("stablehlo.transpose")
def _transpose(draw: Draw, op: str) -> Program:
    operand = _operand(draw)
    return simple(op, [operand], permutation=draw.some(range(operand.ndim), operand.ndim))


@family("stablehlo.reverse")
def _reverse(draw: Draw, op: str) -> Program:
    operand = _operand(draw)
    return simple(op, [operand], dimensions=draw.some(range(operand.ndim)))


@family("stablehlo.reshape")
def _reshape(draw: Draw, op: str) -> Program:
    operand = _operand(draw)
    sizes = [*operand.shape, *[1] * draw.integer(0, 2)]
    draw.random.shuffle(sizes)
    if len(sizes) > 1 and draw.chance():
        sizes = [sizes[0] * sizes[1], *sizes[2:]]
    type = _type(operand, sizes)
    return simple(op, [operand], results=[type], detail=f"to {sizes}")


def _type(operand: Array, shape: list[int]) -> TensorType:
    """The tensor type of that shape with the operand's elements."""
    return TensorType(tuple(shape), element_type_of(operand.dtype))


@family("stablehlo.broadcast_in_dim")
def _broadcast_in_dim(draw: Draw, op: str) -> Program:
    operand = _operand(draw, 0, 3)
    shape = list(draw.shape(operand.ndim, 5))
    dimensions = draw.some(range(len(shape)), operand.ndim)
    for size, dimension in zip(operand.shape, dimensions, strict=True):
        shape[dimension] = size if size != 1 else shape[dimension]
    results = [_type(operand, shape)]
    return simple(op, [operand], results=results, broadcast_dimensions=dimensions)


@family("stablehlo.broadcast")
def _broadcast(draw: Draw, op: str) -> Program:
    return simple(op, [_operand(draw, 0, 3)], broadcast_sizes=list(draw.shape(0, 2)))


@family("stablehlo.slice")
def _slice(draw: Draw, op: str) -> Program:
    operand = _operand(draw)
    ends = [sorted(draw.integers(2, 0, size)) for size in operand.shape]
    return simple(
        op,
        [operand],
        start_indices=[start for start, _ in ends],
        limit_indices=[limit for _, limit in ends],
        strides=draw.integers(operand.ndim, 1, 3),
    )


@family("stablehlo.pad")
def _pad(draw: Draw, op: str) -> Program:
    type = draw.type(_KINDS)
    operand = draw.array(type, draw.shape())
    return simple(
        op,
        [operand, draw.array(type, ())],
        edge_padding_low=draw.integers(operand.ndim, -4, 3),
        edge_padding_high=draw.integers(operand.ndim, -4, 3),
        interior_padding=draw.integers(operand.ndim, 0, 2),
    )


@family("stablehlo.concatenate")
def _concatenate(draw: Draw, op: str) -> Program:
    type, shape = draw.type(_KINDS), draw.shape(1)
    dimension = draw.integer(0, len(shape) - 1)
    shapes = [
        (*shape[:dimension], draw.integer(0, 4), *shape[dimension + 1 :]) for _ in range(draw.integer(1, 4))
    ]
    inputs = [draw.array(type, each) for each in shapes]
    return simple(op, inputs, variadic=True, dimension=dimension)


def _starts(draw: Draw, count: int) -> list[Array]:
    type = draw.type(["signed", "unsigned"], bits=(8, 16, 32, 64))
    starts = [draw.array(type, ()) for _ in range(count)]
    return starts if draw.chance() else [np.asarray(start % 4) for start in starts]


@family("stablehlo.dynamic_slice")
def _dynamic_slice(draw: Draw, op: str) -> Program:
    operand = _operand(draw)
    starts = _starts(draw, operand.ndim)
    sizes = [draw.integer(0, size) for size in operand.shape]
    return _with_starts(op, [operand], starts, slice_sizes=sizes)


@family("stablehlo.dynamic_update_slice")
def _dynamic_update_slice(draw: Draw, op: str) -> Program:
    type = draw.type(_KINDS)
    operand = draw.array(type, draw.shape())
    update = draw.array(type, [draw.integer(0, size) for size in operand.shape])
    return _with_starts(op, [operand, update], _starts(draw, operand.ndim))


def _with_starts(op: str, operands: list[Array], starts: list[Array], **attributes: Any) -> Program:
    program = simple(op, [*operands, *starts], **attributes)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        count = len(operands)
        return builder.add(op, [*values[:count], list(values[count:])], attributes)

    detail = f"{program.detail} at {[int(start) for start in starts]}"
    return program._replace(add=add, detail=detail)


@family("stablehlo.get_dimension_size")
def _get_dimension_size(draw: Draw, op: str) -> Program:
    operand = _operand(draw, 1)
    return simple(op, [operand], dimension=draw.integer(0, operand.ndim - 1))


@family("stablehlo.optimization_barrier")
def _optimization_barrier(draw: Draw, op: str) -> Program:
    return simple(op, [_operand(draw), _operand(draw)], variadic=True)


@family("stablehlo.torch_index_select")
def _torch_index_select(draw: Draw, op: str) -> Program:
    operand = _operand(draw, 1, 3, least=1)
    dim = draw.integer(0, operand.ndim - 1)
    index = draw.array(draw.type(["i32"]), draw.shape(1, 2)) % operand.shape[dim]
    return simple(op, [operand, index], dim=dim, batch_dims=0)


@family("stablehlo.gather")
def _gather(draw: Draw, op: str) -> Program:
    """Dimensions of the operand are batching ones, collapsed, or offset; the rest follows."""
    operand = _operand(draw, 1, 4)
    rank = operand.ndim
    role = [draw.choice(["offset", "offset", "collapsed", "batching"]) for _ in range(rank)]
    batching = [dimension for dimension in range(rank) if role[dimension] == "batching"]
    collapsed = [dimension for dimension in range(rank) if role[dimension] == "collapsed"]
    sizes = [
        1 if role[d] != "offset" else draw.integer(0, operand.shape[d])
        for d in range(rank)
    ]  # fmt: skip
    start_index_map = draw.some([d for d in range(rank) if d not in batching])
    batch_shape = list(draw.shape(0, 2))
    places = sorted(draw.some(range(len(batch_shape) + len(batching)), len(batching)))
    for place, dimension in zip(places, batching, strict=True):
        batch_shape.insert(place, operand.shape[dimension])
    index_vector_dim = draw.integer(0, len(batch_shape))
    shape = batch_shape.copy()
    shape.insert(index_vector_dim, len(start_index_map))
    if len(start_index_map) == 1 and draw.chance(0.3):
        shape, index_vector_dim = batch_shape, len(batch_shape)
    start_batching = [place + (place >= index_vector_dim and shape != batch_shape) for place in places]
    offsets = rank - len(batching) - len(collapsed)
    return simple(
        op,
        [operand, indices(draw, shape)],
        offset_dims=sorted(draw.some(range(len(batch_shape) + offsets), offsets)),
        collapsed_slice_dims=collapsed,
        operand_batching_dims=batching,
        start_indices_batching_dims=start_batching,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
        slice_sizes=sizes,
        indices_are_sorted=False,
    )


def indices(draw: Draw, shape: list[int]) -> Array:
    """Indices of which some are out of bounds."""
    type = draw.type(["signed", "unsigned"], bits=(8, 16, 32, 64))
    wild = draw.array(type, shape)
    small = wild & np.array(3, wild.dtype)
    return wild if draw.chance(0.2) else small if draw.chance(0.6) else np.minimum(small * 3, wild)
