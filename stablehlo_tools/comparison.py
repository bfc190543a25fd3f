"""Arrays compared with what was expected of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.types import QuantizedType, TensorType, part_of
from stablehlo_tools.values import UnsupportedType, element_type_of, plain

Array = npt.NDArray[Any]

# (rtol, atol); other engines add in another order and have other transcendental functions
_TOLERANCES = {"f64": (1e-9, 1e-11), "f32": (1e-4, 1e-5), "f16": (1e-2, 1e-3), "bf16": (2e-2, 1e-2)}
_EXACT = (0.0, 0.0)


class Comparison(NamedTuple):
    """How an array differs from what was expected; `worst` is the index of the element furthest off."""

    differing: int
    worst: tuple[int, ...]
    greatest_error: float


class Verdict(NamedTuple):
    """Whether an array is as expected, and lines that say how near it is."""

    agrees: bool
    lines: list[str]


def judge(
    array: Array, expected: Array, type: TensorType, rtol: float | None = None, atol: float | None = None
) -> Verdict:
    """Compare an array of `type` with what was expected of it.

    Elements may differ by `atol + rtol * |expected|`; those that are None are the usual ones of the type.
    """
    if array.shape != expected.shape or array.dtype != expected.dtype:
        return Verdict(False, [f"got {_type_of(array)}, expected {_type_of(expected)}"])
    default = _tolerance(type)
    rtol, atol = default[0] if rtol is None else rtol, default[1] if atol is None else atol
    found = differences(array, expected, rtol, atol)
    tolerance = f"rtol {rtol:g}, atol {atol:g}"
    if not found.differing:
        return Verdict(True, [f"greatest error {found.greatest_error:.3g} ({tolerance})"])
    got, wanted = (plain(np.asarray(each[found.worst])) for each in (array, expected))
    errors = _errors(got.item(), wanted.item())
    lines = [
        f"{found.differing:,} of {array.size:,} elements differ ({tolerance})",
        f"worst at {list(found.worst)}: got {got!s}, expected {wanted!s}, {errors}",
    ]
    return Verdict(False, lines)


def _type_of(array: Array) -> str:
    try:
        return str(TensorType(array.shape, element_type_of(array.dtype)))
    except UnsupportedType:
        return f"{array.dtype} of shape {list(array.shape)}"


def _errors(got: complex, wanted: complex) -> str:
    error, size = abs(got - wanted), abs(wanted)
    return f"error {error:.3g}, relative {error / size if size else math.inf:.3g}"


def _tolerance(type: TensorType) -> tuple[float, float]:
    element_type = type.element_type
    if isinstance(element_type, QuantizedType) or element_type.kind not in ("float", "complex"):
        return _EXACT
    part = part_of(element_type)
    return _TOLERANCES.get(part.name, (0.25, 0.25))  # f8 and below have two or three bits


def differences(value: Array, expected: Array, rtol: float, atol: float) -> Comparison:
    """Compare arrays of one shape and type: NaN equals NaN, infinities equal themselves."""
    wide = np.complex128 if value.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        got, wanted = value.astype(wide), expected.astype(wide)
        same = (value == expected) | (np.isnan(got) & np.isnan(wanted))
        error = np.where(same, 0.0, np.abs(got - wanted))
        error[np.isnan(error)] = np.inf
        if value.dtype.kind in "iu":  # a float64 may not tell two large integers apart
            error = np.where(same, 0.0, np.maximum(error, 1.0))
        allowed = atol + rtol * np.abs(wanted)
        excess = np.where(np.isfinite(error) & (allowed > 0), error / allowed, error)
        differs = ~same & ~(np.isfinite(error) & (error <= allowed))
    if not value.size:
        return Comparison(0, (), 0.0)
    worst = np.unravel_index(int(excess.argmax()), excess.shape)
    return Comparison(int(np.count_nonzero(differs)), tuple(map(int, worst)), float(error.max()))
