"""Attributes of HLO text, `, name=value`: their extent and their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.hlo.attributes import HloDomain, Raw, Reference
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.text import Mistake
from stablehlo_tools.hlo.text.cursor import BLANK, IDENTIFIER, Cursor
from stablehlo_tools.hlo.text.kinds import READ_BY_GRAMMAR, ValueTextError, read_value
from stablehlo_tools.hlo.text.strings import unescape

_ATTRIBUTE = re.compile(rf"{BLANK},{BLANK}(?P<name>{IDENTIFIER})=", re.DOTALL)
_COMMA = re.compile(rf"{BLANK},", re.DOTALL)
_ENTRY = re.compile(rf"({IDENTIFIER})=")
_SIGNATURE = re.compile(rf"\{{{BLANK}\(", re.DOTALL)
_ATOM = re.compile(r"[^\s,(){}\[\]\"'/]+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\'\\\n]*\'', re.DOTALL)
_MESH_GROUPS = re.compile(rf"{BLANK},?{BLANK}\{{", re.DOTALL)
_DEVICE_IDS = re.compile(rf"{BLANK},{BLANK}device_ids=\(", re.DOTALL)


class KeyValue(NamedTuple):
    """`name=value`, with the offsets of the value."""

    name: str
    at: int
    start: int
    end: int


HLO_VALUE = Code(
    "hlo_value", "The value of an attribute is invalid.", "Use one of the values in the message."
)
HLO_ATTRIBUTE = Code(
    "hlo_attribute",
    "An attribute of an HLO instruction is unknown, repeated, or required and missing.",
    "Check the spelling, or add the attribute that the message names.",
)


class AttributeReader:
    """Reads attributes; `inline` reads a computation that is written in place of its name."""

    def __init__(self, cursor: Cursor, inline: Callable[[str, int], Reference]) -> None:
        self.cursor = cursor
        self.text = cursor.text
        self.closing = cursor.closing
        self.inline = inline

    def fields(self, position: int, kinds: Mapping[str, str]) -> Iterator[KeyValue]:
        """The attributes from a position on; `kinds` maps names to kinds of values."""
        while (match := _ATTRIBUTE.match(self.text, position)) is not None:
            start = self.cursor.skip(match.end())
            position = self._value_end(start, kinds.get(match["name"], ""))
            yield KeyValue(match["name"], match.start("name"), start, position)
        comma = _COMMA.match(self.text, position)
        if comma is not None:
            raise self.cursor.unexpected(comma.end(), "an attribute, `name=value`")

    def _value_end(self, start: int, kind: str) -> int:
        if kind == "literal":
            return self._literal_end(start)
        position = start
        while position < len(self.text):
            if self.text[position] in "([{":
                position = self.closing[position] + 1
                continue
            match = _STRING.match(self.text, position) or _ATOM.match(self.text, position)
            if match is None:
                break
            position = match.end()
        if position == start:
            raise self.cursor.unexpected(start, "a value")
        if kind == "replica_groups" and self.text.startswith("mesh", start):
            position = self._mesh_end(position)
        return position

    def _mesh_end(self, position: int) -> int:
        ids = _DEVICE_IDS.match(self.text, position)
        if ids is not None:
            position = self.closing[ids.end() - 1] + 1
        axes = _MESH_GROUPS.match(self.text, position)
        return self.closing[axes.end() - 1] + 1 if axes else position

    def _literal_end(self, start: int) -> int:
        if self.text[start] == "(":
            return self.closing[start] + 1
        _, position = self.cursor.shape(start)
        return self._value_end(self.cursor.skip(position), "")

    def read(self, field: KeyValue, kinds: Mapping[str, str], seen: Mapping[str, Any], owner: str) -> Any:
        """The value of an attribute of `owner`, which is not in `seen` yet. Raises Mistake."""
        if field.name not in kinds:
            helps = did_you_mean(closest(field.name, kinds))
            message = f"{owner} has no attribute `{field.name}`"
            raise Mistake(HLO_ATTRIBUTE, message, field.at, field.at + len(field.name), *helps)
        if field.name in seen:
            raise Mistake(
                HLO_ATTRIBUTE, f"`{field.name}` is given twice", field.at, field.at + len(field.name)
            )
        return self.value(field, kinds[field.name])

    def value(self, field: KeyValue, kind: str) -> Any:
        """The value of an attribute of a kind."""
        text = self.text[field.start : field.end]
        if "=" in text and "{" in text and kind in ("reference", "references"):
            return self.inline(field.name, field.start) if kind == "reference" else self._inlined(field)
        if kind == "program_shape":
            return self._program_shape(field)
        if kind in READ_BY_GRAMMAR:
            return self._grammatical(field.start, text, kind)
        if kind == "shape":
            return self._only_shape(field)
        if kind == "shapes":
            return self._shapes(field)
        return self._text_value(field, kind, text)

    def _grammatical(self, start: int, text: str, kind: str) -> Any:
        try:
            return read_value(kind, text)
        except ValueTextError as error:
            end = max(start + error.end, start + 1)
            raise Mistake(HLO_VALUE, str(error), start + error.start, end) from None

    def _inlined(self, field: KeyValue) -> tuple[Reference, ...]:
        """Several computations that are written in place of their names."""
        names: list[Reference] = []
        position, closed = self.cursor.skip(field.start + 1), self.closing[field.start]
        while position < closed:
            names.append(self.inline(field.name, position))
            position = self.cursor.next_item(self.closing[position] + 1, closed)
        return tuple(names)

    def _text_value(self, field: KeyValue, kind: str, text: str) -> Any:
        if kind == "dictionary":
            return self._dictionary(field)
        if kind == "domain":
            return self._domain(field)
        if kind == "literal":
            return Raw(text)
        if kind == "text" and _STRING.fullmatch(text):
            return unescape(text)
        if not (text.startswith("{") and text.endswith("}")):
            expected = "a string or text in braces" if kind == "text" else "text in braces"
            raise Mistake(HLO_VALUE, f"expected {expected}", field.start, field.end)
        return Raw(text)

    def _dictionary(self, field: KeyValue) -> dict[str, str]:
        return {
            entry.name: self._text_value(entry, "text", self.text[entry.start : entry.end])
            for entry in self._entries(field)
        }

    def _entries(self, field: KeyValue) -> Iterator[KeyValue]:
        if self.text[field.start] != "{":
            raise Mistake(HLO_VALUE, "expected a dictionary in braces", field.start, field.end)
        position, closed = self.cursor.skip(field.start + 1), self.closing[field.start]
        while position < closed:
            match = self.cursor.expect(_ENTRY, position, 'an entry, `key="value"`', closed)
            start = self.cursor.skip(match.end())
            end = self._value_end(start, "")
            yield KeyValue(match[1], position, start, end)
            position = self.cursor.next_item(end, closed)

    def _domain(self, field: KeyValue) -> HloDomain:
        kinds = {"kind": "string", "entry": "sharding", "exit": "sharding"}
        entries = list(self._entries(field))
        if sorted(entry.name for entry in entries) != sorted(kinds):
            expected = 'expected `{kind="sharding", entry={...}, exit={...}}`'
            raise Mistake(HLO_VALUE, expected, field.start, field.end)
        return HloDomain(**{entry.name: self.value(entry, kinds[entry.name]) for entry in entries})

    def _only_shape(self, field: KeyValue) -> Shape:
        shape, end = self.cursor.shape(field.start)
        if end != field.end:
            raise self.cursor.unexpected(end, "the end of the shape")
        return shape

    def _shapes(self, field: KeyValue) -> tuple[Shape, ...]:
        if self.text[field.start] != "{":
            raise Mistake(HLO_VALUE, "expected a list of shapes in braces", field.start, field.end)
        return self.cursor.shape_list(field.start)

    def _program_shape(self, field: KeyValue) -> tuple[tuple[Shape, ...], Shape]:
        opened = _SIGNATURE.match(self.text, field.start)
        if opened is None:
            raise Mistake(HLO_VALUE, "expected `{(shapes)->shape}`", field.start, field.end)
        parameters = self.cursor.shape_list(opened.end() - 1)
        result, end = self.cursor.result_shape(self.closing[opened.end() - 1] + 1)
        if self.cursor.skip(end) != field.end - 1:
            raise self.cursor.unexpected(end, "`}`")
        return parameters, result
