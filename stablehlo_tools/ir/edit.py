"""Edits programs in place: replaces values, inserts and erases operations, inlines calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.operations import Block, Function, Operation, Value


def replace_all_uses(value: Value, new: Value) -> None:
    """Replace all uses of a value by another, which must dominate them."""
    replace_uses({value: new}, _scope_of(value))


def replace_uses(values: Mapping[Value, Value], within: Operation) -> None:
    """Replace the uses of values in an operation and its regions. Replacements may be replaced in turn."""
    for operation in within.walk():
        if any(value in values for value in operation.operands):
            new = [_resolve(value, values) for value in operation.operands]
            if any(a.type != b.type for a, b in zip(operation.operands, new, strict=True)):
                operation.template = None  # its types are those of the text
            operation.operands = new
        if any(value in values for _, passed in operation.successors for value in passed):
            operation.successors = tuple(
                (block, [_resolve(value, values) for value in passed])
                for block, passed in operation.successors
            )


def _resolve(value: Value, values: Mapping[Value, Value]) -> Value:
    while value in values:
        value = values[value]
    return value


def _scope_of(value: Value) -> Operation:
    """The function that contains a value, or else the outermost operation."""
    owner = value.owner
    operation = owner.region.operation if isinstance(owner, Block) else owner
    while not isinstance(operation, Function) and operation.parent is not None:
        operation = operation.parent
    return operation


def users(value: Value) -> list[Operation]:
    """The users of a value: the operations with it as an operand, in order."""
    return [
        operation
        for operation in _scope_of(value).walk()
        if value in operation.operands or any(value in passed for _, passed in operation.successors)
    ]


def insert_before(operations: Sequence[Operation], before: Operation) -> None:
    """Insert operations before another one, in its block."""
    block = before.block
    assert block is not None
    index = _index_of(block, before)
    for operation in operations:
        operation.block = block
    block.operations[index:index] = operations


def erase(operation: Operation) -> None:
    """Remove an operation from its block. Raises ValueError if a result has uses."""
    block = operation.block
    assert block is not None
    used = next((value for value in operation.results if users(value)), None)
    if used is not None:
        raise ValueError(f"{used.name} of {operation.name} is used by {users(used)[0].name}")
    del block.operations[_index_of(block, operation)]
    operation.block = None


def _index_of(block: Block, operation: Operation) -> int:
    return next(index for index, each in enumerate(block.operations) if each is operation)


def inline(call: Operation, function: Function) -> list[Operation]:
    """Replace a call by the body of the function. Return the inlined operations.

    Raises ValueError for a function with several blocks.
    """
    operations, returned = clone_body(function, call.operands)
    insert_before(operations, call)
    replace_uses(dict(zip(call.results, returned, strict=True)), _outermost(call))
    erase(call)
    return operations


def _outermost(operation: Operation) -> Operation:
    return _scope_of(operation.results[0]) if operation.results else operation


def clone_body(function: Function, operands: Sequence[Value]) -> tuple[list[Operation], list[Value]]:
    """A copy of a function's operations with these operands, and the values that it returns.

    Raises ValueError for a function with several blocks.
    """
    if function.body is None or len(function.regions[0].blocks) != 1:
        raise ValueError(f"@{function.symbol} does not have exactly one block")
    values = dict(zip(function.arguments, operands, strict=True))
    *inside, end = function.body.operations
    copies = [clone(operation, values) for operation in inside]
    return copies, [values.get(value, value) for value in end.operands]
