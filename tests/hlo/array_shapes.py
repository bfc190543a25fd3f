"""Shapes and arrays as the cases of `tests/hlo` write them."""

from __future__ import annotations

from typing import Any

import numpy as np

from stablehlo_tools.hlo.layout import Layout, LayoutError, buffer_size, linear_indices
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.hlo.text.shape_text import parse_shape

Array = np.ndarray[Any, Any]


def parse_array_shape(text: str) -> ArrayShape:
    """The array shape in `text`. Raises `ParseError`, and LayoutError for a layout that does not fit."""
    shape = parse_shape(text)
    if not isinstance(shape, ArrayShape):
        raise LayoutError(f"expected an array shape, found {shape}")
    shape.order.check(shape.greatest)
    return shape


def to_buffer(array: Array, layout: Layout) -> Array:
    """The elements of an array in memory order, including padding: a flat array."""
    buffer = np.full(buffer_size(array.shape, layout), layout.padding_value, array.dtype)
    buffer[linear_indices(array.shape, layout)] = array
    return buffer
