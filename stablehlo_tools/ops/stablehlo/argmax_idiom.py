"""Idiom recognition: `reduce` bodies that compute argmax or argmin.

Frameworks write such a body in many ways, all of them with comparisons and selections alone. The result of
these depends on the order of their operands, not on their values: a body that is right for one example of
each order is right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from stablehlo_tools.ir.arrays import is_inexact
from stablehlo_tools.ir.operations import Block, Value
from stablehlo_tools.ops.model.declare import Array, RegionCall
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, upcast

ArgmaxFinder = Callable[[Array, int], Array]
Dtype = np.dtype[Any]

# Pairs of values in every order: equal, less, greater, zeros, NaNs. Integers have 3 in place of NaN, and
# booleans are true for more than 1.
_LEFT = np.array([1, 1, 2, 0.0, -0.0, np.nan, np.nan, 1])
_RIGHT = np.array([1, 2, 1, -0.0, 0.0, np.nan, 1, np.nan])

# The operands of the ops that compare and select: predicates (p), and values of the same kind (v).
_CHOICES = {
    "stablehlo.compare": "vv", "stablehlo.minimum": "vv", "stablehlo.maximum": "vv",
    "stablehlo.select": "pvv", "stablehlo.not": "p",
    "stablehlo.and": "pp", "stablehlo.or": "pp", "stablehlo.xor": "pp",
}  # fmt: skip


def argmax_finder(body: RegionCall, values: Array, places: Array, axis: int) -> ArgmaxFinder | None:
    """np.argmax or np.argmin, whichever computes the same as the body along `axis`, else None.

    Of equal values, both return the first; a NaN precedes all other values.
    """
    if not _counts_up(places, axis):
        return None
    finders, dtypes = _FINDERS.setdefault(body, {}), (values.dtype, places.dtype)
    if dtypes not in finders:
        finders[dtypes] = _matching_finder(body, *dtypes)
    return finders[dtypes]


# Cached for the lifetime of the body, since a loop asks for it in each iteration.
_FINDERS: WeakKeyDictionary[RegionCall, dict[tuple[Dtype, Dtype], ArgmaxFinder | None]] = WeakKeyDictionary()


def _matching_finder(body: RegionCall, values: Dtype, places: Dtype) -> ArgmaxFinder | None:
    """The finder that agrees with the body on the examples, for values and indices of these types."""
    if (
        COMPUTE_DTYPES.get(values, values).kind not in "biuf"
        or not _only_chooses(body.block)
        or not body.is_vectorizable
    ):
        return None
    left, right = _examples(_LEFT, values), _examples(_RIGHT, values)
    place = np.ones(left.shape, places)
    value, index = body(left, place, right, place + place)
    for finder in (np.argmax, np.argmin):
        is_right = finder(np.stack([upcast(left), upcast(right)]), 0)
        expected = np.where(is_right, upcast(right), upcast(left))
        if np.all(index == is_right + 1) and np.all((value == expected) | (expected != expected)):
            return finder
    return None


def _examples(values: Array, dtype: np.dtype[np.generic]) -> Array:
    if is_inexact(dtype):
        return values.astype(dtype)
    numbers = np.nan_to_num(values, nan=3)
    return numbers > 1 if dtype.kind == "b" else numbers.astype(dtype)


def _only_chooses(block: Block) -> bool:
    """Whether the body, of two (value, index) pairs, only compares and selects, never across kinds."""
    if len(block.arguments) != 4:
        return False
    kinds: dict[Value, str] = dict(zip(block.arguments, ("value", "place") * 2, strict=True))
    for operation in block.operations[:-1]:
        operands = [kinds.get(operand, "unknown") for operand in operation.operands]
        form = _CHOICES.get(operation.name, "")
        if len(form) != len(operands):
            return False
        chosen = {kind for letter, kind in zip(form, operands, strict=True) if letter == "v"}
        predicates = {kind for letter, kind in zip(form, operands, strict=True) if letter == "p"}
        if "unknown" in chosen or len(chosen) > 1 or predicates - {"predicate"}:
            return False
        chooses = chosen and operation.name != "stablehlo.compare"
        kinds[operation.results[0]] = chosen.pop() if chooses else "predicate"
    return [kinds.get(value) for value in block.operations[-1].operands] == ["value", "place"]


def _counts_up(places: Array, axis: int) -> bool:
    """Whether `places` increase along `axis`. Elements that share memory are compared once."""
    before = [slice(None if stride else 1) for stride in places.strides]
    after = before.copy()
    before[axis], after[axis] = slice(-1), slice(1, None)
    return bool((places[tuple(before)] < places[tuple(after)]).all())
