"""MLIR's attributes under the specification's names, however they are spelt."""

from __future__ import annotations

from typing import Any

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import read


def attributes_of(statement: str) -> dict[str, Any]:
    """The attributes of the statement's operation. Its operands need not be defined."""
    operation = _operation(statement)
    return spec_attributes(OPS[operation.name], operation)


def _operation(statement: str) -> Operation:
    module, _ = read(Source(f"func.func @f() {{\n{statement}\nreturn\n}}"))
    assert module.functions[0].body is not None
    return module.functions[0].body.operations[0]


def test_dot_general() -> None:
    found = attributes_of("""%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [1],
        contracting_dims = [2] x [0], precision = [HIGH, DEFAULT]
        : (tensor<2x3x4xf32>, tensor<4x2x5xf32>) -> tensor<2x3x5xf32>""")
    assert found == {
        "lhs_batching_dimensions": (0,),
        "rhs_batching_dimensions": (1,),
        "lhs_contracting_dimensions": (2,),
        "rhs_contracting_dimensions": (0,),
        "precision_config": ("HIGH", "DEFAULT"),
        "lhs_precision_type": None,
        "rhs_precision_type": None,
        "accumulation_type": None,
        "lhs_component_count": None,
        "rhs_component_count": None,
        "num_primitive_operations": None,
        "allow_imprecise_accumulation": None,
    }


ALGORITHM = """lhs_precision_type = tf32, rhs_precision_type = bf16, accumulation_type = f32,
    lhs_component_count = 1, rhs_component_count = 3, num_primitive_operations = 6,
    allow_imprecise_accumulation = false"""


@pytest.mark.parametrize(
    "statement",
    [
        """%r = "stablehlo.dot_general"(%a, %b) <{algorithm = #stablehlo.dot_algorithm<ALGORITHM>,
            dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<f32>, tensor<f32>) -> tensor<f32>""",
        """%r = stablehlo.dot_general %a, %b, contracting_dims = [] x [], algorithm = <ALGORITHM>
            : (tensor<f32>, tensor<f32>) -> tensor<f32>""",
    ],
)
def test_dot_algorithm(statement: str) -> None:
    found = attributes_of(statement.replace("ALGORITHM", ALGORITHM))
    assert found["lhs_contracting_dimensions"] == ()
    assert [found[name] for name in list(found)[5:]] == ["tf32", "bf16", "f32", 1, 3, 6, False]


def test_gather_fields_that_are_left_out_are_empty_or_zero() -> None:
    found = attributes_of("""%r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<
        collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}>
        : (tensor<9xf32>, tensor<1xi32>) -> tensor<f32>""")
    assert found == {
        "offset_dims": (),
        "collapsed_slice_dims": (0,),
        "operand_batching_dims": (),
        "start_indices_batching_dims": (),
        "start_index_map": (0,),
        "index_vector_dim": 0,
        "slice_sizes": (1,),
        "indices_are_sorted": False,
    }


def test_scatter() -> None:
    found = attributes_of("""%r = "stablehlo.scatter"(%a, %b, %c) <{indices_are_sorted = true,
        scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          stablehlo.return %y : tensor<f32>
        }) : (tensor<9x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<9x2xf32>""")
    assert found == {
        "update_window_dims": (1,),
        "inserted_window_dims": (0,),
        "input_batching_dims": (),
        "scatter_indices_batching_dims": (),
        "scatter_dims_to_operand_dims": (0,),
        "index_vector_dim": 1,
        "indices_are_sorted": True,
        "unique_indices": False,
    }


CONVOLUTION = (
    '%r = "stablehlo.convolution"(%a, %b) <{{{}}}> : (tensor<1x8x8x3xf32>, tensor<2x3x2x4xf32>) -> {}'
)
LETTERS = "dimension_numbers = #stablehlo.conv<[b, 1, 0, f]x[0, i, 1, o]->[f, b, 1, 0]>"
COUNTS = "batch_group_count = 1 : i64, feature_group_count = 1 : i64"


def test_the_letters_of_a_convolution() -> None:
    found = attributes_of(CONVOLUTION.format(f"{LETTERS}, {COUNTS}", "tensor<4x1x7x7xf32>"))
    positions = {name: value for name, value in found.items() if "dimension" in name}
    assert positions == {
        "input_batch_dimension": 0,
        "input_feature_dimension": 3,
        "input_spatial_dimensions": (2, 1),
        "kernel_input_feature_dimension": 1,
        "kernel_output_feature_dimension": 3,
        "kernel_spatial_dimensions": (0, 2),
        "output_batch_dimension": 1,
        "output_feature_dimension": 0,
        "output_spatial_dimensions": (3, 2),
    }


