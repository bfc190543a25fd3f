"""The collectives in HLO text: their groups in each notation, and the bytes that devices send."""

from __future__ import annotations

from stablehlo_tools.engines.collectives import CompiledCollective, collectives_in

HLO = """
HloModule m, replica_count=2, num_partitions=4

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %z = f32[] add(%x, %y)
}

ENTRY %main (p: f32[8]) -> f32[32] {
  %p = f32[8]{0} parameter(0)
  %h = bf16[8]{0} convert(%p)
  %both = f32[8]{0} all-reduce(%p), replica_groups={{0,1}}, to_apply=%add
  %all = f32[8]{0} all-reduce(%both), replica_groups={}, channel_id=1, to_apply=%add
  %start = f32[8]{0} all-reduce-start(%all), replica_groups=[2,4]<=[8], channel_id=2, use_global_device_ids=true, to_apply=%add
  %done = f32[8]{0} all-reduce-done(%start)
  %next = f32[8]{0} collective-permute(%done), channel_id=3, source_target_pairs={{0,1},{1,2}}
  %part = f32[2]{0} reduce-scatter(%next), dimensions={0}, replica_groups=mesh['x'=2,'y'=4] {'y'}, channel_id=4, use_global_device_ids=true, to_apply=%add
  %swapped = bf16[8]{0} all-to-all(%h), dimensions={0}, replica_groups={{0,2},{1,3}}, channel_id=5
  %one = f32[16]{0} all-gather(%next), dimensions={0}, replica_groups={{0,4},{1,5},{2,6},{3,7}}, channel_id=6, use_global_device_ids=true
  ROOT %two = f32[32]{0} all-gather(%one), dimensions={0}, replica_groups={{0,4},{1,5},{2,6},{3,7}}, channel_id=7, use_global_device_ids=true
}
"""  # noqa: E501
PAIRS = ((0, 4), (1, 5), (2, 6), (3, 7))
ROWS = ((0, 1, 2, 3), (4, 5, 6, 7))


def test_each_collective_has_its_groups_and_bytes() -> None:
    """A device has 8 elements: 32 bytes of f32, 16 of bf16."""
    assert collectives_in(HLO) == (
        CompiledCollective("all-gather", PAIRS, 2, 32 + 64),
        CompiledCollective("all-reduce", ((0, 4, 1, 5, 2, 6, 3, 7),), 1, 2 * 32 * 7 // 8),
        CompiledCollective("all-reduce", ROWS, 1, 2 * 32 * 3 // 4),
        CompiledCollective("all-reduce", PAIRS, 1, 2 * 32 // 2),
        CompiledCollective("collective-permute", ((0, 1), (4, 5), (1, 2), (5, 6)), 1, 32),
        CompiledCollective("reduce-scatter", ROWS, 1, 32 * 3 // 4),
        CompiledCollective("all-to-all", ((0, 2), (4, 6), (1, 3), (5, 7)), 1, 16 // 2),
    )
