"""Templates: parsed statements with placeholders for their SSA names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.dense_literals import ElementFault
from stablehlo_tools.ir.types import Type


class StatementError(Exception):
    """A syntax error in a statement: the message, and the range of the invalid text."""

    def __init__(
        self, message: str, start: int, end: int, help: str = "", code: str = "syntax", *,
        unsupported: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.help = help
        self.code = code
        self.unsupported = unsupported


class CascadingError(StatementError):
    """A syntax error that follows from another error, which is reported elsewhere."""


class RegionArguments(NamedTuple):
    """The block arguments that a label or the head of a statement declares.

    `is_empty`: the region `{}` has no blocks. `has_implicit_block`: it has one, although its text is empty.
    """

    placeholders: tuple[int, ...]
    types: tuple[Type, ...]
    locations: tuple[Location | None, ...]
    is_empty: bool = False
    has_implicit_block: bool = False


class DeprecatedSpelling(NamedTuple):
    """A deprecated spelling in a statement, the last version that used it, and the current spelling.

    `until` is empty for syntax of another dialect. `attribute` is the attribute with that spelling, if any.
    """

    what: str
    until: str
    today: str
    attribute: str = ""

    @property
    def message(self) -> str:
        """The deprecated spelling, and the last version that used it."""
        return f"{self.what} (deprecated after {self.until})" if self.until else self.what

    @property
    def help(self) -> str:
        """The current spelling."""
        return f"write {self.today}" if self.until else f"it is parsed as {self.today}"


@dataclass(eq=False)
class Template:
    """A statement with placeholders for its names.

    `results`, `operands` and the placeholders of `regions` index the names of an occurrence, in text order.
    `results` has a (placeholder, count) for each name before `=`. `regions` has an entry per region: the
    arguments in the head of the statement, or None if a label in the region declares them. `properties` are
    those of an op that is not declared. `applies` is the op of a reduction `applies stablehlo.add`, and
    `applied` the template of that op, made on first use. `location_placeholder` is the index of the
    placeholder of `loc(#loc3)`, or -1. `is_shared`: other statements with the same text, names aside, may use
    the template. `is_implicit`: the operation has no text of its own. `departures` are the numbers in its
    attributes that MLIR takes although they are no values of their types.
    """

    name: str
    results: tuple[tuple[int, int], ...] = ()
    operands: tuple[int, ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    properties: Attribute | None = None
    operand_types: tuple[Type, ...] = ()
    result_types: tuple[Type, ...] = ()
    regions: tuple[RegionArguments | None, ...] = ()
    successors: tuple[str, ...] = ()
    applies: str = ""
    applied: Template | None = None
    location: Location | None = None
    location_placeholder: int = -1
    placeholders: int = 0
    is_shared: bool = True
    is_implicit: bool = False
    old_spellings: tuple[DeprecatedSpelling, ...] = ()
    departures: tuple[ElementFault, ...] = ()
    is_simple: bool = field(init=False)  # at most one result; no regions, successors, deprecated spellings

    def __post_init__(self) -> None:
        self.is_simple = (
            not (self.regions or self.successors or self.old_spellings)
            and self.results in ((), ((0, 1),))
            and len(self.results) == len(self.result_types)
        )


class Alias(NamedTuple):
    """The value of `#name` or `!name`; its size in characters and its depth, with aliases expanded."""

    value: Attribute | Type
    size: int
    depth: int


@dataclass(frozen=True)
class Definition:
    """An alias definition `#name = attribute` or `!name = type`, or the resource section."""

    name: str
    value: Alias | Mapping[str, Any]


@dataclass(frozen=True)
class BlockLabel:
    """`^bb0(%a: T):`."""

    name: str
    arguments: RegionArguments
    is_shared: bool


@dataclass
class Aliases:
    """The aliases defined up to this point of the file, by name; definitions of `invalid` ones have errors.

    `located` are the aliases, with `#`, that are used as a whole `loc(...)`, and may be defined later.
    `budget` is the number of characters that further uses of aliases may expand to.
    """

    attributes: dict[str, Alias] = field(default_factory=dict)
    types: dict[str, Alias] = field(default_factory=dict)
    locations: Mapping[str, Location] = field(default_factory=dict)
    invalid: set[str] = field(default_factory=set)
    located: set[str] = field(default_factory=set)
    budget: int = 0
