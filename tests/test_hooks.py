"""What teams take from the repository, run from an installed wheel: pre-commit's hooks, pytest's plugin."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_packaging import ROOT, builds, copy, python

__all__ = ["copy"]  # a fixture

GOOD = "func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {\n  return %arg0 : tensor<2xf32>\n}\n"
MANIFEST = ROOT / ".pre-commit-hooks.yaml"


@pytest.fixture
def installed(copy: Path, tmp_path: Path) -> dict[str, str]:
    """The environment in which a wheel is installed."""
    target = tmp_path / "installed"
    python(
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        target,
        copy,
        cwd=tmp_path,
    )
    path = os.pathsep.join([str(target / "bin"), os.environ["PATH"]])
    return {**os.environ, "PYTHONPATH": str(target), "PATH": path, "HOME": str(tmp_path)}


def run(*command: object, cwd: Path, environment: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@builds
def test_the_hooks_of_pre_commit(installed: dict[str, str], tmp_path: Path) -> None:
    clientlib = pytest.importorskip("pre_commit.clientlib")
    hooks = [
        {key: hook[key] for key in ("id", "name", "entry", "files")} | {"language": "system"}
        for hook in clientlib.load_manifest(MANIFEST)
    ]
    repository = tmp_path / "repository"
    repository.mkdir()
    configuration = {"repos": [{"repo": "local", "hooks": hooks}]}
    (repository / ".pre-commit-config.yaml").write_text(json.dumps(configuration))  # which is YAML, too
    model = repository / "model.mlir"

    def outcome(text: str, hook: str) -> tuple[int, str]:
        model.write_text(text)
        run("git", "add", ".", cwd=repository, environment=installed)
        command = (sys.executable, "-m", "pre_commit", "run", hook, "--all-files")
        return run(*command, cwd=repository, environment=installed)

    run("git", "init", "-q", cwd=repository, environment=installed)
    for hook in ("shlo-verify", "shlo-lint"):
        assert outcome(GOOD, hook)[0] == 0
    status, text = outcome(GOOD.replace("-> tensor<2xf32>", "-> tensor<3xf32>"), "shlo-verify")
    assert status == 1
    assert "model.mlir:2:" in text
    status, text = outcome(
        GOOD.replace("  return", "  %0 = stablehlo.negate %arg0 : tensor<2xf32>\n  return"), "shlo-lint"
    )
    assert status == 1
    assert "HYG002" in text
    status, text = outcome(GOOD.replace("  return", "      return"), "shlo-fmt")
    assert status == 1  # a file was changed
    assert "  return %arg0" in model.read_text()


@builds
def test_the_plugin_of_pytest(installed: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_export.py").write_text(
        "import stablehlo_tools\n"
        f"GOOD = {GOOD!r}\n"
        "def test_good(assert_stablehlo):\n"
        "    assert_stablehlo(GOOD, [1.0, 2.0], expect=[[1.0, 2.0]])\n"
        f"    assert stablehlo_tools.__file__.startswith({str(tmp_path)!r})\n"
        "def test_bad(assert_stablehlo):\n"
        "    assert_stablehlo(GOOD.replace('-> tensor<2xf32>', '-> tensor<3xf32>'))\n"
    )
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder)
    status, text = run(*command, cwd=tmp_path, environment=installed)
    assert status == 1
    assert "1 failed, 1 passed" in text
    assert "error[return_type]" in text
