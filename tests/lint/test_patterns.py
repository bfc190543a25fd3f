"""Patterns of paths."""

from __future__ import annotations

from pathlib import Path

import pytest

from stablehlo_tools.linter.patterns import Pattern

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
    found = [path for path in matching + other if Pattern(pattern, ROOT).matches(ROOT / path)]
    assert found == matching


def test_paths_may_go_up_and_down() -> None:
    assert Pattern("x/m", ROOT / "y" / "..").matches(ROOT / "x" / "z" / ".." / "m")


def test_a_path_begins_where_the_pattern_is_said() -> None:
    assert not Pattern("x/m", ROOT / "y").matches(ROOT / "x/m")
