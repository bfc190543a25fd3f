"""That our parser does by a shipped table what Lark does by the grammar."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.grammars import build, parsers
from stablehlo_tools.grammars.nodes import Token, Tree, UnexpectedInput
from stablehlo_tools.grammars.parsers import LANGUAGES
from stablehlo_tools.grammars.table_parser import TableParser, _picked
from stablehlo_tools.text.reader.splitter import SplitFile, expand_runs

ROOT = Path(__file__).parents[2]
DATA = ROOT / "testdata"
FILES = sorted([*DATA.glob("models/*.mlir"), *DATA.glob("syntax/**/*.mlir")])
PLACE = re.compile(r"[^\W\d]\w*|\d+|[^\w\s]")


def test_a_list_is_extended_and_not_copied() -> None:
    """Copies would take a time quadratic in the number of parts: 19 s for 100,000 operands."""
    shorter = Tree("operands", ["%0"])
    longer = _picked(lambda parts: parts, 3, [~0, 2])([shorter, ",", "%1"])
    assert longer == ["%0", "%1"]
    assert longer is shorter.children


@functools.cache
def theirs(language: str) -> lark.Lark:
    """Lark's parser, with places."""
    options = LANGUAGES[language]
    flags = re.ASCII if options.is_ascii else 0
    starts = [*build.starts_of(options)]
    grammar = parsers.text(*options.files)
    return lark.Lark(grammar, parser="lalr", start=starts, propagate_positions=True, g_regex_flags=flags)


@functools.cache
def ours(language: str) -> TableParser:
    return parsers.parser(language)


def plain(node: Any) -> object:
    """A tree of either parser: names, types, texts and places."""
    if isinstance(node, lark.Tree):
        place = (-1, -1) if node.meta.empty else (node.meta.start_pos, node.meta.end_pos)
        return str(node.data), [plain(child) for child in node.children], place
    if isinstance(node, Tree):
        return node.data, [plain(child) for child in node.children], (node.start_pos, node.end_pos)
    if isinstance(node, lark.Token | Token):
        return node.type, str(node), node.start_pos, node.end_pos
    return node


def by_lark(language: str, text: str, start: str) -> object:
    try:
        return plain(theirs(language).parse(text, start=start))
    except lark.UnexpectedToken as error:
        return error.token.type, error.token.start_pos, frozenset(error.accepts or error.expected)
    except lark.UnexpectedCharacters as error:
        return None, error.pos_in_stream, frozenset(error.allowed)


def by_us(language: str, text: str, start: str) -> object:
    try:
        return plain(ours(language).parse(text, start))
    except UnexpectedInput as error:
        return None if error.token is None else error.token.type, error.position, error.expected


def check(language: str, text: str, start: str) -> None:
    assert by_us(language, text, start) == by_lark(language, text, start), text


def start_of(text: str) -> str:
    return "label" if text.lstrip().startswith("^") else "statement"


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


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_trees_are_those_of_lark(path: Path) -> None:
    for text in statements(path):
        check("formats", text, start_of(text))


def mistaken(text: str, step: int) -> Iterator[str]:
    """The text with one word, number or sign taken away, written twice, or made another."""
    for place in [*PLACE.finditer(text)][::step]:
        before, word, after = text[: place.start()], place[0], text[place.end() :]
        yield from (before + after, f"{before}{word} {word}{after}", f"{before}?{after}", f"{before}x{after}")


def test_so_are_errors() -> None:
    for text in statements(DATA / "models" / "convnet.mlir"):
        for changed in mistaken(text, 11):
            check("formats", changed, start_of(text))


def test_a_text_ends_where_it_may() -> None:
    for text in ("", " ", "%0", "%0 = ", "module", "// module", "#a = 1 // behind\n"):
        check("formats", text, "statement")


