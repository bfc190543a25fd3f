"""Evaluates the rules of an op on the types and attributes of one operation.

A violated rule poisons the attributes and regions that it reads: later rules that read them are suppressed,
so that one mistake causes one error. A rule that reads only types suppresses later ones about the same
aspect, shape or element type, of the same operands and results.

A rule whose evaluation raises an exception (an index that another rule finds out of range, say) is suppressed
if it reads a name that a violated rule reads, and undetermined if it reads a name that an undetermined rule
reads. Otherwise, the rule itself is wrong, and the exception propagates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from stablehlo_tools.formula.compile import Environment
from stablehlo_tools.formula.logic import show
from stablehlo_tools.formula.rules import Blame, CompiledRule, Rules, rules_of
from stablehlo_tools.host.records import NamedTuple, record

if TYPE_CHECKING:
    from stablehlo_tools.formula.failure import Link
    from stablehlo_tools.ops.model.constructs import Construct
    from stablehlo_tools.ops.model.schema import Constraint, Op


@record(frozen=True)
class Violation:
    """A rule that does not hold.

    `link` is the failing comparison, None for a rule of another form. `values` pairs terms of the formula
    with their values. `names` are the operands, attributes, regions and results that the rule reads, those
    at fault first. `where` is the size that another rule asks for, if the two do not hold together.
    """

    rule: Constraint
    link: Link | None
    values: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    where: str = ""


class CheckResult(NamedTuple):
    """The violated rules, and the ones that are undetermined until run time."""

    violations: list[Violation]
    unknown: list[Constraint]


def check(
    op: Op | Construct, names: Mapping[str, Any], poisoned: Iterable[str] = (), *, strict: bool = False
) -> CheckResult:
    """Evaluate the rules of an op, or of a type; strict rules only with `strict`.

    `names` maps operands and results to their types (a variadic one to a list of them), attributes to
    their values, regions to `RegionType`s. `poisoned` names are known to be invalid or missing.
    """
    rules = rules_of(op)
    env = rules.environment(names)
    suppressed: set[Blame] = set(poisoned)
    violated_names, unknown_names = set(poisoned), set[str]()  # read by violated or undetermined rules
    checked = CheckResult([], [])
    failed: list[tuple[CompiledRule, Exception]] = []
    for rule in rules.rules:
        if rule.rule.is_strict and not strict:
            continue
        try:
            holds = rule.holds(env)
        except Exception as exception:  # noqa: BLE001 - raised below, unless a violated rule explains it
            failed.append((rule, exception))
            continue
        if holds:
            continue
        is_suppressed = not suppressed.isdisjoint(rule.reads)
        if holds is None:
            unknown_names.update(rule.names)
            if not is_suppressed:
                checked.unknown.append(rule.rule)
        else:
            violated_names.update(rule.names)
            if not is_suppressed:
                checked.violations.append(violation_of(rules, rule, env))
                suppressed |= rule.blamed
    for rule, error in failed:
        if not violated_names.isdisjoint(rule.names):
            continue
        if unknown_names.isdisjoint(rule.names):
            raise RuntimeError(f"{op.name} ({rule.rule.id}): {rule.rule.text}: {error!r}") from error
        checked.unknown.append(rule.rule)
    return checked


def violation_of(rules: Rules, rule: CompiledRule, env: Environment) -> Violation:
    """The violation of a rule that fails in an environment."""
    if rule.formula is None:
        return Violation(rule.rule, None, tuple((name, show(env[name])) for name in rule.names), rule.names)
    from stablehlo_tools.formula.failure import failure  # not imported for what is valid

    cause = failure(rule.formula, env)
    at_fault = sorted(rules.expand_definitions(cause.names), key=rules.specificity)
    at_fault.sort(key=lambda name: name not in cause.defined & rules.results)
    values = dict(cause.values)
    for name in at_fault:  # names that the formula reads through definitions
        if name not in rule.formula.names and name not in rules.regions:
            values.setdefault(name, show(env[name]))
    names = tuple(dict.fromkeys((*at_fault, *rule.names)))
    return Violation(rule.rule, cause.link, tuple(values.items()), names)
