"""Describes the memory layout of an array as text and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablehlo_tools.hlo.layout import Layout, buffer_size, linear_index, linear_indices, multi_index, strides
from stablehlo_tools.hlo.shape import ArrayShape

_MOST_ROWS, _MOST_COLUMNS = 16, 16


def description(shape: ArrayShape, indices: Sequence[Sequence[int]], places: Sequence[int]) -> Iterator[str]:
    """Lines: sizes, order and strides, the requested elements, and the positions of the elements of a matrix.

    Raises LayoutError for an index or a position out of bounds.
    """
    sizes, layout = shape.greatest, shape.order
    layout.check(sizes)
    yield str(shape)
    count, buffer = shape.element_count, buffer_size(sizes, layout)
    padding = f" in a buffer of {buffer:,}" if buffer != count else ""
    yield f"  elements  {count:,}{padding}, {shape.byte_size:,} bytes"
    yield f"  layout    {_order(layout)}"
    if not layout.tiles and sizes:
        yield f"  strides   {', '.join(map(str, strides(sizes, layout)))}"
    for index in indices:
        yield f"  {_tuple(index)} lies at {linear_index(sizes, layout, index)}"
    for place in places:
        coordinates = multi_index(sizes, layout, place)
        yield f"  at {place} lies {'padding' if coordinates is None else _tuple(coordinates)}"
    if 1 <= len(sizes) <= 2 and count:
        yield ""
        yield from _table(sizes, layout)


def _order(layout: Layout) -> str:
    if len(layout.minor_to_major) < 2:
        return "one element after the other"
    if layout.is_dim0_major:
        return "dimension 0 is major (row-major)"
    if layout.is_dim0_minor:
        return "dimension 0 is minor (column-major)"
    return f"from minor to major: {', '.join(map(str, layout.minor_to_major))}"


def _tuple(index: Sequence[int]) -> str:
    return f"({', '.join(map(str, index))})"


def _table(sizes: Sequence[int], layout: Layout) -> Iterator[str]:
    """The position of each element, in the form of the array; large arrays are truncated."""
    corner = [min(pair) for pair in zip(sizes, (_MOST_ROWS, _MOST_COLUMNS)[-len(sizes) :], strict=True)]
    shown = linear_indices(sizes, layout, corner)
    rows = shown.reshape(-1, shown.shape[-1]).tolist()
    width = max(len(str(place)) for row in rows for place in row)
    more = " ..." if sizes[-1] > _MOST_COLUMNS else ""
    for row in rows:
        yield "  " + " ".join(f"{place:>{width}}" for place in row) + more
    if len(sizes) == 2 and sizes[0] > _MOST_ROWS:
        yield "  ..."
