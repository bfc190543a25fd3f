"""Origins of errors: the operations whose rounding causes the errors of results.

The share of some operations in the error of a result is the part of its variance that remains if only they
round: runs of the shadow switch noise on for them and off for all others. Shares of different operations add
up, to first order. The group with the largest share is divided until the worst operations are found, so that
programs of thousands of operations need few runs.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observers.observation import StepInstrument, first_scope
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Module, Operation
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ops.paths import static_path
from stablehlo_tools.text.name_scopes import NameScopes
from stablehlo_tools.text.source_frames import Places
from stablehlo_tools.verdict.engine_profiles import RoundingProfile, profile_named
from stablehlo_tools.verdict.envelope.implementations.roundings import MagnifiedRoundings, ProfileRoundings
from stablehlo_tools.verdict.envelope.loops import EndingDomain, UsualIterations
from stablehlo_tools.verdict.envelope.origins.amplification import Amplification, amplifications
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, WITH_DOUBLE, ShadowDomain, float_of
from stablehlo_tools.verdict.noise.engine_roundings import Roundings
from stablehlo_tools.verdict.noise.random_rounding import RandomRounding

Unit = Literal["ops", "kinds", "lines", "scopes"]
WORST: Final = 5
_MOST_RUNS: Final = 1 << 10  # of a search; groups that are not divided by then are reported as such
_MOST_REPEATS: Final = 8
_LEAST_SAMPLES: Final = 4
_SETTLED: Final = 0.2  # the standard error relative to the mean
_ENOUGH: Final = 1 << 10  # elements of results that suffice to measure a group

Powers = npt.NDArray[np.float64]  # for each result, the mean sum of squared errors


@dataclass(frozen=True)
class Origin:
    """Operations that round together, and their part in the errors of results.

    `name` is `add %12`, `add in bf16`, a line of the user's program, or a name scope; `place` is where the
    first of them was written. `shares` has their share of each result's error; NaN for a result without
    error. A single operation has an `amplification`: the relative error of its result over that of its
    operands. A group that a search has not divided has several `units`.
    """

    name: str
    place: str
    operations: Sequence[Operation]
    shares: Sequence[float]
    amplification: Amplification | None = None
    units: int = 1

    @property
    def share(self) -> float:
        """The mean share, over the results that have errors."""
        return mean_of(np.array(self.shares))

    @property
    def values(self) -> Sequence[str]:
        """The paths of the first results of the operations, as in dumps: `main/while%7/body[0]/%5`."""
        return [f"{path_of(operation)}/{operation.results[0].name}" for operation in self.operations]

    @property
    def element_types(self) -> Sequence[str]:
        """The types that the operations round to, as text."""
        return list(dict.fromkeys(itertools.chain(*map(element_types, self.operations))))


def path_of(operation: Operation) -> str:
    """The path of the region of an operation in its first execution, `main/while%7/body[0]`."""
    region = operation.block.region if operation.block is not None else None
    return "" if region is None else str(first_scope(region))


def mean_of(shares: Powers) -> float:
    """The mean of the shares that are not NaN; 0 if there are none."""
    numbers = shares[~np.isnan(shares)]
    return float(numbers.mean()) if numbers.size else 0.0


# -- units --------------------------------------------------------------------------------------


def units_of(module: Module, operations: Sequence[Operation], unit: Unit) -> dict[str, list[Operation]]:
    """The operations by the unit that is switched together; those of one line are neighbors."""
    lines = _lines(module)
    names = {"ops": name_of, "kinds": _kind, "lines": lines, "scopes": _scopes(module)}
    require_one_of(names, unit, "unit")
    name = names[unit]
    groups: dict[object, tuple[str, list[Operation]]] = {}
    first: dict[str, int] = {}
    for operation in operations:
        first.setdefault(lines(operation), len(first))
    for operation in sorted(operations, key=lambda op: first[lines(op)]):
        label = name(operation)
        groups.setdefault(operation if unit == "ops" else label, (label, []))[1].append(operation)
    return {f"{label} ({n})" if n else label: group for (label, n), group in _numbered(groups.values())}


def _numbered(
    groups: Collection[tuple[str, list[Operation]]],
) -> Iterator[tuple[tuple[str, int], list[Operation]]]:
    """Groups with the number of earlier ones of the same name."""
    seen: dict[str, int] = {}
    for name, group in groups:
        yield (name, seen.get(name, 0)), group
        seen[name] = seen.get(name, 0) + 1


def name_of(operation: Operation) -> str:
    """`add %12`, with the path of its region if that is not the body of `main`."""
    block = operation.block
    path = static_path(block.region) if block is not None else ()
    around = f" in {'/'.join(path)}" if path not in ((), ("main",)) else ""
    name = operation.results[0].name or f"of {operation.operands[0].name}"
    return f"{operation.name.partition('.')[2]} {name}{around}"


def _kind(operation: Operation) -> str:
    """`add in bf16`: the op and the types that it rounds to."""
    return f"{operation.name.partition('.')[2]} in {', '.join(element_types(operation))}"


def element_types(operation: Operation) -> list[str]:
    """The float types of the results of an operation, as text."""
    types = (float_of(result.type) for result in operation.results)
    return list(dict.fromkeys(str(type) for type in types if type is not None))


def _lines(module: Module) -> Callable[[Operation], str]:
    places = Places(module)
    return lambda operation: places.locate(operation).line


def _scopes(module: Module) -> Callable[[Operation], str]:
    scopes = NameScopes(module)

    def name(operation: Operation) -> str:
        steps = scopes.place(operation.location).steps
        return "/".join(step.name for step in steps) or "(no scope)"

    return name


# -- switching noise ----------------------------------------------------------------------------


class SwitchedRounding(StepInstrument):
    """An instrument of the interpreter that rounds the results of `active` operations at random."""

    def __init__(self, seed: Sequence[int], roundings: Roundings) -> None:
        self._noise = RandomRounding(seed, roundings)
        self.active: Collection[Operation] = frozenset()
        self.operations: dict[Operation, None] = {}  # operations that round

    def begin(self) -> None:
        """Begin a run."""
        self._noise.begin()

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """A step that rounds at random while its operation is active."""
        noisy = self._noise.observe_step(step, operation, operands, results)
        if noisy is step:
            return step
        self.operations[operation] = None

        def switched(frame: Frame) -> None:
            (noisy if operation in self.active else step)(frame)

        return switched


class Measure:
    """Measures how rounding of some operations changes the results of a function, on some inputs."""

    def __init__(
        self,
        module: Module,
        function: Function,
        values: Sequence[Any],
        roundings: ProfileRoundings,
        seed: int,
        usual: UsualIterations,
        options: RunOptions = DEFAULT,
    ) -> None:
        self.switch = SwitchedRounding([seed, _MOST_RUNS], roundings)
        domain = EndingDomain(ShadowDomain(roundings.working), usual)
        self._program = compile(module, function.symbol, options, observer=self.switch, domain=domain)
        self._values = values
        self.references = self._program(values)
        self.runs = 1
        sizes = [reference.size for reference in self.references if reference.dtype.kind in "fc"]
        size = max(1, int(np.median(sizes))) if sizes else _ENOUGH
        self.repeats = min(max(1, -(-_ENOUGH // size)), _MOST_REPEATS)

    @property
    def operations(self) -> Sequence[Operation]:
        """The operations that round, in the order of the program."""
        return list(self.switch.operations)

    def powers(self, operations: Collection[Operation]) -> Powers:
        """For each result, the mean sum of squared errors if only these operations round."""
        self.switch.active = frozenset(operations)
        total = np.zeros(len(self.references))
        for _ in range(self.repeats):
            results = self._program(self._values)
            total += [error_power(*pair) for pair in zip(results, self.references, strict=True)]
        self.runs += self.repeats
        return np.asarray(total / self.repeats)

    def settled_powers(self, operations: Collection[Operation]) -> Powers:
        """The powers averaged over more runs if they vary: correlated errors are one sample, however many."""
        samples = [self.powers(operations) for _ in range(_LEAST_SAMPLES)]
        while len(samples) < _MOST_REPEATS and not _are_settled(samples):
            samples.append(self.powers(operations))
        return np.asarray(np.mean(samples, 0))


def _are_settled(powers: Sequence[Powers]) -> bool:
    """Whether the standard errors of the means of some samples are small."""
    errors = np.std(powers, 0, ddof=1) / math.sqrt(len(powers))
    return bool((errors <= _SETTLED * np.mean(powers, 0)).all())


def error_power(array: Array, reference: Array) -> float:
    """The sum of the squared errors of finite elements; 0 for integers or another shape."""
    if reference.dtype.kind not in "fc" or array.shape != reference.shape:
        return 0.0
    with np.errstate(all="ignore"):
        squares = np.abs(array - reference) ** 2
    return float(squares[np.isfinite(squares)].sum())


# -- search -------------------------------------------------------------------------------------


class UnitGroup(NamedTuple):
    """Units that are switched together, by name, with their share of each result's error."""

    names: Sequence[str]
    shares: Powers


