"""Rounded constants, recognized by the exact values that they stand for.

A compiler that replaces x / 8.3 by x * 0.12048192 multiplies by a number that is not 1 / 8.3, and one that
folds a table of cosines stores rounded numbers. Over the reals, the programs differ only in rounded
constants. A constant is recognized if it is the rounding, in its own type, of a value that the other
program computes from constants alone. A scalar is also recognized as a rounded sum, difference, product or
quotient of two scalars there, as a function of one, or as a b / c or a / (b c) of three; and as a rounded
simple or decimal fraction, the root of one, or the logarithm of a count.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.residues import angles
from stablehlo_tools.comparison.equivalence.residues.powers import exponential, logarithm
from stablehlo_tools.comparison.equivalence.residues.roots import square_root
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import info

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic

_MOST_SCALARS: Final = 96
_MOST_ELEMENTS: Final = 1 << 22  # of a value of constants, to remember them
_DIGITS: Final = 5  # of decimal fractions, such as 0.999 or 0.044715
_GREATEST_LOGARITHM: Final = 9.0  # that of 256 pi is less
_MOST_DISTINCT: Final = 16  # different numbers of an array that is searched for fractions
_MOST_CHANNELS: Final = 4  # different numbers of an array, such as the means of colors, that are scalars
_MOST_OF_THREE: Final = 24  # scalars, at most, to search for a b / c and a / (b c)
_Relation = tuple[np.ufunc, Callable[..., FieldTensor]]
_RELATIONS: Final[dict[str, _Relation]] = {
    "*": (np.multiply, lambda a, x, y: a.multiply(x, y)),
    "+": (np.add, lambda a, x, y: a.add(x, y)),
    "-": (np.subtract, lambda a, x, y: a.subtract(x, y)),
    "/": (np.divide, lambda a, x, y: a.divide(x, y)),
}
_FUNCTIONS: Final[dict[str, _Relation]] = {
    "sqrt": (np.sqrt, square_root),
    "exp": (np.exp, exponential),
    "log": (np.log, logarithm),
}
_POWERS: Final = range(3, 9)


class _Form(NamedTuple):
    """A function of simple fractions, its inverse, and bounds of the terms of these, and of n and 1 / n."""

    text: str
    inverse: Callable[[Fraction], Any]
    function: Callable[[float], float]
    compute: Callable[[Arithmetic, FieldTensor], FieldTensor]
    greatest: int = 1
    greatest_count: int = 256


_OF_NORMAL: Final = math.log(2 * math.pi) / 2
_FORMS: Final = (
    _Form("{}", lambda x: x, float, lambda a, x: x, 256, 1 << 14),  # pi is not taken for 355 / 113
    _Form("sqrt({})", lambda x: x * x, math.sqrt, lambda a, x: _root(a, x), 16, 1 << 14),
    _Form("log({})", lambda x: _exp(x), math.log, logarithm),
    _Form(
        "log({}) / 2", lambda x: _exp(2 * x), lambda x: math.log(x) / 2,
        lambda a, x: a.multiply(a.constant(0.5), logarithm(a, x)),
    ),
    _Form(
        "1 / log({})", lambda x: _exp(1 / x), lambda x: 1 / (math.log(x) or math.inf),
        lambda a, x: a.reciprocal(logarithm(a, x)),
    ),
    _Form(  # of the density of n normal variables
        "{} log(2 pi) / 2", lambda x: float(x) / _OF_NORMAL, lambda x: x * _OF_NORMAL,
        lambda a, x: a.multiply(x, a.multiply(a.constant(0.5), logarithm(a, _two_pi(a)))), 1, 1 << 10,
    ),
)  # fmt: skip
_MULTIPLES_OF_PI: Final = 16, 256  # the bounds for fractions of pi or 1 / pi
_TURNS: Final = [n for n in range(2, 513) if 512 * 15 % n == 0]  # orders of roots of one
_LEAST_SPACING: Final = 1e3  # errors
_NOISE: Final = 2.0**-41  # of a cosine of up to 512 turns in f64


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
        self._tables: dict[Dtype, tuple[Array, Array, Array, Array, Array]] = {}

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
                self._learned.append(_taken(flat, places))
                for place in places if len(places) <= _MOST_CHANNELS else ():
                    self._learn_scalar(float(flat.numbers[place]), _taken(flat, place))

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
        if (turned := self.turned(a, distinct, dtype)) is not None:
            return turned[places.reshape(numbers.shape)]
        if len(distinct) > _MOST_DISTINCT:
            return tensor
        meant = [self._meant(a, float(number), dtype) for number in distinct]
        if not any(meant):
            return tensor
        scalars = a.joined([x or a.constant(number) for number, x in zip(distinct, meant, strict=True)])
        if len(scalars) == 1:
            return scalars[0].reduced().broadcast(numbers.shape)
        table = np.stack([scalar.reduced().components for scalar in scalars], axis=-1)
        return scalars[0].with_components(table[:, places.reshape(numbers.shape)])

    # -- elements that the other program has

    def _as_known(self, exact: FieldTensor, dtype: Dtype) -> tuple[FieldTensor, Array]:
        """The constant with its known elements replaced, and the mask of the known ones."""
        rounded, table, firsts, lasts, order = self._table(dtype)
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
            more = "" if is_uniform else f", one of {int(is_off.sum())} such elements of a constant"
            self.notes.add(f"{_written(numbers[is_off].flat[0])} is the rounded {from_:.12g}{more}")
        learned = np.ascontiguousarray(np.where(is_other, table[:, places], components))
        power = self._power(order[places])
        return replace(exact, components=learned, first=first, last=last, power=power), is_known

    def _power(self, places: Array) -> FieldTensor | None:
        """The power of a constant all of whose elements are the same learned one, if known."""
        place = int(places.flat[0])
        if (places != place).any():
            return None
        for learned in self._learned:
            if place < learned.size:
                return None if learned.power is None else learned.power[place].broadcast(places.shape)
            place -= learned.size
        return None

    def _table(self, dtype: Dtype) -> tuple[Array, Array, Array, Array, Array]:
        """The known elements rounded to a type, sorted and distinct, their valid depths and places.

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
            self._tables[dtype] = rounded[order], components[:, order], firsts[order], lasts[order], order
        return self._tables[dtype]

    def turned(self, a: Arithmetic, numbers: Array, dtype: Dtype) -> FieldTensor | None:
        """The roots of one, or their real parts, that distinct numbers are rounded from, or None."""
        is_complex, error = numbers.dtype.kind == "c", float(info(dtype).eps)
        is_exact = not is_complex and (numbers.size <= 2 or bool((2 * numbers == np.rint(2 * numbers)).all()))
        if is_exact or numbers.size > _TURNS[-1]:
            return None
        roots = numbers if is_complex else numbers + 1j * np.sqrt(1 - np.clip(numbers, -1, 1) ** 2)

        def is_right(turns: Array) -> bool:
            found = np.exp(2j * np.pi * turns)
            parts = [(found.real, numbers.real), *([(found.imag, numbers.imag)] if is_complex else [])]
            return all((np.abs(x - y) <= error * np.abs(x) + _NOISE).all() for x, y in parts)

        value = self.at_turns(a, np.angle(roots) / (2 * np.pi), error, is_right)
        return value if value is None or is_complex else a.part(value, "real")

    def at_turns(
        self, a: Arithmetic, turns: Array, error: float, is_right: Callable[[Array], bool]
    ) -> FieldTensor | None:
        """The roots of one at parts of a turn, of which simple fractions are right; None if none are."""
        for count in itertools.takewhile(lambda count: count * _LEAST_SPACING * error < 1, _TURNS):
            places = np.rint(turns * count)
            if is_right(places / count):
                self.notes.add(f"an array of constants stands for roots of unity of order {count}")
                return angles.turns(a, count)[places.astype(np.intp) % count]
        return None

    # -- scalars

    def _meant(self, a: Arithmetic, number: float, dtype: Dtype) -> FieldTensor | None:
        """The value that a scalar is rounded from; None if it is exact."""
        if not self._is_learning and number:
            related = self._taken_for(number) or self._related(a, number, dtype)
            if related is not None:
                self.notes.add(f"{_written(number)} is {related[0]}")
                return related[1]
        near = _near(a, number)
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
        """An expression of known scalars, 1 and 2 that rounds to the number: its text and value."""
        if number.is_integer() or abs(math.frexp(number)[0]) == 1 / 2 or not self._scalars:
            return None
        scalars = {2.0: a.constant(2.0), **self._scalars}
        numbers = np.array([1, -1, *scalars])
        with np.errstate(all="ignore"):
            terms = _search(numbers, lambda value: value.astype(dtype).astype(np.float64) == number)
        if terms is None:
            return None
        tensors = [a.constant(1.0), a.constant(-1.0), *scalars.values()]
        names = [_written(value).removesuffix(".0") for value in numbers]
        tensor, text = a.constant(1.0), ""
        for sign, function, index in terms:
            term = tensors[index] if function is None else _FUNCTIONS[function][1](a, tensors[index])
            tensor = _RELATIONS[sign][1](a, tensor, term) if text else term
            text += f" {sign} " * bool(text) + (f"{function}({names[index]})" if function else names[index])
        return f"the rounded {text.removeprefix('1 * ')}", tensor


