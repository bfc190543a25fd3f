"""Sizes with names, as JAX writes them: `b`, `2*b - 1`, `b^2 + floordiv(t, 4)`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final

_FUNCTIONS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "floordiv": operator.floordiv, "mod": operator.mod, "max": max, "min": min,
}  # fmt: skip
_TOKEN: Final = re.compile(r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<number>\d{1,18})|(?P<sign>\S))")
_MOST_TOKENS: Final = 100  # and so deep at most
_GREATEST_POWER: Final = 16
_GREATEST_TRIED: Final = 10_000  # as the value of a name


class _Unknown(Exception):
    """The text of a size is invalid, or contains a name without a value."""


def names_in(size: str) -> list[str]:
    """The names of sizes in an expression."""
    names = (match["name"] for match in _TOKEN.finditer(size))
    return [name for name in names if name and name not in _FUNCTIONS]


def size_of(text: str, sizes: Mapping[str, int]) -> int | None:
    """The number that an expression is for these sizes; None if it has other names, or is not understood."""
    tokens = [match.group().strip() for match in _TOKEN.finditer(text)]
    if len(tokens) > _MOST_TOKENS:
        return None
    reader = _Reader(tokens, sizes)
    try:
        value = reader.sum()
    except (_Unknown, ZeroDivisionError):
        return None
    return None if reader.tokens else value


def solved(text: str, size: int) -> dict[str, int]:
    """A value of the only name in an expression with which it equals `size`; empty if none is found."""
    names = set(names_in(text))
    if len(names) != 1:
        return {}
    (name,) = names
    values = (size, *range(1, min(size, _GREATEST_TRIED)))
    return next(({name: value} for value in values if size_of(text, {name: value}) == size), {})


class _Reader:
    """Evaluates an expression, whose remaining tokens are `tokens`, the next one last."""

    def __init__(self, tokens: list[str], sizes: Mapping[str, int]) -> None:
        self.tokens = tokens[::-1]
        self.sizes = sizes

    def sum(self) -> int:
        """The value of a sum of products."""
        value = -self.product() if self.take("-") else self.product()
        while self.next() in ("+", "-"):
            value += self.product() if self.tokens.pop() == "+" else -self.product()
        return value

    def product(self) -> int:
        """The value of a product of powers."""
        value = self.power()
        while self.take("*"):
            value *= self.power()
        return value

    def power(self) -> int:
        """The value of a power, whose exponent is a number."""
        value = self.atom()
        if not self.take("^"):
            return value
        exponent = self.atom()
        if not 0 <= exponent <= _GREATEST_POWER:
            raise _Unknown
        return int(value**exponent)

    def atom(self) -> int:
        """The value of a number, a name, a call or an expression in parentheses."""
        if self.take("("):
            return self.closed(self.sum())
        token = self.tokens.pop() if self.tokens else ""
        if token.isdecimal():
            return int(token)
        if token in _FUNCTIONS and self.take("("):
            left = self.sum()
            self.require(",")
            return _FUNCTIONS[token](left, self.closed(self.sum()))
        if token not in self.sizes:
            raise _Unknown
        return self.sizes[token]

    def closed(self, value: int) -> int:
        """A value, behind which a parenthesis is closed."""
        self.require(")")
        return value

    def require(self, token: str) -> None:
        """Consume this token. Raises _Unknown if the next one differs."""
        if not self.take(token):
            raise _Unknown

    def take(self, token: str) -> bool:
        """Take a token if it is next."""
        is_next = self.next() == token
        if is_next:
            self.tokens.pop()
        return is_next

    def next(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[-1] if self.tokens else ""
