"""What the callbacks of one parse share: the text, the aliases, and how errors are raised."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from lark import Token

from stablehlo_tools.syntax.template import Aliases, StatementError


class Context:
    """The statement being parsed."""

    __slots__ = ("aliases", "is_shared", "text")

    def __init__(self, text: str, aliases: Aliases) -> None:
        self.text = text
        self.aliases = aliases
        self.is_shared = True  # until an alias is read, which another file may define otherwise


_context: ContextVar[Context] = ContextVar("statement")


def current() -> Context:
    """The statement being parsed."""
    return _context.get()


@contextmanager
def parsing(text: str, aliases: Aliases) -> Iterator[None]:
    """Let the callbacks know the text that is parsed and the aliases that it may use."""
    token = _context.set(Context(text, aliases))
    try:
        yield
    finally:
        _context.reset(token)


def error_at(token: Token, message: str, code: str = "syntax") -> StatementError:
    """An error at a token."""
    return StatementError(message, token.start_pos or 0, token.end_pos or 0, code=code)


def error_in_types(message: str, code: str = "syntax") -> StatementError:
    """An error at the types that end a statement; at all of it where it has none."""
    text = current().text
    end = len(text.rstrip())
    start = text.rfind(" : ", 0, end) + 3 if " : " in text[:end] else len(text) - len(text.lstrip())
    return StatementError(message, start, end, code=code)
