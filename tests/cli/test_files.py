"""The files of a command line, and parts of them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files import File, Shard

PROGRAM = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"


def files_of(*sizes: int) -> list[File]:
    for number, size in enumerate(sizes):
        Path(f"{number}.mlir").write_bytes(b" " * size)
    return [File(f"{number}.mlir") for number in range(len(sizes))]


def shards(files: list[File], total: int) -> list[list[str]]:
    return [[file.name for file in Shard(number, total).of(files)] for number in range(1, total + 1)]


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


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "1/0", "a/b", "-1/2", "1/2/3", ""])
def test_a_part_that_there_is_not(shlo: Any, text: str) -> None:
    status, _, err = shlo("verify", ".", "--shard", text)
    assert status == outcome.USAGE
    assert "no part such as 2/8" in err
