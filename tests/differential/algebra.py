"""Programs of products, convolutions, transforms, factorizations, and random bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType, complex_of
from stablehlo_tools.verifier.builder import OpBuilder
from tests.differential.draw import Array, Draw
from tests.differential.programs import Program, family, scalar, simple

_KINDS = ("boolean", "signed", "unsigned", "float", "complex")


# Algorithms that MLIR knows: the types of lhs and rhs, that of sums, and how many components and operations.
_ALGORITHMS = (
    ("f16", "f16", 1), ("f16", "f32", 1), ("bf16", "bf16", 1), ("bf16", "f32", 1), ("bf16", "f32", 3),
    ("bf16", "f32", 6), ("tf32", "f32", 1), ("tf32", "f32", 3), ("f32", "f32", 1), ("f64", "f64", 1),
)  # fmt: skip
_COMPONENTS = {1: 1, 3: 2, 6: 3, 9: 3}


def _algorithm(draw: Draw) -> dict[str, Any]:
    terms, sums, operations = draw.choice(_ALGORITHMS)
    count = _COMPONENTS[operations]
    return {
        "lhs_precision_type": terms, "rhs_precision_type": terms, "accumulation_type": sums,
        "lhs_component_count": count, "rhs_component_count": count,
        "num_primitive_operations": operations, "allow_imprecise_accumulation": draw.chance(),
    }  # fmt: skip


_WIDER = {
    "signed": ("i16", "i32", "i64"), "unsigned": ("ui16", "ui32", "ui64", "i32"), "float": ("f32", "f64"),
    "complex": ("complex<f64>",), "boolean": (),
}  # fmt: skip


def _of_sums(draw: Draw, type: ElementType) -> ElementType:
    """The type of the result: that of the operands, or one that is wider."""
    wider = [ELEMENT_TYPES[name] for name in _WIDER[type.kind] if ELEMENT_TYPES[name].bits > type.bits]
    return draw.choice(wider) if wider and draw.chance() else type


@family("stablehlo.dot_general")
def _dot_general(draw: Draw, op: str) -> Program:
    type = draw.type(_KINDS)
    batch, contracted = draw.shape(0, 2), draw.shape(0, 2)
    kept = draw.shape(0, 2), draw.shape(0, 2)
    operands, numbers = [], []
    for free in kept:
        sizes = [*batch, *contracted, *free]
        order = draw.some(range(len(sizes)), len(sizes))  # the place of each size
        shape = [0] * len(sizes)
        for place, size in zip(order, sizes, strict=True):
            shape[place] = size
        operands.append(draw.array(type, shape, tame=True))
        numbers.append((order[: len(batch)], order[len(batch) : len(batch) + len(contracted)]))
    extra = _algorithm(draw) if type.kind == "float" and draw.chance(0.3) else {}
    if not extra and draw.chance():
        extra["precision_config"] = [draw.choice(["DEFAULT", "HIGH", "HIGHEST"]) for _ in range(2)]
    return simple(
        op,
        operands,
        results=[TensorType((*batch, *kept[0], *kept[1]), _of_sums(draw, type))],
        lhs_batching_dimensions=numbers[0][0],
        rhs_batching_dimensions=numbers[1][0],
        lhs_contracting_dimensions=numbers[0][1],
        rhs_contracting_dimensions=numbers[1][1],
        **extra,
    )


@family("chlo.ragged_dot")
def _ragged_dot(draw: Draw, op: str) -> Program:
    """Of [b, m, k] and [g, b, k, n]; or [b, k, n], where k is what the groups divide."""
    type, sizes = draw.type(_KINDS[1:]), draw.array(draw.type(["i32", "i64"]), [draw.integer(1, 3)]) % 4
    type = type if type.name != "f8E8M0FNU" else draw.type(["f32"])  # which has no zero
    batch, rows, terms, columns = draw.integer(1, 2), *draw.integers(2, 0, 6), draw.integer(0, 3)
    is_of_rows = draw.chance(0.6)
    rhs = [batch, terms, columns]
    shapes = [batch, rows, terms], [len(sizes), *rhs] if is_of_rows else rhs
    first = int(is_of_rows)
    numbers: dict[str, Any] = {
        "lhs_batching_dimensions": [0], "rhs_batching_dimensions": [first],
        "lhs_contracting_dimensions": [2], "rhs_contracting_dimensions": [first + 1],
        "lhs_ragged_dimensions": [2 - first], "rhs_group_dimensions": [0] * first,
    }  # fmt: skip
    theirs = lambda builder, lhs, rhs, _: _masked_products(builder, type, sizes, lhs, rhs)  # noqa: E731
    operands = [draw.array(type, shape, tame=True) for shape in shapes]
    return simple(op, [*operands, sizes], detail=f"{sizes} of {shapes}", **numbers)._replace(theirs=theirs)


def _masked_products(
    builder: OpBuilder, type: ElementType, sizes: Array, lhs: Value, rhs: Value
) -> Sequence[Value]:
    """The products of all groups, for each of which the rest of lhs is zero; of groups of rows, their sum."""
    assert isinstance(lhs.type, TensorType)
    assert isinstance(rhs.type, TensorType)
    batch, rows, terms = lhs.type.static_shape
    is_of_rows, groups = rhs.type.rank == 4, np.arange(len(sizes))
    extent = rows if is_of_rows else terms
    of_groups = np.full(extent, -1)
    of_groups[: sizes.sum()] = np.repeat(groups, sizes)[:extent]
    mask = groups[:, None] == of_groups
    mask = mask[:, None, :, None] if is_of_rows else mask[:, None, None, :]
    full = TensorType((len(sizes), batch, rows, terms), type)
    chosen = builder.constant(np.broadcast_to(mask, full.static_shape))
    dimensions = {"broadcast_dimensions": [1, 2, 3]}
    (many,) = builder.add("stablehlo.broadcast_in_dim", [lhs], dimensions, results=[full])
    zeros = builder.constant(np.zeros(full.static_shape, dtype_of(type)))
    (masked,) = builder.add("stablehlo.select", [chosen, many, zeros])
    numbers = {
        "lhs_batching_dimensions": [0, 1] if is_of_rows else [1],
        "rhs_batching_dimensions": [0, 1] if is_of_rows else [0],
        "lhs_contracting_dimensions": [3],
        "rhs_contracting_dimensions": [2 if is_of_rows else 1],
    }
    (products,) = builder.add("stablehlo.dot_general", [masked, rhs], numbers)
    if not is_of_rows:
        return builder.add("stablehlo.transpose", [products], {"permutation": [1, 0, 2, 3]})
    zero = builder.constant(np.zeros((), dtype_of(type)))
    body = builder.region([scalar(type)] * 2, lambda x, y: builder.add("stablehlo.add", [x, y]))
    return builder.add("stablehlo.reduce", [[products], [zero]], {"dimensions": [0]}, regions=[body])


@family("stablehlo.dot")
def _dot(draw: Draw, op: str) -> Program:
    type, inner = draw.type(_KINDS), draw.integer(0, 40)
    lhs, rhs = [*draw.shape(0, 1), inner], [inner, *draw.shape(0, 1)]
    return simple(op, [draw.array(type, shape, tame=True) for shape in (lhs, rhs)])


@family("stablehlo.convolution")
def _convolution(draw: Draw, op: str) -> Program:
    type, rank = draw.type(_KINDS[1:]), draw.integer(0, 3)
    groups, batch_groups = draw.choice([(1, 1), (1, 1), (2, 1), (3, 1), (1, 2), (1, 3)])
    batch = draw.integer(0 if draw.chance(0.1) else 1, 2) * batch_groups
    inputs, outputs = draw.integer(1, 3), draw.integer(1, 2) * groups * batch_groups
    spatial, window = draw.integers(rank, 1, 6), draw.integers(rank, 1, 3)
    orders = [draw.some(range(rank + 2), rank + 2) for _ in range(3)]
    lhs = _placed([batch, inputs * groups, *spatial], orders[0])
    rhs = _placed([inputs, outputs, *window], orders[1])
    names = (
        ("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"),
        ("kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions"),
        ("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"),
    )
    dimensions: dict[str, Any] = {}
    for (first, second, others), order in zip(names, orders, strict=True):
        dimensions |= {first: order[0], second: order[1], others: order[2:]}
    precisions = [draw.choice(["DEFAULT", "HIGH", "HIGHEST"]) for _ in range(2)]
    return simple(
        op,
        [draw.array(type, shape, tame=True) for shape in (lhs, rhs)],
        results=[TensorType(None, _of_sums(draw, type))],
        window_strides=draw.integers(rank, 1, 3),
        padding=np.array(draw.integers(2 * rank, -1, 2), np.int64).reshape(rank, 2),
        lhs_dilation=draw.integers(rank, 1, 2),
        rhs_dilation=draw.integers(rank, 1, 2),
        window_reversal=[draw.chance() for _ in range(rank)],
        feature_group_count=groups,
        batch_group_count=batch_groups,
        precision_config=precisions,
        **dimensions,
    )


def _placed(sizes: list[int], order: list[int]) -> list[int]:
    shape = [0] * len(sizes)
    for place, size in zip(order, sizes, strict=True):
        shape[place] = size
    return shape


@family("stablehlo.fft")
def _fft(draw: Draw, op: str) -> Program:
    how = draw.choice(["FFT", "IFFT", "RFFT", "IRFFT"])
    part = draw.type(["f32", "f64"])
    rank, lead = draw.integer(1, 3), draw.shape(0, 1)
    length = [draw.choice([1, 2, 3, 4, 5, 7, 8, 16]) for _ in range(rank)]
    shape = [*lead, *length]
    if how == "IRFFT":
        shape[-1] = length[-1] // 2 + 1
    operand = draw.floats(part if how == "RFFT" else complex_of(part), shape)
    return simple(op, [operand], fft_type=how, fft_length=length)


@family("stablehlo.cholesky")
def _cholesky(draw: Draw, op: str) -> Program:
    type, size, lead = draw.type(["f32", "f64", "complex"]), draw.integer(0, 6), draw.shape(0, 1)
    root = draw.floats(type, [*lead, size, size])
    matrix = root @ np.conjugate(np.swapaxes(root, -1, -2)) + 2 * np.eye(size)
    matrix = np.where(np.eye(size), matrix.real, matrix)
    return simple(op, [matrix.astype(root.dtype)], lower=draw.chance())


@family("stablehlo.triangular_solve")
def _triangular_solve(draw: Draw, op: str) -> Program:
    type, size, lead = draw.type(["f32", "f64", "complex"]), draw.integer(1, 6), draw.shape(0, 1)
    left, columns = draw.chance(), draw.integer(1, 4)
    matrix = draw.floats(type, [*lead, size, size]) * 0.25 + 2 * np.eye(size)
    other = draw.floats(type, [*lead, *([size, columns] if left else [columns, size])])
    return simple(
        op,
        [matrix.astype(other.dtype), other],
        left_side=left,
        lower=draw.chance(),
        unit_diagonal=draw.chance(),
        transpose_a=draw.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]),
    )


@family(*(f"stablehlo.batch_norm_{which}" for which in ("inference", "training", "grad")))
def _batch_norm(draw: Draw, op: str) -> Program:
    type, shape = draw.type(["f32", "f64", "f16", "bf16"]), draw.shape(1, 4, least=1)
    feature = draw.integer(0, len(shape) - 1)
    size = [shape[feature]]
    vector = lambda: draw.floats(type, size)  # noqa: E731
    variance = np.abs(vector()) + np.ones(size, vector().dtype)
    operand = draw.floats(type, shape)
    if op.endswith("inference"):
        inputs = [operand, vector(), vector(), vector(), variance.astype(operand.dtype)]
    elif op.endswith("training"):
        inputs = [operand, vector(), vector()]
    else:
        inputs = [operand, vector(), vector(), variance.astype(operand.dtype), draw.floats(type, shape)]
    return simple(op, inputs, epsilon=draw.choice([0.001, 1.0]), feature_index=feature)


@family("stablehlo.rng_bit_generator")
def _rng_bit_generator(draw: Draw, op: str) -> Program:
    type, shape = draw.type(("signed", "unsigned", "float"), bits=(8, 16, 32, 64)), draw.shape(0, 3)
    algorithm = draw.choice(["DEFAULT", "PHILOX", "THREE_FRY"])
    state = draw.array(draw.type(["ui64"]), [3 if algorithm == "PHILOX" else 2])
    results = [TensorType(state.shape, draw.type(["ui64"])), TensorType(shape, type)]
    detail = f"{algorithm} {results[1]}"
    return simple(op, [state], results=results, element_type=type, detail=detail, rng_algorithm=algorithm)
