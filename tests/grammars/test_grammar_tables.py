"""Tables of parsers as plain data: they give the same parser, run nothing, and are rebuilt where damaged."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark
import pytest

from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.tables import parser_of, table_of
from stablehlo_tools.host import resources

ROOT = Path(__file__).resolve().parents[2]
STARTS = ["statement", "label"]
SETTINGS: dict[str, Any] = {"parser": "lalr", "start": STARTS, "g_regex_flags": re.ASCII}
TEXTS = (
    "%0 = stablehlo.add %a, %b : tensor<4xf32>",
    "return %0 : !t",
    "^bb0(%x: i32):",
    "%0 = stablehlo.add %",
    "",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setattr(resources, "cache_directory", lambda name: tmp_path)
    return tmp_path


def built() -> lark.Lark:
    return lark.Lark(grammars.text("stablehlo", "statements", "formats"), **SETTINGS)


def outcome(parser: lark.Lark, text: str) -> object:
    try:
        return parser.parse(text, start="label" if text.startswith("^") else "statement")
    except lark.UnexpectedInput as error:
        return type(error), error.pos_in_stream, getattr(error, "expected", None)


def test_a_parser_of_a_table_is_the_one_that_it_was_made_of() -> None:
    parser = built()
    again = parser_of(json.loads(json.dumps(table_of(parser))), SETTINGS)
    assert table_of(again) == table_of(parser)
    assert [outcome(again, text) for text in TEXTS] == [outcome(parser, text) for text in TEXTS]


def test_a_table_is_read_the_second_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grammars.parser("shape", start="shape")
    (table,) = folder.iterdir()
    assert list(json.loads(table.read_text("utf-8"))["starts"]) == ["shape"]
    monkeypatch.setattr(grammars, "table_of", pytest.fail)  # what a table is made of, when it is built
    assert grammars.parser("shape", start="shape").parse("f32[2]") is not None


def test_a_damaged_table_is_built_anew(folder: Path) -> None:
    grammars.parser("shape", start="shape")
    (table,) = folder.iterdir()
    good = table.read_bytes()
    damages = [b"", b"\xff", b"{}", b"[]", b"[[", b'{"terminals": [1]}', b"[" * 100_000]
    for data in (*damages, good[: len(good) // 2], good.replace(b'"rules"', b'"rulez"')):
        table.write_bytes(data)
        assert grammars.parser("shape", start="shape").parse("f32[2]") is not None
        assert table.read_bytes() != data
    assert list(folder.iterdir()) == [table]


class _Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("unpickled",)


def test_what_lies_in_a_cache_is_not_executed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    grammars.parser("shape", start="shape")
    (table,) = folder.iterdir()
    table.write_bytes(pickle.dumps(_Bomb()))
    assert grammars.parser("shape", start="shape").parse("f32[2]") is not None
    assert not Path("unpickled").exists()


UNPICKLING = """\
import pickle, sys
def refuse(*arguments, **options):
    raise SystemExit("something is unpickled")
pickle.load = pickle.loads = refuse
from stablehlo_tools.cli.main import main
main()
"""


def test_a_command_unpickles_nothing(tmp_path: Path) -> None:
    """Lark's own cache would."""
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
    folder = resources.cache_directory("grammars")
    assert folder == cache / "grammars"
    assert folder.is_dir()
    if hasattr(os, "getuid"):
        assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("place", ["work", "work/cache", "."])
def test_a_cache_in_a_repository_is_not_used(cache: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / place / ".git").mkdir(parents=True)
    assert resources.cache_directory("grammars") is None


def test_a_home_that_is_a_repository_is_the_users_own(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".git").mkdir()
    assert resources.cache_directory("grammars") is not None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of directories are those of POSIX")
def test_a_link_is_judged_by_what_it_points_to(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    (tmp_path / "repository" / "evil").mkdir()
    cache.mkdir(parents=True)
    (cache / "grammars").symlink_to(tmp_path / "repository" / "evil")
    (cache / "findings").symlink_to("findings")
    assert resources.cache_directory("grammars") is None
    assert resources.cache_directory("findings") is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of directories are those of POSIX")
def test_a_cache_of_another_user_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert resources.cache_directory("grammars") is None
