"""Files worked on by one process or several."""

from __future__ import annotations

import functools
import gc
import operator
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli.checking import workers
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.outcome import UnexpectedError
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from tests.cli.forks import FORKS

NAMES = ["a", "b", "-", "c"] * 6  # so many that one of them is done before workers are begun
FILES = [File(name) for name in NAMES]
pytestmark = FORKS


@pytest.mark.parametrize("processes", [1, 3])
def test_answers_come_in_the_order_of_the_files(processes: int) -> None:
    assert list(workers.map_files(operator.attrgetter("name"), FILES, processes)) == NAMES


def test_the_largest_file_is_begun_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = [File(str(tmp_path / name)) for name in "abc"]
    for file, size in zip(files, (10, 1000, 1), strict=True):
        Path(file.name).write_text("x" * size)
    assert _groups(monkeypatch, files) == [[files[1]], [files[0]], [files[2]]]


def test_files_of_the_same_size_are_for_one_worker_unless_they_are_many(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sizes = [100, 10, 40, 10, 10] + [100] * 15  # of a worker's 835 bytes, an eighth is 104
    files = [File(str(tmp_path / str(index))) for index in range(len(sizes))]
    for file, size in zip(files, sizes, strict=True):
        Path(file.name).write_text("x" * size)
    groups = _groups(monkeypatch, files)  # without the last of the smallest, which is done before
    assert groups == [[files[index]] for index in (0, *range(5, 20), 2)] + [[files[1], files[3]]]


def _groups(monkeypatch: pytest.MonkeyPatch, files: list[File]) -> list[list[File]]:
    """The files that two workers are given, in order."""
    begun = []

    def answers(pool: Any, work: Callable[[File], str], group: list[File]) -> list[Callable[[], str]]:
        begun.append(group)
        return [functools.partial(work, file) for file in group]

    monkeypatch.setattr(workers, "_answers", answers)
    assert list(workers.map_files(operator.attrgetter("name"), files, 2)) == [file.name for file in files]
    return begun


@pytest.mark.parametrize("own", [False, True])
def test_what_the_last_file_leaves_is_not_collected(own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "is_own_process", lambda: own)
    assert list(workers.map_files(lambda file: gc.isenabled(), FILES[:3], 1)) == [True, True, not own]
    assert gc.isenabled()


@pytest.mark.parametrize("processes", [1, 3])
def test_what_fails_names_the_file(processes: int) -> None:
    answers = workers.map_files(operator.itemgetter(5), FILES, processes)
    with pytest.raises(UnexpectedError, match=r"^a$") as caught:
        next(answers)
    assert isinstance(caught.value.__cause__, IndexError)


def test_the_traceback_of_a_worker_is_shown() -> None:
    answers = workers.map_files(_failing, FILES[:2], 2)
    with pytest.raises(UnexpectedError) as caught:
        next(answers)
    assert "in _failing" in "".join(traceback.format_exception(caught.value))


def _failing(file: File) -> None:
    raise IndexError(file.name)


def test_diagnostics_travel_between_processes() -> None:
    error = ParseError(Diagnostic("code", "message", None), Diagnostic("other", "message", None))
    kind, arguments = error.__reduce__()
    assert (kind, arguments) == (ParseError, error.diagnostics)
