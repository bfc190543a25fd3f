"""Explanations as data: of ops, of their rules, of lint rules and of other diagnostic codes.

Everything is derived from its declaration: signatures, rules and documentation from `ops/`, the
specification's text from `spec_text`, deviations from `ops/model/deviations.py`, programs from `examples`.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.explanations.codes import example_of
from stablehlo_tools.explanations.left_open import LeftOpen, left_open_to
from stablehlo_tools.explanations.spec_text import specification
from stablehlo_tools.formula.functions import FUNCTIONS
from stablehlo_tools.formula.parse import formula
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.ir.operations import CALLS
from stablehlo_tools.ir.printing import printed
from stablehlo_tools.linter import rule as lint
from stablehlo_tools.linter.registry import RULES
from stablehlo_tools.ops.examples import Example, failing, passing, showing
from stablehlo_tools.ops.model import schema
from stablehlo_tools.ops.model.attributes import expectation, holder_of
from stablehlo_tools.ops.model.constructs import CONSTRUCTS, Construct
from stablehlo_tools.ops.model.deviations import ADDED, REWORDED, STRICT, UNNUMBERED, UNSPECIFIED
from stablehlo_tools.ops.model.older_numbers import COVERED, OLDER_ID
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.rewriter import Rewrite
from stablehlo_tools.targets.lowering.declare import FAMILIES, Legalization
from stablehlo_tools.targets.lowering.registry import LOWERINGS
from stablehlo_tools.text.formats import FORMATS
from stablehlo_tools.verifier.rules import rule_words

_SITE = "https://openxla.org/stablehlo"
_MHLO = "https://github.com/openxla/xla/blob/main/xla/mlir_hlo/mhlo/IR/hlo_ops.td"
_SHARDY = "https://openxla.org/shardy/sdy_dialect"
_PACKAGE = Path(__file__).resolve().parent.parent


class Explained:
    """An explanation that `shlo explain` shows; `str` of it is its text."""

    def __str__(self) -> str:
        return printed(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'code', None) or getattr(self, 'name', '')}>"


@dataclass(frozen=True)
class SignatureEntry:
    """An operand, attribute, region or result of an op.

    `code` is the code of diagnostics about its type. `type` describes the type in words, `kinds` in terms
    of `ops.model.declare`: element kinds of a tensor, cases of an enum. `default` is the value of an omitted
    attribute, None if it is required. `holder` is the MLIR attribute that it is a field of.
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
class CheckedFormula:
    """A rule as checked: `text` must hold if all of `when` do; `is_strict` rules only with --strict."""

    text: str
    when: tuple[str, ...] = ()
    is_strict: bool = False


@dataclass(frozen=True, repr=False)
class RuleExplanation(Explained):
    """A constraint of an op, or of a type or a constant, whose production in the grammar `op` then is.

    `text` is the specification's wording. `formulas` are the checked formulas: several if the specification
    distinguishes cases. `kind` is the kind of check, a key of `ops.model.coverage.KINDS`. `origin` is
    `specification`, `reworded` or `added`; `remark` is the reason for the last two. `leniency` describes what
    is accepted without --strict. `reads` are the operands, attributes, regions and results in the rule,
    `definitions` its local names, `functions` the functions of the specification that it calls. `older_id` is
    its number in the older revision (`ops.model.older_numbers`), empty if it has none there, None if that
    revision does not number the op.
    """

    code: str
    op: str
    reference: str
    text: str
    formulas: tuple[CheckedFormula, ...]
    kind: str
    origin: str
    remark: str
    leniency: str
    reads: tuple[SignatureEntry, ...]
    definitions: tuple[tuple[str, str], ...]
    functions: tuple[tuple[str, str], ...]
    older_id: str | None

    @property
    def id(self) -> str:
        """`C6` for `dot_general_c6`."""
        return self.code.rpartition("_")[2].upper()

    @property
    def name(self) -> str:
        """The code with the dialect of its op, `stablehlo.dot_general_c6`: two dialects may share a code."""
        return f"{self.op.partition('.')[0]}.{self.code}" if self.is_of_op else self.code

    @property
    def is_of_op(self) -> bool:
        """Whether it is about an op, not about a type or a constant."""
        return "." in self.op

    @property
    def departure(self) -> str:
        """The deviation of the rule from the specification and the reason; empty if there is none."""
        leniency = f"without --strict, {self.leniency}" if self.leniency else ""
        return "; ".join(filter(None, (self.remark, leniency)))

    @property
    def failing(self) -> Example | None:
        """A program that violates the rule; None if there is none."""
        return failing(self.code, self.op if self.is_of_op else None)

    @property
    def passing(self) -> Example | None:
        """A program that satisfies the rule; None if there is none."""
        return passing(self.code, self.op if self.is_of_op else None)


