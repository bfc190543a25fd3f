"""The spans of the parts of an operation, found by parsing its statement again."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field

from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.grammars.nodes import Token, Tree, UnexpectedInput
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.text.assembly.formats import format_of
from stablehlo_tools.text.reader.scan import Automaton
from stablehlo_tools.text.reader.splitter import NAME, RawText, SplitFile, expand_runs
from stablehlo_tools.text.statement.statement_parser import parse_tree

Node = Tree


DICTIONARY = "{}"


@record
class OperationSpans:
    """The spans of the parts of an operation.

    `attributes` have MLIR's names and, if a struct or a part of a format holds several attributes of the
    specification, those names, too. `strides[1]` is the second range of a slice, and `DICTIONARY` the
    attribute dictionary of an assembly format. A type that is written once for all values is in
    `operand_types` and `result_types` once.
    """

    name: Span
    operands: list[Span] = field(default_factory=list)
    results: list[Span] = field(default_factory=list)
    operand_types: list[Span] = field(default_factory=list)
    result_types: list[Span] = field(default_factory=list)
    attributes: dict[str, Span] = field(default_factory=dict)

    def operand_type(self, index: int) -> Span:
        """The type of operand `index` in the text, or else the operand, or else the op's name."""
        return _at(self.operand_types, index) or _at(self.operands, index) or self.name

    def result_type(self, index: int) -> Span:
        """The type of result `index` in the text, or else the result, or else the op's name."""
        return _at(self.result_types, index) or _at(self.results, index) or self.name

    def moved(self, move: Callable[[Span], Span]) -> OperationSpans:
        """The spans, each mapped by `move`."""
        return OperationSpans(
            move(self.name),
            list(map(move, self.operands)),
            list(map(move, self.results)),
            list(map(move, self.operand_types)),
            list(map(move, self.result_types)),
            {name: move(span) for name, span in self.attributes.items()},
        )


def _at(spans: list[Span], index: int) -> Span | None:
    return spans[min(index, len(spans) - 1)] if spans else None


class _MovableSpans(NamedTuple):
    """The parts of an operation, and how to move each to its place."""

    spans: OperationSpans
    move: Callable[[Span], Span]


_MAX_LOCATED = 4  # an operation, and in turn those that define its operands
_MAX_STATEMENTS = 16  # the latest ones that differ in more than names


class Locator:
    """Locates the parts of operations in their text.

    It caches its last results, since one operation may have thousands of errors, one function thousands of
    arguments, and one region many others inside. Use one locator for several look-ups.
    """

    def __init__(self) -> None:
        self._parts_in = functools.lru_cache(_MAX_STATEMENTS)(functools.partial(_parts_in, Automaton()))
        # the last results, the latest at the end, by the id of the operation: equal modules are not one
        self._located: dict[int, tuple[Operation, _MovableSpans | None]] = {}
        self._mentions: dict[tuple[Source, int, int], _Mentions] = {}

    def locate(self, operation: Operation) -> OperationSpans | None:
        """The spans of an operation; None if it has no text."""
        located = self._locate(operation)
        return located and located.spans.moved(located.move)

    def part(self, operation: Operation, choose: Callable[[OperationSpans], Span | None]) -> Span | None:
        """The span that `choose` takes from those of an operation; None if it has no text.

        Faster than `locate`: it calculates the place of that span alone.
        """
        located = self._locate(operation)
        if located is None:
            return None
        span = choose(located.spans)
        return span and located.move(span)

    def _locate(self, operation: Operation) -> _MovableSpans | None:
        cache, key = self._located, id(operation)
        _, located = cache.pop(key) if key in cache else (operation, self._parts(operation))
        cache[key] = operation, located
        if len(cache) > _MAX_LOCATED:
            del cache[next(iter(cache))]
        return located

    def _parts(self, operation: Operation) -> _MovableSpans | None:
        span, template = operation.span, operation.template
        if span is None:
            return None
        as_it_is = _MovableSpans(OperationSpans(span), lambda part: part)
        if template is None or template.is_implicit:
            return as_it_is
        source, text = span.source, _with_one_name(span.source, _extents_outside_regions(operation, span))
        try:
            parts = self._parts_in(text.text, template.operands, template.results)
        except (KeyError, UnexpectedInput):  # the splitter is wrong where lines break in unusual places
            return as_it_is
        return _MovableSpans(parts, lambda part: _span_at(source, text.offset, part.start, part.end))

    def op_name(self, operation: Operation) -> Span | None:
        """The span of the op's name, as in `OperationSpans`; None if the operation has no text.

        A match of the head finds it in most statements, which is much faster than parsing.
        """
        span, template = operation.span, operation.template
        if span is None or template is None or template.is_implicit:
            return span
        head = _HEAD.match(span.source.text, span.start)
        if head is None:
            return self.part(operation, lambda parts: parts.name)
        return Span(span.source, *head.span("name"))

    def name(self, value: Value) -> Span | None:
        """The span of the name of a value."""
        holder = value.holder
        if holder.source is None:
            return None
        name, source = value.name.partition("#")[0], holder.source
        spans = (self._mentioned(source, *extent).first(name) for extent in _name_extents(value, holder))
        return next(filter(None, spans), None)

    def _mentioned(self, source: Source, start: int, end: int) -> _Mentions:
        """The names in a part of a text; the last two results are cached."""
        key = source, start, end
        if key not in self._mentions:
            if len(self._mentions) > 1:
                del self._mentions[next(iter(self._mentions))]
            self._mentions[key] = _Mentions(*key)
        return self._mentions[key]

    def definition(self, value: Value) -> Span | None:
        """The span of the definition of a value."""
        owner = value.owner
        if not isinstance(owner, Operation):
            return self.name(value)
        return self.part(owner, lambda parts: _at(parts.results, value.index)) or owner.span


