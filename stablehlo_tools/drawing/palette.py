"""The colors of ops, by kind of work."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from stablehlo_tools.drawing.graph import PART, Node
from stablehlo_tools.ops.registry import OPS

# The kinds of ops, by the file of `ops` that declares them; others are "other".
_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("dot_general", "convolution", "ragged_dot", "linalg"), "matrix"),
    **dict.fromkeys(("reduce", "select_and_scatter", "sort", "normalize"), "reduction"),
    **dict.fromkeys(("shape", "slicing", "gather", "scatter", "dynamic", "convert", "quantize"), "data"),
    **dict.fromkeys(
        ("elementwise", "arithmetic", "bitwise", "comparison", "chlo", "chlo_broadcast"), "element"
    ),
    **dict.fromkeys(("control", "chlo_scan"), "control"),
    **dict.fromkeys(("collective", "host", "shardy"), "communication"),
    **dict.fromkeys(("constant", "random"), "source"),
}

FILLS: Final[Mapping[str, str]] = {
    "matrix": "#ffd9a8",
    "reduction": "#e3d0f5",
    "data": "#cfe8d0",
    "element": "#d3e3f8",
    "control": "#fbeaa0",
    "communication": "#f9cfd3",
    "source": "#ececec",
    "part": "#f4f1ea",
    "other": "#dfe3e6",
}


def kind_of(node: Node) -> str:
    """The kind of work of a node, a key of FILLS."""
    if node.kind == PART:
        return "part"
    if node.operation is None:
        return "source"
    return "control" if node.callee is not None else _kind_of_op(node.name)


@functools.cache
def _kind_of_op(name: str) -> str:
    op = OPS.get(name)
    return _KINDS.get(Path(op.declared_at[0]).stem, "other") if op else "other"
