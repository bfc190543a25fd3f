"""Parts of functions moved into others, and values that become constants or arguments."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.clone import append
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.rewrite.arguments import erase_arguments, replace_by_constant
from stablehlo_tools.rewrite.lookup import find_value
from stablehlo_tools.rewrite.outline import outline_region
from tests.rewrite.programs import Draw, results

seeds = pytest.mark.parametrize("seed", range(20))

COUNT = """\
func.func @main(%n: tensor<i32>, %by: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    %3 = stablehlo.add %sum, %by : tensor<i32>
    stablehlo.return %2, %3 : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}
"""
CHAIN = """\
func.func @main(%x: tensor<f32>, %y: tensor<f32> {mine.name = "y"}) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  %1 = stablehlo.add %0, %y : tensor<f32>
  %2 = stablehlo.negate %1 : tensor<f32>
  %3 = stablehlo.multiply %2, %0 : tensor<f32>
  return %3 : tensor<f32>
}
"""


def run(program: Any, *inputs: float) -> Any:
    """What a program, which verifies, returns."""
    text = str(program)
    assert stablehlo_tools.verify(text) == []
    (result,) = stablehlo_tools.run(text, list(inputs))
    return result.tolist()


def chain() -> Module:
    return stablehlo_tools.parse(CHAIN)


def test_an_iteration_of_a_loop_is_a_function() -> None:
    module = stablehlo_tools.parse(COUNT)
    loop = next(each for each in module.walk() if each.name == "stablehlo.while")
    body, operands = outline_region(loop.regions[1], "body")
    condition, _ = outline_region(loop.regions[0], "condition")
    append(body, module.body)
    append(condition, module.body)
    assert [value.name for value in operands] == ["%i", "%sum", "%by"]
    text = str(module)
    assert stablehlo_tools.verify(text) == []
    state = [np.int32(0), np.int32(0)]
    while stablehlo_tools.run(text, [*state, np.int32(4)], "condition")[0]:
        state = [array[()] for array in stablehlo_tools.run(text, [*state, np.int32(5)], "body")]
    assert state == [4, 20]
    assert run(COUNT, 4, 5) == 20


def test_a_value_becomes_a_constant() -> None:
    module = chain()
    replace_by_constant(find_value(module, "%1", "main"), np.float32(10))
    assert run(module, -3, 2) == -30
    replace_by_constant(find_value(module, "%x", "main"), np.float32(-7))
    erase_arguments(module.functions[0], {0})
    assert module.functions[0].argument_attributes(0) == {"mine.name": "y"}
    assert run(module, 2) == -70


def test_a_constant_has_the_type_of_the_value() -> None:
    with pytest.raises(ValueError, match=r"%x of type tensor<f32> cannot be replaced"):
        replace_by_constant(chain().functions[0].arguments[0], np.zeros(3, np.float32))


@seeds
def test_an_outlined_part_is_called(seed: int) -> None:
    module = stablehlo_tools.parse(str(Draw(seed).module()))
    before, pick = results(module), random.Random(seed)
    *inside, end = module.functions[-1].regions[0].blocks[0].operations
    names = [value.name for each in inside for value in each.results]
    chosen = end.operands[-1].name
    assert chosen in names
    given = pick.sample(names[: names.index(chosen)], min(2, names.index(chosen)))
    outlined = stablehlo_tools.outline(module, "part", [chosen], given)
    called = [each.attributes.get("callee") for each in outlined.walk()]
    assert called.count(Symbol(("part",))) == 1
    assert results(outlined) == before
    assert results(module) == before


@seeds
def test_no_call_is_left(seed: int) -> None:
    module = Draw(seed).module()
    inlined = stablehlo_tools.inline(module)
    assert [function.symbol for function in inlined.functions] == ["main"]
    assert results(inlined) == results(module)


def test_a_function_that_calls_itself_is_not_inlined() -> None:
    text = """\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
    inlined = stablehlo_tools.inline(text)
    assert [function.symbol for function in inlined.functions] == ["f", "g", "main"]


@pytest.mark.parametrize(
    ("results", "arguments", "message"),
    [
        (["%1", "%3"], ["%2"], "%2 is computed after %1"),
        (["%x"], [], "the values are not results of operations in one block"),
        (["%7"], [], "no value is called %7"),
    ],
)
def test_what_cannot_be_outlined(results: list[str], arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stablehlo_tools.outline(CHAIN, "part", results, arguments)


def test_effects_are_not_doubled() -> None:
    text = """\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
    with pytest.raises(ValueError, match=r"stablehlo\.custom_call has effects, which would occur twice"):
        stablehlo_tools.outline(text, "part", ["%0"])


def test_the_original_stays() -> None:
    module = chain()
    stablehlo_tools.outline(module, "part", ["%2"])
    assert module == chain()
    assert all(isinstance(each, Operation) for each in module.walk())
