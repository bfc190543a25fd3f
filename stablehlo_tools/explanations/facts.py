"""What there is to say of an op, of a rule, of the code of a diagnostic: data that other files show.

All of it comes from where it is declared: signatures, rules and docstrings from `ops/`, the specification's
wording from `wording`, the reasons for another from `ops/ledger.py`, the programs from `examples`.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from stablehlo_tools.docstrings import docstring
from stablehlo_tools.explanations.codes import CODES
from stablehlo_tools.explanations.examples import Example, failing, passing, showing
from stablehlo_tools.explanations.wording import SPECIFICATION
from stablehlo_tools.formula.functions import FUNCTIONS
from stablehlo_tools.formula.read import formula
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.ir import CALLS
from stablehlo_tools.linter import rule as lint
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.ops.attributes import expectation, holder_of
from stablehlo_tools.ops.declare import REQUIRED, AttributeField, Op, Operand, Output, PerDimension, Rule
from stablehlo_tools.ops.ledger import ADDED, REWORDED, STRICT, UNNUMBERED, UNSPECIFIED
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.problems import rule_words
from stablehlo_tools.quantization import CONSTRAINTS
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.transform.registry import REWRITES
from stablehlo_tools.transform.rewrite import Rewrite

_SITE = "https://openxla.org/stablehlo"
_MHLO = "https://github.com/openxla/xla/blob/main/xla/mlir_hlo/mhlo/IR/hlo_ops.td"
_SHARDY = "https://openxla.org/shardy/sdy_dialect"
_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Entry:
    """An operand, attribute, region or result of an op.

    `code` is that of diagnostics about its type, which `type` says in words and `kinds` in those of
    `ops.declare`: the kinds of elements that a tensor may have, the words that an enum has. `default` is what
    an attribute is that is left out, None where it must be written. `holder` is the attribute of MLIR that
    it is a field of.
    """

    code: str
    name: str
    role: str
    type: str
    kinds: tuple[str, ...] = ()
    default: str | None = None
    holder: str | None = None
    is_variadic: bool = False


@dataclass(frozen=True)
class Formula:
    """A rule as it is checked: `text` holds where all of `when` do, and if `is_strict` only with --strict."""

    text: str
    when: tuple[str, ...] = ()
    is_strict: bool = False


@dataclass(frozen=True, repr=False)
class RuleExplanation:
    """A constraint of an op.

    `text` is the specification's wording. `formulas` are what is checked: several where the specification
    has a list of cases. `kind` says how, in a word of `ops.coverage.KINDS`. `origin` is `specification`,
    `reworded` or `added`, and `remark` the reason where it is not the first. `leniency` is what is accepted
    beyond it, if anything is, but for --strict. `reads` are the op's names in it and what they
    are, `definitions` the local names, `functions` those of the specification that it calls.
    """

    code: str
    op: str
    reference: str
    text: str
    formulas: tuple[Formula, ...]
    kind: str
    origin: str
    remark: str
    leniency: str
    reads: tuple[Entry, ...]
    definitions: tuple[tuple[str, str], ...]
    functions: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        """`C6` for `dot_general_c6`."""
        return self.code.rpartition("_")[2].upper()

    @property
    def name(self) -> str:
        """`stablehlo.dot_general_c6`: the code alone may be that of two dialects."""
        return f"{self.op.partition('.')[0]}.{self.code}"

    @property
    def departure(self) -> str:
        """How what is checked is not what the specification says, and why; empty where it is."""
        leniency = f"without --strict, {self.leniency}" if self.leniency else ""
        return "; ".join(filter(None, (self.remark, leniency)))

    @property
    def failing(self) -> Example | None:
        """A program that breaks the rule."""
        return failing(self.code, self.op)

    @property
    def passing(self) -> Example | None:
        """A program that keeps it."""
        return passing(self.code, self.op)

    def __repr__(self) -> str:
        return f"<RuleExplanation {self.code}>"

    def __str__(self) -> str:
        return _as_text(self)


@dataclass(frozen=True, repr=False)
class OpExplanation:
    """An op: what it does, its signature, its rules, what it is rewritten as, and where it is declared.

    `syntax` is its custom form, what may be left out in brackets, and empty for an op that has none here.
    """

    name: str
    documentation: str
    syntax: str
    reference: str
    declared_at: str
    is_executed: bool
    operands: tuple[Entry, ...]
    attributes: tuple[Entry, ...]
    regions: tuple[Entry, ...]
    results: tuple[Entry, ...]
    definitions: tuple[tuple[str, str], ...]
    rules: tuple[RuleExplanation, ...]
    rewrites: tuple[Rewrite, ...]

    @property
    def custom_form(self) -> str:
        """`syntax`, or why there is none."""
        return self.syntax or "generic form only"

    @property
    def passing(self) -> Example | None:
        """A program with the op."""
        return showing(self.name)

    @property
    def failing(self) -> Example | None:
        """A program that breaks one of its rules, or else what its types may be."""
        entries = (*self.operands, *self.attributes, *self.regions, *self.results)
        codes = [rule.code for rule in self.rules] + [entry.code for entry in entries]
        return next(filter(None, (failing(code, self.name) for code in codes)), None)

    def __repr__(self) -> str:
        return f"<OpExplanation {self.name}>"

    def __str__(self) -> str:
        return _as_text(self)


@dataclass(frozen=True, repr=False)
class CodeExplanation:
    """The code of a diagnostic that is not about a rule of an op.

    `command` is that for which `example`, if there is one, gives it: `verify`, `run`. `reference` is where
    the specification has what it is about, empty where there is no such place.
    """

    code: str
    meaning: str
    remedy: str
    example: Example | None = None
    command: str = "verify"
    reference: str = ""

    def __repr__(self) -> str:
        return f"<CodeExplanation {self.code}>"

    def __str__(self) -> str:
        return _as_text(self)


@dataclass(frozen=True, repr=False)
class LintExplanation:
    """A rule of the linter: what it finds, why that is bad and what to do about it.

    `family` is what the letters of its code stand for.

    `bad` is a program in which it finds something, `good` one in which it does not. `settings` are the keys
    of the configuration that it reads, with values for these programs.
    """

    code: str
    name: str
    family: str
    what: str
    why: str
    remedy: str
    severity: str
    is_preview: bool
    fix: str
    settings: Mapping[str, Any]
    declared_at: str
    bad: Example
    good: Example

    def __repr__(self) -> str:
        return f"<LintExplanation {self.code}>"

    def __str__(self) -> str:
        return _as_text(self)


Explanation = OpExplanation | RuleExplanation | CodeExplanation | LintExplanation


def _as_text(explanation: Explanation) -> str:
    text: str = importlib.import_module("stablehlo_tools.explanations.text").plain(explanation)
    return text


# -- ops --------------------------------------------------------------------------------------------


def all_ops() -> list[OpExplanation]:
    """Every op by name, StableHLO's first."""
    return [op_explanation(op) for op in sorted(OPS.values(), key=by_dialect)]


