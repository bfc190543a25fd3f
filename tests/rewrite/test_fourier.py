"""Transforms as products of matrices are those of numpy."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.arrays import Array

KINDS = {
    "FFT": lambda x, n: np.fft.fftn(x, axes=range(-len(n), 0)),
    "IFFT": lambda x, n: np.fft.ifftn(x, axes=range(-len(n), 0)),
    "RFFT": lambda x, n: np.fft.rfftn(x, axes=range(-len(n), 0)),
    "IRFFT": lambda x, n: np.fft.irfftn(x, n, axes=range(-len(n), 0)),
}


def of_type(array: Array) -> str:
    name = {"f": "f", "c": "complex<f"}[array.dtype.kind]
    bits = array.real.dtype.itemsize * 8
    return f"tensor<{'x'.join(map(str, array.shape))}x{name}{bits}{'>' if name != 'f' else ''}>"


@pytest.mark.parametrize("lengths", [(1,), (2,), (7,), (12,), (3, 4), (2, 1, 5)], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_a_transform_is_that_of_numpy(kind: str, lengths: tuple[int, ...]) -> None:
    random = np.random.default_rng(len(lengths))
    for dtype, bound in ((np.float32, 1e-5), (np.float64, 1e-13)):
        last = lengths[-1] // 2 + 1 if kind == "IRFFT" else lengths[-1]
        x = random.standard_normal((2, *lengths[:-1], last)).astype(dtype)
        if kind != "RFFT":
            x = (x + 1j * x[::-1]).astype(np.result_type(dtype, np.complex64))
        expected = KINDS[kind](x, lengths)
        wanted = np.dtype(dtype if kind == "IRFFT" else np.result_type(dtype, np.complex64))
        types = of_type(x), of_type(expected.astype(wanted))
        lowered = stablehlo_tools.lower(
            f"func.func @main(%x: {types[0]}) -> {types[1]} {{\n"
            f"  %0 = stablehlo.fft %x, type = {kind}, length = [{', '.join(map(str, lengths))}] "
            f": ({types[0]}) -> {types[1]}\n  return %0 : {types[1]}\n}}",
            rewrites=["no-fft"],
        )
        assert "stablehlo.fft" not in str(lowered)
        (found,) = stablehlo_tools.run(lowered, [x])
        assert np.abs(found - expected).max() <= bound * max(1, np.abs(expected).max()), dtype
