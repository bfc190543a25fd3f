"""Tensors of rank 0: in a frame they are numpy's scalars, which Python's operators compute with in a fraction
of the time that a ufunc takes for arrays of rank 0.

Kernels know arrays alone. For what loops count and decide with there are kernels on scalars here, which
compute what the op's own kernel computes; that remains the definition: the tests compare the two.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, is_scalar
from stablehlo_tools.interpret.kernels import named_arguments, site_of, ufunc_of
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.signature import operand_groups
from stablehlo_tools.ops.specialize import candidates

# Ops whose kernels take scalars as they are, since they only ask for their value.
_TAKE_SCALARS = frozenset({
    "stablehlo.broadcast_in_dim", "stablehlo.dynamic_slice", "stablehlo.dynamic_update_slice",
    "stablehlo.reduce", "stablehlo.reshape", "stablehlo.select",
})  # fmt: skip


def on_numbers(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """`kernel`, which computes with arrays, as a function of what stands in frames, and for them."""
    operands = [is_scalar(value.type) for value in operation.operands]
    results = [is_scalar(value.type) for value in operation.results]
    if all(operands) and results == [True]:
        shorter = _on_scalars(op, operation)
        if shorter is not None:
            return shorter
    if any(operands) and op.name not in _TAKE_SCALARS:
        kernel = _taking(kernel, operand_groups(op, operation, operands))
    return _giving(kernel, results, several=op.has_multiple_results) if any(results) else kernel


def _taking(kernel: Kernel, groups: Sequence[Any]) -> Kernel:
    """`kernel`, for scalars where `groups`, as its operands are, say that there are any."""
    places = [place for place, group in enumerate(groups) if np.any(group)]

    def taking(*operands: Any, **named: Any) -> Any:
        arrays = list(operands)
        for place in places:
            arrays[place] = as_array(arrays[place])
        return kernel(*arrays, **named)

    return taking


def _giving(kernel: Kernel, results: Sequence[bool], *, several: bool) -> Kernel:
    """`kernel`, giving scalars for those of its results."""

    def giving(*operands: Any, **named: Any) -> Any:
        return kernel(*operands, **named)[()]

    def giving_several(*operands: Any, **named: Any) -> Any:
        values = kernel(*operands, **named)
        return [value[()] if is_number else value for value, is_number in zip(values, results, strict=True)]

    return giving_several if several else giving


# -- kernels on scalars --------------------------------------------------------------------------------

_OPERATORS: Mapping[Any, Kernel] = {
    np.absolute: operator.abs, np.negative: operator.neg, np.invert: operator.invert,
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul, np.divide: operator.truediv,
    np.bitwise_and: operator.and_, np.bitwise_or: operator.or_, np.bitwise_xor: operator.xor,
    np.left_shift: operator.lshift, np.right_shift: operator.rshift,
    np.equal: operator.eq, np.not_equal: operator.ne, np.greater_equal: operator.ge,
    np.greater: operator.gt, np.less_equal: operator.le, np.less: operator.lt,
}  # fmt: skip


def _on_scalars(op: Op, operation: Operation) -> Kernel | None:
    """What does on numpy's scalars what the op's kernel does on arrays of rank 0; None where nothing does."""
    site = site_of(op, operation, named_arguments(op, operation))
    found = candidates(site, of_scalars=True)
    kernel = found[0].make(site) if found else None
    if kernel is None and site.has_native_dtypes("biuf"):
        kernel = ufunc_of(op, operation)
    return _OPERATORS.get(kernel, kernel)
