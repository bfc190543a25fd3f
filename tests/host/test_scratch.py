"""Temporary directories: those of a process that was killed are deleted at the next start, and no others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stablehlo_tools.host import scratch

posix = pytest.mark.skipif(os.name != "posix", reason="processes are told apart by POSIX")
ENDED = """
import os, signal, sys
from pathlib import Path
from stablehlo_tools.host.scratch import scratch_folder
with scratch_folder(Path(sys.argv[1])) as folder:
    (folder / "half").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def _next_start() -> None:
    scratch._sweep.cache_clear()


def test_a_folder_is_deleted_at_the_end(tmp_path: Path) -> None:
    with scratch.scratch_folder(tmp_path) as folder:
        (folder / "file").write_text("text")
        assert folder.parent == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_an_error_names_the_directory_that_users_know(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised, scratch.scratch_folder(tmp_path / "none"):
        pass
    assert raised.value.filename == str(tmp_path / "none")


@posix
def test_what_a_killed_process_left_is_deleted(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    command = [sys.executable, "-c", ENDED, str(tmp_path)]
    done = subprocess.run(command, check=False, env={**os.environ, "PYTHONPATH": root})
    assert done.returncode < 0
    (left,) = tmp_path.iterdir()
    names = left.name.split("-")
    kept = {
        "of a process that runs": "-".join([*names[:2], str(os.getpid()), names[3]]),
        "of another machine, and new": "-".join([names[0], "00000000", *names[2:]]),
        "of somebody else": "mine",
    }
    for name in kept.values():
        (tmp_path / name).mkdir()
    (tmp_path / left.name.replace(names[3], "link")).symlink_to(tmp_path / "mine")
    with scratch.scratch_folder(tmp_path):
        assert not left.exists()
        assert {*kept.values()} <= {each.name for each in tmp_path.iterdir()}
    assert (tmp_path / left.name.replace(names[3], "link")).is_symlink()
