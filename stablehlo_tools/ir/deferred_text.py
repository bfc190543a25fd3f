"""The text of a program that was not read from text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehlo_tools.diagnostics.source import Source

if TYPE_CHECKING:  # they take time to import, and the findings of a file may be cached
    from stablehlo_tools.ir.operations import Module, Operation


class DeferredText(Source):
    """A text that is printed on demand, since the program was not read from text.

    `module` is the program; None if it is HLO.
    """

    module: Module | None = None

    def may_mention(self, *words: str) -> bool:
        """Whether any of these words may stand in the text, without it being written."""
        return True

    def place(self, operation: Operation) -> None:
        """Set where an operation stands."""

    def name_values(self) -> None:
        """Give the values names, as the text has them."""

    def note(self, operation: Operation | None = None) -> str:
        """A note that the lines shown are printed from the file, with the index of the operation in it."""
        raise NotImplementedError


def note_on(source: Source | None, operation: Operation | None = None) -> str:
    """The note on the lines shown, for an operation in them; empty if they were read so."""
    return source.note(operation) if isinstance(source, DeferredText) else ""
