"""Which blocks come before which, against the definition: no path from the entry leads around a dominator."""

import itertools
import random

import pytest

from stablehlo_tools.ir.operations import Block, Operation, Region
from stablehlo_tools.verifier.dominance import dominance_order


def region_of(edges: list[list[int]]) -> Region:
    """A region whose block `n` leads to the blocks `edges[n]`."""
    region = Region(Operation("a.b", [], {}))
    region.blocks = [Block(region) for _ in edges]
    for block, leads_to in zip(region.blocks, edges, strict=True):
        end = Operation("a.c", [], {})
        end.successors = tuple((region.blocks[number], []) for number in leads_to)
        block.operations = [end]
    return region


def reached(edges: list[list[int]], without: int | None = None) -> set[int]:
    """The blocks to which a path leads from the first, one block left out."""
    found, pending = set[int](), [0]
    while pending:
        number = pending.pop()
        if number not in found and number != without:
            found.add(number)
            pending += edges[number]
    return found


def dominators(edges: list[list[int]], number: int) -> set[int]:
    """The blocks without which no path leads to a block; it is not one of them."""
    return {other for other in range(len(edges)) if other != number and number not in reached(edges, other)}


GRAPHS = [
    [[]],
    [[1, 2], [3], [3], []],
    [[1], [2], [1, 3], []],
    [[1, 2], [2], [1], []],
    [[0], [2], []],
    [[1, 2], [3, 4], [4], [5], [5, 1], [0]],
]


@pytest.mark.parametrize("seed", range(30))
def test_random_graphs(seed: int) -> None:
    source = random.Random(seed)
    count = source.randrange(2, 9)
    compare([[source.randrange(count) for _ in range(source.randrange(3))] for _ in range(count)])


@pytest.mark.parametrize("edges", GRAPHS)
def test_graphs(edges: list[list[int]]) -> None:
    compare(edges)


def compare(edges: list[list[int]]) -> None:
    """Compare the dominators that the preorder shows with those of the definition."""
    region = region_of(edges)
    numbers = {id(block): number for number, block in enumerate(region.blocks)}
    order = [(numbers[id(block)], depth) for block, depth in dominance_order(region)]
    assert sorted(number for number, _ in order) == list(range(len(edges)))
    assert {number for number, depth in order if depth >= 0} == reached(edges)
    path: list[int] = []
    for number, depth in itertools.takewhile(lambda entry: entry[1] >= 0, order):
        del path[depth:]
        assert set(path) == dominators(edges, number)
        path.append(number)
