"""What a rule of the linter is: one function that finds, and in its decorator all that there is to say.

    @rule(
        "HYG002",
        why="...",
        remedy="...",
        bad="...",
        good="...",
    )
    def unused_value(program: Program) -> Iterator[Finding]:
        \"\"\"An operation without effects computes what nobody reads.\"\"\"

The name of the function is that of the rule and names the fault, not the cure; its docstring says what is
found. `bad` is a program in which the rule finds something and `good` one in which it does not: both are
tested, and shown by `shlo explain`. Each file of `rules/` is a family.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.diagnostic import Fix, Severity
from stablehlo_tools.docstrings import docstring
from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.problems import Place
from stablehlo_tools.source import Span

if TYPE_CHECKING:
    from stablehlo_tools.linter.program import Program

# What the letters of codes stand for.
FAMILIES: Final = {
    "PORT": "portability: what other versions, compilers and devices may not take",
    "NUM": "numerics: what loses precision, overflows or becomes NaN",
    "HYG": "hygiene: what is not needed, or should not leave the house",
    "PERF": "performance: what costs more than it has to",
    "SHARD": "sharding: what does not fit the devices",
    "SUP": "suppressions: comments that suppress nothing",
}


class Finding(NamedTuple):
    """Something that a rule found.

    It is `at` an operation, a value (where that is defined) or a span; the caret goes to the first of the
    `places` that the operation's text has, else to its name. `related` are others that have to do with it,
    and `fix` mends it. `severity` is None for that of the rule.
    """

    at: Operation | Value | Span
    message: str
    places: tuple[Place, ...] = ()
    label: str = ""
    related: tuple[tuple[Operation | Value, str], ...] = ()
    helps: tuple[str, ...] = ()
    fix: Fix | None = None
    severity: Severity | None = None


Check = Callable[["Program"], Iterable[Finding]]


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule: what `check` finds in a program.

    `what` is found, `why` it is bad, `remedy` what to do about it. One that `is_preview` is on trial: it is
    applied only where the settings ask for such. `fix` is `safe`, `unsafe`, or empty where there is none.
    `settings` are the keys of the configuration that it reads, with values for `bad` and `good`.
    """

    code: str
    name: str
    what: str
    why: str
    remedy: str
    bad: str
    good: str
    severity: Severity
    is_preview: bool
    fix: str
    settings: Mapping[str, Any]
    declared_at: tuple[str, int]
    check: Check

    @property
    def family(self) -> str:
        """The letters of its code."""
        return self.code.rstrip("0123456789")


RULES: dict[str, Rule] = {}


def rule(
    code: str,
    *,
    why: str,
    remedy: str,
    bad: str,
    good: str,
    severity: Severity = Severity.WARNING,
    preview: bool = False,
    fix: str = "",
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[[Check], Check]:
    """Declare the rule whose check is the decorated function and enter it in `RULES`.

    `settings` are the keys of the configuration that it reads, with values for `bad` and `good`.
    """

    def register(check: Check) -> Check:
        assert code not in RULES, code
        assert code.rstrip("0123456789") in FAMILIES, code
        function = inspect.unwrap(check)
        RULES[code] = Rule(
            code,
            function.__name__.replace("_", "-"),
            _paragraphs(docstring(function)),
            _paragraphs(why),
            _paragraphs(remedy),
            textwrap.dedent(bad).strip() + "\n",
            textwrap.dedent(good).strip() + "\n",
            severity,
            preview,
            fix,
            settings,
            (function.__code__.co_filename, function.__code__.co_firstlineno),
            check,
        )
        return check

    return register


def _paragraphs(text: str) -> str:
    """A text whose paragraphs are lines."""
    return "\n\n".join(" ".join(part.split()) for part in textwrap.dedent(text).strip().split("\n\n"))
