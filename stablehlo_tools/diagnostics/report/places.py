"""Positions for other programs: paths relative to the root of the project, with slashes."""

from __future__ import annotations

import os
from pathlib import Path

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.host.records import NamedTuple


class FileSpan(NamedTuple):
    """A path and a range; lines and columns count from 1, and the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


def place_of(diagnostic: Diagnostic) -> FileSpan | None:
    """The position of a diagnostic; for one about a whole file, that of its first character."""
    span = diagnostic.span
    if span is None:
        return None
    if not span.source.text:
        return FileSpan(path_of(span.source.name), 1, 1, 1, 1)
    return FileSpan(path_of(span.source.name), *span.begin, *span.finish)


def path_of(name: str) -> str:
    """The path of a file, relative to the root of the project if it is below that."""
    path, root = Path(os.path.abspath(name)), _root()
    if name.startswith("<") or not path.is_relative_to(root):
        return Path(name).as_posix()
    return path.relative_to(root).as_posix()


def _root() -> Path:
    """The project root of GitHub or GitLab, if the current directory is below it; else the latter."""
    here = Path.cwd()
    said = (os.environ.get(name) for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"))
    return next((Path(root) for root in said if root and here.is_relative_to(root)), here)
