"""What whoever looks on gets to see of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import Observation, interpret

MODELS = Path(__file__).resolve().parents[2] / "testdata" / "models"

LOOP = """
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %unused = stablehlo.negate %x : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<f32>
  cond {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = func.call @twice(%y) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}
"""


def observed(text: Any, *inputs: Any) -> list[Observation]:
    seen: list[Observation] = []
    stablehlo_tools.run(text, inputs, observe=seen.append)
    return seen


def test_each_operation_in_the_order_in_which_they_end() -> None:
    seen = observed(LOOP, np.float32(3))
    names = [name for observation in seen for name in observation.names]
    iteration = ["cond[{0}]/%two", "cond[{0}]/%1", "body[{0}]/%one", "body[{0}]/%1"]
    called = ["body[{0}]/twice%2/%0", "body[{0}]/%2"]
    assert names == [
        "main/%zero",
        "main/%unused",
        *(f"main/while%0/{each.format(n)}" for n in range(2) for each in iteration + called),
        "main/while%0/cond[2]/%two",
        "main/while%0/cond[2]/%1",
        "main/%0#0",
        "main/%0#1",
    ]
    values = {name: value for each in seen for name, value in zip(each.names, each.results, strict=True)}
    assert values["main/while%0/body[1]/twice%2/%0"] == 12
    assert values["main/%0#1"] == 12
    assert [value.item() for value in seen[3].operands] == [0, 2]


def test_branches() -> None:
    text = """
    func.func @main(%i: tensor<i32>) -> tensor<i32> {
      %0 = "stablehlo.case"(%i) ({
        %1 = stablehlo.negate %i : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }, {
        %1 = stablehlo.abs %i : tensor<i32>
        %yes = stablehlo.constant dense<true> : tensor<i1>
        %2 = "stablehlo.if"(%yes) ({
          %3 = stablehlo.add %i, %1 : tensor<i32>
          stablehlo.return %3 : tensor<i32>
        }, {
          stablehlo.return %i : tensor<i32>
        }) : (tensor<i1>) -> tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    """
    names = [each.names[0] for each in observed(text, np.int32(1))]
    assert names == [
        "main/case%0/branches[1]/%1",
        "main/case%0/branches[1]/%yes",
        "main/case%0/branches[1]/if%2/true_branch/%3",
        "main/case%0/branches[1]/%2",
        "main/%0",
    ]


def test_a_body_for_scalars_is_seen_as_it_is_executed() -> None:
    text = """
    func.func @main(%x: tensor<4xi32>, %zero: tensor<i32>) -> tensor<i32> {
      %0 = "stablehlo.reduce"(%x, %zero) ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %1 = stablehlo.add %a, %b : tensor<i32>
        %2 = stablehlo.add %1, %zero : tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    """
    *inner, last = observed(text, np.array([1, 2, 3, 4], np.int32), np.int32(0))
    assert {str(each.scope).split("[")[0] for each in inner} == {"main/reduce%0/body"}
    assert last.results == (10,)


@pytest.mark.parametrize("model", ["scan", "attention_grad", "sort", "prng", "linalg", "convnet"])
def test_looking_on_changes_nothing_and_what_was_seen_stays(model: str) -> None:
    inputs = [*np.load(MODELS / f"{model}.inputs.npz", allow_pickle=False).values()]
    program = MODELS / f"{model}.mlir"
    plain = stablehlo_tools.run(program, inputs)
    kept: list[tuple[Any, Any]] = []

    def keep(observation: Observation) -> None:
        kept.extend((value, np.array(value)) for value in observation.results)

    for x, y in zip(plain, stablehlo_tools.run(program, inputs, observe=keep), strict=True):
        np.testing.assert_array_equal(x, y, strict=True)
    assert kept
    for value, copy in kept:
        assert not value.flags.writeable
        np.testing.assert_array_equal(value, copy)


def test_a_run_as_it_is_may_be_looked_on_too() -> None:
    seen: list[Observation] = []
    module = stablehlo_tools.parse(LOOP)
    observer = interpret.Observer(seen.append, as_written=False)
    program = interpret.compile(module, observer=observer)
    for _ in range(2):  # the second run begins where the first did
        seen.clear()
        assert program([np.float32(3)]) == [12]
        assert "stablehlo.constant" not in {each.operation.name for each in seen}
        assert seen[-1].names == ["main/%0#0", "main/%0#1"]
        assert all(each.seconds >= 0 for each in seen)


def test_what_is_raised_ends_the_run_as_it_is() -> None:
    class Stop(Exception):
        pass

    def stop(observation: Observation) -> None:
        raise Stop(observation.names[0])

    with pytest.raises(Stop, match="main/%zero"):
        stablehlo_tools.run(LOOP, [np.float32(3)], observe=stop)


def test_processes_are_told_apart() -> None:
    text = """
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.negate %x : tensor<f32>
      return %0 : tensor<f32>
    }
    """
    seen: list[Observation] = []
    module = stablehlo_tools.parse(text)
    program = interpret.compile(
        module, options=interpret.RunOptions(num_partitions=2), observer=interpret.Observer(seen.append)
    )
    program.run_parallel([[np.float32(1)], [np.float32(2)]])
    assert [(each.process, each.results[0].item()) for each in seen] == [((0, 0), -1), ((0, 1), -2)]
