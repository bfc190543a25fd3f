"""Maps together with the sources of their runtime variables: composed, simplified, turned round."""

from __future__ import annotations

from stablehlo_tools.indexing.affine import dimension, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.inverse import inverse
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    OperandIndexing,
    RuntimeSource,
    Undefined,
    box,
    identity,
)
from stablehlo_tools.indexing.operand_indexing import compose_indexing, simplify_indexing
from stablehlo_tools.indexing.print import print_operand

d0, d1 = map(dimension, range(2))
s0, s1 = map(symbol, range(2))


def offset(sizes: list[int], most: int, at: list[object], source: str) -> OperandIndexing:
    """`d0 + rt0`, where rt0 is up to `most`."""
    variables = (box(sizes), (), box([most + 1]))
    access = IndexingMap(*variables, at)  # type: ignore[arg-type]
    sources = (RuntimeSource(source, access, Interval(0, most)),)
    return OperandIndexing(IndexingMap(*variables, [d0 + s0]), sources)


def test_the_sources_of_runtime_variables_follow_their_variables() -> None:
    whole = compose_indexing(offset([2], 3, [], "outer"), offset([5], 5, [d0 // 2], "inner"))
    assert isinstance(whole.map, IndexingMap)
    assert whole.map.runtimes == box([6, 4])
    assert [source.source for source in whole.runtimes] == ["inner", "outer"]
    inner = whole.runtimes[0].access
    assert isinstance(inner, IndexingMap)
    assert inner.results == ((d0 + s1) // 2,)  # of the outer offset, which is now the second


def test_elements_of_other_devices_are_followed_once() -> None:
    gathered = OperandIndexing(identity([4]), (), IndexingMap(box([4]), (), (), [d0 // 2]))
    backwards = OperandIndexing(IndexingMap(box([4]), (), (), [3 - d0]))
    whole = compose_indexing(backwards, gathered)
    assert isinstance(whole.replica_id, IndexingMap)
    assert whole.replica_id.results == ((3 - d0) // 2,)
    assert compose_indexing(gathered, OperandIndexing(identity([4]))).replica_id == gathered.replica_id
    assert isinstance(compose_indexing(gathered, gathered).map, Undefined)


def test_a_symbol_stays_that_only_the_index_of_a_runtime_variable_uses() -> None:
    variables = (box([4]), box([3, 5]), box([7]))
    access = IndexingMap(*variables, [d0, s0])
    given = OperandIndexing(IndexingMap(*variables, [symbol(2)]), (RuntimeSource("indices", access),))
    assert print_operand(simplify_indexing(given)) == (
        "(d0)[s0]{rt0} -> (rt0), domain: d0 in [0, 3], s0 in [0, 2], rt0 in [0, 6]\n"
        "runtime variables:\n"
        "rt0: indices; (d0)[s0]{rt0} -> (d0, s0), domain: d0 in [0, 3], s0 in [0, 2], rt0 in [0, 6]"
    )


def test_a_runtime_variable_goes_whose_value_has_no_effect() -> None:
    given = offset([4], 0, [d0], "start")
    assert print_operand(simplify_indexing(given)) == "(d0) -> (d0), domain: d0 in [0, 3]"


def test_a_runtime_variable_stays_that_may_be_out_of_bounds() -> None:
    variables = (box([4]), (), box([1]))
    unclamped = RuntimeSource("places", IndexingMap(*variables, [d0]))
    kept = simplify_indexing(OperandIndexing(IndexingMap(*variables, [s0]), (unclamped,)))
    assert len(kept.runtimes) == 1


def test_a_map_that_is_turned_round() -> None:
    window = IndexingMap(box([4]), box([3]), (), [d0 * 2 + s0 - 1], [(d0 * 2 + s0 - 1, Interval(0, 7))])
    # x = 2 d + s - 1: d is a range variable of which 2 d - x is in [-1, 1]
    assert print_operand(inverse(OperandIndexing(window), (8,))) == (
        "(d0)[s0] -> (s0), domain: d0 in [0, 7], s0 in [0, 3], s0 * -2 + d0 in [-1, 1]"
    )
    padded = IndexingMap(box([9]), (), (), [(d0 - 2) // 3], [((d0 - 2) % 3, Interval(0, 0))])
    assert print_operand(inverse(OperandIndexing(padded), (3,))) == (
        "(d0) -> (d0 * 3 + 2), domain: d0 in [0, 2]"
    )
    rows = IndexingMap(box([6]), (), (), [d0 % 2, d0 // 2])
    assert print_operand(inverse(OperandIndexing(rows), (2, 3))) == (
        "(d0, d1) -> (d1 * 2 + d0), domain: d0 in [0, 1], d1 in [0, 2]"
    )
