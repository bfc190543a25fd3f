"""The kernel of an operation, bound to its attributes and result types, or its specialization."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.formula.check import check
from stablehlo_tools.interpret.arrays import as_array, is_scalar
from stablehlo_tools.interpret.errors import RuleBroken, diagnostic, unsupported
from stablehlo_tools.interpret.memory import RESHAPES
from stablehlo_tools.interpret.meshes import on_meshes
from stablehlo_tools.interpret.steps import Kernel, Named
from stablehlo_tools.ir.constants import Blob, Dense, DenseResource
from stablehlo_tools.ir.dense_literals import LITERAL, LiteralError
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import TensorType, Type, byte_size
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import CountMismatch, operand_groups, result_types
from stablehlo_tools.ops.model.specialize import Site, array_kernel, candidates, fastest_kernel
from stablehlo_tools.ops.model.workspace import bytes_of, kept_bytes, workspace_bytes
from stablehlo_tools.ops.stablehlo.elementwise_rows import rounded_once
from stablehlo_tools.ops.stablehlo.quantize import expressed_type_of, is_quantized, on_expressed_values
from stablehlo_tools.verifier.inference import operation_of_values, problems_of_values
from stablehlo_tools.verifier.named_values import names_of


def kernel_of(op: Op, operation: Operation) -> Kernel:
    """The kernel of an operation, as a function of its operands and regions.

    Constraints that were undetermined by types are checked before each call.
    """
    kernel = _kernel_of(op, operation)
    unknown = _unknown_rules(op, operation)
    return _checked(op, operation, kernel, unknown) if unknown else kernel


def _unknown_rules(op: Op, operation: Operation) -> frozenset[str]:
    """The codes of constraints that types do not determine, because sizes or operand elements do."""
    types = [value.type for value in operation.operands + operation.results]
    is_static = all(type.is_static for type in types if isinstance(type, TensorType))
    if is_static and not any(operand.rule.is_read for operand in op.operands):
        return frozenset()
    try:
        unknown = check(op, names_of(op, operation, {})).unknown
    except (AttributeMismatch, CountMismatch):  # the module is not verified
        return frozenset()
    return frozenset(rule.code(op.mnemonic) for rule in unknown)


# Checked operands to remember. The limit is for loops, whose operands may differ in each iteration.
_MAX_REMEMBERED = 1 << 10


def _checked(op: Op, operation: Operation, kernel: Kernel, codes: frozenset[str]) -> Kernel:
    passed: set[Hashable] = set()

    def checking(*values: Any, **named: Named) -> Any:
        operands = list(_operands(op, operation, values))
        key = _key(operands)
        if key not in passed:
            for problem in problems_of_values(op, operation, operands):
                if problem.code in codes:
                    raise RuleBroken(problem)
            if len(passed) >= _MAX_REMEMBERED:
                passed.clear()
            passed.add(key)
        return kernel(*values, **named)

    return checking


def sizes_of(op: Op, operation: Operation) -> Callable[[Sequence[Any]], int]:
    """A function from operands to the bytes that the operation allocates, if they can be inferred."""
    is_static = all(math.isfinite(byte_size(value.type)) for value in operation.operands + operation.results)
    cached: dict[Hashable, int] = {}

    def size(values: Sequence[Any]) -> int:
        operands = list(_operands(op, operation, operand_groups(op, operation, values)))
        key = _key(operands)
        if key not in cached:
            if len(cached) >= _MAX_REMEMBERED:
                cached.clear()
            actual = operation if is_static else operation_of_values(op, operation, operands)
            actual.regions = operation.regions
            cached[key] = _allocated(op, actual)
        is_copied = operation.name in RESHAPES and not values[0].flags.c_contiguous
        return cached[key] + (int(values[0].nbytes) if is_copied else 0)

    return size


def _allocated(op: Op, operation: Operation) -> int:
    results = 0 if op.execution.is_view else bytes_of(operation.results)
    return results + workspace_bytes(op, operation) + kept_bytes(op, operation)


def _key(operands: Iterable[Type | Dense]) -> Hashable:
    """A key that is equal for operands that constraints cannot distinguish."""
    return tuple(
        (operand.type, operand.elements.tobytes()) if isinstance(operand, Dense) else operand
        for operand in operands
    )


def _operands(op: Op, operation: Operation, groups: Sequence[Any]) -> Iterator[Type | Dense]:
    """The operands as constraints see them: constants if they read the elements, else types."""
    written = iter(operation.operands)
    for operand, group in zip(op.operands, groups, strict=True):
        for value in group if operand.rule.variadic else (group,):
            type = next(written).type
            if not isinstance(type, TensorType):
                yield type
                continue
            type = TensorType(np.shape(value), type.element_type)
            yield Dense.from_array(value, type) if operand.rule.is_read else type


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


def site_of(op: Op, operation: Operation, named: Mapping[str, Any]) -> Site:
    """The operation as specializations see it, without values."""
    operands = tuple(value.type for value in operation.operands)
    results = tuple(value.type for value in operation.results)
    bodies = tuple(region.blocks[0] for region in operation.regions if region.blocks)
    return Site(op, operands, results, named, bodies)


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


# -- scalars ----------------------------------------------------------------------------------------

# In a frame, a tensor of rank 0 is a numpy scalar: Python's operators on these take a fraction of the time
# that ufuncs take on arrays of rank 0. The op's own kernel remains the definition; tests compare the two.


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


# -- kernels on scalars --------------------------------------------------------------------------------

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