class OriginSearch:
    """Finds the units with the largest shares: the worst group is divided until it is a single unit."""

    def __init__(self, module: Module, measure: Measure, operations: Sequence[Operation], unit: Unit) -> None:
        self._measure = measure
        self._places = Places(module)
        self.units = units_of(module, operations, unit)
        self._numbers = itertools.count()
        self._groups: list[tuple[float, int, UnitGroup]] = []
        self.totals = measure.powers(operations)
        names = list(self.units)
        if names:
            self._push(UnitGroup(names, np.where(self.totals > 0, 1.0, np.nan)))

    def worst(self) -> Iterator[UnitGroup]:
        """The units by decreasing share; after too many runs, groups that are not divided."""
        while self._groups:
            _, _, group = heapq.heappop(self._groups)
            if len(group.names) == 1 or self._measure.runs > _MOST_RUNS:
                yield group
                continue
            self._divide(group)

    def _divide(self, group: UnitGroup) -> None:
        """Divide a group, and its shares in proportion to what each half does by itself."""
        middle = len(group.names) // 2
        halves = [group.names[:middle], group.names[middle:]]
        powers = [self._powers(names) for names in halves]
        total = np.add(*powers)
        for names, part in zip(halves, powers, strict=True):
            shares = np.divide(part, total, out=np.full_like(total, 0.5), where=total > 0)
            self._push(UnitGroup(names, group.shares * shares))

    def operations(self, group: UnitGroup) -> list[Operation]:
        """The operations of the units of a group."""
        return [op for name in group.names for op in self.units[name]]

    def origin(self, group: UnitGroup) -> Origin:
        """The origin that describes a group."""
        operations = self.operations(group)
        first, *rest = group.names
        name = f"{first} and {plural(len(rest), 'other')}" if rest else first
        return Origin(
            name,
            self._places.locate(operations[0]).position,
            operations,
            group.shares.tolist(),
            units=len(group.names),
        )

    def _push(self, group: UnitGroup) -> None:
        heapq.heappush(self._groups, (-mean_of(group.shares), next(self._numbers), group))

    def _powers(self, names: Sequence[str]) -> Powers:
        return self._measure.powers([op for name in names for op in self.units[name]])


