"""JAX takes what is written for it, and computes the same with it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests import oracle

Verdicts = dict[str, dict[str, bool]]


@pytest.fixture(scope="module")
def verdicts() -> Verdicts:
    """What a process of its own says of each program: it has several devices, which this one has not."""
    if not oracle.is_there():
        pytest.skip("the programs come from JAX")
    pytest.importorskip("flatbuffers", reason="jax.export serializes with it")
    done = subprocess.run(
        [sys.executable, "-m", "tests.formats.jaxexport.driver"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return dict(json.loads(line) for line in done.stdout.splitlines())


def wrong(verdicts: Verdicts, kind: str) -> dict[str, Any]:
    """What does not hold, of the programs of a kind; there are some."""
    found = {name: facts for name, facts in verdicts.items() if name.rpartition(" ")[0] == kind}
    assert found
    return {name: facts for name, facts in found.items() if not all(facts.values())}


def test_an_export_is_read_and_written_anew_as_what_it_is(verdicts: Verdicts) -> None:
    assert wrong(verdicts, "") == {}
    assert len([name for name in verdicts if " " not in name]) >= 30


def test_jax_computes_with_a_text_what_the_interpreter_does(verdicts: Verdicts) -> None:
    assert wrong(verdicts, "text") == {}


def test_an_export_of_2025_becomes_one_of_today(verdicts: Verdicts) -> None:
    assert wrong(verdicts, "old") == {}


def test_xla_computes_the_same_with_an_artifact_of_each_version(verdicts: Verdicts) -> None:
    assert wrong(verdicts, "model") == {}
