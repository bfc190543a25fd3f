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
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.dataflow.roundings import rounds_complex
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.interpret.observation import Instrument, StepInstrument
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, TupleType, element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.verdict.alone import aligner, base_op
from stablehlo_tools.verdict.difference import spacing, wide
from stablehlo_tools.verdict.envelope.choices import INTEGERS, Choices
from stablehlo_tools.verdict.envelope.edges import ACROSS, MARGINS, NO_EDGES, Edge, to_zero
from stablehlo_tools.verdict.envelope.rankings import MOST_OTHERS, RANKINGS, Ranking, ranking_of
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.lane_values import Lanes, count_of_lanes, row
from stablehlo_tools.verdict.rounding import drawn_up
from stablehlo_tools.verdict.tolerance import SIGMAS

_MOST: Final = 1 << 26  # elements that are kept; later decisions are not examined


def _across(operation: Operation, operands: Sequence[Array], result: Array) -> Array:
    """The result on the other side of an edge; NaN where that is no number."""
    across = ACROSS.get(base_op(OPS[operation.name]).name)
    return np.asarray(np.nan if across is None else across(result, *aligner(operation)(operands)))


@dataclass(frozen=True)
class Decision:
    """What rounding decides in all executions of an operation.

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


@dataclass
class _Execution:
    """One execution of an operation: its outcomes, the number that decides, its margin, and changes in runs.

    `change` is the root of the sum of squares over the runs.
    """

    outcomes: Sequence[Array]
    number: Array | None
    margin: Array | None
    rounding: Array | None = None  # of the operands to their type, which a few runs may not show
    ranking: Ranking | None = None
    keys: Array | None = None
    along: Mapping[int, Array] = field(default_factory=dict)  # integers that are moved along with keys
    change: Array | None = None
    change_of_keys: Array | None = None
    flipped: Array | None = None
    flips: dict[int, int] = field(default_factory=dict)

    def compare(self, run: int, outcomes: Sequence[Array], number: Array | None, keys: Array | None) -> None:
        """Compare another run with the reference."""
        if any(a.shape != b.shape for a, b in zip(self.outcomes, outcomes, strict=True)):
            return
        pairs = [(a, b) for a, b in zip(self.outcomes, outcomes, strict=True) if a.shape == self._shape]
        differ = np.asarray(functools.reduce(np.logical_or, [_differ(*pair) for pair in pairs]))
        self.flips[run] = int(np.count_nonzero(differ))
        self.flipped = differ if self.flipped is None else self.flipped | differ
        if number is not None and self.number is not None:
            self.change = _with_change(self.change, number, self.number)
        if keys is not None and self.keys is not None:
            self.change_of_keys = _with_change(self.change_of_keys, keys, self.keys)

    @property
    def _shape(self) -> tuple[int, ...]:
        return self.outcomes[0].shape

    def undecided(self, runs: int) -> tuple[Array, Array | None, Array | None]:
        """A mask of the elements that rounding decides, and the margins and spreads of all, if known."""
        flipped = np.zeros(self._shape, bool) if self.flipped is None else self.flipped
        if self.margin is None or self.change is None:
            return flipped, None, None
        margin, sigma = self._spread(runs)
        if self.ranking is not None:
            margin, sigma = self.ranking.closest(margin, sigma)
        near = np.broadcast_to(_is_near(margin, sigma), self._shape)
        margin, sigma = (np.asarray(np.broadcast_to(array, self._shape)) for array in (margin, sigma))
        return flipped | near, margin, sigma

    def _spread(self, runs: int) -> tuple[Array, Array]:
        """The margins and their spreads; for a ranking, those of its gaps."""
        assert self.margin is not None
        assert self.number is not None
        assert self.change is not None
        assert self.rounding is not None
        sigma = drawn_up(self.change / math.sqrt(runs), self.number)
        return self.margin, np.where(sigma > 0, sigma + self.rounding / SIGMAS, sigma)

    def tries(self, runs: int) -> float:
        """How many runs it takes to decide everything otherwise: by the other truth value, step or place.

        It is infinite if the other outcome is not known, or if too many elements may swap.
        """
        if self.ranking is None:
            is_known = self.margin is not None or all(outcome.dtype == np.bool_ for outcome in self.outcomes)
            return 2 if is_known else np.inf  # changes at two places may cancel
        longest = self.ranking.longest(_is_near(*self._spread(runs))) if self.change is not None else np.inf
        return max(2, longest - 1) if longest <= MOST_OTHERS else np.inf

    def choices(self, value: Value, runs: int) -> Choices | None:
        """The choices for a result of indices, or places, ordered by keys; None for any other."""
        is_index = element_kind(value.type) in INTEGERS
        if not is_index or self.ranking is None or self.keys is None or self.change_of_keys is None:
            return None
        key = _owner(value).operands[self.ranking.key]
        assert isinstance(key.type, TensorType)
        sigma = drawn_up(self.change_of_keys / math.sqrt(runs), self.keys)
        unit = spacing(self.keys.astype(dtype_of(key.type.element_type)))
        bounds = np.where(sigma > 0, SIGMAS * sigma + unit, sigma)
        indices, is_undecided = self.along.get(value.index), self.undecided(runs)[0]
        return Choices.from_ranking(self.ranking, self.keys, bounds, indices, is_undecided)

    def otherwise(
        self, outcomes: Sequence[Array], runs: int, which: slice, across: Callable[[Array], Array]
    ) -> Sequence[Array]:
        """The outcomes, with the other decision where rounding decides, at `which` of these places.

        `across` maps results to those on the other side of an edge.
        """
        mask = np.array(self.undecided(runs)[0], order="C")
        mask.reshape(-1)[np.setdiff1d(np.flatnonzero(mask), np.flatnonzero(mask)[which])] = False
        if (
            not mask.any()
            or self.tries(runs) == np.inf
            or any(outcome.shape != mask.shape for outcome in outcomes)
        ):
            return outcomes
        with np.errstate(all="ignore"):
            return [self._other(outcome, mask, across) for outcome in outcomes]

    def in_other_order(
        self, operands: Sequence[Array], outcomes: Sequence[Array], runs: int, count: int
    ) -> Sequence[Array]:
        """The outcomes, if keys take places `count` further on where rounding decides."""
        ranking, tries = self.ranking, self.tries(runs)
        if ranking is None or not count <= tries < np.inf or outcomes[0].shape != self._shape:
            return outcomes
        near = _is_near(*self._spread(runs))
        order = ranking.moved_on(near, count)
        is_moved = ranking.to_result(order != ranking.order[..., : ranking.ranks])
        changed = []
        for number, outcome in enumerate(outcomes):
            along = operands[number] if number < len(operands) else None
            permuted = order if along is None else np.take_along_axis(ranking.rows(along), order, -1)
            moved = ranking.to_result(permuted).astype(outcome.dtype)
            changed.append(outcome if number == ranking.key else np.where(is_moved, moved, outcome))
        return changed

    def _other(self, outcome: Array, mask: Array, across: Callable[[Array], Array]) -> Array:
        if outcome.dtype == np.bool_:
            return np.asarray(outcome ^ mask)
        if self.outcomes[0].dtype == np.bool_:  # the side of an edge
            return np.where(mask, across(outcome).astype(outcome.dtype), outcome)
        assert self.margin is not None
        step = np.where(self.margin >= 0, -1, 1).astype(outcome.dtype)
        return np.where(mask, outcome + step, outcome)


def _with_change(previous: Array | None, number: Array, reference: Array) -> Array:
    change = np.abs(number - reference)
    return np.asarray(change if previous is None else np.hypot(previous, change))


def _is_near(margin: Array, sigma: Array) -> Array:
    return np.asarray((np.abs(margin) <= SIGMAS * sigma) & (sigma > 0))


def _rounding(operation: Operation, operands: Sequence[Array], ranking: Ranking | None) -> Array:
    """How far rounding of the operands to their types changes the number that decides."""
    which = slice(None) if ranking is None else slice(ranking.key, ranking.key + 1)
    pairs = zip(operands[which], operation.operands[which], strict=False)
    units = [
        spacing(array.astype(dtype_of(value.type.element_type)))
        for array, value in pairs
        if isinstance(value.type, TensorType)
    ]
    # twice that for keys: most have several roundings, and of many gaps, some spreads are too small
    return ranking.neighbor_sums(units[0]) if ranking is not None else np.asarray(sum(units)) / 2


def _differ(a: Array, b: Array) -> Array:
    """A mask of the elements that differ, other than NaN from NaN."""
    differ = a != b
    if a.dtype.kind in "fc" and b.dtype.kind in "fc":
        differ &= ~(np.isnan(a) & np.isnan(b))
    return np.asarray(differ)


class _Rule(NamedTuple):
    """How operands decide: what broadcasts them, the edge that they are beside, and the margin."""

    aligned: Callable[[Sequence[Array]], Sequence[Array]]
    edge: Edge | None
    margin_of: Callable[[Array], Array] | None


class Decisions:
    """The decisions of a program in its runs; run 0 is the reference.

    With `edges`, the only decision is on which side of them operands are.
    """

    def __init__(self, edges: Mapping[str, Edge] = NO_EDGES) -> None:
        self._edges = edges
        self._rule = functools.cache(self._rule_of)
        self.clear()

    def clear(self) -> None:
        """Forget the decisions of all runs."""
        self.run: int | None = 0
        self._kept = 0
        self._executions: defaultdict[Operation, list[_Execution]] = defaultdict(list)
        self._numbers: defaultdict[Operation, int] = defaultdict(int)

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
        op, block = OPS.get(operation.name), operation.block
        is_scalar = block is not None and is_for_scalars(block.region)
        has_floats = all(element_kind(type) in ("float", "complex") for type in operation.types)
        return self._edges.get(base_op(op).name) if op is not None and has_floats and not is_scalar else None

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
                executions.append(_Execution(copied, decides, margin, rounding, ranking, keys, along))
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
        executions = self._executions.get(_owner(value), ()) if isinstance(value.owner, Operation) else ()
        with np.errstate(all="ignore"):
            return executions[0].choices(value, runs) if len(executions) == 1 else None

    def undecided(self, runs: int) -> Iterator[Decision]:
        """The decisions that rounding makes, in the order of the program."""
        for operation, executions in self._executions.items():
            decision = _decision(operation, executions, runs)
            if decision.undecided:
                yield decision


def _decision(operation: Operation, executions: Sequence[_Execution], runs: int) -> Decision:
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


def _owner(value: Value) -> Operation:
    assert isinstance(value.owner, Operation)
    return value.owner


def _integers(arrays: Sequence[Array]) -> dict[int, Array]:
    return {number: array.copy() for number, array in enumerate(arrays) if array.dtype.kind in "iu"}


def _ranked(ranking: Ranking, keys: Array, outcomes: Sequence[Array]) -> Sequence[Array]:
    """The outcomes of an order: integers that are moved along, or else the places of the keys."""
    if all(outcome.dtype.kind in "biu" for outcome in outcomes):
        return outcomes
    ascending = np.argsort(ranking.rows(keys), axis=-1, kind="stable")
    order = ascending[..., ::-1] if ranking.descends else ascending
    return [ranking.to_result(order[..., : ranking.ranks])]


# -- the instrument -----------------------------------------------------------------------------


class Watching(StepInstrument):
    """An instrument of the interpreter that records decisions, and leaves the rest to another one.

    After `otherwise` runs, it may instead change decisions that rounding makes, at every `every`-th place.
    """

    def __init__(
        self, decisions: Decisions, inner: Instrument | None, otherwise: int = 0, every: int = 1
    ) -> None:
        self._decisions, self._inner, self._otherwise, self._every = decisions, inner, otherwise, every

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of the other instrument, after which outcomes are recorded or changed."""
        if self._inner is not None:
            step = self._inner.observe_step(step, operation, operands, results)
        if not self._decisions.is_made_by(operation):
            return step
        decisions, decided, runs = self._decisions, _decided(operation, results), self._otherwise
        changed = results if operation.name in RANKINGS else decided
        every = self._every

        def changing(frame: Frame) -> None:
            arguments = [_real(frame[slot]) for slot in operands]
            step(frame)
            outcomes = [as_array(frame[slot]) for slot in changed]
            changed_outcomes = decisions.otherwise(operation, arguments, outcomes, runs, every)
            for slot, outcome in zip(changed, changed_outcomes, strict=True):
                frame[slot] = stored(outcome)

        def deciding(frame: Frame) -> None:
            arguments = [_real(frame[slot]) for slot in operands]
            step(frame)
            values = [_real(frame[slot]) for slot in results]
            outcomes = [_plain(frame[slot]) for slot in decided]
            decisions.add(operation, arguments, values, outcomes)

        return changing if runs else deciding


def _decided(operation: Operation, results: Sequence[int]) -> list[int]:
    """The slots of decided results: those that are not floats, if there are any, else all."""
    pairs = list(zip(results, operation.results, strict=True))
    return [slot for slot, value in pairs if float_of(value.type) is None] or list(results)


def _real(value: Any) -> Any:
    if type(value) is Lanes:
        return Lanes(_real(value.rows))
    array = np.asarray(value)
    return wide(array) if array.dtype.kind in "fc" else array  # a step may overwrite it


def _plain(value: Any) -> Any:
    return value if type(value) is Lanes else np.asarray(value)


def _decides(operation: Operation) -> bool:
    """Whether floats become integers, booleans or steps; a kernel decides for its regions."""
    op, block = OPS.get(operation.name), operation.block
    if op is None or operation.name in CONTROL or (block is not None and is_for_scalars(block.region)):
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
