"""The `#loc` lines of a file, read when somebody asks: a model has thousands, and few are ever shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from stablehlo_tools.attributes import Location
from stablehlo_tools.syntax.statement import parse_statement
from stablehlo_tools.syntax.template import Alias, Aliases, Definition, StatementError

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_ALIAS = r"#loc[0-9]*"
_NUMBER = "[0-9]{1,9}"
_WELL_FORMED = re.compile(
    rf"""#loc[0-9]*\s=\sloc\((?:
        {_STRING}(?::{_NUMBER}:{_NUMBER}(?:\sto\s(?:{_NUMBER})?:{_NUMBER})?|\({_ALIAS}\))?
      | callsite\({_ALIAS}\sat\s{_ALIAS}\)
      | fused(?:<{_STRING}>)?\[{_ALIAS}(?:,\s{_ALIAS})*\]
      | unknown)\)""",
    re.VERBOSE,
)
_MENTION = re.compile(rf"{_STRING}|({_ALIAS})")


class LocationTable(Mapping[str, Location]):
    """Location aliases by name, in the order of the file."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._read: dict[str, Location] = {}
        self._aliases = Aliases(locations=self._texts)

    def add(self, name: str, text: str) -> None:
        """Enter the line `text`, `#name = loc(...)`. Raises StatementError where it is no such line."""
        if _WELL_FORMED.fullmatch(text) and self._are_known(text):
            self._texts[name] = text
            return
        try:
            location = self._location(text)
        except StatementError:
            self.define(name, Location("unknown"))  # what uses it is not to blame
            raise
        self.define(name, location)

    def define(self, name: str, location: Location) -> None:
        """Enter an alias whose location has been read."""
        self._texts[name], self._read[name] = "", location

    def _are_known(self, text: str) -> bool:
        """Whether all aliases in a line are defined in front of it."""
        _, *mentions = _MENTION.findall(text)
        return all(not mention or mention[1:] in self._texts for mention in mentions)

    def _location(self, text: str) -> Location:
        definition = parse_statement(text, self._aliases)
        assert isinstance(definition, Definition)
        assert isinstance(definition.value, Alias)
        location = definition.value.value
        assert isinstance(location, Location)
        return location

    def __getitem__(self, name: str) -> Location:
        if name not in self._read:
            self._read[name] = self._location(self._texts[name])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
