"""Arrays compared with what was expected of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.constants import UnsupportedType, element_type_of, plain
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, part_of

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
    array: Array,
    expected: Array,
    type: TensorType,
    rtol: float | None = None,
    atol: float | None = None,
    *,
    through: ElementType | None = None,
) -> Verdict:
    """Compare an array of `type` with what was expected of it.

    Elements may differ by `atol + rtol * |expected|`; those that are None are the usual ones of the type, or
    of `through` if that is narrower: what the values were rounded to on the way (see `roundings.narrowest`).
    """
    if array.shape != expected.shape or array.dtype != expected.dtype:
        return Verdict(False, [f"got {_type_of(array)}, expected {_type_of(expected)}"])
    own, usual, where = _tolerance(type), _tolerance(type), ""
    if through is not None and own != _EXACT and own < _tolerance_of(through):
        usual, where = _on_the_way(through, expected), f" for {through} on the way"
    is_usual = rtol is None and atol is None
    rtol, atol = usual[0] if rtol is None else rtol, usual[1] if atol is None else atol
    found = differences(array, expected, rtol, atol)
    tolerance = f"rtol {rtol:g}, atol {atol:.3g}{where if is_usual else ''}"
    excess = _excess_precision(through, array, expected, own if is_usual else (rtol, atol), usual)
    if not found.differing:
        return Verdict(True, [f"greatest error {found.greatest_error:.3g} ({tolerance})", *excess])
    got, wanted = (plain(np.asarray(each[found.worst])) for each in (array, expected))
    errors = _errors(got.item(), wanted.item())
    lines = [
        f"{found.differing:,} of {array.size:,} elements differ ({tolerance})",
        f"worst at {list(found.worst)}: got {got!s}, expected {wanted!s}, {errors}",
        *excess,
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
    return _tolerance_of(element_type)


def _tolerance_of(element_type: ElementType) -> tuple[float, float]:
    return _TOLERANCES.get(part_of(element_type).name, (0.25, 0.25))  # f8 and below have two or three bits


def _on_the_way(through: ElementType, expected: Array) -> tuple[float, float]:
    """The tolerance for what was rounded before it was added up: small elements are off as large ones are."""
    rtol, atol = _tolerance_of(through)
    sizes = np.abs(expected[np.isfinite(expected)])
    return rtol, atol * max(1.0, float(sizes.max(initial=0)))


_IN_EXCESS = ("f16", "bf16")


def _excess_precision(
    through: ElementType | None,
    array: Array,
    expected: Array,
    wanted: tuple[float, float],
    explained: tuple[float, float],
) -> list[str]:
    """That XLA may have rounded less often, where what is too much for the tolerance wanted is that small."""
    if through is None or through.name not in _IN_EXCESS:
        return []
    is_exceeded = differences(array, expected, *wanted).differing
    if not is_exceeded or differences(array, expected, *explained).differing:
        return []
    return [
        f"that much is explained by rounding to {through} on the way, which XLA leaves out where it can: "
        "--xla_allow_excess_precision=false forbids that"
    ]


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
