"""What readers and printers of custom assembly forms share: the error, bare words, and some constants."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.types import ELEMENT_TYPES

I32, I64 = ELEMENT_TYPES["i32"], ELEMENT_TYPES["i64"]

# What `applies` of a reduction may name: the commutative ops on two values of one type.
COMMUTATIVE: Final = tuple(
    f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
)


class FormError(Exception):
    """An operation cannot be written in a form, or a form does not say an operation."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Word(str):
    """A bare word in a list or a field: `LT`, `FFT`, `true`."""

    __slots__ = ()
