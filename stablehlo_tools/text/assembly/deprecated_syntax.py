"""Deprecated spellings of StableHLO, and ops of MHLO, the dialect of XLA, which are accepted with a note.

StableHLO began as a copy of MHLO, so that most ops, attributes and assembly formats differ only in the name
of the dialect. XLA's converters still print some ops of MHLO in StableHLO programs. Those with an equivalent
in StableHLO or CHLO are translated; the others remain ops of MHLO.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import (
    STRUCT_FORMS,
    Attribute,
    DenseArray,
    Enumeration,
    Integer,
    Opaque,
    Struct,
)
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import I64, TensorType, Type
from stablehlo_tools.ops.model.structs import holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.statement.template import DeprecatedSpelling


@functools.cache
def _arrays_of(operation: str) -> frozenset[str]:
    """The attributes of a declared op of type `array<...>`, which were one-dimensional `dense<...>`."""
    op = OPS[operation]
    return frozenset(
        field.name
        for field in op.attributes
        if field.rule.kind in ("integers", "booleans")
        and field.rule.element_type
        and holder_of(op, field.name) == field.name
    )


OLD_FUNCTION = DeprecatedSpelling("`func` without a dialect prefix", "MLIR 14", "`func.func @name`")


def old_arrays(operation: str, attributes: Mapping[str, Attribute]) -> Iterator[DeprecatedSpelling]:
    """The dense literals in place of arrays among the attributes of an op."""
    if operation not in OPS:
        return
    for name in _arrays_of(operation) & attributes.keys():
        value = attributes[name]
        if isinstance(value, Dense) and value.type.shape is not None and len(value.type.shape) == 1:
            current = f"`{name} = array<{value.element_type}: ...>`"
            yield DeprecatedSpelling(f"dense literal for the array `{name}`", "StableHLO 0.17", current, name)


def old_bounds(bounds: Sequence[str]) -> DeprecatedSpelling:
    """The spelling of bounds as `#stablehlo.type_extensions`."""
    current = f"`#stablehlo.bounds<{', '.join(bounds)}>`"
    return DeprecatedSpelling("bounds in `#stablehlo.type_extensions`", "StableHLO 0.9", current)


def old_enumeration(value: Enumeration) -> DeprecatedSpelling:
    """The spelling of an enum value in quotes."""
    current = f"`#{value.dialect}<{value.kind} {value.value}>`"
    return DeprecatedSpelling("enum value in quotes", "MLIR 14", current)


# Ops that MHLO does not have, or has with other operands or attributes.
_NOT_IN_MHLO: Final = {
    f"stablehlo.{name}" for name in ("async_done", "async_start", "collective_reduce", "unary_einsum")
}
_IN_CHLO: Final = "acos acosh asin asinh atanh cosh erf mulhi ragged_dot scan sinh"

# The equivalent of each op. A copy is a reshape to the same shape.
EQUIVALENTS: Final[Mapping[str, str]] = {
    **{f"mhlo{name[9:]}": name for name in OPS if name.startswith("stablehlo.") and name not in _NOT_IN_MHLO},
    "mhlo.return": "stablehlo.return",
    **{f"mhlo.{name}": f"chlo.{name}" for name in _IN_CHLO.split()},
    "mhlo.copy": "stablehlo.reshape",
    "mhlo.topk": "chlo.top_k",
}


def mhlo_op_in(text: str) -> str:
    """The name of the MHLO op of a statement, if it has an equivalent; empty for other statements."""
    match = _MHLO_OP.match(text)
    return match[1] if match and match[1] in EQUIVALENTS else ""


_MHLO_OP = regex(r'\s*(?:%[^="]*=\s*)?"?(mhlo\.[\w\-]+)')


def translate(
    written: str, attributes: Mapping[str, Attribute], types: Sequence[Type]
) -> tuple[str, Mapping[str, Attribute]] | None:
    """The equivalent of an MHLO op, and its attributes; `types` are the types of its operands.

    None if it has none: a copy of a tuple or token is not a reshape.
    """
    if written == "mhlo.copy" and not all(isinstance(type, TensorType) for type in types):
        return None
    if written == "mhlo.topk":
        return _top_k(attributes)
    op = EQUIVALENTS[written]
    translated = {name: _translate_attribute(name, attribute, op) for name, attribute in attributes.items()}
    return op, translated


def _top_k(attributes: Mapping[str, Attribute]) -> tuple[str, Mapping[str, Attribute]]:
    """CHLO has an op for the largest elements; for the smallest, XLA writes its op as a custom call."""
    remaining = {name: attribute for name, attribute in attributes.items() if name != "largest"}
    if attributes.get("largest", True) is not False:
        return EQUIVALENTS["mhlo.topk"], remaining
    mhlo_attributes: dict[str, Attribute] = {"largest": False}
    if "k" in remaining:
        mhlo_attributes["k"] = remaining.pop("k")
    call: dict[str, Attribute] = {"call_target_name": "mhlo.topk", "mhlo.attributes": mhlo_attributes}
    return "stablehlo.custom_call", {**call, "mhlo.version": Integer(1, I64), **remaining}


def note_of(written: str, name: str) -> DeprecatedSpelling:
    """The note about an MHLO op that is parsed as op `name`."""
    return DeprecatedSpelling(f"`{written}` is an op of MHLO, XLA's own dialect", "", f"`{name}`")


# -- attributes ---------------------------------------------------------------------------------

_SHORT_ENUMERATION = regex(r'#mhlo\.(\w+)<\s*"?(\w+)"?\s*>')
_MAX_ARRAY = 1 << 10  # elements to convert; the type of a splat may have any number


def struct_of_stablehlo(name: str) -> str:
    """`#stablehlo.dot` for `#mhlo.dot`."""
    return f"#stablehlo.{name.removeprefix('#mhlo.')}" if name.startswith("#mhlo.") else name


def _translate_attribute(name: str, attribute: Attribute, op: str) -> Attribute:
    """The attribute of an op of StableHLO or CHLO that is equivalent to one of MHLO."""
    dialect = op.partition(".")[0]
    if isinstance(attribute, Enumeration) and attribute.dialect == "mhlo":
        return Enumeration(dialect, attribute.kind, attribute.value)
    if isinstance(attribute, Struct):
        if attribute.name == "#mhlo.ragged_dot":
            attribute = _ragged_dot(attribute)
        fields = {field: _translate_attribute(field, value, op) for field, value in attribute.fields.items()}
        return Struct(struct_of_stablehlo(attribute.name), fields)
    if isinstance(attribute, tuple):
        return tuple(_translate_attribute("", entry, op) for entry in attribute)
    if isinstance(attribute, Dense) and op in OPS and name in _arrays_of(op):
        return _array(attribute)
    match = _SHORT_ENUMERATION.fullmatch(attribute.text) if isinstance(attribute, Opaque) else None
    return attribute if match is None else Enumeration(dialect, match[1], match[2])


def _ragged_dot(attribute: Struct) -> Struct:
    """CHLO's struct is flat; MHLO's has the dimension numbers of the dot product in a nested struct."""
    outer = dict(attribute.fields)
    dot = outer.pop("dot_dimension_numbers", None)
    fields = {**dot.fields, **outer} if isinstance(dot, Struct) else outer
    declared = STRUCT_FORMS["#chlo.ragged_dot"].fields
    if not {*fields} <= {*declared}:
        return attribute
    return Struct("#chlo.ragged_dot", {name: fields[name] for name in declared if name in fields})


def _array(attribute: Dense) -> Attribute:
    """The array that replaces a vector of MHLO in StableHLO."""
    type = attribute.type
    if not type.is_static or type.rank != 1 or type.static_shape[0] > _MAX_ARRAY or attribute.check():
        return attribute
    return DenseArray(attribute.element_type, tuple(attribute.array.tolist()))