def origins(
    module: Module,
    inputs: Inputs,
    entry: str = "main",
    profile: str | RoundingProfile = "any",
    seed: int = 0,
    unit: Unit = "ops",
    count: int = WORST,
) -> list[Origin]:
    """The units of a verified program with the largest shares of errors, the worst first.

    Raises `RunError` if the program is not covered.
    """
    function = require_function(module, entry)
    converted = convert_inputs(function, inputs)
    usual = UsualIterations.of_program(module, entry, converted)
    values = list(map(IN_DOUBLE.widened, converted))
    chosen = profile_named(profile) if isinstance(profile, str) else profile
    roundings = MagnifiedRoundings(chosen, WITH_DOUBLE, to_nearest=True)
    measure = Measure(module, function, values, roundings, seed, usual)
    search = OriginSearch(module, measure, measure.operations, unit)
    groups = [group for group in itertools.islice(search.worst(), count) if mean_of(group.shares) > 0]
    by_name = search.units
    single = [by_name[group.names[0]][0] for group in groups] if unit == "ops" else []
    amplified = amplifications(module, function, values, single, usual)
    ranked = [search.origin(group) for group in groups]
    ranked = [replace(origin, amplification=amplified.get(origin.operations[0])) for origin in ranked]
    return sorted(ranked, key=lambda origin: -origin.share)
