"""The JSON Schema of configuration files: of shlo.toml, and of `[tool.shlo]` in pyproject.toml."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.linter.patterns import PathPattern
from stablehlo_tools.linter.settings import OPTIONS, Schema


def schema() -> Schema:
    """The schema (draft 2020-12), which editors use to complete and validate settings."""
    tables: dict[str, dict[str, Any]] = {"": {"extend": _EXTEND}}
    for key, option in OPTIONS.items():
        table, _, name = key.rpartition(".")
        meaning, kind = option.metadata["meaning"], option.metadata["kind"]
        schema = {"description": meaning, **kind.schema(), **_default(option.default)}
        tables.setdefault(table, {})[name] = schema
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
        value = [each.text if isinstance(each, PathPattern) else each for each in value]
    return {"default": value}


_EXTEND = {
    "description": "Configuration file from which to inherit settings that are not set",
    "type": "string",
}


def _table(properties: dict[str, Any]) -> Schema:
    """The schema of a table without other keys than these."""
    return {"type": "object", "properties": properties, "additionalProperties": False}
