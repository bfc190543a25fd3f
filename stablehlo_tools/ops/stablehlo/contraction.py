"""Contractions: every dot product is one stack of matrix products, which BLAS computes."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from stablehlo_tools.host.records import record
from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, downcast, upcast
from stablehlo_tools.ops.stablehlo.convert import convert

# Up to about this many products per matrix, the loops of einsum are as fast as a call of BLAS per matrix.
# Measured on 500 f32 matrices that are innermost in memory: 60 against 83 us for 8^3 products, 150 against
# 106 for 12^3, 344 against 176 for 16^3.
_FEW_PRODUCTS = 1 << 11

# Integers with at most this many uses are multiplied as they are: finding their range, to use BLAS if floats
# are exact, reads each operand twice and would take longer than the products.
_FEW_USES = 2

Axes = tuple[int, ...]
Dtype = np.dtype[Any]


@record(frozen=True, eq=False)  # compared as objects, since they are keys
class _Side:
    """An operand of this `shape` as a stack of matrices of `rows` x `terms`, in either memory order."""

    shape: Axes
    rows_first: Axes
    rows_first_shape: Axes
    terms_first: Axes
    terms_first_shape: Axes
    last_row_axis: int | None
    last_term_axis: int | None


@record(frozen=True, eq=False)
class Contraction:
    """The axes of two operands to sum over: see `contraction`."""

    lhs: _Side
    rhs: _Side
    shape: Axes
    terms: int
    products: int  # of a pair of matrices
    uses: float  # the average number of products per operand element


@functools.lru_cache(maxsize=4096)
def contraction(
    lhs_shape: Axes,
    rhs_shape: Axes,
    lhs_batching: Axes,
    rhs_batching: Axes,
    lhs_contracting: Axes,
    rhs_contracting: Axes,
) -> Contraction:
    """The plan for `contract` on operands of these shapes."""
    # the order of summation is free; that of the larger operand's axes avoids most copies of it
    larger = lhs_contracting if math.prod(lhs_shape) >= math.prod(rhs_shape) else rhs_contracting
    order = sorted(range(len(larger)), key=larger.__getitem__)
    lhs_contracting = tuple(lhs_contracting[i] for i in order)
    rhs_contracting = tuple(rhs_contracting[i] for i in order)
    lhs_free = _without(lhs_shape, lhs_batching + lhs_contracting)
    rhs_free = _without(rhs_shape, rhs_batching + rhs_contracting)
    shape = _sizes(lhs_shape, lhs_batching + lhs_free) + _sizes(rhs_shape, rhs_free)
    terms = math.prod(_sizes(lhs_shape, lhs_contracting))
    return Contraction(
        _side(lhs_shape, lhs_batching, lhs_free, lhs_contracting),
        _side(rhs_shape, rhs_batching, rhs_free, rhs_contracting),
        shape,
        terms,
        math.prod(_sizes(lhs_shape, lhs_free) + _sizes(rhs_shape, rhs_free)) * terms,
        math.prod(shape) * terms / max(math.prod(lhs_shape) + math.prod(rhs_shape), 1),
    )


def product(lhs: Array, rhs: Array, plan: Contraction, result: TensorType) -> Array:
    """The sums of products as elements of `result`: sums of floats are converted, integers wrap."""
    sums = contract(*upcast_operands(lhs, rhs, plan.terms, result, plan.uses), plan)
    if sums.dtype.kind == "f" and not (_are_whole(lhs) and _are_whole(rhs)):
        return convert(sums, result=result)
    return convert_sums(sums, result)


def contract(lhs: Array, rhs: Array, plan: Contraction) -> Array:
    """Sums of products of operands of one element type; dimensions: batching, lhs free, rhs free."""
    return _multiplication(plan, lhs.strides, rhs.strides)(lhs, rhs)


@functools.lru_cache(maxsize=4096)
def _multiplication(plan: Contraction, lhs_strides: Axes, rhs_strides: Axes) -> Callable[..., Array]:
    """`contract` for operands with these strides."""
    arrange_lhs = _arranging(plan.lhs, lhs_strides, is_transposed=False)
    arrange_rhs = _arranging(plan.rhs, rhs_strides, is_transposed=True)
    matmul, shape, terms = np.matmul, plan.shape, plan.terms

    def multiply(lhs: Array, rhs: Array) -> Array:
        rows, columns = arrange_lhs(lhs), arrange_rhs(rhs)
        products: Array
        if _suits_einsum(rows, columns, plan):
            products = np.einsum("...ij,...jk->...ik", rows, columns)
        elif terms == 1:
            products = rows * columns
            products += 0  # sums start with zero, and -0.0 + 0 = 0.0
        else:
            products = matmul(rows, columns)
        return products.reshape(shape)

    return multiply


def stack_contraction(attributes: Mapping[str, Any]) -> Callable[[Array, Array], Array]:
    """`contract` for stacks of operands along a new first axis, of size 1 for a shared rhs.

    The attributes of a `dot_general` name axes of single operands.
    """
    lhs, rhs, *contracting = (
        tuple(int(axis) + 1 for axis in attributes[f"{side}_{kind}_dimensions"])
        for kind in ("batching", "contracting")
        for side in ("lhs", "rhs")
    )

    @functools.cache
    def plan(*shapes: Axes) -> Contraction:
        return contraction(*shapes, (0, *lhs), (0, *rhs), *contracting)

    return lambda lhs, rhs: contract(lhs, rhs, plan(lhs.shape, rhs.shape))


def _suits_einsum(rows: Array, columns: Array, plan: Contraction) -> bool:
    """Whether to use the loops of einsum rather than matmul, or the BLAS that it calls for floats.

    einsum loops over the axis that is innermost in memory, matmul without BLAS over matrices, which is slow
    for integers.
    """
    if rows.dtype.kind == "c":
        # BLAS rounds only one of the two products in each part of a complex product, so that equal ones do
        # not cancel
        return plan.products * math.prod(rows.shape[:-2]) <= _FEW_PRODUCTS
    if plan.products <= _FEW_PRODUCTS and rows.ndim > 2:
        return _has_stack_inside(rows.strides) and _has_stack_inside(columns.strides)
    return rows.dtype.kind in "iu"


@functools.lru_cache(maxsize=4096)
def _has_stack_inside(strides: Axes) -> bool:
    """Whether the matrices of a stack, and not their elements, are innermost in memory."""
    return min(strides[:-2]) < min(strides[-2:])


def _arranging(side: _Side, strides: Axes, *, is_transposed: bool) -> Callable[[Array], Array]:
    """A function from an operand with these strides to its matrices, or to the transposes of these: a view if
    possible, else a copy in its order.
    """
    axes, shape, is_swapped = side.rows_first, side.rows_first_shape, is_transposed
    if not _has_terms_inside(side, strides):
        axes, shape, is_swapped = side.terms_first, side.terms_first_shape, not is_transposed
    is_merged = _sizes(side.shape, axes) != shape
    if is_swapped and not is_merged:
        axes, is_swapped = (*axes[:-2], axes[-1], axes[-2]), False
    is_moved = axes != tuple(range(len(axes)))
    if not is_merged:
        return operator.methodcaller("transpose", axes) if is_moved else operator.itemgetter(...)
    if not is_moved and not is_swapped:
        return operator.methodcaller("reshape", shape)

    def arrange(operand: Array) -> Array:
        matrices = (operand.transpose(axes) if is_moved else operand).reshape(shape)
        return matrices.swapaxes(-1, -2) if is_swapped else matrices

    return arrange


def _has_terms_inside(side: _Side, strides: Axes) -> bool:
    """Whether an operand with these strides costs less where terms, not rows, are innermost in memory."""
    row, term = side.last_row_axis, side.last_term_axis
    if row is None or term is None:
        return True

    def cost(axis: int) -> float:
        """The bytes per element if `axis` is innermost: its stride, and its share of a loop's start.

        A loop's start is taken to cost as much as reading 256 bytes.
        """
        return abs(strides[axis]) + 256 / side.shape[axis]

    return cost(term) <= cost(row)


def _side(shape: Axes, batching: Axes, free: Axes, contracting: Axes) -> _Side:
    stack = _sizes(shape, batching)
    rows, terms = math.prod(_sizes(shape, free)), math.prod(_sizes(shape, contracting))
    return _Side(
        shape,
        batching + free + contracting,
        (*stack, rows, terms),
        batching + contracting + free,
        (*stack, terms, rows),
        _last_long(shape, free),
        _last_long(shape, contracting),
    )


def _last_long(shape: Axes, axes: Axes) -> int | None:
    return next((axis for axis in reversed(axes) if shape[axis] > 1), None)


def _without(shape: Axes, axes: Axes) -> Axes:
    return tuple(axis for axis in range(len(shape)) if axis not in axes)


def _sizes(shape: Axes, axes: Axes) -> Axes:
    return tuple(shape[axis] for axis in axes)


# -- element types: sums are computed in a type that BLAS knows --------------------------------------

_MATRIX_TYPES = "fdFD"
_EXACT_INTEGERS = ((np.dtype(np.float32), 1 << 24), (np.dtype(np.float64), 1 << 53))


def upcast_operands(
    lhs: Array, rhs: Array, terms: int, result: TensorType, uses: float = math.inf
) -> tuple[Array, Array]:
    """The operands in a type in which to compute sums of `terms` products for `result`.

    bf16, f16 and f8 are converted to f32, where a product of two is exact. Integers with many `uses` are
    converted to a float type if every sum is exact in it, else to the type of the result, which wraps. Floats
    are summed before they are converted to integers.
    """
    dtype = dtype_of(result.element_type)
    if result.element_type.kind in ("float", "complex"):
        working = matrix_type(lhs.dtype, rhs.dtype, dtype)
    elif not _are_whole(lhs) or not _are_whole(rhs):
        working = np.dtype(np.complex128 if is_complex(lhs, rhs) else np.float64)
    elif uses <= _FEW_USES and dtype.kind in "iu":
        working = dtype
    else:
        bound = terms * _magnitude(lhs) * _magnitude(rhs)
        working = next((exact for exact, limit in _EXACT_INTEGERS if bound <= limit), dtype)
    return in_type(lhs, working), in_type(rhs, working)


def convert_sums(sums: Array, result: TensorType) -> Array:
    """`sums` rounded, or wrapped, to the element type of `result`."""
    dtype = dtype_of(result.element_type)
    if sums.dtype == dtype:
        return sums
    if sums.dtype.kind == "c" and dtype.kind != "c":
        return convert_sums(sums.real, result)
    if result.element_type.kind in ("signed", "unsigned"):
        # exact, since `upcast_operands` chose the type of the sums; a float out of range would not wrap
        sums = sums.astype(np.int32 if sums.dtype == np.float32 else np.int64)
    return downcast(sums, dtype)


def in_type(x: Array, dtype: Dtype) -> Array:
    """An array with elements of this type."""
    if x.dtype == dtype:
        return x
    # not COMPUTE_DTYPES.get(): None compares equal to f64
    is_narrow = x.dtype in COMPUTE_DTYPES and COMPUTE_DTYPES[x.dtype] == dtype
    return upcast(x) if is_narrow else x.astype(dtype, copy=False)


@functools.lru_cache(maxsize=256)
def matrix_type(*dtypes: Dtype) -> Dtype:
    """The type of floats or complex numbers in which BLAS multiplies elements of these types."""
    matrix_dtypes = [dtype for dtype in dtypes if dtype.char in _MATRIX_TYPES]
    return np.result_type(np.float32, *matrix_dtypes)


def _are_whole(x: Array) -> bool:
    return element_type_of(x.dtype).kind in ("boolean", "signed", "unsigned")


def is_complex(*arrays: Array) -> bool:
    """Whether there are complex numbers."""
    return any(x.dtype.kind == "c" for x in arrays)


def _magnitude(x: Array) -> int:
    """The largest absolute value in an array of integers or booleans."""
    if x.size == 0 or x.dtype == bool:
        return min(x.size, 1)
    return max(int(x.max()), -int(x.min()))
