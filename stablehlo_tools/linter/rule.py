"""The declaration of a lint rule: a function that yields findings, with its documentation in the decorator.

    @rule(
        "HYG002",
        why="...",
        help="...",
    )
    def unused_value(program: Program) -> Iterator[Finding]:
        \"\"\"The results of an operation without side effects are never used.\"\"\"

The function has the name of the rule, which names the fault and not the fix; its docstring describes what is
reported. `testdata/lint/HYG002.mlir` has a program with a finding and, after `// -----`, one without: both
are tested, and shown by `shlo explain`. Each file of `rules/` is a family.
"""

from __future__ import annotations

import functools
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.diagnostics.diagnostic import Fix, Severity
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.host import resources
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.rewrite.dce import Effects
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.verifier.problem import Place

if TYPE_CHECKING:
    from stablehlo_tools.linter.settings import Settings
    from stablehlo_tools.linter.suppressions import Suppressions

# By the letters of their codes.
FAMILIES: Final = {
    "PORT": "portability: code that other versions, compilers or devices may reject",
    "NUM": "numerics: loss of precision, overflow, NaN",
    "HYG": "hygiene: unused code, and debug or private data in exported programs",
    "PERF": "performance: unnecessary cost",
    "SHARD": "sharding: code that does not fit the devices",
    "TGT": "targets: operations that a target refuses",
    "SUP": "suppressions: comments that suppress nothing",
}


class Program(ModuleIndex):
    """A verified module, with its settings.

    `suppressions` are the comments of its text; `applied` are the codes of the enabled rules, which
    suppressions can match. Without `has_fixes`, rules skip fixes, which take longer than the checks.
    """

    def __init__(
        self,
        module: Module,
        settings: Settings,
        suppressions: Suppressions,
        applied: Collection[str],
        *,
        has_fixes: bool = True,
    ) -> None:
        super().__init__(module)
        self.settings = settings
        self.suppressions = suppressions
        self.applied = applied
        self.has_fixes = has_fixes
        self.locator = Locator()

    @functools.cached_property
    def effects(self) -> Effects:
        """Tells whether operations have effects."""
        return Effects(self.by_symbol)


class Finding(NamedTuple):
    """A violation of a rule.

    It is `at` an operation, a value (its definition) or a span; the caret points to the first of the
    `places` that the operation's text has, else to its name. `related` are other operations or values with
    their labels. `severity` is None for that of the rule.
    """

    at: Operation | Value | Span
    message: str
    places: tuple[Place, ...] = ()
    label: str = ""
    related: tuple[tuple[Operation | Value, str], ...] = ()
    helps: tuple[str, ...] = ()
    fix: Fix | None = None
    severity: Severity | None = None


Check = Callable[[Program], Iterable[Finding]]


@dataclass(frozen=True, eq=False)
class Rule:
    """A lint rule, whose `check` returns the findings in a program.

    `what` it detects, `why` that is a problem, and `help`, how to solve it, are paragraphs. A preview rule
    is disabled unless the settings enable preview rules. `fix` is `safe`, `unsafe`, or empty if there is
    none. `settings` are the configuration keys that the rule reads, with the values for its examples.
    """

    code: str
    name: str
    what: str
    why: str
    help: str
    severity: Severity
    is_preview: bool
    fix: str
    settings: Mapping[str, Any]
    declared_at: tuple[str, int]
    check: Check

    @property
    def family(self) -> str:
        """The letters of the code."""
        return self.code.rstrip("0123456789")

    @property
    def bad(self) -> str:
        """A program with a finding."""
        return self._examples[0]

    @property
    def good(self) -> str:
        """A program without one."""
        return self._examples[1]

    @functools.cached_property
    def _examples(self) -> list[str]:
        path = resources.folder("lint_examples") / f"{self.code}.mlir"
        return path.read_text(encoding="utf-8").split("// -----\n")


RULES: dict[str, Rule] = {}


def rule(
    code: str,
    *,
    why: str,
    help: str,
    severity: Severity = Severity.WARNING,
    preview: bool = False,
    fix: str = "",
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[[Check], Check]:
    """Declare the rule whose check is the decorated function, and add it to `RULES`.

    `settings` are the configuration keys that it reads, with the values for its examples.
    """

    def register(check: Check) -> Check:
        assert code not in RULES, code
        assert code.rstrip("0123456789") in FAMILIES, code
        function = inspect.unwrap(check)
        RULES[code] = Rule(
            code,
            function.__name__.replace("_", "-"),
            _paragraphs(inspect.getdoc(function) or ""),
            _paragraphs(why),
            _paragraphs(help),
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
    """The text with each paragraph on a single line."""
    return "\n\n".join(" ".join(part.split()) for part in textwrap.dedent(text).strip().split("\n\n"))
