"""Configuration files: which is for which program, what they extend, and what is wrong with them.

For a program it is the nearest file above it: `.shlo.toml`, `shlo.toml`, or a `pyproject.toml` with a table
`[tool.shlo]`. What that file leaves out is as in the file that it `extend`s, or else by default; what the
command line says comes last.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import itertools
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.linter.patterns import plain
from stablehlo_tools.linter.settings import Place, Settings, Table, WrongSetting, read_table, settings_of
from stablehlo_tools.source import Source, Span

FILES = (".shlo.toml", "shlo.toml", "pyproject.toml")


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
        return nearest(plain(path).parent)

    def excludes(self, path: Path) -> bool:
        """Whether a file or folder that is come upon in a directory is passed over."""
        return self.settings_for(path).excludes(path)

    def excludes_named(self, path: Path) -> bool:
        """Whether a file that was named is passed over, for its own sake or for that of a folder above it."""
        settings = self.settings_for(path)
        if not settings.force_exclude:
            return False
        file = None if self.explicit else self.file_for(path)
        root = file.parent if file else Path.cwd()
        above = itertools.takewhile(lambda folder: folder != root, plain(path).parents)
        return any(map(settings.excludes, (path, *above)))

    def _settings(self, file: Path | None) -> Settings:
        if file not in self._known:
            said = places(file) if file else []
            if self.explicit:  # its patterns begin where the command line is, and not where it lies
                said = [place._replace(root=Path()) for place in said]
            self._known[file] = settings_of([*said, *self.overrides])
        return self._known[file]


@functools.lru_cache(maxsize=1 << 10)  # since all programs in a folder ask for the same
def nearest(folder: Path) -> Path | None:
    """The configuration file that is in a folder or, nearest, above it."""
    for name in FILES:
        file = folder / name
        if os.path.isfile(file) and (name != "pyproject.toml" or _has_table(file)):
            return file
    return nearest(folder.parent) if folder != folder.parent else None


def forget() -> None:
    """Look for configuration files anew from now on: there may be others."""
    nearest.cache_clear()


def _has_table(file: Path) -> bool:
    """Whether a pyproject.toml has settings; one that does not mention `shlo` may be what it likes."""
    source = _source(file)
    if not re.search(r"\bshlo\b", source.text):
        return False
    return "shlo" in _tool(source) if _toml() else "tool.shlo" in source.text


def places(file: Path) -> list[Place]:
    """What a file says, behind what the files say that it extends."""
    found: list[Place] = []
    for each, table in _chain(file):
        require_version(_source(each), table.get("required-version", ""))
        try:
            values = read_table({key: value for key, value in table.items() if key != "extend"})
        except WrongSetting as error:
            raise ConfigurationError(_wrong(_source(each), error.key, str(error))) from None
        found.insert(0, Place(values, plain(each).parent))
    return found


def _chain(file: Path) -> Iterator[tuple[Path, Table]]:
    """The table of a file, and of those that it extends."""
    seen: list[str] = []
    while True:
        table = _table(file)
        seen.append(os.path.realpath(file))
        yield file, table
        if "extend" not in table:
            return
        extended = table["extend"]
        if not isinstance(extended, str):
            message = f"`extend` is {extended!r}, and must be the path of a file"
            raise ConfigurationError(_wrong(_source(file), "extend", message))
        target = file.parent / Path(extended).expanduser()
        if not os.path.isfile(target):
            message = f"`extend`: there is no file {extended}"
            raise ConfigurationError(_wrong(_source(file), "extend", message))
        if os.path.realpath(target) in seen:
            circle = " extends ".join(os.path.basename(path) for path in (*seen, str(target)))
            raise ConfigurationError(_wrong(_source(file), "extend", f"`extend`: a circle: {circle}"))
        file = target


def _table(file: Path) -> Table:
    source = _source(file)
    if file.name != "pyproject.toml":
        return parse_toml(source)
    table = _tool(source).get("shlo", {})
    if not isinstance(table, dict):
        message = f"`tool.shlo` is {table!r}, and must be a table"
        raise ConfigurationError(_error(message, _key(source, ("tool", "shlo"))))
    return table


def _tool(source: Source) -> Table:
    """The table `tool` of a pyproject.toml."""
    table = parse_toml(source).get("tool", {})
    return table if isinstance(table, dict) else {}


def _source(file: Path) -> Source:
    try:
        return Source(file.read_text(encoding="utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        span = Span(Source("", str(file)), 0, 0)
        raise ConfigurationError(_error(f"cannot read this: {reason}", span)) from None


@functools.cache
def _toml() -> Any:
    """What reads TOML: Python's own module from 3.11 on; before, the package that it was, if it is there."""
    try:
        return importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    except ImportError:
        return None


