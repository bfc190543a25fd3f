"""Sums of products of field tensors, exact in the range of whole numbers of float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.fields import EXACT, REDUCED
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, bilinear
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.schema import Unsupported

_HALF: Final = 1024


def products(
    arithmetic: Arithmetic, kernel: Callable[..., Any], x: FieldTensor, y: FieldTensor, terms: int
) -> FieldTensor:
    """Sums of `terms` products, computed by a bilinear kernel on the components.

    They are exact below 2^52; for longer sums, one factor is split into two of half the bits.
    """
    x, y = arithmetic.joined([x, y])
    terms *= arithmetic.terms(x)
    if x.limit * y.limit * terms > EXACT:
        x, y = x.reduced(), y.reduced()
    limit = x.limit * y.limit * terms
    if limit <= EXACT:
        return arithmetic.total(bilinear(kernel, x, y), terms, (x, y), limit)
    if REDUCED * _HALF * terms > EXACT:
        raise Unsupported(f"sums of {terms} products are too long for exact arithmetic")
    low = _last_digits(x.components)
    high = x.with_components((x.components - low) / _HALF)
    components = bilinear(kernel, high, y)
    arithmetic.fields.reduce(components[1:])
    components *= _HALF
    components += bilinear(kernel, x.with_components(low), y)
    components[:1] = kernel(x.components[:1], y.components[:1])
    return arithmetic.total(components, terms, (x, y), REDUCED * _HALF * (terms + 1))


def _last_digits(components: Array) -> Array:
    if components.dtype.kind == "c":
        return np.asarray(_last_digits(components.real) + 1j * _last_digits(components.imag))
    return np.asarray(components - np.rint(components / _HALF) * _HALF)
