"""That running Lark's tables ourselves comes to what Lark comes to."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.text.splitter import SplitFile, expand_runs

DATA = Path(__file__).parents[2] / "testdata"
FILES = sorted([*DATA.glob("models/*.mlir"), *DATA.glob("syntax/**/*.mlir")])
PLACE = re.compile(r"[^\W\d]\w*|\d+|[^\w\s]")


@functools.cache
def parser() -> lark.Lark:
    return grammars.parser(
        "stablehlo", "statements", "formats", start=["statement", "label"], g_regex_flags=re.ASCII
    )


@functools.cache
def table_parser() -> TableParser:
    return TableParser(parser())


def statements(path: Path) -> Iterator[str]:
    """Each distinct statement of a file, none of them very long."""
    reading = SplitFile(Source(path.read_text(encoding="utf-8")))
    pending, known = [reading.statements], set[str]()
    while pending:
        for statement in expand_runs(pending.pop()):
            pending += statement.regions
            if statement.key not in known and len(statement.key) < 2000:
                known.add(statement.key)
                yield reading.raw_text(statement).text


def outcome(parse: lark.Lark | TableParser, text: str) -> object:
    """The tree with the types and places of its tokens, or where an error is and what was wanted there."""
    start = "label" if text.lstrip().startswith("^") else "statement"
    try:
        tree: lark.Tree[lark.Token] = parse.parse(text, start=start)
    except lark.UnexpectedInput as error:
        return type(error), error.pos_in_stream, getattr(error, "expected", None)
    tokens = tree.scan_values(lambda value: isinstance(value, lark.Token))
    return tree, [(token.type, token.start_pos, token.end_pos) for token in tokens]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_trees_are_those_of_lark(path: Path) -> None:
    for text in statements(path):
        assert outcome(table_parser(), text) == outcome(parser(), text)


def test_so_are_errors() -> None:
    for text in statements(DATA / "models" / "convnet.mlir"):
        for place in [*PLACE.finditer(text)][::7]:
            mistaken = text[: place.start()] + text[place.end() :]
            assert outcome(table_parser(), mistaken) == outcome(parser(), mistaken)


def test_a_text_ends_where_it_may() -> None:
    for text in ("", " ", "%0", "%0 = ", "module", "// module", "#a = 1 // behind\n"):
        assert outcome(table_parser(), text) == outcome(parser(), text)


def test_what_a_callback_raises_is_raised() -> None:
    class Refusal(lark.Transformer):  # type: ignore[type-arg]
        def start(self, parts: list[object]) -> None:
            raise KeyError(*parts)

    refusing = lark.Lark('start: "a"* B\nB: "b"', parser="lalr", transformer=Refusal())
    with pytest.raises(KeyError, match="b"):
        TableParser(refusing).parse("aab", "start")
