"""Tokens and trees that a parser makes of a text, and the error for a text outside its grammar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class Token(str):
    """The text of a terminal, with its `type` and its place in the whole text."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type: str, text: str, start_pos: int = 0, end_pos: int = 0) -> Token:
        """A token of `type`."""
        token = super().__new__(cls, text)
        token.type, token.start_pos, token.end_pos = type, start_pos, end_pos
        return token


class Tree:
    """A node of a parse tree: the name of its rule or alternative, and its parts.

    A tree without tokens has no place: `start_pos` is -1. `outer` is the place including the tokens around
    a tree that stands for a rule with one part, such as parentheses; trees above it begin and end there.
    """

    __slots__ = ("children", "data", "end_pos", "outer", "start_pos")

    def __init__(self, data: str, children: list[Any], start_pos: int = -1, end_pos: int = -1) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos
        self.outer = start_pos, end_pos

    def find_data(self, data: str) -> Iterator[Tree]:
        """The trees of this name in this one, itself included, in preorder."""
        if self.data == data:
            yield self
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.find_data(data)


class UnexpectedInput(Exception):
    """The text is against the grammar.

    `token` is the first that cannot follow, None if the text at `position` is not a token; the one at the
    end of the text is of type `END`, and its `position` that of the token before it. `expected` are the
    terminals that can follow. `before` are the parts so far: the values of rules, and tokens of none yet.
    """

    def __init__(
        self, position: int, token: Token | None, expected: frozenset[str], before: Sequence[Any] = ()
    ) -> None:
        super().__init__(f"unexpected {token.type if token else 'character'} at {position}")
        self.position = position
        self.token = token
        self.expected = expected
        self.before = before


END = "$END"  # Lark's name for the end of a text
