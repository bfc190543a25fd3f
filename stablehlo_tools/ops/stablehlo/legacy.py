"""Deprecated ops of StableHLO that are not in the specification.

Their constraints are MLIR's and XLA's, with numbers of our own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stablehlo_tools.formula.logic import Truth, equal, truth
from stablehlo_tools.ir.types import Dim, TensorType, Type
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    Array,
    Integer,
    Integers,
    IntegerTensor,
    PlainTensor,
    ResultType,
    Tensor,
    Text,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, VIEW, Execution, History, moves
from stablehlo_tools.ops.model.specialize import Site
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.stablehlo import contraction, dot_general
from stablehlo_tools.ops.stablehlo.gather import gather
from stablehlo_tools.ops.stablehlo.reduce import fold


@op("""
C1  element_type(operand) = element_type(result)
C2  0 <= broadcast_sizes
C3  shape(result) = concatenate(broadcast_sizes, shape(operand))
""", numerics=moves("operand"), execution=VIEW,
history=History(instead="`broadcast_in_dim`"),
format="$operand, sizes = $broadcast_sizes{attrs} : {signature}")  # fmt: skip
def broadcast(operand: PlainTensor, *, broadcast_sizes: Integers) -> Array:
    """The operand repeated along new leading dimensions of sizes broadcast_sizes."""
    return np.broadcast_to(operand, broadcast_sizes + operand.shape)


def _reverse(site: Site, lhs: Array, rhs: Array) -> Sequence[Array]:
    return np.flip(lhs, -1), np.flip(rhs, 0)


@op("""
C1  1 <= rank(lhs) <= 2
C2  1 <= rank(rhs) <= 2
C3  dim(lhs, -1) = dim(rhs, 0)
C4  shape(result) = concatenate(shape(lhs)[:-1], shape(rhs)[1:])
C5  size(precision_config) <= 2
when !is_quantized(lhs) and !is_quantized(rhs):
    C6  element_type(lhs) = element_type(rhs)
            or (is_integer(lhs) or is_float(lhs)) and (is_integer(rhs) or is_float(rhs))
