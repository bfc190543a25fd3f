"""Maps: their normal form, composition, and the points of their domains."""

from __future__ import annotations

import pytest

from stablehlo_tools.indexing.affine import MAX_SIZE, constant, dimension, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    Undefined,
    Variable,
    box,
    compose,
    identity,
    known_empty,
    points,
)
from stablehlo_tools.indexing.simplify import simplify
from tests.indexing.generate import Maps
from tests.together import together

d0, d1, d2 = map(dimension, range(3))
s0, s1, s2 = map(symbol, range(3))
ZERO = Interval(0, 0)


def test_a_constraint_on_a_variable_is_part_of_its_bounds() -> None:
    built = IndexingMap(
        box([10]), box([8]), (), [d0 + s0], [(d0, Interval(2, 20)), (s0, Interval(-1, 3)), (d0 * s0, ZERO)]
    )
    assert built.dimension_bounds == (Interval(2, 9),)
    assert built.symbol_bounds == (Interval(0, 3),)
    assert dict(built.constraints) == {d0 * s0: ZERO}


def test_constraints_on_one_expression_are_one() -> None:
    built = IndexingMap(box([9]), (), (), [d0], [(d0 % 4, Interval(0, 2)), (d0 % 4, Interval(1, 3))])
    assert dict(built.constraints) == {d0 % 4: Interval(1, 2)}


@pytest.mark.parametrize(
    "built",
    [
        IndexingMap(box([3, 0]), box([4]), (), [d0, d1]),
        IndexingMap(box([3, 3]), box([0]), (), [d0, d1]),
        IndexingMap(box([3, 3]), box([4]), (), [d0, s0], [(constant(4), ZERO)]),
        IndexingMap(box([3, 3]), box([4]), (), [d0, s0], [(s0, Interval(4, 9))]),
        IndexingMap(box([3, 3]), box([4]), (), [d0, s0], [(d0 % 2, ZERO), (d0 % 2, Interval(1, 1))]),
    ],
)
def test_the_map_of_an_empty_domain_has_one_form(built: IndexingMap) -> None:
    never = Variable(Interval(0, -1))
    assert built.is_known_empty
    assert (built.dimensions, built.ranges, built.results) == ((never, never), (never,), (constant(0),) * 2)
    assert points(built).results.shape == (0, 2)


def test_a_map_without_variables_can_be_empty() -> None:
    assert known_empty(0, 1) != IndexingMap((), (), (), [constant(0)])
    assert len(points(known_empty(0, 1)).results) == 0
    assert points(IndexingMap((), (), (), [constant(0)])).results.tolist() == [[0]]


def test_maps_are_equal_whatever_the_names_and_the_order_of_constraints() -> None:
    one = IndexingMap(box([9]), box([3]), (), [d0 + s0], [(d0 % 2, ZERO), (s0 * d0, Interval(0, 3))])
    other = IndexingMap(
        [Variable(Interval(0, 8), "thread")],
        box([3]),
        (),
        [d0 + s0],
        [(s0 * d0, Interval(0, 3)), (d0 % 2, ZERO)],
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one != IndexingMap(box([9]), (), box([3]), [d0 + s0], other.constraints.items())


def test_variables_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="d1 is used, but the map has 1"):
        IndexingMap(box([3]), (), (), [d1])
    with pytest.raises(ValueError, match="s0 is used, but the map has 0"):
        IndexingMap(box([3]), (), (), [d0], [(d0 + s0, ZERO)])


def test_the_points_of_a_domain() -> None:
    every_second = IndexingMap(box([3]), box([2]), (), [d0 * 2 + s0, s0], [((d0 + s0) % 2, ZERO)])
    found = points(every_second)
    assert found.dimensions.tolist() == [[0], [1], [2]]
    assert found.symbols.tolist() == [[0], [1], [0]]
    assert found.results.tolist() == [[0, 0], [3, 1], [4, 0]]


def test_composition_puts_the_variables_of_the_second_first() -> None:
    reduce_rows = IndexingMap(box([4]), box([8]), (), [d0, s0])
    reduce_planes = IndexingMap(
        box([4, 6]), box([2]), box([3]), [s0, d0 + s1, d1], [(d0 + d1, Interval(0, 7))]
    )
    composed = compose(reduce_rows, reduce_planes)
    assert isinstance(composed, IndexingMap)
    assert composed.results == (s0, d0 + s2, s1)
    assert composed.ranges == (Variable(Interval(0, 1)), Variable(Interval(0, 5)))  # 8 is cut to 6
    assert composed.runtimes == box([3])
    assert dict(composed.constraints) == {d0 + s1: Interval(0, 7)}


def test_composition_keeps_results_in_the_bounds_of_the_second() -> None:
    shifted = IndexingMap(box([10]), (), (), [d0 + 3])
    composed = compose(shifted, identity([6]))
    assert isinstance(composed, IndexingMap)
    assert dict(composed.constraints) == {d0 + 3: Interval(0, 5)}
    assert points(composed).results.tolist() == [[3], [4], [5]]


def test_composition_with_nothing_known_and_with_nothing_at_all() -> None:
    unknown = Undefined("custom_call")
    assert compose(identity([3]), unknown) == compose(unknown, identity([3])) == unknown
    empty = compose(identity([0]), IndexingMap(box([0]), (), (), [d0, d0]))
    assert isinstance(empty, IndexingMap)
    assert empty.is_known_empty
    assert len(empty.results) == 2
    with pytest.raises(ValueError, match="cannot compose 1 results with 2 dimensions"):
        compose(identity([3]), identity([3, 3]))


def test_a_composition_that_grows_too_large_is_given_up() -> None:
    digits = IndexingMap(box([64, 64]), (), (), [(d0 * 9 + d1) // 7 % 64, (d0 * 5 + d1 * 3) % 11])
    composed: IndexingMap | Undefined = digits
    for _ in range(20):
        composed = compose(composed, digits)
    assert composed == Undefined(f"an expression has more than {MAX_SIZE} operations")


def read(map: IndexingMap) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Which indices belong to which."""
    found = points(map)
    rows = zip(found.dimensions.tolist(), found.results.tolist(), strict=True)
    return {(tuple(index), tuple(result)) for index, result in rows}


LARGE = {74, 142, 147, 186}  # seeds of maps of a million pairs


@together("seed", sorted({*range(200)} - LARGE))
def test_what_belongs_to_what_belongs_to_an_index(seed: int) -> None:
    chance = Maps(seed)
    first = chance.map()
    second = chance.map(len(first.results))
    composed = compose(first, second)
    simplified = simplify(composed)
    assert isinstance(composed, IndexingMap)
    assert isinstance(simplified, IndexingMap)
    behind: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for index, result in read(second):
        behind.setdefault(index, []).append(result)
    expected = {(index, result) for index, middle in read(first) for result in behind.get(middle, ())}
    assert read(composed) == expected
    assert read(simplified) == expected
