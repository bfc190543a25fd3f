"""Lowerings of single operations, with the rewrites that other commands apply, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.lowering.local import attribute_of, local
from stablehlo_tools.rewrite import rewriter
from stablehlo_tools.rewrite.registry import REWRITES

_FAMILY: Final = {
    rewriter.MODERNIZE: "deprecated",
    rewriter.REFINE: "dynamic",
    rewriter.LOWER_VERSION: "versions",
    rewriter.LOWER_HLO: "deprecated",
    rewriter.LOWER_CHLO: "chlo",
}
_WHY: Final = {
    "deprecated": "The op is deprecated, or is on its way out: new consumers do not implement it.",
    "chlo": "No version of StableHLO has CHLO's ops, which JAX and others emit: few consumers take them.",
    "versions": "Consumers of older versions of StableHLO do not know it.",
    "dynamic": "Few consumers take programs whose shapes are computed while they run.",
    "calls": "A custom call is known to a few compilers only.",
}
_WHAT: Final = {
    "no-gather-batching-dims": "Batching dimensions of a gather are indexed by an iota.",
    "no-scatter-batching-dims": "Batching dimensions of a scatter are indexed by an iota.",
    "no-mesh-axes-groups": "Groups of processes along the axes of a mesh are lists of numbers.",
    "no-shape-operands": "Custom calls with shapes as operands have the shapes in their results.",
    "no-composite": "Composites are calls of their decompositions.",
    "no-tan": "Tangents are quotients of sines and cosines.",
}
_NEEDS: Final = {
    "no-composite": "the decomposition in the program",
    "no-tan": "the default accuracy",
    "no-mesh-axes-groups": "the mesh in the program",
}


def _has(name: str) -> Callable[[Operation], bool]:
    """Whether an operation has an attribute that is not empty."""
    return lambda operation: bool(attribute_of(operation, name))


_FINDS: Final = {
    "no-gather-batching-dims": _has("operand_batching_dims"),
    "no-scatter-batching-dims": _has("input_batching_dims"),
}


def _family(rewrite: rewriter.Rewrite) -> str:
    if rewrite.op.startswith("chlo."):
        return "chlo"
    return "calls" if rewrite.target and rewrite.stage != rewriter.REFINE else _FAMILY[rewrite.stage]


def _declare_all() -> None:
    codes: dict[str, list[rewriter.Rewrite]] = {}
    for each in (each for group in REWRITES.values() for each in group if each.stage != rewriter.LEGALIZE):
        codes.setdefault(each.code, []).append(each)
    for code, rewrites in codes.items():
        family = _family(rewrites[0])
        conditions = dict.fromkeys(each.condition for each in rewrites)
        needs = "" if "" in conditions else " or ".join(conditions)
        local(
            code,
            family,
            what=_WHAT.get(code, ""),
            why=_WHY[family],
            needs=_NEEDS.get(code, needs),
            finds=_FINDS.get(code),
        )


_declare_all()
