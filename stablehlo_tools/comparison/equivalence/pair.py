"""Two programs on the inputs of one seed, and their runs in the arithmetic of residues or of numbers."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Hashable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.compared import agrees, compared, is_beyond_noise
from stablehlo_tools.comparison.equivalence.paths.inputs import drawn
from stablehlo_tools.comparison.equivalence.residues import rules  # noqa: F401 - registers the rules
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.domain import FieldDomain
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
from stablehlo_tools.comparison.equivalence.residues.imposed import ImposedOutcomes
from stablehlo_tools.comparison.equivalence.residues.primes import Law
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, is_float, set_aside
from stablehlo_tools.comparison.equivalence.residues.uses import IntegerUse
from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions
from stablehlo_tools.comparison.equivalence.shards import shard, shardings_of
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.observers.observation import Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import TupleType, Type
from stablehlo_tools.text.source_frames import module_of

# The number of chains and of primes in each; in a chain, fewer primes stay valid than without laws.
_CHAINS: Final[dict[Law | None, tuple[int, int]]] = {"exp": (3, 4), "angle": (4, 3)}
_MORE_FOR_ROOTS: Final = 2  # one in 2^n numbers has a root in all of n fields
_STOPPED: Final = ("timeout", "max_steps", "infeed_empty", "deadlock")


def is_stopped(error: RunError) -> bool:
    """Whether a run stopped at a limit or at something unsupported, rather than failed."""
    return all(diagnostic.unsupported or diagnostic.code in _STOPPED for diagnostic in error.diagnostics)


class Attempt(NamedTuple):
    """The law that functions have, and the program whose constants are exact, if any.

    Roots have the law of products or, with `roots`, those of squares. Operands of layers are `renewed`.
    """

    law: Law | None
    exact: int | None
    roots: bool = False
    renews: bool = True

    def as_asked(self, asked: AbstractSet[str]) -> Attempt:
        """The attempt without what no function would use."""
        law, roots = self.law if self.law in asked else None, self.roots and "root" in asked
        return Attempt(law, self.exact, roots, self.renews or "renewal" not in asked)


PLAIN: Final = Attempt(None, None)


class Run(NamedTuple):
    """A run of a function: its arithmetic, its results on each partition, and its decisions.

    The results are set aside: each is restored when it is called.
    """

    function: Function
    arithmetic: Arithmetic
    results: Sequence[Sequence[Callable[[], Any]]]
    decided: Array


@dataclass(frozen=True)
class Arithmetics:
    """The arithmetics in which programs were compiled: those of attempts, and those for numbers alone.

    Those for numbers have constants as they are (None), or moved by one of several nudges.
    """

    of_attempts: dict[Attempt, Arithmetic] = field(default_factory=dict)
    of_numbers: dict[int | None, Arithmetic] = field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """Two programs, judged on the inputs of one seed, which may be constants to both.

    The `grid` has the numbers of processes that execute each program: partitions of each of the `replicas`.

    `runs` caches runs on random inputs for other pairs with one of these programs; `arithmetics` keeps the
    compiled programs, and `drawn` the random inputs, which a search takes many times.
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
    arithmetics: Arithmetics = field(default_factory=Arithmetics)
    drawn: dict[Hashable, list[Array]] = field(default_factory=dict)
    are_constants: bool = False
    within: float | None = None
    imposed: Mapping[Attempt, ImposedOutcomes] | None = None
    replicas: int = 1

    def at(self, inputs: Sequence[Any]) -> Pair:
        """The same programs on these inputs."""
        return replace(self, options=replace(self.options, inputs=inputs))

    def arithmetic(self, attempt: Attempt = PLAIN) -> Arithmetic:
        """The arithmetic that both programs share in an attempt, which has computed nothing yet."""
        kept = self.arithmetics.of_attempts
        if attempt not in kept:
            chains = _CHAINS.get(attempt.law, (self.options.primes + _MORE_FOR_ROOTS * attempt.roots, 1))
            fields = Fields(*chains, attempt.law or "exp", with_roots=attempt.roots)
            shared = kept[attempt] = Arithmetic(fields, rounds=self.options.level == "bits")
            shared.renews = attempt.renews
            if attempt.exact is not None:
                shared.constants = RoundedConstants(self.options.tolerance_constants)
        arithmetic = kept[attempt].afresh()
        arithmetic.decisions.imposed = None if self.imposed is None else self.imposed[attempt]
        return arithmetic

    def numeric(self, nudge: int | None = None) -> Arithmetic:
        """The arithmetic for numbers that prove nothing, which has computed nothing yet."""
        kept = self.arithmetics.of_numbers
        if nudge not in kept:
            shared = kept[nudge] = Arithmetic(Fields(2, 1), rounds=False)
            if nudge is not None:
                shared.nudge, shared.constants = nudge, RoundedConstants(self.options.tolerance_constants)
        return kept[nudge].afresh()

    def kept_run(
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
        results = all_set_aside(outputs)
        run = cache[key] = Run(function, arithmetic, results, arithmetic.decisions.taken())
        return run

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
            if is_stopped(error):
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
        results = self.both(arithmetic, self.values(arithmetic))
        return math.isinf(arithmetic.decisions.margin) and all(map(agrees, *results))

    def are_finite_alike(self) -> bool:
        """Whether the same numbers of both results are finite; each program is run once, as for a verdict."""
        inputs = functools.cache(functools.partial(self.values, self.arithmetic()))
        results = [[result() for result in self.kept_run(side, inputs).results[0]] for side in (0, 1)]
        return all(
            np.array_equal(*(np.isfinite(each.numbers) for each in pair))
            for pair in zip(*results, strict=True)
            if isinstance(pair[0], FieldTensor)
        )

    def both(self, arithmetic: Arithmetic, values: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """The results of each program on the first partition."""
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


def _positive(x: Array, bound: float) -> Array:
    """Absolute values, of both parts of complex numbers, scaled below a bound if it is finite."""
    if x.dtype.kind == "c":
        return np.asarray(_positive(x.real, bound) + 1j * _positive(x.imag, bound), x.dtype)
    sizes = np.abs(x)
    return (sizes / (1 + sizes / bound)).astype(x.dtype)


def all_set_aside(results: list[list[Any]]) -> Sequence[Sequence[Callable[[], Any]]]:
    """The results of each partition, set aside in place to release memory one by one."""
    for values in results:
        for index, value in enumerate(values):
            values[index] = set_aside(value)
    return results
