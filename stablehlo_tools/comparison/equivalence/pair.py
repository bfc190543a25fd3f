"""Two programs on the inputs of one seed: their runs, and the verdict on these inputs."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Hashable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.compared import (
    NUDGES,
    agrees,
    compared,
    compared_in_blocks,
    compared_parts,
    explains,
    have_same_numbers,
    is_all,
    is_beyond_noise,
    is_undefined,
    is_within_range,
    makes_undefined,
    may_be_lost,
)
from stablehlo_tools.comparison.equivalence.explain import first_unexplained
from stablehlo_tools.comparison.equivalence.paths.inputs import drawn
from stablehlo_tools.comparison.equivalence.residues import rules  # noqa: F401 - registers the rules
from stablehlo_tools.comparison.equivalence.residues.arithmetic import LAWS, LAWS_OF_SOME, Arithmetic
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.decisions import LEAST_MARGIN, LEAST_OF_FLOATS, Site
from stablehlo_tools.comparison.equivalence.residues.domain import FieldDomain
from stablehlo_tools.comparison.equivalence.residues.fields import Fields, Law
from stablehlo_tools.comparison.equivalence.residues.imposed import Imposed
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, is_float, set_aside
from stablehlo_tools.comparison.equivalence.residues.uses import IntegerUse
from stablehlo_tools.comparison.equivalence.results import ComparedResult, Equivalence, EquivalenceOptions
from stablehlo_tools.comparison.equivalence.shards import shard, shardings_of
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.observation import Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import TupleType, Type
from stablehlo_tools.text.source_frames import module_of

# The number of chains and of primes in each; in a chain, fewer primes stay valid than without laws.
_CHAINS: Final[dict[Law | None, tuple[int, int]]] = {"exp": (3, 4), "angle": (4, 3)}
_MORE_FOR_ROOTS: Final = 2  # one in 2^n numbers has a root in all of n fields
NOT_SHOWN: Final = {
    "reals": "the proof may need a law of functions that is not implemented",
    "bits": "the programs are not shown to round the same values",
}
ROUNDED: Final = "rounding in f64, or of constants, may explain the difference"
_CERTAIN: Final = 1e-9  # error probability
UNDEFINED: Final = "result {} is NaN in both programs"
_CLOSE: Final = "a decision is too close: its margin is "
BEYOND: Final = "the difference may follow from numbers beyond the range of f64"
_STOPPED: Final = ("timeout", "max_steps", "infeed_empty", "deadlock")
_NUDGE: Final = 1e-15  # of inputs, relatively: some units in the last place of float64


def _is_stopped(error: RunError) -> bool:
    """Whether a run stopped at a limit or at something unsupported, rather than failed."""
    return all(diagnostic.unsupported or diagnostic.code in _STOPPED for diagnostic in error.diagnostics)


class _Attempt(NamedTuple):
    """The law that functions have, and the program whose constants are exact, if any.

    Roots have the law of products or, with `roots`, those of squares. Operands of layers are `renewed`.
    """

    law: Law | None
    exact: int | None
    roots: bool = False
    renews: bool = True

    def as_asked(self, asked: AbstractSet[str]) -> _Attempt:
        """The attempt without what no function would use."""
        law, roots = self.law if self.law in asked else None, self.roots and "root" in asked
        return _Attempt(law, self.exact, roots, self.renews or "renewal" not in asked)


_ATTEMPTS: Final = {
    "reals": (
        _Attempt(None, None),
        _Attempt(None, 0),
        _Attempt("exp", 0),
        _Attempt("exp", 1),
        _Attempt("exp", 0, roots=True),
        _Attempt("angle", 0),
        _Attempt("angle", 0, roots=True),
        _Attempt("exp", 0, renews=False),
    ),
    "bits": (_Attempt(None, None),),
}
PLAIN: Final = _Attempt(None, None)


class Found(NamedTuple):
    """A verdict, the number of the attempt that found it, and the decisions of each program without laws.

    `exact` is the program whose constants were taken to be exact, if any. A decision by NaN (`is_by_nan`)
    hides the numbers that it compares. If the programs `order` numbers, more paths are tried. All inputs are
    `alike` if nothing is decided, and no law of functions holds for some numbers only. A proof `loses` powers
    that may be beyond float64, and with them a law, except those of masks.
    """

    equivalence: Equivalence
    attempt: int
    decided: Sequence[Array] = ()
    exact: int | None = None
    sides: Mapping[Site, set[bool]] = MappingProxyType({})
    is_by_nan: bool = False
    orders: bool = False
    alike: bool = False
    loses: bool = False


class Run(NamedTuple):
    """A run of a function: its arithmetic, its results on each partition, and its decisions.

    The results are set aside: each is restored when it is called.
    """

    function: Function
    arithmetic: Arithmetic
    results: Sequence[Sequence[Callable[[], Any]]]
    decided: Array


@dataclass(frozen=True)
class Pair:
    """Two programs, judged on the inputs of one seed, which may be constants to both.

    The `grid` has the numbers of processes that execute each program: partitions of each of the `replicas`.

    `runs` caches runs on random inputs for other pairs with one of these programs; `arithmetics` keeps the
    compiled programs for each attempt, for numbers (None), and for numbers with each nudge of constants;
    `drawn` keeps the random inputs, which a search takes many times.
    Floats have both signs, or are positive and `within` a bound; those of weights are scaled by their
    `fan_ins`. Outcomes that the inputs do not give may be `imposed` on decisions, in each attempt.
    """

    first: Function
    second: Function
    options: EquivalenceOptions
    seed: int
    grid: tuple[int, int]
    integers: Mapping[int, IntegerUse]
    fan_ins: Mapping[int, int]
    runs: dict[Hashable, Run] | None = None
    arithmetics: dict[_Attempt | int | None, Arithmetic] = field(default_factory=dict)
    drawn: dict[Hashable, list[Array]] = field(default_factory=dict)
    are_constants: bool = False
    within: float | None = None
    imposed: Mapping[_Attempt, Imposed] | None = None
    replicas: int = 1

    def at(self, inputs: Sequence[Any]) -> Pair:
        """The same programs on these inputs."""
        return replace(self, options=replace(self.options, inputs=inputs))

    def arithmetic(self, attempt: _Attempt = PLAIN) -> Arithmetic:
        """The arithmetic that both programs share in an attempt, which has computed nothing yet."""
        if attempt not in self.arithmetics:
            chains = _CHAINS.get(attempt.law, (self.options.primes + _MORE_FOR_ROOTS * attempt.roots, 1))
            fields = Fields(*chains, attempt.law or "exp", with_roots=attempt.roots)
            shared = self.arithmetics[attempt] = Arithmetic(fields, rounds=self.options.level == "bits")
            shared.renews = attempt.renews
            if attempt.exact is not None:
                shared.constants = RoundedConstants(self.options.tolerance_constants)
        arithmetic = self.arithmetics[attempt].afresh()
        arithmetic.decisions.imposed = None if self.imposed is None else self.imposed[attempt]
        return arithmetic

    def _numeric(self, nudge: int | None = None) -> Arithmetic:
        """The arithmetic for numbers that prove nothing, which has computed nothing yet."""
        if nudge not in self.arithmetics:
            kept = self.arithmetics[nudge] = Arithmetic(Fields(2, 1), rounds=False)
            if nudge is not None:
                kept.nudge, kept.constants = nudge, RoundedConstants(self.options.tolerance_constants)
        return self.arithmetics[nudge].afresh()

    def judged(self, likely: int = 0, has_time: Callable[[], bool] = lambda: True) -> Found:
        """The verdict `equal` if one of several attempts finds it, `different` if all do, else `unknown`.

        The `likely` attempt is made first; the others follow in order of their laws, each if it `has_time`.
        """
        verdicts: list[Found] = []
        plain = Found(Equivalence("unknown", self.options.level), 0)
        tried, asked = list[_Attempt](), set[str]()
        attempts = _ATTEMPTS[self.options.level]
        for number in sorted(range(len(attempts)), key=lambda place: place != likely):
            attempt = attempts[number].as_asked(asked) if tried else attempts[number]
            if attempt in tried:
                continue
            if tried and not has_time():
                return Found(Equivalence("unknown", self.options.level), number)
            tried.append(attempt)
            try:
                latest = self._attempt(number, attempt, asked)
            except RunError as error:
                if not _is_stopped(error):
                    raise
                reason = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
                stopped = Equivalence(
                    "unknown", self.options.level, reason=reason, diagnostics=error.diagnostics
                )
                return Found(stopped, number)
            if not attempt.law and not attempt.roots:
                plain = latest  # without laws, equal values have equal keys in both programs
            sides = plain.sides or latest.sides
            verdicts.append(
                plain._replace(
                    equivalence=latest.equivalence, attempt=number, sides=sides, loses=latest.loses
                )
            )
            if latest.equivalence.verdict == "equal":
                return verdicts[-1]
        return self._explained(max(reversed(verdicts), key=_weight))  # the last one of them

    def _explained(self, last: Found) -> Found:
        """A verdict other than `equal`: `unknown` if something else explains a difference, or with its op."""
        is_real = self.imposed is None  # else no inputs lead there
        is_found = last.equivalence.verdict == "different" and is_real
        reason = self._explanation(last.equivalence) if is_found else ""
        if reason:
            doubted = replace(last.equivalence, verdict="unknown", reason=reason, inputs=())
            last = last._replace(equivalence=doubted)
        is_sought = last.equivalence.verdict == "different" or self.options.inputs is None
        differing = [result.number for result in last.equivalence.results if result.differing]
        if not (is_real and is_sought and differing):
            return last
        try:
            unexplained = first_unexplained(self, differing)
        except RunError as error:  # it takes longer than the runs before and may reach a limit
            if not _is_stopped(error):
                raise
            return last
        return last._replace(equivalence=replace(last.equivalence, unexplained=unexplained))

    def _attempt(self, number: int, attempt: _Attempt, asked: set[str]) -> Found:
        """The verdict of an attempt; add to `asked` the laws that functions would use."""
        arithmetic = self.arithmetic(attempt)
        constants = arithmetic.constants
        if constants is None:
            inputs = functools.cache(functools.partial(self.values, arithmetic))
            runs = [self._run(0, inputs), self._run(1, inputs, inputs.cache_clear)]
            del inputs
            for distinct in {id(run): run for run in runs}.values():
                arithmetic.join(distinct.arithmetic)
            outputs = [run.results for run in runs]
            decided = [run.decided for run in runs]
        else:
            values = self.values(arithmetic)
            arithmetic.decisions.records = self.options.inputs is None
            order = -1 if attempt.exact else 1
            outputs, decided = [], []
            for side in (0, 1)[::order]:
                outputs.append(_all_set_aside(self.run(side, arithmetic, values)))
                decided.append(arithmetic.decisions.taken())
                constants.end_of_first()
            outputs, decided = outputs[::order], decided[::order]
        asked |= arithmetic.asked
        splits = (self.first, self.second), self.options.in_shardings
        with np.errstate(all="ignore"):
            results = [
                (compared_in_blocks(arithmetic, index, wholes[0], parts[0]) if self.grid == (1, 1) else None)
                or compared_parts(
                    arithmetic, index, [whole() for whole in wholes], [part() for part in parts], splits
                )
                for index, (*wholes, parts) in enumerate(
                    zip(*outputs[0], zip(*outputs[1], strict=True), strict=True)
                )
            ]
        verdict, decisions = self._verdict(arithmetic, results), arithmetic.decisions
        is_same_path = verdict.margin is None and not decisions.sides and not decisions.is_by_nan
        has_laws = attempt.law or attempt.roots or not LAWS_OF_SOME.isdisjoint(arithmetic.asked)
        is_defined = not any(result.undefined for result in results)
        is_certain = verdict.verdict == "equal" and verdict.bound is not None and verdict.bound < _CERTAIN
        alike = is_certain and is_same_path and is_defined and not has_laws
        return Found(
            verdict, number, decided, attempt.exact, decisions.sides, decisions.is_by_nan, decisions.orders,
            alike and all(map(is_float, self.first.type.inputs)), bool(arithmetic.lost) or arithmetic.is_far,
        )  # fmt: skip

    def _run(
        self,
        side: int,
        inputs: Callable[[], Sequence[Sequence[Any]]],
        forget: Callable[[], None] | None = None,
    ) -> Run:
        """A run of a program on the inputs of the seed, in its own arithmetic; cached for other pairs.

        To `forget` the inputs, of which no other run needs the residues, frees memory for the results.
        """
        function = (self.first, self.second)[side]
        key = id(function), self.seed, self.within, str(self.integers), self.grid[side]
        is_kept = self.options.inputs is None and (side == 0 or self.grid[1] == 1)
        cache = self.runs if is_kept and self.runs is not None else {}
        if key in cache:
            return cache[key]
        arithmetic = self.arithmetic()
        arithmetic.decisions.records = self.options.inputs is None and len(arithmetic.fields) > 0
        outputs = self.run(side, arithmetic, inputs())
        if forget is not None:
            forget()
        results = _all_set_aside(outputs)
        run = cache[key] = Run(function, arithmetic, results, arithmetic.decisions.taken())
        return run

    def _beyond_rounding(self, results: Sequence[ComparedResult]) -> list[ComparedResult]:
        """The results that differ by more than moving numbers or constants by less than rounding explains."""
        waiting = [result for result in results if result.differing]
        if self.grid != (1, 1):
            return waiting
        arithmetic = self._numeric()
        values = self.values(arithmetic)
        plain = rounded = self._both(arithmetic, values)
        generator = np.random.default_rng(self.seed + 1)
        for number in range(1, NUDGES + 1):
            shaken = arithmetic.afresh()
            shaken.shaking = generator
            moved = self._both(shaken, [[_nudged(value, generator) for value in values[0]]])
            waiting = [suspect for suspect in waiting if not explains(suspect, plain, moved, plain)]
            if any(map(is_undefined, waiting)):  # inputs that are not nudged stay at a pole
                others = self._both(shaken, values)
                waiting = [suspect for suspect in waiting if not makes_undefined(suspect, plain, others)]
            if not waiting:
                break
            if number == 1 or not all(map(have_same_numbers, plain, rounded)):  # some constants are rounded
                rounded = self._with_rounded_constants(number, values)
            waiting = [suspect for suspect in waiting if not explains(suspect, plain, moved, rounded)]
        return waiting

    def _explanation(self, different: Equivalence) -> str:
        """What else than a fault may explain a difference; empty if nothing does."""
        unexplained = self._beyond_rounding(different.results)
        if not unexplained:
            return ROUNDED
        return BEYOND if self._is_from_beyond(unexplained) else ""

    def _is_from_beyond(self, results: Sequence[ComparedResult]) -> bool:
        """Whether all differences may come from numbers beyond float64, as the finite x / inf does."""
        if self.grid != (1, 1):
            return False
        arithmetic = self._numeric()
        values = self.values(arithmetic)
        self._both(arithmetic, values)
        if not arithmetic.beyond:
            return False
        marked = arithmetic.afresh()
        marked.marks_beyond = True
        outputs = self._both(marked, values)
        return all(
            any(np.isnan(output[result.number].numbers[result.index]) for output in outputs)
            for result in results
            if isinstance(result.first, float | complex)
        )

    def _with_rounded_constants(self, nudge: int, values: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """The results of both programs with constants moved by less than their rounding error."""
        arithmetic = self._numeric(nudge)
        first = self.run(0, arithmetic, values)[0]
        if arithmetic.constants is not None:
            arithmetic.constants.end_of_first()
        return [first, self.run(1, arithmetic, values)[0]]

    def may_differ(self, arithmetic: Arithmetic) -> bool:
        """Whether the numbers of some results differ by more than rounding; always for partitioned programs.

        Raises `RunError` if a limit stops a run.
        """
        if self.grid[0] != self.grid[1]:
            return True
        try:
            values = self.values(arithmetic)
            runs = [list(itertools.chain(*self.run(side, arithmetic, values))) for side in (0, 1)]
        except RunError as error:  # the verdict says why, unless the run did not end
            if _is_stopped(error):
                raise
            return True
        with np.errstate(all="ignore"):
            results = [
                compared(arithmetic, 0, *pair) for pair in zip(*runs, strict=True) if pair[0] is not None
            ]
        return any(result.differing and is_beyond_noise(result) for result in results)

    def agree(self) -> bool:
        """Whether nothing is decided, and results agree up to rounded constants: see `agrees`."""
        arithmetic = self.arithmetic()
        results = self._both(arithmetic, self.values(arithmetic))
        return math.isinf(arithmetic.decisions.margin) and all(map(agrees, *results))

    def are_finite_alike(self) -> bool:
        """Whether the same numbers of both results are finite; each program is run once, as for a verdict."""
        inputs = functools.cache(functools.partial(self.values, self.arithmetic()))
        results = [[result() for result in self._run(side, inputs).results[0]] for side in (0, 1)]
        return all(
            np.array_equal(*(np.isfinite(each.numbers) for each in pair))
            for pair in zip(*results, strict=True)
            if isinstance(pair[0], FieldTensor)
        )

    def _both(self, arithmetic: Arithmetic, values: Sequence[Sequence[Any]]) -> list[list[Any]]:
        return [self.run(side, arithmetic, values)[0] for side in (0, 1)]

    def run(
        self,
        side: int,
        arithmetic: Arithmetic,
        values: Sequence[Sequence[Any]],
        observer: Observer | None = None,
    ) -> list[list[Any]]:
        """The results on each partition of the first program (side 0) or the second one (side 1)."""
        program = self._program(side, arithmetic, observer)
        if side == 1 and self.grid[0] != self.grid[1]:
            function = self.second
            shardings = shardings_of((self.first, function), self.options.in_shardings)
            values = [
                [
                    shard(arithmetic, value, argument, sharding, device, function)
                    for value, argument, sharding in zip(
                        values[0], function.arguments, shardings, strict=True
                    )
                ]
                for device in range(self.grid[1])
            ]
        return [list(flat(outputs)) for outputs in program.run_parallel(values, timeout=self.options.timeout)]

    def _program(self, side: int, arithmetic: Arithmetic, observer: Observer | None) -> Executable:
        """A program, compiled once for an arithmetic and its fresh copies."""
        programs = arithmetic.programs if observer is None else {}
        if side not in programs:
            function, domain = (self.first, self.second)[side], FieldDomain(arithmetic.afresh())
            executable = compile(
                module_of(function),
                function.symbol,
                RunOptions(self.replicas, self.grid[side] // self.replicas, timeout=self.options.timeout),
                domain=domain,
                observer=observer,
            )
            programs[side] = executable, domain
        executable, domain = programs[side]
        domain.begin(arithmetic)
        return executable

    def numbers(self, device: int = 0) -> list[Array]:
        """The inputs of a device: those of the options, or random ones of the seed."""
        if self.options.inputs is not None:
            return list(self.options.inputs)
        key = self.seed, self.within, device
        if key not in self.drawn:
            inputs = drawn(self.first, self.seed, device, self.integers, self.fan_ins)
            types = self.first.type.inputs
            self.drawn[key] = [
                array if self.within is None or not is_float(type) else _positive(array, self.within)
                for array, type in zip(inputs, types, strict=True)
            ]
        return list(self.drawn[key])

    def values(self, arithmetic: Arithmetic) -> list[list[Any]]:
        """The inputs of each device as values of the domain; floats that vary have random residues."""
        types = self.first.type.inputs
        return [
            [
                self._value(arithmetic, types[index], array, (self.seed, device, index))
                for index, array in enumerate(self.numbers(device))
            ]
            for device in range(self.grid[0])
        ]

    def _value(self, arithmetic: Arithmetic, type: Type, input: Any, seed: Sequence[int]) -> Any:
        if isinstance(type, TupleType):
            pairs = enumerate(zip(type.types, input, strict=True))
            return tuple(self._value(arithmetic, *pair, (*seed, place)) for place, pair in pairs)
        if not is_float(type):
            return input
        numbers = wide(input)
        if self.are_constants:
            return arithmetic.constant(numbers).read_only()
        generator = np.random.Generator(np.random.SFC64(seed))  # the fastest
        return arithmetic.drawn(numbers, generator).read_only()

    def _doubt(self, arithmetic: Arithmetic, results: Sequence[ComparedResult]) -> str:
        """The reason that equal residues do not prove equal programs; empty if they do.

        Without residues, programs are known to compute the same, also beyond the range of f64.
        """
        if not results:
            return "the programs have no results"
        for result in results:
            if is_all(result, result.undefined) and self.options.inputs is not None:
                return UNDEFINED.format(result.number)
            if order := result.order:
                return f"the devices hold result {result.number} as {order}, which no sharding states"
        if not len(arithmetic.fields):
            return ""
        if arithmetic.beyond:
            return f"{plural(arithmetic.beyond, 'number')} beyond the range of f64 computed from these inputs"
        return f"{_CLOSE}0" if arithmetic.decisions.margin == 0 else ""

    def _verdict(self, arithmetic: Arithmetic, results: Sequence[ComparedResult]) -> Equivalence:
        margin = None if math.isinf(arithmetic.decisions.margin) else arithmetic.decisions.margin
        error, bound = arithmetic.odds.error()
        notes = arithmetic.constants.notes if arithmetic.constants else ()
        verdict = Equivalence(
            "equal",
            self.options.level,
            margin=margin,
            error=error,
            bound=bound,
            assumptions=tuple(sorted({*arithmetic.assumptions, *notes})),
            results=results,
        )
        differing = [result for result in results if result.differing]
        if not differing:
            reason = self._doubt(arithmetic, results)
            return replace(verdict, verdict="unknown", reason=reason) if reason else verdict
        verdict = replace(verdict, assumptions=tuple(x for x in verdict.assumptions if x not in LAWS))
        # Given inputs may be small, and then decisions compare small numbers; or residues may tell nothing on
        # ties, to which they do not belong.
        is_sought = self.options.inputs is not None
        closest = arithmetic.decisions.closest if is_sought else margin
        are_floats = is_sought and all(isinstance(x.first, float | complex) for x in differing)
        is_close = closest is not None and closest < (LEAST_OF_FLOATS if are_floats else LEAST_MARGIN)
        is_lost = is_sought and arithmetic.lost and all(map(may_be_lost, differing))
        if not (is_sought and is_close):
            clear = [result for result in differing if is_beyond_noise(result)]
            if not clear:
                return replace(verdict, verdict="unknown", reason=NOT_SHOWN[self.options.level])
            if is_lost or not any(is_within_range(arithmetic, x) for x in clear):
                return replace(verdict, verdict="unknown", reason=BEYOND)
        if is_close:
            return replace(verdict, verdict="unknown", reason=f"{_CLOSE}{closest:.1g}")
        return replace(verdict, verdict="different", inputs=self.numbers() if self.grid[0] == 1 else ())


def _weight(found: Found) -> int:
    """How an attempt counts among those that do not show equality: the greatest weight gives the verdict.

    A decision may be close without a law that shows the compared numbers to be equal.
    """
    if found.equivalence.verdict == "different":
        return 1
    return 0 if found.equivalence.reason.startswith(_CLOSE) else 2


def _positive(x: Array, bound: float) -> Array:
    """Absolute values, of both parts of complex numbers, scaled below a bound if it is finite."""
    if x.dtype.kind == "c":
        return np.asarray(_positive(x.real, bound) + 1j * _positive(x.imag, bound), x.dtype)
    sizes = np.abs(x)
    return (sizes / (1 + sizes / bound)).astype(x.dtype)


def _all_set_aside(results: list[list[Any]]) -> Sequence[Sequence[Callable[[], Any]]]:
    """The results of each partition, set aside in place to release memory one by one."""
    for values in results:
        for index, value in enumerate(values):
            values[index] = set_aside(value)
    return results


def _nudged(x: Any, generator: np.random.Generator) -> Any:
    """Numbers moved by some units in the last place."""
    if not isinstance(x, FieldTensor):
        return x
    return x.with_numbers(x.numbers * (1 + _NUDGE * generator.uniform(-1, 1, x.shape)))
