"""Noise on plain sums: one draw for each result has the variance of noise on all of its terms."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.ops.stablehlo.reducers import block_ufunc, only_operation
from stablehlo_tools.verdict.noise.lane_values import reference_of
from stablehlo_tools.verdict.noise.supply import FloatFormat, Noise

_REDUCE: Final = "stablehlo.reduce"


def added_axes(op: Op, operation: Operation) -> tuple[int, ...] | None:
    """The axes along which a `reduce` of one tensor adds; None for other operations."""
    if op.name != _REDUCE or len(operation.results) != 1:
        return None
    block = operation.regions[0].blocks[0]
    if block_ufunc(block, only_operation(block)) is not np.add:
        return None
    return tuple(sorted(map(int, named_arguments(op, operation)["dimensions"])))


def norm_of_terms(op: Op, operation: Operation) -> Callable[[Array], Array] | None:
    """A function of the terms of a `reduce` that adds, which returns their norms; None for other operations.

    A norm is the root of the sum of the squares of the magnitudes that one result adds.
    """
    axes = added_axes(op, operation)
    if axes is None:
        return None
    type = operation.operands[0].type
    assert isinstance(type, TensorType)
    every = list(range(len(type.shape or ())))
    squares = functools.partial(_squares, every, [axis for axis in every if axis not in axes])

    def norm(terms: Array) -> Array:
        sizes = np.abs(terms) if terms.dtype.kind == "c" else upcast(terms)
        sums = squares(sizes)
        if not sums.size or (
            sums.item(sums.argmin()) > _least(sizes.dtype) and sums.item(sums.argmax()) < math.inf
        ):
            return np.sqrt(sums)
        greatest = sizes.max(axes, initial=0, keepdims=True)  # squares overflow or underflow
        greatest = np.maximum(greatest, -sizes.min(axes, initial=0, keepdims=True))
        sums = squares(np.divide(sizes, greatest, out=np.zeros_like(sizes), where=greatest > 0))
        return np.asarray(greatest.reshape(sums.shape) * np.sqrt(sums))

    return norm


def _squares(every: list[int], kept: list[int], array: Array) -> Array:
    return np.asarray(np.einsum(array, every, array, every, kept))


@functools.cache
def _least(dtype: Dtype) -> float:
    """A limit to sums of squares: smaller ones may lack terms that underflow."""
    limits = np.finfo(dtype)
    return float(limits.smallest_normal) / float(limits.eps) ** 2


def with_noise_of_sum(
    noise: Noise, value: Any, others: Array, format: FloatFormat, amplitude: float, share: Array | None
) -> Any:
    """A sum with its own noise, of which each element has a `share`, and that of `others`, such as terms.

    Both are relative to `amplitude` epsilons; noise of the others stays where terms cancel.
    """
    total = upcast(reference_of(value))
    own = np.abs(total) if share is None else np.abs(total) * share
    sizes = np.hypot(own, others).astype(total.dtype, copy=False)
    return noise.with_noise_of(value, sizes, format, amplitude)
