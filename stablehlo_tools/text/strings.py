"""Escapes and unescapes string literals as MLIR does."""

from __future__ import annotations

import re

_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)
_NAMED = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}


def unescape(literal: str) -> str:
    """The text of a quoted literal; bytes that are not UTF-8 become lone surrogates."""
    inside = literal[1:-1]
    if "\\" not in inside:
        return inside
    return _ESCAPE.sub(_byte, inside.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _byte(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 16)]) if len(code) == 2 else _NAMED.get(code, code)


_STRING = re.compile(r'"(?:[^"\\\n]|\\[^\n])*"|//[^\n]*')
_ANY_ESCAPE = re.compile(r'\\(?:(?P<known>[0-9A-Fa-f]{2}|[nt"\\])|.)')


def unknown_escape(text: str) -> re.Match[str] | None:
    """The first invalid escape sequence in a string of `text`; strings in comments are ignored."""
    for string in _STRING.finditer(text):
        if string[0][0] == '"':
            escapes = _ANY_ESCAPE.finditer(text, *string.span())
            unknown = next((escape for escape in escapes if escape["known"] is None), None)
            if unknown is not None:
                return unknown
    return None


def escape(text: str) -> str:
    """`text` in quotes, with bytes other than printable ASCII as two hexadecimal digits."""
    return f'"{_ESCAPED.sub(_escape_byte, text.encode("utf-8", "surrogateescape")).decode("ascii")}"'


_ESCAPED = re.compile(rb"[^ !#-\[\]-~]")


def _escape_byte(match: re.Match[bytes]) -> bytes:
    byte = match[0]
    return b"\\\\" if byte == b"\\" else b"\\%02X" % byte[0]
