"""The settings: their descriptions, types and defaults, how they are read from TOML, and their JSON Schema.

Each field of `Settings` is a setting. Its key is the name of its table and its own name with hyphens.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.report import FORMATS
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.diagnostics.units import SIZE, from_units
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.linter.patterns import PathPattern
from stablehlo_tools.linter.selection import DEFAULT, Layer, UnknownSelector, all_selectors, require_known
from stablehlo_tools.ops.model.versions import CURRENT, MINIMUM, NAMED, version_named

if TYPE_CHECKING:
    from stablehlo_tools.targets.profile import Profile

Value = Any  # of TOML
Table = Mapping[str, Value]
Schema = Mapping[str, Any]  # of JSON


class InvalidSetting(ValueError):
    """An unknown key, or an invalid value of `key`."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class SettingType(NamedTuple):
    """The type of a setting: the function that converts a TOML value, and the JSON Schema of its values.

    `read` raises `ValueError` with a description of valid values. The schema is computed on demand, since
    parsing the codes of rules takes time.
    """

    read: Callable[[Value], Any]
    schema: Callable[[], Schema]


def _plain(kind: type, expected: str, schema: Schema) -> SettingType:
    """The type of a setting whose values are those of a type of Python."""

    def read(value: Value) -> Any:
        if not isinstance(value, kind):
            raise ValueError(expected)
        return value

    return SettingType(read, lambda: schema)


_STRING: Final = _plain(str, "a string", {"type": "string"})
_BOOLEAN: Final = _plain(bool, "true or false", {"type": "boolean"})

_VERSION_PATTERN: Final = rf"\d+\.\d+(\.\d+)?|{'|'.join(NAMED)}"


