"""The sections of a file of MLIR bytecode: everything but the attributes, types and operations themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehlo_tools.formats.bytecode.cursor import BytecodeError, ByteCursor, UnsupportedBytecode

if TYPE_CHECKING:
    from stablehlo_tools.ir.constants import Blob

MAGIC: Final = b"ML\xefR"
NEWEST: Final = 6  # the version of bytecode

# The numbers of the sections.
STRINGS, DIALECTS, ENTRIES, OFFSETS, IR, RESOURCES, RESOURCE_OFFSETS, DIALECT_VERSIONS, PROPERTIES = range(9)
_NAMES: Final = (
    "strings", "dialects", "attributes and types", "offsets of attributes and types", "operations",
    "resources", "offsets of resources", "versions of dialects", "properties",
)  # fmt: skip

# The versions of bytecode in which something changed.
DIALECTS_HAVE_VERSIONS: Final = 1
ISOLATED_REGIONS_ARE_SECTIONS: Final = 2
HAS_USE_LISTS: Final = 3
ARGUMENTS_MAY_HAVE_NO_LOCATION: Final = 4
OPS_ARE_COUNTED: Final = 4
HAS_PROPERTIES: Final = 5
SEGMENTS_ARE_SPARSE: Final = 6


class OpName(NamedTuple):
    """The name of an op; `is_registered`: whoever wrote the file knew the op, and how its properties go."""

    name: str
    is_registered: bool


class Entry(NamedTuple):
    """The position and dialect of an attribute or type; it is MLIR text unless its dialect encodes it."""

    dialect: str
    is_encoded: bool
    start: int
    end: int


class Header:
    """The header of a file: its versions, its producer, and its dialects and ops.

    The program is not read. The constructor raises BytecodeError for a damaged file.
    """

    def __init__(self, data: memoryview) -> None:
        cursor = ByteCursor(data, 0, len(data))
        if cursor.bytes(len(MAGIC)).tobytes() != MAGIC:
            raise BytecodeError("not MLIR bytecode: the file does not start with `ML\\xEFR`", 0)
        self.data = data
        self.version = cursor.number()
        if self.version > NEWEST:
            message = (
                f"this is version {self.version} of MLIR bytecode; the newest supported version is {NEWEST}"
            )
            raise UnsupportedBytecode(message, len(MAGIC))
        self.producer = _producer(cursor)
        self._sections = _sections(cursor)
        self.strings = list(_strings(self.section(STRINGS)))
        self.dialects: list[str] = []
        self.dialect_versions: dict[str, memoryview] = {}
        self.ops: list[OpName] = []
        self._read_dialects(self.section(DIALECTS))

    def size(self, number: int) -> int:
        """The size of a section in bytes; 0 if it is missing."""
        section = self._sections.get(number)
        return section.end - section.place if section else 0

    def has(self, number: int) -> bool:
        """Whether the file has a section."""
        return number in self._sections

    def section(self, number: int) -> ByteCursor:
        """A cursor at the start of a section. Raises BytecodeError if it is missing."""
        section = self._sections.get(number)
        if section is None:
            raise BytecodeError(f"the section of {_NAMES[number]} is missing", len(self.data))
        return ByteCursor(section.data, section.place, section.end)

    def string(self, cursor: ByteCursor) -> str:
        """The string whose index comes next; invalid UTF-8 becomes lone surrogates."""
        return self.strings[cursor.index(len(self.strings), "string")]

    def _dialect(self, cursor: ByteCursor) -> str:
        return self.dialects[cursor.index(len(self.dialects), "dialect")]

    def _read_dialects(self, cursor: ByteCursor) -> None:
        for _ in range(cursor.count("dialects")):
            self.dialects.append(self._read_dialect(cursor))
        start = cursor.place
        count = cursor.number() if self.version >= OPS_ARE_COUNTED else None
        while not cursor.is_at_end:
            dialect = self._dialect(cursor)
            for _ in range(cursor.count("ops")):
                self.ops.append(self._op_name(dialect, cursor))
        if count is not None and count != len(self.ops):
            raise BytecodeError(f"expected {count:,} op names, found {len(self.ops)}", start)

    def _read_dialect(self, cursor: ByteCursor) -> str:
        if self.version < DIALECTS_HAVE_VERSIONS:
            return self.string(cursor)
        start = cursor.place
        index, has_version = cursor.flagged()
        name = self._string_at(index, start)
        if has_version:
            _, section = cursor.section()
            self.dialect_versions[name] = section.bytes(section.end - section.place)
        return name

    def _op_name(self, dialect: str, cursor: ByteCursor) -> OpName:
        start = cursor.place
        index, is_registered = cursor.number(), True
        if self.version >= HAS_PROPERTIES:
            index, is_registered = index >> 1, bool(index & 1)
        return OpName(f"{dialect}.{self._string_at(index, start)}", is_registered)

    def _string_at(self, index: int, start: int) -> str:
        if index >= len(self.strings):
            raise BytecodeError(
                f"string index {index} is out of bounds: the file has {len(self.strings)}", start
            )
        return self.strings[index]


class Container(Header):
    """The sections of a file. The constructor raises BytecodeError for a damaged file."""

    def __init__(self, data: memoryview) -> None:
        super().__init__(data)
        self.handles: list[tuple[str, str]] = []  # dialect and key of each resource of a dialect
        self.resources: dict[str, dict[str, str | Blob]] = {}
        if self.has(RESOURCE_OFFSETS):
            self._read_resources(self.section(RESOURCE_OFFSETS), self.section(RESOURCES))
        self.properties = list(_properties(self.section(PROPERTIES))) if self.has(PROPERTIES) else []
        self.attributes: list[Entry] = []
        self.types: list[Entry] = []
        self._read_entries(self.section(OFFSETS), self.section(ENTRIES))

    # -- resources ------------------------------------------------------------------------------

    def _read_resources(self, offsets: ByteCursor, data: ByteCursor) -> None:
        for _ in range(offsets.count("groups of resources")):
            self.string(offsets)  # the name of a resource group outside the program
            list(self._resource_group(offsets, data))
        while not offsets.is_at_end:
            dialect = self._dialect(offsets)
            for key, resource in self._resource_group(offsets, data):
                self.handles.append((dialect, key))
                if resource is not None:
                    self.resources.setdefault(dialect, {})[key] = resource

    def _resource_group(
        self, offsets: ByteCursor, data: ByteCursor
    ) -> Iterator[tuple[str, str | Blob | None]]:
        for _ in range(offsets.count("resources", 3)):
            key, size, kind = self.string(offsets), offsets.number(), offsets.byte()
            yield key, self._resource(kind, data.part(size)) if size else None

    def _resource(self, kind: int, cursor: ByteCursor) -> str | Blob:
        if kind == 0:
            from stablehlo_tools.ir.constants import Blob  # not imported where only the head is read

            alignment = cursor.number()
            size = cursor.number()
            cursor.align(alignment)
            return Blob(cursor.bytes(size), alignment)
        if kind == 1:
            return "true" if cursor.byte() else "false"
        if kind == 2:
            return self.string(cursor)
        raise cursor.error(f"unknown kind {kind} of resource")

    # -- attributes and types -------------------------------------------------------------------

    def _read_entries(self, offsets: ByteCursor, data: ByteCursor) -> None:
        attributes = offsets.count("attributes")
        types = offsets.count("types")
        self._fill(self.attributes, attributes, offsets, data)
        self._fill(self.types, types, offsets, data)
        offsets.check_end("the sizes of attributes and types")

    def _fill(self, entries: list[Entry], count: int, offsets: ByteCursor, data: ByteCursor) -> None:
        while len(entries) < count:
            dialect = self._dialect(offsets)
            start = offsets.place
            in_group = offsets.count("attributes or types")
            if not 0 < in_group <= count - len(entries):
                raise BytecodeError(f"{in_group:,} attributes or types exceed the total of {count:,}", start)
            for flagged in offsets.numbers(in_group):
                place = data.place
                data.skip(flagged >> 1)
                entries.append(Entry(dialect, bool(flagged & 1), place, data.place))


def _producer(cursor: ByteCursor) -> str:
    start = cursor.place
    while cursor.byte():
        pass
    return bytes(cursor.data[start : cursor.place - 1]).decode("utf-8", "replace")


def _sections(cursor: ByteCursor) -> dict[int, ByteCursor]:
    sections: dict[int, ByteCursor] = {}
    while not cursor.is_at_end:
        start = cursor.place
        number, section = cursor.section()
        if number >= len(_NAMES):
            raise BytecodeError(f"unknown section {number}", start)
        if number in sections:
            raise BytecodeError(f"duplicate section of {_NAMES[number]}", start)
        sections[number] = section
    return sections


def _strings(cursor: ByteCursor) -> Iterator[str]:
    """All strings; their sizes, a byte 0 at the end counted, stand in front of them, the last one first."""
    start = cursor.place
    sizes = cursor.numbers(cursor.count("strings"))
    if sum(sizes) != cursor.end - cursor.place or 0 in sizes:
        raise BytecodeError("the sizes of the strings do not add up to the size of the section", start)
    for size in reversed(sizes):
        text = cursor.bytes(size)
        if text[-1]:
            raise cursor.error("a string does not end in a byte 0")
        yield text[:-1].tobytes().decode("utf-8", "surrogateescape")


def _properties(cursor: ByteCursor) -> Iterator[ByteCursor]:
    for _ in range(cursor.count("properties")):
        yield cursor.part(cursor.number())
