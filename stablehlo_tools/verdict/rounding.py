"""Estimates the effect of rounding on the values of a program from runs with random rounding."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.ir.arrays import Array, is_inexact
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.verdict.difference import distances, errors_of, same_bits, spacing
from stablehlo_tools.verdict.judging import Judgement, Rule
from stablehlo_tools.verdict.tolerance import (
    DEFAULT,
    EXACT,
    SIGMAS,
    Allowance,
    Tolerance,
    flushed,
    is_narrow,
    type_allowance,
    units,
)
from stablehlo_tools.verdict.usual_spreads import LEAST, hypot, pieces, pooled

# The values of a run: without a seed as the program computes them, else with random rounding. None: unknown.
Run = Callable[[int | None], Sequence[Array | None]]

# Numbers of runs: few decide most cases; more follow if elements are slightly beyond, or only few are.
FEW: Final = 4
SOME: Final = 8
MANY: Final = 16
FEW_UNITS: Final = 4.0  # ULP: closer values need no run
_FEW_NARROW_UNITS: Final = 1.0  # for 16 bits and less: four ULP of bf16 are up to 3 % of a number
_NEARLY: Final = 30.0
_ONE_OF: Final = 100


class Estimate:
    """The spread of values over runs with random rounding, which are executed on demand."""

    def __init__(self, run: Run, nominal: Sequence[Array | None] = ()) -> None:
        self._run = run
        self._nominal = nominal  # the values of a run without a seed, if known
        self._spread: list[Array | None] = []
        self._count = 0
        self._failure = ""

    def derived(self, parts: Callable[[Sequence[Array]], Sequence[Array]]) -> Estimate:
        """The estimate for values that `parts` computes from those of a run."""
        return Estimate(lambda seed: parts([array for array in self._run(seed) if array is not None]))

    def allowance(self, index: int, reference: Array, count: int) -> Allowance:
        """The allowance for a reference after `count` runs; the tolerance of its type if they fail."""
        self._run_until(count)
        spread = None if self._failure else self._spread[index]
        nominal = None if spread is None else self._nominal[index]
        if spread is None or nominal is None:
            return _without_runs(reference, self._failure)
        text = f"rounding, {self._count} runs"
        if not is_inexact(nominal.dtype):
            return Allowance(text, np.where(spread > 0, np.inf, 0.0))
        with np.errstate(all="ignore"):
            unit = spacing(nominal)
            bound = (
                self._sigmas(spread.size) * pooled(np.maximum(spread, LEAST * unit))
                + unit
                + flushed(nominal.dtype)
            )
        is_certain = ~np.isfinite(upcast(nominal)) & (spread == 0)
        return Allowance(text, np.where(is_certain, 0.0, bound), is_estimate=True)

    def _sigmas(self, size: int) -> float:
        """The multiple of the spread that is allowed: larger if few runs estimate it for many elements."""
        few = SIGMAS + 2 * min(2.0, max(0.0, math.log10(max(size, 1)) - 4))
        return SIGMAS if self._count >= MANY else few

    def _run_until(self, count: int) -> None:
        try:
            if not self._count:
                self._nominal = self._nominal or self._run(None)
                self._spread = [None if array is None else no_spread(array) for array in self._nominal]
            while self._count < count:
                run = self._run(self._count)
                self._count += 1
                pairs = zip(self._spread, self._nominal, run, strict=True)
                self._spread = [spread(*pair, self._count) for pair in pairs]
        except DiagnosticError as error:
            self._failure = error.diagnostics[0].message
            self._count = count


def rules(
    reference: Array, allowance: Callable[[int], Allowance], tolerance: Tolerance = DEFAULT
) -> Iterator[Rule]:
    """The rules for a value, the cheapest first; `allowance` maps a number of runs to what they allow.

    A tolerance other than the default replaces them.
    """
    if not tolerance.is_default:
        yield lambda judgement: tolerance.allowance(reference)
        return
    few = _FEW_NARROW_UNITS if is_narrow(reference.dtype) else FEW_UNITS
    yield lambda judgement: units(reference, few) if is_inexact(reference.dtype) else EXACT
    yield from rules_of_runs(allowance)


def rules_of_runs(allowance: Callable[[int], Allowance]) -> Iterator[Rule]:
    """The rules that judge a value by runs: more are executed where few leave doubt."""
    yield lambda judgement: allowance(FEW)
    yield lambda judgement: allowance(SOME) if _is_close(judgement) else None
    yield lambda judgement: allowance(MANY) if _is_close(judgement) else None


def is_near(array: Array, reference: Array) -> bool:
    """Whether an array is within the tolerance of its type from the reference, whatever the program."""
    if array.shape != reference.shape or array.dtype != reference.dtype:
        return False
    return same_bits(array, reference) or bool(
        (errors_of(array, reference) <= _default_allowance(reference).bound).all()
    )


def _default_allowance(reference: Array) -> Allowance:
    return type_allowance(reference) if is_inexact(reference.dtype) else EXACT


def _without_runs(reference: Array, why: str) -> Allowance:
    allowed = _default_allowance(reference)
    return (
        Allowance(f"{allowed.text}, since rounding cannot be estimated: {why}", allowed.bound)
        if why
        else allowed
    )


def _is_close(judgement: Judgement | None) -> bool:
    """Whether more runs may show that elements are within their tolerance, also floats that none changed.

    In the program's own type, noise on terms that cancel to zero is rounded away in some runs.
    """
    if judgement is None:
        return False
    few = max(1, judgement.size // _ONE_OF)
    is_unchanged = not judgement.tolerance and is_inexact(np.asarray(judgement.values[0]).dtype)
    return judgement.share < _NEARLY or judgement.beyond <= few or is_unchanged


def no_spread(array: Array, dtype: Dtype | None = None) -> Array:
    """A spread of zeros for `spread` to start from; `dtype` is the program's type if the array is wider."""
    zero = np.float64(0) if (dtype or array.dtype) in (np.float64, np.complex128) else np.float32(0)
    return np.broadcast_to(zero, array.shape)


def spread(previous: Array | None, nominal: Array | None, run: Array | None, count: int) -> Array | None:
    """The root mean square deviation of `count` runs: `previous`, updated by the last `run`."""
    if previous is None or nominal is None or run is None or run.shape != nominal.shape:
        return None
    root = previous if previous.flags.writeable else np.empty(previous.shape, previous.dtype)  # overwritten
    before = previous.dtype.type(math.sqrt((count - 1) / count))
    with np.errstate(all="ignore"):
        for part in pieces(previous.shape):
            error = _deviation(run[part], nominal[part])
            if count > 1:
                error = (error / previous.dtype.type(math.sqrt(count))).astype(previous.dtype, copy=False)
                error = hypot(previous[part] * before, error)
            root[part] = error
    return root


def _deviation(run: Array, nominal: Array) -> Array:
    """The distance of each element; infinite where only one is finite or integers differ."""
    if not is_inexact(nominal.dtype):
        return np.asarray(np.where(run == nominal, np.float32(0), np.float32(np.inf)))
    run, nominal = upcast(run), upcast(nominal)
    error = distances(run, nominal)
    if error.size and not error.max() < np.inf:
        same = (run == nominal) | (np.isnan(run) & np.isnan(nominal))
        error = np.where(same, 0, np.where(np.isnan(error), np.inf, error)).astype(error.dtype)
    return error
