"""The rules of the productions, as the table of grammar/README.md has them, each a start of the grammar."""

from __future__ import annotations

import functools
import re

import lark

from stablehlo_tools.grammars import parsers as grammars
from tests.specification import PROJECT

# Where the grammar has less, see grammar/README.md: an empty element in a list, a number without digits.
_LESS = re.compile(r"[\[,<],|,[\]>]|0x(?![0-9A-Fa-f])")


def is_parsed(text: str) -> bool:
    """Whether the grammar is to have a text that the EBNF derives."""
    return _LESS.search(text) is None


@functools.cache
def rules() -> dict[str, str]:
    """The rule of each production."""
    table = (PROJECT / "grammar/README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(.*)` \|$", table.partition("## From the spec")[2], re.MULTILINE)
    return {name: rule.replace("\\|", "|") for name, rule in rows}


def parse(production: str, text: str) -> None:
    """Parse a text by the rule of a production. Raises lark.UnexpectedInput."""
    _parser().parse(text, start=f"start{list(rules()).index(production)}")


@functools.cache
def _parser() -> lark.Lark:
    starts = "".join(f"start{index}: {rule}\n" for index, rule in enumerate(rules().values()))
    grammar = f"{grammars.text('stablehlo', 'formats')}\n{starts}"
    names = [f"start{index}" for index in range(len(rules()))]
    return lark.Lark(grammar, parser="lalr", start=names, g_regex_flags=re.ASCII)
