"""Decisions: where a program maps floats to integers, steps or an order, and whether rounding decides.

An operation decides if it takes floats and returns integers or booleans, or steps, as `floor` does. Its
outcome in the reference is compared with each run with random roundings. If it has a margin, such as the
difference of the operands of `compare`, the margin is compared with its own spread over the runs: errors that
both sides share cancel.
"""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import range_of
from stablehlo_tools.dataflow.roundings import rounds_complex
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, TupleType, element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.verdict.alone import aligner, base_op
from stablehlo_tools.verdict.difference import spacing
from stablehlo_tools.verdict.envelope.decisions.choices import Choices
from stablehlo_tools.verdict.envelope.decisions.edges import (
    ACROSS,
    MARGINS,
    NO_EDGES,
    Edge,
    may_be_beside,
    to_zero,
)
from stablehlo_tools.verdict.envelope.decisions.executions import DecidingExecution
from stablehlo_tools.verdict.envelope.decisions.rankings import Ranking, ranking_of
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.noise.lane_values import count_of_lanes, row

_MOST: Final = 1 << 26  # elements that are kept; later decisions are not examined


def _across(operation: Operation, operands: Sequence[Array], result: Array) -> Array:
    """The result on the other side of an edge; NaN where that is no number."""
    across = ACROSS.get(base_op(OPS[operation.name]).name)
    return np.asarray(np.nan if across is None else across(result, *aligner(operation)(operands)))


@dataclass(frozen=True)
class Decision:
    """A decision by rounding, in all executions of an operation.

    Of all `elements`, `undecided` ones have a margin within six sigma or differ in some run; `flips` counts
    those that differ, by run. `closest` is the smallest margin of an undecided element, and `sigma` its
    spread; None if no margin is known. `has_other` if the other outcomes are known: they are tried in `tries`
    runs. `values` are the results that are decided.
    """

    operation: Operation
    values: Sequence[Value]
    elements: int
    undecided: int
    flips: Sequence[int]
    closest: float | None
    sigma: float | None
    tries: float = 2

    @property
    def has_other(self) -> bool:
        """Whether the other outcomes are known."""
        return self.tries < np.inf


def _rounding(operation: Operation, operands: Sequence[Array], ranking: Ranking | None) -> Array:
    """The change of the deciding number by rounding the operands to their types."""
    which = slice(None) if ranking is None else slice(ranking.key, ranking.key + 1)
    pairs = zip(operands[which], operation.operands[which], strict=False)
    units = [
        spacing(array.astype(dtype_of(value.type.element_type)))
        for array, value in pairs
        if isinstance(value.type, TensorType)
    ]
    # twice that for keys: most have several roundings, and of many gaps, some spreads are too small
    return ranking.neighbor_sums(units[0]) if ranking is not None else np.asarray(sum(units)) / 2


class _Rule(NamedTuple):
    """A rule of decisions: what broadcasts the operands, the edge that they are beside, and the margin."""

    aligned: Callable[[Sequence[Array]], Sequence[Array]]
    edge: Edge | None
    margin_of: Callable[[Array], Array] | None


