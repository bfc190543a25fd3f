"""The process of an engine, and other commands: started, asked, limited in time, and ended in any case."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final, NoReturn

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY
from stablehlo_tools.interpret.checks.limits import TIMEOUT

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.engines.answers import Answer, Malformed, read_answer
from stablehlo_tools.engines.workers.serve import GREETING, SIZE, exactly
from stablehlo_tools.ir.arrays import admits, dtype_of
from stablehlo_tools.ir.types import TensorType

# Beyond the bytes that the answer announces for its arrays, which are checked before they are read.
_MOST_HEADER: Final = 1 << 24
_MOST_NOISE: Final = 1 << 20
_LAST_SECONDS: Final = 2
_TAIL: Final = 1 << 14  # bytes of standard error that are kept
_LINES: Final = 8  # of those, in a message
_PIPE_SIZE: Final = 1 << 20  # what Linux allows
_WORKERS: Final = Path(__file__).parent / "workers"
_SERVE: Final = _WORKERS / "serve.py"
_LIMITED: Final = _WORKERS / "limited.py"
_GUARD: Final = (sys.executable, "-I", "-S", str(_WORKERS / "guard.py"))


class Timeout(Exception):
    """A process did not answer in time and was terminated."""


class ProtocolError(Exception):
    """A process sent an invalid message."""


class Crashed(Exception):
    """A process ended or sent an invalid message; `ChildProcess.end_of` describes it."""


class ChildProcess:
    """A process with pipes. It is ended with `end`, when this object is forgotten, and on Ctrl-C.

    A guard, which is a process too, ends it where we are killed.
    """

    def __init__(self, command: Sequence[str], *, pipes: bool = True, max_memory: int | None = None) -> None:
        """Start a process, with its memory limit set beforehand. Raises OSError."""
        pipe = subprocess.PIPE if pipes else subprocess.DEVNULL
        if max_memory is not None:
            command = [sys.executable, str(_LIMITED), str(max_memory), *command]
        guard = _start(_GUARD, stdin=subprocess.PIPE)
        try:
            self._process = _start(command, stdin=pipe, stdout=pipe, stderr=subprocess.PIPE)
            self._errors = _Tail(self._process.stderr)
            self._end = weakref.finalize(self, _end, self._process, self._errors.thread, guard)
            _name_to(guard, self._process)
        except BaseException:
            _end_guard(guard)
            raise
        _widen(self._process.stdin, self._process.stdout)

    @contextlib.contextmanager
    def limited(self, seconds: float | None) -> Iterator[None]:
        """End the process after `seconds`, or if an exception is raised.

        Raises Timeout, and Crashed if the pipes broke.
        """
        expired = threading.Event()

        def expire() -> None:
            expired.set()
            _kill(self._process)

        timer = None if seconds is None else threading.Timer(seconds, expire)
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            yield
        except BaseException as error:
            if isinstance(error, (EOFError, OSError)):
                with contextlib.suppress(subprocess.TimeoutExpired):  # it ends, and is to say how
                    self._process.wait(_LAST_SECONDS)
            self.end()
            if expired.is_set():
                raise Timeout from None
            if isinstance(error, (EOFError, OSError, ProtocolError)):
                raise Crashed from None
            raise
        finally:
            if timer is not None:
                timer.cancel()
                timer.join()

    def send(self, header: Answer, blobs: Sequence[Any] = ()) -> None:
        """Send a message. Raises OSError if the process has ended."""
        stream = self._process.stdin
        assert stream is not None
        text = json.dumps({**header, "sizes": [memoryview(blob).nbytes for blob in blobs]}).encode()
        with _without_sigpipe():
            stream.write(SIZE.pack(len(text)) + text)
            for blob in blobs:
                stream.write(blob)
            stream.flush()

    def read(self, size: int) -> memoryview:
        """So many bytes of the answer. Raises EOFError."""
        return exactly(self._process.stdout, size)  # type: ignore[arg-type]  # a buffered stream

    def wait(self) -> int:
        """The exit status, when the process has ended by itself."""
        return self._process.wait()

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._end.alive and self._process.poll() is None

    def end(self) -> None:
        """End the process, if it is running, and its children."""
        self._end()

    def end_of(self) -> tuple[str, tuple[str, ...]]:
        """The end of the process, as `crashed with SIGABRT`; a note has the last lines of its errors."""
        self._process.poll()
        code = self._process.returncode
        words = self._errors.lines()
        notes = ("last lines of standard error:\n" + "\n".join(words),) if words else ()
        if code is None:
            return "stopped responding", notes
        if code >= 0:
            return f"ended with exit status {code}", notes
        try:
            return f"crashed with {signal.Signals(-code).name}", notes
        except ValueError:
            return f"crashed with signal {-code}", notes


def _start(command: Sequence[str], **pipes: int) -> subprocess.Popen[bytes]:
    """A process, in its own session on POSIX systems, so that its children can be terminated with it."""
    given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **pipes}
    return subprocess.Popen(
        command,
        stdin=given["stdin"],
        stdout=given["stdout"],
        stderr=given["stderr"],
        start_new_session=os.name == "posix",
    )


def _name_to(guard: subprocess.Popen[bytes], process: subprocess.Popen[bytes]) -> None:
    """Tell a guard which process it is for."""
    assert guard.stdin is not None
    with contextlib.suppress(OSError), _without_sigpipe():  # somebody has ended the guard
        guard.stdin.write(b"%d\n" % process.pid)
        guard.stdin.flush()


@contextlib.contextmanager
def _without_sigpipe() -> Iterator[None]:
    """Block SIGPIPE in this thread, so that a write to a process that has ended fails with an exception."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        if signal.SIGPIPE not in before:
            if signal.SIGPIPE in signal.sigpending():
                signal.sigwait({signal.SIGPIPE})
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _widen(*pipes: IO[bytes] | None) -> None:
    """Let pipes hold more than the 64 kB of Linux, where the system allows it: arrays pass twice as fast."""
    for pipe in pipes:
        if pipe is not None and fcntl is not None:
            with contextlib.suppress(AttributeError, OSError):
                fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_SIZE)


