"""Several prime fields at once: residues, their inverses, square roots, powers and logarithms.

Primes are below 2^20 and residues are float64 numbers up to 2^19, so that products and sums of 2^14 products
are exact, and BLAS multiplies matrices. Each prime is 3 modulo 4, so that -1 is not a square. With roots, the
fields are extended by i, a root of -1: each element of a prime field then has a root, a or a i.

exp, log, sin and cos map residues from one prime of a chain to another: see `primes`.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stablehlo_tools.comparison.equivalence.residues import primes
from stablehlo_tools.comparison.equivalence.residues.primes import Law
from stablehlo_tools.ir.arrays import Array

Hashes = npt.NDArray[np.uint64]

# Sums of products are exact below this, and quotients by primes are off by one at most.
EXACT: Final = 2.0**52
REDUCED: Final = 2.0 ** (primes.BITS - 1)  # the greatest absolute value of a residue
_ROUGH: Final = 2.0**50  # above this, a quotient may be off by one
# The shifts and multipliers of the finalizer of splitmix64, after which there is one more shift.
_MIXING: Final = (
    (np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)),
    (np.uint64(27), np.uint64(0x94D049BB133111EB)),
)
_LAST_SHIFT: Final = np.uint64(31)
ODD: Final = np.uint64(0x9E3779B97F4A7C15)
_BLOCK: Final = 1 << 13  # numbers of each prime whose temporaries stay in the cache
# Numbers of a prime whose powers take less time than a table, even in a loop of some thousand iterations.
_FEW: Final = 16
_UNEVEN: Final = 2.0**-9  # keeps the residues of least and greatest numbers below half a prime
_FOLDED: Final = 479_001_599 % (1 << primes.BITS)  # a number that programs do not contain
_HALF_WORD: Final = np.uint64(32)
WORDS: Final = 2  # 64-bit words of a hash


class Fields:
    """The fields of `chains * length` primes for the law of exp and log, or of these and of sin and cos.

    The first axis of residues is the primes; `with_roots`, the parts of i follow. Prime number i is at depth
    i % length of its chain. Residues are centered at zero, so that those of -x are the negated ones of x.
    """

    def __init__(self, chains: int, length: int, law: Law = "exp", *, with_roots: bool = False) -> None:
        self.length = length
        self.law: Law | None = law if length > 1 else None
        self.reach = length - 1 if law == "exp" else 1
        period = 12 if law == "angle" else 120 if length > 1 else primes.ORDER
        self.primes = primes.chained(chains, length, law, 4 if with_roots else period)
        self.have_cube_roots = all(prime % 3 == 2 for prime in self.primes)
        self.with_roots = with_roots
        parts = 2 if with_roots else 1
        self.depths = np.tile(np.arange(len(self.primes)) % length, parts)
        ends = itertools.product(range(length + 1), repeat=2)
        self._valid = {(first, last): (self.depths >= first) & (self.depths < last) for first, last in ends}
        self._primes = np.tile(np.array(self.primes, np.float64), parts)[:, np.newaxis]
        self._inverses = 1 / self._primes
        self.words = np.arange(len(self.primes)) // length % WORDS
        counts = np.arange(1, WORDS * len(self.depths) + 1, dtype=np.uint64).reshape(WORDS, -1)
        self._weights = mixed(counts * ODD) | np.uint64(1)
        self._scales = (self._primes[: len(self.primes)] - 3) / 2.0**32
        self._halves = (self._primes - 4) / 2

    def __len__(self) -> int:
        return len(self.depths)

    def column(self, values: Array, ndim: int) -> Array:
        """A number for each prime, in a shape that broadcasts to residues of `ndim` dimensions."""
        return values.reshape(-1, *(1,) * ndim)

    def valid(self, first: int, last: int) -> Array:
        """The mask of primes at these depths."""
        return self._valid[first, last]

    def reduce(self, numbers: Array, limit: float = EXACT) -> None:
        """Reduce integers up to a limit of at most `EXACT` to their residues, in place.

        r / p is at least 2^-21 from half an odd integer. For integers below 2^50, its rounding error is
        smaller than that; for larger ones, one step leaves an integer below 2^50.
        """
        rows = self._rows(numbers)
        scratch = np.empty((len(self), min(_BLOCK, rows.shape[1])))
        for begin in range(0, rows.shape[1], _BLOCK):
            block = rows[:, begin : begin + _BLOCK]
            quotients = scratch[:, : block.shape[1]]
            for _ in range(1 if limit <= _ROUGH else 2):
                np.multiply(block, self._inverses, out=quotients)
                np.rint(quotients, out=quotients)
                quotients *= self._primes
                block -= quotients

    def _rows(self, residues: Array) -> Array:
        """Contiguous residues as a row for each prime; complex ones as two numbers."""
        rows = residues.reshape(len(residues), math.prod(residues.shape[1:]))
        return rows.view(np.float64) if rows.dtype.kind == "c" else rows

    def parts(self, residues: Array) -> tuple[Array, Array]:
        """Views of the parts of 1 and of i, which has no rows without roots."""
        return residues[: len(self.primes)], residues[len(self.primes) :]

    def beside_roots(self, residues: Array, first: int = 0, last: int | None = None) -> Array:
        """The mask of elements with a part of i at valid depths."""
        _, imaginary = self.parts(residues)
        valid = self.valid(first, self.length if last is None else last)[len(self.primes) :]
        return np.asarray(imaginary[valid].any(axis=0))

    def are_beside_roots(self, residues: Array, first: int = 0, last: int | None = None) -> bool:
        """Whether any element has a part of i at valid depths."""
        return self.with_roots and has_any(self.beside_roots(residues, first, last))

    def _norms(self, residues: Array) -> Array:
        """The products of the elements and their conjugates."""
        norms, (a, b) = np.zeros(residues.shape), self.parts(residues)
        np.add(a * a, b * b, out=norms[: len(a)])
        self.reduce(norms, _ROUGH)
        return norms

    def inverses(self, residues: Array, out: Array) -> None:
        """Write 1 / x; 0 for 0."""
        if not self.are_beside_roots(residues):
            self._power(primes.INVERSES, residues, out)
            return
        self._power(primes.INVERSES, self._norms(residues), out)
        (a, b), (real, imaginary) = self.parts(residues), self.parts(out)
        np.multiply(real, -b, out=imaginary)
        real *= a
        self.reduce(out, _ROUGH)

    def ratios(self, residues: Array, out: Array) -> None:
        """Write (1 - x) / (1 + x); 0 for -1."""
        self._look_up(primes.ratios, residues, out)

    def roots(self, residues: Array, out: Array) -> None:
        """Write x^((p + 1) / 4): the square root of a square that is itself a square; of others, times i."""
        self._power(primes.ROOTS, residues, out)
        for index, prime in enumerate(self.primes if self.with_roots else ()):
            is_square = primes.logarithms(prime)[residues[index].astype(np.intp)] % 2 == 0
            out[index + len(self.primes)] = np.where(is_square, 0, out[index])
            out[index] *= is_square

    def cube_roots(self, residues: Array, out: Array) -> None:
        """Write the cube roots modulo primes that are 2 modulo 3, where each residue has one."""
        self._power(primes.CUBE_ROOTS, residues, out)

    def have_turns(self, count: int) -> bool:
        """Whether all fields have roots of one of this order."""
        return not (any((prime + 1) % count for prime in self.primes) or primes.ORDER % count)

    def turns(self, count: int) -> Array | None:
        """The powers of exp(2 pi i / count), or None if a field has no such root of one."""
        if not self.have_turns(count):
            return None
        out = np.zeros((len(self), count), np.complex128)
        for index, prime in enumerate(self.primes):
            roots = primes.roots_of_one(prime)
            out[index] = roots[:: len(roots) // count]
        return out

    def _power(self, power: primes.Power, residues: Array, out: Array) -> None:
        """Write a power of residues; a few are computed directly, which is faster than making a table."""
        if out.size > _FEW * len(self) or (power.table, self.primes) in _TABLES:
            self._look_up(power.table, residues, out)
            return
        for index, prime in enumerate(self.primes):
            powers = [pow(int(residue), power.exponent(prime), prime) for residue in residues[index].flat]
            out[index] = primes.centered(np.array(powers), prime).reshape(out[index].shape)

    def _look_up(self, table: Callable[[int], Array], residues: Array, out: Array) -> None:
        if not self.primes:
            return
        if (table, self.primes) not in _TABLES:
            _TABLES[table, self.primes] = _side_by_side(table, self.primes)
        begins, tables = _TABLES[table, self.primes]
        places = residues[: len(begins)] + self.column(begins, residues.ndim - 1)
        out[: len(begins)] = tables.take(places.astype(np.intp))

    def exponentials(self, residues: Array, out: Array) -> None:
        """Write exp(x), from the residue modulo the next prime of a chain."""
        residues = self._without_roots(residues)
        for index, prime in enumerate(self.primes):
            if self.depths[index] < self.reach:
                out[index] = primes.powers(prime)[2 * residues[index + 1].astype(np.intp)]

    def _without_roots(self, residues: Array) -> Array:
        """Residues in which the parts of i are folded into those of 1, linearly: sums stay sums."""
        if not self.are_beside_roots(residues):
            return residues
        folded: Array = residues.copy()
        real, imaginary = self.parts(folded)
        real += imaginary * _FOLDED
        self.reduce(folded, _ROUGH)
        return folded

    def logarithms(self, residues: Array, out: Array) -> None:
        """Write log |x|, from the residue modulo the previous prime of a chain.

        For x = g^j, with a generator g modulo p, it is j / 2 modulo q = (p - 1) / 2; -1 is g^q.
        """
        has_roots = self.are_beside_roots(residues)
        norms = self._norms(residues) if has_roots else residues
        for index, prime in enumerate(self.primes):
            if 0 < self.depths[index] <= self.reach:
                values = primes.logarithms(self.primes[index - 1])[norms[index - 1].astype(np.intp)]
                half = (prime + 1) // 2
                out[index] = values * float((half * half if has_roots else half) % prime)
        self.reduce(out, _ROUGH)

    def products(self, residues: Array, out: Array, add: Callable[[Array], Array]) -> None:
        """Write products of residues: `add` sums their exponents to the base of a generator."""
        for index, prime in enumerate(self.primes):
            exponents = primes.logarithms(prime)[residues[index].astype(np.intp)].astype(np.float64)
            out[index] = primes.powers(prime)[np.fmod(add(exponents), prime - 1).astype(np.intp)]

    def angles(self, residues: Array, out: Array, part: int) -> None:
        """Write cos(x) for part 0, sin(x) for part 1, modulo the first prime of each chain, from the last."""
        residues = self._without_roots(residues)
        for index in np.flatnonzero(self.depths[: len(self.primes)] == 0):
            places = residues[index + self.length - 1].astype(np.intp)
            out[index] = primes.turns(self.primes[index])[part][places]

    def from_numbers(self, numbers: Array, out: Array) -> None:
        """Write the exact residues of finite floats."""
        flat, rows = numbers.ravel(), self._rows(out)
        for begin in range(0, flat.size, _BLOCK):
            mantissas, exponents = np.frexp(flat[begin : begin + _BLOCK])
            whole = mantissas * 2.0**53
            high = np.floor(whole / 2.0**27)
            low = whole - high * 2.0**27
            places = exponents - 53 + primes.OFFSET
            block = rows[:, begin : begin + _BLOCK]
            for prime, row in zip(self.primes, block, strict=False):
                np.add(high * (2**27 % prime), low, out=row)
            self.reduce(block, _ROUGH)
            for prime, row in zip(self.primes, block, strict=False):
                row *= primes.powers_of_two(prime).take(places)
            self.reduce(block, _ROUGH)

    def from_ratio(self, numerator: int, denominator: int) -> Array:
        """The residues of a fraction."""
        ratios = [numerator * pow(denominator, -1, prime) % prime for prime in self.primes]
        out = np.zeros(len(self))
        out[: len(ratios)] = [primes.centered(x, prime) for x, prime in zip(ratios, self.primes, strict=True)]
        return out

    def hashes(self, residues: Array, first: int, last: int) -> Hashes:
        """A hash of two words of each element's residues at valid depths; that of -x is the negated one of x.

        Sums with odd weights differ for different random residues with a probability of about 1 - 2^-63.
        """
        rows, weights = self._rows(residues), self._weights
        if first > 0 or last < self.length:
            valid = self.valid(first, last)
            rows, weights = rows[valid], weights[:, valid]
        words = np.empty((WORDS, rows.shape[1]), np.uint64)
        for begin in range(0, words.shape[1], _BLOCK):
            block = rows[:, begin : begin + _BLOCK].astype(np.int64).view(np.uint64)
            np.matmul(weights, block, out=words[:, begin : begin + _BLOCK])
        return words.reshape(WORDS, *residues.shape[1:])

    def from_hashes(self, hashes: Hashes, out: Array) -> None:
        """Write pseudorandom residues but 0, 1 and -1, determined by the hashes, which are mixed.

        Each word determines the residues of every second chain.
        """
        flat, rows = hashes.reshape(WORDS, -1), self._rows(out)[: len(self.primes)]
        weights, halves = self._weights[0, : len(rows), np.newaxis], self._halves[: len(rows)]
        for begin in range(0, flat.shape[1], _BLOCK):
            block = rows[:, begin : begin + _BLOCK]
            words = mixed(flat[:, begin : begin + _BLOCK]).take(self.words, axis=0)
            words *= weights
            words >>= _HALF_WORD
            np.multiply(words, self._scales, out=block)
            np.floor(block, out=block)
            block -= halves  # at least 1/2 from 0, with either sign
            block += np.copysign(1.5, block)

    def random(self, generator: np.random.Generator, out: Array) -> None:
        """Write random residues, each scaled from 32 random bits, which takes less time than a float does."""
        for prime, row in zip(self.primes, self._rows(out), strict=False):
            for begin in range(0, row.size, _BLOCK):
                block = row[begin : begin + _BLOCK]
                words = generator.bit_generator.random_raw(-(-block.size // 2))
                block[...] = words.view(np.int32)[: block.size]
                block *= (prime - _UNEVEN) / 2.0**32
                np.rint(block, out=block)


def has_any(mask: Any) -> bool:
    """`mask.any()`, several times as fast for few elements."""
    return bool(np.count_nonzero(mask))


def mixed(hashes: Any) -> Any:
    """The hashes, mixed so that each bit affects every other (the finalizer of splitmix64)."""
    for shift, multiplier in _MIXING:
        hashes = (hashes ^ (hashes >> shift)) * multiplier
    return hashes ^ (hashes >> _LAST_SHIFT)


_TABLES: Final[dict[tuple[Callable[[int], Array], tuple[int, ...]], tuple[Array, Array]]] = {}


def _side_by_side(table: Callable[[int], Array], primes: tuple[int, ...]) -> tuple[Array, Array]:
    """The place of 0 in the table of each prime, after the negative numbers, and the concatenated tables."""
    places = np.cumsum([0, *primes[:-1]]) + np.array(primes) // 2
    return places.astype(np.float64), np.concatenate([np.roll(table(prime), prime // 2) for prime in primes])


@functools.cache
def key_of(name: str) -> Hashes:
    """A hash of a text."""
    return np.frombuffer(hashlib.blake2b(name.encode(), digest_size=8 * WORDS).digest(), np.uint64)


def in_order(hashes: Hashes) -> Hashes:
    """A hash of a sequence of hashes; their shape, after the axis of words, does not matter."""
    rows = hashes.reshape(len(hashes), -1)
    places = np.arange(rows.shape[1], dtype=np.uint64)
    return np.asarray(mixed(rows + places * ODD).sum(axis=1, dtype=np.uint64))
