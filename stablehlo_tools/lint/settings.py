"""The settings: what each is, what it is by default, and how it is read from a configuration file.

A field of `Settings` is a setting; its key is its name with hyphens, behind the name of its table.
"""

from __future__ import annotations

import dataclasses
import fnmatch
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostic import Severity, closest
from stablehlo_tools.lint.selection import DEFAULT, Layer, UnknownSelector, require_known
from stablehlo_tools.report import FORMATS

Value = Any  # of TOML
Table = Mapping[str, Value]


class WrongSetting(ValueError):
    """A key that there is not, or a value that it cannot have; `key` is where."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def _string(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError("a string")
    return value


def _version(value: Value) -> str:
    if not re.fullmatch(r"\d+\.\d+(\.\d+)?", str(value)):
        raise ValueError('a version, such as "1.0"')
    return str(value)


def _boolean(value: Value) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _strings(value: Value) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
        raise ValueError("a list of strings")
    return tuple(value)


def _selectors(value: Value) -> tuple[str, ...]:
    selectors = _strings(value)
    require_known(selectors)
    return selectors


def _codes_by_pattern(value: Value) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise ValueError('a table of lists of codes, "pattern" = ["CODE"]')
    return {pattern: _selectors(codes) for pattern, codes in value.items()}


def _choice(*words: str) -> Callable[[Value], str]:
    def read(value: Value) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return read


def _size(value: Value) -> int:
    from stablehlo_tools.interpret.memory import from_units  # it takes time to import

    try:
        return from_units(str(value))
    except ValueError:
        raise ValueError('a number of bytes, such as 1000000 or "1MB"') from None


def _option(read: Callable[[Value], Any], default: Any, meaning: str, table: str = "") -> Any:
    return field(default=default, metadata={"read": read, "meaning": meaning, "table": table})


def _lint(read: Callable[[Value], Any], default: Any, meaning: str) -> Any:
    return _option(read, default, meaning, "lint")


class FileIgnores(NamedTuple):
    """Rules that are not applied to files that are like a pattern, of which the path begins at `root`."""

    pattern: str
    root: Path
    codes: tuple[str, ...]

    def matches(self, path: Path) -> bool:
        """Whether it is for the file at a path: by its name alone, or by its path."""
        by_name = fnmatch.fnmatch(path.name, self.pattern)
        return by_name or fnmatch.fnmatch(str(path.absolute()), str(self.root / self.pattern))


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What is set for a file. `layers` are what each place says of the selection, the last word last."""

    required_version: str = _option(_string, "", "Run with these versions alone: `>=0.2`.")
    output_format: str | None = _option(_choice(*FORMATS), None, "How findings are written.")
    target_version: str = _option(_version, "", "The version of StableHLO that programs are for: `1.0`.")
    preview: bool = _option(_boolean, False, "Apply rules on trial, too.")
    select: tuple[str, ...] = _lint(_selectors, DEFAULT, "The rules to apply, by their codes.")
    extend_select: tuple[str, ...] = _lint(_selectors, (), "Rules to apply beside those of `select`.")
    ignore: tuple[str, ...] = _lint(_selectors, (), "Rules not to apply.")
    per_file_ignores: tuple[FileIgnores, ...] = _lint(
        _codes_by_pattern, (), "Rules not to apply to files whose name, or path, is like a pattern."
    )
    fail_level: str = _lint(
        _choice(*(severity.value for severity in Severity)), "warning", "The least that gives exit status 1."
    )
    allowed_custom_calls: tuple[str, ...] = _lint(
        _strings, (), "Targets of custom calls that are kept stable, as patterns."
    )
    max_constant_size: int = _lint(_size, 1 << 20, "The bytes beyond which a constant is large.")
    max_repeated_size: int = _lint(_size, 1 << 12, "The bytes from which a constant should be a broadcast.")
    layers: tuple[Layer, ...] = ()

    def ignored_in(self, path: Path) -> list[str]:
        """The rules that are not applied to the file at a path, though they are to others."""
        return [code for each in self.per_file_ignores if each.matches(path) for code in each.codes]

    def what_counts(self, path: Path) -> str:
        """All that has a say in what is found in the file at a path, and nothing else."""
        same = dataclasses.replace(self, output_format=None, fail_level="", per_file_ignores=())
        return f"{same} {self.ignored_in(path)}"


OPTIONS: Final = {
    ".".join(filter(None, [each.metadata["table"], each.name.replace("_", "-")])): each
    for each in dataclasses.fields(Settings)
    if each.metadata
}


def read_table(table: Table, prefix: str = "") -> dict[str, Any]:
    """The values in a table of TOML, under their whole keys. Raises `WrongSetting`."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if key in OPTIONS:
            found |= read_all({key: value})
        elif isinstance(value, Mapping) and any(known.startswith(f"{key}.") for known in OPTIONS):
            found |= read_table(value, f"{key}.")
        else:
            raise WrongSetting(key, _unknown(key))
    return found


def read_all(values: Table) -> dict[str, Any]:
    """Values by their whole keys, checked and as settings have them. Raises `WrongSetting`."""
    return {key: _read(key, value) for key, value in values.items()}


def _read(key: str, value: Value) -> Any:
    try:
        return OPTIONS[key].metadata["read"](value)
    except UnknownSelector as error:
        raise WrongSetting(key, f"`{key}`: {error}") from None
    except ValueError as error:
        raise WrongSetting(key, f"`{key}` is {value!r}, and must be {error}") from None


def _unknown(key: str) -> str:
    meant = closest(key, OPTIONS) or next((known for known in OPTIONS if known.endswith(f".{key}")), None)
    return f"there is no setting `{key}`" + (f"; did you mean `{meant}`?" if meant else "")


class Place(NamedTuple):
    """What one place says, a file or the command line: values by their keys, and where patterns begin."""

    values: Mapping[str, Any]
    root: Path = Path()


def settings_of(places: Iterable[Place]) -> Settings:
    """The settings that several places give together, the last word last."""
    values: dict[str, Any] = {}
    layers, ignores = [], []
    for place in places:
        values |= place.values
        layers.append(_layer(place.values))
        patterns = place.values.get("lint.per-file-ignores", {})
        ignores += [FileIgnores(pattern, place.root, codes) for pattern, codes in patterns.items()]
    named = {OPTIONS[key].name: value for key, value in values.items()}
    return Settings(**{**named, "per_file_ignores": tuple(ignores), "layers": tuple(layers)})


def _layer(values: Mapping[str, Any]) -> Layer:
    return Layer(
        values.get("lint.select"), values.get("lint.extend-select", ()), values.get("lint.ignore", ())
    )
