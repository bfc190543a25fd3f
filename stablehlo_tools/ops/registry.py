"""The ops by name, from `declarations.json`; the file of a declaration is imported when Python is needed."""

from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from stablehlo_tools.ops.model.facts import History
from stablehlo_tools.ops.model.schema import (
    DECLARED,
    OPS,
    AttributeField,
    AttributeRule,
    Constraint,
    Declaration,
    Op,
    OperandRule,
    PerDimension,
    Predicate,
    RegionField,
    RegionRule,
    ValueField,
)

__all__ = ["OPS", "WITH_FORMAT"]

FILE: Final = Path(__file__).parent / "declarations.json"  # which `build.py` writes


def _op(name: str, row: dict[str, Any]) -> Op:
    """The op of a row of the file."""
    return Op(
        name,
        functools.partial(_declaration, name, row.pop("module")),
        operands=tuple(map(_value, row.pop("operands", ()))),
        attributes=tuple(map(_attribute, row.pop("attributes", ()))),
        regions=tuple(RegionField(region, RegionRule(**rule)) for region, rule in row.pop("regions", ())),
        outputs=tuple(map(_value, row.pop("outputs", ()))),
        rules=tuple(map(_constraint, row.pop("rules", ()))),
        history=History(**_tuples(row.pop("history", {}))),
        **_tuples(row),
    )


def _value(row: dict[str, Any]) -> ValueField:
    rule = row.get("rule", {})
    kinds = {"kinds": frozenset(rule["kinds"])} if "kinds" in rule else {}
    return ValueField(row["name"], OperandRule(**{**rule, **kinds}))


def _attribute(row: dict[str, Any]) -> AttributeField:
    rule = AttributeRule(**_tuples(row.pop("rule")))
    default = row.get("default")
    row = _tuples(row)
    if isinstance(default, dict):
        row["default"] = PerDimension(**_tuples(default))
    return AttributeField(rule=rule, **row)


def _constraint(row: dict[str, Any]) -> Constraint:
    row = _tuples(row)
    if "predicate" in row:
        row["predicate"] = _predicate(row["predicate"])
    return Constraint(**row)


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _tuple(value) for name, value in row.items()}


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


def _predicate(reference: str) -> Predicate:
    """A function of a file that is imported when the function is first called."""
    module, _, name = reference.partition(":")

    def predicate(*values: Any) -> bool | None:
        function: Predicate = getattr(_imported(module), name)
        return function(*values)

    return predicate


def _declaration(name: str, module: str) -> Declaration:
    """The declaration of an op, from the file that declares it."""
    _imported(module)
    return DECLARED[name]


def _imported(module: str) -> ModuleType:
    """A file of declarations, which nothing else here imports."""
    return importlib.import_module(f"{__package__}.{module}")


_ROWS: Final[Mapping[str, dict[str, Any]]] = json.loads(FILE.read_bytes())
# The ops with an assembly format, known before the ops are made.
WITH_FORMAT: Final = tuple(name for name, row in _ROWS.items() if row.get("format"))
OPS.factories.update((name, functools.partial(_op, name, row)) for name, row in _ROWS.items())
