"""The error of an operation and an assembly format that do not fit."""

from __future__ import annotations


class FormatError(Exception):
    """An operation cannot be printed in its assembly format, or the parsed text does not match the format."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
