"""Applies rules to programs: verified first, since rules count on what the specification says."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from stablehlo_tools.diagnostic import Diagnostic, Label, Severity
from stablehlo_tools.ir import Module, Operation, Value
from stablehlo_tools.lint.program import Program
from stablehlo_tools.lint.rule import Finding, Rule
from stablehlo_tools.lint.selection import ALL, matches, selected
from stablehlo_tools.lint.settings import Place, Settings, read_all, settings_of
from stablehlo_tools.lint.suppressions import Suppressions
from stablehlo_tools.problems import Problem
from stablehlo_tools.source import Source, Span
from stablehlo_tools.syntax.user_frames import UserFrames
from stablehlo_tools.verify import definition, diagnostic_of, verify

_LAST = "SUP"  # the family whose rules look at what the others did


def check(module: Module, settings: Settings) -> list[Diagnostic]:
    """What the selected rules find in a module; where it breaks rules of the language, only that."""
    errors = [found for found in verify(module) if found.severity is not Severity.NOTE]
    if errors:
        return errors
    rules = rules_for(module.source, settings)
    suppressions = Suppressions(module.source)
    program = Program(module, settings, suppressions, [rule.code for rule in rules])
    found = [
        diagnostic
        for rule in sorted(rules, key=lambda rule: rule.family == _LAST)
        for diagnostic in _diagnostics(program, rule)
        if not suppressions.suppress(diagnostic)
    ]
    return sorted(found, key=lambda each: (each.span.start if each.span else -1, each.code))


def settings_of_example(rule: Rule) -> Settings:
    """The settings for the programs that a rule has as examples: all rules are applied."""
    return settings_of([Place(read_all({"preview": True, "lint.select": (ALL,), **rule.settings}))])


def rules_for(source: Source | None, settings: Settings) -> Sequence[Rule]:
    """The rules that are applied to a text, which per-file-ignores may mean."""
    rules = selected(settings.layers, preview=settings.preview)
    ignored = settings.ignored_in(Path(source.name) if source is not None else Path())
    return [rule for rule in rules if not any(matches(selector, rule.code) for selector in ignored)]


def _diagnostics(program: Program, rule: Rule) -> Iterator[Diagnostic]:
    frames = UserFrames(program.module)
    return (_diagnostic(program, rule, finding, frames) for finding in rule.check(program))


def _diagnostic(program: Program, rule: Rule, finding: Finding, frames: UserFrames) -> Diagnostic:
    related = tuple(_labels(finding.related))
    at = finding.at
    if isinstance(at, Operation):
        problem = Problem(rule.code, finding.message, finding.places, finding.label, helps=finding.helps)
        found = diagnostic_of(at, problem, program.module, related, frames)
        return dataclasses.replace(found, severity=rule.severity, fix=finding.fix)
    span = at if isinstance(at, Span) else definition(at)
    owner = at.owner if isinstance(at, Value) and isinstance(at.owner, Operation) else None
    note = frames.note(owner) if owner else ""
    return Diagnostic(
        rule.code,
        finding.message,
        span,
        rule.severity,
        finding.label,
        related=related,
        notes=(note,) if note else (),
        helps=finding.helps,
        fix=finding.fix,
    )


def _labels(related: Iterable[tuple[Operation | Value, str]]) -> Iterator[Label]:
    for at, message in related:
        span = definition(at) if isinstance(at, Value) else at.span
        if span is not None:
            yield Label(span, message)
