"""Tridiagonal systems as two loops over rows: elimination with row exchanges, and substitution.

LAPACK's gtsv: of two rows, that with the greater leading element is the pivot, so that a row of the upper
factor has up to three elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.rewrite.rewriter import Match
from stablehlo_tools.rewrite.rules.linear_algebra import bounded, size_of
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import INDEX, Term, iota, loop, reduced, splat


def solve_tridiagonal(match: Match, below: Term, middle: Term, above: Term, right: Term) -> list[Term]:
    """The diagonals as they are, the solutions, and the row of the first pivot that is zero, from 1, or 0."""
    rows = range(right.rank - 1)
    diagonals = [diagonal.broadcast(rows, right.shape) for diagonal in (below, middle, above)]
    factors = _eliminated(match, [*diagonals, right])
    return [below, middle, above, _substituted(match, factors), _first_zero(match, factors[0])]


def _eliminated(match: Match, system: Sequence[Term]) -> list[Term]:
    """The three diagonals of the upper factor, and the right-hand sides that it solves for."""
    count, whole = system[0].shape[-2], system[0].like(0)
    _, middle, above, right = system
    *start, zero = (_row(each, _place(match, 0)) for each in (middle, above, right, whole))

    def step(index: Term, a: Term, b: Term, r: Term, *factors: Term) -> Sequence[Term]:
        c, d, e, s = (_row(each, index + 1) for each in system)
        is_kept = size_of(a) >= size_of(c)
        pivots = [is_kept.select(*each) for each in ((a, c), (b, d), (zero, e), (r, s))]
        share = is_kept.select(c, a) / pivots[0]
        others = [is_kept.select(*each) for each in ((d, b), (e, zero), (s, r))]
        rest = [x - share * pivot for x, pivot in zip(others, pivots[1:], strict=True)]
        return [*rest, *_with_rows(factors, pivots, index)]

    a, _, r, *factors = loop(match, count - 1, [*start, *[whole] * 4], step)
    return _with_rows(factors, [a, zero, zero, r], _place(match, count - 1))


def _substituted(match: Match, factors: Sequence[Term]) -> Term:
    """The solutions, from the last row to the first."""
    whole = factors[0].like(0)
    count, zero = whole.shape[-2], _row(whole, _place(match, 0))

    def step(done: Term, x: Term, below: Term, next: Term) -> Sequence[Term]:
        index = (count - 1) - done
        a, b, c, r = (_row(factor, index) for factor in factors)
        solution = (r - b * below - c * next) / a
        return [*_with_rows([x], [solution], index), solution, below]

    return loop(match, count, [whole, zero, zero], step)[0]


def _first_zero(match: Match, pivots: Term) -> Term:
    type, info = pivots.type, tensor(match.operation.results[-1])
    count = type.static_shape[-2]
    numbers = iota(match, type.rank - 2, TensorType(type.shape, info.element_type))
    first = reduced(
        "minimum", pivots.equals(0).select(numbers + 1, count + 1), count + 1, [type.rank - 2, type.rank - 1]
    )
    return (first > count).select(first.like(0), first)


def _place(match: Match, number: int) -> Term:
    return splat(match, number, INDEX)


def _starts(x: Term, index: Term) -> list[Term]:
    return [index if axis == x.rank - 2 else index.like(0) for axis in range(x.rank)]


def _row(x: Term, index: Term) -> Term:
    """A row of each matrix, as a matrix."""
    *batches, _, columns = x.shape
    return x.op("dynamic_slice", _starts(x, index), slice_sizes=[*batches, 1, columns])


def _with_rows(matrices: Sequence[Term], rows: Sequence[Term], index: Term) -> list[Term]:
    """The matrices with other rows."""
    return [
        x.op("dynamic_update_slice", row, _starts(x, index)) for x, row in zip(matrices, rows, strict=True)
    ]


def tridiagonal(arrays: list[Any]) -> list[Any]:
    """Systems with large elements on the main diagonal."""
    below, middle, above, right = map(bounded, arrays)
    return [
        new.astype(old.dtype) for new, old in zip((below, middle + 32, above, right), arrays, strict=True)
    ]
