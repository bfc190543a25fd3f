"""VHLO in bytecode (stablehlo/dialect/VhloBytecode.cpp).

VHLO has a versioned twin of every attribute and type that StableHLO programs may have. In memory they are
their counterparts: `#vhlo.integer_v1<1 : i64>` is `1 : i64`, and `!vhlo.tensor_v1<2x!vhlo.f32_v1>` is
`tensor<2xf32>`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from stablehlo_tools.formats.bytecode import builtin, quant, stablehlo
from stablehlo_tools.formats.bytecode.builtin import keyword, named
from stablehlo_tools.formats.bytecode.fields import (
    ATTRIBUTE,
    DYNAMIC_SIZE,
    NUMBERS,
    OPTIONAL,
    SIGNED,
    TRUTH,
    TYPE,
    Dialect,
    Row,
    behind_flag,
    word_of,
)
from stablehlo_tools.formats.bytecode.stablehlo import enumeration, struct_row
from stablehlo_tools.formats.vhlo.legalize import ApiVersion
from stablehlo_tools.ir.attributes import ACCURACY_MODE, Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import I32, OpaqueType, element_type_named
from stablehlo_tools.ops.stablehlo.custom_call_rules import API_VERSIONS


def _buffer_parts(type: OpaqueType) -> Sequence[Any] | None:
    """The sizes and the element type of a buffer without layout; None for any other type."""
    match = re.fullmatch(r"memref<((?:(?:\d+|\?)x)*)(\w+)>", type.text)
    if match is None or element_type_named(match[2]).kind == "other":
        return None
    sizes = [DYNAMIC_SIZE if size == "?" else int(size) for size in match[1].split("x")[:-1]]
    return sizes, element_type_named(match[2])


_ELEMENTS: Final = {
    0: "i1", 2: "bf16", 3: "f16", 4: "f32", 5: "f64", 6: "f8E4M3FN", 7: "f8E5M2", 9: "index", 10: "i4",
    11: "i8", 12: "i16", 13: "i32", 14: "i64", 15: "ui4", 16: "ui8", 17: "ui16", 18: "ui32", 19: "ui64",
    27: "f8E4M3FNUZ", 28: "f8E5M2FNUZ", 29: "f8E4M3B11FNUZ", 31: "i2", 32: "ui2", 34: "tf32", 35: "f8E4M3",
    36: "f8E3M4", 37: "f4E2M1FN", 38: "f6E2M3FN", 39: "f6E3M2FN", 40: "f8E8M0FNU",
}  # fmt: skip

VHLO: Final = Dialect(
    attributes={
        1: builtin.LIST,
        2: Row((TRUTH,), bool, bool),
        3: enumeration("comparison_direction"),
        4: enumeration("comparison_type"),
        5: Row(
            (word_of(*API_VERSIONS),),
            lambda word: Integer(API_VERSIONS.index(word), I32),
            ApiVersion,
            lambda version: (API_VERSIONS[version.number],),
        ),
        6: builtin.DICTIONARY,
        7: enumeration("fft_type"),
        8: builtin.FLOAT,
        9: builtin.INTEGER,
        10: stablehlo.ALIAS,
        11: enumeration("precision"),
        12: enumeration("rng_algorithm"),
        13: enumeration("rng_distribution"),
        14: builtin.TEXT,
        15: builtin.DENSE._replace(form=Dense),
        16: enumeration("transpose"),
        17: builtin.TYPE_ATTRIBUTE,
        18: stablehlo.BOUNDS,
        19: enumeration(ACCURACY_MODE),
        20: stablehlo.ACCURACY,
        21: stablehlo.SUB_AXIS,
        22: struct_row("axis_ref", ATTRIBUTE, behind_flag(TRUTH, ATTRIBUTE)),
        23: struct_row("replica_group_mesh_axes", ATTRIBUTE, ATTRIBUTE),
        24: struct_row("mesh_axis", ATTRIBUTE, SIGNED),
        25: struct_row("mesh", ATTRIBUTE, OPTIONAL),
    },
    types={
        **{code: named(name) for code, name in _ELEMENTS.items()},
        1: builtin.COMPLEX,
        8: builtin.FUNCTION,
        20: builtin.TENSOR,
        21: builtin.ENCODED_TENSOR,
        22: stablehlo.TOKEN,
        23: builtin.TUPLE,
        24: quant.PER_TENSOR,
        25: builtin.UNRANKED_TENSOR,
        26: keyword("!shape.witness"),
        30: quant.PER_AXIS,
        33: keyword("none"),
        41: Row((NUMBERS, TYPE), builtin.buffer, OpaqueType, _buffer_parts),
        42: stablehlo.FUTURE,
    },
)  # fmt: skip
