"""Trials of operations with another choice, as domains of the interpreter.

In the first run, `TrialDomain` executes each operation as it is and with every other choice: a choice that
does not change the results of the operation needs no run of its own. In later runs, some operations make
another choice by `OtherChoices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.plans.kernels import named_arguments, site_of
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import is_inexact
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.choices import Choice, Variant, choices_of
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.verdict.difference import same_bits


@dataclass(eq=False)
class Alternative:
    """Another way in which an operation may make a choice.

    It `is_open` if it changed results of the operation in some execution.
    """

    operation: Operation
    choice: Choice
    words: str
    other: Variant
    is_open: bool = field(default=False)


@dataclass(frozen=True)
class Change:
    """A result that changes: how many of its elements differ, and the one that differs most.

    `process` is the number of the process; None if there is only one.
    """

    name: str
    process: int | None
    size: int
    differing: int
    place: tuple[int, ...]
    here: str
    otherwise: str
    max_abs: float
    max_ulp: float
    is_of_floats: bool = False


@dataclass(frozen=True)
class Dependence:
    """A choice of an operation that results of a program depend on, made in another way.

    `changes` are those results; if there are none, the run fails with `failure`. `together` are the
    operations that make the choice in the same run.
    """

    alternative: Alternative
    changes: Sequence[Change]
    failure: Diagnostic | None = None
    together: Sequence[Operation] = ()


class TrialDomain:
    """A domain with the values of an ordinary run, which finds the trials that change results."""

    reuses = False
    shares_kernels = False

    def __init__(self, codes: Sequence[str] | None) -> None:
        self._codes = codes
        self.trials: dict[Operation, list[Alternative]] = {}

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel, which also executes the trials of the operation."""
        if operation not in self.trials:
            self.trials[operation] = list(self._trials_of(op, operation))
        trials = self.trials[operation]
        if not trials:
            return kernel
        alternatives = [(trial, _kernel_of(trial, op, kernel)) for trial in trials]

        def recording(*operands: Any, **named: Argument) -> Any:
            generator = _RewindableGenerator(named.get("process"))
            results = kernel(*operands, **named)
            after = generator.state
            for trial, other in alternatives:
                if not trial.is_open:
                    generator.rewind(generator.before)
                    trial.is_open = not _are_same(results, other(*operands, **named))
            generator.rewind(after)
            return results

        return recording

    def _trials_of(self, op: Op, operation: Operation) -> Iterator[Alternative]:
        choices = [x for x in choices_of(op) if self._codes is None or x.code in self._codes]
        if not choices:
            return
        site = site_of(op, operation, named_arguments(op, operation))
        for choice in choices:
            if choice.when(site):
                for words, other in choice.variants.items():
                    yield Alternative(operation, choice, words, other)


class _RewindableGenerator:
    """The random generator of a process, if there is one: each trial draws the numbers that the run draws."""

    def __init__(self, process: Any) -> None:
        self._source = None if process is None else process.random.bit_generator
        self.before = self.state

    @property
    def state(self) -> Any:
        """The state of the generator."""
        return None if self._source is None else self._source.state

    def rewind(self, state: Any) -> None:
        """Draw from `state` on."""
        if self._source is not None:
            self._source.state = state


class OtherChoices:
    """A domain in which some operations make another choice."""

    reuses = False
    shares_kernels = False

    def __init__(self, trials: Sequence[Alternative]) -> None:
        self._trials: Mapping[Operation, Alternative] = {trial.operation: trial for trial in trials}

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation, or that of its trial."""
        trial = self._trials.get(operation)
        return kernel if trial is None else _kernel_of(trial, op, kernel)


def _kernel_of(trial: Alternative, op: Op, kernel: Kernel) -> Kernel:
    """The kernel that a trial makes from `kernel`, for values as frames hold them."""
    other = trial.other(kernel, site_of(op, trial.operation, named_arguments(op, trial.operation)))

    def computing(*operands: Any, **named: Argument) -> Any:
        with np.errstate(all="ignore"):
            try:
                results = other(*map(as_array, operands), **named)
            except Unsupported:  # no alternative for this element type
                results = kernel(*operands, **named)
        return tuple(map(stored, results)) if op.has_multiple_results else stored(results)

    return computing


def _are_same(value: Any, other: Any) -> bool:
    """Whether values have the same bits, apart from those of NaN."""
    if isinstance(value, tuple | list):
        return all(map(_are_same, value, other))
    return value is None or have_same_numbers(np.asarray(value), np.asarray(other))


def have_same_numbers(array: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Whether arrays have the same bits, apart from those of NaN."""
    if same_bits(array, other):
        return True
    if array.shape != other.shape or array.dtype != other.dtype or not is_inexact(array.dtype):
        return False
    with np.errstate(all="ignore"):
        are_nan = np.isnan(array) & np.isnan(other)
    return bool(are_nan.any()) and same_bits(np.where(are_nan, 0, array), np.where(are_nan, 0, other))
