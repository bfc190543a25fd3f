"""Flattening: turns a function or region into instructions.

Small callees are inlined, short loops unrolled, and placements, which do nothing, dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stablehlo_tools.interpret.arrays import is_scalar
from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.ir.operations import Function, Operation, Region, Value
from stablehlo_tools.ops.dialects.shardy_kinds import PLACEMENTS
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL, LOOP

if TYPE_CHECKING:
    from stablehlo_tools.interpret.plans.compiler import Compiler


def flatten(
    compiler: Compiler,
    operations: Sequence[Operation],
    parameters: Sequence[Value],
    borrowed: int,
    results: Sequence[Value],
    *,
    is_of_kernel: bool,
) -> FlatFunction:
    """`operations`, the last one a terminator, as a flat function from `parameters` to `results`."""
    body = FlatFunction(operations[-1], is_of_kernel, parameters=len(parameters), borrowed=borrowed)
    flattening = _Flattening(compiler, body, parameters)
    flattening.add_all(operations)
    body.results = tuple(flattening.variables[value] for value in results)
    return body


def is_as_written(compiler: Compiler, end: Operation) -> bool:
    """Whether an observer sees every operation of the body that `end` terminates."""
    assert end.block is not None
    return compiler.is_as_written and not is_for_scalars(end.block.region)


class _Flattening:
    def __init__(self, compiler: Compiler, body: FlatFunction, parameters: Sequence[Value]) -> None:
        self.compiler = compiler
        self.body = body
        self.is_as_written = is_as_written(compiler, body.end)
        # an inlined callee defines its values anew each time; earlier variables are no longer referenced
        self.variables: dict[Value, int] = {}
        self.parameters = frozenset(parameters)
        for value in parameters:
            self.variables[value] = len(body.types)
            body.types.append(value.type)

    def add_all(self, operations: Sequence[Operation]) -> None:
        for operation in operations[:-1]:
            callee = self.compiler.callee(operation)
            if operation.name in PLACEMENTS:
                self.define(operation, self.operands(operation)[: len(operation.results)])
            elif callee is None:
                self.add(operation)
            elif self.compiler.is_inlined(callee) or (self.compiler.is_as_written and not self.is_as_written):
                self.inline(operation, callee)
            else:
                self.append(Instruction(operation, self.operands(operation), (), (), callee=callee))

    def operands(self, operation: Operation) -> tuple[int, ...]:
        variables = self.variables
        return tuple([variables[value] for value in operation.operands])

    def inline(self, operation: Operation, callee: Function) -> None:
        assert callee.body is not None
        self.variables.update(zip(callee.arguments, self.operands(operation), strict=True))
        self.add_all(callee.body.operations)
        returned = self.operands(callee.body.operations[-1])
        self.variables.update(zip(operation.results, returned, strict=True))

    def unroll(self, loop: Operation, rounds: int) -> None:
        body, values = loop.regions[-1].blocks[0], self.operands(loop)
        for _ in range(rounds):
            self.variables.update(zip(body.arguments, values, strict=True))
            self.add_all(body.operations)
            values = self.operands(body.operations[-1])
        self.define(loop, values)

    def add(self, operation: Operation) -> None:
        op = OPS[operation.name]
        operands = self.operands(operation)
        rounds = self.compiler.unrolled(operation)
        if rounds is not None:
            self.unroll(operation, rounds)
            return
        if op.execution.may_alias and not self.is_as_written and _is_scalar_identity(op, operation):
            self.define(operation, operands)
            return
        captures: tuple[tuple[int, ...], ...] = ()
        if operation.regions:  # few have any
            regions = map(self.compiler.region, operation.regions)
            captures = tuple(tuple(self.variables[value] for value in region.captures) for region in regions)
        self.append(Instruction(operation, operands, captures, (), op))

    def append(self, instruction: Instruction) -> None:
        types, values = self.body.types, instruction.operation.results
        first = len(types)
        types += [value.type for value in values]
        instruction.results = tuple(range(first, len(types)))
        self.body.instructions.append(instruction)
        self.define(instruction.operation, instruction.results)

    def define(self, operation: Operation, variables: Sequence[int]) -> None:
        for value, variable in zip(operation.results, variables, strict=True):
            if value not in self.parameters:
                self.variables[value] = variable


def is_round(region: Region) -> bool:
    """Whether the region is the body of a loop."""
    return region.operation.name == LOOP and region is region.operation.regions[-1]


def is_for_scalars(region: Region) -> bool:
    """Whether the region maps scalars to scalars, as reduction bodies do, so that it may be vectorized."""
    assert region.entry is not None
    types = [argument.type for argument in region.entry.arguments]
    is_control = isinstance(region.operation, Function) or region.operation.name in CONTROL
    return not is_control and all(map(is_scalar, types))


def is_in_scalar_region(operation: Operation) -> bool:
    """Whether the operation is in a region that maps scalars to scalars."""
    return operation.block is not None and is_for_scalars(operation.block.region)


def _is_scalar_identity(op: Op, operation: Operation) -> bool:
    """Whether the operation only turns a scalar into the same scalar, such as a broadcast to rank 0."""
    if not len(operation.operands) == len(operation.results) == 1 or op.has_effects:
        return False
    type = operation.operands[0].type
    return is_scalar(type) and type == operation.results[0].type
