"""Escaping of untrusted text, such as names in programs and of files, for output.

On a terminal, control characters move the cursor, and bidirectional ones reorder the text; in a CI log, a
line that begins with `::error::` is a command. All output is escaped here: names and messages by `visible`,
whole lines by `as_line`, JSON by `as_json`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from stablehlo_tools.host.regex import regex

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# `##[error]` and `##vso[...]` are commands of GitHub, Azure and TeamCity, anywhere in a line.
_COMMAND_INSIDE = regex(r"(?<=#)#(?=\w*\[)")
# Characters that may not be printable; `_json_piece` decides.
_NONPRINTABLE = regex(r"[^\n\x20-\x7e]+")
# GitHub's other commands, which may be indented.
_COMMAND_IN_FRONT = regex(r"\s*:(?=:[A-Za-z])")


def visible(text: str) -> str:
    """`text` on one line, without control characters and commands for terminals or CI logs."""
    return text if _is_harmless(text) else "".join(pieces(text))


def pieces(text: str) -> Sequence[str]:
    """The escaped text of each character of `text`; joined, they are `visible(text)`."""
    if _is_harmless(text):
        return text
    inside = {match.start() for match in _COMMAND_INSIDE.finditer(text)}
    return [_code(each) if index in inside else _piece(each) for index, each in enumerate(text)]


def as_line(text: str) -> str:
    """`text` as a line that is not a command of a CI log."""
    shown = visible(text)
    match = _COMMAND_IN_FRONT.match(shown)
    return shown if match is None else f"{match[0]}{_code(':')}{shown[match.end() + 1 :]}"


def as_json(value: Any, indent: int | None = None) -> str:
    """`value` as JSON, with printable characters unescaped, and all others escaped."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    text = _COMMAND_INSIDE.sub(r"\\u0023", text)
    return _NONPRINTABLE.sub(lambda match: "".join(map(_json_piece, match[0])), text)


def _is_harmless(text: str) -> bool:
    return text.isprintable() and "##" not in text


def _piece(character: str) -> str:
    return character if character.isprintable() else _SHORT.get(character) or _code(character)


def _code(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


def _json_piece(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]
