"""The text of a module that was not read from text, written when somebody asks for it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from stablehlo_tools.ir import Module, Operation
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.names import Names
from stablehlo_tools.syntax.print import print_module


class Printed(Source):
    """The text of a module, as `shlo fmt` writes it, under the name of the file that the module is from.

    `mentions` says whether words may stand in the text, without it being written.
    """

    def __init__(self, module: Module, name: str, mentions: Callable[[str], bool]) -> None:
        # the text is a property: `Source` would set it
        self.name, self.first_line = name, 1
        self.module = module
        self._mentions = mentions
        self._take(module)

    def _take(self, module: Module) -> None:
        """Make all operations of a module those of this text, and name their values as it does."""
        for number, operation in enumerate(module.walk()):
            operation.source, operation.start, operation.end = self, number, -1
        for value, name in Names(module, generic=False).values.items():
            value.name = name

    def may_mention(self, *words: str) -> bool:
        """Whether any of these words may stand in the text."""
        return any(map(self._mentions, words))

    @functools.cached_property
    def text(self) -> str:  # type: ignore[override]
        """What `shlo fmt` writes."""
        return print_module(self.module)

    @functools.cached_property
    def _places(self) -> list[Operation]:
        """The operations of the text, in order, as they are read from it."""
        from stablehlo_tools.syntax.parse import read

        module, errors = read(Source(self.text, self.name))
        if errors:
            raise AssertionError(f"the text of {self.name} cannot be read: {errors[0]}")
        return list(module.walk())

    def place(self, operation: Operation) -> None:
        """Set where an operation stands, and the template that finds its parts."""
        written = self._places[operation.start]
        operation.start, operation.end, operation.template = written.start, written.end, written.template


