"""The attributes, types and locations of a file, each read once, when something first refers to it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.formats.bytecode.builtin import DIALECT as BUILTIN, LOCATION_CODES, UNKNOWN_LOCATION_CODE
from stablehlo_tools.formats.bytecode.container import Container, Entry
from stablehlo_tools.formats.bytecode.cursor import BytecodeError, ByteCursor, UnsupportedBytecode
from stablehlo_tools.formats.bytecode.fields import Dialect
from stablehlo_tools.formats.bytecode.quant import QUANT
from stablehlo_tools.formats.bytecode.sdy import SDY
from stablehlo_tools.formats.bytecode.stablehlo import CHLO, MHLO, STABLEHLO
from stablehlo_tools.formats.bytecode.vhlo import VHLO
from stablehlo_tools.ir.attributes import Attribute, Location, Struct
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.statement.build_locations import fuse_locations, name_location
from stablehlo_tools.text.statement.statement_parser import parse_attribute, parse_type
from stablehlo_tools.text.statement.template import MAX_NESTING

DIALECTS: Final[Mapping[str, Dialect]] = {
    "builtin": BUILTIN, "chlo": CHLO, "mhlo": MHLO, "quant": QUANT, "sdy": SDY, "stablehlo": STABLEHLO,
    "vhlo": VHLO,
}  # fmt: skip

# The limit of the size of all attributes when printed: the first, plus the second for each byte of the file.
_EXPANSION: Final = 1 << 22
_EXPANSIONS: Final = 1 << 8


class _Table:
    """The attributes or the types of a file: those that were read, and the size of each."""

    def __init__(self, kind: str, entries: list[Entry]) -> None:
        self.kind = kind
        self.entries = entries
        self.values: list[Any] = [None] * len(entries)
        self.sizes = [0] * len(entries)


class Tables:
    """The decoded attributes and types of a file, which readers of the same bytes share."""

    def __init__(self, container: Container) -> None:
        self.attributes = _Table("attribute", container.attributes)
        self.types = _Table("type", container.types)
        self.texts: list[str] = []  # of attributes and types that are not encoded as bytes
        self.locations: Mapping[str, Location] | None = None  # those that are used, by alias
        self.serials = itertools.count()


class Entries:
    """The attributes, types and locations of a file by number. Raises BytecodeError for invalid ones."""

    def __init__(self, container: Container, tables: Tables) -> None:
        self.container = container
        self._tables = tables
        self._attributes, self._types = tables.attributes, tables.types
        self._locations: dict[int, Location] = {}  # by number: the alias under which it is used
        self._pending: list[int] = []  # locations that are used, and not read yet
        self._begun: set[tuple[str, int]] = set()
        self._size = 0  # of what is being read: how many attributes and types it is written out
        self._depth = 0
        self._budget = _EXPANSION + _EXPANSIONS * len(container.data)

    def string(self, cursor: ByteCursor) -> str:
        """The string whose number comes next."""
        return self.container.string(cursor)

    def attribute(self, cursor: ByteCursor) -> Attribute:
        """The attribute whose number comes next."""
        start = cursor.place
        return self.attribute_at(cursor.number(), start)

    def attribute_at(self, number: int, start: int) -> Attribute:
        """The attribute with a number, which is read at byte `start`."""
        attribute: Attribute = self._value(self._attributes, number, start)
        return self._whole(attribute, start) if isinstance(attribute, Location) else attribute

    def optional(self, cursor: ByteCursor) -> Attribute | None:
        """The attribute whose number follows a flag; None if the flag is not set."""
        start = cursor.place
        number, is_there = cursor.flagged()
        return self._value(self._attributes, number, start) if is_there else None

    def type(self, cursor: ByteCursor) -> Type:
        """The type whose number comes next."""
        start = cursor.place
        return self.type_at(cursor.number(), start)

    def type_at(self, number: int, start: int) -> Type:
        """The type with a number, which is read at byte `start`."""
        type: Type = self._value(self._types, number, start)
        return type

    def serial(self) -> int:
        """A number that is another one for each attribute which has it."""
        return next(self._tables.serials)

    def resource(self, cursor: ByteCursor) -> str:
        """The key of the resource whose number comes next."""
        return self.container.handles[cursor.index(len(self.container.handles), "resource")][1]

    def spend(self) -> None:
        """Charge the budget for everything read since the last call. Raises BytecodeError."""
        self._budget -= self._size
        self._size = 0
        if self._budget < 0:
            raise BytecodeError("the attributes of all operations exceed the size limit when printed", 0)

    def mentions(self, word: str) -> bool:
        """Whether a word may occur in the text of what was read."""
        container = self.container
        texts = (*container.dialects, *container.strings, *self._tables.texts, *self._structs)
        return word in "\n".join(texts)

    @functools.cached_property
    def _structs(self) -> frozenset[str]:
        """The names of the structs among the attributes, which no string contains."""
        return frozenset(value.name for value in self._attributes.values if isinstance(value, Struct))

    # -- values ---------------------------------------------------------------------------------

    def _value(self, table: _Table, number: int, start: int) -> Any:
        if number >= len(table.entries):
            message = f"{table.kind} index {number} is out of bounds: the file has {len(table.entries)}"
            raise BytecodeError(message, start)
        if not table.sizes[number]:
            self._read(table, number, start)
        self._size += table.sizes[number]
        return table.values[number]

    def _read(self, table: _Table, number: int, start: int) -> None:
        if (table.kind, number) in self._begun:
            raise BytecodeError(f"{table.kind} {number} is part of itself", start)
        if self._depth > MAX_NESTING:
            raise BytecodeError(f"{table.kind}s are nested more than {MAX_NESTING} deep", start)
        self._begun.add((table.kind, number))
        outer, self._size = self._size, 1
        self._depth += 1
        entry = table.entries[number]
        try:
            table.values[number] = self._decoded(table, entry)
        except BytecodeError:
            raise
        except (ValueError, TypeError, AttributeError) as error:
            raise BytecodeError(f"{table.kind} {number}: {error}", entry.start) from error
        self._depth -= 1
        self._begun.discard((table.kind, number))
        if self._size > self._budget:
            raise BytecodeError(f"{table.kind} {number} exceeds the size limit when printed", entry.start)
        table.sizes[number] = self._size
        self._size = outer

    def _decoded(self, table: _Table, entry: Entry) -> Any:
        if not entry.is_encoded:
            return self._from_text(table, entry)
        dialect = DIALECTS.get(entry.dialect)
        if dialect is None:
            message = f"unknown encoding of {table.kind}s of the dialect `{entry.dialect}`"
            raise UnsupportedBytecode(message, entry.start)
        cursor = ByteCursor(self.container.data, entry.start, entry.end)
        code = cursor.number()
        row = (dialect.types if table is self._types else dialect.attributes).get(code)
        if row is None:
            message = f"unknown code {code} of an {table.kind} of the dialect `{entry.dialect}`"
            raise UnsupportedBytecode(message, entry.start)
        values = [field.read(self, cursor) for field in row.fields]
        cursor.check_end(f"the {table.kind}")
        return row.build(*values)

    def _from_text(self, table: _Table, entry: Entry) -> Any:
        data = self.container.data[entry.start : entry.end]
        if not data or data[-1]:
            raise BytecodeError(f"the text of an {table.kind} does not end in a byte 0", entry.start)
        text = data[:-1].tobytes().decode("utf-8", "surrogateescape")
        self._size += len(text)
        self._tables.texts.append(text)
        try:
            return parse_type(text) if table is self._types else parse_attribute(text)
        except ParseError as error:
            raise ValueError(f"`{text}`: {error.diagnostic.message}") from None

    # -- locations ------------------------------------------------------------------------------

    def location(self, cursor: ByteCursor) -> Location:
        """The location whose number comes next: an alias `#loc<number>`, unless it says nothing."""
        start = cursor.place
        number = cursor.number()
        location = self._locations.get(number)
        return location if location is not None else self._new_location(number, start)

    def _new_location(self, number: int, start: int) -> Location:
        if number >= len(self.container.attributes):
            message = f"location index {number} is out of bounds: {len(self.container.attributes)} attributes"
            raise BytecodeError(message, start)
        entry = self.container.attributes[number]
        location = UNKNOWN_LOCATION
        if not self._is_unknown(entry):
            location = Location("alias", (f"loc{number}",))
            self._pending.append(number)
        self._locations[number] = location
        return location

    def _is_unknown(self, entry: Entry) -> bool:
        """Whether an entry is the unknown location. Raises BytecodeError if it is not a location."""
        if entry.dialect != "builtin":
            raise BytecodeError(f"expected a builtin location, found dialect `{entry.dialect}`", entry.start)
        if not entry.is_encoded:
            return False
        code = ByteCursor(self.container.data, entry.start, entry.end).number()
        if code not in LOCATION_CODES:
            raise BytecodeError(f"expected a location, found an attribute of code {code}", entry.start)
        return code == UNKNOWN_LOCATION_CODE

    def _whole(self, location: Location, start: int) -> Location:
        """A location without aliases, which is an attribute like any other."""
        numbers = iter(_aliases_in(location))
        parts = [
            self.attribute_at(next(numbers), start) if _is_alias(part) else part for part in location.parts
        ]
        return _canonical(Location(location.kind, tuple(parts)), {})

    def locations(self) -> Mapping[str, Location]:
        """All locations that were used, by alias. Raises BytecodeError if one contains itself."""
        if self._tables.locations is None:
            self._tables.locations = self._used_locations()
        return self._tables.locations

    def _used_locations(self) -> dict[str, Location]:
        locations: dict[int, Location] = {}
        while self._pending:
            number = self._pending.pop()
            if number in locations:
                continue
            location = self._value(self._attributes, number, self.container.attributes[number].start)
            if not isinstance(location, Location):
                message = f"attribute {number} is not a location"
                raise BytecodeError(message, self.container.attributes[number].start)
            locations[number] = location
            self._pending += _aliases_in(location)  # another reader may have read it
        aliases: dict[str, Location] = {}
        for number in self._innermost_first(locations):
            aliases[f"loc{number}"] = _canonical(locations[number], aliases)
        return aliases

    def _innermost_first(self, locations: Mapping[int, Location]) -> Iterator[int]:
        """The numbers of locations, each after the locations in it."""
        done, entered = set[int](), set[int]()
        for first in locations:
            stack = [first]
            while stack:
                number = stack[-1]
                if number in done:
                    stack.pop()
                elif number in entered:
                    done.add(stack.pop())
                    yield number
                else:
                    entered.add(number)
                    inside = [alias for alias in _aliases_in(locations[number]) if alias not in done]
                    if not entered.isdisjoint(inside):
                        start = self.container.attributes[number].start
                        raise BytecodeError(f"location {number} is part of itself", start)
                    stack += inside


def _aliases_in(location: Location) -> list[int]:
    """The numbers of the locations that a location refers to."""
    parts = (part for part in location.parts if isinstance(part, Location) and part.kind == "alias")
    return [int(str(part.parts[0]).removeprefix("loc")) for part in parts]


def _is_alias(part: object) -> bool:
    return isinstance(part, Location) and part.kind == "alias"


def _canonical(location: Location, aliases: Mapping[str, Location]) -> Location:
    """The location as MLIR canonicalizes it; a location that MLIR wrote is unchanged."""
    inside: Any = [part for part in location.parts if isinstance(part, Location)]
    if location.kind == "fused":
        metadata: Any = location.parts[0]
        return fuse_locations(metadata, inside, aliases)
    return (
        name_location(str(location.parts[0]), inside, aliases)
        if location.kind == "name" and inside
        else location
    )
