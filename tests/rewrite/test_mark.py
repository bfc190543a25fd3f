"""Marked programs: they verify, and return the values of an ordinary run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.rewrite.mark import (
    MarkedScope,
    called_scope,
    inlined,
    isolated,
    live_after,
    markable,
    marked,
    prefix,
    region_scope,
)

MODELS = Path(__file__).resolve().parent.parent.parent / "testdata/models"
NAMES = ("attention", "linalg", "mlp", "scan", "sort")


def model(name: str) -> tuple[Module, MarkedScope, list[npt.NDArray[Any]]]:
    module = stablehlo_tools.load(MODELS / f"{name}.mlir")
    with np.load(MODELS / f"{name}.inputs.npz", allow_pickle=False) as stored:
        return module, inlined(module, main(module)), [stored[each] for each in stored.files]


def main(module: Module) -> Function:
    function = module.function("main")
    assert function is not None
    return function


def executed(module: Module, inputs: list[npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
    """The results of a program, which must verify, and as text, too."""
    assert stablehlo_tools.verify(module) == []
    assert stablehlo_tools.verify(str(module)) == []
    return interpret.execute(module, inputs, module.functions[-1].symbol)


@pytest.mark.parametrize("name", NAMES)
def test_marked_values_are_those_that_a_run_computes(name: str) -> None:
    module, scope, inputs = model(name)
    values = markable(scope.operations)
    found = dict(zip(map(scope.name, values), executed(marked(scope, values), inputs), strict=True))
    seen: dict[str, npt.NDArray[Any]] = {}

    def observe(observation: stablehlo_tools.Observation) -> None:
        seen.update(zip(observation.names, map(np.array, observation.results), strict=True))

    stablehlo_tools.run(module, inputs, observe=observe)
    assert found
    for each, array in found.items():
        assert array.tobytes() == seen[each].tobytes(), each


@pytest.mark.parametrize("name", NAMES)
def test_operations_alone_compute_what_they_do_together(name: str) -> None:
    _, scope, inputs = model(name)
    values = [*scope.function.arguments, *markable(scope.operations)]
    known = dict(zip(values, executed(marked(scope, values), inputs), strict=True))
    for keeps_constants in (True, False):
        module, taken = isolated(scope, scope.operations, keeps_constants=keeps_constants)
        arrays = interpret.execute(module, [known[value] for value in taken], module.functions[-1].symbol)
        for value, array in zip(markable(scope.operations), arrays, strict=True):
            np.testing.assert_allclose(array, known[value], 1e-4, 1e-5, err_msg=scope.name(value))


@pytest.mark.parametrize("name", NAMES)
def test_a_prefix_has_what_the_rest_needs(name: str) -> None:
    _, scope, inputs = model(name)
    count = len(scope.operations)
    assert set(live_after(scope, count)) == set(scope.results).difference(scope.function.arguments)
    values = live_after(scope, count // 2)
    both = executed(marked(scope, values), inputs), executed(prefix(scope, count // 2, values), inputs)
    assert [each.tobytes() for each in both[0]] == [each.tobytes() for each in both[1]]


def test_nested_calls_have_the_paths_of_dumps() -> None:
    _, scope, _ = model("convnet")
    names = set(map(scope.name, markable(scope.operations)))
    assert {"main/%0", "main/_var%7/%0"} <= names
    assert any(name.count("/") == 3 for name in names)
    assert not any(operation.name == "func.call" for operation in scope.operations)


def test_calls_beyond_the_limit_stay_and_can_be_entered() -> None:
    module = stablehlo_tools.load(MODELS / "convnet.mlir")
    scope = inlined(module, main(module), limit=0)
    calls = [operation for operation in scope.operations if operation.name == "func.call"]
    assert calls
    inside = called_scope(scope, calls[0])
    assert inside is not None
    assert scope.name(calls[0].results[0]).startswith("main/%")
    assert inside.name(markable(inside.operations)[0]).startswith("main/")
    assert stablehlo_tools.verify(marked(scope, scope.results)) == []


def test_exponentially_many_calls_are_not_inlined() -> None:
    functions = ["func.func private @f0(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }"]
    functions += [
        f"func.func private @f{n}(%x: tensor<f32>) -> tensor<f32> {{\n"
        f"  %0 = func.call @f{n - 1}(%x) : (tensor<f32>) -> tensor<f32>\n"
        f"  %1 = func.call @f{n - 1}(%0) : (tensor<f32>) -> tensor<f32>\n"
        "  %2 = stablehlo.negate %1 : tensor<f32>\n"
        "  return %2 : tensor<f32>\n}"
        for n in range(1, 41)
    ]
    module = stablehlo_tools.parse("\n".join(functions))
    function = module.function("f40")
    assert function is not None
    scope = inlined(module, function, limit=100)
    assert 100 <= len(scope.operations) <= 200
    assert any(operation.name == "func.call" for operation in scope.operations)


def test_a_region_takes_its_arguments_and_what_it_captures() -> None:
    text = """
func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  return %r : tensor<i32>
}
"""
    module = stablehlo_tools.parse(text)
    scope = inlined(module, main(module))
    loop = scope.operations[-1]
    condition, captured = region_scope(scope, loop.regions[0], 3)
    assert [value.name for value in captured] == ["%n"]
    less, returned = markable(condition.operations)  # the second one is behind a barrier
    assert condition.name(less) == condition.name(returned) == "main/while%r/cond[3]/%less"
    assert condition.results == [returned]
    three, four = np.asarray(3, np.int32), np.asarray(4, np.int32)
    assert executed(marked(condition, condition.results), [three, four])[0]
    assert not executed(marked(condition, condition.results), [four, four])[0]
