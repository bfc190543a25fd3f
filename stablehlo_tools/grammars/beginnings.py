"""The first characters of terminals: only terminals that can match are tried. Needed to build tables only."""

from __future__ import annotations

import importlib
import itertools
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from lark.lexer import TerminalDef

# The parser of regular expressions, and its names of what they consist of.
regex: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")

# In place of terminals that are words, such as names of ops, where nothing else begins as a word: the words
# are looked up. It is the last terminal of a table.
WORD: Final = ("__WORD", r"[A-Za-z_][\w$.\-]*")
_END_OF_WORD: Final = r"(?![\w$.\-])"


class Beginnings:
    """The first characters of the terminals of a grammar, which are numbers elsewhere."""

    def __init__(self, terminals: Sequence[TerminalDef], flags: int) -> None:
        self._flags = flags
        self._patterns = [(terminal.name, terminal.pattern.to_regexp()) for terminal in terminals]
        self._words = {
            number: _words(text)
            for number, (_, text) in enumerate(self._patterns)
            if text.endswith(_END_OF_WORD)
        }
        self._begin = [
            self._first(WORD[1] if number in self._words else text)
            for number, (_, text) in enumerate([*self._patterns, WORD])
        ]

    @property
    def terminals(self) -> list[tuple[str, str, str]]:
        """The name, the pattern and the first characters of each terminal, and last of words."""
        rows = zip([*self._patterns, WORD], self._begin, strict=True)
        return [(*pattern, "".join(sorted(first))) for pattern, first in rows]

    def words_among(self, terminals: Sequence[int]) -> list[tuple[int, dict[str, int]]]:
        """The terminals of the words among these, unless others can begin as a word."""
        words = {text: number for number in terminals for text in self._words.get(number, ())}
        non_words = (number for number in terminals if number not in self._words)
        if not words or any(not self._begin[number].isdisjoint(self._begin[-1]) for number in non_words):
            return []
        return [(len(self._begin) - 1, dict(sorted(words.items())))]

    def _first(self, text: str) -> frozenset[str]:
        """The characters with which a match of a regular expression can begin."""
        return _first(regex.parse(text, self._flags), self._flags)


def _words(text: str) -> list[str]:
    """The words that a terminal stands for."""
    return list(_texts(regex.parse(text.removesuffix(_END_OF_WORD))))


def _texts(parsed: Any) -> Iterable[str]:
    """All texts that a regular expression of letters and alternatives matches."""
    return map("".join, itertools.product(*(_texts_of(*item) for item in parsed)))


def _texts_of(kind: Any, argument: Any) -> list[str]:
    if kind is regex.LITERAL:
        return [chr(argument)]
    if kind is regex.IN:
        return [text for item in argument for text in _texts_of(*item)]
    if kind is regex.SUBPATTERN:
        return list(_texts(argument[-1]))
    if kind is regex.BRANCH:
        return [text for branch in argument[1] for text in _texts(branch)]
    raise ValueError(f"{kind} in the pattern of a terminal that stands for words")


# Characters that stand for all: letters, digits and spaces beyond Latin-1 are like one of them.
_CHARACTERS: Final = frozenset(map(chr, (*range(256), 0x3B1, 0x660, 0x2003, 0x4E00)))
_CATEGORIES: Final = {
    regex.CATEGORY_DIGIT: r"\d", regex.CATEGORY_NOT_DIGIT: r"\D", regex.CATEGORY_SPACE: r"\s",
    regex.CATEGORY_NOT_SPACE: r"\S", regex.CATEGORY_WORD: r"\w", regex.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


def _first(parsed: Any, flags: int) -> frozenset[str]:
    """The characters with which a match can begin; all, if it may be empty."""
    result: frozenset[str] = frozenset()
    for kind, argument in parsed:
        if kind in (regex.ASSERT, regex.ASSERT_NOT, regex.AT):
            continue
        result |= _characters(kind, argument, flags)
        if kind not in (regex.MAX_REPEAT, regex.MIN_REPEAT) or argument[0] > 0:
            return result
    return _CHARACTERS


def _characters(kind: Any, argument: Any, flags: int) -> frozenset[str]:
    """The characters with which a match of one item can begin."""
    if kind is regex.LITERAL:
        return frozenset({chr(argument)})
    if kind in (regex.MAX_REPEAT, regex.MIN_REPEAT, regex.SUBPATTERN):
        return _first(argument[-1], flags)
    if kind is regex.BRANCH:
        return frozenset().union(*(_first(branch, flags) for branch in argument[1]))
    if kind is regex.RANGE:
        return frozenset(char for char in _CHARACTERS if argument[0] <= ord(char) <= argument[1])
    if kind is regex.CATEGORY:
        return frozenset(filter(re.compile(_CATEGORIES[argument], flags).match, _CHARACTERS))
    if kind is regex.IN:
        is_negated = argument[0][0] is regex.NEGATE
        sets = (_characters(kind, item, flags) for kind, item in argument[is_negated:])
        listed: frozenset[str] = frozenset().union(*sets)
        return _CHARACTERS - listed if is_negated else listed
    return _CHARACTERS
