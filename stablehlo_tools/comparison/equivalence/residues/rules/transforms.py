"""The rule of Fourier transforms."""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues import angles
from stablehlo_tools.comparison.equivalence.residues.call import Call
from stablehlo_tools.comparison.equivalence.residues.derived import unknown_of_all
from stablehlo_tools.comparison.equivalence.residues.domain import RULES
from stablehlo_tools.comparison.equivalence.residues.products import products
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.interpret.plans.stacks import on_each

T = FieldTensor
_LONGEST: Final = 1024  # transforms that are products with a matrix


@RULES.register("stablehlo.fft")
def _fft(call: Call, x: T) -> T:
    """Products with matrices of roots of one; long transforms, and those that round, are uninterpreted."""
    a, lengths, kind = call.arithmetic, call.attributes["fft_length"], call.attributes["fft_type"]
    if a.rounds or not all(0 < length <= _LONGEST for length in lengths):
        result: T = unknown_of_all(call, x)
        return result
    numbers, sign = call.kernel(x.numbers), 1 if kind in ("IFFT", "IRFFT") else -1
    x = x if x.is_complex else a.joined_parts(x, a.zeros(x.shape))
    *axes, last = range(x.ndim - len(lengths), x.ndim)
    order = [last, *axes] if kind == "RFFT" else [*axes, last]
    for axis in order:
        length = int(lengths[axis - x.ndim])
        places = np.outer(np.arange(x.shape[axis]), sign * np.arange(length)) % length
        places = places[:, : length // 2 + 1] if kind == "RFFT" and axis == last else places
        matrix = angles.turns(a, length)[places]
        if kind == "IRFFT" and axis == last:  # the other half of the spectrum is the conjugate
            twice = np.where(np.arange(x.shape[axis]) * 2 % length == 0, 1.0, 2.0)
            matrix = a.multiply(a.constant(twice[:, np.newaxis]), matrix)
        if sign > 0:
            matrix = a.multiply(matrix, a.reciprocal(a.constant(float(length))))
        rows = x.moved(functools.partial(np.moveaxis, source=axis, destination=-1))
        rows = products(a, functools.partial(on_each, np.matmul), rows, matrix, matrix.shape[0])
        if axis == order[-1]:  # before it becomes a view
            rows.renumbered(np.moveaxis(numbers, axis, -1))
        del matrix  # it is large
        x = rows.moved(functools.partial(np.moveaxis, source=-1, destination=axis))
    return a.part(x, "real").with_numbers(numbers) if kind == "IRFFT" else x
