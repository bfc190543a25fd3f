"""Inputs that are solved for: those of which one in 2^32 takes a path, and ties of what is rounded."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools as st
from tests.comparison.programs import again


def _function(arguments: str, *lines: str, result: str = "i1") -> str:
    """A function of two arguments `%x` and `%y` that returns `%r`."""
    body = "\n".join([*lines, f"return %r : tensor<{result}>"])
    return f"func.func @main({arguments}) -> tensor<{result}> {{\n{body}\n}}"


def _constants(type: str, **values: int) -> list[str]:
    return [f"%{name} = stablehlo.constant dense<{value}> : {type}" for name, value in values.items()]


def _compared(direction: str, type: str, result: str, line: str) -> str:
    """Whether what a line makes of `%x`, `%y`, 3 and 7 is a great number, in each element."""
    return _function(
        f"%x: {type}, %y: {type}",
        *_constants(type, three=3, seven=7, c=123456789),
        line.replace("T", type),
        f"%r = stablehlo.compare {direction}, %v, %c : ({type}, {type}) -> tensor<{result}>",
        result=result,
    )


@pytest.mark.parametrize(
    "line",
    [
        "%m = stablehlo.multiply %x, %three : T %v = stablehlo.add %m, %seven : T",
        "%v = stablehlo.subtract %x, %y : T",
        "%s = stablehlo.xor %x, %y : T %v = stablehlo.shift_right_arithmetic %s, %three : T",
        "%n = stablehlo.not %x : T %v = stablehlo.divide %n, %seven : T",
        "%s = stablehlo.shift_left %x, %three : T %v = stablehlo.xor %s, %y : T",
    ],
)
@pytest.mark.parametrize(("type", "result"), [("tensor<i32>", "i1"), ("tensor<3xi32>", "3xi1")])
def test_an_integer_that_alone_takes_a_path_is_tried(line: str, type: str, result: str) -> None:
    program = _compared("EQ", type, result, line)
    assert st.equivalent(program, again(program)).verdict == "equal"
    assert st.equivalent(program, program.replace("123456789", "123456797")).verdict == "different"


def test_an_integer_beside_a_threshold_is_tried() -> None:
    """1000 x is greater than one number and not the other one for three numbers x."""
    line = "%k = stablehlo.constant dense<1000> : T %v = stablehlo.multiply %x, %k : T"
    program = _compared("GT", "tensor<i32>", "i1", line)
    found = st.equivalent(program, program.replace("123456789", "123459789"))
    assert found.verdict == "different"
    assert 123456 < found.inputs[0] <= 123459


def test_an_element_that_is_moved_is_tried() -> None:
    def program(number: int) -> str:
        return _function(
            "%x: tensor<2x2xi32>, %n: tensor<1xi32>",
            "%f = stablehlo.reshape %x : (tensor<2x2xi32>) -> tensor<4xi32>",
            "%j = stablehlo.concatenate %n, %f, dim = 0 : (tensor<1xi32>, tensor<4xi32>) -> tensor<5xi32>",
            "%k = stablehlo.reverse %j, dims = [0] : tensor<5xi32>",
            "%v = stablehlo.negate %k : tensor<5xi32>",
            *_constants("tensor<5xi32>", c=number),
            "%r = stablehlo.compare EQ, %v, %c : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>",
            result="5xi1",
        )

    found = st.equivalent(program(-98765), program(-98766))
    assert found.verdict == "different"
    assert np.isin(np.concatenate([x.ravel() for x in found.inputs]), [98765, 98766]).any()


def test_a_bucket_that_floats_seldom_are_in_is_entered() -> None:
    def program(bucket: int) -> str:
        return _function(
            "%x: tensor<f32>",
            "%k = stablehlo.constant dense<20.0> : tensor<f32> %m = stablehlo.multiply %x, %k : tensor<f32>",
            "%f = stablehlo.floor %m : tensor<f32> %i = stablehlo.convert %f : (tensor<f32>) -> tensor<i32>",
            *_constants("tensor<i32>", c=bucket),
            "%r = stablehlo.compare EQ, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        )

    assert st.equivalent(program(40000), program(40001)).verdict == "different"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (  # which rounds ties up, where the other one rounds them to even numbers
            "%a = stablehlo.add %m, %half : T %r = stablehlo.floor %a : T",
            "%r = stablehlo.round_nearest_even %m : T",
        ),
        (  # the least greater number, where the other one is a whole number already
            "%f = stablehlo.floor %m : T %r = stablehlo.add %f, %one : T",
            "%r = stablehlo.ceil %m : T",
        ),
    ],
)
@pytest.mark.parametrize("shape", ["", "4x"])
def test_a_tie_of_what_is_rounded_is_said(first: str, second: str, shape: str) -> None:
    type = f"tensor<{shape}f32>"

    def program(lines: str) -> str:
        constants = {"twenty": 20.0, "half": 0.5, "one": 1.0}
        return _function(
            f"%x: {type}",
            *(f"%{name} = stablehlo.constant dense<{value}> : {type}" for name, value in constants.items()),
            f"%m = stablehlo.multiply %x, %twenty : {type}",
            lines.replace("T", type),
            result=f"{shape}f32",
        )

    found = st.equivalent(program(first), program(second))
    assert found.verdict == "equal"
    assert any(each.startswith("numbers that are compared are not equal;") for each in found.assumptions)