def _parts_in(
    automaton: Automaton, statement: str, operands: Sequence[int], results: Sequence[tuple[int, int]]
) -> OperationSpans:
    """The spans in the text of a statement without regions, whose template has these placeholders."""
    source = Source(statement)
    file = SplitFile(source, automaton)
    text = _Text(source, file.raw_text(next(expand_runs(file.statements))))
    tree = parse_tree(text.raw.text, start="statement")
    placeholders = [match.span() for match in NAME.finditer(text.raw.text)]
    head = next(
        child for child in tree.children if isinstance(child, Tree) and child.data not in _OUTSIDE_HEAD
    )
    parts = OperationSpans(text.node_span(head.children[0]))
    parts.operands = [text.span(*placeholders[placeholder]) for placeholder in operands]
    parts.results = [text.span(*placeholders[placeholder]) for placeholder, _ in results]
    _find_types(head, text, parts)
    for attribute, span in _attributes(head, text):
        first = parts.attributes.setdefault(attribute, span)
        parts.attributes[attribute] = first._replace(end=span.end)  # some have several parts
    return parts


_RESULT = rf"{NAME.pattern}(?:[ ]*:[ ]*\d+)?"
_HEAD = regex(rf"(?:{_RESULT}(?:,[ ]*{_RESULT})*[ ]*=[ ]*)?(?P<name>\"?[a-z]\w*(?:\.\w+)*\"?)(?=[\s(])")


