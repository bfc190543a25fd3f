"""Groups of devices by the axes of a mesh."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.hlo.text.mesh_groups import mesh_groups


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("mesh['x'=2,'y'=2] {'y'}", ((0, 1), (2, 3))),
        ("mesh['x'=2,'y'=2] {'x'}", ((0, 2), (1, 3))),
        ("mesh['x'=2,'y'=2] {'y','x'}", ((0, 2, 1, 3),)),
        ("mesh['x'=2,'y'=2], device_ids=(3,2,1,0) {'y'}", ((3, 2), (1, 0))),
        ("mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)) {'y'}", ((0, 2), (1, 3))),
        ("mesh['x'=2,'y'=2], device_ids=([4]<=[2,2]T(1,0)) {'y'}", ((0, 2), (1, 3))),
        # the first half of an axis of four, and the second
        ("mesh['x'=4] {'x':(1)2}", ((0, 2), (1, 3))),
        ("mesh['x'=4] {'x':(2)2}", ((0, 1), (2, 3))),
        ("mesh['x'=1,'y'=4] {'x'}", ((0,), (1,), (2,), (3,))),
    ],
)
def test_groups(text: str, groups: tuple[tuple[int, ...], ...]) -> None:
    assert mesh_groups(text) == groups


def test_no_such_axis() -> None:
    with pytest.raises(ValueError, match="undefined mesh axis 'z'"):
        mesh_groups("mesh['x'=2] {'z'}")


@pytest.mark.parametrize("text", ["mesh['x'=0] {'x'}", "mesh['x'=4] {'x':(0)2}", "mesh['x'=0,'y'=2] {'y'}"])
def test_an_axis_of_no_devices(text: str) -> None:
    with pytest.raises(ValueError, match=r"axis 'x' of size . cannot be split"):
        mesh_groups(text)


def test_an_order_that_is_no_permutation() -> None:
    with pytest.raises(ValueError, match=r"T\(3, 0\) is not a permutation of the 2 dimensions"):
        mesh_groups("mesh['x'=2,'y'=4], device_ids=([4,2]T(3,0)) {'x'}")


def test_device_ids_without_an_arrow_are_read() -> None:
    # as XLA prints what its partitioner makes of a mesh whose axes are transposed
    text = """HloModule m

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT s = f32[] add(x, y)
}

ENTRY e {
  x = f32[] parameter(0)
  ROOT r = f32[] all-reduce(x), channel_id=1, \
replica_groups=mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)) {'y'}, use_global_device_ids=true, to_apply=add
}
"""
    assert hlo.verify(text) == []
    assert "dense<[[0, 2], [1, 3]]>" in stablehlo_tools.format(hlo.to_stablehlo(text))
