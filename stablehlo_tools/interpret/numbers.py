"""Tensors of rank 0: in a frame they are numpy's scalars, which Python's operators compute with in a fraction
of the time that a ufunc takes for arrays of rank 0.

Kernels know arrays alone. For what loops count and decide with there are kernels on scalars here, which
compute what the op's own kernel computes; that remains the definition: the tests compare the two.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, is_scalar
from stablehlo_tools.interpret.kernels import named_arguments, ufunc_of
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.comparison import COMPARISONS
from stablehlo_tools.ops.declare import Op
from stablehlo_tools.ops.narrow import WIDE
from stablehlo_tools.ops.signature import operand_groups
from stablehlo_tools.types import QuantizedType, TensorType, Type
from stablehlo_tools.values import dtype_of

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
        shorter = _on_scalars(op, operation, kernel)
        if shorter is not None:
            return shorter
    if any(operands) and op.name not in _TAKE_SCALARS:
        kernel = _taking(kernel, operand_groups(op, operation, operands))
    return _giving(kernel, results, several=op.gives_several) if any(results) else kernel


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


def _on_scalars(op: Op, operation: Operation, kernel: Kernel) -> Kernel | None:
    """What does on real numbers that numpy's scalars compute with what `kernel` does on arrays of them."""
    if op.name == "stablehlo.select":
        return _select
    dtypes = [_native(value.type) for value in (*operation.operands, *operation.results)]
    if not dtypes[:-1] or None in dtypes:
        return None
    ufunc = ufunc_of(op, operation)
    if ufunc is None and op.name == "stablehlo.compare":
        named = named_arguments(op, operation)
        ufunc = COMPARISONS[named["comparison_direction"]] if named["compare_type"] != "TOTALORDER" else None
    if ufunc is not None:
        return _OPERATORS.get(ufunc, ufunc)
    row = _ROWS.get(op.name)
    return row(kernel, dtypes[0], dtypes[-1]) if row else None  # type: ignore[arg-type]


def _native(type: Type) -> np.dtype[Any] | None:
    """The dtype of real numbers that numpy has itself, and rounds or wraps after each operation."""
    if not isinstance(type, TensorType) or isinstance(type.element_type, QuantizedType):
        return None
    dtype = dtype_of(type.element_type)
    return dtype if dtype.kind in "biuf" and dtype not in WIDE else None


def _select(pred: Any, on_true: Any, on_false: Any) -> Any:
    return on_true if pred else on_false


Row = Callable[[Kernel, np.dtype[Any], np.dtype[Any]], "Kernel | None"]


def _divide(kernel: Kernel, operand: np.dtype[Any], result: np.dtype[Any]) -> Kernel:
    def quotient(lhs: Any, rhs: Any) -> Any:
        if not rhs:
            return kernel(lhs, rhs)[()]
        floor = lhs // rhs
        return floor + 1 if floor < 0 and floor * rhs != lhs else floor

    return quotient


def _remainder(kernel: Kernel, operand: np.dtype[Any], result: np.dtype[Any]) -> Kernel:
    def remainder(lhs: Any, rhs: Any) -> Any:
        if not rhs:
            return lhs
        modulus = lhs % rhs
        return modulus - rhs if modulus and (modulus < 0) != (lhs < 0) else modulus

    return remainder


def _extreme(is_chosen: Callable[[Any, Any], Any]) -> Row:
    """Of maximum or minimum."""

    def row(kernel: Kernel, operand: np.dtype[Any], result: np.dtype[Any]) -> Kernel:
        def chosen(lhs: Any, rhs: Any) -> Any:
            if is_chosen(lhs, rhs):
                return lhs
            if is_chosen(rhs, lhs) or (lhs == rhs and (lhs or not is_float)):
                return rhs
            return kernel(lhs, rhs)[()]  # of zeros that differ in sign, or with a NaN

        is_float = operand.kind == "f"
        return chosen

    return row


def _clamp(kernel: Kernel, operand: np.dtype[Any], result: np.dtype[Any]) -> Kernel | None:
    if operand.kind == "f":
        return None
    return lambda least, value, greatest: min(max(least, value), greatest)


def _convert(kernel: Kernel, operand: np.dtype[Any], result: np.dtype[Any]) -> Kernel | None:
    """Floats through numbers of Python, where these hold them all, so that they are rounded once."""
    scalar = result.type
    if result.kind == "b":
        return lambda value: value != 0
    if result.kind == "f" and (operand.kind == "f" or operand.itemsize <= 4 or result.itemsize == 8):
        return lambda value: scalar(float(value))
    return operator.methodcaller("astype", result) if operand.kind != "f" else None


_ROWS: Mapping[str, Row] = {
    "stablehlo.clamp": _clamp,
    "stablehlo.convert": _convert,
    "stablehlo.divide": _divide,
    "stablehlo.maximum": _extreme(operator.gt),
    "stablehlo.minimum": _extreme(operator.lt),
    "stablehlo.remainder": _remainder,
}