class _Mentions:
    """The first mentions of names in a part of a text, which is searched only as far as needed."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self._source = source
        self._spans: dict[str, Span] = {}
        self._matches = _MENTION.finditer(source.text, start, end)

    def first(self, name: str) -> Span | None:
        """The first mention of a name."""
        while name not in self._spans:
            match = next(self._matches, None)
            if match is None:
                return None
            self._spans.setdefault(match["name"] or "", Span(self._source, *match.span()))
        return self._spans[name]


_MENTION = regex(rf'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?P<name>{NAME.pattern})')


def _name_extents(value: Value, owner: Operation) -> Iterator[tuple[int, int]]:
    """The ranges to search for a name: the label of an argument's block, and the owner's text."""
    if isinstance(value.owner, Block):
        yield _label_extent(value.owner, owner)
    yield owner.start, owner.end


def _label_extent(block: Block, owner: Operation) -> tuple[int, int]:
    """The range from the end of the previous block to the first operation of a block."""
    before = itertools.takewhile(lambda other: other is not block, owner.blocks)
    start = max((other.operations[-1].end for other in before if other.operations), default=owner.start)
    return start, block.operations[0].start if block.operations else owner.end


_NAMES = {"%": "%_", "@": "@_", "#": "#loc"}
_OUTSIDE_HEAD = ("results", "location")


@record(frozen=True)
class _Text:
    """A statement in a source: `raw`, the text that is parsed, with offsets in the source."""

    source: Source
    raw: RawText

    def span(self, start: int, end: int) -> Span:
        return _span_at(self.source, self.raw.offset, start, end)

    def node_span(self, node: Node | Token) -> Span:
        """The span of a node with at least one token."""
        return self.span(node.start_pos, node.end_pos)

    def with_key(self, key: str, span: Span) -> Span:
        """A span extended by the `key = ` before it."""
        return span._replace(start=self.source.text.rindex(key, 0, span.start))


def _span_at(source: Source, offset: Callable[[int], int], start: int, end: int) -> Span:
    """The span in a source of a part of a text, at least one character; `offset` maps its positions."""
    first = offset(start)
    return Span(source, first, max(first + 1, offset(end - 1) + 1))


def _with_one_name(source: Source, extents: Iterable[tuple[int, int]]) -> RawText:
    """Parts of a text with all names replaced by one per sigil: equal for those that differ in names only."""
    text, pieces, origins, length = source.text, list[str](), list[tuple[int, int]](), 0
    for start, end in extents:
        origins.append((length, start))
        for match in (match for match in _MENTION.finditer(text, start, end) if match["name"]):
            name = _NAMES[text[match.start()]]
            pieces += [text[start : match.start()], name]
            length += match.start() - start + len(name)
            start = match.end()
            origins.append((length - 1, start - 1))
        pieces.append(text[start:end])
        length += end - start
    return RawText("".join(pieces), origins)


def _extents_outside_regions(operation: Operation, span: Span) -> Iterator[tuple[int, int]]:
    """The extents of an operation without the operations in its regions, which may be the whole program."""
    start = span.start
    for first, last in _extents_of_regions(operation, span):
        yield start, first
        start = last
    yield start, span.end


def _extents_of_regions(operation: Operation, outer: Span) -> Iterator[tuple[int, int]]:
    """The extent of each region in the text; none for regions that are not written there."""
    start = outer.start
    for region in operation.regions:
        # the last of a block may be a terminator that is not written
        ends = [inner for block in region.blocks for inner in block.operations[:1] + block.operations[-2:]]
        spans = [span for inner in ends if (span := inner.span) and span.source is outer.source]
        written = [span for span in spans if start < span.start and span.end < outer.end]
        if written:
            first, start = min(span.start for span in written), max(span.end for span in written)
            yield first, start


def _find_types(head: Node, text: _Text, parts: OperationSpans) -> None:
    for child in _trees(head):
        if child.data in ("signature", "function_type"):
            parts.operand_types = _spans(child.children[0], text)
            parts.result_types = _spans(child.children[1], text)
        elif child.data == "typing":
            types, results = child.children
            assert isinstance(types, Tree)
            only = types.children[0]
            if results is None and isinstance(only, Tree) and only.data == "function_type":
                return _find_types(types, text, parts)
            parts.operand_types = _spans(types, text)
            parts.result_types = _spans(results, text) if results is not None else parts.operand_types[-1:]
        elif child.data == "type_list_1":
            parts.operand_types = parts.result_types = _spans(child, text)
        elif child.data == "func":
            _find_types_of_function(child, text, parts)
    return None


def _find_types_of_function(func: Node, text: _Text, parts: OperationSpans) -> None:
    for child in _trees(func):
        if child.data == "func_inputs":
            parts.operand_types = [text.node_span(part.children[-3]) for part in _trees(child)]
        elif child.data == "func_outputs":
            parts.result_types = [text.node_span(part.children[0]) for part in _trees(child)]


def _trees(node: Node) -> Iterator[Node]:
    return (child for child in node.children if isinstance(child, Tree))


def _spans(types: Node | Token | None, text: _Text) -> list[Span]:
    if not isinstance(types, Tree):
        return []
    return [text.node_span(type) for type in types.children if type is not None]


def _attributes(head: Node, text: _Text) -> Iterator[tuple[str, Span]]:
    """The attributes in a statement, and the parts of composite ones."""
    dictionaries = [node for node in _trees(head) if node.data == "dictionary"]
    if head.data != "generic":
        yield from ((DICTIONARY, text.node_span(node)) for node in dictionaries)
    for entry in (entry for node in dictionaries for entry in _trees(node)):
        yield str(entry.children[0]).strip('"'), text.node_span(entry)
        yield from ((str(part.children[0]), text.node_span(part)) for part in entry.find_data("field"))
    if head.data == "custom":
        written, *children = head.children
        for attribute, place, key in format_of(str(written)).places(children):
            yield attribute, text.with_key(key, text.node_span(place)) if key else text.node_span(place)
