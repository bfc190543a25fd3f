"""Configuration files: which is for which program, what they extend, and what is wrong with them.

For a program it is the nearest file above it: `.shlo.toml`, `shlo.toml`, or a `pyproject.toml` with a table
`[tool.shlo]`. What that file leaves out is as in the file that it `extend`s, or else by default; what the
command line says comes last.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.lint.settings import Place, Settings, Table, WrongSetting, read_table, settings_of
from stablehlo_tools.source import Source, Span

FILES = (".shlo.toml", "shlo.toml", "pyproject.toml")
_MOST_EXTENDED = 20


class ConfigurationError(DiagnosticError):
    """A configuration file, or a value on the command line, is wrong."""


class Configuration:
    """The settings for programs. `explicit` is a file that is taken for all of them, in the place of others.

    `is_isolated` does without files; `overrides` are what the command line says.
    """

    def __init__(
        self,
        overrides: Sequence[Place] = (),
        *,
        explicit: Path | None = None,
        is_isolated: bool = False,
    ) -> None:
        self.overrides = tuple(overrides)
        self.explicit = explicit
        self.is_isolated = is_isolated
        self._known: dict[Path | None, Settings] = {}  # by the file

    def settings_for(self, path: Path) -> Settings:
        """The settings for the program at `path`. Raises `ConfigurationError`."""
        return self._settings(self.file_for(path))

    def file_for(self, path: Path) -> Path | None:
        """The configuration file for a program."""
        if self.is_isolated or self.explicit:
            return self.explicit
        return nearest(path.absolute().parent)

    def _settings(self, file: Path | None) -> Settings:
        if file not in self._known:
            self._known[file] = settings_of([*(places(file) if file else ()), *self.overrides])
        return self._known[file]


@functools.lru_cache(maxsize=1 << 10)  # since all programs in a folder ask for the same
def nearest(folder: Path) -> Path | None:
    """The configuration file that is in a folder or, nearest, above it."""
    for name in FILES:
        file = folder / name
        if file.is_file() and (name != "pyproject.toml" or _has_table(file)):
            return file
    return nearest(folder.parent) if folder != folder.parent else None


def _has_table(file: Path) -> bool:
    return re.search(r"^\s*\[+\s*tool\s*\.\s*\"?shlo\b", _source(file).text, re.MULTILINE) is not None


def places(file: Path) -> list[Place]:
    """What a file says, behind what the files say that it extends."""
    found: list[Place] = []
    for each, table in _chain(file):
        try:
            values = read_table({key: value for key, value in table.items() if key != "extend"})
        except WrongSetting as error:
            raise ConfigurationError(_wrong(_source(each), error.key, str(error))) from None
        _require_version(each, values.get("required-version", ""))
        found.insert(0, Place(values, each.parent.absolute()))
    return found


def _chain(file: Path) -> Iterator[tuple[Path, Table]]:
    """The table of a file, and of those that it extends."""
    for _ in range(_MOST_EXTENDED):
        table = _table(file)
        yield file, table
        if "extend" not in table:
            return
        extended = table["extend"]
        if not isinstance(extended, str):
            message = f"`extend` is {extended!r}, and must be the path of a file"
            raise ConfigurationError(_wrong(_source(file), "extend", message))
        target = file.parent / extended
        if not target.is_file():
            message = f"`extend`: there is no file {extended}"
            raise ConfigurationError(_wrong(_source(file), "extend", message))
        file = target
    message = "`extend`: these files extend each other in a circle"
    raise ConfigurationError(_wrong(_source(file), "extend", message))


def _table(file: Path) -> Table:
    source = _source(file)
    table = parse_toml(source)
    if file.name == "pyproject.toml":
        tool = table.get("tool", {})
        table = tool.get("shlo", {}) if isinstance(tool, dict) else {}
    return table


def _source(file: Path) -> Source:
    try:
        return Source(file.read_text(encoding="utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        span = Span(Source("", str(file)), 0, 0)
        raise ConfigurationError(_error(f"cannot read this: {reason}", span)) from None


def parse_toml(source: Source) -> dict[str, Any]:
    """The table that a text of TOML is. Raises `ConfigurationError`."""
    if sys.version_info >= (3, 11):
        import tomllib

        try:
            return tomllib.loads(source.text)
        except tomllib.TOMLDecodeError as error:
            place = _place(source, str(error))
            raise ConfigurationError(_error(f"this is no TOML: {error}", place)) from None
    message = "settings are TOML, which Python reads from 3.11 on; --isolated does without files"
    raise ConfigurationError(_error(message, Span(source, 0, 0)))


_AT = re.compile(r"\(at line (\d+), column (\d+)\)")


def _place(source: Source, message: str) -> Span:
    """The place that a message of `tomllib` names, or the end."""
    match = _AT.search(message)
    if match is None:
        return Span(source, len(source.text), len(source.text))
    start = source.line_starts[int(match[1]) - 1] + int(match[2]) - 1
    return Span(source, start, start + 1)


def _wrong(source: Source, key: str, message: str) -> Diagnostic:
    """What is to be said of a key, where its last part stands first as one."""
    name = re.escape(key.rpartition(".")[2])
    match = re.search(rf"(?m)^[^\S\n]*\[*(?:[\w-]+\s*\.\s*)*(?P<key>{name})\b", source.text)
    return _error(message, Span(source, *match.span("key")) if match else Span(source, 0, 0))


def _error(message: str, span: Span) -> Diagnostic:
    return Diagnostic("configuration", message, span)


# -- versions -------------------------------------------------------------------------------------------

_CONDITION = re.compile(r"\s*(?P<sign>==|!=|>=|<=|>|<)?\s*(?P<version>\d+(?:\.\d+)*)\s*")


def _require_version(file: Path, wanted: str) -> None:
    for condition in wanted.split(",") if wanted else ():
        match = _CONDITION.fullmatch(condition)
        if match is None:
            message = f"`required-version` is {wanted!r}, and must be versions such as \">=0.2,<1\""
        elif not _holds(match["sign"] or "==", match["version"]):
            message = f"this wants version {wanted} of stablehlo_tools, which is {__version__}"
        else:
            continue
        raise ConfigurationError(_wrong(_source(file), "required-version", message))


def _holds(sign: str, wanted: str) -> bool:
    ours, theirs = _numbers(__version__), _numbers(wanted)
    order = (ours > theirs) - (ours < theirs)
    return order in {"==": (0,), "!=": (-1, 1), ">=": (0, 1), "<=": (-1, 0), ">": (1,), "<": (-1,)}[sign]


def _numbers(version: str) -> list[int]:
    """The numbers of a version, zeros at its end left out."""
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
