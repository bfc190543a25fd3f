"""Places: arrows go down, boxes do not overlap, what is a chain is straight."""

from __future__ import annotations

import itertools
import random

import pytest

from stablehlo_tools.drawing.layout import GAP, ROW_GAP, Placement, _Mesh, arrange

BOX = (60.0, 40.0)


def overlaps(layout: Placement, sizes: list[tuple[float, float]]) -> int:
    count = 0
    for a, b in itertools.combinations(range(len(sizes)), 2):
        if layout.row[a] == layout.row[b]:
            count += abs(layout.x[a] - layout.x[b]) < (sizes[a][0] + sizes[b][0]) / 2 + GAP - 0.2
    return count


def test_a_chain_is_straight() -> None:
    layout = arrange([BOX] * 4, [(0, 1), (1, 2), (2, 3)])
    assert layout.x == [30.0] * 4
    assert layout.row == [0, 1, 2, 3]
    assert layout.rows == [(n * (40 + ROW_GAP), 40.0) for n in range(4)]
    assert (layout.width, layout.height) == (60.0, 4 * 40 + 3 * ROW_GAP)


def test_a_box_is_below_all_that_go_into_it() -> None:
    layout = arrange([BOX] * 4, [(0, 1), (1, 2), (0, 3), (2, 3)])
    assert layout.row == [0, 1, 2, 3]
    assert [len(route) for route in layout.routes] == [2, 2, 4, 2]  # the long arrow passes two rows


def test_a_constant_is_just_above_what_uses_it() -> None:
    layout = arrange([BOX] * 5, [(0, 2), (2, 3), (1, 4), (3, 4)])
    assert layout.row == [0, 2, 1, 2, 3]


def test_arrows_do_not_cross_where_they_need_not() -> None:
    # two pairs, given crosswise
    layout = arrange([BOX] * 6, [(0, 3), (1, 2), (2, 5), (3, 4)])
    assert (layout.x[0] < layout.x[1]) == (layout.x[3] < layout.x[2])
    assert (layout.x[2] < layout.x[3]) == (layout.x[5] < layout.x[4])


def test_leaves_stand_on_both_sides_of_a_chain() -> None:
    # 0 and 1 into 4; 2, 3 and 4 into 5
    layout = arrange([BOX] * 7, [(0, 4), (1, 4), (2, 5), (3, 5), (4, 5), (5, 6)])
    assert layout.x[2] < layout.x[4] < layout.x[3]
    assert layout.x[4] == pytest.approx(layout.x[5], abs=1)


@pytest.mark.parametrize("seed", range(5))
def test_boxes_do_not_overlap(seed: int) -> None:
    chance = random.Random(seed)
    sizes = [(chance.uniform(40, 200), chance.choice((22.0, 40.0))) for _ in range(60)]
    arrows = [(chance.randrange(target), target) for target in range(1, 60) for _ in range(2)]
    layout = arrange(sizes, arrows)
    assert overlaps(layout, sizes) == 0
    assert all(layout.row[source] < layout.row[target] for source, target in arrows)
    assert min(x - width / 2 for x, (width, _) in zip(layout.x, sizes, strict=True)) >= 0
    assert arrange(sizes, arrows) == layout


def test_an_arrow_back_is_drawn() -> None:
    layout = arrange([BOX] * 2, [(0, 1), (1, 0)])
    assert layout.row == [0, 1]
    assert len(layout.routes[1]) == 2


def test_nothing() -> None:
    assert arrange([], []) == Placement([], [], [], [], 0.0, 0.0)


def test_what_has_no_arrows_is_in_several_rows() -> None:
    layout = arrange([BOX] * 8, [])
    assert layout.row == [0] * 6 + [1] * 2
    assert overlaps(layout, [BOX] * 8) == 0


_CHAIN = [(n, n + 1) for n in range(499)]
_WITH_LEAVES = [(2 * n, 2 * n + 1) for n in range(500)] + [(2 * n - 1, 2 * n + 1) for n in range(1, 500)]


@pytest.mark.parametrize(
    ("widths", "arrows", "sweeps"),
    [([60.0] * 500, _CHAIN, 4), ([37.3 + 7.1 * (n % 5) for n in range(1000)], _WITH_LEAVES, 6.1)],
    ids=["chain", "with leaves"],
)
def test_places_that_are_found_are_not_looked_for_again(
    widths: list[float], arrows: list[tuple[int, int]], sweeps: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boxes are settled once more to see that they stand still, but for rounding, and at the end."""
    settled = []
    settle = _Mesh._settle
    monkeypatch.setattr(
        _Mesh, "_settle", lambda self, row, wanted: (settled.append(1), settle(self, row, wanted))
    )
    arrange([(width, 40.0) for width in widths], arrows)
    assert len(settled) <= sweeps * 500


@pytest.mark.parametrize(("count", "rounds"), [(100, 12), (100_000, 2)])
def test_many_boxes_are_arranged_in_fewer_rounds(
    count: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def always_crossed(mesh: _Mesh) -> int:
        counted.append(len(mesh.row))
        return 1

    def rotate(mesh: _Mesh, number: int, _: object) -> None:  # so that no order is repeated
        first, *others = mesh.order_in[number]
        mesh.order_in[number] = [*others, first]

    monkeypatch.setattr(_Mesh, "_crossings", always_crossed)
    monkeypatch.setattr(_Mesh, "_sort", rotate)
    arrange([BOX] * count, [(0, 1), (2, 3)])
    assert counted == [count] * (rounds + 1)  # and once before


def test_sweeps_end_when_they_repeat_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    crossings = _Mesh._crossings

    def count(mesh: _Mesh) -> int:
        counted.append(crossings(mesh))
        return counted[-1]

    monkeypatch.setattr(_Mesh, "_crossings", count)
    arrange([(61.0, 40.0)] * 4, [(0, 2), (0, 3), (1, 2), (1, 3)])
    assert counted == [1, 1]  # before all sweeps, and after the first


def test_the_second_sweep_may_improve_what_the_first_leaves() -> None:
    layout = arrange([BOX] * 5, [(0, 4), (1, 3), (2, 4)])  # 3 and 4 are equally far to the left at first
    assert layout.x[1] < min(layout.x[0], layout.x[2])
