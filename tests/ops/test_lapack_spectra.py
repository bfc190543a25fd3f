"""LAPACK's eigenvalues and singular values, by what they are."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.types import TokenType, tensor_type
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.targets import CUSTOM_CALLS
from tests.ops.lapack import DTYPES, adjoint, matrices, same


def call(target, *operands, types, **options):
    """Call a routine; `types` are (shape, dtype) of the results before info, options are letters."""
    types = [tensor_type(shape, element_type_of(np.dtype(dtype))) for shape, dtype in types]
    types.append(tensor_type(operands[0].shape[:-2], "i32"))
    config = {name: ord(letter) for name, letter in options.items()}
    return CUSTOM_CALLS[f"lapack_{target}_ffi"](operands, {"backend_config": config}, types)


def real_of(letter):
    return {"c": "f4", "z": "f8"}.get(letter, DTYPES[letter])


def complex_of(letter):
    return {"s": "c8", "d": "c16"}.get(letter, DTYPES[letter])


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (2, 0)])
@pytest.mark.parametrize("mode", "ASN")
@pytest.mark.parametrize("routine", ["gesdd", "gesvd"])
@pytest.mark.parametrize("letter", DTYPES)
def test_singular_values(letter, routine, mode, shape) -> None:
    rows, columns = shape
    count = min(shape)
    matrix, dtype = matrices(letter, 2, *shape), DTYPES[letter]
    sides = (
        ((2, rows, count), (2, count, columns)) if mode == "S" else ((2, rows, rows), (2, columns, columns))
    )
    types = [(matrix.shape, dtype), ((2, count), real_of(letter)), *((side, dtype) for side in sides)]
    _, values, left, right, info = call(f"{letter}{routine}", matrix, types=types, mode=mode)
    assert info.tolist() == [0, 0]
    gram = matrix @ adjoint(matrix) if rows < columns else adjoint(matrix) @ matrix
    same(letter, values**2, np.linalg.eigvalsh(gram)[:, ::-1].astype(values.dtype))
    if mode != "N":
        same(letter, (left[..., :count] * values[:, None]) @ right[:, :count], matrix)
        for vectors in (adjoint(left) @ left, right @ adjoint(right)):
            same(letter, vectors, np.broadcast_to(np.eye(vectors.shape[-1], dtype=dtype), vectors.shape))


@pytest.mark.parametrize("uplo", "LU")
@pytest.mark.parametrize("letter", DTYPES)
def test_eigenvalues_of_hermitian_matrices(letter, uplo) -> None:
    half = matrices(letter, 2, 5, 5)
    matrix, junk = half + adjoint(half), matrices(letter, 2, 5, 5, seed=1)
    is_below = np.tri(5, k=-1, dtype=bool)
    given = np.where(is_below.T if uplo == "L" else is_below, junk, matrix)
    types = [(matrix.shape, DTYPES[letter]), ((2, 5), real_of(letter))]
    name = f"{letter}heevd" if letter in "cz" else f"{letter}syevd"
    vectors, values, info = call(name, given, types=types, mode="V", uplo=uplo)
    same(letter, (vectors * values[:, None]) @ adjoint(vectors), matrix)
    assert (np.diff(values) >= 0).all()
    assert info.tolist() == [0, 0]
    _, alone, _ = call(name, given, types=types, mode="N", uplo=uplo)
    same(letter, alone, values)


@pytest.mark.parametrize("letter", DTYPES)
def test_eigenvalues(letter) -> None:
    matrix = matrices(letter, 2, 5, 5)
    parts = [((2, 5), real_of(letter))] * 2 if letter in "sd" else [((2, 5), DTYPES[letter])]
    types = [*parts, *[((2, 5, 5), complex_of(letter))] * 2]
    options = {"compute_left": "V", "compute_right": "V"}
    *values, left, right, info = call(f"{letter}geev", matrix, types=types, **options)
    value = values[0] + 1j * values[1] if letter in "sd" else values[0]
    same(letter, matrix @ right, right * value[:, None])
    same(letter, adjoint(left) @ matrix, adjoint(left) * value[..., None])
    same(letter, np.linalg.norm(left, axis=-2), np.ones((2, 5), left.real.dtype))
    assert info.tolist() == [0, 0]
    *alone, left, right, _ = call(f"{letter}geev", matrix, types=types, compute_left="N", compute_right="N")
    assert not left.any()
    assert not right.any()
    alone = alone[0] + 1j * alone[1] if letter in "sd" else alone[0]
    same(letter, np.sort_complex(alone), np.sort_complex(value))


def test_left_eigenvectors_without_a_basis() -> None:
    types = [((2,), "f4"), ((2,), "f4"), ((2, 2), "c8"), ((2, 2), "c8")]
    jordan = np.array([[0, 1], [0, 0]], np.float32)
    with pytest.raises(Unsupported, match="defective matrix"):
        call("sgeev", jordan, types=types, compute_left="V", compute_right="V")


JORDAN = np.diag([2.0] * 5) + np.diag([1.0] * 4, 1)


@pytest.mark.parametrize("letter", DTYPES)
@pytest.mark.parametrize("kind", ["random", "rotation", "jordan"])
def test_schur_form(letter, kind) -> None:
    turned, _ = np.linalg.qr(matrices(letter, 5, 5, seed=2))
    shift = np.roll(np.eye(5), 1, 0)  # its eigenvalues are the fifth roots of one
    middle = {"random": matrices(letter, 5, 5), "rotation": shift, "jordan": JORDAN}[kind]
    matrix = (turned @ middle @ adjoint(turned)).astype(DTYPES[letter])
    parts = [((5,), real_of(letter))] * 2 if letter in "sd" else [((5,), DTYPES[letter])]
    types = [*[((5, 5), DTYPES[letter])] * 2, *parts, ((), "i4")]
    form, basis, *values, count, info = call(f"{letter}gees", matrix, types=types, mode="V", sort="N")
    assert (count, info) == (0, 0)
    same(letter, basis @ form @ adjoint(basis), matrix)
    same(letter, adjoint(basis) @ basis, np.eye(5, dtype=basis.dtype))
    blocks = [column for column in range(4) if form[column + 1, column]]
    assert not np.tril(form, -2).any()
    if letter in "cz":
        assert not blocks
        same(letter, np.diagonal(form), values[0])
    else:
        assert not any(column + 1 in blocks for column in blocks)
        same(letter, np.diagonal(form), values[0])  # both parts of a block's diagonal are the same
        assert {*blocks, *(column + 1 for column in blocks)} == set(np.flatnonzero(values[1]))


def test_what_does_not_converge() -> None:
    bad = np.stack([np.eye(3), np.full((3, 3), np.nan)]).astype(np.float32)
    types = [((2, 3, 3), "f4"), ((2, 3), "f4")]
    _, values, info = call("ssyevd", bad, types=types, mode="V", uplo="L")
    assert info.tolist() == [0, 1]
    assert np.isnan(values).tolist() == [[False] * 3, [True] * 3]
    types = [((2, 3, 3), "f4"), ((2, 3), "f4"), *[((2, 3, 3), "f4")] * 2]
    _, values, _, _, info = call("sgesdd", bad, types=types, mode="A")
    assert info.tolist() == [0, 1]
    assert np.isnan(values).tolist() == [[False] * 3, [True] * 3]


@pytest.mark.parametrize("size", [1, 2, 6])
@pytest.mark.parametrize("letter", DTYPES)
def test_tridiagonal_systems(letter, size) -> None:
    below, middle, above = matrices(letter, 3, 2, size)
    middle = middle + middle.dtype.type(4)
    right = matrices(letter, 2, size, 3, seed=1)
    *_, solution, info = CUSTOM_CALLS[f"lapack_{letter}gtsv_ffi"]((below, middle, above, right), {}, ())
    assert info.tolist() == [0, 0]
    for index in range(2):
        matrix = np.diag(middle[index]) + np.diag(below[index, 1:], -1) + np.diag(above[index, :-1], 1)
        same(letter, matrix @ solution[index], right[index])


def test_results_of_unknown_sizes() -> None:
    with pytest.raises(Unsupported, match="dynamic result"):
        CUSTOM_CALLS["lapack_sgees_ffi"]((np.eye(2),), {"backend_config": {"sort": 78}}, [TokenType()])
