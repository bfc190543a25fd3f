"""Text of a program, or the name of a file, made fit to be shown.

Neither is to be trusted: on a terminal, control characters move the cursor, and bidirectional ones reorder
what is read; in the log of a CI job, a line that begins with `::error::` is a command. Whatever is shown
passes through here: names and messages through `visible`, whole lines through `as_line`, JSON through
`as_json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# `##[error]` and `##vso[...]`, which GitHub, Azure and TeamCity take for commands anywhere in a line.
_COMMAND_INSIDE = re.compile(r"(?<=#)#(?=\w*\[)")
# What may be a character that is not shown; `_json_piece` knows.
_NOT_SHOWN = re.compile(r"[^\n\x20-\x7e]+")
# GitHub's other commands, for which it overlooks blanks in front.
_COMMAND_IN_FRONT = re.compile(r"\s*:(?=:[A-Za-z])")


def visible(text: str) -> str:
    """`text` on one line, with nothing in it that a terminal or the log of a CI job acts upon."""
    return text if _is_harmless(text) else "".join(pieces(text))


def pieces(text: str) -> Sequence[str]:
    """What shows each character of `text`: together they are `visible(text)`."""
    if _is_harmless(text):
        return text
    inside = {match.start() for match in _COMMAND_INSIDE.finditer(text)}
    return [_code(each) if index in inside else _piece(each) for index, each in enumerate(text)]


def as_line(text: str) -> str:
    """`text` as a line of its own, which nobody takes for a command."""
    shown = visible(text)
    match = _COMMAND_IN_FRONT.match(shown)
    return shown if match is None else f"{match[0]}{_code(':')}{shown[match.end() + 1 :]}"


def as_json(value: Any, indent: int | None = None) -> str:
    """`value` as JSON in which all that can be read is as it is, and all else is escaped."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    text = _COMMAND_INSIDE.sub(r"\\u0023", text)
    return _NOT_SHOWN.sub(lambda match: "".join(map(_json_piece, match[0])), text)


def _is_harmless(text: str) -> bool:
    return text.isprintable() and "##" not in text


def _piece(character: str) -> str:
    return character if character.isprintable() else _SHORT.get(character) or _code(character)


def _code(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


def _json_piece(character: str) -> str:
    return character if character.isprintable() else json.dumps(character)[1:-1]
