"""The patterns of paths in settings, which match a name, or a path relative to a directory."""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path
from typing import NamedTuple


class Pattern(NamedTuple):
    """A pattern of a name or, if it contains a slash, of a path relative to `root`.

    `*` matches any text, `?` any character, `[ab]` one of these characters, `{a,b}` one of these texts, and
    `**/` any directories, or none. A leading `!` negates the pattern.
    """

    text: str
    root: Path = Path()

    def matches(self, path: Path) -> bool:
        """Whether the pattern matches the file or directory at a path."""
        text, whole = self.text.removeprefix("!").rstrip("/"), plain(path)
        name = whole.name
        if "/" in text:
            root = plain(self.root)
            name = whole.relative_to(root).as_posix() if whole.is_relative_to(root) else ""
        return bool(_compiled(text).fullmatch(name)) is not self.text.startswith("!")


def plain(path: Path) -> Path:
    """The absolute path without `..`, so that directories can be compared by their paths."""
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