class Decisions:
    """The decisions of a program in its runs; run 0 is the reference.

    With `edges`, the only decision is on which side of them operands are, where their ranges leave it open.
    """

    def __init__(self, program: ModuleIndex, edges: Mapping[str, Edge] = NO_EDGES) -> None:
        self._program, self._edges = program, edges
        self._rule = functools.cache(self._rule_of)
        self.clear()

    def clear(self) -> None:
        """Forget the decisions of all runs."""
        self.run: int | None = 0
        self._kept = 0
        self._executions: defaultdict[Operation, list[DecidingExecution]] = defaultdict(list)
        self._numbers: defaultdict[Operation, int] = defaultdict(int)

    def forget_runs(self, runs: range) -> None:
        """Forget the decisions of these runs, which are the first ones, to execute them again."""
        if not runs.start:
            self.clear()
        elif runs.start == 1:
            for executions in self._executions.values():
                executions[:] = [execution.of_reference() for execution in executions]

    def begin_run(self, run: int | None) -> None:
        """Begin a run, which the next executions belong to; with lanes, it is the first of several.

        Executions of the run None do not count.
        """
        self.run = run
        self._numbers.clear()

    def is_made_by(self, operation: Operation) -> bool:
        """Whether an operation decides; a kernel decides for its regions."""
        return self._edge(operation) is not None if self._edges else _decides(operation)

    def _edge(self, operation: Operation) -> Edge | None:
        if not self._edges:
            return None
        op, is_scalar = OPS.get(operation.name), is_in_scalar_region(operation)
        kinds = set(map(element_kind, operation.types))
        if op is None or is_scalar or not kinds <= {"float", "complex"}:
            return None
        edge = self._edges.get(base_op(op).name)
        if edge is None or "complex" in kinds:
            return edge
        ranges = (range_of(TracedValue.trace(self._program, value)) for value in operation.operands)
        return edge if may_be_beside(edge, ranges) else None

    def _rule_of(self, operation: Operation) -> _Rule:
        edge = self._edge(operation)
        margin = MARGINS.get(base_op(OPS[operation.name]).name) if edge is None else to_zero
        return _Rule(aligner(operation), edge, margin)

    def add(
        self,
        operation: Operation,
        operands: Sequence[Array],
        results: Sequence[Array],
        outcomes: Sequence[Array],
    ) -> None:
        """Add an execution of an operation that decides `outcomes`, which are all or some of its results."""
        if self.run is None:
            return
        number = self._numbers[operation]
        self._numbers[operation] += 1
        values = (operands, results, outcomes)
        for lane in range(count_of_lanes(values)):
            self._add(self.run + lane, number, operation, *(row(value, lane) for value in values))

    def _add(
        self,
        run: int,
        number: int,
        operation: Operation,
        operands: Sequence[Array],
        results: Sequence[Array],
        outcomes: Sequence[Array],
    ) -> None:
        executions = self._executions[operation]
        if run and number >= len(executions):
            return
        aligned, edge, margin_of = self._rule(operation)
        with np.errstate(all="ignore"):
            operands = aligned(operands)
            if edge is not None:
                operands = [edge(*operands)]
                outcomes = [operands[0] > 0]
            is_real = margin_of is not None and all(operand.dtype.kind == "f" for operand in operands)
            decides = np.asarray(functools.reduce(np.subtract, operands)) if is_real else None
            ranking = executions[number].ranking if run else ranking_of(operation, operands, results)
            keys = None
            if ranking is not None:
                keys = operands[ranking.key]
                decides = ranking.gaps(keys)
                outcomes = _ranked(ranking, keys, outcomes)
            if run:
                executions[number].compare(run, outcomes, decides, keys)
            elif self._kept < _MOST:
                margin = margin_of(decides) if margin_of and decides is not None else None
                margin = decides if ranking is not None else margin
                rounding = None if margin is None else _rounding(operation, operands, ranking)
                copied = [outcome.copy() for outcome in outcomes]
                along = {} if ranking is None else _integers(operands)
                executions.append(DecidingExecution(copied, decides, margin, rounding, ranking, keys, along))
                self._kept += sum(outcome.size for outcome in outcomes) * (1 if margin is None else 5)
                self._kept += 0 if keys is None else (2 + len(along)) * keys.size

    def otherwise(
        self,
        operation: Operation,
        operands: Sequence[Array],
        outcomes: Sequence[Array],
        runs: int,
        every: int,
    ) -> Sequence[Array]:
        """The outcomes of one execution, with the other decision where rounding decides and that is known.

        If `every` is 2, this applies to every second place, since changes at two places may cancel.
        """
        number, executions = self._numbers[operation], self._executions[operation]
        self._numbers[operation] += 1
        if number < len(executions) and executions[number].ranking is not None:
            return executions[number].in_other_order(operands, outcomes, runs, every)
        which = slice(number % every, None, every)
        across = functools.partial(_across, operation, operands)
        is_noted = number < len(executions)
        return executions[number].otherwise(outcomes, runs, which, across) if is_noted else outcomes

    def choices(self, value: Value, runs: int) -> Choices | None:
        """The choices for a result of an operation that was executed once, if it ranks keys."""
        executions = self._executions.get(value.owner, ()) if isinstance(value.owner, Operation) else ()
        with np.errstate(all="ignore"):
            return executions[0].choices(value, runs) if len(executions) == 1 else None

    def undecided(self, runs: int) -> Iterator[Decision]:
        """The decisions that rounding makes, in the order of the program."""
        for operation, executions in self._executions.items():
            decision = _decision(operation, executions, runs)
            if decision.undecided:
                yield decision


