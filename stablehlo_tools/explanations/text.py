"""Explanations as rows of styled text for the terminal, which `diagnostics.report.text` renders."""

from __future__ import annotations

import collections
import functools
import itertools
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from stablehlo_tools.api import checking, writing
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.report.snippet import Row
from stablehlo_tools.diagnostics.report.text import layout
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.explanations.facts.codes import CodeExplanation
from stablehlo_tools.explanations.facts.explanation import Explanation
from stablehlo_tools.explanations.facts.lint import FamilyExplanation, LintExplanation
from stablehlo_tools.explanations.facts.lowerings import LoweringExplanation
from stablehlo_tools.explanations.facts.ops import ConstructExplanation, OpExplanation
from stablehlo_tools.explanations.facts.rules import OF_NO_SPECIFICATION, CheckedFormula, RuleExplanation
from stablehlo_tools.explanations.facts.signatures import SignatureEntry
from stablehlo_tools.explanations.left_open import LeftOpen, left_open
from stablehlo_tools.explanations.overview import ORIGINS, coverage, ledger, summaries
from stablehlo_tools.linter.check import settings_of_example
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.ops.examples import Example
from stablehlo_tools.ops.model.coverage import KINDS
from stablehlo_tools.ops.model.older_numbers import OLDER_REVISION

WIDTH = 100
_INDENT = "  "


def plain(explanation: Explanation) -> str:
    """The explanation as uncoloured text, without a final newline."""
    lines = ("".join(text for text, _ in row).rstrip() for row in rows(explanation))
    return "\n".join(lines).rstrip()


@functools.singledispatch
def rows(explanation: Explanation, width: int = WIDTH) -> Iterator[Row]:
    """The rows of an explanation, wrapped at `width` columns."""
    raise NotImplementedError(type(explanation))


# -- an op ------------------------------------------------------------------------------------------


@rows.register
def _op(op: OpExplanation, width: int = WIDTH) -> Iterator[Row]:
    yield [(op.name, "strong")]
    yield from _paragraphs(op.documentation, width)
    yield []
    state = "verified and executed" if op.is_executed else "verified, not supported by `shlo run`"
    pairs = [("syntax", op.custom_form), ("reference", op.reference), ("source", op.declared_at)]
    pairs.append(("state", state))
    if op.errors:
        pairs.append(
            ("errors", f"at most {', '.join(f'{ulp:.2g} ULP of {type}' for type, ulp in op.errors)}")
        )
    yield from _table(pairs, width)
    for role in ("operands", "attributes", "regions", "results"):
        entries = [(entry.name, _description(entry)) for entry in getattr(op, role)]
        yield from _section(role.capitalize(), _table(entries, width))
    is_ours = bool(op.rules) and op.rules[0].remark == OF_NO_SPECIFICATION
    numbered = " (not numbered in the specification)" * is_ours
    yield from _section(f"Rules{numbered}", _rules(op.rules, width))
    yield from _section("Definitions", _table([(f"{name} :=", text) for name, text in op.definitions], width))
    yield from _section("Left to the implementation", _left_open(op.left_open, width))
    yield from _section("Rewrites", _table([(each.stage, each.pattern) for each in op.rewrites], width))
    yield from _program("Example", op.passing)
    if op.passing is not None and f'"{op.name}"(' not in op.passing.text:
        yield from _section("Generic form", _indent(generic_form(op.passing, op.name).splitlines()))
    yield from _erroneous_example(op.failing, width)


def _left_open(points: Sequence[LeftOpen], width: int) -> Iterator[Row]:
    for point in points:
        yield from _indent(_wrap(f'"{point.text}"', width - len(_INDENT)))
        rows = list(point.trials.items()) or [("not tried", point.reason)]
        yield from ([(_INDENT, ""), *row] for row in _table(rows, width - len(_INDENT)))


@rows.register
def _construct(construct: ConstructExplanation, width: int = WIDTH) -> Iterator[Row]:
    yield [(construct.name, "strong")]
    yield from _paragraphs(construct.documentation, width)
    yield []
    yield from _table([("reference", construct.reference), ("source", construct.declared_at)], width)
    yield from _section("Parts", _table([(part.name, part.type) for part in construct.parts], width))
    yield from _section("Rules", _rules(construct.rules, width))


