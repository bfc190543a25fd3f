"""Type inference: the rules that say what a result is, solved for it.

`shape(result) = e`, `element_type(result) = e`, `type(results...) = e` and the like, wherever in a chain
of `=` the result stands, give its type in terms of operands and attributes. Nothing is declared for it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stablehlo_tools.formula.compile import Environment, Evaluate, Tree, compiled
from stablehlo_tools.formula.logic import interval, is_list, is_nested, verdict
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.types import DYNAMIC, ELEMENT_TYPES, Dim, QuantizedType, TensorType

if TYPE_CHECKING:
    from stablehlo_tools.ops.declare import Op

_PROPERTIES = frozenset({"type", "baseline_type", "shape", "element_type", "baseline_element_type", "size"})

Facts = list[tuple[str, Any]]  # (property, value)
Shape = tuple[int | Dim, ...]


def infer(op: Op, names: Mapping[str, Any]) -> dict[str, Any]:
    """The types of the results of `op` as far as its rules determine them, a tuple for a variadic result.

    `names` are those of `check`. What no rule determines is taken from the result's type among them,
    if it is there; a result whose type remains incomplete is left out.
    """
    unknown = dict.fromkeys(output.name for output in op.outputs)
    env = rules_of(op).environment({**names, **unknown})
    facts: dict[str, Facts] = {output.name: _declared(output.rule.kinds) for output in op.outputs}
    for solution in solutions(op):
        value = solution.value(env)
        if value is not None:
            facts[solution.result].append((solution.property, value))
    types = {}
    for output in op.outputs:
        solve = _types if output.rule.variadic else _type
        types[output.name] = solve(facts[output.name], names.get(output.name))
    return {name: found for name, found in types.items() if found is not None}


def _declared(kinds: frozenset[str]) -> Facts:
    """What the kinds of element type that a result is declared with say: booleans are all i1."""
    return [("element_type", ELEMENT_TYPES["i1"])] if kinds == {"boolean"} else []


def _types(facts: Facts, written: Sequence[Any] | None) -> tuple[Any, ...] | None:
    """The types of the values of a variadic result, as many as there must be."""
    counts = [value for name, value in facts if name == "size" and type(value) is int]
    counts += [len(value) for name, value in facts if _is_per_value(name, value)]
    if not counts:
        return None
    number = counts[0]
    given = written if written and len(written) == number else [None] * number
    types = tuple(_type(list(_facts_of(facts, index)), given[index]) for index in range(number))
    return None if None in types else types


def _is_per_value(name: str, value: Any) -> bool:
    """Whether `value` holds something for each value of a variadic result, not one thing for all."""
    return is_list(value) and (name != "shape" or is_nested(value))


def _facts_of(facts: Facts, index: int) -> Iterator[tuple[str, Any]]:
    for name, value in facts:
        if not _is_per_value(name, value):
            yield name, value
        elif index < len(value) and value[index] is not None:
            yield name, value[index]


def _type(facts: Facts, written: Any) -> Any:
    """The type that `facts` add up to."""
    shape: Shape | None = None
    element = encoding = None
    for name, value in facts:
        if name == "shape":
            shape = _meet(shape, _sizes(value))
        elif name in ("element_type", "baseline_element_type"):
            element = element or _without_parameters(name, value)
        elif isinstance(value, TensorType):
            shape = _meet(shape, value.shape)
            element = element or _without_parameters(name, value.element_type)
            encoding = encoding or value.encoding
        elif name != "size":
            return value
    if isinstance(written, TensorType):
        shape = written.shape if shape is None else shape
        element = element or written.element_type
    return None if shape is None or element is None else TensorType(shape, element, encoding)


def _without_parameters(name: str, element: Any) -> Any:
    """An element type, unless it is a baseline, which tells nothing of scales and zero points."""
    return None if name.startswith("baseline") and isinstance(element, QuantizedType) else element


def _sizes(shape: Any) -> Shape | None:
    """A computed shape as a type has it; None where it is impossible, which is for a rule to report."""
    sizes = tuple(map(_size, shape))
    return None if None in sizes else sizes


def _size(size: Any) -> Any:
    if size is None:
        return DYNAMIC
    if type(size) is Dim:
        return interval(math.ceil(max(0, size.low)), size.high)
    return size if type(size) is int and size >= 0 else None


def _meet(a: Shape | None, b: Shape | None) -> Shape | None:
    """What both shapes know; `a` where they disagree, which is for a rule to report."""
    if a is None or b is None or len(a) != len(b):
        return b if a is None else a
    return tuple(y if type(x) is Dim and type(y) is int else x for x, y in zip(a, b, strict=True))


# --- solving ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Solution:
    """`property(result) = term`, where the guards of `rule` hold."""

    rule: CompiledRule
    result: str
    property: str
    term: Evaluate

    def value(self, env: Environment) -> Any:
        """What the property is; None if the rule does not say, or cannot be evaluated."""
        try:
            holds = all(verdict(env[guard]) for guard in self.rule.rule.guards)
            return self.term(env) if holds else None
        except (LookupError, ValueError):
            return None


@functools.cache
def solutions(op: Op) -> tuple[Solution, ...]:
    """What the rules of `op` say of its results."""
    results = {output.name for output in op.outputs}
    return tuple(
        Solution(rule, result, name, compiled(term))
        for rule in rules_of(op).rules
        if rule.formula is not None
        for terms in _equated(rule.formula.tree)
        for target in terms
        for result, name in _target(target)
        if result in results
        for term in terms
        if term is not target
    )


def _equated(tree: Tree) -> Iterator[list[Any]]:
    """The runs of terms that a formula says are equal."""
    if tree.data in ("all_of", "group"):
        for part in tree.children:
            yield from _equated(part)  # type: ignore[arg-type]
    if tree.data != "chain":
        return
    run: list[Any] = [tree.children[0]]
    for operator, term in zip(tree.children[1::2], tree.children[2::2], strict=True):
        if operator not in ("=", "=="):
            yield run
            run = []
        run.append(term)
    yield run


def _target(term: Tree) -> Iterator[tuple[str, str]]:
    """(`result`, `shape`) for `shape(result)` and for `shape(result...)`."""
    if term.data == "call" and term.children[0] in _PROPERTIES and len(term.children) == 2:
        inner: Any = term.children[1]
        name = inner.children[0] if inner.data == "spread" else inner
        if name.data == "name":
            yield str(name.children[0]), str(term.children[0])
