"""Numbers of the user's own, for the nodes of a graph."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stablehlo_tools.drawing.measurements import Measurement, measurements_of, rows_of
from tests.drawing.test_graph import LOOP, graph


def measured(rows: list[dict[str, Any]]) -> dict[str, dict[tuple[str, int | None], float]]:
    """The numbers by title, of nodes by their names and lines."""
    found = measurements_of(graph(LOOP), "x.json", rows)
    return {
        each.title: {(node.name, node.line): number for node, number in each.numbers.items()}
        for each in found
    }


@pytest.mark.parametrize(
    ("name", "node"),
    [
        ("main/%c", ("stablehlo.constant", 6)),
        ("main/while%0/cond[4]/%1", ("stablehlo.compare", 10)),
        ("main/while%0/body[3]/%2", ("stablehlo.multiply", 15)),
        ("main/%0#1", ("stablehlo.while", 7)),
        ("main/while%0/body[3]/step%3/%0", ("stablehlo.negate", 2)),
        ("0.1/main/while%0/body[0]/step%3/%0", ("stablehlo.negate", 2)),
        ("step/%0", ("stablehlo.negate", 2)),
    ],
)
def test_values_have_the_names_that_a_dump_gives_them(name: str, node: tuple[str, int]) -> None:
    assert measured([{"name": name, "error": 2.5}]) == {"error (x.json)": {node: 2.5}}


def test_branches_are_apart() -> None:
    text = """\
func.func @main(%i: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    rows = [{"name": f"main/case%0/branches[{n}]/%1", "x": n + 1} for n in (0, 1)]
    (found,) = measurements_of(graph(text), "x", rows)
    assert {node.title: number for node, number in found.numbers.items()} == {"negate": 1, "abs": 2}


def test_positions_are_those_of_the_text() -> None:
    assert measured([{"position": "elsewhere/loop.mlir:15:5", "seconds": 0.5}]) == {
        "seconds (x.json)": {("stablehlo.multiply", 15): 0.5}
    }


def test_rounds_add_up_or_the_largest_counts() -> None:
    rows = [
        {"name": f"main/while%0/body[{n}]/%2", "seconds": 1, "mean": mean}
        for n, mean in enumerate((2, -5, 3))
    ]
    node = ("stablehlo.multiply", 15)
    assert measured(rows) == {"seconds (x.json)": {node: 3}, "mean (x.json)": {node: -5}}


def test_what_is_no_number_is_left_out() -> None:
    row = {"name": "main/%c", "op": "x", "min": None, "ok": True, "inf": float("inf"), "max": 1}
    assert list(measured([row])) == ["max (x.json)"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"name": "main/%nothing", "x": 1}, {"x": 1}], "none of 2 rows names a value or an op"),
        ([{"name": "main/%c", "op": "x"}], "the rows have no numbers"),
        ([], "none of 0 rows"),
    ],
)
def test_what_measures_nothing_is_an_error(rows: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measured(rows)


def test_rows_are_objects_of_a_list_of_lines_or_of_a_profile() -> None:
    rows = [{"name": "a"}, {"name": "b"}]
    assert rows_of(json.dumps(rows)) == rows
    assert rows_of("\n".join(map(json.dumps, rows)) + "\n\n") == rows
    assert rows_of(json.dumps({"count": 2, "operations": rows})) == rows
    assert rows_of(json.dumps(rows[0])) == rows[:1]


@pytest.mark.parametrize("text", ["{", "1", "[1]", '{"operations": 3}', "x y", "[" * 100_000])
def test_what_is_no_such_list_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"invalid JSON|expected a list of objects"):
        rows_of(text)


def test_what_is_larger_counts_whatever_its_sign() -> None:
    node = next(iter(graph(LOOP).nodes))
    largest = Measurement("x", adds_up=False)
    for number in (1.0, -3.0, 2.0):
        largest.take(node, number)
    assert largest.numbers == {node: -3.0}
