"""Trials: an operation that makes one of its choices otherwise, in a domain of the interpreter.

In the first run, `Recording` executes each operation as it is, and in all other ways: what gives the same is
tried, and changes nothing. In later ones, `OtherChoices` has some operations make another choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.kernels import named_arguments, site_of
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.choices import Choice, Variant, choices_of
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.verdict.difference import same_bits


@dataclass(eq=False)
class Alternative:
    """Another way in which an operation may make a choice.

    It `is_open` if results of the operation were others so in some execution.
    """

    operation: Operation
    choice: Choice
    words: str
    other: Variant
    is_open: bool = field(default=False)


@dataclass(frozen=True)
class Change:
    """A result that is another one: how many of its elements are, and the one that differs most.

    `process` is the number of the process, None of a single one.
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

    `changes` are those results; if there are none, the run fails for the reason `failure`. `together` are the
    operations that make the choice so at once; of one that was executed alone, only itself.
    """

    alternative: Alternative
    changes: Sequence[Change]
    failure: Diagnostic | None = None
    together: Sequence[Operation] = ()


class Recording:
    """A domain whose values are those of any run, and which finds the trials that change some of them."""

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
            results = kernel(*operands, **named)
            for trial, other in alternatives:
                if not trial.is_open:
                    trial.is_open = not _are_same(results, other(*operands, **named))
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


class OtherChoices:
    """A domain in which some operations make another choice."""

    reuses = False
    shares_kernels = False

    def __init__(self, trials: Sequence[Alternative]) -> None:
        self._trials: Mapping[Operation, Alternative] = {trial.operation: trial for trial in trials}

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation, or another one."""
        trial = self._trials.get(operation)
        return kernel if trial is None else _kernel_of(trial, op, kernel)


def _kernel_of(trial: Alternative, op: Op, kernel: Kernel) -> Kernel:
    """The kernel that a trial makes of the one in frames, for values as they are there."""
    site = site_of(op, trial.operation, named_arguments(op, trial.operation))
    other = trial.other(kernel, site)

    def computing(*operands: Any, **named: Argument) -> Any:
        with np.errstate(all="ignore"):
            try:
                results = other(*map(as_array, operands), **named)
            except Unsupported:  # an element type for which there is no other way
                results = kernel(*operands, **named)
        return tuple(map(stored, results)) if op.has_multiple_results else stored(results)

    return computing


def _are_same(value: Any, other: Any) -> bool:
    """Whether values have the same bits, those of NaNs apart."""
    if isinstance(value, tuple | list):
        return all(map(_are_same, value, other))
    return value is None or have_same_numbers(np.asarray(value), np.asarray(other))


def have_same_numbers(array: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Whether arrays have the same bits, those of NaNs apart."""
    if same_bits(array, other):
        return True
    if array.shape != other.shape or array.dtype != other.dtype or array.dtype.kind in "biu":
        return False
    with np.errstate(all="ignore"):
        are_nan = np.isnan(array) & np.isnan(other)
    return bool(are_nan.any()) and same_bits(np.where(are_nan, 0, array), np.where(are_nan, 0, other))
