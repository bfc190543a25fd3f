"""Processing of files, sequentially or by worker processes."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from stablehlo_tools.cli.files.file_arguments import STDIN, File
from stablehlo_tools.cli.outcome import UnexpectedError
from stablehlo_tools.cli.process.hardware import objects_kept
from stablehlo_tools.cli.process.interruption import is_own_process
from stablehlo_tools.cli.terminal.progress import Count
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError

if TYPE_CHECKING:
    from concurrent.futures import Executor

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

    # the largest first: submitted last, one would keep a worker busy while the others are idle
    pending = sorted(range(len(files)), key=lambda index: -files[index].size)
    answers = {}
    sized = [index for index in pending if files[index].size]  # others are missing, empty, or not here yet
    if len(sized) >= 8 * processes:  # so that the least is at most an eighth of what a worker has to do
        smallest = sized[-1]
        pending.remove(smallest)
        answers[smallest] = _finished(functools.partial(work, files[smallest]))
    pool = ProcessPoolExecutor(processes, initializer=_begin)
    try:
        answers |= {index: _answer(pool, work, files[index]) for index in pending}
        for index, file in enumerate(files):
            yield _naming_file(file, answers.pop(index))
    finally:
        pool.shutdown(cancel_futures=True)


def _answer(pool: Executor, work: Callable[[File], T], file: File) -> Callable[[], T]:
    """A function that waits for a worker's result; standard input is read in this process."""
    return functools.partial(work, file) if file.name == STDIN else pool.submit(work, file).result


def _finished(work: Callable[[], T]) -> Callable[[], T]:
    """A function that returns the result, or raises the error, of work done before workers are forked.

    Workers need not import the same modules again.
    """
    from concurrent.futures import Future  # it takes time to import

    done: Future[T] = Future()
    try:
        done.set_result(work())
    except Exception as error:  # noqa: BLE001 - raised in its turn
        done.set_exception(error)
    return done.result


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