def _version(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError('a version in quotes, such as "1.0"')
    try:
        version_named(value)
    except ValueError:
        known = ", ".join(NAMED)
        raise ValueError(f"a version from {MINIMUM} to {CURRENT}, or one of {known}") from None
    return value


_VERSION: Final = SettingType(_version, lambda: {"type": "string", "pattern": f"^({_VERSION_PATTERN})$"})


def _strings(value: Value) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ValueError("a list of strings")
    return tuple(value)


_STRINGS: Final = SettingType(_strings, lambda: {"type": "array", "items": {"type": "string"}})


def _selectors(value: Value) -> tuple[str, ...]:
    selectors = _strings(value)
    require_known(selectors)
    return selectors


_SELECTORS: Final = SettingType(_selectors, lambda: {"type": "array", "items": {"enum": all_selectors()}})


def _codes_by_pattern(value: Value) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise ValueError('a table of patterns and codes, such as {"old_*.mlir" = ["HYG"]}')
    return {pattern: _selectors(codes) for pattern, codes in value.items()}


_CODES_BY_PATTERN: Final = SettingType(
    _codes_by_pattern, lambda: {"type": "object", "additionalProperties": _SELECTORS.schema()}
)


def _choice(*words: str) -> SettingType:
    def read(value: Value) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return SettingType(read, lambda: {"enum": list(words)})


def _size(value: Value) -> int:
    try:
        return from_units(str(value))
    except ValueError:
        raise ValueError('a number of bytes, such as 1000000 or "1MB"') from None


def _schema_of_size() -> Schema:
    pattern = re.sub(r"\?P<\w+>", "", SIZE.pattern)  # JSON Schema does not support Python's named groups
    return {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": f"^{pattern}$"}]}


_SIZE: Final = SettingType(_size, _schema_of_size)


def _targets(root: Path, names: Iterable[str]) -> tuple[Profile, ...]:
    """The targets of names, or of paths, which are relative to the configuration file."""
    from stablehlo_tools.targets.registry import target_named  # needs much, and few settings name one

    return tuple(
        target_named(str(root / name) if name.endswith(".toml") else name, root.absolute()) for name in names
    )


class FileIgnores(NamedTuple):
    """The codes of rules that are disabled in files that match a pattern."""

    pattern: PathPattern
    codes: tuple[str, ...]


def _patterns(root: Path, texts: Iterable[str]) -> tuple[PathPattern, ...]:
    return tuple(PathPattern(text, root) for text in texts)


def _file_ignores(root: Path, codes_by_pattern: Mapping[str, tuple[str, ...]]) -> tuple[FileIgnores, ...]:
    return tuple(FileIgnores(PathPattern(text, root), codes) for text, codes in codes_by_pattern.items())


def _option(
    kind: SettingType,
    default: Any,
    meaning: str,
    table: str = "",
    *,
    rooted: Callable[[Path, Any], Any] | None = None,
    adds: bool = False,
    affects_results: bool = True,
) -> Any:
    """A field of `Settings`. `rooted` makes patterns relative to the directory of the configuration file.

    A setting that `adds` extends its previous values instead of replacing them. `affects_results` tells
    whether it changes the diagnostics, and so is part of the cache key.
    """
    metadata = {"kind": kind, "meaning": meaning, "table": table, "rooted": rooted, "adds": adds}
    return field(default=default, metadata={**metadata, "affects_results": affects_results})


_lint = functools.partial(_option, table="lint")


# Directories that are not searched for programs: hidden ones, and those of built or installed packages.
_EXCLUDED: Final = _patterns(
    Path(), (".*", "__pycache__", "build", "dist", "node_modules", "site-packages", "venv")
)


@record(frozen=True, kw_only=True)
class Settings:
    """The settings for a file. `layers` are the selections of rules, in order of increasing precedence."""

    required_version: str = _option(
        _STRING, "", "Required version of shlo, such as `>=0.2`", affects_results=False
    )
    output_format: str | None = _option(
        _choice(*FORMATS), None, "Output format of diagnostics", affects_results=False
    )
    target_version: str = _option(
        _VERSION, "", "Version of StableHLO that programs must be compatible with, such as `1.0`"
    )
    target: tuple[Profile, ...] = _option(
        _STRINGS, (), "Targets that programs are for, such as `iree-3.13`, or paths of profiles",
        rooted=_targets,
    )  # fmt: skip
    preview: bool = _option(_BOOLEAN, False, "Enable preview rules")
    exclude: tuple[PathPattern, ...] = _option(
        _STRINGS, _EXCLUDED, "Patterns of files and directories to skip in directory searches",
        rooted=_patterns, affects_results=False,
    )  # fmt: skip
    extend_exclude: tuple[PathPattern, ...] = _option(
        _STRINGS, (), "Patterns to skip in addition to `exclude`",
        rooted=_patterns, adds=True, affects_results=False,
    )  # fmt: skip
    force_exclude: bool = _option(
        _BOOLEAN, False, "Skip excluded files even if they are passed explicitly", affects_results=False
    )
    select: tuple[str, ...] = _lint(_SELECTORS, DEFAULT, "Rules to enable: codes, prefixes, or `ALL`")
    extend_select: tuple[str, ...] = _lint(_SELECTORS, (), "Rules to enable in addition to `select`")
    ignore: tuple[str, ...] = _lint(_SELECTORS, (), "Rules to disable")
    per_file_ignores: tuple[FileIgnores, ...] = _lint(
        _CODES_BY_PATTERN, (), "Rules to disable in files that match a pattern",
        rooted=_file_ignores, affects_results=False,
    )  # fmt: skip
    extend_per_file_ignores: tuple[FileIgnores, ...] = _lint(
        _CODES_BY_PATTERN, (), "Rules to disable in addition to `per-file-ignores`",
        rooted=_file_ignores, adds=True, affects_results=False,
    )  # fmt: skip
    fail_level: str = _lint(
        _choice(*(severity.value for severity in Severity)), "warning",
        "Minimum severity that causes exit status 1", affects_results=False,
    )  # fmt: skip
    allowed_custom_calls: tuple[str, ...] = _lint(
        _STRINGS, (), "Patterns of custom call targets that are stable"
    )
    max_constant_size: int = _lint(_SIZE, 1 << 20, "Maximum size of a constant, in bytes or as `4MB`")
    max_repeated_size: int = _lint(
        _SIZE, 1 << 12, "Maximum size of a constant that repeats elements, in bytes or as `4KB`"
    )
    layers: tuple[Layer, ...] = ()

    def ignored_in(self, path: Path) -> list[str]:
        """The selectors of rules that are disabled in the file at a path."""
        ignores = (*self.per_file_ignores, *self.extend_per_file_ignores)
        return [code for ignore in ignores if ignore.pattern.matches(path) for code in ignore.codes]

    def excludes(self, path: Path) -> bool:
        """Whether the file or directory at a path is excluded."""
        return any(pattern.matches(path) for pattern in (*self.exclude, *self.extend_exclude))

    def cache_key(self, path: Path) -> str:
        """The settings that affect the diagnostics of the file at a path, and no others."""
        values = [getattr(self, each.name) for each in OPTIONS.values() if each.metadata["affects_results"]]
        return f"{values} {self.layers} {self.ignored_in(path)}"


OPTIONS: Final = {
    ".".join(filter(None, [option.metadata["table"], option.name.replace("_", "-")])): option
    for option in dataclasses.fields(Settings)
    if option.metadata
}


def read_table(table: Table, prefix: str = "") -> dict[str, Any]:
    """The values in a TOML table, by full key. Raises `InvalidSetting`."""
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if key in OPTIONS:
            values |= read_all({key: value})
        elif not any(option.startswith(f"{key}.") for option in OPTIONS):
            raise InvalidSetting(key, _unknown(key))
        elif not isinstance(value, Mapping):
            raise InvalidSetting(key, f"invalid value {value!r} for `{key}`: expected a table")
        else:
            values |= read_table(value, f"{key}.")
    return values


def read_all(values: Table) -> dict[str, Any]:
    """TOML values by full key, validated and converted to those of settings. Raises `InvalidSetting`."""
    return {key: _read(key, value) for key, value in values.items()}


def _read(key: str, value: Value) -> Any:
    try:
        return OPTIONS[key].metadata["kind"].read(value)
    except UnknownSelector as error:
        raise InvalidSetting(key, f"invalid value for `{key}`: {error}") from None
    except ValueError as error:
        raise InvalidSetting(key, f"invalid value {value!r} for `{key}`: expected {error}") from None


def _unknown(key: str) -> str:
    similar = closest(key, OPTIONS) or next((path for path in OPTIONS if path.endswith(f".{key}")), None)
    return with_suggestion(f"unknown setting `{key}`", similar)


class SettingsLayer(NamedTuple):
    """The values by key of a configuration file or the command line; patterns are relative to `root`."""

    values: Mapping[str, Any]
    root: Path = Path()


def settings_of(layers: Iterable[SettingsLayer]) -> Settings:
    """The settings that result from layers, in order of increasing precedence."""
    values: dict[str, Any] = {}
    selections = []
    for layer in layers:
        selected = layer.values.get
        selections.append(
            Layer(selected("lint.select"), selected("lint.extend-select", ()), selected("lint.ignore", ()))
        )
        for key, value in layer.values.items():
            metadata = OPTIONS[key].metadata
            new = metadata["rooted"](layer.root, value) if metadata["rooted"] else value
            values[key] = (*values.get(key, ()), *new) if metadata["adds"] else new
    fields = {OPTIONS[key].name: value for key, value in values.items()}
    return Settings(**{**fields, "layers": tuple(selections)})


# -- the JSON Schema of shlo.toml and [tool.shlo] ---------------------------------------------------


def schema() -> Schema:
    """The schema (draft 2020-12), which editors use to complete and validate settings."""
    tables: dict[str, dict[str, Any]] = {"": {"extend": _EXTEND}}
    for key, option in OPTIONS.items():
        table, _, name = key.rpartition(".")
        meaning, kind = option.metadata["meaning"], option.metadata["kind"]
        described = {"description": meaning, **kind.schema(), **_default(option.default)}
        tables.setdefault(table, {})[name] = described
    top = tables.pop("")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of shlo",
        **_table({**top, **{name: _table(options) for name, options in tables.items()}}),
    }


def _default(value: Any) -> Schema:
    """The `default` of a setting; empty if it is unset by default."""
    if value in (None, "", ()):
        return {}
    if isinstance(value, tuple):
        value = [item.text if isinstance(item, PathPattern) else item for item in value]
    return {"default": value}


_EXTEND = {
    "description": "Configuration file from which to inherit settings that are not set",
    "type": "string",
}


def _table(properties: dict[str, Any]) -> Schema:
    """The schema of a table without other keys than these."""
    return {"type": "object", "properties": properties, "additionalProperties": False}
