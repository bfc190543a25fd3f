"""Ops that combine elements: reductions, windows, products, convolutions, sorts, transforms."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stablehlo_tools.indexing.affine import Expression, dimension, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import Constraint, IndexingMap, OperandIndexing
from stablehlo_tools.indexing.op import (
    INDEXING_RULES,
    IndexedOp,
    Readings,
    Sizes,
    Unknown,
    identity,
    reading,
    scalar,
    with_note,
)
from stablehlo_tools.indexing.operand_indexing import simplify_indexing

# -- whole dimensions ---------------------------------------------------------------------------------


def whole(result: Sizes, sizes: Sizes, own: dict[int, int]) -> OperandIndexing:
    """All of an operand along the dimensions that are not in `own`.

    `own` maps the other dimensions of the operand to those of the result.
    """
    free = [number for number in range(len(sizes)) if number not in own]
    results = [
        dimension(own[number]) if number in own else symbol(free.index(number))
        for number in range(len(sizes))
    ]
    return reading(result, results, [sizes[number] for number in free])


@INDEXING_RULES.register("stablehlo.rng_bit_generator")
def random_bits(op: IndexedOp, output: int) -> Readings:
    """Each element depends on the state."""
    note = "the algorithm may not use all of the state for each element"
    return [(with_note(whole(op.result(output), op.operand(0), {}), note),)]


@INDEXING_RULES.register("stablehlo.reduce")
def reduce(op: IndexedOp, output: int) -> Readings:
    """Inputs are read along the reduced dimensions, and initial values by every element."""
    unreduced = [number for number in range(len(op.operand(0))) if number not in op["dimensions"]]
    mapping = {number: place for place, number in enumerate(unreduced)}
    return _reduction(op, output, whole(op.result(output), op.operand(0), mapping))


def _reduction(op: IndexedOp, output: int, read: OperandIndexing) -> Readings:
    """The reads of a reduction whose inputs, which are of one shape, are read in the same way.

    Raises Unknown if the body combines more than scalars, or for an input of unknown shape.
    """
    count = len(op.operands) // 2
    for number in range(count):
        op.operand(number)
    if any(len(op.operand(number)) > 0 for number in range(count, 2 * count)):
        raise Unknown("the initial values are not scalars")
    note = "" if count == 1 else "the body may not use all operands for this result"
    reads = (with_note(indexing, note) for indexing in (read, scalar(op.result(output))))
    return [(indexing,) for indexing in reads for _ in range(count)]


@INDEXING_RULES.register("stablehlo.sort")
def sort(op: IndexedOp, output: int) -> Readings:
    """A result depends on all keys along the dimension, and on all elements that may move to its index."""
    sizes, along_dimension = op.result(output), op["dimension"]
    own = {number: number for number in range(len(sizes)) if number != along_dimension % len(sizes)}
    keys = op.attributes.get("keys", range(len(op.operands))) if sizes[along_dimension] > 1 else ()
    read = whole(sizes, sizes, own)
    note = "a key that only breaks ties may not change this result" if len(keys) > 1 else ""
    return [
        (read if number == output else with_note(read, note),) if number == output or number in keys else ()
        for number in range(len(op.operands))
    ]


@INDEXING_RULES.register("chlo.top_k")
def top_k(op: IndexedOp, output: int) -> Readings:
    """The largest elements of the last dimension, and their indices, depend on all of it."""
    sizes = op.operand(0)
    if output == 1 and sizes[-1] == 1:
        return [()]
    return [(whole(op.result(output), sizes, {number: number for number in range(len(sizes) - 1)}),)]


@INDEXING_RULES.register("stablehlo.fft")
def fft(op: IndexedOp, output: int) -> Readings:
    """A transform reads all of the last dimensions that it transforms."""
    sizes = op.operand(0)
    batch_rank = len(sizes) - len(op["fft_length"])
    return [(whole(op.result(), sizes, {number: number for number in range(batch_rank)}),)]


@INDEXING_RULES.register("stablehlo.cholesky")
def cholesky(op: IndexedOp, output: int) -> Readings:
    """An element of a factor depends on its matrix; leading dimensions are batch dimensions."""
    sizes = op.operand(0)
    read = whole(op.result(), sizes, {number: number for number in range(len(sizes) - 2)})
    return [(with_note(read, "reads only its triangle, up to the column of the element"),)]


# -- batch_norm ---------------------------------------------------------------------------------------


@INDEXING_RULES.register("stablehlo.batch_norm_inference")
def batch_norm_inference(op: IndexedOp, output: int) -> Readings:
    """Elements are normalized with the statistics of their feature."""
    result = op.result()
    feature = reading(result, [dimension(op["feature_index"])])
    return [(identity(result),), (feature,), (feature,), (feature,), (feature,)]


@INDEXING_RULES.register("stablehlo.batch_norm_training")
def batch_norm_training(op: IndexedOp, output: int) -> Readings:
    """Mean and variance are computed from all elements of a feature."""
    result, sizes, feature = op.result(output), op.operand(0), op["feature_index"]
    place = feature if output == 0 else 0
    numbers = (reading(result, [dimension(feature)]),) if output == 0 else ()
    return [(whole(result, sizes, {feature: place}),), numbers, numbers]


@INDEXING_RULES.register("stablehlo.batch_norm_grad")
def batch_norm_grad(op: IndexedOp, output: int) -> Readings:
    """The subset of operand, scale, mean, variance and grad_output that each gradient depends on."""
    result, sizes, feature = op.result(output), op.operand(0), op["feature_index"]
    place = feature if output == 0 else 0
    full = (whole(result, sizes, {feature: place}),)
    numbers = (reading(result, [dimension(place)]),)
    read = ("operand scale mean variance grad_output", "operand mean variance grad_output", "grad_output")[
        output
    ]
    return [
        (full if name in ("operand", "grad_output") else numbers) if name in read.split() else ()
        for name in ("operand", "scale", "mean", "variance", "grad_output")
    ]


# -- products -----------------------------------------------------------------------------------------


@INDEXING_RULES.register("stablehlo.dot_general")
def dot_general(op: IndexedOp, output: int) -> Readings:
    """Dimensions of a result: batch, then free dimensions of lhs, then of rhs; the others are contracted."""
    sides = ("lhs", "rhs")
    batching = [list(op[f"{side}_batching_dimensions"]) for side in sides]
    contracting = [list(op[f"{side}_contracting_dimensions"]) for side in sides]
    return product_readings(op, batching, contracting)


def product_readings(
    op: IndexedOp, batching: Sequence[Sequence[int]], contracting: Sequence[Sequence[int]]
) -> Readings:
    """The reads of a product from its two sides, with paired batching and contracting dimensions."""
    result = op.result()
    ranges = [op.operand(0)[number] for number in contracting[0]]
    readings: Readings = []
    place = len(batching[0])
    for side in (0, 1):
        results: list[Expression] = []
        for number in range(len(op.operand(side))):
            if number in batching[side]:
                results.append(dimension(batching[side].index(number)))
            elif number in contracting[side]:
                results.append(symbol(contracting[side].index(number)))
            else:
                results.append(dimension(place))
                place += 1
        readings.append((reading(result, results, ranges),))
    return readings


@INDEXING_RULES.register("stablehlo.dot")
def dot(op: IndexedOp, output: int) -> Readings:
    """The last dimension of lhs is contracted with the first of rhs."""
    return product_readings(op, ((), ()), ([len(op.operand(0)) - 1], [0]))


@INDEXING_RULES.register("stablehlo.einsum", "stablehlo.unary_einsum")
def einsum(op: IndexedOp, output: int) -> Readings:
    """Letters name dimensions; letters that the result lacks are contracted."""
    config: str = op["einsum_config"]
    operands, _, result = config.replace(" ", "").partition("->")
    if "." in config:
        raise Unknown("the configuration does not name all dimensions")
    sizes = {
        letter: size
        for number, letters in enumerate(operands.split(","))
        for letter, size in zip(letters, op.operand(number), strict=True)
    }
    summed = [letter for letter in sizes if letter not in result]
    place = {letter: dimension(result.index(letter)) for letter in result}
    place |= {letter: symbol(number) for number, letter in enumerate(summed)}
    ranges = [sizes[letter] for letter in summed]
    return [
        (reading(op.result(), [place[letter] for letter in letters], ranges),)
        for letters in operands.split(",")
    ]


@INDEXING_RULES.register("hlo.scaled-dot")
def scaled_dot(op: IndexedOp, output: int) -> Readings:
    """A product whose sides are scaled by smaller tensors, which have one element per block."""
    readings = dot_general(op, output)
    for number in (0, 1):
        map = readings[number][0].defined
        results = [
            place if size == scale else place // (size // scale)
            for place, size, scale in zip(
                map.results, op.operand(number), op.operand(number + 2), strict=True
            )
        ]
        readings.append((OperandIndexing(IndexingMap(map.dimensions, map.ranges, (), results)),))
    return readings


# -- windows ------------------------------------------------------------------------------------------


class WindowDimension(NamedTuple):
    """One dimension of windows over a padded operand."""

    size: int
    stride: int = 1
    low: int = 0
    base_dilation: int = 1
    window_dilation: int = 1
    is_reversed: bool = False

    def place(self, at: Expression, inside: Expression) -> Expression:
        """The index in the dilated operand of element `inside` of window `at`; out of bounds is padding."""
        return at * self.stride + inside * self.window_dilation - self.low


def tap(
    window: WindowDimension, at: Expression, inside: Expression, size: int
) -> tuple[Expression, list[Constraint]]:
    """The index that a window element reads in a dimension of `size`, and its constraints outside padding."""
    place = window.place(at, inside)
    dilation = window.base_dilation
    constraints = [(place, Interval(0, (size - 1) * dilation))]
    if dilation > 1:
        constraints.append((place % dilation, Interval(0, 0)))
    return place // dilation, constraints


def windows_of(op: IndexedOp, rank: int) -> list[WindowDimension]:
    """The windows of reduce_window and select_and_scatter."""
    ones = (1,) * rank
    columns: Iterable[Iterable[int]] = (
        op["window_dimensions"],
        op.attributes.get("window_strides") or ones,
        (low for low, _ in op.attributes.get("padding") or ((0, 0),) * rank),
        op.attributes.get("base_dilations") or ones,
        op.attributes.get("window_dilations") or ones,
    )
    return [WindowDimension(*row) for row in zip(*columns, strict=True)]


@INDEXING_RULES.register("stablehlo.reduce_window")
def reduce_window(op: IndexedOp, output: int) -> Readings:
    """All inputs are read in the window, except padding."""
    result = op.result(output)
    return _reduction(op, output, window_reading(result, op.operand(0), windows_of(op, len(result))))


def window_reading(result: Sizes, sizes: Sizes, windows: Sequence[WindowDimension]) -> OperandIndexing:
    """The elements of a tensor that each window reads."""
    taps = [
        tap(window, dimension(number), symbol(number), size)
        for number, (window, size) in enumerate(zip(windows, sizes, strict=True))
    ]
    constraints = [constraint for _, conditions in taps for constraint in conditions]
    return simplify_indexing(
        reading(result, [place for place, _ in taps], [w.size for w in windows], constraints)
    )


@INDEXING_RULES.register("stablehlo.convolution")
def convolution(op: IndexedOp, output: int) -> Readings:
    """A result is a sum over the kernel window and the features of its group."""
    return _Convolution(op).readings()


class _Convolution:
    """The first symbols index the kernel window, the last one the kernel's input feature."""

    def __init__(self, op: IndexedOp) -> None:
        self.op = op
        self.lhs, self.rhs, self.result = op.operand(0), op.operand(1), op.result()
        columns = ("window_strides", "lhs_dilation", "rhs_dilation", "window_reversal")
        strides, base, taps, reversals = (op[name] for name in columns)
        self.kernel_places = op["kernel_spatial_dimensions"]
        sizes = [self.rhs[place] for place in self.kernel_places]
        low = [pair[0] for pair in op["padding"]]
        self.windows = list(
            itertools.starmap(WindowDimension, zip(sizes, strides, low, base, taps, reversals, strict=True))
        )
        self.ranges = [*sizes, self.rhs[op["kernel_input_feature_dimension"]]]

    def readings(self) -> Readings:
        """The reads of the left side, and of the kernel."""
        op = self.op
        left, constraints = self._left()
        kernel: dict[int, Expression] = {
            op["kernel_output_feature_dimension"]: dimension(op["output_feature_dimension"]),
            op["kernel_input_feature_dimension"]: symbol(len(self.windows)),
        }
        for number, (place, window) in enumerate(zip(self.kernel_places, self.windows, strict=True)):
            is_reversed = window.is_reversed
            kernel[place] = -symbol(number) + (window.size - 1) if is_reversed else symbol(number)
        places = [kernel[number] for number in range(len(self.rhs))]
        is_padded = any(w.base_dilation > 1 for w in self.windows) or any(map(any, op["padding"]))
        note = "its product with padding is 0, unless it is infinite or NaN" if is_padded else ""
        return [
            (simplify_indexing(reading(self.result, left, self.ranges, constraints)),),
            (simplify_indexing(reading(self.result, places, self.ranges, note=note)),),
        ]

    def _left(self) -> tuple[list[Expression], list[Constraint]]:
        """The index in the left side, and the constraints for it to exist."""
        op = self.op
        feature = dimension(op["output_feature_dimension"])
        features = self.result[op["output_feature_dimension"]]
        batch, channel = dimension(op["output_batch_dimension"]), symbol(len(self.windows))
        if op["feature_group_count"] > 1:
            channel = feature // (features // op["feature_group_count"]) * self.ranges[-1] + channel
        if op["batch_group_count"] > 1:
            group = feature // (features // op["batch_group_count"])
            batch = batch + group * self.result[op["output_batch_dimension"]]
        places = {op["input_batch_dimension"]: batch, op["input_feature_dimension"]: channel}
        constraints: list[Constraint] = []
        spatial = zip(op["input_spatial_dimensions"], op["output_spatial_dimensions"], strict=True)
        for number, (place, at) in enumerate(spatial):
            window = self.windows[number]
            places[place], conditions = tap(window, dimension(at), symbol(number), self.lhs[place])
            constraints += conditions
        return [places[number] for number in range(len(self.lhs))], constraints
