"""Sums and products of numbers of 106 bits, by kernels of f64 on slices of their bits.

Numbers are cut into slices of so few bits that f64 adds and multiplies them exactly, in any order (K. Ozaki,
T. Ogita, S. Oishi and S. M. Rump, "Error-free transformations of matrix multiplication", Numer. Algorithms
59, 2012): what a kernel computes of slices is exact, and their results are added as doubled numbers. Bits
that are smaller than the greatest number by a factor of 2^-150 are dropped.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.envelope.doubled_rules import DOUBLED, DoubledOp, doubled, is_float, moved
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.registry import OPS

RULES: Final = DOUBLED  # those of elementwise ops, and those below
_BITS: Final = 53
_KEPT: Final = 150  # bits beside the greatest number


def _sliced(values: Sequence[DoubleDouble], bits: int) -> Iterator[list[Array]]:
    """The bits of numbers, so many at a time, from those of the greatest one down."""
    greatest = max((float(np.abs(each.high).max(initial=0)) for each in values), default=0.0)
    exponent = math.frexp(greatest)[1]
    for lost in range(0, _KEPT, bits):
        unit = math.ldexp(1.5, max(exponent - lost - bits, -1022) + _BITS - 1)  # rounds to its last place
        slices = [(each.high + unit) - unit for each in values]
        yield slices
        values = [
            DoubleDouble.of_sum(each.high - cut, each.low) for each, cut in zip(values, slices, strict=True)
        ]
        if not any(each.high.any() for each in values):
            return


def _terms(count: Callable[..., Any], shapes: Sequence[Any]) -> int:
    """The greatest number of terms of a sum: what the sum of ones is."""
    return max(1, int(np.max(count(*map(np.ones, shapes)), initial=0)))


def _or_plain(
    made: DoubleDouble, compute: Callable[..., Any], values: Sequence[DoubleDouble]
) -> DoubleDouble:
    """The result; that of f64 if a number is infinite, or none."""
    if all(np.isfinite(each.high).all() for each in values):
        return made
    return doubled(np.asarray(compute(*(each.high for each in values))))


@DOUBLED.of("dot", "dot_general", "convolution")
def _products(site: DoubledOp, lhs: Any, rhs: Any) -> DoubleDouble:
    """The products of all pairs of slices that are not dropped."""
    values = [doubled(lhs), doubled(rhs)]
    with np.errstate(all="ignore"):
        terms = _terms(site.kernel, [each.high.shape for each in values])
        bits = (_BITS - 2 - math.ceil(math.log2(terms))) // 2
        sides = [list(_sliced([each], bits)) for each in values]
        total = doubled(np.zeros(()))
        for first, (a,) in enumerate(sides[0]):
            for second, (b,) in enumerate(sides[1]):
                if (first + second) * bits < _KEPT:
                    total = total + doubled(site.kernel(a, b))
        return _or_plain(total, site.kernel, values)


def _sum(compute: Callable[..., Any], values: Sequence[DoubleDouble]) -> DoubleDouble:
    """The sum that a kernel computes of all these numbers, which may be some of them."""
    with np.errstate(all="ignore"):
        bits = _BITS - 2 - math.ceil(math.log2(_terms(compute, [each.high.shape for each in values])))
        total = doubled(np.zeros(()))
        for slices in _sliced(values, bits):
            total = total + doubled(compute(*slices))
        return _or_plain(total, compute, values)


def _ranked(compute: Callable[..., Any], values: Sequence[DoubleDouble]) -> DoubleDouble:
    """What a kernel chooses of these numbers by their order: it is computed of their ranks."""
    highs, lows = (
        np.concatenate([np.ravel(each) for each in halves])
        for halves in ([each.high for each in values], [each.low for each in values])
    )
    order = np.lexsort((lows, highs))
    ranks = np.empty(order.size)
    ranks[order] = np.arange(order.size)
    ranks[np.isnan(highs)] = np.nan
    ends = np.cumsum([each.high.size for each in values])[:-1]
    parts = [rank.reshape(each.high.shape) for rank, each in zip(np.split(ranks, ends), values, strict=True)]
    chosen = np.asarray(compute(*parts))
    places = order[np.where(np.isnan(chosen), order.size - 1, chosen).astype(np.intp)]  # NaN is the last one
    return DoubleDouble(highs[places], lows[places])


@DOUBLED.of("reduce")
def _reduce(site: DoubledOp, inputs: Sequence[Any], init_values: Sequence[Any]) -> Any:
    """Sums and extremes, by halves."""
    combined = OPS.get(site.regions["body"].operation or "")
    is_known = combined is not None and combined.execution.ufunc in (np.add, np.maximum, np.minimum)
    if len(inputs) > 1 or combined is None or not is_known or not is_float(inputs[0]):
        if any(isinstance(each, DoubleDouble) for each in (*inputs, *init_values)):
            raise Unsupported("the uncertainty of this reduction in f64 is not covered")
        return site.kernel(inputs, init_values, **site.regions)[0]
    combine = functools.partial(DOUBLED[combined.mnemonic], site)
    x = doubled(inputs[0])
    axes = [int(axis) for axis in np.ravel(site.attributes["dimensions"])]
    last = range(-len(axes), 0)
    rest = [size for axis, size in enumerate(x.high.shape) if axis not in axes]
    high, low = (np.moveaxis(half, axes, last).reshape(*rest, -1) for half in (x.high, x.low))
    while high.shape[-1] > 1:
        half = high.shape[-1] // 2
        made = combine(
            DoubleDouble(high[..., :half], low[..., :half]),
            DoubleDouble(high[..., half : 2 * half], low[..., half : 2 * half]),
        )
        high, low = (
            np.concatenate([first, second[..., 2 * half :]], -1)
            for first, second in ((made.high, high), (made.low, low))
        )
    initial = doubled(init_values[0])
    if not high.shape[-1]:
        return doubled(np.broadcast_to(initial.high, rest))
    return doubled(combine(DoubleDouble(high[..., 0], low[..., 0]), initial))


@DOUBLED.of("reduce_window")
def _windows(site: DoubledOp, inputs: Sequence[Any], init_values: Sequence[Any]) -> DoubleDouble:
    """Sums from zero, and extremes."""
    combined = OPS.get(site.regions["body"].operation or "")
    ufunc = None if combined is None or len(inputs) > 1 else combined.execution.ufunc
    values = [doubled(inputs[0]), doubled(init_values[0])]

    def compute(value: Array, initial: Array) -> Any:
        return site.kernel((value,), (initial,), **site.regions)[0]

    if ufunc is np.add and not values[1].high.any():
        return _sum(lambda value: compute(value, values[1].high), values[:1])
    if ufunc in (np.maximum, np.minimum):
        return _ranked(compute, values)
    raise Unsupported("the uncertainty of this reduction of windows in f64 is not covered")


@DOUBLED.of("scatter")
def _scattered(site: DoubledOp, inputs: Sequence[Any], indices: Any, updates: Sequence[Any]) -> Any:
    """Updates that are added, or that replace."""
    body = site.regions["update_computation"]
    (end, *others) = reversed(body.block.operations)

    def replaced(*given: Any) -> Any:
        (made,) = site.kernel(*given, **site.regions)
        return made

    if not others and end.operands == body.block.arguments[1:]:
        return moved(replaced, (inputs, indices, updates), {})
    is_added = body.operation == "stablehlo.add" and len(inputs) == 1
    if not is_added:
        if any(isinstance(each, DoubleDouble) for each in flat((inputs, updates))):
            raise Unsupported("the uncertainty of this scatter in f64 is not covered")
        return replaced(inputs, indices, updates)
    values = [doubled(inputs[0]), doubled(updates[0])]
    return _sum(lambda a, b: site.kernel((a,), indices, (b,), **site.regions)[0], values)
