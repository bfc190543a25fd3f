"""What is wrong, where and why: data without colours. `report/` turns it into text, JSON and so on."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.source import Span

# The code of what is wrong with Python that the user brings along.
PLUGIN = "plugin"


class Severity(Enum):
    """How bad it is. `NOTE` never changes an exit code."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Label:
    """A span beside the main one, with what it says: `%b is defined here`."""

    span: Span
    message: str


@dataclass(frozen=True)
class Edit:
    """Text to put in the place of a span."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """Edits that mend what a diagnostic is about; `is_safe` says that the program stays the same."""

    message: str
    edits: tuple[Edit, ...]
    is_safe: bool = True


@dataclass(frozen=True, repr=False)
class Diagnostic:
    """One finding.

    `code` is stable and greppable: `<op>_c<n>` for constraint (Cn) of an op, else a phrase such as
    `undefined_value`. `label` is what the caret says. `formula` is the violated rule as the
    specification words it and `values` lists its subterms with what they came to. `span` is what is at
    fault, down to one attribute; `operation` is the name of the op that it belongs to, which is where
    MLIR's tools report it.
    """

    code: str
    message: str
    span: Span | None
    severity: Severity = Severity.ERROR
    label: str = ""
    formula: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    unsupported: bool = field(default=False, kw_only=True)
    operation: Span | None = field(default=None, kw_only=True)
    fix: Fix | None = field(default=None, kw_only=True)

    @property
    def qualified_code(self) -> str:
        """The code as `shlo explain` takes it: behind the name of the dialect, unless that is StableHLO."""
        op = self.operation.text.strip('"') if self.formula is not None and self.operation else ""
        dialect, dot, _ = op.partition(".")
        return self.code if not dot or dialect == "stablehlo" else f"{dialect}.{self.code}"

    def __repr__(self) -> str:
        return f"<Diagnostic {self}>"

    def __str__(self) -> str:
        where = ""
        if self.span is not None:
            line, column = self.span.begin
            where = f"{self.span.source.name}:{line}:{column}: "
        return visible(f"{where}{self.severity.value}[{self.code}]: {self.message}")


class DiagnosticError(Exception):
    """An exception that carries at least one diagnostic; `diagnostic` is the first."""

    def __init_subclass__(cls) -> None:
        cls.__module__ = "stablehlo_tools"  # where users find it

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[DiagnosticError], tuple[Diagnostic, ...]]:
        return type(self), self.diagnostics

    @property
    def diagnostic(self) -> Diagnostic:
        """The first, or only, diagnostic."""
        return self.diagnostics[0]

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)


class ParseError(DiagnosticError):
    """The text is not StableHLO. All syntax errors of the text are in `diagnostics`."""


class VerificationError(DiagnosticError):
    """The module violates rules of the language; it is not executed."""


class RunError(DiagnosticError):
    """Execution cannot start or go on: wrong inputs, an unsupported op, a rule that fails on real shapes."""


class InferenceError(DiagnosticError):
    """The types of an op's results do not follow: operands break a rule, or no rule says what they are."""


class ConversionError(DiagnosticError):
    """What has no counterpart in the language that a program is converted to."""


def closest(name: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """The one of `known` that `name` may be a slip for; None where none is like it, or `name` is a number.

    A slip is one in three characters, the end left out, or `float32` for `f32`. Of those equally like it, the
    one that begins most like it: beginnings are seldom mistaken.
    """
    if name.startswith(("%", "^")) and name[1:].isdigit():
        return None
    near = [other for other in known if abs(len(other) - len(name)) <= _SLIP or _begins(other, name)]
    matches = difflib.get_close_matches(name, near[:_CANDIDATES], n=3, cutoff=likeness)
    most = max((len(name) + 1) // 3, 1)
    matches = [
        each
        for each in matches
        if _begins(each, name) or _abbreviates(each, name) or _slips(name, each) <= most
    ]

    def rank(other: str) -> tuple[float, int]:
        common = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False))
        return difflib.SequenceMatcher(None, other, name).ratio(), len(list(common))

    return max(matches, key=rank, default=None)


_SLIP = 4  # characters too many or too few
_CANDIDATES = 1000  # names compared: it takes time


def _begins(whole: str, name: str) -> bool:
    return whole.startswith(name) and len(name) >= 3


def _abbreviates(short: str, name: str) -> bool:
    rest = iter(name)
    return (short[0], short[-1]) == (name[0], name[-1]) and all(each in rest for each in short)


def _slips(name: str, meant: str) -> int:
    """How many characters are left out, put in, changed, or exchanged with the next."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for index, own in enumerate(name):
        before, last, row = row, before, [index + 1]
        for place, other in enumerate(meant):
            least = min(row[place] + 1, before[place + 1] + 1, before[place] + (own != other))
            if index and place and (own, name[index - 1]) == (meant[place - 1], other):
                least = min(least, last[place - 1] + 1)
            row.append(least)
    return row[-1]
