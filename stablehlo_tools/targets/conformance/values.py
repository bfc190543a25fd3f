"""Inputs of cases: usual numbers, and those at the limits of each element type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.interpret.random_values import generated_input
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, integer_range
from stablehlo_tools.verdict.difference import info

SIDE: Final = 12  # of the square in which each special value meets each


def usual(types: Sequence[TensorType], seed: int) -> list[Array]:
    """Random inputs of these types, the same for a seed."""
    return [generated_input(type, seed, index) for index, type in enumerate(types)]


def zeros(types: Sequence[TensorType]) -> list[Array]:
    """Zeros of these types: indices and sizes that are always in bounds."""
    return [np.zeros(type.static_shape, dtype_of(type.element_type)) for type in types]


def special(types: Sequence[TensorType]) -> list[Array]:
    """Special values along the last dimension of every other input, and along the first of the rest.

    In squares, each value of one operand meets each of the next.
    """
    return [_special(type, index) for index, type in enumerate(types)]


def _special(type: TensorType, index: int) -> Array:
    shape = type.static_shape
    if isinstance(type.element_type, QuantizedType):
        raise ValueError(f"a {type} has no special values")
    values = special_values(type.element_type)
    places = np.indices(shape)[(-1 if index % 2 == 0 else 0)] if shape else np.asarray(index)
    return np.asarray(values[(places + index // 2) % len(values)])


def special_values(element: ElementType) -> Array:
    """Zeros, ones, halves, the limits of an element type, and infinities and NaN where it has them."""
    dtype = dtype_of(element)
    if element.kind == "boolean":
        return np.array([False, True])
    if element.kind in ("signed", "unsigned", "index"):
        least, greatest = integer_range(element)
        wanted = (0, 1, -1, 2, 3, greatest, greatest - 1, least, least + 1, 7, -2, greatest // 2)
        return np.array([min(max(each, least), greatest) for each in wanted], dtype)
    if element.kind == "complex":
        parts = np.array([0.0, 1.0, -1.0, 0.5, 2.0, 4.0, 0.25, 3.5, -2.5, 1e-3, 10.0, -0.5])
        return np.asarray(parts + 1j * np.roll(parts, 5), dtype)  # of infinities, nothing is specified
    limits = info(dtype)
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.0, limits.max, limits.min, limits.tiny, np.inf, np.nan]
    with np.errstate(all="ignore"):
        return np.asarray(np.array(numbers, np.float64).astype(dtype))
