"""Interval arithmetic on closed intervals of integers.

Each operation returns the smallest interval that follows from the bounds of its operands. Python integers
cannot overflow.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """The integers from `lower` to `upper`, both included; empty if `lower` is above `upper`."""

    lower: int
    upper: int

    def __str__(self) -> str:
        return f"[{self.lower}, {self.upper}]"

    @property
    def is_empty(self) -> bool:
        """Whether it contains no integer."""
        return self.lower > self.upper

    @property
    def is_point(self) -> bool:
        """Whether it contains exactly one integer."""
        return self.lower == self.upper

    @property
    def size(self) -> int:
        """The number of integers in it."""
        return max(0, self.upper - self.lower + 1)

    def __contains__(self, number: int) -> bool:
        return self.lower <= number <= self.upper

    def covers(self, other: Interval) -> bool:
        """Whether `other`, which must not be empty, is a subset."""
        return self.lower <= other.lower and other.upper <= self.upper

    def __and__(self, other: Interval) -> Interval:
        return Interval(max(self.lower, other.lower), min(self.upper, other.upper))

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.lower + other.lower, self.upper + other.upper)

    def __mul__(self, other: Interval) -> Interval:
        corners = [a * b for a in (self.lower, self.upper) for b in (other.lower, other.upper)]
        return Interval(min(corners), max(corners))

    def __mod__(self, other: Interval) -> Interval:
        """The interval of remainders, which are never negative, regardless of the sign of the divisor."""
        largest = max(abs(other.lower), abs(other.upper))
        smallest = min(abs(other.lower), abs(other.upper)) if _has_one_sign(other) else 1
        if self.lower >= 0 and self.upper < smallest:
            return self
        if other.is_point and largest and self.lower // largest == self.upper // largest:
            return Interval(self.lower % largest, self.upper % largest)
        return Interval(0, max(0, largest - 1))

    def __floordiv__(self, other: Interval) -> Interval:
        """The interval of quotients rounded towards minus infinity; no divisor is zero."""
        if not _has_one_sign(other):
            farthest = max(abs(self.lower), abs(self.upper))
            return Interval(-farthest, farthest)
        corners = [a // b for a in (self.lower, self.upper) for b in (other.lower, other.upper)]
        return Interval(min(corners), max(corners))

    def __neg__(self) -> Interval:
        return Interval(-self.upper, -self.lower)

    def minimum(self, other: Interval) -> Interval:
        """The interval of the minimum of two numbers."""
        return Interval(min(self.lower, other.lower), min(self.upper, other.upper))

    def maximum(self, other: Interval) -> Interval:
        """The interval of the maximum of two numbers."""
        return Interval(max(self.lower, other.lower), max(self.upper, other.upper))


UNBOUNDED = Interval(-(2**63), 2**63 - 1)  # the 64-bit integers, if nothing is known


def _has_one_sign(divisor: Interval) -> bool:
    return divisor.lower > 0 or divisor.upper < 0


def size_interval(size: int) -> Interval:
    """The indices of a dimension of `size` elements."""
    return Interval(0, size - 1)
