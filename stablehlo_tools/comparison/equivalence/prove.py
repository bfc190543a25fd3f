"""Equivalence of two programs: both run on elements of prime fields, and their results are compared."""

from __future__ import annotations

import functools
import itertools
import math
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence import rules  # noqa: F401 - registers the rules
from stablehlo_tools.comparison.equivalence.arithmetic import LAWS, Arithmetic, Rough
from stablehlo_tools.comparison.equivalence.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.decisions import LEAST_MARGIN, Site
from stablehlo_tools.comparison.equivalence.domain import FieldDomain
from stablehlo_tools.comparison.equivalence.explain import first_unexplained
from stablehlo_tools.comparison.equivalence.fields import Fields, Law
from stablehlo_tools.comparison.equivalence.inputs import IntegerUse, drawn, tested_integers, used_integers
from stablehlo_tools.comparison.equivalence.paths import BEYOND, on_other_paths, told_apart
from stablehlo_tools.comparison.equivalence.places import is_unconditional, other_places, with_poles
from stablehlo_tools.comparison.equivalence.plain import NOISE
from stablehlo_tools.comparison.equivalence.results import ComparedResult, Equivalence, EquivalenceOptions
from stablehlo_tools.comparison.equivalence.shards import (
    is_of_processes,
    shard,
    sharding_of,
    shardings_of,
    stated_tiles,
    tilings,
)
from stablehlo_tools.comparison.equivalence.shrink import shrunk
from stablehlo_tools.comparison.equivalence.tensors import FieldTensor, is_float, set_aside, widened
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.meshes import stated_partitions
from stablehlo_tools.interpret.observation import Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.equality import has_same_operations
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.types import FunctionType, TensorType, TokenType, TupleType, Type
from stablehlo_tools.ops.stablehlo.reducers import is_commutative
from stablehlo_tools.text.source_frames import module_of

DEFAULT: Final = EquivalenceOptions()
# The number of chains and of primes in each; in a chain, fewer primes stay valid than without laws.
_CHAINS: Final[dict[Law | None, tuple[int, int]]] = {"exp": (3, 4), "angle": (4, 3)}
_MORE_FOR_ROOTS: Final = 2  # one in 2^n numbers has a root in all of n fields
_NOT_SHOWN: Final = {
    "reals": "a law of functions that is not known may be missing",
    "bits": "the programs are not shown to round the same values",
}
_ROUNDED: Final = "results differ by no more than rounding does, of these inputs in f64 or of constants"
_ROUGHLY: Final = 1e-2  # of the greatest element: constants may be rounded to bf16
_SAME: Final = "the programs are the same, but for names, locations, and operands that commute"
_SAME_BUT: Final = "the programs are the same, but for {} with equal results"
_UNDEFINED: Final = "result {} is not a number, in both programs"
_STOPPED: Final = ("timeout", "max_steps", "infeed_empty", "deadlock")
_NUDGE: Final = 1e-15  # of inputs, relatively: some units in the last place of float64
_NUDGES: Final = 4
_AMPLIFIED: Final = 100.0


