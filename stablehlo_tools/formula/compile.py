"""Compiles the tree of a formula to a closure, a function from an op's names to the formula's value.

Evaluation records nothing; `failure.py` explains a violated formula in a second pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any

from stablehlo_tools.formula import logic
from stablehlo_tools.formula.functions import ACCEPT_UNKNOWN, CONSTRUCTORS, FUNCTIONS
from stablehlo_tools.grammars.nodes import Token, Tree
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.types import ELEMENT_TYPES, Dim, FunctionType


class Environment(dict[str, Any]):
    """The values of an operation's names, and its `:=` definitions, which are evaluated lazily."""

    __slots__ = ("definitions",)

    def __init__(self, names: Mapping[str, Any], definitions: Mapping[str, Evaluate]) -> None:
        super().__init__(names)
        self.definitions = definitions

    def __missing__(self, name: str) -> Any:
        definition = self.definitions.get(name)
        if definition is None:
            return word(name)
        self[name] = value = definition(self)
        return value


Evaluate = Callable[[Environment], Any]

# The number of processes is not part of a program.
_PROCESS_COUNT = Dim(1, math.inf)
_CONSTANTS = {"true": True, "false": False, "num_replicas": _PROCESS_COUNT, "num_partitions": _PROCESS_COUNT}
_ENUM_WORD = regex(r"[A-Z][A-Z_][A-Z0-9_]*")  # not `E` and `E0`, which are names


def is_word(name: str) -> bool:
    """Whether `name` is a literal unless an op has a name like it: `DEFAULT`, `i1`, `true`."""
    return name in ELEMENT_TYPES or name in _CONSTANTS or _ENUM_WORD.fullmatch(name) is not None


def word(name: str) -> Any:
    """The value of a name that is a literal. Raises KeyError for any other name."""
    if not is_word(name):
        raise KeyError(name)
    return _CONSTANTS.get(name, ELEMENT_TYPES.get(name, name))


def compile_tree(tree: Any) -> Evaluate:
    """The closure that evaluates `tree`."""
    return _COMPILE[tree.data](*tree.children)


def _number(digits: Token) -> Evaluate:
    value = int(digits)
    return lambda env: value


def _name(name: Token) -> Evaluate:
    return itemgetter(str(name))


def _implies(condition: Tree, conclusion: Tree) -> Evaluate:
    p, q = compile_tree(condition), compile_tree(conclusion)

    def evaluate(env: Environment) -> Any:
        holds = logic.truth(p(env))
        return holds is False or logic.implication(holds, logic.truth(q(env)))

    return evaluate


def _for_all(body: Tree, name: Token, domain: Tree) -> Evaluate:
    variable, holds, values = str(name), compile_tree(body), compile_tree(domain)

    def evaluate(env: Environment) -> Any:
        elements = values(env)
        return None if elements is None else logic.truth([holds(bind(env, variable, x)) for x in elements])

    return evaluate


def bind(env: Environment, name: str, value: Any) -> Environment:
    """The environment `env` with `name` bound to `value`."""
    inner = Environment(env, env.definitions)
    inner[name] = value
    return inner


def _choose(condition: Tree, a: Tree, b: Tree) -> Evaluate:
    test, then, otherwise = compile_tree(condition), compile_tree(a), compile_tree(b)

    def evaluate(env: Environment) -> Any:
        c = test(env)
        if c is True:
            return then(env)
        return otherwise(env) if c is False else logic.choice(c, then(env), otherwise(env))

    return evaluate


def _any_of(*parts: Tree) -> Evaluate:
    first, *rest = map(compile_tree, parts)

    def evaluate(env: Environment) -> Any:
        result = first(env)
        for part in rest:
            if result is True:
                return True
            result = logic.disjunction(result, part(env))
        return result

    return evaluate


def _all_of(*parts: Tree) -> Evaluate:
    conditions = tuple(map(compile_tree, parts))

    def evaluate(env: Environment) -> Any:
        result: logic.Truth = True
        for condition in conditions:
            holds = logic.truth(condition(env))
            if holds is False:
                return False
            result = result if holds else None
        return result

    return evaluate


def _negate(part: Tree) -> Evaluate:
    value = compile_tree(part)
    return lambda env: logic.negation(value(env))


def _chain(*parts: Any) -> Evaluate:
    terms = tuple(map(compile_tree, parts[::2]))
    if len(terms) == 2:
        (a, b), compare = terms, COMPARISONS[parts[1]]
        return lambda env: compare(a(env), b(env))
    links = [(first, COMPARISONS[operator], second) for first, operator, second in links_of(parts[1::2])]
    near, far = links[: len(terms) - 1], links[len(terms) - 1 :]

    def evaluate(env: Environment) -> Any:
        values = [term(env) for term in terms]
        result = logic.truth([link(values[a], values[b]) for a, link, b in near])
        if result is not None:
            return result
        far_result = logic.truth([link(values[a], values[b]) for a, link, b in far])
        return False if far_result is False else None

    return evaluate


def links_of(operators: Sequence[str]) -> list[tuple[int, str, int]]:
    """The comparisons of a chain, as (term, operator, term): neighbors first, then all pairs of an equality.

    The latter find sizes that differ even if those between them are unknown: `2 = ? = 3`.
    """
    links = [(position, operator, position + 1) for position, operator in enumerate(operators)]
    if set(operators) <= {"=", "=="}:
        terms = range(len(operators) + 1)
        links += [(a, operators[0], b) for a in terms for b in terms[a + 2 :]]
    return links


def _fold(first: Tree, *tail: Any) -> Evaluate:
    value = compile_tree(first)
    for operator, part in zip(tail[::2], tail[1::2], strict=True):
        value = _apply(ARITHMETIC[operator], value, compile_tree(part))
    return value


