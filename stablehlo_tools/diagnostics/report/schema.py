"""The JSON Schema of diagnostics, as written by `--output-format json` and, one per line, by `jsonl`."""

from __future__ import annotations

from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import Severity

VERSION: Final = 1  # incremented when a field changes its meaning or is removed; fields may be added

_TEXT: Final = {"type": "string"}
_TEXTS: Final = {"type": "array", "items": _TEXT}
_NUMBER: Final = {"type": ["integer", "null"], "minimum": 1}
_RANGE: Final = dict.fromkeys(("line", "column", "end_line", "end_column"), _NUMBER)
_PLACE: Final = {"file": {"type": ["string", "null"]}, **_RANGE}


def schema() -> dict[str, Any]:
    """The schema, in draft 2020-12."""
    severities = [severity.value for severity in Severity]
    required = {**_PLACE, "severity": {"enum": severities}, "code": _TEXT, "message": _TEXT}
    optional = {
        "at": _object(_RANGE),
        "op": _TEXT,
        "constraint": {"type": "string", "pattern": "^C[0-9]+$"},
        "label": _TEXT,
        "formula": _TEXT,
        "values": _list(_object({"term": _TEXT, "value": _TEXT})),
        "related": _list(_object({**_PLACE, "message": _TEXT})),
        "notes": _TEXTS,
        "helps": _TEXTS,
        "unsupported": {"const": True},
        "fix": _object(
            {
                "message": _TEXT,
                "applicability": {"enum": ["safe", "unsafe"]},
                "edits": _list(_object({**_PLACE, "content": _TEXT})),
            }
        ),
    }
    finding = _object(required)
    finding["properties"] = {**required, **optional}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Diagnostics of shlo, version {VERSION}",
        "type": "array",
        "items": finding,
    }


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object with at least these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}
