"""XLA's built-in custom calls: linear algebra, and conversions of dynamic dimensions.

TensorFlow exports them for every device, JAX for TPUs; XLA expands or implements them. `Qr` and
`ProductOfElementaryHouseholderReflectors` are those of LAPACK: see `lapack_reflectors.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np

from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.custom_calls.lapack import lu
from stablehlo_tools.ops.custom_calls.lapack_spectra import eigenvectors, product_of_eigenvectors
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target
from stablehlo_tools.ops.stablehlo.linalg import (
    cholesky,
    terms_of_factor,
    terms_of_solution,
    triangular_solve,
)


def _unique_eigh(attributes: Attributes, results: Sequence[Array]) -> Sequence[Array]:
    """The eigenvalues, and the matrix that they have with the eigenvectors."""
    vectors, values = results
    return values, product_of_eigenvectors(vectors, values)


@custom_call_target("Eigh", unique=_unique_eigh, iterates=1)
def _eigh(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The eigenvectors of Hermitian matrices, and their eigenvalues, always in ascending order.

    The configuration is `lower,sort,iterations,tolerance`; the last two are for XLA's own algorithm.
    """
    config = str(attributes["backend_config"] or "").split(",")
    if len(config) != 4 or config[0] not in ("0", "1"):
        raise Unsupported("Eigh is not supported without a backend_config `lower,sort,iterations,tolerance`")
    triangle: Literal["L", "U"] = "L" if config[0] == "1" else "U"
    vectors, values = np.empty_like(inputs[0]), np.empty(inputs[0].shape[:-1], inputs[0].real.dtype)
    for index in np.ndindex(inputs[0].shape[:-2]):
        try:
            vectors[index], values[index] = eigenvectors(inputs[0][index], triangle)
        except np.linalg.LinAlgError:
            vectors[index], values[index] = np.nan, np.nan
    return vectors, values


@custom_call_target("LuDecomposition")
def _lu(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The factors in one matrix, the pivots from 0, and the permutation of rows that they define."""
    factors, pivots, _ = lu(inputs[0])
    pivots = pivots - 1
    return factors, pivots, _permutation(pivots, inputs[0].shape[-2])


def _permutation(pivots: Array, rows: int) -> Array:
    """The original index of each row after swapping row i with row pivots[i], for each i in order."""
    order = np.array(np.broadcast_to(np.arange(rows, dtype=np.int32), (*pivots.shape[:-1], rows)))
    for index in np.ndindex(pivots.shape[:-1]):
        for place, pivot in enumerate(pivots[index]):
            order[index][[place, pivot]] = order[index][[pivot, place]]
    return order


# -- options as those of HLO's own opcodes -----------------------------------------------------------


@custom_call_target("Cholesky", terms=terms_of_factor)
def _cholesky(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The factor, as `stablehlo.cholesky`."""
    return (cholesky(*inputs, **_options(attributes, {"lower": False})),)


def _terms_of_solution(size: int, attributes: Attributes) -> Array:
    return terms_of_solution(size, _options(attributes, _TRIANGULAR_SOLVE))


@custom_call_target("TriangularSolve", terms=_terms_of_solution)
def _triangular_solve(
    inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """The solution, as `stablehlo.triangular_solve`."""
    return (triangular_solve(*inputs, **_options(attributes, _TRIANGULAR_SOLVE)),)


# The defaults, as in HLO text.
_TRIANGULAR_SOLVE: Final[Mapping[str, bool | str]] = {
    "left_side": False, "lower": False, "unit_diagonal": False, "transpose_a": "NO_TRANSPOSE",
}  # fmt: skip
_TRANSPOSITIONS: Final = ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")


def _options(attributes: Attributes, defaults: Mapping[str, bool | str]) -> dict[str, Any]:
    """The options in a backend_config, a dictionary or JSON, under XLA's names, with defaults."""
    target, config = attributes["call_target_name"], attributes["backend_config"] or {}
    try:
        options = config if isinstance(config, Mapping) else json.loads(config)
    except (TypeError, ValueError, RecursionError):
        options = None
    if not isinstance(options, Mapping):
        raise Unsupported(f"{target} with a backend_config that is not a dictionary is not supported")
    for name, value in options.items():
        default = defaults.get(name)
        if type(value) is not type(default) or (isinstance(default, str) and value not in _TRANSPOSITIONS):
            raise Unsupported(f"{target} with `{name} = {value}` in its backend_config is not supported")
    return {**defaults, **options}


# -- dynamic dimensions ------------------------------------------------------------------------------


@custom_call_target("SliceToDynamic")
def _slice_to_dynamic(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """The first elements along each dimension, whose numbers are the other operands."""
    operand, *sizes = inputs
    if len(sizes) != operand.ndim:
        raise Unsupported(
            f"SliceToDynamic with {len(sizes)} sizes for {operand.ndim} dimensions is not supported"
        )
    return (operand[tuple(slice(int(size)) for size in sizes)],)


@custom_call_target("PadToStatic")
def _pad_to_static(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The operand, padded with zeros to the bounds of its dimensions, and its sizes."""
    (operand,), result = inputs, results[0]
    if not isinstance(result, TensorType) or not result.is_static:
        raise Unsupported(f"PadToStatic with a dynamic result, {result}, is not supported")
    padding = [(0, bound - size) for bound, size in zip(result.static_shape, operand.shape, strict=True)]
    return np.pad(operand, padding), *(np.array(size, np.int32) for size in operand.shape)
