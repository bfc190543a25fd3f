"""Usual spreads: what is small or large by chance in the spreads of few runs is drawn to them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import Array

# The smallest spread of a rounded number, in ULP: that of rounding to nearest.
LEAST: Final = 0.3
_LIKE: Final = 300.0
_LIKE_PRODUCT: Final = 30.0  # the spread of four runs is lower by chance for three elements in a million
_ROW: Final = 8
_COLUMN: Final = 32  # elements; shorter columns have few errors to miss
_LOG_VARIANCE: Final = 0.65  # of the logarithm of the spread of n normal errors, times n, for n = 4
_NORMAL_MEDIAN: Final = 0.6745  # of the size of a normal number; a few rows far away do not change medians
_HALF_WAY: Final = 0.5  # to the usual spread, where chance alone explains the difference
_LARGER: Final = 4.0  # times the usual: the spread of four runs is larger by chance once in 10^9
_AS_A_WHOLE: Final = 0.5  # the relative variance of the mean square of four independent errors
_CHUNK: Final = 1 << 14  # elements processed at a time
_SAMPLES: Final = 64  # parts of a large array, which tell the variance of all
_SAMPLE: Final = 1 << 12  # numbers, at least, whose medians are taken


def hypot(a: Array, b: Array) -> Array:
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
    """The number of independent errors whose mean squares vary as those of these runs; infinite if unknown.

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


def lines_drawn_up(sigma: Array | None, squares: Sequence[Array | None]) -> Array | None:
    """The spreads, raised toward what is usual among rows if rows vary as a whole, else among columns.

    `squares` are the mean squares of the rows after each run. The errors of such a row are a random factor
    times a direction, as after many steps of a recurrence: each run is one sample, however long the row.
    Columns, as those of the gradient of a weight, have few large errors, which few runs may miss: they vary
    too little to tell. `sigma` is overwritten.
    """
    present = [square for square in squares if square is not None]
    if sigma is None or len(present) < len(squares) or not present:
        return sigma
    with np.errstate(all="ignore"):
        runs = np.diff([mean * count for count, mean in enumerate(present, 1)], axis=0, prepend=0.0)
        variances = runs.var(0, ddof=1) / present[-1] ** 2
        variances = variances[np.isfinite(variances)]
        if variances.size and variances.mean() >= _AS_A_WHOLE:
            sigma *= _factors_up(present[-1], len(present))[..., None].astype(sigma.dtype)
        elif sigma.shape[-2] >= _COLUMN:
            of_columns = np.einsum("...ij,...ij->...j", sigma, sigma, dtype=np.float64) / sigma.shape[-2]
            sigma *= _factors_up(of_columns, len(present))[..., None, :].astype(sigma.dtype)
    return sigma


def _factors_up(squares: Array, count: int) -> Array:
    """Factors that raise the spreads of lines with these mean squares over `count` runs."""
    lines = np.sqrt(squares)
    drawn = _drawn_to_alike(lines, count)
    return np.divide(drawn, lines, out=np.ones_like(lines), where=drawn > lines)


def _drawn_to_alike(lines: Array, count: int) -> Array:
    """The spreads of lines, raised toward the median along the axis in which they are most alike.

    They are raised less if they usually differ by more than the spreads of `count` runs do by chance.
    """
    axes = [axis for axis, size in enumerate(lines.shape) if size >= _ROW]
    every = (np.log(lines / _median(lines, axis)) for axis in axes)
    logs = [log for log in every if np.isfinite(log).any()]
    if not logs:
        return lines
    most_alike = min(logs, key=lambda log: float(np.nanmean(np.abs(log))))
    differences = np.abs(most_alike[np.isfinite(most_alike)])
    variance = (float(np.median(differences)) / _NORMAL_MEDIAN) ** 2 if differences.size else 0.0
    share = _HALF_WAY if not variance else min(_HALF_WAY, _LOG_VARIANCE / count / variance)
    is_like = (most_alike < 0) & (most_alike > -math.log(_LIKE_PRODUCT))
    return np.asarray(np.where(is_like, lines * np.exp(-share * most_alike), lines))