@dataclass(frozen=True, repr=False)
class OpExplanation(Explained):
    """An op: its documentation, signature, rules, rewrites and declaration, and what is left open to it.

    `syntax` is its assembly format, with optional parts in brackets; empty if it has none. `errors` are the
    greatest ones of the interpreter that were measured, in ULP, by element type.
    """

    name: str
    documentation: str
    syntax: str
    reference: str
    declared_at: str
    is_executed: bool
    operands: tuple[SignatureEntry, ...]
    attributes: tuple[SignatureEntry, ...]
    regions: tuple[SignatureEntry, ...]
    results: tuple[SignatureEntry, ...]
    definitions: tuple[tuple[str, str], ...]
    rules: tuple[RuleExplanation, ...]
    rewrites: tuple[Rewrite, ...]
    left_open: tuple[LeftOpen, ...] = ()
    errors: tuple[tuple[str, float], ...] = ()

    @property
    def custom_form(self) -> str:
        """`syntax`, or a note that the op has only the generic form."""
        return self.syntax or "generic form only"

    @property
    def passing(self) -> Example | None:
        """A valid program that contains the op; None if there is none."""
        return showing(self.name)

    @property
    def failing(self) -> Example | None:
        """A program that violates one of its rules or type constraints; None if there is none."""
        entries = (*self.operands, *self.attributes, *self.regions, *self.results)
        codes = [rule.code for rule in self.rules] + [entry.code for entry in entries]
        return next(filter(None, (failing(code, self.name) for code in codes)), None)


@dataclass(frozen=True, repr=False)
class ConstructExplanation(Explained):
    """A type or a constant: its documentation, parts and rules. `name` is its production in the grammar."""

    name: str
    mnemonic: str
    documentation: str
    reference: str
    declared_at: str
    parts: tuple[SignatureEntry, ...]
    rules: tuple[RuleExplanation, ...]


@dataclass(frozen=True, repr=False)
class CodeExplanation(Explained):
    """A diagnostic code that does not belong to a rule of an op.

    `command` is the subcommand that reports it for `example`: `verify`, `run`. `reference` is the URL of the
    section of the specification, empty if there is none.
    """

    code: str
    meaning: str
    help: str
    example: Example | None = None
    command: str = "verify"
    reference: str = ""


@dataclass(frozen=True, repr=False)
class LintExplanation(Explained):
    """A lint rule: what it reports, why that is bad, and how to fix it.

    `family` is the meaning of the code's letters. `bad` is a program that violates the rule, `good` one that
    does not. `settings` maps the configuration keys of the rule to their values for these programs.
    """

    code: str
    name: str
    family: str
    what: str
    why: str
    help: str
    severity: str
    is_preview: bool
    fix: str
    settings: Mapping[str, Any]
    declared_at: str
    bad: Example
    good: Example


@dataclass(frozen=True, repr=False)
class LoweringExplanation(Explained):
    """A lowering: the operations that it removes, the reason, its exactness, and its requirements.

    `patterns` are its rewrites of single operations. `after` is the program `before`, rewritten.
    """

    code: str
    family: str
    what: str
    why: str
    needs: str
    accuracy: str
    on_request: bool
    patterns: Sequence[str]
    before: Example
    after: Example


Explanation = (
    OpExplanation
    | ConstructExplanation
    | RuleExplanation
    | CodeExplanation
    | LintExplanation
    | LoweringExplanation
)


# -- ops --------------------------------------------------------------------------------------------


def all_ops() -> list[OpExplanation]:
    """The explanations of all ops by name, StableHLO's first."""
    return [op_explanation(op) for op in sorted(OPS.values(), key=by_dialect)]


def by_dialect(op: schema.Op) -> tuple[bool, str]:
    """The sort key of ops: StableHLO's first, then by name."""
    return not op.name.startswith("stablehlo."), op.name


def summary(op: OpExplanation) -> str:
    """The first paragraph of an op's documentation, on one line."""
    return " ".join(op.documentation.split("\n\n")[0].split())


@functools.cache
def op_explanation(op: schema.Op) -> OpExplanation:
    """The explanation of an op."""
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
        left_open=left_open_to(op),
        errors=tuple((type, row["ulp"]) for type, row in measured_errors().get(op.name, {}).items()),
    )


@functools.cache
def measured_errors() -> Mapping[str, Mapping[str, Any]]:
    """The greatest errors of elementwise ops that were measured, by op and element type (tests/accuracy)."""
    table: Mapping[str, Mapping[str, Any]] = json.loads(
        (Path(__file__).parent / "accuracy.json").read_bytes()
    )
    return table


def all_constructs() -> list[ConstructExplanation]:
    """The explanations of the types and constants that have rules, in the order of the specification."""
    return [construct_explanation(construct) for construct in CONSTRUCTS.values()]


