"""convolution: dot products over sliding windows."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, Kernel, with_operands
from stablehlo_tools.ops.model.declare import (
    Array,
    Booleans,
    Integer,
    Integers,
    IntegerTable,
    PlainTensor,
    ResultType,
    Tensor,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution
from stablehlo_tools.ops.model.schema import Default, PerDimension
from stablehlo_tools.ops.model.specialize import Site, specialize
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo.contraction import contract, contraction, convert_sums, upcast_operands
from stablehlo_tools.ops.stablehlo.dot_general import PRECISION, Precisions, has_inexact_factors
from stablehlo_tools.ops.stablehlo.orders import ORDER
from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate, window_counts, windows

T = TypeVar("T")

# Bytes of windows that are copied out for a matrix product at a time. Measured for 3 x 3 x 64 windows on an
# f32 of 8 x 56 x 56 x 64: 20 ms with 2^22, 26 with 2^24, 30 without blocks, 48 with 2^18.
WINDOWS_BLOCK_BYTES = 1 << 22
# Bytes of sums to which all terms are added before the next block. Measured for a 3 x 3 depthwise convolution
# of 4 x 112 x 112 x 64: 10 to 11 ms with 2^18 and 2^20, 40 with 2^16, 13 without blocks.
SUMS_BLOCK_BYTES = 1 << 18
# From this many contiguous terms on, einsum on the windows beats copying them out for a single output
# feature. Measured for 3 x 3 windows on 2 x 32 x 32 x 64 in f32: 142 against 151 us; with 256 features, 472
# against 493.
MIN_EINSUM_TERMS = 64

RULES = """
C1  N = rank(lhs) = rank(rhs)
C2  size(window_strides) = N - 2
C3  0 < window_strides
C4  shape(padding) = [N - 2, 2]
C5  size(lhs_dilation) = N - 2
C6  0 < lhs_dilation
C7  size(rhs_dilation) = N - 2
C8  0 < rhs_dilation
C9  size(window_reversal) = N - 2
C10 dim(lhs, input_batch_dimension) % batch_group_count = 0
C11 dim(lhs, input_feature_dimension) % feature_group_count = 0
C12 size(input_spatial_dimensions) = N - 2
C13 is_unique(input_dimensions) and 0 <= input_dimensions < N
C14 dim(rhs, kernel_input_feature_dimension) = dim(lhs, input_feature_dimension) / feature_group_count
C15 dim(rhs, kernel_output_feature_dimension) % batch_group_count = 0
C16 dim(rhs, kernel_output_feature_dimension) % feature_group_count = 0
C17 size(kernel_spatial_dimensions) = N - 2
C18 is_unique(kernel_dimensions) and 0 <= kernel_dimensions < N
C19 size(output_spatial_dimensions) = N - 2
C20 is_unique(output_dimensions) and 0 <= output_dimensions < N
C21 0 < feature_group_count
C22 0 < batch_group_count
C23 feature_group_count = 1 or batch_group_count = 1
C24 size(precision_config) <= 2
when strict:
    C24 size(precision_config) = 2
C25 shape(result) = combine(concatenate([dim(lhs, input_batch_dimension) / batch_group_count], num_windows,
        [dim(rhs, kernel_output_feature_dimension)]), output_dimensions)
C26 rank(result) = N
when !is_quantized(lhs) and !is_quantized(rhs):
    C27 element_type(lhs) = element_type(rhs) and (is_promotable(element_type(lhs), element_type(result))
            or is_integer(lhs) and is_float(result))
    when strict:
        C27 element_type(lhs) = element_type(rhs) = element_type(result)
when is_quantized(lhs) or is_quantized(rhs):
    C28 is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
    C29 If is_per_axis_quantized(rhs), then quantization_dimension(rhs) = kernel_output_feature_dimension
    C30 If is_per_axis_quantized(result), then quantization_dimension(result) = output_feature_dimension
    when is_quantized(lhs):
        C31 storage_type(lhs) = storage_type(rhs)
        C32 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
        C33 If is_per_tensor_quantized(rhs), then is_per_tensor_quantized(result)
    when !is_quantized(lhs):
        C34 element_type(lhs) = expressed_type(rhs) = element_type(result)
N := rank(lhs)
input_dimensions := concatenate([input_batch_dimension], input_spatial_dimensions, [input_feature_dimension])
kernel_dimensions := concatenate(kernel_spatial_dimensions, [kernel_input_feature_dimension],
    [kernel_output_feature_dimension])
