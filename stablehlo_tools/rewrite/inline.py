"""Inlines all calls of a function."""

from __future__ import annotations

from collections.abc import Mapping

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import inline
from stablehlo_tools.ir.operations import Function, Module, Operation, callee_of
from stablehlo_tools.ir.symbols import needed_functions
from stablehlo_tools.rewrite.extract import standalone


def inline_calls(module: Module, entry: str) -> Module:
    """A program of the function `entry`, with its calls replaced by the bodies of their functions.

    Calls of functions that call themselves, or that have several blocks, stay; composites do, too.
    """
    original = module.function(entry)
    assert original is not None
    function = clone(original)
    declared = {each.symbol: each for each in module.functions}
    while calls := [operation for operation in function.walk() if _is_inlined(operation, declared)]:
        for call in calls:
            inline(call, declared[callee_of(call)])
    return standalone(function, module)


def _is_inlined(operation: Operation, declared: Mapping[str, Function]) -> bool:
    if operation.name != "func.call":
        return False
    callee = declared.get(callee_of(operation))
    has_one_block = callee is not None and len(callee.regions[0].blocks) == 1
    return has_one_block and callee is not None and callee.symbol not in needed_functions(callee, declared)
