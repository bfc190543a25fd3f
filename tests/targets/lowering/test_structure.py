"""Lowerings of programs with several functions, of futures, and of element types as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.targets.lowering.lower import lower
from stablehlo_tools.targets.registry import target_named


def lowered(text: str, *codes: str) -> tuple[Module, Sequence[Diagnostic]]:
    done = lower(stablehlo_tools.parse(text), codes=codes)
    return done.module, done.diagnostics


def names(module: Module) -> set[str]:
    return {each.name for each in module.walk()}


def test_composites_in_decompositions_are_calls() -> None:
    """A decomposition that is rewritten is part of what is checked of those who call it."""
    module, left = lowered(
        """\
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0:2 = stablehlo.composite "my.outer" %x {decomposition = @outer}
    : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}
func.func private @outer(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.composite "my.inner" %x {decomposition = @inner} : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %x : tensor<3xf32>, tensor<3xf32>
}
func.func private @inner(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
""",
        "no-composite",
    )
    assert left == []
    assert "stablehlo.composite" not in names(module)
    found = stablehlo_tools.run(module, [np.arange(3, dtype=np.float32)])
    assert [each.tolist() for each in found] == [[0, 2, 4], [0, 1, 2]]


FUTURE = """\
func.func @main(%x: tensor<8xf32>) -> tensor<3xf32> {
  %0 = call @start(%x) : (tensor<8xf32>) -> !stablehlo.future<tensor<3xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<3xf32>>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func private @start(%x: tensor<8xf32>) -> !stablehlo.future<tensor<3xf32>> {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<8xf32>):
    %1 = stablehlo.slice %y [2:5] : (tensor<8xf32>) -> tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }) : (tensor<8xf32>) -> !stablehlo.future<tensor<3xf32>>
  return %0 : !stablehlo.future<tensor<3xf32>>
}
"""


def test_a_future_of_another_function_stays_until_that_is_inlined() -> None:
    _, left = lowered(FUTURE, "no-async")
    assert {each.code for each in left} == {"not_lowered"}
    module, left = lowered(FUTURE, "no-calls", "no-async")
    assert left == []
    assert names(module) == {"builtin.module", "func.func", "stablehlo.slice", "func.return"}


def test_arguments_alone_have_another_type() -> None:
    """Of an operation that takes them, and returns others, no type but that of its operands changes."""
    module, left = lowered(
        """\
func.func @main(%x: tensor<9xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<9xf32>, tensor<i64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
""",
        "no-i64",
    )
    assert left == []
    assert [str(each.type) for each in module.functions[0].arguments] == ["tensor<9xf32>", "tensor<i32>"]


def test_numbers_of_attributes_have_another_type() -> None:
    module, left = lowered(
        """\
func.func @main(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %0 = chlo.constant dense<[0.5, 0.1]> : tensor<2xf64>
  %1 = "chlo.constant_like"(%x) {value = 2.5 : f64} : (tensor<2xf64>) -> tensor<2xf64>
  return %0, %1 : tensor<2xf64>, tensor<2xf64>
}
""",
        "no-f64",
    )
    assert left == []
    found = stablehlo_tools.run(module, [np.zeros(2, np.float32)])
    assert [each.tolist() for each in found] == [[0.5, float(np.float32(0.1))], [2.5, 2.5]]


IN_THE_WAY = [
    ("no-f16", "f16", "%1 = stablehlo.bitcast_convert %0 : (tensor<2xf16>) -> tensor<2xi16>"),
    ("no-i64", "i64", "%1 = stablehlo.constant dense<4294967296> : tensor<2xi64>"),
    ("no-f64", "f64", "%1 = stablehlo.constant dense_resource<blob> : tensor<2xf64>"),
    ("no-complex", "complex<f32>", "%1 = stablehlo.tan %0 : tensor<2xcomplex<f32>>"),
]


@pytest.mark.parametrize(("code", "type", "line"), IN_THE_WAY, ids=[each[0] for each in IN_THE_WAY])
def test_only_what_is_in_the_way_is_reported(code: str, type: str, line: str) -> None:
    _, left = lowered(
        f"""\
func.func @main(%x: tensor<2x{type}>) -> tensor<2x{type}> {{
  %0 = stablehlo.add %x, %x : tensor<2x{type}>
  {line}
  return %0 : tensor<2x{type}>
}}
""",
        code,
    )
    assert [each.span and each.span.begin for each in left] == [(3, 3)]
    assert [each.code for each in left] == ["not_lowered"]


def test_numbers_that_become_too_large_are_no_bug() -> None:
    """-1 shifted right by 1 as 64 bits is no number of 32."""
    _, (wrong, *left) = lowered(
        """\
func.func @main(%x: tensor<8xi64>) -> tensor<8xi64> {
  %c = stablehlo.constant dense<1> : tensor<8xi64>
  %0 = stablehlo.shift_right_logical %x, %c : tensor<8xi64>
  return %0 : tensor<8xi64>
}
""",
        "no-i64",
    )
    assert {each.code for each in (wrong, *left)} == {"not_lowered"}
    assert "bug" not in wrong.message
    assert "instead of" in wrong.notes[0]


def test_leaving_out_shardings_takes_no_custom_call_out() -> None:
    program = """\
sdy.mesh @mesh = <["x"=1]>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mine(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""
    done = lower(stablehlo_tools.parse(program), target=target_named("iree-3.13"))
    helps = {each.message.split("`")[1]: " ".join(each.helps) for each in done.diagnostics}
    assert helps["stablehlo.custom_call"] == ""
    assert "--rewrite no-shardings" in helps["sdy.sharding_constraint"]


def test_a_map_of_a_value_from_outside_repeats_it() -> None:
    module, left = lowered(
        """\
func.func @main(%x: tensor<3xf32>, %k: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %k : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
""",
        "no-map",
    )
    assert left == []
    (found,) = stablehlo_tools.run(module, [np.zeros(3, np.float32), np.float32(7)])
    assert found.tolist() == [7, 7, 7]


def test_programs_that_take_tuples_are_executed() -> None:
    """Before and after are run on the same numbers, though one takes a tuple and the other its elements."""
    module = stablehlo_tools.parse("""
    func.func @main(%p: tuple<tensor<3xf32>, tuple<tensor<2xi32>>>) -> tuple<tensor<3xf32>> {
      %0 = stablehlo.get_tuple_element %p[0] : (tuple<tensor<3xf32>, tuple<tensor<2xi32>>>) -> tensor<3xf32>
      %1 = stablehlo.negate %0 : tensor<3xf32>
      %2 = stablehlo.tuple %1 : tuple<tensor<3xf32>>
      return %2 : tuple<tensor<3xf32>>
    }
    """)
    (applied,) = lower(module, codes=["no-tuples"]).applied
    assert set(applied.checks) == {"bit by bit"}
