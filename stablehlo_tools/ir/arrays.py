"""The numpy dtypes of element types; floats, bit patterns and storage of arrays."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.storage import DTYPE_NAMES, UnsupportedType, stored_type_of, unsupported
from stablehlo_tools.ir.types import ELEMENT_TYPES, Dim, ElementType, QuantizedType, TensorType, Type, part_of

Array = npt.NDArray[Any]


# -- element types and dtypes -------------------------------------------------------------------


_DTYPES = {name: np.dtype(getattr(ml_dtypes, dtype, dtype)) for name, dtype in DTYPE_NAMES.items()}
_ELEMENT_TYPES = {
    dtype: ELEMENT_TYPES[name] for name, dtype in _DTYPES.items() if name not in ("index", "tf32")
}
_INEXACT = frozenset(dtype for dtype, type in _ELEMENT_TYPES.items() if type.kind in ("float", "complex"))


def dtype_of(element_type: ElementType | QuantizedType) -> np.dtype[Any]:
    """The dtype of arrays of this element type; for a quantized type, of its storage type."""
    dtype = _DTYPES.get(stored_type_of(element_type).name)
    if dtype is None:
        raise unsupported(element_type)
    return dtype


def element_type_of(dtype: npt.DTypeLike) -> ElementType:
    """The element type of arrays of this dtype."""
    element_type = _ELEMENT_TYPES.get(np.dtype(dtype))
    if element_type is None:
        raise UnsupportedType(f"numpy dtype {np.dtype(dtype)} has no StableHLO element type")
    return element_type


def is_inexact(dtype: np.dtype[Any]) -> bool:
    """Whether arrays of this dtype have floats or complex numbers: narrow ones are of kind V, as int4 is."""
    return dtype in _INEXACT


# -- floats and bit patterns --------------------------------------------------------------------


def admits(type: TensorType, shape: tuple[int, ...]) -> bool:
    """Whether a shape is compatible with the type's shape."""
    return type.shape is None or (len(type.shape) == len(shape) and all(map(_admits, type.shape, shape)))


def _admits(dimension: int | Dim, size: int) -> bool:
    return dimension.low <= size <= dimension.high if isinstance(dimension, Dim) else dimension == size


def is_of(array: Array, type: TensorType) -> bool:
    """Whether the dtype and the shape of an array are those of the type."""
    return array.dtype == dtype_of(type.element_type) and admits(type, array.shape)


def as_type(array: Array, type: Type) -> Array:
    """`array` in native byte order, with raw bytes viewed as the element type of `type`.

    The .npy format has no names for the types of ml_dtypes: bf16, f8 ... are stored as `|V2`, `|V1`.
    """
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.dtype.kind == "V" and array.dtype.names is None and isinstance(type, TensorType):
        dtype = dtype_of(type.element_type)
        if dtype.itemsize == array.dtype.itemsize and dtype.type.__module__.startswith("ml_dtypes"):
            return array.view(dtype)
    return array


def described(array: Array) -> str:
    """The type of an array, for messages."""
    try:
        return str(TensorType(array.shape, element_type_of(array.dtype)))
    except UnsupportedType:
        return f"an array of {array.dtype} of shape {list(array.shape)}"


def without_repeats(array: Array) -> Array:
    """The elements of an array, of which broadcasting makes all: a view with size 1 along such axes."""
    return array[tuple([slice(None if stride else 1) for stride in array.strides])]


def plain(array: Array) -> Array:
    """The array in a dtype that numpy prints and computes with: f32 for bf16 and narrower, int8 for int4."""
    if array.dtype.type.__module__.startswith("ml_dtypes") or array.dtype == np.float16:
        is_integer = array.dtype in (ml_dtypes.int2, ml_dtypes.int4, ml_dtypes.uint2, ml_dtypes.uint4)
        return array.astype(np.int8 if is_integer else np.float32)
    return array


