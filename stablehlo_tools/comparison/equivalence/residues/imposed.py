"""Outcomes that are imposed on decisions, and the numbers that then have them.

Imposing an outcome, as of `x > 1e9`, asks what programs compute where inputs lead to it. There, x is another
number: one on the other side, which has its place in a sort, a maximum or another comparison, too.
Operations take it from then on; what they computed from it before stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.decisions import Site
    from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor

PER_RESIDUE: Final = 1 << 20


def joined_residues(rows: Array) -> Array:
    """The residues modulo the first two primes of these rows as one number."""
    first, *second = rows[:2]
    return np.asarray(first * PER_RESIDUE + (second[0] if second else 0))


def times(keys: Array, factor: Factor, primes: Sequence[int]) -> Array:
    """The keys of multiples of numbers, up to signs."""
    rows = np.divmod(keys, PER_RESIDUE)
    products = [row * one % prime for row, one, prime in zip(rows, factor, primes, strict=False)]
    sizes = [np.minimum(row, prime - row) for row, prime in zip(products, primes, strict=False)]
    return joined_residues(np.stack(sizes))


def factor_between(keys: Array, others: Array, primes: Sequence[int]) -> Factor | None:
    """The factor of which `others` are the multiples of the numbers with these distinct keys, or None."""
    if not 0 < len(keys) == len(others):
        return None
    first = np.divmod(keys[:1], PER_RESIDUE)
    if not all(residue.all() for residue in first):
        return None
    inverses = [pow(int(one[0]), -1, prime) for one, prime in zip(first, primes, strict=False)]
    rows = np.divmod(others, PER_RESIDUE)
    possible = np.stack([row * x % p for row, x, p in zip(rows, inverses, primes, strict=False)])
    if len(keys) > 1:
        possible = np.compress(np.isin(times(keys[1], possible, primes), others), possible, axis=1)
    for one, two in possible.T:
        if np.isin(times(keys, (one, two), primes), others).all():
            return min(one, primes[0] - one), min(two, primes[1] - two)
    return None


class ResidueHalf(NamedTuple):
    """The decisions where a bit of the first residue is 0."""

    bit: int


class KeyRange(NamedTuple):
    """The decisions by a range of numbers, in the order in which programs meet them, or by all `others`."""

    begin: int
    end: int
    others: bool = False


DecisionSubset = ResidueHalf | KeyRange
Factor = Sequence[Any] | Array  # modulo the first two primes


class ImposedOutcomes:
    """Outcomes that sites have, whatever the numbers are, in all elements or in a `subset`; of one attempt.

    Both programs share it: a number has the same place in both, and is the same one on the other side. At
    sites with the same one of `heads`, numbers are multiples. Of many, one in `stride` is replaced by one on
    the other side.
    """

    def __init__(
        self,
        outcomes: Mapping[Site, bool],
        subset: DecisionSubset | None,
        stride: int,
        heads: Mapping[Site, Site],
    ) -> None:
        self.outcomes = outcomes
        self.stride = stride
        self._subset = subset
        self._heads = heads
        self._keys_at: dict[Site, Array] = {}
        self._met = np.empty(0)  # keys in order of appearance, as many as `subset` needs
        self._keys = np.empty(0)  # of numbers with another one on the other side
        self._decided = np.empty(0)  # keys of decisions by these
        self._numbers = np.empty(0)

    def in_common(self, site: Site, keys: Array, where: Array, primes: Sequence[int]) -> Array:
        """The keys at a site as those of the first one with the same head that a program met."""
        head = self._heads.get(site)
        if head is None:
            return keys
        own = np.unique(keys[where])
        factor = factor_between(own, self._keys_at.setdefault(head, own), primes)
        return keys if factor is None else times(keys, factor, primes)

    def are_undecided(self, keys: Array) -> Array:
        """The mask of decisions by numbers that were not replaced.

        Those that were decide themselves: an operation may compare them in another order.
        """
        return ~np.isin(keys, self._decided)

    def are_chosen(self, keys: Array, where: Array) -> Array:
        """The mask of decisions with these keys that have the outcome, of those in a mask."""
        match self._subset:
            case None:
                return where
            case ResidueHalf(bit):
                return np.asarray(where & (keys // (PER_RESIDUE << bit) % 2 == 0))
            case KeyRange(begin, end, others):
                if self._met.size < end:
                    new = np.setdiff1d(keys[where], self._met)
                    self._met = np.concatenate([self._met, new])
                return np.asarray(where & (np.isin(keys, self._met[begin:end]) ^ others))

    def replace(self, where: Array, keys: Array, x: FieldTensor, y: FieldTensor) -> None:
        """Replace numbers, whose decisions have these keys, by those on the other side."""
        self._decided = np.union1d(self._decided, keys[where])
        if x.is_constant or y.is_constant:
            x, limit = (y, x) if x.is_constant else (x, y)
            pairs = [(x, 2 * limit.numbers - x.numbers)]
        else:
            pairs = [(x, y.numbers), (y, x.numbers)]
        for operand, numbers in pairs:
            own = np.broadcast_to(_key(operand), where.shape)
            is_some = where & (own != 0)
            own, numbers = own[is_some], np.broadcast_to(numbers, where.shape)[is_some]
            numbers = np.concatenate([numbers, -numbers, self._numbers])
            self._keys, first = np.unique(np.concatenate([own, -own, self._keys]), return_index=True)
            self._numbers = numbers[first]

    def renumbered(self, x: FieldTensor) -> FieldTensor:
        """The tensor with the numbers that replace its own."""
        if not self._keys.size or x.is_constant or x.is_complex:
            return x
        keys = _key(x)
        places = np.searchsorted(self._keys, keys).clip(max=self._keys.size - 1)
        is_replaced = self._keys[places] == keys
        if not is_replaced.any():
            return x
        return x.with_numbers(np.where(is_replaced, self._numbers[places], x.numbers))


def _key(x: FieldTensor) -> Array:
    """Keys of numbers; that of -x is the negative one."""
    return joined_residues(x.reduced().residues.real[x.first :: x.fields.length])
