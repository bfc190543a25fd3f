"""What partitions do together: values in parts as GSPMD writes them, and ragged_all_to_all."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import RunError, run, run_parallel

X = np.arange(16).reshape(4, 4)

# Each device has a 2 x 2 part, and sums it up with the other of its row of the mesh.
PARTS = """
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4x4xi64>) -> tensor<4x2xi64> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]IDS}"}
      : (tensor<4x4xi64>) -> tensor<4x4xi64>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"}
      : (tensor<4x4xi64>) -> tensor<2x2xi64>
    %2 = "stablehlo.all_reduce"(%1) <{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
      replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    }> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %sum = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %sum : tensor<i64>
    }) : (tensor<2x2xi64>) -> tensor<2x2xi64>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"}
      : (tensor<2x2xi64>) -> tensor<2x2xi64>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3)
      {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}
      : (tensor<2x2xi64>) -> tensor<4x2xi64>
    return %4 : tensor<4x2xi64>
  }
}
"""


@pytest.mark.parametrize(
    ("ids", "pairs"),
    [
        ("<=[4]", [(0, 1), (2, 3)]),
        ("<=[2,2]T(1,0)", [(0, 2), (1, 3)]),
        ("3,2,1,0", [(3, 2), (1, 0)]),
        ("0,3,2,1", [(0, 3), (2, 1)]),
    ],
)
def test_parts_go_to_partitions_and_come_back(ids, pairs) -> None:
    """`pairs` are the numbers of the parts, row by row, that devices 0 and 1, and 2 and 3, have."""
    parts = [X[:2, :2], X[:2, 2:], X[2:, :2], X[2:, 2:]]
    expected = np.concatenate([parts[a] + parts[b] for a, b in pairs])
    (result,) = run(PARTS.replace("IDS", ids), [X])
    np.testing.assert_array_equal(result, expected)


def test_processes_that_are_there_are_the_partitions() -> None:
    program = PARTS.replace("IDS", "<=[4]")
    (expected,) = run(program, [X])
    for (result,) in run_parallel(program, [[X]] * 4, num_partitions=4):
        np.testing.assert_array_equal(result, expected)
    with pytest.raises(RunError) as caught:
        run_parallel(program, [[X]] * 2, num_partitions=2)
    assert caught.value.diagnostic.code == "all_reduce_c2"


def test_sizes_have_to_fit() -> None:
    program = PARTS.replace("IDS", "<=[4]").replace("[2,2]<=", "[4,1]<=", 1)
    with pytest.raises(RunError, match="cannot split 4 elements into 4 shards of 2") as caught:
        run(program, [X])
    assert caught.value.diagnostic.code == "sharding"


@pytest.mark.parametrize("ids", ["<=[5]", "<=[2,2]T(0,0)", "0,1,2", "<=[0]"])
def test_odd_shardings(ids) -> None:
    with pytest.raises(RunError, match="invalid sharding") as caught:
        run(PARTS.replace("IDS", ids), [X])
    assert caught.value.diagnostic.code == "sharding"


def test_parts_without_a_sharding_are_not_known() -> None:
    program = PARTS.replace("IDS", "<=[4]").replace("mhlo.sharding", "acme.sharding", 1)
    with pytest.raises(RunError, match="without mhlo") as caught:
        run(program, [X])
    assert caught.value.diagnostic.unsupported


# Devices 0 and 1 share a part, as 2 and 3 do, and split it between them.
MANUAL = """
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4xui32>) -> tensor<4xui32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"}
      : (tensor<4xui32>) -> tensor<4xui32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0)
      {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}"}
      : (tensor<4xui32>) -> tensor<2xui32>
    %2 = stablehlo.custom_call @Sharding(%1)
      {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"}
      : (tensor<2xui32>) -> tensor<2xui32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {mhlo.sharding = "{manual}"}
      : (tensor<2xui32>) -> tensor<1xui32>
    %id = stablehlo.partition_id : tensor<ui32>
    %4 = stablehlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
    %hundred = stablehlo.constant dense<100> : tensor<1xui32>
    %5 = stablehlo.multiply %3, %hundred : tensor<1xui32>
    %6 = stablehlo.add %5, %4 : tensor<1xui32>
    %7 = stablehlo.custom_call @SPMDShardToFullShape(%6)
      {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"}
      : (tensor<1xui32>) -> tensor<2xui32>
    %8 = stablehlo.custom_call @SPMDShardToFullShape(%7)
      {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<2xui32>) -> tensor<4xui32>
    return %8 : tensor<4xui32>
  }
}
"""


def test_a_part_may_be_in_parts_itself() -> None:
    (result,) = run(MANUAL, [np.array([1, 2, 3, 4], np.uint32)])
    assert result.tolist() == [100, 201, 302, 403]


RAGGED = """
func.func @main(%x: tensor<3xi64>, %y: tensor<4xi64>, %from: tensor<2xi64>, %sizes: tensor<2xi64>,
  %to: tensor<2xi64>, %received: tensor<2xi64>) -> tensor<4xi64> {
  %0 = stablehlo.custom_call @ragged_all_to_all(%x, %y, %from, %sizes, %to, %received) {api_version = 4 : i32,
    backend_config = {channel_id = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}
    : (tensor<3xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
"""


def test_ragged_all_to_all() -> None:
    zeros = [0] * 4
    first = [1, 2, 3], zeros, [0, 1], [1, 2], [0, 0], [1, 1]
    second = [4, 5, 6], zeros, [0, 1], [1, 1], [1, 2], [2, 1]
    results = run_parallel(RAGGED, [list(map(np.array, each)) for each in (first, second)], num_partitions=2)
    assert [result.tolist() for (result,) in results] == [[1, 4, 0, 0], [2, 3, 5, 0]]
    outside = (*first[:2], [0, 2], *first[3:])
    with pytest.raises(RunError, match="slice out of bounds: size 2 from 2 of 3 to 0 of 4"):
        run_parallel(RAGGED, [list(map(np.array, each)) for each in (outside, second)], num_partitions=2)