def _taken(x: FieldTensor, places: Any) -> FieldTensor:
    """Some elements of a vector, with their powers."""
    return replace(x[places], power=None if x.power is None else x.power[places])


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
    for sign, (index, factor) in itertools.product("+-", enumerate(numbers[:2]) if not candidates else ()):
        around = _RELATIONS[sign][0](factor * np.multiply.outer(numbers[2:], numbers[2:]), 1.0)
        for i, j in np.argwhere(is_right(around))[:1]:
            return [("", None, index), ("*", None, i + 2), ("*", None, j + 2), (sign, None, 0)]
    if candidates:
        return min(candidates, key=lambda candidate: candidate[:2])[2]
    for name, (function, _) in _FUNCTIONS.items():
        for (i,) in np.argwhere(is_right(function(numbers[2:])))[:1]:
            return [("", name, i + 2)]
    for exponent in _POWERS:
        for (i,) in np.argwhere(is_right(numbers[2:] ** exponent))[:1]:
            return [("", None, i + 2), *[("*", None, i + 2)] * (exponent - 1)]
    if len(numbers) > _MOST_OF_THREE:
        return None
    for sign in "*/":
        triples = _RELATIONS[sign][0].outer(values, values[2:])[..., np.newaxis] / values[2:]
        for i, j, k in np.argwhere(is_right(triples))[:1]:
            return [("", *terms[i]), (sign, *terms[j + 2]), ("/", *terms[k + 2])]
    return None


