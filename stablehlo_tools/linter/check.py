"""Applies rules to programs, after verifying them, since rules rely on the constraints."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, errors_of
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.formats.texts import is_editable
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.deferred_text import note_on
from stablehlo_tools.ir.operations import Block, Module, Operation, Value
from stablehlo_tools.linter.rule import Finding, Program, Rule
from stablehlo_tools.linter.selection import ALL, matches, selected_rules
from stablehlo_tools.linter.settings import Settings, SettingsLayer, read_all, settings_of
from stablehlo_tools.linter.suppressions import Suppressions
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.statement.statement_cache import StatementCache
from stablehlo_tools.verifier.module import verify
from stablehlo_tools.verifier.problem import Problem
from stablehlo_tools.verifier.reporter import Reporter

_LAST_FAMILY = "SUP"  # its rules depend on which suppressions the others used

Piece = tuple[Module, list[Diagnostic]]  # with its syntax errors


def check(module: Module, settings: Settings, statements: StatementCache | None = None) -> list[Diagnostic]:
    """The diagnostics of the enabled rules for a module; if it is invalid, its errors instead."""
    return check_pieces([(module, [])], module.source, settings, statements)


def check_verified(module: Module, settings: Settings) -> list[Diagnostic]:
    """The diagnostics of the enabled rules for a valid module, without fixes."""
    rules = rules_for(module.source, settings)
    applied = [rule.code for rule in rules]
    program = Program(module, settings, Suppressions(module.source), applied, has_fixes=False)
    diagnostics = _diagnose(program, sorted(rules, key=lambda rule: rule.family == _LAST_FAMILY))
    return sorted(diagnostics, key=_position)


def check_pieces(
    pieces: Iterable[Piece], source: Source | None, settings: Settings, statements: StatementCache | None
) -> list[Diagnostic]:
    """The diagnostics of the enabled rules for the programs of a file; of invalid programs, their errors.

    Unused suppressions are reported only if all programs are valid. `statements` is the shared cache of
    parsed operations.
    """
    statements = statements or StatementCache()
    rules = rules_for(source, settings)
    suppressions, applied = Suppressions(source), [rule.code for rule in rules]
    reported: list[Diagnostic] = []
    # else there is no text to change, or it is in another language
    is_valid, has_fixes = True, source is None or (is_editable(source) and not is_hlo(source))
    unread, program = iter(pieces), None
    while True:
        with collection_paused():  # the program is no garbage before
            piece = next(unread, None)
            if piece is None:
                break
            program = Program(piece[0], settings, suppressions, applied, has_fixes=has_fixes)
            errors = piece[1] or errors_of(verify(program.module, known=statements.problems))
            is_valid = is_valid and not errors
            reported += errors or _diagnose(program, (rule for rule in rules if rule.family != _LAST_FAMILY))
    if is_valid and program is not None:
        reported += _diagnose(program, (rule for rule in rules if rule.family == _LAST_FAMILY))
    if not has_fixes:
        reported = [dataclasses.replace(diagnostic, fix=None) for diagnostic in reported]
    return sorted(reported, key=_position) if is_valid else reported


def _diagnose(program: Program, rules: Iterable[Rule]) -> list[Diagnostic]:
    """The diagnostics of rules that no comment suppresses."""
    reporter = Reporter(program.module)
    return [
        diagnostic
        for rule in rules
        for finding in rule.check(program)
        if not program.suppressions.suppress(
            diagnostic := _diagnostic(
                reporter, rule, finding if program.has_fixes else finding._replace(fix=None)
            ),
            _operation(finding),
        )
    ]


def _position(diagnostic: Diagnostic) -> tuple[tuple[int, int], str]:
    return diagnostic.span.begin if diagnostic.span else (0, 0), diagnostic.code


def settings_of_example(rule: Rule) -> Settings:
    """The settings for the example programs of a rule: those of the rule, with all rules enabled."""
    return settings_of([SettingsLayer(read_all({"preview": True, "lint.select": (ALL,), **rule.settings}))])


def rules_for(source: Source | None, settings: Settings) -> Sequence[Rule]:
    """The rules that are enabled for a file, without those of `per-file-ignores`."""
    rules = selected_rules(settings.layers, preview=settings.preview)
    ignored = settings.ignored_in(Path(source.name) if source is not None else Path())
    return [rule for rule in rules if not any(matches(selector, rule.code) for selector in ignored)]


def _operation(finding: Finding) -> Operation | None:
    """The operation of a finding, or the one that defines its value."""
    owner = finding.at.owner if isinstance(finding.at, Value) else finding.at
    return owner if isinstance(owner, Operation) else None


def _diagnostic(reporter: Reporter, rule: Rule, finding: Finding) -> Diagnostic:
    related = tuple(_labels(reporter.locator, finding.related))
    at, severity = finding.at, finding.severity or rule.severity
    if isinstance(at, Operation):
        problem = Problem(rule.code, finding.message, finding.places, finding.label, helps=finding.helps)
        return reporter.diagnostic(at, problem, related, severity, finding.fix)
    span = at if isinstance(at, Span) else reporter.locator.definition(at)
    if span is None and isinstance(at, Value) and isinstance(at.owner, Block):
        # an argument of a function in HLO text, which has no span of its own
        parent = finding._replace(at=at.holder, places=(("attribute", "sym_name"),))
        return _diagnostic(reporter, rule, parent)
    return Diagnostic(
        rule.code,
        finding.message,
        span,
        severity,
        finding.label,
        related=related,
        notes=_notes(reporter, finding, span),
        helps=finding.helps,
        fix=finding.fix,
    )


def _notes(reporter: Reporter, finding: Finding, span: Span | None) -> tuple[str, ...]:
    owner = _operation(finding)
    if owner is not None:
        return reporter.frames.notes(owner)
    note = note_on(span.source) if span is not None else ""
    return (note,) if note else ()


def _labels(locator: Locator, related: Iterable[tuple[Operation | Value, str]]) -> Iterator[Label]:
    for at, message in related:
        span = locator.definition(at) if isinstance(at, Value) else at.span
        if span is not None:
            yield Label(span, message)
