"""`shlo doctor`, `shlo completion` and `shlo manual`."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import BashComplete, ShellComplete

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.commands import doctor
from stablehlo_tools.cli.main import SUBCOMMANDS, cli
from stablehlo_tools.engines import registry
from tests.engines.fakes import fake


def checks(shlo: Any, status: int = outcome.CLEAN) -> dict[str, dict[str, str]]:
    done = shlo("doctor", "--format", "json")
    assert done.status == status, done.out
    return {check["name"]: check for check in json.loads(done.out) if check["section"] != "engines"}


def test_an_installation_is_healthy(shlo: Any) -> None:
    found = checks(shlo)
    assert found["numpy"]["value"].startswith(importlib.metadata.version("numpy"))
    assert "no problems found" in shlo("doctor").out


def test_a_package_that_is_too_old_is_a_problem(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_version", lambda name: "1.26.4" if name == "numpy" else "99.0")
    wanted = ["numpy>=2.0", "lark<1.4,>=1.1.9", "rich>=13.0", "other>=100; extra == 'test'"]
    monkeypatch.setattr(importlib.metadata, "requires", lambda name: wanted)
    found = checks(shlo, outcome.FINDINGS)
    assert "other" not in found
    assert found["numpy"]["problem"] == "numpy 2.0 or later is required: run `pip install 'numpy>=2.0'`"
    assert found["rich"]["problem"] == ""
    assert found["lark"]["problem"].startswith("lark 1.1.9 or later, before 1.4 is required")  # it is too new


def test_engines_have_their_version_and_devices(
    shlo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {name: tmp_path / name for name in ("good", "absent", "broken")}
    parts = {"good": "pass", "absent": "import no_such", "broken": "os.abort()"}
    for folder in folders.values():
        folder.mkdir()
    engines = {name: fake(folders[name], describe=parts[name]) for name in folders}
    monkeypatch.setattr(registry, "names", lambda: ["numpy", "cmd", *folders])
    monkeypatch.setattr(
        registry,
        "engine_named",
        lambda name: engines[name] if name in engines else importlib.import_module(NUMPY).Numpy(),
    )
    done = shlo("doctor", "--format", "json")
    assert done.status == outcome.FINDINGS
    found = {check["name"]: check for check in json.loads(done.out) if check["section"] == "engines"}
    assert found["numpy"]["value"].endswith("; cpu:0")
    assert found["good"]["value"] == "1.0; fake:0"
    assert found["absent"]["value"] == "not installed: run `pip install 'fake-engine'`"
    assert found["absent"]["problem"] == ""
    assert found["broken"]["problem"].startswith("engine fake crashed with SIGABRT while starting")
    assert "cmd" not in found


NUMPY = "stablehlo_tools.engines.interpreter"


def test_a_wrong_configuration_is_a_problem(shlo: Any, tmp_path: Path) -> None:
    (tmp_path / "shlo.toml").write_text("colour = true\n")
    found = checks(shlo, outcome.FINDINGS)["file"]
    assert found["value"] == str(tmp_path / "shlo.toml")
    assert "colour" in found["problem"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of directories are those of POSIX")
def test_a_cache_that_others_can_write_is_a_problem(
    shlo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stablehlo_tools.host.resources import cache_directory

    (tmp_path / "cache" / "findings").mkdir(parents=True)
    (tmp_path / "cache" / "findings").chmod(0o777)
    monkeypatch.setenv("SHLO_CACHE_DIR", str(tmp_path / "cache"))
    cache_directory.cache_clear()
    try:
        assert "SHLO_CACHE_DIR" in checks(shlo, outcome.FINDINGS)["findings"]["problem"]
    finally:
        cache_directory.cache_clear()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_asks_shlo(shlo: Any, shell: str) -> None:
    done = shlo("completion", shell)
    assert done.status == outcome.CLEAN
    assert f"_SHLO_COMPLETE={shell}_complete" in done.out


def test_a_shell_gets_subcommands(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "COMP_WORDS": "shlo ver",
        "COMP_CWORD": "1",
        "_SHLO_COMPLETE": "bash_complete",
    }
    done = subprocess.run(
        [sys.executable, "-m", "stablehlo_tools"],
        env=environment,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.stdout.split() == ["plain,verify", "plain,version"]


def test_a_shell_gets_options_and_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    def completed(words: str, number: int) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(number))
        lines = BashComplete(cli, {}, "shlo", "_SHLO_COMPLETE").complete().splitlines()
        return [line.partition(",")[2] for line in lines]

    assert "--format" in completed("shlo verify --for", 2)
    assert completed("shlo verify --format con", 3) == ["concise"]
    assert completed("shlo explain dot_g", 2)[:3] == ["dot_general", "dot_general_c1", "dot_general_c10"]
    assert completed("shlo explain hyg001", 2) == ["HYG001"]
    assert completed("shlo lint --select PERF,HYG00", 3)[:2] == ["PERF,HYG001", "PERF,HYG002"]
    assert {"HYG", "HYG001"} <= set(completed("shlo lint --ignore HY", 3))


@pytest.mark.parametrize(
    "words",
    [
        *(f"shlo {command} mo" for command in SUBCOMMANDS[:10]),
        *("shlo verify a.mlir mo", "shlo run m.mlir --inputs mo", "shlo run m.mlir --expect mo"),
        *("shlo run --plugin mo", "shlo lint --baseline mo", "shlo show m.mlir -o mo"),
        "shlo run m.mlir --inputs x.npy mo",
    ],
)
def test_a_shell_completes_files(words: str) -> None:
    arguments = words.split()[1:-1]
    completed = ShellComplete(cli, {}, "shlo", "_SHLO_COMPLETE").get_completions(arguments, "mo")
    assert [(item.value, item.type) for item in completed] == [("mo", "file")]


def test_the_manual_has_every_subcommand(shlo: Any) -> None:
    text = shlo("manual", "--format", "markdown").out
    assert [line[8:] for line in text.splitlines() if line.startswith("## shlo ")] == list(SUBCOMMANDS)
    assert "shlo stats model.mlir --format json" in text
    settings = text.partition("## settings")[2]
    assert "| `lint.fail-level` | Minimum severity that causes exit status 1 |" in settings
    assert "\b" not in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_manual_is_a_page_of_man(shlo: Any) -> None:
    page = shlo("manual").out
    command = ["groff", "-man", "-ww", "-Tascii", "-P-c", "-P-b", "-P-u"]
    done = subprocess.run(command, input=page, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "SHLO VERIFY" in done.stdout
