"""What is left of some kernels when shapes are known: for small arrays, most of a kernel is its preparation.

A row makes the kernel of an operation from its named arguments, or None where there is no shorter way. It
computes what the op's own kernel computes, which remains the definition: the tests compare the two.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.interpret.arrays import LARGE, is_scalar
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.comparison import COMPARISONS
from stablehlo_tools.ops.declare import OPS
from stablehlo_tools.ops.folding import fold_in, only_operation
from stablehlo_tools.ops.narrow import WIDE, in_narrow, in_wide
from stablehlo_tools.ops.slicing import Box
from stablehlo_tools.types import QuantizedType, TensorType
from stablehlo_tools.values import dtype_of

Array = npt.NDArray[Any]
Named = Mapping[str, Any]

# From this many multiplications on, how dot_general arranges its operands pays off.
SMALL_DOT = 1 << 20
# From this many elements on, how reduce arranges its operand pays off.
SMALL_REDUCTION = 1 << 12


def giving_array(ufunc: np.ufunc) -> Kernel:
    """`ufunc` on arrays of rank 0, for which it gives numpy scalars by itself."""

    def kernel(*operands: Any) -> Any:
        return np.asarray(ufunc(*operands))

    return kernel


def _shapes(operation: Operation) -> list[tuple[int, ...]] | None:
    """The shapes of operands and results, if all are known."""
    shapes = []
    for value in (*operation.operands, *operation.results):
        if not isinstance(value.type, TensorType) or not value.type.is_static:
            return None
        shapes.append(value.type.static_shape)
    return shapes


def _reshape(operation: Operation, named: Named) -> Kernel | None:
    result = named["result"]
    return operator.methodcaller("reshape", result.static_shape) if result.is_static else None


def _transpose(operation: Operation, named: Named) -> Kernel | None:
    return operator.methodcaller("transpose", named["permutation"])


def _slice(operation: Operation, named: Named) -> Kernel | None:
    box = map(slice, named["start_indices"], named["limit_indices"], named["strides"])
    return operator.itemgetter((*box, ...))


def _broadcast_in_dim(operation: Operation, named: Named) -> Kernel | None:
    """The operand with dimensions of size 1 inserted, and these repeated by steps of no bytes."""
    shapes = _shapes(operation)
    dimensions = named["broadcast_dimensions"]
    if shapes is None or list(dimensions) != sorted(dimensions):
        return None
    operand, shape = shapes
    sizes = [1] * len(shape)
    for axis, size in zip(dimensions, operand, strict=True):
        sizes[axis] = size
    if tuple(sizes) == shape:
        return operator.methodcaller("reshape", shape)
    (type, *_) = _tensors(operation)
    dtype = dtype_of(type.element_type)
    unit = np.empty(sizes, np.int8).strides
    steps = [0 if size == 1 else step * dtype.itemsize for size, step in zip(sizes, unit, strict=True)]
    if operand == ():
        return _broadcast_scalar(shape, steps)
    full, is_small = OPS[operation.name].kernel, math.prod(operand) * dtype.itemsize < LARGE

    def kernel(operand: Array) -> Array:
        if not operand.flags.c_contiguous:
            if not is_small:
                return full(operand, **named)  # type: ignore[no-any-return]
            operand = operand.copy()  # which takes less time than a view that numpy works out
        result: Array = np.ndarray(shape, dtype, operand, 0, steps)
        result.setflags(write=False)
        return result

    return kernel


def _broadcast_scalar(shape: Sequence[int], steps: Sequence[int]) -> Kernel:
    """A view of a scalar of numpy's: it is read-only, and so is the view."""

    def kernel(operand: Any) -> Array:
        scalar = operand[()]
        result: Array = np.ndarray(shape, scalar.dtype, scalar, 0, steps)
        return result

    return kernel


def _dynamic_slice(operation: Operation, named: Named) -> Kernel | None:
    shapes = _shapes(operation)
    if shapes is None:
        return None
    box_at = _box(shapes[0], named["slice_sizes"])

    def kernel(operand: Array, start_indices: Sequence[Array]) -> Array:
        return operand[box_at(start_indices)]

    return kernel


def _dynamic_update_slice(operation: Operation, named: Named) -> Kernel | None:
    shapes = _shapes(operation)
    if shapes is None:
        return None
    box_at = _box(shapes[0], shapes[1])

    def kernel(
        operand: Array, update: Array, start_indices: Sequence[Array], *, out: Array | None = None
    ) -> Array:
        result = np.array(operand) if out is None else out
        result[box_at(start_indices)] = update
        return result

    return kernel


