"""What a comparison finds, as data."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from stablehlo_tools.comparison.measure import Difference
from stablehlo_tools.ir.operations import Module, Operation

Array = npt.NDArray[Any]


class Verdict(enum.Enum):
    """Why a value differs."""

    WRONG_OP = "wrong op"  # also alone, on the same operands
    AMPLIFIED = "amplified"  # each op agrees alone: errors within the budgets grew
    ONLY_UNMARKED = "only unmarked"  # agrees where the value is a result, so that it is not fused
    PERMUTATION = "permutation of equal keys"
    SIGN_OF_ZERO = "sign of zero"
    IMPLEMENTATION_DEFINED = "implementation-defined"  # both are right
    NO_COUNTERPART = "no counterpart"  # of two programs, the other has no value that agrees
    NOT_ISOLATED = "not isolated"  # the op cannot be executed alone


@dataclass(frozen=True)
class ValueRow:
    """A compared value: its qualified name, the operation that computes it, and the difference.

    `budget` is what it may differ by, `operation` None for a result that no operation computes.
    """

    name: str
    type: str
    agrees: bool
    budget: str
    difference: Difference
    operation: Operation | None = None

    @property
    def op(self) -> str:
        """The name of the op; empty for a result."""
        return self.operation.name if self.operation is not None else ""

    @property
    def place(self) -> str:
        """The position of the operation in the text, `model.mlir:12:5`; empty if it has none."""
        span = self.operation.span if self.operation is not None else None
        return "" if span is None else ":".join(map(str, [span.source.name, *span.begin]))


@dataclass(frozen=True)
class OpProgram:
    """A program that shows a difference, and its inputs."""

    module: Module
    inputs: Sequence[Array]


@dataclass(frozen=True)
class Suspect:
    """The first value that differs beyond its budget, why, and the smallest program that shows it."""

    row: ValueRow
    verdict: Verdict
    notes: tuple[str, ...] = ()
    case: OpProgram | None = None


@dataclass
class Comparison:
    """The outcome of a comparison.

    `results` are the results of the program; `rows` the values that were compared inside of it, in program
    order. `runs` counts the executions of the whole program on each side, `parts` those of parts of it.
    """

    names: tuple[str, str]
    results: list[ValueRow] = field(default_factory=list)
    rows: list[ValueRow] = field(default_factory=list)
    finding: Suspect | None = None
    notes: list[str] = field(default_factory=list)
    runs: tuple[int, int] = (0, 0)
    parts: tuple[int, int] = (0, 0)

    @property
    def agrees(self) -> bool:
        """Whether all results agree, and no value that differs was found."""
        return self.finding is None and all(row.agrees for row in self.results)