def equivalent(
    first: Function,
    second: Function,
    options: EquivalenceOptions = DEFAULT,
    runs: dict[Hashable, Run] | None = None,
) -> Equivalence:
    """Whether functions of two verified programs compute the same, on the paths that the inputs take.

    A partitioned second program takes and returns parts of the inputs and results of the first one. `runs`
    caches runs between calls with the same options that share a function. Raises `RunError` if inputs or
    results have different shapes, or if a function cannot be run.
    """
    grid = _partitions(first, second)
    shardings_of((first, second), options.in_shardings)
    if options.shrink:
        first, second, notes = shrunk(first, second)
        shrunken = equivalent(first, second, replace(options, shrink=False))
        return replace(shrunken, assumptions=(*notes, *shrunken.assumptions), reduced=module_of(first))
    modules = module_of(first), module_of(second)
    certain: Equivalence | None = None
    if first.symbol == second.symbol and has_same_operations(*modules, is_commutative):
        certain = Equivalence("equal", options.level, error=0.0, bound=0.0, reason=_SAME)
    elif options.inputs is None and grid == (1, 1):
        certain = _equal_places(first, second, options)
    is_same = certain is not None
    second = first if is_same else second
    integers = used_integers(first, second)
    seeds = range(1 if options.inputs is not None else options.seeds)
    judged: list[Found] = []
    pair = Pair(first, second, options, 0, grid, integers, runs)
    begin = time.process_time()
    if is_same:
        pair.arithmetics[_PLAIN] = Rough()
    for seed in seeds:
        pair = replace(pair, seed=seed, runs={} if is_same else runs)  # one function, one run
        judged.append(pair.judged(judged[0].attempt if judged else 0))
        latest = judged[-1].equivalence
        if latest.verdict != "equal":
            is_close = latest.reason in (_ROUNDED, *_NOT_SHOWN.values()) and options.inputs is None
            return replace(told_apart(pair, judged[-1]) if is_close else latest, seeds=(seed,))
    equivalence = judged[0].equivalence
    if not is_same:
        equivalence = on_other_paths(replace(pair, seed=0), judged, time.process_time() - begin)
    if equivalence.verdict != "equal":
        return replace(equivalence, seeds=(0,))
    verdicts = [equivalence, *(proof.equivalence for proof in judged[1:])]
    for within in (math.inf, 1.0) if options.inputs is None else ():
        if not (any(_undefined(verdicts)) or all(proof.is_by_nan for proof in judged)):
            break
        judged.append(replace(pair, within=within).judged(judged[0].attempt))
        verdicts.append(judged[-1].equivalence)
        if verdicts[-1].verdict != "equal":
            return verdicts[-1]
    if reason := _never_defined(verdicts):
        return replace(equivalence, verdict="unknown", reason=reason)
    if certain is not None:
        return _overall([replace(certain, results=v.results) for v in verdicts], tuple(seeds), set())
    tested = set() if options.inputs is not None else set(tested_integers(first, integers, seeds))
    return _overall(verdicts, tuple(seeds), tested | {*_unseen(modules)})


def _unseen(modules: Sequence[Module]) -> Iterator[str]:
    """A note for each operation that sends data, which is not compared."""
    for op in itertools.chain(*(module.walk() for module in modules)):
        sends = {isinstance(value.type, TokenType) for value in op.operands} == {True, False}
        if sends and op.results and all(isinstance(value.type, TokenType) for value in op.results):
            yield f"`{op.name}` is left out: what it sends is not compared"


def _equal_places(first: Function, second: Function, options: EquivalenceOptions) -> Equivalence | None:
    """The verdict on programs that differ in some places only and are equal there on all numbers, or None."""
    places = other_places(first, second)
    if places is None:
        return None
    pair = Pair(*places, options, 0, (1, 1), {}, arithmetics={_PLAIN: Rough()})
    try:
        if not all(pair.at(pole).agree() for pole in with_poles(pair.numbers())):
            return None
        equivalence = equivalent(*places, options)
    except RunError:  # the whole program raises it too, unless it concerns arguments of places only
        return None
    if not is_unconditional(equivalence):
        return None
    count = len(equivalence.results) - len(places[0].type.inputs)
    return replace(equivalence, reason=_SAME_BUT.format(plural(count, "place")))


def _overall(verdicts: Sequence[Equivalence], seeds: tuple[int, ...], assumptions: set[str]) -> Equivalence:
    """The verdict on programs that are equal on all inputs, from the verdicts on each."""
    margins = [v.margin for v in verdicts if v.margin is not None]
    bounds = [v.bound for v in verdicts if v.bound is not None]
    undefined = {
        f"{plural(count, 'element')} of result {number} are not a number, in both"
        for number, count in enumerate(_undefined(verdicts))
        if count
    }
    return replace(
        verdicts[0],
        seeds=seeds,
        margin=min(margins, default=None),
        error=max(v.error or 0.0 for v in verdicts),
        bound=max(bounds) if len(bounds) == len(verdicts) else None,
        assumptions=tuple(sorted({*assumptions, *undefined}.union(*(v.assumptions for v in verdicts)))),
    )


