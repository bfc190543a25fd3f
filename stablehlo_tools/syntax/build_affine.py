"""Grammar callbacks for affine maps and sets.

An expression is represented by whether it is symbolic, that is, made of numbers and symbols only: what else
there is to check are the names, which `affine_space` declares before the expressions that use them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token

from stablehlo_tools.diagnostics.diagnostic import closest, did_you_mean
from stablehlo_tools.ir.attributes import Opaque
from stablehlo_tools.syntax.affine import canonical_map, canonical_set
from stablehlo_tools.syntax.build_literals import Extent, any_integer_of, present, text_of
from stablehlo_tools.syntax.context import current, error_at
from stablehlo_tools.syntax.template import StatementError


def _affine(canonical: Callable[[str], str], body: Extent) -> Opaque:
    """The affine map or set with a text. Raises StatementError."""
    try:
        return Opaque(canonical(text_of(body)))
    except ValueError as error:
        raise StatementError(str(error), body.start, body.end) from None


class AffineRules:
    """The callbacks of the rules for affine maps and sets."""

    def affine_map(self, parts: list[Any]) -> Opaque:
        return _affine(canonical_map, parts[0])

    def affine_set(self, parts: list[Any]) -> Opaque:
        return _affine(canonical_set, parts[0])

    def affine_dimensions(self, parts: list[Any]) -> list[Token]:
        return present(parts)

    affine_symbols = affine_dimensions

    def affine_space(self, parts: list[Any]) -> None:
        dimensions, symbols = parts[0], parts[1] or []
        is_symbol: dict[str, bool] = {}
        for name in (*dimensions, *symbols):
            if name in is_symbol:
                raise error_at(name, f"`{name}` is declared twice", "affine")
            is_symbol[name] = name in symbols
        current().affine_names = is_symbol

    def affine_name(self, parts: list[Any]) -> bool:
        known = current().affine_names
        if parts[0] not in known:
            help = "".join(did_you_mean(closest(parts[0], known)))
            raise error_at(parts[0], f"use of undeclared identifier `{parts[0]}`", "affine", help)
        return known[parts[0]]

    def affine_number(self, parts: list[Any]) -> bool:
        if any_integer_of(parts[0]) >= 1 << 63:
            raise error_at(parts[0], f"{parts[0]} is out of range for index", "affine")
        return True

    def affine_both(self, parts: list[Any]) -> bool:
        return all(parts)

    def affine_times(self, parts: list[Any]) -> bool:
        left, operator, right = parts
        if not left and not right:
            raise error_at(operator, "one of the factors must be a constant or symbolic", "affine")
        return bool(left and right)

    def affine_division(self, parts: list[Any]) -> bool:
        left, operator, right = parts
        if not right:
            raise error_at(
                operator, f"the right operand of {operator} must be constant or symbolic", "affine"
            )
        return bool(left and right)
