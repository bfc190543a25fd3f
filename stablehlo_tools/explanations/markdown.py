"""Explanations as Markdown, and one page of all of them with a table of contents and anchors."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.explanations.facts.codes import CodeExplanation
from stablehlo_tools.explanations.facts.explanation import Explanation
from stablehlo_tools.explanations.facts.lint import FamilyExplanation, LintExplanation
from stablehlo_tools.explanations.facts.lowerings import LoweringExplanation
from stablehlo_tools.explanations.facts.ops import ConstructExplanation, OpExplanation
from stablehlo_tools.explanations.facts.rules import RuleExplanation
from stablehlo_tools.explanations.facts.signatures import SignatureEntry
from stablehlo_tools.explanations.left_open import LeftOpen, left_open
from stablehlo_tools.explanations.overview import ORIGINS, coverage, ledger, summaries
from stablehlo_tools.ops.examples import Example
from stablehlo_tools.ops.model.coverage import KINDS
from stablehlo_tools.ops.model.older_numbers import OLDER_REVISION


def page() -> str:
    """A page with every op and its rules, every lint rule and every other code."""
    groups = summaries()
    lines = ["# The ops and rules of StableHLO"]
    for title, entries in groups.items():
        lines += ["", f"## {title}", ""]
        for entry in entries:
            lines.append(f"- [{entry.name}](#{entry.name}){entry.title and f' {entry.title}'}: {entry.words}")
    for entry in itertools.chain(*groups.values()):
        lines += ["", *_lines(entry.explanation)]
    return _join(lines)


def markdown(explanations: Iterable[Explanation]) -> str:
    """One section per explanation."""
    return _join(line for explanation in explanations for line in (*_lines(explanation), ""))


def own_page(explanation: Explanation) -> str:
    """The page of a single explanation, without the anchor that the page of all uses."""
    return _join(line for line in _lines(explanation) if not line.startswith("<a id=")).lstrip()


def ledger_page() -> str:
    """The rules that deviate from the specification, with both wordings."""
    lines = ["# Deviations from the specification"]
    for rule in ledger():
        lines += ["", f"## {rule.code}", "", _sentence(rule.departure)]
        if rule.origin == "reworded":
            lines += ["", "Specification:", "", *_quote(rule.text)]
        lines += ["", "Checked as:", "", *_checked(rule)]
    return _join(lines)


def left_open_page() -> str:
    """The sentences of the specification that leave something open, by section, with what is tried."""
    lines = ["# What the specification leaves to implementations"]
    for subject, points in itertools.groupby(left_open(), lambda point: point.subject):
        lines += ["", f"## {subject}", "", *_left_open(points)]
    return _join(lines)


def _left_open(points: Iterable[LeftOpen]) -> Iterator[str]:
    for point in points:
        yield f"- {point.text}"
        for code, words in point.trials.items():
            yield f"  - `{code}`: {words}"
        if point.reason:
            yield f"  - not tried: {point.reason}"


def coverage_page() -> str:
    """The number of rules of each op, by origin and by kind of check."""
    rows = [[each.op or "all", *(str(count or "") for count in each.counts)] for each in coverage()]
    table = Table(["op", *ORIGINS, *KINDS], rows).markdown
    meanings = [f"- {name}: {words}" for name, words in {**ORIGINS, **KINDS}.items()]
    return _join(["# Rules by origin and kind of check", "", *table, "", *meanings])


@functools.singledispatch
def _lines(explanation: Explanation) -> Iterator[str]:
    raise NotImplementedError(type(explanation))


def _heading(name: str, title: str) -> tuple[str, ...]:
    """A title with the anchor that the table of contents refers to."""
    return f'<a id="{name}"></a>', "", f"## {title}", ""


@_lines.register
def _constraint(rule: RuleExplanation) -> Iterator[str]:
    yield from (f"## {rule.code}", "", f"{rule.id} of {rule.op}", "")
    yield from _rule(rule)


@_lines.register
def _op(op: OpExplanation) -> Iterator[str]:
    yield from (*_heading(op.name, op.name), op.documentation, "")
    yield f"[Reference]({op.reference}); declared in `{op.declared_at}`; " + (
        "verified and executed." if op.is_executed else "verified, not supported by `shlo run`."
    )
    yield from ("", f"Syntax: `{op.syntax}`" if op.syntax else f"Syntax: {op.custom_form}.")
    entries = [_cells(each) for each in op.entries]
    if entries:
        yield from ("", *Table(["code", "name", "role", "type", "default"], entries).markdown)
    if op.definitions:
        yield from ("", "Definitions:", "", *(f"- `{name} := {text}`" for name, text in op.definitions))
    if op.left_open:
        yield from ("", "Left to the implementation:", "", *_left_open(op.left_open))
    if op.rewrites:
        yield from ("", "Rewrites:", "", *(f"- {each.stage}: `{each.pattern}`" for each in op.rewrites))
    yield from _rules(op.rules)
    if not op.rules:
        yield from _program("Example", op.passing)


@_lines.register
def _construct(construct: ConstructExplanation) -> Iterator[str]:
    yield from (*_heading(construct.mnemonic, construct.name), construct.documentation, "")
    yield f"[Reference]({construct.reference}); declared in `{construct.declared_at}`."
    parts = [(f"`{part.name}`", part.type) for part in construct.parts]
    yield from ("", *Table(["part", "what it is"], parts).markdown)
    yield from _rules(construct.rules)


def _rules(rules: Iterable[RuleExplanation]) -> Iterator[str]:
    for rule in rules:
        yield from ("", f'<a id="{rule.name}"></a>', "", f"### {rule.code}", "", *_rule(rule))


def _cells(entry: SignatureEntry) -> Sequence[str]:
    words = entry.description + (f"; in `{entry.holder}`" if entry.holder else "")
    return f"`{entry.code}`", f"`{entry.name}`", entry.role, words, entry.default or ""


def _rule(rule: RuleExplanation) -> Iterator[str]:
    yield from _checked(rule)
    if rule.origin == "reworded":
        yield from ("", "Specification:", "", *_quote(rule.text))
    if rule.remark:
        yield from ("", _sentence(rule.remark))
    if rule.leniency:
        yield from ("", f"Without `--strict`, {rule.leniency}.")
    if rule.older_id and rule.older_id != rule.id:
        yield from ("", f"({rule.older_id}) in {OLDER_REVISION}.")
    yield from _program("Erroneous example", rule.failing)
    yield from _program("Valid example", rule.passing)


def _checked(rule: RuleExplanation) -> Iterator[str]:
    quote = "`" if rule.kind == "formula" else ""
    for each in rule.formulas:
        when = f"when {' and '.join(f'`{condition}`' for condition in each.when)}: " if each.when else ""
        yield f"- {'with `--strict`, ' * each.is_strict}{when}{quote}{each.text}{quote}"


@_lines.register
def _code(code: CodeExplanation) -> Iterator[str]:
    yield from (*_heading(code.code, code.code), f"{code.meaning} {code.help}")
    yield from _program(f"`shlo {code.command}`", code.example)


@_lines.register
def _lint_rule(rule: LintExplanation) -> Iterator[str]:
    fix = f"; {rule.fix} fix available" if rule.fix else ""
    trial = "; preview, enabled with `--preview`" if rule.is_preview else ""
    yield from (*_heading(rule.code, f"{rule.code} {rule.name}"), rule.what)
    yield from ("", f"Why is this bad? {rule.why}", "", f"Help: {rule.help}")
    settings = f"; settings: {', '.join(f'`{key}`' for key in rule.settings)}" if rule.settings else ""
    severity = rule.severity.capitalize()
    yield from ("", f"{severity}{trial}{fix}; declared in `{rule.declared_at}`{settings}.")
    yield from _program("Example", rule.bad)
    yield from _program("Use instead", rule.good)


@_lines.register
def _family(family: FamilyExplanation) -> Iterator[str]:
    yield from (*_heading(family.code, family.code), family.meaning, "")
    yield from (f"- {rule.code} {rule.name}" for rule in family.rules)


@_lines.register
def _lowering(lowering: LoweringExplanation) -> Iterator[str]:
    needs = f"; needs {lowering.needs}" if lowering.needs else ""
    request = "; on request only" if lowering.on_request else ""
    yield from (*_heading(lowering.code, lowering.code), lowering.what, "", lowering.why)
    yield from ("", f"{lowering.accuracy.capitalize()}{needs}{request}.")
    yield from ("", *(f"- `{each}`" for each in lowering.patterns))
    yield from _program("Before", lowering.before)
    yield from _program("After", lowering.after)


def _program(title: str, example: Example | None) -> Iterator[str]:
    if example is not None:
        yield from ("", f"{title}:", "", "```mlir", *example.text.splitlines(), "```")


def _quote(text: str) -> Iterator[str]:
    yield from (f"> {line}" for line in re.sub(r"\n\* ", "\n\n* ", text, count=1).splitlines())


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _join(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"
