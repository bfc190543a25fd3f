"""Programs for tests of comparisons."""

from __future__ import annotations

import numpy as np


def again(program: str) -> str:
    """Another program that computes the same: nothing uses the token before its `return`.

    Its values have no numbers, so that it runs on other inputs as programs do that are not the same.
    """
    changed = program.replace("\nreturn ", "\n%unused = stablehlo.after_all : !stablehlo.token\nreturn ", 1)
    assert changed != program
    return changed


CONTROL = """\
func.func private @scale(%a: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %scaled = stablehlo.multiply %a, %half : tensor<8xf32>
  return %scaled : tensor<8xf32>
}
func.func @main(%x: tensor<8xf32>, %branch: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %exp = stablehlo.exponential %x : tensor<8xf32>
  %called = func.call @scale(%exp) : (tensor<8xf32>) -> tensor<8xf32>
  %loop:2 = stablehlo.while(%i = %zero, %state = %called) : tensor<i32>, tensor<8xf32>
    cond {
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %less = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %sine = stablehlo.sine %state : tensor<8xf32>
      %inner = func.call @scale(%sine) : (tensor<8xf32>) -> tensor<8xf32>
      %sum = stablehlo.add %inner, %x : tensor<8xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<8xf32>
    }
  %case = "stablehlo.case"(%branch) ({
    %negated = stablehlo.negate %loop#1 : tensor<8xf32>
    stablehlo.return %negated : tensor<8xf32>
  }, {
    %cosine = stablehlo.cosine %loop#1 : tensor<8xf32>
    %doubled = stablehlo.add %cosine, %cosine : tensor<8xf32>
    stablehlo.return %doubled : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  %unused = stablehlo.tanh %case : tensor<8xf32>
  return %case, %exp : tensor<8xf32>, tensor<8xf32>
}
"""
CONTROL_INPUTS = [np.linspace(-1, 1, 8, dtype=np.float32), np.asarray(1, np.int32)]

TYPES = """\
func.func @main(%x: tensor<4xf32>) -> (tensor<4xbf16>, tensor<4xf32>) {
  %bf16 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %tanh = stablehlo.tanh %bf16 : tensor<4xbf16>
  %f16 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf16>
  %half = stablehlo.multiply %f16, %f16 : tensor<4xf16>
  %f64 = stablehlo.convert %half : (tensor<4xf16>) -> tensor<4xf64>
  %log = stablehlo.log_plus_one %f64 : tensor<4xf64>
  %f8 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  %eight = stablehlo.add %f8, %f8 : tensor<4xf8E4M3FN>
  %complex = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %sine = stablehlo.sine %complex : tensor<4xcomplex<f32>>
  %imag = stablehlo.imag %sine : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %i4 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi4>
  %four = stablehlo.add %i4, %i4 : tensor<4xi4>
  %ui8 = stablehlo.convert %half : (tensor<4xf16>) -> tensor<4xui8>
  %shift = stablehlo.shift_left %ui8, %ui8 : tensor<4xui8>
  %less = stablehlo.compare LT, %x, %imag : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %select = stablehlo.select %less, %x, %imag : tensor<4xi1>, tensor<4xf32>
  return %tanh, %select : tensor<4xbf16>, tensor<4xf32>
}
"""
TYPES_INPUTS = [np.array([0.75, -1.5, 2.5, 1.25], np.float32)]
