"""The command line run in this process, in an empty folder."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from stablehlo_tools.cli.checking import cache
from stablehlo_tools.cli.main import execute


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Shlo = Callable[..., Outcome]


@pytest.fixture
def shlo(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shlo:
    """Run `shlo` with arguments, and with bytes or text on standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for variable in (
        "FORCE_COLOR",
        "NO_COLOR",
        "SHLO_TRACEBACK",
        "SHLO_OUTPUT_FORMAT",
        "SHLO_OUTPUT_FILE",
        "GITHUB_ACTIONS",
    ):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(cache, "folder", lambda: None)  # nothing is remembered from test to test

    def run(*arguments: object, stdin: str | bytes = b"") -> Outcome:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        status = execute([str(argument) for argument in arguments])
        return Outcome(status, *capsys.readouterr())

    return run
