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
from types import MappingProxyType
from typing import Any, Final, Union

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import Attribute, Enumeration, Integer
from stablehlo_tools.ir.constants import Dense, constant_of
from stablehlo_tools.ir.number_format import float_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType, Type, complex_of, part_of
from stablehlo_tools.rewrite.patterns import Bound, op_of
from stablehlo_tools.rewrite.rewriter import LOWER_HLO, Match, own_names, rewrite

Other = Union["Term", float]
BOOLEAN, F32, F64 = ELEMENT_TYPES["i1"], ELEMENT_TYPES["f32"], ELEMENT_TYPES["f64"]
_NO_ATTRIBUTES: Final[Mapping[str, Attribute]] = MappingProxyType({})


class Term:
    """A tensor in a formula. Numbers are broadcast to its shape and have its element type."""

    __slots__ = ("match", "value")

    def __init__(self, match: Match, value: Value) -> None:
        self.match = match
        self.value = value

    @property
    def type(self) -> TensorType:
        """The type of the tensor."""
        assert isinstance(self.value.type, TensorType)
        return self.value.type

    @property
    def element_type(self) -> ElementType:
        """The type of the elements, which are not quantized."""
        assert isinstance(self.type.element_type, ElementType)
        return self.type.element_type

    def __add__(self, other: Other) -> Term:
        return self.apply("add", other)

    def __sub__(self, other: Other) -> Term:
        return self.apply("subtract", other)

    def __mul__(self, other: Other) -> Term:
        return self.apply("multiply", other)

    def __truediv__(self, other: Other) -> Term:
        return self.apply("divide", other)

    def __rsub__(self, other: float) -> Term:
        return self.like(other) - self

    def __rmul__(self, other: float) -> Term:
        return self.like(other) * self

    def __neg__(self) -> Term:
        return self.apply("negate")

    def apply(self, name: str, *others: Other) -> Term:
        """The result of a StableHLO op on this and other terms, which has the type of this one."""
        return self._append(name, self.type, *others)

    def _append(
        self,
        name: str,
        type: TensorType,
        *others: Other,
        attributes: Mapping[str, Attribute] = _NO_ATTRIBUTES,
    ) -> Term:
        """Append an op without checks: formulas satisfy the constraints of their ops."""
        values = [self.value, *(self.like(other).value for other in others)]
        (value,) = self.match.builder.append(f"stablehlo.{name}", values, attributes, [type])
        return Term(self.match, value)

    def like(self, other: Other) -> Term:
        """A number as a constant of this type; a term unchanged."""
        if isinstance(other, Term):
            return other
        constants, key = self.match.constants, (self.type, repr(other))
        if key not in constants:
            constants[key] = self._constant(other)
        return Term(self.match, constants[key])

    def _constant(self, number: float) -> Value:
        builder, type = self.match.builder, self.type
        if type.is_static:
            return builder.constant(Dense.splat(number, type))
        value = {"value": _number(number, self.element_type)}
        return builder.append("chlo.constant_like", [self.value], value, [type])[0]

    def compare(self, direction: str, other: Other) -> Term:
        """The elementwise comparison with another term."""
        order = {"comparison_direction": Enumeration("stablehlo", "comparison_direction", direction)}
        return self._append("compare", self._with_elements(BOOLEAN), other, attributes=order)

    def __lt__(self, other: Other) -> Term:
        return self.compare("LT", other)

    def __gt__(self, other: Other) -> Term:
        return self.compare("GT", other)

    def equals(self, other: Other) -> Term:
        """The elementwise equality with another term."""
        return self.compare("EQ", other)

    def select(self, yes: Term, no: Other) -> Term:
        """The elements of `yes` where this predicate is true, and of `no` elsewhere."""
        return self._append("select", yes.type, yes, yes.like(no))

    def convert(self, element_type: ElementType) -> Term:
        """The elements converted to another type."""
        return self._append("convert", self._with_elements(element_type))

    def bitcast(self, element_type: ElementType) -> Term:
        """The bits of the elements as another type of the same width."""
        return self._append("bitcast_convert", self._with_elements(element_type))

    def parts(self) -> tuple[Term, Term]:
        """The real and the imaginary parts."""
        type = self._with_elements(part_of(self.element_type))
        return self._append("real", type), self._append("imag", type)

    def with_imaginary(self, imaginary: Term) -> Term:
        """The complex numbers with this real part."""
        return self._append("complex", self._with_elements(complex_of(self.element_type)), imaginary)

    def _with_elements(self, element_type: ElementType) -> TensorType:
        """The tensor type with this shape."""
        return TensorType(self.type.shape, element_type, self.type.encoding)


def _number(number: float, type: ElementType) -> Attribute:
    return float_of(number, type) if type.kind == "float" else Integer(int(number), type)


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
            return formula(*(Term(match, operand) for operand in operands.values())).value

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
        own = operands[0].element_type
        if own == element_type:
            return formula(*operands)
        return formula(*(operand.convert(element_type) for operand in operands)).convert(own)

    return computed


def single(x: Term) -> Term:
    """A term in f32, if its elements are narrower."""
    return x.convert(F32) if x.element_type.bits < F32.bits else x


def in_own_type(match: Match, x: Term) -> Term:
    """A term in the element type of the result."""
    element_type = Term(match, match.result).element_type
    return x if x.element_type == element_type else x.convert(element_type)


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
