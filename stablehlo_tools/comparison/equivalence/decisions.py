"""What a program decides by: how close its decisions are, and by which numbers it takes them.

Two programs with the same decisions take the same paths on all inputs. A key stands for the numbers that are
compared, up to their signs and their order; equal keys are of equal functions of the inputs, or collide.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.tensors import FieldTensor

ORDER: Final = "order"  # of several numbers, whichever two of them a program compares
_LEAST_MASK: Final = 1e4  # the least constant that is taken for a mask
_KINDS: Final = 1 << 8
_PRODUCTS: Final = 2.0**40  # residues of two primes are a number below this


class RecordedDecisions:
    """The `margin` is the least difference of two numbers that decided something.

    If it `records`, `taken` gives the keys of decisions; those that are `watched` leave an `outcome`. Great
    constants, the `masks`, stand for infinity in programs; a number is `beyond` if it is greater than one.
    """

    def __init__(self) -> None:
        self._keys: list[Array] = []
        self._outcome = hashlib.blake2b(digest_size=8)
        self.margin = math.inf
        self.records = False
        self.watched: Array | None = None
        self.masks = np.empty(0)
        self.is_beyond = False

    def note_masks(self, constants: Array) -> None:
        """Note which constants are great."""
        sizes = np.abs(constants[np.isfinite(constants)])
        if sizes.max(initial=0.0) >= _LEAST_MASK:
            self.masks = np.union1d(self.masks, sizes[sizes >= _LEAST_MASK])

    def join(self, other: RecordedDecisions) -> None:
        """Note what another program, or its constants, decided."""
        self.margin = min(self.margin, other.margin)
        self.masks = np.union1d(self.masks, other.masks)

    def note(self, kind: str, distance: Array, outcome: Any, *operands: FieldTensor) -> None:
        """Note decisions of a kind: the distance of each from being another one, and its outcome."""
        finite = distance[np.isfinite(distance)]
        if finite.size:
            self.margin = min(self.margin, float(finite.min()))
        if not self.records or all(each.is_constant for each in operands):
            return
        offset = int.from_bytes(kind.encode(), "big") % (_KINDS - 1) * _PRODUCTS
        for group in [(each,) for each in operands] if kind == ORDER else [operands]:
            self._note_keys(np.asarray(sum(map(self._key, group))) + offset, group, np.asarray(outcome))

    def _note_keys(self, keys: Array, operands: Sequence[FieldTensor], outcome: Array) -> None:
        is_finite = np.isfinite(sum(each.numbers for each in operands))  # others have one outcome
        if self.watched is None:
            self._keys.append(np.unique(keys[is_finite]))
            return
        is_watched = np.isin(keys, self.watched) & is_finite
        if is_watched.any():
            if self.masks.size:
                self._note_beyond(np.concatenate([each.numbers.ravel() for each in operands]))
            seen = outcome[is_watched] if outcome.shape == is_watched.shape else outcome
            self._outcome.update(np.ascontiguousarray(seen).tobytes())

    def _note_beyond(self, numbers: Array) -> None:
        """Note whether a number is greater than a mask, and is none itself."""
        sizes = np.abs(numbers[np.isfinite(numbers)])
        sizes = sizes[sizes > 2 * self.masks[0]]
        nearest = self.masks[np.searchsorted(self.masks, sizes / 2).clip(max=self.masks.size - 1)]
        is_mask = np.abs(sizes - nearest) <= nearest / 2  # beside a number
        self.is_beyond |= not is_mask.all()

    @staticmethod
    def _key(x: FieldTensor) -> Array:
        first, second, *_ = [*np.abs(x.residues.real[x.first :: x.fields.length])] * 2
        return np.asarray(first * 2.0**20 + second)

    def taken(self) -> Array:
        """The keys since this was asked last, each once."""
        keys, self._keys = self._keys, []
        return np.unique(np.concatenate(keys)) if keys else np.empty(0)

    def outcome(self) -> bytes:
        """What stands for the outcomes of all decisions that are watched, since this was asked last."""
        found, self._outcome = self._outcome, hashlib.blake2b(digest_size=8)
        return found.digest()
