"""Arrays with bounds: the reference, and the largest distance of correct implementations from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, read_only
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.schema import Unsupported


@dataclass(frozen=True, eq=False)
class BoundedArray:
    """An array of the reference, and the largest distance of correct results from each element.

    The distance is infinite where correct results may be anything; None: everywhere. For integers and
    booleans, it is 0 or infinite. A value with a distance cannot decide where a program branches: `bool`
    raises `Unsupported`.
    """

    value: Any
    radius: Array | None

    def __getitem__(self, key: tuple[()]) -> BoundedArray:
        """The value itself: a scalar is bounded as well."""
        return self

    @property
    def flags(self) -> Any:
        """The memory flags of the array, which stand for those of the distances, too."""
        return self.value.flags

    def read_only(self) -> BoundedArray:
        """The same value, read-only."""
        return BoundedArray(read_only(self.value), read_only(self.radius))

    def __bool__(self) -> bool:
        raise Unsupported("rounding may decide a branch: the errors have no known bound")

    __index__ = __int__ = __bool__


def values_of(operands: Sequence[Any]) -> tuple[Any, ...]:
    """The values of operands in the reference."""
    return tuple(
        values_of(x) if isinstance(x, tuple | list) else x.value if isinstance(x, BoundedArray) else x
        for x in operands
    )


def radii_of(operands: Sequence[Any], normal: float) -> tuple[Any, ...]:
    """The distances of correct operands; exact numbers below `normal` may be flushed to zero."""
    return tuple(
        radii_of(operand, normal)
        if isinstance(operand, tuple | list)
        else operand.radius
        if isinstance(operand, BoundedArray)
        else _exact_radius(as_array(operand), normal)
        for operand in operands
    )


def _exact_radius(value: Array, normal: float) -> Array:
    none = np.broadcast_to(0.0, value.shape)
    if value.dtype.kind != "f" or not normal:
        return none
    is_small = (np.abs(value) < normal) & (value != 0)
    return np.where(is_small, normal, none) if is_small.any() else none


def magnitudes_of(value: Any) -> tuple[Array, Array]:
    """The least and the greatest magnitudes of correct implementations."""
    size = np.abs(as_array(value.value if isinstance(value, BoundedArray) else value))
    radius = value.radius if isinstance(value, BoundedArray) else 0.0
    off = np.inf if radius is None else radius
    return np.maximum(size - off, 0.0), size + off


def beyond_range(value: Any, vanishes: Array, is_open: Array) -> Any:
    """A value with bounds for elements that may vanish, and without for those that may be anything.

    What is zero already, as divided by an infinity, tells nothing.
    """
    value, radius = (value.value, value.radius) if isinstance(value, BoundedArray) else (value, np.zeros(()))
    if radius is None or not (vanishes.any() or is_open.any()):
        return value if radius is not None and not radius.any() else BoundedArray(value, radius)
    greatest = np.abs(as_array(value)) + radius
    off = np.where(vanishes, np.where(as_array(value) != 0, greatest, np.inf), radius)
    return BoundedArray(value, np.where(is_open, np.inf, off))
