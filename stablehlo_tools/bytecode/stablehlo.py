"""StableHLO and CHLO in bytecode (stablehlo/dialect/StablehloBytecode.cpp, ChloBytecode.cpp)."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Final

from stablehlo_tools.bytecode.builtin import floating
from stablehlo_tools.bytecode.fields import (
    ATTRIBUTE,
    DOUBLE,
    FLAG,
    NUMBERS,
    SIGNED,
    STRING,
    TYPE,
    Dialect,
    Row,
    behind_flag,
    list_of,
    word_of,
)
from stablehlo_tools.ir.attributes import (
    ENUMS,
    STRUCT_FIELDS,
    Attribute,
    Enumeration,
    Float,
    Integer,
    Opaque,
    Struct,
    TypeAttribute,
)
from stablehlo_tools.ir.types import ELEMENT_TYPES, FutureType, TokenType, Type
from stablehlo_tools.ops.attributes import CONVOLUTION_DIMENSIONS
from stablehlo_tools.ops.packing import convolution_of

I64: Final = ELEMENT_TYPES["i64"]
F64: Final = ELEMENT_TYPES["f64"]

DIRECTIONS, COMPARISONS = ENUMS["comparison_direction"], ENUMS["comparison_type"]
FFTS, PRECISIONS, TRANSPOSES = ENUMS["fft_type"], ENUMS["precision"], ENUMS["transpose"]
RNG_ALGORITHMS, ACCURACIES = ENUMS["rng_algorithm"], ENUMS["result_accuracy_mode"]
RNG_DISTRIBUTIONS = ENUMS["rng_distribution"]  # which count from 1


def enumeration(kind: str, words: Sequence[str], first: int = 0, dialect: str = "stablehlo") -> Row:
    """The row of an enum of a dialect."""
    return Row((word_of(*words, first=first),), lambda word: Enumeration(dialect, kind, word))


def numbers(values: Sequence[int]) -> tuple[Attribute, ...]:
    """A list of numbers as a struct has it."""
    return tuple([Integer(value, I64) for value in values])


def struct_of(name: str) -> Callable[..., Struct]:
    """The struct of numbers and lists of numbers, in order; what is empty, or an index of 0, is left out."""

    def build(*values: Any) -> Struct:
        given = {
            field: Integer(value, I64) if isinstance(value, int) else numbers(value)
            for field, value in zip(STRUCT_FIELDS[name], values, strict=True)
        }
        kept = {
            field: value
            for field, value in given.items()
            if value != () and (field, value) != ("index_vector_dim", Integer(0, I64))
        }
        return Struct(name, kept)

    return build


def convolution(*values: Any) -> Attribute:
    """`#stablehlo.conv<...>`, of which the fields come in the order of the specification."""
    return convolution_of(dict(zip(CONVOLUTION_DIMENSIONS, values, strict=True)))


def bounds(sizes: Sequence[int]) -> Opaque:
    """`#stablehlo.bounds<2, ?>`."""
    return Opaque(f"#stablehlo.bounds<{', '.join('?' if size < 0 else str(size) for size in sizes)}>")


def _algorithm(*values: Any) -> Struct:
    fields = [
        TypeAttribute(value) if not isinstance(value, int) else Integer(value, I64) for value in values[:-1]
    ]
    names = STRUCT_FIELDS["#stablehlo.dot_algorithm"]
    return Struct("#stablehlo.dot_algorithm", dict(zip(names, (*fields, values[-1]), strict=True)))


def accuracy(atol: float, rtol: float, ulps: int, mode: Attribute) -> Struct:
    """`#stablehlo.result_accuracy<...>`; a tolerance of 0 is left out."""
    tolerances: dict[str, Attribute] = {
        name: _double(value) for name, value in (("atol", atol), ("rtol", rtol)) if value
    }
    if ulps:
        tolerances["ulps"] = Integer(ulps, I64)
    return Struct("#stablehlo.result_accuracy", {**tolerances, "mode": mode})


def accuracy_mode(word: str) -> Opaque:
    """`#stablehlo.result_accuracy_mode<DEFAULT>`."""
    return Opaque(f"#stablehlo.result_accuracy_mode<{word}>")


def _double(value: float) -> Float:
    return floating((F64, int.from_bytes(struct.pack("<d", value), "little")))


def sub_axis(pre_size: int, size: int) -> Opaque:
    """`(1)2`, the part of an axis."""
    return Opaque(f"({pre_size}){size}")


def axis(name: Attribute, part: Attribute | None) -> Struct:
    """`#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`."""
    fields = {"name": name} if part is None else {"name": name, "sub_axis_info": part}
    return Struct("#stablehlo.axis_ref", fields)


def mesh_axes(mesh: Attribute, axes: Sequence[Attribute]) -> Struct:
    """`#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>`."""
    return Struct("#stablehlo.replica_group_mesh_axes", {"mesh": mesh, "axes": tuple(axes)})


def _mesh_axis(name: str, size: int) -> Struct:
    return Struct("#stablehlo.mesh_axis", {"name": name, "size": Integer(size, I64)})


def _mesh(ids: Attribute | None, axes: Sequence[Attribute]) -> Struct:
    fields: dict[str, Attribute] = {"axes": tuple(axes)}
    return Struct("#stablehlo.mesh", fields if ids is None else {**fields, "device_ids": ids})


def future(types: Sequence[Type]) -> FutureType:
    """`!stablehlo.future<...>`."""
    return FutureType(tuple(types))


_ONE_AND_LISTS: Final = (NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, SIGNED)
ALIAS: Final = Row((NUMBERS, SIGNED, NUMBERS), struct_of("#stablehlo.output_operand_alias"))
CONVOLUTION_FIELDS: Final = (SIGNED, SIGNED, NUMBERS) * 3

STABLEHLO: Final = Dialect(
    attributes={
        1: Row((SIGNED, SIGNED), struct_of("#stablehlo.channel_handle")),
        2: enumeration("comparison_direction", DIRECTIONS),
        3: enumeration("comparison_type", COMPARISONS),
        4: Row(CONVOLUTION_FIELDS, convolution),
        5: Row((NUMBERS, NUMBERS, NUMBERS, NUMBERS), struct_of("#stablehlo.dot")),
        6: enumeration("fft_type", FFTS),
        7: Row(_ONE_AND_LISTS, struct_of("#stablehlo.gather")),
        8: enumeration("precision", PRECISIONS),
        9: enumeration("rng_algorithm", RNG_ALGORITHMS),
        10: enumeration("rng_distribution", RNG_DISTRIBUTIONS, 1),
        11: Row(_ONE_AND_LISTS, struct_of("#stablehlo.scatter")),
        12: enumeration("transpose", TRANSPOSES),
        13: Row((NUMBERS,), bounds),
        14: ALIAS,
        15: Row((TYPE, TYPE, TYPE, SIGNED, SIGNED, SIGNED, FLAG), _algorithm),
        16: Row((word_of(*ACCURACIES),), accuracy_mode),
        17: Row((DOUBLE, DOUBLE, SIGNED, ATTRIBUTE), accuracy),
        18: Row((ATTRIBUTE, list_of(ATTRIBUTE)), mesh_axes),
        19: Row((SIGNED, SIGNED), sub_axis),
        20: Row((STRING, behind_flag(FLAG, ATTRIBUTE)), axis),
        21: Row((STRING, SIGNED), _mesh_axis),
        22: Row((behind_flag(FLAG, ATTRIBUTE), list_of(ATTRIBUTE)), _mesh),
    },
    types={0: Row((), TokenType), 1: Row((list_of(TYPE),), future)},
)

CHLO: Final = Dialect(
    attributes={
        0: enumeration("comparison_direction", DIRECTIONS, dialect="chlo"),
        1: enumeration("comparison_type", COMPARISONS, dialect="chlo"),
    },
    types={},
)
