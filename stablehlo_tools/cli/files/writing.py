"""Atomic writing of files, where output goes, and diffs."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from stablehlo_tools.cli.terminal.output import STDOUT, write_bytes, write_text
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.host.scratch import scratch_folder

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def write_to(output: str | None, data: bytes, *, is_text: bool = True) -> None:
    """Write to a file or, if it is None or `-`, to standard output."""
    if output is not None and output != STDOUT:
        with replacing(Path(output)) as new:
            new.write_bytes(data)
    elif is_text:
        write_text(data.decode())
    else:
        write_bytes(data)


def rewrite(path: Path, text: str) -> None:
    """Replace the text of an existing file, preserving a byte order mark."""
    with path.open("rb") as stream:
        mark = _BYTE_ORDER_MARK if stream.read(3) == _BYTE_ORDER_MARK else b""
    with replacing(path) as new:
        new.write_bytes(mark + text.encode())


def with_line_ends_of(old: str, text: str) -> str:
    """`text` with `\\r\\n` line endings if all of `old` are; else unchanged."""
    count = old.count("\r\n")
    return re.sub("\r?\n", "\r\n", text) if count and count == old.count("\n") else text


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that atomically replaces it if the block raises no exception.

    Missing directories are made. Symbolic links, hard links, owner, permissions and extended attributes of an
    existing file are preserved. Devices and pipes are written to directly.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            yield path
            return
        target = Path(os.path.realpath(path))
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
        if target.exists() and not _may_write(target):  # renaming would succeed nevertheless
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with _folder_for(target) as folder:
            new = folder / target.name
            yield new
            _replace(new, target)
    except OSError as error:
        # the error may name the temporary file, or none; numpy reports a short write without a reason
        reason = error.strerror or str(error)
        raise OSError(error.errno or errno.EIO, reason, str(path)) from error


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _replace(new: Path, target: Path) -> None:
    """Replace the target by the new file, or overwrite its content where that would lose metadata."""
    if not target.exists() or _copy_metadata(new, target):
        os.replace(new, target)
    else:
        _write_into(target, new.read_bytes())


def _copy_metadata(new: Path, old: Path) -> bool:
    """Copy the metadata of the old file to the new one; whether all of it could be copied."""
    was, now = old.stat(), new.stat()
    if was.st_nlink > 1 or new.parent.parent != old.parent:
        return False
    try:
        if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
            os.chown(new, was.st_uid, was.st_gid)
        if hasattr(os, "listxattr"):  # not on macOS and Windows
            for name in os.listxattr(old):
                os.setxattr(new, name, os.getxattr(old, name))
        shutil.copymode(old, new)
    except OSError:
        return False
    return True


def _write_into(path: Path, data: bytes) -> None:
    """Overwrite an existing file; on failure, such as a full disk, the old content is restored."""
    old = path.read_bytes()
    with path.open("r+b", buffering=0) as stream:
        try:
            _write_all(stream.fileno(), data)
        except BaseException:
            _write_all(stream.fileno(), old)
            raise


def _write_all(descriptor: int, data: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]
    os.ftruncate(descriptor, len(data))


@contextlib.contextmanager
def _folder_for(target: Path) -> Iterator[Path]:
    """A directory beside a file, where renaming is atomic; elsewhere if only the file is writable."""
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(scratch_folder(target.parent))
        except PermissionError:
            if not target.exists():
                raise
            folder = stack.enter_context(scratch_folder())
        yield folder


# -- diffs --------------------------------------------------------------------------------------


def write_diff(name: str, old: str, new: str) -> None:
    """Print the changes of a file's text as a unified diff, which `patch` and `git apply` take."""
    import difflib

    shown = visible(name)
    for line in difflib.unified_diff(_lines(old), _lines(new), shown, shown):
        write_text(_diff_line(line))


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)  # str.splitlines() also splits at form feeds and the like


def _diff_line(line: str) -> str:
    """A line of a diff, with its tabs and line ending, which `patch` needs."""
    text = line.rstrip("\r\n")
    return "\t".join(map(visible, text.split("\t"))) + (line[len(text) :] or "\n")
