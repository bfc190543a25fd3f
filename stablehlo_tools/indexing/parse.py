"""Parses maps and expressions (`grammar/affine.lark`), in all forms that `print` writes."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import END, Token, Tree, UnexpectedInput
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.indexing import maps
from stablehlo_tools.indexing.affine import (
    MAX_DEPTH,
    Expression,
    ExpressionKind,
    TooLarge,
    combine,
    constant,
    dimension,
    symbol,
)
from stablehlo_tools.indexing.interval import UNBOUNDED, Interval

_WORD = re.compile(r"[\w.]+|->|\S")
_KINDS = {
    "PLUS": ExpressionKind.SUM,
    "MINUS": ExpressionKind.SUM,
    "TIMES": ExpressionKind.PRODUCT,
    "MOD": ExpressionKind.REMAINDER,
    "FLOORDIV": ExpressionKind.FLOOR,
    "CEILDIV": ExpressionKind.CEILING,
}


def parse_map(text: str, name: str = "<string>") -> maps.Map:
    """The map in a text of any form. Raises ParseError.

    Without `domain:`, variables are unbounded.
    """
    return parse_operand(text, name).map


def parse_operand(text: str, name: str = "<string>") -> maps.OperandIndexing:
    """The map in a text, with the sources of runtime variables as strings. Raises ParseError."""
    source = Source(text, name)
    return _Reader(source).operand(_tree(source, "operand"))


def parse_expression(text: str, variables: Mapping[str, Expression], name: str = "<string>") -> Expression:
    """The expression in a text, over variables with these names. Raises ParseError."""
    source = Source(text, name)
    return _Reader(source).expression(_children(_tree(source, "expression"))[0], variables)


@functools.cache
def _parser() -> TableParser:
    return grammars.parser("affine")


def _tree(source: Source, start: str) -> Tree:
    text = source.text
    _check_nesting(source)
    try:
        tree: Tree = _parser().parse(text, start)
    except UnexpectedInput as error:
        position, end = error.position, len(text.rstrip())
        if error.token is not None and error.token.type == END:
            raise _error(source, "unexpected end of input", max(end - 1, 0), end) from None
        word = _WORD.match(text, position)
        end = word.end() if word else position + 1
        raise _error(source, f"unexpected `{text[position:end]}`", position, end) from None
    return tree


def _check_nesting(source: Source) -> None:
    depth = 0
    for match in re.finditer(r"[()]", source.text):
        depth += 1 if match[0] == "(" else -1
        if depth > MAX_DEPTH:
            raise _error(source, f"parentheses are nested more than {MAX_DEPTH} deep", *match.span())


_INDEXING_MAP = Code(
    "indexing_map",
    "The text is not a valid indexing map.",
    "Write a map as `(d0, d1)[s0] -> (d0, s0 + 1), domain: d0 in [0, 3], d1 in [0, 9], s0 in [0, 4]`. The "
    "domain gives the range of each variable, and optional constraints.",
)


def _error(source: Source, message: str, start: int, end: int) -> ParseError:
    return ParseError(Diagnostic(_INDEXING_MAP, message, Span(source, start, end)))


class _Reader:
    """Builds maps from the parse trees of one text."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def operand(self, tree: Tree) -> maps.OperandIndexing:
        """A map with the sources of its runtime variables."""
        indexing, *clauses = (child for child in tree.children if isinstance(child, Tree))
        map, sources = self._indexing(indexing)
        replica_id = None
        for clause in clauses:
            if clause.data == "runtime":
                text, access = _children(clause)
                text = text.partition(":")[2].removesuffix(";").strip()
                sources.append(maps.RuntimeSource(text, self._indexing(access)[0]))
            else:
                replica_id = self._indexing(clause)[0]
        return maps.OperandIndexing(map, tuple(sources), replica_id)

    def _indexing(self, tree: Tree) -> tuple[maps.Map, list[maps.RuntimeSource]]:
        if tree.data == "known_empty":
            return maps.known_empty(0, 0), []
        if tree.data == "undefined":
            return maps.Undefined(), []
        head, domain = tree.children
        items = [] if domain is None else domain.children
        origins = {str(item.children[0].children[0]): item for item in items if item.children[2] is not None}
        names = self._names(head, origins)
        map = self._map(names, head.children[3], items, is_bounded=domain is not None)
        sources = [self._origin(origins[name], map) for name in names[2] if name in origins]
        return map, sources

    def _names(self, head: Tree, origins: Mapping[str, Any]) -> list[list[Token]]:
        """The names of dimensions, ranges and runtime variables, which are those with an origin."""
        dimensions, ranges, runtimes = ([*_tokens(tree)] for tree in head.children[:3])
        seen: set[str] = set()
        for name in (*dimensions, *ranges, *runtimes):
            if name in seen:
                raise self._wrong(f"variable `{name}` is declared twice", name)
            seen.add(name)
        runtimes += [name for name in ranges if name in origins]
        return [dimensions, [name for name in ranges if name not in origins], runtimes]

    def _map(
        self, names: list[list[Token]], results: Tree, items: Sequence[Tree], *, is_bounded: bool
    ) -> maps.IndexingMap:
        symbols = [*names[1], *names[2]]
        variables = {str(name): dimension(number) for number, name in enumerate(names[0])}
        variables |= {str(name): symbol(number) for number, name in enumerate(symbols)}
        bounds: dict[Expression, Interval] = {}
        constraints: list[maps.Constraint] = []
        for item in items:
            expression = self.expression(item.children[0], variables)
            interval = Interval(*(self._integer(end) for end in item.children[1].children))
            if expression.is_variable and expression not in bounds:
                bounds[expression] = interval
            else:
                constraints.append((expression, interval))
        for name in (*names[0], *symbols):
            if variables[name] not in bounds and is_bounded:
                raise self._wrong(f"the domain has no bounds for `{name}`", name)
        intervals = {name: bounds.get(variable, UNBOUNDED) for name, variable in variables.items()}
        dimensions = _declared(names[0], intervals, [("d", 0)])
        ranges = _declared(names[1], intervals, [("s", 0)])
        runtimes = _declared(names[2], intervals, [("rt", 0), ("s", len(ranges))])
        expressions = [self.expression(tree, variables) for tree in _children(results) if tree is not None]
        return maps.IndexingMap(dimensions, ranges, runtimes, expressions, constraints)

    def _origin(self, item: Tree, map: maps.IndexingMap) -> maps.RuntimeSource:
        """The source of a runtime variable; its access map is over the dimensions of the map."""
        *_, origin, head = _children(item)
        text = origin.partition(":")[2].strip()
        access = self._map(self._names(head, {}), _children(head)[3], [], is_bounded=False)
        if len(access.dimensions) == len(map.dimensions):
            access = maps.IndexingMap(map.dimensions, access.ranges, access.runtimes, access.results)
        return maps.RuntimeSource(None if text == "NULL" else text, access)

    def expression(self, tree: Tree, variables: Mapping[str, Expression]) -> Expression:
        """The expression of a parse tree."""
        if tree.data == "number":
            return constant(self._number(_children(tree)[0]))
        if tree.data == "variable":
            return self._variable(_children(tree)[0], variables)
        try:
            return self._operation(tree, variables)
        except (TooLarge, ZeroDivisionError) as error:
            raise self._wrong(str(error), tree) from None

    def _operation(self, tree: Tree, variables: Mapping[str, Expression]) -> Expression:
        if tree.data == "negative":
            return -self.expression(tree.children[1], variables)
        if tree.data in ("minimum", "maximum"):
            left, right = (self.expression(side, variables) for side in tree.children)
            return combine(
                ExpressionKind.MINIMUM if tree.data == "minimum" else ExpressionKind.MAXIMUM, left, right
            )
        first, *operations = _children(tree)
        result = self.expression(first, variables)
        for sign, operand in zip(operations[::2], operations[1::2], strict=True):
            right = self.expression(operand, variables)
            result = combine(_KINDS[sign.type], result, -right if sign.type == "MINUS" else right)
        return result

    def _integer(self, tree: Tree) -> int:
        sign, digits = _children(tree)
        return self._number(digits) * (1 if sign is None else -1)

    def _number(self, digits: Token) -> int:
        if len(digits) > 19 or int(digits) > 2**63:
            raise self._wrong(f"{digits[:25]} exceeds 64 bits", digits)
        return int(digits)

    def _variable(self, name: Token, variables: Mapping[str, Expression]) -> Expression:
        if name not in variables:
            message = with_suggestion(f"undefined variable `{name}`", closest(name, variables))
            raise self._wrong(message, name)
        return variables[name]

    def _wrong(self, message: str, at: Token | Tree) -> ParseError:
        return _error(self._source, message, at.start_pos, at.end_pos)


def _declared(
    names: Sequence[str], bounds: Mapping[str, Interval], counters: Sequence[tuple[str, int]]
) -> list[maps.Variable]:
    """The variables, unnamed if they have their default name."""
    variables = []
    for i, name in enumerate(names):
        is_default = name in [f"{letters}{first + i}" for letters, first in counters]
        variables.append(maps.Variable(bounds[name], "" if is_default else str(name)))
    return variables


def _children(tree: Tree) -> list[Any]:
    return tree.children


def _tokens(tree: Tree) -> Iterator[Token]:
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _tokens(child)
        elif child is not None:
            yield child
