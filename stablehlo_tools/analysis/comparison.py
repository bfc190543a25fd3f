"""Comparison of arrays with expected ones, within a tolerance that depends on the element type."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.constants import UnsupportedType, element_type_of, plain
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, part_of

Array = npt.NDArray[Any]

# (rtol, atol), since other engines sum in a different order and have different transcendental functions
_TOLERANCES = {"f64": (1e-9, 1e-11), "f32": (1e-4, 1e-5), "f16": (1e-2, 1e-3), "bf16": (2e-2, 1e-2)}
_EXACT = (0.0, 0.0)


class ArrayComparison(NamedTuple):
    """The difference of two arrays; `worst` is the index of the element with the largest excess error."""

    differing: int
    worst: tuple[int, ...]
    greatest_error: float


class ArrayVerdict(NamedTuple):
    """Whether an array agrees with the expected one, and lines of text with the errors."""

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
) -> ArrayVerdict:
    """Compare an array of `type` with the expected one.

    Elements may differ by `atol + rtol * |expected|`. A tolerance of None is the default of the type, or of
    `through` if that is narrower: the type that intermediate values were rounded to (see
    `roundings.narrowest_types`).
    """
    if array.shape != expected.shape or array.dtype != expected.dtype:
        return ArrayVerdict(False, [f"got {_type_of(array)}, expected {_type_of(expected)}"])
    own, default, reason = _tolerance(type), _tolerance(type), ""
    if through is not None and own != _EXACT and own < tolerance_of(through):
        default, reason = _tolerance_through(through, expected), f" for intermediate `{through}`"
    is_default = rtol is None and atol is None
    rtol, atol = default[0] if rtol is None else rtol, default[1] if atol is None else atol
    found = differences(array, expected, rtol, atol)
    tolerance = f"rtol {rtol:g}, atol {atol:.3g}{reason if is_default else ''}"
    excess = _excess_precision(through, array, expected, own if is_default else (rtol, atol), default)
    if not found.differing:
        return ArrayVerdict(True, [f"maximum error {found.greatest_error:.3g} ({tolerance})", *excess])
    got, wanted = (plain(np.asarray(each[found.worst])) for each in (array, expected))
    errors = _errors(got.item(), wanted.item())
    lines = [
        f"{found.differing:,} of {array.size:,} elements differ ({tolerance})",
        f"worst at {list(found.worst)}: got {got!s}, expected {wanted!s}, {errors}",
        *excess,
    ]
    return ArrayVerdict(False, lines)


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
    return tolerance_of(element_type)


def tolerance_of(element_type: ElementType) -> tuple[float, float]:
    """The default (rtol, atol) of a type of floats, or of complex numbers."""
    return _TOLERANCES.get(part_of(element_type).name, (0.25, 0.25))  # f8 and below have two or three bits


def _tolerance_through(through: ElementType, expected: Array) -> tuple[float, float]:
    """The tolerance for intermediate values in a narrower type.

    The absolute part scales with the largest element: if large values were rounded and then added up, small
    results are off by as much as large ones.
    """
    rtol, atol = tolerance_of(through)
    sizes = np.abs(expected[np.isfinite(expected)])
    return rtol, atol * max(1.0, float(sizes.max(initial=0)))


_EXCESS_PRECISION_TYPES = ("f16", "bf16")


def _excess_precision(
    through: ElementType | None,
    array: Array,
    expected: Array,
    wanted: tuple[float, float],
    explained: tuple[float, float],
) -> list[str]:
    """A note on XLA's excess precision, if errors exceed `wanted` but not the `explained` tolerance."""
    if through is None or through.name not in _EXCESS_PRECISION_TYPES:
        return []
    is_exceeded = differences(array, expected, *wanted).differing
    if not is_exceeded or differences(array, expected, *explained).differing:
        return []
    return [
        f"the errors are explained by intermediate rounding to `{through}`, which XLA omits where it can; "
        "disable that with `--xla_allow_excess_precision=false`"
    ]


def differences(value: Array, expected: Array, rtol: float, atol: float) -> ArrayComparison:
    """Compare arrays of one shape and type: NaN equals NaN, infinities equal themselves."""
    wide = np.complex128 if value.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        got, wanted = value.astype(wide), expected.astype(wide)
        same = (value == expected) | (np.isnan(got) & np.isnan(wanted))
        error = np.where(same, 0.0, np.abs(got - wanted))
        error[np.isnan(error)] = np.inf
        if value.dtype.kind in "iu":  # distinct large integers may be equal as float64
            error = np.where(same, 0.0, np.maximum(error, 1.0))
        allowed = atol + rtol * np.abs(wanted)
        excess = np.where(np.isfinite(error) & (allowed > 0), error / allowed, error)
        differs = ~same & ~(np.isfinite(error) & (error <= allowed))
    if not value.size:
        return ArrayComparison(0, (), 0.0)
    worst = np.unravel_index(int(excess.argmax()), excess.shape)
    return ArrayComparison(int(np.count_nonzero(differs)), tuple(map(int, worst)), float(error.max()))
