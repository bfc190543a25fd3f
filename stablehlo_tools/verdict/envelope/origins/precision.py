"""Selects operations to keep in f32, so that a program in narrower floats meets an error budget.

An operation that is kept computes in f32 and does not round its results, which their users read in f32. The
error of a result is the norm of its difference from the reference, which is computed in a wider type,
relative to the norm of the reference. Operations are kept in the order of their shares of it (see `origins`);
the program with these converts is then estimated and run.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.errors import require_tensors, unsupported
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import ELEMENT_TYPES, F32, TensorType, element_type_named
from stablehlo_tools.ops.stablehlo.control import CONTROL, LOOP
from stablehlo_tools.rewrite.element_types import TypeChange, with_element_types
from stablehlo_tools.rewrite.value_flow import ValueFlow
from stablehlo_tools.verdict.engine_profiles import profiles
from stablehlo_tools.verdict.envelope.implementations.roundings import ProfileRoundings
from stablehlo_tools.verdict.envelope.loops import EndingDomain, EndlessError, UsualIterations, stopping
from stablehlo_tools.verdict.envelope.origins.operations import Measure, Origin, OriginSearch, Unit, UnitGroup
from stablehlo_tools.verdict.envelope.origins.relative_errors import estimated_error, relative_errors
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, ShadowDomain, float_of
from stablehlo_tools.verdict.noise.random_rounding import rounds

_NARROW: Final = frozenset(
    name for name, type in ELEMENT_TYPES.items() if type.kind == "float" and type.bits < F32.bits
)
WIDENING: Final = TypeChange(_NARROW, F32)
_MOST_TRIED: Final = 16  # kept units up to which leaving out each one is tried
_GROWTH: Final = 1.5
_NOTABLE: Final = 0.1  # share of the remaining error that is reported


Execute = Callable[[Module], Sequence[Array]]


@dataclass(frozen=True)
class Errors:
    """The largest relative error of the results of a program: estimated, in numpy, and on an engine, if any.

    A program with a loop that never `ends` has no results: its error in numpy is infinite, and no engine
    executes it.
    """

    estimated: float
    numpy: float
    engine: float | None = None
    ends: bool = True

    @property
    def greatest(self) -> float:
        """The largest of these errors."""
        return max(self.estimated, self.numpy, self.engine or 0.0)


@dataclass(frozen=True, repr=False)
class Precision:
    """The operations to keep in f32 for a budget, and the `program` that keeps them.

    `before` are the errors of the program in its narrow types, and `after` those of `program`: the budget is
    met if all of the latter are within it. `kept` are the units that are kept, by their shares of the error
    before; `units` is the number of those that round to narrow types. If the budget cannot be met, all of
    them are kept, `left` are the operations of `program` whose rounding causes the remaining error, and
    `narrow_results` the narrow types of results among them.
    """

    budget: float
    program: Module
    kept: Sequence[Origin]
    units: int
    before: Errors
    after: Errors
    left: Sequence[Origin] = ()
    narrow_results: Sequence[str] = ()

    def __repr__(self) -> str:
        errors = f"error {self.before.greatest:.2g} before, {self.after.greatest:.2g} after"
        met = "within" if self.is_met else "beyond"
        return f"<Precision: {len(self.kept)} of {self.units} kept in f32; {errors}, {met} {self.budget:g}>"

    @property
    def is_met(self) -> bool:
        """Whether all errors of the new program are within the budget."""
        return self.after.greatest <= self.budget


@dataclass(frozen=True)
class PrecisionOptions:
    """The options of a search: the unit that is kept together, and changes to the program beforehand.

    A program in f32 is cast `to` another type; with `wide_results`, results are returned in f32. Roundings
    are those of a `profile`. Each run has `limits`, since a loop that ends in f32 need not end in a narrow
    type.
    """

    unit: Unit = "ops"
    to: str | None = None
    wide_results: bool = False
    profile: str = "any"
    seed: int = 0
    limits: RunOptions = DEFAULT


_DEFAULT: Final = PrecisionOptions()
TYPES: Final = ("bf16", "f16")  # types that a program in f32 may be cast to


# -- programs -----------------------------------------------------------------------------------


def keeping(module: Module, operations: Collection[Operation], returned: Collection[Value] = ()) -> Module:
    """The program with these operations, and these operands of its terminator, kept in f32."""
    return with_element_types(module, _kept_values(module, operations), WIDENING, returned)


def _kept_values(module: Module, operations: Collection[Operation]) -> set[Value]:
    """The values in f32: results of the operations, and values computed from them without rounding."""
    flow = ValueFlow(module)
    users: defaultdict[Value, list[tuple[Operation, int]]] = defaultdict(list)
    for operation in module.walk():
        for index, value in enumerate(operation.operands):
            users[value].append((operation, index))
    values: set[Value] = set()
    pending = [result for operation in operations for result in operation.results]
    while pending:
        value = pending.pop()
        if value in values or not WIDENING.takes(value.type):
            continue
        values.add(value)
        for user, index in users[value]:
            receivers = flow.receivers(user)
            pending += _exact_results(user) if receivers is None else receivers[index]
    return values


def _exact_results(operation: Operation) -> Iterator[Value]:
    """The results that an operation does not round."""
    if WIDENING.may_compute(operation):
        pairs = zip(operation.results, rounds(operation), strict=True)
        yield from (value for value, is_rounded in pairs if not is_rounded)


def cast(module: Module, to: str) -> Module:
    """The program in another float type instead of f32; the types of inputs and results do not change."""
    change = TypeChange(frozenset({F32.name}), element_type_named(to))
    flow = ValueFlow(module)
    values = [value for operation in module.walk() for value in _cast_values(operation, flow, change)]
    return with_element_types(module, [value for value in values if change.takes(value.type)], change)


def _cast_values(operation: Operation, flow: ValueFlow, change: TypeChange) -> Iterator[Value]:
    is_called = isinstance(operation, Function) and flow.calls[operation.symbol]
    if is_called or operation.name == LOOP:
        for region in operation.regions:
            yield from region.blocks[0].arguments
    is_of_control = operation.name in CONTROL or callee_of(operation) in flow.functions
    if is_of_control or change.may_compute(operation):
        yield from operation.results


# -- errors -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Trial:
    """Estimates the errors of programs that differ in what they keep, and runs them.

    Their loops count as endless after 64 iterations, or twice those of the `exact` program if that is more.
    """

    exact: Module
    inputs: Sequence[Any]
    entry: str
    options: PrecisionOptions

    @functools.cached_property
    def references(self) -> Sequence[Array]:
        """The results of the exact program, in a wider type."""
        domain = EndingDomain(ShadowDomain(), self._usual)
        return compile(self.exact, self.entry, domain=domain)(list(map(IN_DOUBLE.widened, self.inputs)))

    @functools.cached_property
    def _usual(self) -> UsualIterations:
        return UsualIterations.of_program(self.exact, self.entry, self.inputs, self.options.limits)

    def measure(self, module: Module) -> Measure:
        """The measure of how rounding of a program's operations changes its results."""
        function = require_function(module, self.entry)
        values = [IN_DOUBLE.widened(input) for input in self.inputs]
        roundings = ProfileRoundings(profiles()[self.options.profile], IN_DOUBLE, to_nearest=True)
        usual = self._usual.of_copy(self.exact, module)
        return Measure(module, function, values, roundings, self.options.seed, usual, self.options.limits)

    def errors(self, module: Module) -> Errors:
        """The errors of a program, as estimated and in numpy."""
        measure = self.measure(module)
        powers = measure.settled_powers(measure.operations)
        triples = zip(powers, measure.references, self.references, strict=True)
        estimated = [estimated_error(*triple) for triple in triples]
        stop = stopping(self._usual.of_copy(self.exact, module))
        try:
            results = compile(module, self.entry, self.options.limits, rounds=stop)(self.inputs)
        except EndlessError:
            return Errors(max(estimated, default=0.0), math.inf, ends=False)
        return Errors(max(estimated, default=0.0), self.greatest(results))

    def worst(self, module: Module) -> list[Origin]:
        """The operations of a program whose rounding causes at least a tenth of its error each."""
        measure = self.measure(module)
        search = OriginSearch(module, measure, measure.operations, "ops")
        ranked = map(search.origin, itertools.islice(search.worst(), int(1 / _NOTABLE)))
        return [origin for origin in ranked if origin.share >= _NOTABLE]

    def greatest(self, arrays: Sequence[Array]) -> float:
        """The largest relative error of these results."""
        return max(relative_errors(arrays, self.references), default=0.0)


