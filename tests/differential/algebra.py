"""Programs of products, convolutions, transforms, factorizations, and random bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from stablehlo_tools.types import TensorType, complex_of
from tests.differential.draw import Draw
from tests.differential.programs import Program, family, simple

_KINDS = ("boolean", "signed", "unsigned", "float", "complex")


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
    return simple(
        op,
        operands,
        lhs_batching_dimensions=numbers[0][0],
        rhs_batching_dimensions=numbers[1][0],
        lhs_contracting_dimensions=numbers[0][1],
        rhs_contracting_dimensions=numbers[1][1],
    )


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
    return simple(
        op,
        [draw.array(type, shape, tame=True) for shape in (lhs, rhs)],
        window_strides=draw.integers(rank, 1, 3),
        padding=np.array(draw.integers(2 * rank, -1, 2), np.int64).reshape(rank, 2),
        lhs_dilation=draw.integers(rank, 1, 2),
        rhs_dilation=draw.integers(rank, 1, 2),
        window_reversal=[draw.chance() for _ in range(rank)],
        feature_group_count=groups,
        batch_group_count=batch_groups,
        precision_config=["DEFAULT", "DEFAULT"],
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
    type, shape = draw.type(("signed", "unsigned"), bits=(8, 16, 32, 64)), draw.shape(0, 3)
    algorithm = draw.choice(["DEFAULT", "PHILOX", "THREE_FRY"])
    state = draw.array(draw.type(["ui64"]), [3 if algorithm == "PHILOX" else 2])
    results = [TensorType(state.shape, draw.type(["ui64"])), TensorType(shape, type)]
    detail = f"{algorithm} {results[1]}"
    return simple(op, [state], results=results, element_type=type, detail=detail, rng_algorithm=algorithm)
