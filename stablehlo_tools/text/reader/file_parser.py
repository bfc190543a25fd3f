"""Parses the statements of a file, and collects its aliases, locations, resources and syntax errors.

`#loc` lines are parsed on demand: a model has thousands, most of which are never shown.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION
from stablehlo_tools.ir.quoting import unescape
from stablehlo_tools.text.reader.scan import PLACEHOLDER
from stablehlo_tools.text.reader.splitter import (
    VALUE_NAME,
    RawText,
    SplitFile,
    Statement,
    expand_runs,
    marks_in,
)
from stablehlo_tools.text.statement.build_literals import merged
from stablehlo_tools.text.statement.build_locations import UNDEFINED_ALIAS
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.text.statement.statement_parser import misplaced, parse_label, parse_statement
from stablehlo_tools.text.statement.template import (
    Alias,
    Aliases,
    BlockLabel,
    CascadingError,
    Definition,
    StatementError,
    Template,
)

_STRING = r'"(?:[^"\\\n]|\\(?:[nt"\\]|[0-9A-Fa-f]{2}))*"'
_LOCATION = "[#]loc[0-9]*"
_NUMBER = "[0-9]{1,9}"
# A line as MLIR prints it. The grammar parses other lines.
_PRINTED = regex(
    rf"""{_LOCATION}\ =\ loc\((?:
        (?P<text>{_STRING})(?:
            :(?P<line>{_NUMBER}):(?P<column>{_NUMBER})(?:\ to\ (?P<last>{_NUMBER})?:(?P<end>{_NUMBER}))?
          | \((?P<inner>{_LOCATION})\))?
      | callsite\((?P<callee>{_LOCATION})\ at\ (?P<caller>{_LOCATION})\)
      | fused(?:<(?P<metadata>{_STRING})>)?\[(?P<parts>{_LOCATION}(?:,\ {_LOCATION})*)\]
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
        if not all(name in self._starts for name in _aliases_in(line)):
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
            raise StatementError(message, start, start + len(alias), help, UNDEFINED_ALIAS)

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


class InvalidStatement(NamedTuple):
    """A statement with syntax errors: the names of the values and the symbol that it defines.

    `label` is the name of the block if the statement is a label.
    """

    names: list[str]
    symbol: str
    label: str


_REDEFINED_ALIAS = Code("redefined_alias", "Two aliases of a file have the same name.", "Rename one of them.")


class FileParser:
    """Parses the statements of a file; collects its aliases, locations, resources and errors."""

    def __init__(self, file: SplitFile, errors: list[Diagnostic], statements: StatementCache) -> None:
        self.statements = statements
        self.file = file
        self.errors = errors
        self.locations = LocationTable(file.source, _EXPANSION + _EXPANSION_FACTOR * len(file.source.text))
        self.aliases = self.locations.aliases
        self.resources: dict[str, Any] = {}

    def parse(
        self, statement: Statement, *, is_inner: bool = False
    ) -> Template | BlockLabel | InvalidStatement | None:
        """The template or label of a statement; None if it defines an alias, a location or resources.

        A statement that `is_inner` is in a region, where none may be defined.
        """
        if not is_inner and self._enter_location(statement):
            return None
        label = self.statements.labels.get(statement.key)
        if label is not None:
            return label
        raw = self.file.text_with_marks(statement)
        marks = marks_in(raw.text)
        if marks:
            literals = {mark: self.file.literals.by_mark[mark] for mark in marks}
            with contextlib.suppress(StatementError):
                return self._parse(statement, raw, literals, is_inner=is_inner)
            raw = self.file.raw_text(statement)  # so that an error quotes the text
        try:
            return self._parse(statement, raw, {}, is_inner=is_inner)
        except StatementError as error:
            is_open = statement.regions and statement.brace is None
            return self.reject(raw, error, is_known=bool(is_open))

    def _enter_location(self, statement: Statement) -> bool:
        """Enter a line `#loc3 = loc(...)` as MLIR prints it. Return whether it is such a line."""
        if statement.parts or not _LOCATION_LINE.match(statement.key):
            return False
        alias = self.file.names[statement.names]
        is_new = alias[1:] not in self.aliases.attributes
        return is_new and self.locations.enter(alias, *self.file.line_extent(statement.line))

    def _parse(
        self, statement: Statement, raw: RawText, literals: Mapping[str, Span], *, is_inner: bool
    ) -> Template | BlockLabel | None:
        if is_inner:
            _check_defines_nothing(raw.text)
        key = statement.key.lstrip()
        if _LOCATION_LINE.match(key) and self.file.names[statement.names].startswith("#"):
            name = self.file.names[statement.names]
            self._check_new(name, raw.text)
            if literals:
                raise misplaced(literals)
            self.locations.add(name[1:], raw.text.strip())
            return None
        if key.startswith("^"):
            label = parse_label(raw.text, self.aliases)
            self.statements.keep_label(statement.key, label)
            return label
        parsed = parse_statement(raw.text, self.aliases, literals)
        if not isinstance(parsed, Definition):
            return parsed
        self.define(parsed, raw.text)
        return None

    def parse_regions(self, statement: Statement) -> None:
        """Collect the errors in the regions of an invalid statement."""
        pending = [*statement.regions]
        while pending:
            for inner in expand_runs(pending.pop()):
                pending += inner.regions
                self.parse(inner, is_inner=True)

    def _check_new(self, name: str, text: str) -> None:
        """Raise StatementError for the redefinition of an alias."""
        tables = [self.aliases.types] if name.startswith("!") else [self.aliases.attributes, self.locations]
        if any(name[1:] in aliases for aliases in tables):
            start = text.index(name)
            message = f"redefinition of alias `{name}`"
            raise StatementError(message, start, start + len(name), code=_REDEFINED_ALIAS)

    def define(self, definition: Definition, text: str) -> None:
        """Enter what a statement defines. Raises StatementError for a redefinition."""
        self._check_new(definition.name, text)
        name, value = definition.name[1:], definition.value
        if isinstance(value, Mapping):
            self.resources = merged(value.items(), self.resources)
        elif definition.name.startswith("!"):
            self.aliases.types[name] = value
        else:
            self.aliases.attributes[name] = value
            if isinstance(value.value, Location):
                self._define_location(name, value.value, text)

    def _define_location(self, name: str, location: Location, text: str) -> None:
        try:
            self.locations.check_known(location, text)
        except StatementError:
            self.locations.define(name, UNKNOWN_LOCATION)  # so that its uses are not errors
            raise
        self.locations.define(name, location)

    def reject(
        self, raw: RawText, error: StatementError, *, is_known: bool = False
    ) -> InvalidStatement | None:
        """Report the error of a statement, unless it `is_known`; return what the statement defines."""
        if not is_known and not isinstance(error, CascadingError):
            self.errors.append(diagnostic_of(error, raw, self.file.source))
        return self._invalid(raw.text)

    def _invalid(self, text: str) -> InvalidStatement | None:
        alias = _ALIAS.match(text)
        if alias is not None:
            self.aliases.invalid.add(alias[1])
            if alias["location"]:
                self.locations.define(alias[1][1:], UNKNOWN_LOCATION)  # so that its uses are not errors
            return None
        label = _LABEL.match(text)
        if label is not None:
            return InvalidStatement(_NAME.findall(text), "", label[1])
        results = _RESULTS.match(text)
        function = _FUNCTION.match(text)
        symbol = "" if function is None else function[1]
        return InvalidStatement(
            list(_names_of_results(_RESULT.findall(results.group() if results else ""))),
            unescape(symbol) if symbol.startswith('"') else symbol,
            "",
        )


def diagnostic_of(error: StatementError, raw: RawText, source: Source) -> Diagnostic:
    """The diagnostic of an error in a part of a source."""
    start = raw.offset(error.start)
    end = max(start + 1, min(raw.offset(error.end - 1) + 1, len(source.text)))
    helps = (error.help,) if error.help else ()
    span = Span(source, start, end)
    return Diagnostic(error.code, error.message, span, helps=helps, unsupported=error.unsupported)


# Uses of aliases may expand to `_EXPANSION` characters plus `_EXPANSION_FACTOR` times the size of the text:
# repeated aliases of aliases would otherwise expand exponentially.
_EXPANSION = 1 << 22
_EXPANSION_FACTOR = 16


def _check_defines_nothing(text: str) -> None:
    """Raise StatementError for an alias or resources."""
    definition = _DEFINITION.match(text)
    if definition is not None:
        help = "aliases and resources are defined outside of all operations"
        raise StatementError(f"unexpected `{definition[1]}`", *definition.span(1), help)


_DEFINITION = regex(r"\s*([#!][\w$.\-]+(?=\s*=)|\{-#)")
_LOCATION_LINE = regex(rf"{PLACEHOLDER}\s*=\s*loc\b")
_ALIAS = regex(r"\s*([#!][\w$.\-]+)\s*=\s*(?P<location>loc\b)?")
_LABEL = regex(r"\s*(\^[\w$.\-]+)")
_FUNCTION = regex(r'\s*(?:func\.)?func\b[^@"]*@([\w$.\-]+|"(?:[^"\\\n]|\\.)*")')
_NAME = regex(VALUE_NAME)
_RESULT = regex(rf"({_NAME.pattern})(?::([0-9]{{1,4}}))?")
_RESULTS = regex(rf"\s*{_RESULT.pattern}(?:\s*,\s*{_RESULT.pattern})*")  # `=` may be missing


def _names_of_results(results: Iterable[tuple[str, str]]) -> Iterable[str]:
    """`%0` and `%0#0`, `%0#1` for `%0:2`."""
    for name, count in results:
        yield name
        yield from (f"{name}#{number}" for number in range(int(count or 0)))
