"""The files of a command line, and parts of them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File, Shard
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.formats.programs import split_member

PROGRAM = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"


def files_of(*sizes: int) -> list[File]:
    for number, size in enumerate(sizes):
        Path(f"{number}.mlir").write_bytes(b" " * size)
    return [File(f"{number}.mlir") for number in range(len(sizes))]


def shards(files: list[File], total: int) -> list[list[str]]:
    return [[file.name for file in Shard(number, total).select(files)] for number in range(1, total + 1)]


def test_parts_are_about_equally_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = files_of(10, 700, 20, 300, 400, 30)
    assert shards(files, 2) == [["1.mlir", "5.mlir"], ["0.mlir", "2.mlir", "3.mlir", "4.mlir"]]
    assert shards(files, 1) == [[file.name for file in files]]


def test_every_file_is_in_one_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = files_of(*(number * 37 % 11 for number in range(20)))
    files += [File("-"), File("none", "it is not there")]
    for total in (1, 3, 8, 40):
        parts = shards(files, total)
        assert sorted(itertools.chain.from_iterable(parts)) == sorted(file.name for file in files)
        assert max(map(len, parts)) <= -(-len(files) // total) + 2
    assert shards(files[::-1], 3) == [part[::-1] for part in shards(files, 3)]  # the order does not matter


@pytest.mark.parametrize("command", ["verify", "lint"])
def test_the_parts_of_a_folder_are_the_folder(shlo: Any, command: str) -> None:
    for number in range(5):
        Path(f"{number}.mlir").write_text(PROGRAM * (number + 1))
    outputs = [
        shlo(command, ".", "--shard", part, "--output-format", "concise").out
        for part in ("1/1", "1/2", "2/2")
    ]
    whole, *parts = [sorted(output.splitlines()) for output in outputs]
    assert sorted(itertools.chain.from_iterable(parts)) == whole
    assert whole


@pytest.fixture
def tree(tmp_path: Path, shlo: Any) -> None:
    """Programs in folders of several kinds."""
    for name in (".venv/lib/a.mlir", "b/site-packages/a.mlir", "old/a.mlir", "new/a.mlir", "new/.a.mlir"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(PROGRAM)


CONCISE = ("--output-format", "concise", "--no-cache")


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["."], 2),
        ([".", "./new", "new/a.mlir", "new/../new/a.mlir"], 2),  # each once
        ([".", ".venv"], 3),  # what is named is taken
        ([".", "old/a.mlir", "new/.a.mlir"], 3),
        ([".", "--exclude", "old,new"], 2),
        ([".", "--extend-exclude", "old"], 1),
        ([".", "--config", "extend-exclude = ['old']"], 1),
        ([".", "--config", "exclude = []"], 5),
        (["old/a.mlir", "--exclude", "old"], 1),
        (["old/a.mlir", "--exclude", "old", "--force-exclude"], 0),
        (["old/a.mlir", "--exclude", "new", "--force-exclude"], 1),
        (["new/*.mlir", "new/.a.mlir", "--force-exclude"], 1),
    ],
)
def test_what_is_excluded(shlo: Any, tree: None, arguments: list[str], count: int) -> None:
    assert shlo("verify", *arguments).err == f"{plural(count, 'file')} checked, nothing found\n"


def test_a_folder_in_which_all_is_excluded_says_so(shlo: Any, tree: None) -> None:
    done = shlo("verify", ".", "--extend-exclude", "old", "--extend-exclude", "new/*")
    assert (done.status, done.out) == (outcome.CLEAN, "")
    assert done.err == (
        "warning: no programs in . (excluded files are skipped)\n0 files checked, nothing found\n"
    )


def test_settings_exclude_files(shlo: Any, tree: None) -> None:
    pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")
    Path("shlo.toml").write_text("exclude = ['old']\nforce-exclude = true\noutput-format = 'json'\n")
    Path("new/shlo.toml").write_text("exclude = ['.*']\n")  # each folder has its own
    done = shlo("verify", ".", "old/a.mlir")
    assert (done.out, done.err) == ("[]\n", "3 files checked, nothing found\n")
    assert shlo("verify", ".", "--isolated").err == "2 files checked, nothing found\n"
    assert shlo("fmt", "--check", ".", "old/a.mlir").out.count("a.mlir") == 3
    assert shlo("lint", "--select", "HYG002").err == "3 files checked, nothing found\n"


def test_standard_input_may_have_the_name_of_a_file(shlo: Any) -> None:
    named = ("-", "--stdin-filename", "models/old.mlir", *CONCISE)
    wrong = PROGRAM.replace("return %x", "return %y")
    assert shlo("verify", *named, stdin=wrong).out.startswith("models/old.mlir:2:10: error")
    unused = PROGRAM.replace("%x: tensor", "%z: tensor<f32>, %x: tensor")
    assert shlo("lint", *named, stdin=unused).out.startswith("models/old.mlir:1:17: warning[HYG001]")
    ignoring = ("--per-file-ignores", "models/*:HYG001,HYG002")
    assert shlo("lint", *named, *ignoring, stdin=unused).status == outcome.CLEAN
    assert shlo("lint", *named, "--per-file-ignores", "m/*:HYG", stdin=unused).status == outcome.FINDINGS
    assert shlo("lint", "--per-file-ignores", "HYG").status == outcome.USAGE


# -- programs in files of several -------------------------------------------------------------------------


def test_a_program_in_a_file_is_named_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.pb", "b::c", "b"):
        Path(name).touch()
    assert split_member("a.pb") == ("a.pb", None)
    assert split_member("a.pb::f") == ("a.pb", "f")
    assert split_member("a.pb::std::f") == ("a.pb", "std::f")
    assert split_member("b::c") == ("b::c", None)  # what there is by the whole name
    assert split_member("b::d") == ("b", "d")
    assert split_member("b::c::d") == ("b", "c::d")
    assert split_member("a.pb::") == ("a.pb::", None)
    assert split_member("missing::f") == ("missing::f", None)


@pytest.mark.parametrize("command", ["verify", "lint", "fmt", "stats", "info", "run"])
def test_a_file_that_is_one_program_has_none_by_a_name(shlo: Any, command: str) -> None:
    Path("a.mlir").write_text(PROGRAM, encoding="utf-8")
    done = shlo(command, "a.mlir::f")
    assert done.status == outcome.USAGE
    message = "error[no_such_program]: this file has no program `f`: its only program has no name"
    assert message in done.out + done.err
    assert "help: remove `::f`" in done.out + done.err


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "1/0", "a/b", "-1/2", "1/2/3", ""])
def test_a_part_that_there_is_not(shlo: Any, text: str) -> None:
    status, _, err = shlo("verify", ".", "--shard", text)
    assert status == outcome.USAGE
    assert "expected a value such as 2/8" in err
