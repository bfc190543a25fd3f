"""Constants as they are meant: fractions of which a float is the rounded value.

A compiler that replaces x / 8.3 by x * 0.12048192 multiplies by a number that is not 1 / 8.3. Over the reals
the programs differ; they are the same program with a constant that was rounded. A scalar that the first
program does not have is recognized as the quotient, product, sum or difference of two that it has, if it is
what rounding to its type makes of that; one that is nearest to a fraction with a small denominator is the
fraction.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

_MOST_KNOWN: Final = 64
_GREATEST_DENOMINATOR: Final = 512
_HALF_ULP: Final = Fraction(1, 2**24)  # of f32, relative to numbers just above a power of two


class MeantConstants:
    """The scalars of two programs, of which the first is read first: `learn`, then `relate`.

    Constants within the relative `tolerance` of a known one are identified with it.
    """

    def __init__(self, tolerance: float = 0.0) -> None:
        self.notes: set[str] = set()
        self._tolerance = tolerance
        self._known: dict[float, None] = {}
        self._is_learning = True

    def end_of_first(self) -> None:
        """The constants from here on are those of the second program."""
        self._is_learning = False

    def __call__(self, number: float) -> tuple[int, int] | None:
        """The numerator and the denominator of what a scalar is meant to be; None if it is as it is."""
        if not number or Fraction(number).denominator == 1:
            self._learn(number)
            return None
        if self._is_learning:
            self._learn(number)
        elif number not in self._known:
            for wording, value in self._related(number):
                self.notes.add(f"{np.float32(number)!s} is {wording}")
                return value.numerator, value.denominator
        near = Fraction(number).limit_denominator(_GREATEST_DENOMINATOR)
        if near and 0 < abs(near - Fraction(number)) <= abs(near) * _HALF_ULP:
            self.notes.add(f"{np.float32(number)!s} is the rounded {near}")
            return near.numerator, near.denominator
        return None

    def _learn(self, number: float) -> None:
        if self._is_learning and len(self._known) < _MOST_KNOWN:
            self._known[number] = None

    def _related(self, number: float) -> Iterator[tuple[str, Fraction]]:
        """The exact values that a number may be rounded from, with their descriptions."""
        rounded = np.float32(number)
        known = [Fraction(each) for each in self._known]
        for a in known:
            if self._tolerance and abs(a - Fraction(number)) <= abs(a) * Fraction(self._tolerance):
                yield f"taken for {float(a):.9g}", a
        for a, b in itertools.product([Fraction(1), Fraction(-1), *known], known):
            candidates = [("*", a * b), ("+", a + b), ("-", a - b)] + ([("/", a / b)] if b else [])
            for sign, value in candidates:
                if value and np.float32(float(value)) == rounded:
                    yield f"the rounded {float(a):.9g} {sign} {float(b):.9g}", value
