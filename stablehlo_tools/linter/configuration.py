"""Configuration files: discovery, inheritance and errors.

The configuration file of a program is the nearest one above it: `.shlo.toml`, `shlo.toml`, or a
`pyproject.toml` with a table `[tool.shlo]`. It inherits settings from the file that it `extend`s. Options on
the command line take precedence.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.toml import InvalidToml, key_span, parse_toml, toml_parser
from stablehlo_tools.host.regex import regex
from stablehlo_tools.host.resources import repository_of
from stablehlo_tools.linter.patterns import plain
from stablehlo_tools.linter.settings import (
    InvalidSetting,
    Settings,
    SettingsLayer,
    Table,
    read_table,
    settings_of,
)

FILES = (".shlo.toml", "shlo.toml", "pyproject.toml")


class ConfigurationError(DiagnosticError):
    """A configuration file, or a setting on the command line, is invalid."""


class Configuration:
    """The settings for programs. `explicit` is a file that replaces all discovered ones.

    `is_isolated` ignores all files; `overrides` are the settings on the command line.
    """

    def __init__(
        self,
        overrides: Sequence[SettingsLayer] = (),
        *,
        explicit: Path | None = None,
        is_isolated: bool = False,
    ) -> None:
        self.overrides = tuple(overrides)
        self.explicit = explicit
        self.is_isolated = is_isolated
        self._settings_by_file: dict[Path | None, Settings] = {}

    def settings_for(self, path: Path) -> Settings:
        """The settings for the program at `path`. Raises `ConfigurationError`."""
        return self._settings(self.file_for(path))

    def file_for(self, path: Path) -> Path | None:
        """The configuration file for the program at `path`; None if there is none."""
        if self.is_isolated or self.explicit:
            return self.explicit
        return nearest_file(plain(path).parent)

    def excludes(self, path: Path) -> bool:
        """Whether a file or directory is excluded from a directory search."""
        return self.settings_for(path).excludes(path)

    def excludes_named(self, path: Path) -> bool:
        """Whether a file on the command line is excluded, itself or by a directory above it."""
        settings = self.settings_for(path)
        if not settings.force_exclude:
            return False
        file = None if self.explicit else self.file_for(path)
        root = file.parent if file else Path.cwd()
        parents = itertools.takewhile(lambda directory: directory != root, plain(path).parents)
        return any(map(settings.excludes, (path, *parents)))

    def _settings(self, file: Path | None) -> Settings:
        if file not in self._settings_by_file:
            layers = layers_of(file) if file else []
            if self.explicit:  # its patterns are relative to the current directory
                layers = [layer._replace(root=Path()) for layer in layers]
            self._settings_by_file[file] = settings_of([*layers, *self.overrides])
        return self._settings_by_file[file]


@functools.lru_cache(maxsize=1 << 10)  # a lookup for each directory, not for each program
def nearest_file(directory: Path) -> Path | None:
    """The configuration file in a directory or in the nearest directory above it; None without one."""
    for name in FILES:
        file = directory / name
        if os.path.isfile(file) and (name != "pyproject.toml" or _has_table(file)):
            return file
    return nearest_file(directory.parent) if directory != directory.parent else None


def clear_lookup_cache() -> None:
    """Discard cached lookups of configuration files, since files may have been added or removed."""
    nearest_file.cache_clear()


def _has_table(file: Path) -> bool:
    """Whether a pyproject.toml has settings. One that does not mention `shlo` need not be valid TOML."""
    source = _source(file)
    if not re.search(r"\bshlo\b", source.text):
        return False
    return "shlo" in _tool(source) if toml_parser() else "tool.shlo" in source.text


def layers_of(file: Path) -> list[SettingsLayer]:
    """The layers of a file and of the files that it extends, in order of increasing precedence.

    Raises `ConfigurationError`, which quotes nothing from outside of the project of `file`: an untrusted file
    may extend one that contains secrets.
    """
    project = _project_of(file)
    layers: list[SettingsLayer] = []
    seen: list[str] = []
    while True:
        seen.append(os.path.realpath(file))
        try:
            layer, extended = _layer(file, seen)
        except ConfigurationError as error:
            if not Path(seen[-1]).is_relative_to(project):
                raise _without_quotation(error, file) from None
            raise
        layers.insert(0, layer)
        if extended is None:
            return layers
        file = extended


def _layer(file: Path, seen: Sequence[str]) -> tuple[SettingsLayer, Path | None]:
    """The layer of a file, and the file that it extends."""
    table, source = _table(file), _source(file)
    require_version(source, table.get("required-version", ""))
    try:
        values = read_table({key: value for key, value in table.items() if key != "extend"})
        extended = _extended(file, table["extend"], seen) if "extend" in table else None
    except InvalidSetting as error:
        raise ConfigurationError(_error_at(source, error.key, str(error))) from None
    return SettingsLayer(values, plain(file).parent), extended


def _extended(file: Path, extended: Any, seen: Sequence[str]) -> Path:
    """The file that `file` extends. Raises `InvalidSetting`, as for a cycle."""
    if not isinstance(extended, str):
        raise InvalidSetting(
            "extend", f"invalid value {extended!r} for `extend`: expected the path of a file"
        )
    target = file.parent / Path(extended).expanduser()
    why = ""
    if not os.path.isfile(target):
        why = f"file `{extended}` not found"
    elif not _is_toml(target):
        why = f"`{extended}` is not a file `*.toml`"
    elif os.path.realpath(target) in seen:
        why = "cycle: " + " extends ".join(os.path.basename(path) for path in (*seen, str(target)))
    if why:
        raise InvalidSetting("extend", f"invalid value for `extend`: {why}")
    return target


def _is_toml(file: Path) -> bool:
    """Whether the name of a file, and of that to which it is a link, says that it is TOML.

    Others, such as a device or a file of passwords, are never opened.
    """
    return file.suffix == ".toml" and Path(os.path.realpath(file)).suffix == ".toml"


def _project_of(file: Path) -> Path:
    """The repository that a file is in, or its directory."""
    resolved = plain(file).parent.resolve() / file.name
    return repository_of(resolved) or resolved.parent


def _without_quotation(error: ConfigurationError, file: Path) -> ConfigurationError:
    """An error of a file whose text is not to be shown."""
    span = error.diagnostic.span
    line = f" in line {span.begin[0]}" if span else ""
    message = f"invalid configuration{line}, which is not shown: the file is outside of the project"
    helps = (f"check it with `--config {file}`",)
    diagnostic = _error(message, Span(Source("", str(file)), 0, 0))
    return ConfigurationError(dataclasses.replace(diagnostic, helps=helps))


def _table(file: Path) -> Table:
    source = _source(file)
    if file.name != "pyproject.toml":
        return toml_table(source)
    table = _tool(source).get("shlo", {})
    if not isinstance(table, dict):
        message = f"invalid value {table!r} for `tool.shlo`: expected a table"
        raise ConfigurationError(_error(message, key_span(source, ("tool", "shlo"))))
    return table


def _tool(source: Source) -> Table:
    """The table `tool` of a pyproject.toml."""
    table = toml_table(source).get("tool", {})
    return table if isinstance(table, dict) else {}


def toml_table(source: Source) -> Table:
    """The table of a TOML document. Raises `ConfigurationError`."""
    try:
        return parse_toml(source)
    except InvalidToml as error:
        helps = tuple(f"{help}, or ignore configuration files with `--isolated`" for help in error.helps)
        raise ConfigurationError(dataclasses.replace(_error(str(error), error.span), helps=helps)) from None


def _source(file: Path) -> Source:
    if file.suffix == ".toml" and not _is_toml(file):
        message = "failed to read configuration file: it is a link to a file that is not named `*.toml`"
        raise ConfigurationError(_error(message, Span(Source("", str(file)), 0, 0)))
    try:
        return Source(file.read_text(encoding="utf-8-sig"), str(file))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        span = Span(Source("", str(file)), 0, 0)
        raise ConfigurationError(_error(f"failed to read configuration file: {reason}", span)) from None


def _error_at(source: Source, key: str, message: str) -> Diagnostic:
    """The error with this message at a key."""
    table = ("tool", "shlo") if Path(source.name).name == "pyproject.toml" else ()
    return _error(message, key_span(source, (*table, *key.split("."))))


CONFIGURATION = Code(
    "configuration",
    "A configuration file, a value of --config or a baseline is not valid TOML or JSON, or has an unknown "
    "key or an invalid value.",
    "Correct it as the message says. `shlo lint --show-settings` lists all keys.",
    is_usage=True,
)


def _error(message: str, span: Span) -> Diagnostic:
    return Diagnostic(CONFIGURATION, message, span)


# -- versions -------------------------------------------------------------------------------------------

_CONDITION = regex(r"\s*(?P<sign>==|!=|>=|<=|~=|>|<)?\s*(?P<version>\d+(?:\.\d+)*)(?P<any>\.\*)?\s*")


def require_version(source: Source, conditions: Any) -> None:
    """Raise `ConfigurationError` if this version does not satisfy the `required-version` of a source."""
    if conditions == "":
        return
    message = f'invalid value {conditions!r} for `required-version`: expected versions such as ">=0.2,<1"'
    for condition in conditions.split(",") if isinstance(conditions, str) else ("not a string",):
        match = _CONDITION.fullmatch(condition)
        if match and not (match["any"] and match["sign"] not in ("==", "!=")):
            if _holds(match["sign"] or "==", _numbers(match["version"]), is_any=bool(match["any"])):
                continue
            message = f"required version `{conditions}` does not match shlo {__version__}"
        raise ConfigurationError(_error_at(source, "required-version", message))


def _holds(sign: str, required: list[int], *, is_any: bool) -> bool:
    """Whether this version satisfies a condition; `is_any` is a wildcard: `== 1.2.*`."""
    current = _numbers(__version__)
    if sign == "~=":  # compatible release: the last number may be greater
        return current[: len(required) - 1] == required[:-1] and current >= required
    length = len(required) if is_any else max(len(required), len(current))
    current, required = (([*numbers, *[0] * length][:length]) for numbers in (current, required))
    order = (current > required) - (current < required)
    return order in {"==": (0,), "!=": (-1, 1), ">=": (0, 1), "<=": (-1, 0), ">": (1,), "<": (-1,)}[sign]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]
