"""The text of a module that was not read from text, written when somebody asks for it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import ELIDED, Dense, DenseResource
from stablehlo_tools.ir.operations import DeferredText, Module, Operation
from stablehlo_tools.text.parse import read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.ssa_names import SSANames


class Printed(DeferredText):
    """The text of a module, as `shlo fmt` writes it, under the name of the file that the module is from.

    `mentions` says whether words may stand in the text, without it being written. `count` is the number of
    its operations.
    """

    module: Module

    def __init__(self, name: str, mentions: Callable[[str], bool]) -> None:
        # the text is a property: `Source` would set it
        self.name, self.first_line = name, 1
        self._mentions = mentions
        self.count = 0

    @classmethod
    def of(cls, module: Module, name: str, mentions: Callable[[str], bool]) -> Printed:
        """The text of a module, whose operations and values become those of this text."""
        source = cls(name, mentions)
        source.module = module
        for operation in module.walk():
            source.take(operation)
            values = [
                value for region in operation.regions for block in region.blocks for value in block.arguments
            ]
            for value in (*operation.results, *values):
                value.given_name = None
        return source

    def take(self, operation: Operation) -> None:
        """Make an operation the next one of this text."""
        operation.source, operation.start, operation.end = self, self.count, -1
        self.count += 1

    def name_values(self) -> None:
        """Give names to the values that have none, as the text has them."""
        for value, name in SSANames(self.module, generic=False).values.items():
            if value.given_name is None:
                value.given_name = name

    def may_mention(self, *words: str) -> bool:
        """Whether any of these words may stand in the text."""
        return any(map(self._mentions, words))

    @functools.cached_property
    def text(self) -> str:  # type: ignore[override]
        """What `shlo fmt` writes, large constants left out."""
        with _without_large_constants(self.module):
            return print_module(self.module)

    @functools.cached_property
    def _places(self) -> list[Operation]:
        """The operations of the text, in order, as they are read from it; none where it cannot be read.

        A binary file can hold what no text says: a symbol without a name, for one.
        """
        module, errors = read(Source(self.text, self.name))
        operations = list(module.walk())
        return [] if errors or len(operations) != self.count else operations

    @functools.cached_property
    def _numbers(self) -> dict[int, int]:
        """The numbers of the operations by where they start."""
        return {operation.start: number for number, operation in enumerate(self._places)}

    def note(self, operation: Operation | None = None) -> str:
        """What the lines of the text are, and which operation of the file this is."""
        if operation is None:
            return "`shlo fmt` writes the lines shown"
        self.place(operation)
        if operation.source is None:
            return ""
        return f"operation {self._numbers[operation.start]} of the file; `shlo fmt` writes the lines shown"

    def place(self, operation: Operation) -> None:
        """Set where an operation stands, and the template that finds its parts."""
        if operation.end >= 0:
            return
        if not self._places:
            self.name_values()
            operation.source = None
            return
        written = self._places[operation.start]
        operation.start, operation.end, operation.template = written.start, written.end, written.template


_LARGEST = 1 << 16  # bytes of a constant that a text shows


@contextmanager
def _without_large_constants(module: Module) -> Iterator[None]:
    """Put marks for the large constants of a module as long as this lasts."""
    kept, resources = list[tuple[Operation, Mapping[str, Attribute]]](), module.resources
    for operation in module.walk():
        constants = ((name, each) for name, each in operation.attributes.items() if isinstance(each, Dense))
        large = {name: each for name, each in constants if each.size > _LARGEST}
        if large:
            kept.append((operation, operation.attributes))
            marks = {name: DenseResource(ELIDED, each.type) for name, each in large.items()}
            operation.attributes = {**operation.attributes, **marks}
    module.resources = {}
    try:
        yield
    finally:
        module.resources = resources
        for operation, attributes in kept:
            operation.attributes = attributes
