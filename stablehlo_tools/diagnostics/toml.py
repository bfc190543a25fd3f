"""TOML of a source, and the places of its keys, which `tomllib` does not say."""

from __future__ import annotations

import functools
import importlib
import re
import sys
from typing import Any, Final

from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.host.regex import regex


class InvalidToml(ValueError):
    """A text is not TOML, at a span, or cannot be read for want of a package, as `helps` say."""

    def __init__(self, message: str, span: Span, helps: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.span = span
        self.helps = helps


@functools.cache
def toml_parser() -> Any:
    """The module that parses TOML: `tomllib` of Python 3.11, or else the package `tomli`; None without it."""
    try:
        return importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    except ImportError:
        return None


def parse_toml(source: Source) -> dict[str, Any]:
    """The table of a TOML document. Raises `InvalidToml`."""
    toml = toml_parser()
    if toml is None:
        message = "reading TOML requires Python 3.11 or later, or the package `tomli`"
        raise InvalidToml(message, Span(source, 0, 0), ("install `tomli`",))
    try:
        table: dict[str, Any] = toml.loads(source.text)
    except (ValueError, RecursionError) as error:  # ValueError also for an integer of thousands of digits
        raise InvalidToml(f"invalid TOML: {error}", _span_of_error(source, str(error))) from None
    return table


_POSITION: Final = regex(r"\(at line (\d+), column (\d+)\)")


def _span_of_error(source: Source, message: str) -> Span:
    """The position in a message of `tomllib`, or the end of the source."""
    match = _POSITION.search(message)
    if match is None:
        return Span(source, len(source.text), len(source.text))
    start = source.line_starts[int(match[1]) - 1] + int(match[2]) - 1
    return Span(source, start, start + 1)


_NAME: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS: Final = regex(
    rf"^[ \t]*(?P<header>\[+)?[ \t]*(?P<keys>{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*)[ \t]*[]=]", re.MULTILINE
)


def key_span(source: Source, path: tuple[str, ...]) -> Span:
    """The span of a key or, if it is not found, of the innermost table that contains it."""
    header: tuple[str, ...] = ()
    best, length = Span(source, 0, 0), 0
    for match in _KEYS.finditer(source.text):
        keys = tuple(key.strip("\"'") for key in re.findall(_NAME, match["keys"]))
        header, whole = (keys, keys) if match["header"] else (header, (*header, *keys))
        if length < len(whole) and path[: len(whole)] == whole:
            end = match.end("keys")
            best, length = Span(source, end - len(whole[-1]), end), len(whole)
            line = source.text[end:].partition("\n")[0]  # may contain an inline table
            if length < len(path) and (inside := re.search(rf"\b{re.escape(path[-1])}\b", line)):
                best = Span(source, end + inside.start(), end + inside.end())
        elif length < len(path) < len(whole) and whole[: len(path)] == path:  # a table in one not written
            at = match.start("keys") + match["keys"].find(path[-1])
            best, length = Span(source, at, at + len(path[-1])), len(path)
    return best
