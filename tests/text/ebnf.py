"""EBNF in the notation of the specification, and what it derives at random."""

from __future__ import annotations

import functools
import random
import re
import string
from collections.abc import Mapping

import lark
from lark import Token, Tree

_NOTATION = r"""
alternatives: sequence ("|" sequence)*
sequence: item*
?item: TEXT | NAME | DOTS
     | "[" alternatives "]" -> option
     | "{" alternatives "}" -> repetition
     | "(" alternatives ")"
TEXT: /'[^']*'|`[^`]*`/
NAME: /\w+/
DOTS: "..."
%ignore /\s+/
%ignore ","  // after an item, as in other notations
"""

# What the specification says in words; a blank alone would be between tokens.
_IN_WORDS = {"stringCharacter": "".join(each for each in string.printable[:94] if each not in '"\\')}

Node = Tree[Token] | Token


class Ebnf:
    """A grammar: its productions, by name."""

    def __init__(self, productions: Mapping[str, str]) -> None:
        self._productions = productions

    def listed(self, name: str) -> list[str]:
        """The texts that a production lists; none if it is more than a list."""
        text = self._productions[name]
        return re.findall("'(.*?)'", text) if _LIST.fullmatch(text) else []

    def derived(self, name: str, source: random.Random, depth: int = 0) -> str:
        """A text that a production derives; the deeper, the shorter. Without blanks, where none is needed."""
        if name in _IN_WORDS:
            return source.choice(_IN_WORDS[name])
        return self._text(_parsed(self._productions[name]), source, depth)

    def _text(self, node: Node, source: random.Random, depth: int) -> str:
        if isinstance(node, Token):
            return str(node)[1:-1] if node.type == "TEXT" else self.derived(str(node), source, depth + 1)
        if node.data == "alternatives":
            return self._text(source.choice(self._choices(node)), source, depth)
        if node.data == "sequence":
            return "".join(self._text(item, source, depth) for item in node.children)
        (inner,) = node.children
        goes_on = 0.7 / (1 + depth / 6)
        found = ""
        while source.random() < goes_on:
            found += self._text(inner, source, depth)
            if node.data == "option":
                break
        return found

    def _choices(self, alternatives: Tree[Token]) -> list[Node]:
        """The alternatives, without those that nothing defines, and with what dots stand for."""
        sequences: list[Tree[Token]] = [each for each in alternatives.children if isinstance(each, Tree)]
        found: list[Node] = []
        for index, sequence in enumerate(sequences):
            item = next(iter(sequence.children), None)
            if isinstance(item, Token) and item.type == "DOTS":
                found += _between(sequences[index - 1], *sequences[index + 1 : index + 2])
            elif not (isinstance(item, Token) and item.type == "NAME" and item not in self._productions):
                found.append(sequence)
        return found


_LIST = re.compile(r"\s*'[^']+'(?:\s*\|\s*'[^']+')*\s*")


@functools.cache
def _parsed(production: str) -> Node:
    return lark.Lark(_NOTATION, parser="lalr", start="alternatives").parse(production)


def _between(before: Tree[Token], after: Tree[Token] | None = None) -> list[Node]:
    """The characters between two others; nothing where a list goes on."""
    if after is None:
        return []
    first, last = (ord(str(each.children[0])[1]) for each in (before, after))
    return [Token("TEXT", f"'{chr(code)}'") for code in range(first + 1, last)]
