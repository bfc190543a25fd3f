"""What the callbacks of one parse share: the text, the aliases, and how errors are raised."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from lark import Token

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.syntax.strings import unknown_escape
from stablehlo_tools.syntax.template import Alias, Aliases, DeprecatedSpelling, FollowUp, StatementError

# TypesDirective, attributes and regions nested deeper than any program has them are refused: what reads them recurs.
MAX_NESTING = 100


class Context:
    """The statement being parsed; long literals are cut out of its text, and `literals` has them by mark."""

    def __init__(self, text: str, aliases: Aliases, literals: Mapping[str, Span]) -> None:
        self.text = text
        self.aliases = aliases
        self.literals = literals
        self.unread = set(literals)
        self.is_shared = True  # until an alias is read, which another file may define otherwise
        self.size = len(text)  # with all aliases so far written out
        self.old_spellings: list[DeprecatedSpelling] = []
        self.inner = 0  # how deep the brackets are in the deepest alias so far

    @functools.cached_property
    def depth(self) -> int:
        """How deep the brackets of the text are nested."""
        return max((depth for depth, _ in _brackets(self.text)), default=0)

    def check_nesting(self) -> None:
        """Raise StatementError where brackets are nested too deep."""
        if sum(map(self.text.count, "([{<")) <= MAX_NESTING or self.depth <= MAX_NESTING:
            return
        position = next(position for depth, position in _brackets(self.text) if depth > MAX_NESTING)
        raise StatementError(_TOO_DEEP, position, position + 1, code="nesting")

    def check_strings(self) -> None:
        """Raise StatementError for an escape in a string that MLIR does not know."""
        escape = unknown_escape(self.text) if "\\" in self.text else None
        if escape is not None:
            what = self.text[escape.start() : escape.end()]
            help = 'escapes are \\n, \\t, \\", \\\\ and a byte in two hexadecimal digits, such as \\0A'
            raise StatementError(f"`{what}` is no escape in a string", escape.start(), escape.end(), help)

    def literal(self, written: str) -> str | Span:
        """What is written, or where it stands if this is a mark."""
        literal = self.literals.get(written)
        if literal is None:
            return written
        self.unread.discard(written)
        self.is_shared = False
        return literal

    def alias(self, token: Token, known: Mapping[str, Alias]) -> Alias | None:
        """What an alias stands for; None for a name that a dialect gives. Raises StatementError."""
        name = token[1:]
        alias = known.get(name)
        if alias is None:
            if "." in name:
                return None
            error = FollowUp if token in self.aliases.unreadable else StatementError
            message = f"the alias `{token}` is not defined before its use"
            raise error(message, token.start_pos or 0, token.end_pos or 0, code="undefined_alias")
        self.is_shared = False
        self.size += alias.size
        self.inner = max(self.inner, alias.depth)
        if self.depth + self.inner > MAX_NESTING:
            raise error_at(token, _TOO_DEEP, "nesting")
        self.aliases.budget -= alias.size
        if self.aliases.budget < 0:
            raise error_at(token, "the aliases up to this one stand for too much text", "alias_size")
        return alias


_TOO_DEEP = f"nested more than {MAX_NESTING} deep"
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|->|[<>]=|(?P<open>[(\[{<])|(?P<close>[)\]}>])')


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """The depth inside each opening bracket of a text, and where it stands."""
    depth = 0
    for match in _BRACKET.finditer(text):
        if match.lastgroup == "open":
            depth += 1
            yield depth, match.start()
        elif match.lastgroup == "close":
            depth -= 1


_context: ContextVar[Context] = ContextVar("statement")


def current() -> Context:
    """The statement being parsed."""
    return _context.get()


@contextmanager
def parsing(text: str, aliases: Aliases, literals: Mapping[str, Span]) -> Iterator[Context]:
    """Let the callbacks know the text that is parsed, and the aliases and long literals that it may use."""
    context = Context(text, aliases, literals)
    token = _context.set(context)
    try:
        yield context
    finally:
        _context.reset(token)


def error_at(token: Token, message: str, code: str = "syntax", help: str = "") -> StatementError:
    """An error at a token."""
    return StatementError(message, token.start_pos or 0, token.end_pos or 0, help, code)


def error_in_types(message: str, code: str = "syntax") -> StatementError:
    """An error at the types that end a statement; at all of it where it has none."""
    text = current().text
    end = len(text.rstrip())
    start = text.rfind(" : ", 0, end) + 3 if " : " in text[:end] else len(text) - len(text.lstrip())
    return StatementError(message, start, end, code=code)