def by_dialect(op: Op) -> tuple[bool, str]:
    """The order of ops."""
    return not op.name.startswith("stablehlo."), op.name


def summary(op: OpExplanation) -> str:
    """The first paragraph of what there is to say, on one line."""
    return " ".join(op.documentation.split("\n\n")[0].split())


@functools.cache
def op_explanation(op: Op) -> OpExplanation:
    """What there is to say of an op."""
    operands, attributes, regions, results = _signature(op)
    return OpExplanation(
        name=op.name,
        documentation=op.documentation,
        syntax=str(FORMATS[op.name]) if op.name in FORMATS else "",
        reference=_reference(op),
        declared_at=_declaration(*op.declared_at),
        is_executed=is_executed(op),
        operands=operands,
        attributes=attributes,
        regions=regions,
        results=results,
        definitions=tuple(op.definitions.items()),
        rules=tuple(rule_explanation(op, code) for code in rule_codes(op)),
        rewrites=tuple(REWRITES.get(op.name, ())),
    )


def _signature(op: Op) -> tuple[tuple[Entry, ...], ...]:
    """The operands, attributes, regions and results of an op."""
    codes = {name: f"{op.mnemonic}_i{number}" for number, name in enumerate(op.inputs, start=1)}
    return (
        tuple(_tensor(codes[each.name], "operand", each) for each in op.operands),
        tuple(_attribute(op, codes[each.name], each) for each in op.attributes),
        tuple(
            Entry(codes[name], name, "region", "a region", ("region",), is_variadic=rule.variadic)
            for name, rule in op.regions
        ),
        tuple(_tensor(f"{op.mnemonic}_o{n}", "result", each) for n, each in enumerate(op.outputs, start=1)),
    )


