"""`shlo conform`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.targets.conformance.package import write_package
from stablehlo_tools.targets.conformance.results import ConformanceCase
from tests.targets.conformance.test_conform import of_types, write_some


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    write_some(folder)
    return folder


def test_a_second_run_resumes(shlo: Any, package: Path) -> None:
    first = shlo("conform", "--engine", "numpy", "--cases", str(package), "-o", "card")
    assert first.status == outcome.CLEAN
    assert first.out.endswith("9 cases: 7 right, 2 rejected\n")
    journal = Path("card/outcomes.jsonl")
    lines = journal.read_text().splitlines()
    assert len(lines) == 10
    journal.write_text("\n".join([*lines[:6], lines[6][:20]]))  # as if it had been killed
    again = shlo("conform", "--engine", "numpy", "--cases", str(package), "-o", "card")
    assert again.out == first.out
    third = shlo("conform", "--engine", "numpy", "--cases", str(package), "-o", "card", "--ops", "chlo")
    assert third.out.endswith("1 case: 1 right\n")


def test_the_score_card_is_written_in_each_form(shlo: Any, package: Path) -> None:
    assert shlo("conform", "--engine", "numpy", "--cases", str(package), "-o", "card").status == 0
    suites = ElementTree.parse("card/junit.xml").getroot()
    assert suites.get("tests") == "9"
    assert len(suites.findall(".//testcase")) == 9
    assert "| stablehlo.reverse | 6 |" in Path("card/card.md").read_text()
    page = Path("card/index.html").read_text()
    assert '<td class="right" title="right">' in page
    found = json.loads(shlo("conform", "--engine", "numpy", "--cases", str(package), "--format", "json").out)
    assert found["counts"] == {"right": 7, "rejected": 2}


def failing(cases: Iterable[ConformanceCase]) -> list[ConformanceCase]:
    """The cases, with another result expected of the first."""
    first, *others = cases
    return [dataclasses.replace(first, expected=[each + 1 for each in first.expected]), *others]


def test_a_baseline_knows_failures(shlo: Any, tmp_path: Path) -> None:
    cases = of_types("stablehlo.reverse", "i32")[:3]
    write_package(failing(cases), tmp_path / "bad")
    arguments = ("conform", "--engine", "numpy", "--cases", str(tmp_path / "bad"))
    done = shlo(*arguments, "--write-baseline", "known.json")
    assert done.status == outcome.FINDINGS
    assert json.loads(Path("known.json").read_text()) == {cases[0].name: "wrong"}
    assert shlo(*arguments, "--baseline", "known.json").status == outcome.CLEAN
    Path("known.json").write_text(json.dumps({cases[0].name: "crashed", cases[1].name: "wrong"}))
    done = shlo(*arguments, "--baseline", "known.json")
    assert done.status == outcome.FINDINGS
    assert done.out.endswith("1 of it no longer fail\n")
    assert shlo(*arguments, "--baseline", "no.json").status == outcome.USAGE


def test_cases_that_were_extracted_are_taken(shlo: Any) -> None:
    Path("m.mlir").write_text(
        "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
        "  %0 = stablehlo.add %x, %x : tensor<3xf32>\n"
        "  %1 = stablehlo.tanh %0 : tensor<3xf32>\n"
        "  return %1 : tensor<3xf32>\n}\n"
    )
    assert shlo("extract", "m.mlir", "--each-op", "cases", "--random").status == outcome.CLEAN
    done = shlo("conform", "--engine", "numpy", "--cases", "cases")
    assert (done.status, done.out[-17:]) == (outcome.CLEAN, "2 cases: 2 right\n")


def test_mistakes_on_the_command_line(shlo: Any, tmp_path: Path) -> None:
    assert shlo("conform").status == outcome.USAGE
    assert shlo("conform", "--engine", "xlaa", "--ops", "reverse").status == outcome.USAGE
    done = shlo("conform", "--engine", "numpy", "--cases", str(tmp_path))
    assert done.status == outcome.USAGE
    assert "has no cases" in done.err


def test_a_profile_is_written_and_read(shlo: Any, package: Path) -> None:
    done = shlo("conform", "--engine", "numpy", "--cases", str(package), "-o", "mine.toml")
    assert done.status == outcome.CLEAN
    Path("m.mlir").write_text(
        "func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {\n"
        "  %0 = stablehlo.reverse %x, dims = [0] : tensor<3xf64>\n  return %0 : tensor<3xf64>\n}\n"
    )
    assert shlo("support", "m.mlir", "--target", "./mine.toml").status == outcome.CLEAN  # f64 was not tried
    Path("m.mlir").write_text(
        "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
        "  %0 = stablehlo.negate %x : tensor<3xf32>\n  return %0 : tensor<3xf32>\n}\n"
    )
    out = shlo("support", "m.mlir", "--target", "./mine.toml").out
    assert "not among the supported ops" in out


def test_a_name_of_no_op_is_a_mistake(shlo: Any, package: Path) -> None:
    done = shlo("conform", "--engine", "numpy", "--cases", str(package), "--ops", "revers_")
    assert done.status == outcome.USAGE
    assert "no cases: no op has a name that contains 'revers_'" in done.err
