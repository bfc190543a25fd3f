"""The functions that formulas call."""

from __future__ import annotations

from typing import Any

import pytest

from stablehlo_tools.formula.functions import FUNCTIONS, RegionType
from stablehlo_tools.ir.types import (
    DYNAMIC,
    Dim,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    element_type_named,
    tensor_type,
)

I8, I32, F32, F64 = map(element_type_named, ("i8", "i32", "f32", "f64"))
TENSOR = tensor_type((2, 3), "f32")
UNRANKED = TensorType(None, F32)
OPAQUE = OpaqueType("!other.type")


def quantized(*scales: float, axis: int | None = None, stored: str = "i8") -> QuantizedType:
    bounds = (-128, 127)
    zero_points = (0,) * len(scales)
    return QuantizedType(
        element_type_named(stored), F32, *bounds, scales, zero_points, axis, f"{stored}{scales}{axis}"
    )


def call(name: str, *arguments: Any) -> Any:
    return FUNCTIONS[name](*arguments)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("rank", (TENSOR,), 2),
        ("rank", (UNRANKED,), None),
        ("rank", (OPAQUE,), None),
        ("shape", (((1, 2), (3, 4), (5, 6)),), (3, 2)),
        ("shape", ((1, 2, 3),), (3,)),
        ("shape", ((),), (0, DYNAMIC)),
        ("dim", (TENSOR, 1), 3),
        ("dims", (TENSOR, [1, 0]), [3, 2]),
        ("dim", (((1, 2), (3, 4)), 1), 2),
        ("axes", (TENSOR,), [0, 1]),
        ("size", (TENSOR,), 6),
        ("size", (tensor_type((), "f32"),), 1),
        ("size", (tensor_type((2, DYNAMIC), "f32"),), DYNAMIC),
        ("size", (tensor_type((2, Dim(0, 4)), "f32"),), Dim(0, 8)),
        ("size", ([TENSOR, UNRANKED],), 2),
        ("size", ((),), 0),
        ("size", (((1, 2), (3, 4)),), 4),
        ("size", (TupleType((TENSOR, TokenType())),), 2),
        ("shape_except", (TENSOR, -1, 7), [2, 7]),
        ("shape_except", (UNRANKED, 0, 7), None),
        ("combine", ([5, 6, 7], [2, 0, 1]), [6, 7, 5]),
        ("range", (3,), [0, 1, 2]),
        ("range", (1, 3), [1, 2]),
        ("range", (DYNAMIC,), None),
        ("concatenate", ([1], (2, 3), []), [1, 2, 3]),
        ("without", ([0, 1, 2, 3], (2, 0)), [1, 3]),
        ("without", ([0, 1, 2, 3], 2), [0, 1, 3]),
        ("interleave", ([1, 2], [3, 4]), [1, 3, 2, 4]),
        ("product", ([2, DYNAMIC, 0],), 0),
        ("sum", ([2, Dim(0, 4)],), Dim(2, 6)),
        ("is_unique", ([1, 2, 1],), False),
        ("is_unique", (((0, 1), (2, 0)),), False),
        ("is_unique", ([],), True),
        ("is_unique", ([1, DYNAMIC],), None),
        ("is_sorted", ((1, 2, 2),), True),
        ("is_sorted", ((2, 1),), False),
        ("sorted", ((2, 0, 1),), [0, 1, 2]),
        ("same", ([],), True),
        ("same", ([TENSOR, tensor_type((2, 3), "f32")],), True),
        ("same", ([(2, 3), (2, 4)],), False),
        ("same", ([(2, 3), (2, DYNAMIC)],), None),
        ("is_empty", ([],), True),
    ],
)
def test_shapes_and_lists(name: str, arguments: tuple[Any, ...], expected: Any) -> None:
    assert call(name, *arguments) == expected


def test_combine_wants_an_axis_for_each_size() -> None:
    with pytest.raises(ValueError, match="2 sizes for 1"):
        call("combine", [1, 2], [0])
    with pytest.raises(ValueError, match="1 is not in list"):
        call("combine", [1, 2], [0, 0])


