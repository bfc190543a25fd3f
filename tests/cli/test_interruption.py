"""Time limits and Ctrl-C where an operation does not return."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stablehlo_tools.cli import outcome

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @busy(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
# one call of C that handles no signals, and takes minutes
PLUGIN = """
import hashlib
import threading

from stablehlo_tools import custom_call

@custom_call("busy")
def busy(inputs, attributes, results):
    threading.Timer(0.5, print, ["begun"], {"flush": True}).start()  # while the call is in progress
    hashlib.pbkdf2_hmac("sha256", b"", b"", 1 << 30)
    return inputs
"""


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    (tmp_path / "m.mlir").write_text(PROGRAM)
    (tmp_path / "plugin.py").write_text(PLUGIN)
    files = [str(tmp_path / "m.mlir"), "--plugin", str(tmp_path / "plugin.py")]
    return [sys.executable, "-m", "stablehlo_tools", "run", *files, "--random"]


@pytest.mark.parametrize(
    ("subcommand", "status"),
    [("run", outcome.FINDINGS), ("compare --engine numpy", outcome.UNSUPPORTED)],
)
def test_the_time_limit_ends_an_operation(subcommand: str, status: int, command: list[str]) -> None:
    words = [*command[:3], *subcommand.split(), *command[4:], "--timeout", "1s"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status
    assert "time limit reached: the run was stopped after 1 s, 1 step" in done.stdout
    assert "m.mlir:3:8" in done.stdout
    assert "this operation was in progress" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="permissions and pipes are those of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_an_operation(command: list[str], number: signal.Signals) -> None:
    # a shell that starts the tests in the background has them ignore Ctrl-C, and what they start
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == b"begun\n"
        child.send_signal(number)
        assert child.wait(60) == 128 + number
    finally:
        child.kill()
        child.communicate()