# -- search -------------------------------------------------------------------------------------


class _Choice:
    """Selects the units to keep."""

    def __init__(
        self,
        module: Module,
        trial: Trial,
        budget: float,
        unit: Unit,
        engine: Execute | None,
        returned: Collection[Value],
    ) -> None:
        self.module = module
        self.trial = trial
        self.budget = budget
        self.engine = engine
        self.returned = returned
        measure = trial.measure(module)
        rounding = [operation for operation in measure.operations if _is_narrow(operation)]
        self.search = OriginSearch(module, measure, rounding, unit)
        self._worst = self.search.worst()
        self.order: list[UnitGroup] = []
        self._errors: dict[frozenset[str], Errors] = {}

    @property
    def units(self) -> int:
        """The number of units that may be kept."""
        return len(self.search.units)

    def program(self, groups: Sequence[UnitGroup]) -> Module:
        """The program that keeps these groups."""
        operations = [operation for group in groups for operation in self.search.operations(group)]
        return keeping(self.module, operations, self.returned)

    def errors(self, groups: Sequence[UnitGroup]) -> Errors:
        """The errors if these groups are kept; on the engine only within the budget, or for none or all."""
        names = frozenset(name for group in groups for name in group.names)
        if names not in self._errors:
            program = self.program(groups)
            result = self.trial.errors(program)
            is_shown = len(names) in (0, self.units)
            is_run = result.ends and (is_shown or result.greatest <= self.budget)
            if self.engine is not None and is_run:
                result = replace(result, engine=self.trial.greatest(self.engine(program)))
            self._errors[names] = result
        return self._errors[names]

    def meets(self, groups: Sequence[UnitGroup]) -> bool:
        """Whether the program that keeps these groups is within the budget."""
        return self.errors(groups).greatest <= self.budget

    def first(self, count: int) -> list[UnitGroup]:
        """The `count` worst groups, the worst first; fewer if there are not as many."""
        while len(self.order) < count:
            group = next(self._worst, None)
            if group is None:
                break
            self.order.append(group)
        return self.order[:count]

    def smallest(self, before: Errors) -> list[UnitGroup]:
        """The fewest of the worst groups that meet the budget, without unneeded ones; all if they do not."""
        everything = UnitGroup(list(self.search.units), np.ones(len(self.search.totals)))
        if not self.meets([everything]):
            return [everything]
        low, high = 0, self._promising(before)
        while not self.meets(self.first(high)):
            if len(self.order) < high:
                return [everything]
            low, high = high, max(high + 1, int(high * _GROWTH))
        high = min(high, len(self.order))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.meets(self.first(middle)) else (middle, high)
        return self._needed(self.first(high))

    def _promising(self, before: Errors) -> int:
        """The number of groups that must be kept if their shares add up."""
        left = np.ones(len(self.search.totals))
        allowed = (self.budget / before.estimated) ** 2 if before.estimated else 1.0
        count = 0
        while left.max(initial=0.0) > allowed:
            if len(self.first(count + 1)) == count:
                break
            left = left - np.nan_to_num(self.order[count].shares, nan=1.0)
            count += 1
        return max(count, 1)

    def _needed(self, groups: Sequence[UnitGroup]) -> list[UnitGroup]:
        needed = list(groups)
        if len(needed) <= _MOST_TRIED:
            for group in groups[::-1]:
                remaining = [other for other in needed if other is not group]
                if remaining and self.meets(remaining):
                    needed = remaining
        return needed


