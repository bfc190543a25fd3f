"""Explains a violated formula: the part that fails, the values of its terms, and the names that they read.

This is the second, slow pass: it walks the formula's tree and evaluates its parts again, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stablehlo_tools.formula.compile import COMPARISONS, Environment, bind, compile_tree, is_word, links_of
from stablehlo_tools.formula.logic import equal, is_list, is_nested, show, truth
from stablehlo_tools.formula.parse import Formula, names_of, subject
from stablehlo_tools.grammars.nodes import Tree
from stablehlo_tools.host.records import record
from stablehlo_tools.ir.types import FunctionType

Step = tuple[str, int]  # ("index", 2), ("input", 0) or ("output", 1)
Values = dict[str, str]


@record(frozen=True)
class Link:
    """A failing comparison of a chain: `3 < 3` for `dimensions < rank(lhs)`.

    `path` is the position of the failing element in an elementwise comparison.
    """

    text: str
    left: str
    operator: str
    right: str
    path: tuple[Step, ...] = ()

    def __str__(self) -> str:
        place = ", ".join(f"{kind} {number}" for kind, number in self.path)
        return f"{self.left} {self.operator} {self.right}{place and f' at {place}'}"


@record(frozen=True)
class Failure:
    """The failing part of a formula.

    `link` is the failing comparison, None if the failing part is of another form. `values` pairs the terms
    of that part with their values. `names` are the names in that part; if the left side of the link already
    satisfied the previous link, those of the right side come first. `defined` are the names that the link
    defines: `result` in `shape(result) = ...`.
    """

    link: Link | None
    values: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    defined: frozenset[str]


def failure(formula: Formula, env: Environment) -> Failure:
    """The failing part of `formula`, which does not hold in `env`."""
    node, env, bindings = _narrow(formula.tree, env, {})
    if node.data == "call" and node.children[0] == "same":
        return _same_failure(formula, node, env, bindings)
    if node.data != "chain":
        return Failure(
            None, _term_values(formula, (node,), env, bindings), _names((node,), bindings), frozenset()
        )
    position, a, operator, b = _failing_link(node, env)
    return Failure(
        _link(formula, a, operator, b, env),
        _term_values(formula, (a, b), env, bindings),
        _names((a, b) if position == 0 else (b, a), bindings),
        frozenset((*subject(a), *subject(b))) if operator in ("=", "==") else frozenset(),
    )


def _same_failure(formula: Formula, node: Tree, env: Environment, bindings: Values) -> Failure:
    """The failing part of `same(values)`: the first of the values that differs from the first one."""
    argument: Any = node.children[1]
    first, *others = compile_tree(argument)(env)
    number, other = next((n, x) for n, x in enumerate(others, 1) if truth(equal(first, x)) is False)
    link = Link(formula.text_of(node), show(first), "=", show(other), (("index", number),))
    return Failure(
        link, _term_values(formula, (argument,), env, bindings), _names((node,), bindings), frozenset()
    )


def _names(nodes: tuple[Tree, ...], bindings: Values) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for node in nodes for name in names_of(node, frozenset(bindings))))


def _narrow(node: Tree, env: Environment, values: Values) -> tuple[Tree, Environment, Values]:
    """The innermost part that makes a formula false, with the names bound around it."""
    parts: list[Any] = node.children
    if node.data in ("implies", "group"):
        return _narrow(parts[-1], env, values)
    if node.data == "all_of":
        return _narrow(next(part for part in parts if _is_false(part, env)), env, values)
    if node.data == "choose" and isinstance(chosen := compile_tree(parts[0])(env), bool):
        return _narrow(parts[1] if chosen else parts[2], env, values)
    if node.data == "for_all":
        body, name, domain = parts
        inner = (bind(env, str(name), value) for value in compile_tree(domain)(env))
        env = next(env for env in inner if _is_false(body, env))
        return _narrow(body, env, values | {str(name): show(env[name])})
    return node, env, values


def _is_false(node: Tree, env: Environment) -> bool:
    return truth(compile_tree(node)(env)) is False


def _failing_link(chain: Tree, env: Environment) -> tuple[int, Tree, str, Tree]:
    parts: list[Any] = chain.children
    terms = [compile_tree(part)(env) for part in parts[::2]]
    first, operator, second = next(
        (first, operator, second)
        for first, operator, second in links_of(parts[1::2])
        if truth(COMPARISONS[operator](terms[first], terms[second])) is False
    )
    return first, parts[2 * first], str(operator), parts[2 * second]


def _link(formula: Formula, a: Tree, operator: str, b: Tree, env: Environment) -> Link:
    text = f"{formula.text_of(a)} {operator} {formula.text_of(b)}"
    left, right, path = _element(operator, compile_tree(a)(env), compile_tree(b)(env), ())
    return Link(text, show(left), operator, show(right), path)


def _element(operator: str, a: Any, b: Any, path: tuple[Step, ...]) -> tuple[Any, Any, tuple[Step, ...]]:
    """The elements of `a` and `b` for which `a operator b` fails, and their position."""
    for step, x, y in _pairs(operator, a, b):
        if truth(COMPARISONS[operator](x, y)) is False:
            return _element(operator, x, y, (*path, step))
    return a, b, path


def _pairs(operator: str, a: Any, b: Any) -> Iterator[tuple[Step, Any, Any]]:
    """The pairs that an elementwise comparison compares; none for scalars and unequal lengths."""
    if isinstance(a, FunctionType) and isinstance(b, FunctionType):
        if len(a.inputs) == len(b.inputs) and len(a.results) == len(b.results):
            yield from _numbered_pairs("input", a.inputs, b.inputs)
            yield from _numbered_pairs("output", a.results, b.results)
        return
    of_a, of_b = is_list(a), is_list(b) and operator not in ("in", "not in")
    if of_a and of_b and is_nested(a) != is_nested(b):
        of_a, of_b = is_nested(a), is_nested(b)
    if of_a and of_b and len(a) == len(b):
        yield from _numbered_pairs("index", a, b)
    elif of_a != of_b:
        yield from _numbered_pairs("index", a if of_a else [a] * len(b), b if of_b else [b] * len(a))


def _numbered_pairs(kind: str, a: Any, b: Any) -> Iterator[tuple[Step, Any, Any]]:
    return (((kind, number), x, y) for number, (x, y) in enumerate(zip(a, b, strict=True)))


_SHOWN_TERMS = frozenset({"call", "item", "fold", "name", "choose", "function_type"})


def _term_values(
    formula: Formula, nodes: tuple[Tree, ...], env: Environment, values: Values
) -> tuple[tuple[str, str], ...]:
    """The terms in `nodes` with their values, in preorder."""
    values = dict(values)
    for node in nodes:
        for term in _terms(node, env):
            text = formula.text_of(term)
            if text not in values and not (is_word(text) and text not in env):
                values[text] = show(compile_tree(term)(env))
    return tuple(values.items())


def _terms(node: Tree, env: Environment) -> Iterator[Tree]:
    """The terms that were evaluated, without literals."""
    if node.data in _SHOWN_TERMS:
        yield node
    parts: list[Any] = node.children
    if node.data == "call" and parts[0] == "type":
        return  # `lhs` has the same value as `type(lhs)`
    if node.data == "choose" and isinstance(chosen := compile_tree(parts[0])(env), bool):
        parts = [parts[0], parts[1] if chosen else parts[2]]
    for part in parts:
        if isinstance(part, Tree):
            yield from _terms(part, env)
