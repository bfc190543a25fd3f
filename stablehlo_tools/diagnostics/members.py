"""Attributes of records as members of JSON objects."""

from __future__ import annotations

from operator import attrgetter
from typing import Any


def members(record: object, names: str) -> dict[str, Any]:
    """The members of the JSON object of a record that are attributes of it; tuples are lists.

    `names` are those of the members: `code`, or `exact=is_exact` for the attribute `is_exact`, or
    `text=bad.text` for one of its attribute `bad`. With a `?`, an empty value is null.
    """
    found: dict[str, Any] = {}
    for each in names.split():
        name, _, attribute = each.rstrip("?").partition("=")
        value = attrgetter(attribute or name)(record)
        found[name] = None if not value and each.endswith("?") else _plain(value)
    return found


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
