"""Diagnostics as test results in JUnit XML, with a suite for each file.

JUnit has no official schema. The output is valid by the schemas of Surefire and of Jenkins, which have no
attributes for line and column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TextIO
from xml.etree import ElementTree

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.report.description import Describe
from stablehlo_tools.diagnostics.report.places import path_of, place_of


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a document. Notes pass, other diagnostics fail; without diagnostics, a single test passes."""
    suites: dict[str, list[Test]] = {}
    for diagnostic in diagnostics:
        name = path_of(diagnostic.span.source.name) if diagnostic.span else "shlo"
        suites.setdefault(name, []).append(_test(diagnostic))
    stream.write(document("shlo", suites or {"shlo": [Test("shlo")]}, decimals=0))


def _test(diagnostic: Diagnostic) -> Test:
    place = place_of(diagnostic)
    where = f"line {place.line}, column {place.column}: " if place else ""
    lines = [f"{where}{diagnostic.message}", *(f"note: {note}" for note in diagnostic.notes)]
    lines += [f"help: {help}" for help in diagnostic.helps]
    text = "\n".join(map(visible, lines))  # a name of the program may have line breaks
    if diagnostic.severity is Severity.NOTE:
        return Test(diagnostic.code, "system-out", text=text)
    return Test(diagnostic.code, "failure", diagnostic.message, text, type=diagnostic.severity.value)


class Test(NamedTuple):
    """A test of a suite. `kind` is `failure`, `error` or `skipped`; `system-out` or empty if it passes."""

    name: str
    kind: str = ""
    message: str = ""
    text: str = ""
    seconds: float = 0
    type: str = ""


def document(name: str, suites: Mapping[str, Sequence[Test]], *, decimals: int = 3) -> str:
    """A document of suites of tests, with times in seconds of so many decimals."""
    root = ElementTree.Element("testsuites", name=visible(name))
    for suite_name, tests in suites.items():
        counts = Counter(test.kind for test in tests)
        suite = ElementTree.SubElement(root, "testsuite", name=visible(suite_name), tests=str(len(tests)))
        for attribute, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(attribute, str(counts[kind]))
        suite.set("time", f"{sum(test.seconds for test in tests):.{decimals}f}")
        for test in tests:
            names = {"name": visible(test.name), "classname": visible(suite_name)}
            time = f"{test.seconds:.{decimals}f}"
            case = ElementTree.SubElement(suite, "testcase", {**names, "time": time})
            if test.kind:
                about = {"message": visible(test.message), "type": test.type}
                shown = {attribute: text for attribute, text in about.items() if text}
                result = ElementTree.SubElement(case, test.kind, shown)
                result.text = "\n".join(map(visible, test.text.split("\n")))
    for total in ("tests", "failures", "errors"):
        root.set(total, str(sum(int(suite.get(total, "0")) for suite in root)))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
