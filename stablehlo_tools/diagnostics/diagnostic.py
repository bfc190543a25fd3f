"""Diagnostics as data; `diagnostics/report/` formats them as text, JSON and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from enum import Enum

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.host.records import public_record

# The code of errors in plugins.
PLUGIN = Code(
    "plugin",
    "A plugin cannot be imported, raises an exception, or returns a value that does not match the custom "
    "call.",
    "Correct the plugin at the line that the message names.",
    command="run --plugin no_such_module",
    is_usage=True,
)
OUT_OF_MEMORY = Code(
    "out_of_memory",
    "The program needs more memory than --max-memory or the machine allows. Peak memory is computed before "
    "the run, except for arrays whose shapes depend on values.",
    "Increase --max-memory if more is available. The message lists the largest arrays and the operations "
    "that allocate them.",
    command="run --random --max-memory 4B",
    is_usage=True,
)


class Severity(Enum):
    """The severity of a diagnostic. `NOTE` never changes an exit status."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@public_record(frozen=True)
class Label:
    """A secondary span with a message: `%b is defined here`."""

    span: Span
    message: str


@public_record(frozen=True)
class Edit:
    """The replacement of a span by `text`."""

    span: Span
    text: str


@public_record(frozen=True)
class Fix:
    """Edits that fix a diagnostic; `is_safe` if results stay bitwise identical."""

    message: str
    edits: tuple[Edit, ...]
    is_safe: bool = True


@public_record(frozen=True, repr=False)
class Diagnostic:
    """An error, warning or note.

    `code` is stable and greppable: `<op>_c<n>` for constraint (Cn) of an op, else a phrase such as
    `undefined_value`. `label` is the text at the caret. `formula` is the violated constraint as worded by the
    specification, and `values` are its subterms with their values. `span` is the part in error, down to a
    single attribute; `operation` is the span of the op's name, where MLIR's tools report it.
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
        """The name for `shlo explain`: the code, with the dialect as prefix unless it is StableHLO."""
        op = self.operation.text.strip('"') if self.formula is not None and self.operation else ""
        dialect, _, mnemonic = op.partition(".")
        is_of_op = mnemonic and self.code.startswith(mnemonic.replace("-", "_").replace(".", "_"))
        return self.code if not is_of_op or dialect == "stablehlo" else f"{dialect}.{self.code}"

    def __repr__(self) -> str:
        return f"<Diagnostic {self}>"

    def __str__(self) -> str:
        where = "" if self.span is None else f"{self.span.place}: "
        return visible(f"{where}{self.severity.value}[{self.code}]: {self.message}")


class DiagnosticError(Exception):
    """An exception that carries at least one diagnostic; `diagnostic` is the first."""

    def __init_subclass__(cls) -> None:
        cls.__module__ = "stablehlo_tools"  # the public name

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
    """A text that cannot be parsed. `diagnostics` are all of its syntax errors."""


class VerificationError(DiagnosticError):
    """An invalid module; it is not executed."""


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics of one text, in the order of their places."""
    return sorted(diagnostics, key=lambda diagnostic: diagnostic.span.start if diagnostic.span else -1)


def errors_of(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors among diagnostics."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]


def require_valid(diagnostics: Iterable[Diagnostic]) -> None:
    """Raise `VerificationError` if the diagnostics of the verifier contain errors."""
    errors = errors_of(diagnostics)
    if errors:
        raise VerificationError(*errors)


class RunError(DiagnosticError):
    """Execution failed: invalid inputs, an unsupported op, a constraint violated by dynamic shapes."""


class EngineError(DiagnosticError):
    """An engine is missing, rejects a program, or fails: it crashed, took too long, or answered nonsense."""


class InferenceError(DiagnosticError):
    """The result types of an op cannot be inferred: operands are invalid, or no constraint defines them."""


class ConversionError(DiagnosticError):
    """A construct without a counterpart in the target language of a conversion."""
