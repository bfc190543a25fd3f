"""StableHLO, CHLO and MHLO in bytecode.

stablehlo/dialect/{Stablehlo,Chlo}Bytecode.cpp, xla/mlir_hlo/mhlo/IR/mhlo_bytecode.cc
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping, Sequence
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
    Float,
    Integer,
    Opaque,
    Struct,
    TypeAttribute,
)
from stablehlo_tools.ir.types import ELEMENT_TYPES, FutureType, TokenType
from stablehlo_tools.ops.model.structs import CONVOLUTION_DIMENSIONS, convolution_of
from stablehlo_tools.text.statement_parser import parse_type

I64: Final = ELEMENT_TYPES["i64"]
F64: Final = ELEMENT_TYPES["f64"]


def enumeration(kind: str, dialect: str = "stablehlo", words: Sequence[str] = ()) -> Row:
    """The row of an enum of a dialect, whose words are those of StableHLO unless it has its own."""
    return Row(
        (word_of(*(words or ENUMS[kind]), first=int(kind == "rng_distribution")),),
        lambda word: Enumeration(dialect, kind, word),
        Enumeration,
        lambda word: (word.value,) if word.kind == kind else None,
    )


def numbers(values: Sequence[int]) -> tuple[Attribute, ...]:
    """A list of numbers as a struct has it."""
    return tuple([Integer(value, I64) for value in values])


def struct_of(name: str) -> Callable[..., Struct]:
    """The struct of numbers and lists of numbers, in order; empty lists and an index of 0 are omitted."""

    def build(*values: Any) -> Struct:
        fields = {
            field: Integer(value, I64) if isinstance(value, int) else numbers(value)
            for field, value in zip(STRUCT_FORMS[name].fields, values, strict=True)
        }
        nonempty = {
            field: value
            for field, value in fields.items()
            if value != () and (field, value) != ("index_vector_dim", Integer(0, I64))
        }
        return Struct(name, nonempty)

    return build


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


def _algorithm(*values: Any) -> Struct:
    fields = [
        TypeAttribute(value) if not isinstance(value, int) else Integer(value, I64) for value in values[:-1]
    ]
    names = STRUCT_FORMS["#stablehlo.dot_algorithm"].fields
    return Struct("#stablehlo.dot_algorithm", dict(zip(names, (*fields, values[-1]), strict=True)))


def _accuracy(atol: float, rtol: float, ulps: int, mode: Attribute) -> Struct:
    """A tolerance of 0 is left out."""
    tolerances: dict[str, Attribute] = {
        name: _double(value) for name, value in (("atol", atol), ("rtol", rtol)) if value
    }
    if ulps:
        tolerances["ulps"] = Integer(ulps, I64)
    return Struct("#stablehlo.result_accuracy", {**tolerances, "mode": mode})


def _accuracy_parts(fields: Mapping[str, Any]) -> Sequence[Any]:
    return (
        *(fields[name].value if name in fields else 0 for name in ("atol", "rtol", "ulps")),
        fields["mode"],
    )


def _double(value: float) -> Float:
    return floating((F64, int.from_bytes(struct.pack("<d", value), "little")))


def _sub_axis_parts(attribute: Opaque) -> tuple[int, int] | None:
    match = re.fullmatch(r"\((\d+)\)(\d+)", attribute.text)
    return (int(match[1]), int(match[2])) if match else None


def axis(name: Attribute, part: Attribute | None) -> Struct:
    """`#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`."""
    fields = {"name": name} if part is None else {"name": name, "sub_axis_info": part}
    return Struct("#stablehlo.axis_ref", fields)


def mesh_axes(mesh: Attribute, axes: Sequence[Attribute]) -> Struct:
    """`#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>`."""
    return Struct("#stablehlo.replica_group_mesh_axes", {"mesh": mesh, "axes": tuple(axes)})


def mesh_axis(name: Attribute, size: int) -> Struct:
    """`#stablehlo.mesh_axis<name = "x", size = 2>`."""
    return Struct("#stablehlo.mesh_axis", {"name": name, "size": Integer(size, I64)})


def mesh(axes: Sequence[Attribute], ids: Attribute | None) -> Struct:
    """`#stablehlo.mesh<axes = [...], device_ids = ...>`."""
    fields: dict[str, Attribute] = {"axes": tuple(axes)}
    return Struct("#stablehlo.mesh", fields if ids is None else {**fields, "device_ids": ids})


def struct_row(
    name: str,
    fields: tuple[Field, ...],
    build: Callable[..., Any],
    parts: Callable[[Mapping[str, Any]], Sequence[Any]],
) -> Row:
    """The row of a struct of StableHLO, whose fields `parts` takes."""
    full_name = f"#stablehlo.{name}"
    return Row(
        fields, build, Struct, lambda struct: parts(struct.fields) if struct.name == full_name else None
    )


def _alias_parts(fields: Mapping[str, Any]) -> Sequence[Any]:
    output, operand = (
        [number.value for number in fields.get(f"{side}_tuple_indices", ())] for side in ("output", "operand")
    )
    return output, fields["operand_index"].value, operand


# The rows that VHLO shares.
ALIAS: Final = struct_row(
    "output_operand_alias", (NUMBERS, SIGNED, NUMBERS), struct_of("#stablehlo.output_operand_alias"),
    _alias_parts,
)  # fmt: skip
BOUNDS: Final = Row((NUMBERS,), _bounds, Opaque, _bounds_parts)
ACCURACY: Final = struct_row(
    "result_accuracy", (DOUBLE, DOUBLE, SIGNED, ATTRIBUTE), _accuracy, _accuracy_parts
)
SUB_AXIS: Final = Row(
    (SIGNED, SIGNED), lambda pre_size, size: Opaque(f"({pre_size}){size}"), Opaque, _sub_axis_parts
)
TOKEN: Final = Row((), TokenType, TokenType, lambda token: ())
FUTURE: Final = Row((list_of(TYPE),), FutureType, FutureType, lambda future: (future.types,))

_LISTS_AND_ONE: Final = (NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, SIGNED)

STABLEHLO: Final = Dialect(
    attributes={
        1: Row((SIGNED, SIGNED), struct_of("#stablehlo.channel_handle")),
        2: enumeration("comparison_direction"),
        3: enumeration("comparison_type"),
        4: Row((SIGNED, SIGNED, NUMBERS) * 3, _convolution),
        5: Row((NUMBERS, NUMBERS, NUMBERS, NUMBERS), struct_of("#stablehlo.dot")),
        6: enumeration("fft_type"),
        7: Row(_LISTS_AND_ONE, struct_of("#stablehlo.gather")),
        8: enumeration("precision"),
        9: enumeration("rng_algorithm"),
        10: enumeration("rng_distribution"),
        11: Row(_LISTS_AND_ONE, struct_of("#stablehlo.scatter")),
        12: enumeration("transpose"),
        13: BOUNDS,
        14: ALIAS,
        15: Row((TYPE, TYPE, TYPE, SIGNED, SIGNED, SIGNED, FLAG), _algorithm),
        16: enumeration(ACCURACY_MODE),
        17: ACCURACY,
        18: Row((ATTRIBUTE, list_of(ATTRIBUTE)), mesh_axes),
        19: SUB_AXIS,
        20: Row((STRING, behind_flag(FLAG, ATTRIBUTE)), axis),
        21: Row((STRING, SIGNED), mesh_axis),
        22: Row((behind_flag(FLAG, ATTRIBUTE), list_of(ATTRIBUTE)), lambda ids, axes: mesh(axes, ids)),
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
