"""Rewrites as formulas: arithmetic on terms appends the operations of the replacement.

    @formula("chlo.atan(x) -> atan2(x, 1)")
    def _atan(x: Term) -> Term:
        return x.apply("atan2", 1)

As for other rewrites, the operations get the location and the discardable attributes of the replaced one.
"""

from __future__ import annotations

import ast
import functools
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import F32, F64, ElementType, Type
from stablehlo_tools.rewrite.patterns import Bound, op_of
from stablehlo_tools.rewrite.rewriter import LOWER_HLO, Match, own_names, rewrite
from stablehlo_tools.rewrite.terms import Term, terms_of

Formula = Callable[..., Term]


def formula(
    text: str,
    *,
    stage: str = LOWER_HLO,
    until: tuple[int, int] | None = None,
    when: Callable[..., bool] | None = None,
    ulp: int | None = None,
    removes: str = "",
) -> Callable[[Formula], Formula]:
    """Register a formula as the replacement of operations that match: a function of their operands."""

    def register(formula: Formula) -> Formula:
        def build(match: Match, **operands: Value) -> Value:
            return formula(*terms_of(match, list(operands.values()))).value

        rewrite(text, stage=stage, until=until, when=when, error=ulp, removes=removes)(build)
        return formula

    return register


# -- rules ------------------------------------------------------------------------------------------


def rules(
    stage: str, table: str, *, within: Callable[[Formula], Formula] | None = None, ulp: int | None = None
) -> None:
    """Register the rules of a table, one per line; continuation lines are indented.

    They are computed `within` an element type: `in_single`, `in_double`.
    """
    for line in re.sub(r"\n +", " ", table.strip()).split("\n"):
        text = re.sub(" +", " ", line).replace(" [", "  [")
        rewrite(text, stage=stage, error=ulp)(_builder(text, within))


def _builder(text: str, within: Callable[[Formula], Formula] | None) -> Callable[..., Sequence[Value]]:
    @functools.cache
    def replacement() -> ast.expr:
        return ast.parse(text.partition("> ")[2].partition("  [")[0], mode="eval").body

    def build(match: Match, **bound: Bound) -> Sequence[Value]:
        names = {name: Term(match, term) if isinstance(term, Value) else term for name, term in bound.items()}
        if within is None:
            names["result"] = Term(match, match.result)
            return _Evaluator(match, names).root(replacement())
        formula = within(
            lambda *terms: _Evaluator(match, dict(zip(names, terms, strict=True))).evaluate(replacement())
        )
        return [formula(*names.values()).value]

    return build


class _Evaluator:
    """The value of an expression with the names of a rule: a term, a number or a list."""

    def __init__(self, match: Match, names: Mapping[str, Any]) -> None:
        self.match = match
        self.names = names

    def root(self, node: ast.expr) -> Sequence[Value]:
        """The replacement of an operation: an op has the properties of the old one that it knows, too."""
        if not isinstance(node, ast.Call):
            return [self.evaluate(node).value]
        accepted, types = own_names(op_of(ast.unparse(node.func))), self.match.types
        own = {name: value for name, value in self.match.own().items() if name in accepted}
        return self._apply(node, own, types if len(types) == 1 else ())

    def evaluate(self, node: ast.expr) -> Any:
        """The value of an expression."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self.names[node.id] if node.id in self.names else getattr(math, node.id)
        if isinstance(node, ast.List):
            return [self.evaluate(elt) for elt in node.elts]
        if isinstance(node, ast.UnaryOp):
            return -self.evaluate(node.operand)
        if isinstance(node, ast.BinOp):
            return _OPERATORS[type(node.op)](self.evaluate(node.left), self.evaluate(node.right))
        assert isinstance(node, ast.Call)
        name = ast.unparse(node.func)
        if name in _FUNCTIONS:
            return _FUNCTIONS[name](*map(self.evaluate, node.args))
        return Term(self.match, self._apply(node, {}, ())[0])

    def _apply(self, node: ast.Call, own: Mapping[str, Attribute], types: Sequence[Type]) -> Sequence[Value]:
        """The results of an op; operands that are numbers are constants of the type of the first."""
        operands = [self.evaluate(arg) for arg in node.args]
        values = [operands[0].like(operand).value for operand in operands]
        attributes = {str(keyword.arg): _elements(self.evaluate(keyword.value)) for keyword in node.keywords}
        extra = {name: value for name, value in own.items() if name not in attributes}
        name = op_of(ast.unparse(node.func))
        return self.match.builder.add(name, values, attributes, results=types, extra=extra)


def _elements(value: Any) -> Any:
    """The elements of a term that is a constant, as an attribute has them."""
    constant = constant_of(value.value) if isinstance(value, Term) else None
    return value if constant is None else constant.array.tolist()


_OPERATORS: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {"rank": lambda x: x.type.rank, "range": range}


# -- arithmetic -------------------------------------------------------------------------------------


def polynomial(x: Term, coefficients: Sequence[float]) -> Term:
    """The polynomial with these coefficients, highest power first, by Horner's method."""
    result = x.like(coefficients[0])
    for coefficient in coefficients[1:]:
        result = result * x + coefficient
    return result


def power_series(x: Term, coefficients: Sequence[float]) -> Term:
    """The polynomial with these coefficients, beginning with that of x^1."""
    return polynomial(x, [*reversed(coefficients), 0.0])


def in_type(element_type: ElementType, formula: Formula) -> Formula:
    """A formula computed in an element type at least as wide as that of its operands, and rounded once."""

    def computed(*operands: Term) -> Term:
        wide = formula(*(operand.convert(element_type) for operand in operands))
        return wide.convert(operands[0].element_type)

    return computed


def single(x: Term) -> Term:
    """A term in f32, if its elements are narrower."""
    return x.convert(F32) if x.element_type.bits < F32.bits else x


def in_own_type(match: Match, x: Term) -> Term:
    """A term in the element type of the result."""
    return x.convert(Term(match, match.result).element_type)


def in_single(formula: Formula) -> Formula:
    """A formula computed in f32 for narrower elements."""

    def computed(*operands: Term) -> Term:
        is_narrow = operands[0].element_type.bits < F32.bits
        return (in_type(F32, formula) if is_narrow else formula)(*operands)

    return computed


def in_double(formula: Formula) -> Formula:
    """A formula computed in f64."""
    return in_type(F64, formula)


def max_finite(x: Term) -> float:
    """The largest finite number of the element type of a term."""
    return float(np.finfo(dtype_of(x.element_type)).max)
