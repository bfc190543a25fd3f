"""The numbers of attributes, types and strings in a written file.

A file is written twice. The first pass numbers everything in the order in which it occurs. Then numbers are
assigned again, by dialect and the most frequent first, since small numbers take less space.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stablehlo_tools.formats.bytecode import builtin, vhlo
from stablehlo_tools.formats.bytecode.cursor import Sink
from stablehlo_tools.formats.bytecode.fields import Row
from stablehlo_tools.ir.attributes import Attribute, Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.printer.attribute_text import attribute_text
from stablehlo_tools.text.statement.build_locations import target

_OWNER: Final = re.compile(r"[#!]([A-Za-z_]\w*)")


class Notation:
    """The encodings of the attributes or types of a dialect, and the printer of the others."""

    def __init__(self, dialect: str, rows: Mapping[int, Row], text: Callable[[Any], str]) -> None:
        self.dialect = dialect
        self.rows = rows
        self.text = text
        self._by_class: dict[type, list[tuple[int, Row]]] = {}
        for code, row in sorted(rows.items()):
            for form in row.form if isinstance(row.form, tuple) else (row.form,):
                self._by_class.setdefault(form, []).append((code, row))

    def find(self, value: Any) -> tuple[int, Sequence[Any]] | None:
        """The code of the row that represents a value, and its fields; None for text."""
        for code, row in self._by_class.get(type(value), ()):
            parts = row.parts(value)
            if parts is not None:
                return code, parts
        return None


# The notations of attributes and of types: of dialects that are written unchanged, and of VHLO.
_PLAIN: Final = (
    Notation("builtin", builtin.DIALECT.attributes, attribute_text),
    Notation("builtin", builtin.DIALECT.types, str),
)
_VERSIONED: Final = (
    Notation("vhlo", vhlo.VHLO.attributes, attribute_text), Notation("vhlo", vhlo.VHLO.types, str),
)  # fmt: skip


class ScopedAttribute(NamedTuple):
    """An attribute in another notation than the operation or attribute that has it."""

    attribute: Attribute
    scope: Scope


class NumberedNode:
    """An attribute or type of a file: its fields, or its text."""

    __slots__ = ("dialect", "fields", "number", "row", "scope", "uses")

    def __init__(self, dialect: str, scope: Scope, row: Row | None, fields: tuple[Any, ...]) -> None:
        self.dialect = dialect
        self.scope = scope  # of its fields
        self.row = row
        self.fields = fields  # behind the code; or the text
        self.number = 0
        self.uses = 0


class _Kind:
    """The attributes of a file, or its types."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[str, bytes], NumberedNode] = {}
        self.by_id: dict[tuple[str, int], NumberedNode] = {}  # by dialect and identity
        self.alive: list[Any] = []  # the values of `by_id`, whose identities must not be reused

    def order(self) -> list[NumberedNode]:
        """Number all again, and return them in order."""
        nodes = list(self.nodes.values())
        dialects = list(dict.fromkeys(node.dialect for node in nodes))
        nodes.sort(key=lambda node: (dialects.index(node.dialect), -node.uses))
        for number, node in enumerate(nodes):
            node.number = number
        return nodes


class Numbering:
    """Everything in a file that has a number."""

    def __init__(self, aliases: Mapping[str, Location], *, has_ranges: bool) -> None:
        self.strings: dict[str, int] = {}
        self.plain, self.versioned = Scope(self, *_PLAIN), Scope(self, *_VERSIONED)
        self.attributes, self.types = _Kind(), _Kind()
        self._aliases = aliases
        self._has_ranges = has_ranges
        self._points: dict[int, Location] = {}

    def string(self, text: str) -> int:
        """The number of a string."""
        return self.strings.setdefault(text, len(self.strings))

    def encoded(self, node: NumberedNode) -> Sink:
        """The bytes of an attribute or type."""
        sink = Sink()
        if node.row is None:
            sink += node.fields[0].encode("utf-8", "surrogateescape") + b"\0"
            return sink
        code, *values = node.fields
        sink.number(code)
        for field, value in zip(node.row.fields, values, strict=True):
            field.write(node.scope, sink, value)
        return sink

    def node(self, kind: _Kind, scope: Scope, notation: Notation, value: Any) -> NumberedNode:
        """The node of an attribute or type."""
        node = kind.by_id.get((notation.dialect, id(value)))
        if node is None:
            node = kind.by_id[notation.dialect, id(value)] = self._new(kind, scope, notation, value)
            kind.alive.append(value)
        node.uses += 1
        return node

    def _new(self, kind: _Kind, scope: Scope, notation: Notation, value: Any) -> NumberedNode:
        """The node of something that was not met before, or not as this object."""
        encoding = notation.find(value)
        if encoding is None and scope is self.versioned:
            scope = self.plain
            notation = scope.attributes if kind is self.attributes else scope.types
            encoding = notation.find(value)
        if encoding is None:
            text = notation.text(value)
            owner = _OWNER.match(text)
            node = NumberedNode(owner[1] if owner else "builtin", self.plain, None, (text,))
        else:
            code, values = encoding
            node = NumberedNode(notation.dialect, scope, notation.rows[code], (code, *values))
        return self._intern(kind, node)

    def _intern(self, kind: _Kind, node: NumberedNode) -> NumberedNode:
        """The node, or an equal one that exists."""
        node.number = len(kind.nodes)
        key = node.dialect, bytes([node.row is not None]) + self.encoded(node)
        node.number = len(kind.nodes)  # its fields are numbered first
        return kind.nodes.setdefault(key, node)

    # -- locations ------------------------------------------------------------------------------

    def location(self, location: Location) -> int:
        """The number of a location; the locations in it, at any depth, are numbered first."""
        stack, begun = [location], set[int]()
        while stack:
            place = self._place(stack[-1])
            inside = [self._place(part) for part in place.parts if isinstance(part, Location)]
            missing = [part for part in inside if ("builtin", id(part)) not in self.attributes.by_id]
            if missing and id(place) not in begun:
                begun.add(id(place))
                stack += missing
                continue
            stack.pop()
            number = self.node(self.attributes, self.plain, self.plain.attributes, place).number
        return number

    def _place(self, location: Location) -> Location:
        """The location behind aliases; reduced to its start for readers without file ranges."""
        place = target(location, self._aliases)
        if place.kind == "alias":
            return UNKNOWN_LOCATION
        if place.kind == "file" and len(place.parts) != 3 and not self._has_ranges:
            return self._without_range(place)
        return place

    def _without_range(self, place: Location) -> Location:
        point = self._points.get(id(place))
        if point is None:
            path, line, column = (*place.parts, 0, 0)[:3]
            point = self._points[id(place)] = Location("file", (path, line, column))
            self.attributes.alive.append(place)
        return point


class Scope:
    """The numbers of the parts of something written in these notations."""

    def __init__(self, numbering: Numbering, attributes: Notation, types: Notation) -> None:
        self.numbering = numbering
        self.attributes = attributes
        self.types = types
        self.string: Callable[[str], int] = numbering.string
        self.location: Callable[[Location], int] = numbering.location

    def attribute(self, attribute: Attribute | ScopedAttribute) -> int:
        """The number of an attribute."""
        scope = self
        if isinstance(attribute, ScopedAttribute):
            attribute, scope = attribute
        return self.numbering.node(self.numbering.attributes, scope, scope.attributes, attribute).number

    def type(self, type: Type) -> int:
        """The number of a type."""
        return self.numbering.node(self.numbering.types, self, self.types, type).number
