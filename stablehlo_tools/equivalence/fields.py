"""Prime fields, several at once: residues, their inverses, square roots, powers and logarithms.

Primes are below 2^20 and residues are float64 numbers, so that a product of two is exact and sums of a
thousand products are, too: products of matrices are computed by BLAS. Each is 3 modulo 4, so that -1 is no
square.

exp(a + b) = exp(a) exp(b) holds between two fields: with p = 2 q + 1, both prime, the squares modulo p are a
group of q elements, and w^x modulo p, for one of them w, depends on x modulo q. In a chain of primes, each of
which is twice the next one plus one, exp takes residues from one prime to the one before, and log takes them
back.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import Array

_BITS: Final = 20
# Below this, the quotient by a prime is exact enough for its floor: see `Fields.reduced`.
EXACT: Final = 2.0**50
_FIRST_MULTIPLIER: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_MULTIPLIER: Final = np.uint64(0x94D049BB133111EB)


class Fields:
    """The fields of `chains` times `length` primes. Residues have an axis for the primes in front.

    The prime of a number i is at depth i % length of its chain.
    """

    def __init__(self, chains: int, length: int) -> None:
        self.length = length
        found = _chains(length)
        self.primes = [prime for _ in range(chains) for prime in next(found)]
        self.depths = np.arange(len(self.primes)) % length
        self._primes = np.array(self.primes, np.float64)

    def __len__(self) -> int:
        return len(self.primes)

    def column(self, values: Array, ndim: int) -> Array:
        """A number for each prime, to compute with residues of `ndim` dimensions."""
        return values.reshape(-1, *(1,) * ndim)

    def reduced(self, residues: Array) -> Array:
        """The residues of whole numbers up to `EXACT`.

        (r + 1/2) / p is at least 2^-21 from a whole number. Its rounding errors are less: those of numbers
        below 2^30 are below 2^-22.
        """
        primes = self.column(self._primes, residues.ndim - 1)
        quotients = (residues + 0.5) / primes
        np.floor(quotients, out=quotients)
        quotients *= primes
        return np.asarray(residues - quotients)

    def mapped(self, residues: Array, table: str) -> Array:
        """The residues looked up in a table of each prime: `inverses` or `roots`."""
        made = np.empty(residues.shape)
        for index, prime in enumerate(self.primes):
            made[index] = getattr(_tables(prime), table)[residues[index].astype(np.intp)]
        return made

    def exponentials(self, residues: Array) -> Array:
        """exp: each but the last of a chain, from the residue modulo the next one."""
        made = np.zeros(residues.shape)
        for index, prime in enumerate(self.primes):
            if self.depths[index] + 1 < self.length:
                exponents = 2 * residues[index + 1].astype(np.intp)
                made[index] = _tables(prime).powers[exponents]
        return made

    def logarithms(self, residues: Array) -> Array:
        """log, of the absolute value: each but the first of a chain, from the residue modulo the one before.

        Of g^j, with g a generator modulo p, it is j / 2 modulo q = (p - 1) / 2: -1 is g^q.
        """
        made = np.zeros(residues.shape)
        for index, prime in enumerate(self.primes):
            if self.depths[index]:
                logarithms = _tables(self.primes[index - 1]).logarithms[residues[index - 1].astype(np.intp)]
                half = (prime + 1) // 2
                made[index] = logarithms.astype(np.int64) * half % prime
        return made

    def of_numbers(self, numbers: Array) -> Array:
        """The residues of finite floats, exactly."""
        mantissas, exponents = np.frexp(numbers)
        whole = mantissas * 2.0**53
        high = np.floor(whole / 2.0**27)
        low = whole - high * 2.0**27
        made = np.empty((len(self), *numbers.shape))
        for index, prime in enumerate(self.primes):
            scale = _powers_of_two(prime)
            of_mantissa = np.mod(np.mod(high, prime) * (2**27 % prime) + low, prime)
            made[index] = np.mod(of_mantissa * scale[exponents - 53 + _OFFSET], prime)
        return made

    def of_ratio(self, numerator: int, denominator: int) -> Array:
        """The residues of a fraction."""
        return np.array([numerator * pow(denominator, -1, prime) % prime for prime in self.primes], float)

    def of_hashes(self, hashes: npt.NDArray[np.uint64]) -> Array:
        """Residues that the hashes determine, as if they were drawn at random."""
        made = np.empty((len(self), *hashes.shape))
        for index, prime in enumerate(self.primes):
            made[index] = mixed(hashes + np.uint64(index + 1)) % np.uint64(prime)
        return made

    def random(self, shape: tuple[int, ...], generator: np.random.Generator) -> Array:
        """Residues drawn at random."""
        drawn = [generator.integers(0, prime, shape) for prime in self.primes]
        return np.array(drawn, np.float64).reshape(len(self), *shape)


def mixed(hashes: Any) -> Any:
    """The hashes, mixed so that each bit affects every other (the finalizer of splitmix64)."""
    with np.errstate(over="ignore"):
        hashes = (hashes ^ (hashes >> np.uint64(30))) * _FIRST_MULTIPLIER
        hashes = (hashes ^ (hashes >> np.uint64(27))) * _SECOND_MULTIPLIER
        return hashes ^ (hashes >> np.uint64(31))


# -- primes ------------------------------------------------------------------------------------------


def _chains(length: int) -> Iterator[list[int]]:
    """Chains of `length` primes, each twice the next plus one, from the greatest below 2^20 down."""
    for last in range((1 << _BITS >> (length - 1)) - 1, 3, -4):
        chain = [last]
        while len(chain) < length:
            chain.append(2 * chain[-1] + 1)
        if last % 4 == 3 and all(map(_is_prime, chain)):
            yield chain[::-1]


def _is_prime(number: int) -> bool:
    small = _small_primes()
    return all(number % prime for prime in small[small * small <= number].tolist())


@functools.cache
def _small_primes() -> npt.NDArray[np.int64]:
    candidates = np.arange(2, 1 << _BITS // 2)
    return candidates[[all(n % d for d in range(2, int(n**0.5) + 1)) for n in candidates.tolist()]]


class _Tables(NamedTuple):
    """The tables of a prime: powers of a generator, by exponent; the others, by residue."""

    powers: Array
    logarithms: Array  # that of 0 is 0
    inverses: Array  # that of 0 is 0
    roots: Array  # x^((p + 1) / 4): of squares, a square root that is a square itself


@functools.cache
def _tables(prime: int) -> _Tables:
    order = prime - 1
    powers = np.empty(order)
    powers[0], known, generator = 1, 1, _generator(prime)
    while known < order:
        more = min(known, order - known)
        powers[known : known + more] = np.mod(powers[:more] * pow(generator, known, prime), prime)
        known += more
    residues = powers.astype(np.intp)
    logarithms, inverses, roots = (np.zeros(prime) for _ in range(3))
    logarithms[residues] = np.arange(order)
    inverses[residues] = powers[-np.arange(order)]
    roots[residues] = powers[np.arange(order) * ((prime + 1) // 4) % order]
    return _Tables(powers, logarithms, inverses, roots)


def _generator(prime: int) -> int:
    small = _small_primes().tolist()
    factors = [factor for factor in small if (prime - 1) % factor == 0]
    rest = prime - 1
    for factor in factors:
        while rest % factor == 0:
            rest //= factor
    factors += [rest] * (rest > 1)
    return next(g for g in range(2, prime) if all(pow(g, (prime - 1) // f, prime) != 1 for f in factors))


_OFFSET: Final = 1200  # exponents of float64 are above its negative


@functools.cache
def _powers_of_two(prime: int) -> Array:
    return np.array([pow(2, exponent, prime) for exponent in range(-_OFFSET, _OFFSET)], np.float64)
