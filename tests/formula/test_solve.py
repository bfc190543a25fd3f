"""Type inference: rules solved for the results."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, get_args

import pytest

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.solve import infer_arguments, is_complete, solve
from stablehlo_tools.ir.types import (
    DYNAMIC,
    Dim,
    QuantizedType,
    TensorType,
    TokenType,
    element_type_named,
    tensor_type,
)
from stablehlo_tools.ops.model.declare import BooleanTensor
from stablehlo_tools.ops.model.schema import Op, ValueField
from stablehlo_tools.ops.registry import OPS

Declare = Callable[..., Op]
F32, F64 = map(element_type_named, ("f32", "f64"))
A = tensor_type((2, 3), "f32")


def infer(op: Op, names: dict[str, Any]) -> dict[str, Any]:
    return {name: found for name, found in solve(op, names).items() if is_complete(found)}


def inferred(op: Op, **names: Any) -> dict[str, Any]:
    return {
        name: str(found) if not isinstance(found, tuple) else list(map(str, found))
        for name, found in infer(op, names).items()
    }


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("C1 type(operand) = type(result)", "tensor<2x3xf32>"),
        ("C1 type(result) = type(operand) = type(operand)", "tensor<2x3xf32>"),
        ("C1 baseline_type(operand) = baseline_type(result)", "tensor<2x3xf32>"),
        ("C1 shape(result) = [axis, rank(operand)]\nC2 element_type(result) = f64", "tensor<1x2xf64>"),
        ("C1 shape(result) = shape(operand)\nC2 baseline_element_type(result) = axis = 1 ? i1 : f32",
         "tensor<2x3xi1>"),
        ("C1 2 = rank(operand) and shape(operand) = shape(result)\nC2 element_type(result) = i8",
         "tensor<2x3xi8>"),
        ("C1 shape(result) = [rank(result)]\nC2 element_type(result) = i8", "tensor<?xi8>"),  # of rank 1
        ("C1 shape(result) = shape(operand)", None),
        ("C1 shape(result) < shape(operand)\nC2 element_type(result) = i8", None),
        ("C1 shape(operand) = shape(result) < 5\nC2 element_type(result) = i8", "tensor<2x3xi8>"),
        ("C1 shape(result) = [axis - 2]\nC2 element_type(result) = i8", None),
        ("C1 shape(result) = [axis / 2]\nC2 element_type(result) = i8", None),
        ("C1 shape(result) = [dim(operand, axis + 5)]\nC2 element_type(result) = i8", None),
        ("when axis = 1:\n    C1 type(result) = type(operand)", "tensor<2x3xf32>"),
        ("when axis = 2:\n    C1 type(result) = type(operand)", None),
        ("when rank(result) = 2:\n    C1 type(result) = type(operand)", None),
        ("C1 type(result) = T\nT := type(operand)", "tensor<2x3xf32>"),
    ],
)  # fmt: skip
def test_one_result(declare: Declare, rules: str, expected: str | None) -> None:
    op = declare(rules, attributes="axis")
    assert inferred(op, operand=A, axis=1) == ({} if expected is None else {"result": expected})


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((2, 3), (2, 3), (2, 3)),
        ((DYNAMIC, 3), (2, DYNAMIC), (2, 3)),  # each knows what the other does not
        ((DYNAMIC, 3), (Dim(0, 4), 3), (Dim(0, 4), 3)),
        ((Dim(0, 4), 3), (Dim(0, 2), 5), (Dim(0, 2), 3)),  # they disagree about the second
        (None, (2, DYNAMIC), (2, DYNAMIC)),
        (None, None, None),
    ],
)
def test_all_terms_of_a_chain_are_put_together(declare: Declare, a: Any, b: Any, expected: Any) -> None:
    op = declare("C1 type(a) = type(b) = type(result)", operands="a b")
    found = infer(op, {"a": TensorType(a, F32), "b": TensorType(b, F32)})
    assert found == ({} if expected is None else {"result": TensorType(expected, F32)})


def test_computed_sizes_are_sizes(declare: Declare) -> None:
    op = declare("C1 shape(result) = shape(operand) - 3\nC2 element_type(result) = f32")
    operand = tensor_type((DYNAMIC, Dim(0, 8), 5), "f32")
    assert infer(op, {"operand": operand}) == {"result": tensor_type((DYNAMIC, Dim(0, 5), 2), "f32")}


def test_what_no_rule_says_is_taken_from_the_type_as_written(declare: Declare) -> None:
    op = declare("C1 shape(result) = shape(operand)")
    assert inferred(op, operand=A, result=tensor_type((DYNAMIC, 3), "i8")) == {"result": "tensor<2x3xi8>"}
    op = declare("C1 element_type(result) = element_type(operand)")
    assert inferred(op, operand=A, result=tensor_type((7,), "i8")) == {"result": "tensor<7xf32>"}


def test_scales_cannot_be_inferred(declare: Declare) -> None:
    operand, result = (
        TensorType(
            (2,), QuantizedType(element_type_named("i8"), F32, -128, 127, (scale,), (0,), None, f"q{scale}")
        )
        for scale in (0.5, 0.25)
    )
    op = declare("C1 baseline_type(operand) = baseline_type(result)")
    assert infer(op, {"operand": operand}) == {}
    assert infer(op, {"operand": operand, "result": result}) == {"result": result}


def test_a_declared_boolean_is_i1(declare: Declare) -> None:
    op = declare("C1 shape(result) = shape(operand)")
    boolean = ValueField("result", get_args(BooleanTensor)[1])
    assert inferred(dataclasses.replace(op, outputs=(boolean,)), operand=A) == {"result": "tensor<2x3xi1>"}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("C1 type(results...) = type(inputs...)", ["tensor<2x3xf32>", "tensor<2x3xf64>"]),
        ("C1 shape(results...) = [7]\nC2 element_type(results...) = element_type(inputs...)",
         ["tensor<7xf32>", "tensor<7xf64>"]),
        ("C1 shape(results...) = shape(inputs...)\nC2 element_type(results...) = i1",
         ["tensor<2x3xi1>", "tensor<2x3xi1>"]),
        ("C1 0 < size(results) = N\nC2 shape(results...) = [7]\nC3 element_type(results...) = i1\n"
         "N := size(inputs)", ["tensor<7xi1>", "tensor<7xi1>"]),
        ("C1 shape(results...) = [7]\nC2 element_type(results...) = i1", None),  # how many?
    ],
)  # fmt: skip
def test_a_variadic_result(declare: Declare, rules: str, expected: list[str] | None) -> None:
    op = declare(rules, operands="inputs...", outputs="results...")
    found = inferred(op, inputs=(A, tensor_type((2, 3), "f64")))
    assert found == ({} if expected is None else {"results": expected})


def test_results_that_are_no_tensors(declare: Declare) -> None:
    op = declare("C1 type(results...) = output_types(body)", outputs="results...", regions="body")
    body = RegionType((), (A, TokenType()))
    assert infer(op, {"operand": A, "body": body}) == {"results": (A, TokenType())}


def test_several_results(declare: Declare) -> None:
    op = declare("C1 type(a) = type(x)\nC2 type(b) = type(y)", operands="x y", outputs="a b")
    assert inferred(op, x=A, y=tensor_type((), "i1")) == {"a": "tensor<2x3xf32>", "b": "tensor<i1>"}


# --- ops of the specification, by hand --------------------------------------------------------------


def test_dot_general() -> None:
    names = {
        "lhs": tensor_type((8, 3, 4), "f32"), "rhs": tensor_type((8, 4, 5), "f32"),
        "lhs_batching_dimensions": (0,), "rhs_batching_dimensions": (0,),
        "lhs_contracting_dimensions": (2,), "rhs_contracting_dimensions": (1,),
    }  # fmt: skip
    op = OPS["stablehlo.dot_general"]
    assert infer(op, names) == {}  # nothing says what the product of two f32 is
    assert inferred(op, **names, result=tensor_type((), "f64")) == {"result": "tensor<8x3x5xf64>"}
    dynamic = names | {"lhs": tensor_type((8, DYNAMIC, 4), "f32")}
    assert inferred(op, **dynamic, result=tensor_type((), "f64")) == {"result": "tensor<8x?x5xf64>"}


def convolution(**changes: Any) -> dict[str, Any]:
    """A 3x3 window over 2 images of 8x9 with 4 channels, giving 6 channels."""
    letters = {
        "batch_dimension": 0, "feature_dimension": 3, "spatial_dimensions": (1, 2),
    }  # fmt: skip
    return {
        "lhs": tensor_type((2, 8, 9, 4), "f32"), "rhs": tensor_type((3, 3, 4, 6), "f32"),
        **{f"{side}_{name}": value for side in ("input", "output") for name, value in letters.items()},
        "kernel_input_feature_dimension": 2, "kernel_output_feature_dimension": 3,
        "kernel_spatial_dimensions": (0, 1), "window_strides": (1, 1), "padding": ((0, 0), (0, 0)),
        "lhs_dilation": (1, 1), "rhs_dilation": (1, 1), "window_reversal": (False, False),
        "feature_group_count": 1, "batch_group_count": 1, "precision_config": ("DEFAULT", "DEFAULT"),
        "result": tensor_type((), "f32"),  # of this, only the element type counts
        **changes,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "tensor<2x6x7x6xf32>"),  # 8 - 3 + 1, 9 - 3 + 1
        ({"window_strides": (2, 3)}, "tensor<2x3x3x6xf32>"),  # floor(5 / 2) + 1, floor(6 / 3) + 1
        ({"padding": ((1, 1), (0, 2))}, "tensor<2x8x9x6xf32>"),
        ({"lhs_dilation": (2, 1)}, "tensor<2x13x7x6xf32>"),  # 15 - 3 + 1
        ({"rhs_dilation": (1, 4)}, "tensor<2x6x1x6xf32>"),  # 9 - 9 + 1
        ({"rhs_dilation": (1, 5)}, "tensor<2x6x0x6xf32>"),  # the window does not fit
        ({"padding": ((-9, 0), (0, 0))}, "tensor<2x0x7x6xf32>"),
        ({"batch_group_count": 2}, "tensor<1x6x7x6xf32>"),
        ({"output_batch_dimension": 3, "output_feature_dimension": 0}, "tensor<6x6x7x2xf32>"),
        ({"output_spatial_dimensions": (2, 1)}, "tensor<2x7x6x6xf32>"),
        ({"lhs": tensor_type((DYNAMIC, 8, Dim(0, 9), 4), "f32")}, "tensor<?x6x?x6xf32>"),
    ],
)
def test_convolution(changes: dict[str, Any], expected: str) -> None:
    assert inferred(OPS["stablehlo.convolution"], **convolution(**changes)) == {"result": expected}


def test_bounds_go_through_a_convolution() -> None:
    names = convolution(lhs=tensor_type((2, Dim(0, 9), 9, 4), "f32"))
    result = infer(OPS["stablehlo.convolution"], names)["result"]
    assert result.shape == (2, Dim(0, 7), 7, 6)


COMBINED = """
C1 shape(result) = combine(concatenate(batch_dim_sizes, offset_dim_sizes),
     concatenate(batch_dims, offset_dims))
