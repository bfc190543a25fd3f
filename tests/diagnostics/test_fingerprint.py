"""Fingerprints stay when lines move and values are renumbered, and differ where findings do."""

from __future__ import annotations

import stablehlo_tools
from stablehlo_tools.diagnostics.fingerprint import with_fingerprints

PROGRAM = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.negate %x : tensor<4xf32>
  %2 = stablehlo.abs %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
"""


def fingerprints(text: str) -> list[str]:
    diagnostics = [each for each in stablehlo_tools.lint(text) if each.code == "HYG002"]
    return [fingerprint for _, fingerprint in with_fingerprints(diagnostics)]


def test_those_of_one_file_differ() -> None:
    assert len(set(fingerprints(PROGRAM))) == 3


def test_they_move_with_their_lines_and_outlive_names_and_locations() -> None:
    moved = PROGRAM.replace("%1", "%17").replace("%x", "%input_3").replace("  return", "\n\n  return")
    assert fingerprints(f"// a comment\n\n{moved}") == fingerprints(PROGRAM)
    located = PROGRAM.replace("negate %x : tensor<4xf32>", 'negate %x : tensor<4xf32> loc("m.py":3:4)')
    assert fingerprints(located) == fingerprints(PROGRAM)


def test_what_is_changed_is_another() -> None:
    changed = fingerprints(PROGRAM.replace("abs", "sine"))
    assert changed[:2] == fingerprints(PROGRAM)[:2]
    assert changed[2] != fingerprints(PROGRAM)[2]
