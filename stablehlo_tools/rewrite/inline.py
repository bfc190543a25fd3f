"""Inlines calls."""

from __future__ import annotations

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
    declared = module.declared
    while calls := [operation for operation in function.walk() if can_be_inlined(operation, declared)]:
        for call in calls:
            inline(call, declared[callee_of(call)])
    return standalone(function, module)


def can_be_inlined(operation: Operation, declared: dict[str, Function]) -> bool:
    """Whether an operation is a call of a function of one block that does not call itself."""
    callee = declared.get(callee_of(operation)) if operation.name == "func.call" else None
    if callee is None or not callee.is_block:
        return False
    return callee.symbol not in needed_functions(callee, declared)