def _tensor(code: str, role: str, declared: Operand | Output) -> Entry:
    rule = declared.rule
    others = [kind for kind in ("token", "tuple", "future", "value") if getattr(rule, kind)]
    kinds = (*sorted(rule.kinds), *others)
    return Entry(code, declared.name, role, rule_words(rule), kinds, is_variadic=rule.variadic)


def _attribute(op: Op, code: str, field: AttributeField) -> Entry:
    holder = holder_of(op, field.name)
    return Entry(
        code,
        field.name,
        "attribute",
        expectation(field.rule),
        field.rule.choices or (field.rule.kind,),
        default=None if field.default is REQUIRED else _default(field.default),
        holder=None if holder == field.name else holder,
    )


def _default(default: object) -> str:
    if default is None:
        return "nothing"
    if isinstance(default, PerDimension):
        return f"{_literal(default.value)} for each dimension"
    return _literal(default)


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return f"{value}" or '""'


def _reference(op: Op) -> str:
    dialect, _, mnemonic = op.name.partition(".")
    if dialect == "mhlo":
        return _MHLO
    if dialect == "stablehlo" and op.mnemonic not in UNSPECIFIED:
        return f"{_SITE}/spec#{mnemonic}"
    if dialect in ("check", "interpreter"):
        return f"{_SITE}/generated/stablehlo_{dialect}"
    # these pages are made of declarations: a title is `chlo.ragged_dot (chlo::RaggedDotOp)`
    page = _SHARDY if dialect == "sdy" else f"{_SITE}/generated/{dialect}"
    return f"{page}#{dialect}{mnemonic}_{dialect}{mnemonic.replace('_', '')}op"


def _declaration(file: str, line: int) -> str:
    return f"{_PACKAGE.name}/{Path(file).resolve().relative_to(_PACKAGE).as_posix()}:{line}"


def is_executed(op: Op) -> bool:
    """Whether there is more to the kernel than that it is not supported."""
    return op.name in CALLS or op.kernel.__code__.co_names != ("Unsupported",)


# What an op may have too many or too few of, and what is said where no rule gives the types of results.
OTHER = ("operands", "results", "regions", "undetermined")


# -- rules ------------------------------------------------------------------------------------------


def rule_codes(op: Op) -> list[str]:
    """The codes of an op's rules, in order."""
    return list(dict.fromkeys(code_of(op, rule) for rule in op.rules))


def code_of(op: Op, rule: Rule) -> str:
    """`dot_general_c6`."""
    return f"{op.mnemonic}_{rule.id.lower()}"


@functools.cache
def rule_explanation(op: Op, code: str) -> RuleExplanation:
    """What there is to say of the rule with this code."""
    compiled = [each for each in rules_of(op).rules if code_of(op, each.rule) == code]
    formulas = tuple(Formula(each.rule.text, each.rule.guards, each.rule.is_strict) for each in compiled)
    origin, remark = _origin(op, code)
    definitions = tuple(_definitions(op, compiled))
    kinds = [each.rule.kind for each in compiled if each.rule.kind != "formula"] or ["formula"]
    texts = [each.text for each in formulas] if kinds == ["formula"] else []
    texts += [condition for each in formulas for condition in each.when]
    return RuleExplanation(
        code=code,
        op=op.name,
        reference=_reference(op),
        text=_wording(code, origin, formulas),
        formulas=formulas,
        kind=kinds[0],
        origin=origin,
        remark=remark,
        leniency=STRICT[code] if any(each.is_strict for each in formulas) else "",
        reads=tuple(_reads(op, compiled)),
        definitions=definitions,
        functions=tuple(_functions([*texts, *dict(definitions).values()])),
    )


OF_NO_SPECIFICATION: Final = "the specification has no numbered constraints for this op"


