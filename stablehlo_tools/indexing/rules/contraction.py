"""Ops that read many elements for one: reductions, windows, products, convolutions, sorts, transforms."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from stablehlo_tools.indexing.affine import Expression, dimension, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import Constraint, IndexingMap, OperandIndexing
from stablehlo_tools.indexing.op import (
    IndexedOp,
    Readings,
    Sizes,
    Unknown,
    constant_list,
    identity,
    noted,
    reading,
    scalar,
)
from stablehlo_tools.indexing.operand_indexing import simplified

# -- whole dimensions ---------------------------------------------------------------------------------


def whole(result: Sizes, sizes: Sizes, own: dict[int, int]) -> OperandIndexing:
    """A tensor that reads all of an operand along the dimensions that are not its `own`.

    Each of these is one of the result.
    """
    others = [number for number in range(len(sizes)) if number not in own]
    results = [
        dimension(own[number]) if number in own else symbol(others.index(number))
        for number in range(len(sizes))
    ]
    return reading(result, results, [sizes[number] for number in others])


def random_bits(op: IndexedOp, output: int) -> Readings:
    """Each element depends on the state, as far as the algorithm has it."""
    note = "the algorithm may not use all of the state for each element"
    return [(noted(whole(op.result(output), op.operand(0), {}), note),)]


def reduce(op: IndexedOp, output: int) -> Readings:
    """All inputs are read along the dimensions, and all initial values by every element."""
    result, count = op.result(output), _number_of_inputs(op)
    kept = [number for number in range(len(op.operand(0))) if number not in op["dimensions"]]
    own = {number: place for place, number in enumerate(kept)}
    note = "" if count == 1 else "the body may compute this result without some of the operands"
    return [
        (
            noted(whole(result, op.operand(number), own), note)
            if number < count
            else noted(scalar(result), note),
        )
        for number in range(2 * count)
    ]


def _number_of_inputs(op: IndexedOp) -> int:
    """How many inputs a reduction has. A body that takes more than scalars may mix their elements anyhow."""
    count = len(op.operands) // 2
    if any(len(op.operand(number)) > 0 for number in range(count, 2 * count)):
        raise Unknown("the initial values are no scalars")
    return count


def sort(op: IndexedOp, output: int) -> Readings:
    """What comes to a place depends on all keys along the dimension, and on all that may come there."""
    sizes, along_dimension = op.result(output), op["dimension"]
    own = {number: number for number in range(len(sizes)) if number != along_dimension % len(sizes)}
    keys = op.attributes.get("keys", range(len(op.operands))) if sizes[along_dimension] > 1 else ()
    read = whole(sizes, sizes, own)
    note = "a key that only decides between equals need not change this result" if len(keys) > 1 else ""
    return [
        (read if number == output else noted(read, note),) if number == output or number in keys else ()
        for number in range(len(op.operands))
    ]


def top_k(op: IndexedOp, output: int) -> Readings:
    """The greatest of the last dimension, and where they were, depend on all of it."""
    sizes = op.operand(0)
    if output == 1 and sizes[-1] == 1:
        return [()]
    return [(whole(op.result(output), sizes, {number: number for number in range(len(sizes) - 1)}),)]


def fft(op: IndexedOp, output: int) -> Readings:
    """A transform reads all of the dimensions that it is along, which are the last."""
    sizes = op.operand(0)
    kept = len(sizes) - len(op["fft_length"])
    return [(whole(op.result(), sizes, {number: number for number in range(kept)}),)]


def cholesky(op: IndexedOp, output: int) -> Readings:
    """An element of a factor depends on its matrix, of which there is one for each index of the batch."""
    sizes = op.operand(0)
    read = whole(op.result(), sizes, {number: number for number in range(len(sizes) - 2)})
    return [(noted(read, "of its triangle alone, up to the element's column"),)]


# -- batch_norm ---------------------------------------------------------------------------------------


def batch_norm_inference(op: IndexedOp, output: int) -> Readings:
    """Elements are scaled by the numbers of their feature."""
    result = op.result()
    feature = reading(result, [dimension(op["feature_index"])])
    return [(identity(result),), (feature,), (feature,), (feature,), (feature,)]


def batch_norm_training(op: IndexedOp, output: int) -> Readings:
    """Mean and variance are those of all elements of a feature."""
    result, sizes, feature = op.result(output), op.operand(0), op["feature_index"]
    place = feature if output == 0 else 0
    numbers = (reading(result, [dimension(feature)]),) if output == 0 else ()
    return [(whole(result, sizes, {feature: place}),), numbers, numbers]


def batch_norm_grad(op: IndexedOp, output: int) -> Readings:
    """Of operand, scale, mean, variance and grad_output, what each gradient is computed from."""
    result, sizes, feature = op.result(output), op.operand(0), op["feature_index"]
    place = feature if output == 0 else 0
    all_of_it = (whole(result, sizes, {feature: place}),)
    numbers = (reading(result, [dimension(place)]),)
    read = ("operand scale mean variance grad_output", "operand mean variance grad_output", "grad_output")[
        output
    ]
    return [
        (all_of_it if name in ("operand", "grad_output") else numbers) if name in read.split() else ()
        for name in ("operand", "scale", "mean", "variance", "grad_output")
    ]


# -- products -----------------------------------------------------------------------------------------


def dot_general(op: IndexedOp, output: int) -> Readings:
    """Results are batch, then what is left of the left side, then of the right side; the rest is summed."""
    sides = ("lhs", "rhs")
    batching = [list(op[f"{side}_batching_dimensions"]) for side in sides]
    contracting = [list(op[f"{side}_contracting_dimensions"]) for side in sides]
    return product_readings(op, batching, contracting)


def product_readings(
    op: IndexedOp, batching: Sequence[Sequence[int]], contracting: Sequence[Sequence[int]]
) -> Readings:
    """What a product reads of its two sides, whose batching and contracting dimensions go together."""
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


def dot(op: IndexedOp, output: int) -> Readings:
    """The last dimension of one with the first of the other."""
    return product_readings(op, ((), ()), ([len(op.operand(0)) - 1], [0]))


def einsum(op: IndexedOp, output: int) -> Readings:
    """Letters name the dimensions; those that the result does not have are summed."""
    config: str = op["einsum_config"]
    operands, _, kept = config.replace(" ", "").partition("->")
    if "." in config:
        raise Unknown("its configuration leaves dimensions unnamed")
    sizes = {
        letter: size
        for number, letters in enumerate(operands.split(","))
        for letter, size in zip(letters, op.operand(number), strict=True)
    }
    summed = [letter for letter in sizes if letter not in kept]
    place = {letter: dimension(kept.index(letter)) for letter in kept}
    place |= {letter: symbol(number) for number, letter in enumerate(summed)}
    ranges = [sizes[letter] for letter in summed]
    return [
        (reading(op.result(), [place[letter] for letter in letters], ranges),)
        for letters in operands.split(",")
    ]


def scaled_dot(op: IndexedOp, output: int) -> Readings:
    """A product whose sides are scaled by smaller tensors, of which an element is for a block."""
    readings = dot_general(op, output)
    for number in (0, 1):
        map = readings[number][0].map
        assert isinstance(map, IndexingMap)
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
    """One dimension of windows that move over a padded operand."""

    size: int
    stride: int = 1
    low: int = 0
    base_dilation: int = 1
    window_dilation: int = 1
    is_reversed: bool = False

    def place(self, at: Expression, inside: Expression) -> Expression:
        """Where in the dilated operand tap `inside` of window `at` is; outside of it is padding."""
        return at * self.stride + inside * self.window_dilation - self.low


def tap(
    window: WindowDimension, at: Expression, inside: Expression, size: int
) -> tuple[Expression, list[Constraint]]:
    """The place in an operand's dimension of `size` that a tap reads, and where it does not read padding."""
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


