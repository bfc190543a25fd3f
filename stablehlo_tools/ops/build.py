"""Writes the declarations of ops as data, so that no kernel is imported before it is needed.

    python -m stablehlo_tools.ops.build

The declarations are the source: signatures, rules and text forms are read from them here, once.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from stablehlo_tools.ops.model.declare import signature_of
from stablehlo_tools.ops.model.registration import import_files
from stablehlo_tools.ops.model.rule_blocks import read_rules
from stablehlo_tools.ops.model.schema import DECLARED, Declaration, Op
from stablehlo_tools.ops.registry import FILE

_PACKAGE = f"{__package__}."


def declarations() -> Mapping[str, Declaration]:
    """All declarations, file by file, in the order of each file."""
    for folder in ("stablehlo", "chlo", "dialects", "custom_calls"):
        import_files(importlib.import_module(f"{__package__}.{folder}"))
    return {decl.name: decl for decl in sorted(DECLARED.values(), key=lambda decl: decl.place[0])}


def op_of(declared: Declaration) -> Op:
    """The op that is declared."""
    rules, definitions = read_rules(declared.rules, declared.predicates)
    return Op(
        declared.name,
        lambda: declared,
        **signature_of(declared),
        rules=rules,
        definitions=definitions,
        takes_equal_types=declared.takes_equal_types,
        format=declared.format,
        elementwise=declared.elementwise,
        has_effects=declared.has_effects,
        base=declared.base,
        static=declared.static,
        history=declared.history,
    )


def text() -> str:
    """The text of the file: a line for each op."""
    rows = (f"{json.dumps(name)}: {json.dumps(_row(declared))}" for name, declared in declarations().items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _row(declared: Declaration) -> dict[str, Any]:
    file = Path(declared.place[0]).relative_to(FILE.parent).with_suffix("")
    return {"module": ".".join(file.parts), **_record(op_of(declared), without=("name", "declaration"))}


def _record(record: Any, without: Collection[str] = ()) -> dict[str, Any]:
    """The fields of a record that differ from their defaults."""
    values = ((field, getattr(record, field.name)) for field in fields(record) if field.name not in without)
    return {field.name: _plain(value) for field, value in values if value not in (field.default, {})}


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_dataclass(value):
        return _record(value)
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return _name_of(value) if callable(value) else value


def _name_of(function: Callable[..., Any]) -> str:
    """The module and the name by which a function is found."""
    module, name = function.__module__, function.__name__
    if getattr(importlib.import_module(module), name, None) is not function:
        raise ValueError(f"predicate {name} must be a function of the file {module}")
    return f"{module.removeprefix(_PACKAGE)}:{name}"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
