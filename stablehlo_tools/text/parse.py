"""Text to tree, by the fast parser."""

from __future__ import annotations

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.grammars.nodes import UnexpectedInput
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.reader import reference
from stablehlo_tools.text.reader.file_parser import FileParser
from stablehlo_tools.text.reader.resolve import resolve
from stablehlo_tools.text.reader.splitter import UNCLOSED_REGION, UNMATCHED_BRACE
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.text.statement.template import SYNTAX


def parse(source: Source, statements: StatementCache | None = None) -> Module:
    """The module of `source`. Raises ParseError with all the errors of the text.

    `statements` is the cache of parsed statements.
    """
    module, errors = read(source, statements)
    if errors:
        raise ParseError(*errors)
    return module


def read(source: Source, statements: StatementCache | None = None) -> tuple[Module, list[Diagnostic]]:
    """The module of `source` without its invalid parts, and all errors, in the order of the text.

    The splitter is wrong where lines break in unusual places; there, the grammar decides.
    """
    module, errors = read_by_statements(source, statements)
    may_be_split_wrong = any(error.code in _ERRORS_OF_SPLITTING for error in errors)
    if may_be_split_wrong and len(source.text) <= _MOST_READ_AGAIN and _is_grammatical(source.text):
        return reference.read(source)
    return module, errors


def _is_grammatical(text: str) -> bool:
    """Whether a text is of the rule `program`."""
    try:
        reference.parse_tree(text)
    except UnexpectedInput:
        return False
    return True


_ERRORS_OF_SPLITTING = frozenset({SYNTAX, UNCLOSED_REGION, UNMATCHED_BRACE})
_MOST_READ_AGAIN = 1 << 17  # characters, which the reference parser reads in less than a second


def read_by_statements(
    source: Source, statements: StatementCache | None = None
) -> tuple[Module, list[Diagnostic]]:
    """The module and the errors, as `read` returns them, by the fast parser alone."""
    if isinstance(source, DeferredText) and source.module is not None:
        return source.module, []
    statements = statements or StatementCache()
    with collection_paused():
        file = statements.split(source)
        return resolve(FileParser(file, file.errors, statements))
