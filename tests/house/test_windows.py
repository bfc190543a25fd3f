"""The package on a system without POSIX: the modules, functions and signals that Windows lacks are gone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stablehlo_tools.engines.workers import limited

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "testdata" / "models"

# What Python's documentation marks as not available on Windows, as far as this package, or its dependencies
# while they run, may have heard of it.
PRELUDE = """\
import multiprocessing.connection, os, pathlib, shutil, signal, subprocess, sys, tempfile, threading

for name in ("fcntl", "grp", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in (
    "chown fchmod fork getegid geteuid getgid getpgid getuid getxattr killpg listxattr mkfifo nice pread"
    " pwrite sched_getaffinity set_blocking setsid setxattr sysconf"
).split():
    if hasattr(os, name):
        delattr(os, name)
for name in "SIGALRM SIGHUP SIGPIPE alarm pthread_sigmask setitimer sigpending sigwait".split():
    if hasattr(signal, name):
        delattr(signal, name)
of_paths = sys.modules[pathlib.Path.__module__]
of_paths.WindowsPath, of_paths.PureWindowsPath = pathlib.PosixPath, pathlib.PurePosixPath
os.name = "nt"

from stablehlo_tools.cli.main import execute

status = execute(sys.argv[1:], is_own_process=True)
assert not sys.modules["fcntl"]
os._exit(status)  # what ends a process here needs what is gone
"""


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--version"], 0, "shlo"),
        (["verify", "mlp.mlir", "scan.mlir"], 0, ""),
        (["run", "mlp.mlir", "--inputs", "mlp.inputs.npz", "--expect", "mlp.expected.npz"], 0, "is the same"),
        (["run", "mlp.mlir", "--random", "--timeout", "60", "--max-memory", "1GB"], 0, "out0"),
        (["run", "mlp.mlir", "--random", "--dump-dir", "dumped"], 0, "out0"),
        (
            ["run", "mlp.mlir", "--random", "--engine", "cmd:nothing {module} {inputs} {outputs}"],
            2,
            "nothing",
        ),
        (["lint", "mlp.mlir"], 0, "nothing found"),
        (["fmt", "--write", "mlp.generic.mlir"], 0, ""),
        (["convert", "mlp.mlir", "--to", "hlo", "-o", "mlp.hlo"], 0, ""),
        (["compare", "mlp.mlir", "mlp.generic.mlir", "--random"], 0, ""),
        (["show", "mlp.mlir", "-o", "mlp.html"], 0, ""),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else None,
)
def test_commands_work_without_posix(arguments: list[str], status: int, words: str, tmp_path: Path) -> None:
    for path in MODELS.glob("mlp.*"):
        shutil.copy(path, tmp_path)
    shutil.copy(MODELS / "scan.mlir", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LOCALAPPDATA": str(tmp_path / "local")}
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE, *arguments],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert words in done.stdout + done.stderr


def test_a_limited_command_is_waited_for_where_processes_do_not_replace_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "name", "nt")
    with pytest.raises(SystemExit) as ended:
        limited.main(1 << 40, [sys.executable, "-c", "raise SystemExit(7)"])
    assert ended.value.code == 7
