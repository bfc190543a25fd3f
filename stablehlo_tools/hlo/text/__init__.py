"""HLO text: parser, printer, shapes, literals and the values of attributes."""

from __future__ import annotations


class PlacedError(ValueError):
    """A text is not what it should be; `start` and `end` are the offending characters."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end
