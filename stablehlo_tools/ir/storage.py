"""The storage of elements, as far as it is known without numpy: names of dtypes, ranges of floats."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import Final

from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, QuantizedType

_NAMES: Final = {"i1": "bool", "index": "int64", "tf32": "float32", "bf16": "bfloat16"}
_WITHOUT_DTYPE: Final = ("f80", "f128")


def _dtype_name(element_type: ElementType) -> str:
    name, kind = element_type.name, element_type.kind
    if kind == "complex":
        return f"complex{element_type.bits}"
    if kind != "float":
        return ("u" if kind == "unsigned" else "") + f"int{element_type.bits}"
    return f"float{element_type.bits}" if element_type.bits > 8 else f"float{name[1]}_{name[2:].lower()}"


# The dtypes of element types, by their names in numpy and in ml_dtypes.
DTYPE_NAMES: Final[Mapping[str, str]] = {
    name: _NAMES.get(name) or _dtype_name(row)
    for name, row in ELEMENT_TYPES.items()
    if name not in _WITHOUT_DTYPE
}

_OF_F32: Final = (2.0**-149, (2 - 2.0**-23) * 2.0**127)
_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "f4E2M1FN": (0.5, 6.0),
    "f6E2M3FN": (2.0**-3, 7.5),
    "f6E3M2FN": (2.0**-4, 28.0),
    "f8E3M4": (2.0**-6, 15.5),
    "f8E4M3": (2.0**-9, 240.0),
    "f8E4M3FN": (2.0**-9, 448.0),
    "f8E4M3FNUZ": (2.0**-10, 240.0),
    "f8E4M3B11FNUZ": (2.0**-13, 30.0),
    "f8E5M2": (2.0**-16, 57344.0),
    "f8E5M2FNUZ": (2.0**-17, 57344.0),
    "f8E8M0FNU": (2.0**-127, 2.0**127),
    "bf16": (2.0**-133, (2 - 2.0**-7) * 2.0**127),
    "f16": (2.0**-24, 65504.0),
    "tf32": _OF_F32,
    "f32": _OF_F32,
    "f64": (2.0**-1074, sys.float_info.max),
}


class UnsupportedType(ValueError):
    """An element type without a numpy dtype, or a dtype without an element type."""


def has_dtype(element_type: ElementType) -> bool:
    """Whether numpy has a type of elements."""
    return element_type.name in DTYPE_NAMES


def unsupported(element_type: ElementType | QuantizedType) -> UnsupportedType:
    """The error for a type of elements without a dtype."""
    return UnsupportedType(f"element type {element_type} is not supported: it has no numpy dtype")


def stored_type_of(element_type: ElementType | QuantizedType) -> ElementType:
    """The type of the elements as they are stored: a quantized type has another."""
    return element_type.storage_type if isinstance(element_type, QuantizedType) else element_type


def range_of(element_type: ElementType) -> tuple[float, float]:
    """The smallest and the greatest positive number of a floating-point type."""
    return _RANGES.get(element_type.name, (0.0, math.inf))  # others are beyond Python's floats