def _description(entry: SignatureEntry) -> str:
    default = "" if entry.default is None else f"; default: {entry.default}"
    return entry.description + default + (f"; in {entry.holder}" if entry.holder else "")


def _rules(rules: Sequence[RuleExplanation], width: int) -> Iterator[Row]:
    indent = max((len(rule.code) for rule in rules), default=0) + 2 * len(_INDENT)
    for rule in rules:
        lines = [line for formula in rule.formulas for line in _wrap(_conditional(formula), width - indent)]
        if rule.remark and rule.remark != OF_NO_SPECIFICATION:
            lines += _wrap(f"[{rule.origin}: {rule.remark}]", width - indent)
        if rule.leniency:
            lines += _wrap(f"[without --strict, {rule.leniency}]", width - indent)
        yield from _entry(rule.code, lines, indent)


def _conditional(formula: CheckedFormula) -> str:
    conditions = ["with --strict"] * formula.is_strict
    conditions += [f"when {' and '.join(formula.when)}"] * bool(formula.when)
    return f"{', '.join(conditions)}: {formula.text}" if conditions else formula.text


def generic_form(example: Example, op: str) -> str:
    """The first `op` of a program, printed in the generic form."""
    lines = writing.format(Source(example.text, example.name), generic=True).splitlines()
    first = next(number for number, line in enumerate(lines) if f'"{op}"(' in line)
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    last = first
    if lines[first].endswith("({"):
        last = next(n for n, line in enumerate(lines) if n > first and line.startswith(f"{indent}}})"))
    return textwrap.dedent("\n".join(lines[first : last + 1]))


# -- a rule -----------------------------------------------------------------------------------------


@rows.register
def _rule(rule: RuleExplanation, width: int = WIDTH) -> Iterator[Row]:
    what = "a rule" if rule.origin == "added" else f"constraint ({rule.id})"
    yield [(rule.code, "strong"), (f": {what} of {rule.op}", "")]
    yield []
    if rule.origin == "reworded":
        yield [("Specification", "frame")]
        yield from _indent(_markdown(rule.text, width - len(_INDENT)))
        yield from _heading("Checked as")
    for formula in rule.formulas:
        yield from _indent(_wrap(_conditional(formula), width - len(_INDENT)))
    yield []
    yield from _flush(_wrap(_ORIGINS[rule.origin].format(rule.remark), width))
    if rule.leniency:
        yield from _flush(_wrap(f"Checked with --strict. Without --strict, {rule.leniency}.", width))
    if rule.kind != "formula":
        yield from _flush(_wrap(f"Kind of check: {KINDS[rule.kind]}.", width))
    if rule.older_id is not None and rule.older_id != rule.id:
        older = f"It is ({rule.older_id})" if rule.older_id else "It has no number"
        yield from _flush(_wrap(f"{older} in {OLDER_REVISION}.", width))
    yield [(f"See {rule.reference}", "")]
    names = [(f"{name} :=", text) for name, text in rule.definitions]
    names += [(entry.name, f"{entry.role}: {_description(entry)}") for entry in rule.reads]
    names += [(f"{name}(...)", words) for name, words in rule.functions]
    yield from _section("Terms", _table(names, width))
    if rule.failing is None:
        yield []
        yield from _flush(_wrap(f"No example violates it statically: {_UNBROKEN[rule.is_of_op]}.", width))
    yield from _erroneous_example(rule.failing, width)
    yield from _program("Valid example", rule.passing)


_UNBROKEN = {
    True: "it depends on values that are known only at run time",
    False: "a text that would is a syntax error, or violates another rule",
}
_ORIGINS = {
    "specification": "Checked as stated in the specification.",
    "reworded": "Reworded: {}.",
    "added": "Added: {}.",
}


def _markdown(text: str, width: int) -> Iterator[str]:
    """The lines of a Markdown text, with paragraphs and list items wrapped at `width` columns."""
    for item in _items(text):
        indent = item[: len(item) - len(item.lstrip(" *"))]
        yield from textwrap.wrap(item, width, subsequent_indent=" " * len(indent), break_long_words=False)


