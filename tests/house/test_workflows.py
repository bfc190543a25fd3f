"""The workflows run what the package promises: its tests on each system, from the oldest Python on."""

from __future__ import annotations

import re
import runpy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    return jobs_of("tests")


def jobs_of(workflow: str) -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="yaml comes with pre-commit")
    text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text(encoding="utf-8")
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


def test_a_release_publishes_the_packages_of_data_beside_the_wheel() -> None:
    """Each project is built, kept and published under its name, by an option that its command has."""
    jobs, packages = jobs_of("release"), runpy.run_path(str(ROOT / ".ci" / "package.py"))["DATA"]
    assert set(packages) == {"stablehlo-rules", "stablehlo-conformance"}
    for command, option in packages.values():
        path = ROOT / "stablehlo_tools" / "cli" / "commands" / f"{command}.py"
        assert option in path.read_text(encoding="utf-8")
    assert any(command.endswith("--data") for command in commands(jobs["build"]))
    kept = {
        step["with"]["name"]: step["with"]["path"]
        for step in jobs["build"]["steps"]
        if "path" in step.get("with", {})
    }
    assert kept == {
        "stablehlo_tools": "dist/stablehlo_tools-*",
        **{name: f"dist/{name}" for name in packages},
    }
    assert set(jobs["publish"]["strategy"]["matrix"]["project"]) == set(kept)
    assert jobs["publish"]["permissions"] == {"id-token": "write"}


@pytest.mark.parametrize("workflow", [path.stem for path in (ROOT / ".github" / "workflows").iterdir()])
def test_what_a_job_needs_is_there(workflow: str) -> None:
    """As actionlint has it: jobs, steps of one kind, versions of actions, artifacts that a job has kept."""
    jobs, kept = jobs_of(workflow), set[str]()
    for name, job in jobs.items():
        needed = job.get("needs", [])
        assert {*([needed] if isinstance(needed, str) else needed)} <= set(jobs), name
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), name
            uses = step.get("uses", "./")
            assert uses.startswith("./") or re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v1)", uses), uses
            wanted = step.get("with", {}).get("name", "")
            if "/upload-artifact@" in uses:
                kept.add(wanted)
            elif "/download-artifact@" in uses and not wanted.startswith("${{"):
                assert wanted in kept, name
        for expression in re.findall(r"\$\{\{\s*matrix\.(\w+)", str(job)):
            assert expression in job["strategy"]["matrix"], expression
