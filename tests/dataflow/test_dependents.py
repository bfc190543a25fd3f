"""Which values depend on others, through control flow and calls."""

from __future__ import annotations

from collections import Counter

import pytest

import stablehlo_tools
from stablehlo_tools.dataflow.dependents import Dependents
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.rewrite.value_flow import ValueFlow

PROGRAM = """
func.func private @twice(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %n: tensor<i32>)
    -> (tensor<f32>, tensor<f32>, tensor<i32>) {
  %0 = call @twice(%a) : (tensor<f32>) -> tensor<f32>
  %1:2 = stablehlo.while(%x = %b, %i = %n) : tensor<f32>, tensor<i32>
    cond {
      %c = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %i, %c : tensor<i32>
      stablehlo.return %x, %2 : tensor<f32>, tensor<i32>
    }
  return %0, %1#0, %1#1 : tensor<f32>, tensor<f32>, tensor<i32>
}
"""


def test_values_are_followed_by_calls_and_loops() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    main, dependents = module.function("main"), Dependents(module)
    assert main is not None
    reached = [
        [value in dependents.reached_from([argument]) for value in main.returned]
        for argument in main.arguments
    ]
    # what the condition reads decides how often the loop runs, and so all its results
    assert reached == [[True, False, False], [False, True, False], [False, True, True]]


def test_control_flow_is_read_once_for_all_its_operands(monkeypatch: pytest.MonkeyPatch) -> None:
    count, read = 20, Counter[str]()
    receivers = ValueFlow.receivers

    def counted(flow: ValueFlow, operation: Operation) -> object:
        read[operation.name] += 1
        return receivers(flow, operation)

    monkeypatch.setattr(ValueFlow, "receivers", counted)
    names, types = [f"%a{number}" for number in range(count)], ", ".join(["tensor<f32>"] * count)
    carried = ", ".join(f"%x{number} = {name}" for number, name in enumerate(names))
    module = stablehlo_tools.parse(f"""
func.func @main(%p: tensor<i1>, {", ".join(f"{name}: tensor<f32>" for name in names)}) {{
  %0:{count} = stablehlo.while({carried}) : {types}
    cond {{
      stablehlo.return %p : tensor<i1>
    }} do {{
      stablehlo.return {", ".join(f"%x{number}" for number in range(count))} : {types}
    }}
  return
}}
""")
    (main,) = module.functions
    reached = Dependents(module).reached_from(main.arguments[1:])
    assert len(reached) == 4 * count  # arguments, of both regions, results
    assert read == {"stablehlo.while": 2, "stablehlo.return": 1}  # its own end asks the loop once more
