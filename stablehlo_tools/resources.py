"""Where the files of the package are that are not Python, and where it keeps files of its own."""

from __future__ import annotations

import functools
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parent
# Parts of the package whose files lie elsewhere in a checkout; pyproject.toml maps them in the same way.
_IN_A_CHECKOUT: Final[Mapping[str, str]] = {"grammar": "grammar", "examples": "testdata/verify"}


@functools.cache
def folder(name: str) -> Path:
    """The folder `name` of the package, installed or in a checkout."""
    for path in (_PACKAGE / name, _PACKAGE.parent / _IN_A_CHECKOUT[name]):
        if path.is_dir():
            return path
    # an editable install may map it to wherever its files are
    import importlib.resources

    return Path(str(importlib.resources.files(f"{__package__}.{name}")))


@functools.cache
def cache_directory(name: str) -> Path | None:
    """A private directory in `SHLO_CACHE_DIR`, else in the user's cache; None where there is none."""
    if os.environ.get("SHLO_NO_CACHE"):
        return None
    folder = Path(os.environ.get("SHLO_CACHE_DIR") or _user_cache()) / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_private(folder) else None
    except OSError:
        return None


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "shlo" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "shlo"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "shlo"


def _is_private(folder: Path) -> bool:
    """Whether only this user can write to the folder. On Windows the profile's own rights see to it."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