class _Tail:
    """The last bytes of a stream, which a thread reads to its end."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        assert stream is not None
        self._stream = stream
        self._bytes = b""
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with self._stream as stream:
            while chunk := os.read(stream.fileno(), 1 << 16):
                self._bytes = (self._bytes + chunk)[-_TAIL:]

    def lines(self) -> list[str]:
        """The last lines; the process has ended, or is about to."""
        self.thread.join(1)
        lines = self._bytes.decode(errors="replace").splitlines()
        return [visible(line) for line in lines if line.strip()][-_LINES:]


def _end(process: subprocess.Popen[bytes], reader: threading.Thread, guard: subprocess.Popen[bytes]) -> None:
    _kill(process)
    process.wait()
    _end_guard(guard)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError), _without_sigpipe():  # what was not sent is lost
                stream.close()
    reader.join(1)


def _end_guard(guard: subprocess.Popen[bytes]) -> None:
    guard.kill()
    guard.wait()
    assert guard.stdin is not None
    with contextlib.suppress(OSError), _without_sigpipe():
        guard.stdin.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its session; a process that has ended keeps its exit status."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


ENGINE_RESULTS = Code(
    "engine_results",
    "The engine returned arrays that do not match the function: another number of results, other shapes or "
    "element types. Or its answer cannot be read.",
    "This is a fault of the engine, or of the command.",
)
ENGINE_CRASHED = Code(
    "engine_crashed",
    "The process of the engine, or the command, ended in the middle of its work, such as by a failed "
    "assertion in the engine.",
    "The last lines that it wrote are in the note. Report them, and the program, to the engine's "
    "developers; `shlo verify` tells whether the program is valid.",
)
ENGINE_MISSING = Code(
    "engine_missing",
    "The engine or command is not installed.",
    "Install it as the message says.",
    command="run --random --engine cmd:/no/such/runner{module}{inputs}{outputs}",
    is_usage=True,
)


class Child(ChildProcess):
    """A Python process that serves an engine, as `workers/serve.py` does."""

    def __init__(self, name: str, python: str, worker: Path, argument: str) -> None:
        self.name = name
        self._has_greeted = False
        try:
            super().__init__([python, str(_SERVE), str(worker), argument])
        except OSError as error:
            message = f"cannot start engine {name}: {python}: {error.strerror or error}"
            raise EngineError(Diagnostic(ENGINE_MISSING, message, None)) from None

    def ask(self, header: Answer, blobs: Sequence[Any], doing: str, timeout: float | None) -> Answer:
        """The header of the answer to a request, which may report a failure. Raises EngineError.

        `header["do"]` is the request; `doing` names it in messages.
        """
        with self._answering(doing, timeout):
            self.send(header, blobs)
            self._await_greeting()
            (size,) = SIZE.unpack(self.read(SIZE.size))
            if size > _MOST_HEADER:
                raise ProtocolError
            data = bytes(self.read(size))
        try:
            return read_answer(header["do"], data)
        except Malformed as error:
            self.reject(f"gave a wrong answer while {doing}: {error}")

    def fetch(self, sizes: Sequence[int], doing: str, timeout: float | None) -> list[memoryview]:
        """The arrays that come after the header of an answer."""
        with self._answering(doing, timeout):
            return [self.read(size) for size in sizes]

    @contextlib.contextmanager
    def _answering(self, doing: str, timeout: float | None) -> Iterator[None]:
        try:
            with self.limited(timeout):
                yield
        except Timeout:
            assert timeout is not None
            raise EngineError(timed_out(self.name, doing, timeout)) from None
        except Crashed:
            how, notes = self.end_of()
            message = f"engine {self.name} {how} while {doing}"
            raise EngineError(Diagnostic(ENGINE_CRASHED, message, None, notes=notes)) from None
        except (MemoryError, OverflowError):
            message = f"the answer of engine {self.name} does not fit in memory while {doing}"
            raise EngineError(Diagnostic(OUT_OF_MEMORY, message, None)) from None

    def _await_greeting(self) -> None:
        """Skip output that Python, or a package loaded at its start, has printed before the engine began."""
        if self._has_greeted:
            return
        seen = bytearray()
        while not seen.endswith(GREETING):
            seen += self.read(1)
            if len(seen) > _MOST_NOISE:
                raise ProtocolError
        self._has_greeted = True

    def reject(self, message: str, notes: tuple[str, ...] = ()) -> NoReturn:
        """End the process, whose answer cannot be trusted, and raise EngineError."""
        self.end()
        raise EngineError(Diagnostic(ENGINE_RESULTS, f"engine {self.name} {message}", None, notes=notes))


def timed_out(name: str, doing: str, seconds: float) -> Diagnostic:
    """The error of an engine that took too long."""
    message = f"time limit reached: engine {name} was stopped after {seconds:g} s while {doing}"
    help = "increase the limit with `--timeout`, or `timeout` in Python"
    return Diagnostic(TIMEOUT, message, None, helps=(help,))


Announced = list[tuple["np.dtype[Any]", tuple[int, ...]]]


def announced(child: Child, answer: Answer, types: Sequence[TensorType]) -> Announced:
    """The dtypes and shapes of the arrays of an answer. Raises EngineError if they are not of the types."""
    try:
        arrays = [(np.dtype(dtype), tuple(shape)) for dtype, shape in answer["arrays"]]
    except (TypeError, ValueError):
        child.reject("returned an invalid array header")
    sizes = [dtype.itemsize * math.prod(shape) for dtype, shape in arrays]
    if sizes != answer["sizes"] or any(dtype.hasobject for dtype, _ in arrays):
        child.reject("returned an invalid array header")
    if len(arrays) != len(types):
        child.reject(f"returned {len(arrays)} results, expected {len(types)}")
    for index, ((dtype, shape), type) in enumerate(zip(arrays, types, strict=True)):
        if dtype != dtype_of(type.element_type) or not admits(type, shape):
            dims = "x".join(map(str, shape))
            child.reject(f"returned an array of {dtype} of shape [{dims}] as result {index}, expected {type}")
    return arrays
