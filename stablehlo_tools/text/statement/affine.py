"""Affine maps and sets as MLIR keeps them: dimensions and symbols numbered, expressions simplified.

Expressions are simplified as they are read, as MLIR does: `i - i` is 0, by which it may be divided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.attributes import Opaque
from stablehlo_tools.text.statement.build_literals import (
    any_integer_of,
    of_part,
    of_parts,
    present,
    present_parts,
)
from stablehlo_tools.text.statement.template import NESTING, current, error_at

DEEPEST: Final = 64  # operators inside of each other: the functions here are recursive


class AffineVariable(NamedTuple):
    """`d0` or `s0`."""

    letter: str
    number: int


class _Binary(NamedTuple):
    """`left op right`, where `op` is `+`, `*`, `floordiv`, `ceildiv` or `mod`; constants are at the right."""

    op: str
    left: Expression
    right: Expression


Expression = int | AffineVariable | _Binary


# -- simplification, in the order in which MLIR does it --------------------------------------------


def add(left: Expression, right: Expression) -> Expression:
    """The sum, simplified."""
    simplified = _simpler_sum(left, right)
    return _Binary("+", left, right) if simplified is None else simplified


def _simpler_sum(left: Expression, right: Expression) -> Expression | None:
    """A sum in another form; None if it is unchanged."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if _goes_right(left, right):
        return add(right, left)
    if right == 0:
        return left
    is_sum = isinstance(left, _Binary) and left.op == "+" and isinstance(left.right, int)
    if is_sum and isinstance(right, int):
        return add(left.left, left.right + right)  # type: ignore[union-attr,operator]
    (first, times), (second, more) = _factor(left), _factor(right)
    if first == second:
        return multiply(first, times + more)
    if is_sum:
        return add(add(left.left, right), left.right)  # type: ignore[union-attr]
    return _remainder(left, right)


def _goes_right(left: Expression, right: Expression) -> bool:
    """Whether the left summand is written at the right: a constant, a symbol, or a greater number."""
    return (
        isinstance(left, int) or (is_symbolic(left) and not is_symbolic(right)) or _are_swapped(left, right)
    )


def _are_swapped(left: Expression, right: Expression) -> bool:
    are_variables = isinstance(left, AffineVariable) and isinstance(right, AffineVariable)
    return are_variables and left.letter == right.letter and left.number > right.number  # type: ignore[union-attr]


def _factor(expression: Expression) -> tuple[Expression, int]:
    """`x * 2` as x and 2."""
    is_product = isinstance(expression, _Binary) and expression.op == "*"
    if is_product and isinstance(expression.right, int):  # type: ignore[union-attr]
        return expression.left, expression.right  # type: ignore[union-attr]
    return expression, 1


def _remainder(left: Expression, right: Expression) -> Expression | None:
    """`x mod q` for `x - (x floordiv q) * q`, also if `x` is the last of several summands."""
    if not isinstance(right, _Binary):
        return None
    factor, times = right.left, right.right
    if times == -1 and isinstance(factor, _Binary) and factor.left == _Binary("floordiv", left, factor.right):
        return mod(left, factor.right)
    if not isinstance(factor, _Binary) or factor.op != "floordiv":
        return None
    if factor.left == left and factor.right == multiply(times, -1):
        return mod(left, factor.right)
    if not isinstance(left, _Binary) or left.op != "+":
        return None
    simplified = _simpler_sum(left.right, right)
    return None if simplified is None else add(left.left, simplified)


def multiply(left: Expression, right: Expression) -> Expression:
    """The product, simplified."""
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    # neither factor is symbolic in malformed bytecode only
    if isinstance(left, int) or is_symbolic(left) > is_symbolic(right) or _are_swapped(left, right):
        return multiply(right, left)
    if right == 1:
        return left
    if right == 0:
        return 0
    if isinstance(left, _Binary) and left.op == "*" and isinstance(left.right, int):
        if isinstance(right, int):
            return multiply(left.left, left.right * right)
        return multiply(multiply(left.left, right), left.right)
    return _Binary("*", left, right)


def subtract(left: Expression, right: Expression) -> Expression:
    """The difference, simplified."""
    return add(left, multiply(right, -1))