def _near(a: Arithmetic, number: float) -> tuple[str, FieldTensor] | None:
    """The form of a simple fraction, times 1, pi or 1 / pi, that rounds to a number: text and value."""
    found = _form_of(abs(number))
    if found is None:
        return None
    form, power, ratio = found
    value = a.scalar(float(ratio), a.fields.from_ratio(ratio.numerator, ratio.denominator))
    if power:
        value = (a.multiply if power > 0 else a.divide)(value, angles.pi(a))
    factor = "pi" if ratio == power == 1 else f"{ratio}{('', ' pi', ' / pi')[power]}"
    value, text = form.compute(a, value), form.text.format(factor)
    if power > 0 and form is _FORMS[0] and a.fields.have_turns(2 * ratio.denominator):
        count = 2 * ratio.denominator
        value = replace(value, power=angles.turns(a, count)[ratio.numerator % count])
    return ("-" + text, a.negate(value)) if number < 0 else (text, value)


@functools.cache
def _form_of(size: float) -> tuple[_Form, int, Fraction] | None:
    """A form, a power of pi and a fraction that round to a size in f32 or f64; None if the size is exact."""
    exact = Fraction(size)
    for form, power in itertools.product(_FORMS, (0, 1, -1)) if exact.denominator > 1 else ():
        value = form.inverse(exact)
        is_rational = isinstance(value, Fraction) and not power
        value = value if is_rational else Fraction(float(value) / math.pi**power)
        greatest, count = _MULTIPLES_OF_PI if power else (form.greatest, form.greatest_count)
        whole, part = Fraction(round(value)), Fraction(1, round(1 / value) or 1)
        bounds = [(value.limit_denominator(greatest), greatest), (whole, count), (part, count)]
        ratios = [ratio for ratio, bound in bounds if max(ratio.numerator, ratio.denominator) <= bound]
        ratios[1:1] = [Fraction(f"{size:.{_DIGITS}g}")] if form is _FORMS[0] and not power else []
        for ratio in ratios:
            if ratio > 0 and not (is_rational and ratio == value):
                number = form.function(float(ratio) * math.pi**power)
                if size in (number, float(np.float32(number))):
                    return form, power, ratio
    return None


def _exp(x: Fraction) -> float:
    return math.exp(min(float(x), _GREATEST_LOGARITHM))


def _two_pi(a: Arithmetic) -> FieldTensor:
    return a.multiply(a.constant(2.0), angles.pi(a))


def _root(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The square root of a constant, without a note that the law of roots is used."""
    return a.tensor(np.sqrt(x.numbers), lambda out: a.fields.roots(x.residues, out), (0.0, 0.0))


def _written(number: Any) -> str:
    short = np.float32(number)
    return str(short if short == number else number)
