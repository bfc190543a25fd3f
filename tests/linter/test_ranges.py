"""Between which numbers values are known to be; expected values are calculated by hand."""

from __future__ import annotations

import math

import pytest

from stablehlo_tools.dataflow.ranges import ValueRange, _Ranges, range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.linter.rule import Program
from stablehlo_tools.linter.settings import Settings
from stablehlo_tools.linter.suppressions import Suppressions
from stablehlo_tools.text import parse

INF = math.inf
FUNCTIONS = """\
func.func private @relu(%a: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0 = stablehlo.maximum %a, %zero : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @half(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<8xf32>
  %0 = stablehlo.multiply %a, %c : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""


def term(statements: list[str]) -> TracedValue:
    """The last of these statements, of x, y and some constants, all of one type."""
    constants = [f"%c{n} = stablehlo.constant dense<{each}>" for n, each in enumerate(CONSTANTS)]
    lines = [each if " : " in each else f"{each} : tensor<8xf32>" for each in [*constants, *statements]]
    body = "\n  ".join([*lines, "return"])
    inputs = "%x: tensor<8xf32>, %y: tensor<8xf32>, %p: tensor<8xi1>"
    module, errors = parse.read(Source(f"{FUNCTIONS}func.func @main({inputs}) {{\n  {body}\n}}\n"))
    assert not errors
    program = Program(module, Settings(), Suppressions(None), [])
    return TracedValue.trace(
        program, program.by_symbol["main"].regions[0].blocks[0].operations[-2].results[0]
    )


CONSTANTS = ("-2.0", "0.0", "3.0", "0x7FC00000", "0xFF800000", "0.5")
CALL = "(tensor<8xf32>) -> tensor<8xf32>"


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (["%0 = stablehlo.add %x, %c2"], ValueRange()),
        (["%0 = stablehlo.add %c0, %c2"], ValueRange(1, 1, True, True)),
        (["%0 = stablehlo.add %c2, %x"], ValueRange()),
        (["%0 = stablehlo.subtract %c0, %c2"], ValueRange(-5, -5, True, True)),
        (
            ["%1 = stablehlo.exponential %x", "%0 = stablehlo.subtract %c2, %1"],
            ValueRange(high=3, has_high=True),
        ),
        (["%1 = stablehlo.exponential %x", "%0 = stablehlo.subtract %x, %1"], ValueRange()),
        (["%0 = stablehlo.exponential %x"], ValueRange(0)),
        (["%1 = stablehlo.exponential %x", "%0 = stablehlo.add %1, %c2"], ValueRange(3, has_low=True)),
        (["%1 = stablehlo.abs %x", "%0 = stablehlo.negate %1"], ValueRange(high=0, has_high=True)),
        (["%1 = stablehlo.tanh %x", "%0 = stablehlo.multiply %1, %c0"], ValueRange(-2, 2, True, True)),
        (["%1 = stablehlo.tanh %x", "%0 = stablehlo.multiply %1, %1"], ValueRange(0, 1, True, True)),
        (["%0 = stablehlo.multiply %x, %y"], ValueRange()),
        (["%0 = stablehlo.clamp %c0, %x, %c2"], ValueRange(-2, 3, True, True)),
        (["%0 = stablehlo.maximum %x, %c4"], ValueRange(has_low=False)),
        (["%1 = stablehlo.exponential %x", "%0 = stablehlo.maximum %1, %c1"], ValueRange(0)),
        (["%1 = stablehlo.exponential %x", "%0 = stablehlo.divide %c2, %1"], ValueRange(0)),
        (["%1 = stablehlo.logistic %x", "%0 = stablehlo.divide %c2, %1"], ValueRange(3, has_low=True)),
        (["%0 = stablehlo.sqrt %x"], ValueRange()),
        (["%0 = stablehlo.rsqrt %x"], ValueRange(0)),
        (["%1 = stablehlo.abs %x", "%0 = stablehlo.sqrt %1"], ValueRange(0, has_low=True)),
        (["%0 = stablehlo.power %c2, %x"], ValueRange(0)),
        (["%1 = stablehlo.abs %x", "%0 = stablehlo.floor %1"], ValueRange(0, INF, True, True)),
        (["%0 = stablehlo.round_nearest_even %c5"], ValueRange(0, 0, True, True)),
        (["%0 = stablehlo.round_nearest_afz %c5"], ValueRange(1, 1, True, True)),
        (["%0 = stablehlo.convert %p : (tensor<8xi1>) -> tensor<8xf32>"], ValueRange(0, 1, True, True)),
        (
            ["%0 = stablehlo.select %p, %c0, %c3 : tensor<8xi1>, tensor<8xf32>"],
            ValueRange(-2, -2, True, True),
        ),
    ],
    ids=lambda value: value[-1].split(" = ")[1] if isinstance(value, list) else "",
)
def test_ranges(statements: list[str], expected: ValueRange) -> None:
    found = range_of(term(statements))
    assert found[:2] == expected[:2]
    assert ends(found) == ends(expected)


@pytest.mark.parametrize("op", ["add", "subtract"])
def test_what_is_added_to_an_unknown_value_is_not_followed(op: str) -> None:
    chain = ["%1 = stablehlo.tanh %y", "%2 = stablehlo.abs %1", f"%0 = stablehlo.{op} %x, %2"]
    followed = term(chain)
    assert range_of(followed) == ValueRange()
    assert len(followed.program.cache_of(_Ranges)) == 2  # the result and %x


def ends(range: ValueRange) -> list[bool]:
    """Which of the bounds that are numbers belong to it."""
    return [has for bound, has in zip(range[:2], range[2:], strict=True) if abs(bound) < INF]


def test_values_are_followed_into_functions_and_out_of_them() -> None:
    relu = [f"%1 = func.call @relu(%x) : {CALL}", f"%0 = func.call @half(%1) : {CALL}"]
    assert range_of(term(relu)) == ValueRange(0, INF, True)
    assert range_of(term([f"%0 = func.call @half(%x) : {CALL}"])) == ValueRange()


def test_what_a_selection_keeps_zeros_out_of_is_not_zero() -> None:
    types = "(tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>"
    choose = "%0 = stablehlo.select %2, %c2, %1 : tensor<8xi1>, tensor<8xf32>"
    absolute = "%1 = stablehlo.abs %x"
    guarded = term([absolute, f"%2 = stablehlo.compare EQ, %1, %c1 : {types}", choose])
    assert not range_of(guarded).ends_at_zero
    masked = term([absolute, f"%2 = stablehlo.compare EQ, %y, %c1 : {types}", choose])
    assert range_of(masked).ends_at_zero


def test_terms_are_told_apart_by_the_calls_that_lead_to_them() -> None:
    calls = [f"%{n} = func.call @half(%{name}) : {CALL}" for n, name in enumerate("xy")]
    one = term([*calls, "%2 = stablehlo.add %0, %1"])
    assert one.operands[0] != one.operands[1]
    assert [each.operands[0].value.name for each in one.operands] == ["%x", "%y"]
    same = term([f"%1 = func.call @half(%x) : {CALL}", "%0 = stablehlo.add %1, %1"])
    assert same.operands[0] == same.operands[1]