TEXTS = [
    ("formats", "statement", "%0 = \"a.b\"() {x = #stablehlo<dot dims = []>} : () -> i1"),
    ("dialects", "statement", '%0 = arith.constant 1 : i32'),
    ("dialects", "statement", "sdy.mesh @mesh = <[\"x\"=2]>"),
    ("program", "program", "func.func @f(%x: tensor<2xf32>) {%0 = stablehlo.abs\n%x : tensor<2xf32> return}"),
    ("formula", "rule", "0 <= iota_dimension < rank(output)"),
    ("formula", "rule", "rank(a) = 2 ? (size(a) + 1) * 3 : not is_empty(b...) and a[0, 1:2] in [1, 2]"),
    ("formula", "rule", "shape(x)[i] = 1 for i in range(rank(x))"),
    ("affine", "operand", "(d0)[s0] -> (d0 floordiv 2, -(d0 mod s0)), domain: d0 in [0, 3], s0 in [1, 2]"),
    ("affine", "expression", "(d0 + 1) * 2 - d1"),
    ("shape", "shape", "(f32[2,<=3]{1,0:T(8,128)(2,1)S(1)}, (s32[], token[]))"),
    ("hlo", "window", "{size=3x3 stride=2x2 pad=1_1x1_1}"),
    ("hlo", "replica_groups", "[2,2]<=[2,2]T(1,0)"),
    ("hlo", "metadata", '{op_name="a/b" source_line=3}'),
    ("hlo", "sharding", "{{devices=[2,1]0,1}, {replicated}}"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "start", "text"), TEXTS)
def test_every_language_is_read_as_lark_reads_it(language: str, start: str, text: str) -> None:
    for each in (text, *mistaken(text, 1), *(text[:end] for end in range(len(text)))):
        check(language, each, start)


class Sums:
    """Callbacks that get lists."""

    def fold(self, parts: list[Any]) -> int:
        return sum(part for part in parts if isinstance(part, int))

    def number(self, parts: list[Any]) -> int:
        return int(parts[0])


def test_callbacks_make_values() -> None:
    assert parsers.parser("formula", Sums()).parse("1 + 2 + 39", "rule") == 42


class Pairs:
    """Callbacks that get arguments."""

    integer = staticmethod(int)

    def integers(self, *parts: Any) -> tuple[Any, ...]:
        return parts

    numbers = iota = integers


def test_callbacks_take_parts_as_arguments() -> None:
    parser = parsers.parser("hlo", Pairs(), inline=True)
    assert parser.parse("{1, 2}", "integers") == (1, 2)
    assert parser.parse("{}", "integers") == ()
    assert parser.parse("[2]<=[2]", "replica_groups") == ((2,), (2,), None)  # the order is optional


def test_what_a_callback_raises_is_raised() -> None:
    class Refusal:
        def number(self, parts: list[object]) -> None:
            raise KeyError(*parts)

    with pytest.raises(KeyError, match="7"):
        parsers.parser("formula", Refusal()).parse("7", "rule")


# -- the tables that are shipped -------------------------------------------------------------------------

PRINT = """\
import hashlib, json
from stablehlo_tools.grammars import build
for name, language in build.LANGUAGES.items():
    print(name, hashlib.sha256(build.json_of(language).encode()).hexdigest())
"""


@pytest.mark.slow
def test_the_tables_are_those_of_the_grammars() -> None:
    """`python -m stablehlo_tools.grammars.build` makes them, whatever order Lark's sets have."""
    import hashlib

    shipped = [(parsers.TABLES / f"{name}.json").read_bytes() for name in LANGUAGES]
    environment = {"PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)}
    built = subprocess.run([sys.executable, "-c", PRINT], env=environment, capture_output=True, check=True)
    digests = [line.split()[1] for line in built.stdout.decode().splitlines()]
    assert digests == [hashlib.sha256(table).hexdigest() for table in shipped]


def test_each_table_is_of_a_language() -> None:
    assert {path.stem for path in parsers.TABLES.iterdir()} == set(LANGUAGES)
    assert all(json.loads(path.read_bytes())["starts"] for path in parsers.TABLES.iterdir())
