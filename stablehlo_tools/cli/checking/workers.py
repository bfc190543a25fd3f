"""Processing of files, sequentially or by worker processes."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from stablehlo_tools.cli.files.file_arguments import STDIN, File
from stablehlo_tools.cli.outcome import UnexpectedError
from stablehlo_tools.cli.process.hardware import objects_kept
from stablehlo_tools.cli.process.interruption import is_own_process
from stablehlo_tools.cli.terminal.progress import Count
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")

_MAX_WORKERS = 61  # processes: Windows waits for at most 63 handles, and the pool needs two


def map_files(
    work: Callable[[File], T], files: Sequence[File], processes: int, *, is_quiet: bool = False
) -> Iterator[T]:
    """The result of `work`, a function of a module, for each file, in order.

    A progress line is shown on a terminal, unless `is_quiet`. Raises `UnexpectedError`, with the name of the
    file, from any other exception than `DiagnosticError` and `OSError`.
    """
    results = _map(work, files, processes)
    with Count("file", len(files), is_quiet=is_quiet) as count:
        for file in files:
            count.next(file.title)
            result = next(results)
            with count.hidden():  # while the caller writes
                yield result


def _map(work: Callable[[File], T], files: Sequence[File], processes: int) -> Iterator[T]:
    processes = min(processes, len(files), _MAX_WORKERS)
    if processes <= 1:
        for file in files:
            # the process ends before collecting what the last program leaves pays
            is_last = file is files[-1] and is_own_process()
            with objects_kept() if is_last else contextlib.nullcontext():
                result = _naming_file(file, functools.partial(work, file))
            yield result
        return
    from concurrent.futures import ProcessPoolExecutor  # it takes time to import

    sizes = [file.size for file in files]
    # the largest first: submitted last, one would keep a worker busy while the others are idle
    pending = sorted(range(len(files)), key=lambda index: -sizes[index])
    answers: dict[int, Callable[[], T]] = {}
    sized = [index for index in pending if sizes[index]]  # others are missing, empty, or not here yet
    if len(sized) >= 8 * processes:  # so that the least is at most an eighth of what a worker has to do
        smallest = sized[-1]
        pending.remove(smallest)
        # before workers are forked, which need not import the same modules again
        answers[smallest] = _Outcome.of(work, files[smallest]).taken
    pool = ProcessPoolExecutor(processes, initializer=_begin)
    try:
        for group in _alike(pending, sizes, sum(sizes) // (8 * processes)):
            answers |= dict(zip(group, _answers(pool, work, [files[index] for index in group]), strict=True))
        for index, file in enumerate(files):
            yield _naming_file(file, answers.pop(index))
    finally:
        pool.shutdown(cancel_futures=True)


def _alike(indices: Sequence[int], sizes: Sequence[int], most: int) -> Iterator[list[int]]:
    """The indices of files in groups of the same size, of at most so many bytes or a single file.

    Files of the same size may be the same program, whose statements one worker then parses once.
    """
    for size, group in itertools.groupby(indices, lambda index: sizes[index]):
        same = list(group)
        count = max(most // size, 1) if size else 1
        yield from (same[start : start + count] for start in range(0, len(same), count))


def _answers(pool: Executor, work: Callable[[File], T], files: Sequence[File]) -> list[Callable[[], T]]:
    """For each file of a group, a function that waits for its result; one worker processes them all."""
    if files[0].name == STDIN:  # alone, since its size is unknown; it is read in this process
        return [functools.partial(work, files[0])]
    future = pool.submit(_outcomes, work, files)
    return [functools.partial(_taken, future, place) for place in range(len(files))]


def _outcomes(work: Callable[[File], T], files: Sequence[File]) -> list[_Outcome[T]]:
    return [_Outcome.of(work, file) for file in files]


def _taken(future: Future[list[_Outcome[T]]], place: int) -> T:
    return future.result()[place].taken()


@record(frozen=True)
class _Outcome(Generic[T]):
    """The result of work on a file, or its error and the traceback, which an error does not take along."""

    result: T | None
    error: Exception | None = None
    traceback: str = ""

    @classmethod
    def of(cls, work: Callable[[File], T], file: File) -> _Outcome[T]:
        """The outcome of work."""
        try:
            return cls(work(file))
        except Exception as error:  # noqa: BLE001 - raised in its turn
            from traceback import format_exc  # it takes time to import

            return cls(None, error, format_exc())

    def taken(self) -> T:
        """The result. Raises the error."""
        if self.error is None:
            return cast(T, self.result)
        if self.error.__traceback__ is None:
            self.error.__cause__ = _InWorker(self.traceback)
        raise self.error


class _InWorker(Exception):
    """The traceback of an error in another process, which `SHLO_TRACEBACK` shows."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


def _naming_file(file: File, work: Callable[[], T]) -> T:
    try:
        return work()
    except (DiagnosticError, OSError):
        raise
    except Exception as error:
        raise UnexpectedError(file.title) from error


def _begin() -> None:
    """Initialize a worker: it ignores interrupts, and exits when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # it takes time to import

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
