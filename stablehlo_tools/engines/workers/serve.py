"""Serves an engine: answers requests from standard input until it is closed.

    python serve.py ENGINE.py [ARGUMENT]

Needs numpy only. ENGINE.py, such as `xla.py` beside it, has two functions:

- `describe(argument)` returns a dictionary: `version`, `devices` as a list of names, and if known
  `stablehlo`, the newest version that the engine reads, such as `1.9.0`;
- `compile(program, options)` returns a function from a list of arrays to a list of arrays. `program` is MLIR
  text or bytes whose function is `main`, without tokens and tuples; `options` has `argument` and `device`.

It may have `report(program)`, which returns a dictionary and arrays of bytes about what `compile` returned:
`costs` and `memory`, and the text of the optimized HLO.

One for several hosts has `connect(options)`, which waits for the others, and `disconnect()`, which waits
until they are done; `options` has `address`, `num_hosts`, `host`, and its `num_devices`.

A message is the size of its header in 8 bytes, the header as JSON, and the bytes that it announces: those of
`program`, and of each of `arrays`, given as `[dtype, shape]`. Answers go to what was standard output, after
a greeting; whatever else the process prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import queue
import runpy
import signal
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from io import RawIOBase
from typing import Any, BinaryIO

import numpy as np

GREETING = b"\0shlo engine, version 1\0"
SIZE = struct.Struct("<Q")
# Of arrays that XLA takes without a copy, in bytes.
ALIGNMENT = 64
# Threads, code and the compiler's own data, in addition to the arrays of a program.
OVERHEAD = 512 << 20

LACKING = {"error": "lacking", "message": "the engine does not report compilation results"}

Array = Any
Header = dict[str, Any]
# The blobs of a request, or why there are none.
Requests = queue.Queue[tuple[Header, "list[memoryview] | MemoryError"]]


def main(file: str, argument: str) -> None:
    """Serve the engine in a file."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # for this process alone: neither what it starts nor a `print` reads or writes there
    stream, answers = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    answers.write(GREETING)
    answers.flush()
    requests: Requests = queue.Queue()
    threading.Thread(target=receive, args=(stream, requests), daemon=True).start()
    sys.path.pop(0)  # the folder of this file, whose names are those of packages
    engine: dict[str, Any] = {}
    program = None
    while True:
        header, blobs = requests.get()
        results: list[Array] = []
        answer: Header = {}
        try:
            if isinstance(blobs, MemoryError):
                raise blobs
            engine = engine or runpy.run_path(file)
            limit_memory(header.get("max_memory"))
            if header["do"] == "describe":
                answer = engine["describe"](argument)
            elif header["do"] == "compile":
                source = bytes(blobs[0])
                given = source.decode() if header["is_text"] else source
                program = engine["compile"](given, {**header["options"], "argument": argument})
            elif header["do"] == "connect":
                engine["connect"](header["options"])
            elif header["do"] == "disconnect":
                engine["disconnect"]()
            elif header["do"] == "report":
                answer, results = engine["report"](program) if "report" in engine else (LACKING, [])
            else:
                results = execute(program, header, blobs)
        except Exception as error:  # noqa: BLE001 - engines raise what they like
            answer = failure(error)
        send(answers, answer, results)  # a failure here ends the process: its report would look like data


def receive(stream: RawIOBase, requests: Requests) -> None:
    """Put the requests into a queue; at their end, end the process, even in the middle of its work."""
    try:
        while True:
            (size,) = SIZE.unpack(exactly(stream, SIZE.size))
            header = json.loads(bytes(exactly(stream, size)))
            requests.put((header, blobs_of(stream, header.get("sizes", ()))))
    finally:
        os._exit(0)


def blobs_of(stream: RawIOBase, sizes: Sequence[int]) -> list[memoryview] | MemoryError:
    """The blobs of a request. All are read, even if memory is short: a MemoryError becomes the answer."""
    blobs, failure = [], None
    for size in sizes:
        try:
            blobs.append(exactly(stream, size))
        except MemoryError:
            failure = MemoryError(f"no memory for an array of {size:,} bytes")
            blobs.clear()
            skip(stream, size)
    return failure or blobs


def skip(stream: RawIOBase, size: int) -> None:
    """Discard `size` bytes of a stream. Raises EOFError."""
    while size:
        size -= len(exactly(stream, min(size, 1 << 20)))


def exactly(stream: RawIOBase, size: int) -> memoryview:
    """The next `size` bytes of a stream, at an address that an engine may use directly. Raises EOFError."""
    room = np.empty(size + ALIGNMENT, np.uint8)  # not cleared, unlike a bytearray
    start = -room.ctypes.data % ALIGNMENT
    data = view = room[start : start + size].data
    done = 0
    while done < size:
        count = stream.readinto(view[done:])
        if not count:
            raise EOFError
        done += count
    return data


def execute(
    program: Callable[[list[Array]], Sequence[Array]] | None, header: Header, blobs: list[memoryview]
) -> list[Array]:
    """The results of a program as contiguous arrays."""
    if program is None:
        raise RuntimeError("no program is compiled")
    rows = zip(header["arrays"], blobs, strict=True)
    inputs = [np.frombuffer(blob, np.dtype(dtype)).reshape(shape) for (dtype, shape), blob in rows]
    results = [np.asarray(result) for result in program(inputs)]
    return [np.ascontiguousarray(result).reshape(result.shape) for result in results]


def send(stream: BinaryIO, header: Header, arrays: Sequence[Array] = ()) -> None:
    """Send a message."""
    rows = [[array.dtype.str[1:], list(array.shape)] for array in arrays]
    text = json.dumps({**header, "arrays": rows, "sizes": [array.nbytes for array in arrays]}).encode()
    stream.write(SIZE.pack(len(text)) + text)
    stream.writelines(array.reshape(-1).view(np.uint8).data for array in arrays)
    stream.flush()


def failure(error: Exception) -> Header:
    """An exception as an answer: the package that is missing, or the message.

    An `ImportError` without a package is about something else that the engine needs; a `ChildProcessError`
    says that a tool of the engine has crashed.
    """
    if isinstance(error, ImportError):
        return {"error": "missing", "message": str(error), "package": error.name}
    text = f"{error}" or type(error).__name__
    if isinstance(error, ChildProcessError):
        return {"error": "crashed", "message": text[:20000]}
    is_memory = isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in text or "bad_alloc" in text
    return {"error": "memory" if is_memory else "failed", "message": text[:20000]}


def limit_memory(limit: int | None) -> None:
    """Allow the process this many more bytes; None for no limit."""
    try:
        import resource

        with open("/proc/self/status", encoding="ascii") as status:
            (used,) = [int(line.split()[1]) << 10 for line in status if line.startswith("VmData:")]
    except (ImportError, OSError, ValueError):
        return  # a system without such limits
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = resource.RLIM_INFINITY if limit is None else used + limit + OVERHEAD
    if hard != resource.RLIM_INFINITY:
        soft = hard if soft == resource.RLIM_INFINITY else min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
    except SystemExit as exit:  # without waiting for threads: one waits for requests
        os._exit(exit.code if isinstance(exit.code, int) else 1)