def _is_narrow(operation: Operation) -> bool:
    """Whether an operation rounds to a narrow type and may be kept in f32 instead."""
    is_rounded = any(WIDENING.takes(result.type) for result in operation.results)
    return is_rounded and WIDENING.may_compute(operation)


def precision(
    module: Module,
    inputs: Inputs,
    budget: float,
    entry: str = "main",
    options: PrecisionOptions = _DEFAULT,
    engine: Execute | None = None,
) -> Precision:
    """Select operations of a verified program to keep in f32. Raises `RunError` if it is not covered."""
    if options.to is not None:
        require_one_of(TYPES, options.to, "type")
    function = require_function(module, entry)
    require_tensors(function)
    values = convert_inputs(function, inputs)
    narrow = module if options.to is None else cast(module, options.to)
    results = [value for value in require_function(narrow, entry).returned if WIDENING.takes(value.type)]
    exact = module if options.to is not None else keeping(narrow, list(narrow.walk()), results)
    trial = Trial(exact, values, entry, options)
    choice = _Choice(narrow, trial, budget, options.unit, engine, results if options.wide_results else ())
    if not choice.units:
        raise RunError(unsupported(function, _nothing_is_narrow(module)))
    if not any(map(float_of, function.type.results)):
        raise RunError(unsupported(function, "no result has floats, so there is no error to measure"))
    before = choice.errors([])
    selected = [] if before.greatest <= budget else choice.smallest(before)
    program = choice.program(selected)
    after = choice.errors(selected)
    kept = list(map(choice.search.origin, selected))
    left = trial.worst(program) if after.greatest > budget else []
    returned = set(require_function(program, entry).returned)
    types = [
        value.type.element_type
        for origin in left
        for value in origin.operations[0].results
        if value in returned and isinstance(value.type, TensorType) and WIDENING.takes(value.type)
    ]
    names = list(dict.fromkeys(map(str, types)))
    return Precision(budget, program, kept, choice.units, before, after, left, names)


def _nothing_is_narrow(module: Module) -> str:
    values = (value.type for operation in module.walk() for value in operation.results)
    kinds = {type.element_type.kind for type in values if isinstance(type, TensorType)}
    narrow = "nothing in this program rounds to a type narrower than f32"
    if "complex" in kinds and "float" not in kinds:
        return f"{narrow}, and complex types have no narrower parts"
    if "float" not in kinds:
        return "nothing in this program is rounded: it has no floats"
    return f"{narrow}; cast it with `--to bf16`, or `to` in Python"
