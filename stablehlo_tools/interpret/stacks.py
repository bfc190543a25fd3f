"""Kernels on stacks: arrays of one shape, such as the values of a variable in several runs, as one array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from stablehlo_tools.interpret.arrays import read_only
from stablehlo_tools.ir.arrays import Array


def on_each(compute: Callable[..., Any], *stacks: Array) -> Array:
    """What a function computes of each array of the stacks: a view of all, where the first is one."""
    part = np.asarray(compute(*[each[0, ...] for each in stacks]))  # arrays, of scalars too
    if len(stacks) == 1 and part.size and np.may_share_memory(part, stacks[0]):
        whole = stacks[0]
        is_reshaped = part.size * len(whole) == whole.size and part.dtype == whole.dtype
        if is_reshaped and part.flags.c_contiguous and whole.flags.c_contiguous:  # which takes less time
            return np.asarray(read_only(whole.reshape(len(whole), *part.shape)))
        strides = (whole.strides[0], *part.strides)
        return as_strided(part, (len(whole), *part.shape), strides, writeable=False)
    made = np.empty((len(stacks[0]), *part.shape), part.dtype)
    made[0] = part
    del part  # before the next one is computed
    for index in range(1, len(made)):
        made[index] = compute(*[each[index, ...] for each in stacks])
    return made
