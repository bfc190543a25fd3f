"""Which inputs a function takes, and what is said of those that it does not take."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.checks.inputs import check_inputs, convert_inputs
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.text.parse import parse


def function_of(*types: str, tail: str = "") -> Function:
    arguments = ", ".join(f"%arg{index}: {type}" for index, type in enumerate(types))
    return parse(Source(f"func.func @main({arguments}{tail}) {{\n  return\n}}", "f.mlir")).functions[0]


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("tensor<2x3xf32>", np.zeros((2, 3), np.float32)),
        ("tensor<f64>", np.float64(1)),
        ("tensor<bf16>", np.array(1, ml_dtypes.bfloat16)),
        ("tensor<2xi4>", np.array([1, -2], ml_dtypes.int4)),
        ("tensor<0x2xi1>", np.zeros((0, 2), np.bool_)),
        ("tensor<?x3xf32>", np.zeros((7, 3), np.float32)),
        ("tensor<?xf32, #stablehlo.bounds<4>>", np.zeros(4, np.float32)),
        ("tensor<*xf32>", np.zeros((1, 2, 3), np.float32)),
        ("tensor<2x!quant.uniform<i8:f32, 0.5>>", np.zeros(2, np.int8)),
    ],
)
def test_arrays_of_the_right_type_are_taken_as_they_are(type: str, value: Any) -> None:
    (array,) = convert_inputs(function_of(type), [value])
    assert isinstance(array, np.ndarray)
    np.testing.assert_array_equal(array, value)
    assert array.dtype == value.dtype


@pytest.mark.parametrize(
    ("type", "value", "expected"),
    [
        ("tensor<i32>", 7, np.int32(7)),
        ("tensor<2x2xi8>", [[1, 2], [-3, -128]], np.array([[1, 2], [-3, -128]], np.int8)),
        ("tensor<2xf32>", [0.1, 2], np.array([0.1, 2], np.float32)),
        ("tensor<f16>", 1, np.float16(1)),
        ("tensor<complex<f32>>", 1 + 2j, np.complex64(1 + 2j)),
        ("tensor<2xi1>", [True, False], np.array([True, False])),
        ("tensor<0xf32>", [], np.zeros(0, np.float32)),
        ("tensor<bf16>", float("inf"), np.array(np.inf, ml_dtypes.bfloat16)),
        ("tensor<f32>", float("nan"), np.float32("nan")),
    ],
)
def test_numbers_of_python_are_converted(type: str, value: Any, expected: Any) -> None:
    (array,) = convert_inputs(function_of(type), [value])
    np.testing.assert_array_equal(array, expected)
    assert (array.dtype, array.shape) == (expected.dtype, expected.shape)


@pytest.mark.parametrize(
    ("type", "value", "got"),
    [
        ("tensor<2xf32>", np.zeros(3, np.float32), "tensor<3xf32>"),
        ("tensor<2xf32>", np.zeros((1, 2), np.float32), "tensor<1x2xf32>"),
        ("tensor<2xf32>", np.zeros(2), "tensor<2xf64>"),
        ("tensor<i32>", np.int64(1), "tensor<i64>"),
        ("tensor<ui8>", np.array(1, np.int8), "tensor<i8>"),
        ("tensor<i1>", np.array("x"), "an array of <U1 of shape []"),
        ("tensor<?xf32, #stablehlo.bounds<4>>", np.zeros(5, np.float32), "tensor<5xf32>"),
        ("tensor<i8>", 128, "tensor<i64>, which cannot be converted exactly"),
        ("tensor<ui8>", -1, "tensor<i64>, which cannot be converted exactly"),
        ("tensor<i32>", 1.0, "tensor<f64>, which cannot be converted exactly"),
        ("tensor<i32>", True, "tensor<i1>, which cannot be converted exactly"),
        ("tensor<i1>", 1, "tensor<i64>, which cannot be converted exactly"),
        ("tensor<f16>", 1e6, "tensor<f64>, which cannot be converted exactly"),
        ("tensor<f32>", 2**24 + 1, "tensor<i64>, which cannot be converted exactly"),
        ("tensor<f32>", 1j, "tensor<complex<f64>>, which cannot be converted exactly"),
        ("tensor<2xi32>", [1, [2]], "a list that is not rectangular"),
        ("tensor<i32>", "one", "a non-numeric str"),
        ("tensor<i32>", None, "a non-numeric NoneType"),
        ("tuple<tensor<i32>>", np.int32(1), "a int32"),
    ],
)
def test_others_are_refused(type: str, value: Any, got: str) -> None:
    (diagnostic,) = check_inputs(function_of(type), [value])
    text = str(diagnostic)
    assert text == f"f.mlir:1:17: error[input_type]: input 0 (%arg0): expected {type}, found {got}"


def test_a_number_is_one_input() -> None:
    with pytest.raises(RunError, match=r"expected tensor<3xf32>, found tensor<f32>"):
        convert_inputs(function_of("tensor<3xf32>"), 1.0)  # type: ignore[arg-type]


def test_all_that_is_wrong_is_said_at_once() -> None:
    function = function_of("tensor<i32>", "tensor<2xf32>", "tensor<i1>")
    found = check_inputs(function, [np.int32(1), np.int32(1), np.int32(1)])
    assert [(item.span.begin, item.message) for item in found if item.span] == [
        ((1, 37), "input 1 (%arg1): expected tensor<2xf32>, found tensor<i32>"),
        ((1, 59), "input 2 (%arg2): expected tensor<i1>, found tensor<i32>"),
    ]


def test_the_number_of_inputs() -> None:
    function = function_of("tensor<i32>", "tensor<2xf32>")
    (found,) = check_inputs(function, [np.int32(1)])
    assert (found.code, found.message) == ("input_count", "@main expects 2 inputs, got 1")
    assert found.notes == ("signature: @main(%arg0: tensor<i32>, %arg1: tensor<2xf32>)",)


@pytest.mark.parametrize("location", ['loc("weights")', "loc(#loc1)"])
def test_an_argument_has_the_name_of_its_location(location: str) -> None:
    text = f"""
    #loc1 = loc("weights")
    module {{
      func.func @main(%arg0: tensor<2xf32> {location}) {{
        return
      }}
    }}
    """
    (found,) = check_inputs(parse(Source(text)).functions[0], [[1]])
    assert found.message == 'input 0 (%arg0 "weights"): expected tensor<2xf32>, found tensor<1xf32>'


def test_tuples_and_tokens() -> None:
    module = parse(
        Source("""
        func.func @main(%t: !stablehlo.token, %x: tuple<tensor<i32>, tensor<f32>>) -> tensor<f32> {
          %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<i32>, tensor<f32>>) -> tensor<f32>
          return %0 : tensor<f32>
        }
        """)
    )
    found = check_inputs(module.functions[0], [None, (1, 2, 3)])
    assert [diagnostic.code for diagnostic in found] == ["input_type"]
    assert convert_inputs(module.functions[0], [None, (1, 2.5)])[1] == (1, 2.5)


def test_a_run_with_wrong_inputs_does_not_begin() -> None:
    module = parse(Source("func.func @main(%x: tensor<2xf32>) {\n return\n}"))
    with pytest.raises(RunError, match="input_type"):
        interpret.execute(module, [np.zeros(2)])


NAMED = """func.func @main(%x: tensor<2xf32>, %arg1: tensor<2xf32> loc("params['w']")) -> tensor<2xf32> {
  %0 = stablehlo.subtract %x, %arg1 : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


@pytest.mark.parametrize("names", ["x params['w']", "params['w'] x", "0 1", "arg1 arg0"])
def test_inputs_by_name(names: str) -> None:
    first, second = names.split()
    values: dict[str, Any] = {first: [3, 4], second: np.ones(2, np.float32)}
    (result,) = stablehlo_tools.run(NAMED, values)
    assert result.tolist() == ([2, 3] if first in ("x", "0") else [-2, -3])


@pytest.mark.parametrize(
    ("names", "messages"),
    [
        ("x y", ["@main has no argument 'y'", """input 1 (%arg1 "params['w']") is missing"""]),
        ("x 0 1", ["input 0 (%x) is given twice, also as '0'"]),
        ("", ["input 0 (%x) is missing", """input 1 (%arg1 "params['w']") is missing"""]),
    ],
)
def test_names_of_no_use(names: str, messages: list[str]) -> None:
    with pytest.raises(stablehlo_tools.RunError) as raised:
        stablehlo_tools.run(NAMED, {name: [1, 2] for name in names.split()})
    assert [found.message for found in raised.value.diagnostics] == messages
    assert raised.value.diagnostics[0].notes == ("arguments: x, params['w']",)
