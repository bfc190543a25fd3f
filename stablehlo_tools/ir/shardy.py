"""Attributes of Shardy: meshes, shardings of values, lists of axes, and sharding rules.

`str` is their text in a statement or inside of another attribute.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from stablehlo_tools.host.records import NamedTuple, public_record
from stablehlo_tools.ir.quoting import escape, symbol_text


class AxisRef(NamedTuple):
    """An axis, or the sub-axis of `size` whose major part has `pre_size`."""

    name: str
    pre_size: int = 1
    size: int | None = None

    def __str__(self) -> str:
        return escape(self.name) + ("" if self.size is None else f":({self.pre_size}){self.size}")


Axes = tuple[AxisRef, ...]


class DimensionSharding(NamedTuple):
    """The axes that split a dimension, major to minor; propagation may add some unless it is closed."""

    axes: Axes = ()
    is_closed: bool = True
    priority: int | None = None

    def __str__(self) -> str:
        axes = _braces(self.axes if self.is_closed else [*self.axes, "?"])
        return axes if self.priority is None else f"{axes}p{self.priority}"


@public_record(frozen=True, slots=True)
class Mesh:
    """Devices in a grid with named axes. `device_ids` is in row-major order."""

    axes: tuple[tuple[str, int], ...]
    device_ids: tuple[int, ...] = ()

    @property
    def is_maximal(self) -> bool:
        """Whether it is one device by its number, without axes."""
        return not self.axes and len(self.device_ids) == 1

    @property
    def size(self) -> int:
        """The number of devices."""
        return math.prod(size for _, size in self.axes)

    def __str__(self) -> str:
        axes = _list(f"{escape(name)}={size}" for name, size in self.axes)
        return f"<{axes}{f', device_ids={_list(self.device_ids)}' if self.device_ids else ''}>"


def mesh_of_devices(axes: tuple[tuple[str, int], ...], device_ids: tuple[int, ...]) -> Mesh:
    """The mesh without redundant `device_ids`: those that list all devices in order."""
    mesh = Mesh(axes)
    is_default = bool(axes) and len(device_ids) == mesh.size and device_ids == (*range(mesh.size),)
    return mesh if is_default else Mesh(axes, device_ids)


REDUCTIONS: Final = ("sum", "max", "min")


@public_record(frozen=True, slots=True)
class Sharding:
    """The axes of a mesh (or of the mesh of that name) along which each dimension of a value is split.

    `replicated` and `unreduced` are axes along which no dimension is; values along the latter are partial,
    and combined by `reduction`, one of `REDUCTIONS`.
    """

    mesh: Mesh | str
    dimensions: tuple[DimensionSharding, ...]
    replicated: Axes = ()
    unreduced: Axes = ()
    reduction: str = REDUCTIONS[0]

    @property
    def axes(self) -> tuple[Axes, ...]:
        """The axes of each dimension."""
        return tuple([dimension.axes for dimension in self.dimensions])

    @property
    def axis_lists(self) -> tuple[Axes, ...]:
        """All lists of axes."""
        return (*self.axes, self.replicated, self.unreduced)

    def __str__(self) -> str:
        mesh = symbol_text(self.mesh) if isinstance(self.mesh, str) else f"mesh{self.mesh}"
        parts = [mesh, _list(self.dimensions)]
        parts += [f"replicated={_braces(self.replicated)}"] if self.replicated else []
        reduction = "" if self.reduction == REDUCTIONS[0] else self.reduction
        parts += [f"unreduced={reduction}{_braces(self.unreduced)}"] if self.unreduced else []
        return f"<{', '.join(parts)}>"


@public_record(frozen=True, slots=True)
class ShardingPerValue:
    """The shardings of several values."""

    shardings: tuple[Sharding, ...]

    def __str__(self) -> str:
        return _list(self.shardings)


def shardings_in(attribute: object) -> tuple[Sharding, ...]:
    """The shardings in an attribute; empty for any other attribute."""
    if isinstance(attribute, ShardingPerValue):
        return attribute.shardings
    return (attribute,) if isinstance(attribute, Sharding) else ()


@public_record(frozen=True, slots=True)
class AxisLists:
    """The axes of an op, in one list or in several; of all-to-all, with dimensions between which each moves.

    `kind` is `axis_ref_list` or `manual_axes`, which are one list, `list_of_axis_ref_lists` or
    `all_to_all_param_list`.
    """

    kind: str
    lists: tuple[Axes, ...]
    moves: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        if self.kind in ("axis_ref_list", "manual_axes"):
            return _braces(self.lists[0])
        moves = [f": {source}->{target}" for source, target in self.moves] or [""] * len(self.lists)
        return _list(f"{_braces(axes)}{move}" for axes, move in zip(self.lists, moves, strict=True))


def all_to_all(parts: Iterable[tuple[Axes, tuple[int, int]]]) -> AxisLists:
    """The axes of an all-to-all: each list, and the dimensions between which it moves."""
    lists, moves = tuple(zip(*parts, strict=True)) or ((), ())
    return AxisLists("all_to_all_param_list", lists, moves)


Factors = tuple[int, ...]
"""The factors of a dimension, or of a list, by their numbers."""

FACTOR_LISTS: Final = ("reduction", "need_replication", "permutation", "blocked_propagation")


@public_record(frozen=True, slots=True)
class ShardingRule:
    """The correspondence of dimensions of operands and results of an op, by factors of these `sizes`.

    `lists` has factors of the special kinds in `FACTOR_LISTS`, each list empty if there are none.
    """

    sizes: tuple[int, ...]
    operands: tuple[tuple[Factors, ...], ...]
    results: tuple[tuple[Factors, ...], ...]
    lists: tuple[Factors, ...] = ((),) * len(FACTOR_LISTS)
    is_custom: bool = False

    def __str__(self) -> str:
        operands, results = (", ".join(map(mapping_text, side)) for side in (self.operands, self.results))
        sizes = [f"{factor_name(number)}={size}" for number, size in enumerate(self.sizes)]
        parts = [f"({operands})->({results})", *([_braces(sizes)] if sizes else [])]
        parts += [
            f"{kind}={_braces(map(factor_name, factors))}"
            for kind, factors in zip(FACTOR_LISTS, self.lists, strict=True)
            if factors
        ]
        return f"<{' '.join(parts)}{', custom' * self.is_custom}>"


def mapping_text(mapping: Sequence[Factors]) -> str:
    """The factors of the dimensions of a value: `[ij, k]`."""
    return _list("".join(map(factor_name, factors)) for factors in mapping)


def factor_name(number: int) -> str:
    """The factors of a rule are called i to z, then z_1 and so on."""
    letter = number + ord("i")
    return chr(letter) if letter <= ord("z") else f"z_{letter - ord('z')}"


@public_record(frozen=True, slots=True)
class ShardyPart:
    """A part of the other attributes that is an attribute of its own, which only bytecode has."""

    kind: str
    value: Any


SHARDY: Final = (Mesh, Sharding, ShardingPerValue, AxisLists, ShardingRule, ShardyPart)


def _list(entries: Any) -> str:
    return f"[{', '.join(map(str, entries))}]"


def _braces(entries: Any) -> str:
    return f"{{{', '.join(map(str, entries))}}}"
