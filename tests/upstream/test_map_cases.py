"""The maps of XLA's documentation and of its tests: `indexing` of the material.

Those of 2024 that newer code simplifies in another way are left out, and `verify_error`, which is about
variables that are counted twice: an `IndexingMap` has what it has. Analyses of programs are in
`test_analysis_cases`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.indexing.affine import dimension
from stablehlo_tools.indexing.canonical import canonical
from stablehlo_tools.indexing.maps import IndexingMap, compose, satisfies
from stablehlo_tools.indexing.operand_indexing import unused
from stablehlo_tools.indexing.parse import parse_expression, parse_map, parse_operand
from stablehlo_tools.indexing.print import MapForm, print_map, print_operand
from stablehlo_tools.indexing.simplify import result_intervals, simplify
from tests.indexing.test_variables import without_unused_symbols, without_unused_variables
from tests.upstream.test_analysis_cases import cases

Case = dict[str, Any]


def read(text: str) -> IndexingMap:
    map = parse_map(text)
    assert isinstance(map, IndexingMap)
    return map


def written(map: Any) -> str:
    return print_map(map, MapForm.XLA_2025)


def expected(case: Case) -> str:
    return str(case.get("corrected") or case["expected"])


def simplified(case: Case) -> None:
    before, keep_points = read(case["map"]), case.get("point_dimensions") == "preserve"
    after = simplify(before, keep_points=keep_points)
    assert written(after) == expected(case)
    assert simplify(after, keep_points=keep_points) == after
    if case["changed"] is not None:
        assert (written(after) != written(before)) == case["changed"]


def simplified_once(case: Case) -> None:
    once = simplify(read(case["map"]))
    assert simplify(once) == once


def composed(case: Case) -> None:
    both = compose(read(case["first"]), read(case["second"]))
    assert isinstance(both, IndexingMap)
    assert written(both) == case["expected"]
    assert len(both.results) == case.get("num_results", len(both.results))
    if "expected_simplified" in case:
        assert written(simplify(both)) == case["expected_simplified"]


def printed(case: Case) -> None:
    form = MapForm.DOCUMENT if "\n" in case["map"] else MapForm.XLA_2025
    text = print_operand(parse_operand(case["map"]), form, lambda source: source or "NULL")
    assert text.strip() == case["expected"].strip()


def printed_with_names(case: Case) -> None:
    map = read(case["affine_map"])
    if "dim_names" in case:
        names = iter([*case["dim_names"], *case["range_names"], *case["rt_names"]])
        variables = [replace(variable, name=next(names)) for variable in map.variables]
        first = len(map.dimensions)
        behind = first + len(case["range_names"])
        map = IndexingMap(variables[:first], variables[first:behind], variables[behind:], map.results)
    assert written(map) == case["expected"]


def changed_by(change: Callable[[IndexingMap], IndexingMap]) -> Callable[[Case], None]:
    def check(case: Case) -> None:
        after = change(read(case["map"]))
        text = written(simplify(after) if case.get("then_simplify") else after)
        wanted = [each["result3"] for each in case.get("expected_any", ())]
        assert text == case["expected"] if "expected" in case else any(each in text for each in wanted)

    return check


def without_unused(case: Case) -> None:
    changed_by(without_unused_variables)(case)
    if "removed" in case:
        map = read(case["map"])
        of_dimensions, of_symbols = unused(map)
        removed = [bool(of_dimensions >> i & 1) for i in range(len(map.dimensions))]
        removed += [bool(of_symbols >> i & 1) for i in range(len(map.symbols))]
        assert removed == case["removed"]


def in_canonical_form(case: Case) -> None:
    variables = {f"v{number}": dimension(number) for number in range(4)}
    assert canonical(parse_expression(case["expr"], variables)) is parse_expression(
        case["expected"], variables
    )


def with_interval(case: Case) -> None:
    variables = {f"d{number}": dimension(number) for number in range(4)}
    found = parse_expression(case["expr"], variables).interval(read(case["map"]).dimension_bounds)
    is_sign = isinstance(case["expected"], bool)
    assert (found.lower >= 0 if is_sign else [found.lower, found.upper]) == case["expected"]


def with_result_intervals(case: Case) -> None:
    found = result_intervals(read(case["map"]))
    assert [[interval.lower, interval.upper] for interval in found] == case["expected"]


def evaluated(case: Case) -> None:
    results = read(case["map"]).results
    assert [int(each.evaluate(case["dims"], case["symbols"])) for each in results] == case["expected"]


def satisfied(case: Case) -> None:
    point = (np.array([case["dims"]]).T, np.array([case["symbols"]]).T)
    assert bool(satisfies(read(case["map"]), *point).all()) == case["expected"]


def without_domain(case: Case) -> None:
    map = read(case["text"])
    assert written(map) == case["text"]
    assert (len(map.dimensions), len(map.symbols)) == (case["num_dims"], case["num_symbols"])
    for point in case["evaluate"]:
        found = [int(each.evaluate(point["dims"], point["symbols"])) for each in map.results]
        assert found == point["result"]


KINDS: dict[str, Callable[[Case], None]] = {
    "affine_print": printed_with_names,
    "always_non_negative": with_interval,
    "canonicalize_expr": in_canonical_form,
    "compose": composed,
    "constraints_satisfied": satisfied,
    "construct": printed,
    "evaluate": evaluated,
    "expr_range": with_interval,
    "parse_affine_map": without_domain,
    "parse_print": printed,
    "remove_unused_symbols": changed_by(without_unused_symbols),
    "remove_unused_vars": without_unused,
    "result_ranges": with_result_intervals,
    "simplify": simplified,
    "simplify_idempotent": simplified_once,
}
OLD = {
    "AffineMapSimplification_DivsAndModsWithDivisibleMultipliers@2024",
    "AffineMapSimplification_ExtractFromMod@2024",
    "ConstraintIntervalSimplification_Sum@2024",
}


def present(kind: str) -> Iterator[Any]:
    """The cases of a kind but for the old ones, as parameters."""
    for parameter in cases(kind):
        if parameter.values[0]["name"] not in OLD:
            yield parameter


@pytest.mark.parametrize("case", [case for kind in KINDS for case in present(kind)])
def test_a_map_is_what_it_is_in_xla(case: Case) -> None:
    KINDS[case["kind"]](case)


def texts(case: Case) -> Iterator[str]:
    for field in ("expected", "expected_upstream", "expected_verbatim", "corrected", "precise"):
        given = case.get(field, [])
        for text in [given] if isinstance(given, str) else given:
            if isinstance(text, str) and "->" in text:
                yield text


@pytest.mark.parametrize("case", cases("analysis"))
def test_every_text_prints_as_it_is_read(case: Case) -> None:
    for text in texts(case):
        form = MapForm.DOCUMENT if "\n" in text else MapForm.XLA_2025
        if case["name"] == "intro_reduce_prose" and form is MapForm.DOCUMENT:
            continue  # prose, with variables that its map does not declare
        found = print_operand(parse_operand(text), form, str)
        assert found.split() == text.split()
