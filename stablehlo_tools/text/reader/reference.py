"""The reference parser: it parses a whole file by the rule `program` of `grammar/stablehlo.lark`.

It is slower, and plain. The fast parser (text/parse.py) splits a file into statements and parses each
distinct one; tests compare the modules of both. They share the meaning of rules
(text/statement/build_statements.py) and the resolution of names, but no code that finds the beginnings and
ends of statements, regions and parts.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Iterator, Sequence
from typing import Any

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import END, Token, Tree, UnexpectedInput
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.assembly.formats import FORMATS, SHORT_NAMES
from stablehlo_tools.text.reader.file_parser import FileParser, InvalidStatement, diagnostic_of
from stablehlo_tools.text.reader.resolve import resolve
from stablehlo_tools.text.reader.splitter import (
    NAME,
    REGION_MARK,
    UNCLOSED_REGION,
    UNMATCHED_BRACE,
    RawText,
    SplitFile,
    Statement,
)
from stablehlo_tools.text.statement.build_statements import StatementBuilder
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.text.statement.statement_parser import op_error, syntax_error
from stablehlo_tools.text.statement.template import BlockLabel, Definition, StatementError, Template, parsing


def read(source: Source) -> tuple[Module, list[Diagnostic]]:
    """The module of `source`, and its errors: the first that is against the grammar, or all others."""
    if isinstance(source, DeferredText) and source.module is not None:
        return source.module, []
    with collection_paused():
        file = _ParsedFile(source)
        return resolve(_TreeParser(file, file.errors, StatementCache()))


def parse_tree(text: str) -> Tree:
    """The parse tree of a whole file, with positions. Raises UnexpectedInput."""
    tree: Tree = _parser().parse(text, "program")
    return tree


@functools.cache
def _parser() -> TableParser:
    return grammars.parser("program")


class _ParsedStatement(Statement):
    """A statement of a parse tree: its node, without the nodes of its regions, and its text with marks."""

    __slots__ = ("node", "raw")

    def __init__(self, node: Tree, raw: RawText) -> None:
        super().__init__(key=str(node.start_pos), names=0, line=0)  # equal statements share nothing
        self.node = node
        self.raw = raw


class _ParsedFile(SplitFile):
    """A source whose statements are those of its parse tree."""

    def _split(self) -> None:
        try:
            program = parse_tree(self.source.text)
        except UnexpectedInput as error:
            raw = RawText(self.source.text, [(0, 0)])
            self.errors.append(diagnostic_of(_syntax_error(error, raw.text), raw, self.source))
            return
        pending = [(program.children, self.statements)]
        while pending:
            nodes, statements = pending.pop()
            for node in _trees(nodes):
                regions = [*_cut_regions(node)]
                statement = _ParsedStatement(node, self._raw_text(node, [region for _, region in regions]))
                statements.append(statement)
                statement.regions = [[] for _ in regions]
                pending += zip([inner for inner, _ in regions], statement.regions, strict=True)

    def _raw_text(self, node: Tree, regions: Sequence[Tree]) -> RawText:
        text, origins, start = "", list[tuple[int, int]](), node.start_pos
        for region in regions:
            origins.append((len(text), start))
            text += self.source.text[start : region.start_pos] + REGION_MARK
            start = region.end_pos
        origins.append((len(text), start))
        return RawText(text + self.source.text[start : node.end_pos], origins)

    def names_of(self, statement: Statement) -> list[str]:
        """The names in a statement, in order."""
        return NAME.findall(self.raw_text(statement).text)

    def extent(self, statement: Statement) -> tuple[int, int]:
        """The start and end of a statement in the source, including its regions."""
        assert isinstance(statement, _ParsedStatement)
        return statement.node.start_pos, statement.node.end_pos

    def raw_text(self, statement: Statement) -> RawText:
        """The text of a statement, with `REGION_MARK` for each region."""
        assert isinstance(statement, _ParsedStatement)
        return statement.raw


def _trees(nodes: Sequence[Any]) -> Iterator[Tree]:
    return (node for node in nodes if isinstance(node, Tree))


def _cut_regions(node: Tree) -> Iterator[tuple[list[Any], Tree]]:
    """The statements of each region of a statement, and the region; its node becomes a leaf."""
    pending = [node]
    while pending:
        part = pending.pop()
        if part.data != "region":
            pending += reversed([*_trees(part.children)])
            continue
        bodies, part.children = part.children, []
        inner = [statement for body in _trees(bodies) for statement in _statements_in(body)]
        if inner:
            yield inner, part
        else:
            part.data = "empty_region"


def _statements_in(part: Tree) -> list[Any]:
    """A label, or the operations of a body."""
    return part.children if part.data == "func_body" else [part]


class _TreeParser(FileParser):
    """Makes statements of the nodes of a parse tree, by the callbacks of the fast parser."""

    def parse(
        self, statement: Statement, *, is_inner: bool = False
    ) -> Template | BlockLabel | InvalidStatement | None:
        """The template or label of a statement; None if it defines an alias, a location or resources."""
        assert isinstance(statement, _ParsedStatement)
        try:
            parsed = self._built(statement)
            if not isinstance(parsed, Definition):
                return parsed
            self.define(parsed, statement.raw.text)
        except StatementError as error:
            return self.reject(statement.raw, error)
        return None

    def _built(self, statement: _ParsedStatement) -> Template | BlockLabel | Definition:
        with parsing(statement.raw.text, self.aliases, {}) as context:
            context.check_nesting()
            context.check_strings()
            built: Template | BlockLabel | Definition = _TreeBuilder(self.file.source, statement.raw).built(
                statement.node
            )
            return built


class _TreeBuilder(StatementBuilder):
    """The callbacks of a statement, and of rules that are tokens if a statement is parsed by itself."""

    def __init__(self, source: Source, raw: RawText) -> None:
        super().__init__()
        self._source = source
        self._raw = raw

    def built(self, node: Tree) -> Any:
        """The result of the callbacks for a node: from its leaves up, without recursion."""
        order, pending = list[Tree](), [node]
        while pending:
            order.append(pending.pop())
            pending += _trees(order[-1].children)
        values: dict[int, Any] = {}
        for part in reversed(order):
            parts = [
                values.pop(id(child)) if isinstance(child, Tree) else child and self._token(child.type, child)
                for child in part.children
            ]
            callback = getattr(self, part.data, None)
            if part.data == "tensor_literal":
                values[id(part)] = self._token("DENSE", part)
            else:
                values[id(part)] = Tree(part.data, parts) if callback is None else callback(parts)
        return values[id(node)]

    def _token(self, type: str, part: Token | Tree) -> Token:
        """A part as a token, at its place in the text of the statement."""
        start = part.start_pos
        piece = bisect.bisect_right(self._raw.origins, start, key=lambda origin: origin[1]) - 1
        local, origin = self._raw.origins[piece]
        position = local + start - origin
        text = self._source.text[start : part.end_pos]
        return Token(type, text, position, position + len(text))

    def shape(self, sizes: list[Token]) -> Token | None:
        first = next(iter(sizes), None)
        if first is None:
            return None
        text = "".join(f"{size}x" for size in sizes)
        return Token("DIMENSIONS", text, first.start_pos, sizes[-1].end_pos)


_ANY_OP = "BUILTIN_MODULE"  # an op, which may stand where any other may


def _syntax_error(error: UnexpectedInput, text: str) -> StatementError:
    """The error in words, and in the terms of the operation around it."""
    tokens = [part for part in error.before if isinstance(part, Token)]
    if _ANY_OP in error.expected:
        return _misplaced(error, text, tokens)
    ops = [token for token in tokens if token in FORMATS or token in SHORT_NAMES]
    return syntax_error(error, text, ops[-1].start_pos if ops else len(text))


def _misplaced(error: UnexpectedInput, text: str, tokens: Sequence[Token]) -> StatementError:
    """The error where an operation may begin, but does not."""
    start = error.position
    braces = [token.start_pos for token in tokens if token.type == "LBRACE"]
    if braces and error.token is not None and error.token.type == END:
        return StatementError("unclosed `{`", braces[-1], braces[-1] + 1, code=UNCLOSED_REGION)
    if not braces and text.startswith("}", start):
        return StatementError("unmatched `}`", start, start + 1, code=UNMATCHED_BRACE)
    return op_error(text, start) or syntax_error(error, text, start)
