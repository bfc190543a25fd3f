"""Sums and products of numbers of 106 bits, by kernels of f64 on slices of their bits.

Numbers are cut into slices of so few bits that f64 adds and multiplies them exactly, in any order (K. Ozaki,
T. Ogita, S. Oishi and S. M. Rump, "Error-free transformations of matrix multiplication", Numer. Algorithms
59, 2012): what a kernel computes of slices is exact, and their results are added as doubled numbers. Bits
are dropped that are smaller than the least sum of magnitudes by a factor of 2^-106.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.envelope.doubled_rules import DOUBLED, DoubledOp, doubled, is_float, moved

Slice = tuple[int, list[Array]]  # its place, and its bits of each number
RULES: Final = DOUBLED  # those of elementwise ops, and those below
_BITS: Final = 53
_KEPT: Final = 106  # bits of each sum beside the sum of its magnitudes
_USUAL: Final = 2.0**480  # products of two smaller ones are finite


def _sliced(values: Sequence[DoubleDouble], exponent: int, bits: int, kept: int) -> Iterator[Slice]:
    """The bits of numbers below 2^exponent, so many at a time, but for slices that are zero."""
    for place, lost in enumerate(range(0, kept, bits)):
        unit = math.ldexp(1.5, max(exponent - lost - bits, -1074) + _BITS - 1)  # rounds to its last place
        cuts = [(each.high + unit) - unit for each in values]
        if any(cut.any() for cut in cuts):
            yield place, cuts
        values = [
            DoubleDouble.of_sum(each.high - cut, each.low) for each, cut in zip(values, cuts, strict=True)
        ]
        if not any(each.high.any() for each in values):
            return


def _added(compute: Callable[..., Any], *factors: Sequence[DoubleDouble]) -> DoubleDouble:
    """The sums that a kernel computes of numbers, or of products of one of each factor.

    Sums with a number that is not usual (great, infinite or none) are those of f64.
    """

    def computed(map_: Callable[[Array], Array]) -> Array:
        return np.asarray(compute(*(map_(each.high) for group in factors for each in group)))

    def usual(high: Array) -> Array:
        return np.abs(high) < _USUAL

    with np.errstate(all="ignore"):
        plain, counts = computed(np.asarray), computed(np.ones_like)
        is_usual = computed(lambda high: usual(high).astype(np.float64)) == counts
        factors = tuple([each.where(usual(each.high), 0.0) for each in group] for group in factors)
        exponents = [
            math.frexp(max(np.abs(each.high).max(initial=0.0) for each in group))[1] for group in factors
        ]
        spare = math.ceil(math.log2(counts.max(initial=1.0)))
        bits = (_BITS - 2 - spare) // len(factors)
        magnitudes, greatest = computed(np.abs), sum(exponents) + spare
        least = magnitudes.min(where=magnitudes > 0, initial=math.ldexp(1.0, greatest))
        kept = _KEPT + greatest - math.frexp(least)[1]
        sides = [
            list(_sliced(group, exponent, bits, kept))
            for group, exponent in zip(factors, exponents, strict=True)
        ]
        total = doubled(np.zeros(counts.shape))
        for slices in itertools.product(*sides):
            if sum(place for place, _ in slices) * bits < kept:
                total = total + doubled(compute(*(cut for _, cuts in slices for cut in cuts)))
        return total.where(is_usual, doubled(plain))


@DOUBLED.of("dot", "dot_general", "convolution")
def _products(site: DoubledOp, lhs: Any, rhs: Any) -> DoubleDouble:
    return _added(site.kernel, [doubled(lhs)], [doubled(rhs)])


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


def _combined(site: DoubledOp, inputs: Sequence[Any]) -> Op | None:
    """The op that a reduction of floats applies, if it is a sum or an extreme."""
    op = OPS.get(site.regions["body"].operation or "")
    is_known = op is not None and op.execution.ufunc in (np.add, np.maximum, np.minimum)
    return op if is_known and len(inputs) == 1 and is_float(inputs[0]) else None


@DOUBLED.of("reduce")
def _reduce(site: DoubledOp, inputs: Sequence[Any], init_values: Sequence[Any]) -> Any:
    """Sums and extremes, by halves."""
    combined = _combined(site, inputs)
    if combined is None:
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
    combined = _combined(site, inputs)
    values = [doubled(inputs[0]), doubled(init_values[0])]

    def compute(value: Array, initial: Array) -> Any:
        return site.kernel((value,), (initial,), **site.regions)[0]

    is_sum = combined is not None and combined.execution.ufunc is np.add
    if is_sum and not values[1].high.any():
        return _added(lambda value: compute(value, values[1].high), values[:1])
    if combined is not None and not is_sum:
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
    return _added(lambda a, b: site.kernel((a,), indices, (b,), **site.regions)[0], values)
