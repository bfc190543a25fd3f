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
            value.flags.writeable = False
        return value
    return tuple(map(lent, value)) if isinstance(value, tuple) else value


def owned(value: Any) -> Any:
    """`value` for somebody outside who may do with it what he likes: contiguous, writeable, not shared."""
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
    if isinstance(type, TupleType):
        return sum(map(byte_size, type.types))
    if not isinstance(type, TensorType):
        return 0
    if not type.is_static:
        return math.inf
    return math.prod(type.static_shape) * max(1, type.element_type.bits // 8)