C2 element_type(result) = element_type(operand)
batch_dim_sizes := concatenate(shape(start_indices)[:index_vector_dim],
     shape(start_indices)[index_vector_dim + 1:])
offset_dim_sizes := slice_sizes[without(axes(operand),
     concatenate(collapsed_slice_dims, operand_batching_dims))...]
batch_dims := without(range(size(batch_dim_sizes) + size(offset_dim_sizes)), offset_dims)
"""


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "tensor<5x6x1x9xf32>"),
        ({"offset_dims": (0, 3)}, "tensor<1x5x6x9xf32>"),
        ({"offset_dims": (0, 1)}, "tensor<1x9x5x6xf32>"),
        ({"index_vector_dim": 3, "start_indices": tensor_type((5, 6, 2), "i32"), "offset_dims": (3, 4)},
         "tensor<5x6x2x1x9xf32>"),
        ({"operand_batching_dims": (1,), "offset_dims": (2,)}, "tensor<5x6x9xf32>"),
    ],
)  # fmt: skip
def test_gather(declare: Declare, changes: dict[str, Any], expected: str) -> None:
    attributes = {
        "offset_dims": (2, 3), "collapsed_slice_dims": (0,), "operand_batching_dims": (),
        "index_vector_dim": 2, "slice_sizes": (1, 1, 9),
    }  # fmt: skip
    op = declare(COMBINED, operands="operand start_indices", attributes=" ".join(attributes))
    types = {"operand": tensor_type((7, 8, 9), "f32"), "start_indices": tensor_type((5, 6, 2), "i32")}
    assert inferred(op, **types | attributes | changes) == {"result": expected}


REDUCED = """
C1 0 < size(inputs) = size(results) = N
C2 type(body) = (tensor<E>..., tensor<E>...) -> (tensor<E>...) and is_promotable(element_type(inputs...), E)
C3 shape(results...) = dim(inputs[0], without(axes(inputs[0]), dimensions))
C4 element_type(results...) = E
N := size(inputs)
E := element_type(output_types(body)...)
"""


def test_reduce(declare: Declare) -> None:
    op = declare(REDUCED, operands="inputs...", attributes="dimensions", regions="body", outputs="results...")
    f32, f64 = tensor_type((), "f32"), tensor_type((), "f64")
    body = RegionType((f32, f64, f32, f64), (f32, f64))
    inputs = (tensor_type((2, 3, DYNAMIC), "f32"),) * 2
    found = inferred(op, inputs=inputs, dimensions=(1,), body=body)
    assert found == {"results": ["tensor<2x?xf32>", "tensor<2x?xf64>"]}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("type(body) = (tensor<E>, tensor<E>) -> tensor<E>", ["tensor<f32>", "tensor<f32>"]),
        ("type(operands...) = input_types(body)", ["tensor<2xf32>", "tensor<3xf32>"]),
        ("type(operands...) = output_types(body)", None),
        ("input_types(body) = output_types(body)", None),
    ],
)
def test_the_arguments_of_a_region(declare: Declare, rule: str, expected: list[str] | None) -> None:
    rules = f"C1 {rule}\nE := element_type(operands[0])"
    op = declare(rules, operands="operands...", regions="body")
    types = tensor_type((2,), "f32"), tensor_type((3,), "f32")
    assert [*map(str, infer_arguments(op, {"operands": types}).get("body", ()))] == (expected or [])
