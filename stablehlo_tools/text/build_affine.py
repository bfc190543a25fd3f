"""Grammar callbacks for affine maps and sets.

Expressions are simplified as they are read, as MLIR does: `i - i` is 0, by which it may be divided.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lark import Token

from stablehlo_tools.diagnostics.diagnostic import closest, did_you_mean
from stablehlo_tools.ir.attributes import Opaque
from stablehlo_tools.text.affine import (
    DEEPEST,
    Expression,
    Variable,
    add,
    ceildiv,
    expression_text,
    floordiv,
    is_symbolic,
    is_too_deep,
    mod,
    multiply,
    subtract,
)
from stablehlo_tools.text.build_literals import any_integer_of, present
from stablehlo_tools.text.context import current, error_at


class AffineRules:
    """The callbacks of the rules for affine maps and sets."""

    def affine_map_body(self, parts: list[Any]) -> Opaque:
        space, *results = present(parts)
        return Opaque(f"affine_map<{space} -> ({', '.join(map(expression_text, results))})>")

    def affine_set_body(self, parts: list[Any]) -> Opaque:
        space, *constraints = present(parts)
        return Opaque(f"affine_set<{space} : ({', '.join(constraints or ['0 == 0'])})>")

    def affine_dimensions(self, parts: list[Any]) -> list[Token]:
        return present(parts)

    affine_symbols = affine_dimensions

    def affine_space(self, parts: list[Any]) -> str:
        """The dimensions and symbols, as they are printed."""
        dimensions, symbols = parts[0], parts[1] or []
        names: dict[str, Variable] = {}
        for letter, tokens in (("d", dimensions), ("s", symbols)):
            for number, token in enumerate(tokens):
                if token in names:
                    raise error_at(token, f"`{token}` is declared twice", "affine")
                names[str(token)] = Variable(letter, number)
        current().affine_names = names
        printed = [*map(expression_text, names.values())]
        head = f"({', '.join(printed[: len(dimensions)])})"
        return head + f"[{', '.join(printed[len(dimensions) :])}]" * bool(symbols)

    def affine_at_least(self, parts: list[Any]) -> str:
        return f"{expression_text(subtract(*parts))} >= 0"

    def affine_at_most(self, parts: list[Any]) -> str:
        return f"{expression_text(subtract(*reversed(parts)))} >= 0"

    def affine_equal(self, parts: list[Any]) -> str:
        return f"{expression_text(subtract(*parts))} == 0"

    def affine_sum(self, parts: list[Any]) -> Expression:
        left, operator, right = parts
        return _checked(operator, add(left, right) if operator == "+" else subtract(left, right))

    def affine_negation(self, parts: list[Any]) -> Expression:
        return multiply(-1, parts[0])

    def affine_name(self, parts: list[Any]) -> Variable:
        known = current().affine_names
        if parts[0] not in known:
            help = "".join(did_you_mean(closest(parts[0], known)))
            raise error_at(parts[0], f"use of undeclared identifier `{parts[0]}`", "affine", help)
        return known[parts[0]]

    def affine_number(self, parts: list[Any]) -> int:
        number = any_integer_of(parts[0])
        if number >= 1 << 63:
            raise error_at(parts[0], f"{parts[0]} is out of range for index", "affine")
        return number

    def affine_times(self, parts: list[Any]) -> Expression:
        left, operator, right = parts
        if not is_symbolic(left) and not is_symbolic(right):
            raise error_at(operator, "one of the factors must be a constant or symbolic", "affine")
        return _checked(operator, multiply(left, right))

    def affine_division(self, parts: list[Any]) -> Expression:
        left, operator, right = parts
        if not is_symbolic(right):
            message = f"the right operand of {operator} must be constant or symbolic"
            raise error_at(operator, message, "affine")
        return _checked(operator, _DIVISIONS[operator](left, right))


_DIVISIONS: Final[dict[str, Callable[[Expression, Expression], Expression]]] = {
    "floordiv": floordiv, "ceildiv": ceildiv, "mod": mod,
}  # fmt: skip


def _checked(operator: Token, expression: Expression) -> Expression:
    """An expression, unless its operators are nested too deep."""
    if is_too_deep(expression):
        raise error_at(operator, f"operators are nested more than {DEEPEST} levels deep", "nesting")
    return expression