def _decision(operation: Operation, executions: Sequence[DecidingExecution], runs: int) -> Decision:
    elements = undecided = 0
    closest: float | None = None
    spread: float | None = None
    with np.errstate(all="ignore"):
        for execution in executions:
            open_elements, margin, sigma = execution.undecided(runs)
            elements += open_elements.size
            undecided += int(open_elements.sum())
            if sigma is None or margin is None or not open_elements.any():
                continue
            margins = np.abs(margin[open_elements])
            place = int(margins.argmin())
            if closest is None or margins[place] < closest:
                closest, spread = float(margins[place]), float(sigma[open_elements][place])
    flips = [sum(execution.flips.get(run, 0) for execution in executions) for run in range(1, runs + 1)]
    keys = {None if execution.ranking is None else execution.ranking.key for execution in executions}
    values = [result for result in operation.results if keys != {result.index}]
    tries = max(execution.tries(runs) for execution in executions)
    return Decision(operation, values, elements, undecided, flips, closest, spread, tries)


def _integers(arrays: Sequence[Array]) -> dict[int, Array]:
    return {number: array.copy() for number, array in enumerate(arrays) if array.dtype.kind in "iu"}


def _ranked(ranking: Ranking, keys: Array, outcomes: Sequence[Array]) -> Sequence[Array]:
    """The outcomes of an order: integers that are moved along, or else the places of the keys."""
    if all(outcome.dtype.kind in "biu" for outcome in outcomes):
        return outcomes
    ascending = np.argsort(ranking.rows(keys), axis=-1, kind="stable")
    order = ascending[..., ::-1] if ranking.descends else ascending
    return [ranking.to_result(order[..., : ranking.ranks])]


def _decides(operation: Operation) -> bool:
    """Whether floats become integers, booleans or steps; a kernel decides for its regions."""
    op = OPS.get(operation.name)
    if op is None or operation.name in CONTROL or is_in_scalar_region(operation):
        return False
    if not operation.results or not any(float_of(value.type) for value in operation.operands):
        return False
    if any(isinstance(value.type, TupleType) for value in operation.results):  # tuples only hold values
        return False
    has_integers = any(float_of(value.type) is None for value in operation.results)
    makes_steps = op.numerics.decides and not op.numerics.moves and not rounds_complex(operation)
    moves_along = op.numerics.decides and len(operation.results) > 1
    return has_integers or makes_steps or moves_along


def text_of(decision: Decision) -> str:
    """`compare on line 12: rounding decides 3 of 128; flips in 2 of 4 runs, closest margin 1e-08, ...`."""
    operation, span = decision.operation, decision.operation.span
    line = f" on line {span.begin[0]}" if span is not None else ""
    flipped = sum(map(bool, decision.flips))
    parts = [f"flips in {flipped} of {len(decision.flips)} runs"]
    if decision.closest is not None and decision.sigma is not None and math.isfinite(decision.sigma):
        parts.append(f"closest margin {decision.closest:.3g}, spread {decision.sigma:.2g}")
    name = operation.name.partition(".")[2]
    counted = f"{decision.undecided:,} of {decision.elements:,}"
    return f"{name}{line}: rounding decides {counted}; {', '.join(parts)}"
