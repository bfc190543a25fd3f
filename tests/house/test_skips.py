"""A skip is an error unless its reason is known and holds, and what was skipped can be run by itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import skips
from tests.benchmarks.models import INPUTS_VARIABLE

ROOT = Path(__file__).resolve().parents[2]
TESTS = """
import os
import pytest

def test_passes():
    pass

@pytest.mark.skipif(not os.environ.get("READY"), reason="known to the table")
def test_is_skipped():
    pass

def test_is_skipped_for_no_known_reason():
    pytest.skip("it fails otherwise")

@pytest.mark.parametrize("case", [])
def test_has_no_cases(case):
    pass

@pytest.mark.xfail(strict=True, reason="it is not done")
def test_is_expected_to_fail():
    raise AssertionError
"""
MODULE = """
import pytest
pytest.importorskip("a_module_that_nobody_has")
"""
PLUGIN = """
from tests import skips
from tests.benchmarks.models import INPUTS_VARIABLE
from tests.conftest import *
from tests.conftest import _Skipped
skips.EXPECTED["known to the table"] = lambda: True
"""


def run(folder: Path, *options: str, ready: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "plugin", "-p", "no:randomly", *options, "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "READY": ready},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plugin.py").write_text(PLUGIN)
    (tmp_path / "test_some.py").write_text(TESTS)
    return tmp_path


def test_an_unexpected_skip_is_an_error(folder: Path) -> None:
    """Also that of a file, which else keeps all tests from running."""
    (folder / "test_module.py").write_text(MODULE)
    output = run(folder, "--continue-on-collection-errors")
    assert "does not expect it here: it fails otherwise" in output
    assert "does not expect it here: got empty parameter set" in output
    assert "does not expect it here: could not import 'a_module_that_nobody_has'" in output
    assert re.search(r"1 failed, 1 passed, 1 skipped, 1 xfailed, 2 errors", output), output


@pytest.mark.slow
def test_processes_remember_together_what_they_skip(folder: Path) -> None:
    output = run(folder, "-n", "2")
    assert "does not expect it here: it fails otherwise" in output
    (folder / "test_other.py").write_text("raise ValueError")
    assert re.search(r"= 1 skipped", run(folder, "-n", "1", "--last-skipped"))  # nor are others collected
    output = run(folder, "--last-skipped", ready="1")
    assert re.search(r"= 1 passed, 4 deselected", output), output


def test_the_quick_tests_are_there() -> None:
    named = (ROOT / "tests" / "quick.txt").read_text(encoding="utf-8").split()
    assert len(named) > 20
    assert [each for each in named if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("reason", ["", "jax", "the weather", "got empty parameter set for (case)"])
def test_other_reasons_are_not_expected(reason: str) -> None:
    assert not skips.is_expected(reason)


def test_what_the_tests_need_is_there_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skips, "_lacks", lambda module: module == "mpmath")
    monkeypatch.delenv("CI", raising=False)
    assert skips.is_expected("could not import 'mpmath': No module named 'mpmath'")
    monkeypatch.setenv("CI", "true")
    assert not skips.is_expected("could not import 'mpmath': No module named 'mpmath'")


def test_every_reason_is_given_by_a_test() -> None:
    tests = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").rglob("*.py")
        if path.name not in ("skips.py", "test_skips.py")
    )
    given = {f"could not import '{module}" for module in re.findall(r'importorskip\("([\w.]+)"\)', tests)}
    given |= set(re.findall(r'"(.*?)"', tests.replace("{INPUTS_VARIABLE}", INPUTS_VARIABLE)))
    known = {reason: reason.rstrip("'") for reason in skips.EXPECTED}
    unused = {reason for reason, start in known.items() if not any(text.startswith(start) for text in given)}
    assert unused == set()
