"""Discrete Fourier transforms as products with matrices of cosines and sines.

They are those of the specification of `fft`, in n^2 steps each: for consumers that have no `fft`, or only for
some lengths.
"""

from __future__ import annotations

import math
from typing import Final

from stablehlo_tools.ir.types import I32, ElementType, TensorType
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.rules.linear_algebra import bounded
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, iota, on_terms

_LENGTHS: Final = math.isqrt(2**31 - 1)  # whose squares are numbers of i32


def _waves(match: Match, rows: int, columns: int, type: ElementType, length: int, sign: int) -> Term:
    """The matrix exp(sign 2 pi i k t / length), with an angle below 2 pi: only those are exact everywhere."""
    index = TensorType((rows, columns), I32)
    k, t = (iota(match, axis, index) for axis in range(2))
    angle = (k * t).apply("remainder", length).convert(type) * (sign * 2 * math.pi / length)
    return angle.apply("cosine").with_imaginary(angle.apply("sine"))


def _product(x: Term, waves: Term, axis: int) -> Term:
    """The product along a dimension of an array."""
    product = x.op("dot_general", waves, lhs_contracting_dimensions=[axis], rhs_contracting_dimensions=[0])
    order = list(range(x.rank - 1))
    order.insert(axis, x.rank - 1)
    return product.transpose(order)


def _transformed(match: Match, x: Term) -> Term:
    """The transform along the last dimensions; the one of real numbers comes first or last."""
    kind, lengths = match.attributes["fft_type"], list(match.attributes["fft_length"])
    spectrum, sign, last = x, -1 if kind in ("FFT", "RFFT") else 1, lengths.pop()
    axis = spectrum.rank - 1
    real = tensor(match.result if kind == "IRFFT" else x.value).element_type if "R" in kind else None
    parts = real or spectrum.parts()[0].element_type
    assert isinstance(parts, ElementType)
    if kind == "RFFT":
        waves = _waves(match, last, last // 2 + 1, parts, last, sign)
        spectrum = _product(spectrum.with_imaginary(spectrum.like(0)), waves, axis)
    for place, length in enumerate(lengths, axis - len(lengths)):
        spectrum = _product(spectrum, _waves(match, length, length, parts, length, sign), place)
    if kind == "IRFFT":
        spectrum = _real_of_half(spectrum, last, sign)
    elif kind != "RFFT":
        spectrum = _product(spectrum, _waves(match, last, last, parts, last, sign), axis)
    return spectrum * (1 / math.prod([*lengths, last])) if sign > 0 else spectrum


def _real_of_half(x: Term, length: int, sign: int) -> Term:
    """The real transform of the first half of a spectrum, whose other half is its conjugate.

    All but the number of the mean, and the one in the middle, count twice.
    """
    match, (real, imaginary) = x.match, x.parts()
    rows, axis = length // 2 + 1, x.rank - 1
    cosine, sine = _waves(match, rows, length, real.element_type, length, sign).parts()
    row = iota(match, 0, TensorType((rows, length), I32))
    is_twice = (row * 2).apply("remainder", length).compare("NE", 0)
    cosine, sine = (is_twice.select(wave * 2, wave) for wave in (cosine, sine))
    return _product(real, cosine, axis) - _product(imaginary, sine, axis)


for _part, _error in (("f32", 1e-4), ("f64", 1e-12)):
    _whole = f"complex<{_part}>"
    legalization(
        f"fft(x) ~> dot_general(x, cosines and sines), one product per dimension, in {_part}  "
        f"[x has elements and a static shape, and no length exceeds {_LENGTHS:,}]",
        when=lambda match, x, names=(_part, _whole): (
            str(tensor(x).element_type) in names
            and tensor(x).is_static
            and 0 not in tensor(x).static_shape
            and max(match.attributes["fft_length"]) <= _LENGTHS
        ),
        domain=lambda arrays: [bounded(array).astype(array.dtype) for array in arrays],
        error=_error,
    )(on_terms(_transformed))
