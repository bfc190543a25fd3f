"""The `#loc` lines of a file, parsed on demand: a model has thousands, most of which are never shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.text.statement_parser import parse_statement
from stablehlo_tools.text.strings import unescape
from stablehlo_tools.text.template import Alias, Aliases, Definition, StatementError

_STRING = r'"(?:[^"\\\n]|\\(?:[nt"\\]|[0-9A-Fa-f]{2}))*"'
_ALIAS = "[#]loc[0-9]*"
_NUMBER = "[0-9]{1,9}"
# A line as MLIR prints it. The grammar parses other lines.
_PRINTED = re.compile(
    rf"""{_ALIAS}\ =\ loc\((?:
        (?P<text>{_STRING})(?:
            :(?P<line>{_NUMBER}):(?P<column>{_NUMBER})(?:\ to\ (?P<last>{_NUMBER})?:(?P<end>{_NUMBER}))?
          | \((?P<inner>{_ALIAS})\))?
      | callsite\((?P<callee>{_ALIAS})\ at\ (?P<caller>{_ALIAS})\)
      | fused(?:<(?P<metadata>{_STRING})>)?\[(?P<parts>{_ALIAS}(?:,\ {_ALIAS})*)\]
      | unknown)\)""",
    re.VERBOSE,
)


def _is_plain(line: re.Match[str]) -> bool:
    """Whether canonicalization does not change the location of a line."""
    inside = _aliases_in(line)
    is_distinct = len(set(inside)) == len(inside)
    return not line["parts"] or (is_distinct and (len(inside) > 1 or bool(line["metadata"])))


def _aliases_in(line: re.Match[str]) -> list[str]:
    """The aliases in a line."""
    if line["callee"]:
        return [line["callee"], line["caller"]]
    inside = line["inner"] or line["parts"]
    return inside.split(", ") if inside else []


def _location_of(line: re.Match[str]) -> Location:
    """The location in a line."""
    inner = [Location("alias", (alias[1:],)) for alias in _aliases_in(line)]
    if line["callee"]:
        return Location("callsite", tuple(inner))
    if line["parts"]:
        return Location("fused", (line["metadata"] and unescape(line["metadata"]), *inner))
    if line["text"] is None:
        return UNKNOWN_LOCATION
    text, places = unescape(line["text"]), line.group("line", "column", "last", "end")
    if line["line"] is None:
        return Location("name", (text, *inner))
    numbers = [place and int(place) for place in places]
    return Location("file", (text, *numbers[: 4 if line["end"] else 2]))


class LocationTable(Mapping[str, Location]):
    """Location aliases by name, in the order of the file."""

    def __init__(self, source: Source, budget: int) -> None:
        self._source = source
        self._starts: dict[str, int] = {}  # the start of the line of each `#name`
        self._read: dict[str, Location] = {}
        self.aliases = Aliases(locations=self, budget=budget)  # of the file, which metadata of locations use
        # aliases that canonicalization may remove from other locations; the grammar parses lines with them
        self._dissolved: set[str] = set()

    def enter(self, alias: str, start: int, end: int) -> bool:
        """Enter the alias that a line defines as MLIR prints it. Return whether it does."""
        line = _PRINTED.fullmatch(self._source.text, start, end)
        if line is None or alias in self._starts or not _is_plain(line):
            return False
        if not all(known in self._starts for known in _aliases_in(line)):
            return False
        if not line["callee"] and not self._dissolved.isdisjoint(_aliases_in(line)):
            return False
        self._starts[alias] = start
        if line["parts"] or line["text"] is line["callee"] is None:
            self._dissolved.add(alias)
        return True

    def add(self, name: str, text: str) -> None:
        """Parse the line `#name = loc(...)`. Raises StatementError."""
        try:
            location = self._location(text)
        except StatementError:
            self.define(name, UNKNOWN_LOCATION)  # so that its uses are not errors
            raise
        self.define(name, location)

    def define(self, name: str, location: Location) -> None:
        """Enter an alias with its location."""
        self._starts[f"#{name}"], self._read[name] = -1, location
        if location.kind in ("fused", "unknown", "alias"):
            self._dissolved.add(f"#{name}")

    def _location(self, text: str) -> Location:
        definition = parse_statement(text, self.aliases)
        assert isinstance(definition, Definition)
        assert isinstance(definition.value, Alias)
        location = definition.value.value
        assert isinstance(location, Location)
        self.check_known(location, text)
        return location

    def check_known(self, location: Location, text: str) -> None:
        """Raise StatementError if `#name = loc(#other)` precedes the definition of the other alias."""
        if location.kind == "alias" and location.parts[0] not in self:
            alias = f"#{location.parts[0]}"
            self.aliases.located.discard(alias)
            start = text.index(alias, text.index("loc"))
            message, help = f"use of undefined location `{alias}`", "define the location before its first use"
            raise StatementError(message, start, start + len(alias), help, "undefined_alias")

    def __getitem__(self, name: str) -> Location:
        if name not in self._read:
            line = _PRINTED.match(self._source.text, self._starts[f"#{name}"])
            assert line is not None
            self._read[name] = _location_of(line)
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return f"#{name}" in self._starts

    def __iter__(self) -> Iterator[str]:
        return (name[1:] for name in self._starts)

    def __len__(self) -> int:
        return len(self._starts)
