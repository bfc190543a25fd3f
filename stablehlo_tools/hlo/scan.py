"""Where the brackets of an HLO text close. Strings and comments hold none."""

from __future__ import annotations

import re

MAX_NESTING = 100  # deeper than any program; what reads shapes and literals recurs

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
    """Brackets that do not match, or a string or comment without an end, and where."""

    def __init__(self, code: str, message: str, start: int, opened: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.opened = opened


def closing_brackets(text: str) -> dict[int, int]:
    """For each opening bracket the place where it closes. Raises BracketError."""
    closing: dict[int, int] = {}
    stack: list[int] = []
    for match in _TOKEN.finditer(text):
        character = match[0]
        if character in _CLOSING:
            stack.append(match.start())
            if len(stack) > MAX_NESTING:
                raise BracketError(
                    "hlo_nesting", f"brackets are nested more than {MAX_NESTING} deep", match.start()
                )
        elif match["close"]:
            _close(text, stack, match, closing)
        elif match["broken"]:
            what = "string" if character == '"' else "comment"
            raise BracketError("hlo_syntax", f"this {what} does not end", match.start())
    if stack:
        raise BracketError("hlo_bracket", f"`{text[stack[-1]]}` is never closed", stack[-1])
    return closing


def _close(text: str, stack: list[int], match: re.Match[str], closing: dict[int, int]) -> None:
    if not stack:
        raise BracketError("hlo_bracket", f"`{match[0]}` closes nothing", match.start())
    opened = stack.pop()
    wanted = _CLOSING[text[opened]]
    if match[0] != wanted:
        message = f"`{wanted}` has to close `{text[opened]}`, not `{match[0]}`"
        raise BracketError("hlo_bracket", message, match.start(), opened)
    closing[opened] = match.start()