def _undefined(verdicts: Sequence[Equivalence]) -> list[int]:
    """How many elements of each result are NaN on the inputs on which fewest are."""
    return [
        min(result.undefined for result in group)
        for group in zip(*(v.results for v in verdicts), strict=True)
    ]


def _never_defined(verdicts: Sequence[Equivalence]) -> str:
    """The reason that a result is NaN on all inputs; empty if there is no such result."""
    pairs = zip(verdicts[0].results, _undefined(verdicts), strict=True)
    return next((_UNDEFINED.format(result.number) for result, count in pairs if _is_all(result, count)), "")


def _is_all(result: ComparedResult, count: int) -> bool:
    """Whether `count` is the number of all elements of a result that is not empty."""
    return 0 < result.elements == count


def _partitions(first: Function, second: Function) -> tuple[int, int]:
    """The numbers of partitions of both programs.

    If shapes differ, the second program is partitioned and the first one is whole; programs of equal shapes
    run on all partitions if both depend on the partition.
    """
    a, b = first.type, second.type
    ranks = [[[_rank(type) for type in types] for types in (x.inputs, x.results)] for x in (a, b)]
    modules = module_of(first), module_of(second)
    counts = stated_partitions(modules[0]), stated_partitions(modules[1])
    if counts[1] > 1 and ranks[0] == ranks[1] and _shapes(a) != _shapes(b):
        return 1, counts[1]
    _require_equal((first, second), "inputs", a.inputs, b.inputs)
    _require_equal((first, second), "results", a.results, b.results)
    together = counts[0] == counts[1] > 1 and all(map(is_of_processes, modules))
    return counts if together else (1, 1)


OTHER_TYPES = Code(
    "other_types",
    "The two programs of `shlo equiv` take or return arrays of different shapes or kinds.",
    "Compare functions with the same shapes, chosen with --entry. If one program is partitioned, pass the "
    "original first, and --in-shardings if the program does not state its shardings.",
    command="equiv",
)


def _require_equal(
    functions: Sequence[Function], kind: str, first: Sequence[Type], second: Sequence[Type]
) -> None:
    if list(map(_shape, first)) != list(map(_shape, second)):
        names = " and ".join(f"@{function.symbol}" for function in functions)
        notes = tuple(f"{kind}: ({', '.join(map(str, types))})" for types in (first, second))
        message = f"the {kind} of {names} are of different types"
        raise RunError(Diagnostic(OTHER_TYPES, message, functions[1].span, notes=notes))


def _shapes(type: FunctionType) -> list[Any]:
    return [_shape(part) for part in (*type.inputs, *type.results)]


def _rank(type: Any) -> Any:
    return len(type.shape) if isinstance(type, TensorType) and type.shape is not None else type


def _shape(type: Any) -> Any:
    """The type, with its float type reduced to its kind."""
    if isinstance(type, TupleType):
        return tuple(map(_shape, type.types))
    return (type.element_type.kind, type.shape) if is_float(type) else type


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


_ATTEMPTS: Final = {
    "reals": (
        _Attempt(None, None),
        _Attempt(None, 0),
        _Attempt("exp", 0),
        _Attempt("exp", 1),
        _Attempt("exp", 0, roots=True),
        _Attempt("angle", 0),
        _Attempt("exp", 0, renews=False),
    ),
    "bits": (_Attempt(None, None),),
}


class Found(NamedTuple):
    """A verdict, the number of the attempt that found it, and the decisions of each program without laws.

    `exact` is the program whose constants were taken to be exact, if any. A decision by NaN (`is_by_nan`)
    hides the numbers that it compares. If the programs `order` numbers, more paths are tried.
    """

    equivalence: Equivalence
    attempt: int
    decided: Sequence[Array] = ()
    exact: int | None = None
    sides: Mapping[Site, set[bool]] = MappingProxyType({})
    is_by_nan: bool = False
    orders: bool = False


