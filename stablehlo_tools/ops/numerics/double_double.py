"""Numbers of 106 bits, each the sum of two f64, for values that are the small difference of large terms.

T. J. Dekker, "A floating-point technique for extending the available precision", Numer. Math. 18 (1971).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, Union

import numpy as np

from stablehlo_tools.ir.arrays import Array

Other = Union["DoubleDouble", Array, float]


@dataclass(frozen=True)
class DoubleDouble:
    """Arrays of numbers; `low` is at most half a unit in the last place of `high`."""

    high: Array
    low: Array

    @classmethod
    def from_sum(cls, a: Array, b: Array | float) -> DoubleDouble:
        """The exact sum of two arrays."""
        total = np.asarray(a + b)
        b_virtual = total - a
        return cls(total, (a - (total - b_virtual)) + (b - b_virtual))

    @classmethod
    def from_product(cls, a: Array, b: Array) -> DoubleDouble:
        """The exact product of two arrays."""
        product = np.asarray(a * b)
        (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
        error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
        return cls(product, error)

    @classmethod
    @functools.cache
    def from_number(cls, number: Fraction | Decimal) -> DoubleDouble:
        """The nearest one to a number."""
        exact, high = Fraction(number), float(number)
        return cls(np.array(high), np.array(float(exact - Fraction(high))))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of both halves."""
        return self.high.shape

    def changed(self, change: Callable[[Array], Array]) -> DoubleDouble:
        """Both halves, each moved or reshaped in the same way."""
        return DoubleDouble(change(self.high), change(self.low))

    def zipped(self, change: Callable[[Array, Array], Array], other: DoubleDouble) -> DoubleDouble:
        """Both halves, each combined in the same way with the corresponding half of other numbers."""
        return DoubleDouble(change(self.high, other.high), change(self.low, other.low))

    def __getitem__(self, key: tuple[()]) -> DoubleDouble:
        """Itself: a scalar is a number as well."""
        return self

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """The nearest numbers of f64."""
        return np.asarray(self.high, dtype)

    def __add__(self, other: Other) -> DoubleDouble:
        a, b = self, _number(other)
        total = DoubleDouble.from_sum(a.high, b.high)
        return DoubleDouble.from_sum(total.high, total.low + (a.low + b.low))

    def __neg__(self) -> DoubleDouble:
        return DoubleDouble(-self.high, -self.low)

    def __sub__(self, other: Other) -> DoubleDouble:
        return self + -_number(other)

    def __mul__(self, other: Other) -> DoubleDouble:
        a, b = self, _number(other)
        product = DoubleDouble.from_product(a.high, b.high)
        return DoubleDouble.from_sum(product.high, product.low + (a.high * b.low + a.low * b.high))

    def __truediv__(self, other: Other) -> DoubleDouble:
        b = _number(other)
        quotient = DoubleDouble(self.high / b.high, np.zeros(()))
        remainder = self - b * quotient
        return DoubleDouble.from_sum(quotient.high, remainder.high / b.high)

    def where(self, condition: Array, other: Other) -> DoubleDouble:
        """These numbers where the condition holds, others elsewhere."""
        b = _number(other)
        return DoubleDouble(np.where(condition, self.high, b.high), np.where(condition, self.low, b.low))

    def exp(self) -> DoubleDouble:
        """The exponentials of numbers between -700 and 700: 2^k e^r, where r is the remainder by log 2."""
        power = np.rint(self.high / float(_LN2))
        reduced = (self - DoubleDouble.from_number(_LN2) * _number(power)) * 2.0**-8
        series = _number(np.ones(reduced.high.shape))
        for divisor in range(12, 0, -1):
            series = series * reduced * DoubleDouble.from_number(Fraction(1, divisor)) + 1.0
        for _ in range(8):
            series = series * series
        exponent = power.astype(np.int32)
        return DoubleDouble(np.ldexp(series.high, exponent), np.ldexp(series.low, exponent))

    def log(self) -> DoubleDouble:
        """The natural logarithms.

        Of m 2^e with m near c / 64, it is e log(2) + log(c / 64) + 2 artanh((m - c / 64) / (m + c / 64)).
        """
        mantissa, exponent = np.frexp(self.high)
        numerators = np.rint(mantissa * 64)
        point, m = numerators / 64, DoubleDouble(mantissa, np.ldexp(self.low, -exponent))
        ratio = (m - DoubleDouble(point, np.zeros(()))) / (m + DoubleDouble(point, np.zeros(())))
        square, series = ratio * ratio, DoubleDouble.from_number(Fraction(1, 21))
        for divisor in range(19, 0, -2):
            series = series * square + DoubleDouble.from_number(Fraction(1, divisor))
        logarithms = _logarithms()
        index = numerators.astype(np.intp) - 32
        of_point = DoubleDouble(logarithms.high[index], logarithms.low[index])
        return ratio * series * 2.0 + of_point + DoubleDouble.from_number(_LN2) * _number(exponent)


def square_exactly(a: Array) -> tuple[Array, Array]:
    """a * a, and its rounding error."""
    square = a * a
    high, low = _halves(a)
    return square, ((high * high - square) + 2 * high * low) + low * low


def _number(number: Other) -> DoubleDouble:
    if isinstance(number, DoubleDouble):
        return number
    return DoubleDouble(np.asarray(number, np.float64), np.zeros(()))


def _halves(a: Array) -> tuple[Array, Array]:
    """The upper and the lower 26 bits."""
    high = a * (2.0**27 + 1)
    high -= high - a
    return high, a - high


_LN2 = Decimal("0.693147180559945309417232121458176568075500134360255")


@functools.cache
def _logarithms() -> DoubleDouble:
    """log(n / 64) for n = 32, ..., 64."""
    with localcontext() as context:
        context.prec = 40
        logs = [DoubleDouble.from_number((Decimal(n) / 64).ln()) for n in range(32, 65)]
    return DoubleDouble(np.array([log.high for log in logs]), np.array([log.low for log in logs]))
