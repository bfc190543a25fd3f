"""The kernel of an operation, bound to its attributes and result types, or its specialization."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.arrays import is_scalar
from stablehlo_tools.interpret.checks.operand_checks import checked
from stablehlo_tools.interpret.errors import diagnostic, unsupported
from stablehlo_tools.interpret.grid.meshes import on_meshes
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.constants import Blob, Dense, DenseResource
from stablehlo_tools.ir.dense_literals import LITERAL, LiteralError
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import CountMismatch, operand_groups, result_types
from stablehlo_tools.ops.model.specialize import Site, array_kernel, fastest_kernel
from stablehlo_tools.ops.stablehlo.quantize import expressed_type_of, is_quantized, on_expressed_values


def kernel_of(op: Op, operation: Operation) -> Kernel:
    """The kernel of an operation, as a function of its operands and regions.

    Constraints that were undetermined by types are checked before each call.
    """
    return checked(op, operation, _kernel_of(op, operation))


def _kernel_of(op: Op, operation: Operation) -> Kernel:
    ufunc = ufunc_of(op, operation)
    if ufunc is not None:
        return array_kernel(ufunc) if is_scalar(operation.results[0].type) else ufunc
    named = named_arguments(op, operation)
    if op.is_numeric and any(is_quantized(value.type) for value in operation.operands + operation.results):
        return _kernel_of_floats(op, operation, named)
    fast = fastest_kernel(site_of(op, operation, named))
    if fast is not None:
        return fast
    return functools.partial(op.kernel, **named) if named else op.kernel


def _kernel_of_floats(op: Op, operation: Operation, named: Mapping[str, Any]) -> Kernel:
    """The kernel of an op on quantized elements: it takes and returns dequantized floats."""
    types = {name: expressed_type_of(named[name]) for name in op.result_type_parameters}
    operands = operand_groups(op, operation, [value.type for value in operation.operands])
    results = [value.type for value in operation.results]
    return on_expressed_values(functools.partial(op.kernel, **{**named, **types}), operands, results)


def ufunc_of(op: Op, operation: Operation) -> np.ufunc | None:
    """The ufunc that computes the operation elementwise, if there is one."""
    if op.execution.ufunc is None or op.execution.in_place is not None or not operation.operands:
        return None
    type = operation.operands[0].type
    return op.execution.ufunc_for(type.element_type) if isinstance(type, TensorType) else None


def site_of(op: Op, operation: Operation, named: Mapping[str, Any]) -> Site:
    """The operation as specializations see it, without values."""
    operands = tuple(value.type for value in operation.operands)
    results = tuple(value.type for value in operation.results)
    bodies = tuple(region.blocks[0] for region in operation.regions if region.blocks)
    return Site(op, operands, results, named, bodies)


_MALFORMED_OP = Code(
    "malformed_op",
    "An op of an unverified module lacks an operand, attribute or region that its execution requires.",
    "Verify the module first, as `stablehlo_tools.run` does.",
)


def named_arguments(op: Op, operation: Operation) -> dict[str, Any]:
    """The attributes and result types that the kernel takes as keyword arguments."""
    try:
        attributes = spec_attributes(op, operation)
        types = result_types(op, operation)
    except (AttributeMismatch, CountMismatch) as error:
        raise RunError(diagnostic(_MALFORMED_OP, operation, str(error))) from error
    values = {name: _value(operation, attribute) for name, attribute in attributes.items()}
    values |= on_meshes(op, operation, values)
    return {**values, **{name: types[name] for name in op.result_type_parameters}}


def _value(operation: Operation, attribute: Any) -> Any:
    """An attribute as the kernel takes it: constants are arrays."""
    if isinstance(attribute, DenseResource):
        try:
            return attribute.array_from(_blobs(operation))
        except LiteralError as error:
            if attribute.is_elided:
                raise RunError(unsupported(operation, error.message)) from error
            raise RunError(diagnostic(LITERAL, operation, error.message)) from error
    return attribute.array if isinstance(attribute, Dense) else attribute


def _blobs(operation: Operation) -> Mapping[str, str | Blob]:
    """The resources of the operation's file."""
    top = operation.root
    return top.resources.get("builtin", {}) if isinstance(top, Module) else {}
