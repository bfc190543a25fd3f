"""The group: help, the version, and what becomes of errors."""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import main, outcome
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError

PROGRAM = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"


def test_the_version(shlo: Any) -> None:
    line = f"shlo {stablehlo_tools.__version__} (StableHLO 1.20, rules 1.20.0)\n"
    assert shlo("--version") == (0, line, "")
    assert shlo("version") == shlo("--version")
    as_json = shlo("version", "--output-format", "json").out
    assert json.loads(as_json) == {
        "version": stablehlo_tools.__version__,
        "specification": "1.20",
        "rules": "1.20.0",
    }


def test_help_names_every_subcommand(shlo: Any) -> None:
    status, out, _ = shlo("--help")
    assert status == 0
    said = {
        name: importlib.import_module(f"stablehlo_tools.cli.commands.{name}").command.help.partition("\n")[0]
        for name in main.SUBCOMMANDS
    }
    assert dict(re.findall(r"^  (\w+)  +([A-Z].*)$", out, re.MULTILINE)) == said


def test_help_imports_next_to_nothing() -> None:
    """It is what shells and people wait for; click alone takes two thirds of its time."""
    command = [sys.executable, "-X", "importtime", "-m", "stablehlo_tools", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "stablehlo_tools.cli.main" in imported
    ours = {name for name in imported if name.startswith("stablehlo_tools.")}
    assert ours == {"stablehlo_tools._version", "stablehlo_tools.cli", "stablehlo_tools.cli.main"}
    assert imported.isdisjoint({"numpy", "lark", "rich", "json", "dataclasses", "importlib.metadata"})


def test_no_arguments_show_the_help(shlo: Any) -> None:
    status, out, err = shlo()
    assert status == outcome.USAGE
    assert "Commands:" in out + err


def test_a_misspelt_subcommand(shlo: Any) -> None:
    status, out, err = shlo("verfy", "x.mlir")
    assert (status, out) == (outcome.USAGE, "")
    assert "did you mean `verify`?" in err


@pytest.mark.parametrize("arguments", [("frobnicate",), ("verify",), ("verify", "--nonsense"), ("run",)])
def test_wrong_usage(shlo: Any, arguments: tuple[str, ...]) -> None:
    status, out, err = shlo(*arguments)
    assert (status, out) == (outcome.USAGE, "")
    assert "Error: " in err


@pytest.fixture
def failing(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`shlo verify` with an error raised inside it."""

    def run(error: BaseException) -> Any:
        def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(stablehlo_tools, "verify", fail)
        return shlo("verify", "-", stdin=PROGRAM)

    return run


def test_a_fault_of_ours_asks_to_be_reported(failing: Any) -> None:
    status, _, err = failing(ZeroDivisionError("boom"))
    assert status == outcome.INTERNAL
    assert err.startswith("error: <stdin>: internal error: ZeroDivisionError: boom\n")
    assert "report" in err
    assert "Traceback" not in err


def test_the_traceback_is_for_who_asks(failing: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, "SHLO_TRACEBACK": "1"})
    assert "Traceback" in failing(ZeroDivisionError())[2]


def test_an_interrupt(failing: Any) -> None:
    assert failing(KeyboardInterrupt())[0] == outcome.INTERRUPTED


def test_out_of_memory(failing: Any) -> None:
    status, _, err = failing(MemoryError())
    assert (status, err) == (outcome.USAGE, "error: <stdin>: out of memory\n")


def test_a_program_nested_too_deeply(failing: Any) -> None:
    status, _, err = failing(RecursionError())
    assert status == outcome.UNSUPPORTED
    assert err == "error: <stdin>: the program is nested too deeply for shlo\n"


def test_an_error_of_the_system(failing: Any) -> None:
    status, _, err = failing(PermissionError(13, "Permission denied", "x.mlir"))
    assert (status, err) == (outcome.USAGE, "error: x.mlir: Permission denied\n")


def test_what_is_not_supported(failing: Any) -> None:
    status, out, err = failing(RunError(Diagnostic("code", "no such kernel", None, unsupported=True)))
    assert (status, err) == (outcome.UNSUPPORTED, "1 error\n")
    assert out == "error[code]: no such kernel\n\n"


def test_a_reader_who_has_had_enough(tmp_path: Path) -> None:
    path = tmp_path / "x.mlir"
    path.write_text("%0 = stablehlo.nonsense\n" * 5000)
    command = [sys.executable, "-m", "stablehlo_tools", "verify", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() != 0


def test_python_m_is_the_same_command() -> None:
    command = [sys.executable, "-m", "stablehlo_tools", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == f"shlo {stablehlo_tools.__version__} (StableHLO 1.20, rules 1.20.0)\n"


ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(os.name == "nt", reason="processes do not end by signals there")
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_before_all_is_imported_is_quiet() -> None:
    script = (
        "import os, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'click': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from stablehlo_tools.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


def test_what_is_left_at_the_end_is_not_gone_through() -> None:
    script = (
        "import atexit, gc, sys\n"
        "from stablehlo_tools.cli.main import main\n"
        "atexit.register(lambda: print(gc.get_freeze_count() > 1000))\n"
        "sys.argv = ['shlo', 'version']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "True"