""", numerics=replace(SUM, leaves_open=dot_general.product_choices(_reverse)),
execution=Execution(is_numeric=True, workspace=workspace.product),
history=History(instead="`dot_general`"),
format="$lhs, $rhs?[, precision = $precision_config]?{attrs} : {signature}")  # fmt: skip
def dot(
    lhs: PlainTensor,
    rhs: Tensor,
    *,
    precision_config: dot_general.Precisions = ("DEFAULT", "DEFAULT"),
    result: ResultType,
) -> Array:
    """The product of two matrices, of a matrix and a vector, or of two vectors.

    The last dimension of lhs is contracted with the first of rhs.
    """
    plan = contraction.contraction(lhs.shape, rhs.shape, (), (), (lhs.ndim - 1,), (0,))
    return contraction.product(lhs, rhs, plan, result)


# -- einsum: `ab,bc->ac` names the dimensions of the operands and of the result by letters -----------


def _terms(config: str) -> list[str]:
    """The subscripts of each operand, then those of the result."""
    operands, _, result = config.partition("->")
    return [*operands.split(","), result]


def _shapes(types: Sequence[Type]) -> list[Sequence[int | Dim]] | None:
    """The shapes of tensors; None if one is unranked."""
    shapes: list[Sequence[int | Dim]] = [
        type.shape for type in types if isinstance(type, TensorType) and type.shape is not None
    ]
    return shapes if len(shapes) == len(types) else None


def _letters_fit(config: str, *types: Type) -> bool | None:
    """Whether the subscripts of einsum_config match the ranks of the operands and, last, the result."""
    shapes = _shapes(types)
    if shapes is None or "..." in config:
        return None
    *operands, result = terms = _terms(config)
    is_well_formed = "->" in config and all(letter.isalpha() for term in terms for letter in term)
    is_sum = len(set(result)) == len(result) and set(result) <= set("".join(operands))
    return is_well_formed and is_sum and list(map(len, terms)) == list(map(len, shapes))


def _sizes_fit(config: str, *types: Type) -> Truth:
    shapes = _shapes(types)
    if shapes is None or "..." in config:
        return None
    sizes: dict[str, int | Dim] = {}
    pairs = [
        pair
        for letters, shape in zip(_terms(config), shapes, strict=False)
        for pair in zip(letters, shape, strict=False)
    ]
    return truth([truth(equal(size, sizes.setdefault(letter, size))) for letter, size in pairs])


def _letters_of_two_fit(einsum_config: str, lhs: Type, rhs: Type, result: Type) -> bool | None:
    return _letters_fit(einsum_config, lhs, rhs, result)


def _sizes_of_two_fit(einsum_config: str, lhs: Type, rhs: Type, result: Type) -> Truth:
    return _sizes_fit(einsum_config, lhs, rhs, result)


def _letters_of_one_fit(einsum_config: str, operand: Type, result: Type) -> bool | None:
    return _letters_fit(einsum_config, operand, result)


def _sizes_of_one_fit(einsum_config: str, operand: Type, result: Type) -> Truth:
    return _sizes_fit(einsum_config, operand, result)


_EINSUM = """
C1  einsum_config has a letter for each dimension of the operands and the result
C2  the dimensions that einsum_config gives the same letter have the same size
"""


@op(
    _EINSUM,
    outputs={"result": PlainTensor},
    predicates={"C1": _letters_of_two_fit, "C2": _sizes_of_two_fit},
    numerics=SUM,
    execution=Execution(is_numeric=True, workspace=workspace.contraction),
    history=History(instead="`dot_general`"),
    format="$lhs, $rhs, config = $einsum_config{attrs} : {signature}",
)
def einsum(lhs: PlainTensor, rhs: PlainTensor, *, einsum_config: Text, result: ResultType) -> Array:
    """Products of elements of lhs and rhs, summed over the subscripts that the result lacks."""
    *operands, output = _terms(einsum_config)
    sizes = dict(zip("".join(operands), lhs.shape + rhs.shape, strict=False))
    terms = math.prod(size for letter, size in sizes.items() if letter not in output)
    left, right = contraction.upcast_operands(lhs, rhs, terms, result)
    sums = np.einsum(einsum_config, left, right, optimize=left.dtype.kind not in "iu")
    return contraction.convert_sums(np.asarray(sums), result)


@op(
    _EINSUM,
    outputs={"result": PlainTensor},
    predicates={"C1": _letters_of_one_fit, "C2": _sizes_of_one_fit},
    numerics=SUM,
    execution=Execution(is_numeric=True, workspace=workspace.summation),
    history=History(instead="`reduce`, `broadcast_in_dim` and `transpose`"),
    format="$operand, config = $einsum_config{attrs} : {signature}",
)
def unary_einsum(operand: PlainTensor, *, einsum_config: Text) -> Array:
    """The elements of the operand, summed over the subscripts that the result lacks."""
    letters, output = _terms(einsum_config)
    if len(set(letters)) < len(letters):  # a repeated subscript selects the diagonal
        return np.asarray(np.einsum(einsum_config, upcast(operand)), operand.dtype)
    axes = tuple(axis for axis, letter in enumerate(letters) if letter not in output)
    left = [letter for letter in letters if letter in output]
    total: Array = fold(np.add, operand, np.zeros((), operand.dtype), axes) if axes else operand
    return np.transpose(total, [left.index(letter) for letter in output])


@op("""
C1  0 <= batch_dims <= dim < rank(operand)
C2  batch_dims <= rank(index)
C3  shape(operand)[:batch_dims] = shape(index)[:batch_dims]
C4  element_type(result) = element_type(operand)
C5  shape(result) = concatenate(shape(operand)[:dim], shape(index)[batch_dims:], shape(operand)[dim + 1:])
""", numerics=moves("operand"), execution=Execution(workspace=workspace.gather),
history=History(instead="`gather`"))  # fmt: skip
def torch_index_select(
    operand: PlainTensor, index: IntegerTensor, *, dim: Integer, batch_dims: Integer
) -> Array:
    """The slices of operand along dim at index, in the shape of index.

    Both share the first batch_dims dimensions.
    """
    return gather(operand, index, **gather_of_selection(operand.shape, index.ndim, dim, batch_dims))


def gather_of_selection(sizes: Sequence[Any], rank: int, dim: int, batch_dims: int) -> dict[str, Any]:
    """The attributes of the gather that a torch_index_select from an operand of these sizes is.

    `rank` is that of the index.
    """
    batching = tuple(range(batch_dims))
    behind = rank - batch_dims - 1  # the shift of the dimensions after `dim`
    window_axes = [axis for axis in range(batch_dims, len(sizes)) if axis != dim]
    return {
        "offset_dims": tuple(axis if axis < dim else axis + behind for axis in window_axes),
        "collapsed_slice_dims": (dim,),
        "operand_batching_dims": batching,
        "start_indices_batching_dims": batching,
        "start_index_map": (dim,),
        "index_vector_dim": rank,
        "slice_sizes": tuple(size if axis in window_axes else 1 for axis, size in enumerate(sizes)),
    }
