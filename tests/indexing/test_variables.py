"""Taking variables out of maps changes no result."""

# ruff: noqa: E501 (lines of maps are long)
from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.indexing.maps import IndexingMap, points
from stablehlo_tools.indexing.operand_indexing import unused, without
from stablehlo_tools.indexing.parse import parse_map
from stablehlo_tools.indexing.print import print_map
from stablehlo_tools.indexing.simplify import simplify
from tests.indexing.generate import Maps
from tests.together import together


def without_unused_symbols(map: IndexingMap) -> IndexingMap:
    return without(map, *unused(map, (1 << len(map.dimensions)) - 1))


def without_unused_variables(map: IndexingMap) -> IndexingMap:
    return without(map, *unused(map))


def read(text: str) -> IndexingMap:
    map = parse_map(text)
    assert isinstance(map, IndexingMap)
    return map


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # a constraint that only concerns it goes with the symbol
            "(d0, d1)[s0, s1] -> (d1, s1), domain: d0 in [0, 49], d1 in [0, 59], s0 in [0, 69], s1 in [0, 19], "
            "s0 mod 3 in [0, 0]",
            "(d0, d1)[s0] -> (d1, s0), domain: d0 in [0, 49], d1 in [0, 59], s0 in [0, 19]",
        ),
        (  # s0 matters because s1 does, and s2 because s0 does
            "(d0)[s0, s1, s2, s3] -> (d0, s1), domain: d0 in [0, 4], s0 in [0, 69], s1 in [0, 19], s2 in [0, 1], "
            "s3 in [0, 4], s0 + s1 in [1, 100], s0 * s2 in [0, 3]",
            "(d0)[s0, s1, s2] -> (d0, s1), domain: d0 in [0, 4], s0 in [0, 69], s1 in [0, 19], s2 in [0, 1], "
            "s0 * s2 in [0, 3], s0 + s1 in [1, 100]",
        ),
        (  # runtime variables too
            "(d0)[s0, s1]{rt0, rt1} -> (d0 * 4 + s1 + rt1 - 42), domain: d0 in [0, 31], s0 in [0, 0], "
            "s1 in [0, 1], rt0 in [0, 3], rt1 in [0, 4], d0 * 4 + s1 + rt1 in [24, 459]",
            "(d0)[s0]{rt0} -> (d0 * 4 + s0 + rt0 - 42), domain: d0 in [0, 31], s0 in [0, 1], rt0 in [0, 4], "
            "d0 * 4 + s0 + rt0 in [24, 459]",
        ),
        (  # what is constrained together with a dimension stays: it says for which there are results
            "(d0)[s0] -> (d0), domain: d0 in [0, 9], s0 in [0, 4], d0 + s0 in [12, 20]",
            "(d0)[s0] -> (d0), domain: d0 in [0, 9], s0 in [0, 4], d0 + s0 in [12, 20]",
        ),
        (  # nothing satisfies these two
            "(d0)[s0] -> (d0), domain: d0 in [0, 9], s0 in [0, 9], (s0 * s0) mod 4 in [2, 3]",
            "(d0)[s0] -> (d0), domain: d0 in [0, 9], s0 in [0, 9], (s0 * s0) mod 4 in [2, 3]",
        ),
    ],
)
def test_symbols_that_do_not_matter_go(before: str, after: str) -> None:
    assert print_map(without_unused_symbols(read(before))) == after


def test_dimensions_that_do_not_matter_go_on_request() -> None:
    before = read(
        "(d0, d1, d2)[s0, s1] -> (s0 * 4 + d1), domain: d0 in [0, 2], d1 in [0, 3], d2 in [0, 4], s0 in [0, 31], "
        "s1 in [0, 5], d0 mod 2 in [0, 0], s0 + d2 in [0, 9]"
    )
    assert unused(before) == (0b001, 0b10)
    assert print_map(without_unused_variables(before)) == (
        "(d0, d1)[s0] -> (s0 * 4 + d0), domain: d0 in [0, 3], d1 in [0, 4], s0 in [0, 31], s0 + d1 in [0, 9]"
    )


def results_of(map: IndexingMap) -> set[tuple[int, ...]]:
    return set(map_rows(points(map).results))


def pairs_of(map: IndexingMap) -> set[tuple[int, ...]]:
    found = points(map)
    return set(map_rows(np.concatenate([found.dimensions, found.results], axis=1)))


def map_rows(array: np.ndarray) -> list[tuple[int, ...]]:
    return [tuple(row) for row in array.tolist()]


@together("seed", range(150))
def test_what_belongs_to_an_index_stays(seed: int) -> None:
    map = Maps(seed).map()
    simplified = simplify(map)
    assert isinstance(simplified, IndexingMap)
    for before in (map, simplified):
        assert pairs_of(without_unused_symbols(before)) == pairs_of(before)


@together("seed", range(150))
def test_the_results_stay(seed: int) -> None:
    map = Maps(seed).map()
    assert results_of(without_unused_variables(map)) == results_of(map)
