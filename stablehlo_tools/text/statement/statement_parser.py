"""Parses a statement with `grammar/stablehlo.lark` to a `Template`, or a type or attribute by itself.

Statements that differ only in names share a template, and thus attributes, types and problems.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import END, Tree, UnexpectedInput
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.types import Type
from stablehlo_tools.text.assembly.formats import FORMATS, GRAMMARS, WITH_SYNTAX
from stablehlo_tools.text.assembly.properties import properties_of
from stablehlo_tools.text.statement.build_statements import StatementBuilder
from stablehlo_tools.text.statement.template import (
    SYNTAX,
    Aliases,
    BlockLabel,
    Definition,
    StatementError,
    Template,
    parsing,
)


def parse_statement(
    text: str, aliases: Aliases, literals: Mapping[str, Span] = MappingProxyType({})
) -> Template | Definition:
    """Parse a statement, regions marked by `splitter.REGION_MARK` and long literals by those of `literals`.

    Raises StatementError, also for a mark that does not replace a literal.
    """
    parsed: Template | Definition = _parse(text, "statement", aliases, literals)
    return parsed


def parse_label(text: str, aliases: Aliases) -> BlockLabel:
    """Parse a block label with its arguments. Raises StatementError."""
    label: BlockLabel = _parse(text, "label", aliases, {})
    return label


def _parse(text: str, start: str, aliases: Aliases, literals: Mapping[str, Span]) -> Any:
    with parsing(text, aliases, literals) as context:
        context.check_nesting()
        context.check_strings()
        try:
            parsed = _parser(_grammar_of(text)).parse(text, start)
        except UnexpectedInput as error:
            raise op_error(text) or syntax_error(error, text) from None
        if context.unread:
            raise misplaced(context.unread)
        return parsed


def misplaced(literals: Collection[str]) -> StatementError:
    """The error of marks in strings, comments and so on, which do not replace literals."""
    return StatementError(f"{len(literals)} unexpected literals", 0, 1)


def _grammar_of(text: str) -> str:
    """The grammar file with the assembly format of a statement."""
    format = FORMATS.get(_name_of(text))
    return format.grammar if format else GRAMMARS[0]


def _name_of(text: str) -> str:
    """The op of a statement in its assembly format; empty for the generic form and other statements."""
    match = _OP.match(text)
    return match["name"] if match else ""


@functools.cache
def _parser(file: str) -> TableParser:
    return grammars.parser(file, StatementBuilder())


@functools.lru_cache(maxsize=1 << 8)
def parse_tree(text: str, start: str) -> Tree:
    """The parse tree of a valid text, with positions, for text/locate.py. Raises UnexpectedInput."""
    tree: Tree = _tree_parser(_grammar_of(text)).parse(text, start)
    return tree


@functools.cache
def _tree_parser(file: str) -> TableParser:
    return grammars.parser(file)


# -- errors -------------------------------------------------------------------------------------

_NAMES = {
    "SSA": "a value such as `%0`",
    "NAME": "a name",
    "STRING": "a string",
    "INTEGER": "an integer",
    "FLOAT": "a number",
    "SYMBOL": "a symbol such as `@main`",
    "OP_NAME": "an op",
    "HASH": "an attribute such as `#name`",
    "BANG": "a type such as `!name`",
    "BLOCK": "a block such as `^bb0`",
    "VISIBILITY": "`private`",
    "REGION": "a region `{ ... }`",
    "DENSE": "a literal `dense<...>`",
    "SIMPLE_TENSOR": "a tensor type",
    "LPAR": "`(`", "RPAR": "`)`", "LBRACE": "`{`", "RBRACE": "`}`", "LSQB": "`[`", "RSQB": "`]`",
    "LESSTHAN": "`<`", "MORETHAN": "`>`", "COLON": "`:`", "COMMA": "`,`", "EQUAL": "`=`",
    "ARROW": "`->`",
}  # fmt: skip


_GAP = r"(?:\s|//[^\n]*\n)*"
_GENERIC_FORM = 'use the generic form: `"{}"(...) : (...) -> ...`'
_OP = regex(rf"{_GAP}(?:%[^=]*={_GAP})?(?P<name>[A-Za-z_]\w*\.[\w$.\-]*\w)")


UNKNOWN_OP = Code(
    "unknown_op",
    "This op does not exist in its dialect.",
    "Check the spelling; `shlo explain --all` lists all ops.",
)


def op_error(text: str, start: int = 0) -> StatementError | None:
    """The error of an op without a known assembly format; None for any other statement at `start`."""
    match = _OP.match(text, start)
    if match is None or match["name"] in FORMATS:
        return None
    name, (start, end) = match["name"], match.span("name")
    dialect, _, mnemonic = name.partition(".")
    if dialect == "func" and properties_of(name) is None:
        return None  # `_misspelling` suggests keywords
    if dialect not in WITH_SYNTAX or dialect == "mhlo":
        return _unsupported_format(name, start, end)
    if properties_of(name) is not None:
        return StatementError(f"`{name}` has no assembly format", start, end, _GENERIC_FORM.format(name))
    mnemonics = [other.partition(".")[2] for other in FORMATS if other.startswith(f"{dialect}.")]
    near = closest(mnemonic, mnemonics)
    help = "".join(did_you_mean(near and f"{dialect}.{near}"))
    return StatementError(f"cannot find op `{mnemonic}` in dialect `{dialect}`", start, end, help, UNKNOWN_OP)


_SUGGESTED_DIALECTS = ("stablehlo", "chlo", "func")


_UNSUPPORTED_FORM = Code(
    "unsupported_form",
    "The op belongs to another dialect, and its assembly format is not supported.",
    'Print the program in the generic form: `"dialect.op"(...)` for every op.',
)


def _unsupported_format(name: str, start: int, end: int) -> StatementError:
    """The error of an unknown assembly format of another dialect."""
    dialect, _, mnemonic = name.partition(".")
    near = f"{closest(dialect, _SUGGESTED_DIALECTS)}.{mnemonic}"
    if properties_of(near) is not None or near == "func.func":
        return StatementError(f"cannot find op `{name}`", start, end, f"did you mean `{near}`?", UNKNOWN_OP)
    message = f"the assembly format of `{name}` is not supported"
    help = _GENERIC_FORM.format(name)
    return StatementError(message, start, end, help, _UNSUPPORTED_FORM, unsupported=True)


def _stale_grammar(name: str, start: int, end: int) -> StatementError:
    """The error of an op that is declared, but not in the generated grammar."""
    message = f"the grammar is out of date: it lacks the assembly format of `{name}`"
    help = "run `python -m stablehlo_tools.text.assembly.format_grammar`"
    return StatementError(message, start, end, help, _UNSUPPORTED_FORM, unsupported=True)


# The format does not help with most errors in these, which are in types and attributes.
_NO_SYNTAX_HELP = ("builtin.module", "func.func")
_MAX_SHOWN = 60  # characters of unexpected text


def syntax_error(error: UnexpectedInput, text: str, begin: int = 0) -> StatementError:
    """The error in words: the unexpected text, and the expected tokens. The statement is at `begin`."""
    token = error.token
    if token is None or token.type == "ANY":
        start, found = error.position, _word_at(text, error.position)
    elif token.type != END:
        start, found = error.position, str(token)
    else:
        start, found = len(text.rstrip()), ""
    op = _OP.match(text, begin)
    if op is not None and op["name"] in FORMATS and op.start("name") == start:
        return _stale_grammar(op["name"], *op.span("name"))
    keywords = _keywords_in(error.expected)
    expected = _alternatives(error.expected, keywords)
    if found == "{\0}":
        found = "{ ... }"
    misspelling = _misspelling(text, start, found, keywords)
    if misspelling is not None:
        return misspelling
    if found == "dense" and "DENSE" in error.expected:  # which it would be if it were complete
        help = "expected numbers, strings or lists of them, and `>`"
        return StatementError("malformed literal `dense<...>`", start, start + len(found), help)
    start, found, hint = _hint_at(text, start, found, error.expected)
    shown = found if len(found) <= _MAX_SHOWN else f"{found[:_MAX_SHOWN]}..."
    message = f"unexpected `{shown}`" if found else "unexpected end of operation"
    help = f"expected {expected}" if expected else ""
    if hint:
        help = hint
    elif op is not None and op["name"] in FORMATS and op["name"] not in _NO_SYNTAX_HELP and start >= op.end():
        help = f"{help}; " * bool(help) + f"the syntax is `{FORMATS[op['name']]}`"
    return StatementError(message, start, start + max(len(found), 1), help)


_SHAPE_FORM = "write a type as `tensor<4x3xf32>`, with an `x` after each size"
_VALUE_NAME = "names of values begin with `%`"
_CONSTANT = "define a `stablehlo.constant` and use its result as the operand"
# Mistakes of people who know another language: the text before the unexpected part, the start of this, and
# the advice. A `word` before it is the unexpected part.
_HINTS = tuple(
    (regex(rf"{before}$"), regex(after), help)
    for before, after, help in (
        ("", r"/|#(?!\w)", "comments begin with `//`"),
        ("", r"%(?:\s|$)", "the name of a value follows `%` without a space, as in `%7`"),
        ("", ";", "statements end without `;`"),
        ("", "[“”]", 'write `"` for each quotation mark'),
        ("", r"<{7}|={7}|>{7}", "resolve this conflict of a merge"),
        ("", "```", "remove the Markdown markup"),
        (r"\btensor\s*<[^<>\"]*", "-[0-9]", "write `?` for an unknown size"),
        (r"\btensor\s*<[^<>\"]*", r"[\[(]?[0-9?]", _SHAPE_FORM),
        (r"\b[a-z]+[0-9]+\w*", r"\[", _SHAPE_FORM),
        (r":\s*", "[0-9?]+x", _SHAPE_FORM),
        (r"\bconstant\s*", r"[-+0-9\[(]", "write the value as `dense<...>`"),
        (r"\((?:[^(){}]*,)?\s*(?P<word>[A-Za-z_]\w*)\s*", ":", _VALUE_NAME),
        (r"%[\w$.\-#]+\s*,\s*", r"[A-Za-z_]\w*\s*[,:]", _VALUE_NAME),
        (r"%[\w$.\-#]+\s*,\s*", "[-+0-9]", _CONSTANT),
    )
)  # fmt: skip


def _hint_at(text: str, start: int, found: str, expected: frozenset[str]) -> tuple[int, str, str]:
    """The place of unexpected text, the text, and a hint if the mistake is known, else empty."""
    offset = max(start - _MAX_KEYWORD, 0)
    window = text[offset:start]
    for before, after, help in _HINTS:
        is_possible = after.match(text, start) and ("SSA" in expected or help != _CONSTANT)
        match = before.search(window) if is_possible else None
        if match is not None and match.groupdict():
            return offset + match.start("word"), match["word"], help
        if match is not None:
            return start, found, help
    return start, found, ""


# Keywords that begin a statement, a type or a literal.
_KEYWORDS = (
    "return", "call", "module", "func.func", "func.call", "func.return",
    "tensor", "tuple", "complex", "dense",
)  # fmt: skip
_WORD_BEFORE = regex(r"([A-Za-z_][\w.]*)(?: @[\w$.\-]+)?$")
_MAX_KEYWORD = 80  # characters before the error to search


def _misspelling(text: str, start: int, found: str, expected: Collection[str]) -> StatementError | None:
    """The error of a misspelt keyword, one `expected` or another: the unexpected text, or the word before."""
    if found in ("<", "("):
        offset = max(start - _MAX_KEYWORD, 0)
        before = _WORD_BEFORE.search(text[offset:start])
        if before is None:
            return None
        start, found = offset + before.start(), before[1]
    match = closest(found, (*expected, *_KEYWORDS), likeness=0.75)
    if _AT_OP.fullmatch(text, 0, start) and properties_of(f"stablehlo.{found}") is not None:
        match = f"stablehlo.{found}"
    if match is None or match == found:
        return None
    help = f"did you mean `{match}`?"
    return StatementError(f"unexpected `{found}`", start, start + len(found), help)


_AT_OP = regex(rf"{_GAP}(?:%[^=]*={_GAP})?")  # what is before the op of a statement


def _word_at(text: str, position: int) -> str:
    match = re.compile(r"->|[%^@#!]?[\w$.\-]+|.", re.DOTALL).match(text, position)
    return match.group() if match else ""


def _keywords_in(expected: frozenset[str]) -> list[str]:
    """The keywords among terminals."""
    keywords = frozenset().union(*map(grammars.keywords, GRAMMARS))
    return sorted(map(str.lower, expected & keywords))


def _alternatives(expected: frozenset[str], keywords: Sequence[str]) -> str:
    """At most six of the terminals that could follow, in words."""
    words = sorted(
        {*(f"`{word}`" for word in keywords), *(_NAMES[name] for name in expected & _NAMES.keys())}
    )
    return "" if len(words) > 6 else ", ".join([*words[:-2], " or ".join(words[-2:])])


_TYPE = '"a.b"() : () -> ({})'
_ATTRIBUTES = '"{}"() {{{}}} : () -> ()'


@functools.lru_cache(maxsize=1 << 10)
def parse_type(text: str) -> Type:
    """The type with text such as `tensor<2x3xf32>`. Raises ParseError."""
    types = _statement(_TYPE, text).result_types
    if len(types) != 1:
        raise ParseError(Diagnostic(SYNTAX, f"expected one type, found `{text}`", _span(text, 0, len(text))))
    return types[0]


def parse_attribute(text: str) -> Attribute:
    """The attribute with text such as `loc("f.py":1:2)`. Raises ParseError."""
    return _statement(_ATTRIBUTES, f"value = {text}", "a.b").attributes["value"]


def parse_attributes(operation: str, texts: Mapping[str, str]) -> Mapping[str, Attribute]:
    """The attributes of an op from their texts. Raises ParseError."""
    attributes: dict[str, Attribute] = {}
    for name, text in texts.items():
        attributes |= _statement(_ATTRIBUTES, f"{name} = {text}", operation).attributes
    return attributes


def _statement(form: str, text: str, *names: str) -> Template:
    """The statement `form` with `names` and `text` filled in."""
    before = form[: form.rindex("{}")].format(*names)
    try:
        template = parse_statement(form.format(*names, text), Aliases())
    except StatementError as error:
        span = _span(text, error.start - len(before), error.end - len(before))
        helps = (error.help,) if error.help else ()
        message = error.message if error.start < len(before) + len(text) else "unexpected end"
        raise ParseError(Diagnostic(error.code, message, span, helps=helps)) from None
    assert isinstance(template, Template)
    return template


def _span(text: str, start: int, end: int) -> Span:
    """A part of the text, of at least one character."""
    start = max(0, min(start, len(text) - 1))
    return Span(Source(text, "<argument>"), start, max(start + 1, min(end, len(text))))