def storable(array: Array) -> Array:
    """The array as .npy files can store it: elements of ml_dtypes as raw bytes.

    `array.view(ml_dtypes.bfloat16)` and the like restore them.
    """
    is_named = not array.dtype.type.__module__.startswith("ml_dtypes")
    return array if is_named else array.view(np.dtype(("V", array.dtype.itemsize)))


def round_to(values: Array, element_type: ElementType) -> Array:
    """float64 `values` rounded to the nearest floats of `element_type`, ties to even.

    A cast by ml_dtypes rounds twice, first to float32. Rounding to odd in that first step makes the second
    one correct, since float32 has at least two more bits than the narrower type (Boldo and Melquiond 2008).
    """
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        if element_type.name in ("f16", "f32", "f64"):
            return np.asarray(values.astype(dtype_of(element_type)))
        if element_type.name == "f8E8M0FNU":  # has no zero: tiny values round to its smallest
            values = np.where((values >= 0) & (values <= 1.5 * 2.0**-127), 2.0**-127, values)
        rounded = _round_to_odd(values)
        if element_type.name == "tf32":
            return round_to_tf32(rounded)
        return np.asarray(rounded.astype(dtype_of(element_type)))


def round_to_tf32(values: Array) -> Array:
    """float32 `values` rounded to the 10 bits of mantissa of tf32, ties to even."""
    bits = values.view(np.uint32)
    rounded = np.asarray((bits + 0xFFF + (bits >> 13 & 1)) & ~np.uint32(0x1FFF)).view(np.float32)
    return np.where(np.isfinite(values), rounded, values)


def to_float64(array: Array) -> Array:
    """The array as float64, without numpy's warnings about NaNs of the narrow types."""
    with np.errstate(invalid="ignore"):
        return array.astype(np.float64)


def wide(array: Array) -> Array:
    """The array as float64 or complex128."""
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _round_to_odd(values: Array) -> Array:
    """float64 `values` rounded to float32: towards zero, with the last bit set if inexact."""
    nearest = np.asarray(values.astype(np.float32))
    widened = nearest.astype(np.float64)
    towards_zero = nearest.view(np.uint32) - (np.abs(widened) > np.abs(values))
    return np.asarray(towards_zero | (widened != values), np.uint32).view(np.float32)


def from_bits(bits: Array, element_type: ElementType) -> Array:
    """The elements with these bit patterns, unsigned integers of the storage width."""
    if element_type.kind == "boolean":
        return np.asarray(bits != 0)
    if element_type.name == "tf32":
        return np.asarray(bits << 13).view(np.float32)
    if element_type.bits < 8:
        bits = np.asarray(bits & (1 << element_type.bits) - 1, np.uint8)
    return bits.view(dtype_of(element_type))


def to_bits(array: Array, element_type: ElementType) -> Array:
    """The bit patterns of elements; for complex ones, of alternating parts along the last axis."""
    part = part_of(element_type)
    bits = array.view(f"u{dtype_of(part).itemsize}")
    if part.name == "tf32":
        return bits >> 13
    return bits & (1 << part.bits) - 1 if part.bits < 8 else bits


def to_storage(elements: Array, element_type: ElementType) -> bytes:
    """The bytes that represent a flat array of elements in a blob, little-endian."""
    bits = to_bits(elements, element_type)
    if part_of(element_type).name == "tf32":
        bits = np.ascontiguousarray(bits).view(np.uint8).reshape(-1, 4)[:, :3]
    return bits.tobytes()


def from_storage(data: bytes | memoryview, element_type: ElementType) -> Array:
    """The flat array of elements that the bytes of a blob represent."""
    part = part_of(element_type)
    if part.name == "tf32":  # three bytes each
        data = np.pad(np.frombuffer(data, np.uint8).reshape(-1, 3), ((0, 0), (0, 1))).tobytes()
    bits = np.frombuffer(data, f"<u{dtype_of(part).itemsize}")
    return from_bits(bits, part).view(dtype_of(element_type))
