"""Square and cube roots, and the values that are known by their squares or points.

Values with equal squares are equal up to signs, and angles with equal points up to whole turns.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.fields import Hashes, has_any
from stablehlo_tools.comparison.equivalence.residues.tensors import (
    FieldTensor,
    common_depths,
    degrees_of_unknown,
)
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic

ROOTS: Final = "square roots are modeled by the law sqrt(x) sqrt(y) = sqrt(x y)"
SQUARES: Final = "square roots are modeled by the laws sqrt(x) sqrt(x) = x and sqrt(x x) = |x|"
SIGNS: Final = "values with equal squares have the same signs on all inputs as on the tried ones"
_MOST_SQUARES: Final = 256  # tensors whose elements are known by their squares, or by their points
_MOST_ROOTS: Final = 8  # with their squares, of which the product or quotient may be another square
_MOST_OF_ROOT: Final = 64  # elements of each

Known = list[tuple[Hashes, FieldTensor]]  # values, by the sorted hashes of what determines them


def cube_root(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The cube root, with its laws if each residue has one cube root."""
    numbers = np.cbrt(x.numbers)
    if not a.fields.have_cube_roots:
        return a.odd("stablehlo.cbrt", numbers, x)
    a.count_unknown(x.size, x)
    degrees, valid = degrees_of_unknown((x,)), (x.first, x.last)
    return a.tensor(numbers, lambda out: a.fields.cube_roots(x.residues, out), degrees, valid)


def square_root(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The square root, with sqrt(x) sqrt(y) = sqrt(x y), or with sqrt(x) sqrt(x) = x and sqrt(x x) = |x|.

    The root of an element with a part of i is uninterpreted: only those of the prime fields have roots.
    """
    a.asked.add("root")
    a.assumptions.add(SQUARES if a.fields.with_roots else ROOTS)
    squares = x
    if a.fields.are_beside_roots(x.residues, x.first, x.last):
        x = a.where(a.fields.beside_roots(x.residues, x.first, x.last), a.opaque(x), x)
    a.count_unknown(x.size, x)
    degrees = degrees_of_unknown((x,))
    root = a.tensor(
        np.sqrt(x.numbers), lambda out: a.fields.roots(x.residues, out), degrees, (x.first, x.last)
    )
    if a.fields.with_roots:
        root = a.known.root(a, root, squares)
    return replace(root, square=squares)


class KnownRoots:
    """The values that an arithmetic has computed, by their squares: of the two roots, each run takes one."""

    def __init__(self) -> None:
        self._values: Known = []  # by their squares
        self._angles: Known = []  # by their points
        self._roots: list[tuple[FieldTensor, FieldTensor]] = []

    def join(self, other: KnownRoots) -> None:
        """Add the values of another program."""
        self._values += other._values
        self._angles += other._angles

    def note(self, a: Arithmetic, x: FieldTensor, squares: FieldTensor) -> None:
        """Note values and their squares."""
        _note(self._values, a.hashes(squares)[0], x)

    def angle(self, a: Arithmetic, x: FieldTensor, points: FieldTensor) -> FieldTensor:
        """Angles with their points, replaced by known ones with equal points that are no whole turn away."""
        result, is_new, hashes = x, np.ones(x.shape, bool), a.hashes(points)[0]
        for places, is_match, angles in _matches(self._angles, hashes):
            is_near = is_match & is_new & (np.abs(angles.numbers[places] - x.numbers) < 1)
            if has_any(is_near):
                result, is_new = a.where(is_near, angles[places], result), is_new & ~is_near
        if has_any(is_new):
            _note(self._angles, hashes, x)
        return replace(result.with_numbers(x.numbers), power=points)

    def resolved(self, a: Arithmetic, x: FieldTensor, squares: FieldTensor) -> FieldTensor:
        """The elements, replaced by known ones with the same or inverse squares, signs kept."""
        result, is_known = x, np.zeros(x.shape, bool)
        for is_inverse in (False, True):
            hashes = a.hashes(a.reciprocal(squares) if is_inverse else squares)[0]
            for places, is_match, values in _matches(self._values, hashes):
                is_match &= ~is_known
                if has_any(is_match):
                    value = values[places]
                    value = a.reciprocal(value) if is_inverse else value
                    is_other = (value.numbers < 0) != (x.numbers < 0)
                    result = a.where(is_match, a.where(is_other, a.negate(value), value), result)
                    is_known |= is_match
        if has_any(is_known):
            a.assumptions.add(SIGNS)
            is_lost = is_known & ~x.are_zero & (x.numbers == 0)  # others decide about residues, not paths
            a.decisions.note("sign", np.where(is_lost, 0.0, np.inf), x.numbers < 0, x)
        if not is_known.all():
            self.note(a, x, squares)
        return result.renumbered(x.numbers) if result is not x else x

    def root(self, a: Arithmetic, root: FieldTensor, squares: FieldTensor) -> FieldTensor:
        """A square root, as the product or quotient of two known ones if these have its squares."""
        root = self.resolved(a, root, squares)
        for (x, y), (p, q) in (zip(*pair, strict=True) for pair in itertools.permutations(self._roots, 2)):
            first, last = common_depths([x, y, p, q, squares])
            if first >= last or not x.shape == y.shape == squares.shape:
                continue
            if a.equal(squares, a.plain_product(p, q)).all():
                return a.plain_product(x, y).renumbered(root.numbers)
            if a.equal(a.plain_product(squares, q), p).all():
                return a.plain_product(x, a.reciprocal(y)).renumbered(root.numbers)
        if squares.size <= _MOST_OF_ROOT and len(self._roots) < _MOST_ROOTS and not squares.is_constant:
            self._roots.append((root, squares))
        return root


def _note(known: Known, hashes: Hashes, x: FieldTensor) -> None:
    if x.size and len(known) < _MOST_SQUARES:
        order = np.argsort(hashes, axis=None)
        known.append((hashes.ravel()[order], replace(x, power=None).reshaped((x.size,))[order]))


def _matches(
    known: Sequence[tuple[Hashes, FieldTensor]], hashes: Hashes
) -> Iterator[tuple[Array, Array, FieldTensor]]:
    """Known values, the places in them of these hashes, and the mask of those that are there."""
    for known_hashes, values in known:
        places = np.minimum(np.searchsorted(known_hashes, hashes), len(known_hashes) - 1)
        yield places, np.asarray(known_hashes[places] == hashes), values
