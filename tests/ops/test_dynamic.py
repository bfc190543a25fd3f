"""Ops of which shapes or parameters are operands."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from stablehlo_tools.formula.check import check
from stablehlo_tools.formula.logic import NUMBER
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.types import DYNAMIC, tensor_type


def vector(*values, dtype=np.int64):
    return np.array(values, dtype)


def test_dynamic_broadcast_in_dim(kernel) -> None:
    """The example of the specification."""
    result = kernel("dynamic_broadcast_in_dim")(
        np.array([[1, 2, 3]]), vector(2, 3, 2), broadcast_dimensions=(2, 1),
        known_expanding_dimensions=(0,), known_nonexpanding_dimensions=(1,),
    )  # fmt: skip
    assert result.tolist() == [[[1, 1], [2, 2], [3, 3]]] * 2


def test_dynamic_reshape(kernel) -> None:
    assert kernel("dynamic_reshape")(np.arange(6), vector(3, 2)).tolist() == [[0, 1], [2, 3], [4, 5]]
    assert kernel("dynamic_reshape")(np.ones((1, 1)), vector()).shape == ()


def test_dynamic_iota(kernel) -> None:
    result = kernel("dynamic_iota")(
        vector(2, 3, dtype=np.int32), iota_dimension=1, result=tensor_type((DYNAMIC, 3), "f32")
    )
    assert (result.dtype, result.tolist()) == (np.float32, [[0, 1, 2]] * 2)


def test_dynamic_pad(kernel) -> None:
    """The example of the specification."""
    result = kernel("dynamic_pad")(
        np.array([[1, 2, 3], [4, 5, 6]]), np.array(0), vector(0, 1), vector(2, 1), vector(1, 2)
    )
    assert result.tolist() == [
        [0, 1, 0, 0, 2, 0, 0, 3, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 4, 0, 0, 5, 0, 0, 6, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]


def test_dynamic_gather(kernel) -> None:
    """The example of the specification."""
    operand = np.arange(1, 25).reshape(3, 4, 2)
    starts = np.array([[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 2]]])
    result = kernel("dynamic_gather")(
        operand, starts, vector(1, 2, 2), offset_dims=(2, 3), collapsed_slice_dims=(0,),
        operand_batching_dims=(), start_indices_batching_dims=(), start_index_map=(1, 0), index_vector_dim=2,
    )  # fmt: skip
    assert result.shape == (2, 3, 2, 2)
    for place in np.ndindex(2, 3):
        column, row = starts[place]
        start = min(column, 2)  # the slices lie inside
        np.testing.assert_array_equal(result[place], operand[row, start : start + 2])


def test_dynamic_conv_is_convolution(kernel) -> None:
    random = np.random.default_rng(0)
    lhs, rhs = random.normal(size=(2, 5, 3)), random.normal(size=(2, 3, 4))
    named = {
        "window_strides": (2,), "lhs_dilation": (1,), "rhs_dilation": (1,), "window_reversal": (False,),
        "input_batch_dimension": 0, "input_feature_dimension": 2, "input_spatial_dimensions": (1,),
        "kernel_input_feature_dimension": 1, "kernel_output_feature_dimension": 2,
        "kernel_spatial_dimensions": (0,), "output_batch_dimension": 0, "output_feature_dimension": 2,
        "output_spatial_dimensions": (1,), "feature_group_count": 1, "batch_group_count": 1,
        "result": tensor_type((2, 3, 4), "f64"),
    }  # fmt: skip
    expected = kernel("convolution")(lhs, rhs, padding=((1, 0),), **named)
    np.testing.assert_array_equal(kernel("dynamic_conv")(lhs, rhs, np.array([[1, 0]]), **named), expected)


def test_real_dynamic_slice(kernel) -> None:
    operand = np.arange(20).reshape(4, 5)
    result = kernel("real_dynamic_slice")(operand, vector(1, 0), vector(4, 5), vector(2, 3))
    assert result.tolist() == [[5, 8], [15, 18]]
    assert np.shares_memory(result, operand)


@pytest.mark.parametrize("dimension", [0, 1])
def test_set_dimension_size(kernel, dimension) -> None:
    operand = np.arange(6).reshape(2, 3)
    result = kernel("set_dimension_size")(operand, np.array(1, np.int32), dimension=dimension)
    np.testing.assert_array_equal(result, operand.take([0], dimension))


# --- rules read the elements of operands ------------------------------------------------------------


def broken(name, **names):
    return [violation.rule.id for violation in check(OPS[f"stablehlo.{name}"], names).violations]


@pytest.mark.parametrize("shape", list(itertools.product((2, 3, NUMBER), repeat=2)))
def test_elements_that_are_known_say_what_the_result_is(shape) -> None:
    is_broken = 3 in shape[:1] or 2 in shape[1:]
    names = {"operand": tensor_type((6,), "f32"), "result": tensor_type((2, 3), "f32")}
    assert broken("dynamic_reshape", output_shape=shape, **names) == ["C5"] * is_broken


def test_how_many_elements_there_are_is_known_always() -> None:
    names = {"operand": tensor_type((6,), "f32"), "result": tensor_type((DYNAMIC, 3), "f32")}
    assert broken("dynamic_reshape", output_shape=(NUMBER,) * 3, **names) == ["C4"]
    assert broken("dynamic_reshape", output_shape=None, **names) == []


def test_padding_of_which_a_part_is_known() -> None:
    scalar, operand = tensor_type((), "f32"), tensor_type((4, 4), "f32")
    names = {
        "operand": operand, "padding_value": scalar, "edge_padding_low": (0, NUMBER),
        "edge_padding_high": (1, 1), "interior_padding": (0, 0),
    }  # fmt: skip
    for size, rules in ((5, []), (6, ["C4"])):
        assert broken("dynamic_pad", result=tensor_type((size, 9), "f32"), **names) == rules


def test_dynamic_conv_leaves_strides_unused_that_it_has_no_dimension_for(kernel) -> None:
    lhs, rhs = np.arange(5, dtype=np.float32).reshape(1, 5, 1), np.ones((2, 1, 1), np.float32)
    result = kernel("dynamic_conv")(
        lhs, rhs, np.array([[0, 0]]), window_strides=(2, 2), lhs_dilation=(1,), rhs_dilation=(1,),
        window_reversal=(False,), input_batch_dimension=0, input_feature_dimension=2,
        input_spatial_dimensions=(1,), kernel_input_feature_dimension=1, kernel_output_feature_dimension=2,
        kernel_spatial_dimensions=(0,), output_batch_dimension=0, output_feature_dimension=2,
        output_spatial_dimensions=(1,), feature_group_count=1, batch_group_count=1,
        result=tensor_type((1, 2, 1), "f32"),
    )  # fmt: skip
    assert result.ravel().tolist() == [1, 5]