def _apply(function: logic.Binary, a: Evaluate, b: Evaluate) -> Evaluate:
    return lambda env: function(a(env), b(env))


def _minus(_: Token, part: Tree) -> Evaluate:
    value = compile_tree(part)
    return lambda env: logic.subtract(0, value(env))


def _item(value: Tree, *indices: Tree) -> Evaluate:
    collection = compile_tree(value)
    if is_spread(indices[0]):
        numbers = compile_tree(indices[0])
        return lambda env: _each_item(collection(env), numbers(env))
    parts = tuple(_cut(*index.children) if index.data == "cut" else compile_tree(index) for index in indices)
    return lambda env: subscript(collection(env), [part(env) for part in parts])


def _each_item(x: Any, indices: Any) -> Any:
    return None if x is None or indices is None else [subscript(x, [index]) for index in indices]


def _cut(start: Any, end: Any) -> Evaluate:
    first = compile_tree(start) if start else _nothing
    last = compile_tree(end) if end else _nothing
    return lambda env: slice(first(env), last(env))


def _nothing(env: Environment) -> None:
    return None


def subscript(x: Any, indices: list[Any]) -> Any:
    """`x[i, j]`, with slices as in numpy."""
    if not indices:
        return x
    first, *rest = indices
    if x is None or first is None or type(first) is Dim:
        return None
    if isinstance(first, slice):
        return [subscript(item, rest) for item in x[first]]
    return subscript(x[first], rest)


def is_spread(tree: Tree) -> bool:
    """Whether a tree is `xs...`."""
    return tree.data == "spread"


def _call(name: Token, *arguments: Tree) -> Evaluate:
    function = FUNCTIONS[name]
    values = tuple(map(compile_tree, arguments))
    spread = tuple(map(is_spread, arguments))
    if name in ACCEPT_UNKNOWN:
        return lambda env: function(*[value(env) for value in values])
    if sum(spread) > 1:
        return _zipped_call(function, values, spread)
    if any(spread):
        return _spread_call(function, values, spread.index(True))
    if len(values) == 1:
        return _call_with_one(function, values[0])

    def evaluate(env: Environment) -> Any:
        args = [value(env) for value in values]
        return None if None in args else function(*args)

    return evaluate


def _call_with_one(function: Callable[[Any], Any], argument: Evaluate) -> Evaluate:
    def evaluate(env: Environment) -> Any:
        value = argument(env)
        return None if value is None else function(value)

    return evaluate


def _spread_call(function: Callable[..., Any], values: tuple[Evaluate, ...], position: int) -> Evaluate:
    """`f(y, xs...)`, with `xs` at `position`: f(y, x) for each x in xs."""

    def evaluate(env: Environment) -> Any:
        args = [value(env) for value in values]
        if None in args:
            return None
        before, elements, after = args[:position], args[position], args[position + 1 :]
        return [None if x is None else function(*before, x, *after) for x in elements]

    return evaluate


def _zipped_call(
    function: Callable[..., Any], values: tuple[Evaluate, ...], spread: tuple[bool, ...]
) -> Evaluate:
    """`f(xs..., ys...)`: f(x, y) for each pair of zip(xs, ys)."""

    def evaluate(env: Environment) -> Any:
        args = [value(env) for value in values]
        if None in args:
            return None
        if len({len(value) for value, flag in zip(args, spread, strict=True) if flag}) > 1:
            raise logic.LengthMismatch(f"spread lists of unequal length: {logic.show(args)}")
        columns = [value if flag else repeat(value) for value, flag in zip(args, spread, strict=True)]
        return [None if None in row else function(*row) for row in zip(*columns, strict=False)]

    return evaluate


def _array(*items: Any) -> Evaluate:
    """A list, with the elements of `xs...` inserted."""
    values = tuple((compile_tree(item), is_spread(item)) for item in items)

    def evaluate(env: Environment) -> Any:
        result: list[Any] = []
        for value, spread in values:
            if not spread:
                result.append(value(env))
            elif (elements := value(env)) is None:
                return None
            else:
                result += elements
        return result

    return evaluate


def _function_type(inputs: Tree, results: Tree) -> Evaluate:
    parameters = _array(*inputs.children)
    returned = _array(*results.children) if results.data == "types" else _array(results)

    def evaluate(env: Environment) -> Any:
        a, b = parameters(env), returned(env)
        return None if a is None or b is None else FunctionType(tuple(a), tuple(b))

    return evaluate


COMPARISONS: dict[str, logic.Binary] = {
    "=": logic.equal,
    "==": logic.equal,
    "!=": lambda a, b: logic.negation(logic.equal(a, b)),
    "<": logic.less,
    "<=": logic.less_equal,
    ">": lambda a, b: logic.less(b, a),
    ">=": lambda a, b: logic.less_equal(b, a),
    "in": logic.contains,
    "not in": lambda a, b: logic.negation(logic.contains(a, b)),
}

ARITHMETIC: dict[str, logic.Binary] = {
    "+": logic.add,
    "-": logic.subtract,
    "*": logic.multiply,
    "/": logic.divide,
    "%": logic.remainder,
}

_COMPILE: dict[str, Callable[..., Evaluate]] = {
    "implies": _implies,
    "for_all": _for_all,
    "choose": _choose,
    "any_of": _any_of,
    "all_of": _all_of,
    "negate": _negate,
    "chain": _chain,
    "fold": _fold,
    "minus": _minus,
    "item": _item,
    "spread": compile_tree,
    "group": compile_tree,
    "number": _number,
    "name": _name,
    "call": _call,
    "array": _array,
    "constructed": lambda constructor, name: _call_with_one(CONSTRUCTORS[constructor[:-1]], _name(name)),
    "function_type": _function_type,
}
