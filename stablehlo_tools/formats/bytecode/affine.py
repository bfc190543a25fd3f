"""Affine maps, integer sets and strided layouts in bytecode, which encodes them since MLIR of jaxlib 0.12.

Older versions write their text. The encoding was derived from the bytes that MLIR writes: a map begins with
4 n + kind for n dimensions, and expressions are in prefix order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NoReturn

from stablehlo_tools.formats.bytecode.cursor import ByteCursor, Sink
from stablehlo_tools.formats.bytecode.fields import DYNAMIC_SIZE, FLAG, SIGNED, Field, Row, list_of
from stablehlo_tools.ir.attributes import Opaque
from stablehlo_tools.text.statement.affine import (
    DEEPEST,
    AffineVariable,
    Expression,
    add,
    ceildiv,
    expression_text,
    floordiv,
    mod,
    multiply,
    space_text,
)
from stablehlo_tools.text.statement.build_types import MAX_RANK

if TYPE_CHECKING:
    from stablehlo_tools.formats.bytecode.entries import Entries
    from stablehlo_tools.formats.bytecode.numbering import Scope

_IDENTITY, _PERMUTATION, _PROJECTION, _ANY = range(4)  # kinds of maps
_VARIABLES: Final = "ds"  # by kinds of expressions, of which the next one is
_CONSTANT: Final = 2  # and those after it are operators
_OPERATORS: Final[Sequence[Callable[[Expression, Expression], Expression]]] = (
    add, multiply, mod, floordiv, ceildiv,
)  # fmt: skip


def _expression(cursor: ByteCursor, *sizes: int) -> Expression:
    """An expression over these numbers of dimensions and symbols."""
    pending: list[tuple[Callable[[Expression, Expression], Expression], list[Expression]]] = []
    while True:
        kind = cursor.number()
        if kind > _CONSTANT:
            number = kind - _CONSTANT - 1
            if number >= len(_OPERATORS) or len(pending) == DEEPEST:
                raise cursor.error(f"unknown or too deeply nested affine expression, of kind {kind}")
            pending.append((_OPERATORS[number], []))
            continue
        operand: Expression = cursor.signed() if kind == _CONSTANT else _variable(cursor, kind, sizes[kind])
        while pending:
            operator, operands = pending[-1]
            operands.append(operand)
            if len(operands) == 1:
                break
            operand = operator(*operands)
            pending.pop()
        else:
            return operand


def _variable(cursor: ByteCursor, kind: int, count: int) -> AffineVariable:
    return AffineVariable(_VARIABLES[kind], cursor.index(count, "affine variable"))


def _read_map(source: Entries, cursor: ByteCursor) -> Opaque:
    count, kind = divmod(cursor.number(), 4)
    symbols = cursor.number() if kind == _ANY else 0
    space = _space(cursor, count, symbols)
    results: Sequence[Expression]
    if kind == _IDENTITY:
        results = [AffineVariable("d", number) for number in range(count)]
    elif kind == _PERMUTATION:
        results = [_variable(cursor, 0, count) for _ in range(count)]
    elif kind == _PROJECTION:
        results = [_variable(cursor, 0, count) for _ in range(cursor.count("results"))]
    else:
        results = [_expression(cursor, count, symbols) for _ in range(cursor.count("results"))]
    return Opaque(f"affine_map<{space} -> ({', '.join(map(expression_text, results))})>")


def _space(cursor: ByteCursor, dimensions: int, symbols: int) -> str:
    if max(dimensions, symbols) > MAX_RANK:
        raise cursor.error(f"{dimensions:,} dimensions and {symbols:,} symbols")
    return space_text(dimensions, symbols)


def _read_set(source: Entries, cursor: ByteCursor) -> Opaque:
    sizes = cursor.number(), cursor.number()
    space = _space(cursor, *sizes)
    expressions = [_expression(cursor, *sizes) for _ in range(cursor.count("constraints"))]
    signs = ["==" if FLAG.read(source, cursor) else ">=" for _ in expressions]
    pairs = zip(map(expression_text, expressions), signs, strict=True)
    constraints = ", ".join(f"{text} {sign} 0" for text, sign in pairs)
    return Opaque(f"affine_set<{space} : ({constraints})>")


def _strided(offset: int, strides: Sequence[int]) -> Opaque:
    sizes = ["?" if number == DYNAMIC_SIZE else str(number) for number in (offset, *strides)]
    place = f", offset: {sizes[0]}" if offset else ""
    return Opaque(f"strided<[{', '.join(sizes[1:])}]{place}>")


def _as_text(target: Scope, sink: Sink, value: Opaque) -> NoReturn:
    raise AssertionError(f"{value} is written as text")


AFFINE_MAP: Final = Row((Field(_read_map, _as_text),), lambda attribute: attribute)
AFFINE_SET: Final = Row((Field(_read_set, _as_text),), lambda attribute: attribute)
STRIDED: Final = Row((SIGNED, list_of(SIGNED)), _strided)
