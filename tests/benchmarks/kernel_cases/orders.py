"""sort and top_k, and what goes to other libraries: fft, cholesky, triangular_solve, random bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.benchmarks.kernel_cases.windows import region
from tests.benchmarks.kernels import ByHand, Kernel
from tests.benchmarks.models import Array

# Tables of cases: each on as few lines as it takes.
# fmt: off


def cases() -> Iterator[Kernel]:
    """Long lines and many short ones, of several types and orders."""
    yield from _sorts()
    yield from _comparators()
    yield from _transforms()
    yield from _systems()
    yield from _random_bits()


def compared(direction: str, left: str, right: str, type: str, kind: str) -> str:
    """A comparison of scalars, without the name of its result."""
    scalar = f"tensor<{type}>"
    return f"stablehlo.compare {direction}, {left}, {right}, {kind} : ({scalar}, {scalar}) -> tensor<i1>"


def sort(
    case: str, operands: str, axis: int, comparator: str, *by_hand: ByHand,
    is_stable: bool = True, **more: Any,
) -> Kernel:  # fmt: skip
    """A case whose comparator says %r of pairs of scalars %a, %b, %c, ..."""
    types = [type.rpartition("x")[2] for type in operands.split(", ") for _ in range(2)]
    attributes = f"dimension = {axis} : i64, is_stable = {str(is_stable).lower()}"
    body = region(", ".join(types), comparator, "%r, i1")
    return Kernel("sort", case, operands, operands, by_hand, attributes, [body], **more)


def _sorts() -> Iterator[Kernel]:
    for type, kind in (("f32", "FLOAT"), ("f64", "FLOAT"), ("i32", "SIGNED"), ("i64", "SIGNED"),
                       ("ui8", "UNSIGNED"), ("i16", "SIGNED"), ("ui64", "UNSIGNED")):  # fmt: skip
        less = f"%r = {compared('LT', '%a', '%b', type, kind)}"
        yield sort(f"a line of {type}", f"300000x{type}", 0, less, np.sort,
                   lambda x: np.sort(x, kind="stable"))
    less, greater = (f"%r = {compared(how, '%a', '%b', 'f32', 'FLOAT')}" for how in ("LT", "GT"))
    total = f"%r = {compared('LT', '%a', '%b', 'f32', 'TOTALORDER')}"
    half = f"%r = {compared('LT', '%a', '%b', 'bf16', 'FLOAT')}"
    yield sort("a line, total order", "300000xf32", 0, total, np.sort)
    yield sort("a line of bf16", "300000xbf16", 0, half,
               lambda x: np.sort(x.astype(np.float32)).astype(x.dtype))
    yield sort("a line, not stable", "300000xf32", 0, less, np.sort, is_stable=False)
    yield sort("a line, descending", "300000xf32", 0, greater, lambda x: np.sort(x)[::-1])
    yield sort("many rows", "30000x16xf32", 1, less, lambda x: np.sort(x, 1))
    yield sort("rows", "300x1000xf32", 1, less, lambda x: np.sort(x, 1))
    yield sort("columns", "1000x300xf32", 0, less, lambda x: np.sort(x, 0))
    words = f"%r = {compared('LT', '%a', '%b', 'i32', 'SIGNED')}"
    yield sort("keys and values", "300000xi32, 300000xf32", 0, words, _by_key)
    yield sort("keys and values of f64", "300000xf64, 300000xf64", 0,
               f"%r = {compared('LT', '%a', '%b', 'f64', 'FLOAT')}", _by_key)


def _by_key(keys: Array, values: Array) -> list[Array]:
    order = np.argsort(keys, kind="stable")
    return [keys[order], values[order]]


ZERO = "%zero = stablehlo.constant dense<0.0> : tensor<f32>"
# As JAX writes it: zeros of both signs are equal, and so are NaNs, which come last.
CANONICAL = "\n".join(
    f"%z{x} = stablehlo.constant dense<0.0> : tensor<f32>\n"
    f"%n{x} = stablehlo.constant dense<0x7FC00000> : tensor<f32>\n"
    f"%q{x} = {compared('EQ', f'%{x}', f'%z{x}', 'f32', 'FLOAT')}\n"
    f"%s{x} = stablehlo.select %q{x}, %z{x}, %{x} : tensor<i1>, tensor<f32>\n"
    f"%m{x} = {compared('NE', f'%{x}', f'%{x}', 'f32', 'FLOAT')}\n"
    f"%k{x} = stablehlo.select %m{x}, %n{x}, %s{x} : tensor<i1>, tensor<f32>"
    for x in "ab"
)
JAX_LESS = f"{CANONICAL}\n%r = {compared('LT', '%ka', '%kb', 'f32', 'TOTALORDER')}"
TWO_KEYS = (f"%v0 = {compared('LT', '%a', '%b', 'i32', 'SIGNED')}\n"
            f"%v1 = {compared('EQ', '%a', '%b', 'i32', 'SIGNED')}\n"
            f"%v2 = {compared('LT', '%c', '%d', 'f32', 'FLOAT')}\n%v3 = stablehlo.and %v1, %v2 : tensor<i1>\n"
            "%r = stablehlo.or %v0, %v3 : tensor<i1>")  # fmt: skip
# Of no key: how far elements are apart.
APART = (f"%v0 = stablehlo.subtract %a, %b : tensor<f32>\n{ZERO}\n"
         f"%r = {compared('LT', '%v0', '%zero', 'f32', 'FLOAT')}")  # fmt: skip


def _numbered(inputs: list[Array]) -> list[Array]:
    places = np.arange(inputs[1].shape[-1], dtype=np.int32)
    return [inputs[0], np.array(np.broadcast_to(places, inputs[1].shape))]


def _argsorted(x: Array, _: Array) -> list[Array]:
    order = np.argsort(x, -1, kind="stable")
    return [np.take_along_axis(x, order, -1), order]


def _by_two(x: Array, y: Array) -> list[Array]:
    order = np.lexsort((y, x))
    return [x[order], y[order]]


def _greatest(x: Array) -> list[Array]:
    places = np.argpartition(-x, 10, -1)[..., :10]
    values = np.take_along_axis(x, places, -1)
    order = np.argsort(-values, -1, kind="stable")
    return [np.take_along_axis(values, order, -1), np.take_along_axis(places, order, -1)]


def _comparators() -> Iterator[Kernel]:
    yield sort("as JAX, a line", "300000xf32", 0, JAX_LESS, np.sort)
    yield sort("argsort as JAX, a line", "300000xf32, 300000xi32", 0, JAX_LESS, _argsorted, prepare=_numbered)
    yield sort("argsort as JAX, many rows", "30000x16xf32, 30000x16xi32", 1, JAX_LESS, _argsorted,
               prepare=_numbered)
    yield sort("two keys", "300000xi32, 300000xf32", 0, TWO_KEYS, _by_two, ranges={0: (0, 1000)})
    yield sort("no keys", "20000xf32", 0, APART, np.sort)
    yield sort("no keys, rows", "2000x16xf32", 1, APART, np.sort)
    for case, shape, k in (("a line", "1000000", "10"), ("rows", "500x2000", "500x10")):
        yield Kernel("chlo.top_k", case, f"{shape}xf32", f"{k}xf32, {k}xi32", [_greatest], "k = 10 : i64")


# -- transforms and systems -----------------------------------------------------------------------------


def fft(case: str, kind: str, operand: str, result: str, length: str, by_hand: ByHand) -> Kernel:
    """A case, of lengths as in "16, 16"."""
    attributes = f"fft_type = #stablehlo<fft_type {kind}>, fft_length = array<i64: {length}>"
    return Kernel("fft", f"{kind} {case}", operand, result, [by_hand], attributes)


def _transforms() -> Iterator[Kernel]:
    single, double = "complex<f32>", "complex<f64>"
    yield fft("rows", "FFT", f"200x1024x{single}", f"200x1024x{single}", "1024", np.fft.fft)
    yield fft("rows of f64", "FFT", f"200x1024x{double}", f"200x1024x{double}", "1024", np.fft.fft)
    yield fft("a line", "FFT", f"262144x{single}", f"262144x{single}", "262144", np.fft.fft)
    yield fft("a prime", "FFT", f"100003x{single}", f"100003x{single}", "100003", np.fft.fft)
    yield fft("images", "FFT", f"4x256x256x{single}", f"4x256x256x{single}", "256, 256", np.fft.fft2)
    yield fft("cube", "FFT", f"64x64x64x{single}", f"64x64x64x{single}", "64, 64, 64", np.fft.fftn)
    yield fft("rows", "IFFT", f"200x1024x{single}", f"200x1024x{single}", "1024", np.fft.ifft)
    yield fft("rows", "RFFT", "200x1024xf32", f"200x513x{single}", "1024", np.fft.rfft)
    yield fft("images", "RFFT", "4x256x256xf32", f"4x256x129x{single}", "256, 256", np.fft.rfft2)
    yield fft("rows", "IRFFT", f"200x513x{single}", "200x1024xf32", "1024", np.fft.irfft)


def _definite(inputs: list[Array]) -> list[Array]:
    matrices = inputs[0] @ np.swapaxes(inputs[0], -1, -2)
    return [matrices + 8 * np.eye(matrices.shape[-1], dtype=matrices.dtype), *inputs[1:]]


def _triangular(inputs: list[Array]) -> list[Array]:
    return [np.linalg.cholesky(_definite(inputs)[0]), *inputs[1:]]


def _systems() -> Iterator[Kernel]:
    for case, shape in (("large", "400x400"), ("many small", "5000x6x6")):
        yield Kernel("cholesky", case, f"{shape}xf32", f"{shape}xf32", [np.linalg.cholesky], "lower = true",
                     prepare=_definite)
    attributes = ("left_side = true, lower = true, unit_diagonal = false, "
                  "transpose_a = #stablehlo<transpose NO_TRANSPOSE>")  # fmt: skip
    for case, shape, right in (("large", "400x400", "400x400"), ("one column", "400x400", "400x1"),
                               ("many small", "5000x6x6", "5000x6x6")):  # fmt: skip
        yield Kernel("triangular_solve", case, f"{shape}xf32, {right}xf32", f"{right}xf32", [np.linalg.solve],
                     attributes, prepare=_triangular)


def _random_bits() -> Iterator[Kernel]:
    for algorithm, state in (("THREE_FRY", 2), ("PHILOX", 3)):
        yield Kernel("rng_bit_generator", algorithm, f"{state}xui64", f"{state}xui64, 1000000xui32", [],
                     f"rng_algorithm = #stablehlo<rng_algorithm {algorithm}>")
