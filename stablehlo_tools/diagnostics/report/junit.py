"""Diagnostics as test results in JUnit XML, with a suite for each file.

JUnit has no official schema. The output is valid by the schemas of Surefire and of Jenkins, which have no
attributes for line and column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TextIO
from xml.etree import ElementTree

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.report.description import Describe
from stablehlo_tools.diagnostics.report.places import path_of, place_of


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a document. Notes pass, other diagnostics fail; without diagnostics, a single test passes."""
    by_file: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        name = path_of(diagnostic.span.source.name) if diagnostic.span else "shlo"
        by_file.setdefault(name, []).append(diagnostic)
    root = ElementTree.Element("testsuites", name="shlo")
    for name, found in by_file.items():
        _add_suite(root, name, found)
    if not by_file:
        _case(_suite(root, "shlo", 1, 0), "shlo", "shlo")
    stream.write(_written(root))


class Test(NamedTuple):
    """A test of a suite. `kind` is `failure`, `error` or `skipped`; empty for one that passes."""

    name: str
    kind: str = ""
    message: str = ""
    text: str = ""
    seconds: float = 0


def document(name: str, suites: Mapping[str, Sequence[Test]]) -> str:
    """A document of suites of tests."""
    root = ElementTree.Element("testsuites", name=visible(name))
    for suite_name, tests in suites.items():
        count = {kind: sum(test.kind == kind for test in tests) for kind in ("failure", "error", "skipped")}
        suite = _suite(root, suite_name, len(tests), count["failure"])
        suite.set("errors", str(count["error"]))
        suite.set("skipped", str(count["skipped"]))
        suite.set("time", f"{sum(test.seconds for test in tests):.3f}")
        for test in tests:
            case = _case(suite, test.name, suite_name)
            case.set("time", f"{test.seconds:.3f}")
            if test.kind:
                result = ElementTree.SubElement(case, test.kind, message=visible(test.message))
                result.text = "\n".join(map(visible, test.text.split("\n")))
    return _written(root)


def _written(root: ElementTree.Element) -> str:
    for total in ("tests", "failures", "errors"):
        root.set(total, str(sum(int(suite.get(total, "0")) for suite in root)))
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _add_suite(root: ElementTree.Element, name: str, diagnostics: Sequence[Diagnostic]) -> None:
    failing = [each for each in diagnostics if each.severity is not Severity.NOTE]
    suite = _suite(root, name, len(diagnostics), len(failing))
    for diagnostic in diagnostics:
        place = place_of(diagnostic)
        case = _case(suite, diagnostic.code, name)
        is_note = diagnostic.severity is Severity.NOTE
        result = ElementTree.SubElement(case, "system-out" if is_note else "failure")
        where = f"line {place.line}, column {place.column}: " if place else ""
        lines = [f"{where}{diagnostic.message}", *(f"note: {note}" for note in diagnostic.notes)]
        lines += [f"help: {help}" for help in diagnostic.helps]
        result.text = "\n".join(map(visible, lines))
        if not is_note:
            result.set("message", visible(diagnostic.message))
            result.set("type", diagnostic.severity.value)


def _suite(root: ElementTree.Element, name: str, tests: int, failures: int) -> ElementTree.Element:
    counts = {"tests": str(tests), "failures": str(failures), "errors": "0", "skipped": "0"}
    return ElementTree.SubElement(root, "testsuite", {"name": visible(name), **counts, "time": "0"})


def _case(suite: ElementTree.Element, name: str, of: str) -> ElementTree.Element:
    return ElementTree.SubElement(suite, "testcase", name=visible(name), classname=visible(of), time="0")
