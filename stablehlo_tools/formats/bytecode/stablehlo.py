"""StableHLO, CHLO and MHLO in bytecode.

stablehlo/dialect/{Stablehlo,Chlo}Bytecode.cpp, xla/mlir_hlo/mhlo/IR/mhlo_bytecode.cc
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from typing import Any, Final

from stablehlo_tools.formats.bytecode.builtin import floating
from stablehlo_tools.formats.bytecode.fields import (
    ATTRIBUTE,
    DOUBLE,
    DYNAMIC_SIZE,
    FLAG,
    NUMBERS,
    SIGNED,
    STRING,
    TYPE,
    Dialect,
    Field,
    Row,
    behind_flag,
    list_of,
    word_of,
)
from stablehlo_tools.ir.attributes import (
    ACCURACY_MODE,
    ENUMS,
    STRUCT_FORMS,
    Attribute,
    Enumeration,
    Integer,
    Opaque,
    Struct,
    Symbol,
    TypeAttribute,
)
from stablehlo_tools.ir.types import F64, I64, FutureType, TokenType
from stablehlo_tools.ops.model.structs import CONVOLUTION_DIMENSIONS, convolution_of
from stablehlo_tools.text.statement.statement_parser import parse_type


def enumeration(kind: str, dialect: str = "stablehlo", words: Sequence[str] = ()) -> Row:
    """The row of an enum of a dialect, whose words are those of StableHLO unless it has its own."""
    return Row(
        (word_of(*(words or ENUMS[kind]), first=int(kind == "rng_distribution")),),
        lambda word: Enumeration(dialect, kind, word),
        Enumeration,
        lambda word: (word.value,) if word.kind == kind else None,
    )


def _field(kind: str, value: Any) -> Attribute:
    """The field of a struct that a value in bytecode is; a mesh may have the name of a symbol."""
    if kind == "integers":
        return tuple([Integer(number, I64) for number in value])
    if kind == "integer":
        return Integer(value, I64)
    if kind == "real":
        return floating((F64, int.from_bytes(struct.pack("<d", value), "little")))
    if kind == "type":
        return TypeAttribute(value)
    if kind == "axes" and not isinstance(value, tuple):
        raise ValueError("mesh axes must be a list")
    field: Attribute = Symbol((value,)) if kind == "mesh" and isinstance(value, str) else value
    return field


def _value(kind: str, field: Any) -> Any:
    """The inverse."""
    if kind == "integers":
        return [number.value for number in field or ()]
    if kind in ("integer", "real"):
        return 0 if field is None else field.value
    if kind == "axes":
        return field or ()
    return field.name if isinstance(field, Symbol) else field


def struct_row(name: str, *fields: Field) -> Row:
    """The row of a struct of StableHLO, with its fields in the order of `STRUCT_FORMS`."""
    full_name = f"#stablehlo.{name}"
    form = STRUCT_FORMS[full_name]

    def build(*values: Any) -> Struct:
        given = zip(form.fields.items(), values, strict=True)
        fields = {field: _field(kind, value) for (field, kind), value in given if value is not None}
        return Struct(full_name, form.explicit(fields))

    def parts(struct: Struct) -> Sequence[Any] | None:
        if struct.name != full_name:
            return None
        return [_value(kind, struct.fields.get(field)) for field, kind in form.fields.items()]

    return Row(fields, build, Struct, parts)


def _convolution(*values: Any) -> Attribute:
    """`#stablehlo.conv<...>`, whose fields come in the order of the specification."""
    return convolution_of(dict(zip(CONVOLUTION_DIMENSIONS, values, strict=True)))


def _sizes_text(sizes: Sequence[int]) -> str:
    return ", ".join("?" if size < 0 else str(size) for size in sizes)


def _bounds(sizes: Sequence[int]) -> Opaque:
    return Opaque(f"#stablehlo.bounds<{_sizes_text(sizes)}>")


def _bounds_parts(attribute: Opaque) -> tuple[list[int]] | None:
    match = re.fullmatch("#stablehlo.bounds<(.*)>", attribute.text)
    sizes = match[1].split(",") if match and match[1] else ()
    return ([DYNAMIC_SIZE if size.strip() == "?" else int(size) for size in sizes],) if match else None


def _sub_axis_parts(attribute: Opaque) -> tuple[int, int] | None:
    match = re.fullmatch(r"\((\d+)\)(\d+)", attribute.text)
    return (int(match[1]), int(match[2])) if match else None


# The rows that VHLO shares.
ALIAS: Final = struct_row("output_operand_alias", NUMBERS, SIGNED, NUMBERS)
BOUNDS: Final = Row((NUMBERS,), _bounds, Opaque, _bounds_parts)
ACCURACY: Final = struct_row("result_accuracy", DOUBLE, DOUBLE, SIGNED, ATTRIBUTE)
SUB_AXIS: Final = Row(
    (SIGNED, SIGNED), lambda pre_size, size: Opaque(f"({pre_size}){size}"), Opaque, _sub_axis_parts
)
TOKEN: Final = Row((), TokenType, TokenType, lambda token: ())
FUTURE: Final = Row((list_of(TYPE),), FutureType, FutureType, lambda future: (future.types,))

_LISTS_AND_ONE: Final = (NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, SIGNED)

STABLEHLO: Final = Dialect(
    attributes={
        1: struct_row("channel_handle", SIGNED, SIGNED),
        2: enumeration("comparison_direction"),
        3: enumeration("comparison_type"),
        4: Row((SIGNED, SIGNED, NUMBERS) * 3, _convolution),
        5: struct_row("dot", NUMBERS, NUMBERS, NUMBERS, NUMBERS),
        6: enumeration("fft_type"),
        7: struct_row("gather", *_LISTS_AND_ONE),
        8: enumeration("precision"),
        9: enumeration("rng_algorithm"),
        10: enumeration("rng_distribution"),
        11: struct_row("scatter", *_LISTS_AND_ONE),
        12: enumeration("transpose"),
        13: BOUNDS,
        14: ALIAS,
        15: struct_row("dot_algorithm", TYPE, TYPE, TYPE, SIGNED, SIGNED, SIGNED, FLAG),
        16: enumeration(ACCURACY_MODE),
        17: ACCURACY,
        18: struct_row("replica_group_mesh_axes", ATTRIBUTE, list_of(ATTRIBUTE)),
        19: SUB_AXIS,
        20: struct_row("axis_ref", STRING, behind_flag(FLAG, ATTRIBUTE)),
        21: struct_row("mesh_axis", STRING, SIGNED),
        22: struct_row("mesh", ATTRIBUTE, behind_flag(FLAG, ATTRIBUTE)),
    },
    types={0: TOKEN, 1: FUTURE},
)

CHLO: Final = Dialect(
    attributes={0: enumeration("comparison_direction", "chlo"), 1: enumeration("comparison_type", "chlo")},
    types={},
)


# -- MHLO, the dialect of XLA -----------------------------------------------------------------------

# The attributes of MHLO, in order from code 1, by the codes that StableHLO has for those that they are like.
_ALIKE: Final = (*range(1, 13), None, None, None, 14, 16, 17)
_WRITTEN_WITH_DOT: Final = ("rng_algorithm", "rng_distribution")


def _to_mhlo(attribute: Attribute) -> Attribute:
    """The MHLO counterpart of a StableHLO attribute."""
    if isinstance(attribute, Enumeration):
        if attribute.kind in _WRITTEN_WITH_DOT:
            return Opaque(f"#mhlo.{attribute.kind}<{attribute.value}>")
        return Enumeration("mhlo", attribute.kind, attribute.value)
    if isinstance(attribute, Struct):
        return Struct(attribute.name.replace("#stablehlo.", "#mhlo."), attribute.fields)
    if isinstance(attribute, Opaque):
        return Opaque(attribute.text.replace("#stablehlo.", "#mhlo."))
    return attribute


def _like(row: Row) -> Row:
    """The row of an MHLO attribute, from the row of its StableHLO counterpart."""

    def build(*values: Any) -> Attribute:
        return _to_mhlo(row.build(*values))

    return Row(row.fields, build)


def _type_extensions(sizes: Sequence[int]) -> Opaque:
    return Opaque(f"#mhlo.type_extensions<bounds = [{_sizes_text(sizes)}]>")


def _bundle(types: tuple[Any, ...]) -> Any:
    return parse_type(f"!mhlo.async_bundle<{', '.join(map(str, types))}>")


MHLO: Final = Dialect(
    attributes={
        **{
            code: _like(STABLEHLO.attributes[counterpart])
            for code, counterpart in enumerate(_ALIKE, 1)
            if counterpart is not None
        },
        13: Row((NUMBERS,), _type_extensions),
        14: enumeration("kind", "mhlo", ("sharding",)),
        15: enumeration("fusion_kind", "mhlo", ("kLoop", "kInput", "kOutput", "kCustom")),
    },
    types={0: Row((), lambda: parse_type("!mhlo.token")), 1: Row((list_of(TYPE),), _bundle)},
)
