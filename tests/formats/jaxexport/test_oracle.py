"""JAX takes what is written for it, and computes the same with it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests import oracle

KINDS = {
    "": "an export is read, and written anew as what it is",
    "text": "JAX computes with a text what the interpreter does",
    "old": "an export of 2025 becomes one of today",
    "model": "XLA computes the same with an artifact of each version",
}


def test_each_holds_of_each_program() -> None:
    """In one process, which has several devices, as this one has not."""
    if not oracle.is_there():
        pytest.skip("the programs come from JAX")
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")
    done = subprocess.run(
        [sys.executable, "-m", "tests.formats.jaxexport.driver"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    verdicts: dict[str, dict[str, bool]] = dict(json.loads(line) for line in done.stdout.splitlines())
    assert len([name for name in verdicts if " " not in name]) >= 30
    kinds = {name: name.rpartition(" ")[0] for name in verdicts}
    assert {*kinds.values()} == {*KINDS}
    wrong = [(name, facts) for name, facts in verdicts.items() if not all(facts.values())]
    assert [(KINDS[kinds[name]], name, facts) for name, facts in wrong] == []
