"""VHLO in bytecode (stablehlo/dialect/VhloBytecode.cpp).

VHLO has a versioned twin of every attribute and type that StableHLO programs may have. In memory they are
those that they stand for: `#vhlo.integer_v1<1 : i64>` is `1 : i64`, and `!vhlo.tensor_v1<2x!vhlo.f32_v1>` is
`tensor<2xf32>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from stablehlo_tools.bytecode import quant
from stablehlo_tools.bytecode.builtin import (
    DYNAMIC_SIZE,
    bits_of,
    buffer,
    complex_type,
    dense,
    dictionary,
    floating,
    integer,
    named,
    sizes_of,
    tensor,
    tensor_with_encoding,
    unranked_tensor,
)
from stablehlo_tools.bytecode.fields import (
    ATTRIBUTE,
    BITS,
    BLOB,
    DOUBLE,
    NUMBERS,
    SIGNED,
    STRING,
    TRUTH,
    TYPE,
    Dialect,
    Row,
    behind_flag,
    group_of,
    list_of,
    word_of,
)
from stablehlo_tools.bytecode.stablehlo import (
    ACCURACIES,
    ALIAS,
    COMPARISONS,
    DIRECTIONS,
    FFTS,
    PRECISIONS,
    RNG_ALGORITHMS,
    RNG_DISTRIBUTIONS,
    TRANSPOSES,
    accuracy,
    accuracy_mode,
    axis,
    bounds,
    enumeration,
    future,
    mesh_axes,
    sub_axis,
)
from stablehlo_tools.ir.attributes import (
    Attribute,
    Enumeration,
    Float,
    Integer,
    Opaque,
    Struct,
    Symbol,
    TypeAttribute,
)
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    Type,
    element_type_named,
    part_of,
)
from stablehlo_tools.vhlo.legalize import API_VERSIONS, ApiVersion

_I32: Final = ELEMENT_TYPES["i32"]


def api_version(word: str) -> Integer:
    """The number that StableHLO has for a version of the interface of custom calls."""
    return Integer(API_VERSIONS.index(word), _I32)


def _mesh_axes(mesh: Attribute, axes: Attribute) -> Attribute:
    named = Symbol((mesh,)) if isinstance(mesh, str) else mesh
    if not isinstance(axes, tuple):
        raise ValueError("the axes of a mesh are no list")
    return mesh_axes(named, axes)


def _mesh_axis(name: Attribute, size: int) -> Attribute:
    return Struct("#stablehlo.mesh_axis", {"name": name, "size": Integer(size, ELEMENT_TYPES["i64"])})


def _mesh(axes: Attribute, ids: Attribute | None) -> Attribute:
    return Struct("#stablehlo.mesh", {"axes": axes} if ids is None else {"axes": axes, "device_ids": ids})


_ELEMENTS: Final = {
    0: "i1", 2: "bf16", 3: "f16", 4: "f32", 5: "f64", 6: "f8E4M3FN", 7: "f8E5M2", 9: "index", 10: "i4",
    11: "i8", 12: "i16", 13: "i32", 14: "i64", 15: "ui4", 16: "ui8", 17: "ui16", 18: "ui32", 19: "ui64",
    27: "f8E4M3FNUZ", 28: "f8E5M2FNUZ", 29: "f8E4M3B11FNUZ", 31: "i2", 32: "ui2", 34: "tf32", 35: "f8E4M3",
    36: "f8E3M4", 37: "f4E2M1FN", 38: "f6E2M3FN", 39: "f6E3M2FN", 40: "f8E8M0FNU",
}  # fmt: skip

VHLO: Final = Dialect(
    attributes={
        1: Row((list_of(ATTRIBUTE),), tuple),
        2: Row((TRUTH,), bool),
        3: enumeration("comparison_direction", DIRECTIONS),
        4: enumeration("comparison_type", COMPARISONS),
        5: Row((word_of(*API_VERSIONS),), api_version),
        6: Row((list_of(group_of(ATTRIBUTE, ATTRIBUTE)),), dictionary),
        7: enumeration("fft_type", FFTS),
        8: Row((BITS,), floating),
        9: Row((BITS,), integer),
        10: ALIAS,
        11: enumeration("precision", PRECISIONS),
        12: enumeration("rng_algorithm", RNG_ALGORITHMS),
        13: enumeration("rng_distribution", RNG_DISTRIBUTIONS, 1),
        14: Row((STRING,), str),
        15: Row((TYPE, BLOB), dense),
        16: enumeration("transpose", TRANSPOSES),
        17: Row((TYPE,), TypeAttribute),
        18: Row((NUMBERS,), bounds),
        19: Row((word_of(*ACCURACIES),), accuracy_mode),
        20: Row((DOUBLE, DOUBLE, SIGNED, ATTRIBUTE), accuracy),
        21: Row((SIGNED, SIGNED), sub_axis),
        22: Row((ATTRIBUTE, behind_flag(TRUTH, ATTRIBUTE)), axis),
        23: Row((ATTRIBUTE, ATTRIBUTE), _mesh_axes),
        24: Row((ATTRIBUTE, SIGNED), _mesh_axis),
        25: Row((ATTRIBUTE, behind_flag(TRUTH, ATTRIBUTE)), _mesh),
    },
    types={
        **{code: named(name) for code, name in _ELEMENTS.items()},
        1: Row((TYPE,), complex_type),
        8: Row((list_of(TYPE), list_of(TYPE)), FunctionType),
        20: Row((NUMBERS, TYPE), tensor),
        21: Row((ATTRIBUTE, NUMBERS, TYPE), tensor_with_encoding),
        22: Row((), TokenType),
        23: Row((list_of(TYPE),), TupleType),
        24: Row(quant.PER_TENSOR, quant.per_tensor),
        25: Row((TYPE,), unranked_tensor),
        26: Row((), lambda: OpaqueType("!shape.witness")),
        30: Row(quant.PER_AXIS, quant.per_axis),
        33: Row((), lambda: OpaqueType("none")),
        41: Row((NUMBERS, TYPE), buffer),
        42: Row((list_of(TYPE),), future),
    },
)


# -- writing ------------------------------------------------------------------------------------

_ENUM_CODES: Final = {
    "comparison_direction": 3, "comparison_type": 4, "fft_type": 7, "precision": 11, "rng_algorithm": 12,
    "rng_distribution": 13, "transpose": 16,
}  # fmt: skip
_MODE: Final = "#stablehlo.result_accuracy_mode<"


def attribute_row(attribute: Any) -> tuple[int, tuple[Any, ...]] | None:
    """The code of the attribute of VHLO that one stands for, and its fields; None where none does."""
    row = _ATTRIBUTE_ROWS.get(type(attribute))
    return row(attribute) if row else None


def _opaque_row(attribute: Opaque) -> tuple[int, tuple[Any, ...]] | None:
    text = attribute.text
    if text.startswith(_MODE):
        return 19, (text.removeprefix(_MODE)[:-1],)
    if text.startswith(_BOUNDS):
        sizes = text.removeprefix(_BOUNDS)[:-1].split(",")
        return 18, ([DYNAMIC_SIZE if size.strip() == "?" else int(size) for size in sizes if size],)
    part = _SUB_AXIS.fullmatch(text)
    return (21, (int(part[1]), int(part[2]))) if part else None


_BOUNDS: Final = "#stablehlo.bounds<"
_SUB_AXIS: Final = re.compile(r"\((\d+)\)(\d+)")


def _struct_row(struct: Struct) -> tuple[int, tuple[Any, ...]] | None:
    row = _STRUCT_ROWS.get(struct.name)
    return row(struct.fields) if row else None


def _alias_row(fields: Mapping[str, Any]) -> tuple[int, tuple[Any, ...]]:
    lists = [
        [each.value for each in fields.get(f"{side}_tuple_indices", ())] for side in ("output", "operand")
    ]
    return 10, (lists[0], fields["operand_index"].value, lists[1])


def _accuracy_row(fields: Mapping[str, Any]) -> tuple[int, tuple[Any, ...]]:
    values = [fields[name].value if name in fields else 0 for name in ("atol", "rtol", "ulps")]
    return 20, (*values, fields["mode"])


def _group_row(fields: Mapping[str, Any]) -> tuple[int, tuple[Any, ...]]:
    mesh = fields["mesh"]
    return 23, (mesh.name if isinstance(mesh, Symbol) else mesh, fields["axes"])


_STRUCT_ROWS: Final[Mapping[str, Callable[[Mapping[str, Any]], tuple[int, tuple[Any, ...]]]]] = {
    "#stablehlo.output_operand_alias": _alias_row,
    "#stablehlo.result_accuracy": _accuracy_row,
    "#stablehlo.axis_ref": lambda fields: (22, (fields["name"], fields.get("sub_axis_info"))),
    "#stablehlo.replica_group_mesh_axes": _group_row,
    "#stablehlo.mesh_axis": lambda fields: (24, (fields["name"], fields["size"].value)),
    "#stablehlo.mesh": lambda fields: (25, (fields["axes"], fields.get("device_ids"))),
}
_ATTRIBUTE_ROWS: Final[Mapping[type, Callable[[Any], tuple[int, tuple[Any, ...]] | None]]] = {
    tuple: lambda entries: (1, (entries,)),
    bool: lambda value: (2, (value,)),
    dict: lambda entries: (6, (sorted(entries.items()),)),
    Float: lambda number: (8, (bits_of(number),)),
    Integer: lambda number: (9, (bits_of(number),)),
    str: lambda text: (14, (text,)),
    Dense: lambda constant: (15, (constant.stored_type, constant.storage())),
    TypeAttribute: lambda attribute: (17, (attribute.type,)),
    Enumeration: lambda word: (_ENUM_CODES[word.kind], (word.value,)),
    Opaque: _opaque_row,
    Struct: _struct_row,
    ApiVersion: lambda version: (5, (API_VERSIONS[version.number],)),
}

_ELEMENT_CODES: Final = {name: code for code, name in _ELEMENTS.items()}


def type_row(type: Type) -> tuple[int, tuple[Any, ...]] | None:
    """The code of the type of VHLO that one stands for, and what its fields are; None where none does."""
    if isinstance(type, ElementType):
        return _element_row(type)
    if isinstance(type, TensorType):
        if type.shape is None:
            return 25, (type.element_type,)
        plain = (sizes_of(type), type.element_type)
        return (20, plain) if type.encoding is None else (21, (type.encoding, *plain))
    if isinstance(type, QuantizedType):
        return _quantized_row(type)
    if isinstance(type, FunctionType):
        return 8, (type.inputs, type.results)
    if isinstance(type, TokenType):
        return 22, ()
    if isinstance(type, TupleType | FutureType):
        return (23 if isinstance(type, TupleType) else 42), (type.types,)
    return _opaque_type_row(type)


def _opaque_type_row(type: OpaqueType) -> tuple[int, tuple[Any, ...]] | None:
    words: Mapping[str, int] = {"!shape.witness": 26, "none": 33}
    if type.text in words:
        return words[type.text], ()
    buffer = _BUFFER.fullmatch(type.text)
    if buffer is None or element_type_named(buffer[2]).kind == "other":
        return None
    sizes = [DYNAMIC_SIZE if size == "?" else int(size) for size in buffer[1].split("x")[:-1]]
    return 41, (sizes, element_type_named(buffer[2]))


_BUFFER: Final = re.compile(r"memref<((?:(?:\d+|\?)x)*)(\w+)>")


def _element_row(type: ElementType) -> tuple[int, tuple[Any, ...]] | None:
    if type.kind == "complex":
        return 1, (part_of(type),)
    code = _ELEMENT_CODES.get(str(type))
    return None if code is None else (code, ())


def _quantized_row(type: QuantizedType) -> tuple[int, tuple[Any, ...]]:
    is_signed = type.storage_type.kind == "signed"
    storage = element_type_named(f"i{type.bits}")
    low, high = type.storage_min, type.storage_max
    if type.quantization_dimension is None:
        scale, zero = type.scales[0], type.zero_points[0]
        return 24, (int(is_signed), storage, type.expressed_type, scale, zero, low, high)
    return 30, (
        int(is_signed), storage, type.expressed_type, type.quantization_dimension, low, high, type.scales,
        type.zero_points,
    )  # fmt: skip
