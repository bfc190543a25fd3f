"""The settings: what each is, what it is by default, and how it is read from a configuration file.

A field of `Settings` is a setting; its key is its name with hyphens, behind the name of its table.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostic import Severity, closest
from stablehlo_tools.linter.patterns import Pattern
from stablehlo_tools.linter.selection import DEFAULT, Layer, UnknownSelector, all_selectors, require_known
from stablehlo_tools.report import FORMATS

Value = Any  # of TOML
Table = Mapping[str, Value]
Schema = Mapping[str, Any]  # of JSON


class WrongSetting(ValueError):
    """A key that there is not, or a value that it cannot have; `key` is where."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class Kind(NamedTuple):
    """What the values of a setting are: how one is read from TOML, and their JSON Schema.

    The schema is made when it is asked for, since the codes of rules take time to read.
    """

    read: Callable[[Value], Any]
    schema: Callable[[], Schema]


def _string(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError("a string")
    return value


_STRING: Final = Kind(_string, lambda: {"type": "string"})

_VERSION_FORM: Final = r"\d+\.\d+(\.\d+)?"


def _version(value: Value) -> str:
    if not isinstance(value, str) or not re.fullmatch(_VERSION_FORM, value):
        raise ValueError('a version in quotes, such as "1.0"')
    return value


_VERSION: Final = Kind(_version, lambda: {"type": "string", "pattern": f"^{_VERSION_FORM}$"})


def _boolean(value: Value) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


_BOOLEAN: Final = Kind(_boolean, lambda: {"type": "boolean"})


def _strings(value: Value) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
        raise ValueError("a list of strings")
    return tuple(value)


_STRINGS: Final = Kind(_strings, lambda: {"type": "array", "items": {"type": "string"}})


def _selectors(value: Value) -> tuple[str, ...]:
    selectors = _strings(value)
    require_known(selectors)
    return selectors


_SELECTORS: Final = Kind(_selectors, lambda: {"type": "array", "items": {"enum": all_selectors()}})


def _codes_by_pattern(value: Value) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise ValueError('a table of lists of codes, "pattern" = ["CODE"]')
    return {pattern: _selectors(codes) for pattern, codes in value.items()}


_CODES_BY_PATTERN: Final = Kind(
    _codes_by_pattern, lambda: {"type": "object", "additionalProperties": _SELECTORS.schema()}
)


def _choice(*words: str) -> Kind:
    def read(value: Value) -> str:
        if value not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return str(value)

    return Kind(read, lambda: {"enum": list(words)})


def _size(value: Value) -> int:
    from stablehlo_tools.interpret.memory import from_units  # it takes time to import

    try:
        return from_units(str(value))
    except ValueError:
        raise ValueError('a number of bytes, such as 1000000 or "1MB"') from None


def _schema_of_size() -> Schema:
    from stablehlo_tools.interpret.memory import SIZE  # it takes time to import

    form = re.sub(r"\?P<\w+>", "", SIZE.pattern)  # JSON Schema does not name groups in Python's way
    return {"anyOf": [{"type": "number", "minimum": 0}, {"type": "string", "pattern": f"^{form}$"}]}


_SIZE: Final = Kind(_size, _schema_of_size)


class FileIgnores(NamedTuple):
    """Rules that are not applied to files that are like a pattern."""

    pattern: Pattern
    codes: tuple[str, ...]


def _patterns(root: Path, texts: Iterable[str]) -> tuple[Pattern, ...]:
    return tuple(Pattern(text, root) for text in texts)


def _file_ignores(root: Path, codes: Mapping[str, tuple[str, ...]]) -> tuple[FileIgnores, ...]:
    return tuple(FileIgnores(Pattern(text, root), each) for text, each in codes.items())


def _option(
    kind: Kind,
    default: Any,
    meaning: str,
    table: str = "",
    *,
    rooted: Callable[[Path, Any], Any] | None = None,
    adds: bool = False,
    is_aside: bool = False,
) -> Any:
    """A setting. What is `rooted` has patterns, which begin where they are said.

    One that `adds` does so to what is said before; one that `is_aside` does not change what is found.
    """
    said = {"kind": kind, "meaning": meaning, "table": table, "rooted": rooted, "adds": adds}
    return field(default=default, metadata={**said, "is_aside": is_aside})


def _lint(kind: Kind, default: Any, meaning: str, **how: Any) -> Any:
    return _option(kind, default, meaning, "lint", **how)


# Folders in which no programs are looked for: hidden ones, and those of packages that are built or installed.
_EXCLUDED: Final = _patterns(
    Path(), (".*", "__pycache__", "build", "dist", "node_modules", "site-packages", "venv")
)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What is set for a file. `layers` are what each place says of the selection, the last word last."""

    required_version: str = _option(_STRING, "", "Run with these versions alone: `>=0.2`.", is_aside=True)
    output_format: str | None = _option(_choice(*FORMATS), None, "How findings are written.", is_aside=True)
    target_version: str = _option(_VERSION, "", "The version of StableHLO that programs are for: `1.0`.")
    preview: bool = _option(_BOOLEAN, False, "Apply rules on trial, too.")
    exclude: tuple[Pattern, ...] = _option(
        _STRINGS, _EXCLUDED, "Files and folders, as patterns, that are passed over in a directory.",
        rooted=_patterns, is_aside=True,
    )  # fmt: skip
    extend_exclude: tuple[Pattern, ...] = _option(
        _STRINGS, (), "Patterns beside those of `exclude`.", rooted=_patterns, adds=True, is_aside=True
    )
    force_exclude: bool = _option(
        _BOOLEAN, False, "Pass over excluded files that are named, too.", is_aside=True
    )
    select: tuple[str, ...] = _lint(_SELECTORS, DEFAULT, "The rules to apply, by their codes.")
    extend_select: tuple[str, ...] = _lint(_SELECTORS, (), "Rules to apply beside those of `select`.")
    ignore: tuple[str, ...] = _lint(_SELECTORS, (), "Rules not to apply.")
    per_file_ignores: tuple[FileIgnores, ...] = _lint(
        _CODES_BY_PATTERN, (), "Rules not to apply to files whose name, or path, is like a pattern.",
        rooted=_file_ignores, is_aside=True,
    )  # fmt: skip
    extend_per_file_ignores: tuple[FileIgnores, ...] = _lint(
        _CODES_BY_PATTERN, (), "Rules beside those of `per-file-ignores`.",
        rooted=_file_ignores, adds=True, is_aside=True,
    )  # fmt: skip
    fail_level: str = _lint(
        _choice(*(severity.value for severity in Severity)), "warning", "The least that gives exit status 1.",
        is_aside=True,
    )  # fmt: skip
    allowed_custom_calls: tuple[str, ...] = _lint(
        _STRINGS, (), "Targets of custom calls that are kept stable, as patterns."
    )
    max_constant_size: int = _lint(_SIZE, 1 << 20, "The bytes beyond which a constant is large.")
    max_repeated_size: int = _lint(_SIZE, 1 << 12, "The bytes from which a constant should be a broadcast.")
    layers: tuple[Layer, ...] = ()

    def ignored_in(self, path: Path) -> list[str]:
        """The rules that are not applied to the file at a path, though they are to others."""
        ignores = (*self.per_file_ignores, *self.extend_per_file_ignores)
        return [code for each in ignores if each.pattern.matches(path) for code in each.codes]

    def excludes(self, path: Path) -> bool:
        """Whether the file or folder at a path is passed over."""
        return any(pattern.matches(path) for pattern in (*self.exclude, *self.extend_exclude))

    def what_counts(self, path: Path) -> str:
        """All that has a say in what is found in the file at a path, and nothing else."""
        said = [getattr(self, each.name) for each in OPTIONS.values() if not each.metadata["is_aside"]]
        return f"{said} {self.layers} {self.ignored_in(path)}"


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
        elif not any(known.startswith(f"{key}.") for known in OPTIONS):
            raise WrongSetting(key, _unknown(key))
        elif not isinstance(value, Mapping):
            raise WrongSetting(key, f"`{key}` is {value!r}, and must be a table")
        else:
            found |= read_table(value, f"{key}.")
    return found


def read_all(values: Table) -> dict[str, Any]:
    """Values by their whole keys, checked and as settings have them. Raises `WrongSetting`."""
    return {key: _read(key, value) for key, value in values.items()}


def _read(key: str, value: Value) -> Any:
    try:
        return OPTIONS[key].metadata["kind"].read(value)
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
    layers = []
    for place in places:
        layers.append(_layer(place.values))
        for key, value in place.values.items():
            how = OPTIONS[key].metadata
            read = how["rooted"](place.root, value) if how["rooted"] else value
            values[key] = (*values.get(key, ()), *read) if how["adds"] else read
    named = {OPTIONS[key].name: value for key, value in values.items()}
    return Settings(**{**named, "layers": tuple(layers)})


def _layer(values: Mapping[str, Any]) -> Layer:
    return Layer(
        values.get("lint.select"), values.get("lint.extend-select", ()), values.get("lint.ignore", ())
    )