_PLAIN: Final = _Attempt(None, None)


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

    `runs` caches runs on random inputs for other pairs with one of these programs; `arithmetics` keeps, for
    each attempt, the compiled programs. Floats have both signs, or are positive and `within` a bound.
    """

    first: Function
    second: Function
    options: EquivalenceOptions
    seed: int
    grid: tuple[int, int]
    integers: Mapping[int, IntegerUse]
    runs: dict[Hashable, Run] | None = None
    arithmetics: dict[_Attempt, Arithmetic] = field(default_factory=dict)
    are_constants: bool = False
    within: float | None = None

    def at(self, inputs: Sequence[Any]) -> Pair:
        """The same programs on these inputs."""
        return replace(self, options=replace(self.options, inputs=inputs))

    def arithmetic(self, attempt: _Attempt = _PLAIN) -> Arithmetic:
        """The arithmetic that both programs share in an attempt, which has computed nothing yet."""
        if attempt not in self.arithmetics:
            chains = _CHAINS.get(attempt.law, (self.options.primes + _MORE_FOR_ROOTS * attempt.roots, 1))
            fields = Fields(*chains, attempt.law or "exp", with_roots=attempt.roots)
            shared = self.arithmetics[attempt] = Arithmetic(fields, rounds=self.options.level == "bits")
            shared.renews = attempt.renews
            if attempt.exact is not None:
                shared.constants = RoundedConstants(self.options.tolerance_constants)
        return self.arithmetics[attempt].afresh()

    def judged(self, likely: int = 0) -> Found:
        """The verdict `equal` if one of several attempts finds it, `different` if all do, else `unknown`.

        The `likely` attempt is made first; the others follow in order of their laws.
        """
        verdicts: list[Found] = []
        plain = Found(Equivalence("unknown", self.options.level), 0)
        tried, asked = list[_Attempt](), set[str]()
        attempts = _ATTEMPTS[self.options.level]
        for number in sorted(range(len(attempts)), key=lambda place: place != likely):
            attempt = attempts[number]
            if tried and attempt.law not in asked:
                attempt = attempt._replace(law=None)
            if tried and "root" not in asked:
                attempt = attempt._replace(roots=False)
            if "renewal" not in asked:
                attempt = attempt._replace(renews=True)
            if attempt in tried:
                continue
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
            verdicts.append(plain._replace(equivalence=latest.equivalence, attempt=number, sides=sides))
            if latest.equivalence.verdict == "equal":
                return verdicts[-1]
        verdicts.sort(key=lambda found: found.equivalence.verdict == "unknown")
        last = verdicts[-1]
        if last.equivalence.verdict == "different" and self._is_noise(last.equivalence.results):
            rounded = replace(last.equivalence, verdict="unknown", reason=_ROUNDED, inputs=())
            last = last._replace(equivalence=rounded)
        is_sought = last.equivalence.verdict == "different" or self.options.inputs is None
        differing = [result.number for result in last.equivalence.results if result.differing]
        if not is_sought or not differing:
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
            runs = [self._run(side, inputs) for side in (0, 1)]
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
        with np.errstate(all="ignore"):
            results = [
                self._compared_parts(
                    arithmetic, index, [whole() for whole in wholes], [part() for part in parts]
                )
                for index, (*wholes, parts) in enumerate(
                    zip(*outputs[0], zip(*outputs[1], strict=True), strict=True)
                )
            ]
        verdict = self._verdict(arithmetic, results)
        decisions = arithmetic.decisions
        return Found(
            verdict, number, decided, attempt.exact, decisions.sides, decisions.is_by_nan, decisions.orders
        )

    def _compared_parts(
        self, arithmetic: Arithmetic, number: int, wholes: Sequence[Any], parts: Sequence[Any]
    ) -> ComparedResult:
        """A compared result of all devices; each has its stated tile, or else the most similar one."""
        whole = wholes[0]
        if whole is None:  # a token
            return ComparedResult(number, 0, 0)
        if all(part.shape == whole.shape for part in parts):
            pairs = zip([*wholes] * (len(parts) // len(wholes)), parts, strict=True)
            results = [_compared(arithmetic, number, expected, part) for expected, part in pairs]
            return max(results, key=lambda x: x.differing)
        tiles = tilings(whole.shape, parts[0].shape)
        if not tiles:
            shapes = [list(parts[0].shape), list(whole.shape)]
            message = f"result {number} of shape {shapes[0]} does not tile shape {shapes[1]}"
            raise RunError(Diagnostic(OTHER_TYPES, message, None))
        stated = stated_tiles((self.first, self.second), number, whole.shape, parts[0].shape)
        results, covered = [], list[int]()
        for device, part in enumerate(parts):
            own = [tuple(slice(0, x.stop - x.start) for x in tile) for tile in tiles]
            compared = [
                _compared(arithmetic, number, whole[tile], part[box])
                for tile, box in zip(tiles, own, strict=True)
            ]
            fit = min(range(len(tiles)), key=lambda index: (compared[index].differing, covered.count(index)))
            best = stated.get(device, fit)  # of equal tiles, one that the fewest devices have
            covered.append(best)
            begins = [x.start for x in tiles[best]]
            index = tuple(a + b for a, b in zip(begins, compared[best].index, strict=False))
            results.append(replace(compared[best], index=index))
        worst = max(results, key=lambda x: x.differing)
        missing = set(range(len(tiles))) - set(covered)
        if missing and not worst.differing:
            elements = sum(math.prod(x.stop - x.start for x in tiles[index]) for index in missing)
            return replace(worst, elements=whole.size, differing=elements, first=None, second=None)
        if not worst.differing and not stated:
            places = sharding_of(whole.shape, parts[0].shape, covered)
            arithmetic.assumptions.add(f"result {number} is meant to be sharded as found: {places}")
            shardings = shardings_of((self.first, self.second), self.options.in_shardings)
            in_order = all(argument.tiles is None or argument.tiles.flat[0] == 0 for argument in shardings)
            if in_order and (covered[0], covered[-1]) != (0, len(tiles) - 1):  # no mesh gives this order
                return replace(worst, order=places)
        return worst

    def _run(self, side: int, inputs: Callable[[], Sequence[Sequence[Any]]]) -> Run:
        """A run of a program on the inputs of the seed, in its own arithmetic; cached for other pairs."""
        function = (self.first, self.second)[side]
        key = id(function), self.seed, self.within, str(self.integers), self.grid[side]
        is_kept = self.options.inputs is None and (side == 0 or self.grid[1] == 1)
        cache = self.runs if is_kept and self.runs is not None else {}
        if key in cache:
            return cache[key]
        arithmetic = self.arithmetic()
        arithmetic.decisions.records = self.options.inputs is None and len(arithmetic.fields) > 0
        results = _all_set_aside(self.run(side, arithmetic, inputs()))
        run = cache[key] = Run(function, arithmetic, results, arithmetic.decisions.taken())
        return run

    def _is_noise(self, results: Sequence[ComparedResult]) -> bool:
        """Whether moving numbers or constants by less than rounding explains the differences."""
        if self.grid != (1, 1):
            return False
        arithmetic = Arithmetic(Fields(2, 1), rounds=False)
        values = self.values(arithmetic)
        plain = rounded = self._both(arithmetic, values)
        generator = np.random.default_rng(self.seed + 1)
        waiting = [result for result in results if result.differing]
        for number in range(1, _NUDGES + 1):
            shaken = arithmetic.afresh()
            shaken.shaking = generator
            moved = self._both(shaken, [[_nudged(value, generator) for value in values[0]]])
            waiting = [suspect for suspect in waiting if not _explains(suspect, plain, moved, plain)]
            if not waiting:
                break
            if number == 1 or not all(map(_have_same_numbers, plain, rounded)):  # some constants are rounded
                rounded = self._with_rounded_constants(number, values)
            waiting = [suspect for suspect in waiting if not _explains(suspect, plain, moved, rounded)]
        return not waiting

    def _with_rounded_constants(self, nudge: int, values: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """The results of both programs with constants moved by less than their rounding error."""
        arithmetic = Arithmetic(Fields(2, 1), rounds=False)
        arithmetic.nudge = nudge
        constants = arithmetic.constants = RoundedConstants(self.options.tolerance_constants)
        first = self.run(0, arithmetic, values)[0]
        constants.end_of_first()
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
                _compared(arithmetic, 0, *pair) for pair in zip(*runs, strict=True) if pair[0] is not None
            ]
        return any(result.differing and _is_beyond_noise(result) for result in results)

    def agree(self) -> bool:
        """Whether nothing is decided, and results agree up to rounded constants: see `_agree`."""
        arithmetic = self.arithmetic()
        results = self._both(arithmetic, self.values(arithmetic))
        return math.isinf(arithmetic.decisions.margin) and all(map(_agree, *results))

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
        return [list(flat(outputs)) for outputs in program.run_parallel(values)]

    def _program(self, side: int, arithmetic: Arithmetic, observer: Observer | None) -> Executable:
        """A program, compiled once for an arithmetic and its fresh copies."""
        programs = arithmetic.programs if observer is None else {}
        if side not in programs:
            function, domain = (self.first, self.second)[side], FieldDomain(arithmetic.afresh())
            executable = compile(
                module_of(function),
                function.symbol,
                RunOptions(num_partitions=self.grid[side], timeout=self.options.timeout),
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
        if device not in self._drawn:
            inputs = drawn(self.first, self.seed, device, self.integers)
            types = self.first.type.inputs
            self._drawn[device] = [
                array if self.within is None or not is_float(type) else _positive(array, self.within)
                for array, type in zip(inputs, types, strict=True)
            ]
        return list(self._drawn[device])

    @functools.cached_property
    def _drawn(self) -> dict[int, list[Array]]:
        """The random inputs of each device, which a search takes many times."""
        return {}

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
        numbers = widened(input)
        if self.are_constants:
            return arithmetic.constant(numbers).read_only()
        return arithmetic.drawn(numbers, np.random.default_rng(seed)).read_only()

    def _doubt(self, arithmetic: Arithmetic, results: Sequence[ComparedResult]) -> str:
        """The reason that equal residues do not prove equal programs; empty if they do."""
        if not results:
            return "the programs return nothing"
        for result in results:
            if _is_all(result, result.undefined) and self.options.inputs is not None:
                return _UNDEFINED.format(result.number)
            if order := result.order:
                return f"result {result.number} is on devices as {order}, in an order that is not stated"
        if arithmetic.beyond:
            return f"{plural(arithmetic.beyond, 'number')} computed from these inputs are beyond f64"
        return "a decision is too close: by 0" if arithmetic.decisions.margin == 0 else ""

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
        if not any(map(_is_beyond_noise, differing)):
            return replace(verdict, verdict="unknown", reason=_NOT_SHOWN[self.options.level])
        is_sought = self.options.inputs is not None
        is_lost = is_sought and arithmetic.lost and all(map(_may_be_lost, differing))
        if is_lost or not any(_is_within_range(arithmetic, x) for x in differing):
            return replace(verdict, verdict="unknown", reason=BEYOND)
        # Given inputs may be small, and then decisions compare small numbers.
        closest = arithmetic.decisions.closest if is_sought else margin
        if closest is not None and closest < LEAST_MARGIN:
            return replace(verdict, verdict="unknown", reason=f"a decision is too close: by {closest:.1g}")
        return replace(verdict, verdict="different", inputs=self.numbers() if self.grid[0] == 1 else ())


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


def _explains(result: ComparedResult, *runs: Sequence[Sequence[Any]]) -> bool:
    """Whether a difference is within a small multiple of the change by nudged inputs or constants."""
    outputs = [[values[result.number] for values in run] for run in runs]
    if not isinstance(outputs[0][0], FieldTensor) or not isinstance(result.first, float | complex):
        return False
    plain, moved, rounded = ([np.asarray(tensor.numbers) for tensor in run] for run in outputs)
    with np.errstate(all="ignore"):
        sizes = np.maximum(*map(np.abs, plain))
        is_no_greater = ~(sizes > sizes[result.index])  # the last digit of one element may stay by chance
        changes = np.maximum(*(np.abs(before - after) for before, after in zip(plain, moved, strict=True)))
        if np.isnan(changes[result.index]) and all(np.isfinite(x[result.index]) for x in plain):
            return True  # such as the root of a nudged 0
        by_inputs = changes[is_no_greater & ~np.isnan(changes)].max(initial=0.0)
        by_constants = np.abs((plain[0] - plain[1]) - (rounded[0] - rounded[1]))[result.index]
    return bool(abs(result.first - result.second) <= max(_AMPLIFIED * by_inputs, _NUDGES * by_constants))


def _have_same_numbers(left: Sequence[Any], right: Sequence[Any]) -> bool:
    pairs = ([getattr(value, "numbers", value) for value in pair] for pair in zip(left, right, strict=True))
    return all(
        np.array_equal(x, y, equal_nan=isinstance(x, np.ndarray) and x.dtype.kind in "fc") for x, y in pairs
    )


def _compared(arithmetic: Arithmetic, number: int, one: Any, other: Any) -> ComparedResult:
    if not isinstance(one, FieldTensor):
        wrong = np.asarray(one) != np.asarray(other)
        index = tuple(map(int, np.argwhere(wrong)[0])) if wrong.any() else ()
        return ComparedResult(
            number, wrong.size, int(wrong.sum()), index, np.asarray(one)[index], np.asarray(other)[index]
        )
    wrong = ~arithmetic.equal(one, other)
    are_nan = np.isnan(one.numbers) & np.isnan(other.numbers)
    wrong &= ~are_nan & (np.isfinite(one.numbers) | (one.numbers != other.numbers))
    undefined = int(np.isnan(one.numbers).sum())
    if not wrong.any():
        return ComparedResult(number, wrong.size, 0, undefined=undefined)
    with np.errstate(all="ignore"):
        distance = np.where(wrong, np.abs(one.numbers - other.numbers), -1)
        is_number = np.isfinite(one.numbers) & np.isfinite(other.numbers)
        distance[wrong & ~is_number] = 0 if arithmetic.is_beyond_range else np.inf
    index = tuple(map(int, np.unravel_index(int(np.argmax(distance)), distance.shape)))
    scale = np.abs(one.numbers[np.isfinite(one.numbers)]).max(initial=0.0)
    return ComparedResult(
        number, wrong.size, int(wrong.sum()), index, one.numbers[index].item(), other.numbers[index].item(),
        undefined, float(scale),
    )  # fmt: skip


def _agree(left: Any, right: Any) -> bool:
    """Whether numbers differ no more than rounded constants make them; zeros have equal signs."""
    if not isinstance(left, FieldTensor):
        return bool(np.array_equal(left, right))
    first, second = (np.stack([tensor.numbers.real, tensor.numbers.imag]) for tensor in (left, right))
    scale = np.abs(first[np.isfinite(first)]).max(initial=0.0)
    is_same = np.isclose(first, second, rtol=0, atol=_ROUGHLY * scale, equal_nan=True)
    is_zero = (first == 0) & (second == 0)
    return bool((is_same & ~(is_zero & (np.signbit(first) != np.signbit(second)))).all())


def _is_within_range(arithmetic: Arithmetic, result: ComparedResult) -> bool:
    """Whether no number beyond float64 can explain a difference of floats or have decided integers."""
    if not isinstance(result.first, float | complex):
        return not arithmetic.beyond
    return not arithmetic.is_beyond_range or bool(np.isfinite([result.first, result.second]).all())


def _is_beyond_noise(result: ComparedResult) -> bool:
    """Whether the numbers of a result differ, not only its residues."""
    if not isinstance(result.first, float | complex):
        return True
    difference = abs(result.first - result.second)
    return not difference <= NOISE * result.scale


def _may_be_lost(result: ComparedResult) -> bool:
    """Whether one of the different numbers is 0 or not finite, as after an underflow of exp."""
    numbers = [x for x in (result.first, result.second) if isinstance(x, float | complex)]
    return any(x == 0 or not np.isfinite(x) for x in numbers)
