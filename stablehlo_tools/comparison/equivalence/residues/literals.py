"""The constants of programs: what they stand for, and how far they may be moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.fields import ODD, mixed
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.ir.arrays import Array, without_repeats
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import info

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic

_MOST_LITERALS: Final = 16  # numbers of a constant, to know where it is converted
_PLAIN_BITS: Final = 12  # constants of so few bits, and half of those of their type, are exact


def literal(a: Arithmetic, numbers: Array, dtype: Dtype) -> FieldTensor:
    """A constant of a program, or the value it is recognized to be rounded from."""
    if numbers.dtype.kind == "c":
        if a.constants is not None:
            distinct, places = np.unique(numbers, return_inverse=True)
            if (turned := a.constants.turned(a, distinct, dtype)) is not None:
                return turned[places.reshape(numbers.shape)]
        parts = (np.array(component, order="C") for component in (numbers.real, numbers.imag))
        part_dtype = np.dtype(f"f{dtype.itemsize // 2}")
        return a.joined_parts(*(literal(a, part, part_dtype) for part in parts))
    exact = a.constant(numbers)
    value = exact
    a.decisions.note_masks(numbers)
    if a.constants is not None:
        value = a.constants.recognized(a, exact, dtype)
    value = _moved_by_nudge(a, value, exact, dtype)
    own = without_repeats(value.numbers)
    a.literals.update(own.ravel().tolist() if own.size <= _MOST_LITERALS else ())
    return value


def narrowed(a: Arithmetic, x: FieldTensor, dtype: Dtype) -> FieldTensor:
    """A literal converted to a narrower type, as compilers fold it: its rounded number stands for it."""
    own = without_repeats(x.numbers)
    if own.size > _MOST_LITERALS or not a.literals.issuperset(own.ravel().tolist()):
        return x
    rounded = x.numbers.astype(dtype).astype(np.float64)
    value = x.with_numbers(np.where(np.isfinite(rounded), rounded, x.numbers))
    return _moved_by_nudge(a, value, a.constant(x.numbers), dtype)


def _moved_by_nudge(a: Arithmetic, value: FieldTensor, exact: FieldTensor, dtype: Dtype) -> FieldTensor:
    """A constant, moved by less than its rounding error where it stands for nothing but itself."""
    if a.nudge is None:
        return value
    is_recognized = (value.residues != exact.residues).any(axis=0)
    moved = np.where(is_recognized, value.numbers, _nudged(value.numbers, dtype, a.nudge))
    return value.with_numbers(moved)


def _nudged(numbers: Array, dtype: Dtype, seed: int) -> Array:
    """Numbers that round to these: the same for equal ones; numbers of few bits stay as they are."""
    mantissas, _ = np.frexp(numbers)
    few = min(_PLAIN_BITS, (info(dtype).nmant + 1) // 2)
    is_exact = ~np.isfinite(numbers) | (mantissas * 2.0**few % 1 == 0)
    with np.errstate(over="ignore"):
        hashes = mixed(np.abs(numbers).view(np.uint64) + np.uint64(seed) * ODD)
    parts = hashes / 2.0**63 - 1
    return np.where(is_exact, numbers, numbers * (1 + parts * float(info(dtype).eps) / 2))
