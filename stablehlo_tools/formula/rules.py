"""The compiled rules of an op, and the names that each of them reads."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from stablehlo_tools.formula.compile import Environment, is_word
from stablehlo_tools.formula.logic import Truth, implication, truth
from stablehlo_tools.formula.parse import Formula, formula, subject

if TYPE_CHECKING:
    from stablehlo_tools.ops.model.constructs import Construct
    from stablehlo_tools.ops.model.schema import Constraint, Op

Blame = str | tuple[str, str]  # a name, or an aspect of its type: ("shape", "lhs")

_ELEMENT_TYPE = ("element type",)
_ASPECTS = {
    **dict.fromkeys(("shape", "rank", "dim", "dims", "axes", "size", "shape_except"), ("shape",)),
    **dict.fromkeys(("type", "types", "baseline_type"), ("shape", "element type")),
}


class CompiledRule:
    """A rule of an op, compiled on first evaluation: many rules never are, since their guards fail."""

    def __init__(self, rule: Constraint, rules: Rules) -> None:
        self.rule = rule
        self._rules = rules

    def holds(self, env: Environment) -> Truth:
        """Whether the rule holds; a rule holds if one of its guards does not."""
        guarded: Truth = True
        for guard in self.rule.guards:
            holds = truth(env[guard])
            if holds is False:
                return True
            guarded = guarded and holds
        return implication(guarded, truth(self.value(env)))

    @functools.cached_property
    def formula(self) -> Formula | None:
        """The rule as a formula; None for a rule in prose."""
        return formula(self.rule.text) if self.rule.kind == "formula" else None

    @functools.cached_property
    def value(self) -> Callable[[Environment], Any]:
        """The function from an op's names to the value of the rule."""
        predicate, reads = self.rule.predicate, self.rule.reads
        if self.formula is not None:
            return self.formula.value
        if predicate is None:  # it is checked elsewhere
            return lambda env: None
        return lambda env: predicate(*(env[name] for name in reads))

    @functools.cached_property
    def own_names(self) -> tuple[str, ...]:
        """The operands, attributes, regions and results that the rule reads, also through definitions."""
        if self.formula is not None:
            return tuple(self._rules.expand_definitions(self.formula.names))
        return tuple(self._rules.expand_definitions(self.rule.reads))

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """`own_names`, and the names that the guards read."""
        return tuple(dict.fromkeys((*self.own_names, *self._rules.expand_definitions(self.rule.guards))))

    @functools.cached_property
    def blamed(self) -> frozenset[Blame]:
        """The attributes and regions among `own_names`; else the aspects of types that the rule compares."""
        blamed = (self._rules.attributes | self._rules.regions).intersection(self.own_names)
        return blamed or frozenset(self._aspects())

    def _aspects(self) -> Iterator[Blame]:
        for call in self.formula.tree.find_data("call") if self.formula else ():
            for name in filter(self._rules.has, subject(call)):
                yield from ((aspect, name) for aspect in _ASPECTS.get(str(call.children[0]), _ELEMENT_TYPE))

    @functools.cached_property
    def reads(self) -> frozenset[Blame]:
        """The names and aspects that suppress the rule if any of them is poisoned."""
        return self.blamed.union(self.names)


class Rules:
    """The compiled rules of an op or a construct. Guards are definitions, named by their text."""

    def __init__(self, op: Op | Construct) -> None:
        self.op = op
        self.results = frozenset(output.name for output in op.outputs)
        self.regions = frozenset(name for name, _ in op.regions)
        # operands whose elements are read are treated like attributes
        read = [operand.name for operand in op.operands if operand.rule.is_read]
        self.attributes = frozenset((*(attribute.name for attribute in op.attributes), *read))
        self.operands = frozenset(operand.name for operand in op.operands)
        self.rules = tuple(CompiledRule(rule, self) for rule in op.rules)
        guards = {guard: guard for rule in op.rules for guard in rule.guards}
        self._definitions = guards | dict(op.definitions)  # in this order: a guard may name a definition
        self._values = {name: _defer(text) for name, text in self._definitions.items()}

    def environment(self, names: Mapping[str, Any]) -> Environment:
        """The environment of the rules for one operation."""
        return Environment(names, self._values)

    def has(self, name: str) -> bool:
        """Whether the op has an operand, attribute, region or result of this name."""
        return any(name in names for names in (self.operands, self.attributes, self.results, self.regions))

    def expand_definitions(self, names: Iterable[str]) -> Iterator[str]:
        """The op's own names that `names` depend on, each once; definitions are expanded."""
        pending, seen = list(names)[::-1], set[str]()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            if self.has(name):
                yield name
            elif name in self._definitions:
                pending.extend(reversed(formula(self._definitions[name]).names))
            elif not is_word(name):
                raise NameError(f"a rule of {self.op.name} reads {name}, which the op does not have")

    def specificity(self, name: str) -> int:
        """The sort key of caret positions: attributes and regions, then operands, then results."""
        return 1 if name in self.attributes or name in self.regions else 2 if name in self.operands else 3


def _defer(text: str) -> Callable[[Environment], Any]:
    return lambda env: formula(text).value(env)


@functools.cache
def rules_of(op: Op | Construct) -> Rules:
    """The compiled rules of `op`."""
    return Rules(op)
