"""Exponentials and logarithms of field tensors, and the powers that make sums of logarithms known.

A logarithm keeps its exponential, its power, as exp(log(x)) = x; so does a sum of integer multiples of
logarithms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues import angles
from stablehlo_tools.comparison.equivalence.residues.fields import has_any
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, degrees_of_unknown
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic

NO_POWER: Final = "exp(x) is zero for x < -745, as in all float types"
POSITIVE: Final = "numbers whose logarithms cancel are positive, as on the tried inputs"
_FAR: Final = 300.0  # below it, exp(x) and products of two such powers are within float64
_MOST_TURNS: Final = 64  # times that an angle with a known point is multiplied


def exponential(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """exp(x), with exp(x + y) = exp(x) exp(y) as far as residues remain valid."""
    numbers = np.exp(x.numbers)
    if x.power is not None and not x.is_angle:
        a.assumptions.add(POSITIVE)
        power, is_known = x.power.with_numbers(numbers), np.isnan(x.numbers) | ~np.isnan(x.power.numbers)
        if is_known.all():
            return power
        a.is_far = True
        return a.where(is_known, power, exponential(a, replace(x, power=None)))
    if _has_no_law(a, x):
        a.count_beyond(numbers, (x,))
        a.count_unknown(x.size, x)
        degree, _ = degrees_of_unknown((x,))
        power = a.tensor(numbers, lambda out: _write_exp(a, x, out), (degree, degree))
        return _or_zero(a, x, power)
    x = a.odd("itself", x.numbers, x) if x.last < 2 else x
    return _or_zero(a, x, a.by_law(numbers, x, a.fields.exponentials, -1))


def _write_exp(a: Arithmetic, x: FieldTensor, out: Array) -> None:
    """Write (1 - t) / (1 + t) for t = tanh(-x / 2), an uninterpreted odd function of x."""
    a.write_odd("tangent", 0.0, x, out, is_even=False)
    _write_at_infinity(a, x, out)
    a.fields.ratios(out, out)


def _write_at_infinity(a: Arithmetic, x: FieldTensor, tangents: Array) -> None:
    is_infinite = np.isinf(x.numbers)
    if has_any(is_infinite):
        np.copyto(a.fields.parts(tangents)[0], -np.sign(x.numbers), where=is_infinite)


def _has_no_law(a: Arithmetic, x: FieldTensor) -> bool:
    """Whether exp(x) is uninterpreted except for exp(-x) = 1 / exp(x)."""
    a.asked.add("exp")
    return a.fields.law is None or (a.fields.law == "angle" and x.is_constant)  # may be of angles


def _or_zero(a: Arithmetic, x: FieldTensor, power: FieldTensor) -> FieldTensor:
    """exp(x), exactly 0 for -inf and where float64 underflows."""
    is_zero = power.numbers == 0
    if not has_any(is_zero):
        return power
    is_finite = is_zero & np.isfinite(x.numbers)
    is_lost = is_finite & (np.abs(x.numbers) < a.decisions.masks.min(initial=np.inf) / 2)
    if has_any(is_finite):
        a.assumptions.add(NO_POWER)
        a.lost += int(np.count_nonzero(is_lost))
    np.copyto(power.residues, 0, where=is_zero if a.shaking is None else is_zero & ~is_lost)
    return power


def tangent(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """(1 - exp(x)) / (1 + exp(x)) = tanh(-x / 2), from which exp is computed where it has no law."""
    numbers = np.tanh(x.numbers / -2)
    if (x.power is None or x.is_angle) and _has_no_law(a, x):
        result = a.odd("tangent", numbers, x)
    else:
        is_far = np.isfinite(x.numbers) & (np.abs(x.numbers) > _FAR)  # exp(x) may be beyond f64
        if has_any(is_far):
            x = x.with_numbers(np.where(is_far, np.copysign(_FAR, x.numbers), x.numbers))
        result = _ratio(a, exponential(a, x), numbers)
    _write_at_infinity(a, x, result.residues)
    return result


def _ratio(a: Arithmetic, x: FieldTensor, numbers: Array) -> FieldTensor:
    """(1 - x) / (1 + x), with these numbers, since x may be rounded to 1."""
    if a.fields.are_beside_roots(x.residues):
        x = x.with_numbers(0.0)
        ratio = a.divide(a.affine(x, -1, 1), a.affine(x, 1, 1)).renumbered(numbers)
        a.put_symbols(ratio.components)
        return ratio
    degree, valid = max(x.degrees), (x.first, x.last)
    return a.tensor(numbers, lambda out: a.fields.ratios(x.residues, out), (degree, degree), valid)


def logarithm(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """log(x), with exp(log(x)) = x, and log(x y) = log(x) + log(y) as far as residues remain valid."""
    numbers = np.log(x.numbers)
    a.asked.add("exp")
    is_zero = x.are_zero
    power = x if (~(x.numbers <= 0) | is_zero).all() else None
    if has_any(is_zero):  # the logarithm of 0 is infinite, and not beyond float64
        x = x.with_numbers(np.where(is_zero, np.inf, x.numbers))
    if a.fields.law is None:
        return replace(a.unknown("log", numbers, x), power=power)
    x = a.opaque(x) if x.first >= a.fields.reach else x
    return replace(a.by_law(numbers, x, a.fields.logarithms, 1), power=power)


def powers_of(a: Arithmetic, tensors: Sequence[FieldTensor]) -> list[FieldTensor] | None:
    """exp(x) of each tensor, if one is known to be a logarithm; NaN for powers far from 1.

    exp(i x) if one is an angle with a known point. None for complex numbers: exp(log(z)) is known, that
    of sums is not.
    """
    kinds = {tensor.is_angle for tensor in tensors if tensor.power is not None and not tensor.is_complex}
    if len(kinds) != 1:
        return None
    if kinds == {True}:
        return [tensor.power or angles.point(a, tensor) for tensor in tensors]
    return [near_power(a, tensor, tensor.power) for tensor in tensors]


def near_power(a: Arithmetic, x: FieldTensor, power: FieldTensor | None) -> FieldTensor:
    """exp(x), or the known `power`; NaN where it may overflow float64."""
    if power is not None and power.is_complex:
        return power
    is_far = np.isfinite(x.numbers) & (np.abs(x.numbers) >= _FAR)
    if power is None:
        return exponential(a, x.with_numbers(np.where(is_far, np.nan, x.numbers)))
    if has_any(is_far):
        power = power.with_numbers(np.where(is_far, np.nan, power.numbers))
        a.put_symbols(power.components)
    return power


def with_power(
    a: Arithmetic,
    product: FieldTensor,
    x: FieldTensor,
    by: FieldTensor,
    terms: int,
    add: Callable[..., Array],
) -> FieldTensor:
    """A sum, by `add`, of logarithms times small integers, with the product of their powers."""
    power, numbers = x.power, by.numbers
    if power is None or x.is_complex or not (numbers == np.rint(numbers)).all():
        return product
    scale = float(np.abs(numbers).max(initial=0.0))
    if power.is_complex:
        is_plain = scale <= _MOST_TURNS and add is np.multiply
        is_plain = is_plain and bool(a.equal(by, a.constant(numbers)).all())
        return a.at_point(product, _turned(a, power, numbers)) if is_plain else product
    if scale > _FAR or any(not (np.abs(array.numbers) < _FAR).all() for array in (x, product)):
        a.is_far = True
        return product
    is_plain = not (has_any(np.isnan(power.numbers)) or a.fields.are_beside_roots(power.residues))
    if not is_plain or not a.equal(by, a.constant(numbers)).all():
        return product
    n, d = (degree * terms * scale for degree in power.degrees)
    power_tensor = a.tensor(
        np.exp(product.numbers),
        lambda out: a.fields.products(power.residues, out, lambda array: add(array, numbers)),
        (n + d, n + d),
        (power.first, power.last),
    )
    return replace(product, power=power_tensor)


def _turned(a: Arithmetic, point: FieldTensor, counts: Array) -> FieldTensor:
    """The points at small whole multiples of the angles of points."""
    result = a.constant(np.ones(np.broadcast_shapes(point.shape, counts.shape), np.complex128))
    for count in np.unique(counts[counts != 0]):
        turned = a.integer_power(point if count > 0 else a.conjugate(point), int(abs(count)))
        result = a.where(counts == count, turned, result)
    return result
