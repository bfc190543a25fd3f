"""The patterns of paths in settings, which match a name, or a path relative to a directory."""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex


class PathPattern(NamedTuple):
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
        return _matches(text, name) is not self.text.startswith("!")


def plain(path: Path) -> Path:
    """The absolute path without `..`, so that directories can be compared by their paths."""
    return Path(os.path.abspath(path))


_PART = regex(r"(\*\*/|\*+|\?|\[!?[^]]+\]|\{[^{}]*\})")


@functools.lru_cache(maxsize=1 << 8)
def _parts(pattern: str) -> list[str]:
    """The literal parts of a pattern, at even indices, and its wildcards."""
    return _PART.split(pattern.removeprefix("./"))


def _matches(pattern: str, name: str) -> bool:
    """Whether a pattern matches all of a name, in time linear in the length of each."""
    ends = {0}  # of the beginnings of the name that the parts so far match
    for index, part in enumerate(_parts(pattern)):
        if not ends:
            return False
        if index % 2 == 0:
            ends = _after(part, name, ends)
        elif part == "**/":
            ends |= {end for end in range(min(ends) + 1, len(name) + 1) if name[end - 1] == "/"}
        elif part.startswith("*"):
            ends = set(range(min(ends), len(name) + 1))
        elif part.startswith("{"):
            ends = set().union(*(_after(text, name, ends) for text in part[1:-1].split(",")))
        else:
            ends = {end + 1 for end in ends if end < len(name) and _has(part, name[end])}
    return len(name) in ends


def _after(text: str, name: str, starts: set[int]) -> set[int]:
    """The ends of a text that begins at these places of the name."""
    return {start + len(text) for start in starts if name.startswith(text, start)}


def _has(part: str, character: str) -> bool:
    """Whether `?`, or a set of characters and of ranges such as `[!a-z_]`, has a character."""
    if part == "?":
        return True
    ranges = re.findall("(.)-(.)|(.)", part[1:-1].removeprefix("!"), re.DOTALL)
    is_listed = any(low <= character <= high if low else character == single for low, high, single in ranges)
    return is_listed is not part.startswith("[!")
