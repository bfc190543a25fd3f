"""`-o FILE` of commands that report: the bytes of standard output, or nothing if the command fails."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import SUBCOMMANDS

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
REPORTS = {
    "compare": ["m.mlir", "m.mlir", "--random"],
    "equiv": ["m.mlir", "m.mlir"],
    "compat": ["m.mlir"],
    "support": ["m.mlir", "--target", "stablehlo-1.10"],
    "index": ["m.mlir"],
    "why": ["m.mlir", "%0[1]"],
    "info": ["m.mlir"],
    "stats": ["m.mlir"],
    "explain": ["negate"],
    "shape": ["f32[2,3]{0,1}"],
    "doctor": [],
    "completion": ["bash"],
    "manual": [],
    "version": [],
}
COMMANDS = [(name, *arguments) for name, arguments in REPORTS.items()]
WITH_DIFFERENCES = [
    ("compare", "m.mlir", "other.mlir", "--random"),
    ("compare", "m.mlir", "other.mlir", "--random", "--format", "json"),
    ("equiv", "m.mlir", "other.mlir"),
    ("compat", "future.mlir", "--target", "1.0.0"),
    ("support", "future.mlir", "--target", "stablehlo-1.0"),
    ("stats", "wrong.mlir"),
    ("info", "wrong.mlir", "--format", "json"),
]


@pytest.fixture(autouse=True)
def programs(shlo: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)
    Path("other.mlir").write_text(PROGRAM.replace("negate", "cosine"))
    Path("future.mlir").write_text(PROGRAM.replace("negate", "tan"))
    Path("wrong.mlir").write_text(PROGRAM.replace("return %0", "return"))


def without_times(text: str) -> str:
    return re.sub(r"\d+(\.\d+)? (µs|ms|s|bytes|MB)\b", "T", text)


def test_every_command_has_the_option() -> None:
    without = {"fmt"}  # which replaces programs with --write
    for name in SUBCOMMANDS:
        command = importlib.import_module(f"stablehlo_tools.cli.commands.{name}").command
        options = {spelling for parameter in command.params for spelling in parameter.opts}
        assert ({"-o", "--output"} <= options) == (name not in without), name


@pytest.mark.parametrize("command", [*COMMANDS, *WITH_DIFFERENCES], ids=" ".join)
def test_the_file_has_what_is_printed(shlo: Any, command: tuple[str, ...]) -> None:
    printed = shlo(*command)
    assert printed.status in (outcome.CLEAN, outcome.FINDINGS)
    assert printed.status == outcome.CLEAN or command in WITH_DIFFERENCES or command == ("doctor",)
    assert printed.out
    Path("report").write_text("old")
    status, out, err = shlo(*command, "-o", "report")
    assert (status, out) == (printed.status, "")
    assert without_times(err) == without_times(printed.err)
    assert without_times(Path("report").read_bytes().decode()) == without_times(printed.out)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_dash_is_standard_output(shlo: Any, command: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    assert without_times(shlo(*command, "-o", "-").out) == without_times(shlo(*command).out)
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (("compare", "m.mlir", "wrong.mlir", "--random"), outcome.USAGE),
        (("stats", "missing.mlir"), outcome.USAGE),
        (("why", "m.mlir", "%0[9]"), outcome.USAGE),
        (("explain", "nothing_of_this_name"), outcome.USAGE),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_command_that_fails_leaves_the_file(shlo: Any, command: tuple[str, ...], status: int) -> None:
    printed = shlo(*command)
    assert printed.status == status
    Path("report").write_text("old")
    assert shlo(*command, "-o", "report") == printed
    assert Path("report").read_text() == "old"
    assert shlo(*command, "-o", "folder/report") == printed
    assert not Path("folder").exists()


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (
            ("compare", "m.mlir", "m.mlir", "--random", "--engine", "cmd:false {module} {inputs} {outputs}"),
            outcome.UNSUPPORTED,
        ),
        (("equiv", "m.mlir", "custom.mlir"), outcome.UNSUPPORTED),
        (("stats", "m.mlir", "missing.mlir", "--format", "json"), outcome.USAGE),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_report_that_says_what_failed_is_written(shlo: Any, command: tuple[str, ...], status: int) -> None:
    custom = "stablehlo.custom_call @no_such_call(%x) : (tensor<4xf32>) ->"
    Path("custom.mlir").write_text(PROGRAM.replace("stablehlo.negate %x :", custom))
    printed = shlo(*command)
    assert printed.status == status
    assert shlo(*command, "-o", "report") == printed._replace(out="")
    assert Path("report").read_text() == printed.out


def test_an_interrupted_command_leaves_no_file(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("stablehlo_tools.cli.commands.version.echo", interrupt)
    assert shlo("version", "-o", "report").status == outcome.INTERRUPTED
    assert not Path("report").exists()


@pytest.mark.parametrize(
    "command",
    [
        *(" ".join((*command, "-o", "m.mlir")) for command in COMMANDS if "m.mlir" in command),
        "stats m.mlir::main -o m.mlir",
        "info . -o m.mlir",
        "compat *.mlir -o ./m.mlir",
        "support --target iree -o m.mlir",
        "equiv --passes . -o m.mlir",
        "why m.mlir %0[1] --inputs x.npy -o x.npy",
    ],
)
def test_an_input_is_never_replaced(shlo: Any, command: str) -> None:
    np.save("x.npy", np.ones(4, np.float32))
    before = {path: path.read_bytes() for path in Path().iterdir()}
    status, out, err = shlo(*command.split())
    assert (status, out) == (outcome.USAGE, "")
    assert f"-o: {command.rsplit(maxsplit=1)[-1]} is an input; write to another file" in err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_a_report_beside_the_programs_is_replaced(shlo: Any) -> None:
    Path("wrong.mlir").unlink()
    for _ in range(2):
        assert shlo("info", "m.mlir", ".", "-o", "report.json", "--format", "json").status == outcome.CLEAN


def test_missing_directories_are_made(shlo: Any) -> None:
    assert shlo("version", "-o", "a/b/version.txt").status == outcome.CLEAN
    assert Path("a/b/version.txt").read_text() == shlo("version").out


def test_a_report_that_cannot_be_written_is_printed(shlo: Any) -> None:
    status, out, err = shlo("version", "-o", "m.mlir/version.txt")
    assert (status, out) == (outcome.USAGE, shlo("version").out)
    assert "m.mlir/version.txt: Not a directory" in err


def test_the_time_limit_is_reported_on_standard_output(shlo: Any) -> None:
    Path("m.mlir").write_text(
        PROGRAM.replace("stablehlo.negate %x :", "stablehlo.custom_call @busy(%x) : (tensor<4xf32>) ->")
    )
    Path("plugin.py").write_text(
        "import hashlib\n"
        "from stablehlo_tools import custom_call\n\n"
        '@custom_call("busy")\n'
        "def busy(inputs, attributes, results):\n"
        '    hashlib.pbkdf2_hmac("sha256", b"", b"", 1 << 30)\n'
    )
    arguments = [str(Path("m.mlir").absolute()), "--plugin", str(Path("plugin.py").absolute()), "--random"]
    report = Path("report").absolute()
    words = [*arguments, "--engine", "numpy", "--timeout", "1s", "-o", str(report)]
    command = [sys.executable, "-m", "stablehlo_tools", "compare", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == outcome.UNSUPPORTED
    assert "time limit reached" in done.stdout
    assert not report.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="it has no terminals of this kind")
@pytest.mark.parametrize(
    "command",
    [("explain", "negate"), ("stats", "m.mlir", "m.mlir"), ("compat", "future.mlir", "--target", "1.0.0")],
    ids=" ".join,
)
def test_a_terminal_has_no_effect(
    shlo: Any, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is the same as without a terminal."""
    monkeypatch.delenv("COLUMNS")

    def no_terminal(*_: int) -> os.terminal_size:
        raise OSError

    monkeypatch.setattr(os, "get_terminal_size", no_terminal)
    printed = shlo(*command)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((50, 24)))
    assert shlo(*command, "-o", "report").status == printed.status
    assert Path("report").read_text() == printed.out
