"""The runs behind an estimate: the reference, and runs with random roundings."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.interpret.arrays import flat, stored
from stablehlo_tools.interpret.machine import Executable
from stablehlo_tools.interpret.observers.observation import Instrument
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.verdict.envelope.bounds.arrays import magnitudes_of
from stablehlo_tools.verdict.envelope.decisions.watching import Watching
from stablehlo_tools.verdict.envelope.doubled.domain import DoubledDomain
from stablehlo_tools.verdict.envelope.implementations.flushing import (
    FlushedResults,
    TermsJoined,
    joined_terms_of,
)
from stablehlo_tools.verdict.envelope.implementations.joined_exponentials import (
    ExponentialsJoined,
    joined_exponentials_of,
)
from stablehlo_tools.verdict.envelope.implementations.overflow import OverflowOfPartialSums
from stablehlo_tools.verdict.envelope.implementations.overflow_of_fractions import (
    OverflowOfFractions,
    fractions_of,
)
from stablehlo_tools.verdict.envelope.implementations.roundings import ProfileRoundings, ShadowRoundings
from stablehlo_tools.verdict.envelope.programs import Programs
from stablehlo_tools.verdict.envelope.shadow import (
    IN_DOUBLE,
    IN_RANGE_OF_DOUBLE,
    IN_SINGLE,
    WITH_DOUBLE,
    NumberRange,
    ShadowDomain,
    WorkingTypes,
    float_of,
    has_loops,
)
from stablehlo_tools.verdict.envelope.written_results import WrittenSpread
from stablehlo_tools.verdict.noise.lane_values import row
from stablehlo_tools.verdict.noise.random_rounding import RandomRounding

Program = Callable[[Sequence[Any]], list[Array]]
Noisy = Callable[[Sequence[Any], "Sequence[int] | None"], list[Array]]
_OF_DRAWN: Final = 2.0  # times the largest of four random errors: about the largest possible
_WITH_ROUNDINGS: Final = 2.0  # times a move that a run without noise shows
_AT_ONCE: Final = 4  # runs in a loop
_SMALL: Final = 1 << 20  # bytes of a run: all at once in double precision take ten times as many
_MODEST: Final = 1 << 24  # bytes of a run: five of these take little memory
_LARGE: Final = 1 << 24  # bytes of inputs; beyond, no run with noise is in f64, which takes twice as long


class Runs:
    """The runs of verified programs on the values of each process, and the decisions made in them.

    Roundings are drawn from a seed, in `count` runs.
    """

    def __init__(
        self, module: Module, programs: Programs, values: Sequence[Sequence[Any]], seed: int, count: int
    ) -> None:
        self._module, self._programs, self._values = module, programs, values
        self._seed, self._count = seed, count
        self.is_doubled, self.is_narrower = programs.is_doubled, programs.is_narrower
        self.decisions = programs.decisions
        self.rounded: Sequence[Array] = ()  # masks of the elements of results that have more bits than f64
        self.written: Mapping[int, WrittenSpread] = {}  # of results that the noisy runs do not keep
        programs.begin(values)

    def __iter__(self) -> Iterator[list[Array]]:
        """The results of the reference, then of each run with random roundings."""
        is_small = self._is_loop and self._programs.plain.memory.total() <= _SMALL
        return iter((is_small and self._at_once(range(1 + self._count))) or self._one_by_one())

    @functools.cached_property
    def _is_loop(self) -> bool:
        """Whether the program has a loop, and values small enough to execute several runs at once."""
        is_covered = not (self.is_doubled or self._programs.edges) and len(self._values) == 1
        return has_loops(self._module) and is_covered and not self._is_large

    @property
    def _kept_bytes(self) -> float:
        """The bytes of a run, but for results that are not kept, and their copies for the caller."""
        written = self._programs.written_bytes if self._count <= _AT_ONCE else 0
        return self._programs.plain.memory.total() - 2 * written

    @property
    def _widest(self) -> WorkingTypes:
        """The widest types of runs without pairs of numbers: f64, which programs may round to."""
        return WITH_DOUBLE if self.is_doubled else IN_DOUBLE

    @property
    def _is_large(self) -> bool:
        return bool(sum(value.nbytes for value in flat(self._values)) > _LARGE)

    def _at_once(self, numbers: range, references: Sequence[Array] = ()) -> Sequence[list[Array]]:
        """The results of several runs at once; none if they can only be executed one by one.

        The first one decides branches: the reference, if it is one of them. With `references`, these are all
        runs with noise, and `written` has the spreads of results that a loop only writes.
        """
        working = IN_SINGLE if numbers.start else IN_DOUBLE
        self.decisions.begin_run(numbers.start)
        try:
            noise, written, program = self._programs.noisy(working, len(numbers))
            noise.restart([self._seed, max(1, numbers.start)])
            written.begin_taking(references)
            (results,) = program.run_parallel([working.inputs(self._module, value) for value in self._values])
        except DiagnosticError:
            self._is_loop = False  # the other runs would be refused as well
            self.decisions.forget_runs(numbers)
            return []
        self.written = written.taken()
        if not all(spread.is_known for spread in self.written.values()):
            self.decisions.forget_runs(numbers)
            return self._at_once(numbers)
        return [list(map(working.widened, row(results, lane))) for lane in range(len(numbers))]

    def _one_by_one(self) -> Iterator[list[Array]]:
        begin, references = 1, list[Array]()
        if self.is_doubled:
            yield self._doubled()
        else:
            noisy = self._noisy(IN_DOUBLE)
            references = noisy(self._values, None)
            yield references
            if not (self._is_large or self._is_loop):
                self.decisions.begin_run(1)
                yield noisy(self._values, [self._seed, 1])
                begin = 2
            del noisy
        # two runs take as much memory as the reference; four at once take two thirds of the time of two by
        # two
        together = 2 if self._is_loop and self._kept_bytes > _MODEST else _AT_ONCE
        for first in range(begin, self._count + 1, together):
            numbers = range(first, min(first + together, self._count + 1))
            kept = references if len(numbers) == self._count else ()
            yield from (self._is_loop and self._at_once(numbers, kept)) or map(self._in_single_run, numbers)

    def _in_single_run(self, number: int) -> list[Array]:
        """The results of a run in single precision or the program's own types, which takes less memory."""
        self.decisions.begin_run(number)
        return self._in_single(self._values, [self._seed, number])

    @functools.cached_property
    def _in_single(self) -> Noisy:
        return self._noisy(IN_SINGLE)

    def take_written(self) -> Mapping[int, WrittenSpread]:
        """The spreads of written results, which are not referred to any more."""
        written, self.written = self.written, {}
        return written

    def nearest(self) -> list[Array]:
        """The results of the interpreter, which rounds to nearest."""
        if "_in_single" in self.__dict__ and not self.is_narrower:  # it is compiled already
            return self.without_noise()
        return stacked(self._programs.plain.run_parallel(self._values))

    def in_order(self) -> list[Array]:
        """The results with long sums in order; empty if there are none, or if the run fails."""
        try:
            program = self._programs.in_order
            return [] if program is None else stacked(program.run_parallel(self._values))
        except DiagnosticError:
            return []

    def without_noise(self) -> list[Array]:
        """The results without noise, in the types of most runs with noise."""
        self.decisions.begin_run(None)
        return self._in_single(self._values, None)

    def shadow_results(self) -> list[Array]:
        """The results of the reference with random roundings of float64."""
        own = RandomRounding(
            [self._seed, self._count + 1], ShadowRoundings(self._programs.profile, IN_DOUBLE)
        )
        return self._run(IN_DOUBLE, own)(self._values)

    def otherwise(self, every: int) -> list[Array]:
        """The results where all that rounding decides, or every second place, is decided otherwise."""
        self.decisions.begin_run(self._count + 1)
        return self._run(IN_SINGLE, Watching(self.decisions, None, self._count, every))(self._values)

    def moves(self, types: Sequence[TensorType], origins: Sequence[Operation | None]) -> list[Array]:
        """The moves of results of these types on engines that differ by more than rounding.

        Operands cross an edge, numbers beyond the range of their type are kept, partial sums overflow, sums,
        quotients and exponentials are rewritten, subnormal results are flushed, or functions are off where
        results here are exact, except for the `origins` of the results themselves. It is infinite where
        results become NaN, or where values other than floats change.
        """
        moves = [self.near_edges()]
        self.decisions.begin_run(None)
        before = self._run(self._widest, Watching(self.decisions, None))(self._values)
        moves += self._as_rewritten(before)
        if not self.is_doubled:
            moves += [self._beyond_range(types, before), self._beside_exact(origins)]
        return [functools.reduce(np.maximum, arrays) for arrays in zip(*filter(None, moves), strict=True)]

    def _beyond_range(self, types: Sequence[TensorType], before: Sequence[Array]) -> list[Array]:
        """The moves of results if numbers beyond the range of their type are kept, except at the end.

        Sums that overflow in some orders only are NaN then.
        """
        domain = ShadowDomain(IN_RANGE_OF_DOUBLE, reuses=False)
        program = self._programs.compiled_in(domain, OverflowOfPartialSums())
        results = self._widening(IN_RANGE_OF_DOUBLE, program)(self._values)
        ranges = [NumberRange.for_format(IN_DOUBLE, float_of(type)) for type in types]
        pairs = zip(ranges, results, strict=True)
        moves = map(_move, before, (r.clipped(other) if r else other for r, other in pairs))
        return [_WITH_ROUNDINGS * move for move in moves]

    def _as_rewritten(self, before: Sequence[Array]) -> Iterator[list[Array]]:
        """The moves of results if XLA rewrites operations, and if subnormal results are flushed."""
        yield self._moved_by(FlushedResults(), before)
        if len(self._values) > 1:
            return
        if fractions := fractions_of(self._module):
            yield self._moved_by(OverflowOfFractions(fractions, magnitudes_of, _beyond_range), before)
        if terms := joined_terms_of(self._module):
            yield self._moved_by(TermsJoined(terms), before)
        if joined := joined_exponentials_of(self._module):
            yield self._moved_by(ExponentialsJoined(joined, self._widest), before)

    def _moved_by(self, observer: Instrument, before: Sequence[Array]) -> list[Array]:
        """The moves of results in a run without noise that an instrument changes."""
        program = self._programs.compiled_in(ShadowDomain(self._widest, reuses=False), observer)
        results = self._widening(self._widest, program)(self._values)
        return [_WITH_ROUNDINGS * _move(*pair) for pair in zip(before, results, strict=True)]

    def _beside_exact(self, origins: Sequence[Operation | None]) -> list[Array]:
        """The moves of results with the errors of functions whose results fit their type."""
        noise = RandomRounding(0, ProfileRoundings(self._programs.profile, IN_DOUBLE), exact_but=origins)
        run = self._run(IN_DOUBLE, noise)
        noise.restart(None)
        reference = run(self._values)
        moves = [np.zeros(array.shape) for array in reference]
        for number in range(1, self._count + 1):
            noise.restart([self._seed, number])
            moves = list(map(np.maximum, moves, map(_move, reference, run(self._values))))
        return [_OF_DRAWN * move for move in moves]

    def near_edges(self) -> list[Array]:
        """The moves of results if rounding moves operands across an edge, such as zero or a pole."""
        if not any(map(self.decisions.is_made_by, self._module.walk())):
            return []
        try:
            for _ in self:
                pass
            if not any(self.decisions.undecided(self._count)):
                return []
            before, changed = self.without_noise(), [self.otherwise(every) for every in (1, 2)]
            moves = [list(map(_move, before, results)) for results in changed]
            return list(map(np.maximum, *moves))  # changes at two places may cancel
        except DiagnosticError:
            return []

    def _run(self, working: WorkingTypes, observer: Instrument) -> Program:
        """The program compiled for runs with wider floats, as a function of its values."""
        return self._widening(working, self._programs.compiled_in(ShadowDomain(working), observer))

    def _widening(self, working: WorkingTypes, program: Executable) -> Program:
        """A program for runs with wider floats, as a function of values in their own types."""

        def run(values: Sequence[Any]) -> list[Array]:
            results = program.run_parallel([working.inputs(self._module, value) for value in values])
            return stacked([list(map(working.widened, result)) for result in results])

        return run

    def _doubled(self) -> list[Array]:
        """The results computed with twice the precision of f64."""
        program = self._programs.compiled_in(DoubledDomain(), Watching(self.decisions, None))
        results = program.run_parallel([IN_DOUBLE.widened(tuple(value)) for value in self._values])
        self.rounded = stacked([list(map(_is_rounded, result)) for result in results])
        return stacked([list(map(np.asarray, result)) for result in results])

    def _noisy(self, working: WorkingTypes) -> Noisy:
        """The program compiled for runs with random roundings, as a function of values and a seed.

        Without a seed, nothing is rounded at random. In double precision, noise changes whatever it reaches;
        in the program's own, which takes half as long, some of it is rounded away.
        """
        noise, _, program = self._programs.noisy(working)
        run = self._widening(working, program)

        def noisy(values: Sequence[Any], seed: Sequence[int] | None) -> list[Array]:
            noise.restart(seed)
            return run(values)

        return noisy


def _beyond_range(value: Any, vanishes: Array, is_open: Array) -> Any:
    return stored(np.where(is_open, np.nan, np.where(vanishes, 0.0, value)))


def _move(before: Array, other: Array) -> Array:
    """The moves of the elements of an array; infinite if they or others are not finite, or are not floats."""
    is_moved = (before != other) & ((before == before) | (other == other))
    with np.errstate(all="ignore"):
        distance = np.abs(wide(other) - wide(before)) if before.dtype.kind in "fc" else np.inf
        return np.where(is_moved, np.where(np.isfinite(distance), distance, np.inf), 0.0)


def _is_rounded(value: Any) -> Array:
    if not isinstance(value, DoubleDouble):
        return np.zeros(np.shape(value), bool)
    return np.asarray((value.low != 0) & np.isfinite(value.high))


def stacked(results: Sequence[Sequence[Array]]) -> list[Array]:
    """The results of a single process; those of several processes are stacked."""
    return list(results[0]) if len(results) == 1 else list(map(np.stack, zip(*results, strict=True)))
