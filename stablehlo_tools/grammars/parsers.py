"""The languages that are read by tables, which `build.py` makes of the grammars in `grammar/*.lark`."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Final

from stablehlo_tools.grammars.table_parser import ParseTable, TableParser
from stablehlo_tools.host import resources
from stablehlo_tools.host.records import NamedTuple

TABLES: Final = Path(__file__).parent / "tables"


class Grammar(NamedTuple):
    """The files of a grammar and its start rules, all rules if none is named.

    `is_ascii`: `\\w` and the like match only ASCII.
    """

    files: tuple[str, ...]
    starts: tuple[str, ...] = ()
    is_ascii: bool = False


LANGUAGES: Final = {
    "formats": Grammar(("stablehlo", "statements", "formats"), ("statement", "label"), is_ascii=True),
    "dialects": Grammar(("stablehlo", "statements", "dialects"), ("statement", "label"), is_ascii=True),
    "program": Grammar(("stablehlo", "formats", "dialects"), ("program",), is_ascii=True),
    "formula": Grammar(("formula",), ("rule",)),
    "affine": Grammar(("affine",), ("operand", "expression")),
    "shape": Grammar(("shape",), ("shape",)),
    "hlo": Grammar(("hlo",)),
}


@functools.cache
def text(*names: str) -> str:
    """The text of `grammar/<name>.lark`, for each name."""
    folder = resources.folder("grammar")
    return "\n".join((folder / f"{name}.lark").read_text(encoding="utf-8") for name in names)


def parser(language: str, callbacks: object = None, *, inline: bool = False) -> TableParser:
    """A parser of one of the `LANGUAGES`, which calls the `callbacks`, if given, at each reduction."""
    return TableParser(_table(language), callbacks, inline=inline)


@functools.cache
def _table(language: str) -> ParseTable:
    table: ParseTable = json.loads((TABLES / f"{language}.json").read_bytes())
    return table


@functools.cache
def keywords(language: str) -> frozenset[str]:
    """The terminals of a language that are words, such as `dims`, by their names in upper case."""
    return frozenset(name for name, pattern, _ in _table(language)["terminals"] if pattern == name.lower())
