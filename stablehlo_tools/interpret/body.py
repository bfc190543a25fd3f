"""A function or region as a flat list of instructions over numbered variables.

Small callees are copied in where they are called, what follows from constants alone is computed, and
scalar reshapes and broadcasts to scalars vanish. What is left is what there is to do at run time.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stablehlo_tools.interpret.arrays import byte_size, is_scalar, lent, memory_of
from stablehlo_tools.ir import Function, Operation, Region, Value
from stablehlo_tools.ops.declare import OPS, Op
from stablehlo_tools.ops.signature import operand_groups
from stablehlo_tools.types import TensorType, Type

if TYPE_CHECKING:
    from stablehlo_tools.interpret.compiler import Compiler

# Ops whose results are what their regions return, as it is.
CONTROL = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case"})

# The one that executes its last region again and again.
LOOP = "stablehlo.while"

# Those that execute one of their regions, once.
BRANCHES = frozenset({"stablehlo.if", "stablehlo.case"})

# Ops of Shardy that say on which devices the parts of a value are, and change no value.
PLACEMENTS = frozenset(
    f"sdy.{name}"
    for name in (
        "all_gather", "all_reduce", "all_slice", "all_to_all", "collective_permute", "data_flow_edge",
        "propagation_barrier", "reduce_scatter", "replicated_to_unreduced", "sharded_to_unreduced",
        "sharding_group",
    )
)  # fmt: skip

# A constant that is computed at compile time, other than a view of one, stays below this many bytes.
FOLDING_LIMIT = 1 << 16


@dataclass(eq=False, slots=True)
class Instruction:
    """An operation left to run: `results = operation(operands)`; `captures` are what each region reads.

    `op` is its declaration; None for a call, which has a `callee` instead.
    """

    operation: Operation
    operands: tuple[int, ...]
    captures: tuple[tuple[int, ...], ...]
    results: tuple[int, ...]
    op: Op | None = None
    callee: Function | None = None

    @property
    def reads(self) -> tuple[int, ...]:
        """The variables that it reads: operands, then captures."""
        return self.operands + tuple(itertools.chain(*self.captures))


@dataclass(eq=False, slots=True)
class Body:
    """Instructions in order, over variables 0, 1, ... whose types are `types`.

    `parameters` of these come first and receive the arguments; the last `borrowed` of them are owned by
    somebody else and never written. `end` is the terminator that returns `results`. `is_of_kernel` says that
    a kernel calls it, and no call or control op does.
    """

    end: Operation
    is_of_kernel: bool
    types: list[Type] = field(default_factory=list)
    parameters: int = 0
    borrowed: int = 0
    constants: dict[int, Any] = field(default_factory=dict)
    instructions: list[Instruction] = field(default_factory=list)
    results: tuple[int, ...] = ()

    @property
    def is_liftable(self) -> bool:
        """Whether all of it is scalar and elementwise, so that it means the same for whole arrays."""
        return (
            self.is_of_kernel
            and all(map(is_scalar, self.types))
            and all(each.op is not None and each.op.elementwise for each in self.instructions)
        )


def body_of(
    compiler: Compiler,
    operations: Sequence[Operation],
    parameters: Sequence[Value],
    borrowed: int,
    results: Sequence[Value],
    *,
    is_of_kernel: bool = False,
) -> Body:
    """What of `operations`, the last a terminator, leads from `parameters` to `results` or has an effect."""
    body = Body(operations[-1], is_of_kernel, parameters=len(parameters), borrowed=borrowed)
    flattening = _Flattening(compiler, body, parameters)
    flattening.operations(operations)
    body.results = tuple(flattening.variables[value] for value in results)
    if not flattening.is_as_written:
        _drop_unused(body)
    return body


class _Flattening:
    def __init__(self, compiler: Compiler, body: Body, parameters: Sequence[Value]) -> None:
        self.compiler = compiler
        self.body = body
        self.is_as_written = compiler.is_as_written and not is_for_scalars(_region(body.end))
        # a callee that is copied in twice defines its values anew; nothing refers to the older ones then
        self.variables: dict[Value, int] = {}
        self.given = frozenset(parameters)
        for value in parameters:
            self.variables[value] = self.variable(value.type)

    def variable(self, type: Type) -> int:
        self.body.types.append(type)
        return len(self.body.types) - 1

    def operations(self, operations: Sequence[Operation]) -> None:
        for operation in operations[:-1]:
            callee = self.compiler.callee(operation)
            if operation.name in PLACEMENTS:
                self.define(operation, self.operands(operation)[: len(operation.results)])
            elif callee is None:
                self.operation(operation)
            elif self.compiler.is_inlined(callee) or (self.compiler.is_as_written and not self.is_as_written):
                self.inline(operation, callee)
            else:
                self.append(Instruction(operation, self.operands(operation), (), (), callee=callee))

    def operands(self, operation: Operation) -> tuple[int, ...]:
        return tuple(self.variables[value] for value in operation.operands)

    def inline(self, operation: Operation, callee: Function) -> None:
        assert callee.body is not None
        self.variables.update(zip(callee.arguments, self.operands(operation), strict=True))
        self.operations(callee.body.operations)
        returned = self.operands(callee.body.operations[-1])
        self.variables.update(zip(operation.results, returned, strict=True))

    def operation(self, operation: Operation) -> None:
        op = OPS[operation.name]
        operands = self.operands(operation)
        if self.is_as_written:
            self.instruct(op, operation, operands)
        elif _is_scalar_identity(op, operation):
            self.define(operation, operands)
        elif (constant := self.folded(op, operation, operands)) is not None:
            variable = self.variable(operation.results[0].type)
            self.body.constants[variable] = constant
            self.define(operation, (variable,))
        else:
            self.instruct(op, operation, operands)

    def instruct(self, op: Op, operation: Operation, operands: tuple[int, ...]) -> None:
        regions = map(self.compiler.region, operation.regions)
        captures = [tuple(self.variables[value] for value in region.captures) for region in regions]
        self.append(Instruction(operation, operands, tuple(captures), (), op))

    def append(self, instruction: Instruction) -> None:
        instruction.results = tuple(self.variable(value.type) for value in instruction.operation.results)
        self.body.instructions.append(instruction)
        self.define(instruction.operation, instruction.results)

    def define(self, operation: Operation, variables: Sequence[int]) -> None:
        for value, variable in zip(operation.results, variables, strict=True):
            if value not in self.given:
                self.variables[value] = variable

    def folded(self, op: Op, operation: Operation, operands: tuple[int, ...]) -> Any:
        """The result, where it follows from constants and takes little memory, else None."""
        if not _is_foldable(op, operation) or not all(v in self.body.constants for v in operands):
            return None
        arrays = [self.body.constants[variable] for variable in operands]
        if _is_constant(op):
            return self.compiler.constant(op, operation)
        try:
            result = self.compiler.kernel(op, operation)(*operand_groups(op, operation, arrays))
        except Exception:  # noqa: BLE001 - it fails again at run time, if it is reached, and names the operation
            return None
        memory = memory_of([result])
        is_view = memory.keys() <= memory_of(arrays).keys()
        return lent(result) if is_view or sum(memory.values()) <= FOLDING_LIMIT else None


def _region(end: Operation) -> Region:
    assert end.block is not None
    return end.block.region


def is_round(region: Region) -> bool:
    """Whether it is what a loop executes in each round."""
    return region.operation.name == LOOP and region is region.operation.regions[-1]


def is_for_scalars(region: Region) -> bool:
    """Whether it is the body of a reduction or the like, from scalars to scalars: it may be lifted."""
    assert region.entry is not None
    types = [argument.type for argument in region.entry.arguments]
    is_control = isinstance(region.operation, Function) or region.operation.name in CONTROL
    return not is_control and all(isinstance(type, TensorType) and type.shape == () for type in types)


def _is_scalar_identity(op: Op, operation: Operation) -> bool:
    """Whether it is a view of a scalar as the same scalar, such as a broadcast to no dimensions."""
    if not op.is_view or op.has_effects or len(operation.operands) != 1 or len(operation.results) != 1:
        return False
    type = operation.operands[0].type
    return isinstance(type, TensorType) and type.shape == () and type == operation.results[0].type


def _is_foldable(op: Op, operation: Operation) -> bool:
    """Whether the kernel is a function of the operands alone that costs little memory to run early."""
    if op.has_effects or operation.regions or len(operation.results) != 1:
        return False
    if not isinstance(operation.results[0].type, TensorType):
        return False
    if _is_constant(op) or (op.is_view and operation.operands):
        return True
    return (op.is_view or op.elementwise) and byte_size(operation.results[0].type) <= FOLDING_LIMIT


def _is_constant(op: Op) -> bool:
    return not op.operands and any(field.rule.kind == "constant" for field in op.attributes)


def _drop_unused(body: Body) -> None:
    """Keep what the results need and what has an effect."""
    needed = set(body.results)
    kept = []
    for instruction in reversed(body.instructions):
        if not needed.isdisjoint(instruction.results) or _has_effects(instruction):
            needed.update(instruction.reads)
            kept.append(instruction)
    body.instructions = kept[::-1]
    body.constants = {key: value for key, value in body.constants.items() if key in needed}


def _has_effects(instruction: Instruction) -> bool:
    """Whether running it is seen elsewhere than in its results. Calls are not looked into."""
    if instruction.callee is not None or not instruction.results:
        return True
    return any(
        operation.name not in OPS or OPS[operation.name].has_effects
        for operation in instruction.operation.walk()
        if not operation.name.endswith("return")
    )