def _box(shape: Sequence[int], sizes: Sequence[int]) -> Callable[[Sequence[Array]], Box]:
    """From start indices to the slices of a box of `sizes`; only those that can move are computed."""
    whole = [slice(None)] * len(shape)
    moving = [
        (axis, dimension - size, size)
        for axis, (dimension, size) in enumerate(zip(shape, sizes, strict=True))
        if size < dimension
    ]

    def box_at(starts: Sequence[Array]) -> Box:
        box = whole.copy()
        for axis, last, size in moving:
            start = int(starts[axis])
            start = 0 if start < 0 else last if start > last else start
            box[axis] = slice(start, start + size)
        return (*box, ...)

    return box_at


def _dot_general(operation: Operation, named: Named) -> Kernel | None:
    """One call of numpy for matrices, and for small stacks of them that are laid out as it wants them."""
    shapes = _shapes(operation)
    if shapes is None or not _is_matmul(operation, named):
        return None
    dtype = dtype_of(named["result"].element_type)
    if dtype in WIDE:
        return _rounded_dot(dtype) if len(shapes[2]) == 2 else None
    if len(shapes[2]) == 2:
        return np.dot
    if math.prod(shapes[2]) * shapes[0][-1] > SMALL_DOT:
        return None
    full = OPS[operation.name].kernel

    def kernel(lhs: Array, rhs: Array) -> Array:
        if lhs.flags.c_contiguous and rhs.flags.c_contiguous:
            return np.matmul(lhs, rhs)  # type: ignore[no-any-return]
        return full(lhs, rhs, **named)  # type: ignore[no-any-return]

    return kernel


def _rounded_dot(dtype: np.dtype[Any]) -> Kernel:
    """The product of matrices of narrow floats."""

    def kernel(lhs: Array, rhs: Array) -> Array:
        return in_narrow(np.dot(in_wide(lhs), in_wide(rhs)), dtype)

    return kernel


def _is_matmul(operation: Operation, named: Named) -> bool:
    """Whether both operands are stacks of matrices of one type, in that order of dimensions."""
    tensors = _tensors(operation)
    stack = tuple(range(tensors[0].rank - 2))
    return (
        len({type.element_type for type in tensors}) == len({type.rank for type in tensors}) == 1
        and tensors[0].element_type.kind == "float"
        and named["accumulation_type"] is None
        and named["lhs_batching_dimensions"] == named["rhs_batching_dimensions"] == stack
        and named["lhs_contracting_dimensions"] == (len(stack) + 1,)
        and named["rhs_contracting_dimensions"] == (len(stack),)
    )


def _reduce(operation: Operation, named: Named) -> Kernel | None:
    """One call of a ufunc, for an array of few elements in a type that numpy computes in."""
    shapes, block = _shapes(operation), operation.regions[0].entry
    if shapes is None or block is None or len(shapes) != 3 or shapes[1] != ():
        return None
    ufunc, dtype = fold_in(block, only_operation(block)), dtype_of(named["results"][0].element_type)
    is_mixed = len({type.element_type for type in _tensors(operation)}) > 1
    if ufunc is None or is_mixed or dtype in WIDE or not 0 < math.prod(shapes[0]) < SMALL_REDUCTION:
        return None
    fold: Callable[..., Any] = ufunc.reduce
    axes = named["dimensions"]

    def kernel(inputs: Sequence[Array], init_values: Sequence[Any], *, body: object) -> tuple[Array]:
        return (np.asarray(fold(inputs[0], axes, dtype, None, False, init_values[0][()])),)

    return kernel


def _tensors(operation: Operation) -> list[TensorType]:
    """The types of operands and results that are tensors."""
    types = [value.type for value in (*operation.operands, *operation.results)]
    return [type for type in types if isinstance(type, TensorType)]


def _compare(operation: Operation, named: Named) -> Kernel | None:
    """The ufunc, on elements that numpy orders as the specification does."""
    type = operation.operands[0].type
    if not isinstance(type, TensorType) or named["compare_type"] == "TOTALORDER":
        return None
    if isinstance(type.element_type, QuantizedType) or dtype_of(type.element_type) in WIDE:
        return None
    direction = named["comparison_direction"]
    if type.element_type.kind == "complex" and direction not in ("EQ", "NE"):
        return None
    ufunc = COMPARISONS[direction]
    return giving_array(ufunc) if is_scalar(type) else ufunc


SHORTCUTS: Mapping[str, Callable[[Operation, Named], Kernel | None]] = {
    "stablehlo.broadcast_in_dim": _broadcast_in_dim,
    "stablehlo.compare": _compare,
    "stablehlo.dot_general": _dot_general,
    "stablehlo.dynamic_slice": _dynamic_slice,
    "stablehlo.dynamic_update_slice": _dynamic_update_slice,
    "stablehlo.reduce": _reduce,
    "stablehlo.reshape": _reshape,
    "stablehlo.slice": _slice,
    "stablehlo.transpose": _transpose,
}
