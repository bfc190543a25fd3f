"""The probability that values of different functions are taken for equal.

In a prime field of p elements, two different rational functions agree at a random point with a probability
of at most d / p, where d is the degree of the numerator of their difference (Schwartz and Zippel), and
typically 1 / p. They are taken for equal if they agree in all primes. This can happen to two results, to
two values that are compared, and to two arguments of uninterpreted functions, whose values are then equal.
Values of different arguments also agree in all primes of one word of their hashes if these words collide.
"""

from __future__ import annotations

import math
from typing import Final

from stablehlo_tools.comparison.equivalence.residues.fields import WORDS, Fields

_COLLISION: Final = 2.0**-64  # of two words
_USEFUL: Final = 1e-3  # greater bounds are useless


class Odds:
    """The odds that a verdict is wrong, from the numbers of values that had to be told apart.

    `unknown` counts values of uninterpreted functions, `compared` those compared with others.
    """

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self.unknown = self.compared = 0
        self._chance = self._bound = 0.0
        self._noted = set[tuple[int, int, float]]()

    def join(self, other: Odds) -> None:
        """Add the counts of another program."""
        self.unknown += other.unknown
        self.compared += other.compared
        self._chance, self._bound = max(self._chance, other._chance), max(self._bound, other._bound)

    def note(self, first: int, last: int, degrees: tuple[float, float]) -> None:
        """Note the valid residues and the degrees of a tensor that is compared with others."""
        degree = max(1.0, 2 * sum(degrees))  # of a difference of two such functions, at most
        if (first, last, degree) in self._noted:
            return
        self._noted.add((first, last, degree))
        self._chance = max(self._chance, self._agree(first, last, 1.0))
        self._bound = max(self._bound, self._agree(first, last, degree))

    def _agree(self, first: int, last: int, degree: float) -> float:
        """The probability that different functions agree in all valid primes, of either word."""
        fields = zip(self._fields.primes, self._fields.depths, self._fields.words, strict=False)
        primes = [(prime, word) for prime, depth, word in fields if first <= depth < last]
        odds = (math.prod(min(1.0, degree / p) for p, w in primes if w == word) for word in range(WORDS))
        return math.prod(min(1.0, odd + _COLLISION) for odd in odds)

    def error(self) -> tuple[float, float | None]:
        """The typical probability of an error, and a bound; None if the bound is useless."""
        pairs = 1 + self.compared + self.unknown**2 / 2
        bound = self._bound * pairs
        return min(1.0, self._chance * pairs), bound if bound < _USEFUL else None
