"""Programs for a version of StableHLO: ops of CHLO, which no version has, and newer ops are rewritten."""

from __future__ import annotations

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ops.model.versions import Version
from stablehlo_tools.rewrite import rewriter
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.replacing import replace_operations


def lower_to_version(module: Module, target: Version) -> Module:
    """The program with operations that this version of StableHLO lacks rewritten, as far as rewrites exist.

    It is the module itself if nothing is rewritten, else a copy. Replacements are rewritten in turn.
    """
    if not any(lowering_of(operation, target) for operation in module.walk()):
        return module
    copy = clone(module)
    replace_operations(copy, lambda operation: _replacement(operation, target), repeatedly=True)
    return copy


def lowering_of(operation: Operation, target: Version) -> rewriter.Rewrite | None:
    """The rewrite of an operation that this version lacks; None if it has it, or no rewrite applies."""
    if operation.name not in REWRITES:
        return None
    is_chlo = operation.name.startswith("chlo.")
    rewrite = rewriter.find(
        rewriter.Match(operation),
        (rewriter.LOWER_HLO, rewriter.LOWER_CHLO) if is_chlo else (rewriter.LOWER_VERSION,),
        REWRITES,
    )
    is_older = rewrite is not None and (rewrite.until is None or target < Version(*rewrite.until))
    return rewrite if is_older else None


def _replacement(operation: Operation, target: Version) -> rewriter.Replacement | None:
    rewrite = lowering_of(operation, target)
    return None if rewrite is None else rewriter.build_replacement(rewriter.Match(operation), rewrite.build)
