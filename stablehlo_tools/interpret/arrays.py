"""Arrays as the interpreter handles them: who may write into one, what memory and shape a type has."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from stablehlo_tools.types import TensorType, TupleType, Type

# Memory of fewer bytes than this is neither given back early nor used again: asking costs more.
LARGE = 1 << 14


def lent(value: Any) -> Any:
    """`value` for somebody who must not write into it: a read-only view of an array."""
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            value = value.view()
            value.setflags(write=False)
        return value
    return tuple(map(lent, value)) if isinstance(value, tuple) else value


def is_scalar(type: Type) -> bool:
    """Whether it is a tensor of rank 0."""
    return isinstance(type, TensorType) and type.shape == ()


def as_number(value: Any, type: Type) -> Any:
    """`value` of this type as it stands in a frame, where a tensor of rank 0 is a scalar of numpy's."""
    return value[()] if is_scalar(type) else value


def as_array(value: Any) -> Any:
    """`value` for somebody who knows no scalars, but arrays of rank 0."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    return tuple(map(as_array, value)) if isinstance(value, tuple) else value


def owned(value: Any) -> Any:
    """`value` for somebody outside who may do with it what he likes: contiguous, writeable, not shared."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    if isinstance(value, np.ndarray):
        return value if value.flags.carray else np.array(value, order="C")
    return tuple(map(owned, value)) if isinstance(value, tuple) else value


def arrays_in(values: Iterable[Any]) -> Iterator[np.ndarray[Any, Any]]:
    """The arrays among values, those in tuples too."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from arrays_in(value)


def byte_size(type: Type) -> float:
    """The most bytes that a value of this type takes; infinite where a size is not known."""
    if isinstance(type, TensorType):
        return type.bytes
    return sum(map(byte_size, type.types)) if isinstance(type, TupleType) else 0


def memory_of(arrays: Iterable[Any]) -> dict[int, int]:
    """The bytes that arrays are in, views of the same counted once: by the identity of their owner."""
    owners: dict[int, int] = {}
    for array in arrays:
        if isinstance(array, np.ndarray):
            while isinstance(array.base, np.ndarray):
                array = array.base
            owners[id(array)] = bytes_in(array)
    return owners


def bytes_in(array: np.ndarray[Any, Any]) -> int:
    """The bytes of an array, those that stand for many elements counted once."""
    if array.flags.c_contiguous:
        return int(array.nbytes)
    sizes = [size for size, step in zip(array.shape, array.strides, strict=True) if step]
    return int(math.prod(sizes) * array.itemsize)
