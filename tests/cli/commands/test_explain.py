"""`shlo explain`: the command line of what `tests/explanations` tests."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import execute
from stablehlo_tools.explanations import explain


def test_text_is_that_of_the_library(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert execute(["explain", "dot_general_c6"]) == 0
    assert capsys.readouterr().out == f"{explain('dot_general_c6')}\n"


def test_several_names_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["explain", "abs_c1 ABS_C2", "undefined_value"]) == 0
    out = capsys.readouterr().out
    assert [out.index(name) for name in ("abs_c1:", "abs_c2:", "undefined_value\n")] == sorted(
        out.index(name) for name in ("abs_c1:", "abs_c2:", "undefined_value\n")
    )


def test_colours_are_for_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    execute(["explain", "abs"])
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    execute(["explain", "abs"])
    assert "\x1b[" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [[], ["--format", "json"], ["abs", "--all"], ["dot_generl"], ["abs", "nothing_like_it"]],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["explain", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Error: " in captured.err


def test_json_of_one_and_of_several(capsys: pytest.CaptureFixture[str]) -> None:
    execute(["explain", "iota", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["op"] == "stablehlo.iota"
    execute(["explain", "iota_c1", "syntax", "--format", "json"])
    assert [each["code"] for each in json.loads(capsys.readouterr().out)] == ["iota_c1", "syntax"]


@pytest.mark.parametrize("view", ["--all", "--ledger", "--coverage"])
def test_overviews_have_all_formats(view: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["explain", view]) == 0
    assert "dot_general" in capsys.readouterr().out
    assert execute(["explain", view, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)
    assert execute(["explain", view, "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("# ")


def test_links_of_the_markdown_page_lead_somewhere(capsys: pytest.CaptureFixture[str]) -> None:
    execute(["explain", "--all", "--format", "markdown"])
    page = capsys.readouterr().out
    anchors = re.findall(r'^<a id="(.*)"></a>$', page, re.MULTILINE)
    links = re.findall(r"\]\(#(.*?)\)", page)
    assert len(anchors) == len(set(anchors))
    assert set(links) <= set(anchors)
    assert {"stablehlo.dot_general", "stablehlo.dot_general_c6", "undefined_value"} <= set(anchors)


def test_the_coverage_says_how_many_constraints_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    execute(["explain", "--coverage"])
    assert capsys.readouterr().out.endswith("475 constraints of the specification, all declared\n")


def test_the_schemas_of_findings_and_of_settings(shlo: Any) -> None:
    titles: dict[str, list[tuple[str, ...]]] = {
        "Diagnostics of shlo, version 1": [("--schema",), ("--schema", "findings")],
        "Settings of shlo": [("--schema", "settings")],
    }
    for title, calls in titles.items():
        for options in calls:
            assert json.loads(shlo("explain", *options).out)["title"] == title
    for wrong in (("--schema", "other"), ("--schema", "settings", "add"), ("--schema", "--all")):
        assert shlo("explain", *wrong).status == outcome.USAGE


def test_constraints_are_found_by_the_numbers_of_the_older_revision(shlo: Any) -> None:
    found = shlo("explain", "--older", "recv_c4")
    assert (found.status, found.out.split(":")[0]) == (0, "recv_c8")
    refused = shlo("explain", "--older", "quantized_c1")
    assert refused.status == 2
    assert "not in the specification any more" in refused.err


def test_a_family_has_its_rules(shlo: Any) -> None:
    status, out, _ = shlo("explain", "hyg")
    assert status == outcome.CLEAN
    assert out.startswith("HYG: a family of rules of `shlo lint`\n  hygiene: ")
    assert "\n  HYG001  unused-argument\n" in out
    assert "NUM001" not in out
    rules = json.loads(shlo("explain", "HYG", "--format", "json").out)["rules"]
    assert rules[0]["name"] == "unused-argument"
    assert "- HYG001 unused-argument\n" in shlo("explain", "HYG", "--format", "markdown").out


def test_an_op_of_mlir_itself_has_a_page_elsewhere(shlo: Any) -> None:
    status, _, err = shlo("explain", "func.call")
    assert status == outcome.USAGE
    assert "documented at https://mlir.llvm.org/docs/Dialects/Func" in err
