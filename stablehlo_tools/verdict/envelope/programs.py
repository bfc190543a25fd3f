"""The programs behind an estimate: a program compiled for runs in wider types, which a module may keep."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.interpret.machine import Executable
from stablehlo_tools.interpret.observers.observation import Instrument
from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.ir.operations import Function, Module, Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.verdict.engine_profiles import RoundingProfile
from stablehlo_tools.verdict.envelope.decisions.edges import NO_EDGES, Edge
from stablehlo_tools.verdict.envelope.decisions.record import Decisions
from stablehlo_tools.verdict.envelope.decisions.watching import Watching
from stablehlo_tools.verdict.envelope.implementations.roundings import ProfileRoundings
from stablehlo_tools.verdict.envelope.implementations.sums_in_order import in_order
from stablehlo_tools.verdict.envelope.loops import Count, EndingDomain, UsualIterations
from stablehlo_tools.verdict.envelope.shadow import (
    IN_DOUBLE,
    IN_SINGLE,
    ShadowDomain,
    WorkingTypes,
    rounds_f64,
)
from stablehlo_tools.verdict.envelope.written_results import WrittenResults, updates_of_results
from stablehlo_tools.verdict.noise.random_rounding import RandomRounding

NoisyProgram = tuple[RandomRounding, WrittenResults, Executable]
_LARGE: Final = 1 << 24  # bytes of constants beside those of the program, in a wider type


class Programs:
    """The programs of estimates for a function of a module in one state, each compiled when first executed.

    `compiled` returns the program for an observer and a domain, `plain` without either. Roundings are those
    of the profile. With `edges`, a decision is the side of an edge on which the operands of a function are.
    Noise and decisions are those of one estimate at a time, which starts with `begin`.
    """

    def __init__(
        self,
        module: Module,
        function: Function,
        compiled: Callable[..., Executable],
        plain: Callable[[], Executable],
        profile: RoundingProfile,
        edges: Mapping[str, Edge] = NO_EDGES,
    ) -> None:
        self._module, self._function = module, function
        self._compiled, self._compiled_plain = compiled, plain
        self.profile, self.edges = profile, edges
        self.is_doubled = any(map(rounds_f64, module.walk()))
        self.is_narrower = any(map(_is_narrower, module.walk()))
        self.decisions = Decisions(ModuleIndex(module), edges)
        self._iterations = UsualIterations(_counting(compiled, ()))
        self._noisy: dict[tuple[WorkingTypes, int], NoisyProgram] = {}

    @classmethod
    def kept_by(
        cls, module: Module, plain: Callable[[], Executable], profile: RoundingProfile
    ) -> Programs | None:
        """Those that the module keeps, if it has not changed since; no other estimate gets them meanwhile."""
        kept: Programs | None = module.derived.pop(Programs, None)
        return kept if kept is not None and kept.profile == profile and kept.plain is plain() else None

    def keep(self) -> None:
        """Let the module keep these programs, without anything of an estimate, for another one."""
        self.begin(())
        for noise, written, _ in self._noisy.values():
            noise.restart(None)
            written.taken()
        self._module.derived[Programs] = self

    def begin(self, values: Sequence[Sequence[Any]]) -> None:
        """Begin an estimate for the values of each process."""
        self.decisions.clear()
        self._iterations.restart(_counting(self._compiled, values))

    @functools.cached_property
    def plain(self) -> Executable:
        """The program as the interpreter executes it."""
        return self._compiled_plain()

    @functools.cached_property
    def in_order(self) -> Executable | None:
        """The program with sums from the first term to the last; None where there are none of many terms."""
        domain = in_order(self._module, self.profile)
        return None if domain is None else self._compiled(domain=EndingDomain(domain, self._iterations))

    def noisy(self, working: WorkingTypes, lanes: int = 0) -> NoisyProgram:
        """The program for runs with random roundings, its noise, and what takes spreads of written results.

        With `lanes`, it is for that many runs at once.
        """
        if (working, lanes) in self._noisy:
            return self._noisy[working, lanes]
        noise = RandomRounding(0, ProfileRoundings(self.profile, working), lanes, is_led=working is IN_DOUBLE)
        written = WrittenResults(Watching(self.decisions, noise), self._updates if lanes else {}, lanes)
        program = self.compiled_in(ShadowDomain(working, has_lanes=lanes > 0), written)
        is_own = working is IN_SINGLE and not self.is_narrower  # constants are those of the program
        constants = program.memory.constants
        if is_own or constants <= _LARGE or constants - self.plain.memory.constants <= _LARGE:
            self._noisy[working, lanes] = noise, written, program
        return noise, written, program

    @functools.cached_property
    def _updates(self) -> Mapping[Operation, int]:
        return updates_of_results(self._module, self._function)

    @property
    def written_bytes(self) -> float:
        """The bytes of the results that loops only write."""
        types = [update.results[0].type for update in self._updates]
        return sum(type.bytes for type in types if isinstance(type, TensorType))

    def compiled_in(self, domain: Domain, observer: Instrument) -> Executable:
        """The program compiled for values of a domain, with loops that are made to end."""
        return self._compiled(observer=observer, domain=EndingDomain(domain, self._iterations))


def _counting(
    compiled: Callable[..., Executable], values: Sequence[Sequence[Any]]
) -> Callable[[Count], object]:
    """A function that executes the program on these values, to count the iterations of loops."""
    return lambda count: compiled(rounds=count).run_parallel(values)


def _is_narrower(operation: Operation) -> bool:
    """Whether an operation has types that runs in single precision widen."""
    return any(IN_SINGLE.retyped(type) != type for type in operation.types)
