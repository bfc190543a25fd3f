"""Relative errors of whole results, in norm."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.verdict.difference import distances


def relative_errors(arrays: Sequence[Array], references: Sequence[Array]) -> list[float]:
    """The norm of the difference of each result from its reference, relative to that of the reference.

    It is infinite if an element is finite on one side only. Elements that are the same infinity, or NaN, on
    both sides do not count.
    """
    return [_relative_error(*pair) for pair in zip(arrays, references, strict=True)]


def _relative_error(array: Array, reference: Array) -> float:
    if reference.dtype.kind not in "fc":
        return 0.0
    with np.errstate(all="ignore"):
        actual = wide(array).astype(reference.dtype)
        is_same = (actual == reference) | (np.isnan(actual) & np.isnan(reference))
        difference = np.where(is_same, 0.0, distances(actual, reference))
        if not np.isfinite(difference).all():
            return math.inf
        return _ratio(float(np.linalg.norm(difference)), _norm(reference))


def _norm(reference: Array) -> float:
    return float(np.linalg.norm(np.where(np.isfinite(reference), np.abs(reference), 0.0)))


def _ratio(error: float, size: float) -> float:
    return 0.0 if error == 0 else error / size if size else math.inf


def estimated_error(power: float, array: Array, reference: Array) -> float:
    """The relative error of an array and of noise of this power together."""
    return math.hypot(_ratio(math.sqrt(power), _norm(reference)), _relative_error(array, reference))
