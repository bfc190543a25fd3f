"""Executes a program with other choices that the specification leaves open and finds results that change.

A first run finds the operations whose own results another choice changes, on the values that they receive.
For each of these, a run in which only it makes this choice shows whether results of the program depend on it.
If many operations make the same choice, such as all sums of a model, the first ones are tried alone and all
others together.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.diagnostics.units import plural, verb
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.ir.arrays import Array, element_type_of, is_inexact
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import byte_size, element_kind
from stablehlo_tools.ops.model.choices import OVERFLOW
from stablehlo_tools.verdict.difference import measure
from stablehlo_tools.verdict.sanitizer.trials import (
    Alternative,
    Change,
    Dependence,
    OtherChoices,
    TrialDomain,
    have_same_numbers,
)
from stablehlo_tools.verdict.sanitizer.wording import diagnostics_of

# How many operations are tried alone for each choice: in small programs, and in those whose values have more
# bytes than `_SMALL`. Others are tried together.
_MOST_ALONE: Final = (16, 4)
_SMALL: Final = 1 << 24
# A run that takes this many times as long as the first one, and as many seconds, does not end: its loops
# depend on a choice.
_PATIENCE: Final = 30.0


@dataclass(frozen=True, repr=False)
class SanitizerReport:
    """The choices that a program was found to depend on, on some inputs.

    `choices` counts those that were tried, `operations` where they were tried, and `open` the operations
    whose own results changed.
    """

    findings: Sequence[Dependence]
    choices: int
    operations: int
    open: int
    runs: int

    def __bool__(self) -> bool:
        return not self.findings

    def __repr__(self) -> str:
        return f"<SanitizerReport: {self.summary}>"

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The findings, in the order of the program."""
        return diagnostics_of(self.findings)

    @property
    def summary(self) -> str:
        """`12 choices tried at 31 operations, none changes a result`."""
        if not self.choices:
            return "no operation of this program makes any of the selected choices"
        tried = f"{plural(self.choices, 'choice')} tried at {plural(self.operations, 'operation')}"
        if not self.findings:
            return f"{tried}, none changes a result"
        ways = {(finding.alternative.choice.code, finding.alternative.words) for finding in self.findings}
        at = {operation for finding in self.findings for operation in finding.together}
        change = verb(len(ways), "changes", "change")
        return f"{tried}, {len(ways):,} {change} a result, at {plural(len(at), 'operation')}"

    def __str__(self) -> str:
        return "\n".join([*map(str, self.diagnostics), self.summary])


def sanitize(
    module: Module,
    inputs: Sequence[Inputs],
    entry: str = "main",
    options: RunOptions = DEFAULT,
    codes: Sequence[str] | None = None,
) -> SanitizerReport:
    """Execute a verified program on the inputs of each process, and again with other choices.

    Only choices with these `codes` are tried, all by default. Raises `RunError`.
    """
    function = require_function(module, entry)
    values = [convert_inputs(function, input) for input in inputs]

    def run(domain: Domain, options: RunOptions) -> list[list[Array]]:
        return compile(module, entry, options, domain=domain).run_parallel(values)

    trial_domain = TrialDomain(codes)
    begin = time.perf_counter()
    expected = run(trial_domain, options)
    seconds = time.perf_counter() - begin
    limit = min(_PATIENCE + _PATIENCE * seconds, options.timeout or np.inf)
    limited = replace(options, timeout=limit)
    trials = [trial for alternatives in trial_domain.trials.values() for trial in alternatives]
    open_trials = [trial for trial in trials if trial.is_open]
    findings, runs = [], 1
    size = sum(byte_size(value.type) for operation in module.walk() for value in operation.results)
    for group in _groups(open_trials, _MOST_ALONE[size > _SMALL]):
        runs += 1
        try:
            results = run(OtherChoices(group), limited)
        except RunError as error:
            findings.append(Dependence(group[0], (), error.diagnostic, [trial.operation for trial in group]))
            continue
        changes = list(_changes(expected, results))
        if changes:
            findings.append(Dependence(group[0], changes, None, [trial.operation for trial in group]))
    order = {operation: number for number, operation in enumerate(module.walk())}
    findings.sort(key=lambda finding: order[finding.alternative.operation])
    tried = {(trial.choice.code, trial.words) for trial in trials}
    at = {trial.operation for trial in trials}
    return SanitizerReport(
        findings, len(tried), len(at), len({trial.operation for trial in open_trials}), runs
    )


def _groups(trials: Sequence[Alternative], alone: int) -> Iterator[Sequence[Alternative]]:
    """The trials of each run."""
    by_change: defaultdict[tuple[str, str, bool], list[Alternative]] = defaultdict(list)
    for trial in trials:
        by_change[trial.choice.code, trial.words, _wraps(trial)].append(trial)
    for (*_, wraps), group in by_change.items():
        count = 0 if wraps else alone
        for trial in group[:count]:
            yield [trial]
        if group[count:]:
            yield group[count:]


def _wraps(trial: Alternative) -> bool:
    """Whether unsigned integers overflow, as in hashes and random generators: one finding is enough."""
    is_unsigned = element_kind(trial.operation.results[0].type) == "unsigned"
    return is_unsigned and trial.choice.code is OVERFLOW


def _changes(expected: Sequence[Sequence[Any]], changed: Sequence[Sequence[Any]]) -> Iterator[Change]:
    """The results that change."""
    for process, (before, after) in enumerate(zip(expected, changed, strict=True)):
        for index, pair in enumerate(zip(before, after, strict=True)):
            yield from _changes_of(f"out{index}", process if len(expected) > 1 else None, *pair)


def _changes_of(name: str, process: int | None, before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, tuple):
        for index, pair in enumerate(zip(before, after, strict=True)):
            yield from _changes_of(f"{name}_{index}", process, *pair)
        return
    if before is None or have_same_numbers(before, after):
        return
    if before.shape != after.shape:
        shapes = f"of shape {list(before.shape)}", f"of shape {list(after.shape)}"
        yield Change(name, process, before.size, before.size, (), *shapes, np.inf, np.inf)
        return
    difference = measure(after, before)
    otherwise, here = (_text(before, value) for value in difference.values)
    differing = difference.differing or difference.zero_signs
    errors = difference.max_abs, difference.max_ulp, is_inexact(before.dtype)
    yield Change(name, process, before.size, differing, difference.worst, here, otherwise, *errors)


def _text(array: Array, value: Any) -> str:
    if element_type_of(array.dtype).kind == "boolean":
        return str(bool(value)).lower()
    if isinstance(value, complex):
        return f"({value.real:.9g}, {value.imag:.9g})"
    return f"{value:.9g}" if isinstance(value, float) else str(value)
