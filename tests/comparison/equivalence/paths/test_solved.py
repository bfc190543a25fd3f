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


def _constants(type: str, **values: float) -> list[str]:
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
        "%s = stablehlo.shift_right_logical %x, %three : T %v = stablehlo.xor %x, %s : T",
        "%n = stablehlo.and %y, %seven : T %v = stablehlo.shift_left %x, %n : T",
    ],
)
@pytest.mark.parametrize(("type", "result"), [("tensor<i32>", "i1"), ("tensor<8xi32>", "8xi1")])
def test_an_integer_that_alone_takes_a_path_is_tried(line: str, type: str, result: str) -> None:
    program = _compared("EQ", type, result, line)
    assert st.equivalent(program, again(program)).verdict == "equal"
    assert st.equivalent(program, program.replace("123456789", "123456797")).verdict == "different"


_TYPE = "tensor<i32>"
_SYSTEMS = {
    "two equations": [
        "%a = stablehlo.multiply %y, %three : T %v = stablehlo.add %x, %a : T",
        "%b = stablehlo.multiply %x, %seven : T %w = stablehlo.subtract %b, %y : T",
    ],
    "even factors": [
        "%a = stablehlo.shift_left %y, %one : T %v = stablehlo.add %x, %a : T",
        "%b = stablehlo.multiply %x, %seven : T %w = stablehlo.add %b, %y : T",
    ],
    "bits": [
        "%a = stablehlo.shift_left %x, %three : T %v = stablehlo.xor %a, %y : T",
        "%b = stablehlo.shift_right_logical %y, %seven : T %w = stablehlo.xor %x, %b : T",
    ],
}


@pytest.mark.parametrize("name", _SYSTEMS)
def test_integers_that_solve_equations_together_are_tried(name: str) -> None:
    program = _function(
        f"%x: {_TYPE}, %y: {_TYPE}",
        *_constants(_TYPE, one=1, three=3, seven=7, c=123456789, d=987654321),
        *(line.replace("T", _TYPE) for line in _SYSTEMS[name]),
        f"%p = stablehlo.compare EQ, %v, %c : ({_TYPE}, {_TYPE}) -> tensor<i1>",
        f"%q = stablehlo.compare EQ, %w, %d : ({_TYPE}, {_TYPE}) -> tensor<i1>",
        "%r = stablehlo.and %p, %q : tensor<i1>",
    )
    assert st.equivalent(program, again(program)).verdict == "equal"
    never = program.replace("%r = stablehlo.and %p, %q", "%r = stablehlo.xor %p, %p")
    assert st.equivalent(program, never).verdict == "different"


@pytest.mark.parametrize(
    "step",
    [
        "%m = stablehlo.multiply %s, %a : T %n = stablehlo.add %m, %c : T",
        "%l = stablehlo.shift_left %s, %three : T %m = stablehlo.xor %s, %l : T"
        " %h = stablehlo.shift_right_logical %m, %seven : T %n = stablehlo.xor %m, %h : T",
    ],
)
def test_an_integer_is_solved_for_through_a_loop(step: str) -> None:
    """A linear congruential generator, and shifts, after five steps."""
    program = _function(
        f"%x: {_TYPE}, %y: {_TYPE}",
        *_constants(_TYPE, zero=0, one=1, five=5, three=3, seven=7, a=1664525, c=1013904223),
        f"%e:2 = stablehlo.while(%i = %zero, %s = %x) : {_TYPE}, {_TYPE}",
        "cond {",
        f"%t = stablehlo.compare LT, %i, %five : ({_TYPE}, {_TYPE}) -> tensor<i1>",
        "stablehlo.return %t : tensor<i1>",
        "} do {",
        step.replace("T", _TYPE),
        f"%j = stablehlo.add %i, %one : {_TYPE}",
        f"stablehlo.return %j, %n : {_TYPE}, {_TYPE}",
        "}",
        f"%r = stablehlo.compare EQ, %e#1, %a : ({_TYPE}, {_TYPE}) -> tensor<i1>",
    )
    assert st.equivalent(program, program.replace("EQ, %e#1, %a", "EQ, %e#1, %c")).verdict == "different"


