"""Changes of element types: programs that keep everything in f32 are the f32 programs, bit by bit."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import errors_of
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.rewrite.element_types import with_element_types
from stablehlo_tools.verdict.envelope.origins.precision import WIDENING, cast, keeping

Array = npt.NDArray[Any]

# In each, f32 stands for a float type; constants are what bf16 has, too.
PROGRAMS = {
    "functions": """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0.75> : tensor<8xf32>
  %0 = func.call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.multiply %0, %c : tensor<8xf32>
  %2 = func.call @f(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}""",
    "loop": """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.sine %a : tensor<8xf32>
    %3 = stablehlo.multiply %2, %x : tensor<8xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}""",
    "branches": """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.add %0, %x : tensor<8xf32>
    stablehlo.return %2 : tensor<8xf32>
  }, {
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i1>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}""",
    "regions": """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = stablehlo.reduce(%0 init: %z) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %half = stablehlo.constant dense<0.5> : tensor<f32>
      %3 = stablehlo.multiply %b, %half : tensor<f32>
      %4 = stablehlo.add %a, %3 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %5 = "stablehlo.sort"(%0) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %6 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf32>) -> tensor<8xf32>
  %7 = stablehlo.divide %5, %2 : tensor<8xf32>
  return %7 : tensor<8xf32>
}""",
}
X = np.random.default_rng(0).uniform(0.1, 1, 8).astype(ml_dtypes.bfloat16)


def narrow(text: str) -> Module:
    return stablehlo_tools.parse(text.replace("f32", "bf16"))


def verified(module: Module) -> Module:
    """The module as it is read again."""
    text = stablehlo_tools.format(module)
    assert errors_of(stablehlo_tools.verify(text)) == []
    return stablehlo_tools.parse(text)


def returned(module: Module) -> Any:
    assert module["main"].body is not None
    return module["main"].body.operations[-1].operands


def everything(module: Module) -> Module:
    """The program with all that it computes in f32."""
    return verified(keeping(module, list(module.walk()), returned(module)))


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_in_f32_is_the_program_in_f32(name: str) -> None:
    (expected,) = stablehlo_tools.run(PROGRAMS[name], [X.astype(np.float32)])
    (made,) = stablehlo_tools.run(everything(narrow(PROGRAMS[name])), [X])
    assert made.dtype == np.float32
    assert np.array_equal(made, expected)
    (rounded,) = stablehlo_tools.run(narrow(PROGRAMS[name]), [X])
    assert not np.array_equal(rounded.astype(np.float32), expected)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_cast_is_the_program_in_the_other_type(name: str) -> None:
    """Constants and inputs are what bf16 has: to convert them changes nothing."""
    (expected,) = stablehlo_tools.run(narrow(PROGRAMS[name]), [X])
    module = verified(cast(stablehlo_tools.parse(PROGRAMS[name]), "bf16"))
    (made,) = stablehlo_tools.run(module, [X.astype(np.float32)])
    assert made.dtype == np.float32
    assert np.array_equal(made, expected.astype(np.float32))


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_kept_is_the_program(name: str) -> None:
    module = narrow(PROGRAMS[name])
    assert keeping(module, []) == module


@pytest.mark.parametrize("name", PROGRAMS)
def test_any_single_value_may_be_kept(name: str) -> None:
    """Whatever is kept, the program verifies, and is nearer to the one in f32 than it may be off by."""
    (expected,) = stablehlo_tools.run(PROGRAMS[name], [X.astype(np.float32)])
    module = narrow(PROGRAMS[name])
    for operation in module.walk():
        if any(WIDENING.takes(each.type) for each in operation.results) and WIDENING.may_compute(operation):
            (made,) = stablehlo_tools.run(verified(keeping(module, [operation])), [X])
            assert made.dtype == ml_dtypes.bfloat16
            assert np.allclose(made.astype(np.float32), expected, rtol=0.05)


def test_a_value_has_one_convert_for_all_its_users() -> None:
    text = """func.func @main(%x: tensor<8xbf16>) -> tensor<8xbf16> {
      %0 = stablehlo.tanh %x : tensor<8xbf16>
      %1 = stablehlo.add %0, %x : tensor<8xbf16>
      %2 = stablehlo.multiply %1, %x : tensor<8xbf16>
      %3 = stablehlo.reshape %0 : (tensor<8xbf16>) -> tensor<2x4xbf16>
      return %2 : tensor<8xbf16>
    }"""
    module = stablehlo_tools.parse(text)
    kept = next(each for each in module.walk() if each.name == "stablehlo.tanh")
    program = verified(keeping(module, [kept]))
    computed = {each.name: str(each.results[0].type) for each in program.walk() if each.results}
    assert computed["stablehlo.tanh"] == computed["stablehlo.add"] == "tensor<8xf32>"
    assert computed["stablehlo.reshape"] == "tensor<2x4xf32>"  # it rounds nothing
    assert computed["stablehlo.multiply"] == "tensor<8xbf16>"  # it reads what add has rounded
    assert sum(each.name == "stablehlo.convert" for each in program.walk()) == 2


def test_what_has_types_of_its_own_keeps_them() -> None:
    """Bits are those of bf16, and a custom call takes what its target does."""
    text = """func.func @main(%x: tensor<8xbf16>) -> (tensor<8xi16>, tensor<8xbf16>) {
      %0 = stablehlo.tanh %x : tensor<8xbf16>
      %1 = stablehlo.bitcast_convert %0 : (tensor<8xbf16>) -> tensor<8xi16>
      %2 = stablehlo.custom_call @f(%0) : (tensor<8xbf16>) -> tensor<8xbf16>
      return %1, %2 : tensor<8xi16>, tensor<8xbf16>
    }"""
    module = stablehlo_tools.parse(text)
    kept = next(each for each in module.walk() if each.name == "stablehlo.tanh")
    program = verified(keeping(module, [kept]))
    operands = {each.name: str(each.operands[0].type) for each in program.walk() if each.operands}
    assert operands["stablehlo.tanh"] == "tensor<8xf32>"
    assert operands["stablehlo.bitcast_convert"] == "tensor<8xbf16>"
    assert operands["stablehlo.custom_call"] == "tensor<8xbf16>"


def test_types_have_their_encodings() -> None:
    bounded = "tensor<?xbf16, #stablehlo.bounds<4>>"
    text = f"func.func @main(%x: {bounded}) -> {bounded} {{\n  %0 = stablehlo.tanh %x : {bounded}\n"
    module = stablehlo_tools.parse(f"{text}  return %0 : {bounded}\n}}")
    program = verified(with_element_types(module, returned(module), WIDENING, returned(module)))
    assert str(program["main"].type.results[0]) == "tensor<?xf32, #stablehlo.bounds<4>>"
