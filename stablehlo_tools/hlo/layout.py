"""Memory layouts of arrays: dimension order, padding and tiles.

Sources: XLA's "Shapes and Layout" (`minor_to_major`, `padded_dimensions`, `padding_value`) and "Tiled
layout"; `xla/index_util.h` for the conversion of indices.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.hlo.shape import Shape

Tile = tuple[int | None, ...]
SplitConfig = tuple[int, tuple[int, ...]]


class LayoutError(ValueError):
    """A layout that does not fit its shape, or an index out of bounds."""


def wrong_number(rank: int, name: str, listed: Sequence[int]) -> str:
    """The error in a list that does not have one number for each dimension."""
    return f"the array has {plural(rank, 'dimension')}, but {name} lists {len(listed)}"


@dataclass(frozen=True)
class Layout:
    """The memory layout of an array.

    `minor_to_major` are the dimensions, fastest-varying first. Each of `tiles` lists the sizes of a tile over
    the most minor dimensions, major first; None stands for `*`, which merges the dimension into the next.
    `padded_dimensions`, if given, are the padded sizes of the dimensions, filled with `padding_value`. The
    other fields are those that HLO prints in a layout (`str` is that text, without braces).
    """

    minor_to_major: tuple[int, ...]
    tiles: tuple[Tile, ...] = ()
    tail_padding_alignment: int = 1
    index_type: str = ""
    pointer_type: str = ""
    element_size_in_bits: int = 0
    memory_space: int = 0
    split_configs: tuple[SplitConfig, ...] = ()
    physical_shape: Shape | None = None
    dynamic_shape_metadata_bytes: int = 0
    padded_dimensions: tuple[int, ...] = ()
    padding_value: Any = 0

    @property
    def is_dim0_major(self) -> bool:
        """Whether higher dimensions vary faster, as in C (row-major)."""
        return self.minor_to_major == tuple(reversed(range(len(self.minor_to_major))))

    @property
    def is_dim0_minor(self) -> bool:
        """Whether lower dimensions vary faster, as in Fortran (column-major)."""
        return self.minor_to_major == tuple(range(len(self.minor_to_major)))

    def check(self, dimensions: Sequence[int]) -> None:
        """Raise LayoutError if the layout does not fit an array of these dimensions."""
        rank = len(dimensions)
        if len(self.minor_to_major) != rank:
            raise LayoutError(wrong_number(rank, "minor_to_major", self.minor_to_major))
        if sorted(self.minor_to_major) != list(range(rank)):
            order = list(self.minor_to_major)
            raise LayoutError(f"minor_to_major is {order}, which is not a permutation of {list(range(rank))}")
        if self.padded_dimensions and len(self.padded_dimensions) != rank:
            raise LayoutError(wrong_number(rank, "padded_dimensions", self.padded_dimensions))
        if any(tile[-1:] == (None,) for tile in self.tiles):
            raise LayoutError("the last dimension of a tile cannot be `*`: there is no next dimension")
        for number, (size, padded) in enumerate(zip(dimensions, self.padded_dimensions, strict=False)):
            if padded < size:
                raise LayoutError(f"dimension {number} of size {size} cannot be padded to {padded}")

    def __str__(self) -> str:
        parts = ",".join(map(str, self.minor_to_major))
        suffixes = "".join(self._suffixes())
        return f"{parts}:{suffixes}" if suffixes else parts

    def _suffixes(self) -> list[str]:
        tiles = "".join(f"({','.join('*' if t is None else str(t) for t in tile)})" for tile in self.tiles)
        splits = (f"({dimension}:{','.join(map(str, indices))})" for dimension, indices in self.split_configs)
        texts = (
            ("T{}", tiles),
            ("L({})", self.tail_padding_alignment if self.tail_padding_alignment != 1 else ""),
            ("#({})", self.index_type),
            ("*({})", self.pointer_type),
            ("E({})", self.element_size_in_bits or ""),
            ("S({})", self.memory_space or ""),
            ("SC{}", "".join(splits)),
            ("P({})", self.physical_shape or ""),
            ("M({})", self.dynamic_shape_metadata_bytes or ""),
        )
        return [form.format(value) for form, value in texts if value != ""]


@functools.lru_cache(64)
def default_layout(rank: int) -> Layout:
    """The default layout: dimension 0 is major."""
    return Layout(tuple(reversed(range(rank))))


# -- indices ------------------------------------------------------------------------------------


def linear_index(dimensions: Sequence[int], layout: Layout, index: Sequence[int]) -> int:
    """The position of the element at `index`, in elements. Raises LayoutError if out of bounds."""
    layout.check(dimensions)
    if len(index) != len(dimensions):
        raise LayoutError(f"expected an index of {len(dimensions)} numbers, got {len(index)}")
    for number, (position, size) in enumerate(zip(index, dimensions, strict=True)):
        if not 0 <= position < size:
            raise LayoutError(f"index {position} is out of bounds for dimension {number} of size {size}")
    coordinates = [np.int64(position) for position in index]
    return int(_linear(dimensions, layout, coordinates))


def multi_index(dimensions: Sequence[int], layout: Layout, linear: int) -> tuple[int, ...] | None:
    """The index of the element at position `linear`; None for padding.

    Raises LayoutError if out of bounds.
    """
    layout.check(dimensions)
    count = buffer_size(dimensions, layout)
    if not 0 <= linear < count:
        raise LayoutError(f"linear index {linear} is out of bounds for a buffer of {count} elements")
    index = _untiled(dimensions, layout, linear)
    inside = index is not None and all(i < size for i, size in zip(index, dimensions, strict=True))
    return index if inside else None


def strides(dimensions: Sequence[int], layout: Layout) -> tuple[int, ...]:
    """The stride of each dimension, in elements. Raises LayoutError for tiled layouts."""
    layout.check(dimensions)
    if layout.tiles:
        raise LayoutError("a tiled layout has no strides")
    sizes, step = layout.padded_dimensions or dimensions, 1
    result = [0] * len(dimensions)
    for dimension in layout.minor_to_major:
        result[dimension] = step
        step *= sizes[dimension]
    return tuple(result)


def linear_indices(dimensions: Sequence[int], layout: Layout, shown: Sequence[int] | None = None) -> Array:
    """The position of each element, as an array of these dimensions, or of its corner of sizes `shown`."""
    layout.check(dimensions)
    sizes = tuple(dimensions if shown is None else shown)
    return np.broadcast_to(_linear(dimensions, layout, list(np.indices(sizes, sparse=True))), sizes)


def buffer_size(dimensions: Sequence[int], layout: Layout) -> int:
    """The number of elements in the buffer, including padding."""
    steps = tilings(dimensions, layout)
    count = math.prod(steps[-1].sizes if steps else _physical(dimensions, layout))
    return -(-count // layout.tail_padding_alignment) * layout.tail_padding_alignment


def _linear(dimensions: Sequence[int], layout: Layout, coordinates: Sequence[Any]) -> Any:
    sizes, positions = _tiled(dimensions, layout, coordinates)
    place: Any = np.int64(0)
    for size, position in zip(sizes, positions, strict=True):
        place = place * size + position
    return place


def _tiled(
    dimensions: Sequence[int], layout: Layout, coordinates: Sequence[Any]
) -> tuple[list[int], list[Any]]:
    """The physical dimensions, major first, and the coordinates in them, after all tiles."""
    order = layout.minor_to_major[::-1]
    sizes, positions = _physical(dimensions, layout), [coordinates[dimension] for dimension in order]
    for step in tilings(dimensions, layout):
        sizes, positions = step.sizes, step.positions(positions)
    return sizes, positions


def _untiled(dimensions: Sequence[int], layout: Layout, linear: int) -> tuple[int, ...] | None:
    """The index of the element at `linear`, which may be out of bounds; None in the padding of a tile."""
    steps = tilings(dimensions, layout)
    sizes = steps[-1].sizes if steps else _physical(dimensions, layout)
    positions: list[int] | None = _split(linear, sizes)
    for step in reversed(steps):
        positions = step.before(positions) if positions is not None else None
    if positions is None:
        return None
    by_dimension = dict(zip(layout.minor_to_major[::-1], positions, strict=True))
    return tuple(by_dimension[dimension] for dimension in range(len(dimensions)))


def tilings(dimensions: Sequence[int], layout: Layout) -> list[Tiling]:
    """The tiles of a layout, each over the dimensions that the one before results in."""
    sizes, steps = _physical(dimensions, layout), []
    for tile in layout.tiles:
        steps.append(Tiling(sizes, tile))
        sizes = steps[-1].sizes
    return steps


def _physical(dimensions: Sequence[int], layout: Layout) -> list[int]:
    padded = layout.padded_dimensions or dimensions
    return [padded[dimension] for dimension in reversed(layout.minor_to_major)]


def _split(number: int, sizes: Sequence[int]) -> list[int]:
    """The digits of a number in mixed radix `sizes`, the last one varying fastest."""
    digits = []
    for size in reversed(sizes):
        number, digit = divmod(number, size)
        digits.append(digit)
    return digits[::-1]


class Tiling:
    """One tile over the most minor dimensions: the tile and the position within it, for each dimension.

    `groups` are the sizes of the dimensions that are merged before tiling, to those in `merged`; `sizes` are
    the dimensions afterwards: those before the tiled ones, the `counts` of tiles, the `extents` of a tile.
    """

    def __init__(self, before: Sequence[int], tile: Tile) -> None:
        width = min(len(tile), len(before))
        self.untouched = list(before[: len(before) - width])
        self.groups: list[list[int]] = []
        self.extents: list[int] = []
        group: list[int] = []
        for size, extent in zip(before[len(before) - width :], tile[len(tile) - width :], strict=True):
            group.append(size)
            if extent is not None:
                self.groups.append(group)
                self.extents.append(extent)
                group = []
        self.merged = list(map(math.prod, self.groups))
        pairs = list(zip(self.merged, self.extents, strict=True))
        self.counts = [-(-size // extent) for size, extent in pairs]
        self.sizes = [*self.untouched, *self.counts, *self.extents]

    @property
    def padded(self) -> list[int]:
        """The merged sizes, with the padding that completes the last tiles."""
        return [count * extent for count, extent in zip(self.counts, self.extents, strict=True)]

    def positions(self, before: Sequence[Any]) -> list[Any]:
        """The position in `sizes` of the element at `before`."""
        tiled, merged = iter(before[len(self.untouched) :]), []
        for group in self.groups:
            place: Any = np.int64(0)
            for size in group:
                place = place * size + next(tiled)
            merged.append(place)
        pairs = list(zip(merged, self.extents, strict=True))
        outer, inner = [at // extent for at, extent in pairs], [at % extent for at, extent in pairs]
        return [*before[: len(self.untouched)], *outer, *inner]

    def before(self, positions: Sequence[int]) -> list[int] | None:
        """The inverse of `positions`; None for padding."""
        first, count = len(self.untouched), len(self.groups)
        coordinates = list(positions[:first])
        outer, inner = positions[first : first + count], positions[first + count :]
        for group, extent, tile, within in zip(self.groups, self.extents, outer, inner, strict=True):
            place = tile * extent + within
            if place >= math.prod(group):
                return None
            coordinates += _split(place, group)
        return coordinates
