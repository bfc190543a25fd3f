"""Templates, parsed statements with placeholders for their SSA names, and the statement being parsed.

The callbacks of one parse share a `Context`: the text, the aliases, and errors.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import NamedTuple, record
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute, FrozenAttributes, Location
from stablehlo_tools.ir.dense_literals import ElementFault
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.printer.attribute_text import unknown_escape

SYNTAX = Code(
    "syntax",
    "The text is not valid MLIR at this position. The message lists what is expected there. Parsing resumes "
    "at the next operation.",
    "Write what is expected. If you are unsure about the assembly format of an op, write it in the generic "
    "form, which `shlo fmt --generic` prints.",
)


class StatementError(Exception):
    """A syntax error in a statement: the message, and the range of the invalid text."""

    def __init__(
        self, message: str, start: int, end: int, help: str = "", code: str = SYNTAX, *,
        unsupported: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.help = help
        self.code = code
        self.unsupported = unsupported


class CascadingError(StatementError):
    """A syntax error that follows from another error, which is reported elsewhere."""


class RegionArguments(NamedTuple):
    """The block arguments that a label or the head of a statement declares.

    `is_empty`: the region `{}` has no blocks. `has_implicit_block`: it has one, although its text is empty.
    """

    placeholders: tuple[int, ...]
    types: tuple[Type, ...]
    locations: tuple[Location | None, ...]
    is_empty: bool = False
    has_implicit_block: bool = False


class DeprecatedSpelling(NamedTuple):
    """A deprecated spelling in a statement, the last version that used it, and the current spelling.

    `until` is empty for syntax of another dialect. `attribute` is the attribute with that spelling, if any.
    """

    spelling: str
    until: str
    replacement: str
    attribute: str = ""

    @property
    def message(self) -> str:
        """The deprecated spelling, and the last version that used it."""
        return f"{self.spelling} (deprecated after {self.until})" if self.until else self.spelling

    @property
    def help(self) -> str:
        """The current spelling."""
        return f"write {self.replacement}" if self.until else f"it is parsed as {self.replacement}"


@record(eq=False)
class Template:
    """A statement with placeholders for its names.

    `results`, `operands` and the placeholders of `regions` index the names of an occurrence, in text order.
    `results` has a (placeholder, count) for each name before `=`. `regions` has an entry per region: the
    arguments in the head of the statement, or None if a label in the region declares them. `properties` are
    those of an op that is not declared. `applies` is the op of a reduction `applies stablehlo.add`, and
    `applied` the template of that op, made on first use, or of the one that a region with as much applies, of
    which `variants` has a template for each. `location_placeholder` is the index of the
    placeholder of `loc(#loc3)`, or -1, and `symbol` that of the name of a function or callee. `is_shared`:
    other statements with the same text, names aside, may use the template. `is_implicit`: the operation has
    no text of its own. `departures` are the numbers in its attributes that MLIR accepts although they are not
    values of their types. `kin` is the template of which this one is a copy with other types.
    """

    name: str
    results: tuple[tuple[int, int], ...] = ()
    operands: tuple[int, ...] = ()
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    properties: Attribute | None = None
    operand_types: tuple[Type, ...] = ()
    result_types: tuple[Type, ...] = ()
    regions: tuple[RegionArguments | None, ...] = ()
    successors: tuple[str, ...] = ()
    applies: str = ""
    applied: Template | None = None
    variants: dict[Template, Template] | None = None
    location: Location | None = None
    location_placeholder: int = -1
    symbol: int = -1
    is_shared: bool = True
    is_implicit: bool = False
    old_spellings: tuple[DeprecatedSpelling, ...] = ()
    departures: tuple[ElementFault, ...] = ()
    kin: Template | None = None
    is_simple: bool = field(init=False)  # at most one result; nothing else but attributes and a location

    def __post_init__(self) -> None:
        self.attributes = FrozenAttributes(self.attributes)
        self.is_simple = (
            not (self.regions or self.successors or self.old_spellings or self.properties is not None)
            and self.symbol < 0
            and self.results in ((), ((0, 1),))
            and len(self.results) == len(self.result_types)
        )

    def with_types(self, operands: tuple[Type, ...], results: tuple[Type, ...]) -> Template:
        """The same statement with other types of operands and results, as many as it has."""
        other = self._copy()
        other.operand_types, other.result_types, other.applied = operands, results, None
        other.kin = self.kin or self
        return other

    def applying(self, op: Template) -> Template:
        """The same statement, with a region that applies an op to its arguments."""
        self.variants = self.variants or {}
        if op not in self.variants:
            other = self.variants[op] = self._copy()
            other.applied = op
        return self.variants[op]

    def _copy(self) -> Template:
        other = Template.__new__(Template)
        vars(other).update(vars(self), variants=None)
        return other


class Alias(NamedTuple):
    """The value of `#name` or `!name`; its size in characters and its depth, with aliases expanded."""

    value: Attribute | Type
    size: int
    depth: int


class Expansion(NamedTuple):
    """A location without aliases, about how long its text is, its depth, and whether it had aliases."""

    location: Location
    size: int
    depth: int
    has_aliases: bool


@record(frozen=True)
class Definition:
    """An alias definition `#name = attribute` or `!name = type`, or the resource section."""

    name: str
    value: Alias | Mapping[str, Any]


@record(frozen=True)
class BlockLabel:
    """`^bb0(%a: T):`."""

    name: str
    arguments: RegionArguments
    is_shared: bool


@record
class Aliases:
    """The aliases defined up to this point of the file, by name; definitions of `invalid` ones have errors.

    `located` are the aliases, with `#`, that are used as a whole `loc(...)`, and may be defined later.
    `expansions` are those of locations by their identity, with the locations, which keep it.
    `budget` is the number of characters that further uses of aliases may expand to.
    """

    attributes: dict[str, Alias] = field(default_factory=dict)
    types: dict[str, Alias] = field(default_factory=dict)
    locations: Mapping[str, Location] = field(default_factory=dict)
    invalid: set[str] = field(default_factory=set)
    located: set[str] = field(default_factory=set)
    expansions: dict[int, tuple[Location, Expansion]] = field(default_factory=dict)
    budget: int = 0


# The limit for the nesting of types, attributes and regions, far above that of programs: some of the code
# that handles them is recursive.
MAX_NESTING = 100


_ALIAS_SIZE = Code(
    "alias_size",
    "The expansion of nested aliases exceeds the size limit.",
    "Write the attribute where it is used, or use fewer levels of aliases.",
)
NESTING = Code(
    "nesting",
    "Brackets, regions or aliases are nested more than 100 levels deep.",
    "Flatten the program. The usual causes are nested tuples and a generator that does not terminate.",
)


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
        self.affine_names: Mapping[str, Any] = {}  # of the affine map or set being parsed

    @functools.cached_property
    def depth(self) -> int:
        """The nesting depth of the brackets of the text."""
        return max((depth for depth, _ in _brackets(self.text)), default=0)

    def check_nesting(self) -> None:
        """Raise StatementError if brackets are nested too deep."""
        if sum(map(self.text.count, "([{<")) <= MAX_NESTING or self.depth <= MAX_NESTING:
            return
        position = next(position for depth, position in _brackets(self.text) if depth > MAX_NESTING)
        raise StatementError(_TOO_DEEP, position, position + 1, code=NESTING)

    def check_strings(self) -> None:
        """Raise StatementError for an invalid escape sequence in a string."""
        escape = unknown_escape(self.text) if "\\" in self.text else None
        if escape is not None:
            sequence = self.text[escape.start() : escape.end()]
            help = 'valid escape sequences are \\n, \\t, \\", \\\\ and two hexadecimal digits, such as \\0A'
            raise StatementError(f"invalid escape sequence `{sequence}`", escape.start(), escape.end(), help)

    def literal(self, written: str) -> str | Span:
        """The text of a literal, or the span of a deferred literal if the text is its mark."""
        literal = self.literals.get(written)
        if literal is None:
            return written
        self.unread.discard(written)
        self.is_shared = False
        return literal

    def alias(self, token: Token, aliases: Mapping[str, Alias]) -> Alias | None:
        """The definition of an alias; None for a name of a dialect. Raises StatementError."""
        name = token[1:]
        alias = aliases.get(name)
        if alias is None:
            if "." in name:
                return None
            error = CascadingError if token in self.aliases.invalid else StatementError
            start, end, help = (token.start_pos, token.end_pos, "define the alias before its first use")
            raise error(f"use of undefined alias `{token}`", start, end, help, "undefined_alias")
        self.expand(alias, token.start_pos, token.end_pos)
        return alias

    def expand(self, alias: Alias, start: int, end: int) -> None:
        """Count the text that an alias expands to. Raises StatementError if the total exceeds the limit."""
        self.is_shared = False
        self.size += alias.size
        self.inner = max(self.inner, alias.depth)
        if self.depth + self.inner > MAX_NESTING:
            raise StatementError(_TOO_DEEP, start, end, code=NESTING)
        self.aliases.budget -= alias.size
        if self.aliases.budget < 0:
            message = "the aliases up to this one expand to too much text"
            raise StatementError(message, start, end, code=_ALIAS_SIZE)


_TOO_DEEP = f"brackets are nested more than {MAX_NESTING} levels deep"
_BRACKET = regex(r'"(?:[^"\\]|\\.)*"|->|[<>]=|(?P<open>[(\[{<])|(?P<close>[)\]}>])')


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


def error_at(token: Token, message: str, code: str = SYNTAX, help: str = "") -> StatementError:
    """A syntax error at a token."""
    return StatementError(message, token.start_pos, token.end_pos, help, code)


def error_in_types(message: str, code: str = SYNTAX) -> StatementError:
    """A syntax error at the types that end a statement; at all of it if it has none."""
    text = current().text
    end = len(text.rstrip())
    start = text.rfind(" : ", 0, end) + 3 if " : " in text[:end] else len(text) - len(text.lstrip())
    return StatementError(message, start, end, code=code)


class FormatError(Exception):
    """An operation cannot be printed in its assembly format, or the parsed text does not match the format."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
