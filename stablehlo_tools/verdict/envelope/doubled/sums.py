"""Sums and products of numbers of 106 bits, by f64 kernels on slices of their bits.

Numbers are cut into slices of so few bits that f64 adds and multiplies them exactly, in any order (K. Ozaki,
T. Ogita, S. Oishi and S. M. Rump, "Error-free transformations of matrix multiplication", Numer. Algorithms
59, 2012): a kernel is exact on slices, and its results are added as doubled numbers. Bits below 2^-106 of the
smallest sum of magnitudes are dropped.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.edit import captured_values
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.declare import RegionCall
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate, windows
from stablehlo_tools.verdict.envelope.doubled.rules import (
    DOUBLED,
    OF_COMPLEX,
    DoubledOp,
    doubled,
    is_float,
    joined,
    moved,
    parts,
)
from stablehlo_tools.verdict.envelope.shadow import float_of

Slice = tuple[int, list[Array]]  # the place of a slice, and its bits of each number
_BITS: Final = 53
_KEPT: Final = 106  # bits of each sum, relative to the sum of its magnitudes
_TELL_ORDER: Final = "stablehlo.compare", "stablehlo.is_finite"  # read the order of floats, not their values
_MOST_WINDOWED: Final = 1 << 22  # window elements that are gathered
_USUAL: Final = 2.0**480  # products of two smaller numbers are finite


def _sliced(values: Sequence[DoubleDouble], exponent: int, bits: int, width: int) -> Iterator[Slice]:
    """The nonzero slices of numbers below 2^exponent, of `bits` bits each and `width` bits in all."""
    for place, offset in enumerate(range(0, width, bits)):
        unit = math.ldexp(1.5, max(exponent - offset - bits, -1074) + _BITS - 1)  # cuts at its last bit
        cuts = [(value.high + unit) - unit for value in values]
        if any(cut.any() for cut in cuts):
            yield place, cuts
        values = [
            DoubleDouble.from_sum(value.high - cut, value.low)
            for value, cut in zip(values, cuts, strict=True)
        ]
        if not any(value.high.any() for value in values):
            return


def _added(compute: Callable[..., Any], *factors: Sequence[DoubleDouble]) -> DoubleDouble:
    """The sums that a kernel computes of numbers, or of products of one number from each factor.

    Sums with a number that is not usual (huge, infinite or NaN) are computed in f64.
    """
    if any(number.high.dtype.kind == "c" for group in factors for number in group):
        return _added_by_parts(compute, factors)

    def computed(map_: Callable[[Array], Array]) -> Array:
        return np.asarray(compute(*(map_(number.high) for group in factors for number in group)))

    def usual(high: Array) -> Array:
        return np.abs(high) < _USUAL

    with np.errstate(all="ignore"):
        plain, counts = computed(np.asarray), computed(np.ones_like)
        is_usual = computed(lambda high: usual(high).astype(np.float64)) == counts
        factors = tuple([number.where(usual(number.high), 0.0) for number in group] for group in factors)
        exponents = [
            math.frexp(max(np.abs(number.high).max(initial=0.0) for number in group))[1] for group in factors
        ]
        spare = math.ceil(math.log2(counts.max(initial=1.0)))
        bits = (_BITS - 2 - spare) // len(factors)
        magnitudes, greatest = computed(np.abs), sum(exponents) + spare
        smallest = magnitudes.min(where=magnitudes > 0, initial=math.ldexp(1.0, greatest))
        width = _KEPT + greatest - math.frexp(smallest)[1]
        sides = [
            list(_sliced(group, exponent, bits, width))
            for group, exponent in zip(factors, exponents, strict=True)
        ]
        total = doubled(np.zeros(counts.shape))
        for slices in itertools.product(*sides):
            if sum(place for place, _ in slices) * bits < width:
                total = total + doubled(compute(*(cut for _, cuts in slices for cut in cuts)))
        return total.where(is_usual, doubled(plain))


def _added_by_parts(compute: Callable[..., Any], factors: Sequence[Sequence[DoubleDouble]]) -> DoubleDouble:
    """Sums of complex numbers or of their products, from those of real and imaginary parts."""

    def real_sums(*arrays: Array) -> Array:
        return np.asarray(compute(*(array.astype(np.complex128) for array in arrays))).real

    sides = [doubled(0.0), doubled(0.0)]
    for places in itertools.product((0, 1), repeat=len(factors)):
        chosen = [
            [parts(number)[place] for number in group] for place, group in zip(places, factors, strict=True)
        ]
        part, units = _added(real_sums, *chosen), sum(places)
        sides[units % 2] += part if units < 2 else -part
    return joined(*sides)


@OF_COMPLEX.register("dot", "dot_general", "convolution")
@DOUBLED.register("dot", "dot_general", "convolution")
def _products(site: DoubledOp, lhs: Any, rhs: Any) -> DoubleDouble:
    return _added(site.kernel, [doubled(lhs)], [doubled(rhs)])


def _ranks(values: Sequence[Any]) -> tuple[list[Any], DoubleDouble]:
    """The ranks of numbers, and the number of each rank: 0 for 0, negative for negative numbers.

    Ranks, their magnitudes and their negations have the order of those of the numbers. Infinities, NaN and
    values other than floats stay as they are.
    """
    numbers = [doubled(value) for value in values if is_float(value)]
    highs, lows = (
        np.concatenate([[0.0], *(np.ravel(getattr(number, half)) for number in numbers)])
        for half in ("high", "low")
    )
    signs = np.copysign(1.0, highs)
    highs, lows = np.abs(highs), lows * signs
    order = np.lexsort((lows, highs))
    highs_in_order, lows_in_order = highs[order], lows[order]
    is_new = (np.diff(highs_in_order) != 0) | (np.diff(lows_in_order) != 0)
    ranks = np.empty(order.size)
    ranks[order] = np.cumsum([False, *is_new])
    ranks = np.where(np.isfinite(highs), ranks, highs) * signs
    first_of_rank = [*np.flatnonzero([True, *is_new])]
    parts_of = iter(np.split(ranks[1:], np.cumsum([number.high.size for number in numbers])))
    shaped = [next(parts_of).reshape(np.shape(value)) if is_float(value) else value for value in values]
    return shaped, DoubleDouble(highs_in_order[first_of_rank], lows_in_order[first_of_rank])


def _ranked(compute: Callable[..., Sequence[Any]], values: Sequence[Any]) -> tuple[Any, ...]:
    """The values that a kernel selects from these by their order: it runs on their ranks."""
    ranks, numbers = _ranks(values)

    def number(rank: Any) -> Any:
        if not is_float(rank):
            return rank
        is_rank = np.isfinite(rank)
        places = np.where(is_rank, np.abs(rank), 0).astype(np.intp)
        result = numbers.changed(lambda half: half[places] * np.copysign(1.0, rank))
        return result.where(is_rank, doubled(rank))

    return tuple(map(number, map(np.asarray, compute(*ranks))))


def _orders(region: RegionCall) -> bool:
    """Whether a body only orders its operands: it computes no number and has no finite constant except 0."""
    body = region.block.region
    is_closed = not any(float_of(value.type) for value in captured_values(body))
    return is_closed and all(_is_of_order(op) for top in region.block.operations for op in top.walk())


def _is_of_order(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    if op is None:  # a terminator, or a call, whose callee may compute anything
        return not operation.results
    floats = [result for result in operation.results if float_of(result.type)]
    if not floats:
        reads = any(float_of(operand.type) for operand in operation.operands)
        return not reads or not operation.results or op.name in _TELL_ORDER
    if op.name == "stablehlo.constant":
        number = named_arguments(op, operation)["value"]
        return not (np.isfinite(number) & (number != 0)).any()
    return not (op.numerics.decides or any(rounding_type(operation, value) for value in floats))


@DOUBLED.register("sort")
def _sorted(site: DoubledOp, inputs: Sequence[Any]) -> tuple[Any, ...]:
    if not _orders(site.regions["comparator"]):
        raise Unsupported("the uncertainty of a sort by this comparator in f64 is not supported")
    return _ranked(lambda *ranks: site.kernel(ranks, **site.regions), inputs)


DOUBLED.register("top_k")(lambda site, operand: _ranked(site.kernel, [operand]))


@OF_COMPLEX.register("reduce")
@DOUBLED.register("reduce")
def _reduce(site: DoubledOp, inputs: Sequence[Any], init_values: Sequence[Any]) -> tuple[Any, ...]:
    """By ranks if only the order matters, else by halves: neighbors are combined first."""
    body, count = site.regions["body"], len(inputs)
    if _is_ranked(body, inputs):
        return _ranked(
            lambda *ranks: site.kernel(ranks[:count], ranks[count:], **site.regions), [*inputs, *init_values]
        )
    axes = [int(axis) for axis in np.ravel(site.attributes["dimensions"])]
    shape = np.shape(inputs[0])
    outer = [size for axis, size in enumerate(shape) if axis not in axes]
    lines, last = (*outer, math.prod(shape[axis] for axis in axes)), range(-len(axes), 0)
    return _folded(
        body,
        [_changed(input, lambda half: np.moveaxis(half, axes, last).reshape(lines)) for input in inputs],
        init_values,
    )


def _folded(body: RegionCall, lines: list[Any], init_values: Sequence[Any]) -> tuple[Any, ...]:
    """The elements of each line combined by a body, neighbors first."""
    if not body.is_vectorizable:
        raise Unsupported("the uncertainty of this reduction in f64 is not supported")
    *outer, size = np.shape(lines[0])
    initial = [_broadcast(value, tuple(outer)) for value in init_values]
    if not size:
        return tuple(initial)
    while size > 1:
        pairs = size - size % 2
        sides = [_cut(line, slice(first, pairs, 2)) for first in (0, 1) for line in lines]
        combined = [_broadcast(result, (*outer, pairs // 2)) for result in body(*sides)]
        lines = [_beside(a, _cut(b, slice(pairs, None))) for a, b in zip(combined, lines, strict=True)]
        size = np.shape(lines[0])[-1]
    return tuple(body(*initial, *(_changed(line, lambda half: half[..., 0]) for line in lines)))


def _is_ranked(body: RegionCall, inputs: Sequence[Any]) -> bool:
    return _orders(body) and not any(map(_is_complex, inputs))


def _changed(value: Any, change: Callable[[Array], Array]) -> Any:
    """A value with another shape or order; floats become doubled numbers, with both halves changed."""
    return doubled(value).changed(change) if is_float(value) else change(value)


def _cut(value: Any, part: slice) -> Any:
    return _changed(value, lambda half: half[..., part])


def _broadcast(value: Any, shape: tuple[int, ...]) -> Any:
    return _changed(value, lambda half: np.broadcast_to(half, shape))


def _beside(first: Any, second: Any) -> Any:
    def beside(a: Array, b: Array) -> Array:
        return np.concatenate([a, b], -1)

    return doubled(first).zipped(beside, doubled(second)) if is_float(first) else beside(first, second)


def _is_complex(value: Any) -> bool:
    return is_float(value) and doubled(value).high.dtype.kind == "c"


@OF_COMPLEX.register("reduce_window")
@DOUBLED.register("reduce_window")
def _windows(site: DoubledOp, inputs: Sequence[Any], init_values: Sequence[Any]) -> Any:
    """Sums from zero, reductions by order alone, and others if their windows are small enough to gather."""
    body, count = site.regions["body"], len(inputs)

    def compute(*values: Any) -> Any:
        return site.kernel(values[:count], values[count:], **site.regions)

    values = [*inputs, *init_values]
    if _is_ranked(body, inputs):
        return _ranked(compute, values)
    initial = np.asarray(init_values[0])
    if body.ufunc is np.add and not initial.any():
        return _added(lambda value: compute(value, initial.astype(value.dtype))[0], [doubled(inputs[0])])
    named, rank = site.attributes, np.ndim(inputs[0])

    def gathered(value: Array, initial: Array) -> Array:
        padded = pad_and_dilate(value, initial, named["padding"], named["base_dilations"])
        cut = windows(padded, named["window_dimensions"], named["window_strides"], named["window_dilations"])
        if cut.size > _MOST_WINDOWED:
            raise Unsupported("the uncertainty of a reduction of this many windows in f64 is not supported")
        return cut.reshape(*cut.shape[:rank], math.prod(cut.shape[rank:]))

    lines = [
        doubled(input).zipped(gathered, doubled(start)) if is_float(input) else gathered(input, start)
        for input, start in zip(inputs, init_values, strict=True)
    ]
    return _folded(body, lines, init_values)


@OF_COMPLEX.register("scatter")
@DOUBLED.register("scatter")
def _scattered(site: DoubledOp, inputs: Sequence[Any], indices: Any, updates: Sequence[Any]) -> Any:
    """Updates that are added, that replace elements, or that depend on the order only."""
    body, count = site.regions["update_computation"], len(inputs)

    def compute(*values: Any) -> Any:
        return site.kernel(values[:count], indices, values[count:], **site.regions)

    values = [*inputs, *updates]
    if body.ufunc is np.add:
        return _added(lambda *values: compute(*values)[0], list(map(doubled, values)))
    if not _orders(body):
        raise Unsupported("the uncertainty of this scatter in f64 is not supported")
    if not any(map(_is_complex, inputs)):
        return _ranked(compute, values)

    def result(index: int) -> Any:
        return moved(lambda *values: compute(*values)[index], values, {})

    return tuple(map(result, range(count)))


@DOUBLED.register("select_and_scatter")
def _scattered_to_selected(site: DoubledOp, operand: Any, source: Any, initial: Any) -> DoubleDouble:
    """Sums at the places that are selected by order."""
    if site.regions["scatter"].ufunc is not np.add or not _orders(site.regions["select"]):
        raise Unsupported("the uncertainty of this selection in f64 is not supported")
    (ranks,), _ = _ranks([operand])
    zero = np.zeros(())
    sums = _added(lambda updates: site.kernel(ranks, updates, zero, **site.regions), [doubled(source)])
    return sums + doubled(initial)
