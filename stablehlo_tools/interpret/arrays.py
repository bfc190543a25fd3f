"""Who may write into an array: lending, owning, and what memory a type takes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stablehlo_tools.types import ElementType, TensorType, Type

# Kinds of elements that numpy's own ufuncs compute, as the specification wants them, from 8 bits on.
_NATIVE = {"boolean": 1, "signed": 8, "unsigned": 8, "float": 32, "complex": 64}


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


def byte_size(type: Type) -> float:
    """The most bytes that a value of this type takes; infinite where a size is not known."""
    if not isinstance(type, TensorType):
        return 0
    if not type.is_static:
        return math.inf
    return math.prod(type.static_shape) * max(1, type.element_type.bits // 8)


def is_native(type: Type) -> bool:
    """Whether numpy's ufuncs compute this element type themselves."""
    if not isinstance(type, TensorType) or not isinstance(type.element_type, ElementType):
        return False
    element_type = type.element_type
    return element_type.bits >= _NATIVE.get(element_type.kind, math.inf)
