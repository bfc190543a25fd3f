"""Calls of LAPACK's routines, in ops."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.ir.edit import users
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import I32, TensorType
from stablehlo_tools.ops.custom_calls.lapack import option_letter, options_of_trsm
from stablehlo_tools.rewrite.rewriter import Match, UpToSigns, legalization
from stablehlo_tools.rewrite.rules.legalize_calls import config_of
from stablehlo_tools.rewrite.rules.linear_algebra import (
    dominant,
    lu_factors,
    matrices,
    parts_of,
    positive,
    product_of_reflectors,
    qr_factors,
    reflectors,
)
from stablehlo_tools.rewrite.rules.spectra import eigenvectors, svd
from stablehlo_tools.rewrite.rules.tridiagonal import solve_tridiagonal, tridiagonal
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, iota, on_terms, reduced


def _letter(match: Match, name: str) -> str:
    """An option of a LAPACK routine, which is a letter."""
    return option_letter({"backend_config": config_of(match)}, name)


_SOLVER: Final = ("side", "uplo", "diag", "trans_x")


@on_terms
def _solved(match: Match, a: Term, b: Term) -> Term:
    options = options_of_trsm({"backend_config": config_of(match)})
    return a.op("triangular_solve", b, results=match.types, **options)


def _is_solution_only(match: Match, below: Value, middle: Value, above: Value, right: Value) -> bool:
    """Whether a call returns all results of gtsv, and its upper factor has no uses."""
    return (
        len(match.types) == 5
        and 0 not in tensor(right).static_shape
        and not any(map(users, match.operation.results[:3]))
    )


def _is_lower(match: Match) -> bool:
    return _letter(match, "uplo") == "L"


@on_terms
def _factor(match: Match, x: Term) -> list[Term]:
    """The factor beside the other triangle of the matrix, and 1 where that is not positive definite."""
    rank, rows = x.rank, x.shape[-1]
    factor = x.op("cholesky", lower=_is_lower(match))
    square = TensorType((rows, rows), I32)
    row, column = (iota(match, axis, square) for axis in range(2))
    triangle = row >= column if _is_lower(match) else row <= column
    chosen = triangle.broadcast([rank - 2, rank - 1], x.shape)
    return [chosen.select(factor, x), _failures(factor, chosen)]


def _failures(factor: Term, chosen: Term) -> Term:
    """1 for each matrix with a NaN in the triangle of its factor, else 0."""
    part = parts_of(factor)[0]
    failures = reduced("or", part.compare("NE", part) & chosen, 0, [factor.rank - 2, factor.rank - 1])
    return failures.convert(I32)


@on_terms
def _singular(match: Match, x: Term) -> list[Term]:
    return svd(match, x, has_vectors=_letter(match, "mode") != "N")


@on_terms
def _spectrum(match: Match, x: Term) -> list[Term]:
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
    )(on_terms(lu_factors))
    legalization(
        f"custom_call @lapack_{_letter_of_type}geqrf_ffi(x) ~> while(0, x, 0), one column of QR per step  "
        "[all are static, and it returns factors and taus]",
        when=lambda match, x: len(match.types) == 2,
        removes="lapack_geqrf",
        domain=dominant(0),
        error=_error,
    )(on_terms(qr_factors))
    legalization(
        f"custom_call @lapack_{_letter_of_type}gtsv_ffi(below, middle, above, right) ~> "
        "while(0, rows, upper factor), while(0, solution)  "
        "[all are static, and right is not empty, and the returned diagonals are unused]",
        when=_is_solution_only,
        removes="lapack_gtsv",
        domain=tridiagonal,
        error=_error,
    )(on_terms(solve_tridiagonal))

    _routine = "orgqr" if _letter_of_type in "sd" else "ungqr"
    legalization(
        f"custom_call @lapack_{_letter_of_type}{_routine}_ffi(a, taus) ~> while(0, identity), "
        "one reflector per step  [all are static]",
        removes="lapack_orgqr",
        domain=reflectors,
        error=_error,
    )(on_terms(product_of_reflectors))

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
