"""String literals: MLIR's escapes, in and out."""

from __future__ import annotations

import re

_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)
_NAMED = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}


def unescape(literal: str) -> str:
    """The text that a quoted literal stands for; bytes that are no UTF-8 become lone surrogates."""
    inside = literal[1:-1]
    if "\\" not in inside:
        return inside
    return _ESCAPE.sub(_byte, inside.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _byte(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 16)]) if len(code) == 2 else _NAMED.get(code, code)


def escape(text: str) -> str:
    """`text` as MLIR quotes it: backslash doubled, everything outside printable ASCII as two hex digits."""
    return f'"{"".join(map(_spelling, text.encode("utf-8", "surrogateescape")))}"'


def _spelling(byte: int) -> str:
    if byte == 0x5C:
        return "\\\\"
    return chr(byte) if 0x20 <= byte < 0x7F and byte != 0x22 else f"\\{byte:02X}"
