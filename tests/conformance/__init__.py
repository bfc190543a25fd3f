"""What the harness of StableHLO's own test-suite calls, in its interface; see `.ci/run`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import stablehlo_tools
from stablehlo_tools.diagnostics.report.json import as_object


def verify_file(path: str) -> list[dict[str, Any]]:
    """The diagnostics of a file as the objects that `shlo verify --output-format json` writes."""
    return [as_object(diagnostic) for diagnostic in stablehlo_tools.verify(Path(path))]


def run_file(path: str) -> None:
    """Execute a program that checks its own results; raises where a check fails."""
    stablehlo_tools.run(Path(path))


def fmt_file(path: str, *, generic: bool) -> str:
    """The canonical text of a file."""
    return stablehlo_tools.format(Path(path), generic=generic)
