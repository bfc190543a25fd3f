"""Temporary directories; the ones left by killed processes are deleted at the next start."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_FOLDER: Final = re.compile(r"\.shlo-(?P<host>[0-9a-f]{8})-(?P<process>\d+)-\w+")
_MAX_AGE: Final = 24 * 3600  # seconds, for folders of other machines; nothing there takes this long


@contextlib.contextmanager
def scratch_folder(parent: Path | None = None) -> Iterator[Path]:
    """A new directory in `parent`, or where the system has temporary files, which is deleted at the end.

    Raises OSError.
    """
    parent = parent or Path(tempfile.gettempdir())
    _sweep(parent)
    prefix = f".shlo-{_host()}-{os.getpid()}-"
    with _temporary(prefix, parent) as name:
        yield Path(name)


def _temporary(prefix: str, parent: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix=prefix, dir=parent, ignore_cleanup_errors=True)
    except OSError as error:
        error.filename = os.fspath(parent)  # users know nothing of the name that was tried
        raise


@functools.cache  # once in a run
def _sweep(directory: Path) -> None:
    """Delete the directories of processes that were killed."""
    with contextlib.suppress(OSError), os.scandir(directory) as entries:
        for entry in entries:
            match = _FOLDER.fullmatch(entry.name)
            if match and entry.is_dir(follow_symlinks=False) and _is_abandoned(match, entry.stat()):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_abandoned(folder: re.Match[str], status: os.stat_result) -> bool:
    """Whether the process that created a directory, of the same user, has ended, as far as is known."""
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return False
    if os.name == "nt" or folder["host"] != _host():
        return time.time() - status.st_mtime > _MAX_AGE
    return not _is_running(int(folder["process"]))


def _is_running(process: int) -> bool:
    try:
        os.getpgid(process)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it is another user's
        return True
    return True


@functools.cache
def _host() -> str:
    import socket

    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:8]