@pytest.mark.parametrize(("op", "initial"), [("add", "zero"), ("maximum", "least")])
def test_an_array_whose_sum_or_maximum_alone_takes_a_path_is_tried(op: str, initial: str) -> None:
    """More sums than equations are solved for together."""
    type, many = "tensor<8xi32>", "tensor<8x3xi32>"
    program = _function(
        f"%x: {many}",
        *_constants("tensor<i32>", zero=0, least=-2147483648),
        f"%s = stablehlo.reduce(%x init: %{initial}) applies stablehlo.{op} across dimensions = [1] : "
        f"({many}, tensor<i32>) -> {type}",
        *_constants(type, thousand=1000, c=123456000),
        f"%v = stablehlo.multiply %s, %thousand : {type}",
        f"%r = stablehlo.compare EQ, %v, %c : ({type}, {type}) -> tensor<8xi1>",
        result="8xi1",
    )
    found = st.equivalent(program, program.replace("123456000", "123457000"))
    assert found.verdict == "different"
    results = (np.sum if op == "add" else np.max)(found.inputs[0], axis=1)
    assert np.isin(results, [123456, 123457]).any()


@pytest.mark.parametrize("other", [88888, 88889])
def test_two_integers_that_together_take_a_path_are_tried(other: int) -> None:
    def program(number: int) -> str:
        return _function(
            "%x: tensor<i32>, %y: tensor<ui32>",
            *_constants("tensor<i32>", two=2, c=77778, d=number),
            "%m = stablehlo.multiply %x, %two : tensor<i32>",
            "%b = stablehlo.bitcast_convert %y : (tensor<ui32>) -> tensor<i32>",
            "%n = stablehlo.subtract %b, %x : tensor<i32>",
            "%p = stablehlo.compare EQ, %m, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            "%q = stablehlo.compare EQ, %n, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            "%r = stablehlo.and %p, %q : tensor<i1>",
        )

    found = st.equivalent(program(88888), again(program(other)))
    assert found.verdict == ("equal" if other == 88888 else "different")


def test_scalars_of_all_sizes_are_tried() -> None:
    """6554 / 65536 is a tenth of numbers below 16389."""

    def program(*lines: str) -> str:
        constants = {"mask": 65535, "ten": 10, "factor": 6554, "bits": 16}
        masked = "%m = stablehlo.and %x, %mask : tensor<ui32>"
        return _function(
            "%x: tensor<ui32>", *_constants("tensor<ui32>", **constants), masked, *lines, result="ui32"
        )

    quotient = program("%r = stablehlo.divide %m, %ten : tensor<ui32>")
    product = program(
        "%p = stablehlo.multiply %m, %factor : tensor<ui32>",
        "%r = stablehlo.shift_right_logical %p, %bits : tensor<ui32>",
    )
    assert st.equivalent(quotient, product).verdict == "different"


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


