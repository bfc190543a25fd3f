"""Readers of the encodings that containers are written in."""

from __future__ import annotations


class DamagedFile(ValueError):
    """A file is damaged; the message describes the fault at byte `offset`.

    A file that `is_unsupported` may be valid, but has unknown contents.
    """

    is_unsupported = False

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
