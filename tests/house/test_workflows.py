"""The workflows run what the package promises: its tests on each system, from the oldest Python on."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="yaml comes with pre-commit")
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    jobs: dict[str, Any] = yaml.safe_load(text)["jobs"]
    return jobs


def commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_tests_run_on_each_system_from_the_oldest_python_on(jobs: dict[str, Any]) -> None:
    matrix = jobs["test"]["strategy"]["matrix"]
    pairs = set(product(matrix["os"], matrix["python"]))
    oldest = re.search('requires-python = ">=(.*)"', PROJECT)
    assert oldest is not None
    systems = ("ubuntu-latest", "macos-latest", "windows-latest")
    assert {(system, oldest[1]) for system in systems} <= pairs
    assert commands(jobs["test"])[-1].startswith("python -m pytest")


def test_the_extras_that_are_installed_are_there(jobs: dict[str, Any]) -> None:
    extras = re.findall(r"^(\w+) = \[", PROJECT, re.MULTILINE)
    for job in jobs.values():
        (install,) = (command for command in commands(job) if "pip install" in command)
        wanted = re.search(r"\.\[(.*)\]", install)
        assert wanted is not None
        assert set(wanted[1].split(",")) <= set(extras)


def test_the_static_checks_are_those_of_contributors(jobs: dict[str, Any]) -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for command in commands(jobs["static"])[1:]:
        assert command.removesuffix(" --check .").split(" format")[0] in contributing
