"""The reference parser: Lark parses a whole file by the rule `program` of `grammar/stablehlo.lark`.

It is as slow as it is plain. The fast parser (text/parse.py) splits a file into statements and parses each
distinct one; tests compare the modules of both. They share the meaning of rules (text/build_statements.py)
and the resolution of names, but no code that finds the beginnings and ends of statements, regions and parts.
"""

from __future__ import annotations

import bisect
import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import lark
from lark import v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import END, Token, UnexpectedInput
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.build_statements import StatementBuilder
from stablehlo_tools.text.file_parser import FileParser, InvalidStatement, diagnostic_of
from stablehlo_tools.text.formats import FORMATS, GRAMMARS, SHORT_NAMES
from stablehlo_tools.text.resolve import resolve
from stablehlo_tools.text.splitter import (
    NAME,
    REGION_MARK,
    UNCLOSED_REGION,
    UNMATCHED_BRACE,
    RawText,
    SplitFile,
    Statement,
)
from stablehlo_tools.text.statement_cache import StatementCache
from stablehlo_tools.text.statement_parser import op_error, syntax_error
from stablehlo_tools.text.template import BlockLabel, Definition, StatementError, Template, parsing

Node = lark.Tree[lark.Token]


def read(source: Source) -> tuple[Module, list[Diagnostic]]:
    """The module of `source`, and its errors: the first that is against the grammar, or all others."""
    if isinstance(source, DeferredText) and source.module is not None:
        return source.module, []
    with collection_paused():
        file = _ParsedFile(source)
        return resolve(_TreeParser(file, file.errors, StatementCache()))


def parse_tree(text: str) -> Node:
    """The parse tree of a whole file, with positions. Raises lark.UnexpectedInput."""
    return _parser().parse(text)


@functools.cache
def _parser() -> lark.Lark:
    return lark.Lark(
        grammars.text("stablehlo", *GRAMMARS),
        parser="lalr",
        start="program",
        propagate_positions=True,
        g_regex_flags=re.ASCII,
    )


class _ParsedStatement(Statement):
    """A statement of a parse tree: its node, without the nodes of its regions, and its text with marks."""

    __slots__ = ("node", "raw")

    def __init__(self, node: Node, raw: RawText) -> None:
        super().__init__(key=str(node.meta.start_pos), names=0, line=0)  # equal statements share nothing
        self.node = node
        self.raw = raw


class _ParsedFile(SplitFile):
    """A source whose statements are those of its parse tree."""

    def _split(self) -> None:
        try:
            program = parse_tree(self.source.text)
        except lark.UnexpectedInput as error:
            raw = RawText(self.source.text, [(0, 0)])
            self.errors.append(diagnostic_of(_syntax_error(error, raw.text), raw, self.source))
            return
        pending = [(program.children, self.statements)]
        while pending:
            nodes, statements = pending.pop()
            for node in _trees(nodes):
                regions = [*_cut_regions(node)]
                statement = _ParsedStatement(node, self._raw_text(node, [meta for _, meta in regions]))
                statements.append(statement)
                statement.regions = [[] for _ in regions]
                pending += zip([inner for inner, _ in regions], statement.regions, strict=True)

    def _raw_text(self, node: Node, regions: Sequence[Meta]) -> RawText:
        text, origins, start = "", list[tuple[int, int]](), node.meta.start_pos
        for region in regions:
            origins.append((len(text), start))
            text += self.source.text[start : region.start_pos] + REGION_MARK
            start = region.end_pos
        origins.append((len(text), start))
        return RawText(text + self.source.text[start : node.meta.end_pos], origins)

    def names_of(self, statement: Statement) -> list[str]:
        """The names in a statement, in order."""
        return NAME.findall(self.raw_text(statement).text)

    def extent(self, statement: Statement) -> tuple[int, int]:
        """The start and end of a statement in the source, including its regions."""
        assert isinstance(statement, _ParsedStatement)
        return statement.node.meta.start_pos, statement.node.meta.end_pos

    def raw_text(self, statement: Statement) -> RawText:
        """The text of a statement, with `REGION_MARK` for each region."""
        assert isinstance(statement, _ParsedStatement)
        return statement.raw


