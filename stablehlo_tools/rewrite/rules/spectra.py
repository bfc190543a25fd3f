"""Singular values and eigenvectors: rotations of pairs of columns until all are orthogonal.

It is the one-sided Jacobi method of G. H. Golub and C. F. Van Loan, "Matrix Computations", 8.6.3. A round
turns disjoint pairs, column i of the left half with column i of the right one, and moves the columns as in a
tournament, so that each pair has met once, and all are in their places again, after a sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.rewrite.building import broadcast, slice_of, splat, tensor
from stablehlo_tools.rewrite.rewriter import Match
from stablehlo_tools.rewrite.rules.linear_algebra import (
    Stack,
    conjugate,
    logical_and,
    loop,
    parts_of,
    product_of_reflectors,
    qr_of,
    reduced,
    transposed,
)
from stablehlo_tools.rewrite.terms import Term

_SWEEPS: Final = 30  # those that LAPACK's gesvj makes at most; ten are enough for most matrices

# -- pieces -------------------------------------------------------------------------------------------


def _sliced(x: Term, axis: int, start: int, limit: int) -> Term:
    """The elements from one index up to another, along one of the last two dimensions."""
    axis += x.type.rank
    starts, limits = [0] * x.type.rank, list(x.type.static_shape)
    starts[axis], limits[axis] = start, limit
    return Term(x.match, slice_of(x.match, x.value, starts, limits))


def _joined(axis: int, *terms: Term) -> Term:
    match, rank = terms[0].match, terms[0].type.rank
    values = [term.value for term in terms if 0 not in term.type.static_shape]
    return Term(match, match.add("stablehlo.concatenate", [values], {"dimension": rank + axis}))


def _padded(x: Term, columns: int) -> Term:
    """Matrices with `columns` columns of zeros appended."""
    zero = splat(x.match, 0, TensorType((), x.element_type))
    low, high = [0] * x.type.rank, [*[0] * (x.type.rank - 1), columns]
    extent = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": low}
    return x if not columns else Term(x.match, x.match.add("stablehlo.pad", [x.value, zero], extent))


def _product(a: Term, b: Term) -> Term:
    """The products of two stacks of matrices."""
    rank = a.type.rank
    batch = list(range(rank - 2))
    sides = {"lhs": rank - 1, "rhs": rank - 2}
    attributes = {
        **{f"{side}_batching_dimensions": batch for side in sides},
        **{f"{side}_contracting_dimensions": [axis] for side, axis in sides.items()},
        "precision_config": ["HIGHEST", "HIGHEST"],
    }
    return Term(a.match, a.match.add("stablehlo.dot_general", [a.value, b.value], attributes))


def _identity(like: Term, rows: int) -> Term:
    """Identity matrices of `rows` rows, one for each matrix of a stack."""
    stack = Stack(like.match, TensorType((*like.type.static_shape[:-2], rows, rows), like.element_type))
    one, zero = (Term(like.match, splat(like.match, number, stack.type)) for number in (1, 0))
    return stack.rows.equals(stack.columns).select(one, zero)


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
    rank = like.type.rank
    axes = [axis for axis in range(rank) if axis - rank not in lacks]
    return Term(x.match, broadcast(x.match, x.value, axes, like.type))


def _sum(x: Term, axis: int) -> Term:
    return reduced("add", x, 0, [x.type.rank + axis])


# -- rotations ----------------------------------------------------------------------------------------


def orthogonal(x: Term) -> tuple[Term, Term]:
    """Matrices X V of orthogonal columns, and the unitary V, for matrices X with as many rows or more."""
    rows, columns = x.type.static_shape[-2:]
    odd = columns % 2
    half = (columns + odd) // 2
    whole = _padded(_joined(-2, x, _identity(x, columns)), odd)
    left, right = (_sliced(whole, -1, start, start + half) for start in (0, half))
    real = parts_of(x)[0].element_type
    scalar = TensorType((), real)
    tolerance = (rows + 8) * float(np.finfo(dtype_of(real)).eps)

    def sweep(done: Term, left: Term, right: Term, worst: Term) -> Sequence[Term]:
        none = Term(x.match, splat(x.match, 0, scalar))
        state = loop(x.match, 2 * half - 1, [left, right, none], rotate)
        return [Term(x.match, value) for value in state]

    def rotate(done: Term, left: Term, right: Term, worst: Term) -> Sequence[Term]:
        left, right, cosine = _rotated(left, right, rows)
        return *_next_pairing(left, right, half), worst.apply(
            "maximum", reduced("maximum", cosine, 0, range(cosine.type.rank))
        )

    start = [left, right, Term(x.match, splat(x.match, 1, scalar))]
    state = loop(x.match, _SWEEPS, start, sweep, lambda left, right, worst: worst > tolerance)
    whole = _sliced(_joined(-1, *(Term(x.match, value) for value in state[:2])), -1, 0, columns)
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
    match, count = keys.match, keys.type.static_shape[-1]
    square = TensorType((*keys.type.static_shape, count), keys.element_type)
    stack, shape = Stack(match, square), Term(match, splat(match, 0, square))
    own, other = _wide(keys, shape, -1), _wide(keys, shape, -2)
    is_before = (other < own).apply("or", logical_and(other.equals(own), stack.columns < stack.rows))
    rank = _sum(is_before.convert(ELEMENT_TYPES["i32"]), -1)
    one, zero = (
        Term(match, splat(match, number, TensorType(square.shape, like.element_type))) for number in (1, 0)
    )
    return stack.columns.equals(_wide(rank, shape, -1)).select(one, zero)


# -- routines -----------------------------------------------------------------------------------------


def _normalized(x: Term) -> tuple[Term, Term, Term]:
    """Matrices divided by their greatest element, which is returned, too, and whether all are finite."""
    axes = [x.type.rank - 2, x.type.rank - 1]
    real = parts_of(x)
    is_finite = [magnitude.compare("LT", float("inf")) for magnitude in (part.apply("abs") for part in real)]
    finite = is_finite[0] if len(real) == 1 else logical_and(*is_finite)
    first, *imaginary = (part.apply("abs") for part in real)
    size = reduced("maximum", first.apply("maximum", imaginary[0]) if imaginary else first, 0, axes)
    size = size.equals(0).select(size.like(1), size)
    return _scaled(x, size.like(1) / size, -1, -2), size, reduced("and", finite, 1, axes)


def svd(match: Match, x: Value, *, has_vectors: bool) -> list[Value]:
    """The matrix as it is, its singular values, left vectors and adjoint right ones, and info.

    The left vectors are the Q of the orthogonal columns, which is unitary where a singular value is zero,
    and has as many columns as asked for.
    """
    _, _, left_type, right_type, info_type = (tensor(result) for result in match.operation.results)
    operand = Term(match, x)
    is_tall = operand.type.static_shape[-2] >= operand.type.static_shape[-1]
    matrix, size, is_finite = _normalized(operand if is_tall else transposed(operand))
    columns, right = orthogonal(matrix)
    order = _order(-_sum(_squares(columns), -2), matrix)
    columns, right = _product(columns, order), _product(right, order)
    width = left_type.static_shape[-1] if is_tall else right_type.static_shape[-2]
    count = columns.type.static_shape[-1]
    left, diagonal = _unitary(match, columns, max(width, count))
    values = diagonal.apply("abs") * _wide(size, diagonal, -1)
    signs = (diagonal < 0).select(diagonal.like(-1), diagonal.like(1))
    right = _scaled(right, signs, -2)
    vectors = [left, transposed(right)] if is_tall else [right, transposed(left)]
    if not has_vectors:
        vectors = [Term(match, splat(match, 0, type)) for type in (left_type, right_type)]
    outputs = [_nan_unless_finite(output, is_finite) for output in (values, *vectors)]
    return [x, *(output.value for output in outputs), _info(is_finite, info_type).value]


def _unitary(match: Match, x: Term, count: int) -> tuple[Term, Term]:
    """The first columns of the Q of matrices, and the diagonal of R, which is real."""
    taus = TensorType((*x.type.static_shape[:-2], x.type.static_shape[-1]), x.element_type)
    factors, scales = (Term(match, value) for value in qr_of(match, x.value, taus))
    stack = Stack(match, x.type)
    diagonal = stack.picked(stack.rows.equals(stack.columns), factors, stack.row)
    whole = _padded(factors, count - x.type.static_shape[-1])
    (q,) = product_of_reflectors(match, whole.value, scales.value)
    return Term(match, q), parts_of(diagonal)[0]


def eigenvectors(match: Match, x: Value, *, is_lower: bool, has_vectors: bool) -> list[Value]:
    """The eigenvectors of Hermitian matrices, given by one triangle, their values, and info.

    With twice its norm on the diagonal, the singular values of a matrix are its eigenvalues, moved by that.
    """
    _, _, info_type = (tensor(result) for result in match.operation.results)
    matrix, size, is_finite = _normalized(_hermitian(Term(match, x), is_lower=is_lower))
    axes = [matrix.type.rank - 2, matrix.type.rank - 1]
    norm = reduced("add", _squares(matrix), 0, axes).apply("sqrt")
    identity = _identity(matrix, matrix.type.static_shape[-1])
    shift = _scaled(identity, norm * 2, -1, -2)
    _, vectors = orthogonal(matrix + shift)
    values = _sum(parts_of(conjugate(vectors) * _product(matrix, vectors))[0], -2)
    order = _order(values, matrix)
    real = order if len(parts_of(matrix)) == 1 else parts_of(order)[0]
    values = _sum(real * _wide(values, real, -1), -2) * _wide(size, values, -1)
    vectors = _product(vectors, order)
    outputs = [_nan_unless_finite(output, is_finite) for output in (vectors, values)]
    first = outputs[0].value if has_vectors else x
    return [first, outputs[1].value, _info(is_finite, info_type).value]


def _hermitian(x: Term, *, is_lower: bool) -> Term:
    """Hermitian matrices with one triangle of these, and the real part of their diagonal."""
    stack = Stack(x.match, x.type)
    is_stored = stack.rows > stack.columns if is_lower else stack.rows < stack.columns
    other, real = transposed(x), parts_of(x)[0]
    diagonal = real if len(parts_of(x)) == 1 else real.with_imaginary(real.like(0))
    return is_stored.select(x, stack.rows.equals(stack.columns).select(diagonal, other))


def _nan_unless_finite(x: Term, is_finite: Term) -> Term:
    """Results, which are NaN if the matrix is not finite."""
    axes = range(is_finite.type.rank)
    chosen = Term(x.match, broadcast(x.match, is_finite.value, axes, x.type))
    return chosen.select(x, float("nan"))


def _info(is_finite: Term, type: TensorType) -> Term:
    match = is_finite.match
    return is_finite.select(*(Term(match, splat(match, number, type)) for number in (0, 1)))
