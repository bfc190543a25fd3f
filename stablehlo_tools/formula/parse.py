"""Parses formulas: each distinct text is parsed and compiled once, on first use."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from stablehlo_tools.formula.compile import Evaluate, compile_tree, is_word
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import Tree
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.host.records import record


@record(frozen=True, eq=False)
class Formula:
    """A compiled formula. `names` are the names that it reads, in order of their first occurrence."""

    text: str
    tree: Tree
    value: Evaluate
    names: tuple[str, ...]

    def text_of(self, node: Tree) -> str:
        """The part of the text that `node` was parsed from."""
        return self.text[node.start_pos : node.end_pos]


@functools.cache
def formula(text: str) -> Formula:
    """The compiled formula of a rule, a guard or a definition.

    `x = c ? a : b` is parsed as `x = (c ? a : b)`, a definition of x, unless c is a literal, as in
    `x = 0 ? a : b`, where `x = 0` is the condition.
    """
    tree = _associate(_parser().parse(text, "rule"))
    return Formula(text, tree, compile_tree(tree), tuple(dict.fromkeys(names_of(tree))))


@functools.cache
def _parser() -> TableParser:
    return grammars.parser("formula")


def _associate(tree: Any) -> Tree:
    if tree.data == "implies":
        return _tree("implies", [tree.children[0], _associate(tree.children[1])], tree, tree)
    if tree.data == "for_all":
        return _tree("for_all", [_associate(tree.children[0]), *tree.children[1:]], tree, tree)
    if tree.data != "choose" or tree.children[0].data != "chain":
        return _as_tree(tree)
    condition, *branches = tree.children
    defined, equals, *tail = condition.children
    if equals != "=" or (len(tail) == 1 and _is_literal(tail[0])):
        return _as_tree(tree)
    inner = tail[0] if len(tail) == 1 else _tree("chain", tail, tail[0], condition)
    choice = _tree("choose", [inner, *branches], inner, tree)
    return _tree("chain", [defined, equals, choice], tree, tree)


def _is_literal(tree: Tree) -> bool:
    return tree.data == "number" or (tree.data == "name" and is_word(str(tree.children[0])))


def _tree(data: str, children: list[Any], first: Tree, last: Tree) -> Tree:
    """A tree that spans the text from the start of `first` to the end of `last`."""
    return Tree(data, children, first.start_pos, last.end_pos)


def _as_tree(node: Any) -> Tree:
    assert isinstance(node, Tree)
    return node


def names_of(tree: Tree, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The free names of a tree, in order; names that a `for all` binds are not free."""
    if tree.data == "for_all":
        bound |= {str(tree.children[1])}
    if tree.data in ("name", "constructed"):
        name = str(tree.children[-1])
        if name not in bound:
            yield name
        return
    for child in tree.children:
        if isinstance(child, Tree):
            yield from names_of(child, bound)


def subject(tree: Tree) -> Iterator[str]:
    """The name in the first argument of a call: `x` in `f(x)`, `f(x...)`, `f(x[0])` and `f(x, y)`."""
    if tree.data == "call" and len(tree.children) > 1:
        inner: Any = tree.children[1]
        while inner.data in ("spread", "item"):
            inner = inner.children[0]
        if inner.data == "name":
            yield str(inner.children[0])
