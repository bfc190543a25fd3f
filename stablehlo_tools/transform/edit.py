"""Changes of a program in place: values replaced, operations taken out, calls inlined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.ir.operations import Block, Function, Operation, Value
from stablehlo_tools.transform.clone import clone


def replace(value: Value, new: Value) -> None:
    """Let all that reads a value read another, which is known wherever the first is."""
    replace_all({value: new}, _around(value))


def replace_all(values: Mapping[Value, Value], within: Operation) -> None:
    """Let the operations in one, and itself, read other values; what one becomes may become another."""
    for operation in within.walk():
        if any(value in values for value in operation.operands):
            new = [_last(value, values) for value in operation.operands]
            if any(a.type != b.type for a, b in zip(operation.operands, new, strict=True)):
                operation.template = None  # whose types are those of the text
            operation.operands = new
        if any(value in values for _, passed in operation.successors for value in passed):
            operation.successors = tuple(
                (block, [_last(value, values) for value in passed]) for block, passed in operation.successors
            )


def _last(value: Value, values: Mapping[Value, Value]) -> Value:
    while value in values:
        value = values[value]
    return value


def _around(value: Value) -> Operation:
    """The function in which a value can be read, or else the outermost operation."""
    owner = value.owner
    operation = owner.region.operation if isinstance(owner, Block) else owner
    while not isinstance(operation, Function) and operation.parent is not None:
        operation = operation.parent
    return operation


def readers(value: Value) -> list[Operation]:
    """The operations that read a value, in order."""
    return [
        operation
        for operation in _around(value).walk()
        if value in operation.operands or any(value in passed for _, passed in operation.successors)
    ]


def put(operations: Sequence[Operation], before: Operation) -> None:
    """Put operations before another one, in its block."""
    block = before.block
    assert block is not None
    index = _place(block, before)
    for operation in operations:
        operation.block = block
    block.operations[index:index] = operations


def drop(operation: Operation) -> None:
    """Take an operation whose results nobody reads out of its block; ValueError where somebody does."""
    block = operation.block
    assert block is not None
    read = next((value for value in operation.results if readers(value)), None)
    if read is not None:
        raise ValueError(f"{read.name} of {operation.name} is read by {readers(read)[0].name}")
    del block.operations[_place(block, operation)]
    operation.block = None


def _place(block: Block, operation: Operation) -> int:
    return next(index for index, each in enumerate(block.operations) if each is operation)


def inline(call: Operation, function: Function) -> list[Operation]:
    """Put what a function does in the place of a call of it; the operations that are there now.

    Raises ValueError for a function that is not one block, which has no such place.
    """
    operations, returned = cloned_body(function, call.operands)
    put(operations, call)
    replace_all(dict(zip(call.results, returned, strict=True)), _outermost(call))
    drop(call)
    return operations


def _outermost(operation: Operation) -> Operation:
    return _around(operation.results[0]) if operation.results else operation


def cloned_body(function: Function, operands: Sequence[Value]) -> tuple[list[Operation], list[Value]]:
    """Copies of what a function does with operands, and the values that it returns.

    Raises ValueError for a function that is not one block.
    """
    if function.body is None or len(function.regions[0].blocks) != 1:
        raise ValueError(f"@{function.symbol} is not of one block")
    values = dict(zip(function.arguments, operands, strict=True))
    *inside, end = function.body.operations
    copies = [clone(operation, values) for operation in inside]
    return copies, [values.get(value, value) for value in end.operands]
