"""Numbers where functions end, overflow, cancel or have signs: inputs that tell two programs apart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ElementType, TensorType, part_of

Array = NDArray[Any]


def corners(element_type: ElementType) -> Array:
    """The numbers of a type: its ends, its smallest, those beside one, and where exponentials overflow."""
    dtype, kind = dtype_of(element_type), element_type.kind
    if kind == "boolean":
        return np.array([False, True], dtype)
    if kind in ("signed", "unsigned", "index"):
        return _integers(element_type.bits, dtype)
    if kind == "complex":
        parts = _floats(dtype_of(part_of(element_type)))
        few = parts[[*range(0, len(parts), 3), -1]].astype(np.float64)  # the last is NaN
        return np.array([complex(x, y) for x in few for y in few], dtype)
    return _floats(dtype)


def _integers(bits: int, dtype: np.dtype[Any]) -> Array:
    limits = ml_dtypes.iinfo(dtype)
    least, most = int(limits.min), int(limits.max)
    near = [0, 1, 2, 3, bits - 1, bits, -1, -2, least, least + 1, most - 1, most, most // 2 + 1]
    return np.array(sorted({each for each in near if least <= each <= most}), dtype)


def _floats(dtype: np.dtype[Any]) -> Array:
    if dtype.itemsize == 1:  # all of them; those of four and six bits have no others
        limits = 1 << ml_dtypes.finfo(dtype).bits
        return np.arange(limits, dtype=np.uint8).view(dtype)
    information = ml_dtypes.finfo(dtype)
    eps, most, tiny, least = (
        float(getattr(information, name)) for name in ("eps", "max", "tiny", "smallest_subnormal")
    )
    near = [0, least, 2 * least, tiny - least, tiny, eps, 0.5, 1 - eps / 2, 1, 1 + eps, 1.5, 2, 3, 10, 20.5]
    far = [math.sqrt(most), math.log(most), 1.01 * math.log(most), most / 2, most, math.inf]
    numbers = np.array([*near, *far])
    return np.concatenate([numbers, -numbers, [math.nan]]).astype(dtype)


def products(element_types: Sequence[ElementType]) -> list[Array]:
    """The corners of each type with those of the others, an array a type; of bytes, with some 70 of them."""
    numbers = [corners(element_types[0]), *(_fewer(corners(each)) for each in element_types[1:])]
    return [each.reshape(-1) for each in np.meshgrid(*numbers, indexing="ij")]


def _fewer(numbers: Array) -> Array:
    """Of all numbers of a byte, those at the ends of either sign, and every fifth."""
    if len(numbers) < 256:
        return numbers
    places = np.arange(256)
    return numbers[(places % 128 < 4) | (places % 128 >= 120) | (places % 5 == 0)]


TURNS = 6


def turned(types: Sequence[TensorType]) -> Iterator[list[Array]]:
    """Arrays of corners: each turn has others, at other distances from those of the arguments before."""
    for turn in range(TURNS):
        yield [_turned(type, turn, index) for index, type in enumerate(types)]


def _turned(type: TensorType, turn: int, index: int) -> Array:
    assert isinstance(type.element_type, ElementType)
    shape = type.static_shape
    numbers = np.roll(corners(type.element_type), -turn * (math.prod(shape) + index))
    return np.resize(numbers, shape)
