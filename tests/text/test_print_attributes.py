"""Attributes are printed as MLIR prints them; each expected text is a print of MLIR's."""

from __future__ import annotations

import pytest

from stablehlo_tools.ir.attributes import (
    UNIT,
    Attribute,
    Convolution,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Opaque,
    Struct,
    Symbol,
    TypeAttribute,
    TypedString,
)
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.quoting import symbol_text
from stablehlo_tools.ir.types import ELEMENT_TYPES, FunctionType, tensor_type
from stablehlo_tools.text.printer.attribute_text import attribute_text, dictionary_text

I1, I32, I64 = (ELEMENT_TYPES[name] for name in ("i1", "i32", "i64"))
F32, F64 = ELEMENT_TYPES["f32"], ELEMENT_TYPES["f64"]
INFINITY = float("inf")


@pytest.mark.parametrize(
    ("attribute", "text"),
    [
        (True, "true"),
        (UNIT, "unit"),
        ('a"b\n\\ü', '"a\\22b\\0A\\\\\\C3\\BC"'),
        (TypedString("t", I32), '"t" : i32'),
        (Integer(7, I32), "7 : i32"),
        (Integer(1, I64), "1 : i64"),
        (Integer(-1, ELEMENT_TYPES["i8"]), "-1 : i8"),
        (Float(1.5, F64, 0), "1.500000e+00 : f64"),
        (Float(INFINITY, F32, 0x7F800000), "0x7F800000 : f32"),
        (Symbol(("f",)), "@f"),
        (Symbol(("a b", "1a", "c.d$")), '@"a b"::@"1a"::@c.d$'),
        (TypeAttribute(FunctionType((I32,), ())), "(i32) -> ()"),
        (DenseArray(I64, (1, -2)), "array<i64: 1, -2>"),
        (DenseArray(I32, ()), "array<i32>"),
        (DenseArray(I1, (True, False)), "array<i1: true, false>"),
        (DenseArray(F32, (Float(1.0, F32, 0),)), "array<f32: 1.000000e+00>"),
        (Dense("1", tensor_type([2], "i8")), "dense<1> : tensor<2xi8>"),
        (DenseResource("a b", tensor_type([2], "i8")), 'dense_resource<"a b"> : tensor<2xi8>'),
        (Enumeration("chlo", "precision", "HIGH"), "#chlo<precision HIGH>"),
        (
            Enumeration("stablehlo", "result_accuracy_mode", "HIGHEST"),
            "#stablehlo.result_accuracy_mode<HIGHEST>",
        ),
        (
            Convolution(("b", "f"), ("i", "o"), ("?", "f")),
            "#stablehlo.conv<[b, f]x[i, o]->[?, f]>",
        ),
        (Opaque("#a.b<c>"), "#a.b<c>"),
        ((), "[]"),
        # in lists, numbers of 64 bits need no type, unless they are written in hexadecimal
        ((Integer(1, I64), Integer(2, I32), UNIT, "s", ()), '[1, 2 : i32, unit, "s", []]'),
        (
            (Float(1.5, F64, 0), Float(1.5, F32, 0), Float(INFINITY, F64, 0x7FF0000000000000)),
            "[1.500000e+00, 1.500000e+00 : f32, 0x7FF0000000000000 : f64]",
        ),
        ({"k": UNIT, "a-b": Integer(2, I64)}, '{"a-b" = 2 : i64, k}'),
    ],
)
def test_attribute_text(attribute: Attribute, text: str) -> None:
    assert attribute_text(attribute) == text


@pytest.mark.parametrize(
    ("struct", "text"),
    [
        (Struct("#stablehlo.dot", {}), "#stablehlo.dot<>"),
        (
            Struct(
                "#stablehlo.gather", {"index_vector_dim": Integer(1, I64), "offset_dims": (Integer(0, I64),)}
            ),
            "#stablehlo.gather<offset_dims = [0], index_vector_dim = 1>",
        ),
        (
            Struct("#stablehlo.result_accuracy", {"mode": Opaque("#a"), "atol": Float(1.0, F64, 0)}),
            "#stablehlo.result_accuracy<atol = 1.000000e+00, mode = #a>",
        ),
        (
            Struct("#stablehlo.output_operand_alias", {"operand_index": Integer(0, I64)}),
            "#stablehlo.output_operand_alias"
            "<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>",
        ),
        (
            Struct("#stablehlo.dot_algorithm", {"other": False, "lhs_precision_type": TypeAttribute(F32)}),
            "#stablehlo.dot_algorithm<lhs_precision_type = f32, other = false>",
        ),
    ],
)
def test_fields_stand_in_mlirs_order(struct: Struct, text: str) -> None:
    assert attribute_text(struct) == text


def test_a_dictionary_is_sorted_by_bytes() -> None:
    names = ["b", "a.b", "B", "a", "_", "ü"]
    assert dictionary_text(dict.fromkeys(names, UNIT)) == '{B, _, a, a.b, b, "\\C3\\BC"}'


@pytest.mark.parametrize(
    ("name", "text"),
    [("main", "@main"), ("_a.b$1", "@_a.b$1"), ("a-b", '@"a-b"'), ("<lambda>", '@"<lambda>"'), ("", '@""')],
)
def test_symbols_are_quoted_where_they_must_be(name: str, text: str) -> None:
    assert symbol_text(name) == text
