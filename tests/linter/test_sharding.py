"""What the rules of sharding find, and what they leave alone."""

from __future__ import annotations

import pytest

from tests.linter.finding import found

PROGRAM = """\
module attributes {{mhlo.num_partitions = {partitions} : i32}} {{
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%x: tensor<{shape}xf32> {{{attribute}}}) -> tensor<{shape}xf32> {{
    return %x : tensor<{shape}xf32>
  }}
}}
"""


def program(attribute: str, shape: str = "8x8", partitions: int = 8) -> str:
    return PROGRAM.format(attribute=attribute, shape=shape, partitions=partitions)


@pytest.mark.parametrize(
    ("sharding", "shape", "is_found"),
    [
        ('[{"x", "y"}, {}]', "8x3", False),
        ('[{"x", "y"}, {}]', "12x3", True),
        ('[{}, {"y":(1)2}]', "3x6", False),
        ('[{}, {"y"}]', "3x6", True),
        ('[{"y"}, {}]', "?x3", False),
    ],
)
def test_sizes_that_devices_share(sharding: str, shape: str, is_found: bool) -> None:
    text = program(f"sdy.sharding = #sdy.sharding<@mesh, {sharding}>", shape)
    assert found(text, "SHARD001") == ([(3, "%x")] if is_found else [])


@pytest.mark.parametrize(
    ("sharding", "shape", "is_found"),
    [
        ("{devices=[2,4]<=[8]}", "8x8", False),
        ("{devices=[2,4]<=[8]}", "8x6", True),
        ("{devices=[2,1,4]<=[8] last_tile_dim_replicate}", "8x6", False),
        ("{replicated}", "7x7", False),
    ],
)
def test_tiles_of_gspmd(sharding: str, shape: str, is_found: bool) -> None:
    assert bool(found(program(f'mhlo.sharding = "{sharding}"', shape), "SHARD001")) is is_found


def test_as_many_partitions_as_devices() -> None:
    tiles = 'mhlo.sharding = "{devices=[2,4]<=[8]}"'
    assert found(program(tiles), "SHARD002") == []
    assert [line for line, _ in found(program(tiles, partitions=4), "SHARD002")] == [2, 3]


def test_the_sharding_of_results() -> None:
    text = """\
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
    assert [line for line, _ in found(text, "SHARD001")] == [2, 3]


def test_every_value_that_is_sharded_is_looked_at() -> None:
    text = """\
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x8xf32>) {
  %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {}]>]>} %x, %x : tensor<6x8xf32>, tensor<6x8xf32>
  %1 = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<6x8xf32>
  %2:2 = stablehlo.optimization_barrier {mhlo.sharding = "{{devices=[1,4]<=[4]}, {devices=[4,1]<=[4]}}"} %x, %x : tensor<6x8xf32>, tensor<6x8xf32>
  %3 = stablehlo.negate %x {mhlo.sharding = "{devices=[1,4,2]<=[8] last_tile_dims={manual}}"} : tensor<6x8xf32>
  return
}
"""  # noqa: E501
    assert [line for line, _ in found(text, "SHARD001")] == [3, 4, 5]


@pytest.mark.parametrize(
    ("sharding", "is_found"),
    [
        ("{maximal device=3}", False),
        ("{maximal device=4}", True),
        ("{devices=[4,1]0,1,2,3}", False),
        ("{devices=[4,1]0,1,2,4}", True),
        ("{devices=[2,1,2]<=[4] last_tile_dim_replicate}", False),
    ],
)
def test_devices_that_there_are(sharding: str, is_found: bool) -> None:
    text = program(f'mhlo.sharding = "{sharding}"', partitions=4).replace('"y"=4', '"y"=2')
    assert bool(found(text, "SHARD002")) is is_found


@pytest.mark.parametrize(("header", "is_found"), [("", True), (", is_scheduled=true", False)])
def test_what_xla_has_split_is_not_to_be_split_again(header: str, is_found: bool) -> None:
    text = f"""\
HloModule m{header}, num_partitions=4
ENTRY e {{
  p = f32[1,2] parameter(0), sharding={{devices=[4,1]<=[4]}}
  ROOT n = f32[1,2] negate(p)
}}
"""
    assert bool(found(text, "SHARD001")) is is_found


@pytest.mark.parametrize(("replicas", "is_found"), [(1, True), (2, False)])
def test_groups_of_processes_that_there_are(replicas: int, is_found: bool) -> None:
    text = f"""\
module attributes {{mhlo.num_partitions = 2 : i32, mhlo.num_replicas = {replicas} : i32}} {{
  func.func @main(%x: tensor<8xf32>) {{
    %0 = "stablehlo.collective_broadcast"(%x) {{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}} : (tensor<8xf32>) -> tensor<8xf32>
    return
  }}
}}
"""
    assert bool(found(text, "SHARD002")) is is_found
