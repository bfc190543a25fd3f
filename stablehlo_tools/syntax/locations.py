"""The `#loc` lines of a file, read when somebody asks: a model has thousands, and few are ever shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.attributes import Location
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.scan import HOLE
from stablehlo_tools.syntax.statement import parse_statement
from stablehlo_tools.syntax.template import Alias, Aliases, Definition, StatementError

_STRING = rf'"(?:[^"\\\n{HOLE}]|\\[^{HOLE}])*"'
_NUMBER = "[0-9]{1,9}"
# A line as MLIR writes it, its names blanked.
_WELL_FORMED = re.compile(
    rf"""{HOLE}\ =\ loc\((?:
        {_STRING}(?::{_NUMBER}:{_NUMBER}(?:\ to\ (?:{_NUMBER})?:{_NUMBER})?|\({HOLE}\))?
      | callsite\({HOLE}\ at\ {HOLE}\)
      | fused(?:<{_STRING}>)?\[{HOLE}(?:,\ {HOLE})*\]
      | unknown)\)""",
    re.VERBOSE,
)


class LocationTable(Mapping[str, Location]):
    """Location aliases by name, in the order of the file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._places: dict[str, tuple[int, int]] = {}  # where in the source the line of each `#name` is
        self._read: dict[str, Location] = {}
        self._aliases = Aliases(locations=self)

    def enter(self, line: str, names: Sequence[str], place: tuple[int, int]) -> bool:
        """Enter a new alias whose line, its `names` blanked, is as MLIR writes it; whether it is."""
        name, *mentioned = names
        is_entered = (
            name[0] == "#"
            and name not in self._places
            and self._places.keys() >= set(mentioned)
            and _WELL_FORMED.fullmatch(line) is not None
        )
        if is_entered:
            self._places[name] = place
        return is_entered

    def add(self, name: str, text: str) -> None:
        """Read the line `text`, `#name = loc(...)`. Raises StatementError where it is no such line."""
        try:
            location = self._location(text)
        except StatementError:
            self.define(name, Location("unknown"))  # what uses it is not to blame
            raise
        self.define(name, location)

    def define(self, name: str, location: Location) -> None:
        """Enter an alias whose location has been read."""
        self._places[f"#{name}"], self._read[name] = (0, 0), location

    def _location(self, text: str) -> Location:
        definition = parse_statement(text, self._aliases)
        assert isinstance(definition, Definition)
        assert isinstance(definition.value, Alias)
        location = definition.value.value
        assert isinstance(location, Location)
        return location

    def __getitem__(self, name: str) -> Location:
        if name not in self._read:
            start, end = self._places[f"#{name}"]
            self._read[name] = self._location(self._source.text[start:end])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return f"#{name}" in self._places

    def __iter__(self) -> Iterator[str]:
        return (name[1:] for name in self._places)

    def __len__(self) -> int:
        return len(self._places)
