"""How likely values of different functions are taken for the same.

In a prime field of p elements, two different rational functions agree at a random point with a probability of
at most d / p, where d is the degree of the numerator of their difference (Schwartz and Zippel), and by chance
with one of 1 / p. They are taken for the same if they agree in all primes. That may happen to two results, to
two values that are compared, and to any two arguments of unknown functions, whose values are then the same;
these also are the same if 64-bit hashes of their arguments collide.
"""

from __future__ import annotations

import math
from typing import Final

from stablehlo_tools.comparison.equivalence.fields import Fields

_COLLISION: Final = 2.0**-64
_USEFUL: Final = 1e-3  # greater bounds are useless


class Odds:
    """What has been taken for the same or for different, and how far that may be trusted."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._unknown = 0
        self._compared = 0
        self._chance = self._bound = 0.0
        self._noted = set[tuple[int, int, float]]()

    def of_unknown(self, count: int) -> None:
        """Count values of unknown functions."""
        self._unknown += count

    def of_comparison(self, count: int) -> None:
        """Count comparisons of two elements."""
        self._compared += count

    def join(self, other: Odds) -> None:
        """Count what another program has taken for the same."""
        self._unknown += other._unknown
        self._compared += other._compared
        self._chance, self._bound = max(self._chance, other._chance), max(self._bound, other._bound)

    def note(self, first: int, last: int, degrees: tuple[float, float]) -> None:
        """Note a tensor that is told from others, by its valid residues and its degrees."""
        degree = max(1.0, 2 * sum(degrees))  # of a difference of two such functions, at most
        if (first, last, degree) in self._noted:
            return
        self._noted.add((first, last, degree))
        known = self._fields.primes
        pairs = zip(known, self._fields.depths[: len(known)], strict=True)  # the parts of i have these again
        primes = [prime for prime, depth in pairs if first <= depth < last]
        self._chance = max(self._chance, math.prod(1 / prime for prime in primes))
        self._bound = max(self._bound, math.prod(min(1.0, degree / prime) for prime in primes))

    def error(self) -> tuple[float, float | None]:
        """The probability of an error by chance, and a bound of it; None without a useful bound."""
        arguments = self._unknown**2 / 2
        pairs, collisions = 1 + self._compared + arguments, arguments * _COLLISION
        bound = self._bound * pairs + collisions
        return min(1.0, self._chance * pairs + collisions), bound if bound < _USEFUL else None
