"""Dead code elimination."""

from __future__ import annotations

from collections.abc import Mapping

from stablehlo_tools.ir.edit import expect
from stablehlo_tools.ir.operations import CALLS, Block, Function, Module, Operation, Value, callee_of
from stablehlo_tools.ops.registry import OPS


def erase_dead(module: Module) -> int:
    """Erase what no result of a function of the module, and no effect, needs; the number of operations."""
    expect(Module, module)
    before = sum(1 for _ in module.walk())
    functions = {each.symbol: each for each in module.functions}
    for function in module.functions:
        for block in function.regions[0].blocks:
            drop_dead(block, functions)
    return before - sum(1 for _ in module.walk())


def drop_dead(block: Block, functions: Mapping[str, Function]) -> None:
    """Remove operations without effects and uses from a block and the blocks inside it."""
    used: set[Value] = set()
    kept = []
    for operation in reversed(block.operations):
        if used.isdisjoint(operation.results) and not has_effects(operation, functions):
            continue
        for inner in operation.blocks:
            drop_dead(inner, functions)
        for each in operation.walk():
            used.update(each.operands)
            for _, values in each.successors:
                used.update(values)
        kept.append(operation)
    block.operations = kept[::-1]


def has_effects(operation: Operation, functions: Mapping[str, Function]) -> bool:
    """Whether an operation has effects besides its results, is a terminator, or is of an unknown op."""
    if _regions_have_effects(operation, functions):
        return True
    if operation.name in CALLS:
        callee = functions.get(callee_of(operation))
        return callee is None or callee.body is None or _regions_have_effects(callee, functions)
    op = OPS.get(operation.name)
    return op is None or op.has_effects


def _regions_have_effects(operation: Operation, functions: Mapping[str, Function]) -> bool:
    return any(
        not each.name.endswith("return") and has_effects(each, functions)
        for region in operation.regions
        for block in region.blocks
        for each in block.operations
    )
