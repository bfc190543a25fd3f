"""Aliases of locations as MLIR numbers them, `#loc3`: by depth, then in the order of the text.

All locations of a module have one. Those of arguments, and those inside them, are defined before the module,
since the parser needs them there; all others are defined after it.
"""

from __future__ import annotations

from collections.abc import Mapping

from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION, Module, Operation
from stablehlo_tools.syntax.attribute_text import location_text


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


class _Node:
    """A unique location; `location` has no aliases as children."""

    __slots__ = ("alias", "children", "depth", "is_deferred", "is_visited", "location")

    def __init__(self, location: Location, children: list[_Node]) -> None:
        self.location = location
        self.children = children
        self.depth: int = max((child.depth for child in children), default=0) + 1
        self.alias = ""
        self.is_deferred = True
        self.is_visited = False


class LocationAliases:
    """The text of the locations of a module.

    Aliases are numbered after all locations are visited, so that the caller prints twice.
    """

    def __init__(self, given: Mapping[str, Location]) -> None:
        self._given = given
        self._by_identity: dict[int, _Node] = {}
        self._unknown = _Node(UNKNOWN_LOCATION, [])
        self._by_content: dict[tuple[str, tuple[int, ...]], _Node] = {("unknown", ()): self._unknown}
        self._visited: list[_Node] = []
        self._kept: list[Location] = []  # keeps the keys of `_by_identity` alive

    def trailing(self, location: Location) -> str:
        """The text after an operation with this location."""
        node = self._by_identity.get(id(location)) or self._node(location)
        if not node.is_visited:
            self._visit(node, is_deferred=True)
        return f" loc({node.alias})"

    def of_argument(self, location: Location) -> str:
        """The text after an argument with this location, without an alias."""
        node = self._node(location)
        self._visit(node, is_deferred=False)
        return f" loc({self._inside(node)})"

    def are_same(self, left: Location, right: Location) -> bool:
        """Whether two locations are equal after resolving aliases."""
        return left == right or self._node(left) is self._node(right)

    def number(self) -> None:
        """Number the aliases of visited locations."""
        self._visited.sort(key=lambda node: node.depth)
        for number, node in enumerate(self._visited):
            node.alias = f"#loc{number or ''}"

    def lines(self, *, before: bool) -> str:
        """The definitions before or after the module."""
        nodes = [node for node in self._visited if node.is_deferred != before]
        return "".join(f"{node.alias} = loc({self._inside(node)})\n" for node in nodes)

    def _inside(self, node: _Node) -> str:
        aliases = iter([child.alias for child in node.children])
        return location_text(node.location, lambda _: next(aliases))

    def _visit(self, node: _Node, *, is_deferred: bool) -> None:
        stack = [node]
        while stack:
            node = stack.pop()
            if node.is_visited and (is_deferred or not node.is_deferred):
                continue
            if not node.is_visited:
                self._visited.append(node)
            node.is_visited = True
            node.is_deferred = node.is_deferred and is_deferred
            stack += reversed(node.children)

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
                self._kept.append(top)
                self._by_identity[id(top)] = self._make_node(top, parts)
        return self._by_identity[id(location)]

    def _is_known(self, location: Location) -> bool:
        return id(location) in self._by_identity

    def _parts(self, location: Location) -> tuple[object, ...]:
        if location.kind != "alias":
            return location.parts
        return (self._given.get(str(location.parts[0]), UNKNOWN_LOCATION),)

    def _make_node(self, location: Location, parts: tuple[object, ...]) -> _Node:
        children = [
            self._by_identity.get(id(part), self._unknown) for part in parts if isinstance(part, Location)
        ]
        if location.kind == "alias":
            return children[0]
        text = location_text(location, lambda _: "")
        key = (text, tuple(map(id, children)))
        return self._by_content.setdefault(key, _Node(location, children))
