"""XLA's shardings in exports, which nothing vouches for."""

from __future__ import annotations

import pytest

from stablehlo_tools.formats.jaxexport.shardings import UnknownSharding, sharding_of_xla
from tests.formats.wire import field, packed

TILED = field(1, 3)


def test_more_devices_than_tiles_are_not_made() -> None:
    """2^80 numbers would take more memory than there is."""
    proto = TILED + packed(3, [2]) + packed(9, [1 << 40, 1 << 40]) + packed(10, [0, 1])
    with pytest.raises(UnknownSharding, match="numbers of its devices and tiles differ"):
        sharding_of_xla(proto, 1, None)


@pytest.mark.parametrize("proto", [TILED + b"\x1a\x05\x02", TILED + b"\xff" * 12, TILED + field(3, b"\x80")])
def test_a_damaged_sharding_is_none(proto: bytes) -> None:
    with pytest.raises(UnknownSharding, match="it is damaged"):
        sharding_of_xla(proto, 1, None)
