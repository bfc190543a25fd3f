"""`shlo index`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stablehlo_tools.cli import outcome

PROGRAM = """\
func.func @main(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<6x2xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.dynamic_slice %0, %z, %i, sizes = [6, 2]
    : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<6x2xf32>
  return %1 : tensor<6x2xf32>
}
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
HLO = """\
HloModule m

ENTRY e {
  x = f32[4,6]{1,0} parameter(0)
  t = f32[6,4]{1,0} transpose(x), dimensions={1,0}
  ROOT s = f32[6,4]{1,0} negate(t)
}
"""
TUPLES = """\
HloModule elements

ENTRY main {
  a = f32[2]{0} parameter(0)
  b = f32[3,2]{1,0} parameter(1)
  c = s32[4]{0} parameter(2)
  inner = (f32[2]{0}, f32[3,2]{1,0}) tuple(a, b)
  outer = ((f32[2]{0}, f32[3,2]{1,0}), s32[4]{0}) tuple(inner, c)
  first = (f32[2]{0}, f32[3,2]{1,0}) get-tuple-element(outer), index=0
  matrix = f32[3,2]{1,0} get-tuple-element(first), index=1
  last = s32[4]{0} get-tuple-element(outer), index=1
  ROOT both = (f32[3,2]{1,0}, s32[4]{0}) tuple(matrix, last)
}
"""


def test_the_maps_of_each_op(shlo: Any) -> None:
    assert shlo("index", "-", stdin=PROGRAM) == (
        outcome.CLEAN,
        """\
%z = stablehlo.constant  <stdin>:2
  reads no elements
%0 = stablehlo.transpose  <stdin>:3
  %0 -> %x  4x6xf32
    (d0, d1) -> (d1, d0), domain: d0 in [0, 5], d1 in [0, 3]
      1 read per element; 100% of the elements used; neighbors read with stride 6
%1 = stablehlo.dynamic_slice  <stdin>:4
  %1 -> %0  6x4xf32
    (d0, d1){rt0} -> (d0, d1 + rt0), domain: d0 in [0, 5], d1 in [0, 1], rt0 in [0, 2]
    runtime variables:
    rt0: %i; (d0, d1) -> (), domain: d0 in [0, 5], d1 in [0, 1]
      1 read per element; neighbors read adjacent elements
  %1 -> %z  i32
    (d0, d1) -> (), domain: d0 in [0, 5], d1 in [0, 1]
      1 read per element; 100% of the elements used; neighbors read the same element; upper bound: \
the index has no effect where the slice is as large as the operand
  %1 -> %i  i32
    (d0, d1) -> (), domain: d0 in [0, 5], d1 in [0, 1]
      1 read per element; 100% of the elements used; neighbors read the same element
""",
        "",
    )


def test_one_op_and_back(shlo: Any) -> None:
    found = shlo("index", "-", "--op", "%0", "--direction", "both", "--form", "document", stdin=PROGRAM)
    assert (
        found.out
        == """\
%0 = stablehlo.transpose  <stdin>:3
  %0 -> %x  4x6xf32
    (d0, d1) -> (d1, d0)
    domain:
    d0 in [0, 5]
    d1 in [0, 3]
      1 read per element; 100% of the elements used; neighbors read with stride 6
  %x -> %0  6x4xf32
    (d0, d1) -> (d1, d0)
    domain:
    d0 in [0, 3]
    d1 in [0, 5]
      1 read per element; 100% of the elements used; neighbors read with stride 4
"""
    )


def test_results_composed_down_to_arguments(shlo: Any) -> None:
    found = json.loads(shlo("index", "-", "--compose", "--format", "json", stdin=PROGRAM).out)
    (value,) = found["values"]
    assert (found["version"], found["function"], value["value"]) == (1, "main", "%1")
    (to_x,) = value["maps"][0]["indexing"]
    assert to_x == {
        "map": "(d0, d1){rt0} -> (d1 + rt0, d0), domain: d0 in [0, 5], d1 in [0, 1], rt0 in [0, 2]",
        "note": None,
        "runtime_variables": [
            {"source": "%i", "access": "(d0, d1) -> (), domain: d0 in [0, 5], d1 in [0, 1]"}
        ],
        "replica_id": None,
        "reads_per_element": 1.0,
        "utilisation": None,
        "neighbour_distance": 6,
    }


def test_arguments_composed_up_to_results(shlo: Any) -> None:
    found = shlo("index", "-", "--compose", "--direction", "input-to-output", "--op", "%x", stdin=PROGRAM)
    assert (
        found.out
        == """\
%x  4x6xf32
  %x -> %1  6x2xf32
    (d0, d1){rt0} -> (d1, -rt0 + d0), domain: d0 in [0, 3], d1 in [0, 5], rt0 in [0, 2], -rt0 + d0 in [0, 1]
    runtime variables:
    rt0: %i; (d0, d1) -> (), domain: d0 in [0, 3], d1 in [0, 5]
      neighbors read with stride 2
"""
    )


def test_what_is_not_known_says_why(shlo: Any) -> None:
    found = shlo("index", "-", "--function", "@other", stdin=PROGRAM)
    assert found.status == outcome.CLEAN
    assert "unknown indexing: the semantics of custom calls are unknown" in found.out


def test_hlo(shlo: Any) -> None:
    found = shlo("index", "-", "--compose", "--form", "xla-2025", stdin=HLO)
    assert found.out.splitlines()[:3] == [
        "s  f32[6,4]{1,0}",
        "  s -> x  f32[4,6]{1,0}",
        "    (d0, d1) -> (d1, d0), domain: d0 in [0, 5], d1 in [0, 3]",
    ]


def test_hlo_elements_of_tuples(shlo: Any) -> None:
    found = json.loads(shlo("index", "-", "--compose", "--format", "json", stdin=TUPLES).out)
    reached = [
        (each["from"], each["to"], [one["map"] for one in each["indexing"]])
        for value in found["values"]
        for each in value["maps"]
    ]
    assert reached == [
        ("both{0}", "b", ["(d0, d1) -> (d0, d1), domain: d0 in [0, 2], d1 in [0, 1]"]),
        ("both{1}", "c", ["(d0) -> (d0), domain: d0 in [0, 3]"]),
    ]


def test_no_simplification_shows_the_rule(shlo: Any) -> None:
    program = PROGRAM.replace("dense<0>", "dense<7>")
    shown = shlo("index", "-", "--op", "%1", "--no-simplify", stdin=program).out
    assert "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1)" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--op", "%3"], "--op: cannot find value %3 in main"),
        (["--op", "%x"], "--op: %x is an argument, not the result of an op"),
        (
            ["--function", "mian"],
            "cannot find function `mian` with a body; did you mean `main`?; the functions are main, other",
        ),
    ],
)
def test_names_that_nothing_has(shlo: Any, arguments: list[str], message: str) -> None:
    found = shlo("index", "-", *arguments, stdin=PROGRAM)
    assert found.status == outcome.USAGE
    assert message in found.err


def test_a_wrong_program_is_not_analysed(shlo: Any) -> None:
    found = shlo("index", "-", stdin=PROGRAM.replace("dims = [1, 0]", "dims = [1, 1]"))
    assert found.status == outcome.FINDINGS
    assert "transpose_c2" in found.out
