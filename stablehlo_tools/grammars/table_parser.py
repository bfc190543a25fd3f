"""An LALR parser that runs a table, which Lark built from a grammar (`build.py`).

Scanners, states and reductions are decoded on first use, since a text visits few of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, TypedDict

from stablehlo_tools.grammars.nodes import END, Token, Tree, UnexpectedInput


class ParseTable(TypedDict):
    """The table of a grammar, as plain data. Terminals, names and rules are numbers elsewhere.

    A terminal is its name, its pattern, and the characters with which it can begin; one beyond Latin-1 stands
    for all such. A scanner is the terminals that may come next, in the order in which they are tried, and by
    terminal the texts that are another one: keywords among names, ops among words, which are the last
    terminal. The first scanner knows all terminals. A rule is its length, its symbol, the name of its
    callback, whether a single part stands for it, and the parts that it keeps (see `_kept_parts`; None: all).
    A state is the number of its scanner and its actions: a name and the next state, or `~` of the rule to
    reduce.
    """

    flags: int
    terminals: list[tuple[str, str, str]]
    ignored: list[str]
    scanners: list[tuple[list[int], list[tuple[int, dict[str, int]]]]]
    names: list[str]
    rules: list[tuple[int, str, str, bool, list[int | None] | None]]
    states: list[tuple[int, list[int]]]
    starts: dict[str, int]
    ends: dict[str, int]


Build = Callable[[list[Any]], Any]  # makes the value of a rule from the values of its parts


Match = Callable[[str, int], re.Match[str] | None]
Finder = Match | str  # or the terminal that is a single character


class _Scanner(dict[str, Finder]):
    """Finders of tokens by first character, created on first use. A `blank` only begins ignored text."""

    __slots__ = ("blank", "keywords", "make", "names")

    def __init__(
        self,
        make: Callable[[str], Finder],
        names: frozenset[str],
        keywords: dict[str, dict[str, str]],
        blank: str,
    ) -> None:
        super().__init__()
        self.make = make
        self.names = names
        self.keywords = keywords
        self.blank = blank

    def __missing__(self, first: str) -> Finder:
        finder = self[first] = self.make(first)
        return finder


class _State:
    """A state of the table.

    A reduction is the number of parts, their symbol, and what makes its value: None if that is the only part.
    """

    __slots__ = ("reductions", "scanner", "shifts")

    def __init__(self, scanner: _Scanner) -> None:
        self.scanner = scanner
        self.shifts: dict[str, int] = {}
        self.reductions: dict[str, tuple[int, str, Build | None]] = {}


class TableParser:
    """Parses by a table. `callbacks` has a method for each rule or alternative, of the same name.

    A method gets the values of the rule's parts: tokens, None for an optional part that is absent, and what
    other methods return; as a list, or as arguments if they are `inline`. Rules without a method make a
    `Tree`; without `callbacks`, trees have places.
    """

    def __init__(self, table: ParseTable, callbacks: object = None, *, inline: bool = False) -> None:
        self._table = table
        self._callbacks = callbacks
        self._inline = inline
        self._ignored = frozenset(table["ignored"])
        self._finders: dict[tuple[int, ...], Finder] = {}
        self._scanners: dict[int, _Scanner] = {}
        self._states: dict[int, _State] = _States(self._state)

    def parse(self, text: str, start: str) -> Any:
        """The value of the text as the rule `start`. Raises UnexpectedInput, and what callbacks raise."""
        states, last = self._states, self._table["ends"][start]
        state, token = states[self._table["starts"][start]], Token(END, "")
        path, values = [state], list[Any]()
        while True:
            following = self._next(state.scanner, text, token)
            if following is None:
                raise self._stray(text, token.end_pos, path, last, values)
            origin, before = state, token.end_pos
            token, kind = following, following.type
            reduction = state.reductions.get(kind)
            while reduction is not None:
                size, symbol, build = reduction
                if build is None:
                    path.pop()
                elif size:
                    children = values[-size:]
                    del values[-size:], path[-size:]
                    values.append(build(children))
                else:
                    values.append(build([]))
                number = path[-1].shifts[symbol]
                if number == last and kind == END:
                    return values[-1]
                state = states[number]
                path.append(state)
                reduction = state.reductions.get(kind)
            following_number = state.shifts.get(kind)
            if following_number is None:
                if kind in origin.shifts or kind in origin.reductions or kind == END:
                    raise UnexpectedInput(token.start_pos, token, self._expected(path, last), values)
                raise self._stray(text, before, path, last, values)
            state = states[following_number]
            path.append(state)
            values.append(token)

    def _next(self, scanner: _Scanner, text: str, last: Token) -> Token | None:
        """The token after `last`; None if the scanner knows none there."""
        position, length, blank = last.end_pos, len(text), scanner.blank
        while position < length:
            first = text[position]
            if first == blank:
                position += 1
                continue
            finder = scanner[first]
            if isinstance(finder, str):
                kind, token, end = finder, _new(Token, first), position + 1
            else:
                match = finder(text, position)
                if match is None:
                    return None
                kind, end = match.lastgroup or "", match.end()
                if kind in self._ignored:
                    position = end
                    continue
                token = _new(Token, match[0])
                if kind in scanner.keywords:
                    kind = scanner.keywords[kind].get(token, kind)
            token.type, token.start_pos, token.end_pos = kind, position, end  # faster than `Token(...)`
            return token
        return Token(END, "", last.start_pos, position)

    # -- errors ----------------------------------------------------------------------------------

    def _stray(
        self, text: str, position: int, path: list[_State], last: int, values: Sequence[Any]
    ) -> UnexpectedInput:
        """The error for a text in which no terminal matches that may come next."""
        scanner = path[-1].scanner
        while position < len(text):
            finder = scanner[text[position]]
            match = None if isinstance(finder, str) else finder(text, position)
            if match is None or match.lastgroup not in self._ignored:
                break
            position = match.end()
        token = self._next(self._scanner(0), text, Token(END, "", position, position))
        expected = scanner.names - self._ignored if token is None else self._expected(path, last)
        return UnexpectedInput(position, token, expected, values)

    def _expected(self, path: list[_State], last: int) -> frozenset[str]:
        """The terminals that can follow the states on a path."""
        state = path[-1]
        candidates = frozenset(name for name in (*state.shifts, *state.reductions) if name.isupper())
        return frozenset(name for name in candidates if self._accepts(name, path, last)) or candidates

    def _accepts(self, kind: str, path: list[_State], last: int) -> bool:
        """Whether a terminal can follow: it can be shifted after all reductions."""
        path = [*path]
        while (reduction := path[-1].reductions.get(kind)) is not None:
            size, symbol, _ = reduction
            del path[len(path) - size :]
            number = path[-1].shifts[symbol]
            if kind == END and number == last:
                return True
            path.append(self._states[number])
        return kind in path[-1].shifts

    # -- decoding --------------------------------------------------------------------------------

    def _state(self, number: int) -> _State:
        scanner, row = self._table["states"][number]
        state, names = _State(self._scanner(scanner)), self._table["names"]
        for column, target in zip(row[::2], row[1::2], strict=True):
            if target >= 0:
                state.shifts[names[column]] = target
            else:
                state.reductions[names[column]] = self._reduction(~target)
        return state

    def _scanner(self, number: int) -> _Scanner:
        if number not in self._scanners:
            terminals = self._table["terminals"]
            order, keywords = self._table["scanners"][number]
            word = len(terminals) - 1
            words = dict(keywords).get(word)
            tried = (
                order if words is None else [*(index for index in order if index not in words.values()), word]
            )
            begun = {terminals[index][0] for index in tried if " " in terminals[index][2]}
            self._scanners[number] = _Scanner(
                partial(self._finder, tried),
                frozenset(terminals[index][0] for index in order),
                {
                    terminals[index][0]: {word: terminals[target][0] for word, target in words.items()}
                    for index, words in keywords
                },
                " " if begun <= self._ignored else "",
            )
        return self._scanners[number]

    def _finder(self, tried: list[int], first: str) -> Finder:
        """A matcher of the terminals that can begin with a character."""
        terminals = self._table["terminals"]
        chosen = tuple(
            index
            for index in tried
            if (first in terminals[index][2] if first <= _LATIN else terminals[index][2][-1:] > _LATIN)
        )
        if chosen not in self._finders:
            pattern = "|".join("(?P<{}>{})".format(*terminals[index]) for index in chosen)
            is_character = len(chosen) == 1 and terminals[chosen[0]][1] in (first, re.escape(first))
            self._finders[chosen] = (
                terminals[chosen[0]][0]
                if is_character
                else re.compile(pattern or "(?!)", self._table["flags"]).match
            )
        return self._finders[chosen]

    def _reduction(self, number: int) -> tuple[int, str, Build | None]:
        size, symbol, name, is_single, picks = self._table["rules"][number]
        if is_single and size == 1 and picks in (None, [0]):
            return size, symbol, None
        callback = getattr(self._callbacks, name, None)
        build = partial(Tree, name) if callback is None else _spread(callback) if self._inline else callback
        build = _single(build) if is_single else build
        build = build if picks is None else _picked(build, size, picks)
        return size, symbol, _placed(build) if self._callbacks is None else build


_LATIN = "\xff"


class _States(dict[int, _State]):
    """The states by number, decoded on first use."""

    def __init__(self, decode: Callable[[int], _State]) -> None:
        super().__init__()
        self._decode = decode

    def __missing__(self, number: int) -> _State:
        state = self[number] = self._decode(number)
        return state


_new = str.__new__


def _spread(callback: Callable[..., Any]) -> Build:
    return lambda parts: callback(*parts)


def _single(build: Build) -> Build:
    return lambda parts: parts[0] if len(parts) == 1 else build(parts)


def _picked(build: Build, size: int, picks: Sequence[int | None]) -> Build:
    """`build` of the parts with these numbers, of `size`; `~number` stands for the parts of that tree."""
    if all(number is None or number >= 0 for number in picks):
        places = [size if number is None else number for number in picks]
        pick = itemgetter(size, size, *places)  # of two places or more, a tuple

        def build_of_picked(parts: list[Any]) -> Any:
            parts.append(None)
            return build([*pick(parts)[2:]])

        return build_of_picked

    # A list of n parts is made of one of n - 1, which nothing else has: copies would take quadratic time.
    is_longer = [*picks[:1]] == [~0]
    rest = picks[1:] if is_longer else picks

    def build_of(parts: list[Any]) -> Any:
        values: list[Any] = parts[0].children if is_longer else []
        for number in rest:
            if number is None:
                values.append(None)
            elif number >= 0:
                values.append(parts[number])
            else:
                values += parts[~number].children
        return build(values)

    return build_of


def _placed(build: Build) -> Build:
    """`build`, and the place of the tree: from the first of the parts with a place to the last."""

    def placed(parts: list[Any]) -> Any:
        tree = build(parts)
        places = [place for place in map(_outer, parts) if place[1] >= 0]
        if isinstance(tree, Tree) and places:
            tree.outer = places[0][0], places[-1][1]
            if tree.start_pos < 0:
                tree.start_pos, tree.end_pos = tree.outer
        return tree

    return placed


def _outer(part: Token | Tree | None) -> tuple[int, int]:
    if part is None:
        return -1, -1
    return part.outer if isinstance(part, Tree) else (part.start_pos, part.end_pos)
