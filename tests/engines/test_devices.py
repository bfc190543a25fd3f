"""Programs on several devices of XLA: processes as in our own grid, and what its partitioner splits."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import EngineError
from stablehlo_tools.engines.foreign import ForeignEngine
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret.options import RunOptions, default_partitions
from stablehlo_tools.interpret.random_values import generated_input
from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.operations import Module, default_entry
from tests import oracle
from tests.ops.test_partition_calls import PARTS

EXAMPLES = Path(__file__).parents[2] / "testdata" / "examples"

pytestmark = pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")


@functools.cache
def xla() -> ForeignEngine:
    engine = engine_named("xla")
    assert isinstance(engine, ForeignEngine)
    return engine


@pytest.fixture(autouse=True, scope="module")
def _forget() -> Iterator[None]:
    yield
    xla.cache_clear()


def assert_agrees(module: Module, entry: str, num_replicas: int, num_partitions: int, **options: Any) -> int:
    """Assert that XLA returns what our own grid does, and return the number of devices."""
    assert stablehlo_tools.verify(module) == []
    function = module.function(entry)
    assert function is not None
    inputs = [
        [generated_input(type, number, index) for index, type in enumerate(function.type.inputs)]
        for number in range(num_replicas * num_partitions)
    ]
    ours = interpret.compile(module, entry, RunOptions(num_replicas, num_partitions)).run_parallel(inputs)
    grid = RunOptions(num_replicas, num_partitions, timeout=120, **options)
    with closing(xla().compile(module, entry, grid)) as program:
        theirs = program.execute(inputs)
    assert len(theirs) == len(ours)
    for own, process in zip(ours, theirs, strict=True):
        for expected, result in zip(own, process, strict=True):
            assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
            assert (result == expected).all()
    return program.layout.num_devices


# XLA's CPU lacks collective_broadcast and StableHLO 1.14's collective_reduce, and takes the operands of an
# all_to_all of several for the splits of one.
@pytest.mark.parametrize("name", ["all_gather", "all_reduce", "async_start", "collective_permute",
                                  "partition_id", "reduce_scatter", "replica_id"])  # fmt: skip
def test_examples_of_the_specification(name: str) -> None:
    module = stablehlo_tools.parse(EXAMPLES / f"{name}.mlir")
    for operation in module.walk():
        rows: Any = operation.attributes.get("programs")
        if rows:
            assert isinstance(rows[0][0], Symbol)
            replicas, partitions = len(rows), len(rows[0])
            assert assert_agrees(module, rows[0][0].name, replicas, partitions) == replicas * partitions


# In a grid of 2 x 4, in a loop: the sum of a partition's ids, and elements of its neighbours.
GRID = """
func.func @main(%x: tensor<4x2xf32>, %narrow: tensor<4xbf16>)
    -> (tensor<4x2xf32>, tensor<1x2xf32>, tensor<4xbf16>, tensor<ui32>, tensor<16xf32>, tensor<8x1xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4x2xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = "stablehlo.collective_permute"(%y) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>,
      source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>
    } : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %3 = func.call @with_id(%2) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<4x2xf32>
  }
  %4 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, use_global_device_ids
  } : (tensor<4x2xf32>) -> tensor<1x2xf32>
  %5 = "stablehlo.all_reduce"(%narrow) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %9 = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %9 : tensor<bf16>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xbf16>) -> tensor<4xbf16>
  %6 = stablehlo.replica_id : tensor<ui32>
  %iota = stablehlo.iota dim = 0 : tensor<2xf32>
  %id = stablehlo.partition_id : tensor<ui32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %wide = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %sum = stablehlo.add %iota, %wide : tensor<2xf32>
  %7 = "stablehlo.all_gather"(%sum) {all_gather_dim = 0 : i64, use_global_device_ids,
    replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>} : (tensor<2xf32>) -> tensor<16xf32>
  %8 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64,
    split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<4x2xf32>) -> tensor<8x1xf32>
  return %0#1, %4, %5, %6, %7, %8
    : tensor<4x2xf32>, tensor<1x2xf32>, tensor<4xbf16>, tensor<ui32>, tensor<16xf32>, tensor<8x1xf32>
}
func.func private @with_id(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
  %2 = stablehlo.add %x, %1 : tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}
