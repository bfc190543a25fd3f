"""The difference of two arrays in numbers: absolute, relative, in ULP, correlation, NaN and infinity."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, Final

import ml_dtypes
import numpy as np

from stablehlo_tools.ir.arrays import Array, plain, wide


@dataclass(frozen=True)
class Difference:
    """The difference of an array from a reference of the same type.

    `differing` counts elements with different values; NaN equals NaN. `worst` is the index of the largest
    error, and `values` are both elements there. Errors are infinite where only one of the two is finite.
    `max_ulp` is in ULP of the reference, `pcc` is Pearson's correlation coefficient, `cosine` the cosine of
    the angle between both: None where undefined. `nan` and `inf` count NaN and infinities in (array,
    reference).
    """

    size: int
    differing: int
    worst: tuple[int, ...]
    values: tuple[Any, Any]
    max_abs: float
    max_rel: float
    max_ulp: float
    pcc: float | None
    cosine: float | None
    nan: tuple[int, int]
    inf: tuple[int, int]
    zero_signs: int = 0

    @property
    def is_none(self) -> bool:
        """Whether both arrays are the same, apart from the bits of NaN."""
        return not self.differing and not self.zero_signs


def measure(array: Array, reference: Array) -> Difference:
    """The difference of an array from a reference of the same shape and element type."""
    with np.errstate(all="ignore"):
        got, expected = wide(array), wide(reference)
        errors = _errors(array, reference, got, expected)
        relative = np.where(errors == 0, 0.0, errors / np.abs(expected))
        relative[np.isnan(relative)] = np.inf
        units = np.where(errors == 0, 0.0, errors / spacing(reference))
        units[np.isnan(units)] = np.inf
        worst = worst_place(errors, relative)
        return Difference(
            size=array.size,
            differing=int(np.count_nonzero(errors)),
            worst=worst,
            values=(number_at(array, worst), number_at(reference, worst)),
            max_abs=_greatest(errors),
            max_rel=_greatest(relative),
            max_ulp=_greatest(units),
            pcc=correlation(got, expected, is_centred=True),
            cosine=correlation(got, expected, is_centred=False),
            nan=(int(np.isnan(got).sum()), int(np.isnan(expected).sum())),
            inf=(int(np.isinf(got).sum()), int(np.isinf(expected).sum())),
            zero_signs=_zero_signs(got, expected),
        )


def errors_of(array: Array, reference: Array) -> Array:
    """The absolute error of each element: 0 for NaN in both, infinite for NaN or infinity in one of them."""
    with np.errstate(all="ignore"):
        return _errors(array, reference, wide(array), wide(reference))


def _errors(array: Array, reference: Array, got: Array, expected: Array) -> Array:
    """`errors_of`, given both arrays also widened."""
    with np.errstate(all="ignore"):
        same = (array == reference) | (np.isnan(got) & np.isnan(expected))
        errors = distances(got, expected)
        if array.dtype.kind in "iu":
            errors = np.maximum(errors, 1.0)  # distinct large integers may be equal as float64
        errors = np.asarray(np.where(same, 0.0, errors))
        errors[np.isnan(errors)] = np.inf
    return errors


def distances(a: Array, b: Array) -> Array:
    """The magnitude of each difference; parts of complex numbers that are the same infinity are not apart."""
    apart = np.asarray(a - b)
    if apart.dtype.kind == "c" and not np.isfinite(apart).all():
        apart.real[a.real == b.real] = 0
        apart.imag[a.imag == b.imag] = 0
    return np.asarray(np.abs(apart, out=None if apart.dtype.kind == "c" else apart))


def spacing(reference: Array) -> Array:
    """The ULP of each element: 1 for integers, that of the magnitude for complex numbers."""
    dtype = reference.dtype
    if dtype.kind in "biu" or plain(reference).dtype.kind in "biu":
        return np.ones(reference.shape)
    numbers = info(dtype)
    magnitudes = np.asarray(np.abs(wide(reference)))
    np.fmin(magnitudes, float(numbers.max), out=magnitudes)  # also for NaN
    np.maximum(magnitudes, float(numbers.smallest_normal), out=magnitudes)
    bits = magnitudes.view(np.int64)
    bits &= _EXPONENT
    magnitudes *= float(numbers.eps)
    return magnitudes


_EXPONENT: Final = 0x7FF << 52  # the exponent bits of a float64


@functools.cache
def info(dtype: np.dtype[Any]) -> Any:
    """The `finfo` of a float type, or of the parts of a complex type."""
    part = dtype if dtype.kind != "c" else np.dtype(f"f{dtype.itemsize // 2}")
    return ml_dtypes.finfo(part)  # type: ignore[no-untyped-call]


def without_subnormals(array: Array, dtype: np.dtype[Any]) -> Array:
    """An array with the numbers, or parts, that are subnormal in `dtype` as zeros; itself if none is."""
    if array.dtype.kind == "c":
        parts = np.ascontiguousarray(array).view(f"f{array.itemsize // 2}")
        flushed = without_subnormals(parts, dtype)
        return array if flushed is parts else flushed.view(array.dtype).reshape(array.shape)
    with np.errstate(invalid="ignore"):  # bfloat16 raises it for NaN
        small = (np.abs(array) < info(dtype).smallest_normal) & (array != 0)
    return np.where(small, np.copysign(array.dtype.type(0), array), array) if small.any() else array


def same_bits(array: Array, reference: Array) -> bool:
    """Whether both arrays have the same bytes."""
    if array.shape != reference.shape or array.dtype != reference.dtype:
        return False
    return array is reference or np.array_equal(_words(array), _words(reference))


def same_result(first: Any, second: Any) -> bool:
    """Whether two results, which are not tuples, have the same bits; tokens always have."""
    if first is None or second is None:
        return first is second
    return same_bits(np.asarray(first), np.asarray(second))


def _words(array: Array) -> Array:
    return np.ascontiguousarray(array).reshape(-1).view(f"u{min(array.itemsize, 8)}")


def worst_place(measured: Array, otherwise: Array) -> tuple[int, ...]:
    """The index of the largest measure; ties are broken by the largest of another."""
    if not measured.size:
        return ()
    place = int(np.where(measured == measured.max(), otherwise, -1.0).argmax())
    return tuple(int(index) for index in np.unravel_index(place, measured.shape))


def number_at(array: Array, index: tuple[int, ...]) -> Any:
    """An element as a Python number; None for an empty array."""
    return plain(np.asarray(array[index])).item() if array.size else None


def _greatest(errors: Array) -> float:
    return float(errors.max()) if errors.size else 0.0


def correlation(got: Array, expected: Array, *, is_centred: bool) -> float | None:
    """The normalized dot product, with means subtracted if `is_centred`; None if not finite."""
    if not got.size:
        return None
    if is_centred:
        got, expected = got - got.mean(), expected - expected.mean()
    product = np.vdot(expected, got)
    lengths = math.sqrt(float(np.vdot(got, got).real)) * math.sqrt(float(np.vdot(expected, expected).real))
    value = float(product.real) / lengths if lengths > 0 else math.nan
    return max(-1.0, min(1.0, value)) if math.isfinite(value) else None


def _zero_signs(got: Array, expected: Array) -> int:
    """The number of zeros with different signs, in either part if complex."""
    is_complex = got.dtype.kind == "c"
    parts = [(got.real, expected.real), (got.imag, expected.imag)] if is_complex else [(got, expected)]
    differ = [(a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b)) for a, b in parts]
    return int(np.count_nonzero(np.logical_or.reduce(differ)))
