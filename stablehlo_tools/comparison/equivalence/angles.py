"""Angles of sines, cosines, tangents and points, which keep their points; pi, and the roots of one.

With its point exp(i x), an angle x has a known sine and cosine.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from stablehlo_tools.comparison.equivalence.tensors import FieldTensor

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.arithmetic import Arithmetic


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
    return a.square_root(a.add(a.multiply(x, x), a.multiply(y, y)))


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
    return a.square_root(a.affine(a.multiply(x, x), -1, 1))


def pi(a: Arithmetic) -> FieldTensor:
    """The number pi, of which nothing is known but that it has a square root."""
    return a.integer_power(a.unknown("root of sqrt(pi)", 0.0), 4).with_numbers(np.pi)


def turns(a: Arithmetic, count: int) -> FieldTensor:
    """The powers of exp(2 pi i / count), exact if the fields have them."""
    numbers, residues = np.exp(2j * np.pi * np.arange(count) / count), a.fields.turns(count)
    if residues is None:
        return a.constant(numbers)
    return a.tensor(numbers, lambda out: np.copyto(out, residues), (0.0, 0.0))
