"""Whether rounding, or a number beyond float64, _explains the difference of two programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.compared import distance
from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.comparison.equivalence.results import ComparedResult, Equivalence

ROUNDED: Final = "rounding in f64, or of constants, may explain the difference"
BEYOND: Final = "the difference may follow from numbers beyond the range of f64"
_NUDGES: Final = 4
_AMPLIFIED: Final = 100.0
_NUDGE: Final = 1e-15  # of inputs, relatively: some units in the last place of float64


def explanation(pair: Pair, different: Equivalence) -> str:
    """The cause other than a fault that may explain a difference; empty if none does."""
    unexplained = _beyond_rounding(pair, different.results)
    if not unexplained:
        return ROUNDED
    return BEYOND if _is_from_beyond(pair, unexplained) else ""


def _beyond_rounding(pair: Pair, results: Sequence[ComparedResult]) -> list[ComparedResult]:
    """The results that differ by more than moving numbers or constants by less than rounding _explains."""
    waiting = [result for result in results if result.differing]
    if pair.grid != (1, 1):
        return waiting
    arithmetic = pair.numeric()
    values = pair.values(arithmetic)
    plain = rounded = pair.both(arithmetic, values)
    generator = np.random.default_rng(pair.seed + 1)
    for number in range(1, _NUDGES + 1):
        shaken = arithmetic.afresh()
        shaken.shaking = generator
        moved = pair.both(shaken, [[_nudged(value, generator) for value in values[0]]])
        waiting = [suspect for suspect in waiting if not _explains(suspect, plain, moved, plain)]
        if any(map(_is_undefined, waiting)):  # inputs that are not nudged stay at a pole
            others = pair.both(shaken, values)
            waiting = [suspect for suspect in waiting if not _makes_undefined(suspect, plain, others)]
        if not waiting:
            break
        if number == 1 or not all(map(_have_same_numbers, plain, rounded)):  # some constants are rounded
            rounded = _with_rounded_constants(pair, number, values)
        waiting = [suspect for suspect in waiting if not _explains(suspect, plain, moved, rounded)]
    return waiting


def _with_rounded_constants(pair: Pair, nudge: int, values: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The results of both programs with constants moved by less than their rounding error."""
    arithmetic = pair.numeric(nudge)
    first = pair.run(0, arithmetic, values)[0]
    if arithmetic.constants is not None:
        arithmetic.constants.end_of_first()
    return [first, pair.run(1, arithmetic, values)[0]]


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
    return bool(distance(result) <= max(_AMPLIFIED * by_inputs, _NUDGES * by_constants))


def _is_undefined(result: ComparedResult) -> bool:
    """Whether the different element is NaN in a program."""
    return bool(np.isnan(result.first) or np.isnan(result.second))


def _makes_undefined(result: ComparedResult, *runs: Sequence[Sequence[Any]]) -> bool:
    """Whether rounding makes the different element NaN: with those of the last run, it is a number."""
    if not _is_undefined(result):
        return False
    plain, others = ([values[result.number].numbers[result.index] for values in run] for run in runs)
    return any(np.isnan(one) and not np.isnan(other) for one, other in zip(plain, others, strict=True))


def _have_same_numbers(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Whether results are the same, with NaN in the same places."""
    pairs = ([getattr(value, "numbers", value) for value in pair] for pair in zip(left, right, strict=True))
    return all(
        np.array_equal(x, y, equal_nan=isinstance(x, np.ndarray) and x.dtype.kind in "fc") for x, y in pairs
    )


def _is_from_beyond(pair: Pair, results: Sequence[ComparedResult]) -> bool:
    """Whether all differences may come from numbers beyond float64, as the finite x / inf does."""
    if pair.grid != (1, 1):
        return False
    arithmetic = pair.numeric()
    values = pair.values(arithmetic)
    pair.both(arithmetic, values)
    if not arithmetic.beyond:
        return False
    marked = arithmetic.afresh()
    marked.marks_beyond = True
    outputs = pair.both(marked, values)
    return all(
        any(np.isnan(output[result.number].numbers[result.index]) for output in outputs)
        for result in results
        if isinstance(result.first, float | complex)
    )


def _nudged(x: Any, generator: np.random.Generator) -> Any:
    """Numbers moved by some units in the last place."""
    if not isinstance(x, FieldTensor):
        return x
    return x.with_numbers(x.numbers * (1 + _NUDGE * generator.uniform(-1, 1, x.shape)))