output_dimensions := concatenate([output_batch_dimension], output_spatial_dimensions,
    [output_feature_dimension])
input_shape := dim(lhs, input_spatial_dimensions...)
window_shape := dim(rhs, kernel_spatial_dimensions...)
dilated_input_shape := input_shape = 0 ? 0 : (input_shape - 1) * lhs_dilation + 1
padded_input_shape := padding[:, 0] + dilated_input_shape + padding[:, 1]
dilated_window_shape := window_shape = 0 ? 0 : (window_shape - 1) * rhs_dilation + 1
is_empty_window := padded_input_shape = 0 || dilated_window_shape > padded_input_shape
num_windows := is_empty_window ? 0 :
    floor((padded_input_shape - dilated_window_shape) / window_strides) + 1
"""


ONES: Default = PerDimension(1, "lhs", besides=2)
_NO_PADDING: Default = PerDimension((0, 0), "lhs", besides=2)
NOT_REVERSED: Default = PerDimension(False, "lhs", besides=2)


def _reverse_features(site: Site, lhs: Array, rhs: Array, *extra: Array) -> Sequence[Array]:
    named = site.named
    if not named["feature_group_count"] == named["batch_group_count"] == 1:
        return lhs, rhs, *extra
    features = named["input_feature_dimension"], named["kernel_input_feature_dimension"]
    return np.flip(lhs, features[0]), np.flip(rhs, features[1]), *extra


def _sum_of_halves(kernel: Kernel, site: Site) -> Kernel:
    """The sum of two convolutions, each with half of the window; results that are not finite stay."""

    def computing(lhs: Array, rhs: Array, *extra: Array) -> Array:
        result = np.asarray(kernel(lhs, rhs, *extra))
        sizes = {axis: rhs.shape[axis] for axis in site.named["kernel_spatial_dimensions"]}
        axis = max(sizes, key=sizes.__getitem__, default=None)
        if axis is None or sizes[axis] < 2:
            return result
        is_first = np.arange(sizes[axis]) < sizes[axis] // 2
        mask = is_first.reshape([-1 if dimension == axis else 1 for dimension in range(rhs.ndim)])
        parts = (np.asarray(kernel(lhs, np.where(half, rhs, 0), *extra)) for half in (mask, ~mask))
        return np.where(np.isfinite(result), np.add(*parts), result)

    return computing


CHOICES = (
    Choice(
        ORDER,
        ("reduce_s1", "reduce_s2"),
        "BLAS adds the products",
        {
            "products are added from the last feature to the first": with_operands(_reverse_features),
            "the halves of a window are added first": _sum_of_halves,
        },
        has_inexact_factors,
    ),
    PRECISION,
)


@op(
    RULES,
    numerics=replace(SUM, leaves_open=CHOICES),
    execution=Execution(is_numeric=True, takes_wide=True, workspace=workspace.convolution),
    format="($lhs, $rhs) dim_numbers = {dimension_numbers}, window = {window}{attrs} : {signature}",
)
def convolution(
    lhs: PlainTensor,
    rhs: Tensor,
    *,
    window_strides: Integers = ONES,
    padding: IntegerTable = _NO_PADDING,
    lhs_dilation: Integers = ONES,
    rhs_dilation: Integers = ONES,
    window_reversal: Booleans = NOT_REVERSED,
    input_batch_dimension: Integer,
    input_feature_dimension: Integer,
    input_spatial_dimensions: Integers,
    kernel_input_feature_dimension: Integer,
    kernel_output_feature_dimension: Integer,
    kernel_spatial_dimensions: Integers,
    output_batch_dimension: Integer,
    output_feature_dimension: Integer,
    output_spatial_dimensions: Integers,
    feature_group_count: Integer,
    batch_group_count: Integer,
    precision_config: Precisions = ("DEFAULT", "DEFAULT"),
    result: ResultType,
) -> Array:
    """Dot products between windows of lhs and slices of rhs.

    The window moves over lhs by window_strides. padding adds zeros around lhs, the dilations add zeros
    between elements, and window_reversal reverses rhs. Each group of features, or of the batch, has its own
    part of rhs.
    """
    inputs = _Layout(input_batch_dimension, input_feature_dimension, input_spatial_dimensions)
    kernel = _Layout(
        kernel_input_feature_dimension, kernel_output_feature_dimension, kernel_spatial_dimensions
    )
    outputs = _Layout(output_batch_dimension, output_feature_dimension, output_spatial_dimensions)
    layouts, groups = (inputs, kernel, outputs), (batch_group_count, feature_group_count)
    left, right = upcast_operands(lhs, rhs, rhs.size // max(rhs.shape[kernel.feature], 1), result)
    if any(window_reversal):
        right = np.flip(right, tuple(itertools.compress(kernel.spatial, window_reversal)))
    if max(lhs_dilation, default=1) > 1 == max(window_strides + rhs_dilation) and _are_finite(left, right):
        return convert_sums(_sums_by_phase(left, right, layouts, groups, padding, lhs_dilation), result)
    left = pad_and_dilate(
        left, 0, inputs.arranged((0, 0), padding, (0, 0)), inputs.arranged(1, lhs_dilation, 1)
    )
    if lhs.size == 0 or rhs.size == 0:
        spaces = inputs.spatial_sizes(left.shape), kernel.spatial_sizes(rhs.shape)
        counts = window_counts(*spaces, window_strides, rhs_dilation)
        shape = left.shape[inputs.batch] // batch_group_count, counts, rhs.shape[kernel.feature]
        return np.zeros(outputs.arranged(*shape), dtype_of(result.element_type))
    return convert_sums(_sums(left, right, layouts, groups, window_strides, rhs_dilation), result)


class _Layout(NamedTuple):
    """A dimension's role. For the kernel, `batch` is the input and `feature` the output feature dimension."""

    batch: int
    feature: int
    spatial: tuple[int, ...]

    def arranged(self, batch: T, spatial: Sequence[T], feature: T) -> list[T]:
        """Values per role as a list in the order of the dimensions."""
        values = dict(zip(self.spatial, spatial, strict=True)) | {self.batch: batch, self.feature: feature}
        return [values[dimension] for dimension in range(len(values))]

    def spatial_sizes(self, shape: Sequence[int]) -> list[int]:
        """The sizes of the spatial dimensions."""
        return [shape[dimension] for dimension in self.spatial]


