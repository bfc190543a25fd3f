"""Findings that are cached from one run to the next."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.checking import cache
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Severity
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.linter.check import settings_of_example
from stablehlo_tools.linter.registry import RULES

PROGRAM = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
"""
WRONG = PROGRAM.replace("return %x", "return %y")
LINT = ("lint", "m.mlir", "--output-format", "concise")


@pytest.fixture
def kept(shlo: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder in which the runs of a test keep what they find, and a program."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(cache, "folder", lambda: folder)
    Path("m.mlir").write_text(PROGRAM)
    return folder


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the texts that were linted or verified, the first time and each further."""
    names: list[str] = []

    def counted(find: Any) -> Any:
        def count(source: Source, **options: Any) -> Any:
            names.append(source.name)
            return find(source, **options)

        return count

    monkeypatch.setattr("stablehlo_tools.api.checking.lint", counted(stablehlo_tools.lint))
    monkeypatch.setattr("stablehlo_tools.verify", counted(stablehlo_tools.verify))
    return names


def test_what_is_the_same_is_not_looked_at_again(shlo: Any, kept: Path, searches: list[str]) -> None:
    first = shlo(*LINT)
    assert first.status == outcome.FINDINGS
    assert shlo(*LINT) == first
    assert searches == ["m.mlir"]
    Path("other.mlir").write_text(PROGRAM)  # the text counts, not the name
    assert shlo("lint", "other.mlir", *LINT[2:]).out == first.out.replace("m.mlir", "other.mlir")
    assert searches == ["m.mlir"]


def test_what_changes_is_looked_at_anew(shlo: Any, kept: Path, searches: list[str]) -> None:
    shlo(*LINT)
    shlo(*LINT, "--ignore", "HYG002")
    assert len(searches) == 2
    ignored = 'lint.per-file-ignores = { "m.*" = ["HYG002"] }'
    assert shlo(*LINT, "--config", ignored).status == outcome.CLEAN
    assert len(searches) == 3
    Path("m.mlir").write_text(WRONG)
    assert "undefined_value" in shlo(*LINT).out
    assert len(searches) == 4


def test_how_findings_are_written_does_not_matter(shlo: Any, kept: Path, searches: list[str]) -> None:
    shlo(*LINT)
    assert json.loads(shlo("lint", "m.mlir", "--output-format", "json", "--fail-level", "error").out)
    assert len(searches) == 1


def test_verify_remembers_too(shlo: Any, kept: Path, searches: list[str]) -> None:
    Path("m.mlir").write_text(WRONG)
    first = shlo("verify", "m.mlir")
    assert shlo("verify", "m.mlir") == first
    assert len(searches) == 1
    shlo("verify", "m.mlir", "--strict")
    shlo(*LINT)
    assert len(searches) == 3


def test_nothing_need_be_remembered(shlo: Any, kept: Path, searches: list[str]) -> None:
    shlo(*LINT, "--no-cache")
    shlo(*LINT, "--no-cache")
    assert len(searches) == 2
    assert list(kept.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", "{}", '[{"class": "Diagnostic"}]', '[{"class": "Path"}]', "\0", "null",
     '[{"class": "Span", "line": 99, "length": 1, "start": 0, "end": 1}]', "[" * 100_000],
    ids=range(10),
)  # fmt: skip
def test_a_file_that_is_no_list_of_findings_counts_for_nothing(shlo: Any, kept: Path, text: str) -> None:
    first = shlo(*LINT)
    (entry,) = kept.iterdir()
    good = entry.read_text()
    entry.write_text(text)
    assert shlo(*LINT) == first
    assert entry.read_text() == good


def test_what_is_old_is_forgotten(shlo: Any, kept: Path) -> None:
    shlo(*LINT)
    old, new = kept / "old.json", kept / "new.json"
    for file, days in ((old, 31), (new, 29)):
        file.write_text("[]")
        os.utime(file, (time.time() - days * 24 * 3600,) * 2)
    cache._delete_old_entries.cache_clear()
    shlo(*LINT, "--ignore", "HYG002")
    assert not old.exists()
    assert new.exists()


def test_a_folder_that_cannot_be_written_to_is_borne(
    shlo: Any, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "folder", lambda: Path("m.mlir"))  # which is none
    assert shlo(*LINT).status == outcome.FINDINGS


@pytest.mark.parametrize("code", RULES)
def test_findings_come_back_as_they_were(kept: Path, code: str) -> None:
    rule = RULES[code]
    source = Source(f"{PROGRAM}// -----\n{rule.bad}", "m.mlir")
    found = stablehlo_tools.lint(source, settings=settings_of_example(rule))
    assert found
    assert cache.find_cached(lambda _: found, source, code) is found
    again = cache.find_cached(nothing, source, code)
    assert list(map(known, again)) == list(map(known, found))


def test_every_field_comes_back(kept: Path) -> None:
    source = Source(PROGRAM, "m.mlir")
    span = Span(source, 3, 5)
    fix = Fix("f", (Edit(span, ""),), is_safe=False)
    full = Diagnostic(
        "c", "m", span, Severity.NOTE, "l", "a = b", (("a", "1"), ("b", "2")), (Label(span, ""),),
        ("n",), ("h",), unsupported=True, operation=span, fix=fix,
    )  # fmt: skip
    assert not [
        each.name for each in dataclasses.fields(full) if getattr(full, each.name) in (each.default, None)
    ]
    for diagnostic in (full, Diagnostic("c", "m", None)):
        found = [diagnostic]
        cache.find_cached(lambda _, found=found: found, source, repr(diagnostic))  # type: ignore[misc]
        assert cache.find_cached(nothing, source, repr(diagnostic)) == [diagnostic]


def test_a_finding_elsewhere_is_not_remembered(kept: Path) -> None:
    found = [Diagnostic("c", "m", Span(Source("other text", "m.mlir"), 0, 5))]
    assert cache.find_cached(lambda _: found, Source(PROGRAM, "m.mlir"), "") is found
    assert list(kept.iterdir()) == []


def nothing(source: Source) -> list[Diagnostic]:
    raise AssertionError(f"{source.name} was looked at again")


def known(value: Any) -> Any:
    """A diagnostic as plain values; parts of a text are equal if they are the same lines."""
    if isinstance(value, Source):
        return value.name, value.first_line, value.text
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return [known(getattr(value, each.name)) for each in dataclasses.fields(value)]
    return [known(each) for each in value] if isinstance(value, tuple) else value


def test_constants_that_a_printed_text_leaves_out_make_a_difference(shlo: Any, kept: Path) -> None:
    """Two binary files may differ in nothing else."""
    program = """func.func @main(%x: tensor<20000xf32>) -> tensor<20000xf32> {{
      %0 = stablehlo.constant dense<"0x{data}"> : tensor<20000xf32>
      %1 = stablehlo.add %x, %0 : tensor<20000xf32>
      return %1 : tensor<20000xf32>
    }}"""
    numbers = np.arange(20000, dtype="<f4")
    said = []
    for last in (1.0, np.nan):
        numbers[-1] = last
        Path("m.bc").write_bytes(stablehlo_tools.serialize(program.format(data=numbers.tobytes().hex())))
        said.append("contains NaN" in shlo("lint", "m.bc", "--select", "NUM").out)
    assert said == [False, True]


def test_what_is_known_is_said_without_a_tree(tmp_path: Path) -> None:
    """Neither ops nor the classes of the tree are imported for a file whose findings are cached."""
    (tmp_path / "m.mlir").write_text(PROGRAM)
    program = """
import sys
from stablehlo_tools.cli.main import execute
assert execute(["verify", "m.mlir"]) == 0
names = ("ir.operations", "ops.registry", "text.parse")
print([name for name in names if f"stablehlo_tools.{name}" in sys.modules])
"""
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "SHLO_CACHE_DIR": str(tmp_path / "cache")},
        ).stdout.splitlines()[-1]
        for _ in range(2)
    ]
    assert printed == ["['ir.operations', 'ops.registry', 'text.parse']", "[]"]
