"""Where explanations lead to: to the op or the rule that they are about, or nowhere."""

from __future__ import annotations

import io
import json

import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.report import write
from stablehlo_tools.explanations import describe, explain
from stablehlo_tools.explanations.facts.ops import OpExplanation, all_ops
from stablehlo_tools.linter.registry import RULES
from tests.specification import ops


@pytest.mark.parametrize(
    ("op", "page"),
    [
        ("stablehlo.dot_general", "https://openxla.org/stablehlo/spec#dot_general"),
        # those below are addresses that others link to
        ("chlo.ragged_dot", "https://openxla.org/stablehlo/generated/chlo#chloragged_dot_chloraggeddotop"),
        ("chlo.digamma", "https://openxla.org/stablehlo/generated/chlo#chlodigamma_chlodigammaop"),
        (
            "sdy.manual_computation",
            "https://openxla.org/shardy/sdy_dialect#sdymanual_computation_sdymanualcomputationop",
        ),
    ],
)
def test_the_page_of_an_op(op: str, page: str) -> None:
    explained = explain(op)
    assert isinstance(explained, OpExplanation)
    assert explained.reference == page


def test_every_op_of_the_specification_has_a_title_there() -> None:
    anchors = [op.reference.partition("#")[2] for op in all_ops() if "/spec#" in op.reference]
    assert sorted(anchors) == sorted(ops())


@pytest.mark.parametrize("code", ["undefined_value", "hlo_name", "HYG001", "NUM001"])
def test_what_is_in_no_specification_has_no_page(code: str) -> None:
    assert describe(Diagnostic(code, "", None)).page == ""


@pytest.mark.parametrize("code", ["abs_i1", "abs_c1"])
def test_what_is_about_an_op_leads_to_it(code: str) -> None:
    assert describe(Diagnostic(code, "", None)).page == "https://openxla.org/stablehlo/spec#abs"


@pytest.mark.parametrize("code", [*sorted(RULES), "abs_c1", "undefined_value"])
def test_code_scanning_shows_the_page_of_the_rule_itself(code: str) -> None:
    stream = io.StringIO()
    write([Diagnostic(code, "", None)], stream, "sarif", describe)
    (rule,) = json.loads(stream.getvalue())["runs"][0]["tool"]["driver"]["rules"]
    assert rule["help"]["markdown"].startswith(f"## {code}")
    assert rule.get("helpUri", "").endswith("#abs" if code == "abs_c1" else "")
    assert ("helpUri" in rule) == (code == "abs_c1")
