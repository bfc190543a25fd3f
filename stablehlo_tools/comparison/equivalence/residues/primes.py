"""Primes in chains, and tables of the fields modulo each: powers, inverses, roots, logarithms and turns.

exp(a + b) = exp(a) exp(b) holds between two fields. If p = 2 q + 1 and q are prime, the squares modulo p
are a group of q elements, and w^x modulo p, for a square w, depends on x modulo q. In a chain of primes,
each twice the next one plus one, exp maps residues from each prime to the one before, and log maps them
back.

sin and cos are the parts of exp(i x). If p = 24 q - 1 and q are prime, pairs of residues modulo p are a field
whose elements of norm 1 are a group of p + 1 = 24 q elements; u^x, for a u of order q, depends on x modulo q.
If (p - 1) / 2 is also prime, exp maps residues from it to p, and sin and cos map them from q to p.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import Array

Law = Literal["exp", "angle"]

BITS: Final = 20
ORDER: Final = 512 * 15  # of the group of roots of one, at most
_SHARE_OF_ANGLES: Final = 24  # 2 and 3 are squares modulo primes that are -1 modulo 24
OFFSET: Final = 1200  # float64 exponents are above the negative of this


def _chains(length: int, law: Law, period: int) -> Iterator[list[int]]:
    """Chains of primes that are -1 modulo a period, each 2 q + 1 of the next one, or those for angles.

    Modulo primes that are -1 modulo 120, the numbers 2, 3 and 5 are squares, which fields without i require.
    """
    factors = [2**power for power in reversed(range(length))]
    if law == "angle":
        factors = [_SHARE_OF_ANGLES, _SHARE_OF_ANGLES // 2, 1]
    greatest = (1 << BITS) // factors[0]
    offset = 1 if law == "exp" else 0
    for last in range(greatest - greatest % period - 1, 3, -period):
        chain = [factor * (last + offset) - 1 for factor in factors[:-1]] + [last]
        if all(map(_is_prime, chain)):
            yield chain


@functools.cache
def chained(chains: int, length: int, law: Law, period: int) -> tuple[int, ...]:
    """The primes of the chains with the greatest primes."""
    selected = itertools.islice(_chains(length, law, period), chains)
    return tuple(itertools.chain.from_iterable(selected))


def _is_prime(number: int) -> bool:
    return bool((number % np.arange(2, math.isqrt(number) + 1)).all())


def centered(residues: Any, prime: int) -> Any:
    """Residues in [0, p) as the numbers nearest to zero."""
    return np.where(residues > prime // 2, residues - prime, residues)


# Tables of a prime, indexed by residue (negative ones from the end) or by the exponent of a generator. The
# entries for 0 are 0; f32 holds all residues exactly.


@functools.cache
def _exponentials(prime: int) -> npt.NDArray[np.int32]:
    powers = np.empty(prime - 1, np.int32)
    powers[0], count, generator = 1, 1, _generator(prime)
    while count < prime - 1:
        more = min(count, prime - 1 - count)
        powers[count : count + more] = powers[:more].astype(np.int64) * pow(generator, count, prime) % prime
        count += more
    return powers


@functools.cache
def powers(prime: int) -> Array:
    """The powers of the generator, as residues."""
    return np.asarray(centered(_exponentials(prime), prime), np.float32)


@functools.cache
def logarithms(prime: int) -> npt.NDArray[np.int32]:
    """The exponent of the generator for each residue."""
    table = np.zeros(prime, np.int32)
    table[_exponentials(prime)] = np.arange(prime - 1)
    return table


def _power_table(prime: int, values: npt.NDArray[np.int32]) -> Array:
    """The table that maps the powers of the generator to these values, in order."""
    table = np.zeros(prime, np.float32)
    table[_exponentials(prime)] = centered(values, prime)
    return table


@functools.cache
def _inverses(prime: int) -> Array:
    return _power_table(prime, np.roll(_exponentials(prime)[::-1], 1))


def ratios(prime: int) -> Array:
    """2 / (1 + x) - 1; 0 at -1."""
    ratios = 2 * np.roll(_inverses(prime), -1).astype(np.float64) - 1
    ratios[-1] = 0
    return np.asarray(ratios - np.rint(ratios / prime) * prime, np.float32)


def _roots(prime: int) -> Array:
    """g^(2 j (p + 1) / 4) = (-g)^j at g^(2 j), and that times g^((p + 1) / 4) at the power after it."""
    powers = _exponentials(prime)
    roots = powers.copy()
    root_values = powers[: len(powers) // 2].copy()
    root_values[1::2] = prime - root_values[1::2]
    roots[::2] = root_values
    roots[1::2] = root_values.astype(np.int64) * int(powers[(prime + 1) // 4]) % prime
    return _power_table(prime, roots)


def _cube_roots(prime: int) -> Array:
    exponent = CUBE_ROOTS.exponent(prime)
    return _power_table(prime, _exponentials(prime)[np.arange(prime - 1) * exponent % (prime - 1)])


class Power(NamedTuple):
    """A power whose exponent depends on the prime, and its table."""

    table: Callable[[int], Array]
    exponent: Callable[[int], int]


INVERSES: Final = Power(_inverses, lambda prime: prime - 2)
ROOTS: Final = Power(_roots, lambda prime: (prime + 1) // 4)
CUBE_ROOTS: Final = Power(_cube_roots, lambda prime: pow(3, -1, prime - 1))


@functools.cache
def turns(prime: int) -> Array:
    """The parts of the powers of a number of norm 1 and order q."""
    order = (prime + 1) // _SHARE_OF_ANGLES
    return np.asarray(centered(_circle(2, order, prime), prime), np.float32)  # the order divides q, a prime


def _circle(tangent: int, order: int, prime: int) -> npt.NDArray[np.int64]:
    """The parts of the powers of a number of norm 1, whose order divides this one."""
    size = pow(1 + tangent * tangent, -1, prime)
    unit = (1 - tangent * tangent) * size % prime, -2 * tangent * size % prime
    power = functools.reduce(
        lambda power, _: _product(power, unit, prime), range((prime + 1) // order), (1, 0)
    )
    turns = np.array([[1], [0]], np.int64)
    while turns.shape[1] < order:
        turns = np.concatenate([turns, np.stack(_product(turns, power, prime))], axis=1)
        power = _product(power, power, prime)
    return turns[:, :order]


@functools.cache
def roots_of_one(prime: int) -> Array:
    """The roots of one of the greatest order, in the order of their angles.

    Their real parts at 1/8, 1/12 and 1/5 of a turn are those of the square roots that `roots` writes.
    """
    order, half = math.gcd(prime + 1, ORDER), (prime + 1) // 2
    circles = (_circle(tangent, order, prime) for tangent in range(2, prime))
    circle = next(each for each in circles if len({*map(tuple, each.T)}) == order)
    expected = {8: _root(half, prime), 12: _root(3, prime) * half, 5: (_root(5, prime) - 1) * half * half}
    for step in range(1, order, 2):
        real, imaginary = circle[:, np.arange(order) * step % order]
        are_right = (real[order // n] == x % prime for n, x in expected.items() if order % n == 0)
        if imaginary[order // 4] == 1 and all(are_right):
            return np.asarray(centered(real, prime) + 1j * centered(imaginary, prime))
    raise AssertionError("a field has roots of one")


def _root(square: int, prime: int) -> int:
    return pow(square, ROOTS.exponent(prime), prime)


def _product(x: Any, y: Any, prime: int) -> Any:
    """The product of pairs of residues, as complex numbers."""
    return (x[0] * y[0] - x[1] * y[1]) % prime, (x[0] * y[1] + x[1] * y[0]) % prime


def _generator(prime: int) -> int:
    factors = [d for d in range(2, 1 << BITS // 2) if (prime - 1) % d == 0 and _is_prime(d)]
    cofactor = functools.reduce(lambda left, d: left // math.gcd(left, d**BITS), factors, prime - 1)
    factors += [cofactor] * (cofactor > 1)
    return next(g for g in range(2, prime) if all(pow(g, (prime - 1) // f, prime) != 1 for f in factors))


@functools.cache
def powers_of_two(prime: int) -> Array:
    """The powers of two from the exponent -`OFFSET`."""
    return np.array([pow(2, exponent, prime) for exponent in range(-OFFSET, OFFSET)], np.float64)
