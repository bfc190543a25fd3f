"""Constant folding, forwarding of what is broadcast, and dead code elimination."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from stablehlo_tools.interpret.arrays import memory_of, read_only
from stablehlo_tools.interpret.checks.operand_checks import sizes_of
from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.plans.kernels import ufunc_of
from stablehlo_tools.ir.attributes import DenseArray
from stablehlo_tools.ir.operations import TERMINATORS, Operation
from stablehlo_tools.ir.types import F32, TensorType, byte_size
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS

if TYPE_CHECKING:
    from stablehlo_tools.interpret.plans.compiler import Compiler

# Larger results, in bytes, are not folded, except views of constants: plans would keep their memory.
FOLDING_LIMIT = 1 << 16

# The attribute of a broadcast: the dimension of the result for each of the operand.
_DIMENSIONS = "broadcast_dimensions"


def fold_constants(compiler: Compiler, body: FlatFunction, *, rounds: bool = True) -> None:
    """Replace results that depend only on constants, and are small, by constants.

    Unless it `rounds`, only constants that are moved.
    """
    kept = []
    is_small: dict[Operation, bool] = {}  # unrolled loops repeat operations
    for instruction in body.instructions:
        op = instruction.op
        is_folded = rounds or (op is not None and (op.is_constant or _is_moving(op)))
        value = _evaluate(compiler, body, instruction, is_small) if is_folded else None
        if value is None:
            kept.append(instruction)
        else:
            body.constants[instruction.results[0]] = value
    body.instructions = kept


def _evaluate(
    compiler: Compiler, body: FlatFunction, instruction: Instruction, is_small: dict[Operation, bool]
) -> Any:
    op, operation = instruction.op, instruction.operation
    if op is None or not body.constants.keys() >= {*instruction.operands} or not _is_foldable(op, operation):
        return None
    if op.is_constant:
        try:
            return compiler.constant(op, operation)
        except Unsupported:  # to the domain of the values, which says so where it is reached
            return None
    arrays = [body.constants[variable] for variable in instruction.operands]
    try:
        if operation not in is_small:
            is_small[operation] = sizes_of(op, operation)(arrays) <= FOLDING_LIMIT
        if not is_small[operation]:
            return None
        result = compiler.kernel(op, operation)(*operand_groups(op, operation, arrays))
        if isinstance(result, tuple):  # of an op with any number of results, which has one here
            (result,) = result
    except Exception:  # noqa: BLE001 - if it is reached at run time, it fails again, with a location
        return None
    memory = memory_of([result])  # none of a scalar or of a value of a domain
    is_view = bool(memory) and memory.keys() <= memory_of(arrays).keys()
    size = sum(memory.values()) if memory else byte_size(operation.results[0].type)
    return read_only(result) if is_view or size <= FOLDING_LIMIT else None


def _is_foldable(op: Op, operation: Operation) -> bool:
    """Whether the kernel depends on the operands alone and needs little memory."""
    if op.has_effects or operation.regions or len(operation.results) != 1:
        return False
    if not isinstance(operation.results[0].type, TensorType):
        return False
    may_alias = op.execution.may_alias
    if op.is_constant or (may_alias and operation.operands):
        return True
    return (may_alias or op.elementwise) and byte_size(operation.results[0].type) <= FOLDING_LIMIT


def _is_moving(op: Op) -> bool:
    return bool(op.numerics.moves) and not op.numerics.decides


def forward_broadcasts(body: FlatFunction) -> None:
    """Give ufuncs what broadcast arrays repeat, in place of these, where numpy broadcasts it itself.

    Of narrow floats, fewer are to be converted then.
    """
    repeated = _scalars_of_constants(body)  # by the variables of such arrays
    for instruction in body.instructions:
        op, operation, operands = instruction.op, instruction.operation, instruction.operands
        if op is None or len(instruction.results) != 1:
            continue
        if op.execution.may_alias:
            if _repeats(op, operation):
                repeated[instruction.results[0]] = repeated.get(operands[0], operands[0])
        elif not repeated.keys().isdisjoint(operands) and _is_ufunc(op, operation):
            shorter = [repeated.get(variable, variable) for variable in operands]
            if all(map(operator.ne, shorter, operands)):  # one of them gives the result its shape
                shorter[0] = operands[0]
            instruction.operands = tuple(shorter)


def _is_ufunc(op: Op, operation: Operation) -> bool:
    """Whether the kernel is a ufunc, in the compute type of narrow floats."""
    if ufunc_of(op, operation) is not None:
        return True
    type = operation.operands[0].type
    if op.execution.in_place is not None or not isinstance(type, TensorType):
        return False
    is_narrow = type.element_type.kind == "float" and type.element_type.bits < F32.bits
    return is_narrow and op.execution.ufunc_for(F32) is not None


def _scalars_of_constants(body: FlatFunction) -> dict[int, int]:
    """Constants of rank 0, which are new, by those that repeat them: numpy takes half as long for them."""
    scalars = {}
    for variable, value in [*body.constants.items()]:
        if isinstance(value, np.ndarray) and value.size > 1 and not any(value.strides):
            type = body.types[variable]
            assert isinstance(type, TensorType)
            scalars[variable] = len(body.types)
            body.constants[len(body.types)] = value.reshape(-1)[:1].reshape(())
            body.types.append(TensorType((), type.element_type))
    return scalars


def _repeats(op: Op, operation: Operation) -> bool:
    """Whether the result is what numpy broadcasts the only operand to."""
    if not op.numerics.moves or len(operation.operands) != 1:
        return False
    operand, result = operation.operands[0].type, operation.results[0].type
    if not isinstance(operand, TensorType) or not isinstance(result, TensorType):
        return False
    if not (operand.is_static and result.is_static) or operand.element_type != result.element_type:
        return False
    if operand.shape == ():
        return True
    dimensions = operation.attributes.get(_DIMENSIONS)
    last = range(result.rank - operand.rank, result.rank)
    return isinstance(dimensions, DenseArray) and dimensions.values == (*last,)


def drop_dead(body: FlatFunction) -> None:
    """Remove instructions without effects whose results are not used."""
    needed = set(body.results)
    kept = []
    for instruction in reversed(body.instructions):
        if not needed.isdisjoint(instruction.results) or _is_needed(instruction):
            needed.update(instruction.reads)
            kept.append(instruction)
    body.instructions = kept[::-1]
    body.constants = {key: value for key, value in body.constants.items() if key in needed}


def _is_needed(instruction: Instruction) -> bool:
    """Whether the instruction has effects besides its results; callees are assumed to have some."""
    if instruction.callee is not None or not instruction.results:
        return True
    return has_effects(instruction.operation)


def has_effects(operation: Operation) -> bool:
    """Whether an operation, or one in its regions, has effects besides its results; unknown ones may."""
    return any(
        each.name not in OPS or OPS[each.name].has_effects
        for each in operation.walk()
        if each.name not in TERMINATORS
    )
