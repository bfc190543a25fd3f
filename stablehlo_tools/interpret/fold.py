"""Constant folding, forwarding of scalars, and dead code elimination."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehlo_tools.interpret.arrays import memory_of, read_only
from stablehlo_tools.interpret.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.kernels import ufunc_of
from stablehlo_tools.interpret.operand_checks import sizes_of
from stablehlo_tools.ir.operations import TERMINATORS, Operation
from stablehlo_tools.ir.types import TensorType, byte_size
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS

if TYPE_CHECKING:
    from stablehlo_tools.interpret.compiler import Compiler

# Larger results, in bytes, are not folded, except views of constants: plans would keep their memory.
FOLDING_LIMIT = 1 << 16


def fold_constants(compiler: Compiler, body: FlatFunction, *, rounds: bool = True) -> None:
    """Replace results that depend only on constants, and are small, by constants.

    Unless it `rounds`, only constants that are moved.
    """
    kept = []
    for instruction in body.instructions:
        op = instruction.op
        is_folded = rounds or (op is not None and (op.is_constant or _is_moving(op)))
        value = _evaluate(compiler, body, instruction) if is_folded else None
        if value is None:
            kept.append(instruction)
        else:
            body.constants[instruction.results[0]] = value
    body.instructions = kept


def _evaluate(compiler: Compiler, body: FlatFunction, instruction: Instruction) -> Any:
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
        if sizes_of(op, operation)(arrays) > FOLDING_LIMIT:
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


def forward_scalars(body: FlatFunction) -> None:
    """Give ufuncs the scalars in place of arrays that repeat them: numpy broadcasts them itself."""
    scalars: dict[int, int] = {}  # by the variables of such arrays
    for instruction in body.instructions:
        op, operation, operands = instruction.op, instruction.operation, instruction.operands
        if op is None or len(operation.results) != 1:
            continue
        if _repeats_scalar(op, operation):
            scalars[instruction.results[0]] = operands[0]
        elif scalars and not scalars.keys() >= {*operands} and ufunc_of(op, operation) is not None:
            instruction.operands = tuple(scalars.get(variable, variable) for variable in operands)


def _repeats_scalar(op: Op, operation: Operation) -> bool:
    """Whether each element of the result is the only operand, a scalar."""
    if not (op.execution.may_alias and op.numerics.moves) or len(operation.types) != 2:
        return False
    operand, result = operation.types
    if not isinstance(operand, TensorType) or not isinstance(result, TensorType):
        return False
    return operand.shape == () and result.is_static and operand.element_type == result.element_type


def drop_dead(body: FlatFunction) -> None:
    """Remove instructions without effects whose results are not used."""
    needed = set(body.results)
    kept = []
    for instruction in reversed(body.instructions):
        if not needed.isdisjoint(instruction.results) or _has_effects(instruction):
            needed.update(instruction.reads)
            kept.append(instruction)
    body.instructions = kept[::-1]
    body.constants = {key: value for key, value in body.constants.items() if key in needed}


def _has_effects(instruction: Instruction) -> bool:
    """Whether the instruction has effects besides its results; callees are assumed to have some."""
    if instruction.callee is not None or not instruction.results:
        return True
    return any(
        operation.name not in OPS or OPS[operation.name].has_effects
        for operation in instruction.operation.walk()
        if operation.name not in TERMINATORS
    )
