"""Patterns of paths, as settings have them: of a name alone, or of the path from where they are said."""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path
from typing import NamedTuple


class Pattern(NamedTuple):
    """A pattern of a name; with a slash in it, of a path that begins at `root`.

    `*` stands for any text, `?` for any character, `[ab]` for one of some, `{a,b}` for one of some texts, and
    `**/` for any folders, or none. What begins with `!` is for all that the rest is not for.
    """

    text: str
    root: Path = Path()

    def matches(self, path: Path) -> bool:
        """Whether it is for the file or folder at a path."""
        text, whole = self.text.removeprefix("!").rstrip("/"), plain(path)
        name = whole.name
        if "/" in text:
            root = plain(self.root)
            name = whole.relative_to(root).as_posix() if whole.is_relative_to(root) else ""
        return bool(_compiled(text).fullmatch(name)) is not self.text.startswith("!")


def plain(path: Path) -> Path:
    """The absolute path without `..`, by which folders are above and below each other."""
    return Path(os.path.abspath(path))


_PART = re.compile(r"(\*\*/|\*+|\?|\[!?[^]]+\]|\{[^{}]*\})")


@functools.lru_cache(maxsize=1 << 8)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = _PART.split(pattern.removeprefix("./"))
    each = (_special(part) if index % 2 else re.escape(part) for index, part in enumerate(parts))
    return re.compile("".join(each), re.DOTALL)


def _special(part: str) -> str:
    if part == "**/":
        return "(?:.*/)?"
    if part.startswith("{"):
        return f"(?:{'|'.join(map(re.escape, part[1:-1].split(',')))})"
    if part.startswith("["):
        listed = part[1:-1].replace("\\", r"\\")
        return f"[^{listed[1:]}]" if listed.startswith("!") else f"[{listed}]"
    return "." if part == "?" else ".*"
