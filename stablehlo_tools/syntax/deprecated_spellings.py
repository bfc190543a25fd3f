"""Spellings that StableHLO gave up: still read, and told of in notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.ir.attributes import Attribute, Enumeration
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ops.attributes import holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax.template import DeprecatedSpelling

# The attributes that are `array<...>` today and were one-dimensional `dense<...>`.
ARRAYS = frozenset(
    field.name
    for op in OPS.values()
    for field in op.attributes
    if field.rule.kind in ("integers", "booleans")
    and field.rule.element_type
    and holder_of(op, field.name) == field.name
)

OLD_FUNCTION = DeprecatedSpelling("a function is written `func`", "MLIR 14", "`func.func @name`")


def old_arrays(operation: str, attributes: Mapping[str, Attribute]) -> Iterator[DeprecatedSpelling]:
    """The attributes of a StableHLO op that are dense literals and today are arrays."""
    if not operation.startswith(("stablehlo.", "chlo.")):
        return
    for name in ARRAYS & attributes.keys():
        value = attributes[name]
        if isinstance(value, Dense) and value.type.shape is not None and len(value.type.shape) == 1:
            today = f"`{name} = array<{value.element_type}: ...>`"
            yield DeprecatedSpelling(f"`{name}` is a dense literal", "StableHLO 0.17", today, name)


def old_bounds(bounds: Sequence[str]) -> DeprecatedSpelling:
    """Bounds in `#stablehlo.type_extensions`."""
    today = f"`#stablehlo.bounds<{', '.join(bounds)}>`"
    return DeprecatedSpelling("bounds are written `#stablehlo.type_extensions`", "StableHLO 0.9", today)


def old_enumeration(value: Enumeration) -> DeprecatedSpelling:
    """A value of an enum in quotes."""
    today = f"`#{value.dialect}<{value.kind} {value.value}>`"
    return DeprecatedSpelling("the value of an enum is in quotes", "MLIR 14", today)
