"""The bodies of reductions as functions of whole arrays: what reduce, scatter and their kin share."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.operations import Block
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.declare import OPS, Array, RegionCall
from stablehlo_tools.ops.narrow import WIDE, in_wide
from stablehlo_tools.ops.turns import in_turns

Arrays = Sequence[Array]
Combine = Callable[..., Arrays]
Dtype = np.dtype[Any]

# So many elements are updated at a time: for each there is a number that says where it is.
_BLOCK = 1 << 20

# Ufuncs whose operands may come in any order and grouping, with what leaves the other operand as it is.
_IDENTITIES: dict[np.ufunc, float | None] = {
    np.add: 0, np.multiply: 1, np.maximum: -math.inf, np.minimum: math.inf,
    np.bitwise_and: None, np.bitwise_or: 0, np.bitwise_xor: 0,
    np.logical_and: 1, np.logical_or: 0, np.logical_xor: 0,
}  # fmt: skip


def only_operation(block: Block) -> str | None:
    """The op of which a body consists, on its two arguments in order."""
    if len(block.arguments) == 2 and len(block.operations) == 2:
        only, end = block.operations
        if only.operands == block.arguments and only.results == end.operands and not only.regions:
            return only.name
    return None


def fold_of(body: RegionCall) -> np.ufunc | None:
    """The ufunc that folds as the body does, in the types that `narrow.in_wide` gives."""
    return fold_in(body.block, body.operation)


def fold_in(block: Block, operation: str | None) -> np.ufunc | None:
    """The same of a block of which it is known that it consists of one `operation` (see `only_operation`)."""
    op = OPS.get(operation or "")
    if op is None or op.ufunc not in _IDENTITIES:
        return None
    type = block.arguments[0].type
    return None if isinstance(type, TensorType) and type.element_type.kind == "quantized" else op.ufunc


def rounds(ufunc: np.ufunc | None, dtype: Dtype) -> bool:
    """Whether folding narrow floats with `ufunc` depends on where they are rounded.

    The specification makes each execution of the body round to the body's type. A fold of few elements does
    that, in their order, which is what XLA and the reference interpreter compute to the bit. Of a long one
    the order is open, and roundings at each step would pile up: it is computed `in_working_type`.
    """
    return ufunc in (np.add, np.multiply) and dtype in WIDE and WIDE[dtype].kind == "f"


def in_working_type(body: RegionCall, arrays: Arrays) -> Arrays:
    """The arrays in the type that `combination` takes: of narrow floats, that in which to round only once."""
    return arrays if fold_of(body) is None else [in_wide(x) for x in arrays]


def settled_zeros(
    ufunc: np.ufunc, folded: Array, x: Array, init: Any, any_of: Callable[[Array], Array]
) -> Array:
    """What folding x and init gives, with zeros of the sign that the op gives; `any_of` folds masks with or.

    Of zeros that differ in sign numpy's maximum and minimum choose any, and its sums begin with a zero, where
    the op's are: the greater zero, the lesser, and -0 if all terms are -0.
    """
    if folded.dtype.kind == "c" and ufunc is np.add:
        parts = np.empty_like(folded)
        parts.real = settled_zeros(ufunc, folded.real, x.real, np.real(init), any_of)
        parts.imag = settled_zeros(ufunc, folded.imag, x.imag, np.imag(init), any_of)
        return parts
    if folded.dtype.kind != "f" or ufunc not in (np.add, np.maximum, np.minimum):
        return folded
    if ufunc is np.add and not np.any(np.signbit(init)):
        return folded
    has_wrong_sign = np.signbit(folded) if ufunc is np.maximum else ~np.signbit(folded)
    doubtful = (folded == 0) & has_wrong_sign
    if not doubtful.any():
        return folded

    def is_right(terms: Any) -> Any:
        """Whether a term decides the sign: a zero of the other sign; of a sum, anything but -0."""
        if ufunc is np.add:
            return (terms != 0) | ~np.signbit(terms)
        return (terms == 0) & (np.signbit(terms) != (ufunc is np.maximum))

    decided = any_of(is_right(x)) | is_right(init)
    change = doubtful & (~decided if ufunc is np.add else decided)
    return np.where(change, -folded, folded)


def is_identity(ufunc: np.ufunc | None, value: Array) -> bool:
    """Whether `value` is known to leave the other operand of a fold as it is."""
    return ufunc is not None and value.item() == _IDENTITIES[ufunc]


def vectorized(body: RegionCall, dtypes: Sequence[Dtype]) -> Combine:
    """The body as a function of arrays of one shape, with results of these dtypes."""
    if body.is_vectorizable:
        return body

    def each(*arrays: Array) -> Arrays:
        results = [np.empty(arrays[0].shape, dtype) for dtype in dtypes]
        for index in in_turns(np.ndindex(arrays[0].shape)):
            values = body(*(np.asarray(array[index]) for array in arrays))
            for result, value in zip(results, values, strict=True):
                result[index] = value
        return results

    return each


def combination(body: RegionCall, dtypes: Sequence[Dtype]) -> Combine:
    """The body as a function of arrays of one shape `in_working_type`; `dtypes` are those of its results."""
    ufunc = fold_of(body)
    if ufunc is None:
        return vectorized(body, dtypes)
    # the kernels of maximum and minimum know which zero is greater
    combine = OPS[body.operation or ""].kernel if ufunc in (np.maximum, np.minimum) else ufunc
    return lambda lhs, rhs: [combine(lhs, rhs)]


def update(targets: Arrays, rows: Array, updates: Arrays, body: RegionCall, *, is_unique: bool) -> None:
    """`target[row] = body(target[row], update)` for each row and its update, one after the other.

    What is in a target is of its type at any time, so that each update rounds. `targets` (contiguous) and
    `updates` are matrices; where `is_unique`, no row comes twice.
    """
    if _replaces(body):
        for target, update in zip(targets, updates, strict=True):
            target[rows] = update
        return
    ufunc, width = fold_of(body), targets[0].shape[1]
    if ufunc is not None:
        height = _BLOCK // max(width, 1) + 1
        for start in in_turns(range(0, rows.size, height)):
            block = slice(start, start + height)
            places = rows[block, np.newaxis] * width + np.arange(width)
            ufunc.at(targets[0].reshape(-1), places.ravel(), updates[0][block].ravel())
        return
    combine = vectorized(body, [target.dtype for target in targets])
    for turn in in_turns([np.arange(rows.size)] if is_unique else _turns(rows)):
        at = rows[turn]
        combined = combine(*(target[at] for target in targets), *(update[turn] for update in updates))
        for target, result in zip(targets, combined, strict=True):
            target[at] = result


def _replaces(body: RegionCall) -> bool:
    """Whether the body returns its second half of arguments."""
    arguments, operations = body.block.arguments, body.block.operations
    return len(operations) == 1 and operations[0].operands == arguments[len(arguments) // 2 :]


def _turns(rows: Array) -> list[Array]:
    """Places in `rows`: first those where a row comes for the first time, then for the second, ..."""
    order = np.argsort(rows, kind="stable")
    starts = np.flatnonzero(np.diff(rows[order], prepend=-1))
    counts = np.diff(starts, append=rows.size)
    # those that come most often first: each turn is of as many of them as come once more
    starts = starts[np.argsort(-counts, kind="stable")]
    left = len(starts) - np.cumsum(np.bincount(counts))
    return [order[starts[:more] + turn] for turn, more in enumerate(left[:-1].tolist())]
