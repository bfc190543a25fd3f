"""Rounded constants, recognized by the exact values that they stand for.

A compiler that replaces x / 8.3 by x * 0.12048192 multiplies by a number that is not 1 / 8.3, and one that
folds a table of cosines stores rounded numbers. Over the reals, the programs differ only in rounded
constants. A constant is recognized if it is the rounding, in its own type, of a value that the other
program computes from constants alone. A scalar is also recognized as a rounded sum, difference, product or
quotient of two scalars there, as a function of one, or as a b / c of three; and as a rounded simple or
decimal fraction, the root of one, or the logarithm of a count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.tensors import FieldTensor
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.numerics.narrow import Dtype

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.arithmetic import Arithmetic

_MOST_SCALARS: Final = 96
_MOST_ELEMENTS: Final = 1 << 22  # of a value of constants, to remember them
_GREATEST: Final = 256  # numerator or denominator: pi is not taken for 355 / 113
_GREATEST_COUNT: Final = 1 << 14  # of 1 / n, which a mean multiplies by
_GREATEST_OF_ROOT: Final = 16
_DIGITS: Final = 5  # of decimal fractions, such as 0.999 or 0.044715
_GREATEST_LOGARITHM: Final = math.log(256)
_MOST_DISTINCT: Final = 16  # different numbers of an array that is searched for fractions
_MOST_OF_THREE: Final = 24  # scalars, at most, to search for a b / c
_Relation = tuple[np.ufunc, Callable[..., FieldTensor]]
_RELATIONS: Final[dict[str, _Relation]] = {
    "*": (np.multiply, lambda a, x, y: a.multiply(x, y)),
    "+": (np.add, lambda a, x, y: a.add(x, y)),
    "-": (np.subtract, lambda a, x, y: a.subtract(x, y)),
    "/": (np.divide, lambda a, x, y: a.divide(x, y)),
}
_FUNCTIONS: Final[dict[str, _Relation]] = {
    "sqrt": (np.sqrt, lambda a, x: a.square_root(x)),
    "exp": (np.exp, lambda a, x: a.exponential(x)),
    "log": (np.log, lambda a, x: a.logarithm(x)),
}


class RoundedConstants:
    """The constants of two programs; those of the one that runs first, until `end_of_first`, are learned.

    A constant within the relative `tolerance` of a known one is identified with it.
    """

    def __init__(self, tolerance: float = 0.0) -> None:
        self.notes: set[str] = set()
        self._tolerance = tolerance
        self._is_learning = True
        self._scalars: dict[float, FieldTensor] = {}
        self._learned: list[FieldTensor] = []
        self._tables: dict[Dtype, tuple[Array, Array, Array, Array]] = {}

    def end_of_first(self) -> None:
        """Begin the second program, whose constants are recognized."""
        self._is_learning = False

    def learn(self, values: Sequence[Any]) -> None:
        """Remember the values that depend on constants alone, if the first program computes them."""
        for value in values if self._is_learning else ():
            is_constant = getattr(value, "is_constant", False) and not value.is_complex
            if is_constant and value.size <= _MOST_ELEMENTS:
                flat = value.reduced().reshaped((value.size,))
                _, places = np.unique(flat.numbers, return_index=True)
                self._learned.append(flat[places])
                if len(places) == 1:
                    self._learn_scalar(float(flat.numbers[0]), flat[:1].reshaped(()))

    def _learn_scalar(self, number: float, tensor: FieldTensor) -> None:
        if len(self._scalars) < _MOST_SCALARS and np.isfinite(number):
            self._scalars.setdefault(number, tensor)

    def recognized(self, a: Arithmetic, exact: FieldTensor, dtype: Dtype) -> FieldTensor:
        """The value that a constant of this type is rounded from; `exact` if none is known."""
        numbers, tensor = exact.numbers, exact
        if not self._is_learning and self._learned:
            tensor, is_known = self._as_known(exact, dtype)
            if is_known.all():
                return tensor
        if not numbers.size or not np.isfinite(numbers).all():
            return tensor
        distinct, places = np.unique(numbers, return_inverse=True)
        if len(distinct) > _MOST_DISTINCT:
            return tensor
        meant = [self._meant(a, float(number), dtype) for number in distinct]
        if not any(meant):
            return tensor
        scalars = a.joined([x or a.constant(number) for number, x in zip(distinct, meant, strict=True)])
        table = np.stack([scalar.reduced().components for scalar in scalars], axis=-1)
        tensor = scalars[0].with_components(table[:, places.reshape(numbers.shape)])
        return replace(tensor, power=scalars[0].power) if not numbers.ndim else tensor

    # -- elements that the other program has

    def _as_known(self, exact: FieldTensor, dtype: Dtype) -> tuple[FieldTensor, Array]:
        """The constant with its known elements replaced, and the mask of the known ones."""
        rounded, table, firsts, lasts = self._table(dtype)
        numbers, fields, components = exact.numbers, exact.fields, exact.components
        places = np.minimum(np.searchsorted(rounded, numbers), len(rounded) - 1)
        is_known = rounded[places] == numbers
        depths = fields.column(fields.depths, numbers.ndim)
        is_valid = (depths >= firsts[places]) & (depths < lasts[places])
        is_off = is_known & (table[0][places] != numbers)
        is_other = is_off | (is_known & (is_valid & (table[1:, places] != components[1:])).any(axis=0))
        if not is_other.any():
            return exact, is_known
        first, last = int(firsts[places][is_other].max()), int(lasts[places][is_other].min())
        if first >= last:
            return exact, np.zeros(numbers.shape, bool)
        is_off &= ~np.isin(numbers, [*self._scalars])  # those have been noted
        if is_off.any():
            from_ = table[0][places][is_off].flat[0]
            is_uniform = (numbers == numbers.flat[0]).all()
            more = "" if is_uniform else f", in a constant with {int(is_off.sum())} such elements"
            self.notes.add(f"{_written(numbers[is_off].flat[0])} is the rounded {from_:.12g}{more}")
        learned = np.ascontiguousarray(np.where(is_other, table[:, places], components))
        return replace(exact, components=learned, first=first, last=last), is_known

    def _table(self, dtype: Dtype) -> tuple[Array, Array, Array, Array]:
        """The known elements rounded to a type, sorted and distinct, and their valid depths.

        Of equal ones, an exact element is preferred, then one that is valid at more depths.
        """
        if dtype not in self._tables:
            components = np.concatenate([learned.reduced().components for learned in self._learned], axis=1)
            sizes = [learned.components.shape[1] for learned in self._learned]
            firsts, lasts = (
                np.repeat([getattr(learned, name) for learned in self._learned], sizes)
                for name in ("first", "last")
            )
            numbers = components[0]
            rounded = numbers.astype(dtype).astype(np.float64)
            order = np.lexsort((firsts - lasts, rounded != numbers, rounded))
            _, places = np.unique(rounded[order], return_index=True)
            order = order[places]
            self._tables[dtype] = rounded[order], components[:, order], firsts[order], lasts[order]
        return self._tables[dtype]

    # -- scalars

    def _meant(self, a: Arithmetic, number: float, dtype: Dtype) -> FieldTensor | None:
        """The value that a scalar is rounded from; None if it is exact."""
        if not self._is_learning and number:
            related = self._taken_for(number) or self._related(a, number, dtype)
            if related is not None:
                self.notes.add(f"{_written(number)} is {related[0]}")
                return related[1]
        near = _near(a, Fraction(number))
        if near is None:
            return None
        self.notes.add(f"{_written(number)} is the rounded {near[0]}")
        if self._is_learning:
            self._learn_scalar(number, near[1])
        return near[1]

    def _taken_for(self, number: float) -> tuple[str, FieldTensor] | None:
        """The known scalar within the tolerance."""
        for scalar, value in self._scalars.items() if self._tolerance else ():
            if abs(scalar - number) <= abs(scalar) * self._tolerance:
                return f"taken for {scalar:.9g}", value
        return None

    def _related(self, a: Arithmetic, number: float, dtype: Dtype) -> tuple[str, FieldTensor] | None:
        """An expression of known scalars and 1 that rounds to the number: its text and value."""
        if number.is_integer() or not self._scalars:
            return None
        numbers = np.array([1, -1, *self._scalars])
        with np.errstate(all="ignore"):
            terms = _search(numbers, lambda value: value.astype(dtype).astype(np.float64) == number)
        if terms is None:
            return None
        tensors = [a.constant(1.0), a.constant(-1.0), *self._scalars.values()]
        names = [f"{value:.9g}" for value in numbers]
        tensor, text = a.constant(1.0), ""
        for sign, function, index in terms:
            term = tensors[index] if function is None else _FUNCTIONS[function][1](a, tensors[index])
            tensor = _RELATIONS[sign][1](a, tensor, term) if text else term
            text += f" {sign} " * bool(text) + (f"{function}({names[index]})" if function else names[index])
        return f"the rounded {text.removeprefix('1 * ')}", tensor


def _search(numbers: Array, is_right: Callable[[Array], Array]) -> list[tuple[str, str | None, int]] | None:
    """The terms of an expression for a number: each a sign, a function or None, and an index."""
    plain = [(None, index) for index in range(len(numbers))]
    terms = [*plain, *((name, index) for name in ("sqrt", "log") for _, index in plain[2:])]
    values = np.concatenate([numbers, np.sqrt(numbers[2:]), np.log(numbers[2:])])
    candidates = []
    for rank, (sign, (relation, _)) in enumerate(_RELATIONS.items()):
        count = len(terms) if sign in "*/" else len(plain)  # sums have no roots or logarithms
        pairs = is_right(relation.outer(values[:count], values[2:count]))
        candidates += [(i, rank, [("", *terms[i]), (sign, *terms[j + 2])]) for i, j in np.argwhere(pairs)[:1]]
    if candidates:
        return min(candidates, key=lambda candidate: candidate[:2])[2]
    for name, (function, _) in _FUNCTIONS.items():
        for (i,) in np.argwhere(is_right(function(numbers[2:])))[:1]:
            return [("", name, i + 2)]
    if len(numbers) > _MOST_OF_THREE:
        return None
    triples = np.multiply.outer(values[2:], values[2:])[..., np.newaxis] / values[2:]
    for i, j, k in np.argwhere(is_right(triples))[:1] + 2:
        return [("", *terms[i]), ("*", *terms[j]), ("/", *terms[k])]
    return None


def _near(a: Arithmetic, exact: Fraction) -> tuple[str, FieldTensor] | None:
    """The fraction, root, logarithm of a count or its inverse that rounds to a number: text and value."""
    fraction, square = _fraction_near(exact), _square_near(exact)
    if fraction is not None:
        residues = a.fields.from_ratio(fraction.numerator, fraction.denominator)
        return str(fraction), a.scalar(float(fraction), residues)
    if square is not None:
        residues = a.fields.from_ratio(square.numerator, square.denominator)
        a.fields.roots(residues.copy(), residues)
        sign, root = "-" if exact < 0 else "", a.scalar(math.sqrt(square), residues)
        return f"{sign}sqrt({square})", a.negate(root) if sign else root
    for power in (1, -1):
        count = round(math.exp(min(float(abs(exact)) ** power, _GREATEST_LOGARITHM))) if exact else 0
        if count > 1 and abs(exact) in _in_types(math.log(count) ** power):
            logarithm = a.logarithm(a.constant(float(count)))
            logarithm = logarithm if power == 1 else a.reciprocal(logarithm)
            sign = "-" * (exact < 0) + "1 / " * (power < 0)
            return f"{sign}log({count})", a.negate(logarithm) if exact < 0 else logarithm
    return None


def _in_types(number: float) -> tuple[float, float]:
    """A number rounded to f64 and to f32."""
    return number, float(np.float32(number))


def _fraction_near(exact: Fraction) -> Fraction | None:
    """The simple or decimal fraction, or 1 / n, that rounds to this number in f32 or f64."""
    if exact.denominator == 1:
        return None
    whole = round(1 / exact)
    ratio, decimal = exact.limit_denominator(_GREATEST), Fraction(f"{float(exact):.{_DIGITS}g}")
    candidates = [*([ratio] if abs(ratio.numerator) <= _GREATEST else []), decimal]
    candidates += [Fraction(1, whole)] if 0 < abs(whole) <= _GREATEST_COUNT else []
    inexact = (candidate for candidate in candidates if candidate not in (0, exact))
    return next((number for number in inexact if exact in _in_types(float(number))), None)


def _square_near(exact: Fraction) -> Fraction | None:
    """The n, 1 / n or simple fraction whose irrational root rounds to this number in f32 or f64."""
    if exact.denominator == 1:
        return None
    square = exact**2
    ratio = square.limit_denominator(_GREATEST_OF_ROOT)
    counts = round(square), round(1 / square)
    candidates = [ratio] if 0 < ratio.numerator <= _GREATEST_OF_ROOT else []
    candidates += [
        Fraction(count) ** sign
        for count, sign in zip(counts, (1, -1), strict=True)
        if 0 < count <= _GREATEST_COUNT
    ]
    roots = ((candidate, math.sqrt(candidate)) for candidate in candidates)
    return next(
        (square for square, root in roots if abs(exact) in _in_types(root) and Fraction(root) ** 2 != square),
        None,
    )


def _written(number: Any) -> str:
    short = np.float32(number)
    return str(short if short == number else number)
