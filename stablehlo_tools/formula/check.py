"""Checks the rules of an op on the types and attributes of one operation.

A violated rule poisons the attributes and regions that it read: later rules that read them too stay
silent, so that one mistake gives one error. A rule that cannot be evaluated (its index is what another
rule finds out of range, say) is silent if it read anything that a violated rule read; if not, the rule
itself is wrong, and its exception propagates.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehlo_tools.formula import read
from stablehlo_tools.formula.failure import Link, failure
from stablehlo_tools.formula.logic import Verdict, implication, show, verdict
from stablehlo_tools.formula.read import Environment, Formula

if TYPE_CHECKING:
    from stablehlo_tools.ops.declare import Op, Rule


@dataclass(frozen=True)
class Violation:
    """A rule that does not hold.

    `link` is the comparison that fails, None for a rule of another form. `values` pairs terms of the
    formula with what they came to. `names` are the operands, attributes, regions and results that the
    rule read, those at fault first.
    """

    rule: Rule
    link: Link | None
    values: tuple[tuple[str, str], ...]
    names: tuple[str, ...]


class Checked(NamedTuple):
    """The rules that are violated, and those of which nothing is known before run time."""

    violations: list[Violation]
    unknown: list[Rule]


def check(op: Op, names: Mapping[str, Any], poisoned: Iterable[str] = ()) -> Checked:
    """Evaluate the rules of `op`.

    `names` maps operands and results to their types (a variadic one to a list of them), attributes to
    their values, regions to `RegionType`s. `poisoned` names are known to be wrong, or are missing.
    """
    rules = rules_of(op)
    env = Environment(names, rules.definitions)
    silenced, suspect = set(poisoned), set(poisoned)
    checked = Checked([], [])
    failed: list[tuple[CompiledRule, Exception]] = []
    for rule in rules.rules:
        try:
            holds = rule.holds(env)
        except Exception as error:
            failed.append((rule, error))
            continue
        if holds or not silenced.isdisjoint(rule.names):
            continue
        if holds is None:
            checked.unknown.append(rule.rule)
        else:
            checked.violations.append(_violation(rules, rule, env))
            silenced |= rule.blamed
            suspect |= rule.names
    for rule, error in failed:
        if suspect.isdisjoint(rule.names):
            raise RuntimeError(f"{op.name} ({rule.rule.id}): {rule.rule.text}: {error!r}") from error
    return checked


def _violation(rules: Rules, rule: CompiledRule, env: Environment) -> Violation:
    if rule.formula is None:
        names = tuple(sorted(rule.names, key=rules.specificity))
        return Violation(rule.rule, None, tuple((name, show(env[name])) for name in names), names)
    found = failure(rule.formula, env)
    at_fault = sorted(
        rules.seen_through(found.names), key=lambda name: name not in found.defined and rules.specificity(name)
    )
    values = dict(found.values)
    for name in at_fault:
        if name not in rule.formula.names and name not in rules.regions:
            values.setdefault(name, show(env[name]))
    others = sorted(rule.names.difference(at_fault), key=rules.specificity)
    return Violation(rule.rule, found.link, tuple(values.items()), (*at_fault, *others))


# --- rules ready to evaluate ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class CompiledRule:
    """A rule ready to evaluate.

    `names` are the op's own names that it and its guards read, if only through definitions; `blamed`
    are the attributes and regions among those that it reads without its guards.
    """

    rule: Rule
    formula: Formula | None
    value: Callable[[Environment], Any]
    names: frozenset[str]
    blamed: frozenset[str]

    def holds(self, env: Environment) -> Verdict:
        """Whether the rule holds; it does where a guard does not."""
        guarded: Verdict = True
        for guard in self.rule.guards:
            holds = verdict(env[guard])
            if holds is False:
                return True
            guarded = guarded and holds
        return implication(guarded, verdict(self.value(env)))


class Rules:
    """The rules of an op, ready to evaluate. Guards are among the definitions, under their own text."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.results = frozenset(output.name for output in op.outputs)
        self.regions = frozenset(name for name, _ in op.regions)
        self.attributes = frozenset(attribute.name for attribute in op.attributes)
        self.operands = frozenset(operand.name for operand in op.operands)
        self.own_names = self.results | self.regions | self.attributes | self.operands
        guards = {guard: guard for rule in op.rules for guard in rule.guards}
        texts = guards | dict(op.definitions)  # a guard may be nothing but the name of a definition
        self.definitions = {name: read.expression(text) for name, text in texts.items()}
        self.rules = tuple(map(self._compiled, op.rules))

    def _compiled(self, rule: Rule) -> CompiledRule:
        formula = None if rule.predicate else read.rule(rule.text)
        # prose says in its own words which names its predicate reads
        words = formula.names if formula else re.findall(r"\w+'?", rule.text)
        names = list(self.seen_through(words if formula else filter(self._knows, words)))
        guards = self.seen_through(rule.guards)
        blamed = frozenset(names) & (self.attributes | self.regions)
        value = formula.value if formula else rule.predicate
        assert value is not None
        return CompiledRule(rule, formula, value, frozenset((*names, *guards)), blamed)

    def _knows(self, name: str) -> bool:
        return name in self.own_names or name in self.definitions

    def seen_through(self, names: Iterable[str]) -> Iterator[str]:
        """The op's own names that reading `names` reads, each once, definitions seen through."""
        pending, seen = list(names)[::-1], set[str]()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self.own_names:
                yield name
            elif name in self.definitions:
                pending.extend(reversed(self.definitions[name].names))
            elif not read.is_word(name):
                raise NameError(f"a rule of {self.op.name} reads {name}, which the op does not have")

    def specificity(self, name: str) -> int:
        """What a caret goes to first: attributes and regions, then operands, then results."""
        return 1 if name in self.attributes or name in self.regions else 2 if name in self.operands else 3


@functools.cache
def rules_of(op: Op) -> Rules:
    """The rules of `op`, compiled when they are first wanted."""
    return Rules(op)