def moderated(sigma: Array, numbers: Array, count: int) -> Array:
    """The spreads of these numbers over `count` runs, without what is small or large by chance.

    Zeros stay. `sigma` is overwritten.
    """
    sigmas = np.asarray(sigma)
    if sigmas.size < 2:  # no others tell what is usual
        return sigmas
    with np.errstate(all="ignore"):
        similar = _usual_of_sizes(sigmas, numbers)
        for matrices in pieces(sigmas.shape, apart=2):
            some, sizes = sigmas[matrices], numbers[matrices]
            factors = _row_and_column_factors(some)
            usual, share = _likeliest(_usual_spreads(some, sizes, similar, factors), some, count)
            for part in pieces(some.shape, apart=1 if factors else 2):
                size = np.abs(sizes[part]).astype(sigmas.dtype)
                row_and_column = (factors[0][part], factors[1][part]) if factors else None
                raised = _drawn_up(some[part], size, similar, row_and_column)
                by_chance = _chance(some[part], usual(part), share)
                np.fmax(raised, some[part] * by_chance, out=raised)
                some[part] = raised * np.fmin(by_chance, 1)
    return sigmas


Usual = Callable[[tuple[Any, ...]], Array]  # the usual spreads of a part of an array


def _usual_spreads(
    sigma: Array, numbers: Array, of_sizes: Array, factors: tuple[Array, Array] | None
) -> Iterator[Usual]:
    """The spreads that are usual in a row, for a number of this size, and in a product."""
    if factors is not None:
        usual_of_rows = factors[0]
    else:
        rows = _median(sigma, -1) if sigma.ndim and sigma.shape[-1] >= _ROW else np.median(sigma)
        usual_of_rows = np.broadcast_to(rows, sigma.shape)
    yield lambda part: usual_of_rows[part]
    yield lambda part: of_sizes.astype(sigma.dtype)[_groups(np.abs(numbers[part]).astype(sigma.dtype))]
    if factors is not None:
        yield lambda part: factors[0][part] * factors[1][part]


def _likeliest(candidates: Iterable[Usual], sigma: Array, count: int) -> tuple[Usual, float]:
    """The usual spreads that fit best, and how far chance explains the differences from them.

    Chance alone varies the logarithm of spreads by a known variance. If that of the differences is no larger,
    all spreads may be the usual ones; else, a share of each difference is chance (empirical Bayes estimation:
    G. Smyth, "Linear Models and Empirical Bayes Methods", 2004).
    """
    fits = [(_log_variance(sigma, usual), usual) for usual in candidates]
    variance, usual = min(fits, key=lambda fit: fit[0])
    return usual, min(1.0, _LOG_VARIANCE / count / variance) if variance else 0.0


def _log_variance(sigma: Array, usual: Usual) -> float:
    """The variance of the logarithms of spreads relative to the usual ones; infinite if few are known."""
    parts = list(pieces(sigma.shape))
    some = parts[:: max(1, len(parts) // _SAMPLES)]
    ratios = np.concatenate([(sigma[part] / usual(part)).reshape(-1) for part in some])
    logs = np.log(ratios[:: ratios.size // _SAMPLE | 1])  # an odd step meets all columns of a matrix
    logs = logs[np.isfinite(logs)]
    if logs.size < _ROW:
        return math.inf
    differences = np.abs(logs - _median(logs, -1))
    return float((_median(differences, -1) / _NORMAL_MEDIAN).item() ** 2)


def _chance(sigma: Array, usual: Array, share: float) -> Array:
    """Factors that move spreads by a share towards the usual ones, or by half of it to lower them."""
    ratio = sigma / usual
    is_chance = (ratio > 1 / _LIKE_PRODUCT) & (ratio < _LARGER)
    logs = np.log(ratio)
    logs = np.minimum(logs, 0) + _HALF_WAY * np.maximum(logs, 0)
    factors = np.exp(-share * logs)
    np.copyto(factors, 1, where=~is_chance)
    return np.asarray(factors)


def _drawn_up(sigma: Array, size: Array, usual_of_sizes: Array, factors: tuple[Array, Array] | None) -> Array:
    """The spreads, raised toward those of the row, of numbers of similar size, and of row and column."""
    usual = pooled(sigma, None if factors is None else factors[0][..., :1])
    np.fmin(usual, _in_proportion(sigma, size), out=usual)
    similar = np.asarray(usual_of_sizes.astype(sigma.dtype)[_groups(size)])
    similar = hypot(sigma, similar)
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
