"""What a user sees of what is wrong: each `testdata/diagnostics/*.mlir` with its text beside it.

`SHLO_UPDATE_SNAPSHOTS=1 pytest tests/cli/test_diagnostics.py` writes the texts anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome

FOLDER = Path(__file__).resolve().parents[2] / "testdata" / "diagnostics"
CASES = sorted(path.stem for path in FOLDER.glob("*.mlir"))


@pytest.mark.parametrize("case", CASES)
def test_it_reads_as_before(shlo: Any, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    monkeypatch.chdir(FOLDER)
    status, out, _ = shlo("verify", f"{case}.mlir")
    assert status == outcome.FINDINGS
    snapshot = FOLDER / f"{case}.txt"
    if os.environ.get("SHLO_UPDATE_SNAPSHOTS"):
        snapshot.write_text(out, encoding="utf-8")
    assert out == snapshot.read_text(encoding="utf-8")


def test_every_text_belongs_to_a_program() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == CASES
