"""The JSON Schema of settings takes what the reader of configuration files takes, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stablehlo_tools.linter.settings import OPTIONS, InvalidSetting, read_table, schema, settings_of

jsonschema = pytest.importorskip("jsonschema", reason="pip install '.[test]'")

VALUES = [
    True, 0, 7, -1, "", "text", "full", "note", "1.0", "1.2.3", "v1", "1MB", "2 KiB", "1e3", "-1", None,
    [], ["a*.mlir"], ["HYG001", "ALL", "P"], ["HYG9"], ["hyg"], [1], "ALL",
    {}, {"a*.mlir": ["HYG"]}, {"a": "HYG"}, {"a": ["X"]},
]  # fmt: skip


def as_table(key: str, value: Any) -> dict[str, Any]:
    table, _, name = key.rpartition(".")
    return {table: {name: value}} if table else {name: value}


def is_valid(table: Any) -> bool:
    return bool(jsonschema.Draft202012Validator(schema()).is_valid(table))


def is_read(table: dict[str, Any]) -> bool:
    try:
        read_table(table)
    except InvalidSetting:
        return False
    return True


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("key", OPTIONS)
def test_both_say_the_same_of_each_value(key: str) -> None:
    verdicts = {json.dumps(value): is_valid(as_table(key, value)) for value in VALUES}
    assert verdicts == {json.dumps(value): is_read(as_table(key, value)) for value in VALUES}
    assert set(verdicts.values()) == {True, False}


def test_a_whole_file() -> None:
    good = {
        "extend": "../shlo.toml",
        "preview": True,
        "lint": {"select": ["ALL"], "max-constant-size": "4MB"},
    }
    assert is_valid(good)
    bad: Any
    for bad in ({"lint": {"selct": []}}, {"select": []}, {"lint": []}, {"extend": ["a"]}, []):
        assert not is_valid(bad)


@pytest.mark.parametrize("key", OPTIONS)
def test_defaults_are_those_of_the_settings(key: str) -> None:
    table, _, name = key.rpartition(".")
    properties: Any = schema()["properties"]
    said = (properties[table]["properties"] if table else properties)[name]
    assert said["description"] == OPTIONS[key].metadata["meaning"]
    if "default" in said:
        assert is_read(as_table(key, said["default"]))
    else:
        assert getattr(settings_of([]), OPTIONS[key].name) in (None, "", ())