def _origin(op: Op, code: str) -> tuple[str, str]:
    if not op.name.startswith("stablehlo.") or op.mnemonic in UNNUMBERED:
        return "added", OF_NO_SPECIFICATION
    if code in ADDED:
        return "added", ADDED[code]
    return ("reworded", REWORDED[code]) if code in REWORDED else ("specification", "")


def _wording(code: str, origin: str, formulas: tuple[Formula, ...]) -> str:
    if origin == "reworded":
        return SPECIFICATION[code]
    strict = [each for each in formulas if each.is_strict]
    return "\n".join(dict.fromkeys(each.text for each in strict or formulas))


def _definitions(op: Op, compiled: Iterable[CompiledRule]) -> Iterator[tuple[str, str]]:
    """The local names that the rules read, if only through others."""
    pending = [name for each in compiled for name in _names(each)]
    seen = set[str]()
    while pending:
        name = pending.pop(0)
        if name in op.definitions and name not in seen:
            seen.add(name)
            yield name, op.definitions[name]
            pending += formula(op.definitions[name]).names


def _names(compiled: CompiledRule) -> Iterator[str]:
    if compiled.formula is not None:
        yield from compiled.formula.names
    for guard in compiled.rule.guards:
        yield from formula(guard).names


def _reads(op: Op, compiled: Iterable[CompiledRule]) -> Iterator[Entry]:
    entries = {entry.name: entry for part in _signature(op) for entry in part}
    for name in dict.fromkeys(name for each in compiled for name in each.names):
        yield entries[name]


def _functions(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The functions that formulas call, and what they are."""
    calls = (call for text in texts for call in formula(text).tree.find_data("call"))
    for name in sorted({str(call.children[0]) for call in calls}):
        documentation = docstring(FUNCTIONS[name])
        if documentation:
            yield name, documentation.split("\n")[0]


# -- codes ------------------------------------------------------------------------------------------


def code_explanation(code: str) -> CodeExplanation:
    """What there is to say of a code of `codes.CODES`."""
    entry = CODES[code]
    constraint = CONSTRAINTS.get(code.rpartition("_")[2].upper()) if code.startswith("quantized_c") else None
    meaning = f"{entry.meaning} Here it is: {constraint}" if constraint else entry.meaning
    example = Example(code, entry.example, (code,)) if entry.example else None
    reference = f"{_SITE}/spec#types" if constraint else ""
    return CodeExplanation(code, meaning, entry.remedy, example, entry.command, reference)


def signature_code_explanation(op: Op, code: str) -> CodeExplanation:
    """What there is to say of a code about an operand, an attribute, a region or a result of an op."""
    entry = next((entry for part in _signature(op) for entry in part if entry.code == code), None)
    example = failing(code, op.name)
    if code == f"{op.mnemonic}_undetermined":
        return CodeExplanation(
            code,
            f"The rules of {op.name} do not say what its results are; nothing else in the statement does.",
            "Give the types of the results, as far as they are known.",
            reference=_reference(op),
        )
    if entry is None:
        what = code.removeprefix(f"{op.mnemonic}_")
        return CodeExplanation(
            code,
            f"There are more or fewer {what} than {op.name} has.",
            f"`shlo explain {op.name}` says which it has.",
            example,
            reference=_reference(op),
        )
    return CodeExplanation(
        code,
        f"The {entry.role} {entry.name} of {op.name} is missing, or is not what it may be.",
        f"Make it {entry.type}{f', a field of {entry.holder}' * (entry.holder is not None)}.",
        example,
        reference=_reference(op),
    )


# -- rules of the linter ----------------------------------------------------------------------------


def lint_explanation(rule: lint.Rule) -> LintExplanation:
    """What there is to say of a rule of the linter."""
    return LintExplanation(
        code=rule.code,
        name=rule.name,
        family=lint.FAMILIES[rule.family],
        what=rule.what,
        why=rule.why,
        remedy=rule.remedy,
        severity=rule.severity.value,
        is_preview=rule.is_preview,
        fix=rule.fix,
        settings=rule.settings,
        declared_at=_declaration(*rule.declared_at),
        bad=Example("example", rule.bad, (rule.code,)),
        good=Example("example", rule.good),
    )


def all_lint_rules() -> list[LintExplanation]:
    """Every rule of the linter, by its code."""
    return [lint_explanation(RULES[code]) for code in sorted(RULES)]
