"""LAPACK routines on empty matrices, on batches of any rank and on matrices that are read in part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.types import element_type_named, tensor_type
from stablehlo_tools.ops.targets import CUSTOM_CALLS
from tests.ops.lapack import DTYPES, adjoint, matrices

pytestmark = pytest.mark.slow


class Call(NamedTuple):
    """A routine without its letter, its operands and options, and the shapes of its results, and types.

    `unread` says where the first operand is not read.
    """

    routine: str
    operands: list[Any]
    options: dict[str, Any]
    results: list[tuple[tuple[int, ...], str]]
    unread: Any = False


def calls(letter: str, batch: tuple[int, ...], size: int) -> Iterator[Call]:
    """A call, or some, of every routine that has a square matrix, or one of `size` rows."""
    general = matrices(letter, *batch, size, size)
    definite = general @ adjoint(general) + size * np.eye(size, dtype=general.dtype)
    square, vector, info = (*batch, size, size), (*batch, size), (batch, "i4")
    is_below = np.tri(size, k=-1, dtype=bool)
    reads = {"L": is_below.T, "U": is_below}
    is_complex = letter in "cz"
    values = [(vector, "same")] if is_complex else [(vector, "real")] * 2
    for uplo, unread in reads.items():
        yield Call("potrf", [definite], {"uplo": uplo}, [(square, "same"), info], unread)
        for mode in "VN":
            name, results = "heevd" if is_complex else "syevd", [(square, "same"), (vector, "real"), info]
            yield Call(name, [definite], {"mode": mode, "uplo": uplo}, results, unread)
        if size:
            off = (*batch, size - 1)
            results = [(square, "same"), (vector, "real"), (off, "real"), (off, "same"), info]
            yield Call("hetrd" if is_complex else "sytrd", [definite], {"uplo": uplo}, results, unread)
        for diag in "NU":
            options = {"side": "L", "uplo": uplo, "trans_x": "C", "diag": diag}
            skipped = unread | np.eye(size, dtype=bool) if diag == "U" else unread
            yield Call("trsm", [definite, general], options, [(square, "same")], skipped)
    for side in "VN":
        options = {"compute_left": side, "compute_right": side}
        yield Call("geev", [general], options, [*values, (square, "complex"), (square, "complex"), info])
    yield Call("gees", [general], {"mode": "V", "sort": "N"}, [*[(square, "same")] * 2, *values, info, info])
    if size:
        results = [(square, "same"), ((*batch, size - 1), "same"), info]
        yield Call("gehrd", [general], {"low": 1, "high": size}, results)
    lines = [general[..., 0], general[..., 1] + 4, general[..., 2]] if size > 2 else [general.sum(-1) + 4] * 3
    yield Call("gtsv", [*lines, general], {}, [*[(vector, "same")] * 3, (square, "same"), info])
    for columns in (0, size, size + 2):
        wide, count = matrices(letter, *batch, size, columns), min(size, columns)
        shape, taus = (*batch, size, columns), (*batch, count)
        yield Call("getrf", [wide], {}, [(shape, "same"), (taus, "i4"), info])
        yield Call("geqrf", [wide], {}, [(shape, "same"), (taus, "same")])
        pivots = np.zeros((*batch, columns), np.int32)
        yield Call("geqp3", [wide, pivots], {}, [(shape, "same"), (pivots.shape, "i4"), (taus, "same")])
        for mode in "ASN":
            left, right = (count, count) if mode == "S" else (size, columns)
            sides = [((*batch, size, left), "same"), ((*batch, right, columns), "same")]
            results = [(shape, "same"), (taus, "real"), *sides, info]
            yield Call("gesdd", [wide], {"mode": mode}, results)
            yield Call("gesvd", [wide], {"mode": mode}, results)
        if columns <= size:
            factors = matrices(letter, *taus, seed=1)
            unread = ~np.tri(size, columns, -1, dtype=bool)
            name = "ungqr" if is_complex else "orgqr"
            yield Call(name, [wide, factors], {}, [(shape, "same")], unread)
            name = "unmqr" if is_complex else "ormqr"
            sides_of = {"left": True, "transpose": False}
            yield Call(name, [wide, factors, general], sides_of, [(square, "same")], unread)


def computed(letter: str, call: Call) -> list[Any]:
    """The results, of the shapes and types that the call has."""
    dtypes: dict[str, Any] = {
        "same": DTYPES[letter], "i4": np.int32,
        "real": np.zeros(0, DTYPES[letter]).real.dtype, "complex": np.result_type(DTYPES[letter], "c8"),
    }  # fmt: skip
    wanted = [(shape, np.dtype(dtypes[name])) for shape, name in call.results]
    types = [tensor_type(shape, element_type_of(dtype)) for shape, dtype in wanted]
    function = CUSTOM_CALLS[f"lapack_{letter}{call.routine}_ffi"]
    config = {name: _option(value) for name, value in call.options.items()}
    results = [np.asarray(each) for each in function(call.operands, {"backend_config": config}, types)]
    assert [(each.shape, each.dtype) for each in results] == wanted
    return results


def _option(value: Any) -> Any:
    if isinstance(value, str):
        return Integer(ord(value), element_type_named("ui8"))
    return value if isinstance(value, bool) else Integer(value, element_type_named("i32"))


@pytest.mark.parametrize("size", [0, 4])
@pytest.mark.parametrize("batch", [(), (0,), (2, 3)])
@pytest.mark.parametrize("letter", DTYPES)
def test_batches(letter, batch, size) -> None:
    """Each matrix of a batch has the results that it has by itself."""
    for call in calls(letter, batch, size):
        results = computed(letter, call)
        for index in np.ndindex(batch):
            alone = call._replace(
                operands=[each[index] for each in call.operands],
                results=[(shape[len(batch) :], name) for shape, name in call.results],
            )
            for result, expected in zip(results, computed(letter, alone), strict=True):
                np.testing.assert_allclose(result[index], expected, 1e-3, 1e-3, err_msg=str(call))


@pytest.mark.parametrize("batch", [(), (2, 3)])
@pytest.mark.parametrize("letter", DTYPES)
def test_what_is_not_read(letter, batch) -> None:
    """NaN may be in the other triangle; of a Hermitian matrix, in what is imaginary in the diagonal."""
    for call in calls(letter, batch, 4):
        matrix = np.where(call.unread, DTYPES[letter](np.nan), call.operands[0])
        if letter in "cz" and call.routine in ("potrf", "heevd", "hetrd"):
            matrix.imag[..., range(4), range(4)] = np.nan
        found = computed(letter, call._replace(operands=[matrix, *call.operands[1:]]))
        for number, (result, expected) in enumerate(zip(found, computed(letter, call), strict=True)):
            in_place = number == 0 and result.shape == matrix.shape
            counts = ~np.broadcast_to(call.unread, result.shape) if in_place else np.ones(result.shape, bool)
            if call.routine in ("heevd", "syevd"):  # vectors take the place of the matrix, or nothing does
                counts = np.full(result.shape, number > 0 or call.options["mode"] == "V")
            if call.routine in ("trsm", "orgqr", "ungqr", "ormqr", "unmqr"):
                counts = np.ones(result.shape, bool)
            np.testing.assert_array_equal(result[counts], expected[counts], err_msg=str(call))


def test_eigenvalues_of_one_triangle() -> None:
    """Those of numpy, of the matrix that the triangle stands for."""
    half = np.array([[2, np.nan, np.nan], [1 - 1j, 3, np.nan], [4j, 0.5, -1]])
    whole = np.array([[2, 1 + 1j, -4j], [1 - 1j, 3, 0.5], [4j, 0.5, -1]])
    half.imag[range(3), range(3)] = np.nan
    call = Call("heevd", [half], {"mode": "V", "uplo": "L"}, [((3, 3), "same"), ((3,), "real"), ((), "i4")])
    vectors, values, info = computed("z", call)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(whole))
    np.testing.assert_allclose(whole @ vectors, vectors * values, atol=1e-12)
    assert info == 0
