"""The interpreter dialect: printing, and programs executed by the processes of a grid."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify

FUNCTIONS = """
func.func @place(%x: tensor<i64>) -> (tensor<ui32>, tensor<i64>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0, %x : tensor<ui32>, tensor<i64>
}
func.func @nothing() {
  return
}
func.func @sum(%x: tensor<2xi64>) -> tensor<2xi64> {
  %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%l: tensor<i64>, %r: tensor<i64>):
      %s = stablehlo.add %l, %r : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @queue() -> tensor<2xi64> {
  %0 = stablehlo.constant dense<[8, 9]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
func.func @fed(%t: !stablehlo.token) -> tensor<2xi64> {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %0#0 : tensor<2xi64>
}
"""


def run(main, *inputs):
    module = parse(Source(FUNCTIONS + main))
    assert verify(module) == []
    return [result.tolist() for result in execute(module, inputs)]


MATRIX = """\
tensor<2x2xf32> {
  [
    [1.000000e+00, -2.500000e+00],
    [0x7F800000, 0x7FC00000]
  ]
}
"""


@pytest.mark.parametrize(
    ("operand", "text"),
    [
        (np.array(True), "tensor<i1> {true}\n"),
        (np.array([1, -2], ml_dtypes.int4), "tensor<2xi4> {\n  [1, -2]\n}\n"),
        (np.array([[1, -2.5], [np.inf, np.nan]], np.float32), MATRIX),
        (np.zeros((0, 2), np.uint8), "tensor<0x2xui8> {\n  []\n}\n"),
        (np.zeros((2, 0), np.uint8), "tensor<2x0xui8> {\n  [\n    [],\n    []\n  ]\n}\n"),
    ],
)
def test_print(kernel, capsys, operand, text) -> None:
    """As StableHLO's own tests have it."""
    assert kernel("interpreter.print")(operand) == ()
    assert capsys.readouterr().out == text


def test_programs_have_their_places_inputs_and_results() -> None:
    found = run("""
func.func @main(%x: tensor<i64>, %y: tensor<i64>) -> (tensor<ui32>, tensor<i64>, tensor<ui32>, tensor<i64>) {
  %r:4 = "interpreter.run_parallel"(%x, %y) <{programs = [[@nothing, @place], [@place, @nothing]]}>
    : (tensor<i64>, tensor<i64>) -> (tensor<ui32>, tensor<i64>, tensor<ui32>, tensor<i64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<ui32>, tensor<i64>, tensor<ui32>, tensor<i64>
}""", np.array(5), np.array(6))  # fmt: skip
    assert found == [0, 5, 1, 6]


def test_programs_meet_and_leave_the_operands_alone() -> None:
    found = run("""
func.func @main(%x: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@sum], [@sum]]}>
    : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  %s = stablehlo.add %r#0, %x : tensor<2xi64>
  return %r#0, %s, %x : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}""", np.array([1, 2]))  # fmt: skip
    assert found == [[2, 4], [3, 6], [1, 2]]


def test_the_infeed_is_what_functions_return() -> None:
    main = """
func.func @main() -> tensor<2xi64> {
  %t = stablehlo.create_token : !stablehlo.token
  %r = "interpreter.run_parallel"(%t) <{programs = [[@fed]]INFEED}> : (!stablehlo.token) -> tensor<2xi64>
  return %r : tensor<2xi64>
}"""
    assert run(main.replace("INFEED", ", infeed = [@queue]")) == [[8, 9]]
    with pytest.raises(RunError, match="infeed queue of the host is empty"):
        run(main.replace("INFEED", ""))


def test_the_grid_of_the_programs_is_what_rules_are_about() -> None:
    with pytest.raises(RunError) as caught:
        run("""
func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = "interpreter.run_parallel"(%x) <{programs = [[@sum]]}> : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}""", np.array([1, 2]))  # fmt: skip
    assert caught.value.diagnostic.code == "all_reduce_c2"


def test_a_program_does_not_execute_itself() -> None:
    with pytest.raises(RunError, match="calls itself"):
        run("""
func.func @main() {
  "interpreter.run_parallel"() <{programs = [[@main]]}> : () -> ()
  return
}""")
