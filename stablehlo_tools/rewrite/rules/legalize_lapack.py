"""Calls of LAPACK's routines, in ops."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.ir.edit import users
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.rewrite.building import apply, broadcast, compare, iota, select, splat, tensor
from stablehlo_tools.rewrite.rewriter import Match, UpToSigns, legalization
from stablehlo_tools.rewrite.rules.legalize_calls import config_of, number_of
from stablehlo_tools.rewrite.rules.linear_algebra import (
    dominant,
    lu_factors,
    matrices,
    positive,
    product_of_reflectors,
    qr_factors,
    reflectors,
)
from stablehlo_tools.rewrite.rules.spectra import eigenvectors, svd
from stablehlo_tools.rewrite.rules.tridiagonal import solve_tridiagonal, tridiagonal


def _letter(match: Match, name: str) -> str:
    """An option of a LAPACK routine, a letter written as its code: 76 for L."""
    return chr(number_of(config_of(match)[name]))


_TRANSPOSE: Final = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}
_SOLVER: Final = ("side", "uplo", "diag", "trans_x")


def _solved(match: Match, a: Value, b: Value) -> Value:
    options = {
        "left_side": _letter(match, "side") == "L",
        "lower": _letter(match, "uplo") == "L",
        "unit_diagonal": _letter(match, "diag") == "U",
        "transpose_a": _TRANSPOSE[_letter(match, "trans_x")],
    }
    return match.add("stablehlo.triangular_solve", [a, b], options, results=match.types)


def _is_solution_only(match: Match, below: Value, middle: Value, above: Value, right: Value) -> bool:
    """Whether a call returns all results of gtsv, and its upper factor has no uses."""
    return (
        len(match.types) == 5
        and 0 not in tensor(right).static_shape
        and not any(map(users, match.operation.results[:3]))
    )


def _is_lower(match: Match) -> bool:
    return _letter(match, "uplo") == "L"


def _factor(match: Match, x: Value) -> list[Value]:
    """The factor beside the other triangle of the matrix, and 1 where that is not positive definite."""
    type = tensor(x)
    rank, rows = type.rank, type.static_shape[-1]
    factor = match.add("stablehlo.cholesky", [x], {"lower": _is_lower(match)})
    square = TensorType((rows, rows), ELEMENT_TYPES["i32"])
    order = "GE" if _is_lower(match) else "LE"
    triangle = compare(match, order, iota(match, 0, square), iota(match, 1, square))
    chosen = broadcast(match, triangle, [rank - 2, rank - 1], type)
    info = tensor(match.operation.results[1])
    return [select(match, chosen, factor, x), _failures(match, factor, chosen, info)]


def _failures(match: Match, factor: Value, chosen: Value, info: TensorType) -> Value:
    """1 for each matrix with a NaN in the triangle of its factor, else 0."""
    scalar = TensorType((), ELEMENT_TYPES["i1"])
    parts = factor if tensor(factor).element_type.kind != "complex" else match.add("stablehlo.real", [factor])
    is_wrong = apply(match, "and", compare(match, "NE", parts, parts), chosen)
    either = match.builder.region([scalar, scalar], lambda a, b: [apply(match, "or", a, b)])
    rank = tensor(factor).rank
    failures = match.add(
        "stablehlo.reduce",
        [[is_wrong], [splat(match, 0, scalar)]],
        {"dimensions": [rank - 2, rank - 1]},
        regions=[either],
    )
    return match.add("stablehlo.convert", [failures], results=[info])


def _singular(match: Match, x: Value) -> list[Value]:
    return svd(match, x, has_vectors=_letter(match, "mode") != "N")


def _spectrum(match: Match, x: Value) -> list[Value]:
    has_vectors = _letter(match, "mode") == "V"
    return eigenvectors(match, x, is_lower=_letter(match, "uplo") == "L", has_vectors=has_vectors)


# -- calls --------------------------------------------------------------------------------------------


# Of the greatest element, by the letter of the type.
_ERRORS: Final = {"s": 1e-4, "d": 1e-12, "c": 1e-4, "z": 1e-12}

for _letter_of_type, _error in _ERRORS.items():
    legalization(
        f"custom_call @lapack_{_letter_of_type}trsm_ffi(a, b) -> triangular_solve(a, b)  "
        "[all are static, and its options are in backend_config]",
        when=lambda match, a, b: all(name in config_of(match) for name in _SOLVER),
        removes="lapack_trsm",
    )(_solved)
    legalization(
        f"custom_call @lapack_{_letter_of_type}potrf_ffi(x) ~> cholesky(x) and whether it has NaN  "
        "[all are static, and its options are in backend_config]",
        when=lambda match, x: "uplo" in config_of(match) and len(match.types) == 2,
        removes="lapack_potrf",
        domain=positive,
        error=64,
    )(_factor)
    legalization(
        f"custom_call @lapack_{_letter_of_type}getrf_ffi(x) ~> while(0, x, 0, 0), one column of LU per step  "
        "[all are static, and it returns factors, pivots and info]",
        when=lambda match, x: len(match.types) == 3,
        removes="lapack_getrf",
        domain=dominant(1),
        error=_error,
    )(lu_factors)
    legalization(
        f"custom_call @lapack_{_letter_of_type}geqrf_ffi(x) ~> while(0, x, 0), one column of QR per step  "
        "[all are static, and it returns factors and taus]",
        when=lambda match, x: len(match.types) == 2,
        removes="lapack_geqrf",
        domain=dominant(0),
        error=_error,
    )(qr_factors)
    legalization(
        f"custom_call @lapack_{_letter_of_type}gtsv_ffi(below, middle, above, right) ~> "
        "while(0, rows, upper factor), while(0, solution)  "
        "[all are static, and right is not empty, and the returned diagonals are unused]",
        when=_is_solution_only,
        removes="lapack_gtsv",
        domain=tridiagonal,
        error=_error,
    )(solve_tridiagonal)

    _routine = "orgqr" if _letter_of_type in "sd" else "ungqr"
    legalization(
        f"custom_call @lapack_{_letter_of_type}{_routine}_ffi(a, taus) ~> while(0, identity), "
        "one reflector per step  [all are static]",
        removes="lapack_orgqr",
        domain=reflectors,
        error=_error,
    )(product_of_reflectors)

    for _routine in ("gesdd", "gesvd"):
        legalization(
            f"custom_call @lapack_{_letter_of_type}{_routine}_ffi(x) ~> while(0, x and identity), "
            "one sweep of rotations per step  [all are static, and its mode is in backend_config]",
            when=lambda match, x: "mode" in config_of(match) and len(match.types) == 5,
            removes="lapack_gesdd",
            domain=matrices,
            error=UpToSigns(_error),
        )(_singular)

    _routine = "syevd" if _letter_of_type in "sd" else "heevd"
    legalization(
        f"custom_call @lapack_{_letter_of_type}{_routine}_ffi(x) ~> while(0, x and identity), "
        "one sweep of rotations per step  [all are static, and its options are in backend_config]",
        when=lambda match, x: {"mode", "uplo"} <= {*config_of(match)} and len(match.types) == 3,
        removes="lapack_syevd",
        domain=matrices,
        error=UpToSigns(_error),
    )(_spectrum)
