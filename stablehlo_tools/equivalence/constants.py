"""Constants of a program that are rounded from values that another program has.

A compiler that replaces x / 8.3 by x * 0.12048192 multiplies by a number that is not 1 / 8.3, and one that
computes a table of cosines ahead has a table of rounded numbers. Over the reals the programs differ; they are
the same program with constants that were rounded. A constant is recognized where rounding to its own type
makes it of a value that the other program computes of constants alone; a scalar, also if it makes it of the
quotient, product, sum or difference of two scalars there. One that is nearest to a fraction with a small
denominator is the fraction.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.numerics.narrow import Dtype

if TYPE_CHECKING:
    from stablehlo_tools.equivalence.fields import Fields

_MOST_SCALARS: Final = 64
_MOST_ELEMENTS: Final = 1 << 22  # of a value of constants, to remember them
_GREATEST_DENOMINATOR: Final = 512
_GREATEST_COUNT: Final = 1 << 14  # of 1 / n, which a mean multiplies by
_HALF_ULP: Final = Fraction(1, 2**24)  # of f32, relative to numbers just above a power of two


class _Known(NamedTuple):
    """Elements of values of constants alone, with the depths at which their residues are valid."""

    components: Array
    first: int
    last: int


class RoundedConstants:
    """The constants of two programs, of which one is run first; `end_of_first` tells where the other begins.

    Constants within the relative `tolerance` of one that is known are identified with it.
    """

    def __init__(self, tolerance: float = 0.0) -> None:
        self.notes: set[str] = set()
        self._tolerance = tolerance
        self._is_learning = True
        self._scalars: dict[float, Fraction] = {}
        self._learned: list[_Known] = []
        self._tables: dict[Dtype, tuple[Array, _Known]] = {}

    def end_of_first(self) -> None:
        """The constants from here on are those of the second program."""
        self._is_learning = False

    def learn(self, values: Sequence[Any]) -> None:
        """Remember those that depend on constants alone, in the first program."""
        for value in values if self._is_learning else ():
            is_constant = getattr(value, "is_constant", False) and not value.is_complex
            if is_constant and value.size <= _MOST_ELEMENTS:
                flat = value.reduced().components.reshape(len(value.components), -1)
                _, places = np.unique(flat[0], return_index=True)
                self._learned.append(_Known(flat[:, places], value.first, value.last))

    def recognized(self, fields: Fields, components: Array, dtype: Dtype) -> tuple[Array, int, int]:
        """The components of what a constant of this type is rounded from, and their valid depths."""
        numbers, first, last = components[0], 0, fields.length
        if not self._is_learning and self._learned:
            components, is_known, first, last = self._as_known(components, dtype)
            if is_known.all():
                return components, first, last
        if numbers.size and np.isfinite(numbers).all() and _is_uniform(numbers):
            ratio = self._meant(float(numbers.flat[0]), dtype)
            if ratio is not None:
                components = components.copy()
                residues = fields.of_ratio(ratio.numerator, ratio.denominator)
                components[1:] = fields.column(residues, numbers.ndim)
        return components, first, last

    # -- elements that the other program has

    def _as_known(self, components: Array, dtype: Dtype) -> tuple[Array, Array, int, int]:
        """The components with those of known elements, the mask of these, and the valid depths."""
        rounded, known = self._table(dtype)
        numbers = components[0]
        places = np.minimum(np.searchsorted(rounded, numbers), len(rounded) - 1)
        is_known = rounded[places] == numbers
        if known.first >= known.last:
            return components, np.zeros(numbers.shape, bool), 0, known.last
        is_off = is_known & (known.components[0][places] != numbers)
        if is_off.any():
            exact = known.components[0][places][is_off].flat[0]
            more = "" if _is_uniform(numbers) else f", in a constant with {int(is_off.sum())} such elements"
            self.notes.add(f"{_written(numbers[is_off].flat[0])} is the rounded {exact:.12g}{more}")
        found = np.where(is_known, known.components[:, places], components)
        found[0] = numbers
        return np.ascontiguousarray(found), is_known, known.first, known.last

    def _table(self, dtype: Dtype) -> tuple[Array, _Known]:
        """The known elements as a type rounds them, in order, each once: exact ones before others."""
        if dtype not in self._tables:
            components = np.concatenate([each.components for each in self._learned], axis=1)
            numbers = components[0]
            rounded = numbers.astype(dtype).astype(np.float64)
            order = np.lexsort((rounded != numbers, rounded))
            _, places = np.unique(rounded[order], return_index=True)
            order = order[places]
            first = max(each.first for each in self._learned)
            last = min(each.last for each in self._learned)
            self._tables[dtype] = rounded[order], _Known(components[:, order], first, last)
        return self._tables[dtype]

    # -- scalars

    def _meant(self, number: float, dtype: Dtype) -> Fraction | None:
        """The fraction that a scalar is meant to be; None if it is as it is."""
        exact = Fraction(number)
        if not self._is_learning and number:
            for wording, value in self._related(exact, dtype):
                self.notes.add(f"{_written(number)} is {wording}")
                return value
        near = _fraction_near(exact)
        if near is not None:
            self.notes.add(f"{_written(number)} is the rounded {near}")
        if self._is_learning and len(self._scalars) < _MOST_SCALARS:
            self._scalars[number] = exact if near is None else near
        return near

    def _related(self, exact: Fraction, dtype: Dtype) -> Iterator[tuple[str, Fraction]]:
        """The values that a number may be rounded from, with their descriptions: simple ones first."""
        known = [(f"{number:.9g}", value) for number, value in self._scalars.items()]
        for name, a in known:
            if self._tolerance and abs(a - exact) <= abs(a) * Fraction(self._tolerance):
                yield f"taken for {name}", a
        if exact.denominator == 1:
            return
        ones = [("1", Fraction(1)), ("-1", Fraction(-1))]
        for (name, a), (other, b) in [*itertools.product(ones, known), *itertools.product(known, known)]:
            candidates = [("*", a * b), ("+", a + b), ("-", a - b)] + ([("/", a / b)] if b else [])
            for sign, value in candidates:
                if value and float(np.asarray(float(value)).astype(dtype)) == exact:
                    yield f"the rounded {name} {sign} {other}", value


def _fraction_near(exact: Fraction) -> Fraction | None:
    """The fraction with a small denominator, or 1 / n, of which f32 has no nearer number than this one."""
    if exact.denominator == 1:
        return None
    whole = round(1 / exact)
    candidates = [exact.limit_denominator(_GREATEST_DENOMINATOR)]
    candidates += [Fraction(1, whole)] if 0 < abs(whole) <= _GREATEST_COUNT else []
    near = (each for each in candidates if each and 0 < abs(each - exact) <= abs(each) * _HALF_ULP)
    return next(near, None)


def _is_uniform(numbers: Array) -> bool:
    return bool((numbers == numbers.flat[0]).all())


def _written(number: Any) -> str:
    return str(np.float32(number))
