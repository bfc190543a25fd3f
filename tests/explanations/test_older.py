"""The numbers of constraints in the older revision of the specification."""

from __future__ import annotations

import pytest

from stablehlo_tools import explanations
from stablehlo_tools._version import SPECIFICATION
from stablehlo_tools.explanations.facts.rules import RuleExplanation
from stablehlo_tools.ops.model import older_numbers
from stablehlo_tools.ops.model.versions import CURRENT


def test_each_constraint_of_today_is_one_that_is_explained() -> None:
    for older, codes in older_numbers.TODAY.items():
        for code in codes:
            rule = explanations.explain(code)
            assert isinstance(rule, RuleExplanation)
            assert rule.older_id == older.rpartition("_")[2].upper()


def test_no_constraint_of_today_has_two_numbers_there() -> None:
    codes = [code for codes in older_numbers.TODAY.values() for code in codes]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize(
    ("older", "today"),
    [
        ("gather_c8", "gather_c9"),
        ("recv_c4", "recv_c8"),
        ("stablehlo.send_c1", "send_c5"),
        ("quantized_c4", "quantized_c3"),
        ("quantized_c12", "quantized_c11 quantized_c12"),
        ("scatter_c12", "scatter_c20"),
        ("add_c1", "add_c1"),
        ("dot_general_c6", "dot_general_c6"),
        ("undefined_value", "undefined_value"),
        ("chlo.erf_c1", "erf_c1"),
    ],
)
def test_a_constraint_is_found_by_its_older_number(older: str, today: str) -> None:
    found = explanations.explain_older(older)
    assert " ".join(str(each).split(":")[0].split("\n")[0] for each in found) == today


def test_what_is_not_there_any_more_is_said() -> None:
    with pytest.raises(explanations.RemovedConstraint, match="quantized_c1 of the revision before StableHLO"):
        explanations.explain_older("quantized_c1")
    with pytest.raises(explanations.UnknownName, match="gather_c15"):
        explanations.explain_older("gather_c15")


def test_a_page_says_the_older_number_where_it_is_another() -> None:
    assert "It is (C4) in the revision before StableHLO 1.0." in str(explanations.explain("recv_c8"))
    assert "It has no number in the revision" in str(explanations.explain("gather_c10"))
    for code in ("gather_c4", "composite_c1", "chlo.erf_c1"):
        assert "StableHLO 1.0" not in str(explanations.explain(code))


def test_the_version_of_the_specification_is_the_newest_that_is_known() -> None:
    assert f"{CURRENT.major}.{CURRENT.minor}" == SPECIFICATION
