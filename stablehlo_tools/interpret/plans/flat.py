"""Flat functions: a function or region as a list of instructions over numbered variables."""

from __future__ import annotations

import itertools
from dataclasses import field
from typing import Any

from stablehlo_tools.host.records import record
from stablehlo_tools.interpret.arrays import is_scalar
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.schema import Op


@record(eq=False, slots=True)
class Instruction:
    """`results = operation(operands)`, where `captures` are the variables that each region reads.

    `op` is the op's declaration; None for a call, which has a `callee`.
    """

    operation: Operation
    operands: tuple[int, ...]
    captures: tuple[tuple[int, ...], ...]
    results: tuple[int, ...]
    op: Op | None = None
    callee: Function | None = None

    @property
    def reads(self) -> tuple[int, ...]:
        """The variables that the instruction reads: operands, then captures."""
        return self.operands + tuple(itertools.chain(*self.captures)) if self.captures else self.operands


@record(eq=False, slots=True)
class FlatFunction:
    """Instructions over variables 0, 1, ... of the given `types`.

    The first variables are the `parameters`. The last `borrowed` of these belong to the caller, and are never
    overwritten. `end` is the terminator that returns `results`. If `is_of_kernel`, the body is executed by a
    kernel, otherwise by a call or control op.
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
    def is_vectorizable(self) -> bool:
        """Whether all instructions are scalar and elementwise, so that the body may run on whole arrays."""
        return (
            self.is_of_kernel
            and all(map(is_scalar, self.types))
            and all(each.op is not None and _is_elementwise(each.op) for each in self.instructions)
        )


def _is_elementwise(op: Op) -> bool:
    """Whether an op computes scalars from scalars as it does arrays: a view that moves nothing does, too."""
    return op.elementwise or (op.execution.is_view and op.numerics.is_exact and not op.numerics.moves)
