"""Estimates the effect of rounding on the values of a program from runs with random rounding."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.ir.arrays import Array
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
    is_rounded,
    type_allowance,
    units,
)

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
        if not is_rounded(nominal):
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
    yield lambda judgement: units(reference, few) if is_rounded(reference) else EXACT
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
    return type_allowance(reference) if is_rounded(reference) else EXACT


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
    is_unchanged = not judgement.tolerance and is_rounded(np.asarray(judgement.values[0]))
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
                error = _hypot(previous[part] * before, error)
            root[part] = error
    return root


def _hypot(a: Array, b: Array) -> Array:
    """`np.hypot` for nonnegative numbers, five to ten times as fast as numpy's."""
    larger, ratio = np.maximum(a, b), np.minimum(a, b)
    ratio /= larger
    ratio *= ratio
    ratio += 1
    ratio = np.sqrt(ratio, dtype=ratio.dtype)
    ratio *= larger
    return np.asarray(np.fmax(ratio, larger))  # the ratio of zeros or infinities is NaN


def pieces(shape: tuple[int, ...], apart: int = 0) -> Iterator[tuple[Any, ...]]:
    """Indices of the parts of an array, which are processed one by one to save memory.

    The last `apart` dimensions are not split.
    """
    if len(shape) <= apart:
        yield (...,)
        return
    axis = max(range(len(shape) - apart), key=shape.__getitem__)
    step = max(1, _CHUNK * shape[axis] // max(1, math.prod(shape)))
    for begin in range(0, shape[axis], step):
        yield (*[slice(None)] * axis, slice(begin, begin + step))


def _deviation(run: Array, nominal: Array) -> Array:
    """The distance of each element; infinite where only one is finite or integers differ."""
    if nominal.dtype.kind in "biu" or not is_rounded(nominal):
        return np.asarray(np.where(run == nominal, np.float32(0), np.float32(np.inf)))
    run, nominal = upcast(run), upcast(nominal)
    error = distances(run, nominal)
    if error.size and not error.max() < np.inf:
        same = (run == nominal) | (np.isnan(run) & np.isnan(nominal))
        error = np.where(same, 0, np.where(np.isnan(error), np.inf, error)).astype(error.dtype)
    return error


# The smallest spread of a rounded number, in ULP: that of rounding to nearest.
LEAST: Final = 0.3
_LIKE: Final = 300.0
_LIKE_PRODUCT: Final = 30.0  # the spread of four runs is lower by chance for three elements in a million
_ROW: Final = 8
_LOG_VARIANCE: Final = 0.65  # of the logarithm of the spread of n normal errors, times n, for n = 4
_NORMAL_MEDIAN: Final = 0.6745  # of the size of a normal number; a few rows far away do not change medians
_HALF_WAY: Final = 0.5  # to the usual spread, where chance alone explains the difference
_AS_A_WHOLE: Final = 0.5  # the relative variance of the mean square of four independent errors


def pooled(spread: Array, medians: Array | None = None) -> Array:
    """The spreads of elements, raised toward the median of their row where small by chance.

    The spread of four runs is by chance below a fifth of the true one for two elements in a thousand. A
    spread below the median is replaced by the geometric mean of both, unless it is below a three hundredth of
    the median: chance does this once in 10^9. `medians` are those of rows, if known.
    """
    if not spread.size:
        return spread
    is_row = spread.ndim > 0 and spread.shape[-1] >= _ROW
    rows = spread.reshape(-1, spread.shape[-1] if is_row else spread.size)
    usual = _median(rows, -1) if medians is None else medians.reshape(-1, 1)
    return _drawn_to(rows, usual, _LIKE).reshape(spread.shape)


def squares_of_rows(spread: Array | None) -> Array | None:
    """The mean square of the spreads in each row; None if there are no rows, or only short ones."""
    if spread is None or not has_rows(spread):
        return None
    with np.errstate(all="ignore"):
        sums = np.einsum("...i,...i->...", spread, spread, dtype=np.float64)
        return np.asarray(sums / spread.shape[-1])


def mean_square(spread: Array | None, rows: Array | None) -> float:
    """The mean square of a spread, of which `rows` are the mean squares of rows, if known."""
    if rows is not None:
        return float(rows.mean())
    if spread is None or not spread.size:
        return math.nan
    with np.errstate(all="ignore"):
        return float(np.einsum("i,i->", *[spread.reshape(-1)] * 2, dtype=np.float64)) / spread.size


def effective_count(squares: Sequence[float]) -> float:
    """How many independent errors have mean squares that vary as those of these runs do; infinite if unknown.

    `squares` are the mean squares over the runs so far. That of n independent normal errors has a variance of
    2 / n, relative to the square of its expectation. Errors that share a rounding vary together.
    """
    with np.errstate(all="ignore"):
        runs = np.diff([mean * count for count, mean in enumerate(squares, 1)], prepend=0.0) / squares[-1]
        variance = float(runs.var(ddof=1)) if len(runs) > 1 else 0.0
    return 2 / variance if variance > 0 else math.inf


def has_rows(array: Array) -> bool:
    """Whether an array has rows that are long enough to say what is usual."""
    return array.ndim > 1 and array.shape[-1] >= _ROW and array.size > 0


def rows_drawn_up(sigma: Array | None, squares: Sequence[Array | None]) -> Array | None:
    """The spreads, raised toward what is usual among rows if rows vary as a whole.

    `squares` are the mean squares of the rows after each run. The errors of such a row are a random factor
    times a direction, as after many steps of a recurrence: each run is one sample, however long the row.
    """
    present = [square for square in squares if square is not None]
    if sigma is None or len(present) < len(squares) or not present:
        return sigma
    with np.errstate(all="ignore"):
        runs = np.diff([mean * count for count, mean in enumerate(present, 1)], axis=0, prepend=0.0)
        variances = runs.var(0, ddof=1) / present[-1] ** 2
        variances = variances[np.isfinite(variances)]
        if not variances.size or variances.mean() < _AS_A_WHOLE:
            return sigma
        rows = np.sqrt(present[-1])
        drawn = _drawn_to_alike(rows, len(present))
        factors = np.divide(drawn, rows, out=np.ones_like(rows), where=drawn > rows)
        return np.asarray(sigma * factors[..., None].astype(sigma.dtype))


def _drawn_to_alike(rows: Array, count: int) -> Array:
    """The spreads of rows, raised toward the median along the axis in which they are most alike.

    They are raised less if they usually differ by more than the spreads of `count` runs do by chance.
    """
    axes = [axis for axis, size in enumerate(rows.shape) if size >= _ROW]
    logs = [np.log(rows / _median(rows, axis)) for axis in axes]
    if not logs:
        return rows
    most_alike = min(logs, key=lambda log: float(np.nanmean(np.abs(log))))
    differences = np.abs(most_alike[np.isfinite(most_alike)])
    variance = (float(np.median(differences)) / _NORMAL_MEDIAN) ** 2 if differences.size else 0.0
    share = _HALF_WAY if not variance else min(_HALF_WAY, _LOG_VARIANCE / count / variance)
    is_like = (most_alike < 0) & (most_alike > -math.log(_LIKE_PRODUCT))
    return np.asarray(np.where(is_like, rows * np.exp(-share * most_alike), rows))


def drawn_up(sigma: Array, numbers: Array) -> Array:
    """The spreads of these numbers, raised where small by chance, except zeros; overwrites `sigma`."""
    sigmas = np.asarray(sigma)
    if sigmas.size < 2:  # no others tell what is usual
        return sigmas
    with np.errstate(all="ignore"):
        similar = _usual_of_sizes(sigmas, numbers)
        for matrices in pieces(sigmas.shape, apart=2):
            some, sizes = sigmas[matrices], numbers[matrices]
            factors = _row_and_column_factors(some)
            for part in pieces(some.shape, apart=1 if factors else 2):
                size = np.abs(sizes[part]).astype(sigmas.dtype)
                row_and_column = (factors[0][part], factors[1][part]) if factors else None
                some[part] = _drawn_up(some[part], size, similar, row_and_column)
    return sigmas


def _drawn_up(sigma: Array, size: Array, usual_of_sizes: Array, factors: tuple[Array, Array] | None) -> Array:
    """The spreads, raised toward those of the row, of numbers of similar size, and of row and column."""
    usual = pooled(sigma, None if factors is None else factors[0][..., :1])
    np.fmin(usual, _in_proportion(sigma, size), out=usual)
    similar = np.asarray(usual_of_sizes.astype(sigma.dtype)[_groups(size)])
    similar = _hypot(sigma, similar)
    np.fmax(usual, np.divide(similar, math.sqrt(2), out=similar), out=usual)
    if factors is not None:
        np.fmax(usual, _drawn_to(sigma, factors[0] * factors[1], _LIKE_PRODUCT), out=usual)
    np.maximum(sigma, usual, out=usual)
    np.copyto(usual, sigma, where=~np.isfinite(sigma) | (sigma == 0))
    return usual


def _in_proportion(sigma: Array, size: Array) -> Array:
    """Spreads raised toward the usual ratio of spread to number in their row; infinite for zeros."""
    others = ~(size > 0)
    has_others, relative = others.any(), sigma / size
    if has_others:
        np.copyto(relative, 0, where=others)
    relative = pooled(relative)
    relative *= size
    if has_others:
        np.copyto(relative, np.inf, where=others)
    return relative


def _drawn_to(sigma: Array, usual: Array, like: float) -> Array:
    """Spreads below `usual` replaced by the geometric mean, unless smaller by a factor of `like`."""
    drawn = np.sqrt(sigma)
    drawn *= np.sqrt(usual)
    np.fmax(drawn, sigma, out=drawn)
    is_other = sigma <= usual / like
    if is_other.any():
        np.copyto(drawn, sigma, where=is_other)
    return drawn


def _median(array: Array, axis: int) -> Array:
    middle = array.shape[axis] // 2
    return np.partition(array, middle, axis=axis).take([middle], axis)


def _row_and_column_factors(sigma: Array) -> tuple[Array, Array] | None:
    """Row and column factors whose products are the usual spreads of a product; None for small matrices.

    Those of rows are their medians.
    """
    if sigma.ndim < 2 or min(sigma.shape[-2:]) < _ROW or not sigma.size:
        return None
    row_factors, column_factors = _median(sigma, -1), _median(sigma, -2)
    column_factors /= _median(row_factors, -2)
    return np.broadcast_to(row_factors, sigma.shape), np.broadcast_to(column_factors, sigma.shape)


_MANTISSA: Final = 52  # bits
_GROUPS: Final = 1 << 11
_CHUNK: Final = 1 << 14  # elements processed at a time


def _usual_of_sizes(sigma: Array, numbers: Array) -> Array:
    """The geometric mean of the spreads of numbers with each binary exponent."""
    counts, sums = np.zeros(_GROUPS), np.zeros(_GROUPS)
    for part in pieces(sigma.shape):
        logs = np.log2(sigma[part]).reshape(-1)
        groups = _groups(np.abs(numbers[part]).astype(sigma.dtype)).reshape(-1)
        is_known = np.isfinite(logs)
        if not is_known.all():
            logs, groups = logs[is_known], groups[is_known]
        counts += np.bincount(groups, minlength=_GROUPS)
        sums += np.bincount(groups, logs, _GROUPS)
    return np.asarray(np.exp2(sums / np.maximum(counts, 1)))


def _groups(size: Array) -> Array:
    """The biased binary exponents of magnitudes in float64; 0 for zero, the largest for non-finite ones."""
    return np.asarray(np.asarray(size, np.float64).view(np.int64) >> _MANTISSA)