def test_defaults_may_depend_on_the_rank() -> None:
    found = attributes_of(CONVOLUTION.format(f"{LETTERS}, {COUNTS}", "tensor<4x1x7x7xf32>"))
    assert found["window_strides"] == found["lhs_dilation"] == found["rhs_dilation"] == (1, 1)
    assert found["padding"] == ((0, 0), (0, 0))
    assert found["window_reversal"] == (False, False)
    assert found["precision_config"] == ("DEFAULT", "DEFAULT")


@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ("window_strides = array<i64: 2, 1>", "window_strides", (2, 1)),
        ("window_strides = dense<[2, 1]> : tensor<2xi64>", "window_strides", (2, 1)),
        ("window_strides = dense<2> : tensor<2xi64>", "window_strides", (2, 2)),
        ("padding = dense<[[1, 2], [3, -4]]> : tensor<2x2xi64>", "padding", ((1, 2), (3, -4))),
        ("padding = dense<7> : tensor<2x2xi64>", "padding", ((7, 7), (7, 7))),
        ("window_reversal = array<i1: true, false>", "window_reversal", (True, False)),
        ("window_reversal = dense<[true, false]> : tensor<2xi1>", "window_reversal", (True, False)),
        ("window_reversal = dense<true> : tensor<2xi1>", "window_reversal", (True, True)),
        ("precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]",
         "precision_config", ("HIGHEST", "DEFAULT")),
    ],
)  # fmt: skip
def test_spellings(written: str, name: str, value: Any) -> None:
    found = attributes_of(CONVOLUTION.format(f"{LETTERS}, {COUNTS}, {written}", "tensor<4x1x7x7xf32>"))
    assert found[name] == value


def test_a_constant_stays_a_literal() -> None:
    value = attributes_of("%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>")["value"]
    assert isinstance(value, Dense)
    assert str(value.type) == "tensor<2xi32>"


@pytest.mark.parametrize(
    ("statement", "attribute", "expected", "got"),
    [
        ('%r = "stablehlo.iota"() : () -> tensor<2xi32>', "iota_dimension", "an integer of type i64", None),
        ('%r = "stablehlo.iota"() {iota_dimension = "0"} : () -> tensor<2xi32>',
         "iota_dimension", "an integer of type i64", 'the string "0"'),
        ('%r = "stablehlo.iota"() {iota_dimension = true} : () -> tensor<2xi32>',
         "iota_dimension", "an integer of type i64", "`true`"),
        ('%r = "stablehlo.iota"() {iota_dimension = 1.0 : f32} : () -> tensor<2xi32>',
         "iota_dimension", "an integer of type i64", "`1.0 : f32`"),
        ('%r = "stablehlo.transpose"(%a) {permutation = 0 : i64} : (tensor<2xi32>) -> tensor<2xi32>',
         "permutation", "a list of integers of type i64", "`0 : i64`"),
        ('%r = "stablehlo.transpose"(%a) {permutation = dense<[[0]]> : tensor<1x1xi64>}'
         " : (tensor<2xi32>) -> tensor<2xi32>",
         "permutation", "a list of integers of type i64", "a constant of type tensor<1x1xi64>"),
        ('%r = "stablehlo.transpose"(%a) {permutation = array<i1: true>} : (tensor<2xi32>) -> tensor<2xi32>',
         "permutation", "a list of integers of type i64", "an array of i1"),
        ('%r = "stablehlo.constant"() {value = [1]} : () -> tensor<1xi32>',
         "value", "a dense constant, e.g. `dense<0> : tensor<i32>`", "a list of 1"),
        ('%r = "stablehlo.compare"(%a, %b) {comparison_direction = #stablehlo<comparison_direction XX>}'
         " : (tensor<f32>, tensor<f32>) -> tensor<i1>",
         "comparison_direction", "one of EQ, NE, GE, GT, LE, LT", "`XX`"),
        ('%r = "stablehlo.gather"(%a, %b) <{slice_sizes = array<i64: 1>}> : (tensor<9xf32>, tensor<1xi32>)'
         " -> tensor<f32>", "dimension_numbers", "`offset_dims` in it", None),
        (CONVOLUTION.format(f"{COUNTS}, {LETTERS}, padding = dense<0> : tensor<2xi64>", "tensor<f32>"),
         "padding", "a table of integers with two columns of type i64", "a constant of type tensor<2xi64>"),
    ],
)  # fmt: skip
def test_mismatches(statement: str, attribute: str, expected: str, got: str | None) -> None:
    with pytest.raises(AttributeMismatch) as caught:
        attributes_of(statement)
    assert (caught.value.attribute, caught.value.expected, caught.value.got) == (attribute, expected, got)
    words = f"missing attribute `{attribute}`; expected {expected}"
    assert str(caught.value) == (
        words if got is None else f"attribute `{attribute}`: expected {expected}, found {got}"
    )
