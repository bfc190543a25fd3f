"""Source positions of operations."""

from __future__ import annotations

from typing import NamedTuple

from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.text.source_frames import SourceFrames


class FilePosition(NamedTuple):
    """A position in a file, `model.py:12:8`, and the enclosing function, `attention`, or empty."""

    position: str
    inside: str = ""

    @property
    def line(self) -> str:
        """`model.py:12`."""
        return self.position.rpartition(":")[0]

    def __str__(self) -> str:
        return f"{self.position} in {self.inside}" if self.inside else self.position


class Places:
    """The positions of operations: in the user's source code if locations are known, else in the text."""

    def __init__(self, module: Module) -> None:
        self._frames = SourceFrames(module)
        self._known: dict[Operation, FilePosition] = {}

    def of(self, operation: Operation) -> FilePosition:
        """The position of an operation."""
        if operation not in self._known:
            position, _, inside = self._frames.frame(operation)[0].partition(" in ")
            self._known[operation] = FilePosition(position, inside) if position else in_text(operation)
        return self._known[operation]


def in_text(operation: Operation) -> FilePosition:
    """The position of an operation in the text."""
    span = operation.span
    return FilePosition("" if span is None else ":".join(map(str, [span.source.name, *span.begin])))