def floordiv(left: Expression, right: Expression) -> Expression:
    """The quotient rounded down, simplified."""
    if left == right != 0:
        return 1
    if not isinstance(right, int) or right == 0:
        return _Binary("floordiv", left, right)
    if isinstance(left, int):
        return left // right
    quotient = _quotient(left, right)
    if quotient is not None:
        return quotient
    if isinstance(left, _Binary) and left.op == "+" and _divides(right, left.left, left.right):
        return add(floordiv(left.left, right), floordiv(left.right, right))
    return _Binary("floordiv", left, right)


def ceildiv(left: Expression, right: Expression) -> Expression:
    """The quotient rounded up, simplified."""
    if left == right != 0:
        return 1
    if not isinstance(right, int) or right == 0:
        return _Binary("ceildiv", left, right)
    if isinstance(left, int):
        return -(-left // right)
    return _quotient(left, right) or _Binary("ceildiv", left, right)


def _quotient(left: Expression, right: int) -> Expression | None:
    """A quotient that has no remainder, as a product shows."""
    factor, times = _factor(left)
    if right == 1:
        return left
    return multiply(factor, times // right) if factor != left and times % right == 0 else None


def mod(left: Expression, right: Expression) -> Expression:
    """The remainder, simplified."""
    if left == right != 0:
        return 0
    if not isinstance(right, int) or right < 1:
        return _Binary("mod", left, right)
    if isinstance(left, int):
        return left % right
    if _divisor(left) % right == 0:
        return 0
    if isinstance(left, _Binary) and left.op == "+":
        for summand, other in ((left.left, left.right), (left.right, left.left)):
            if _divides(right, summand):
                return mod(other, right)
    is_mod = isinstance(left, _Binary) and left.op == "mod" and isinstance(left.right, int)
    if is_mod and left.right >= 1 and left.right % right == 0:  # type: ignore[union-attr,operator]
        return mod(left.left, right)  # type: ignore[union-attr]
    return _Binary("mod", left, right)


def _divides(number: int, *expressions: Expression) -> bool:
    """Whether a number is known to divide one of the expressions."""
    return any(_divisor(expression) % number == 0 for expression in expressions)


def _divisor(expression: Expression) -> int:
    """The largest number that is known to divide an expression."""
    if isinstance(expression, int):
        return abs(expression)
    if isinstance(expression, AffineVariable):
        return 1
    left, right = _divisor(expression.left), expression.right
    if expression.op == "*":
        return left * _divisor(right)
    if expression.op in ("+", "mod"):
        return math.gcd(left, _divisor(right))
    return left // abs(right) if isinstance(right, int) and right and left % right == 0 else 1


def is_symbolic(expression: Expression) -> bool:
    """Whether an expression depends on no dimension."""
    if isinstance(expression, _Binary):
        return is_symbolic(expression.left) and is_symbolic(expression.right)
    return isinstance(expression, int) or expression.letter == "s"


def is_too_deep(expression: Expression) -> bool:
    """Whether more than DEEPEST operators are inside of each other."""
    return _height(expression) > DEEPEST


def _height(expression: Expression) -> int:
    if not isinstance(expression, _Binary):
        return 0
    return 1 + max(_height(expression.left), _height(expression.right))


# -- text -------------------------------------------------------------------------------------------


def space_text(dimensions: int, symbols: int) -> str:
    """`(d0, d1)[s0]`, the dimensions and symbols of a map or a set."""
    names = [
        ", ".join(f"{letter}{number}" for number in range(count))
        for letter, count in (("d", dimensions), ("s", symbols))
    ]
    return f"({names[0]})" + f"[{names[1]}]" * bool(symbols)


def expression_text(expression: Expression) -> str:
    """`d0 + s0`, as MLIR prints it."""
    return _text(expression, is_weak=True)


def _text(expression: Expression, *, is_weak: bool = False) -> str:
    """The text of an expression, in parentheses where it is an operand of `*` and the like."""
    if isinstance(expression, int):
        return str(expression)
    if isinstance(expression, AffineVariable):
        return f"{expression.letter}{expression.number}"
    text = _sum_text(expression) if expression.op == "+" else _product_text(expression)
    return text if is_weak else f"({text})"


def _product_text(product: _Binary) -> str:
    if product.op == "*" and product.right == -1:
        return f"-{_text(product.left)}"
    return f"{_text(product.left)} {product.op} {_text(product.right)}"


def _sum_text(total: _Binary) -> str:
    left, right = _text(total.left, is_weak=True), total.right
    if isinstance(right, int) and right < 0:
        return f"{left} - {-right}"
    factor, times = _factor(right)
    if times == -1:
        is_sum = isinstance(factor, _Binary) and factor.op == "+"
        return f"{left} - {_text(factor, is_weak=not is_sum)}"
    if times < -1:
        return f"{left} - {_text(factor)} * {-times}"
    return f"{left} + {_text(right, is_weak=True)}"


_AFFINE = Code(
    "affine",
    "An affine map or set uses an undeclared name, declares a name twice, or multiplies two expressions that "
    "are neither constant nor symbolic.",
    "Declare dimensions in `(d0, ...)` and symbols in `[s0, ...]`. One factor of each product must contain "
    "only numbers and symbols.",
)


class AffineRules:
    """The callbacks of the rules for affine maps and sets."""

    def affine_map_body(self, parts: list[Any]) -> Opaque:
        space, *results = present(parts)
        return Opaque(f"affine_map<{space} -> ({', '.join(map(expression_text, results))})>")

    def affine_set_body(self, parts: list[Any]) -> Opaque:
        space, *constraints = present(parts)
        return Opaque(f"affine_set<{space} : ({', '.join(constraints or ['0 == 0'])})>")

    affine_dimensions = affine_symbols = present_parts
    affine_at_least = of_parts(lambda left, right: f"{expression_text(subtract(left, right))} >= 0")
    affine_at_most = of_parts(lambda left, right: f"{expression_text(subtract(right, left))} >= 0")
    affine_equal = of_parts(lambda left, right: f"{expression_text(subtract(left, right))} == 0")
    affine_negation = of_part(lambda operand: multiply(-1, operand))

    def affine_space(self, parts: list[Any]) -> str:
        """The dimensions and symbols, as they are printed."""
        dimensions, symbols = parts[0], parts[1] or []
        names: dict[str, AffineVariable] = {}
        for letter, tokens in (("d", dimensions), ("s", symbols)):
            for number, token in enumerate(tokens):
                if token in names:
                    raise error_at(token, f"`{token}` is declared twice", _AFFINE)
                names[str(token)] = AffineVariable(letter, number)
        current().affine_names = names
        return space_text(len(dimensions), len(symbols))

    def affine_sum(self, parts: list[Any]) -> Expression:
        left, operator, right = parts
        return _checked(operator, add(left, right) if operator == "+" else subtract(left, right))

    def affine_name(self, parts: list[Any]) -> AffineVariable:
        variables: Mapping[str, AffineVariable] = current().affine_names
        if parts[0] not in variables:
            help = "".join(did_you_mean(closest(parts[0], variables)))
            raise error_at(parts[0], f"use of undeclared identifier `{parts[0]}`", _AFFINE, help)
        return variables[parts[0]]

    def affine_number(self, parts: list[Any]) -> int:
        number = any_integer_of(parts[0])
        if number >= 1 << 63:
            raise error_at(parts[0], f"{parts[0]} is out of range for index", _AFFINE)
        return number

    def affine_times(self, parts: list[Any]) -> Expression:
        left, operator, right = parts
        if not is_symbolic(left) and not is_symbolic(right):
            raise error_at(operator, "one of the factors must be a constant or symbolic", _AFFINE)
        return _checked(operator, multiply(left, right))

    def affine_division(self, parts: list[Any]) -> Expression:
        left, operator, right = parts
        if not is_symbolic(right):
            message = f"the right operand of {operator} must be constant or symbolic"
            raise error_at(operator, message, _AFFINE)
        return _checked(operator, _DIVISIONS[operator](left, right))


_DIVISIONS: Final[dict[str, Callable[[Expression, Expression], Expression]]] = {
    "floordiv": floordiv, "ceildiv": ceildiv, "mod": mod,
}  # fmt: skip


def _checked(operator: Token, expression: Expression) -> Expression:
    """An expression, unless its operators are nested too deep."""
    if is_too_deep(expression):
        raise error_at(operator, f"operators are nested more than {DEEPEST} levels deep", NESTING)
    return expression
