"""The bodies of reductions as functions of whole arrays: what reduce, scatter and their kin share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ops.declare import OPS, Array, RegionCall

Combine = Callable[..., tuple[Array, ...]]

# Ufuncs whose operands may come in any order and grouping.
_FOLDS = {
    np.add, np.multiply, np.maximum, np.minimum, np.bitwise_and, np.bitwise_or, np.bitwise_xor,
    np.logical_and, np.logical_or, np.logical_xor,
}  # fmt: skip


def fold_of(body: RegionCall) -> np.ufunc | None:
    """The ufunc that folds as the body does, in the types that `elementwise.in_wide` gives."""
    op = OPS.get(body.operation or "")
    return op.ufunc if op is not None and op.ufunc in _FOLDS else None


def lifted(body: RegionCall, dtypes: Sequence[np.dtype[Any]]) -> Combine:
    """The body as a function of arrays of one shape, with results of these dtypes."""
    if body.is_liftable:
        return body

    def each(*arrays: Array) -> tuple[Array, ...]:
        results = tuple(np.empty(arrays[0].shape, dtype) for dtype in dtypes)
        for index in np.ndindex(arrays[0].shape):
            values = body(*(np.asarray(array[index]) for array in arrays))
            for result, value in zip(results, values, strict=True):
                result[index] = value
        return results

    return each


def combination(body: RegionCall, dtypes: Sequence[np.dtype[Any]]) -> Combine:
    """`lifted`, or the ufunc where there is one; it may be given what `in_wide` gives."""
    ufunc = fold_of(body)
    return lifted(body, dtypes) if ufunc is None else lambda lhs, rhs: (ufunc(lhs, rhs),)
