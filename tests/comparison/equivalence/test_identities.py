"""Identities that hold to the bit: the same values, and others that are nearly the same."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.graphs import have_same_values
from stablehlo_tools.comparison.equivalence.value_numbers import ValueNumbers
from stablehlo_tools.ir.types import F32, TensorType

_V = "tensor<4xf32>"
_N = "tensor<f32>"
_B = "tensor<4xi1>"


def _are_same(first: str, second: str) -> bool:
    one, other = (st.parse(text)["main"] for text in (first, second))
    return have_same_values(one, other) and have_same_values(other, one)


def _program(body: str, type: str = _V, result: str = "") -> str:
    lines = re.sub("=(?=[a-z])", "= stablehlo.", body.replace("; ", "\n  "))
    arguments = f"%x: {type}, %y: {type}, %z: {_V}, %p: {_B}, %n: {_N}, %m: {_N}"
    return (
        f"func.func @main({arguments}) -> {result or type} {{\n  {lines}\n  return %r : {result or type}\n}}"
    )


def _number(number: str) -> str:
    return f"%c =constant dense<{number}> : {_V}"


_COMPARED = f"({_V}, {_V}) -> {_B}"
_CHOSEN = f"{_B}, {_V}"
_LINE = "tensor<1x4xf32>"


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        (f"%r =clamp %x, %y, %z : {_V}", f"%a =maximum %y, %x : {_V}; %r =minimum %a, %z : {_V}", True),
        (f"%r =clamp %x, %y, %z : {_V}", f"%a =minimum %y, %z : {_V}; %r =maximum %a, %x : {_V}", False),
        (
            f"{_number('1.1')}; %r =subtract %x, %c : {_V}",
            f"{_number('-1.1')}; %r =add %x, %c : {_V}",
            True,
        ),
        (
            f"{_number('1.1')}; %r =subtract %x, %c : {_V}",
            f"{_number('1.1')}; %r =add %x, %c : {_V}",
            False,
        ),
        (f"%a =negate %x : {_V}; %r =negate %a : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"%a =abs %x : {_V}; %r =abs %a : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", False),
        (f"{_number('1.0')}; %r =multiply %c, %x : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"{_number('1.0')}; %r =divide %x, %c : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"{_number('1.0')}; %r =divide %c, %x : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", False),
        (f"{_number('-0.0')}; %r =add %c, %x : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"{_number('0.0')}; %r =add %c, %x : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", False),
        (f"{_number('0.0')}; %r =subtract %x, %c : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"{_number('0xFF800000')}; %r =maximum %c, %x : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"{_number('0xFF800000')}; %r =minimum %c, %x : {_V}", f"%r =reshape %x : ({_V}) -> {_V}", False),
        (f"%r =select %p, %x, %x : {_CHOSEN}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (f"%q =not %p : {_B}; %r =select %q, %x, %y : {_CHOSEN}", f"%r =select %p, %y, %x : {_CHOSEN}", True),
        (
            f"%q =not %p : {_B}; %r =select %q, %x, %y : {_CHOSEN}",
            f"%r =select %p, %x, %y : {_CHOSEN}",
            False,
        ),
        (
            f"%q =constant dense<true> : {_B}; %r =select %q, %x, %y : {_CHOSEN}",
            f"%r =reshape %x : ({_V}) -> {_V}",
            True,
        ),
        (
            f"%q =constant dense<false> : {_B}; %r =select %q, %x, %y : {_CHOSEN}",
            f"%r =reshape %x : ({_V}) -> {_V}",
            False,
        ),
        (
            f"%q =constant dense<true> : {_B}; %a =and %p, %q : {_B}; %r =select %a, %x, %y : {_CHOSEN}",
            f"%r =select %p, %x, %y : {_CHOSEN}",
            True,
        ),
        (
            f"%a =compare GT, %x, %y : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            f"%a =compare LT, %y, %x : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            True,
        ),
        (
            f"%a =compare GT, %x, %y : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            f"%a =compare LE, %y, %x : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            False,
        ),
        (
            f"%a =compare GE, %x, %y : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            f"%a =compare LE, %x, %y : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            False,
        ),
        (
            f"%a =compare NE, %x, %y : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            f"%a =compare NE, %y, %x : {_COMPARED}; %r =select %a, %x, %z : {_CHOSEN}",
            True,
        ),
        (f"%r =concatenate %x, dim = 0 : ({_V}) -> {_V}", f"%r =reshape %x : ({_V}) -> {_V}", True),
        (
            f"%r =pad %x, %n, low = [0], high = [0], interior = [0] : ({_V}, {_N}) -> {_V}",
            f"%r =reshape %x : ({_V}) -> {_V}",
            True,
        ),
        (
            f"%r =pad %x, %n, low = [1], high = [-1], interior = [0] : ({_V}, {_N}) -> {_V}",
            f"%r =reshape %x : ({_V}) -> {_V}",
            False,
        ),
    ],
)
def test_values_are_the_same_to_the_bit(first: str, second: str, is_same: bool) -> None:
    assert _are_same(_program(first), _program(second)) is is_same


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ("%r =slice %x [0:1, 1:2:3] : (T) -> R", "%r =slice %x [0:1, 1:3:2] : (T) -> R", True),
        ("%r =slice %x [0:1, 1:2] : (T) -> R", "%r =slice %x [0:1, 2:3] : (T) -> R", False),
        ("%r =slice %x [0:1, 1:2] : (T) -> R", "%r =slice %y [0:1, 1:2] : (T) -> R", False),
    ],
)
def test_steps_along_axes_of_one_element_do_not_matter(first: str, second: str, is_same: bool) -> None:
    one, other = (text.replace("T", _LINE).replace("R", "tensor<1x1xf32>") for text in (first, second))
    programs = (_program(text, _LINE, "tensor<1x1xf32>") for text in (one, other))
    assert _are_same(*programs) is is_same


@pytest.mark.parametrize(("first", "second", "is_same"), [(0, 0, True), (1, 0, False)])
def test_slices_of_several_elements_are_told_by_their_steps(first: int, second: int, is_same: bool) -> None:
    """Ends beyond the last element do not matter."""
    one, other = (
        _program(f"%r =slice %x [0:{end}:{step}] : ({_V}) -> tensor<2xf32>", result="tensor<2xf32>")
        for end, step in ((4, 2), ((3, 2), (2, 1))[first or second])
    )
    assert _are_same(one, other) is is_same


@pytest.mark.parametrize(("axis", "is_same"), [(1, True), (0, False)])
def test_positions_are_those_along_one_axis(axis: int, is_same: bool) -> None:
    type = "tensor<4x4xf32>"
    first = _program(f"%i =iota dim = 1 : {type}; %r =add %x, %i : {type}", type)
    line = f"%i =iota dim = 0 : {_V}; %j =broadcast_in_dim %i, dims = [{axis}] : ({_V}) -> {type}"
    assert _are_same(first, _program(f"{line}; %r =add %x, %j : {type}", type)) is is_same


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [((0, 0), 0, True), ((1, 1), 1, True), ((0, 0), 1, False), ((0, 1), 0, False), ((1, 0), 0, False)],
)
def test_broadcasts_move_past_elementwise_operations(
    first: tuple[int, int], second: int, is_same: bool
) -> None:
    type = "tensor<4x4xf32>"
    terms = "; ".join(
        f"%{name}{name} =broadcast_in_dim %{name}, dims = [{axis}] : ({_V}) -> {type}"
        for name, axis in zip("xy", first, strict=True)
    )
    before = _program(f"{terms}; %r =atan2 %xx, %yy : {type}", result=type)
    after = f"%a =atan2 %x, %y : {_V}; %r =broadcast_in_dim %a, dims = [{second}] : ({_V}) -> {type}"
    assert _are_same(before, _program(after, result=type)) is is_same


@pytest.mark.parametrize(("operands", "is_same"), [("%n, %m", True), ("%m, %n", False)])
def test_repeated_numbers_are_computed_once(operands: str, is_same: bool) -> None:
    repeat = f"dims = [] : ({_N}) -> {_V}"
    first = f"%a =broadcast_in_dim %n, {repeat}; %b =broadcast_in_dim %m, {repeat}; %r =atan2 %a, %b : {_V}"
    second = f"%a =atan2 {operands} : {_N}; %r =broadcast_in_dim %a, {repeat}"
    assert _are_same(_program(first), _program(second)) is is_same


def test_narrow_floats_may_have_no_opposite() -> None:
    type = "tensor<4xf8E8M0FNU>"
    one = f"%c =constant dense<1.0> : {type}"
    first, second = f"%r =subtract %x, %c : {type}", f"%a =negate %c : {type}; %r =add %x, %a : {type}"
    assert not _are_same(_program(f"{one}; {first}", type), _program(f"{one}; {second}", type))


def test_a_complex_number_times_one_is_another_one() -> None:
    """(inf + i) (1 + 0 i) is no number."""
    type = "tensor<4xcomplex<f32>>"
    product = f"%c =constant dense<(1.0, 0.0)> : {type}; %r =multiply %x, %c : {type}"
    assert not _are_same(_program(product, type), _program(f"%r =reshape %x : ({type}) -> {type}", type))


_LOOP = """
func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %before = stablehlo.reduce(%x init: %zero) applies stablehlo.{before} across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.while(%s = %y) : tensor<f32>
  cond {{
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %c = stablehlo.compare LT, %s, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %inside = stablehlo.reduce(%x init: %init) across dimensions = [0]
      : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {{
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %{returned} : tensor<f32>
    }}
    %next = stablehlo.add %s, %{used} : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }}
  return %r : tensor<f32>
}}"""


@pytest.mark.parametrize(("op", "is_same"), [("add", True), ("maximum", False)])
def test_a_reduction_is_the_same_in_a_loop_and_before_it(op: str, is_same: bool) -> None:
    inside, before = (_LOOP.format(before=op, used=used, returned="t") for used in ("inside", "before"))
    assert _are_same(inside, before) is is_same


@pytest.mark.parametrize("name", ["a", "b"])
def test_an_argument_of_a_reducer_is_no_state_of_the_loop_around_it(name: str) -> None:
    one, other = (_LOOP.format(before="add", used="inside", returned=returned) for returned in (name, "s"))
    assert _are_same(one, one)
    assert not _are_same(one, other)


_SQUARE = "tensor<4x4xf32>"
_BATCHED = "tensor<2x3x2xf32>"


@pytest.mark.parametrize(
    ("second", "is_same"),
    [
        ("%t =M %y, O : (T) -> T; %r =dot_general %x, %t, contracting_dims = [1] x [1] : P", 1),
        ("%t =M %x, O : (T) -> T; %r =dot_general %t, %y, contracting_dims = [0] x [0] : P", 1),
        ("%t =M %y, O : (T) -> T; %r =dot_general %x, %t, contracting_dims = [1] x [0] : P", 0),
        ("%r =dot_general %y, %x, contracting_dims = [1] x [0] : P", 0),
        ("%r =dot_general %x, %y, contracting_dims = [0] x [0] : P", 0),
        ("%r =dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : P", 0),
        ("%a =dot_general %x, %y, contracting_dims = [1] x [0] : P; %r =M %a, O : (T) -> T", 0),
    ],
)
def test_products_are_told_by_their_axes_and_precision(second: str, is_same: int) -> None:
    first = "%r =dot_general %x, %y, contracting_dims = [1] x [0] : P"
    one, other = (
        _program(re.sub(r"\bT\b", _SQUARE, re.sub(r"\bP\b", "(T, T) -> T", text)), _SQUARE)
        for text in (first, second.replace("=M", "=transpose").replace(" O ", " dims = [1, 0] "))
    )
    assert _are_same(one, other) is bool(is_same)


@pytest.mark.parametrize(("order", "is_same"), [("[0, 1, 2]", True), ("[1, 0, 2]", False)])
def test_rows_of_products_may_be_in_one_axis_or_two(order: str, is_same: bool) -> None:
    type, result = "tensor<2x2x4xf32>", "tensor<2x2x5xf32>"
    arguments = f"%x: {type}, %y: tensor<4x5xf32>"
    first = f"""func.func @main({arguments}) -> {result} {{
      %r = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : ({type}, tensor<4x5xf32>) -> {result}
      return %r : {result}
    }}"""
    second = f"""func.func @main({arguments}) -> {result} {{
      %t = stablehlo.transpose %x, dims = {order} : ({type}) -> {type}
      %m = stablehlo.reshape %t : ({type}) -> tensor<4x4xf32>
      %p = stablehlo.dot_general %m, %y, contracting_dims = [1] x [0]
        : (tensor<4x4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
      %r = stablehlo.reshape %p : (tensor<4x5xf32>) -> {result}
      return %r : {result}
    }}"""
    assert _are_same(first, second) is is_same


@pytest.mark.parametrize(("batches", "is_same"), [("[0] x [0]", True), ("[2] x [2]", False)])
def test_products_are_told_by_their_batches(batches: str, is_same: bool) -> None:
    result = "tensor<2x3x3xf32>"
    first, second = (
        _program(
            f"%r =dot_general %x, %y, batching_dims = {axes}, contracting_dims = {others}"
            f" : ({_BATCHED}, {_BATCHED}) -> {result}",
            _BATCHED,
            result,
        )
        for axes, others in (("[0] x [0]", "[2] x [2]"), (batches, "[2] x [2]" if is_same else "[0] x [0]"))
    )
    assert _are_same(first, second) is is_same


def _moved(generator: np.random.Generator, values: ValueNumbers, size: int) -> tuple[int, Any]:
    """The number of an array that is transposed and reshaped at random, and the array."""
    array: Any = np.arange(size)
    number = values.number("array", None, TensorType((size,), F32))
    for _ in range(generator.integers(1, 6)):
        if generator.random() < 1 / 2:
            left, shape = size, list[int]()
            while left > 1:
                shape.append(int(generator.choice([n for n in (2, 3, 4, 6) if left % n == 0])))
                left //= shape[-1]
            shape.insert(int(generator.integers(len(shape) + 1)), 1)
            array = array.reshape(shape)
            number = values.reshaped(number, TensorType(tuple(shape), F32))
        else:
            order = [int(axis) for axis in generator.permutation(array.ndim)]
            array = array.transpose(order)
            number = values.transposed(number, order, TensorType(array.shape, F32))
    return number, array


@pytest.mark.parametrize("size", [12, 24, 36])
def test_transposes_and_reshapes_have_the_number_of_their_array(size: int) -> None:
    generator, values = np.random.default_rng(size), ValueNumbers()
    arrays, numbers = dict[int, Any](), defaultdict[object, set[int]](set)
    for _ in range(500):
        number, array = _moved(generator, values, size)
        assert np.array_equal(arrays.setdefault(number, array), array)
        numbers[array.shape, array.tobytes()].add(number)
    several = [found for found in numbers.values() if len(found) > 1]
    assert len(several) * 100 < len(numbers)


def test_operations_without_operands_have_a_number() -> None:
    program = """func.func @main() -> tensor<ui32> {
      %r = stablehlo.replica_id : tensor<ui32>
      return %r : tensor<ui32>
    }"""
    assert _are_same(program, program)
    assert not _are_same(program, program.replace("replica_id", "partition_id"))
