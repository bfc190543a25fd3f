"""Spellings that StableHLO gave up: still read, and told of in notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.attributes import Attribute, Enumeration
from stablehlo_tools.syntax.template import OldSpelling
from stablehlo_tools.values import Dense

# The attributes that are `array<...>` today and were one-dimensional `dense<...>`.
_ARRAY_NAMES = """
    base_dilations broadcast_dimensions broadcast_sizes dimensions edge_padding_high edge_padding_low
    fft_length interior_padding known_expanding_dimensions known_nonexpanding_dimensions lhs_dilation
    limit_indices permutation rhs_dilation slice_sizes start_indices strides window_dilations
    window_dimensions window_reversal window_strides
"""
ARRAYS = frozenset(_ARRAY_NAMES.split())

OLD_FUNCTION = OldSpelling("a function is written `func`", "MLIR 14", "`func.func @name`")


def old_arrays(operation: str, attributes: Mapping[str, Attribute]) -> Iterator[OldSpelling]:
    """The attributes of a StableHLO op that are dense literals and today are arrays."""
    if not operation.startswith(("stablehlo.", "chlo.")):
        return
    for name in ARRAYS & attributes.keys():
        value = attributes[name]
        if isinstance(value, Dense) and value.type.shape is not None and len(value.type.shape) == 1:
            today = f"`{name} = array<{value.element_type}: ...>`"
            yield OldSpelling(f"`{name}` is a dense literal", "StableHLO 0.17", today, name)


def old_bounds(bounds: Sequence[str]) -> OldSpelling:
    """Bounds in `#stablehlo.type_extensions`."""
    today = f"`#stablehlo.bounds<{', '.join(bounds)}>`"
    return OldSpelling("bounds are written `#stablehlo.type_extensions`", "StableHLO 0.9", today)


def old_enumeration(value: Enumeration) -> OldSpelling:
    """A value of an enum in quotes."""
    today = f"`#{value.dialect}<{value.kind} {value.value}>`"
    return OldSpelling("the value of an enum is in quotes", "MLIR 14", today)
