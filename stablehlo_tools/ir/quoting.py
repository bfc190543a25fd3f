"""Strings and symbols as MLIR quotes them."""

from __future__ import annotations

import re
from collections.abc import Callable

from stablehlo_tools.host.regex import regex

_ESCAPE = regex(rb"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)
_NAMED = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}


def unescape(literal: str) -> str:
    """The text of a quoted literal; bytes that are not UTF-8 become lone surrogates."""
    return unescaped(literal, lambda inside: _ESCAPE.sub(_byte, inside))


def unescaped(literal: str, replace: Callable[[bytes], bytes]) -> str:
    """The text of a quoted literal after `replace` on its escapes; invalid UTF-8 becomes lone surrogates."""
    inside = literal[1:-1]
    if "\\" not in inside:
        return inside
    return replace(inside.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _byte(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 16)]) if len(code) == 2 else _NAMED.get(code, code)


def escape(text: str) -> str:
    """`text` in quotes, with bytes other than printable ASCII as two hexadecimal digits."""
    return f'"{_ESCAPED.sub(_escape_byte, text.encode("utf-8", "surrogateescape")).decode("ascii")}"'


_ESCAPED = regex(rb"[^ !#-\[\]-~]")


def _escape_byte(match: re.Match[bytes]) -> bytes:
    byte = match[0]
    return b"\\\\" if byte == b"\\" else b"\\%02X" % byte[0]


_BARE = regex(r"[A-Za-z_][A-Za-z0-9_$.]*")


def keyword_text(name: str) -> str:
    """The name of an attribute or resource, quoted unless it is an identifier."""
    return name if _BARE.fullmatch(name) else escape(name)


def symbol_text(*path: str) -> str:
    """`@name`, `@"odd name"` or `@outer::@inner`."""
    return "::".join(f"@{keyword_text(name)}" for name in path)
