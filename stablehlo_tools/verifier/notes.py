"""Notes on a program that may be valid: old syntax, unknown dialects, elided constants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.constants import ELIDED, DenseResource
from stablehlo_tools.ir.operations import UNREADABLE, Module, Operation
from stablehlo_tools.verifier.functions import SPECIAL
from stablehlo_tools.verifier.operation import is_verified
from stablehlo_tools.verifier.reporter import Reporter

_OLD_SPELLING = Code(
    "old_spelling",
    "The syntax is deprecated: StableHLO has replaced it. It is still accepted, with its original meaning.",
    "Run `shlo fmt`, which prints the current syntax.",
)


def deprecation_notes(module: Module, reporter: Reporter) -> Iterator[Diagnostic]:
    """A note for each kind of deprecated syntax of each op."""
    noted: set[tuple[str, str]] = set()
    for operation in module.old_spellings:
        for old in operation.template.old_spellings if operation.template else ():
            if (operation.name, old.attribute or old.spelling) not in noted:
                noted.add((operation.name, old.attribute or old.spelling))
                yield Diagnostic(
                    _OLD_SPELLING,
                    old.message,
                    reporter.span(operation, (("attribute", old.attribute),)),
                    Severity.NOTE,
                    helps=(old.help,),
                    operation=reporter.span(operation, ()),
                )


_NOT_CHECKED = Code(
    "not_checked",
    "Ops of an unknown dialect are not verified. All other ops are.",
    "Use --strict to report these ops as errors.",
)


def dialect_notes(unchecked: Sequence[Operation], reporter: Reporter) -> Iterator[Diagnostic]:
    """A note for each unknown dialect, at the first of its operations."""
    dialects: dict[str, list[Operation]] = {}
    for operation in unchecked:
        dialect = operation.name.partition(".")[0]
        if dialect not in _PARTLY_VERIFIED:
            dialects.setdefault(dialect, []).append(operation)
    for dialect, operations in dialects.items():
        count = len(operations)
        verb = "was" if count == 1 else "were"
        message = f"{plural(count, 'op')} of unknown dialect `{dialect}` {verb} not verified"
        yield Diagnostic(_NOT_CHECKED, message, reporter.span(operations[0], ()), Severity.NOTE)


_PARTLY_VERIFIED = ("arith", "cf", "math", "sdy", "tensor")  # for their types, blocks or meshes


def unknown_operations(module: Module) -> list[Operation]:
    """The operations whose dialects are unknown, without ones that could not be parsed."""
    known = {*SPECIAL, UNREADABLE.text}
    return [inner for inner in module.walk() if not (is_verified(inner.name) or inner.name in known)]


ELIDED_LITERAL = Code(
    "elided_literal",
    "The elements of a constant were elided when the program was printed, so it cannot be executed. With "
    "--strict, this is an error.",
    "Print the program again, without eliding constants.",
)


def elision_diagnostics(module: Module, reporter: Reporter, severity: Severity) -> Iterator[Diagnostic]:
    """A diagnostic for each constant that was elided when the text was printed."""
    if ELIDED in module.resources.get("builtin", {}):
        return
    for operation in module.walk():
        for name, attribute in operation.attributes.items():
            if isinstance(attribute, DenseResource) and attribute.is_elided:
                yield Diagnostic(
                    ELIDED_LITERAL,
                    "the elements of this constant were elided when the program was printed",
                    reporter.span(operation, (("attribute", name),)),
                    severity,
                    helps=("print the program again without eliding constants",),
                )