def reduce_window(op: IndexedOp, output: int) -> Readings:
    """All inputs are read in the window, as far as it is not on padding."""
    result, count = op.result(output), _number_of_inputs(op)
    note = "" if count == 1 else "the body may compute this result without some of the operands"
    inputs = noted(window_reading(result, op.operand(0), windows_of(op, len(result))), note)
    return [(inputs if number < count else noted(scalar(result), note),) for number in range(2 * count)]


def window_reading(result: Sizes, sizes: Sizes, windows: Sequence[WindowDimension]) -> OperandIndexing:
    """What each window reads of a tensor of these sizes."""
    taps = [
        tap(window, dimension(number), symbol(number), size)
        for number, (window, size) in enumerate(zip(windows, sizes, strict=True))
    ]
    constraints = [constraint for _, found in taps for constraint in found]
    return simplified(reading(result, [place for place, _ in taps], [w.size for w in windows], constraints))


def convolution(op: IndexedOp, output: int) -> Readings:
    """A result is a sum over the taps of the kernel and the features of its group."""
    return _Convolution(op).readings()


def dynamic_convolution(op: IndexedOp, output: int) -> Readings:
    """A convolution, where its padding is a constant."""
    padding = constant_list(op, 2)
    pairs = tuple(zip(padding[::2], padding[1::2], strict=True))
    given = IndexedOp(op.name, op.operands[:2], op.results, {**op.attributes, "padding": pairs})
    return [*convolution(given, output), ()]


class _Convolution:
    """The taps are the first symbols, and the feature of the kernel is the last."""

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
        """Of the left side, and of the kernel."""
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
        note = "its product with padding is 0, unless it is infinite or no number" if is_padded else ""
        return [
            (simplified(reading(self.result, left, self.ranges, constraints)),),
            (simplified(reading(self.result, places, self.ranges, note=note)),),
        ]

    def _left(self) -> tuple[list[Expression], list[Constraint]]:
        """The element of the left side, and where there is one."""
        op = self.op
        feature = dimension(op["output_feature_dimension"])
        features = self.result[op["output_feature_dimension"]]
        batch, own = dimension(op["output_batch_dimension"]), symbol(len(self.windows))
        if op["feature_group_count"] > 1:
            own = feature // (features // op["feature_group_count"]) * self.ranges[-1] + own
        if op["batch_group_count"] > 1:
            group = feature // (features // op["batch_group_count"])
            batch = batch + group * self.result[op["output_batch_dimension"]]
        places = {op["input_batch_dimension"]: batch, op["input_feature_dimension"]: own}
        constraints: list[Constraint] = []
        spatial = zip(op["input_spatial_dimensions"], op["output_spatial_dimensions"], strict=True)
        for number, (place, at) in enumerate(spatial):
            window = self.windows[number]
            places[place], found = tap(window, dimension(at), symbol(number), self.lhs[place])
            constraints += found
        return [places[number] for number in range(len(self.lhs))], constraints
