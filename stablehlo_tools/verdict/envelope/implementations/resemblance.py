"""Finds the known deviations that errors too large for rounding resemble.

An array that is much closer to the results with a deviation than to the reference looks as if it was computed
so. If only some factors are rounded, or if errors grow until they depend on each other, it is not closer, but
most of its elements are off to the same side, which they would not be with other roundings of this size.
Where few roundings move all elements, such as that of a norm, either may be so by chance.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.interpret.checks.inputs import Inputs
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.verdict.envelope.implementations.deviations import (
    DEVIATIONS,
    DeviatingExecution,
    Deviation,
)
from stablehlo_tools.verdict.tolerance import Envelope

_NEARER: Final = 0.5  # of the distance from the reference
_MANY: Final = 16  # independent errors; fewer are near by chance more often
_FARTHER: Final = 2.0  # times as far are the results of other roundings of this size
_ALIKE: Final = 0.3  # of the elements that are off: how many more are off to the same side than to the other
_CHANCE: Final = 4.0  # standard deviations of that share for errors that have nothing to do with each other
_SIZES: Final = 5.0  # factor between errors that are about as large


class Resemblance(NamedTuple):
    """The known deviations that a wrong result resembles, of which there may be none, and how closely."""

    deviations: Sequence[str]
    is_rough: bool

    def __str__(self) -> str:
        """`as if computed with products in TF32`; empty if there are none."""
        deviations = " or ".join(self.deviations)
        return f"{'roughly ' * self.is_rough}as if computed {deviations}" if deviations else ""


def resemblance(
    program: tuple[Module, str, Inputs, RunOptions], index: int, array: Array, envelope: Envelope
) -> Resemblance:
    """The deviations that a wrong result resembles most: several if their results are the same."""
    execution = DeviatingExecution(program, index)
    errors = _Errors.between(array, envelope)
    found = [(_unlikeness(errors, execution, deviation), deviation.text) for deviation in DEVIATIONS]
    least = min(unlikeness for unlikeness, _ in found)
    texts = dict.fromkeys(text for unlikeness, text in found if unlikeness == least < 1)
    return Resemblance(list(texts), least >= _NEARER)


def _unlikeness(errors: _Errors, execution: DeviatingExecution, deviation: Deviation) -> float:
    """0 for errors as if by this deviation, at least `_NEARER` for those roughly so, and 1 for others."""
    result = execution.result(deviation)
    if result is None or not errors.are_infinite_as(result):
        return 1.0
    result = wide(result)
    if errors.are_finite_ones_right:
        return 0.0 if errors.is_infinite.any() else 1.0
    distance = errors.distance(result)
    share = errors.likeness(result) if deviation.others else 0.0
    if distance >= _NEARER and share < _ALIKE:
        return 1.0
    others = list(map(wide, execution.others(deviation)))
    count = errors.independent([result, *others])
    if distance < _NEARER * min(1.0, count / _MANY) ** 2:
        return distance if all(errors.distance(each) > _FARTHER * distance for each in others) else 1.0
    unrelated = max((abs(errors.likeness(each)) for each in others), default=0.0)
    return 1.0 - share * _NEARER if share > max(unrelated + _ALIKE, _CHANCE / np.sqrt(count)) else 1.0


@dataclass(frozen=True)
class _Errors:
    """The errors of a wrong result in the elements whose envelope is known."""

    wrong: Array
    reference: Array
    sigma: Array
    bound: Array
    is_known: Array

    @staticmethod
    def between(array: Array, envelope: Envelope) -> _Errors:
        is_known = (envelope.bound < np.inf) & np.isfinite(envelope.reference)
        return _Errors(wide(array), wide(envelope.reference), envelope.sigma, envelope.bound, is_known)

    @functools.cached_property
    def is_finite(self) -> Array:
        return self.is_known & np.isfinite(self.wrong)

    @property
    def is_infinite(self) -> Array:
        """Or NaN, unlike the reference."""
        return self.is_known & ~self.is_finite

    @property
    def are_finite_ones_right(self) -> bool:
        with np.errstate(invalid="ignore"):
            is_right = np.abs(self.wrong - self.reference) <= self.bound
        return bool(is_right[self.is_finite].all())

    @functools.cached_property
    def size(self) -> float:
        return self._from(self.reference)

    @functools.cached_property
    def _units(self) -> Array:
        return np.where(self.bound > 0, self.bound, 1.0)

    def are_infinite_as(self, result: Array) -> bool:
        """Whether infinite and NaN elements are those of this result."""
        if result.shape != self.wrong.shape:
            return False
        return np.array_equal(self.wrong[self.is_infinite], result[self.is_infinite], equal_nan=True)

    def distance(self, result: Array) -> float:
        """The distance from this result, as a share of that from the reference."""
        return self._from(result) / self.size

    def _from(self, result: Array) -> float:
        """The root mean square of the distances, in bounds: those of small elements may be far smaller."""
        with np.errstate(all="ignore"):
            sizes = (np.abs(self.wrong - result) / self._units)[self.is_finite]
            greatest = float(sizes.max(initial=0.0))  # its square may overflow
            return greatest * float(np.sqrt(np.mean((sizes / greatest) ** 2))) if greatest else 0.0

    def independent(self, results: Sequence[Array]) -> float:
        """The number of independent errors by which roundings of the same size may have moved results.

        Directions in a space of so many dimensions have angles like those of the errors.
        """
        size = float(max(1, int(np.count_nonzero(self.is_finite))))
        with np.errstate(all="ignore"):
            moves = [_parts(((each - self.reference) / self._units)[self.is_finite]) for each in results]
            directions = [move / np.linalg.norm(move) for move in moves]
            squares = [float(np.vdot(a, b)) ** 2 for a, b in itertools.combinations(directions, 2)]
            count = float(1 / np.mean(squares)) if squares else size
        return size if np.isnan(count) else min(size, count)

    def likeness(self, result: Array) -> float:
        """The share of elements off to the same side as in this result, minus that of those off to the other.

        It is 0 if errors are of another size. Signs do not depend on the few elements that a decision moves
        farther than any rounding.
        """
        with np.errstate(all="ignore"):
            errors, others = (
                _parts((each - self.reference)[self.is_finite]) for each in (self.wrong, result)
            )
        sigma = np.repeat(self.sigma[self.is_finite], 2 if np.iscomplexobj(self.reference) else 1)
        is_off = np.abs(others) > sigma
        if not is_off.any():
            return 0.0
        errors, others = np.where(np.abs(errors) > sigma, errors, 0.0)[is_off], others[is_off]
        share = float(np.mean(np.sign(errors) * np.sign(others)))
        sizes = float(np.median(np.abs(errors)) / np.median(np.abs(others)))
        return share if 1 / _SIZES < sizes < _SIZES else 0.0


def _parts(array: Array) -> Array:
    """The elements, or the real and imaginary parts of complex ones."""
    return array.view(np.float64) if np.iscomplexobj(array) else array
