"""The branches that a constant index takes, as of an export for several platforms."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import ir
from stablehlo_tools.rewrite.branches import settled

# As JAX writes `jnp.linalg`: the index of a platform chooses that of a branch, also in functions and loops.
PLATFORMS = """
func.func public @main(%i: tensor<i32> {jax.global_constant = "_platform_index"}, %x: tensor<2xf32>)
    -> tensor<2xf32> {
  %0 = call @solve(%i, %x) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @solve(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %one : tensor<i32>
  }, {
    stablehlo.return %zero : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %3 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %3 : tensor<2xf32>
  }, {
    %3 = func.call @cuda(%i, %x) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %3 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @cuda(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @cusolver(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def _names(module: ir.Module, symbol: str) -> list[str]:
    return [operation.name for operation in module.declared[symbol].walk()][1:]


@pytest.mark.parametrize(
    ("index", "name"), [(0, "func.call"), (1, "stablehlo.negate"), (7, "stablehlo.negate")]
)
def test_a_known_index_takes_its_branch_in_functions_too(index: int, name: str) -> None:
    """An index out of range takes the last branch."""
    module = stablehlo_tools.parse(PLATFORMS)
    before = str(module)
    found = settled(module, "main", {0: np.array(index, np.int32)})
    assert str(module) == before
    assert found.declared["main"].type == module.declared["main"].type
    names = _names(found, "solve")
    assert "stablehlo.case" not in names
    assert [each for each in names if each in ("func.call", "stablehlo.negate")] == [name]
    assert stablehlo_tools.verify(str(found)) == []


def test_functions_that_are_called_with_different_integers_keep_their_branches() -> None:
    other = """
func.func public @other(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @solve(%i, %x) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    module = stablehlo_tools.parse(PLATFORMS + other)
    found = settled(module, "main", {0: np.array(1, np.int32)})
    assert _names(found, "solve").count("stablehlo.case") == 2


def test_a_branch_that_is_not_taken_passes_nothing() -> None:
    """Only the branch for another platform calls the function with another integer."""
    text = PLATFORMS.replace("func.call @cuda(%i, %x)", "func.call @leaf(%zero, %x)").replace(
        "%3 = stablehlo.negate %x : tensor<2xf32>",
        "%3 = func.call @leaf(%i, %x) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>",
    )
    leaf = """
func.func private @leaf(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    module = stablehlo_tools.parse(text + leaf)
    names = _names(settled(module, "main", {0: np.array(1, np.int32)}), "leaf")
    assert "stablehlo.abs" in names
    assert "stablehlo.case" not in names
