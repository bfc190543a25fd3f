"""How often loops go round: against counting by hand, for all forms of counting."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.ops.trip_count import TripCount, trip_count_of

LOOP = """\
func.func @main(%x: tensor<{type}>) -> tensor<{type}> {{
  %start = stablehlo.constant dense<{start}> : tensor<{type}>
  %limit = stablehlo.constant dense<{limit}> : tensor<{type}>
  %step = stablehlo.constant dense<{step}> : tensor<{type}>
  %0:2 = stablehlo.while(%i = %start, %j = %limit) : tensor<{type}>, tensor<{type}>
  cond {{
{condition}
    stablehlo.return %go : tensor<i1>
  }} do {{
    %1 = stablehlo.{change} %i, %step : tensor<{type}>
    stablehlo.return %1, {carried} : tensor<{type}>, tensor<{type}>
  }}
  return %0#0 : tensor<{type}>
}}
"""
COMPARE = "    {} = stablehlo.compare {}, {}, {} : (tensor<{type}>, tensor<{type}>) -> tensor<i1>"


def trips_of(
    direction: str,
    start: int,
    limit: str,
    step: int,
    *,
    change: str = "add",
    type: str = "i32",
    pair: tuple[str, str] = ("%i", "%limit"),
    condition: str = "",
    carried: str = "%j",
) -> TripCount | None:
    condition = condition or COMPARE.format("%go", direction, *pair, type=type)
    text = LOOP.format(
        type=type, start=start, limit=limit, step=step, condition=condition, change=change, carried=carried
    )
    module = stablehlo_tools.parse(text)
    assert stablehlo_tools.verify(module) == []
    return trip_count_of(next(each for each in module.walk() if each.name == "stablehlo.while"))


@pytest.mark.parametrize(
    ("direction", "start", "limit", "step", "rounds"),
    [
        ("LT", 0, 10, 1, len(range(0, 10, 1))),
        ("LT", 0, 10, 3, len(range(0, 10, 3))),
        ("LE", 0, 10, 5, len(range(0, 11, 5))),
        ("GT", 10, 0, -1, len(range(10, 0, -1))),
        ("GE", 10, -1, -4, len(range(10, -2, -4))),
        ("NE", 4, 10, 2, 3),
        ("NE", 7, 7, 2, 0),
        ("LT", 10, 10, 1, 0),
        ("GT", 0, 10, -1, 0),
        ("LT", 2147483640, 2147483647, 7, 1),
    ],
)
def test_a_counter(direction: str, start: int, limit: int, step: int, rounds: int) -> None:
    assert trips_of(direction, start, str(limit), step) == TripCount(rounds, True)


def test_the_counter_may_stand_on_the_right_and_count_by_subtracting() -> None:
    assert trips_of("LT", 9, "0", 2, change="subtract", pair=("%limit", "%i")) == TripCount(5, True)


def test_the_limit_may_be_carried_unchanged() -> None:
    assert trips_of("LT", 0, "5", 1, pair=("%i", "%j")) == TripCount(5, True)
    assert trips_of("LT", 0, "5", 1, pair=("%i", "%j"), carried="%1") is None


@pytest.mark.parametrize(
    ("direction", "start", "limit", "step"),
    [
        ("LT", 0, 10, 0),
        ("LT", 0, 10, -1),
        ("NE", 0, 9, 2),
        ("EQ", 0, 0, 1),
        ("LE", 0, 2147483647, 1),  # the counter wraps around before it is greater than that
    ],
)
def test_what_does_not_end_or_is_not_known(direction: str, start: int, limit: int, step: int) -> None:
    assert trips_of(direction, start, str(limit), step) is None


def test_unsigned_counters_end_at_zero() -> None:
    assert trips_of("GT", 3, "0", 1, change="subtract", type="ui8") == TripCount(3, True)
    assert trips_of("GE", 3, "0", 1, change="subtract", type="ui8") is None


def test_a_second_condition_may_end_it_sooner() -> None:
    both = "\n".join(
        [
            COMPARE.format("%a", "LT", "%i", "%limit", type="i32"),
            COMPARE.format("%b", "{}", "%i", "{}", type="i32"),
            "    %go = stablehlo.and %a, %b : tensor<i1>",
        ]
    )
    assert trips_of("", 0, "10", 1, condition=both.format("NE", "%x")) == TripCount(10, False)
    assert trips_of("", 0, "10", 1, condition=both.format("LT", "%step")) == TripCount(1, True)


def test_what_jax_makes_of_a_condition_is_seen_through() -> None:
    """`(i < 10) & (...)`: each side is compared with false, and converted to what it is."""
    condition = "\n".join(
        [
            COMPARE.format("%a", "LT", "%i", "%limit", type="i32"),
            "    %false = stablehlo.constant dense<false> : tensor<i1>",
            "    %f = stablehlo.broadcast_in_dim %false, dims = [] : (tensor<i1>) -> tensor<i1>",
            "    %b = stablehlo.compare NE, %a, {} : (tensor<i1>, tensor<i1>) -> tensor<i1>",
            "    %c = stablehlo.convert %b : tensor<i1>",
            COMPARE.format("%d", "NE", "%i", "%x", type="i32"),
            "    %go = stablehlo.and %c, %d : tensor<i1>",
        ]
    )
    assert trips_of("", 0, "10", 1, condition=condition.format("%f")) == TripCount(10, False)
    assert trips_of("", 0, "10", 1, condition=condition.format("%a")) is None
