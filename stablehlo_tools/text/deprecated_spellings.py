"""Deprecated spellings of StableHLO, which are accepted with a note."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.ir.attributes import Attribute, Enumeration
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ops.model.attributes import holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.template import DeprecatedSpelling

# The attributes of type `array<...>`, which were one-dimensional `dense<...>`.
ARRAYS = frozenset(
    field.name
    for op in OPS.values()
    for field in op.attributes
    if field.rule.kind in ("integers", "booleans")
    and field.rule.element_type
    and holder_of(op, field.name) == field.name
)

OLD_FUNCTION = DeprecatedSpelling("`func` without a dialect prefix", "MLIR 14", "`func.func @name`")


def old_arrays(operation: str, attributes: Mapping[str, Attribute]) -> Iterator[DeprecatedSpelling]:
    """The dense literals in place of arrays among the attributes of an op."""
    if not operation.startswith(("stablehlo.", "chlo.")):
        return
    for name in ARRAYS & attributes.keys():
        value = attributes[name]
        if isinstance(value, Dense) and value.type.shape is not None and len(value.type.shape) == 1:
            today = f"`{name} = array<{value.element_type}: ...>`"
            yield DeprecatedSpelling(f"dense literal for the array `{name}`", "StableHLO 0.17", today, name)


def old_bounds(bounds: Sequence[str]) -> DeprecatedSpelling:
    """The spelling of bounds as `#stablehlo.type_extensions`."""
    today = f"`#stablehlo.bounds<{', '.join(bounds)}>`"
    return DeprecatedSpelling("bounds in `#stablehlo.type_extensions`", "StableHLO 0.9", today)


def old_enumeration(value: Enumeration) -> DeprecatedSpelling:
    """The spelling of an enum value in quotes."""
    today = f"`#{value.dialect}<{value.kind} {value.value}>`"
    return DeprecatedSpelling("enum value in quotes", "MLIR 14", today)
