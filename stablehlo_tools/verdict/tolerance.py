"""Tolerances of array elements: set by the user, or derived from what is known of their rounding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import Array, element_type_of
from stablehlo_tools.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import info, spacing, wide


@dataclass(frozen=True)
class Allowance:
    """The absolute error that each element may have; `text` says what it is: `8 ULP`, `rtol 0.0001`.

    A bound of 0 asks for equal values, one of infinity allows any: rounding decides the element. Arrays must
    have the correlation `pcc`, if it is given.
    """

    text: str
    bound: Array | float = 0.0
    pcc: float | None = None
    is_estimate: bool = False

    def __add__(self, other: Allowance) -> Allowance:
        """The allowance for the difference of two inexact values."""
        text = self.text if self.text == other.text else f"{self.text}; {other.text}"
        return Allowance(text, self.bound + other.bound, None, self.is_estimate or other.is_estimate)

    def __getitem__(self, elements: slice) -> Allowance:
        """The allowance for some of the elements, in row-major order."""
        bound = self.bound.reshape(-1)[elements] if isinstance(self.bound, np.ndarray) else self.bound
        return Allowance(self.text, bound, None, self.is_estimate)


EXACT: Final = Allowance("exact")


@dataclass(frozen=True)
class Tolerance:
    """The user's tolerance instead of the defaults: all bounds that are not None must hold. None: exact.

    Elements may differ by `atol + rtol * |reference|`, or by `ulp` units in the last place; arrays must have
    the correlation `pcc`.
    """

    rtol: float | None = None
    atol: float | None = None
    ulp: float | None = None
    pcc: float | None = None

    @property
    def is_default(self) -> bool:
        """Whether no bound is set."""
        return self == Tolerance()

    def allowance(self, reference: Array) -> Allowance:
        """The allowance for the elements of a reference."""
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
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not None}
        return ", ".join(f"{name} {value:.3g}" for name, value in given.items()) or "exact"


DEFAULT: Final = Tolerance()


def _finite(values: Array) -> Array:
    return np.asarray(np.where(np.isfinite(values), values, 0.0))


def is_rounded(array: Array) -> bool:
    """Whether an array has elements that may be rounded: floats, or complex numbers."""
    return element_type_of(array.dtype).kind in ("float", "complex")


def units(reference: Array, count: float) -> Allowance:
    """So many units in the last place, or a number so small that engines flush it to zero."""
    with np.errstate(all="ignore"):
        return Allowance(f"{count:g} ULP", np.maximum(count * spacing(reference), flushed(reference.dtype)))


_FLUSHED: Final = 1e-30


def flushed(dtype: Dtype) -> float:
    """The greatest number that engines flush to zero: f16 and narrower are computed in f32, and are not."""
    if element_type_of(dtype).kind not in ("float", "complex") or dtype.itemsize < 2:
        return 0.0
    normal = float(info(dtype).smallest_normal)
    return normal if normal < _FLUSHED else 0.0


# Relative tolerances of types, for values whose rounding cannot be estimated; narrower types have few bits.
_OF_TYPES: Final = {"f64": 1e-9, "f32": 1e-4, "f16": 1e-2, "bf16": 2e-2}


def of_type(reference: Array, name: str = "") -> Allowance:
    """The tolerance of the type of an array, or of a type by name that values were rounded to before."""
    name = name or element_type_of(reference.dtype).name
    rtol = _OF_TYPES.get(name.removeprefix("complex<").removesuffix(">"), 0.25)
    return Tolerance(rtol=rtol).allowance(reference)
