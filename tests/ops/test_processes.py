"""How ids become groups of processes: the examples of the specification."""

from __future__ import annotations

import pytest

from stablehlo_tools.ops.model.processes import (
    cross_partition,
    cross_replica,
    cross_replica_and_partition,
    flattened_ids,
)


@pytest.mark.parametrize(
    ("strategy", "ids", "size", "expected"),
    [
        (
            cross_replica, ((0, 1), (2, 3)), (4, 2),
            [[(0, 0), (1, 0)], [(0, 1), (1, 1)], [(2, 0), (3, 0)], [(2, 1), (3, 1)]],
        ),
        (
            cross_partition, ((0, 1),), (4, 2),
            [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(2, 0), (2, 1)], [(3, 0), (3, 1)]],
        ),
        (
            cross_replica_and_partition, ((0, 1), (2, 3)), (4, 2),
            [[(0, 0), (1, 0), (0, 1), (1, 1)], [(2, 0), (3, 0), (2, 1), (3, 1)]],
        ),
        (
            flattened_ids, ((0, 1, 2, 3), (4, 5, 6, 7)), (4, 2),
            [[(0, 0), (0, 1), (1, 0), (1, 1)], [(2, 0), (2, 1), (3, 0), (3, 1)]],
        ),
        (flattened_ids, (), (1, 2), [[(0, 0), (0, 1)]]),
        (cross_partition, (), (2, 1), [[(0, 0)], [(1, 0)]]),
    ],
)  # fmt: skip
def test_groups(strategy, ids, size, expected) -> None:
    assert list(map(list, strategy(ids, *size))) == expected
