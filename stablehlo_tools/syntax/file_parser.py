"""The statements of one file as templates: its aliases, and what is wrong with those that do not parse."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.syntax.canonical_locations import UNKNOWN
from stablehlo_tools.syntax.deferred_literals import RawText, marks_in
from stablehlo_tools.syntax.locations import LocationTable
from stablehlo_tools.syntax.scan import PLACEHOLDER
from stablehlo_tools.syntax.splitter import SplitFile, Statement, expand_runs
from stablehlo_tools.syntax.statement_cache import StatementCache
from stablehlo_tools.syntax.statement_parser import misplaced, parse_label, parse_statement
from stablehlo_tools.syntax.strings import unescape
from stablehlo_tools.syntax.template import (
    Aliases,
    BlockLabel,
    Definition,
    FollowUp,
    StatementError,
    Template,
)


class Unreadable(NamedTuple):
    """A statement that does not parse, and what can be said of it: the values and the symbol that it defines.

    `label` is the name of a block, where the statement is the label of one.
    """

    names: list[str]
    symbol: str
    label: str


class FileParser:
    """Reads the statements of a file; collects its aliases, locations and resources, and the errors."""

    def __init__(self, reading: SplitFile, errors: list[Diagnostic], statements: StatementCache) -> None:
        self.statements = statements
        self.reading = reading
        self.errors = errors
        self.locations = LocationTable(reading.source)
        self.aliases = Aliases(
            locations=self.locations, budget=_EXPANSION + _EXPANSIONS * len(reading.source.text)
        )
        self.resources: dict[str, Any] = {}

    def read(self, statement: Statement) -> Template | BlockLabel | Unreadable | None:
        """What a statement says; None for one that defines an alias, a location or resources."""
        if self._is_usual_location(statement):
            return None
        label = self.statements.labels.get(statement.key)
        if label is not None:
            return label
        raw = self.reading.abridged_text(statement)
        marks = marks_in(raw.text)
        if marks:
            literals = {mark: self.reading.literals.by_mark[mark] for mark in marks}
            with contextlib.suppress(StatementError):
                return self._read(statement, raw, literals)
            raw = self.reading.raw_text(statement)  # so that an error says what is written
        try:
            return self._read(statement, raw, {})
        except StatementError as error:
            is_open = statement.regions and statement.brace is None
            if not is_open and not isinstance(error, FollowUp):
                self._report(error, raw)
            return self._unreadable(raw.text)

    def _is_usual_location(self, statement: Statement) -> bool:
        """Enter a line `#loc3 = loc(...)` that has the form in which MLIR writes it; whether it has."""
        if statement.parts or not _LOCATION_LINE.match(statement.key):
            return False
        alias = self.reading.names[statement.names]
        is_new = alias[1:] not in self.aliases.attributes
        return is_new and self.locations.enter(alias, *self.reading.line_extent(statement.line))

    def _read(
        self, statement: Statement, raw: RawText, literals: Mapping[str, Span]
    ) -> Template | BlockLabel | None:
        key = statement.key.lstrip()
        if _LOCATION_LINE.match(key) and self.reading.names[statement.names].startswith("#"):
            name = self.reading.names[statement.names]
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
        self._check_new(parsed.name, raw.text)
        self._define(parsed, raw.text)
        return None

    def read_inside(self, statement: Statement) -> None:
        """Look for errors in the regions of a statement, which does not parse itself."""
        pending = [*statement.regions]
        while pending:
            for inner in expand_runs(pending.pop()):
                pending += inner.regions
                self.read(inner)

    def _check_new(self, name: str, text: str) -> None:
        """Raise StatementError where a line defines an alias again."""
        known = [self.aliases.types] if name.startswith("!") else [self.aliases.attributes, self.locations]
        if any(name[1:] in aliases for aliases in known):
            start = text.index(name)
            message = f"the alias `{name}` is defined twice"
            raise StatementError(message, start, start + len(name), code="redefined_alias")

    def _define(self, definition: Definition, text: str) -> None:
        name, value = definition.name[1:], definition.value
        if isinstance(value, Mapping):
            self.resources |= value
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
            self.locations.define(name, UNKNOWN)  # what uses it is not to blame
            self.aliases.located.discard(f"#{location.parts[0]}")
            raise
        self.locations.define(name, location)

    def _report(self, error: StatementError, raw: RawText) -> None:
        start = raw.offset(error.start)
        end = max(start + 1, min(raw.offset(error.end - 1) + 1, len(self.reading.source.text)))
        helps = (error.help,) if error.help else ()
        span = Span(self.reading.source, start, end)
        self.errors.append(
            Diagnostic(error.code, error.message, span, helps=helps, unsupported=error.unsupported)
        )

    def _unreadable(self, text: str) -> Unreadable | None:
        alias = _ALIAS.match(text)
        if alias is not None:
            self.aliases.unreadable.add(alias[1])
            return None
        label = _LABEL.match(text)
        if label is not None:
            return Unreadable(_NAME.findall(text), "", label[1])
        results = _RESULTS.match(text)
        function = _FUNCTION.match(text)
        symbol = "" if function is None else function[1]
        return Unreadable(
            list(_names_of_results(_RESULT.findall(results.group() if results else ""))),
            unescape(symbol) if symbol.startswith('"') else symbol,
            "",
        )


# How many characters aliases may stand for: so many, and so many times as the text has.
_EXPANSION = 1 << 22
_EXPANSIONS = 16

_LOCATION_LINE = re.compile(rf"{PLACEHOLDER}\s*=\s*loc\b")
_ALIAS = re.compile(r"\s*([#!][\w$.\-]+)\s*=")
_LABEL = re.compile(r"\s*(\^[\w$.\-]+)")
_FUNCTION = re.compile(r'\s*(?:func\.)?func\b[^@"]*@([\w$.\-]+|"(?:[^"\\\n]|\\.)*")')
_NAME = re.compile(r"%[A-Za-z0-9_$.\-]+")
_RESULT = re.compile(rf"({_NAME.pattern})(?::([0-9]{{1,4}}))?")
_RESULTS = re.compile(rf"\s*{_RESULT.pattern}(?:\s*,\s*{_RESULT.pattern})*\s*=")


def _names_of_results(results: Iterable[tuple[str, str]]) -> Iterable[str]:
    """`%0` and `%0#0`, `%0#1` for `%0:2`."""
    for name, count in results:
        yield name
        yield from (f"{name}#{number}" for number in range(int(count or 0)))