@pytest.mark.parametrize(
    ("element_type", "kinds"),
    [
        ("i1", {"is_boolean"}),
        ("i32", {"is_integer", "is_signed_integer"}),
        ("ui8", {"is_integer", "is_unsigned_integer"}),
        ("bf16", {"is_float"}),
        ("complex<f32>", {"is_complex"}),
    ],
)
def test_kinds_of_element_types(element_type: str, kinds: set[str]) -> None:
    questions = {
        "is_boolean", "is_integer", "is_signed_integer", "is_unsigned_integer", "is_float", "is_complex",
        "is_quantized",
    }  # fmt: skip
    for x in (tensor_type((2,), element_type), element_type_named(element_type)):
        assert {name for name in questions if call(name, x)} == kinds
    assert {call(name, OPAQUE) for name in questions} == {None}


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ("f16", "f32", True), ("f32", "f32", True), ("f64", "f32", False), ("f32", "i32", False),
        ("i8", "i32", True), ("ui8", "i32", True), ("i32", "i8", False), ("i1", "i1", True),
        ("i1", "i32", False), ("complex<f32>", "complex<f64>", True), ("complex<f64>", "complex<f32>", False),
    ],
)  # fmt: skip
def test_promotion(x: str, y: str, expected: bool) -> None:
    assert call("is_promotable", element_type_named(x), element_type_named(y)) is expected


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ((), (3, 4), True),
        ((3, 5), (3, 4, 5), True),
        ((5, 3), (3, 4, 5), False),
        ((3, 3), (3, 4), False),
        ((4,), (3, DYNAMIC), None),
        ((DYNAMIC,), (3, 4), None),
        ((DYNAMIC, 4, 4), (3, 4), False),
        ((Dim(0, 2),), (3, 4), False),
        (((3,), ()), (3, 4), True),
        (((3,), (5,)), (3, 4), False),
        (((DYNAMIC,), (5,)), (3, 4), False),
    ],
)
def test_subsequences(x: Any, y: Any, expected: bool | None) -> None:
    assert call("is_subsequence", x, y) is expected


def test_promotion_of_lists_and_of_quantized_types() -> None:
    assert call("is_promotable", [F32, I8], [F64, I32]) is True
    assert call("is_promotable", [F32, I8], [F64]) is False
    assert call("is_promotable", quantized(0.5), quantized(1.0, stored="i32")) is True
    assert call("is_promotable", quantized(0.5, stored="i32"), quantized(1.0)) is False
    assert call("is_promotable", quantized(0.5), F32) is False
    assert call("is_promotable", None, F32) is None


def test_quantized_types() -> None:
    per_tensor, per_axis = quantized(0.5), quantized(0.5, 0.25, 0.125, axis=1)
    tensor = TensorType((2, 3), per_axis)
    assert call("is_quantized", tensor)
    assert (call("is_per_axis_quantized", tensor), call("is_per_tensor_quantized", tensor)) == (True, False)
    assert (call("is_per_axis_quantized", per_tensor), call("is_per_tensor_quantized", per_tensor)) == (
        False,
        True,
    )
    assert (call("is_per_axis_quantized", F32), call("is_per_tensor_quantized", F32)) == (False, False)
    assert call("storage_type", tensor) == I8
    assert call("expressed_type", tensor) == F32
    assert call("scales", tensor) == (0.5, 0.25, 0.125)
    assert call("zero_points", per_tensor) == (0,)
    assert call("quantization_dimension", tensor) == 1
    assert call("storage_type", TENSOR) is None


def test_a_baseline_forgets_scales_and_zero_points() -> None:
    a, b = TensorType((2,), quantized(0.5)), TensorType((2,), quantized(0.25))
    assert a != b
    assert call("baseline_type", a) == call("baseline_type", b)
    assert call("baseline_element_type", a) == call("baseline_element_type", b)
    assert call("baseline_type", a) != call("baseline_type", TensorType((2,), quantized(0.5, axis=0)))
    assert call("baseline_type", TENSOR) is TENSOR
    assert str(call("baseline_type", a)) == "tensor<2x!quant.uniform<i8<-128:127>:f32>>"


def test_types_of_things() -> None:
    region = RegionType((TENSOR,), ())
    assert str(call("type", region)) == "(tensor<2x3xf32>) -> ()"
    assert str(region) == "(tensor<2x3xf32>) -> ()"
    assert call("type", TENSOR) is TENSOR
    assert call("element_type", F32) is F32
    assert call("element_type", TokenType()) is None
    assert call("complex_element_type", element_type_named("complex<f64>")) == F64
    assert call("complex_element_type", F64) == F64
    assert call("tuple_element_types", TupleType((TENSOR,))) == (TENSOR,)
    assert call("tuple_element_types", TENSOR) is None
    assert call("input_types", "a name") is None
    assert call("num_bits", quantized(0.5)) == 8
    assert call("num_bits", OPAQUE) is None
    assert (call("is_token", TokenType()), call("is_tensor", [TENSOR, TokenType()])) == (True, False)


def test_names_of_ops_and_functions() -> None:
    assert call("is_namespaced_op_name", "my_dialect.op")
    assert not call("is_namespaced_op_name", "op")
    assert not call("is_namespaced_op_name", "my_dialect.op ")
    assert call("is_defined_in_parent_scope", RegionType((), ()))
    assert not call("is_defined_in_parent_scope", "@missing")
