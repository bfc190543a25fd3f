"""Calls back into Python: those of which nothing is computed can be left out."""

from __future__ import annotations

import stablehlo_tools
from stablehlo_tools.interpret.callbacks import without_callbacks

# As JAX exports `jax.debug.print`, ordered and not, and `pure_callback`.
PROGRAM = """\
func.func @main(%t: !stablehlo.token, %x: tensor<3xf32>) -> (!stablehlo.token, tensor<3xf32>) {
  stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {has_side_effect = true} : (tensor<3xf32>) -> ()
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x) {has_side_effect = true}
    : (!stablehlo.token, tensor<3xf32>) -> !stablehlo.token
  %1 = call @f(%0, %x) : (!stablehlo.token, tensor<3xf32>) -> !stablehlo.token
  %2 = stablehlo.custom_call @xla_python_cpu_callback(%x) : (tensor<3xf32>) -> tuple<>
  %3 = stablehlo.custom_call @debug_print(%x) {has_side_effect = true} : (tensor<3xf32>) -> !stablehlo.token
  %4 = stablehlo.after_all %1, %3 : !stablehlo.token
  %5 = stablehlo.add %x, %x : tensor<3xf32>
  return %4, %5 : !stablehlo.token, tensor<3xf32>
}
func.func private @f(%t: !stablehlo.token, %x: tensor<3xf32>) -> !stablehlo.token {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x) {has_side_effect = true}
    : (!stablehlo.token, tensor<3xf32>) -> !stablehlo.token
  return %0 : !stablehlo.token
}
"""
WITH_RESULT = """\
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def test_what_computes_nothing_is_left_out() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    before = str(module)
    found, count = without_callbacks(module)
    assert count == 5
    assert str(module) == before
    assert stablehlo_tools.verify(found) == []
    assert "custom_call" not in str(found)
    token, result = stablehlo_tools.run(found, [None, [1, 2, 3]])  # type: ignore[list-item]
    assert token is None
    assert result.tolist() == [2, 4, 6]


def test_a_callback_with_a_result_stays() -> None:
    module = stablehlo_tools.parse(WITH_RESULT)
    found, count = without_callbacks(module)
    assert (count, str(found)) == (0, str(module))
