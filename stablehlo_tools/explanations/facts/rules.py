"""Constraints of ops, types and constants: texts, formulas, origins, and examples."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.explanations.facts.explained import Explained, reference_of
from stablehlo_tools.explanations.facts.signatures import SignatureEntry, signature_of
from stablehlo_tools.formula.functions import FUNCTIONS
from stablehlo_tools.formula.parse import formula
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.host import resources
from stablehlo_tools.ops.examples import Example, failing, passing
from stablehlo_tools.ops.model import schema
from stablehlo_tools.ops.model.constructs import Construct
from stablehlo_tools.ops.model.deviations import ADDED, REWORDED, STRICT, UNNUMBERED
from stablehlo_tools.ops.model.older_numbers import COVERED, OLDER_ID

OF_NO_SPECIFICATION: Final = "the specification has no numbered constraints for this op"


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


def rule_codes(op: schema.Op | Construct) -> list[str]:
    """The codes of the op's rules, in order."""
    return list(dict.fromkeys(rule.code(op.mnemonic) for rule in op.rules))


@functools.cache
def rule_explanation(op: schema.Op | Construct, code: str) -> RuleExplanation:
    """The explanation of the op's rule with this code."""
    compiled = [rule for rule in rules_of(op).rules if rule.rule.code(op.mnemonic) == code]
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
        reference=reference_of(op),
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
    entries = {entry.name: entry for part in signature_of(op) for entry in part}
    for name in dict.fromkeys(name for rule in compiled for name in rule.names):
        yield entries[name]


def _functions(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The functions that formulas call, with their documentation."""
    calls = (call for text in texts for call in formula(text).tree.find_data("call"))
    for name in sorted({str(call.children[0]) for call in calls}):
        documentation = inspect.getdoc(FUNCTIONS[name]) or ""
        if documentation:
            yield name, documentation.split("\n")[0]


# -- the text of the specification, in Markdown -----------------------------------------------------


@functools.cache
def specification() -> Mapping[str, str]:
    """The text of each numbered constraint by its code, quoted under the Apache License 2.0."""
    lines = (resources.folder("specification") / "constraints.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return {f"{row['of']}_{row['id'].lower()}": _text(row["text"], row.get("items", ())) for row in rows}


def _text(sentence: str, items: list[str]) -> str:
    nested = (len(item) - len(item.lstrip()) for item in items)
    bullets = (f"{' ' * indent}* {item.lstrip()}" for indent, item in zip(nested, items, strict=True))
    return "\n".join([sentence, *bullets])
