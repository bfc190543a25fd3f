"""VHLO in bytecode (stablehlo/dialect/VhloBytecode.cpp).

VHLO has a versioned twin of every attribute and type that StableHLO programs may have. In memory they are
those that they stand for: `#vhlo.integer_v1<1 : i64>` is `1 : i64`, and `!vhlo.tensor_v1<2x!vhlo.f32_v1>` is
`tensor<2xf32>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from stablehlo_tools.attributes import Attribute, Integer, Struct, Symbol, TypeAttribute
from stablehlo_tools.bytecode import quant
from stablehlo_tools.bytecode.builtin import (
    buffer,
    complex_type,
    dense,
    dictionary,
    floating,
    integer,
    named,
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
from stablehlo_tools.types import ELEMENT_TYPES, FunctionType, OpaqueType, TokenType, TupleType

API_VERSIONS: Final = (
    "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI",
)  # fmt: skip
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
