"""The spreads of results over the runs of an estimate, at least the errors of runs without noise."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array, is_inexact
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.difference import spacing
from stablehlo_tools.verdict.envelope.decisions.record import Decision
from stablehlo_tools.verdict.envelope.runs import Runs
from stablehlo_tools.verdict.rounding import no_spread, spread
from stablehlo_tools.verdict.tolerance import SIGMAS
from stablehlo_tools.verdict.usual_spreads import (
    LEAST,
    effective_count,
    lines_drawn_up,
    mean_square,
    pieces,
    squares_of_rows,
)

_WITHIN: Final = 3.0  # sigma: the largest error of a run that rounds to nearest


def spreads_over_runs(
    runs: Runs, dtypes: Sequence[Dtype]
) -> tuple[list[Array], list[Array | None], list[float]]:
    """The results of the reference, their spreads over the runs, and the effective counts of their errors."""
    executions = iter(runs)
    references = next(executions)
    spreads: list[Array | None] = list(map(no_spread, references, dtypes))
    squares: list[list[Array | None]] = [[] for _ in references]
    means: list[list[float]] = [[] for _ in references]
    numbers = itertools.count(1)  # `enumerate` keeps the results during the next run
    for results in executions:
        number = next(numbers)
        for index, reference in enumerate(references):
            if index not in runs.written:
                spreads[index] = spread(spreads[index], reference, results[index], number)
                squares[index].append(squares_of_rows(spreads[index]))
                means[index].append(mean_square(spreads[index], squares[index][-1]))
        del results  # before the next run
    for index, written in runs.take_written().items():
        spreads[index], squares[index] = written.root_mean_squares(), written.squares_of_rows()
        means[index] = written.mean_squares()
    return references, list(map(lines_drawn_up, spreads, squares)), list(map(effective_count, means))


def with_errors(
    spreads: Sequence[Array | None], references: Sequence[Array], nearest: Sequence[Array], runs: Runs
) -> list[Array | None]:
    """The spreads, at least what the errors of runs without noise say."""
    spreads = list(map(_with_nearest, spreads, references, nearest))
    spreads = _with_order(spreads, references, runs.in_order())
    if not runs.rounded:
        return spreads
    return list(map(_not_exact, spreads, references, runs.rounded))


def _with_nearest(sigma: Array | None, reference: Array, array: Array) -> Array | None:
    """The spread, at least what the error of a run to nearest says, in which sums may stagnate."""
    once = spread(no_spread(reference, array.dtype), reference, array, 1)
    return None if sigma is None or once is None else _raised(sigma, once)


def _raised(sigma: Array, once: Array) -> Array:
    """The spread, at least a third of the errors of a run without noise; overwrites these.

    If that run is off by more than the spread as a whole, its roundings have one direction, as where the same
    number is added again and again: the spread is at least its whole error.
    """
    if not _exceed(once, sigma):
        np.divide(once, _WITHIN, out=once)
    return np.fmax(sigma, once, out=once)


def _exceed(errors: Array, sigma: Array) -> bool:
    """Whether errors are larger than the spread as a whole, where both are known."""
    squares, unit = np.zeros(2), np.max(sigma, where=np.isfinite(sigma), initial=0)  # some squares overflow
    for part in pieces(sigma.shape):
        is_known = np.isfinite(errors[part]) & np.isfinite(sigma[part]) & (sigma[part] > 0)
        ratios = (array[part][is_known] / unit for array in (errors, sigma))
        squares += [np.square(ratio, dtype=np.float64).sum() for ratio in ratios]
    return bool(squares[0] > squares[1])


def _with_order(
    spreads: Sequence[Array | None], references: Sequence[Array], in_order: Sequence[Array]
) -> list[Array | None]:
    """The spreads, at least those of a run that adds terms in order, if there is one."""
    return list(map(_at_least_in_order, spreads, references, in_order)) if in_order else [*spreads]


def _at_least_in_order(sigma: Array | None, reference: Array, array: Array) -> Array | None:
    """The spread of floats, at least what the error of a run that adds in order says.

    An element that is not finite tells nothing: this order decided something differently.
    """
    if sigma is None or not is_inexact(reference.dtype) or array.shape != reference.shape:
        return sigma
    once = spread(no_spread(reference, array.dtype), reference, array, 1)
    if once is None:
        return sigma
    once[~np.isfinite(once)] = 0
    return _raised(sigma, once)


def _not_exact(sigma: Array | None, reference: Array, rounded: Array) -> Array | None:
    """The spread, at least that of one rounding where the reference has more bits than f64."""
    if sigma is None or not is_inexact(reference.dtype):
        return sigma
    return np.where(rounded, np.fmax(sigma, LEAST * spacing(reference)), sigma)


def changes_by_decisions(
    runs: Runs, nearest: Sequence[Array], decisions: Sequence[Decision]
) -> Sequence[Array | None]:
    """The largest change of each result if what rounding decides is decided otherwise."""
    changes: list[Array | None] = list(map(no_spread, nearest))
    tries = max((int(decision.tries) for decision in decisions if decision.has_other), default=0)
    without = runs.without_noise() if tries and runs.is_narrower else nearest
    for every in range(1, tries + 1):
        changed_results = runs.otherwise(every)
        changes = [_changed(*triple) for triple in zip(changes, without, changed_results, strict=True)]
    return changes


def _changed(largest: Array | None, reference: Array, other: Array) -> Array | None:
    """The largest change so far, including that of another run."""
    change = spread(no_spread(reference), reference, other, 1)
    return None if largest is None or change is None else np.fmax(largest, change)


def limited(sigma: Array | None, reference: Array, origin: Operation | None) -> Array | None:
    """The spread of a result, raised near limits if its last op, such as `maximum`, may have limited it."""
    op = None if origin is None else OPS.get(origin.name)
    chooses = op is not None and op.elementwise and 1 < len(op.operands) == len(op.numerics.moves)
    return _beside_limits(sigma, reference) if sigma is not None and chooses else sigma


def _beside_limits(sigma: Array, reference: Array) -> Array:
    """The spreads of a limited result, as of a ReLU: runs that are all beyond the limit show none.

    Numbers that are about zero, or do not spread, get at least the median.
    """
    spreading = sigma[(sigma > 0) & np.isfinite(sigma)]
    if not spreading.size:
        return sigma
    usual = np.median(spreading)
    near = (sigma == 0) | (np.abs(reference) <= SIGMAS * usual)
    return np.where(near, np.fmax(sigma, usual), sigma)
