"""Constant folding: of the integers that shapes are computed from, and of results equal on all machines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.clone import create_at
from stablehlo_tools.ir.constants import Dense, constant_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.schema import BOOLEAN, INTEGER, Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS

_INTEGER_KINDS = BOOLEAN | INTEGER
MAX_ELEMENTS = 1 << 10  # shapes have a few; larger results would only enlarge the program


def constant(array: Any, like: Value, operation: Operation) -> Operation:
    """The constant op that replaces the result `like` of `operation`."""
    assert isinstance(like.type, TensorType)
    value = Dense.from_array(array, like.type)
    constant_op = create_at(operation, "stablehlo.constant", [], {"value": value})
    constant_op.results = [Value(like.type, like.name, constant_op, 0)]
    return constant_op


def fold(operation: Operation) -> Operation | None:
    """The constant op that replaces an operation on constants or shapes; None if it cannot be folded."""
    op = OPS.get(operation.name)
    if op is None or len(operation.results) != 1 or not is_small(operation.results[0]):
        return None
    array = _dimension_size(operation) if op.name == "stablehlo.get_dimension_size" else _value(op, operation)
    return None if array is None else constant(array, operation.results[0], operation)


def computed(operation: Operation, limit: int) -> Operation | None:
    """The constant op, of up to `limit` elements, that replaces a pure op on constants; None for others.

    Its elements are the same on all machines: functions such as `exponential` are not folded.
    """
    op = OPS.get(operation.name)
    if op is None or len(operation.results) != 1 or not operation.operands:
        return None
    type = operation.results[0].type
    if not isinstance(type, TensorType) or not type.is_static or math.prod(type.static_shape) > limit:
        return None
    array = _value(op, operation) if _is_rounded_once(op, type) else None
    return None if array is None else constant(array, operation.results[0], operation)


def _is_rounded_once(op: Op, type: TensorType) -> bool:
    """Whether implementations agree on the bits of each element."""
    kind = type.element_type.kind
    return kind in _INTEGER_KINDS or op.numerics.is_exact or (op.numerics.error == 0 and kind != "complex")


def is_small(value: Value) -> bool:
    """Whether a value is a tensor of a few integers."""
    return is_of_few_integers(value.type)


def is_of_few_integers(type: Type) -> bool:
    """Whether a type is a tensor of a few integers."""
    is_integer = isinstance(type, TensorType) and type.is_static and type.element_type.kind in _INTEGER_KINDS
    return is_integer and math.prod(type.static_shape) <= MAX_ELEMENTS  # type: ignore[union-attr]


def integer_in(value: Value) -> Dense | None:
    """The constant that defines a value, if it is an integer scalar: a size, or used for one."""
    constant = constant_of(value)
    return constant if constant is not None and constant.type.shape == () and is_small(value) else None


def _dimension_size(operation: Operation) -> Any:
    type, dimension = operation.operands[0].type, operation.attributes.get("dimension")
    if not isinstance(type, TensorType) or type.shape is None or not isinstance(dimension, Integer):
        return None
    size = type.shape[dimension.value]
    return np.int32(size) if isinstance(size, int) and size < 1 << 31 else None


def elements_of(value: Value, depth: int = 8) -> Any:
    """The integers of a value that is computed from constants in at most `depth` steps; else None."""
    constant, operation = constant_of(value), value.owner
    if constant is not None:
        return constant.array if is_small(value) else None
    op = OPS.get(operation.name) if isinstance(operation, Operation) else None
    if op is None or not depth or not is_small(value) or not isinstance(operation, Operation):
        return None
    return computed_on(op, operation, [elements_of(operand, depth - 1) for operand in operation.operands])


def _value(op: Op, operation: Operation) -> Any:
    """The result of a pure op whose operands are all constant; else None."""
    constants = [constant_of(value) for value in operation.operands]
    return computed_on(op, operation, [None if operand is None else operand.array for operand in constants])


def computed_on(op: Op, operation: Operation, arrays: list[Any]) -> Any:
    """The result of a pure op on constant arrays; None if one is None, or the op may depend on more."""
    if not arrays or any(array is None for array in arrays) or not _is_pure(op):
        return None
    try:
        with np.errstate(all="ignore"):
            return kernel_of(op, operation)(*operand_groups(op, operation, arrays))
    except Exception:  # noqa: BLE001 - what cannot be folded is computed, or fails, at run time
        return None


def _is_pure(op: Op) -> bool:
    """Whether an op computes or moves elements, with one result that depends on nothing else."""
    is_simple = op.elementwise or op.execution.may_alias or bool(op.numerics.moves)
    return is_simple and not (op.has_effects or op.regions or op.outputs[0].rule.variadic)
