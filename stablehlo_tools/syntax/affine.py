"""Affine maps and sets as MLIR keeps them: dimensions and symbols numbered, expressions simplified."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

_TOKEN = re.compile(r"\s*(?:(?P<number>[0-9]+)|(?P<name>[A-Za-z_][\w$.]*)|(?P<mark>->|[<>=]=|.))", re.DOTALL)
_DEEPEST: Final = 64  # operators inside of each other: the functions here are recursive


class _Variable(NamedTuple):
    """`d0` or `s0`."""

    letter: str
    number: int


class _Binary(NamedTuple):
    """`left op right`, where `op` is `+`, `*`, `floordiv`, `ceildiv` or `mod`; constants are at the right."""

    op: str
    left: _Expression
    right: _Expression


_Expression = int | _Variable | _Binary


def canonical_map(text: str) -> str:
    """`affine_map<(d0, d1) -> (d1, d0)>` from the text behind `affine_map`. Raises ValueError."""
    parser = _Parser(text)
    head = parser.variables("->")
    results = parser.list(lambda: _text(parser.expression(), is_weak=True))
    return f"affine_map<{head} -> ({', '.join(results)})>"


def canonical_set(text: str) -> str:
    """`affine_set<(d0) : (d0 - 1 >= 0)>` from the text behind `affine_set`. Raises ValueError."""
    parser = _Parser(text)
    head = parser.variables(":")
    constraints = parser.list(parser.constraint)
    return f"affine_set<{head} : ({', '.join(constraints or ['0 == 0'])})>"


class _Parser:
    """Reads `<(i, j)[n] -> (i + n)>`."""

    def __init__(self, text: str) -> None:
        self._tokens = [match for match in _TOKEN.finditer(text.strip()) if match.lastgroup]
        self._at = 0
        self._depth = 0
        self._known: dict[str, _Expression] = {}
        self._take("<")

    def variables(self, end: str) -> str:
        """The names of dimensions and symbols up to `end`, as they are printed."""
        dims = self._names("(", ")", "d")
        symbols = self._names("[", "]", "s") if self._next() == "[" else []
        self._take(end)
        return f"({', '.join(dims)})" + f"[{', '.join(symbols)}]" * bool(symbols)

    def _names(self, opened: str, closed: str, letter: str) -> list[str]:
        self._take(opened)
        names: list[str] = []
        while self._next() != closed:
            if names:
                self._take(",")
            match = self._advance()
            if match["name"] is None or match["name"] in self._known:
                raise ValueError(f"expected the name of a dimension or symbol, found `{match[0].strip()}`")
            self._known[match["name"]] = _Variable(letter, len(names))
            names.append(f"{letter}{len(names)}")
        self._take(closed)
        return names

    def list(self, read: Callable[[], str]) -> list[str]:
        """The texts of what stands in the last parentheses."""
        self._take("(")
        found: list[str] = []
        while self._next() != ")":
            if found:
                self._take(",")
            found.append(read())
        self._take(")")
        self._take(">")
        if self._at != len(self._tokens):
            raise ValueError(f"unexpected `{self._next()}`")
        return found

    def constraint(self) -> str:
        """`left >= right`, printed as what is compared with 0."""
        left, sign = self.expression(), self._advance()[0].strip()
        if sign not in (">=", "<=", "=="):
            raise ValueError(f"expected `>=`, `<=` or `==`, found `{sign}`")
        right = self.expression()
        difference = _minus(right, left) if sign == "<=" else _minus(left, right)
        return f"{_text(difference, is_weak=True)} {'==' if sign == '==' else '>='} 0"

    def expression(self) -> _Expression:
        """A sum of products."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError(f"operators are nested more than {_DEEPEST} levels deep")
        found = self._product()
        while self._next() in ("+", "-"):
            sign, right = self._advance()[0].strip(), self._product()
            found = _checked(_add(found, right) if sign == "+" else _minus(found, right))
        self._depth -= 1
        return found

    def _product(self) -> _Expression:
        found = self._operand()
        while self._next() in _OPERATIONS:
            op, right = self._advance()[0].strip(), self._operand()
            if not _is_symbolic(right) and not (op == "*" and _is_symbolic(found)):
                raise ValueError(f"an operand of `{op}` depends on a dimension: the expression is not affine")
            found = _checked(_OPERATIONS[op](found, right))
        return found

    def _operand(self) -> _Expression:
        negative = False
        while self._next() == "-":
            self._advance()
            negative = not negative
        match = self._advance()
        if match["number"] is not None:
            found: _Expression = int(match["number"][:_MOST_DIGITS])
        elif match["name"] is not None and match["name"] in self._known:
            found = self._known[match["name"]]
        elif match[0].strip() == "(":
            found = self.expression()
            self._take(")")
        else:
            raise ValueError(f"expected an affine expression, found `{match[0].strip()}`")
        return _times(-1, found) if negative else found

    def _next(self) -> str:
        return self._tokens[self._at][0].strip() if self._at < len(self._tokens) else ""

    def _advance(self) -> re.Match[str]:
        if self._at == len(self._tokens):
            raise ValueError("the affine map or set is incomplete")
        self._at += 1
        return self._tokens[self._at - 1]

    def _take(self, mark: str) -> None:
        found = self._advance()[0].strip()
        if found != mark:
            raise ValueError(f"expected `{mark}`, found `{found}`")


