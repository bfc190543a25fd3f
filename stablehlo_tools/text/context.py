"""The state that the callbacks of one parse share: the text, the aliases, and errors."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from lark import Token

from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.dense_literals import ElementFault
from stablehlo_tools.text.affine import Variable
from stablehlo_tools.text.strings import unknown_escape
from stablehlo_tools.text.template import Alias, Aliases, CascadingError, DeprecatedSpelling, StatementError

# The limit for the nesting of types, attributes and regions, far above that of programs: some of the code
# that handles them is recursive.
MAX_NESTING = 100


class Context:
    """The statement being parsed. `literals` are the deferred literals of its text, by mark."""

    def __init__(self, text: str, aliases: Aliases, literals: Mapping[str, Span]) -> None:
        self.text = text
        self.aliases = aliases
        self.literals = literals
        self.unread = set(literals)
        self.is_shared = True  # until it uses an alias, which other files may define differently
        self.size = len(text)  # with the aliases so far expanded
        self.old_spellings: list[DeprecatedSpelling] = []
        self.departures: list[ElementFault] = []
        self.inner = 0  # the nesting depth of the deepest alias so far
        self.affine_names: Mapping[str, Variable] = {}  # of the affine map or set being parsed

    @functools.cached_property
    def depth(self) -> int:
        """The nesting depth of the brackets of the text."""
        return max((depth for depth, _ in _brackets(self.text)), default=0)

    def check_nesting(self) -> None:
        """Raise StatementError if brackets are nested too deep."""
        if sum(map(self.text.count, "([{<")) <= MAX_NESTING or self.depth <= MAX_NESTING:
            return
        position = next(position for depth, position in _brackets(self.text) if depth > MAX_NESTING)
        raise StatementError(_TOO_DEEP, position, position + 1, code="nesting")

    def check_strings(self) -> None:
        """Raise StatementError for an invalid escape sequence in a string."""
        escape = unknown_escape(self.text) if "\\" in self.text else None
        if escape is not None:
            what = self.text[escape.start() : escape.end()]
            help = 'valid escape sequences are \\n, \\t, \\", \\\\ and two hexadecimal digits, such as \\0A'
            raise StatementError(f"invalid escape sequence `{what}`", escape.start(), escape.end(), help)

    def literal(self, written: str) -> str | Span:
        """The text of a literal, or the span of a deferred literal if the text is its mark."""
        literal = self.literals.get(written)
        if literal is None:
            return written
        self.unread.discard(written)
        self.is_shared = False
        return literal

    def alias(self, token: Token, known: Mapping[str, Alias]) -> Alias | None:
        """The definition of an alias; None for a name of a dialect. Raises StatementError."""
        name = token[1:]
        alias = known.get(name)
        if alias is None:
            if "." in name:
                return None
            error = CascadingError if token in self.aliases.invalid else StatementError
            start, end, help = (
                token.start_pos or 0,
                token.end_pos or 0,
                "define the alias before its first use",
            )
            raise error(f"use of undefined alias `{token}`", start, end, help, "undefined_alias")
        self.expand(alias, token.start_pos or 0, token.end_pos or 0)
        return alias

    def expand(self, alias: Alias, start: int, end: int) -> None:
        """Count what an alias stands for. Raises StatementError where it comes to too much."""
        self.is_shared = False
        self.size += alias.size
        self.inner = max(self.inner, alias.depth)
        if self.depth + self.inner > MAX_NESTING:
            raise StatementError(_TOO_DEEP, start, end, code="nesting")
        self.aliases.budget -= alias.size
        if self.aliases.budget < 0:
            message = "the aliases up to this one expand to too much text"
            raise StatementError(message, start, end, code="alias_size")


_TOO_DEEP = f"brackets are nested more than {MAX_NESTING} levels deep"
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|->|[<>]=|(?P<open>[(\[{<])|(?P<close>[)\]}>])')


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """The depth inside each opening bracket of a text, and the offset of the bracket."""
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
    """Make a text, with its aliases and deferred literals, the one that callbacks parse."""
    context = Context(text, aliases, literals)
    token = _context.set(context)
    try:
        yield context
    finally:
        _context.reset(token)


def error_at(token: Token, message: str, code: str = "syntax", help: str = "") -> StatementError:
    """A syntax error at a token."""
    return StatementError(message, token.start_pos or 0, token.end_pos or 0, help, code)


def error_in_types(message: str, code: str = "syntax") -> StatementError:
    """A syntax error at the types that end a statement; at all of it if it has none."""
    text = current().text
    end = len(text.rstrip())
    start = text.rfind(" : ", 0, end) + 3 if " : " in text[:end] else len(text) - len(text.lstrip())
    return StatementError(message, start, end, code=code)
