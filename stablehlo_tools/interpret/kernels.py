"""The function that computes an operation: its op's kernel, bound, or what does the same with less ado."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from stablehlo_tools.diagnostic import RunError
from stablehlo_tools.interpret.errors import diagnostic
from stablehlo_tools.interpret.shortcuts import SHORTCUTS, as_array, is_scalar
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.quantize import expressed, is_quantized, with_floats
from stablehlo_tools.ops.signature import CountMismatch, operand_groups, result_types
from stablehlo_tools.types import TensorType
from stablehlo_tools.values import Dense


def kernel_of(op: Op, operation: Operation) -> Kernel:
    """What computes the results from operands and regions, attributes and result types being settled."""
    ufunc = ufunc_of(op, operation)
    if ufunc is not None:
        return as_array(ufunc) if is_scalar(operation.results[0].type) else ufunc
    named = _named_arguments(op, operation)
    if op.is_numeric and any(is_quantized(value.type) for value in operation.operands + operation.results):
        return _kernel_of_floats(op, operation, named)
    shortcut = SHORTCUTS[op.name](operation, named) if op.name in SHORTCUTS else None
    if shortcut is not None:
        return shortcut
    return functools.partial(op.kernel, **named) if named else op.kernel


def _kernel_of_floats(op: Op, operation: Operation, named: Mapping[str, Any]) -> Kernel:
    """The kernel of an op on quantized elements, which takes the floats that they stand for."""
    types = {name: expressed(named[name]) for name in op.result_type_parameters}
    operands = operand_groups(op, operation, [value.type for value in operation.operands])
    results = [value.type for value in operation.results]
    return with_floats(functools.partial(op.kernel, **{**named, **types}), operands, results)


def ufunc_of(op: Op, operation: Operation) -> np.ufunc | None:
    """The ufunc that is the operation on its elements, if one is."""
    if op.ufunc is None or op.in_place is not None or not operation.operands:
        return None
    type = operation.operands[0].type
    return op.ufunc_for(type.element_type) if isinstance(type, TensorType) else None


def _named_arguments(op: Op, operation: Operation) -> dict[str, Any]:
    """The attributes and result types that the kernel takes by name."""
    try:
        attributes = spec_attributes(op, operation)
        types = result_types(op, operation)
    except (AttributeMismatch, CountMismatch) as error:
        raise RunError(diagnostic("malformed_op", operation, str(error))) from error
    values = {name: value.array if isinstance(value, Dense) else value for name, value in attributes.items()}
    return {**values, **{name: types[name] for name in op.result_type_parameters}}
