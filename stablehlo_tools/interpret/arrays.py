"""Arrays in the interpreter: read-only views, rank-0 scalars, their memory."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from stablehlo_tools.ir.types import TensorType, Type

# Smaller buffers are neither released early nor reused: the bookkeeping costs more than it saves.
LARGE = 1 << 14


def flat(values: Iterable[Any]) -> Iterator[Any]:
    """Operands or results one by one, without groups and tuples."""
    for value in values:
        if isinstance(value, tuple | list):
            yield from flat(value)
        else:
            yield value


def read_only(value: Any) -> Any:
    """`value` as a read-only view, if it is an array."""
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            value = value.view()
            value.setflags(write=False)
        return value
    if isinstance(value, tuple):
        return tuple(map(read_only, value))
    return value.read_only() if hasattr(value, "read_only") else value  # of a domain that writes in place


def is_scalar(type: Type) -> bool:
    """Whether `type` is a tensor of rank 0."""
    return isinstance(type, TensorType) and type.shape == ()


def as_scalar(value: Any, type: Type) -> Any:
    """`value` of this type as a frame stores it: a numpy scalar for a tensor of rank 0."""
    return value[()] if is_scalar(type) else value


def stored(value: Any) -> Any:
    """`value` as a frame stores it: a numpy scalar for an array of rank 0."""
    return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value


def as_array(value: Any) -> Any:
    """`value` as kernels expect it: an array of rank 0 for a scalar."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    return tuple(map(as_array, value)) if isinstance(value, tuple) else value


def own_copy(value: Any) -> Any:
    """`value` as an array that the caller may keep and modify: contiguous, writable, not shared."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    if isinstance(value, np.ndarray):
        return value if value.flags.carray else np.array(value, order="C")
    return tuple(map(own_copy, value)) if isinstance(value, tuple) else value


def arrays_in(values: Iterable[Any]) -> Iterator[np.ndarray[Any, Any]]:
    """The arrays among values, including those in tuples."""
    return (value for value in flat(values) if isinstance(value, np.ndarray))


def memory_of(arrays: Iterable[Any]) -> dict[int, int]:
    """The memory of arrays in bytes, by the identity of its owner: views of one array are counted once."""
    owners: dict[int, int] = {}
    for array in arrays:
        if isinstance(array, np.ndarray):
            while isinstance(array.base, np.ndarray):
                array = array.base
            owners[id(array)] = bytes_in(array)
    return owners


def bytes_in(array: np.ndarray[Any, Any]) -> int:
    """The size of an array in bytes, counting repeated elements (stride 0) once."""
    if array.flags.c_contiguous:
        return int(array.nbytes)
    sizes = [size for size, step in zip(array.shape, array.strides, strict=True) if step]
    return int(math.prod(sizes) * array.itemsize)
