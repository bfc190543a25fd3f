"""Sines and cosines, and the angles of sines, cosines, tangents and points; pi, and the roots of one.

An angle x keeps its point exp(i x), with which its sine and cosine are known.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.roots import square_root
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor
from stablehlo_tools.ir.arrays import Array

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic

ANGLES: Final = "sine and cosine are modeled by their laws (sound by a similar conjecture)"
_ROUNDED: Final = 2.0**-23  # relative error of constant angles, which may be rounded to f32


def cosine(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """cos(x), with cos(x + y) = cos(x) cos(y) - sin(x) sin(y) as far as residues remain valid."""
    return _trigonometric(a, "stablehlo.cosine", np.cos(x.numbers), x, 0)


def sine(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """sin(x), with its law."""
    return _trigonometric(a, "stablehlo.sine", np.sin(x.numbers), x, 1)


def _trigonometric(a: Arithmetic, name: str, numbers: Array, x: FieldTensor, part: int) -> FieldTensor:
    if x.power is not None and x.is_angle:
        result = a.part(x.power, ("real", "imag")[part]).with_numbers(numbers)
        a.put_symbols(result.components)  # that of NaN is NaN
        return result
    a.asked.add("angle")
    if x.is_constant and a.constants is not None and a.fields.law is None:
        turns = x.numbers / (2 * np.pi)
        errors = _ROUNDED * np.abs(turns)
        roots = a.constants.at_turns(
            a,
            turns,
            float(errors.max(initial=_ROUNDED)),
            lambda near: bool((np.abs(near - turns) <= errors).all()),
        )
        if roots is not None:
            return a.part(roots, ("real", "imag")[part]).with_numbers(numbers)
    if a.fields.law != "angle":
        return a.odd(name, numbers, x, is_even=part == 0)
    x = a.odd("itself", x.numbers, x) if x.last < a.fields.length else x
    a.assumptions.add(ANGLES)
    return a.by_law(numbers, x, functools.partial(a.fields.angles, part=part), -1)


def point(a: Arithmetic, angle: FieldTensor) -> FieldTensor:
    """exp(i x), the point at an angle."""
    return a.joined_parts(cosine(a, angle), sine(a, angle))


def of_point(a: Arithmetic, y: FieldTensor, x: FieldTensor) -> FieldTensor:
    """The angle of the point (x, y), from its tangent; that of a point on an axis is a constant."""
    is_below = a.less(y, a.zeros(()))
    a.decisions.site = a.decisions.site[0], 1
    is_left = a.less(x, a.zeros(()))
    arc = _arc(a, a.divide(y, x))
    turned = a.multiply(a.constant(np.where(is_below, -1.0, 1.0)), pi(a))
    angle = a.where(is_left, a.add(arc, turned), arc)
    angle = a.where(np.isfinite(y.numbers / x.numbers), angle, a.constant(np.arctan2(y.numbers, x.numbers)))
    return _at_point(a, angle, x, y)


def arc_tangent(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The angle with tangent x."""
    return _at_point(a, _arc(a, x), a.constant(1.0), x)


def _arc(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The angle with tangent x, an odd function; that of 1 / x is the rest of a right angle."""
    a.asked.add("arc")
    is_far = np.abs(x.numbers) > 1
    near = a.where(is_far, a.reciprocal(a.where(is_far, x, a.constant(1.0))), x)
    angle = a.odd("arc", np.arctan(near.numbers), near)
    right = a.multiply(a.constant(np.copysign(0.5, x.numbers)), pi(a))
    return a.where(is_far, a.subtract(right, angle), angle)


def _at_point(a: Arithmetic, angle: FieldTensor, x: FieldTensor, y: FieldTensor) -> FieldTensor:
    """The angle of the point (x, y), with its point on the unit circle, whose square needs no root."""
    distance = size(a, x, y)
    is_origin = distance.numbers == 0  # its angle is 0

    def on_circle(cosine: FieldTensor, sine: FieldTensor, radius: FieldTensor) -> FieldTensor:
        cosine = a.where(is_origin, a.constant(1.0), a.divide(cosine, radius))
        return a.joined_parts(cosine, a.where(is_origin, a.constant(0.0), a.divide(sine, radius)))

    point = on_circle(x, y, distance)
    p, q = a.multiply(x, x), a.multiply(y, y)
    square = on_circle(a.subtract(p, q), a.affine(a.multiply(x, y), 2), a.add(p, q))
    return a.at_point(angle, replace(point, square=square))


def size(a: Arithmetic, x: FieldTensor, y: FieldTensor) -> FieldTensor:
    """The distance of the point (x, y) from the origin: the absolute value of x + i y."""
    return square_root(a, a.add(a.multiply(x, x), a.multiply(y, y)))


def arc_sine(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The angle with sine x, an odd function."""
    return a.at_point(_odd_arc_sine(a, x), a.joined_parts(_beside(a, x), x))


def arc_cosine(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The angle with cosine x: the rest of a right angle."""
    angle = a.multiply(a.constant(0.5), a.subtract(pi(a), a.affine(_odd_arc_sine(a, x), 2)))
    return a.at_point(angle, a.joined_parts(x, _beside(a, x)))


def _odd_arc_sine(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    return a.odd("chlo.asin", np.arcsin(x.numbers), x)


def _beside(a: Arithmetic, x: FieldTensor) -> FieldTensor:
    """The cosine beside a sine x, or the sine beside a cosine: sqrt(1 - x x), as neither is negative here."""
    return square_root(a, a.affine(a.multiply(x, x), -1, 1))


def pi(a: Arithmetic) -> FieldTensor:
    """The number pi, of which nothing is known but that it has a square root."""
    return a.integer_power(a.unknown("root of sqrt(pi)", 0.0), 4).with_numbers(np.pi)


def turns(a: Arithmetic, count: int) -> FieldTensor:
    """The powers of exp(2 pi i / count), exact if the fields have them."""
    numbers, residues = np.exp(2j * np.pi * np.arange(count) / count), a.fields.turns(count)
    if residues is None:
        return a.constant(numbers)
    return a.tensor(numbers, lambda out: np.copyto(out, residues), (0.0, 0.0))
