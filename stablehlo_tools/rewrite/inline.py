"""Inlines all calls of a function."""

from __future__ import annotations

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import inline
from stablehlo_tools.ir.operations import Function, Module, Operation, callee_of
from stablehlo_tools.rewrite.extract import references, standalone


def inline_calls(module: Module, entry: str) -> Module:
    """A program of the function `entry`, with its calls replaced by the bodies of their functions.

    Calls of functions that call themselves, or that have several blocks, stay; composites do, too.
    """
    original = module.function(entry)
    assert original is not None
    function = clone(original)
    declared = {each.symbol: each for each in module.functions}
    while calls := [each for each in function.walk() if _is_inlined(each, declared)]:
        for call in calls:
            inline(call, declared[callee_of(call)])
    return standalone(function, module)


def _is_inlined(operation: Operation, declared: dict[str, Function]) -> bool:
    if operation.name != "func.call":
        return False
    callee = declared.get(callee_of(operation))
    return callee is not None and len(callee.regions[0].blocks) == 1 and not _is_recursive(callee, declared)


def _is_recursive(function: Function, declared: dict[str, Function]) -> bool:
    """Whether a function may call itself."""
    seen: set[str] = set()
    pending = [function]
    while pending:
        new = {name for name in references(pending.pop()) if name in declared} - seen
        if function.symbol in new:
            return True
        seen |= new
        pending += [declared[name] for name in new]
    return False
