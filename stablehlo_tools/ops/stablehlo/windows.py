"""Sliding windows over arrays, for convolution, reduce_window and select_and_scatter."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from stablehlo_tools.ops.model.declare import Array

Padding = Sequence[tuple[int, ...]]  # (low, high) per dimension


def pad_and_dilate(x: Array, value: Array | int, padding: Padding, dilations: Sequence[int]) -> Array:
    """`x` with its elements `dilations` apart and `padding` around, which may be negative."""
    placement = _placement(x.shape, tuple(padding), tuple(dilations))
    if placement is None:
        return x
    result = np.empty(placement.shape, x.dtype)
    result.fill(value)
    result[placement.target] = x[placement.source]
    return result


class _Placement(NamedTuple):
    """The placement of the elements of an array in one of this shape."""

    shape: tuple[int, ...]
    source: tuple[slice, ...]
    target: tuple[slice, ...]


@functools.lru_cache(maxsize=1024)
def _placement(
    shape: tuple[int, ...], padding: tuple[tuple[int, ...], ...], dilations: tuple[int, ...]
) -> _Placement | None:
    """The placement of the elements of an array of this shape; None if it is unchanged."""
    if all(low == high == 0 for low, high in padding) and all(dilation == 1 for dilation in dilations):
        return None
    padded, target, source = [], [], []
    for size, (low, high), dilation in zip(shape, padding, dilations, strict=True):
        padded_size = max(low + _span(size, dilation) + high, 0)
        # the positions low, low + dilation, ... that are in [0, padded_size)
        first = max(-(low // dilation), 0)
        last = min((padded_size - 1 - low) // dilation, size - 1)
        start = low + first * dilation
        padded.append(padded_size)
        target.append(slice(start, max(low + last * dilation + 1, start), dilation))
        source.append(slice(first, max(last + 1, first)))
    return _Placement(tuple(padded), tuple(source), tuple(target))


def windows(x: Array, sizes: Sequence[int], strides: Sequence[int], dilations: Sequence[int]) -> Array:
    """A read-only view of shape (number of windows per dimension..., sizes...)."""
    shape, steps = _view(x.shape, x.strides, tuple(sizes), tuple(strides), tuple(dilations))
    if x.flags.c_contiguous and 0 not in shape:  # in a fraction of the time of as_strided
        view: Array = np.ndarray(shape, x.dtype, x, 0, steps)
        view.setflags(write=False)
        return view
    # as_strided rejects element types that numpy does not have, so view their bits
    bits = x if x.dtype.isbuiltin == 1 else x.view(f"u{x.dtype.itemsize}")
    return as_strided(bits, shape, steps, writeable=False).view(x.dtype)


@functools.lru_cache(maxsize=1024)
def _view(
    shape: tuple[int, ...],
    steps: tuple[int, ...],
    sizes: tuple[int, ...],
    strides: tuple[int, ...],
    dilations: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shape and the strides of `windows` over an array of this shape, with these strides."""
    between = map(operator.mul, steps, strides)
    within = map(operator.mul, steps, dilations)
    return (*window_counts(shape, sizes, strides, dilations), *sizes), (*between, *within)


def window_counts(
    lengths: Sequence[int], sizes: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> list[int]:
    """The number of windows in each dimension of an array of size `lengths`."""
    spans = map(_span, sizes, dilations)
    return [
        max((length - span) // stride + 1, 0) if length else 0
        for length, span, stride in zip(lengths, spans, strides, strict=True)
    ]


def _span(size: int, dilation: int) -> int:
    """The number of positions that `size` elements span that are `dilation` apart."""
    return (size - 1) * dilation + 1 if size else 0
