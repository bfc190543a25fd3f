"""Limits of runs, and of what is exact in them."""

from __future__ import annotations

import ml_dtypes
import numpy as np

import stablehlo_tools
from tests.house.limits.limit import limit, refusal

NEGATE = """func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.negate %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}"""
X = np.zeros((2, 3), np.float32)


# -- what numpy has room for -------------------------------------------------------------------------


@limit(
    "interpret.checks.preflight._MAX_DIMENSIONS", 64,
    usual="", other=1, then="tensor<2x3xf32> has more than 1 dimensions, the limit of numpy",
)  # fmt: skip
def dimensions_of_an_array() -> str:
    return refusal(lambda: stablehlo_tools.run(NEGATE, [X]))


@limit(
    "interpret.checks.preflight._MAX_BYTES", 1 << 63,
    usual="", other=24, then="tensor<2x3xf32> is larger than the address space",
)  # fmt: skip
def bytes_of_an_array() -> str:
    return refusal(lambda: stablehlo_tools.run(NEGATE, [X]))


RESHAPE = """func.func @main(%x: tensor<2xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}"""


@limit(
    "ops.stablehlo.dynamic._MOST_DIMENSIONS", 64,
    usual="", other=1, then="a result with 2 dimensions is not supported; the maximum is 1",
)  # fmt: skip
def dimensions_of_a_result() -> str:
    return refusal(lambda: stablehlo_tools.run(RESHAPE, [X[0, :2], np.array([2, 1], np.int32)]))


# -- processes ---------------------------------------------------------------------------------------


@limit(
    "interpret.grid.rendezvous.MAX_PROCESSES", 1 << 16,
    usual="", other=5, then="a grid of 6 processes exceeds the maximum of 5",
)  # fmt: skip
def processes() -> str:
    return refusal(lambda: stablehlo_tools.run_parallel(NEGATE, [[X]] * 6, 3, 2))


MESH = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.all_reduce"(%x) <{
    replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>,
      axes = [#stablehlo.axis_ref<name = "x">]>
  }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""


@limit(
    "ops.model.meshes.MOST_DEVICES", 1 << 20,
    usual="", other=1, then="a mesh of 2 devices exceeds the maximum of 1",
)  # fmt: skip
def devices_of_a_mesh() -> str:
    return refusal(lambda: stablehlo_tools.run_parallel(MESH, [[1.0], [2.0]], 2))


# -- exact integers ------------------------------------------------------------------------------------


def product(factor: int) -> int:
    """1 + factor * factor, in a product of matrices of i32 that are large enough for floating point."""
    lhs, rhs = np.ones((16, 2), np.int32), np.ones((2, 16), np.int32)
    lhs[:, 0], rhs[0, :] = factor, factor
    text = """func.func @main(%x: tensor<16x2xi32>, %y: tensor<2x16xi32>) -> tensor<16x16xi32> {
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<16x2xi32>, tensor<2x16xi32>) -> tensor<16x16xi32>
      return %0 : tensor<16x16xi32>
    }"""
    (result,) = stablehlo_tools.run(text, [lhs, rhs])
    return int(result[0, 0])


F32, F64 = np.dtype(np.float32), np.dtype(np.float64)


@limit(
    "ops.stablehlo.contraction._EXACT_INTEGERS", ((F32, 1 << 24), (F64, 1 << 53)),
    usual=(1 << 24) + 1, other=((F32, 1 << 27), (F64, 1 << 53)), then=1 << 24,
)  # fmt: skip
def sums_of_integers() -> int:
    return product(1 << 12)


SUM = """func.func @main(%x: tensor<16xbf16>) -> tensor<bf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<16xbf16>, tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}"""


@limit("ops.stablehlo.reduce._IN_ORDER_LIMIT", 64, usual=256, other=1, then=272)
def sums_in_order() -> float:
    """Fifteen ones are lost beside 256, one by one, as in XLA; a sum that is rounded once is nearly 271."""
    x = np.ones(16, ml_dtypes.bfloat16)
    x[0] = 256
    (result,) = stablehlo_tools.run(SUM, [x])
    return float(result)
