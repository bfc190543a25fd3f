"""What is kept on disk: nothing is unpickled, and a cache that others can write to is not used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stablehlo_tools.host import resources

ROOT = Path(__file__).resolve().parents[2]

UNPICKLING = """\
import pickle, sys
def refuse(*arguments, **options):
    raise SystemExit("something is unpickled")
pickle.load = pickle.loads = refuse
from stablehlo_tools.cli.main import main
main()
"""


def test_a_command_unpickles_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.hlo").write_text("HloModule m\nENTRY e { ROOT x = f32[2] parameter(0) }")
    (tmp_path / "b.mlir").write_text("func.func @main() { return }")
    environment = {**os.environ, "SHLO_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", UNPICKLING, "verify", "a.hlo", "b.mlir"]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (0, b"")
        assert b"nothing found" in done.stderr


# -- whose cache it is -------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The directory that `SHLO_CACHE_DIR` names."""
    monkeypatch.setenv("SHLO_CACHE_DIR", str(tmp_path / "work" / "cache"))
    monkeypatch.delenv("SHLO_NO_CACHE", raising=False)
    resources.cache_directory.cache_clear()
    yield tmp_path / "work" / "cache"
    resources.cache_directory.cache_clear()


def test_a_new_cache_is_private(cache: Path) -> None:
    folder = resources.cache_directory("findings")
    assert folder == cache / "findings"
    assert folder.is_dir()
    if hasattr(os, "getuid"):
        assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("place", ["work", "work/cache", "."])
def test_a_cache_in_a_repository_is_not_used(cache: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / place / ".git").mkdir(parents=True)
    assert resources.cache_directory("findings") is None


def test_a_home_that_is_a_repository_is_the_users_own(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".git").mkdir()
    assert resources.cache_directory("findings") is not None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of directories are those of POSIX")
def test_a_link_is_judged_by_what_it_points_to(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    (tmp_path / "repository" / "evil").mkdir()
    cache.mkdir(parents=True)
    (cache / "findings").symlink_to(tmp_path / "repository" / "evil")
    assert resources.cache_directory("findings") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of directories are those of POSIX")
def test_a_cache_of_another_user_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert resources.cache_directory("findings") is None
