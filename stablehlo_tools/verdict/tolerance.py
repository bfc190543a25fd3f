"""Tolerances of array elements: set by the user, or derived from known rounding errors."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from stablehlo_tools.diagnostics.spelling import require_one_of
from stablehlo_tools.ir.arrays import Array, element_type_of, is_inexact, wide
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import distances, info, spacing

ToleranceKind = Literal["estimated", "type"]
EdgeKind = Literal["pole", "end"]  # "end": the end of a function's domain, or a pole


@dataclass(frozen=True, eq=False)
class Envelope:
    """The results of correct implementations, around a `reference` without the roundings of its type.

    They spread by `sigma` and are off by at most `bound`: infinite where rounding decides, NaN where the
    reference is. `decision` says which decision of rounding the result depends on, or is empty.
    `find_near_edges` returns how far elements move if operands cross a pole or a jump, or also an end of a
    domain: infinite where they become NaN. `refused` returns a mask of the elements of an array that no
    correct implementation has, even where rounding decides. Errors vary as much as at most `most`
    independent ones do.
    """

    reference: Array
    sigma: Array
    bound: Array
    decision: str = ""
    find_near_edges: Callable[[EdgeKind], Array] | None = None
    refused: Callable[[Array], Array] | None = None
    most: float = math.inf

    def use(self, array: Array) -> Array:
        """The share of its bound that each element of an array uses; above 1, it is outside.

        It is NaN where this is undecidable: where rounding decides, or a pole is near.
        """
        with np.errstate(all="ignore"):
            got = wide(array) if is_inexact(array.dtype) else array
            is_same = (got == self.reference) | (np.isnan(got) & np.isnan(self.reference))
            error = np.where(is_same, 0.0, distances(wide(array), wide(self.reference)))
            error = np.where(np.isnan(error), np.inf, error)
            bound = self.judging(self.bound, array)
            share = np.where(error == 0, 0.0, error / bound)
        share = np.where(bound < np.inf, share, np.nan)
        return np.where(self.excused(share > 1, array), np.nan, share)

    def judging(self, bound: Array, *arrays: Array) -> Array:
        """The bound, set to 0 where an element of one of these arrays is refused."""
        if self.refused is None:
            return bound
        return np.where(functools.reduce(np.logical_or, map(self.refused, arrays)), 0.0, bound)

    def excused(self, beyond: Array, *arrays: Array) -> Array:
        """A mask of the elements beyond their bounds that rounding may move across a pole.

        Elements that are NaN in an array or the reference may also cross the end of a function's domain.
        """
        if self.find_near_edges is None or not beyond.any():
            return np.zeros(beyond.shape, bool)
        move = self.find_near_edges("pole")
        excused, sides = beyond & (move > 0), [wide(array) for array in arrays]
        if excused.any():
            with np.errstate(all="ignore"):
                near = [np.abs(side - self.reference) <= self.bound + move for side in sides]
            excused &= functools.reduce(np.logical_and, near, True) | (move == np.inf)
        is_nan = functools.reduce(np.logical_or, map(np.isnan, (self.reference, *sides)))
        is_nan &= beyond & ~excused
        return excused | (is_nan & (self.find_near_edges("end") == np.inf)) if is_nan.any() else excused

    def evidence(self, other: Envelope, array: Array) -> float:
        """The logarithm of the likelihood ratio of the errors of an array, by this envelope and by another.

        Errors are normal, and as large as they usually are. Of a single element, no more than `_MOST` counts.
        """
        with np.errstate(all="ignore"):
            errors = distances(wide(array), wide(self.reference)) / _OF_SIGMA
            own, others = (np.square(errors / wide(each.sigma)) for each in (self, other))
            logarithms = (others - own) / 2 - np.log(wide(self.sigma) / wide(other.sigma))
        return float(np.clip(logarithms[np.isfinite(logarithms)], -_MOST, _MOST).sum())

    def deviation(self, array: Array) -> tuple[float, Array]:
        """The root mean square error relative to that of sigma: of all elements, and by leading row.

        Errors in a row are often correlated, and its sigma may be small by chance: it is at least the median.
        """
        with np.errstate(all="ignore"):
            is_open = ~(self.bound < np.inf) | (self.sigma == 0)
            unit = np.max(self.sigma, where=~is_open, initial=0.0)  # squares of f64 may overflow
            errors = np.where(is_open, 0.0, distances(wide(array), wide(self.reference)) / unit)
            sigmas = np.where(is_open, 0.0, wide(self.sigma) / unit)
        rows = (errors.shape[0] if errors.ndim > 1 else 1, -1)
        row_sigmas = np.sqrt((sigmas.reshape(rows) ** 2).sum(-1))
        by_row = _ratio(errors.reshape(rows), np.maximum(row_sigmas, np.median(row_sigmas))[:, None])
        return float(_ratio(errors.reshape(1, -1), sigmas.reshape(1, -1))[0]), by_row

    @property
    def count(self) -> float:
        """The effective sample size: the number of independent errors of equal sigma that vary as much."""
        sigmas = wide(self.sigma[(self.bound < np.inf) & (self.sigma > 0)])
        squares = (sigmas / sigmas.max(initial=0.0)) ** 2
        return min(self.most, float(squares.sum() ** 2 / (squares**2).sum())) if squares.any() else 0.0


_OF_SIGMA: Final = 0.4  # the errors of engines that round as an estimate assumes
_MOST: Final = 4.0  # single faults prove nothing about other elements


def _ratio(errors: Array, sigmas: Array) -> Array:
    with np.errstate(all="ignore"):
        squares = (errors**2).sum(-1), (sigmas**2).sum(-1)
        return np.where(squares[0] == 0, 0.0, np.sqrt(squares[0] / squares[1]))


@dataclass(frozen=True)
class Allowance:
    """The absolute error that each element may have; `text` describes it: `8 ULP`, `rtol 0.0001`.

    A bound of 0 requires equal values; an infinite one allows any, since rounding decides the element. Arrays
    must have the correlation `pcc`, if given. Elements also agree if both are inside the `envelope`.
    """

    text: str
    bound: Array | float = 0.0
    pcc: float | None = None
    is_estimate: bool = False
    envelope: Envelope | None = None

    def __add__(self, other: Allowance) -> Allowance:
        """The allowance for the difference of two inexact values."""
        text = self.text if self.text == other.text else f"{self.text}; {other.text}"
        return Allowance(text, self.bound + other.bound, None, self.is_estimate or other.is_estimate)

    def __getitem__(self, elements: slice) -> Allowance:
        """The allowance for some of the elements, in row-major order."""
        bound = self.bound.reshape(-1)[elements] if isinstance(self.bound, np.ndarray) else self.bound
        return Allowance(self.text, bound, None, self.is_estimate)


SIGMAS: Final = 6.0  # correct results are within this multiple of the estimated spread
EXACT: Final = Allowance("exact")


@dataclass(frozen=True)
class Tolerance:
    """A tolerance set by the user, in place of the defaults.

    Elements may differ by `atol + rtol * |reference|` or by `ulp` units in the last place, whichever is
    larger; arrays must also have the correlation `pcc`. If none is set, the `kind` says whether tolerances
    are `estimated` or those of the `type`.
    """

    rtol: float | None = None
    atol: float | None = None
    ulp: float | None = None
    pcc: float | None = None
    kind: ToleranceKind = "estimated"

    def __post_init__(self) -> None:
        require_one_of(get_args(ToleranceKind), self.kind, "tolerance")
        for name, least in (("rtol", 0), ("atol", 0), ("ulp", 0), ("pcc", -1)):
            value = getattr(self, name)
            if value is not None and not value >= least:  # NaN is not
                raise ValueError(f"{name}: expected a number of at least {least}, got {value}")

    @property
    def is_default(self) -> bool:
        """Whether nothing is set."""
        return self == Tolerance()

    def allowance(self, reference: Array) -> Allowance:
        """The allowance for the elements of a reference."""
        bounds = (self.rtol, self.atol, self.ulp, self.pcc)
        if self.kind == "type" and bounds == (None,) * 4:
            return type_allowance(reference) if is_inexact(reference.dtype) else EXACT
        if self.pcc is not None and (self.rtol, self.atol, self.ulp) == (None, None, None):
            return Allowance(str(self), np.inf, self.pcc)
        with np.errstate(all="ignore"):
            bound = np.zeros(reference.shape)
            if self.rtol is not None:
                bound = bound + _finite(self.rtol * np.abs(wide(reference)))
            bound = bound + (self.atol or 0.0)
            if self.ulp is not None:
                bound = np.maximum(bound, self.ulp * spacing(reference))
        return Allowance(str(self), bound, self.pcc)

    def __str__(self) -> str:
        names = ("rtol", "atol", "ulp", "pcc")
        parameters = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return ", ".join(f"{name} {value:.3g}" for name, value in parameters.items()) or "exact"


DEFAULT: Final = Tolerance()


def _finite(values: Array) -> Array:
    return np.asarray(np.where(np.isfinite(values), values, 0.0))


def units(reference: Array, count: float) -> Allowance:
    """An allowance of `count` ULP, but not below the numbers that engines flush to zero."""
    with np.errstate(all="ignore"):
        return Allowance(f"{count:g} ULP", np.maximum(count * spacing(reference), flushed(reference.dtype)))


def is_narrow(dtype: Dtype) -> bool:
    """Whether a type has 16 bits or less: functions are computed in a wider one and rounded once."""
    return dtype.itemsize <= 2


_FLUSHED: Final = 1e-30


def flushed(dtype: Dtype) -> float:
    """The smallest normal number if engines flush smaller ones; 0 for f16 and 8 bits, computed in f32."""
    if not is_inexact(dtype) or dtype.itemsize < 2:
        return 0.0
    normal = float(info(dtype).smallest_normal)
    return normal if normal < _FLUSHED else 0.0


# Relative tolerances by type, for values whose rounding cannot be estimated; narrower types have few bits.
_OF_TYPES: Final = {"f64": 1e-9, "f32": 1e-4, "f16": 1e-2, "bf16": 2e-2}


def type_allowance(reference: Array) -> Allowance:
    """The tolerance of the type of an array."""
    name = element_type_of(reference.dtype).name
    rtol = _OF_TYPES.get(name.removeprefix("complex<").removesuffix(">"), 0.25)
    return Tolerance(rtol=rtol).allowance(reference)
