"""Ends loops that random rounding keeps running, such as Newton's method until nothing changes."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.checks.inputs import Inputs
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.interpret.plans.steps import Kernel, Named
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.stablehlo.control import LOOP
from stablehlo_tools.ops.trip_count import trip_count_of

_FEW: Final = 64  # iterations that any loop may make, without a run that counts the usual ones
_TIMES: Final = 2  # multiple of the usual iterations

Count = Callable[[Operation, int], None]  # takes a loop and the number of its completed iterations


class UsualIterations:
    """The largest trip count of each loop when the interpreter executes the program.

    `execute` runs the program when the counts are needed, and calls its argument before each iteration.
    """

    def __init__(self, execute: Callable[[Count], object]) -> None:
        self.restart(execute)

    def restart(self, execute: Callable[[Count], object]) -> None:
        """Count anew when needed, in a run of another program or on other values."""
        self._execute = execute
        self._most: Counter[Operation] | None = None

    @classmethod
    def of_program(
        cls, module: Module, entry: str, inputs: Inputs, options: RunOptions = DEFAULT
    ) -> UsualIterations:
        """The trip counts of a verified program for the inputs of its single process."""
        return cls(lambda count: compile(module, entry, options, rounds=count)(inputs))

    def of_copy(self, module: Module, copy: Module) -> UsualIterations:
        """The same trip counts for the loops of a copy of the program in other types."""

        def execute(count: Count) -> None:
            for loop, own in zip(_loops(module), _loops(copy), strict=True):
                count(own, self._usual[loop] - 1)

        return UsualIterations(execute)

    def allows(self, loop: Operation, number: int) -> bool:
        """Whether a loop may go on after `number` iterations."""
        return number < _FEW or number < _TIMES * self._usual[loop]

    @property
    def _usual(self) -> Counter[Operation]:
        if self._most is None:
            counts = Counter[Operation]()

            def count(loop: Operation, completed: int) -> None:
                counts[loop] = max(counts[loop], completed + 1)

            self._execute(count)
            self._most = counts
        return self._most


def _loops(module: Module) -> list[Operation]:
    return [operation for operation in module.walk() if operation.name == LOOP]


class EndlessError(RunError):
    """The error of a loop that makes more iterations than it is allowed."""


def stopping(usual: UsualIterations) -> Count:
    """A function that raises `EndlessError` if a loop makes more iterations than `usual` allows."""

    def count(loop: Operation, completed: int) -> None:
        if not usual.allows(loop, completed):
            raise EndlessError(unsupported(loop, f"this loop has not ended after {completed:,} iterations"))

    return count


class EndingDomain:
    """Another domain, in which loops end after at most twice the usual iterations, or 64 if that is more."""

    def __init__(self, domain: Domain, usual: UsualIterations) -> None:
        self._domain, self._usual = domain, usual
        self.shares_kernels = domain.shares_kernels

    @property
    def reuses(self) -> bool:
        """Whether kernels of the other domain may overwrite operands."""
        return self._domain.reuses

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of the other domain; that of a loop also limits its iterations."""
        adapted = self._domain.kernel(op, operation, kernel)
        count = trip_count_of(operation) if operation.name == LOOP else None
        if operation.name != LOOP or (count is not None and count.is_exact):
            return adapted

        def ending(*operands: Any, cond: Callable[..., Any], **named: Named) -> Any:
            numbers = itertools.count()

            def goes_on(*values: Any) -> Any:
                return cond(*values) if self._usual.allows(operation, next(numbers)) else (np.False_,)

            return adapted(*operands, cond=goes_on, **named)

        return ending