Layouts = tuple[_Layout, _Layout, _Layout]  # of lhs, rhs and result
Groups = tuple[int, int]  # of the batch, of features


def _are_finite(left: Array, right: Array) -> bool:
    """Whether there are products at all, and all of zeros with rhs are zeros."""
    return left.size > 0 and right.size > 0 and bool(np.isfinite(right).all())


def _sums_by_phase(
    left: Array, right: Array, layouts: Layouts, groups: Groups, padding: IntegerTable, dilations: Integers
) -> Array:
    """The sums of windows over elements that are `dilations` apart, without the zeros in between.

    A window's phase is its start modulo the dilation. Windows of equal phase overlap elements with the same
    taps of rhs, so that each phase is a convolution without dilation.
    """
    inputs, kernel, outputs = layouts
    axes, counts = [], []
    for axis, taps, dilation, (low, high) in zip(
        inputs.spatial, kernel.spatial_sizes(right.shape), dilations, padding, strict=True
    ):
        length = left.shape[axis]
        counts.append(max(low + (length - 1) * dilation + 1 + high - taps + 1, 0))
        axes.append([_phase(phase, length, taps, dilation, low, counts[-1]) for phase in range(dilation)])
    images = left.shape[inputs.batch] // groups[0]
    sums = np.zeros(outputs.arranged(images, counts, right.shape[kernel.feature]), left.dtype)
    for phases in itertools.product(*axes):
        edges, selected, places = zip(*phases, strict=True)
        part = right[tuple(kernel.arranged(slice(None), selected, slice(None)))]
        target = sums[tuple(outputs.arranged(slice(None), places, slice(None)))]
        if part.size and target.size:
            ones = (1,) * len(counts)
            around = pad_and_dilate(left, 0, inputs.arranged((0, 0), edges, (0, 0)), (1,) * left.ndim)
            target[...] = _sums(around, part, layouts, groups, ones, ones)
    return sums


def _phase(
    phase: int, length: int, taps: int, dilation: int, low: int, count: int
) -> tuple[tuple[int, int], slice, slice]:
    """Along one axis: a phase's padding, the slice of rhs it uses, and its positions in the result."""
    first = (low - phase) % dilation  # the first tap that overlaps elements
    start = (phase + first - low) // dilation  # the element that it overlaps in the first window
    end = start + len(range(phase, count, dilation)) + len(range(first, taps, dilation)) - 1
    return (-start, end - length), slice(first, None, dilation), slice(phase, None, dilation)


