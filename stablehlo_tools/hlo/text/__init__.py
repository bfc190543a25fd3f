"""HLO text: parser, printer, shapes, literals and the values of attributes."""

from __future__ import annotations


class PlacedError(ValueError):
    """A text is invalid; `start` and `end` delimit the characters at fault."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


class Mistake(PlacedError):
    """A part of the text that cannot be parsed; `opened` is the bracket that it should close."""

    def __init__(
        self, code: str, message: str, start: int, end: int, *helps: str, opened: int | None = None
    ) -> None:
        super().__init__(message, start, end)
        self.code = code
        self.helps = helps
        self.opened = opened
