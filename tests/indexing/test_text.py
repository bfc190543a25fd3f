"""The text of maps: what each form looks like, that reading gives back what was printed, what is refused."""

from __future__ import annotations

import pytest

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.indexing import elements
from stablehlo_tools.indexing.affine import MAX_DEPTH, dimension, symbol
from stablehlo_tools.indexing.interval import UNBOUNDED, Interval
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    OperandIndexing,
    RuntimeSource,
    Undefined,
    Variable,
    box,
    known_empty,
)
from stablehlo_tools.indexing.parse import parse_expression, parse_map, parse_operand
from stablehlo_tools.indexing.print import MapForm, print_map, print_operand
from tests.indexing.generate import Maps
from tests.together import together

d0, d1, s0, s1 = dimension(0), dimension(1), symbol(0), symbol(1)
SLICE = IndexingMap(
    box([4, 9]),
    box([3]),
    box([7]),
    [d0 // 2 - s0, d1 + s1],
    [((d1 - 3) % 7, Interval(0, 0)), (d0 * s0, Interval(0, 5))],
)
OFFSET = RuntimeSource("offset = s32[4] parameter(1)", IndexingMap(box([4, 9]), (), (), [d0]))


def test_the_newest_form() -> None:
    assert print_map(SLICE) == (
        "(d0, d1)[s0]{rt0} -> (d0 / 2 - s0, d1 + rt0), domain: d0 in [0, 3], d1 in [0, 8], s0 in [0, 2], "
        "rt0 in [0, 6], (d1 - 3) mod 7 in [0, 0], d0 * s0 in [0, 5]"
    )


def test_the_form_of_2025() -> None:
    assert print_map(SLICE, MapForm.XLA_2025) == print_map(SLICE).replace(" / ", " floordiv ")


def test_the_form_of_the_documentation() -> None:
    assert (
        print_operand(OperandIndexing(SLICE, (OFFSET,)), MapForm.DOCUMENT)
        == """\
(d0, d1)[s0, s1] -> (d0 floordiv 2 - s0, d1 + s1)
domain:
d0 in [0, 3]
d1 in [0, 8]
s0 in [0, 2]
s1 in [0, 6]
  hlo: offset = s32[4] parameter(1)
  (d0, d1) -> (d0)
(d1 - 3) mod 7 in [0, 0]
d0 * s0 in [0, 5]"""
    )


def test_what_belongs_to_a_map_stands_under_it() -> None:
    indexing = OperandIndexing(SLICE, (OFFSET,), IndexingMap(box([4, 9]), (), (), [d1 // 3]))
    text = print_operand(indexing, MapForm.XLA)
    assert text.splitlines()[1:] == [
        "runtime variables:",
        "rt0: offset = s32[4] parameter(1); (d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 8]",
        "replica id:",
        "(d0, d1) -> (d1 / 3), domain: d0 in [0, 3], d1 in [0, 8]",
    ]
    assert parse_operand(text) == indexing


def test_the_documentation_is_read_with_its_sources() -> None:
    indexing = OperandIndexing(SLICE, (OFFSET,))
    assert parse_operand(print_operand(indexing, MapForm.DOCUMENT)) == indexing


def test_runtime_variables_of_the_documentation_may_have_no_source() -> None:
    text = """\
(d0)[range, at] -> (d0 + range + at)
domain:
d0 in [0, 9]
range in [0, 2]
at in [0, 1]
  hlo: NULL
  () -> ()"""
    indexing = parse_operand(text)
    assert isinstance(indexing.map, IndexingMap)
    assert [variable.name for variable in indexing.map.runtimes] == ["at"]
    assert indexing.runtimes[0].source is None
    assert print_map(indexing.map, MapForm.DOCUMENT) == text


@pytest.mark.parametrize("form", MapForm)
@pytest.mark.parametrize(
    ("map", "text"),
    [
        (known_empty(2, 1), "KNOWN EMPTY"),
        (Undefined("sort"), "UNDEFINED"),
        (IndexingMap((), (), (), []), "() -> ()"),
    ],
)
def test_special_maps(form: MapForm, map: IndexingMap | Undefined, text: str) -> None:
    assert print_map(map, form) == text
    assert print_map(parse_map(text), form) == text


@pytest.mark.parametrize(
    "text",
    [
        "d0 * 2 + d1 floordiv 2",
        "(d1 mod 2) * 4 + d0",
        "-d0 + 16",
        "-d0 mod 2",
        "-(d0 floordiv 144)",
        "-(d0 + d1)",
        "d0 - d1",
        "d0 - d1 floordiv 3",
        "d0 - (d1 + 2)",
        "d0 - (d1 + 2) * 3",
        "d0 - d1 * 64 - 5",
        "d0 * -3",
        "((d0 * 64) floordiv 715) * 715",
        "(d0 floordiv 2) floordiv -7",
        "min(d0, d1 + 1) * 2 + max(d0 mod 3, 5)",
        "(d0 ceildiv 4) * d1",
    ],
)
def test_an_expression_prints_as_it_is_written(text: str) -> None:
    map = f"(d0, d1) -> ({text}), domain: d0 in [0, 9], d1 in [0, 9]"
    assert print_map(parse_map(map), MapForm.XLA_2025) == map


def test_precedence() -> None:
    variables = {"a": d0, "b": d1}
    assert parse_expression("-a mod 2 + 3 * b", variables) is (-d0) % 2 + d1 * 3
    assert parse_expression("a mod 20 mod 7 / 2", variables) is d0 % 20 % 7 // 2
    assert parse_expression("a - b - 1", variables) is (d0 - d1) - 1


def test_names_are_kept_and_have_no_meaning() -> None:
    text = (
        "(thread, d1)[s0, element]{at} -> (thread * at + d1, element), domain: thread in [0, 3], "
        "d1 in [0, 4], s0 in [0, 1], element in [0, 1], at in [0, 2]"
    )
    map = parse_map(text)
    assert print_map(map, MapForm.XLA_2025) == text
    plain = IndexingMap(box([4, 5]), box([2, 2]), box([3]), [d0 * symbol(2) + d1, s1])
    assert map == plain


def test_names_that_clash_give_way_to_numbers() -> None:
    map = IndexingMap([Variable(Interval(0, 1), "d1"), Variable(Interval(0, 1))], (), (), [d0, d1])
    assert print_map(map) == "(d0, d1) -> (d0, d1), domain: d0 in [0, 1], d1 in [0, 1]"


def test_a_map_without_a_domain_does_not_bound_its_variables() -> None:
    map = parse_map("(d0)[s0, s1] -> (s0 + 5, d0 * 2, s1 * 3 + 50)")
    assert isinstance(map, IndexingMap)
    assert map.dimension_bounds == (UNBOUNDED,)
    assert [int(result.evaluate([1], [2, 3])) for result in map.results] == [7, 2, 59]
    assert print_map(map) == "(d0)[s0, s1] -> (s0 + 5, d0 * 2, s1 * 3 + 50)"


def test_a_second_line_for_a_variable_is_a_constraint() -> None:
    map = parse_map("(d0) -> (d0), domain: d0 in [0, 31], d0 in [3, 40]")
    assert print_map(map) == "(d0) -> (d0), domain: d0 in [3, 31]"


@together("seed", range(60))
@pytest.mark.parametrize("form", MapForm)
def test_what_is_printed_is_read_back(form: MapForm, seed: int) -> None:
    text = print_map(Maps(seed).map(), form)
    assert print_map(parse_map(text), form) == text


DOMAIN = ", domain: d0 in [0, 9]"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "(thread) -> (tread), domain: thread in [0, 9]",
            14,
            "undefined variable `tread`; did you mean `thread`?",
        ),
        ("(d0) -> (whatever)" + DOMAIN, 10, "undefined variable `whatever`"),
        ("(d0, d0) -> (d0)" + DOMAIN, 6, "variable `d0` is declared twice"),
        ("(d0)[s0] -> (d0)" + DOMAIN, 6, "the domain has no bounds for `s0`"),
        ("(d0) -> (d0 mod 0)" + DOMAIN, 10, "division by zero in an expression"),
        ("(d0) -> (d0 floordiv (1 - 1))" + DOMAIN, 10, "division by zero in an expression"),
        ("(d0) -> (d0 d0)" + DOMAIN, 13, "unexpected `d0`"),
        ("(d0) -> (d0 ? 2)" + DOMAIN, 13, "unexpected `?`"),
        ("(d0) -> (d0)" + DOMAIN[:-1], 33, "unexpected end of input"),
        ("", 1, "unexpected end of input"),
        ("(d0) -> (9223372036854775809)", 10, "9223372036854775809 exceeds 64 bits"),
        ("(d0) -> (" + "9" * 400 + ")", 10, "9999999999999999999999999 exceeds 64 bits"),
        ("(d0) -> (" + "(" * 500 + "d0", 109, f"parentheses are nested more than {MAX_DEPTH} deep"),
        (
            "(d0) -> (" + "d0 + " * 500 + "d0)",
            10,
            f"an expression has more than {MAX_DEPTH} nested operations",
        ),
        (
            "(d0) -> (" + "-(1 + 2 * " * 99 + "d0" + ")" * 100,
            500,
            f"an expression has more than {MAX_DEPTH} nested operations",
        ),
        ("(d0) -> (--d0)", 11, "unexpected `-`"),
    ],
)
def test_what_is_wrong_is_shown(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_map(text)
    found = raised.value.diagnostic
    assert found.code == "indexing_map"
    assert found.message == message
    assert found.span is not None
    assert found.span.begin == (1, column)


def test_facts_of_equal_maps_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(elements, "_utilisation", lambda map, target: calls.append(map))
    elements._facts.cache_clear()
    for _ in range(100):
        map = parse_map("(d0)[s0] -> (d0, s0), domain: d0 in [0, 3], s0 in [0, 4]")
        assert isinstance(map, IndexingMap)
        elements.facts(map, [4, 5])
    elements._facts.cache_clear()
    assert len(calls) == 1
