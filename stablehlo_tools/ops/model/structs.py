"""The structs in which MLIR packs several attributes of the specification: `#stablehlo.dot<...>`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from stablehlo_tools.ir.attributes import STRUCT_FORMS, Attribute, Convolution, DenseArray, Integer, Struct
from stablehlo_tools.ir.types import I64
from stablehlo_tools.ops.model.schema import Op

# The structs by the attribute that holds them. The dimensions of a convolution have a form of their own.
STRUCT_NAMES: Final[Mapping[str, str]] = {
    form.holder: name for name, form in STRUCT_FORMS.items() if form.holder and name != "#stablehlo.conv"
}
FIELD_NAMES: Final[Mapping[str, str]] = {
    mlir_name: field for form in STRUCT_FORMS.values() for field, mlir_name in form.renamed.items()
}
# The specification's attributes that MLIR packs in one struct.
STRUCTS: Final[Mapping[str, tuple[str, ...]]] = {
    holder: tuple(
        form.renamed.get(field, field)
        for form in STRUCT_FORMS.values()
        if form.holder == holder
        for field in form.fields
    )
    for holder in STRUCT_NAMES
}
CONVOLUTION_DIMENSIONS: Final = tuple(STRUCT_FORMS["#stablehlo.conv"].fields)
# Of the dimensions of lhs, rhs and result that are not spatial.
CONVOLUTION_LETTERS: Final = ("bf", "io", "bf")


# -- unpacked ----------------------------------------------------------------------------------------


def flatten_structs(attributes: Mapping[str, Attribute]) -> Mapping[str, Attribute]:
    """The attributes of an operation, each field of a struct on its own, under the specification's names."""
    if STRUCTS.keys().isdisjoint(attributes):
        return attributes
    flat = dict(attributes)
    for name in STRUCTS:
        struct = attributes.get(name)
        if isinstance(struct, Struct | Convolution):
            del flat[name]
            flat |= _dimensions(struct) if isinstance(struct, Convolution) else _fields(name, struct)
    return flat


def _fields(holder: str, struct: Struct) -> dict[str, Attribute]:
    """The fields of a struct; MLIR omits empty lists and an `index_vector_dim` of zero."""
    names = STRUCTS[holder]
    if holder == "dimension_numbers":
        names = tuple(STRUCT_FORMS[f"#stablehlo.{'conv' if 'conv' in struct.name else 'gather'}"].fields)
    attrs = {name: struct.fields.get(FIELD_NAMES.get(name, name), _default_field(name)) for name in names}
    return {name: _unpacked(attribute) for name, attribute in attrs.items() if attribute is not None}


def _unpacked(attribute: Attribute) -> Attribute:
    """A field as an attribute of its own; in a struct, a list of integers is written `[1, 2]`."""
    entries = attribute if isinstance(attribute, tuple) else ()
    numbers = tuple(entry.value for entry in entries if isinstance(entry, Integer))
    is_list = isinstance(attribute, tuple) and len(numbers) == len(entries)
    return DenseArray(I64, numbers) if is_list else attribute


def _default_field(name: str) -> Attribute | None:
    if name.endswith(("dims", "dimensions", "index_map")):
        return DenseArray(I64, ())
    return Integer(0, I64) if name == "index_vector_dim" else None


def _dimensions(convolution: Convolution) -> dict[str, Attribute]:
    """The positions of the letters in `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, by dimension name."""
    values: list[Attribute] = []
    sides = (convolution.lhs, convolution.rhs, convolution.output)
    for labels, letters in zip(sides, CONVOLUTION_LETTERS, strict=True):
        values += [Integer(labels.index(letter), I64) for letter in letters]
        spatial = sorted((label for label in labels if label.isdigit()), key=int)
        values.append(DenseArray(I64, tuple(map(labels.index, spatial))))
    return dict(zip(CONVOLUTION_DIMENSIONS, values, strict=True))


def holder_of(op: Op, name: str) -> str:
    """The attribute that contains `name` in the text of `op`: a struct, or `name` itself."""
    return _holders(op).get(name, name)


@functools.cache
def _holders(op: Op) -> Mapping[str, str]:
    """The struct of each name in the text of an op: of several, the one with most of the op's attributes."""
    declared, holders = {field.name for field in op.attributes}, dict[str, str]()
    for holder in sorted(STRUCTS, key=lambda holder: -len(declared.intersection(STRUCTS[holder]))):
        for name in STRUCTS[holder]:
            holders.setdefault(name, holder)
    return holders


# -- packed ------------------------------------------------------------------------------------------


def struct_of(holder: str, parts: Mapping[str, Attribute]) -> Attribute:
    """The struct `holder` of the attributes that the specification has instead."""
    fields = {FIELD_NAMES.get(name, name): _packed(attribute) for name, attribute in parts.items()}
    if holder == "channel_handle":
        fields.setdefault("type", Integer(0, I64))
    if CONVOLUTION_DIMENSIONS[0] in fields:
        return _convolution(fields) or Struct("#stablehlo.conv", fields)
    name = STRUCT_NAMES[holder]
    return Struct(name, STRUCT_FORMS[name].explicit(fields))


def _packed(attribute: Attribute) -> Attribute:
    """An attribute as a field of a struct, where a list of integers is written `[1, 2]`."""
    if not isinstance(attribute, DenseArray):
        return attribute
    return tuple(Integer(int(value), I64) for value in attribute.values)  # type: ignore[arg-type]


def convolution_of(numbers: Mapping[str, Any]) -> Attribute:
    """`#stablehlo.conv<...>` of the numbers of its dimensions: letters, where each dimension has one."""
    fields: dict[str, Attribute] = {
        name: Integer(value, I64) if isinstance(value, int) else tuple(Integer(axis, I64) for axis in value)
        for name, value in numbers.items()
    }
    return convolution_struct(fields)


def convolution_struct(fields: Mapping[str, Attribute]) -> Struct | Convolution:
    """The dimensions of a convolution with these fields; others are 0 or empty, as MLIR reads them."""
    zero: Mapping[str, Attribute] = {"integer": Integer(0, I64), "integers": ()}
    kinds = STRUCT_FORMS["#stablehlo.conv"].fields
    whole = {name: fields.get(name, zero[kind]) for name, kind in kinds.items()}
    return _convolution(whole) or Struct("#stablehlo.conv", whole)


def _convolution(fields: Mapping[str, Any]) -> Convolution | None:
    """The dimension letters of a convolution; None if they are not a permutation."""
    sides = []
    for side, letters in enumerate(CONVOLUTION_LETTERS):
        first, second, spatial = map(fields.get, CONVOLUTION_DIMENSIONS[3 * side : 3 * side + 3])
        if first is None or second is None or spatial is None:
            return None
        numbers = [first.value, second.value, *(number.value for number in spatial)]
        if sorted(numbers) != list(range(len(numbers))):
            return None
        labels = [*letters, *map(str, range(len(spatial)))]
        sides.append(tuple(label for _, label in sorted(zip(numbers, labels, strict=True))))
    return Convolution(*sides)
