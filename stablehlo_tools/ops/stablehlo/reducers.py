"""Reducers: the bodies of reductions as functions of whole arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.operations import Block
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.model.declare import Array, RegionCall
from stablehlo_tools.ops.model.schema import OPS
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, upcast
from stablehlo_tools.ops.stablehlo.elementwise_rows import are_zeros, has_zeros

Arrays = Sequence[Array]
Reducer = Callable[..., Arrays]
Dtype = np.dtype[Any]

# Elements per call of `ufunc.at`, which limits the size of the index array to 8 MiB.
_BLOCK = 1 << 20

# The associative and commutative ufuncs, with their identities.
_IDENTITIES: dict[np.ufunc, float | None] = {
    np.add: 0, np.multiply: 1, np.maximum: -math.inf, np.minimum: math.inf,
    np.bitwise_and: None, np.bitwise_or: 0, np.bitwise_xor: 0,
    np.logical_and: 1, np.logical_or: 0, np.logical_xor: 0,
}  # fmt: skip
# The functions whose floats may be zeros of either sign.
SIGNED = (np.add, np.maximum, np.minimum)


def is_commutative(name: str) -> bool:
    """Whether the two operands of an op may change places."""
    op = OPS.get(name)
    return op is not None and op.execution.ufunc in _IDENTITIES


def only_operation(block: Block) -> str | None:
    """The op of a body that consists of one operation on its two arguments in order; else None."""
    if len(block.arguments) == 2 and len(block.operations) == 2:
        only, end = block.operations
        if only.operands == block.arguments and only.results == end.operands and not only.regions:
            return only.name
    return None


def reduction_ufunc(body: RegionCall) -> np.ufunc | None:
    """The ufunc that reduces as the body does, in compute types; None if there is none."""
    return block_ufunc(body.block, body.operation)


def block_ufunc(block: Block, operation: str | None) -> np.ufunc | None:
    """`reduction_ufunc` for a block that is known to consist of one `operation` (see `only_operation`)."""
    op = OPS.get(operation or "")
    if op is None or op.execution.ufunc not in _IDENTITIES:
        return None
    return None if element_kind(block.arguments[0].type) == "quantized" else op.execution.ufunc


def depends_on_rounding(ufunc: np.ufunc | None, dtype: Dtype) -> bool:
    """Whether the result of folding narrow floats with `ufunc` depends on when they are rounded.

    In the specification, each execution of the body rounds to the body's type. Folds of few elements do so,
    in order, as XLA and the reference interpreter do bit by bit. For long ones, the order is open, and
    rounding each step would accumulate errors: they are computed `upcast_for`.
    """
    return ufunc in (np.add, np.multiply) and dtype in COMPUTE_DTYPES and COMPUTE_DTYPES[dtype].kind == "f"


def upcast_for(body: RegionCall, arrays: Arrays) -> Arrays:
    """The arrays in the type that `combiner` takes: narrow floats in their compute type, to round once."""
    return arrays if reduction_ufunc(body) is None else [upcast(x) for x in arrays]


def fix_zero_signs(
    ufunc: np.ufunc, folded: Array, x: Array, init: Any, any_of: Callable[[Array], Any]
) -> Array:
    """The result `folded` of folding x and init, with the op's signs of zeros.

    Of zeros with different signs, numpy's maximum and minimum return either; the op, the greater or the
    lesser. numpy's sums start with zero; the op's sum is -0 if all terms are. `any_of` reduces masks with or.
    """
    if folded.dtype.kind == "c" and ufunc is np.add:
        parts = np.empty_like(folded)
        parts.real = fix_zero_signs(ufunc, folded.real, x.real, np.real(init), any_of)
        parts.imag = fix_zero_signs(ufunc, folded.imag, x.imag, np.imag(init), any_of)
        return parts
    if folded.dtype.kind != "f" or ufunc not in SIGNED:
        return folded
    if ufunc is np.add and not np.signbit(init).any():
        return folded
    if not has_zeros(folded, negative=ufunc is np.maximum):
        return folded
    doubtful = are_zeros(folded, negative=ufunc is np.maximum)

    def is_right(terms: Any) -> Any:
        """Whether a term decides the sign: a zero of the other sign; in a sum, anything but -0."""
        if ufunc is np.add:
            return (terms != 0) | ~np.signbit(terms)
        return (terms == 0) & (np.signbit(terms) != (ufunc is np.maximum))

    decided = any_of(is_right(x)) | is_right(init)
    change = doubtful & (~decided if ufunc is np.add else decided)
    return np.where(change, -folded, folded)


def identity_of(ufunc: np.ufunc) -> float | None:
    """The identity of `ufunc`; None if there is none for all types."""
    return _IDENTITIES[ufunc]


def is_identity(ufunc: np.ufunc | None, value: Array) -> bool:
    """Whether `value` is the identity of `ufunc`."""
    return ufunc is not None and value.item() == identity_of(ufunc)


def vectorize(body: RegionCall, dtypes: Sequence[Dtype]) -> Reducer:
    """The body as a function of arrays of one shape, with results of these dtypes."""
    if body.is_vectorizable:
        return body

    def each(*arrays: Array) -> Arrays:
        results = [np.empty(arrays[0].shape, dtype) for dtype in dtypes]
        for index in interruptible(np.ndindex(arrays[0].shape)):
            values = body(*(np.asarray(array[index]) for array in arrays))
            for result, value in zip(results, values, strict=True):
                result[index] = value
        return results

    return each


def combiner(body: RegionCall, dtypes: Sequence[Dtype]) -> Reducer:
    """The body as a function of arrays of one shape `upcast_for`, with results of `dtypes`."""
    ufunc = reduction_ufunc(body)
    if ufunc is None:
        return vectorize(body, dtypes)
    # unlike the ufuncs, the kernels of maximum and minimum order zeros by sign
    combine = OPS[body.operation or ""].kernel if ufunc in (np.maximum, np.minimum) else ufunc
    return lambda lhs, rhs: [combine(lhs, rhs)]


def update(targets: Arrays, rows: Array, updates: Arrays, body: RegionCall, *, is_unique: bool) -> None:
    """`target[row] = body(target[row], update)` for each row and its update, in order.

    Each update rounds to the target's type. `targets` (contiguous) and `updates` are matrices; if
    `is_unique`, rows are distinct.
    """
    if _replaces(body):
        for target, update in zip(targets, updates, strict=True):
            target[rows] = update
        return
    ufunc, width = reduction_ufunc(body), targets[0].shape[1]
    if ufunc is not None:
        height = _BLOCK // max(width, 1) + 1
        for start in interruptible(range(0, rows.size, height)):
            block = slice(start, start + height)
            places = rows[block, np.newaxis] * width + np.arange(width)
            ufunc.at(targets[0].reshape(-1), places.ravel(), updates[0][block].ravel())
        return
    combine = vectorize(body, [target.dtype for target in targets])
    for turn in interruptible([np.arange(rows.size)] if is_unique else _turns(rows)):
        at = rows[turn]
        combined = combine(*(target[at] for target in targets), *(update[turn] for update in updates))
        for target, result in zip(targets, combined, strict=True):
            target[at] = result


def _replaces(body: RegionCall) -> bool:
    """Whether the body returns the second half of its arguments."""
    arguments, operations = body.block.arguments, body.block.operations
    return len(operations) == 1 and operations[0].operands == arguments[len(arguments) // 2 :]


def _turns(rows: Array) -> list[Array]:
    """Indices into `rows`: first the first occurrences of all rows, then the second ones, ..."""
    order = np.argsort(rows, kind="stable")
    starts = np.flatnonzero(np.diff(rows[order], prepend=-1))
    counts = np.diff(starts, append=rows.size)
    # sorted by descending count: round i has the rows that occur more than i times
    starts = starts[np.argsort(-counts, kind="stable")]
    left = len(starts) - np.cumsum(np.bincount(counts))
    return [order[starts[:more] + turn] for turn, more in enumerate(left[:-1].tolist())]
