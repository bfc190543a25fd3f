"""Aliases as MLIR names and numbers them: `#loc3`, `#map`, `#set1`, `#distinct`, `!tuple`.

They are numbered by depth, then in the order of the text, which is printed once before that: MLIR, too, finds
them by printing. Locations have aliases if locations are printed, or if an attribute is a location. Aliases
that only locations of operations use are defined after the module, all others before it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.ir.attributes import Attribute, Location, Opaque
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION, Module, Operation
from stablehlo_tools.text.printer.attribute_text import attribute_text, location_text
from stablehlo_tools.text.statement.statement_parser import parse_attribute

_STRING = r'"(?:[^"\\]|\\.)*"'
# Text that an alias may replace, or that has none: strings, the bodies of other dialects, inner locations.
_CANDIDATE = re.compile(
    rf"""{_STRING} | [\#!][A-Za-z_][\w$.\-]*(?=<)
    | (?<![\w$.@%\-])(?:
        affine_(?P<affine>map|set)(?=<) | (?P<tuple>tuple)(?=<) | distinct\[(?P<distinct>[0-9]+)\](?=<)
      | (?P<location>(?<=[=,]\ )loc(?=\() | (?<=[\[<(])loc(?=\()) | loc(?=\())""",
    re.VERBOSE,
)
_BRACKET = re.compile(rf"{_STRING}|->|[<>]=|(?P<open>[(\[{{<])|(?P<close>[)\]}}>])")
_MARK = re.compile("\x01(-?)([0-9]+)\x02")  # with a `-` in other locations, where `loc` is not written
_LARGE_TUPLE: Final = 17  # types


def may_have_aliases(text: str) -> bool:
    """Whether a text without aliases has a part that an alias may replace."""
    return "affine_" in text or "distinct[" in text or "tuple<" in text or "loc(" in text


def has_locations(module: Module) -> bool:
    """Whether anything in the module has a known location."""
    return any(
        operation.location.kind != "unknown" or (operation.regions and _has_located_arguments(operation))
        for operation in module.walk()
    )


def _has_located_arguments(operation: Operation) -> bool:
    return any(
        argument.location.kind != "unknown"
        for region in operation.regions
        for block in region.blocks
        for argument in block.arguments
    )


@dataclass(eq=False, slots=True)
class _Node:
    """A node with an alias; `text` has marks for nodes in it. `serial` is that of a distinct attribute."""

    number: int
    kind: str  # the name of its aliases
    text: str
    children: list[_Node]
    depth: int
    alias: str = ""
    serial: int = -1
    is_deferred: bool = True
    is_visited: bool = False

    @property
    def sigil(self) -> str:
        return "!" if self.kind == "tuple" else "#"


class AliasState:
    """The aliases of a module, of its locations if `has_locations`.

    Aliases are numbered after all of the module is visited, so that the caller prints twice.
    """

    def __init__(self, location_aliases: Mapping[str, Location], *, has_locations: bool) -> None:
        self.has_locations = has_locations
        self._location_aliases = location_aliases
        self._nodes: list[_Node] = []
        self._by_content: dict[tuple[object, ...], _Node] = {}
        self._by_identity: dict[int, _Node] = {}
        self._unknown = self._intern("loc", "unknown", [], 0)
        self._visited: list[_Node] = []
        self._is_numbered = False
        self._serials = itertools.count()
        self._pinned: list[Location] = []  # keeps the keys of `_by_identity` alive

    # -- what is printed ------------------------------------------------------------------------

    def trailing(self, location: Location) -> str:
        """The text after an operation with this location."""
        node = self._by_identity.get(id(location))
        if node is None or not node.is_visited:
            if not self.has_locations:
                return ""
            node = self._node(location)
            self._visit(node, is_deferred=True)
        return f" loc({node.alias})"

    def argument_location(self, location: Location) -> str:
        """The text after an argument with this location, without an alias."""
        node = self._node(location)
        self._visit(node, is_deferred=False)
        return f" loc({self._inside(node)})"

    def visit(self, texts: Iterable[str]) -> None:
        """Give aliases to the parts of texts."""
        for text in filter(may_have_aliases, texts):
            for node in self._marked(text)[1]:
                self._visit(node, is_deferred=False)

    def aliased(self, text: str) -> str:
        """A text with aliases for the parts that have been visited."""
        return self._rendered(self._marked(text)[0]) if may_have_aliases(text) else text

    def are_same(self, left: Location, right: Location) -> bool:
        """Whether two locations are equal after resolving aliases."""
        return left == right or self._node(left) is self._node(right)

    def number(self) -> None:
        """Number the aliases of visited attributes, and distinct attributes from now on."""
        self._is_numbered = True
        self._visited.sort(key=lambda node: (node.depth, node.sigil, node.kind))
        counts: dict[str, int] = {}
        for node in self._visited:
            number = counts[node.kind] = counts.get(node.kind, -1) + 1
            node.alias = f"{node.sigil}{node.kind}{number or ''}"

    def lines(self, *, before: bool) -> str:
        """The definitions before or after the module."""
        return "".join(
            f"{node.alias} = {self._definition(node)}\n"
            for node in self._visited
            if node.is_deferred != before and node.alias
        )

    # -- texts with marks for nodes -------------------------------------------------------------

    def _definition(self, node: _Node) -> str:
        inside = self._inside(node)
        return f"loc({inside})" if node.kind == "loc" else inside

    def _inside(self, node: _Node) -> str:
        if node.kind != "distinct":
            return self._rendered(node.text)
        if node.serial < 0 and self._is_numbered:
            node.serial = next(self._serials)
        return f"distinct[{node.serial}]{self._rendered(node.text)}"

    def _rendered(self, text: str) -> str:
        return _MARK.sub(self._use, text) if "\x01" in text else text

    def _use(self, mark: re.Match[str]) -> str:
        node = self._nodes[int(mark[2])]
        return node.alias or (self._inside(node) if mark[1] else self._definition(node))

    def _marked(self, text: str) -> tuple[str, list[_Node], int]:
        """A text with marks, their nodes, and how deep these stand in it."""
        pieces, nodes, end, depth = list[str](), list[_Node](), 0, 0
        for match in _CANDIDATE.finditer(text):
            if match.start() < end:
                continue
            stop = match.end() if match[0][0] == '"' else _closed(text, match.end())
            node = self._candidate(match, text[match.end() : stop])
            if node is None and match[0][0] not in "#!l":
                stop = match.end()  # a string, or a tuple in which more may stand
            pieces.append(text[end : match.start()] if node else text[end:stop])
            if node is not None:
                pieces.append(f"\x01{node.number}\x02")
                nodes.append(node)
                depth = max(depth, node.depth + _nesting(text[: match.start()]))
            end = stop
        return "".join([*pieces, text[end:]]), nodes, depth

    def _candidate(self, match: re.Match[str], body: str) -> _Node | None:
        """The node of what begins with a match."""
        if match["location"]:
            location = parse_attribute(f"loc{body}")
            return self._node(location) if isinstance(location, Location) else None
        if match["tuple"]:
            text, nodes, depth = self._marked(body)
            is_large = _entries(text) >= _LARGE_TUPLE
            return self._intern("tuple", f"tuple{text}", nodes, max(depth - 1, 0)) if is_large else None
        if match["distinct"]:
            text, nodes, depth = self._marked(body)
            return self._intern("distinct", text, nodes, max(depth - 1, 0), match["distinct"])
        return self._intern(match["affine"], f"{match[0]}{body}", [], 0) if match["affine"] else None

    def _intern(self, kind: str, text: str, children: list[_Node], depth: int, *key: object) -> _Node:
        content = (kind, text, *key)
        node = self._by_content.get(content)
        if node is None:
            node = self._by_content[content] = _Node(len(self._nodes), kind, text, children, depth + 1)
            self._nodes.append(node)
        return node

    def _visit(self, node: _Node, *, is_deferred: bool) -> None:
        stack = [node]
        while stack:
            node = stack.pop()
            if node.is_visited and (is_deferred or not node.is_deferred):
                continue
            if not node.is_visited:
                self._first_visit(node)
            node.is_deferred = node.is_deferred and is_deferred
            stack += reversed(node.children)

    def _first_visit(self, node: _Node) -> None:
        node.is_visited = True
        if node.text != "<>":  # of a distinct attribute that refers to nothing
            self._visited.append(node)

    # -- locations ------------------------------------------------------------------------------

    def _node(self, location: Location) -> _Node:
        """The node of a location, made in post-order; a location that contains itself is unknown."""
        stack, begun = [location], set[int]()
        while id(location) not in self._by_identity:
            top = stack[-1]
            parts = self._parts(top)
            missing = [part for part in parts if isinstance(part, Location) and not self._is_known(part)]
            if missing and id(top) not in begun:
                begun.add(id(top))
                stack += missing
            elif not self._is_known(stack.pop()):
                self._pinned.append(top)
                self._by_identity[id(top)] = self._location_node(top, parts)
        return self._by_identity[id(location)]

    def _is_known(self, location: Location) -> bool:
        return id(location) in self._by_identity

    def _parts(self, location: Location) -> tuple[object, ...]:
        """The locations that one is made of, which are not in its metadata."""
        if location.kind == "fused":
            return location.parts[1:]
        if location.kind != "alias":
            return location.parts
        return (self._location_aliases.get(str(location.parts[0]), UNKNOWN_LOCATION),)

    def _location_node(self, location: Location, parts: tuple[object, ...]) -> _Node:
        children = [
            self._by_identity.get(id(part), self._unknown) for part in parts if isinstance(part, Location)
        ]
        if location.kind == "alias":
            return children[0]
        depth = max((child.depth for child in children), default=0)
        marks = iter([f"\x01-{child.number}\x02" for child in children])
        if location.kind == "fused" and location.parts[0] is not None:
            metadata, nodes, inner = self._metadata(location.parts[0])  # type: ignore[arg-type]
            children, depth = [*nodes, *children], max(depth, inner)
            location = Location("fused", (metadata, *location.parts[1:]))
        text = location_text(location, lambda _: next(marks))
        # `1:2 to 1:5` and `1:2 to :5` are two locations of one text
        key = location.parts if location.kind == "file" else ()
        return self._intern("loc", text, children, depth, *key)

    def _metadata(self, attribute: Attribute) -> tuple[Opaque, list[_Node], int]:
        if isinstance(attribute, Location):
            node = self._node(attribute)
            return Opaque(f"\x01{node.number}\x02"), [node], node.depth
        text, nodes, depth = self._marked(attribute_text(attribute))
        return Opaque(text), nodes, depth


def _closed(text: str, start: int) -> int:
    """The end of the bracketed text that begins at `start`."""
    depth = 0
    for match in _BRACKET.finditer(text, start):
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
        if not depth:
            return match.end()
    return len(text)


def _nesting(text: str) -> int:
    """The number of brackets that are open at the end of a text."""
    depths = {"open": 1, "close": -1}
    return sum(depths.get(match.lastgroup or "", 0) for match in _BRACKET.finditer(text))


def _entries(body: str) -> int:
    """The number of entries between the brackets of a text."""
    depth, commas = 0, 0
    for match in re.finditer(rf"{_BRACKET.pattern}|(?P<comma>,)", body):
        depth += {"open": 1, "close": -1}.get(match.lastgroup or "", 0)
        commas += match.lastgroup == "comma" and depth == 1
    return commas + 1
