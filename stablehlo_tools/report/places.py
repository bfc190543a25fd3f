"""Places as other programs want them: paths from the root of a project, with slashes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from stablehlo_tools.diagnostic import Diagnostic


class Place(NamedTuple):
    """A path and the characters in the file; lines and columns count from 1, and the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


def place_of(diagnostic: Diagnostic) -> Place | None:
    """Where something was found; of what is wrong with a whole file, its first character."""
    span = diagnostic.span
    if span is None:
        return None
    if not span.source.text:
        return Place(path_of(span.source.name), 1, 1, 1, 1)
    return Place(path_of(span.source.name), *span.begin, *span.finish)


def path_of(name: str) -> str:
    """The path of a file from the current directory, if it is below that."""
    path = Path(name)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return path.as_posix()
