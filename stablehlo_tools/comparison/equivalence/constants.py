"""Constants of a program that are rounded from values that another program has.

A compiler that replaces x / 8.3 by x * 0.12048192 multiplies by a number that is not 1 / 8.3, and one that
computes a table of cosines ahead has a table of rounded numbers. Over the reals the programs differ; they are
the same program with constants that were rounded. A constant is recognized where rounding to its own type
makes it of a value that the other program computes of constants alone; a scalar, also if it makes it of the
quotient, product, sum or difference of two scalars there. One that is nearest to a fraction with a small
denominator, or to a decimal fraction of few digits, is the fraction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.tensors import FieldTensor, bilinear
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.numerics.narrow import Dtype

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.fields import Fields

_MOST_SCALARS: Final = 96
_MOST_ELEMENTS: Final = 1 << 22  # of a value of constants, to remember them
_GREATEST: Final = 256  # of a numerator or denominator: 355 / 113 is not what is meant by pi
_GREATEST_COUNT: Final = 1 << 14  # of 1 / n, which a mean multiplies by
_GREATEST_OF_ROOT: Final = 16
_DIGITS: Final = 5  # of decimal fractions, such as 0.999 or 0.044715
_RELATIONS: Final = {"*": np.multiply, "+": np.add, "-": np.subtract, "/": np.divide}


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
        self._scalars: dict[float, _Known] = {}
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
                if len(places) == 1:
                    self._learn_scalar(float(flat[0, 0]), self._learned[-1])

    def _learn_scalar(self, number: float, known: _Known) -> None:
        if len(self._scalars) < _MOST_SCALARS and np.isfinite(number):
            self._scalars.setdefault(number, known)

    def recognized(self, fields: Fields, components: Array, dtype: Dtype) -> tuple[Array, int, int]:
        """The components of what a constant of this type is rounded from, and their valid depths."""
        numbers, first, last = components[0], 0, fields.length
        if not self._is_learning and self._learned:
            components, is_known, first, last = self._as_known(components, dtype)
            if is_known.all():
                return components, first, last
        if numbers.size and np.isfinite(numbers).all() and _is_uniform(numbers):
            meant = self._meant(fields, float(numbers.flat[0]), dtype)
            if meant is not None:
                components = np.broadcast_to(fields.column(meant.components, numbers.ndim), components.shape)
                return components.copy(), meant.first, meant.last
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
        is_off &= ~np.isin(numbers, [*self._scalars])  # those have been noted
        if is_off.any():
            exact = known.components[0][places][is_off].flat[0]
            more = "" if _is_uniform(numbers) else f", in a constant with {int(is_off.sum())} such elements"
            self.notes.add(f"{_written(numbers[is_off].flat[0])} is the rounded {exact:.12g}{more}")
        found = np.where(is_known, known.components[:, places], components)
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

    def _meant(self, fields: Fields, number: float, dtype: Dtype) -> _Known | None:
        """What a scalar is meant to be; None if it is as it is."""
        if not self._is_learning and number:
            related = self._taken_for(number) or self._related(fields, number, dtype)
            if related is not None:
                self.notes.add(f"{_written(number)} is {related[0]}")
                return related[1]
        near = _near(fields, Fraction(number))
        if near is None:
            return None
        self.notes.add(f"{_written(number)} is the rounded {near[0]}")
        meant = _Known(near[1], 0, fields.length)
        if self._is_learning:
            self._learn_scalar(number, meant)
        return meant

    def _taken_for(self, number: float) -> tuple[str, _Known] | None:
        """The known scalar within the tolerance."""
        for known, value in self._scalars.items() if self._tolerance else ():
            if abs(known - number) <= abs(known) * self._tolerance:
                return f"taken for {known:.9g}", value
        return None

    def _related(self, fields: Fields, number: float, dtype: Dtype) -> tuple[str, _Known] | None:
        """What a number may be rounded from, of two known scalars or of one and 1, with its description."""
        if number.is_integer() or not self._scalars:
            return None
        names = ["1", "-1", *(f"{each:.9g}" for each in self._scalars)]
        ones = [_Known(np.array([[sign, *fields.of_ratio(sign, 1)]]).T, 0, fields.length) for sign in (1, -1)]
        known = [*ones, *self._scalars.values()]
        numbers = np.array([each.components[0, 0] for each in known])
        found = []
        for rank, (sign, relation) in enumerate(_RELATIONS.items()):
            with np.errstate(all="ignore"):
                rounded = relation.outer(numbers, numbers[2:]).astype(dtype).astype(np.float64)
            found += [(i, rank, j + 2, sign) for i, j in np.argwhere(rounded == number)[:1].tolist()]
        for i, _, j, sign in sorted(found):
            a, b = known[i], known[j]
            first, last = max(a.first, b.first), min(a.last, b.last)
            if first < last:
                x, y = (FieldTensor(fields, each.components.copy(), first, last) for each in (a, b))
                if sign == "/":
                    y.components[1:] = 0
                    fields.inverses(b.components[1:], y.components[1:])
                made = (
                    bilinear(np.multiply, x, y)
                    if sign in "*/"
                    else _RELATIONS[sign](a.components, b.components)
                )
                made[0] = _RELATIONS[sign](a.components[0], b.components[0])
                fields.reduce(made[1:])
                return f"the rounded {names[i]} {sign} {names[j]}", _Known(made, first, last)
        return None


def _near(fields: Fields, exact: Fraction) -> tuple[str, Array] | None:
    """The fraction, or the root of one, that a number is rounded from, with its components."""
    fraction = _fraction_near(exact)
    if fraction is not None:
        residues = fields.of_ratio(fraction.numerator, fraction.denominator)
        return str(fraction), np.array([[float(fraction), *residues]]).T
    square = _square_near(exact)
    if square is None:
        return None
    residues, sign = fields.of_ratio(square.numerator, square.denominator), "-" if exact < 0 else ""
    fields.roots(residues.copy(), residues)
    made = np.array([[math.sqrt(square), *residues]]).T
    return f"{sign}sqrt({square})", -made if sign else made


def _fraction_near(exact: Fraction) -> Fraction | None:
    """The fraction of small or few numbers, or 1 / n, that f32 or f64 rounds to this one."""
    if exact.denominator == 1:
        return None
    whole = round(1 / exact)
    ratio, decimal = exact.limit_denominator(_GREATEST), Fraction(f"{float(exact):.{_DIGITS}g}")
    candidates = [*([ratio] if abs(ratio.numerator) <= _GREATEST else []), decimal]
    candidates += [Fraction(1, whole)] if 0 < abs(whole) <= _GREATEST_COUNT else []
    rounded = ((each, float(each)) for each in candidates if each not in (0, exact))
    return next((each for each, number in rounded if exact in (number, float(np.float32(number)))), None)


def _square_near(exact: Fraction) -> Fraction | None:
    """The square, n, 1 / n or of small numbers, whose irrational root f32 or f64 rounds to this number."""
    if exact.denominator == 1:
        return None
    square = exact**2
    ratio = square.limit_denominator(_GREATEST_OF_ROOT)
    counts = round(square), round(1 / square)
    candidates = [ratio] if 0 < ratio.numerator <= _GREATEST_OF_ROOT else []
    candidates += [
        Fraction(each) ** sign
        for each, sign in zip(counts, (1, -1), strict=True)
        if 0 < each <= _GREATEST_COUNT
    ]
    roots = ((each, math.sqrt(each)) for each in candidates)
    return next(
        (
            each
            for each, root in roots
            if abs(exact) in (root, float(np.float32(root))) and Fraction(root) ** 2 != each
        ),
        None,
    )


def _is_uniform(numbers: Array) -> bool:
    return bool((numbers == numbers.flat[0]).all())


def _written(number: Any) -> str:
    short = np.float32(number)
    return str(short if short == number else number)
