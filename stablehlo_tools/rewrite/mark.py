"""Marks values of a program as results, so that any engine returns them.

A `MarkedScope` is a function to be marked: the calls in it are inlined, and each of its operations knows the
path of the operation that it is a copy of, such as `main/relu%9`. The regions of control flow are not marked
with it: an execution of one is a scope of its own.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.ir.clone import append, clone
from stablehlo_tools.ir.constants import is_constant
from stablehlo_tools.ir.edit import insert_before
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Region, Value, callee_of
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.paths import mark as mark_of, owner_name, region_name
from stablehlo_tools.rewrite.extract import standalone
from stablehlo_tools.rewrite.outline import (
    begin_function,
    end_function,
    function_of,
    outline_region,
    used_values,
)

MAX_INLINED = 50_000  # operations; calls beyond stay calls: calls of calls may be exponentially many


@dataclass(frozen=True, eq=False)
class MarkedScope:
    """A function without calls, in the context of a module, and the paths of its operations."""

    module: Module
    function: Function
    paths: dict[Operation, str] = field(default_factory=dict)

    @property
    def operations(self) -> list[Operation]:
        """The operations of the function, without its terminator."""
        assert self.function.body is not None
        return self.function.body.operations[:-1]

    @property
    def results(self) -> list[Value]:
        """The values that the function returns."""
        return self.function.returned

    def name(self, value: Value) -> str:
        """The qualified name of a value, as dumps have it: `main/relu%9/%3`."""
        assert isinstance(value.owner, Operation)
        return f"{self.paths[value.owner]}/{value.name}"


def inlined(module: Module, function: Function, path: str = "", *, limit: int = MAX_INLINED) -> MarkedScope:
    """The scope of a function: a copy of it in which calls are replaced by the bodies of their callees.

    `path` is that of the function, its name by default. Calls beyond `limit` operations stay.
    """
    copy, body = begin_function(function.arguments)
    scope = MarkedScope(module, copy)
    _Inliner(scope, body, limit).inline(function, path or function.symbol)
    return scope


class _Frame(NamedTuple):
    """A function that is being inlined: the operations to come, its values, its path and its call."""

    operations: Iterator[Operation]
    values: dict[Value, Value]
    path: str
    call: Operation | None


class _Inliner:
    def __init__(self, scope: MarkedScope, body: Block, limit: int) -> None:
        self.scope, self.body, self.limit = scope, body, limit
        self.functions = scope.module.declared

    def inline(self, function: Function, path: str) -> None:
        """Append the operations of a function. It is iterative, since calls may be nested to any depth."""
        assert function.body is not None
        values = dict(zip(function.arguments, self.body.arguments, strict=True))
        stack = [_Frame(iter(function.body.operations), values, path, None)]
        while stack:
            frame = stack[-1]
            operation = next(frame.operations)
            callee = self.callee(operation)
            if operation.name == "func.return":
                returned = [frame.values[value] for value in operation.operands]
                self.leave(stack, returned)
            elif callee is None:
                copy = clone(operation, frame.values)
                append(copy, self.body)
                self.scope.paths[copy] = frame.path
            else:
                stack.append(_entered(frame, operation, callee))

    def callee(self, operation: Operation) -> Function | None:
        """The function to inline for an operation; None if there is none."""
        callee = self.functions.get(callee_of(operation))
        is_open = callee is not None and callee.is_block and len(self.body.operations) < self.limit
        return callee if is_open else None

    def leave(self, stack: list[_Frame], returned: list[Value]) -> None:
        """End the innermost function with its results."""
        frame = stack.pop()
        if stack and frame.call is not None:
            stack[-1].values.update(zip(frame.call.results, returned, strict=True))
        else:
            end_function(self.scope.function, "main", returned)


def _entered(frame: _Frame, call: Operation, callee: Function) -> _Frame:
    assert callee.body is not None
    operands = [frame.values[value] for value in call.operands]
    values = dict(zip(callee.arguments, operands, strict=True))
    path = f"{frame.path}/{callee.symbol}{mark_of(call)}"
    return _Frame(iter(callee.body.operations), values, path, call)


def region_scope(scope: MarkedScope, region: Region, number: int) -> tuple[MarkedScope, list[Value]]:
    """The scope of an execution of a region of control flow, and the captured values that it takes.

    The function takes the arguments of the region, and then the captured values. It returns what the region
    returns behind an `optimization_barrier`: in the program, these values are not results.
    """
    function, operands = outline_region(region, "main")
    operation = region.operation
    path = f"{scope.paths[operation]}/{owner_name(operation)}/{region_name(region, number)}"
    captured = operands[len(region.blocks[0].arguments) :]
    inside = inlined(scope.module, function, path)
    _hide_results(inside, path)
    return inside, captured


def _hide_results(scope: MarkedScope, path: str) -> None:
    """Return the tensors that a scope returns behind an optimization barrier."""
    assert scope.function.body is not None
    *_, end = scope.function.body.operations
    tensors = list(dict.fromkeys(value for value in end.operands if isinstance(value.type, TensorType)))
    if not tensors:
        return
    barrier = Operation("stablehlo.optimization_barrier", tensors, {}, location=end.location)
    pairs = enumerate(tensors)
    barrier.results = [Value(value.type, value.name, barrier, index) for index, value in pairs]
    insert_before([barrier], end)
    scope.paths[barrier] = path
    hidden = dict(zip(tensors, barrier.results, strict=True))
    end.operands = [hidden.get(value, value) for value in end.operands]


def called_scope(scope: MarkedScope, call: Operation) -> MarkedScope | None:
    """The scope of the callee of a call that was not inlined; None if it is only declared."""
    callee = scope.module.function(callee_of(call))
    if callee is None or not callee.is_block:
        return None
    return inlined(scope.module, callee, f"{scope.paths[call]}/{callee.symbol}{mark_of(call)}")


def markable(operations: Iterable[Operation]) -> list[Value]:
    """The results of operations that a program may return: tensors."""
    results = (value for operation in operations for value in operation.results)
    return [value for value in results if isinstance(value.type, TensorType)]


def marked(scope: MarkedScope, values: Sequence[Value]) -> Module:
    """The program of a scope that returns these values instead of its results."""
    return _program(scope, scope.operations, values)


def ancestors(operations: Sequence[Operation], value: Value) -> list[Operation]:
    """The ones of these operations that a value depends on, directly or through others of them, in order."""
    needed, program_slice = {value}, list[Operation]()
    for operation in reversed(operations):
        if not needed.isdisjoint(operation.results):
            program_slice.append(operation)
            needed.update(used_values(operation))
    return program_slice[::-1]


def live_after(scope: MarkedScope, count: int) -> list[Value]:
    """The tensors of the first `count` operations that later ones use, or the function returns."""
    operations = scope.operations
    used = {value for operation in operations[count:] for value in used_values(operation)}
    used.update(scope.results)
    return [value for value in markable(operations[:count]) if value in used]


def prefix(scope: MarkedScope, count: int, values: Sequence[Value]) -> Module:
    """The program of the first `count` operations of a scope that returns these values."""
    return _program(scope, scope.operations[:count], values)


def isolated(
    scope: MarkedScope, operations: Sequence[Operation], *, keeps_constants: bool = True
) -> tuple[Module, list[Value]]:
    """The program in which each operation takes its operands as arguments, and those values.

    It returns the results of all in order. Constants stay constants by default, since some operands must be.
    """
    needed = dict.fromkeys(value for operation in operations for value in used_values(operation))
    constants = {value: None for value in needed if keeps_constants and _is_constant(value)}
    taken = [value for value in needed if value not in constants]
    function, body = begin_function(taken)
    outside = dict(zip(taken, body.arguments, strict=True))
    for value in constants:
        assert isinstance(value.owner, Operation)
        append(clone(value.owner, outside), body)
    returned: list[Value] = []
    for operation in operations:
        values = ChainMap({}, outside)  # an operation does not see the results of others
        append(clone(operation, values), body)
        returned += [values[value] for value in markable([operation])]
    return standalone(end_function(function, "main", returned), scope.module), taken


def _is_constant(value: Value) -> bool:
    return isinstance(value.owner, Operation) and is_constant(value.owner)


def _program(scope: MarkedScope, operations: Sequence[Operation], values: Sequence[Value]) -> Module:
    return standalone(function_of(operations, scope.function.arguments, values, "main"), scope.module)
