"""Locations of the package's data files and of its cache."""

from __future__ import annotations

import functools
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_PACKAGE = Path(__file__).resolve().parents[1]
# Data directories that are elsewhere in a checkout; pyproject.toml maps them in the same way.
CHECKOUT_DIRECTORIES: Final[Mapping[str, str]] = {
    "grammar": "grammar",
    "examples": "testdata/verify",
    "lint_examples": "testdata/lint",
    "lowering_examples": "testdata/lower",
    "code_examples": "testdata/codes",
    "specification": "testdata/spec/text",
}


@functools.cache
def folder(name: str) -> Path:
    """The data directory `name` of the package, installed or in a checkout."""
    for path in (_PACKAGE / name, _PACKAGE.parent / CHECKOUT_DIRECTORIES[name]):
        if path.is_dir():
            return path
    # an editable install may map it to any directory
    import importlib.resources

    return Path(str(importlib.resources.files(f"{_PACKAGE.name}.{name}")))


@functools.cache
def cache_directory(name: str) -> Path | None:
    """A directory in `SHLO_CACHE_DIR`, or in the user's cache; None if disabled or not safe to use."""
    if os.environ.get("SHLO_NO_CACHE"):
        return None
    folder = Path(os.environ.get("SHLO_CACHE_DIR") or _user_cache()) / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        resolved = folder.resolve()
        return folder if _is_private(resolved) and not repository_of(resolved) else None
    except (OSError, RuntimeError):  # RuntimeError: a loop of links, or no home directory
        return None


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "shlo" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "shlo"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "shlo"


def _is_private(folder: Path) -> bool:
    """Whether only this user can write to a directory. On Windows, profiles are private by default."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def repository_of(path: Path) -> Path | None:
    """The root of the checkout that a resolved path is in; None without one.

    A home directory that is a repository itself is the user's own.
    """
    home = Path.home().resolve()
    parents = (root for root in path.parents if root != home and root not in home.parents)
    return next((root for root in parents if any((root / name).exists() for name in _REPOSITORIES)), None)


_REPOSITORIES: Final = (".git", ".hg", ".svn", ".jj")