def parse_toml(source: Source) -> dict[str, Any]:
    """The table that a text of TOML is. Raises `ConfigurationError`."""
    toml = _toml()
    if toml is None:
        message = "settings are TOML, which Python reads from 3.11 on, or with the package tomli"
        helps = ("--isolated does without files",)
        raise ConfigurationError(dataclasses.replace(_error(message, Span(source, 0, 0)), helps=helps))
    try:
        table: dict[str, Any] = toml.loads(source.text)
    except toml.TOMLDecodeError as error:
        place = _place(source, str(error))
        raise ConfigurationError(_error(f"this is no TOML: {error}", place)) from None
    return table


_AT = re.compile(r"\(at line (\d+), column (\d+)\)")


def _place(source: Source, message: str) -> Span:
    """The place that a message of `tomllib` names, or the end."""
    match = _AT.search(message)
    if match is None:
        return Span(source, len(source.text), len(source.text))
    start = source.line_starts[int(match[1]) - 1] + int(match[2]) - 1
    return Span(source, start, start + 1)


def _wrong(source: Source, key: str, message: str) -> Diagnostic:
    """What is to be said of a key."""
    table = ("tool", "shlo") if Path(source.name).name == "pyproject.toml" else ()
    return _error(message, _key(source, (*table, *key.split("."))))


_NAME = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS = re.compile(
    rf"^[ \t]*(?P<header>\[+)?[ \t]*(?P<keys>{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*)[ \t]*[]=]", re.MULTILINE
)


def _key(source: Source, path: tuple[str, ...]) -> Span:
    """Where a key stands, or a table that it is in: the longest part of the path that the text has."""
    header: tuple[str, ...] = ()
    best, length = Span(source, 0, 0), 0
    for match in _KEYS.finditer(source.text):
        keys = tuple(each.strip("\"'") for each in re.findall(_NAME, match["keys"]))
        header, whole = (keys, keys) if match["header"] else (header, (*header, *keys))
        if length < len(whole) and path[: len(whole)] == whole:
            end = match.end("keys")
            best, length = Span(source, end - len(whole[-1]), end), len(whole)
            line = source.text[end:].partition("\n")[0]  # which may have the rest in a table of its own
            if length < len(path) and (inside := re.search(rf"\b{re.escape(path[-1])}\b", line)):
                best = Span(source, end + inside.start(), end + inside.end())
    return best


def _error(message: str, span: Span) -> Diagnostic:
    return Diagnostic("configuration", message, span)


# -- versions -------------------------------------------------------------------------------------------

_CONDITION = re.compile(r"\s*(?P<sign>==|!=|>=|<=|~=|>|<)?\s*(?P<version>\d+(?:\.\d+)*)(?P<any>\.\*)?\s*")


def require_version(source: Source, wanted: Any) -> None:
    """Raise `ConfigurationError` where this version is not the `required-version` that a text wants."""
    if wanted == "":
        return
    message = f'`required-version` is {wanted!r}, and must be versions such as ">=0.2,<1"'
    for condition in wanted.split(",") if isinstance(wanted, str) else ("no text",):
        match = _CONDITION.fullmatch(condition)
        if match and not (match["any"] and match["sign"] not in ("==", "!=")):
            if _holds(match["sign"] or "==", _numbers(match["version"]), bool(match["any"])):
                continue
            message = f"this wants version {wanted} of stablehlo_tools, which is {__version__}"
        raise ConfigurationError(_wrong(source, "required-version", message))


def _holds(sign: str, wanted: list[int], is_any: bool) -> bool:
    """Whether this version is so, `is_any` of those that begin as the one that is wanted."""
    ours = _numbers(__version__)
    if sign == "~=":  # the last number may be greater
        return ours[: len(wanted) - 1] == wanted[:-1] and ours >= wanted
    length = len(wanted) if is_any else max(len(wanted), len(ours))
    ours, wanted = (([*numbers, *[0] * length][:length]) for numbers in (ours, wanted))
    order = (ours > wanted) - (ours < wanted)
    return order in {"==": (0,), "!=": (-1, 1), ">=": (0, 1), "<=": (-1, 0), ">": (1,), "<": (-1,)}[sign]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]
