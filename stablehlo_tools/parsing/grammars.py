"""Loads `grammar/*.lark` and builds parsers on first use.

Building an LALR table takes much longer than loading one, so tables are cached in the user's cache directory,
under a hash of the grammar, options and versions. They are pickles: a directory that others can write to is
never used.
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
    """An LALR parser of `grammar/<name>.lark`; several files are one grammar.

    It calls `transformer`, if given, at each reduction.
    """
    table = _table_path(names, (start, sorted(options.items())))
    settings = {"parser": "lalr", "start": start, "transformer": transformer, **options}
    if table is None:
        return lark.Lark(text(*names), **settings)
    try:
        return lark.Lark(text(*names), cache=str(table), **settings)
    except (OSError, UnicodeEncodeError):  # Lark requires paths that can be encoded as UTF-8
        return lark.Lark(text(*names), **settings)


def _table_path(names: tuple[str, ...], options: object) -> Path | None:
    folder = resources.cache_directory("grammars")
    if folder is None:
        return None
    key = f"{text(*names)}\0{options}\0{lark.__version__}\0{__version__}\0{sys.version}"
    return folder / f"{names[0]}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.lalr"
