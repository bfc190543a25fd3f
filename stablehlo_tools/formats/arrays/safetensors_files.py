"""Arrays in .safetensors files, which the package `safetensors` reads."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from stablehlo_tools.formats.arrays.array_files import InvalidArrays
from stablehlo_tools.ir.arrays import Array, UnsupportedType, dtype_of
from stablehlo_tools.ir.types import element_type_named

# What the format calls types that are not called so in lower case.
_TYPES: Final = {
    "BOOL": "i1", "C64": "complex<f32>",
    "F8_E4M3": "f8E4M3FN", "F8_E5M2": "f8E5M2", "F8_E8M0": "f8E8M0FNU",
}  # fmt: skip


def arrays_in_safetensors(path: str | os.PathLike[str]) -> list[tuple[str, Array]]:
    """The arrays of a file with their names. Raises InvalidArrays, OSError and, without the package,
    ImportError.
    """
    import safetensors

    deserialize: Callable[[bytes], list[tuple[str, dict[str, Any]]]] = safetensors.deserialize
    data = Path(path).read_bytes()
    try:
        tensors = deserialize(data)
    except safetensors.SafetensorError as error:
        raise InvalidArrays(str(error)) from None
    return [(name, _array(name, each)) for name, each in tensors]


def _array(name: str, tensor: dict[str, Any]) -> Array:
    called = tensor["dtype"]
    try:
        type = element_type_named(_TYPES.get(called) or _signless(called.lower()))
        dtype = dtype_of(type)
    except UnsupportedType:
        raise InvalidArrays(f"{name} has elements of type {called}, which no argument has") from None
    array: Array = np.frombuffer(tensor["data"], dtype.newbyteorder("<")).reshape(tensor["shape"])
    return array


def _signless(name: str) -> str:
    """`ui8` for `u8`."""
    return f"ui{name[1:]}" if name[0] == "u" else name
