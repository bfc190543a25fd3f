"""Kernels as functions of values as stored in frames, where a tensor of rank 0 is a numpy scalar.

Python's operators on these take a fraction of the time that ufuncs take on arrays of rank 0. The op's own
kernel remains the definition; tests compare the two.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, is_scalar
from stablehlo_tools.interpret.plans.kernels import named_arguments, site_of, ufunc_of
from stablehlo_tools.interpret.plans.steps import Kernel, Named
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.model.specialize import candidates
from stablehlo_tools.ops.stablehlo.elementwise_rows import rounded_once


def unboxed_kernel(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """`kernel`, which computes with arrays, as a function of values as stored in frames."""
    operands = [is_scalar(value.type) for value in operation.operands]
    results = [is_scalar(value.type) for value in operation.results]
    if results == [True]:
        shorter = _on_scalars(op, operation, takes_scalars=all(operands))
        if shorter is not None:
            return shorter
    if any(operands) and not op.execution.takes_scalars:
        kernel = _accept_scalars(kernel, operand_groups(op, operation, operands))
    return _return_scalars(kernel, results, several=op.has_multiple_results) if any(results) else kernel


def _accept_scalars(kernel: Kernel, groups: Sequence[Any]) -> Kernel:
    """`kernel`, with scalars converted to arrays; `groups` are its operands, some of which may be scalars."""
    places = [place for place, group in enumerate(groups) if np.any(group)]

    def taking(*operands: Any, **named: Named) -> Any:
        arrays = list(operands)
        for place in places:
            arrays[place] = as_array(arrays[place])
        return kernel(*arrays, **named)

    return taking


def _return_scalars(kernel: Kernel, results: Sequence[bool], *, several: bool) -> Kernel:
    """`kernel`, with the results marked in `results` converted to scalars."""

    def giving(*operands: Any, **named: Named) -> Any:
        return kernel(*operands, **named)[()]

    def giving_several(*operands: Any, **named: Named) -> Any:
        values = kernel(*operands, **named)
        return [value[()] if is_number else value for value, is_number in zip(values, results, strict=True)]

    return giving_several if several else giving


_OPERATORS: Mapping[Any, Kernel] = {
    np.absolute: operator.abs, np.negative: operator.neg, np.invert: operator.invert,
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul, np.divide: operator.truediv,
    np.bitwise_and: operator.and_, np.bitwise_or: operator.or_, np.bitwise_xor: operator.xor,
    np.left_shift: operator.lshift, np.right_shift: operator.rshift,
    np.equal: operator.eq, np.not_equal: operator.ne, np.greater_equal: operator.ge,
    np.greater: operator.gt, np.less_equal: operator.le, np.less: operator.lt,
}  # fmt: skip


def _on_scalars(op: Op, operation: Operation, *, takes_scalars: bool) -> Kernel | None:
    """The kernel to numpy scalars that is equivalent to the op's kernel; None if there is none."""
    site = site_of(op, operation, named_arguments(op, operation))
    choices = candidates(site, of_scalars=True)
    kernel = choices[0].make(site) if choices else None
    if kernel is None and takes_scalars:
        kernel = ufunc_of(op, operation) if site.has_native_dtypes("biuf") else rounded_once(site)
    return _OPERATORS.get(kernel, kernel)
