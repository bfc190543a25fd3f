"""Loads `grammar/*.lark` and builds parsers on first use.

Building an LALR table takes much longer than loading one, so tables are cached in the user's cache directory,
as JSON, under a hash of the grammar, options and versions.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import lark

from stablehlo_tools._version import __version__
from stablehlo_tools.grammars.tables import Table, parser_of, table_of
from stablehlo_tools.host import resources

if TYPE_CHECKING:
    from typing_extensions import Unpack


@functools.cache
def text(*names: str) -> str:
    """The text of `grammar/<name>.lark`, for each name."""
    folder = resources.folder("grammar")
    return "\n".join((folder / f"{name}.lark").read_text(encoding="utf-8") for name in names)


class LarkOptions(TypedDict, total=False):
    """The options of Lark that parsers here differ in."""

    transformer: lark.Transformer[Any, Any]
    propagate_positions: bool
    maybe_placeholders: bool
    g_regex_flags: int


def parser(
    *names: str,
    start: str | list[str],
    **options: Unpack[LarkOptions],
) -> lark.Lark:
    """An LALR parser of `grammar/<name>.lark`; several files are one grammar.

    It calls the `transformer`, if there is one, at each reduction.
    """
    settings: dict[str, Any] = {"parser": "lalr", "start": start, "transformer": None, **options}
    path = _table_path(names, sorted((key, each) for key, each in settings.items() if key != "transformer"))
    cached = path and _read(path, settings)
    if cached:
        return cached
    built = lark.Lark(text(*names), **settings)
    if path:
        _write(path, table_of(built))
    return built


def _table_path(names: tuple[str, ...], options: object) -> Path | None:
    folder = resources.cache_directory("grammars")
    if folder is None:
        return None
    key = f"{text(*names)}\0{options}\0{lark.__version__}\0{__version__}\0{sys.version}"
    return folder / f"{names[0]}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"


def _read(path: Path, settings: dict[str, Any]) -> lark.Lark | None:
    """The parser of a cached table; None if there is none, or it is damaged."""
    try:
        return parser_of(json.loads(path.read_bytes()), settings)
    except _DAMAGE:
        return None


# what Python's decoder, its regular expressions and Lark's classes raise for data of another form
_DAMAGE = (
    OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, re.error,
    lark.exceptions.LarkError,
)  # fmt: skip


def _write(path: Path, table: Table) -> None:
    """Cache a table. Other processes see the whole file or none."""
    with contextlib.suppress(OSError):
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        try:
            with open(descriptor, "w", encoding="utf-8") as stream:
                json.dump(table, stream, separators=(",", ":"))
            os.replace(name, path)
        except OSError:
            os.unlink(name)
            raise