def _items(text: str) -> Iterator[str]:
    """The list items and paragraphs of a Markdown text, each joined into one line."""
    item = ""
    for line in text.splitlines():
        if line.lstrip().startswith("* ") and item:
            yield item
            item = line
        else:
            item = f"{item} {line.strip()}" if item else line
    yield item


# -- a code -----------------------------------------------------------------------------------------


@rows.register
def _code(code: CodeExplanation, width: int = WIDTH) -> Iterator[Row]:
    yield [(code.code, "strong")]
    yield from _paragraphs(code.meaning, width)
    yield []
    yield [("Help", "frame")]
    yield from _paragraphs(code.help, width)
    if code.command == "verify":
        yield from _erroneous_example(code.example, width)
    else:
        yield from _program(f"Erroneous example for `shlo {code.command}`", code.example)


# -- a rule of the linter ---------------------------------------------------------------------------


_OPTIONS = {"safe": "fix", "unsafe": "unsafe-fixes"}


@rows.register
def _lint_rule(rule: LintExplanation, width: int = WIDTH) -> Iterator[Row]:
    yield [(rule.code, "strong"), (f": {rule.name}, a rule of `shlo lint`", "")]
    yield from _paragraphs(rule.what, width)
    yield from _section("Why is this bad?", _paragraphs(rule.why, width))
    yield from _section("Help", _paragraphs(rule.help, width))
    yield []
    pairs = [("family", rule.family), ("severity", rule.severity), ("source", rule.declared_at)]
    pairs += [("state", "preview: enabled with --preview")] * rule.is_preview
    pairs += [("fix", f"{rule.fix}: `shlo lint --{_OPTIONS[rule.fix]}` applies it")] if rule.fix else []
    pairs += [("setting", f"{key} = {value!r} in the example") for key, value in rule.settings.items()]
    yield from _table(pairs, width)
    yield from _program("Example", rule.bad)
    findings = checking.lint(rule.bad.source, settings=settings_of_example(RULES[rule.code]))
    reported = [finding for finding in findings if finding.code == rule.code]
    yield from _section("Output of `shlo lint`", _report(reported, width))
    yield from _program("Use instead", rule.good)


@rows.register
def _family(family: FamilyExplanation, width: int = WIDTH) -> Iterator[Row]:
    yield [(family.code, "strong"), (": a family of rules of `shlo lint`", "")]
    yield from _paragraphs(family.meaning, width)
    yield []
    yield from _table([(rule.code, rule.name) for rule in family.rules], width)


# -- a lowering -------------------------------------------------------------------------------------


@rows.register
def _lowering(lowering: LoweringExplanation, width: int = WIDTH) -> Iterator[Row]:
    yield [(lowering.code, "strong"), (": a rewrite of `shlo lower`", "")]
    yield from _paragraphs(lowering.what, width)
    yield from _section("Why is this needed?", _paragraphs(lowering.why, width))
    yield []
    pairs = [("family", lowering.family), ("accuracy", lowering.accuracy)]
    pairs += [("needs", lowering.needs)] if lowering.needs else []
    pairs += [("state", "on request: applied by its code only")] * lowering.on_request
    pairs += [("pattern", each) for each in lowering.patterns[:_MOST_PATTERNS]]
    yield from _table(pairs, width)
    yield from _program("Before", lowering.before)
    yield from _program("After", lowering.after)


_MOST_PATTERNS = 4


# -- overviews --------------------------------------------------------------------------------------


def index(width: int) -> Iterator[Row]:
    """The summary of every op, lint rule and other code, one entry each."""
    for number, (title, entries) in enumerate(summaries().items()):
        lines = _table([(f"{each.name} {each.title}".rstrip(), each.words) for each in entries], width)
        yield from itertools.islice(_section(title, lines), number == 0, None)  # no empty row at the top


def ledger_rows(width: int) -> Iterator[Row]:
    """The rules that deviate from the specification, with both wordings."""
    for rule in ledger():
        yield [(rule.code, "strong"), (f": {rule.departure}", "")]
        if rule.origin == "reworded":
            yield [(f"{_INDENT}specification", "frame")]
            yield from _indent(f"{_INDENT}{line}" for line in _markdown(rule.text, width - 2 * len(_INDENT)))
            yield [(f"{_INDENT}checked as", "frame")]
        for formula in rule.formulas:
            lines = _wrap(_conditional(formula), width - 2 * len(_INDENT))
            yield from _indent(f"{_INDENT}{line}" for line in lines)
        yield []
    counts = collections.Counter(rule.origin for rule in ledger())
    lenient = sum(bool(rule.leniency) for rule in ledger())
    totals = f"{counts['reworded']} reworded, {counts['added']} added, {lenient} stricter with --strict"
    yield [(totals, "strong")]


