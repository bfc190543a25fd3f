"""The JSON Schema of configuration files: of shlo.toml, and of `[tool.shlo]` in pyproject.toml."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.linter.patterns import Pattern
from stablehlo_tools.linter.settings import OPTIONS, Schema


def schema() -> Schema:
    """The schema, of draft 2020-12, by which editors complete and check settings."""
    tables: dict[str, dict[str, Any]] = {"": {"extend": _EXTEND}}
    for key, option in OPTIONS.items():
        table, _, name = key.rpartition(".")
        said = option.metadata
        schema = {"description": said["meaning"], **said["kind"].schema(), **_default(option.default)}
        tables.setdefault(table, {})[name] = schema
    top = tables.pop("")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of shlo",
        **_table({**top, **{name: _table(options) for name, options in tables.items()}}),
    }


def _default(value: Any) -> Schema:
    """What a setting is where nobody says; nothing where it is not set then."""
    if value in (None, "", ()):
        return {}
    if isinstance(value, tuple):
        value = [each.text if isinstance(each, Pattern) else each for each in value]
    return {"default": value}


_EXTEND = {
    "description": "Another file; what is not said here is as there.",
    "type": "string",
}


def _table(properties: dict[str, Any]) -> Schema:
    """A table that has these keys at most: another is an error."""
    return {"type": "object", "properties": properties, "additionalProperties": False}
