"""What the rules of sharding find, and what they leave alone."""

from __future__ import annotations

import pytest

from tests.lint.finding import found

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
