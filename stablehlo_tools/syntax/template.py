"""What a statement says, apart from the names in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.types import Type


class StatementError(Exception):
    """A statement does not parse: a message, and the characters of its text at fault."""

    def __init__(self, message: str, start: int, end: int, help: str = "", code: str = "syntax") -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.help = help
        self.code = code
        self.unsupported = False


class FollowUp(StatementError):
    """A statement does not parse because of an error that is reported elsewhere."""


class RegionArguments(NamedTuple):
    """The arguments that a statement's head or a label gives to a block.

    `is_empty` is a region `{}` without blocks, `is_blank` one with a block of which nothing is written.
    """

    placeholders: tuple[int, ...]
    types: tuple[Type, ...]
    locations: tuple[Location | None, ...]
    is_empty: bool = False
    is_blank: bool = False


class DeprecatedSpelling(NamedTuple):
    """What a statement writes as it was written up to version `until`, and how it is written today.

    `until` is empty for what is another dialect's. `attribute` is the name of the attribute that says it,
    where it is one.
    """

    what: str
    until: str
    today: str
    attribute: str = ""

    @property
    def message(self) -> str:
        """What is written, and up to when it was."""
        return f"{self.what}, as up to {self.until}" if self.until else self.what

    @property
    def help(self) -> str:
        """What stands for it."""
        return f"today it is {self.today}" if self.until else f"it is read as {self.today}"


@dataclass(eq=False)
class Template:
    """A statement with its names blanked.

    `results`, `operands` and the placeholders of `regions` index the names of an occurrence, in text order.
    `results` has a (placeholder, count) for each name on the left. `regions` has an entry per region: the
    arguments that the statement's head names, or None where a label in the region gives them.
    `properties` are the names of the attributes written `<{...}>`.
    `applies` is the op of a reduction written `applies stablehlo.add`, `applied` the statement that it stands
    for, once it was wanted. `location` is None where the
    statement has none; `location_placeholder` is the placeholder of a `loc(#loc3)`, or -1. `is_shared` says that other
    statements with the same blanked text may use this template, `is_implicit` that no text of its own stands
    for the operation: it is what `applies` means. `old_spellings`
    are what it writes as nobody does any more.
    """

    name: str
    results: tuple[tuple[int, int], ...] = ()
    operands: tuple[int, ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    properties: frozenset[str] = frozenset()
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
    is_simple: bool = field(init=False)  # no regions or successors, nothing old, one result or none

    def __post_init__(self) -> None:
        self.is_simple = (
            not (self.regions or self.successors or self.old_spellings)
            and self.results in ((), ((0, 1),))
            and len(self.results) == len(self.result_types)
        )


class Alias(NamedTuple):
    """What `#name` or `!name` stands for: so many characters, brackets so deep, aliases in it written out."""

    value: Attribute | Type
    size: int
    depth: int


@dataclass(frozen=True)
class Definition:
    """A line that names something: `#name = attribute`, `!name = type`, or the resources section."""

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
    """The aliases known at this point of the file, by name; those `unreadable` are defined, but not well.

    `located` are the locations that stand for a whole `loc(...)`, with their `#`: they may be defined below.
    `budget` is how many characters all uses of aliases may still stand for.
    """

    attributes: dict[str, Alias] = field(default_factory=dict)
    types: dict[str, Alias] = field(default_factory=dict)
    locations: Mapping[str, Location] = field(default_factory=dict)
    unreadable: set[str] = field(default_factory=set)
    located: set[str] = field(default_factory=set)
    budget: int = 0
