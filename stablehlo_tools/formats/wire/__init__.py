"""Readers of the encodings that containers are written in."""

from __future__ import annotations


class DamagedFile(ValueError):
    """A file is not what it should be; the message describes the fault at the byte `offset`.

    One that `is_unsupported` may be sound, and holds what is not known here.
    """

    is_unsupported = False

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
