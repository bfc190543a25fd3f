"""Factorizations and triangular systems as loops over columns.

They are those of G. H. Golub and C. F. Van Loan, "Matrix Computations", 3.1 (substitution), 3.4.4 (outer
product LU with partial pivoting), 4.2.5 (outer product Cholesky) and 5.2.2 (Householder QR), with the signs
and measures of LAPACK's getf2 and larfg. A step works on whole matrices under masks, so that a stack of
them, whose pivots differ, is one program of comparisons, selects and sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.types import I32, TensorType
from stablehlo_tools.rewrite.formulas import in_own_type, single
from stablehlo_tools.rewrite.rewriter import Domain, Match, legalization
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, iota, loop, on_terms, reduced, splat

# -- inputs on which both are defined ------------------------------------------------------------------


def bounded(x: Any) -> Any:
    """An array without numbers that are not finite, large, or so small that their squares are zero."""
    parts = [np.clip(np.nan_to_num(part), -8, 8) for part in (x.real, x.imag)]
    parts = [np.where(np.abs(part) < 1e-6, 0, part) for part in parts]
    return parts[0] + 1j * parts[1] if np.iscomplexobj(x) else parts[0]


def matrices(arrays: list[Any]) -> list[Any]:
    """Any matrices of such numbers."""
    return [bounded(array).astype(array.dtype) for array in arrays]


def positive(arrays: list[Any]) -> list[Any]:
    """Matrices that are positive definite: on others, factors end where a routine gives up."""
    x = bounded(arrays[0])
    product = x @ np.conj(x.swapaxes(-1, -2))
    return [(product + x.shape[-1] * np.eye(x.shape[-1])).astype(arrays[0].dtype)]


def dominant(below: int) -> Domain:
    """Matrices with one large element in each column, on the diagonal or `below` rows below it.

    No other can be a pivot, and rounding does not decide which sign the diagonal has.
    """

    def diagonally_dominant(arrays: list[Any]) -> list[Any]:
        (x,) = arrays
        rows, columns = x.shape[-2:]
        largest = np.roll(np.eye(rows, columns), below, axis=0) * (16 * (rows + columns))
        largest = largest * (1 + 0.5j) if np.iscomplexobj(x) else largest
        return [(bounded(x) + largest).astype(x.dtype)]

    return diagonally_dominant


def reflectors(arrays: list[Any]) -> list[Any]:
    """Vectors of reflectors and their factors, which are about 1."""
    x, taus = map(bounded, arrays)
    return [(x / 16).astype(arrays[0].dtype), (1 + taus / 16).astype(arrays[1].dtype)]


# -- stacks of matrices ------------------------------------------------------------------------------


class Stack:
    """Matrices of a type, each with the number of its row and of its column everywhere."""

    def __init__(self, match: Match, type: TensorType) -> None:
        self.match, self.type = match, type
        self.row, self.column = self._axes = type.rank - 2, type.rank - 1
        index = TensorType(type.shape, I32)
        self.rows, self.columns = (iota(match, axis, index) for axis in self._axes)
        self.count = min(type.static_shape[-2:])

    def picked(self, chosen: Term, x: Term, *axes: int) -> Term:
        """The one element that is chosen along dimensions, of the matrices by default."""
        # x + -0.0 is x for all x, zeros of either sign among them
        return self.reduced("add", chosen.select(x, -0.0), -0.0, *axes)

    def spread(self, chosen: Term, x: Term, *axes: int) -> Term:
        """The elements that are chosen along dimensions, as wide as the matrices."""
        return self.wide(self.picked(chosen, x, *axes), *axes)

    def reduced(self, name: str, x: Term, init: float, *axes: int) -> Term:
        """The elements along dimensions, of the matrices by default, as one by an op."""
        return reduced(name, x, init, axes or self._axes)

    def wide(self, x: Term, *lacks: int) -> Term:
        """A term that lacks dimensions, those of the matrices by default, along them; a scalar everywhere."""
        axes = [axis for axis in range(self.type.rank) if axis not in (lacks or self._axes)]
        return x.broadcast(axes if x.rank else [], self.type.static_shape)


def _is_complex(x: Term) -> bool:
    return x.element_type.kind == "complex"


def parts_of(x: Term) -> Sequence[Term]:
    """The real and the imaginary part, or the number itself."""
    return x.parts() if _is_complex(x) else (x,)


def size_of(x: Term) -> Term:
    """|re| + |im|, by which LAPACK chooses pivots."""
    first, *imaginary = (part.apply("abs") for part in parts_of(x))
    return first + imaginary[0] if imaginary else first


def conjugate(x: Term) -> Term:
    """The conjugates of the elements."""
    real, *imaginary = parts_of(x)
    return real.with_imaginary(-imaginary[0]) if imaginary else x


def _chosen(places: Term, index: Term, yes: Term, no: Term) -> Term:
    """Per matrix, one number at an index of a vector."""
    shape = no.shape
    is_there = places.equals(index.broadcast([], shape))
    return is_there.select(yes.broadcast(range(len(shape) - 1), shape), no)


# -- Cholesky factors ---------------------------------------------------------------------------------


def transposed(x: Term, *, is_adjoint: bool = True) -> Term:
    """Matrices transposed."""
    rank = x.rank
    order = [*range(rank - 2), rank - 1, rank - 2]
    result = x.transpose(order)
    return conjugate(result) if is_adjoint else result


def _cholesky(match: Match, x: Term) -> Term:
    """The factor; the other triangle is zero."""
    operand, is_lower = single(x), match.attributes["lower"]
    stack = Stack(match, operand.type)

    def step(index: Term, a: Term, factor: Term) -> Sequence[Term]:
        here = stack.wide(index)
        is_row, is_column = stack.rows.equals(here), stack.columns.equals(here)
        root = parts_of(stack.picked(is_row & is_column, a))[0].apply("sqrt")
        divisor = root.with_imaginary(root.like(0)) if _is_complex(a) else root
        column = stack.spread(is_column, a, stack.column) / stack.wide(divisor)
        column = (stack.rows > here).select(column, is_row.select(stack.wide(divisor), 0))
        return a - column * transposed(column), is_column.select(column, factor)

    # the upper factor of A is the transpose of the lower one of its conjugate, which A^T is
    matrix = operand if is_lower else transposed(operand, is_adjoint=False)
    _, factor = loop(match, stack.count, [matrix, matrix.like(0)], step)
    return in_own_type(match, factor if is_lower else transposed(factor, is_adjoint=False))


# -- triangular systems -------------------------------------------------------------------------------


def _solved(match: Match, a: Term, b: Term) -> Term:
    """The solution of a system, row by row; of one on the right, that of the transposed system."""
    options = match.attributes
    matrix, right = map(single, (a, b))
    is_lower, is_left = options["lower"], options["left_side"]
    if options["transpose_a"] != "NO_TRANSPOSE":
        matrix, is_lower = transposed(matrix, is_adjoint=options["transpose_a"] == "ADJOINT"), not is_lower
    if not is_left:
        matrix, right, is_lower = (
            transposed(matrix, is_adjoint=False),
            transposed(right, is_adjoint=False),
            not is_lower,
        )
    whole, stack = Stack(match, matrix.type), Stack(match, right.type)

    def step(done: Term, x: Term) -> Sequence[Term]:
        index = done if is_lower else (whole.count - 1) - done
        is_column = whole.columns.equals(whole.wide(index))
        here = stack.wide(index)
        row = stack.spread(stack.rows.equals(here), x, stack.row)
        if not options["unit_diagonal"]:
            is_diagonal = is_column & whole.rows.equals(whole.wide(index))
            row = row / stack.wide(whole.picked(is_diagonal, matrix))
        column = stack.wide(whole.picked(is_column, matrix, whole.column), stack.column)
        is_left_over = stack.rows > here if is_lower else stack.rows < here
        x = is_left_over.select(x - column * row, x)
        return [stack.rows.equals(here).select(row, x)]

    (solution,) = loop(match, whole.count, [right], step)
    return in_own_type(match, solution if is_left else transposed(solution, is_adjoint=False))


# -- LU factors ---------------------------------------------------------------------------------------


def lu_factors(match: Match, x: Term) -> list[Term]:
    """The factors, the row that each was swapped with, from 1, and the first zero on the diagonal of U."""
    stack = Stack(match, x.type)
    pivots_type, info_type = (tensor(result) for result in match.operation.results[1:])
    places = iota(match, pivots_type.rank - 1, pivots_type)

    def step(index: Term, a: Term, pivots: Term, info: Term) -> Sequence[Term]:
        here = stack.wide(index)
        is_row, is_column = stack.rows.equals(here), stack.columns.equals(here)
        pivot = _pivot(stack, a, is_column, index)
        is_pivot = stack.rows.equals(stack.wide(pivot))
        pivot_row, own_row = (stack.spread(mask, a, stack.row) for mask in (is_pivot, is_row))
        a = is_row.select(pivot_row, is_pivot.select(own_row, a))
        column, divisor = (stack.spread(is_column, matrix, stack.column) for matrix in (a, pivot_row))
        factor = divisor.equals(0).select(column, column / divisor)
        is_below, is_right = stack.rows > here, stack.columns > here
        a = (is_below & is_right).select(a - factor * pivot_row, a)
        a = (is_below & is_column).select(factor, a)
        diagonal = stack.picked(is_row & is_column, a)
        is_first = diagonal.equals(0) & info.equals(0)
        one = (index + 1).broadcast([], info.shape)
        return a, _chosen(places, index, pivot + 1, pivots), is_first.select(one, info)

    zeros = [splat(match, 0, type) for type in (pivots_type, info_type)]
    return loop(match, stack.count, [x, *zeros], step)


def _pivot(stack: Stack, a: Term, is_column: Term, index: Term) -> Term:
    """The row of the greatest element of a column from the diagonal on; the index, if one is NaN."""
    size, is_candidate = size_of(a), is_column & (stack.rows >= stack.wide(index))
    size = is_candidate.select(size, -1.0)
    real = Stack(stack.match, size.type)
    is_greatest = is_candidate & size.equals(real.wide(real.reduced("maximum", size, -1.0)))
    none = stack.type.static_shape[stack.row]
    row = stack.reduced("minimum", is_greatest.select(stack.rows, none), none)
    own = index.broadcast([], row.shape)
    return row.equals(none).select(own, row)


# -- QR factors ---------------------------------------------------------------------------------------


def qr_factors(match: Match, x: Term) -> list[Term]:
    """R, and below it the vectors v of the reflectors I - tau v v^H whose product is Q; and each tau."""
    return qr_of(match, x, tensor(match.operation.results[1]))


def qr_of(match: Match, x: Term, taus: TensorType) -> list[Term]:
    """The same, for taus of this type."""
    stack = Stack(match, x.type)
    places = iota(match, taus.rank - 1, TensorType(taus.shape, I32))

    def step(index: Term, a: Term, taus: Term) -> Sequence[Term]:
        here = stack.wide(index)
        is_column, is_below = stack.columns.equals(here), stack.rows > here
        is_diagonal = is_column & stack.rows.equals(here)
        beta, tau, scale = _reflector(stack, a, is_diagonal, is_column & is_below)
        vector = _vector(stack, a, index, stack.wide(scale))
        reflected = _reflected(stack, a, vector, conjugate(tau))
        a = (stack.columns > here).select(reflected, a)
        a = (is_column & is_below).select(vector, a)
        return is_diagonal.select(stack.wide(beta), a), _chosen(places, index, tau, taus)

    return loop(match, stack.count, [x, splat(match, 0, taus)], step)


def _reflector(stack: Stack, a: Term, is_diagonal: Term, is_below: Term) -> tuple[Term, Term, Term]:
    """For each matrix: the remaining element of a column, tau, and the factor of the elements below.

    As in LAPACK's larfg, the remaining element has the opposite sign of the element on the diagonal.
    """
    alpha = stack.picked(is_diagonal, a)
    real, *imaginary = parts_of(alpha)
    squares = [part * part for part in parts_of(is_below.select(a, 0))]
    tail_squares = stack.reduced("add", squares[0] + squares[1] if _is_complex(a) else squares[0], 0)
    for part in imaginary:
        tail_squares = tail_squares + part * part
    size = (tail_squares + real * real).apply("sqrt")
    beta = (real < 0).select(size, -size)
    is_zero, none = tail_squares.equals(0), beta.like(0)
    divisor = is_zero.select(beta.like(1), beta)
    whole, tau = is_zero.select(real, beta), is_zero.select(none, (beta - real) / divisor)
    if imaginary:
        turned = is_zero.select(none, -imaginary[0] / divisor)
        whole, tau = whole.with_imaginary(is_zero.select(imaginary[0], none)), tau.with_imaginary(turned)
    one = alpha.like(1)
    return whole, tau, one / is_zero.select(one, alpha - whole)


def _vector(stack: Stack, a: Term, index: Term, scale: Term) -> Term:
    """The vector of a reflector in each column: 0 above the diagonal, 1 on it, and the elements below."""
    here = stack.wide(index)
    column = stack.spread(stack.columns.equals(here), a, stack.column)
    on_diagonal = stack.rows.equals(here).select(a.like(1), 0)
    return (stack.rows > here).select(column * scale, on_diagonal)


def _reflected(stack: Stack, a: Term, vector: Term, tau: Term) -> Term:
    """The product (I - tau v v^H) A."""
    return a - stack.wide(tau) * vector * stack.wide(
        stack.reduced("add", conjugate(vector) * a, 0, stack.row), stack.row
    )


def product_of_reflectors(match: Match, a: Term, taus: Term) -> list[Term]:
    """The first columns of Q."""
    stack, axis, shape = Stack(match, a.type), taus.rank - 1, taus.shape
    count = shape[-1]
    places = iota(match, axis, TensorType(shape, I32))

    def step(done: Term, product: Term) -> Sequence[Term]:
        index = (count - 1) - done
        is_there = places.equals(index.broadcast([], shape))
        tau = reduced("add", is_there.select(taus, 0), 0, [axis])
        return [_reflected(stack, product, _vector(stack, a, index, a.like(1)), tau)]

    identity = stack.rows.equals(stack.columns).select(a.like(1), 0)
    return loop(match, count, [identity], step)


# -- operations ---------------------------------------------------------------------------------------


def _system(arrays: list[Any]) -> list[Any]:
    """A matrix whose triangles are well conditioned, and the right-hand side."""
    return [*dominant(0)(arrays[:1]), bounded(arrays[1]).astype(arrays[1].dtype)]


legalization(
    "cholesky(x) ~> while(0, x, 0), one column per step  [all are static, and x has 16 bits or more]",
    when=lambda match, x: tensor(x).element_type.bits >= 16,
    domain=positive,
    error=1e-4,
)(on_terms(_cholesky))
legalization(
    "triangular_solve(a, b) ~> while(0, b), one row per step  [all are static]", domain=_system, error=1e-4
)(on_terms(_solved))
