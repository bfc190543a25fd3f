"""Spoil binary files at random, and see that no command ends in an internal error.

    python -m tests.fuzz.binaries --count 20000 --seed 1

The files are bytecode, protocol buffers of HLO, JAX exports, SavedModels, cases and arrays. Bytes are changed
anywhere; of protocol buffers also single values, with the lengths before them made right.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import multiprocessing
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import execute
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.formats.cases.case import Case
from stablehlo_tools.formats.hlo_proto.binary_hlo import BinaryHlo
from stablehlo_tools.formats.hlo_proto.schema import SCHEMAS
from stablehlo_tools.formats.programs import decode
from tests.formats.wire import varint
from tests.fuzz.driver import ROOT, limit_memory

ENDINGS = ("pb", "bc", "mlirbc", "bytecode", "jaxexport")
LIMITS = ("--timeout", "5", "--max-memory", "200MB", "--max-steps", "100000")
COMMANDS: dict[str, Sequence[str]] = {
    "verify": ("verify", "FILE"),
    "info": ("info", "FILE"),
    "stats": ("stats", "FILE"),
    "lint": ("lint", "FILE"),
    "compat": ("compat", "FILE"),
    "fmt": ("fmt", "FILE"),
    "hlo": ("convert", "FILE", "--to", "hlo"),
    "stablehlo": ("convert", "FILE", "--to", "stablehlo"),
    "artifact": ("convert", "FILE", "--to", "artifact", "-o", "OUT"),
    "bytecode": ("convert", "FILE", "--to", "bytecode", "-o", "OUT"),
    "jaxexport": ("convert", "FILE", "--to", "jaxexport", "-o", "OUT"),
    "run": ("run", "FILE", "--random", *LIMITS),
}
IDENTITY = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
ARRAY = np.arange(4, dtype=np.float32)


class Mutant(NamedTuple):
    """A spoilt file, and the arguments of the command that is to read it."""

    name: str
    data: bytes
    command: Sequence[str]


def mutants(count: int, seed: int) -> Iterator[Mutant]:
    """So many spoilt files."""
    files = {path.name: path.read_bytes() for path in seeds()}
    messages = {name: data for name, data in files.items() if message_of(name, data)}
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        kind = draw.choice(("bytes", "bytes", "message", "message", "arrays"))
        if kind == "arrays":
            name, data, command = draw.choice(stored_arrays())
            yield Mutant(name, spoilt(data, draw), command)
            continue
        name, data = draw.choice(list((messages if kind == "message" else files).items()))
        command = draw.choice(list(COMMANDS.values()))
        changed = spoilt_message(data, message_of(name, data), draw) if kind == "message" else None
        yield Mutant(name, spoilt(data, draw) if changed is None else changed, command)


def seeds() -> list[Path]:
    """The binary programs of testdata."""
    return sorted(path for ending in ENDINGS for path in (ROOT / "testdata").rglob(f"*.{ending}"))


@functools.cache
def message_of(name: str, data: bytes) -> str:
    """The name of the message that fills a file; empty if there is none."""
    try:
        source = decode(data, name)
    except DiagnosticError:
        return ""
    is_whole = isinstance(source, BinaryHlo) and source.message[1:] == (0, len(data))
    return source.message.name if is_whole and isinstance(source, BinaryHlo) else ""


@functools.cache
def stored_arrays() -> list[tuple[str, bytes, Sequence[str]]]:
    """Files with arrays, by their names, with the command that reads them."""
    array, archive, compressed = io.BytesIO(), io.BytesIO(), io.BytesIO()
    np.save(array, ARRAY)
    np.savez(archive, x=ARRAY)
    np.savez_compressed(compressed, x=ARRAY)
    given = ("run", "PROGRAM", "--inputs", "FILE")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.zip"
        Case(stablehlo_tools.parse(IDENTITY), inputs=[ARRAY], outputs=[ARRAY]).save(path)
        case = path.read_bytes()
    arrays = [("x.npy", array), ("x.npz", archive), ("y.npz", compressed)]
    files = [(name, stream.getvalue(), given) for name, stream in arrays]
    return [*files, *(("case.zip", case, (command, "FILE")) for command in ("run", "verify", "info"))]


# -- bytes -------------------------------------------------------------------------------------------------

_INSERTED = (
    b"\xff" * 10,
    bytes(8),
    b"\xff" * 9 + b"\x01",
    b"\x80",
    b"-1",
    b"9" * 50,
    b"(",
    b"\xd5\xff",
    b"\n",
)


def spoilt(data: bytes, draw: random.Random) -> bytes:
    """The data with one or two changes; never empty."""
    for _ in range(draw.choice((1, 1, 2))):
        data = draw.choice(_CHANGES)(data, draw) or b"x"
    return data


def _flip(data: bytes, draw: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 1, 4, 16))):
        place = draw.randrange(len(data))
        changed[place] = draw.choice((draw.randrange(256), changed[place] ^ 1 << draw.randrange(8), 0, 255))
    return bytes(changed)


def _stretch(data: bytes, draw: random.Random) -> slice:
    start = draw.randrange(len(data))
    return slice(start, start + draw.choice((1, 2, 4, 8, 64, 1000)))


def _cut(data: bytes, draw: random.Random) -> bytes:
    part = _stretch(data, draw)
    return data[: part.start] + data[part.stop :]


def _end(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(len(data))]


def _repeat(data: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(data))
    return data[:place] + data[_stretch(data, draw)] + data[place:]


def _insert(data: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(data))
    return data[:place] + draw.choice(_INSERTED) + data[place:]


def _overwrite(data: bytes, draw: random.Random) -> bytes:
    """An extreme number of some bytes."""
    width, place = draw.choice((1, 2, 4, 8)), draw.randrange(len(data))
    number = draw.choice((0, 1, (1 << 8 * width) - 1, 1 << 8 * width - 1, (1 << 8 * width - 1) - 1))
    return data[:place] + number.to_bytes(width, "little") + data[place + width :]


_CHANGES: Sequence[Callable[[bytes, random.Random], bytes]] = (
    _flip, _flip, _flip, _cut, _end, _repeat, _insert, _overwrite, _overwrite,
)  # fmt: skip


# -- values of messages ------------------------------------------------------------------------------------

# A field: its number, its wire type, and a number, bytes, a list of numbers in one piece, or a message.
Fields = list[list[Any]]
_NUMBERS = (0, -1, -2, 1, 2, 3, 5, 7, 13, 64, 100, 1 << 31, (1 << 31) - 1, -(1 << 31), 1 << 62, (1 << 63) - 1)
_TEXTS = (
    b"", b"\xd5", b"add", b"while", b"a b", b"0", b"custom-call", b"fusion", b"reduce", b"all-reduce", b"{}",
    b"LT",
)  # fmt: skip


def spoilt_message(data: bytes, name: str, draw: random.Random) -> bytes:
    """A message with some values changed, left out or repeated."""
    fields = _read(data, name)
    for _ in range(draw.choice((1, 1, 2, 3))):
        every = list(_walk(fields))
        if every:
            owner, changed = draw.choice(every)
            _change(owner, changed, draw)
    return _write(fields)


def _change(owner: Fields, changed: list[Any], draw: random.Random) -> None:
    _, wire, value = changed
    if draw.random() < 0.1:
        owner.remove(changed)
    elif draw.random() < 0.1:
        owner.insert(draw.randrange(len(owner) + 1), list(changed))
    elif wire == 0:
        changed[2] = draw.choice((*_NUMBERS, value + 1, value - 1, draw.randrange(130)))
    elif isinstance(value, tuple):
        changed[2] = draw.choice(
            (value[:-1], (*value, draw.choice(_NUMBERS)), (draw.choice(_NUMBERS), *value[1:]))
        )
    elif isinstance(value, bytes) and wire == 2:
        changed[2] = draw.choice((*_TEXTS, value + b"x", value[:-1]))


def _walk(fields: Fields) -> Iterator[tuple[Fields, list[Any]]]:
    for each in fields:
        yield fields, each
        if isinstance(each[2], list):
            yield from _walk(each[2])


def _read(data: bytes, name: str) -> Fields:
    found: Fields = []
    place = 0
    while place < len(data):
        key, place = _number(data, place)
        field = SCHEMAS[name].numbers.get(key >> 3)
        value: Any
        if key & 7 == 0:
            value, place = _number(data, place)
        else:
            size, place = (8 if key & 7 == 1 else 4, place) if key & 7 != 2 else _number(data, place)
            value, place = data[place : place + size], place + size
            if key & 7 == 2 and field is not None and field.kind in SCHEMAS:
                value = _read(value, field.kind)
            elif key & 7 == 2 and field is not None and field.wire == 0:
                value = tuple(_numbers(value))
        found.append([key >> 3, key & 7, value])
    return found


def _numbers(data: bytes) -> Iterator[int]:
    place = 0
    while place < len(data):
        number, place = _number(data, place)
        yield number


def _number(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[place] & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if data[place - 1] < 0x80:
            return value, place


def _write(fields: Fields) -> bytes:
    sink = bytearray()
    for number, wire, value in fields:
        sink += varint(number << 3 | wire)
        if wire == 0:
            sink += varint(value)
            continue
        content = _write(value) if isinstance(value, list) else value
        content = b"".join(map(varint, content)) if isinstance(content, tuple) else content
        sink += (varint(len(content)) if wire == 2 else b"") + content
    return bytes(sink)


# -- what becomes of them ----------------------------------------------------------------------------------


def problem(mutant: Mutant) -> str:
    """What goes wrong when the command reads the file; empty for nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path, program = Path(folder) / mutant.name, Path(folder) / "program.mlir"
        path.write_bytes(mutant.data)
        program.write_text(IDENTITY)
        paths = {"FILE": str(path), "OUT": str(Path(folder) / "out.bc"), "PROGRAM": str(program)}
        said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="surrogateescape")
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = execute([paths.get(word, word) for word in mutant.command])
            said.flush()
        if status in (outcome.CLEAN, outcome.FINDINGS, outcome.USAGE, outcome.UNSUPPORTED):
            return ""
        text = said.buffer.getvalue().decode("utf-8", "replace")
        return f"{mutant.name}: {' '.join(mutant.command)} exits with {status}: {text[-300:]}"


def main() -> int:
    """The command line; the exit code is 1 if anything goes wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=2000, help="how many files (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="which files (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes")
    parser.add_argument("--keep", type=Path, help="a directory for files that do not hold up")
    options = parser.parse_args()
    failures = 0
    with multiprocessing.Pool(options.jobs, limit_memory) as pool:
        every = list(mutants(options.count, options.seed))
        for number, what in enumerate(pool.imap(problem, every, chunksize=16)):
            if what:
                failures += 1
                print(f"--seed {options.seed}, number {number}: {what}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{options.seed}.{number}.{every[number].name}").write_bytes(
                        every[number].data
                    )
    print(f"{len(every)} files, {failures} do not hold up", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
