"""Kernels on stacks: arrays of one shape, such as the values of a variable in several runs, as one array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from stablehlo_tools.interpret.arrays import read_only
from stablehlo_tools.ir.arrays import Array


def on_each(compute: Callable[..., Any], *stacks: Array) -> Array:
    """Apply a function to each array of the stacks; a view of the stack if the function returns views."""
    part = np.asarray(compute(*[array[0, ...] for array in stacks]))  # arrays, of scalars too
    if len(stacks) == 1 and part.size and np.may_share_memory(part, stacks[0]):
        stack = stacks[0]
        is_reshaped = part.size * len(stack) == stack.size and part.dtype == stack.dtype
        if is_reshaped and part.flags.c_contiguous and stack.flags.c_contiguous:  # which takes less time
            return np.asarray(read_only(stack.reshape(len(stack), *part.shape)))
        strides = (stack.strides[0], *part.strides)
        return as_strided(part, (len(stack), *part.shape), strides, writeable=False)
    results = np.empty((len(stacks[0]), *part.shape), part.dtype)
    results[0] = part
    del part  # before the next one is computed
    for index in range(1, len(results)):
        results[index] = compute(*[array[index, ...] for array in stacks])
    return results
