"""Codes of diagnostics that are not about a constraint of an op, declared beside the code that reports them.

_DEADLOCK = Code(
"deadlock",
"Some processes wait for an exchange in which others never take part.",
"Make all processes of a group execute the op.",
)
...
raise RunError(Diagnostic(_DEADLOCK, ...))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

DECLARED: Final[dict[str, Code]] = {}
USAGE: Final[set[str]] = set()


class Code(str):
    """A code, with its meaning and advice, for `shlo explain`.

    `command` reports it for the program in `testdata/codes`; there is no such program if the cause
    is not in the program, or if only the library reports it. With `is_usage`, the command or a file is at
    fault, and not the program.
    """

    __slots__ = ("command", "help", "meaning")
    meaning: str
    help: str
    command: str

    def __new__(
        cls, name: str, meaning: str, help: str, *, command: str = "verify", is_usage: bool = False
    ) -> Code:
        code = super().__new__(cls, name)
        code.meaning, code.help, code.command = meaning, help, command
        assert name not in DECLARED, name
        DECLARED[name] = code
        USAGE.update([name] * is_usage)
        return code

    def __reduce__(self) -> tuple[Callable[[str], str], tuple[str]]:
        return _usage_code if self in USAGE else str, (str(self),)


def _usage_code(name: str) -> str:
    """A code from a process that has imported its declaration, which this one need not have."""
    USAGE.add(name)
    return name
