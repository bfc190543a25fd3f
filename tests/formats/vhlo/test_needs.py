"""Since when StableHLO has what: against MLIR, which writes artifacts of old versions."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.formats.vhlo.needs import ELEMENT_TYPES, needs_of
from stablehlo_tools.ops.model.versions import Version
from stablehlo_tools.ops.registry import OPS

TYPE = "func.func @main(%x: tensor<8x{0}>) -> tensor<8x{0}> {{\n  return %x : tensor<8x{0}>\n}}\n"
PROGRAMS = {
    "stablehlo.tan": """
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.tan %x : tensor<8xf32>
      return %0 : tensor<8xf32>
    }""",
    "stablehlo.collective_broadcast": """
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }""",
    "stablehlo.composite": """
    func.func private @inside(%x: tensor<8xf32>) -> tensor<8xf32> {
      return %x : tensor<8xf32>
    }
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.composite "mine.op" %x {decomposition = @inside} : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }""",
    "algorithm": """
    func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32,
        rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1,
        num_primitive_operations = 1, allow_imprecise_accumulation = false>
        : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }""",
    "result_accuracy": """
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = "stablehlo.sine"(%x) {result_accuracy = #stablehlo.result_accuracy<mode =
        #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }""",
    "batching": """
    func.func @main(%x: tensor<3x2x4x2xi32>, %i: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
      %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 4],
        collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2],
        start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>,
        indices_are_sorted = false} : (tensor<3x2x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
      return %0 : tensor<2x2x3x2x2xi32>
    }""",
    "variadic": """
    func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %0:2 = "stablehlo.all_gather"(%x, %y) {all_gather_dim = 0 : i64,
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<8xf32>, tensor<8xf32>) -> (tensor<16xf32>, tensor<16xf32>)
      return %0#0, %0#1 : tensor<16xf32>, tensor<16xf32>
    }""",
    **{name: TYPE.format(name) for name in ELEMENT_TYPES if name != "tf32"},
}


def since(text: str) -> Version:
    """The latest version that something in a program needs."""
    needs = [need for each in stablehlo_tools.parse(text).walk() for need in needs_of(each)]
    return max(need.since for need in needs if need.since is not None)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_mlir_writes_it_for_that_version_and_not_for_the_one_before(name: str) -> None:
    dialect = pytest.importorskip("jaxlib.mlir.dialects.stablehlo")
    major, minor, _ = since(PROGRAMS[name])
    before = f"{major}.{minor - 1}.0" if minor else "0.20.0"

    def is_written(version: str) -> bool:
        try:
            dialect.serialize_portable_artifact_str(PROGRAMS[name], version)
        except ValueError:
            return False
        return True

    assert is_written(f"{major}.{minor}.0")
    assert not is_written(before)


def test_newer_ops_are_tested_or_newer_than_the_oracle() -> None:
    assert {name for name, op in OPS.items() if op.history.since and name not in PROGRAMS} == {
        "stablehlo.async_start", "stablehlo.async_done", "stablehlo.collective_reduce",
    }  # fmt: skip
