"""The results of a comparison, as data."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.printing import printed
from stablehlo_tools.rewrite.mark import MarkedScope
from stablehlo_tools.verdict.difference import Difference, measure
from stablehlo_tools.verdict.judging import Judgement


class Verdict(enum.Enum):
    """The reason that a value differs."""

    WRONG_OP = "wrong op"  # also alone, on the same operands
    AMPLIFIED = "amplified"  # each op agrees in isolation: errors within the budgets grew
    ONLY_UNMARKED = "only unmarked"  # agrees if the value is a result, and so not fused
    PERMUTATION = "permutation of equal keys"
    LOWER_PRECISION = "lower precision"  # as if operands or accumulators had fewer digits
    SIGN_OF_ZERO = "sign of zero"
    IMPLEMENTATION_DEFINED = "implementation-defined"  # both are right
    NO_COUNTERPART = "no counterpart"  # no value of the other program agrees
    NOT_ISOLATED = "not isolated"  # the op cannot be executed alone


@dataclass(frozen=True)
class ValueRow:
    """A compared value: its qualified name, the operation that computes it, the verdict and the difference.

    `operation` is None for a result that no operation computes.
    """

    name: str
    type: str
    judgement: Judgement
    difference: Difference
    operation: Operation | None = None

    @property
    def agrees(self) -> bool:
        """Whether the value is within its tolerance."""
        return self.judgement.agrees

    @property
    def op(self) -> str:
        """The name of the op; empty for a result that no operation computes."""
        return self.operation.name if self.operation is not None else ""

    @property
    def place(self) -> str:
        """The position of the operation in the text, `model.mlir:12:5`; empty if it has none."""
        span = self.operation.span if self.operation is not None else None
        return "" if span is None else span.place


class JudgedValue(NamedTuple):
    """A value on both sides, and the verdict."""

    value: Value
    array: Array
    reference: Array
    judgement: Judgement

    def row(self, scope: MarkedScope) -> ValueRow:
        """The row of the value, named as in a scope."""
        return self.named(scope.name(self.value))

    def named(self, name: str) -> ValueRow:
        """The row of the value, of a given name."""
        owner = self.value.owner
        operation = owner if isinstance(owner, Operation) else None
        difference = measure(self.array, self.reference)
        return ValueRow(name, str(self.value.type), self.judgement, difference, operation)


@dataclass(frozen=True)
class OpProgram:
    """A program that shows a difference, and its inputs."""

    module: Module
    inputs: Sequence[Array]


@dataclass(frozen=True)
class Suspect:
    """The first value beyond its tolerance, the verdict on it, and the smallest program that shows it.

    `is_right` if the specification leaves the difference open and all other operations are right alone.
    """

    row: ValueRow
    verdict: Verdict
    notes: tuple[str, ...] = ()
    case: OpProgram | None = None
    is_right: bool = False


@dataclass(frozen=True)
class OpCount:
    """The number of operations of an op that were judged alone, and of those that are wrong."""

    op: str
    wrong: int
    total: int


@dataclass(repr=False)
class Comparison(Shown):
    """The outcome of a comparison; as text, what `shlo compare` prints.

    `results` are the results of the program, `rows` the values that were compared inside it, in program
    order. `alone` counts the wrong operations of each op, if the difference was searched for. `runs` counts
    the executions of the whole program on each side, `parts` those of parts of it.
    """

    names: tuple[str, str]
    module: Module
    results: list[ValueRow] = field(default_factory=list)
    rows: list[ValueRow] = field(default_factory=list)
    finding: Suspect | None = None
    alone: list[OpCount] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    runs: tuple[int, int] = (0, 0)
    parts: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        return printed(self)

    def __repr__(self) -> str:
        verdict = "agrees" if self.agrees else "differs"
        return f"<Comparison of {self.names[0]} with {self.names[1]}: {verdict}>"

    @property
    def agrees(self) -> bool:
        """Whether all results agree and no different value was found, or both sides are right."""
        if self.finding is not None:
            return self.finding.is_right
        return all(row.agrees for row in self.results)
