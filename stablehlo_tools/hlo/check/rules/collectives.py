"""Shapes of collectives."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.hlo.attributes import IotaGroups
from stablehlo_tools.hlo.check.by_op import HLO_OPERAND_COUNT
from stablehlo_tools.hlo.check.site import (
    SHAPE_RULES,
    InferenceSite,
    ShapeMismatch,
    agree,
    bundled,
    plain,
    same_dimensions,
    with_sizes,
)
from stablehlo_tools.hlo.shape import Shape, TupleShape
from stablehlo_tools.ir.types import Dim

_ANY_SIZE: Final = Dim(0, math.inf)


def _group_size(site: InferenceSite) -> int | None:
    """The number of processes in a group, if the groups determine it."""
    groups = site.attributes.get("replica_groups", ())
    if "channel_id" in site.attributes and not site.attributes.get("use_global_device_ids"):
        return None
    if isinstance(groups, IotaGroups):
        return groups.dimensions[-1]
    return len(groups[0]) if isinstance(groups, tuple) and groups else None


def _resized(site: InferenceSite, resize: Callable[[int, int], int]) -> list[Shape] | None:
    """The operands with another size in the dimension of the instruction."""
    count = _group_size(site)
    results: list[Shape] = []
    for shape in site.arrays():
        axis, sizes = site.axis(shape.rank), list(shape.dimensions)
        size = sizes[axis]
        sizes[axis] = _ANY_SIZE if count is None or isinstance(size, Dim) else resize(size, count)
        results.append(with_sizes(shape, sizes))
    return None if site.written is None and count is None else results


@SHAPE_RULES.register("all-gather", "all-gather-start")
def _all_gather(site: InferenceSite) -> Shape | None:
    results = _resized(site, lambda size, count: size * count)
    if results is None:
        return None
    is_start = site.opcode == "all-gather-start"
    return TupleShape((bundled(site.operands), bundled(results))) if is_start else bundled(results)


def _part(size: int, count: int) -> int:
    if size % count:
        raise ShapeMismatch(f"cannot split {size} elements among {count} processes", "dimensions")
    return size // count


@SHAPE_RULES.register("reduce-scatter")
def _reduce_scatter(site: InferenceSite) -> Shape | None:
    results = _resized(site, _part)
    return None if results is None else bundled(results)


@SHAPE_RULES.register("all-to-all")
def _all_to_all(site: InferenceSite) -> Shape:
    if "dimensions" in site.attributes:
        shape, count = site.array(0), _group_size(site)
        size = shape.dimensions[site.axis(shape.rank)]
        if count and isinstance(size, int):
            _part(size, count)
        return bundled(site.operands)
    for place, operand in enumerate(site.operands):
        if not agree(operand, site.operands[0]):
            raise ShapeMismatch(f"expected {plain(site.operands[0])}, found {plain(operand)}", place)
    return TupleShape(tuple(site.operands))


@SHAPE_RULES.register("ragged-all-to-all")
def _ragged_all_to_all(site: InferenceSite) -> Shape:
    shapes = site.arrays()
    for place, shape in enumerate(shapes[2:], 2):
        if shape.element_type.kind not in ("signed", "unsigned") or not same_dimensions(shape, shapes[2]):
            message = f"expected a vector of integers like the other three operands, found {plain(shape)}"
            raise ShapeMismatch(message, place)
    if shapes[0].element_type != shapes[1].element_type:
        raise ShapeMismatch(f"{plain(shapes[1])} and {plain(shapes[0])} have different element types", 1)
    return shapes[1]


@SHAPE_RULES.register("collective-permute", "collective-permute-start")
def _permute(site: InferenceSite) -> Shape | None:
    """With `slice_sizes`, slices of the first operand are written into the second."""
    written, is_sliced = site.written, "slice_sizes" in site.attributes
    for pair in site.attributes.get("source_target_pairs", ()):
        if len(pair) != 2:
            message = f"expected a source and a target, found {plural(len(pair), 'number')}"
            raise ShapeMismatch(message, "source_target_pairs")
    if is_sliced and len(site.operands) != 4:
        message = f"`{site.opcode}` with `slice_sizes` expects 4 operands, found {len(site.operands)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    if site.opcode == "collective-permute":
        return site.operands[1] if is_sliced else bundled(site.operands)
    if not isinstance(written, TupleShape) or is_sliced:
        return None
    return TupleShape((bundled(site.operands), bundled(site.operands), *written.elements[2:]))
