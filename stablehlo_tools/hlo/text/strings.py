"""Strings as HLO text quotes them, with C escapes."""

from __future__ import annotations

import re

from stablehlo_tools.ir.quoting import unescaped

_ESCAPE = re.compile(rb"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_NAMED = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


def unescape(literal: str) -> str:
    """The contents of a quoted string with C escapes; invalid UTF-8 becomes lone surrogates."""
    return unescaped(literal, lambda inside: _ESCAPE.sub(_byte, inside))


def _byte(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[:1] == b"x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return bytes([int(code, 8) & 0xFF]) if code.isdigit() else _NAMED.get(code, code)


_SPECIAL = re.compile(rb"[\"'\\\x00-\x1f\x7f-\xff]")
_SPELLED = {b"\n": b"\\n", b"\r": b"\\r", b"\t": b"\\t", b'"': b'\\"', b"'": b"\\'", b"\\": b"\\\\"}


def escape(text: str) -> str:
    """A quoted string with C escapes: three octal digits for each byte outside printable ASCII."""
    return f'"{_SPECIAL.sub(_spelling, text.encode("utf-8", "surrogateescape")).decode("ascii")}"'


def _spelling(match: re.Match[bytes]) -> bytes:
    return _SPELLED.get(match[0]) or b"\\%03o" % match[0][0]
