"""Programs made in Python."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import InferenceError
from stablehlo_tools.text.statement.statement_parser import parse_type
from stablehlo_tools.verifier.builder import OpBuilder

F32 = parse_type("tensor<f32>")
MATRIX = parse_type("tensor<2x3xf32>")


def column_sums(builder: OpBuilder, matrix):
    zero = builder.constant(np.float32(0))
    body = builder.region([F32, F32], lambda a, b: builder.add("stablehlo.add", [a, b]))
    return builder.add("stablehlo.reduce", [[matrix], [zero]], {"dimensions": [0]}, regions=[body])


def test_what_is_built_is_printed_verified_and_run() -> None:
    builder = OpBuilder()
    builder.function("main", [MATRIX], lambda matrix: column_sums(builder, matrix))
    text = stablehlo_tools.format(builder.module)
    assert "applies stablehlo.add across dimensions = [0]" in text
    assert stablehlo_tools.parse(text) == builder.module
    assert stablehlo_tools.verify(builder.module) == []
    (sums,) = stablehlo_tools.run(builder.module, [np.array([[1, 2, 3], [4, 5, 6]], np.float32)])
    assert sums.tolist() == [5, 7, 9]


def test_functions_call_each_other() -> None:
    builder = OpBuilder()
    twice = builder.function("twice", [F32], lambda x: builder.add("stablehlo.add", [x, x]), is_private=True)
    builder.function("main", [F32], lambda x: builder.call(twice, builder.call(twice, [x])))
    assert stablehlo_tools.verify(builder.module) == []
    assert stablehlo_tools.run(builder.module, [np.float32(3)]) == [12]


def test_a_broken_rule_is_named() -> None:
    builder = OpBuilder()
    with pytest.raises(InferenceError) as raised:
        builder.function(
            "main", [MATRIX], lambda x: builder.add("stablehlo.transpose", [x], {"permutation": [0, 2]})
        )
    assert raised.value.diagnostic.code == "transpose_c2"


def test_an_element_type_that_is_open_is_that_of_the_operand_unless_it_is_to_change() -> None:
    builder = OpBuilder()
    dimensions = {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [1]}
    function = builder.function(
        "main", [MATRIX], lambda x: builder.add("stablehlo.dot_general", [x, x], dimensions)
    )
    assert str(function.type.results[0]) == "tensor<2x2xf32>"
    with pytest.raises(InferenceError, match="element type"):
        builder.function("f", [MATRIX], lambda x: builder.add("stablehlo.convert", [x]))