@functools.cache
def construct_explanation(construct: Construct) -> ConstructExplanation:
    """The explanation of a type or a constant."""
    return ConstructExplanation(
        name=construct.name,
        mnemonic=construct.mnemonic,
        documentation=construct.documentation,
        reference=_reference(construct),
        declared_at=_declaration(*construct.declared_at),
        parts=_signature(construct)[0],
        rules=tuple(rule_explanation(construct, code) for code in rule_codes(construct)),
    )


def _signature(op: schema.Op | Construct) -> tuple[tuple[SignatureEntry, ...], ...]:
    """The operands, attributes, regions and results of an op; the parts of a construct."""
    if isinstance(op, Construct):
        return (tuple(SignatureEntry("", part.name, "part", part.words) for part in op.attributes),)
    codes = {name: f"{op.mnemonic}_i{number}" for number, name in enumerate(op.inputs, start=1)}
    return (
        tuple(_tensor(codes[operand.name], "operand", operand) for operand in op.operands),
        tuple(_attribute(op, codes[attribute.name], attribute) for attribute in op.attributes),
        tuple(
            SignatureEntry(codes[name], name, "region", "a region", ("region",), is_variadic=rule.variadic)
            for name, rule in op.regions
        ),
        tuple(_tensor(f"{op.mnemonic}_o{n}", "result", each) for n, each in enumerate(op.outputs, start=1)),
    )


def _tensor(code: str, role: str, declared: schema.Operand | schema.ResultRule) -> SignatureEntry:
    rule = declared.rule
    others = [kind for kind in ("token", "tuple", "future", "value") if getattr(rule, kind)]
    kinds = (*sorted(rule.kinds), *others)
    return SignatureEntry(code, declared.name, role, rule_words(rule), kinds, is_variadic=rule.variadic)


def _attribute(op: schema.Op, code: str, field: schema.AttributeField) -> SignatureEntry:
    holder = holder_of(op, field.name)
    return SignatureEntry(
        code,
        field.name,
        "attribute",
        expectation(field.rule),
        field.rule.choices or (field.rule.kind,),
        default=None if field.default is schema.REQUIRED else _default(field.default),
        holder=None if holder == field.name else holder,
    )


def _default(default: object) -> str:
    if default is None:
        return "nothing"
    if isinstance(default, schema.PerDimension):
        return f"{_literal(default.value)} for each dimension"
    return _literal(default)


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return f"{value}" or '""'


def _reference(op: schema.Op | Construct) -> str:
    if isinstance(op, Construct):
        return f"{_SITE}/spec#{op.section}"
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


def is_executed(op: schema.Op) -> bool:
    """Whether the op has a kernel, other than one that only raises `Unsupported`."""
    return op.name in CALLS or op.kernel.__code__.co_names != ("Unsupported",)


# Suffixes of codes for wrong counts, and for result types that no rule determines.
OTHER = ("operands", "results", "regions", "undetermined")


# -- rules ------------------------------------------------------------------------------------------


def rule_codes(op: schema.Op | Construct) -> list[str]:
    """The codes of the op's rules, in order."""
    return list(dict.fromkeys(code_of(op, rule) for rule in op.rules))


def code_of(op: schema.Op | Construct, rule: schema.Constraint) -> str:
    """The code of a rule: `dot_general_c6`."""
    return f"{op.mnemonic}_{rule.id.lower()}"


@functools.cache
def rule_explanation(op: schema.Op | Construct, code: str) -> RuleExplanation:
    """The explanation of the op's rule with this code."""
    compiled = [rule for rule in rules_of(op).rules if code_of(op, rule.rule) == code]
    formulas = tuple(
        CheckedFormula(rule.rule.text, rule.rule.guards, rule.rule.is_strict) for rule in compiled
    )
    origin, remark = _origin(op, code)
    definitions = tuple(_definitions(op, compiled))
    kinds = [each.rule.kind for each in compiled if each.rule.kind != "formula"] or ["formula"]
    texts = [each.text for each in formulas] if kinds == ["formula"] else []
    texts += [condition for each in formulas for condition in each.when]
    return RuleExplanation(
        code=code,
        op=op.name,
        reference=_reference(op),
        text=_spec_text(code, origin, formulas),
        formulas=formulas,
        kind=kinds[0],
        origin=origin,
        remark=remark,
        leniency=STRICT[code] if any(each.is_strict for each in formulas) else "",
        reads=tuple(_reads(op, compiled)),
        definitions=definitions,
        functions=tuple(_functions([*texts, *dict(definitions).values()])),
        older_id=_older_id(op, code),
    )


