"""Values whose squares are known: values with equal squares are equal up to their signs."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.fields import Hashes, has_any
from stablehlo_tools.comparison.equivalence.tensors import FieldTensor

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.arithmetic import Arithmetic

SIGNS: Final = "values with equal squares have the same signs on all inputs as on the tried ones"
_MOST_SQUARES: Final = 256  # tensors whose elements are known by their squares
_MOST_ROOTS: Final = 8  # with their squares, of which the product or quotient may be another square
_MOST_OF_ROOT: Final = 64  # elements of each


class KnownRoots:
    """The values that an arithmetic has computed, by their squares: of the two roots, each run takes one."""

    def __init__(self) -> None:
        self._values: list[tuple[Hashes, FieldTensor]] = []  # by the sorted hashes of their squares
        self._roots: list[tuple[FieldTensor, FieldTensor]] = []

    def join(self, other: KnownRoots) -> None:
        """Add the values of another program."""
        self._values += other._values

    def note(self, a: Arithmetic, x: FieldTensor, squares: FieldTensor) -> None:
        """Note values and their squares."""
        if len(self._values) < _MOST_SQUARES:
            hashes = a.hashes(squares)[0].ravel()
            order = np.argsort(hashes)
            self._values.append((hashes[order], x.reshaped((x.size,))[order]))

    def resolved(self, a: Arithmetic, x: FieldTensor, squares: FieldTensor) -> FieldTensor:
        """The elements, replaced by known ones with the same or inverse squares, signs kept."""
        result, is_known = x, np.zeros(x.shape, bool)
        for is_inverse in (False, True):
            hashes = a.hashes(a.reciprocal(squares) if is_inverse else squares)[0]
            for known_hashes, values in self._values:
                places = np.minimum(np.searchsorted(known_hashes, hashes), len(known_hashes) - 1)
                is_match = (known_hashes[places] == hashes) & ~is_known
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
            if not x.shape == y.shape == squares.shape:
                continue
            if a.equal(squares, a.plain_product(p, q)).all():
                return a.plain_product(x, y).renumbered(root.numbers)
            if a.equal(a.plain_product(squares, q), p).all():
                return a.plain_product(x, a.reciprocal(y)).renumbered(root.numbers)
        if squares.size <= _MOST_OF_ROOT and len(self._roots) < _MOST_ROOTS and not squares.is_constant:
            self._roots.append((root, squares))
        return root