def left_open_rows(width: int) -> Iterator[Row]:
    """The sentences of the specification that leave something open, by section, with what is tried."""
    for subject, points in itertools.groupby(left_open(), lambda point: point.subject):
        yield [(subject, "strong")]
        yield from _left_open(list(points), width)
        yield []
    tried = sum(bool(point.choices) for point in left_open())
    codes = {choice.code for point in left_open() for choice in point.choices}
    counted = (
        f"{len(left_open())} sentences, {tried} of them about {len(codes)} choices that --sanitize tries"
    )
    yield [(counted, "strong")]


def coverage_rows(width: int) -> Iterator[Row]:
    """The number of rules of each op, by origin and by kind of check."""
    header = [*ORIGINS, *KINDS]
    *ops, total = coverage()
    indent = max(len(each.op) for each in ops)
    yield [(f"{'':{indent}}", ""), *((f"{_INDENT}{name}", "frame") for name in header)]
    for each in [*ops, total]:
        columns = zip(each.counts, header, strict=True)
        cells = [f"{count or '':>{len(_INDENT) + len(name)}}" for count, name in columns]
        yield [(f"{each.op or 'all':{indent}}", "strong"), ("".join(cells), "")]
    yield []
    yield from _table([(name, words) for name, words in {**ORIGINS, **KINDS}.items()], width)
    yield []
    yield [(f"{total.numbered} constraints of the specification, all declared", "strong")]


# -- parts ------------------------------------------------------------------------------------------


def _heading(title: str) -> Iterator[Row]:
    yield []
    yield [(title, "frame")]


def _section(title: str, rows: Iterator[Row]) -> Iterator[Row]:
    """Rows below a heading; nothing if there are none."""
    for first in rows:
        yield from _heading(title)
        yield first
        yield from rows


def _program(title: str, example: Example | None) -> Iterator[Row]:
    return _section(title, _indent(example.text.splitlines() if example else ()))


def _erroneous_example(example: Example | None, width: int) -> Iterator[Row]:
    """An erroneous program and the output of `shlo verify` for it."""
    if example is None:
        return
    yield from _program("Erroneous example", example)
    found = checking.verify(example.source, strict=example.is_strict)
    yield from _section(f"Output of `shlo verify{' --strict' * example.is_strict}`", _report(found, width))


def _report(diagnostics: Iterable[Diagnostic], width: int) -> Iterator[Row]:
    for diagnostic in diagnostics:
        for row in layout(diagnostic, width - len(_INDENT)):
            yield [(_INDENT, ""), *row]


def _paragraphs(text: str, width: int) -> Iterator[Row]:
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield []
        yield from _indent(_wrap(paragraph, width - len(_INDENT)))


def _table(pairs: Sequence[tuple[str, str]], width: int) -> Iterator[Row]:
    """Names in a column of at most half of the width, and texts beside them, or below longer names."""
    indent = min(max((len(name) for name, _ in pairs), default=0) + 2 * len(_INDENT), width // 2)
    for name, text in pairs:
        lines = _wrap(text, width - indent)
        fits = len(name) + 2 * len(_INDENT) <= indent
        yield from _entry(name, lines if fits else ["", *lines], indent)


def _entry(name: str, lines: Sequence[str], indent: int) -> Iterator[Row]:
    first, *continued = lines or [""]
    yield [(_INDENT, ""), (name, "strong"), (f"{'':{max(0, indent - len(_INDENT) - len(name))}}{first}", "")]
    yield from ([(f"{'':{indent}}{line}", "")] for line in continued)


def _indent(lines: Iterable[str]) -> Iterator[Row]:
    return ([(f"{_INDENT}{line}", "")] for line in lines)


def _flush(lines: Iterable[str]) -> Iterator[Row]:
    return ([(line, "")] for line in lines)


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
