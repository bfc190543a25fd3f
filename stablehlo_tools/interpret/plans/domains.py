"""Domains: the kinds of values that a run computes with, in place of arrays of the types of the program."""

from __future__ import annotations

from typing import Protocol

from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.schema import Op


class Domain(Protocol):
    """Values other than arrays of the declared types, and the kernels that compute with them.

    Plans, control flow, calls and processes are as in any run. If it `shares_kernels`, operations of the
    same text have the same kernel.
    """

    shares_kernels: bool

    @property
    def reuses(self) -> bool:
        """Whether kernels may write their results into arrays of operands that are not used again.

        Values then have `flags`, as arrays have, and `read_only()`, the value as other frames may have it.
        """

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on values of the domain; `kernel` is that on arrays, in frames."""
