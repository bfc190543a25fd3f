"""Decisions of a program: how close they are, and the numbers that they compare.

Two programs with the same decisions take the same paths on all inputs. A key identifies the numbers that are
compared, up to their signs and order: numbers with equal keys are equal functions of the inputs, or collide.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.fields import has_any
from stablehlo_tools.comparison.equivalence.residues.imposed import ImposedOutcomes, joined_residues
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
    from stablehlo_tools.ir.operations import Operation

Site = tuple["Operation | None", int]
FAR: Final = -2  # in place of the number of a site: comparisons with constants that may stand for infinity
INFINITE: Final = -3  # and with constants that do
ORDER: Final = "order"  # of several numbers, whichever two of them a program compares
_SIDED: Final = (ORDER, "strict", "loose")  # kinds with two outcomes, both of which inputs may have
LEAST_MARGIN: Final = 1e-9  # closer decisions may be due to rounding
LEAST_OF_FLOATS: Final = 1e-12  # and these are: whether rounding explains a difference of floats is known
_LEAST_MASK: Final = 1e4  # the least constant that is taken for a mask
GREATEST_THRESHOLD: Final = 2.0**23  # of constants that numbers are compared with, and may exceed
_INFINITE: Final = 1e30  # no number exceeds a constant of this size
_KINDS: Final = 1 << 8
_PRODUCTS: Final = 2.0**40  # residues of two primes, as one number, are below this


def _least(numbers: Array) -> float:
    """The least number that is not NaN; infinity if there is none."""
    return float(np.fmin.reduce(numbers, axis=None, initial=math.inf))


def _outcomes(seen: Array) -> Iterator[bool]:
    """The outcomes, True or False, that occur."""
    if seen.any():
        yield True
    if not seen.all():
        yield False


def are_same(one: Array, other: Array) -> bool:
    """Whether the distinct keys are the same; those of programs with the same decisions need no sort."""
    return np.array_equal(one, other) or np.array_equal(np.unique(one), np.unique(other))


def _relative(distance: Array, operands: Sequence[FieldTensor]) -> Array:
    """Distances relative to the lesser number, or as they are if numbers are compared with 0."""
    sizes = functools.reduce(np.minimum, [np.abs(operand.numbers) for operand in operands])
    for constant in (operand for operand in operands if operand.is_constant):
        sizes = np.where(constant.numbers == 0, 1.0, sizes)
    with np.errstate(all="ignore"):
        return np.asarray(distance / sizes)


def _differences(x: FieldTensor, *others: FieldTensor) -> Array:
    """Keys of differences of two operands, up to their signs, or of one operand."""
    end = 2 * x.fields.length
    rows = np.array(x.residues.real[:end])
    for y in others:
        rows = rows - y.residues.real[:end]
    rows = rows[max(operand.first for operand in (x, *others)) :: x.fields.length]
    primes = np.array(_primes(x, *others)).reshape(-1, *(1,) * (rows.ndim - 1))
    return joined_residues(np.abs(rows - primes * np.round(rows / primes)))


def _primes(*operands: FieldTensor) -> Sequence[int]:
    """The primes of keys of differences."""
    first, fields = max(operand.first for operand in operands), operands[0].fields
    return fields.primes[first :: fields.length][:2]


class RecordedDecisions:
    """The decisions of a run.

    `margin` is the least difference of two numbers that decided something; `closest` is relative to numbers
    below 1, and `relative`, in a search, to numbers above.

    It `orders` numbers if two that depend on inputs were compared, as in a sort.

    If it `records`, `taken` returns the keys of decisions, and `outcome` a digest of the outcomes of those
    that are `watched`, as in a search. `sides` maps each `site`, an operation and a number within it, to the
    outcomes that it had; in a search, `gaps` maps each outcome to the least and the greatest relative
    distance of its numbers. `keys` collects the keys of what decides at the sites that it has. Some sites may
    have `imposed` outcomes.

    Large constants, the `masks`, stand for infinity unless numbers are compared with them (thresholds), up
    to greater ones if it `reaches` those; `is_beyond` tells whether a number exceeded a mask.
    """

    def __init__(self) -> None:
        self._keys: list[tuple[Operation | None, Array]] = []
        self._outcome = hashlib.blake2b(digest_size=8)
        self.margin = self.closest = self.relative = math.inf
        self.records = self.is_by_nan = self.orders = self.reaches = False
        self.watched: Array | None = None
        self.masks = np.empty(0)
        self.is_beyond = False
        self.site: Site = (None, 0)
        self.sides: dict[Site, set[bool]] = {}
        self.imposed: ImposedOutcomes | None = None
        self.keys: dict[Site, list[Array]] = {}
        self.gaps: dict[tuple[Site, bool], tuple[float, float]] = {}
        self._thresholds = np.empty(0)

    def note_masks(self, constants: Array) -> None:
        """Add the large constants to the masks.

        Several moderate ones of an array are thresholds or data, unless all are negative, as sums of masks.
        """
        sizes = np.abs(constants)
        is_great = np.isfinite(constants) & (sizes >= _LEAST_MASK)
        if is_great.any():
            great = np.unique(sizes[is_great])
            several = great[great < GREATEST_THRESHOLD]
            if several.size > 1 and (constants[is_great] > 0).any():
                self._thresholds = np.union1d(self._thresholds, several)
            self.masks = np.setdiff1d(np.union1d(self.masks, great), self._thresholds)

    def _note_thresholds(self, operands: Sequence[FieldTensor]) -> None:
        if not self.masks.size:
            return
        for operand in operands:
            if operand.is_constant:
                sizes = np.unique(np.abs(operand.numbers))
                greatest = _INFINITE if self.reaches else GREATEST_THRESHOLD
                self._thresholds = np.union1d(self._thresholds, sizes[sizes < greatest])
        self.masks = np.setdiff1d(self.masks, self._thresholds)

    @property
    def has_masks(self) -> bool:
        """Whether there are masks that numbers may exceed."""
        return bool((self.masks < _INFINITE).any())

    def join(self, other: RecordedDecisions) -> None:
        """Add the decisions of another program or of its constants."""
        self.is_by_nan |= other.is_by_nan
        self.orders |= other.orders
        self.margin, self.closest = min(self.margin, other.margin), min(self.closest, other.closest)
        self.relative = min(self.relative, other.relative)
        self.masks = np.union1d(self.masks, other.masks)
        for site, sides in other.sides.items():
            self.sides[site] = self.sides.get(site, set()) | sides

    def note(self, kind: str, distance: Array, outcome: Any, *operands: FieldTensor) -> None:
        """Note decisions of a kind: their outcomes, and how far each is from another outcome."""
        nearest = _least(distance)
        self.margin = min(self.margin, nearest)
        if math.isfinite(nearest) and (nearest < self.closest or self.watched is not None):
            self._note_distances(nearest, distance, operands)
        if not self.records or all(operand.is_constant for operand in operands):
            return
        self.is_by_nan |= bool(np.isnan(distance).any())
        is_sorted = kind == ORDER and np.asarray(outcome).dtype != bool
        self.orders |= is_sorted or sum(not operand.is_constant for operand in operands) > 1
        self._note_thresholds(operands)
        if kind in _SIDED and np.asarray(outcome).dtype == bool:
            self._note_sides(np.asarray(outcome), distance, operands)
        offset = int.from_bytes(kind.encode(), "big") % (_KINDS - 1) * _PRODUCTS
        for group in [(operand,) for operand in operands] if kind == ORDER else [operands]:
            self._note_keys(offset, group, np.asarray(outcome))

    def _note_distances(self, nearest: float, distance: Array, operands: Sequence[FieldTensor]) -> None:
        """Note the least relative distances; `nearest` is the least absolute one."""
        sizes = functools.reduce(np.maximum, [np.abs(operand.numbers) for operand in operands])
        if sizes.shape != distance.shape:
            sizes = sizes.max(where=np.isfinite(sizes), initial=1.0)
        relative = _least(distance / np.minimum(sizes, 1.0)) if nearest else 0.0  # 0 / 0 is NaN
        self.closest = min(self.closest, relative)
        if self.watched is not None:
            self.relative = min(self.relative, _least(distance / np.maximum(sizes, 1.0)))

    def _sites(self, shape: Sequence[int], operands: Sequence[FieldTensor]) -> Iterator[tuple[Site, Array]]:
        """The sites of decisions, where both operands are finite; apart, where one is a great constant."""
        is_finite = np.ones(shape, bool)
        for operand in operands:
            is_finite &= np.isfinite(operand.numbers)
        constants = [operand for operand in operands if operand.is_constant]
        if not constants:
            yield self.site, is_finite
        for constant in constants:  # one at most
            sizes = np.abs(constant.numbers)
            is_meant, is_infinite = sizes < GREATEST_THRESHOLD, sizes >= _INFINITE
            yield self.site, is_finite & is_meant
            yield (self.site[0], FAR), is_finite & ~is_meant & ~is_infinite
            yield (self.site[0], INFINITE), is_finite & is_infinite

    def _note_sides(self, outcome: Array, distance: Array, operands: Sequence[FieldTensor]) -> None:
        """Note the outcomes at each site, and how close numbers came to the other one."""
        is_open = np.isfinite(distance)  # the same functions of the inputs are never apart
        for site, where in self._sites(outcome.shape, operands):
            if not has_any(where & is_open):
                continue
            if site in self.keys:
                keys = np.broadcast_to(_differences(*operands), where.shape)
                self.keys[site].append(np.unique(keys[where]))  # of a loop, thousands
            if len(self.sides.get(site, ())) < len((True, False)):
                sides = [*_outcomes(outcome[where])]
                self.sides.setdefault(site, set()).update(sides)
                if self.watched is not None:
                    gaps = np.broadcast_to(_relative(distance, operands), where.shape)
                    for side in sides:
                        self._note_gaps((site, side), gaps[where & (outcome == side)])

    def _note_gaps(self, seen: tuple[Site, bool], gaps: Array) -> None:
        least, greatest = self.gaps.get(seen, (math.inf, 0.0))
        self.gaps[seen] = (
            min(least, _least(gaps)),
            max(greatest, float(gaps.max(where=gaps < math.inf, initial=0))),
        )

    def imposed_on(self, outcome: Array, x: FieldTensor, y: FieldTensor) -> Array:
        """The outcomes of comparisons, or those that are imposed on them."""
        imposed = self.imposed
        if imposed is not None and not (x.is_constant and y.is_constant):
            for site, where in self._sites(outcome.shape, (x, y)):
                if site in imposed.outcomes and has_any(where):
                    keys = np.broadcast_to(_differences(x, y), where.shape)
                    common = imposed.in_common(site, keys, where, _primes(x, y))
                    where = imposed.are_chosen(common, where & imposed.are_undecided(keys))
                    if site[1] != INFINITE:
                        is_other = (outcome != imposed.outcomes[site]) & (x.numbers != y.numbers)
                        imposed.replace(where & is_other & (common % imposed.stride == 0), keys, x, y)
                    outcome = np.where(where, imposed.outcomes[site], outcome)
        return outcome

    def note_joined(self, operation: Operation, parts: Sequence[Operation], outcome: Array) -> None:
        """Note the outcomes of `and` or `or` of decisions, all of which may compare with infinities."""
        is_open = any((part, number) in self.sides for part in parts for number in (0, FAR))
        self.sides.setdefault((operation, 0 if is_open else INFINITE), set()).update(_outcomes(outcome))

    def _note_keys(self, offset: float, operands: Sequence[FieldTensor], outcome: Array) -> None:
        numbers = functools.reduce(np.add, [operand.numbers for operand in operands])
        is_finite = np.isfinite(numbers)  # others have one outcome
        if self.watched is not None and self.masks.size and is_finite.any():
            self._note_beyond(np.concatenate([operand.numbers.ravel() for operand in operands]))
        if self.watched is not None and not self.watched.size:
            return
        keys = np.asarray(functools.reduce(np.add, map(self._key, operands))) + offset
        if self.watched is None:
            finite = keys[is_finite]
            is_splat = bool((finite == finite[:1]).all())
            self._keys.append((self.site[0], finite[:1] if is_splat else finite))
            return
        places = np.searchsorted(self.watched, keys).clip(max=self.watched.size - 1)
        is_watched = (self.watched[places] == keys) & is_finite
        if is_watched.any():
            seen = outcome[is_watched] if outcome.shape == is_watched.shape else outcome
            self._outcome.update(np.ascontiguousarray(seen).tobytes())

    def _note_beyond(self, numbers: Array) -> None:
        """Note whether a number exceeds a mask and is not one itself."""
        sizes = np.abs(numbers[np.isfinite(numbers)])
        sizes = sizes[sizes > 2 * self.masks[0]]
        nearest = self.masks[np.searchsorted(self.masks, sizes / 2).clip(max=self.masks.size - 1)]
        is_mask = np.abs(sizes - nearest) <= nearest / 2  # a mask plus a number
        self.is_beyond |= not is_mask.all()

    @staticmethod
    def _key(x: FieldTensor) -> Array:
        return joined_residues(np.abs(x.residues.real[x.first :: x.fields.length][:2]))

    def taken(self, *operations: Operation) -> Array:
        """The keys since the last call, of all operations or of these."""
        keys, self._keys = [key for at, key in self._keys if not operations or at in operations], []
        return np.concatenate(keys) if keys else np.empty(0)

    def outcome(self) -> bytes:
        """A digest of the outcomes of watched decisions since the last call."""
        digest, self._outcome = self._outcome, hashlib.blake2b(digest_size=8)
        return digest.digest()
