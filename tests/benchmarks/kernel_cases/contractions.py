"""dot_general."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.benchmarks.kernels import ByHand, Kernel
from tests.benchmarks.models import Array

# Tables of cases: each on as few lines as it takes.
# fmt: off


def cases() -> Iterator[Kernel]:
    """Operands laid out in many ways, and of all types."""
    yield from _layouts()
    yield from _integers()
    yield from _floats()


def dot(
    case: str, lhs: str, rhs: str, result: str, batching: str, contracting: str, *by_hand: ByHand, **more: Any
) -> Kernel:
    """A case whose dimensions are written as in the pretty form: "[0] x [1]"."""
    fields = []
    for kind, axes in {"batching": batching, "contracting": contracting}.items():
        left, right = axes.split(" x ") if axes else ("[]", "[]")
        fields += [f"lhs_{kind}_dimensions = {left}", f"rhs_{kind}_dimensions = {right}"]
    attributes = f"dot_dimension_numbers = #stablehlo.dot<{', '.join(fields)}>"
    return Kernel("dot_general", case, f"{lhs}, {rhs}", result, by_hand, attributes, **more)


def square(type: str, result: str, *by_hand: ByHand, size: int = 384, label: str = "", **more: Any) -> Kernel:
    """A product of square matrices."""
    shape = f"{size}x{size}x"
    label = label or f"{type} to {result}"
    return dot(label, shape + type, shape + type, shape + result, "", "[1] x [0]", *by_hand, **more)


def _layouts() -> Iterator[Kernel]:
    yield square("f32", "f32", np.matmul, size=512)
    yield square("f64", "f64", np.matmul, size=512)
    yield dot("lhs transposed", "512x512xf32", "512x512xf32", "512x512xf32", "", "[0] x [0]",
              lambda x, y: x.T @ y)
    yield dot("rhs transposed", "512x512xf32", "512x512xf32", "512x512xf32", "", "[1] x [1]",
              lambda x, y: x @ y.T)
    yield dot("batch first", "64x128x64xf32", "64x64x128xf32", "64x128x128xf32", "[0] x [0]", "[2] x [1]",
              np.matmul)
    yield dot("attention, batch and heads", "8x256x12x64xf32", "8x256x12x64xf32", "8x12x256x256xf32",
              "[0, 2] x [0, 2]", "[3] x [3]",
              lambda x, y: x.transpose(0, 2, 1, 3) @ y.transpose(0, 2, 3, 1))
    yield dot("batch last", "64x96x512xf32", "96x64x512xf32", "512x64x64xf32", "[2] x [2]", "[1] x [0]",
              lambda x, y: x.transpose(2, 0, 1) @ y.transpose(2, 0, 1),
              lambda x, y: np.einsum("ikb,kjb->bij", x, y, optimize=True))
    yield dot("many tiny matrices", "20000x4x4xf32", "20000x4x4xf32", "20000x4x4xf32", "[0] x [0]",
              "[2] x [1]", np.matmul, lambda x, y: np.einsum("bij,bjk->bik", x, y))
    yield dot("many tiny matrices, batch last", "4x4x20000xf32", "4x4x20000xf32", "20000x4x4xf32",
              "[2] x [2]", "[1] x [0]", lambda x, y: np.einsum("ijb,jkb->bik", x, y),
              lambda x, y: x.transpose(2, 0, 1) @ y.transpose(2, 0, 1),
              lambda x, y: (x[:, :, None] * y).sum(1).transpose(2, 0, 1))
    yield dot("dot products of rows", "4096x256xf32", "4096x256xf32", "4096xf32", "[0] x [0]", "[1] x [1]",
              lambda x, y: np.einsum("ij,ij->i", x, y), lambda x, y: (x * y).sum(1))
    yield dot("products of elements", "1024x1024xf32", "1024x1024xf32", "1024x1024xf32",
              "[0, 1] x [0, 1]", "", np.multiply)
    yield dot("matrix, vector", "2048x2048xf32", "2048xf32", "2048xf32", "", "[1] x [0]", np.dot)
    yield dot("vector, matrix", "2048xf32", "2048x2048xf32", "2048xf32", "", "[0] x [0]", np.dot)
    yield dot("vectors", "1000000xf32", "1000000xf32", "f32", "", "[0] x [0]", np.dot)
    yield dot("outer product", "1500xf32", "1500xf32", "1500x1500xf32", "", "", np.multiply.outer)
    yield dot("tall, narrow", "100000x8xf32", "8x4xf32", "100000x4xf32", "", "[1] x [0]", np.matmul)
    yield dot("few rows", "4x2048xf32", "2048x2048xf32", "4x2048xf32", "", "[1] x [0]", np.matmul)
    yield dot("few rows, rhs transposed", "4x2048xf32", "2048x2048xf32", "4x2048xf32", "", "[1] x [1]",
              lambda x, y: x @ y.T)
    yield dot("two contracting", "64x32x128xf32", "32x128x256xf32", "64x256xf32", "", "[1, 2] x [0, 1]",
              lambda x, y: np.tensordot(x, y, 2))
    yield dot("two contracting, crossed", "32x64x128xf32", "128x32x256xf32", "64x256xf32", "",
              "[0, 2] x [1, 0]", lambda x, y: np.tensordot(x, y, ([0, 2], [1, 0])))
    yield dot("contracting in the middle", "64x256x64xf32", "48x256x32xf32", "64x64x48x32xf32", "",
              "[1] x [1]", lambda x, y: np.tensordot(x, y, ([1], [1])))
    yield dot("batch, matrix, vector", "64x256x256xf32", "64x256xf32", "64x256xf32", "[0] x [0]", "[2] x [1]",
              lambda x, y: np.matmul(x, y[..., None])[..., 0], lambda x, y: np.einsum("bij,bj->bi", x, y))


# -- integers: numpy's own product of them does not go through BLAS, and is slower than einsum -----------


def looped(x: Array, y: Array) -> Array:
    """The product in integers."""
    return np.einsum("ij,jk->ik", x, y)


def through(dtype: type[np.floating[Any]]) -> ByHand:
    """The product in floats, which are exact for what the case draws, wrapped."""
    return lambda x, y: (x.astype(dtype) @ y.astype(dtype)).astype(np.int64)


def wrapping(x: Array, y: Array) -> Array:
    """The product of 64 bits from those of digits of 22 bits, which are exact in f64 for up to 512 terms."""
    mask, places = np.uint64(0x3FFFFF), np.array([0, 22, 44], np.uint64)
    left, right = ([(z.view(np.uint64) >> place & mask).astype(float) for place in places] for z in (x, y))
    total = np.zeros((len(x), y.shape[1]), np.uint64)
    for i, j in ((0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0)):
        total += (left[i] @ right[j]).astype(np.uint64) << np.uint64(22 * (i + j))
    return total.view(x.dtype)


def _integers() -> Iterator[Kernel]:
    narrow, wide = through(np.float32), through(np.float64)
    yield square("i2", "i32", narrow)
    yield square("i4", "i32", narrow)
    yield square("i8", "i32", narrow)
    yield square("ui8", "i32", wide)
    yield square("i8", "i8", narrow)
    yield square("i16", "i32", wide)
    yield square("i16", "i16", wide)
    yield square("ui16", "ui16", wide)
    yield square("i32", "i32", narrow, label="i32 of few bits", ranges={0: (-9, 9), 1: (-9, 9)})
    yield square("i32", "i32", looped)
    yield square("ui32", "ui32", looped)
    yield square("i64", "i64", narrow, label="i64 of few bits", ranges={0: (-9, 9), 1: (-9, 9)})
    yield square("i64", "i64", looped, wrapping)
    yield square("ui64", "ui64", looped, wrapping)
    yield square("i1", "i1", lambda x, y: np.dot(x.astype(np.float32), y.astype(np.float32)) > 0)
    yield dot("matrix, vector of i32", "1000x1000xi32", "1000xi32", "1000xi32", "", "[1] x [0]", np.matmul,
              lambda x, y: np.einsum("ij,j->i", x, y))
    yield dot("vectors of i64", "1000000xi64", "1000000xi64", "i64", "", "[0] x [0]", np.dot)
    yield dot("tiny matrices of i32", "5000x4x4xi32", "5000x4x4xi32", "5000x4x4xi32", "[0] x [0]",
              "[2] x [1]", np.matmul)
    yield dot("many terms of i8", "8x200000xi8", "200000x8xi8", "8x8xi32", "", "[1] x [0]", wide)
    yield dot("outer product of i32", "1000xi32", "1000xi32", "1000x1000xi32", "", "", np.multiply.outer)


# -- other types --------------------------------------------------------------------------------------


def _rounded_once(x: Array, y: Array) -> Array:
    return (x.astype(np.float32) @ y.astype(np.float32)).astype(x.dtype)


def _floats() -> Iterator[Kernel]:
    for type in ("bf16", "f16", "f8E4M3FN", "f8E5M2"):
        yield square(type, type, _rounded_once)
    yield square("bf16", "f32", lambda x, y: x.astype(np.float32) @ y.astype(np.float32))
    yield square("complex<f32>", "complex<f32>", np.matmul, size=256)
    yield square("complex<f64>", "complex<f64>", np.matmul, size=256)
    yield dot("many tiny matrices of complex<f32>", "5000x4x4xcomplex<f32>", "5000x4x4xcomplex<f32>",
              "5000x4x4xcomplex<f32>", "[0] x [0]", "[2] x [1]", np.matmul,
              lambda x, y: np.einsum("bij,bjk->bik", x, y))
