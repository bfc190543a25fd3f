"""The call of a plan that needs no process, on arrays that are as declared, with little around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import own_copy
from stablehlo_tools.interpret.compiler import Compiler
from stablehlo_tools.interpret.plan import Plan
from stablehlo_tools.ir.arrays import Array, UnsupportedType, dtype_of
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS

# None for inputs that are not arrays of the declared types: they are converted, or are errors.
DirectCall = Callable[[Any], "list[Array] | None"]


def direct_call(compiler: Compiler, function: Function, plan: Plan) -> DirectCall | None:
    """A function that executes a plan; None if an op takes the process, or an input is no static tensor."""
    wanted = []
    for type in function.type.inputs:
        if not isinstance(type, TensorType) or not type.is_static:
            return None
        try:
            wanted.append((dtype_of(type.element_type), type.static_shape))
        except UnsupportedType:
            return None
    if any(_takes_process(operation.name) for operation in compiler.operations(function)):
        return None
    return _bound(plan, wanted)


def _takes_process(name: str) -> bool:
    op = OPS.get(name)
    return op is not None and op.takes_process


def _bound(plan: Plan, wanted: list[tuple[np.dtype[Any], tuple[int, ...]]]) -> DirectCall:
    count = len(wanted)

    def call(inputs: Any) -> list[Array] | None:
        if not isinstance(inputs, list | tuple) or len(inputs) != count:
            return None
        frame = plan.frame.copy()
        for index, value in enumerate(inputs):
            dtype, shape = wanted[index]
            if type(value) is not np.ndarray or value.dtype != dtype or value.shape != shape:
                return None
            if shape:
                value = value.view()
                value.setflags(write=False)  # so that the plan leaves it alone
                frame[index] = value
            else:
                frame[index] = value[()]
        with np.errstate(all="ignore"):
            return [own_copy(value) for value in plan.run(frame)]

    return call
