"""Attributes of records as members of JSON objects."""

from __future__ import annotations

from operator import attrgetter
from typing import Any


def members(record: object, names: str) -> dict[str, Any]:
    """The members of the JSON object of a record that are attributes of it; tuples are lists.

    `names` are those of the members: `code`, or `exact=is_exact` for the attribute `is_exact`, or
    `text=bad.text` for one of its attribute `bad`. With a `?`, an empty value is null.
    """
    values: dict[str, Any] = {}
    for member in names.split():
        name, _, attribute = member.rstrip("?").partition("=")
        value = attrgetter(attribute or name)(record)
        values[name] = None if not value and member.endswith("?") else _plain(value)
    return values


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