def _sums(
    left: Array, right: Array, layouts: Layouts, groups: Groups, strides: Integers, dilations: Integers
) -> Array:
    """The sums of all windows that lie within lhs."""
    cut = _cut(left.shape, right.shape, right.strides, layouts, groups, strides, dilations)
    patches = windows(left, *cut.windows).transpose(cut.patches)
    weights = right.transpose(cut.weights)
    weights = weights.reshape(*weights.shape[:-1], *groups, -1)
    feature = layouts[2].feature
    if cut.is_depthwise:
        sums = _depthwise_products(patches, weights)
    elif _has_long_loops(patches, weights):
        sums = _dot_products(patches, weights)
    else:
        sums = _matrix_products(patches, weights, left.size, is_features_first=feature < left.ndim - 1)
    return _with_features_at(feature, sums)


class _Cut(NamedTuple):
    """The cut of an operand into `windows`: their sizes, strides and dilations; the order of the axes of
    these `patches`, rows before terms, and of the `weights`.
    """

    windows: tuple[list[int], list[int], list[int]]
    patches: tuple[int, ...]
    weights: tuple[int, ...]
    is_depthwise: bool


@functools.lru_cache(maxsize=1024)
def _cut(
    left: Integers,
    right: Integers,
    right_strides: Integers,
    layouts: Layouts,
    groups: Groups,
    strides: Integers,
    dilations: Integers,
) -> _Cut:
    """The cut for operands of these shapes."""
    inputs, kernel, outputs = layouts
    # A window has all images and features of its group: in those dimensions, its stride is a group.
    images = left[inputs.batch] // groups[0]
    features = left[inputs.feature] // groups[1]
    terms = _terms(inputs, kernel, right_strides)
    return _Cut(
        (
            inputs.arranged(images, kernel.spatial_sizes(right), features),
            inputs.arranged(images, strides, features),
            inputs.arranged(1, dilations, 1),
        ),
        (inputs.batch, inputs.feature, *_rows(inputs, outputs), *terms.values()),
        (*terms, kernel.feature),
        features == 1 < groups[1],
    )


# The axes of `windows(x, ...)`: first the window positions per dimension, then the elements of a window.


def _rows(inputs: _Layout, outputs: _Layout) -> list[int]:
    """The axes of the windows that are dimensions of the result, in their order there."""
    rank = len(inputs.spatial) + 2
    axes = {outputs.batch: rank + inputs.batch}
    axes.update(zip(outputs.spatial, inputs.spatial, strict=True))
    return [axes[dimension] for dimension in sorted(axes)]


def _terms(inputs: _Layout, kernel: _Layout, strides: Integers) -> dict[int, int]:
    """Kernel dimension to sum over -> axis of the windows; in the kernel's memory order, to get a view."""
    axes = {kernel.batch: len(strides) + inputs.feature}
    axes.update((k, len(strides) + i) for k, i in zip(kernel.spatial, inputs.spatial, strict=True))
    return {dimension: axes[dimension] for dimension in sorted(axes, key=lambda d: -abs(strides[d]))}


def _with_features_at(axis: int, sums: Array) -> Array:
    """Sums (groups, groups, rows..., features) with all features merged into dimension `axis`."""
    rows = range(2, sums.ndim - 1)
    moved: Array = sums.transpose(*rows[:axis], 0, 1, sums.ndim - 1, *rows[axis:])
    features = math.prod(moved.shape[axis : axis + 3])
    return moved.reshape(*moved.shape[:axis], features, *moved.shape[axis + 3 :])