"""


def test_a_grid_of_replicas_and_partitions() -> None:
    assert assert_agrees(stablehlo_tools.parse(GRID), "main", 2, 4) == 8


# An uneven dimension, devices in another order, a replicated axis, scalars, types that the wire converts.
SHARDY = """
module {
  sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 1, 0, 2]>
  func.func @main(
      %a: tensor<5x4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
      %b: tensor<4x6xi64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
      %c: tensor<i4>, %d: tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>})
      -> (tensor<5x6xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<i4>,
          tensor<8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4x4xi64>) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<5x4xi64>, tensor<4x6xi64>) -> tensor<5x6xi64>
    %1 = stablehlo.add %c, %c : tensor<i4>
    %2 = stablehlo.negate %d : tensor<8xbf16>
    %4 = stablehlo.slice %b [0:4, 0:4] : (tensor<4x6xi64>) -> tensor<4x4xi64>
    %5 = sdy.manual_computation(%4) in_shardings=[<@mesh, [{"x"}, {"y"}]>]
        out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%part: tensor<2x2xi64>) {
      %6 = "stablehlo.all_reduce"(%part) ({
      ^bb0(%l: tensor<i64>, %r: tensor<i64>):
        %7 = stablehlo.add %l, %r : tensor<i64>
        stablehlo.return %7 : tensor<i64>
      }) {replica_groups = dense<[[3, 1], [0, 2]]> : tensor<2x2xi64>, use_global_device_ids,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
        : (tensor<2x2xi64>) -> tensor<2x2xi64>
      sdy.return %6 : tensor<2x2xi64>
    } : (tensor<4x4xi64>) -> tensor<4x4xi64>
    return %0, %1, %2, %5 : tensor<5x6xi64>, tensor<i4>, tensor<8xbf16>, tensor<4x4xi64>
  }
}
"""
GSPMD = """
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<4x4xi64> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"},
                  %y: tensor<7xf32> {mhlo.sharding = "{devices=[4]3,1,0,2}"})
      -> (tensor<4x4xi64> {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dim_replicate}"},
          tensor<7xf32> {mhlo.sharding = "{replicated}"}, tensor<4x4xi64>) {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,2]<=[4]}"}
      : (tensor<4x4xi64>) -> tensor<4x4xi64>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"}
      : (tensor<4x4xi64>) -> tensor<2x2xi64>
    %2 = stablehlo.reverse %1, dims = [0, 1] : tensor<2x2xi64>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"}
      : (tensor<2x2xi64>) -> tensor<2x2xi64>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,2]<=[4]}"}
      : (tensor<2x2xi64>) -> tensor<4x4xi64>
    %5 = stablehlo.reverse %y, dims = [0] : tensor<7xf32>
    %6 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x4xi64>) -> tensor<4x4xi64>
    return %4, %5, %6 : tensor<4x4xi64>, tensor<7xf32>, tensor<4x4xi64>
  }
}
"""


@pytest.mark.parametrize("text", [SHARDY, GSPMD], ids=["Shardy", "GSPMD"])
def test_the_partitioner_splits_inputs_and_joins_results(text: str) -> None:
    module = stablehlo_tools.parse(text)
    assert assert_agrees(module, default_entry(module), 1, 1) == 4


def test_a_program_that_takes_shards_has_whole_inputs_though_it_has_collectives() -> None:
    module = stablehlo_tools.parse(PARTS.replace("IDS", "3,2,1,0"))
    assert default_partitions(module) == 1
    assert assert_agrees(module, "main", 1, 1) == 4


def test_a_program_may_be_executed_without_partitioning() -> None:
    module = stablehlo_tools.parse(MATRIX)
    assert assert_agrees(module, "main", 1, 1, num_devices=1) == 1
    assert assert_agrees(module, "main", 1, 1, device="cpu:0") == 1
    assert assert_agrees(module, "main", 2, 1, num_devices=2) == 2


MATRIX = """
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xi64> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
    : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi64>
  return %0 : tensor<4x4xi64>
}
"""


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (
            MATRIX,
            {"num_devices": 3},
            r"engine_device.*needs 4 devices, 1 x 4 \(replicas x partitions\), not 3",
        ),
        (
            GRID,
            {"num_replicas": 2, "num_partitions": 4, "num_devices": 4},
            "needs 8 devices, 2 x 4 .*, not 4",
        ),
        (MATRIX, {"num_replicas": 2}, "engine_processes.*cannot split the programs of 2 replicas"),
        (SHARDY, {"num_partitions": 4}, "engine_processes.*splits the arrays of this program"),
        (
            MATRIX,
            {"device": "cpu:0", "num_devices": 4},
            "engine_device.*cpu:0 names a single device",
        ),
        (MATRIX, {"device": "tpu"}, "engine_device.*has no device tpu"),
        (GSPMD.replace("{devices=[4]3,1,0,2}", "{devices=[5]<=[5]}"), {}, "engine_rejects.*cannot compile"),
    ],
)
def test_devices_that_do_not_fit_are_an_error(text: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(EngineError, match=words):
        xla().compile(stablehlo_tools.parse(text), "main", RunOptions(**options, timeout=120))


def test_the_library_executes_several_processes() -> None:
    module = EXAMPLES / "all_reduce.mlir"
    inputs = [[np.full(4, number), np.full(4, 10 * number)] for number in (1, 2)]
    for engine in ("numpy", "xla"):
        with stablehlo_tools.compile(module, "example", engine=engine, num_replicas=2) as program:
            for process in program.run_parallel(inputs):
                assert [result.tolist() for result in process] == [[3] * 4, [30] * 4]
    with stablehlo_tools.compile(MATRIX, engine="xla", num_devices=4) as program:
        (result,) = program(np.eye(4, dtype=np.int64))
        assert (result == np.eye(4)).all()
