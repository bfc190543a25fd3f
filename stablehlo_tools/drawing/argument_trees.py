"""Trees of arguments: those with names such as `params.layer.0.weight`, grouped as their names are nested."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stablehlo_tools.drawing.grouping import Box, Item

_STEP = re.compile(r"\['[^']*'\]|\[[^\]]*\]|\.\w+|^[^\[.]+")
_MAX_DEPTH = 64  # nested subtrees
_MAX_LOOSE = 24  # arguments outside all subtrees; more of them are put into a box


def trees_of(names: Sequence[str]) -> list[Item]:
    """The indices of names in order, with those of a subtree grouped in parts."""
    paths = [tuple(_STEP.findall(name))[:_MAX_DEPTH] for name in names]
    items = _items(paths, range(len(names)), 0)
    loose = [item for item in items if not isinstance(item, Box)]
    if len(loose) <= _MAX_LOOSE:
        return items
    collected = Box(f"%{names[loose[0]]} … %{names[loose[-1]]}", tuple(loose))
    return [collected, *(item for item in items if isinstance(item, Box))]


def _items(paths: Sequence[tuple[str, ...]], indices: Sequence[int], depth: int) -> list[Item]:
    groups: dict[tuple[str, ...] | int, list[int]] = {}
    for index in indices:
        path = paths[index]
        groups.setdefault(path[: depth + 1] if len(path) > depth else index, []).append(index)
    items: list[Item] = []
    for group in groups.values():
        items += group if len(group) == 1 else [_part(paths, group, depth + 1)]
    return items


def _part(paths: Sequence[tuple[str, ...]], group: Sequence[int], depth: int) -> Box:
    """The part of a group, titled with the longest common path."""
    while len({paths[index][: depth + 1] for index in group}) == 1 and len(paths[group[0]]) > depth:
        depth += 1
    return Box("%" + "".join(paths[group[0]][:depth]), tuple(_items(paths, group, depth)))
