"""Diagnostics as SARIF 2.1.0, for GitHub code scanning and editors."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any, Final, TextIO
from urllib.parse import quote

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Fix
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.diagnostics.fingerprint import with_fingerprints
from stablehlo_tools.diagnostics.report.description import Describe, Description
from stablehlo_tools.diagnostics.report.places import path_of
from stablehlo_tools.diagnostics.source import Span

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_PAGE: Final = "https://openxla.org/stablehlo"  # about the language

Object = dict[str, Any]


def write(diagnostics: Iterable[Diagnostic], stream: TextIO, describe: Describe) -> None:
    """Write a log of a single run, with the rules of its diagnostics."""
    rules: dict[str, Object] = {}
    results = []
    for diagnostic, fingerprint in with_fingerprints(diagnostics):
        if diagnostic.code not in rules:
            rules[diagnostic.code] = _rule(diagnostic, describe)
        index = list(rules).index(diagnostic.code)
        results.append(_result(diagnostic, index, fingerprint))
    driver = {"name": "shlo", "version": __version__, "informationUri": _PAGE, "rules": list(rules.values())}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    stream.write(as_json(log, indent=2) + "\n")


def _rule(diagnostic: Diagnostic, describe: Describe) -> Object:
    described = describe(diagnostic)
    rule: Object = {
        "id": diagnostic.code,
        "name": _pascal_case(described.name),
        "shortDescription": {"text": described.summary},
        "fullDescription": {"text": described.text or described.summary},
        "help": _help(diagnostic, described),
        "defaultConfiguration": {"level": diagnostic.severity.value},
    }
    return {**rule, "helpUri": described.page} if described.page else rule


def _help(diagnostic: Diagnostic, described: Description) -> Object:
    """The help that code scanning shows for a rule, as text and as Markdown."""
    more = f"For more information, run `shlo explain {diagnostic.qualified_code}`."
    text = "\n\n".join(filter(None, [described.summary, described.text, more]))
    page = f"\n\n[{described.page}]({described.page})" if described.page else ""
    return {"text": text, "markdown": f"{described.own_page.rstrip() or text}{page}"}


def _pascal_case(name: str) -> str:
    """`unused-argument` as `UnusedArgument`, as SARIF recommends."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", name))


def _result(diagnostic: Diagnostic, rule: int, fingerprint: str) -> Object:
    parts = [diagnostic.message, *diagnostic.notes, *(f"help: {help}" for help in diagnostic.helps)]
    result: Object = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": "\n".join(parts)},
        "partialFingerprints": {"shlo/v1": fingerprint},
    }
    if diagnostic.span:
        result["locations"] = [_location(diagnostic.span)]
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": label.message}, **_location(label.span)}
            for number, label in enumerate(diagnostic.related)
        ]
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _fix(fix: Fix) -> Object:
    replacements: dict[str, list[Object]] = {}
    for edit in fix.edits:
        inserted = {"insertedContent": {"text": edit.text}} if edit.text else {}
        replacement = {"deletedRegion": _region(edit.span), **inserted}
        replacements.setdefault(_uri(edit.span.source.name), []).append(replacement)
    changes = [
        {"artifactLocation": {"uri": uri}, "replacements": listed} for uri, listed in replacements.items()
    ]
    return {"description": {"text": fix.message}, "artifactChanges": changes}


def _location(span: Span) -> Object:
    physical: Object = {"artifactLocation": {"uri": _uri(span.source.name)}}
    if span.source.text:
        physical["region"] = _region(span)
    return {"physicalLocation": physical}


def _region(span: Span) -> Object:
    (line, column), (end_line, end_column) = span.begin, span.finish
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _uri(name: str) -> str:
    path = path_of(name)
    return Path(name).as_uri() if Path(path).is_absolute() else quote(os.fsencode(PurePosixPath(path)))