def _matrix_products(patches: Array, weights: Array, source_size: int, *, is_features_first: bool) -> Array:
    """Sums over the terms of windows (groups, groups, rows..., terms...) times weights (terms..., groups,
    groups, features), as (groups, groups, rows..., features).

    Overlapping windows are copied out block by block.
    """
    count = weights.ndim - 3
    rows = range(2, patches.ndim - count)
    terms = tuple(range(patches.ndim - count, patches.ndim))
    sides = (0, 1), (count, count + 1), terms, tuple(range(count))  # batching and contracting axes

    def product(block: Array) -> Array:
        if not is_features_first:
            return contract(block, weights, contraction(block.shape, weights.shape, *sides))
        swapped = sides[1], sides[0], sides[3], sides[2]
        return contract(weights, block, contraction(weights.shape, block.shape, *swapped))

    blocks = -(-patches.nbytes // WINDOWS_BLOCK_BYTES) if patches.size > source_size else 1
    sums: Array
    if blocks == 1:
        sums = product(patches)
    else:
        longest = max(rows, key=patches.shape.__getitem__)
        parts = np.array_split(patches, min(blocks, patches.shape[longest]), longest)
        sums = np.concatenate([product(part) for part in parts], longest + is_features_first)
    return sums.transpose(0, 1, *range(3, sums.ndim), 2) if is_features_first else sums


def _depthwise_products(patches: Array, weights: Array) -> Array:
    """`_matrix_products` for windows of one feature, whose matrices would have a single row.

    Rows are processed in blocks that stay in the cache while all terms are added to them.
    """
    terms, rows = weights.ndim - 3, patches.ndim + 1 - weights.ndim
    weights = np.expand_dims(weights, tuple(range(terms + 2, terms + 2 + rows)))
    first: Any = (..., *(0,) * terms, np.newaxis)
    features = patches[first]
    sums = np.zeros_like(features, shape=(*features.shape[:-1], weights.shape[-1]))
    _add_products(patches, weights, sums)
    return sums


def _add_products(patches: Array, weights: Array, sums: Array) -> None:
    rows = [axis for axis in range(2, sums.ndim - 1) if sums.shape[axis] > 1]
    if rows and sums.nbytes > SUMS_BLOCK_BYTES:
        axis = max(rows, key=sums.strides.__getitem__)
        for block in zip(np.array_split(patches, 2, axis), np.array_split(sums, 2, axis), strict=True):
            _add_products(block[0], weights, block[1])
        return
    places = itertools.product(*map(range, weights.shape[: weights.ndim - sums.ndim]))
    for place in interruptible(places):
        at: Any = (..., *place, np.newaxis)
        sums += patches[at] * weights[place]


def _has_long_loops(patches: Array, weights: Array) -> bool:
    """Whether many groups or terms are contiguous in memory, and each result has a single feature."""
    axes = [0, 1, *range(patches.ndim - weights.ndim + 3, patches.ndim)]
    lengths = {abs(patches.strides[axis]): patches.shape[axis] for axis in axes if patches.shape[axis] > 1}
    return bool(weights.shape[-1] == 1 and lengths.get(patches.itemsize, 1) >= MIN_EINSUM_TERMS)


def _dot_products(patches: Array, weights: Array) -> Array:
    """`_matrix_products` by einsum, which reads the windows in place."""
    count, last = weights.ndim - 3, patches.ndim
    rows, terms = [*range(2, last - count)], [*range(last - count, last)]
    products: Array = np.einsum(
        patches, [0, 1, *rows, *terms], weights, [*terms, 0, 1, last], [0, 1, *rows, last]
    )
    return products


# --- specializations --------------------------------------------------------------------------------


def _is_of_floats(site: Site) -> bool:
    """Whether it multiplies floats of a type that BLAS knows, there are some, and no zeros between them."""
    named = site.named
    types = {str(type.element_type) for type in site.tensors}
    return (
        site.is_static
        and types in ({"f32"}, {"f64"})
        and all(math.prod(shape) for shape in site.shapes)
        and not any(named["window_reversal"])
        and max(named["lhs_dilation"], default=1) == 1
    )


def _layout(named: Mapping[str, Any], batch: str, feature: str, spatial: str) -> _Layout:
    dimensions = named[f"{batch}_dimension"], named[f"{feature}_dimension"]
    return _Layout(*dimensions, named[f"{spatial}_spatial_dimensions"])


@specialize("stablehlo.convolution", "windows of floats", when=_is_of_floats)
def _on_windows(site: Site) -> Kernel:
    named = site.named
    layouts = (
        _layout(named, "input_batch", "input_feature", "input"),
        _layout(named, "kernel_input_feature", "kernel_output_feature", "kernel"),
        _layout(named, "output_batch", "output_feature", "output"),
    )
    groups = named["batch_group_count"], named["feature_group_count"]
    strides, dilations = named["window_strides"], named["rhs_dilation"]
    padding = tuple(layouts[0].arranged((0, 0), named["padding"], (0, 0)))
    ones = (1,) * len(padding)

    def kernel(lhs: Array, rhs: Array) -> Array:
        return _sums(pad_and_dilate(lhs, 0, padding, ones), rhs, layouts, groups, strides, dilations)

    return kernel
