"""The examples of the README: what they print is what they say.

`SHLO_UPDATE_SNAPSHOTS=1 pytest tests/test_readme.py` writes the outputs of commands anew.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import execute

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def comparable(text: str) -> str:
    """The text without the last digits of numbers, which depend on the machine."""
    text = re.sub(r"-?\d+(\.\d+)?e-\d+", "<small>", text)
    return re.sub(r" +,", ",", re.sub(r"(\d\.\d{3})\d+", r"\1", text))


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_commands(block: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")
    for variable in ("FORCE_COLOR", "SHLO_OUTPUT_FORMAT", "GITHUB_ACTIONS"):
        monkeypatch.delenv(variable, raising=False)
    session = ""
    for command in re.findall(r"^\$ (.*)\n", block, re.MULTILINE):
        name, *arguments = shlex.split(command)
        assert name == "shlo"
        assert execute(arguments) in (outcome.CLEAN, outcome.FINDINGS)
        session += f"$ {command}\n" + "".join(capfd.readouterr())
    if os.environ.get("SHLO_UPDATE_SNAPSHOTS"):
        README.write_text(README.read_text(encoding="utf-8").replace(block, session), encoding="utf-8")
    else:
        assert comparable(session) == comparable(block)


def test_python() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 4
    assert results.failed == 0
