"""Runs Lark's LALR tables in a faster loop.

Lark's own loop counts lines and columns and supports interactive parsing, which doubles its time. If a text
has a syntax error, Lark parses it again and reports the error.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import lark
from lark import Token
from lark.parsers.lalr_analysis import Shift

_END = "$END"  # Lark's name for the end of a text
_NO_MATCH = re.compile("(?!)")

# The number of symbols to reduce, the resulting symbol, and the callback for its value.
_Reduction = tuple[int, str, Callable[[list[Any]], Any]]


class _Unexpected(Exception):
    """The text has a syntax error."""


class _State:
    """A state of the table: how the next token is matched, and its shifts and reductions."""

    __slots__ = ("callbacks", "ignored", "match", "reductions", "shifts")

    def __init__(self, lexer: Any) -> None:
        (pattern,) = lexer.scanner._mres or (_NO_MATCH,)
        self.match: Callable[[str, int], Any] = pattern.match
        self.ignored: frozenset[str] = lexer.ignore_types
        self.callbacks: dict[str, Callable[[Token], Token]] = (
            lexer.callback
        )  # distinguish keywords from names
        self.shifts: dict[str, int] = {}  # the number of the next state, by symbol
        self.reductions: dict[str, _Reduction] = {}


class _States(dict[int, _State]):
    """The states by number, created on first use."""

    def __init__(self, frontend: Any) -> None:
        super().__init__()
        self._actions = frontend.parser._parse_table.states
        self._callbacks = frontend.parser.parser.callbacks
        self._lexers = frontend.lexer.lexers

    def __missing__(self, number: int) -> _State:
        state = self[number] = _State(self._lexers[number])
        for symbol, (action, target) in self._actions[number].items():
            if action is Shift:
                state.shifts[symbol] = target
            else:
                state.reductions[symbol] = len(target.expansion), target.origin.name, self._callbacks[target]
        return state


class TableParser:
    """A parser that calls its transformer at each reduction. Tokens have offsets, but no lines."""

    def __init__(self, parser: lark.Lark) -> None:
        self._lark = parser
        frontend: Any = parser.parser
        self._table = frontend.parser._parse_table
        self._states = _States(frontend)

    def parse(self, text: str, start: str) -> Any:
        """The value that the transformer returns for the text. Raises lark.UnexpectedInput."""
        try:
            return self._run(text, self._table.start_states[start], self._table.end_states[start])
        except _Unexpected:
            return self._lark.parse(text, start=start)

    def _run(self, text: str, first: int, last: int) -> Any:
        states, state = self._states, self._states[first]
        numbers, values, position = [first], list[Any](), 0
        while True:
            token = _token(state, text, position)
            kind = token.type
            reduction = state.reductions.get(kind)
            while reduction is not None:
                size, symbol, callback = reduction
                children = values[len(values) - size :]
                if size:
                    del values[-size:], numbers[-size:]
                values.append(callback(children))
                number = states[numbers[-1]].shifts[symbol]
                if number == last and kind == _END:
                    return values[-1]
                numbers.append(number)
                state = states[number]
                reduction = state.reductions.get(kind)
            if kind not in state.shifts:
                raise _Unexpected
            number = state.shifts[kind]
            numbers.append(number)
            values.append(token)
            state, position = states[number], token.end_pos or 0


def _token(state: _State, text: str, position: int) -> Token:
    """The next token."""
    while position < len(text):
        match = state.match(text, position)
        if match is None:
            raise _Unexpected
        kind = match.lastgroup
        if kind not in state.ignored:
            token = _new_token(kind, match[0], position, match.end())
            return state.callbacks[kind](token) if kind in state.callbacks else token
        position = match.end()
    return _new_token(_END, "", position, position)


def _new_token(kind: str, text: str, start: int, end: int) -> Token:
    """The same as `Token(...)`, in a third of the time."""
    token = _new(Token, text)
    token.type, token.value, token.start_pos, token.end_pos = kind, text, start, end
    return token


_new = str.__new__
