"""Takes the branches of `case` operations whose indices are constant.

An export for several platforms has a branch for each, which may call what only that platform has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import clone_block, insert_before, replace
from stablehlo_tools.ir.operations import Block, Function, Module, Operation
from stablehlo_tools.ir.symbols import callees_first, referenced, symbols_in
from stablehlo_tools.rewrite.arguments import replace_by_constant
from stablehlo_tools.rewrite.refinement.folding import integer_in


class _Recursive(Exception):
    """A function calls itself."""


def settled(module: Module, symbol: str, arrays: Mapping[int, npt.NDArray[Any]]) -> Module:
    """A copy of a module whose function still takes these arguments, but computes only what it does for them.

    Raises ValueError for an array of another type.
    """
    copy = clone(module)
    for index, array in arrays.items():
        replace_by_constant(copy.declared[symbol].arguments[index], array)
    take_branches(copy, symbol)
    return copy


def take_branches(module: Module, symbol: str) -> None:
    """Replace each `case` of a constant index by the branch that it takes: in a function and in its callees.

    An argument of a private function is constant if all calls pass the same integer.
    """
    declared = module.declared
    try:
        callees_last = callees_first(
            declared[symbol],
            lambda function: [declared[name] for name in referenced(function) if name in declared],
            lambda function: _Recursive(function.symbol),
        )[::-1]
    except _Recursive:
        return  # what executes the program says so
    users: defaultdict[str, list[Operation]] = defaultdict(list)
    for operation in module.body.operations:
        if operation not in callees_last:
            _note_users(operation, users)
    for function in callees_last:
        if function.symbol != symbol:
            _know_arguments(function, users[function.symbol])
        for block in function.blocks:
            _take_in(block)
        if function.symbol == symbol or users[function.symbol]:
            _note_users(function, users)


def _note_users(operation: Operation, users: Mapping[str, list[Operation]]) -> None:
    """Add the operations in another one to those that refer to each name."""
    for inner in operation.walk():
        for symbol in symbols_in(inner.attributes):
            users[symbol.path[0]].append(inner)


def _know_arguments(function: Function, users: Sequence[Operation]) -> None:
    """Replace the arguments of a private function that are the same integer in all of its calls."""
    if not function.is_private or any(user.name != "func.call" for user in users):
        return
    for argument in function.arguments:
        passed = {integer_in(call.operands[argument.index]) for call in users}
        constant = passed.pop() if len(passed) == 1 else None
        if constant is not None:
            replace_by_constant(argument, constant.array)


def _take_in(block: Block) -> None:
    """Replace the operations in a block, and in those inside of it."""
    pending = block.operations[::-1]
    while pending:
        operation = pending.pop()
        branch = _taken(operation)
        if branch is not None:
            operations, returned = clone_block(branch, [])
            insert_before(operations, operation)
            replace(operation, *returned)
            pending += operations[::-1]
        else:
            for inner in operation.blocks:
                _take_in(inner)


def _taken(operation: Operation) -> Block | None:
    """The branch of a `case` of a constant index; the last one is that of all others."""
    index = integer_in(operation.operands[0]) if operation.name == "stablehlo.case" else None
    if index is None:
        return None
    number, branches = index.array.item(), operation.blocks
    return branches[number if 0 <= number < len(branches) else -1]
