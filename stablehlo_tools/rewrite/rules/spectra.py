"""Singular values and eigenvectors: rotations of pairs of columns until all are orthogonal.

It is the one-sided Jacobi method of G. H. Golub and C. F. Van Loan, "Matrix Computations", 8.6.3. A round
turns disjoint pairs, column i of the left half with column i of the right one, and moves the columns as in a
tournament, so that each pair has met once, and all are in their places again, after a sweep.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import I32, TensorType
from stablehlo_tools.rewrite.rewriter import Match
from stablehlo_tools.rewrite.rules.linear_algebra import (
    Stack,
    conjugate,
    parts_of,
    product_of_reflectors,
    qr_of,
    transposed,
)
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, concatenate, loop, reduced, splat

_SWEEPS: Final = 30  # those that LAPACK's gesvj makes at most; ten are enough for most matrices

# -- pieces -------------------------------------------------------------------------------------------


def _sliced(x: Term, axis: int, start: int, limit: int) -> Term:
    """The elements from one index up to another, along one of the last two dimensions."""
    axis += x.rank
    starts, limits = [0] * x.rank, list(x.shape)
    starts[axis], limits[axis] = start, limit
    return x.slice(starts, limits)


def _joined(axis: int, *terms: Term) -> Term:
    return concatenate([term for term in terms if 0 not in term.shape], terms[0].rank + axis)


def _padded(x: Term, columns: int) -> Term:
    """Matrices with `columns` columns of zeros appended."""
    if not columns:
        return x
    low, high = [0] * x.rank, [*[0] * (x.rank - 1), columns]
    zero = splat(x.match, 0, TensorType((), x.element_type))
    return x.op("pad", zero, edge_padding_low=low, edge_padding_high=high, interior_padding=low)


def _product(a: Term, b: Term) -> Term:
    """The products of two stacks of matrices."""
    rank = a.rank
    batch = list(range(rank - 2))
    sides = {"lhs": rank - 1, "rhs": rank - 2}
    attributes: dict[str, Any] = {
        **{f"{side}_batching_dimensions": batch for side in sides},
        **{f"{side}_contracting_dimensions": [axis] for side, axis in sides.items()},
        "precision_config": ["HIGHEST", "HIGHEST"],
    }
    return a.op("dot_general", b, **attributes)


def _identity(like: Term, rows: int) -> Term:
    """Identity matrices of `rows` rows, one for each matrix of a stack."""
    stack = Stack(like.match, TensorType((*like.shape[:-2], rows, rows), like.element_type))
    return stack.rows.equals(stack.columns).select(splat(like.match, 1, stack.type), 0)


def _squares(x: Term) -> Term:
    """The squares of the absolute values."""
    first, *imaginary = (part * part for part in parts_of(x))
    return first + imaginary[0] if imaginary else first


def _scaled(x: Term, factor: Term, *lacks: int) -> Term:
    """Elements times real numbers, which lack these dimensions."""
    products = [part * _wide(factor, part, *lacks) for part in parts_of(x)]
    return products[0].with_imaginary(products[1]) if len(products) > 1 else products[0]


def _wide(x: Term, like: Term, *lacks: int) -> Term:
    """A term that lacks dimensions of another, counted from the last one, along them."""
    if not lacks:
        return x
    rank = like.rank
    axes = [axis for axis in range(rank) if axis - rank not in lacks]
    return x.broadcast(axes, like.shape)


def _sum(x: Term, axis: int) -> Term:
    return reduced("add", x, 0, [x.rank + axis])


# -- rotations ----------------------------------------------------------------------------------------


def orthogonal(x: Term) -> tuple[Term, Term]:
    """Matrices X V of orthogonal columns, and the unitary V, for matrices X with as many rows or more."""
    rows, columns = x.shape[-2:]
    odd = columns % 2
    half = (columns + odd) // 2
    whole = _padded(_joined(-2, x, _identity(x, columns)), odd)
    left, right = (_sliced(whole, -1, start, start + half) for start in (0, half))
    real = parts_of(x)[0].element_type
    scalar = TensorType((), real)
    tolerance = (rows + 8) * float(np.finfo(dtype_of(real)).eps)

    def sweep(done: Term, left: Term, right: Term, worst: Term) -> Sequence[Term]:
        return loop(x.match, 2 * half - 1, [left, right, worst.like(0)], rotate)

    def rotate(done: Term, left: Term, right: Term, worst: Term) -> Sequence[Term]:
        left, right, cosine = _rotated(left, right, rows)
        return *_next_pairing(left, right, half), worst.apply(
            "maximum", reduced("maximum", cosine, 0, range(cosine.rank))
        )

    start = [left, right, splat(x.match, 1, scalar)]
    left, right, _ = loop(x.match, _SWEEPS, start, sweep, lambda left, right, worst: worst > tolerance)
    whole = _sliced(_joined(-1, left, right), -1, 0, columns)
    # what rounding makes of the length of columns grows with each turn
    length = _sum(_squares(_sliced(whole, -2, rows, rows + columns)), -2).apply("sqrt")
    whole = _scaled(whole, length.like(1) / length, -2)
    return _sliced(whole, -2, 0, rows), _sliced(whole, -2, rows, rows + columns)


def _rotated(left: Term, right: Term, rows: int) -> tuple[Term, Term, Term]:
    """Columns of two halves, each turned until the first `rows` are orthogonal; and the cosines before."""
    a, b = (_sliced(half, -2, 0, rows) for half in (left, right))
    first, second, dot = _sum(_squares(a), -2), _sum(_squares(b), -2), _sum(conjugate(a) * b, -2)
    size = _squares(dot).apply("sqrt") if len(parts_of(dot)) > 1 else dot.apply("abs")
    is_zero, one = size.equals(0), size.like(1)
    divisor = is_zero.select(one, size)
    ratio = (second - first) / (divisor * 2)
    tangent = one / (ratio.apply("abs") + (ratio * ratio + 1).apply("sqrt"))
    tangent = is_zero.select(size.like(0), (ratio < 0).select(-tangent, tangent))
    cosine = (tangent * tangent + 1).apply("rsqrt")
    phase = _scaled(dot, one / divisor)
    sine = _wide(_scaled(phase, cosine * tangent), left, -2)
    norms = first.apply("sqrt") * second.apply("sqrt")
    angle = is_zero.select(size, size / is_zero.select(one, norms))
    rotated_left = _scaled(left, cosine, -2) - conjugate(sine) * right
    return rotated_left, sine * left + _scaled(right, cosine, -2), angle


def _next_pairing(left: Term, right: Term, half: int) -> tuple[Term, Term]:
    """The halves with their columns moved on, around the first one, which stays."""
    if half == 1:
        return left, right
    first, middle, last = (_sliced(left, -1, *bounds) for bounds in ((0, 1), (1, half - 1), (half - 1, half)))
    return (
        _joined(-1, first, _sliced(right, -1, 0, 1), middle),
        _joined(-1, _sliced(right, -1, 1, half), last),
    )


def _order(keys: Term, like: Term) -> Term:
    """The permutation matrices that sort columns by keys, the smallest first."""
    match, count = keys.match, keys.shape[-1]
    square = TensorType((*keys.shape, count), keys.element_type)
    stack, shape = Stack(match, square), splat(match, 0, square)
    own, other = _wide(keys, shape, -1), _wide(keys, shape, -2)
    is_before = (other < own) | (other.equals(own) & (stack.columns < stack.rows))
    rank = _sum(is_before.convert(I32), -1)
    one = splat(match, 1, TensorType(square.shape, like.element_type))
    return stack.columns.equals(_wide(rank, shape, -1)).select(one, 0)


# -- routines -----------------------------------------------------------------------------------------


def _normalized(x: Term) -> tuple[Term, Term, Term]:
    """Matrices divided by their greatest element, which is returned, too, and whether all are finite."""
    axes = [x.rank - 2, x.rank - 1]
    magnitudes = [part.apply("abs") for part in parts_of(x)]
    finite = functools.reduce(operator.and_, (magnitude < float("inf") for magnitude in magnitudes))
    greatest = functools.reduce(lambda a, b: a.apply("maximum", b), magnitudes)
    size = reduced("maximum", greatest, 0, axes)
    size = size.equals(0).select(size.like(1), size)
    return _scaled(x, size.like(1) / size, -1, -2), size, reduced("and", finite, 1, axes)


def svd(match: Match, x: Term, *, has_vectors: bool) -> list[Term]:
    """The matrix as it is, its singular values, left vectors and adjoint right ones, and info.

    The left vectors are the Q of the orthogonal columns, which is unitary where a singular value is zero,
    and has as many columns as asked for.
    """
    _, _, left_type, right_type, info_type = (tensor(result) for result in match.operation.results)
    is_tall = x.shape[-2] >= x.shape[-1]
    matrix, size, is_finite = _normalized(x if is_tall else transposed(x))
    columns, right = orthogonal(matrix)
    order = _order(-_sum(_squares(columns), -2), matrix)
    columns, right = _product(columns, order), _product(right, order)
    width = left_type.static_shape[-1] if is_tall else right_type.static_shape[-2]
    left, diagonal = _unitary(match, columns, max(width, columns.shape[-1]))
    values = diagonal.apply("abs") * _wide(size, diagonal, -1)
    signs = (diagonal < 0).select(diagonal.like(-1), diagonal.like(1))
    right = _scaled(right, signs, -2)
    vectors = [left, transposed(right)] if is_tall else [right, transposed(left)]
    if not has_vectors:
        vectors = [splat(match, 0, type) for type in (left_type, right_type)]
    outputs = [_nan_unless_finite(output, is_finite) for output in (values, *vectors)]
    return [x, *outputs, _info(is_finite, info_type)]


def _unitary(match: Match, x: Term, count: int) -> tuple[Term, Term]:
    """The first columns of the Q of matrices, and the diagonal of R, which is real."""
    taus = TensorType((*x.shape[:-2], x.shape[-1]), x.element_type)
    factors, scales = qr_of(match, x, taus)
    stack = Stack(match, x.type)
    diagonal = stack.picked(stack.rows.equals(stack.columns), factors, stack.row)
    whole = _padded(factors, count - x.shape[-1])
    (q,) = product_of_reflectors(match, whole, scales)
    return q, parts_of(diagonal)[0]


def eigenvectors(match: Match, x: Term, *, is_lower: bool, has_vectors: bool) -> list[Term]:
    """The eigenvectors of Hermitian matrices, given by one triangle, their values, and info.

    With twice its norm on the diagonal, the singular values of a matrix are its eigenvalues, moved by that.
    """
    _, _, info_type = (tensor(result) for result in match.operation.results)
    matrix, size, is_finite = _normalized(_hermitian(x, is_lower=is_lower))
    axes = [matrix.rank - 2, matrix.rank - 1]
    norm = reduced("add", _squares(matrix), 0, axes).apply("sqrt")
    identity = _identity(matrix, matrix.shape[-1])
    shift = _scaled(identity, norm * 2, -1, -2)
    _, vectors = orthogonal(matrix + shift)
    values = _sum(parts_of(conjugate(vectors) * _product(matrix, vectors))[0], -2)
    order = _order(values, matrix)
    real = order if len(parts_of(matrix)) == 1 else parts_of(order)[0]
    values = _sum(real * _wide(values, real, -1), -2) * _wide(size, values, -1)
    vectors = _product(vectors, order)
    vectors, values = (_nan_unless_finite(output, is_finite) for output in (vectors, values))
    return [vectors if has_vectors else x, values, _info(is_finite, info_type)]


def _hermitian(x: Term, *, is_lower: bool) -> Term:
    """Hermitian matrices with one triangle of these, and the real part of their diagonal."""
    stack = Stack(x.match, x.type)
    is_stored = stack.rows > stack.columns if is_lower else stack.rows < stack.columns
    other, real = transposed(x), parts_of(x)[0]
    diagonal = real if len(parts_of(x)) == 1 else real.with_imaginary(real.like(0))
    return is_stored.select(x, stack.rows.equals(stack.columns).select(diagonal, other))


def _nan_unless_finite(x: Term, is_finite: Term) -> Term:
    """Results, which are NaN if the matrix is not finite."""
    return is_finite.broadcast(range(is_finite.rank), x.shape).select(x, float("nan"))


def _info(is_finite: Term, type: TensorType) -> Term:
    return is_finite.select(splat(is_finite.match, 0, type), 1)
