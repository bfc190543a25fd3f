"""Window reductions, which share partial results between windows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ops.model.declare import Array, Integers
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo.reducers import Arrays, Reducer, fix_zero_signs
from stablehlo_tools.ops.stablehlo.windows import windows

# The length of the blocks of a prefix scan: rounding errors accumulate within a block, then across blocks, so
# that 64 + 64 roundings reach 4,096 elements.
_BLOCK = 64


def fold_by_elements(
    arrays: Arrays, inits: Arrays, sizes: Sequence[int], strides: Integers, dilations: Integers,
    combine: Reducer,
) -> Arrays:  # fmt: skip
    """Fold each window element by element, the order in which most implementations compute and round."""
    views = [windows(x, sizes, strides, dilations) for x in arrays]
    folded: Arrays = [np.broadcast_to(init, views[0].shape[: len(sizes)]) for init in inits]
    for place in interruptible(np.ndindex(*sizes)):
        at: Any = (..., *place)
        folded = combine(*folded, *(view[at] for view in views))
    return folded


def fold_along(arrays: Arrays, axis: int, size: int, stride: int, dilation: int, combine: Reducer) -> Arrays:
    """Fold each window along one axis.

    Wide windows are combined from windows of 1, 2, 4, ... elements (doubling), each from two of the last.
    """
    parts: Arrays = [np.moveaxis(x, axis, 0) for x in arrays]
    length = len(parts[0])
    count = max((length - (size - 1) * dilation - 1) // stride + 1, 0)

    def taken(place: int) -> Arrays:
        """For each window, the part that starts `place` elements after its start."""
        start = place * dilation
        return [x[start : start + (count - 1) * stride + 1 : stride] if count else x[:0] for x in parts]

    if (size - 1) * count <= size.bit_length() * length:
        folded = taken(0)
        for place in interruptible(range(1, size)):
            folded = combine(*folded, *taken(place))
    else:
        done, width = 0, 1
        while done < size:
            if size & width:
                folded = combine(*folded, *taken(done)) if done else taken(done)
                done += width
            shift = width * dilation
            parts = combine(*(x[:-shift] for x in parts), *(x[shift:] for x in parts))
            width *= 2
    return [np.moveaxis(x, 0, axis) for x in folded]


# -- prefix scans ------------------------------------------------------------------------------------


def is_prefix_scan(length: int, size: int, edges: Sequence[int], steps: Sequence[int]) -> bool:
    """Whether each window along an axis has all elements up to a position, or all from it on.

    `edges` are the padding at both ends, `steps` all strides and dilations. A window of one element needs no
    scan.
    """
    return 1 <= length <= size > 1 and set(steps) == {1} and sorted(edges) == [0, size - 1]


def prefix_scan(ufunc: np.ufunc, x: Array, axis: int, *, from_end: bool) -> Array:
    """For each position along an axis, the fold of all elements up to it, or of all from it on."""
    turned = np.flip(x, axis) if from_end else x
    line = np.moveaxis(turned, axis, -1)
    identity = 0.0 if ufunc is np.add else np.nan  # does not decide the sign of a zero
    sums = _accumulate(ufunc, line)
    settled = fix_zero_signs(ufunc, sums, line, identity, lambda mask: np.logical_or.accumulate(mask, -1))
    folded = np.moveaxis(settled, -1, axis)
    return np.flip(folded, axis) if from_end else folded


def _accumulate(ufunc: np.ufunc, x: Array) -> Array:
    """`ufunc.accumulate` along the last axis, in blocks to limit the accumulation of rounding errors."""
    length = x.shape[-1]
    if length <= _BLOCK or x.dtype.kind not in "fc" or ufunc not in (np.add, np.multiply):
        return np.asarray(ufunc.accumulate(x, -1, dtype=x.dtype))
    blocks = np.empty((*x.shape[:-1], -(-length // _BLOCK), _BLOCK), x.dtype)
    flat = blocks.reshape(*x.shape[:-1], -1)
    flat[..., :length], flat[..., length:] = x, 0
    ufunc.accumulate(blocks, -1, out=blocks)
    before = _accumulate(ufunc, blocks[..., :-1, -1])
    ufunc(blocks[..., 1:, :], before[..., np.newaxis], out=blocks[..., 1:, :])
    return flat[..., :length]
