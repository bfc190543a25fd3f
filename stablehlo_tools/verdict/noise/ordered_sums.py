"""The sum of an array in the order in which engines add, with the roundings of its type."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.verdict.tolerance import is_narrow


def sum_in_order(terms: Array, axes: Sequence[int], initial: Array, window: int) -> Array:
    """The sum along axes, from the first term to the last.

    Terms of 16 bits are added in windows of a size in each dimension, and then these sums; without windows
    if that is 0.
    """
    others = [axis for axis in range(terms.ndim) if axis not in axes]
    shape = [terms.shape[axis] for axis in others]
    terms = terms.transpose(*axes, *others)
    terms = terms.reshape(*terms.shape[: len(axes)], math.prod(shape))
    while window and is_narrow(terms.dtype) and max(terms.shape[:-1], default=0) > window:
        terms = _added_in_windows(terms, window)
    terms = terms.reshape(-1, terms.shape[-1])
    lines = np.empty((1 + len(terms), terms.shape[1]), terms.dtype)
    lines[0], lines[1:] = np.broadcast_to(initial, shape).reshape(-1), terms
    return _added(lines).reshape(shape)


def _added_in_windows(terms: Array, window: int) -> Array:
    """The sums of windows in all dimensions but the last, each in order; zeros pad both ends alike."""
    sizes = terms.shape[:-1]
    windows = [min(size, window) for size in sizes]
    missing = [-size % own for size, own in zip(sizes, windows, strict=True)]
    padded = np.pad(terms, [*((count // 2, count - count // 2) for count in missing), (0, 0)])
    counts = [size // own for size, own in zip(padded.shape, windows, strict=False)]
    pairs = [size for pair in zip(counts, windows, strict=True) for size in pair]
    outer, inner = range(0, len(pairs), 2), range(1, len(pairs), 2)
    lines = padded.reshape(*pairs, -1).transpose(*outer, *inner, len(pairs))
    return _added(lines.reshape(*counts, math.prod(windows), -1))


def _added(lines: Array) -> Array:
    """The sums of lines, the second dimension from the last, in order.

    numpy adds whole lines of contiguous arrays one after another, but single numbers in pairs.
    """
    if lines.shape[-1] == 1:
        return np.asarray(np.add.accumulate(lines, -2)[..., -1, :])
    return np.asarray(np.add.reduce(np.ascontiguousarray(lines), -2))
