"""Ops of MHLO, the dialect of XLA, that mean one of StableHLO or CHLO: they are read as what they mean.

StableHLO began as a copy of MHLO, so most ops, their attributes and their forms are the same but for the name
of the dialect. XLA's converters still print some ops of MHLO in programs of StableHLO, where that has none
such. What means nothing in StableHLO stays an op of MHLO.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from stablehlo_tools.ir.attributes import (
    STRUCT_FIELDS,
    Attribute,
    DenseArray,
    Enumeration,
    Integer,
    Opaque,
    Struct,
)
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.syntax.deprecated_spellings import ARRAYS
from stablehlo_tools.syntax.template import DeprecatedSpelling

# What StableHLO has and MHLO has not, or not so.
_NEW: Final = {
    f"stablehlo.{name}" for name in ("async_done", "async_start", "collective_reduce", "unary_einsum")
}
_OF_CHLO: Final = "acos acosh asin asinh atanh cosh erf mulhi ragged_dot scan sinh"

# The op that each means. A copy is a reshape to the shape that there is already.
EQUIVALENTS: Final[Mapping[str, str]] = {
    **{f"mhlo{name[9:]}": name for name in OPS if name.startswith("stablehlo.") and name not in _NEW},
    "mhlo.return": "stablehlo.return",
    **{f"mhlo.{name}": f"chlo.{name}" for name in _OF_CHLO.split()},
    "mhlo.copy": "stablehlo.reshape",
    "mhlo.topk": "chlo.top_k",
}


def equivalent_of(name: str) -> str:
    """The op that an op of MHLO means; of any other op, its own name."""
    return EQUIVALENTS.get(name, name)


def op_of_mhlo(text: str) -> str:
    """The op of MHLO that a statement writes and that means another; empty for any other statement."""
    match = _WRITTEN.match(text)
    return match[1] if match and match[1] in EQUIVALENTS else ""


_WRITTEN = re.compile(r'\s*(?:%[^="]*=\s*)?"?(mhlo\.[\w\-]+)')


def meant(
    written: str, attributes: Mapping[str, Attribute], types: Sequence[Type]
) -> tuple[str, Mapping[str, Attribute]] | None:
    """The op that an op of MHLO means, and its attributes; `types` are those of its operands.

    None where it means none: a tuple or a token can be copied, but not reshaped.
    """
    if written == "mhlo.copy" and not all(isinstance(type, TensorType) for type in types):
        return None
    if written == "mhlo.topk":
        return _top_k(attributes)
    translated = {name: _translated(name, attribute) for name, attribute in attributes.items()}
    return EQUIVALENTS[written], translated


def _top_k(attributes: Mapping[str, Attribute]) -> tuple[str, Mapping[str, Attribute]]:
    """CHLO's op takes the largest; of the least there is only the call that XLA makes of its own op."""
    rest = {name: attribute for name, attribute in attributes.items() if name != "largest"}
    if attributes.get("largest", True) is not False:
        return EQUIVALENTS["mhlo.topk"], rest
    own: dict[str, Attribute] = {"largest": False}
    if "k" in rest:
        own["k"] = rest.pop("k")
    call: dict[str, Attribute] = {"call_target_name": "mhlo.topk", "mhlo.attributes": own}
    return "stablehlo.custom_call", {**call, "mhlo.version": Integer(1, ELEMENT_TYPES["i64"]), **rest}


def note_of(written: str, name: str) -> DeprecatedSpelling:
    """What is said of an op of MHLO that is read as op `name`."""
    return DeprecatedSpelling(f"`{written}` is an op of MHLO, XLA's own dialect", "", f"`{name}`")


# -- attributes ---------------------------------------------------------------------------------

_SHORT_ENUMERATION = re.compile(r"#mhlo\.(\w+)<\s*(\w+)\s*>")
_LONGEST_ARRAY = 1 << 10  # elements of one that is turned into another: a splat may claim any number


def struct_of_stablehlo(name: str) -> str:
    """`#stablehlo.dot` for `#mhlo.dot`."""
    return f"#stablehlo.{name.removeprefix('#mhlo.')}" if name.startswith("#mhlo.") else name


def _translated(name: str, attribute: Attribute) -> Attribute:
    """An attribute as StableHLO has it."""
    if isinstance(attribute, Enumeration) and attribute.dialect == "mhlo":
        return Enumeration("stablehlo", attribute.kind, attribute.value)
    if isinstance(attribute, Struct):
        if attribute.name == "#mhlo.ragged_dot":
            attribute = _ragged_dot(attribute)
        fields = {field: _translated(field, value) for field, value in attribute.fields.items()}
        return Struct(struct_of_stablehlo(attribute.name), fields)
    if isinstance(attribute, tuple):
        return tuple(_translated("", entry) for entry in attribute)
    if isinstance(attribute, Dense) and name in ARRAYS:
        return _array(attribute)
    match = _SHORT_ENUMERATION.fullmatch(attribute.text) if isinstance(attribute, Opaque) else None
    return Enumeration("stablehlo", match[1], match[2]) if match else attribute


def _ragged_dot(attribute: Struct) -> Struct:
    """CHLO's struct has all fields side by side; MHLO's has those of a dot product in one of their own."""
    rest = dict(attribute.fields)
    of_dot = rest.pop("dot_dimension_numbers", None)
    fields = {**of_dot.fields, **rest} if isinstance(of_dot, Struct) else rest
    known = STRUCT_FIELDS["#chlo.ragged_dot"]
    if not {*fields} <= {*known}:
        return attribute
    return Struct("#chlo.ragged_dot", {name: fields[name] for name in known if name in fields})


def _array(attribute: Dense) -> Attribute:
    """A vector, as MHLO has it, as the array that it is in StableHLO."""
    type = attribute.type
    if not type.is_static or type.rank != 1 or type.static_shape[0] > _LONGEST_ARRAY or attribute.check():
        return attribute
    return DenseArray(attribute.element_type, tuple(attribute.array.tolist()))
