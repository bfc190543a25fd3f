"""Diagnostics from the problems of operations, with their spans in the text of a module."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Fix, Label, Severity
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.text.locate import Locator, OperationSpans
from stablehlo_tools.text.source_frames import SourceFrames
from stablehlo_tools.verifier.problem import Place, Problem


class Reporter:
    """Builds the diagnostics of one module, with their spans in its text."""

    def __init__(self, module: Module) -> None:
        self.frames = SourceFrames(module)
        self.locator = Locator()

    def diagnostic(
        self,
        operation: Operation,
        problem: Problem,
        related: tuple[Label, ...] = (),
        severity: Severity = Severity.ERROR,
        fix: Fix | None = None,
    ) -> Diagnostic:
        """The diagnostic for a problem of an operation."""
        name = self.locator.op_name(operation)
        return Diagnostic(
            problem.code,
            problem.message,
            _narrowed(self.span(operation, problem.places), problem.word) if problem.places else name,
            severity,
            label=problem.label,
            formula=problem.formula,
            values=problem.values,
            related=related,
            notes=self.frames.notes(operation),
            helps=problem.helps,
            operation=self.span(operation, (problem.part,)) if problem.part else name,
            fix=fix,
        )

    def span(self, operation: Operation, places: Collection[Place]) -> Span | None:
        """The span of the first of `places` that the text contains, else of the op's name."""
        for kind, key in places:
            if isinstance(key, tuple):
                span = self._part_of_region(operation, kind, *key)
            else:
                span = self.locator.part(operation, functools.partial(_part, kind, key))
            if span is not None:
                return span
        return self.locator.op_name(operation)

    def _part_of_region(self, operation: Operation, kind: str, region: int, number: int) -> Span | None:
        """The span of a region's argument, or of the type of a value that it returns."""
        is_written = operation.template is not None and not operation.template.applies
        entry = operation.regions[region].entry if is_written and region < len(operation.regions) else None
        if entry is None:
            return None
        if kind == "region_input":
            return self.locator.name(entry.arguments[number]) if number < len(entry.arguments) else None
        if not entry.operations:
            return None
        return self.locator.part(entry.operations[-1], lambda parts: parts.operand_type(number))


def diagnostic_of(operation: Operation, problem: Problem, module: Module) -> Diagnostic:
    """The diagnostic for a problem of an operation of `module`; use a `Reporter` for several."""
    return Reporter(module).diagnostic(operation, problem)


def _part(kind: str, key: int | str, parts: OperationSpans) -> Span | None:
    if isinstance(key, str):
        return parts.attributes.get(key)
    if kind == "operand":
        return parts.operands[key] if key < len(parts.operands) else None
    return parts.operand_type(key) if kind == "operand_type" else parts.result_type(key)


def _narrowed(span: Span | None, word: str) -> Span | None:
    """The only occurrence of a word in a span; the span if there is none, or several."""
    if span is None or not word or span.text.count(word) != 1:
        return span
    start = span.start + span.text.index(word)
    return span._replace(start=start, end=start + len(word))


def definition_labels(locator: Locator, values: Iterable[Value]) -> Iterator[Label]:
    """Labels at the definitions of values, with their types."""
    for value in values:
        span = locator.definition(value)
        if span is not None:
            yield Label(span, f"defined here as {value.type}")
