"""Kernels of operations that rewrites decompose into others."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.rewrite.extract import extract
from stablehlo_tools.rewrite.rewriter import STAGES, Match, Rewrite, build_replacement, find
from stablehlo_tools.text.source_frames import module_of


def decomposed_kernel(op: Op, operation: Operation, domain: Domain) -> Kernel | None:
    """The kernel of an operation as its decomposition, equal but for rounding; None without one."""
    from stablehlo_tools.rewrite.registry import REWRITES  # many files, which most programs do without

    match = Match(operation)
    rewrites = [candidate for candidate in REWRITES.get(operation.name, ()) if _is_same(candidate)]
    rewrite = find(match, STAGES, {operation.name: rewrites})
    replacement = None if rewrite is None else build_replacement(match, rewrite.build)
    if replacement is None:
        return None
    part = extract(module_of(operation), replacement.values, operation.operands)
    program = compile(part.module, part.function.symbol, domain=domain)
    places = [operation.operands.index(argument) for argument in part.arguments]

    def computing(*operands: Any, **_: Argument) -> Any:  # operands and a process, if it takes one
        arguments = list(flat(operands))
        (results,) = program.run_parallel([[arguments[place] for place in places]])
        return tuple(results) if op.has_multiple_results else results[0]

    return computing


def _is_same(rewrite: Rewrite) -> bool:
    """Whether a rewrite changes results by roundings alone, as a polynomial for a function does not."""
    is_of_algebra = not rewrite.ulp and not rewrite.is_up_to_signs
    is_of_parts = rewrite.condition.startswith("z is complex")
    return rewrite.is_exact or is_of_algebra or is_of_parts or rewrite.code == "no-lapack-potrf"
