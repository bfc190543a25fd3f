"""Patterns of paths."""

from __future__ import annotations

from pathlib import Path

import pytest

from stablehlo_tools.linter import patterns
from stablehlo_tools.linter.patterns import PathPattern

ROOT = Path("/a[b]/project").absolute()  # whose name is no pattern


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("old_*.mlir", ["old_1.mlir", "x/y/old_.mlir"], ["old_1.hlo", "an_old_1.mlir"]),
        ("x/*.mlir", ["x/m.mlir", "x/y/m.mlir"], ["m.mlir", "y/x/m.mlir"]),
        ("x/**/m.mlir", ["x/m.mlir", "x/y/z/m.mlir"], ["m.mlir"]),
        ("**/x/*", ["x/m", "y/x/m"], ["m"]),
        (".*", [".x", "y/.x"], ["x", ".x/y"]),
        ("x/", ["x", "y/x"], ["x.mlir", "x/m.mlir"]),
        ("./x/m", ["x/m"], ["y/x/m"]),
        ("m?.[mh]*", ["m1.mlir", "m1.hlo"], ["m.mlir", "m1.txt"]),
        ("[!m]", ["x"], ["m"]),
        ("{a,b.c}.mlir", ["a.mlir", "x/b.c.mlir"], ["bxc.mlir", "{a,b.c}.mlir"]),
        ("!keep_*", ["m.mlir"], ["keep_m.mlir"]),
        ("m+(1).mlir", ["m+(1).mlir"], ["mm(1).mlir"]),
    ],
)
def test_what_a_pattern_is_for(pattern: str, matching: list[str], other: list[str]) -> None:
    found = [path for path in matching + other if PathPattern(pattern, ROOT).matches(ROOT / path)]
    assert found == matching


def test_paths_may_go_up_and_down() -> None:
    assert PathPattern("x/m", ROOT / "y" / "..").matches(ROOT / "x" / "z" / ".." / "m")


def test_a_path_begins_where_the_pattern_is_said() -> None:
    assert not PathPattern("x/m", ROOT / "y").matches(ROOT / "x/m")


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("[a-c]x", ["ax", "cx"], ["dx", "-x", "x"]),
        ("[!a-c_]x", ["dx", "-x"], ["bx", "_x", "x"]),
        ("[c-a]", [], ["a", "b", "c", "-"]),  # an empty range
        ("[^a\\]", ["^", "a", "\\"], ["b"]),
        ("[a-]", ["a", "-"], ["b"]),
        ("{a,ab}c*", ["ac", "abc", "abcd"], ["abd", "c"]),
        ("{,x}m", ["m", "xm"], ["xxm"]),
        ("a**b", ["ab", "axb"], ["ba"]),
        ("[a", ["[a"], ["a"]),
    ],
)
def test_sets_and_alternatives(pattern: str, matching: list[str], other: list[str]) -> None:
    """As in the shell and in gitignore."""
    assert [name for name in matching + other if PathPattern(pattern).matches(Path(name))] == matching


def test_the_time_of_a_pattern_is_linear(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backtracking would take 10^11 steps here."""
    steps: list[int] = []
    after = patterns._after

    def counted(text: str, name: str, starts: set[int]) -> set[int]:
        steps.append(len(starts))
        return after(text, name, starts)

    monkeypatch.setattr(patterns, "_after", counted)
    assert not PathPattern("*a*a*a*a*a*a*a*a*a*a*b").matches(Path("a" * 120))
    assert PathPattern("*a*a*a*a*a*a*a*a*a*a*b").matches(Path("a" * 120 + "b"))
    assert sum(steps) <= 2 * 12 * 122
