"""The verifier of Shardy's collectives: their axes, applied to the operand's sharding, give the result's.

These rules are those of Shardy's verifier. A sharding lists axes major to minor, and a sub-axis is a part of
an axis; so that one can be cut from the end of another, axes are intervals here: `"x":(2)4` of an axis of 8
is [2, 8), and is the end of `"x"`, [1, 8).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.shardy import AxisLists, AxisRef, DimensionSharding, Mesh, Sharding, shardings_in
from stablehlo_tools.ops.dialects.shardy_kinds import COLLECTIVES, Collective
from stablehlo_tools.ops.model.meshes import mesh_in

COLLECTIVE_SHARDING = Code(
    "collective_sharding",
    "The sharding of the result of a collective of Shardy is not that of its operand with the axes of the op "
    "applied.",
    "Write the sharding that the op makes: sdy.all_gather takes its axes from the end of each dimension, "
    "sdy.all_slice and sdy.reduce_scatter put them there, sdy.all_to_all moves them, sdy.all_reduce leaves "
    "the dimensions as they are.",
)


def problem_of_collective(operation: Operation, meshes: Mapping[str, Mesh | None]) -> str:
    """The fault of the axes and shardings of an operation; empty if it has none, or is not a collective."""
    effect, result = COLLECTIVES.get(operation.name), _attribute_sharding(operation, "out_sharding")
    mesh = mesh_in(result.mesh, meshes) if result is not None else None
    if effect is None or result is None or mesh is None or not operation.operands:
        return ""
    if operation.operands[0].index < 0:
        return ""  # reported by the parser: the operand is not defined
    operand = _sharding_of(operation.operands[0])
    if operand is None and effect not in (Collective.REDUCE, Collective.SLICE):
        return f"the operand of {operation.name} must have a sharding"
    operand = operand or Sharding(result.mesh, (DimensionSharding(),) * len(result.dimensions))
    other = mesh_in(operand.mesh, meshes)
    if other is None or len(operand.dimensions) != len(result.dimensions):
        return ""  # reported where the operand is sharded
    return _problem_of_meshes(effect, operand, result, other, mesh) or _RULES[effect](
        _Sharded.from_sharding(operand, other), _Sharded.from_sharding(result, mesh), _axes(operation, mesh)
    )


def _attribute_sharding(operation: Operation, name: str, index: int = 0) -> Sharding | None:
    """The sharding at an index of an attribute."""
    parsed = shardings_in(operation.attributes.get(name))
    return parsed[index] if index < len(parsed) else None


def _sharding_of(value: Value) -> Sharding | None:
    """The sharding of a value at its definition."""
    owner = value.owner
    if isinstance(owner, Operation):
        names = ("out_sharding", "sharding", "out_shardings", "sdy.sharding")
        candidates = (_attribute_sharding(owner, name, value.index) for name in names)
        return next((sharding for sharding in candidates if sharding), None)
    holder = value.holder
    if not isinstance(holder, Function):
        return _attribute_sharding(holder, "in_shardings", value.index)
    written = holder.argument_attributes(value.index).get("sdy.sharding")
    return next(iter(shardings_in(written)), None)


def _problem_of_meshes(
    effect: Collective, operand: Sharding, result: Sharding, before: Mesh, after: Mesh
) -> str:
    if effect is Collective.PERMUTE:
        if before.axes != after.axes:
            return f"expected a mesh with the axes of the operand's, {before}, found {after}"
        if operand.mesh != result.mesh and before.device_ids == after.device_ids:
            return f"meshes {_mesh_name(operand)} and {_mesh_name(result)} are equal: use one of them"
        return ""
    return "" if before == after else f"expected the operand's mesh, {before}, found {after}"


def _mesh_name(sharding: Sharding) -> str:
    return f"@{sharding.mesh}" if isinstance(sharding.mesh, str) else str(sharding.mesh)


# -- axes as intervals --------------------------------------------------------------------------------


class _Part(NamedTuple):
    """The part of an axis, by its place in the mesh, that divides it from `begin` to `end`."""

    axis: int
    begin: int
    end: int
    name: str
    size: int

    def __str__(self) -> str:
        is_whole = self.begin == 1 and self.end == self.size
        return str(AxisRef(self.name, self.begin, None if is_whole else self.end // self.begin))

    def overlaps(self, other: _Part) -> bool:
        return self.axis == other.axis and self.begin < other.end and other.begin < self.end


_Parts = tuple[_Part, ...]


def _parts(refs: Iterable[AxisRef], mesh: Mesh) -> _Parts:
    order, sizes = [name for name, _ in mesh.axes], dict(mesh.axes)
    return tuple(
        _Part(order.index(name), begin, begin * (size or sizes[name]), name, sizes[name])
        for name, begin, size in refs
    )


class _Sharded(NamedTuple):
    """A sharding with its axes as intervals."""

    dimensions: tuple[_Parts, ...]
    replicated: _Parts
    unreduced: _Parts

    @staticmethod
    def from_sharding(sharding: Sharding, mesh: Mesh) -> _Sharded:
        dimensions = tuple(_parts(refs, mesh) for refs in sharding.axes)
        return _Sharded(dimensions, _parts(sharding.replicated, mesh), _parts(sharding.unreduced, mesh))


class _Axes(NamedTuple):
    """The axes of a collective: lists of them, and of all-to-all the dimensions between which each moves."""

    lists: tuple[_Parts, ...]
    moves: tuple[tuple[int, int], ...] = ()

    @property
    def all(self) -> _Parts:
        return tuple(part for parts in self.lists for part in parts)


def lists_of_axes(operation: Operation) -> tuple[str, AxisLists]:
    """The name of the attribute with the axes of a collective, and the attribute; without one, no lists."""
    for name, attribute in operation.attributes.items():
        if isinstance(attribute, AxisLists):
            return name, attribute
    return "out_sharding", AxisLists("list_of_axis_ref_lists", ())


def _axes(operation: Operation, mesh: Mesh) -> _Axes:
    _, axes = lists_of_axes(operation)
    return _Axes(tuple(_parts(refs, mesh) for refs in axes.lists), axes.moves)


def _merge_parts(parts: Iterable[_Part]) -> _Parts:
    """The same axes, neighbouring parts of one as one."""
    joined: list[_Part] = []
    for part in parts:
        if joined and (joined[-1].axis, joined[-1].end) == (part.axis, part.begin):
            part = joined.pop()._replace(end=part.end)
        joined.append(part)
    return tuple(joined)


def _without_end(parts: _Parts, end: _Parts) -> _Parts | _Part:
    """The axes without these at their end; or the first of these, from the last on, that is not there."""
    left = list(parts)
    for part in reversed(end):
        last = left.pop() if left else None
        if last is None or (last.axis, last.end) != (part.axis, part.end) or part.begin < last.begin:
            return part
        if last.begin < part.begin:
            left.append(last._replace(end=part.begin))
    return tuple(left)


def _text(parts: _Parts) -> str:
    return f"{{{', '.join(map(str, parts))}}}"


# -- rules --------------------------------------------------------------------------------------------


def _rank_problem(axes: _Axes, result: _Sharded) -> str:
    expected, found = len(result.dimensions), len(axes.lists)
    return "" if expected == found else f"expected {expected} lists of axes, one per dimension, found {found}"


def _remaining_axes(operand: _Sharded, dimension: int, end: _Parts) -> _Parts | str:
    """The axes of a dimension without these at their end; or why they cannot be taken from it."""
    axes = operand.dimensions[dimension]
    left = _without_end(axes, end)
    if isinstance(left, _Part):
        return f"axis {left} is not at the end of dimension {dimension} of the operand, {_text(axes)}"
    return left


def _dimension_problem(result: _Sharded, dimension: int, expected: _Parts | str) -> str:
    found = result.dimensions[dimension]
    if isinstance(expected, str):
        return expected
    expectation = f"expected dimension {dimension} of the result along {_text(expected)}"
    return "" if found == expected else f"{expectation}, found {_text(found)}"


def _gather(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    return _rank_problem(axes, result) or _first(
        _dimension_problem(result, dimension, _remaining_axes(operand, dimension, parts))
        for dimension, parts in enumerate(axes.lists)
    )


def _slice(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    return _rank_problem(axes, result) or _first(
        _dimension_problem(result, dimension, _merge_parts((*operand.dimensions[dimension], *parts)))
        for dimension, parts in enumerate(axes.lists)
    )


def _move(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    expected: dict[int, _Parts | str] = dict(enumerate(operand.dimensions))
    rank, moved, before = len(operand.dimensions), set[int](), -1
    if not axes.moves:
        return "expected at least one move of axes between dimensions"
    for parts, (source, target) in zip(axes.lists, axes.moves, strict=True):
        if not 0 <= min(source, target) <= max(source, target) < rank:
            return f"expected dimensions in [0, {rank}), found {source}->{target}"
        if source == target or {source, target} & moved:
            return f"{source}->{target}: each dimension must be source or target at most once"
        if source < before:
            return f"source dimensions must be ascending, found {source} after {before}"
        expected[source] = _remaining_axes(operand, source, parts)
        expected[target] = _merge_parts((*operand.dimensions[target], *parts))
        moved |= {source, target}
        before = source
    return _first(_dimension_problem(result, dimension, parts) for dimension, parts in expected.items())


def _reduce(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    dimensions = _same_dimensions(operand, result) or _order_problem(axes)
    return dimensions or _first(
        _overlap_problem(axes, parts, usage)
        for parts, usage in (
            (_flat(operand), "shards a dimension of the operand"),
            (operand.replicated, "is replicated in the operand"),
            (result.unreduced, "is unreduced in the result"),
        )
    )


def _unreduce(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    if not axes.all:
        return "expected at least one axis"
    return (
        _same_dimensions(operand, result)
        or _order_problem(axes)
        or _overlap_problem(axes, _flat(operand), "shards a dimension of the operand")
        or _overlap_problem(axes, operand.unreduced, "is unreduced in the operand")
        or _unreduced_problem(operand, result, axes)
    )


def _gather_unreduced(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    return _gather(operand, result, axes) or _unreduced_problem(operand, result, axes)


def _permute(operand: _Sharded, result: _Sharded, _: _Axes) -> str:
    counts = [[_count(parts) for parts in side.dimensions] for side in (operand, result)]
    return _first(
        f"expected {before} shards of dimension {dimension}, as the operand has, found {after}"
        for dimension, (before, after) in enumerate(zip(*counts, strict=True))
        if before != after
    )


_RULES: Final[Mapping[Collective, Callable[[_Sharded, _Sharded, _Axes], str]]] = {
    Collective.GATHER: _gather,
    Collective.SLICE: _slice,
    Collective.MOVE: _move,
    Collective.REDUCE: _reduce,
    Collective.UNREDUCE: _unreduce,
    Collective.GATHER_UNREDUCED: _gather_unreduced,
    Collective.PERMUTE: _permute,
}


def _first(problems: Iterable[str]) -> str:
    return next(filter(None, problems), "")


def _flat(sharded: _Sharded) -> _Parts:
    return tuple(part for parts in sharded.dimensions for part in parts)


def _count(parts: _Parts) -> int:
    return math.prod(part.end // part.begin for part in parts)


def _same_dimensions(operand: _Sharded, result: _Sharded) -> str:
    return _first(
        _dimension_problem(result, dimension, parts) for dimension, parts in enumerate(operand.dimensions)
    )


def _order_problem(axes: _Axes) -> str:
    expected, found = _text(tuple(sorted(axes.all))), _text(axes.all)
    return (
        "" if found == expected else f"expected the axes in the order of the mesh, {expected}, found {found}"
    )


def _overlap_problem(axes: _Axes, parts: _Parts, usage: str) -> str:
    return _first(f"axis {part} {usage}" for part in axes.all if any(map(part.overlaps, parts)))


def _unreduced_problem(operand: _Sharded, result: _Sharded, axes: _Axes) -> str:
    """The fault of the unreduced axes of a result: those of the operand and of the op, in any order."""
    expected, found = (
        _merge_parts(sorted(parts)) for parts in ((*operand.unreduced, *axes.all), result.unreduced)
    )
    is_equal = expected == found
    return "" if is_equal else f"expected unreduced axes {_text(expected)}, found {_text(found)}"
