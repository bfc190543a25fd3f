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
from stablehlo_tools.formula.compile import Environment, is_word
from stablehlo_tools.formula.failure import Link, failure
from stablehlo_tools.formula.logic import Verdict, implication, show, verdict
from stablehlo_tools.formula.read import Formula

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
    env = rules.environment(names)
    silenced, suspect = set(poisoned), set(poisoned)
    checked = Checked([], [])
    failed: list[tuple[CompiledRule, Exception]] = []
    for rule in rules.rules:
        try:
            holds = rule.holds(env)
        except Exception as exception:
            failed.append((rule, exception))
            continue
        if holds or not silenced.isdisjoint(rule.names):
            continue
        if holds is None:
            checked.unknown.append(rule.rule)
        else:
            checked.violations.append(_violation(rules, rule, env))
            silenced |= rule.blamed
            suspect.update(rule.names)
    for rule, error in failed:
        if suspect.isdisjoint(rule.names):
            raise RuntimeError(f"{op.name} ({rule.rule.id}): {rule.rule.text}: {error!r}") from error
    return checked


def _violation(rules: Rules, rule: CompiledRule, env: Environment) -> Violation:
    if rule.formula is None:
        read_names = tuple(sorted(rule.names, key=rules.specificity))
        return Violation(rule.rule, None, tuple((name, show(env[name])) for name in read_names), read_names)
    found = failure(rule.formula, env)
    at_fault = sorted(rules.seen_through(found.names), key=rules.specificity)
    at_fault.sort(key=lambda name: name not in found.defined & rules.results)
    values = dict(found.values)
    for name in at_fault:  # what definitions read
        if name not in rule.formula.names and name not in rules.regions:
            values.setdefault(name, show(env[name]))
    names = tuple(dict.fromkeys((*at_fault, *rule.names)))
    return Violation(rule.rule, found.link, tuple(values.items()), names)


# --- rules ready to evaluate ------------------------------------------------------------------------


class CompiledRule:
    """A rule of an op, parsed and compiled when it is first evaluated: many never are, behind a guard."""

    def __init__(self, rule: Rule, rules: Rules) -> None:
        self.rule = rule
        self._rules = rules

    def holds(self, env: Environment) -> Verdict:
        """Whether the rule holds; it does where a guard does not."""
        guarded: Verdict = True
        for guard in self.rule.guards:
            holds = verdict(env[guard])
            if holds is False:
                return True
            guarded = guarded and holds
        return implication(guarded, verdict(self.value(env)))

    @functools.cached_property
    def formula(self) -> Formula | None:
        """The rule as a formula; None for prose with a predicate."""
        return None if self.rule.predicate else read.rule(self.rule.text)

    @functools.cached_property
    def value(self) -> Callable[[Environment], Any]:
        """The function from an op's names to the value of the rule."""
        return self.rule.predicate or read.rule(self.rule.text).value

    @functools.cached_property
    def own_names(self) -> tuple[str, ...]:
        """The operands, attributes, regions and results that the rule reads, if only through definitions."""
        if self.formula is not None:
            return tuple(self._rules.seen_through(self.formula.names))
        # prose says in its words what its predicate reads
        words = re.findall(r"\w+'?", self.rule.text)
        return tuple(self._rules.seen_through(filter(self._rules.knows, words)))

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """`own_names`, and those that the guards read."""
        return tuple(dict.fromkeys((*self.own_names, *self._rules.seen_through(self.rule.guards))))

    @functools.cached_property
    def blamed(self) -> frozenset[str]:
        """The attributes and regions among `own_names`."""
        return (self._rules.attributes | self._rules.regions).intersection(self.own_names)


class Rules:
    """The rules of an op. Guards are among the definitions, under their own text."""

    def __init__(self, op: Op) -> None:
        self.op = op
        self.results = frozenset(output.name for output in op.outputs)
        self.regions = frozenset(name for name, _ in op.regions)
        self.attributes = frozenset(attribute.name for attribute in op.attributes)
        self.operands = frozenset(operand.name for operand in op.operands)
        self.rules = tuple(CompiledRule(rule, self) for rule in op.rules)
        guards = {guard: guard for rule in op.rules for guard in rule.guards}
        self._definitions = guards | dict(op.definitions)  # a guard may be but the name of a definition
        self._values = {name: _deferred(text) for name, text in self._definitions.items()}

    def environment(self, names: Mapping[str, Any]) -> Environment:
        """What the rules read, for one operation."""
        return Environment(names, self._values)

    def knows(self, name: str) -> bool:
        """Whether the op has or defines something so called."""
        return self._has(name) or name in self._definitions

    def _has(self, name: str) -> bool:
        return any(name in names for names in (self.operands, self.attributes, self.results, self.regions))

    def seen_through(self, names: Iterable[str]) -> Iterator[str]:
        """The op's own names that reading `names` reads, each once, definitions seen through."""
        pending, seen = list(names)[::-1], set[str]()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            if self._has(name):
                yield name
            elif name in self._definitions:
                pending.extend(reversed(read.expression(self._definitions[name]).names))
            elif not is_word(name):
                raise NameError(f"a rule of {self.op.name} reads {name}, which the op does not have")

    def specificity(self, name: str) -> int:
        """What a caret goes to first: attributes and regions, then operands, then results."""
        return 1 if name in self.attributes or name in self.regions else 2 if name in self.operands else 3


def _deferred(text: str) -> Callable[[Environment], Any]:
    return lambda env: read.expression(text).value(env)


@functools.cache
def rules_of(op: Op) -> Rules:
    """The rules of `op`."""
    return Rules(op)
