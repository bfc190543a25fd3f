"""Files written at one stroke, or not at all."""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import os
import re
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def rewrite(path: Path, text: str) -> None:
    """Write the new text of a file that is there, with the byte order mark that the old one has."""
    with path.open("rb") as stream:
        mark = _BYTE_ORDER_MARK if stream.read(3) == _BYTE_ORDER_MARK else b""
    with replacing(path) as new:
        new.write_bytes(mark + text.encode())


def with_line_ends_of(old: str, text: str) -> str:
    """`text` with the line ends of `old`, where those are all `\\r\\n`; else as it is."""
    count = old.count("\r\n")
    return re.sub("\r?\n", "\r\n", text) if count and count == old.count("\n") else text


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file beside `path` that takes its place at one stroke when the block ends without an error.

    What belongs to a file that was there stays: a link, other names of it, its owner, permissions and
    extended attributes. What is no file, such as a device or a pipe, is written to itself.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            yield path
            return
        target = Path(os.path.realpath(path))
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if target.exists() and not _may_write(target):  # to put another in its place would do
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with _folder_for(target) as folder:
            new = folder / target.name
            yield new
            _put(new, target)
    except OSError as error:
        # which may name the temporary file, or none; of a short write numpy only says how short it was
        reason = error.strerror or str(error)
        raise OSError(error.errno or errno.EIO, reason, str(path)) from error


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _put(new: Path, target: Path) -> None:
    """Let the new file be the target: in its place, or where that would lose something, in its content."""
    if not target.exists() or _inherits(new, target):
        os.replace(new, target)
    else:
        _write_into(target, new.read_bytes())


def _inherits(new: Path, old: Path) -> bool:
    """Give a new file all that belongs to the old one beside it; whether that could be done."""
    was, now = old.stat(), new.stat()
    if was.st_nlink > 1 or new.parent.parent != old.parent:
        return False
    try:
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            os.chown(new, was.st_uid, was.st_gid)
        if hasattr(os, "listxattr"):  # which macOS and Windows have not
            for name in os.listxattr(old):
                os.setxattr(new, name, os.getxattr(old, name))
        shutil.copymode(old, new)
    except OSError:
        return False
    return True


def _write_into(path: Path, data: bytes) -> None:
    """Write into a file that is there; whatever stops that, such as a full disk, leaves the old content."""
    old = path.read_bytes()
    with path.open("r+b", buffering=0) as stream:
        try:
            _write_all(stream.fileno(), data)
        except BaseException:
            _write_all(stream.fileno(), old)
            raise


def _write_all(descriptor: int, data: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.ftruncate(descriptor, len(data))


# -- folders for what is not yet whole -------------------------------------------------------------------

_FOLDER = re.compile(r"\.shlo-(?P<host>[0-9a-f]{8})-(?P<process>\d+)-\w+")
_LONGEST = 24 * 3600  # seconds that no file takes to be written


@contextlib.contextmanager
def _folder_for(target: Path) -> Iterator[Path]:
    """A folder beside a file, where renaming is one stroke; elsewhere if only the file can be written."""
    _sweep(target.parent)
    prefix = f".shlo-{_host()}-{os.getpid()}-"
    try:
        folder = tempfile.TemporaryDirectory(prefix=prefix, dir=target.parent)
    except PermissionError:
        if not target.exists():
            raise
        folder = tempfile.TemporaryDirectory(prefix=prefix)
    with folder as name:
        yield Path(name)


@functools.cache  # once in a run
def _sweep(directory: Path) -> None:
    """Delete such folders of runs that were killed."""
    with contextlib.suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            match = _FOLDER.fullmatch(entry.name)
            if match and entry.is_dir(follow_symlinks=False) and _is_left(match, entry.stat().st_mtime):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_left(folder: re.Match[str], begun: float) -> bool:
    """Whether the process that made a folder has ended, as far as this machine can tell."""
    if time.time() - begun > _LONGEST:
        return True
    if os.name == "nt" or folder["host"] != _host():  # Windows ends the processes that it is asked about
        return False
    try:
        os.kill(int(folder["process"]), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:  # somebody else's
        return False
    return False


@functools.cache
def _host() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
