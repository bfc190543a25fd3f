"""Loads `grammar/*.lark` and builds their parsers, each once and only when it is wanted.

Building an LALR table costs much more than reading one, so tables are kept in the user's own cache
directory, under a name that says which grammar, options and versions they belong to. They are pickles:
a directory that somebody else could write to is never used.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from pathlib import Path
from typing import Any

import lark

from stablehlo_tools import resources
from stablehlo_tools._version import __version__


@functools.cache
def text(*names: str) -> str:
    """The text of `grammar/<name>.lark`, for each name."""
    folder = resources.folder("grammar")
    return "\n".join((folder / f"{name}.lark").read_text(encoding="utf-8") for name in names)


def parser(
    *names: str,
    start: str | list[str],
    transformer: lark.Transformer[Any, Any] | None = None,
    **options: Any,
) -> lark.Lark:
    """An LALR parser of `grammar/<name>.lark`, of several files as one grammar.

    With `transformer`, it calls that as it reduces.
    """
    table = _table_path(names, (start, sorted(options.items())))
    settings = {"parser": "lalr", "start": start, "transformer": transformer, **options}
    if table is None:
        return lark.Lark(text(*names), **settings)
    try:
        return lark.Lark(text(*names), cache=str(table), **settings)
    except (OSError, UnicodeEncodeError):  # Lark wants names of folders that are UTF-8
        return lark.Lark(text(*names), **settings)


def _table_path(names: tuple[str, ...], options: object) -> Path | None:
    folder = resources.cache_directory("grammars")
    if folder is None:
        return None
    key = f"{text(*names)}\0{options}\0{lark.__version__}\0{__version__}\0{sys.version}"
    return folder / f"{names[0]}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.lalr"
