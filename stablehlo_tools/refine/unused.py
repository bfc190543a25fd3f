"""Operations whose results nobody reads: what is left of shape computations once the shapes are known."""

from __future__ import annotations

from stablehlo_tools.interpret.compiler import CALLS
from stablehlo_tools.ir import Block, Function, Operation, Value, symbol_of
from stablehlo_tools.ops.registry import OPS


def remove_unused(block: Block, functions: dict[str, Function]) -> None:
    """Remove from a block, and all blocks in it, what has no effect and no reader."""
    used: set[Value] = set()
    kept = []
    for operation in reversed(block.operations):
        if used.isdisjoint(operation.results) and not has_effects(operation, functions):
            continue
        for region in operation.regions:
            for inner in region.blocks:
                remove_unused(inner, functions)
        for each in operation.walk():
            used.update(each.operands)
            for _, values in each.successors:
                used.update(values)
        kept.append(operation)
    block.operations = kept[::-1]


def has_effects(operation: Operation, functions: dict[str, Function]) -> bool:
    """Whether an operation is seen in more than its results, or is a terminator, or of an unknown kind."""
    inside = (each for region in operation.regions for block in region.blocks for each in block.operations)
    if any(not each.name.endswith("return") and has_effects(each, functions) for each in inside):
        return True
    if operation.name in CALLS:
        callee = functions.get(symbol_of(operation.attributes.get(CALLS[operation.name])) or "")
        return callee is None or callee.body is None or _body_has_effects(callee, functions)
    op = OPS.get(operation.name)
    return op is None or op.has_effects


def _body_has_effects(function: Function, functions: dict[str, Function]) -> bool:
    return any(
        not each.name.endswith("return") and has_effects(each, functions)
        for region in function.regions
        for block in region.blocks
        for each in block.operations
    )
