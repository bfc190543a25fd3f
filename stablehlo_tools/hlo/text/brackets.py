"""Matches the brackets of HLO text, outside of strings and comments."""

from __future__ import annotations

import re

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.hlo.text import Mistake

MAX_NESTING = 100  # deeper than any program; shapes and literals are parsed recursively

_TOKEN = re.compile(
    r"""  "(?:[^"\\]|\\.)*"
        | '[^'\\\n]*'
        | /\*.*?\*/
        | //[^\n]*
        | [(\[{]
        | (?P<close>[)\]}])
        | (?P<broken>"|/\*)
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


HLO_SYNTAX = Code(
    "hlo_syntax",
    "The text is not valid HLO at this position. Parsing resumes at the next instruction.",
    "Write what the message expects.",
)
_HLO_NESTING = Code("hlo_nesting", "Brackets are nested more than 100 levels deep.", "Flatten the program.")
_HLO_BRACKET = Code(
    "hlo_bracket",
    "A bracket is not closed, or does not match.",
    "Correct the bracket. The file may be truncated. Nothing else in it was parsed.",
)


def closing_brackets(text: str) -> dict[int, int]:
    """The position of the closing bracket for each opening one. Raises Mistake."""
    closing: dict[int, int] = {}
    stack: list[int] = []
    for match in _TOKEN.finditer(text):
        character = match[0]
        if character in _CLOSING:
            stack.append(match.start())
            if len(stack) > MAX_NESTING:
                raise Mistake(
                    _HLO_NESTING, f"brackets are nested more than {MAX_NESTING} deep", *match.span()
                )
        elif match["close"]:
            _close(text, stack, match, closing)
        elif match["broken"]:
            kind = "string" if character == '"' else "comment"
            raise Mistake(HLO_SYNTAX, f"unterminated {kind}", match.start(), match.start() + 1)
    if stack:
        raise Mistake(_HLO_BRACKET, f"unclosed `{text[stack[-1]]}`", stack[-1], stack[-1] + 1)
    return closing


def _close(text: str, stack: list[int], match: re.Match[str], closing: dict[int, int]) -> None:
    if not stack:
        raise Mistake(_HLO_BRACKET, f"unmatched `{match[0]}`", *match.span())
    opened = stack.pop()
    expected = _CLOSING[text[opened]]
    if match[0] != expected:
        message = f"expected `{expected}` to close `{text[opened]}`, found `{match[0]}`"
        raise Mistake(_HLO_BRACKET, message, *match.span(), opened=opened)
    closing[opened] = match.start()
