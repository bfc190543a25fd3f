"""Estimates the effect of rounding on the results of a program from runs of its shadow.

The reference is a run of the shadow; in a few more, roundings of the size of the program's own are made at
random. Six times their spread is the bound of a result, with one rounding and the smallest normal number. It
is an estimate: roundings are taken for independent, and what engines rewrite across operations is not known.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.envelope.decisions import Decision, Decisions, Watching, results_reached
from stablehlo_tools.envelope.profiles import (
    OfEngines,
    OfShadow,
    RoundingProfile,
    profiles,
)
from stablehlo_tools.envelope.shadow import IN_DOUBLE, IN_SINGLE, ShadowDomain, WorkingTypes
from stablehlo_tools.interpret.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observation import Instrument
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import info, spacing, wide
from stablehlo_tools.verdict.random_rounding import RandomRounding, format_of, has_bits
from stablehlo_tools.verdict.rounding import no_spread, pooled, spread
from stablehlo_tools.verdict.tolerance import is_rounded

RUNS: Final = 4
_SIGMAS: Final = 6.0
_NO_GROUP: Final = -2000  # less than any exponent
_LEAST: Final = 0.3  # the spread of a number that is rounded to nearest, in units in the last place
_STABLE: Final = 0.1  # of sigma: what the shadow itself may be off by
_PROPORTIONAL: Final = 1e-3  # of the greatest number: spreads that are in proportion to roundings


@dataclass(frozen=True, eq=False)
class Result:
    """The effect of rounding on a result.

    `reference` is the result without the roundings of its type, `sigma` the estimated spread of the results
    of right implementations, and `bound` what they may be off by. Both are infinite where rounding decides,
    and NaN where the reference is. The shadow `is_stable` if its own roundings are small in comparison. The
    result may depend on decisions that rounding makes, and is then estimated for those of these runs only.
    """

    name: str
    type: TensorType
    reference: Array
    sigma: Array
    bound: Array
    is_stable: bool = True
    depends_on: Sequence[Decision] = ()

    @property
    def dtype(self) -> Dtype:
        """That of right results."""
        return dtype_of(self.type.element_type)

    @property
    def most_digits(self) -> float:
        """The decimal digits of the type."""
        return -math.log10(float(info(self.dtype).eps) / 2)

    @functools.cached_property
    def digits(self) -> Array:
        """The decimal digits of each element that rounding leaves; infinite for what is exact of integers."""
        if not self.is_of_floats:
            return np.where(self.undecided, 0.0, np.inf)
        with np.errstate(all="ignore"):
            digits = -np.log10(self.bound / np.abs(wide(self.reference)))
        return np.clip(np.where(self.bound == 0, np.inf, np.nan_to_num(digits, nan=0.0)), 0, self.most_digits)

    @property
    def is_of_floats(self) -> bool:
        """Whether elements can have small errors."""
        return is_rounded(np.empty(0, self.dtype))

    @property
    def undecided(self) -> Array:
        """The elements that rounding decides."""
        return ~(self.bound < np.inf)

    def use(self, array: Array) -> Array:
        """The share of its bound that each element of an array uses, more than 1 outside.

        It is NaN where rounding decides, or the reference is NaN: nobody can tell.
        """
        with np.errstate(all="ignore"):
            got = wide(array) if self.is_of_floats else array
            error = np.where(got == self.reference, 0.0, np.abs(wide(array) - wide(self.reference)))
            error = np.where(np.isnan(error), np.inf, error)
            share = np.where(error == 0, 0.0, error / self.bound)
        return np.where(self.undecided, np.nan, share)

    def outside(self, array: Array) -> Array:
        """The elements of an array that are off by more than rounding explains."""
        return self.use(array) > 1

    def deviation(self, array: Array) -> tuple[float, Array]:
        """The root mean square of the errors in that of sigma: of all elements, and by leading row.

        Errors in a row are often correlated, and sigma is by chance too small: a row has at least the usual.
        """
        with np.errstate(all="ignore"):
            is_open = self.undecided | (self.sigma == 0)
            errors = np.where(is_open, 0.0, np.abs(wide(array) - wide(self.reference)))
            sigmas = np.where(is_open, 0.0, self.sigma)
        rows = (errors.shape[0] if errors.ndim > 1 else 1, -1)
        of_row = np.sqrt((sigmas.reshape(rows) ** 2).sum(-1))
        by_row = _ratio(errors.reshape(rows), np.maximum(of_row, np.median(of_row))[:, None])
        return float(_ratio(errors.reshape(1, -1), sigmas.reshape(1, -1))[0]), by_row


def _ratio(errors: Array, sigmas: Array) -> Array:
    with np.errstate(all="ignore"):
        squares = (errors**2).sum(-1), (sigmas**2).sum(-1)
        return np.where(squares[0] == 0, 0.0, np.sqrt(squares[0] / squares[1]))


@dataclass(frozen=True)
class Uncertainty:
    """The uncertainty of the results of a program on some inputs, estimated from so many runs."""

    results: Sequence[Result]
    profile: RoundingProfile
    runs: int
    seed: int
    decisions: Sequence[Decision] = ()


def uncertainty(
    module: Module,
    inputs: Inputs,
    entry: str = "main",
    profile: str = "any",
    seed: int = 0,
    options: RunOptions = DEFAULT,
) -> Uncertainty:
    """The uncertainty of the results of a verified program. Raises `RunError` for what is not covered."""
    function = require_function(module, entry)
    values, chosen, watched = convert_inputs(function, inputs), profiles()[profile], Decisions()
    noise = RandomRounding([seed, 1], OfEngines(chosen, IN_SINGLE))
    exact = _Shadow(module, entry, options, IN_DOUBLE, Watching(watched, None))
    noisy = _Shadow(module, entry, options, IN_SINGLE, Watching(watched, noise))
    references = exact.run(values)
    spreads: list[Array | None] = [no_spread(each) for each in references]
    for number in range(1, RUNS + 1):
        watched.begin_run(number)
        noise.restart([seed, number])
        made = noisy.run(values)
        spreads = [spread(*each, number) for each in zip(spreads, references, made, strict=True)]
    again = references
    if not all(map(_has_digits, references, spreads)):
        own = RandomRounding([seed, RUNS + 1], OfShadow(chosen, IN_DOUBLE))
        again = _Shadow(module, entry, options, IN_DOUBLE, own).run(values)
    decisions = list(watched.undecided(RUNS))
    reached = [results_reached(module, function, each.operation.results) for each in decisions]
    depends = [
        [each for each, reaches in zip(decisions, reached, strict=True) if reaches[index]]
        for index in range(len(references))
    ]
    types = function.type.results
    results = [
        _result(f"out{index}", *each)
        for index, each in enumerate(zip(types, references, spreads, again, depends, strict=True))
    ]
    return Uncertainty(results, chosen, RUNS, seed, decisions)


class _Shadow:
    """A program that is compiled for runs on wider numbers."""

    def __init__(
        self, module: Module, entry: str, options: RunOptions, working: WorkingTypes, observer: Instrument
    ) -> None:
        self._working = working
        self._program = compile(module, entry, options, observer=observer, domain=ShadowDomain(working))

    def run(self, inputs: Sequence[Any]) -> list[Array]:
        """The results for inputs of the program."""
        return self._program([self._working.widened(value) for value in inputs])


def _has_digits(reference: Array, sigma: Array | None) -> bool:
    """Whether roundings change a result so little that it responds to them in proportion.

    Those of the shadow are smaller by a factor of 2^29 or more, and their effects then are, too.
    """
    if not is_rounded(reference) or not reference.size:
        return True
    if sigma is None:
        return False
    rows = (reference.shape[0] if reference.ndim > 1 else 1, -1)
    with np.errstate(all="ignore"):
        sizes = np.abs(reference).reshape(rows).max(-1)
        return bool((sigma.reshape(rows).max(-1) <= _PROPORTIONAL * sizes).all())


def _result(
    name: str, type: Any, reference: Array, sigma: Array | None, again: Array, depends: Sequence[Decision]
) -> Result:
    assert isinstance(type, TensorType)
    dtype = dtype_of(type.element_type)
    if sigma is None:  # of another size in some run
        sigma = np.full(reference.shape, np.inf)
    sigma = sigma.astype(np.float64)
    if not is_rounded(np.empty(0, dtype)) or not reference.size:
        return Result(name, type, reference, sigma, np.where(sigma > 0, np.inf, 0.0), True, depends)
    with np.errstate(all="ignore"):
        sigma = np.where(np.isnan(reference), np.nan, sigma)
        sigma, bound = _bounded(reference, sigma, dtype)
        own = np.abs(again - reference)
        is_stable = not (own > _STABLE * np.maximum(sigma, spacing(reference.astype(dtype)))).any()
    return Result(name, type, reference, sigma, bound, is_stable, depends)


def _of_similar(sigma: Array, size: Array) -> Array:
    """The usual spread of elements of about the same size: what makes a number small makes its error so."""
    _, exponents = np.frexp(size)
    groups = np.where((size > 0) & np.isfinite(size), exponents, _NO_GROUP).reshape(-1) - _NO_GROUP
    logs = np.log2(sigma).reshape(-1)
    is_known = np.isfinite(logs)
    logs = np.where(is_known, logs, 0.0)
    counts = np.maximum(np.bincount(groups, is_known), 1)
    return np.asarray(np.exp2(np.bincount(groups, logs) / counts)[groups].reshape(size.shape))


def _bounded(reference: Array, sigma: Array, dtype: Dtype) -> tuple[Array, Array]:
    """The spread of elements, with what is usual in its row, and the bound of their errors."""
    format = format_of(dtype)
    last_place = spacing(reference.astype(dtype))
    size = np.abs(reference)
    is_exact = sigma == 0
    sigma = np.maximum(sigma, np.where(is_exact, 0.0, _LEAST * last_place))
    relative = np.where(size > 0, sigma / size, 0.0)
    usual = np.fmin(pooled(sigma), np.where(size > 0, pooled(relative) * size, np.inf))
    usual = np.fmax(usual, np.sqrt((sigma**2 + _of_similar(sigma, size) ** 2) / 2))
    sigma = np.where(np.isfinite(sigma) & ~is_exact, np.maximum(sigma, usual), sigma)
    fits = has_bits(reference, format)
    is_exact &= False if fits is None else fits
    is_exact &= (size == 0) | (size >= max(format.normal, format.subnormal))
    is_exact |= np.isinf(reference) & (sigma == 0)
    return sigma, np.where(is_exact, 0.0, _SIGMAS * sigma + last_place + format.normal)