def _older_id(op: schema.Op | Construct, code: str) -> str | None:
    is_of_specification = isinstance(op, Construct) or op.name.startswith("stablehlo.")
    return OLDER_ID.get(code, "") if is_of_specification and op.mnemonic in COVERED else None


OF_NO_SPECIFICATION: Final = "the specification has no numbered constraints for this op"


def _origin(op: schema.Op | Construct, code: str) -> tuple[str, str]:
    is_numbered = isinstance(op, Construct) or op.name.startswith("stablehlo.")
    if not is_numbered or op.mnemonic in UNNUMBERED:
        return "added", OF_NO_SPECIFICATION
    if code in ADDED:
        return "added", ADDED[code]
    return ("reworded", REWORDED[code]) if code in REWORDED else ("specification", "")


def _spec_text(code: str, origin: str, formulas: tuple[CheckedFormula, ...]) -> str:
    if origin == "reworded":
        return specification()[code]
    strict = [each for each in formulas if each.is_strict]
    return "\n".join(dict.fromkeys(each.text for each in strict or formulas))


def _definitions(op: schema.Op | Construct, compiled: Iterable[CompiledRule]) -> Iterator[tuple[str, str]]:
    """The local names that the rules read, directly or through other definitions."""
    pending = [name for rule in compiled for name in _names(rule)]
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


def _reads(op: schema.Op | Construct, compiled: Iterable[CompiledRule]) -> Iterator[SignatureEntry]:
    entries = {entry.name: entry for part in _signature(op) for entry in part}
    for name in dict.fromkeys(name for rule in compiled for name in rule.names):
        yield entries[name]


def _functions(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The functions that formulas call, with their documentation."""
    calls = (call for text in texts for call in formula(text).tree.find_data("call"))
    for name in sorted({str(call.children[0]) for call in calls}):
        documentation = inspect.getdoc(FUNCTIONS[name]) or ""
        if documentation:
            yield name, documentation.split("\n")[0]


# -- codes ------------------------------------------------------------------------------------------


def code_explanation(code: Code) -> CodeExplanation:
    """The explanation of a code that is declared."""
    text = example_of(code)
    example = Example(code, text, (code,)) if text else None
    return CodeExplanation(code, code.meaning, code.help, example, code.command)


def signature_code_explanation(op: schema.Op, code: str) -> CodeExplanation:
    """The explanation of a code about an operand, attribute, region or result of an op."""
    entry = next((entry for part in _signature(op) for entry in part if entry.code == code), None)
    example = failing(code, op.name)
    if code == f"{op.mnemonic}_undetermined":
        return CodeExplanation(
            code,
            f"The constraints of {op.name} do not determine its result types.",
            "Provide the result types, as far as they are known.",
            reference=_reference(op),
        )
    if entry is None:
        what = code.removeprefix(f"{op.mnemonic}_")
        return CodeExplanation(
            code,
            f"The number of {what} does not match the signature of {op.name}.",
            f"`shlo explain {op.name}` shows the signature.",
            example,
            reference=_reference(op),
        )
    return CodeExplanation(
        code,
        f"The {entry.role} {entry.name} of {op.name} is missing, or has an invalid type or value.",
        f"It must be {entry.type}{f', a field of {entry.holder}' * (entry.holder is not None)}.",
        example,
        reference=_reference(op),
    )


# -- rules of the linter ----------------------------------------------------------------------------


def lint_explanation(rule: lint.Rule) -> LintExplanation:
    """The explanation of a lint rule."""
    return LintExplanation(
        code=rule.code,
        name=rule.name,
        family=lint.FAMILIES[rule.family],
        what=rule.what,
        why=rule.why,
        help=rule.help,
        severity=rule.severity.value,
        is_preview=rule.is_preview,
        fix=rule.fix,
        settings=rule.settings,
        declared_at=_declaration(*rule.declared_at),
        bad=Example("example", rule.bad, (rule.code,)),
        good=Example("example", rule.good),
    )


def all_lint_rules() -> list[LintExplanation]:
    """The explanations of all lint rules, by code."""
    return [lint_explanation(RULES[code]) for code in sorted(RULES)]


# -- lowerings --------------------------------------------------------------------------------------


def lowering_explanation(lowering: Legalization) -> LoweringExplanation:
    """The explanation of a lowering."""
    return LoweringExplanation(
        code=lowering.code,
        family=FAMILIES[lowering.family],
        what=lowering.what,
        why=lowering.why,
        needs=lowering.needs,
        accuracy=lowering.accuracy,
        on_request=lowering.on_request,
        patterns=lowering.patterns,
        before=Example("example", lowering.before),
        after=Example("example", lowering.after),
    )


def all_lowerings() -> list[LoweringExplanation]:
    """The explanations of all lowerings, by code."""
    return [lowering_explanation(LOWERINGS[code]) for code in sorted(LOWERINGS)]