@pytest.mark.parametrize("op", ["floor", "ceil", "round_nearest_even"])
def test_a_bucket_that_is_a_float_is_entered(op: str) -> None:
    """The numbers in it are no ties: there are many of them."""

    def program(bucket: int) -> str:
        return _function(
            "%x: tensor<f32>",
            *_constants("tensor<f32>", ten=10.0, c=float(bucket)),
            f"%m = stablehlo.multiply %x, %ten : tensor<f32> %f = stablehlo.{op} %m : tensor<f32>",
            "%r = stablehlo.compare EQ, %f, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        )

    assert st.equivalent(program(12345), program(-12346)).verdict == "different"


def test_a_scalar_of_one_bits_is_tried() -> None:
    """A count of all bits, which 31 does not hold."""

    def program(most: int) -> str:
        return _function(
            "%x: tensor<ui32>",
            *_constants("tensor<ui32>", c=most),
            "%p = stablehlo.popcnt %x : tensor<ui32> %r = stablehlo.and %p, %c : tensor<ui32>",
            result="ui32",
        )

    assert st.equivalent(program(63), program(31)).verdict == "different"


def test_an_integer_tells_apart_what_rounding_hides_for_a_great_one() -> None:
    """The cosine of a great number depends on how that was rounded."""

    def program(period: int) -> str:
        return _function(
            "%x: tensor<i32>",
            *_constants("tensor<f32>", c=float(period), pi=3.14159274),
            *_constants("tensor<i32>", begin=100),
            "%s = stablehlo.subtract %x, %begin : tensor<i32>",
            "%t = stablehlo.convert %s : (tensor<i32>) -> tensor<f32>",
            "%f = stablehlo.multiply %t, %pi : tensor<f32>",
            "%p = stablehlo.compare LT, %x, %begin : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            "%q = stablehlo.divide %f, %c : tensor<f32> %w = stablehlo.cosine %q : tensor<f32>",
            "%r = stablehlo.select %p, %f, %w : tensor<i1>, tensor<f32>",
            result="f32",
        )

    assert st.equivalent(program(900), program(901)).verdict == "different"


_SIGNED = ("negate %x", "convert %x")  # of which each is the absolute value of numbers of one sign


def test_both_signs_are_tried_in_a_branch_that_an_integer_alone_enters() -> None:
    def program(value: str) -> str:
        return _function(
            "%n: tensor<i32>, %x: tensor<f32>",
            *_constants("tensor<i32>", three=3, c=30003),
            "%m = stablehlo.multiply %n, %three : tensor<i32>",
            "%p = stablehlo.compare EQ, %m, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            '%r = "stablehlo.if"(%p) ({',
            f"%a = stablehlo.{value} : tensor<f32> stablehlo.return %a : tensor<f32>}}, {{",
            "stablehlo.return %x : tensor<f32>}) : (tensor<i1>) -> tensor<f32>",
            result="f32",
        )

    verdicts = [st.equivalent(program("abs %x"), program(other)).verdict for other in _SIGNED]
    assert verdicts == ["different", "different"]


def test_each_branch_that_makes_an_integer_is_gone_back() -> None:
    def program(number: int) -> str:
        return _function(
            "%x: tensor<i32>, %n: tensor<i32>",
            '%w = "stablehlo.case"(%n) ({',
            "%a = stablehlo.negate %x : tensor<i32> stablehlo.return %a : tensor<i32>}, {",
            "%b = stablehlo.not %x : tensor<i32> stablehlo.return %b : tensor<i32>",
            "}) : (tensor<i32>) -> tensor<i32>",
            *_constants("tensor<i32>", c=number),
            "%r = stablehlo.compare EQ, %w, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        )

    assert st.equivalent(program(123456789), program(123456790)).verdict == "different"


@pytest.mark.parametrize(
    "line",
    [
        "%v, %w = stablehlo.optimization_barrier %n, %y : tensor<4xi32>, tensor<i32>",
        '%v = "stablehlo.all_gather"(%n) <{all_gather_dim = 0 : i64, '
        "replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xi32>) -> tensor<4xi32>",
        "%v = stablehlo.clamp %y, %n, %y : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>",
        "%b = stablehlo.bitcast_convert %n : (tensor<4xi32>) -> tensor<4x4xui8>"
        "%v = stablehlo.bitcast_convert %b : (tensor<4x4xui8>) -> tensor<4xi32>",
        "%b = stablehlo.convert %n : (tensor<4xi32>) -> tensor<4xi1>"
        "%s = stablehlo.add %b, %b : tensor<4xi1>"
        "%v = stablehlo.convert %s : (tensor<4xi1>) -> tensor<4xi32>",
    ],
)
def test_what_has_no_inverse_ends_the_way_back(line: str) -> None:
    program = _function(
        "%x: tensor<4xi32>, %y: tensor<i32>",
        "%n = stablehlo.negate %x : tensor<4xi32>",
        line,
        "%r = stablehlo.compare LE, %v, %v : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>",
        result="4xi1",
    )
    assert st.equivalent(program, program.replace("LE", "GE")).verdict == "equal"


def test_arrays_without_elements_are_floored() -> None:
    program = "func.func @main(%x: tensor<0xf32>, %y: tensor<2xf32>) -> (tensor<0xf32>, tensor<2xf32>) {{{}}}"
    lines = (
        "%a = stablehlo.{} %x : tensor<0xf32> %b = stablehlo.abs %y : tensor<2xf32>"
        "return %a, %b : tensor<0xf32>, tensor<2xf32>"
    )
    first, second = (program.format(lines.format(op)) for op in ("floor", "ceil"))
    assert st.equivalent(first, second).verdict == "equal"


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
    assert any(each.startswith("compared numbers are not equal;") for each in found.assumptions)


def test_a_scalar_does_not_overflow() -> None:
    """A length n is no least number, for which n - 1 is the greatest one."""
    constants = _constants("tensor<i32>", one=1, three=3)
    less = _function(
        "%x: tensor<i32>",
        *constants,
        "%r = stablehlo.compare LT, %three, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>",
    )
    before = _function(
        "%x: tensor<i32>",
        *constants,
        "%l = stablehlo.subtract %x, %one : tensor<i32>",
        "%r = stablehlo.compare LE, %three, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>",
    )
    assert st.equivalent(less, before).verdict == "equal"
