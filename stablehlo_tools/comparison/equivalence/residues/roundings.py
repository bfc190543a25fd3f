"""The roundings of results: as functions of the exact ones, or by chance, in their numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.fields import EXACT
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, fits
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import element_type_named

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic

_UNIT: Final = 2.0**-52
_TINY: Final = 2.0**-1022
_NO_HASHES: Final = np.empty(0, np.uint64)


def rounded(a: Arithmetic, x: FieldTensor, element_type: str, *operands: FieldTensor) -> FieldTensor:
    """A result, rounded to its element type if the arithmetic rounds.

    A result equal to an operand or to zero is exact, as x + 0 and 1 x are.
    """
    if not a.rounds:
        return shaken(a, x, operands)
    round = a.unknown if x.is_complex else a.odd
    result = round(f"round to {element_type}", x.numbers, x)
    for operand in (*operands, a.zeros(())):
        result = a.where(a.equal(x, operand), operand, result)
    return result


def note_held(a: Arithmetic, x: FieldTensor, element_type: str) -> None:
    """Note that elements are values of a type: a conversion to it does not round them."""
    if a.rounds and not x.is_constant:
        a.held.setdefault(element_type, []).append(np.unique(a.hashes(x)[0]))


def are_held(a: Arithmetic, x: FieldTensor, element_types: Sequence[str]) -> Array:
    """The mask of elements known to be values of one of the types, or constants exact in the first."""
    known = [hashes for type in element_types for hashes in a.held.get(type, ())]
    dtype = dtype_of(element_type_named(element_types[0]))
    with np.errstate(over="ignore"):
        is_exact = x.numbers.astype(dtype).astype(x.numbers.dtype) == x.numbers
    is_exact &= a.equal(x, a.constant(x.numbers))
    return np.asarray(is_exact | np.isin(a.hashes(x)[0], np.concatenate([*known, _NO_HASHES])))


def shaken(a: Arithmetic, x: FieldTensor, operands: Sequence[FieldTensor]) -> FieldTensor:
    """A result whose numbers are off by up to a unit in the last place, unless it is exact.

    Whole numbers below 2^52 are exact if they are computed from such numbers. A number is 0 but its
    residues are not where it is too small for float64: then it becomes a tiny one.
    """
    if a.shaking is None:
        return x
    numbers = x.numbers
    is_exact = _are_whole(numbers)
    for operand in operands:
        are_whole = _are_whole(operand.numbers)
        is_exact &= are_whole if fits(are_whole, is_exact) else are_whole.all()
    factors = 1 + a.shaking.uniform(-_UNIT, _UNIT, numbers.shape)
    is_lost = (numbers == 0) & x.residues.any(axis=0)
    moved = np.where(is_lost, _TINY * factors, numbers * factors)
    return x.with_numbers(np.where(is_exact & ~is_lost, numbers, moved))


def _are_whole(numbers: Array) -> Array:
    return np.asarray(~(np.abs(numbers) > EXACT) & (numbers == np.rint(numbers)))
