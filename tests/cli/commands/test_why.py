"""`shlo why`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from tests.cli.commands.test_index import HLO, PROGRAM


def test_what_an_element_is_computed_from(shlo: Any) -> None:
    assert shlo("why", "-", "%1[4,1]", stdin=PROGRAM) == (
        outcome.CLEAN,
        """\
%1[4, 1] of main: stablehlo.dynamic_slice, 6x2xf32, <stdin>:4
depends on
  %x  [1..3, 4]  3 of 24, 4x6xf32
      depends on the values of %i
  %i  []  1 of 1, i32
  %z  []  1 of 1, i32  stablehlo.constant
      the index has no effect where the slice is as large as the operand
through 1 value
  %0  [4, 1..3]  3 of 24, 6x4xf32  stablehlo.transpose
      depends on the values of %i
""",
        "",
    )


def test_with_inputs_it_is_exact_and_shows_values(shlo: Any) -> None:
    found = shlo("why", "-", "%1[4,1]", "--inputs", "x=4x6xf32=2.5", "i=i32=9", stdin=PROGRAM)
    assert (
        found.out
        == """\
%1[4, 1] of main: stablehlo.dynamic_slice, 6x2xf32, <stdin>:4
  = 2.5
depends on
  %x  [3, 4]  1 of 24, 4x6xf32
      = 2.5
  %i  []  1 of 1, i32
      = 9
  %z  []  1 of 1, i32  stablehlo.constant
      the index has no effect where the slice is as large as the operand
      = 0
through 1 value
  %0  [4, 3]  1 of 24, 6x4xf32  stablehlo.transpose
"""
    )


def test_json(shlo: Any) -> None:
    found = json.loads(shlo("why", "-", "s[5,2]", "--format", "json", stdin=HLO).out)
    assert (found["version"], found["value"], found["index"]) == (1, "s", [5, 2])
    assert [(each["value"], each["elements"], each["count"]) for each in found["sources"]] == [
        ("x", [{"ranges": [[[2, 2, 1]], [[5, 5, 1]]], "is_exact": True}], 1)
    ]
    assert [each["op"] for each in found["through"]] == ["transpose"]


def test_a_result_has_the_name_that_runs_print(shlo: Any) -> None:
    """The root of the entry is the transpose `s`."""
    by_result, by_value = (shlo("why", "-", f"{name}[5,2]", stdin=HLO).out for name in ("out0", "s"))
    assert by_result == by_value != ""


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ("%1", "%1: invalid index into %1, 6x2xf32; expected an element such as %1[0,0]"),
        ("%1[2]", "expected an element such as %1[0,0]"),
        ("%1[2,2]", "%1[2,2]: out of bounds: dimension 1 of %1, 6x2xf32, has size 2"),
        ("%7[0]", "cannot find value %7 in main"),
        ("out7[0]", "cannot find value out7 in main"),
        (f"out{'9' * 5000}[0]", "cannot find value out999"),
    ],
)
def test_elements_that_there_are_not(shlo: Any, element: str, message: str) -> None:
    found = shlo("why", "-", element, stdin=PROGRAM)
    assert found.status == outcome.USAGE
    assert message in found.err


def test_hlo_is_not_run(shlo: Any) -> None:
    found = shlo("why", "-", "s[0,0]", "--random", stdin=HLO)
    assert found.status == outcome.USAGE
    assert "shlo convert --to stablehlo" in found.err


@pytest.mark.parametrize("element", ["out0", "out0[0]"])
def test_an_empty_array_has_no_element_to_suggest(shlo: Any, element: str) -> None:
    text = "func.func @main(%x: tensor<0xf32>) -> tensor<0xf32> {\n  return %x : tensor<0xf32>\n}\n"
    done = shlo("why", "-", element, stdin=text)
    assert done.status == outcome.USAGE
    assert f"{element}: %x has no elements, it is" in done.err
