"""Matches the brackets of HLO text, outside of strings and comments."""

from __future__ import annotations

import re

from stablehlo_tools.diagnostics.codes import Code

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


class BracketError(ValueError):
    """Unbalanced brackets, or an unterminated string or comment."""

    def __init__(self, code: str, message: str, start: int, opened: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.opened = opened


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
    """The position of the closing bracket for each opening one. Raises BracketError."""
    closing: dict[int, int] = {}
    stack: list[int] = []
    for match in _TOKEN.finditer(text):
        character = match[0]
        if character in _CLOSING:
            stack.append(match.start())
            if len(stack) > MAX_NESTING:
                raise BracketError(
                    _HLO_NESTING, f"brackets are nested more than {MAX_NESTING} deep", match.start()
                )
        elif match["close"]:
            _close(text, stack, match, closing)
        elif match["broken"]:
            what = "string" if character == '"' else "comment"
            raise BracketError(HLO_SYNTAX, f"unterminated {what}", match.start())
    if stack:
        raise BracketError(_HLO_BRACKET, f"unclosed `{text[stack[-1]]}`", stack[-1])
    return closing


def _close(text: str, stack: list[int], match: re.Match[str], closing: dict[int, int]) -> None:
    if not stack:
        raise BracketError(_HLO_BRACKET, f"unmatched `{match[0]}`", match.start())
    opened = stack.pop()
    wanted = _CLOSING[text[opened]]
    if match[0] != wanted:
        message = f"expected `{wanted}` to close `{text[opened]}`, found `{match[0]}`"
        raise BracketError(_HLO_BRACKET, message, match.start(), opened)
    closing[opened] = match.start()