def _trees(nodes: Sequence[Any]) -> Iterator[Node]:
    return (node for node in nodes if isinstance(node, lark.Tree))


def _cut_regions(node: Node) -> Iterator[tuple[list[Any], Meta]]:
    """The statements of each region of a statement, and where the region is; its node becomes a leaf."""
    pending = [node]
    while pending:
        part = pending.pop()
        if part.data != "region":
            pending += reversed([*_trees(part.children)])
            continue
        bodies, part.children = part.children, []
        inner = [statement for body in _trees(bodies) for statement in _statements_in(body)]
        if inner:
            yield inner, part.meta
        else:
            part.data = "empty_region"


def _statements_in(part: Node) -> list[Any]:
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
            try:
                built: Template | BlockLabel | Definition
                built = _TreeBuilder(self.file.source, statement.raw).transform(statement.node)
            except lark.exceptions.VisitError as error:
                raise error.orig_exc from None
            return built


class _TreeBuilder(Transformer_NonRecursive[Any, Any], StatementBuilder):
    """The callbacks of a statement, and of rules that are tokens if a statement is parsed by itself."""

    def __init__(self, source: Source, raw: RawText) -> None:
        super().__init__()
        self._source = source
        self._raw = raw

    def __default_token__(self, token: lark.Token) -> Token:
        """The token at its place in the text of the statement."""
        return self._token(token.type, token.value, token.start_pos or 0)

    def _token(self, type: str, text: str, start: int) -> Token:
        piece = bisect.bisect_right(self._raw.origins, start, key=lambda origin: origin[1]) - 1
        local, origin = self._raw.origins[piece]
        position = local + start - origin
        return Token(type, text, position, position + len(text))

    def shape(self, sizes: list[Token]) -> Token | None:
        first = next(iter(sizes), None)
        if first is None:
            return None
        text = "".join(f"{size}x" for size in sizes)
        return Token("DIMENSIONS", text, first.start_pos, sizes[-1].end_pos)

    @v_args(meta=True)
    def tensor_literal(self, meta: Meta, parts: list[Any]) -> Token:
        return self._token("DENSE", self._source.text[meta.start_pos : meta.end_pos], meta.start_pos)


_ANY_OP = "BUILTIN_MODULE"  # an op, which may stand where any other may


def _syntax_error(error: lark.UnexpectedInput, text: str) -> StatementError:
    """Lark's error in words, and in the terms of the operation around it."""
    values = error.interactive_parser.parser_state.value_stack if error.interactive_parser else []
    tokens = [_token_of(value) for value in values if isinstance(value, lark.Token)]
    unexpected = _unexpected(error)
    if _ANY_OP in unexpected.expected:
        return _misplaced(unexpected, text, tokens)
    ops = [token for token in tokens if token in FORMATS or token in SHORT_NAMES]
    return syntax_error(unexpected, text, ops[-1].start_pos if ops else len(text))


def _unexpected(error: lark.UnexpectedInput) -> UnexpectedInput:
    """Lark's error as the fast parser has it."""
    position = error.pos_in_stream or 0
    if isinstance(error, lark.UnexpectedToken):
        return UnexpectedInput(position, _token_of(error.token), frozenset(error.accepts or error.expected))
    return UnexpectedInput(position, None, frozenset(getattr(error, "allowed", None) or ()))


def _token_of(token: lark.Token) -> Token:
    return Token(token.type, token, token.start_pos or 0, token.end_pos or 0)


def _misplaced(error: UnexpectedInput, text: str, tokens: Sequence[Token]) -> StatementError:
    """The error where an operation may begin, but does not."""
    start = error.position
    braces = [token.start_pos for token in tokens if token.type == "LBRACE"]
    if braces and error.token is not None and error.token.type == END:
        return StatementError("unclosed `{`", braces[-1], braces[-1] + 1, code=UNCLOSED_REGION)
    if not braces and text.startswith("}", start):
        return StatementError("unmatched `}`", start, start + 1, code=UNMATCHED_BRACE)
    return op_error(text, start) or syntax_error(error, text, start)