_MOST_DIGITS: Final = 19  # of a 64-bit integer


# -- simplification, in the order in which MLIR does it --------------------------------------------


def _add(left: _Expression, right: _Expression) -> _Expression:
    found = _simpler_sum(left, right)
    return _Binary("+", left, right) if found is None else found


def _simpler_sum(left: _Expression, right: _Expression) -> _Expression | None:
    """A sum in another form; None for one that stays as it is."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if _goes_right(left, right):
        return _add(right, left)
    if right == 0:
        return left
    is_sum = isinstance(left, _Binary) and left.op == "+" and isinstance(left.right, int)
    if is_sum and isinstance(right, int):
        return _add(left.left, left.right + right)  # type: ignore[union-attr,operator]
    (first, times), (second, more) = _factor(left), _factor(right)
    if first == second:
        return _times(first, times + more)
    if is_sum:
        return _add(_add(left.left, right), left.right)  # type: ignore[union-attr]
    return _remainder(left, right)


def _goes_right(left: _Expression, right: _Expression) -> bool:
    """Whether the left summand is written at the right: constants, symbols, and what has a greater number."""
    return (
        isinstance(left, int) or (_is_symbolic(left) and not _is_symbolic(right)) or _are_swapped(left, right)
    )


def _are_swapped(left: _Expression, right: _Expression) -> bool:
    are_variables = isinstance(left, _Variable) and isinstance(right, _Variable)
    return are_variables and left.letter == right.letter and left.number > right.number  # type: ignore[union-attr]


def _factor(expression: _Expression) -> tuple[_Expression, int]:
    """`x * 2` as x and 2."""
    is_product = isinstance(expression, _Binary) and expression.op == "*"
    if is_product and isinstance(expression.right, int):  # type: ignore[union-attr]
        return expression.left, expression.right  # type: ignore[union-attr]
    return expression, 1


def _remainder(left: _Expression, right: _Expression) -> _Expression | None:
    """`x mod q` for `x - (x floordiv q) * q`, also if `x` is the last of several summands."""
    if not isinstance(right, _Binary):
        return None
    factor, times = right.left, right.right
    if times == -1 and isinstance(factor, _Binary) and factor.left == _Binary("floordiv", left, factor.right):
        return _mod(left, factor.right)
    if not isinstance(factor, _Binary) or factor.op != "floordiv":
        return None
    if factor.left == left and factor.right == _times(times, -1):
        return _mod(left, factor.right)
    if not isinstance(left, _Binary) or left.op != "+":
        return None
    found = _simpler_sum(left.right, right)
    return None if found is None else _add(left.left, found)


def _times(left: _Expression, right: _Expression) -> _Expression:
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    if isinstance(left, int) or not _is_symbolic(right) or _are_swapped(left, right):
        return _times(right, left)
    if right == 1:
        return left
    if right == 0:
        return 0
    if isinstance(left, _Binary) and left.op == "*" and isinstance(left.right, int):
        if isinstance(right, int):
            return _times(left.left, left.right * right)
        return _times(_times(left.left, right), left.right)
    return _Binary("*", left, right)


def _minus(left: _Expression, right: _Expression) -> _Expression:
    return _add(left, _times(right, -1))


def _floordiv(left: _Expression, right: _Expression) -> _Expression:
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
        return _add(_floordiv(left.left, right), _floordiv(left.right, right))
    return _Binary("floordiv", left, right)


def _ceildiv(left: _Expression, right: _Expression) -> _Expression:
    if left == right != 0:
        return 1
    if not isinstance(right, int) or right == 0:
        return _Binary("ceildiv", left, right)
    if isinstance(left, int):
        return -(-left // right)
    return _quotient(left, right) or _Binary("ceildiv", left, right)


def _quotient(left: _Expression, right: int) -> _Expression | None:
    """A quotient that has no remainder, as a product shows."""
    factor, times = _factor(left)
    if right == 1:
        return left
    return _times(factor, times // right) if factor != left and times % right == 0 else None


def _mod(left: _Expression, right: _Expression) -> _Expression:
    if left == right != 0:
        return 0
    if not isinstance(right, int) or right < 1:
        return _Binary("mod", left, right)
    if isinstance(left, int):
        return left % right
    if _divisor(left) % right == 0:
        return 0
    if isinstance(left, _Binary) and left.op == "+":
        for one, other in ((left.left, left.right), (left.right, left.left)):
            if _divides(right, one):
                return _mod(other, right)
    is_mod = isinstance(left, _Binary) and left.op == "mod" and isinstance(left.right, int)
    if is_mod and left.right >= 1 and left.right % right == 0:  # type: ignore[union-attr,operator]
        return _mod(left.left, right)  # type: ignore[union-attr]
    return _Binary("mod", left, right)


def _divides(number: int, *expressions: _Expression) -> bool:
    """Whether a number divides one of these, as far as is known."""
    return any(_divisor(each) % number == 0 for each in expressions)


def _divisor(expression: _Expression) -> int:
    """The largest number that is known to divide an expression."""
    if isinstance(expression, int):
        return abs(expression)
    if isinstance(expression, _Variable):
        return 1
    left, right = _divisor(expression.left), expression.right
    if expression.op == "*":
        return left * _divisor(right)
    if expression.op in ("+", "mod"):
        return math.gcd(left, _divisor(right))
    return left // abs(right) if isinstance(right, int) and right and left % right == 0 else 1


_OPERATIONS: Final[Mapping[str, Callable[[_Expression, _Expression], _Expression]]] = {
    "*": _times, "floordiv": _floordiv, "ceildiv": _ceildiv, "mod": _mod,
}  # fmt: skip


def _is_symbolic(expression: _Expression) -> bool:
    """Whether an expression depends on no dimension."""
    if isinstance(expression, _Binary):
        return _is_symbolic(expression.left) and _is_symbolic(expression.right)
    return isinstance(expression, int) or expression.letter == "s"


def _checked(expression: _Expression) -> _Expression:
    """An expression that is not nested too deep. Raises ValueError for others."""
    if _height(expression) > _DEEPEST:
        raise ValueError(f"operators are nested more than {_DEEPEST} levels deep")
    return expression


def _height(expression: _Expression) -> int:
    if not isinstance(expression, _Binary):
        return 0
    return 1 + max(_height(expression.left), _height(expression.right))


# -- text -------------------------------------------------------------------------------------------


def _text(expression: _Expression, *, is_weak: bool = False) -> str:
    """The text of an expression, in parentheses where it is an operand of `*` and the like."""
    if isinstance(expression, int):
        return str(expression)
    if isinstance(expression, _Variable):
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
