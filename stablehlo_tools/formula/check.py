"""Checks the rules of an op on the types and attributes of one operation.

A violated rule poisons the attributes and regions that it read: later rules that read them too stay
silent, so that one mistake gives one error. A rule that reads none of either is about types alone; it
silences such rules on the same side, shape or element type, of the same operands and results.

A rule that cannot be evaluated (its index is what another rule finds out of range, say) is silent if it
read anything that a violated rule read, and unknown if it read anything that an unknown rule read; if
neither, it is itself wrong, and its exception propagates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehlo_tools.formula.compile import Environment
from stablehlo_tools.formula.failure import Link, failure
from stablehlo_tools.formula.logic import show
from stablehlo_tools.formula.rules import Blame, CompiledRule, Rules, rules_of

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


def check(op: Op, names: Mapping[str, Any], poisoned: Iterable[str] = (), *, strict: bool = False) -> Checked:
    """Evaluate the rules of `op`, with `strict` also those that are checked only then.

    `names` maps operands and results to their types (a variadic one to a list of them), attributes to
    their values, regions to `RegionType`s. `poisoned` names are known to be wrong, or are missing.
    """
    rules = rules_of(op)
    env = rules.environment(names)
    silenced: set[Blame] = set(poisoned)
    suspect, doubtful = set(poisoned), set[str]()  # read by violated rules, by unknown rules
    checked = Checked([], [])
    failed: list[tuple[CompiledRule, Exception]] = []
    for rule in rules.rules:
        if rule.rule.is_strict and not strict:
            continue
        try:
            holds = rule.holds(env)
        except Exception as exception:  # noqa: BLE001 - it is raised unless a broken rule explains it
            failed.append((rule, exception))
            continue
        if holds:
            continue
        is_silent = not silenced.isdisjoint(rule.reads)
        if holds is None:
            doubtful.update(rule.names)
            if not is_silent:
                checked.unknown.append(rule.rule)
        else:
            suspect.update(rule.names)
            if not is_silent:
                checked.violations.append(_violation(rules, rule, env))
                silenced |= rule.blamed
    for rule, error in failed:
        if not suspect.isdisjoint(rule.names):
            continue
        if doubtful.isdisjoint(rule.names):
            raise RuntimeError(f"{op.name} ({rule.rule.id}): {rule.rule.text}: {error!r}") from error
        checked.unknown.append(rule.rule)
    return checked


def _violation(rules: Rules, rule: CompiledRule, env: Environment) -> Violation:
    if rule.formula is None:
        return Violation(rule.rule, None, tuple((name, show(env[name])) for name in rule.names), rule.names)
    found = failure(rule.formula, env)
    at_fault = sorted(rules.seen_through(found.names), key=rules.specificity)
    at_fault.sort(key=lambda name: name not in found.defined & rules.results)
    values = dict(found.values)
    for name in at_fault:  # what definitions read
        if name not in rule.formula.names and name not in rules.regions:
            values.setdefault(name, show(env[name]))
    names = tuple(dict.fromkeys((*at_fault, *rule.names)))
    return Violation(rule.rule, found.link, tuple(values.items()), names)
