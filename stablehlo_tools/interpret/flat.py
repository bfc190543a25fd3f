"""A function or region as a flat list of instructions over numbered variables: what the passes work on."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from stablehlo_tools.interpret.arrays import is_scalar
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.declare import Op


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
class FlatFunction:
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
    def is_vectorizable(self) -> bool:
        """Whether all of it is scalar and elementwise, so that it means the same for whole arrays."""
        return (
            self.is_of_kernel
            and all(map(is_scalar, self.types))
            and all(each.op is not None and each.op.elementwise for each in self.instructions)
        )
