"""reduce and reduce_window."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Block
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    Array,
    Integers,
    IntegerTable,
    PlainTensors,
    Region,
    RegionCall,
    ResultTypes,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution, History
from stablehlo_tools.ops.model.schema import Default, PerDimension, Unsupported
from stablehlo_tools.ops.model.specialize import Kernel, Site, specialize
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, upcast
from stablehlo_tools.ops.stablehlo import orders
from stablehlo_tools.ops.stablehlo.argmax_idiom import ArgmaxFinder, argmax_finder
from stablehlo_tools.ops.stablehlo.reducers import (
    SIGNED,
    Arrays,
    Reducer,
    block_ufunc,
    combiner,
    depends_on_rounding,
    fix_zero_signs,
    identity_of,
    is_identity,
    only_operation,
    reduction_ufunc,
    upcast_for,
    vectorize,
)
from stablehlo_tools.ops.stablehlo.window_reduction import (
    fold_along,
    fold_by_elements,
    is_prefix_scan,
    prefix_scan,
)
from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate

# From this many elements on, the reductions below beat ufunc.reduce along rows of 16. Measured in f32: 9 us
# each to sum 4,096 elements by BLAS, 8 against 24 us for 16,384; for max, 17 against 22 and 28 against 83 us.
_FAST_FOLD_SIZE = 4096
# Up to this many elements are folded in order, as in XLA, since bodies may depend on it; others in pairs, for
# speed. The specification leaves the order open. 64 keeps small reductions, the cases of conformance tests,
# equal to XLA's.
_IN_ORDER_LIMIT = 64
# Up to this many results, `ufunc.accumulate` beats a loop over the elements in turn. Measured for 28 elements
# each, in bf16: 9 against 266 us for 8 results, 240 against 600 for 512, 1.0 against 1.6 ms for 2,048.
_ACCUMULATED = 1 << 11
# From this many elements on, np.argmax beats executing the body for each of them.
_ARGMAX_SIZE = 4
# If numpy's innermost loop is shorter, adding slices beats ufunc.reduce. Measured for the maxima of 2^18
# elements in f32, in rows of 32: 160 against 680 us; of 64: 170 against 290; of 128: 240 against 160.
_SHORT_LOOP = 32
# Elements per call of a body: its temporary arrays, of 128 KiB each in f32, stay in the L2 cache.
_BLOCK = 1 << 15

_PROMOTING = History(promotes=(0, 17))


@op("""
C1  same(shape(inputs...))
C2  element_type(inputs...) = element_type(init_values...)
C3  0 < size(inputs) = size(init_values) = size(results) = N
C4  0 <= dimensions < rank(inputs[0])
C5  is_unique(dimensions)
C6  is_tensor(output_types(body)) and input_types(body) = concatenate(output_types(body), output_types(body))
        and shape(output_types(body)...) = shape(init_values...)
        and is_promotable(element_type(inputs...), E)
C6  is_subsequence(shape(output_types(body)...), dim(inputs[0], without(axes(inputs[0]), dimensions)))
when strict:
    C6  type(body) = (tensor<E>..., tensor<E>...) -> (tensor<E>...)
C7  shape(results...) = dim(inputs[0], without(axes(inputs[0]), dimensions))
C8  element_type(results...) = E
N := size(inputs)
E := element_type(output_types(body)...)
""", outputs={"results": PlainTensors},
format="{reductions}?[ applies {applied}]? across dimensions = $dimensions{attrs} :"
    " {signature}{reducer}", numerics=replace(SUM, leaves_open=orders.REDUCE),
    execution=Execution(takes_scalars=True, workspace=workspace.reduction),
    history=_PROMOTING)  # fmt: skip
def reduce(
    inputs: PlainTensors,
    init_values: PlainTensors,
    *,
    dimensions: Integers,
    body: Region,
    results: ResultTypes,
) -> tuple[Array, ...]:
    """Fold inputs along dimensions with body, starting with init_values.

    Up to 64 elements are folded in order, rounding each step to the element type of the body. More are folded
    in pairs, where sums and products of floats below 32 bits are computed in f32 and rounded once.

    In the specification, init_values are scalars. As in MLIR, they may also be tensors whose dimensions are
    the last ones of the results, if body takes such tensors.
    """
    arrays, inits = orders.in_types(inputs, results), orders.in_types(init_values, results)
    return reduced(arrays, inits, dimensions, body)


def reduced(arrays: Arrays, inits: Arrays, dimensions: Integers, body: RegionCall) -> tuple[Array, ...]:
    """Arrays in the element types of a body, reduced with it along dimensions."""
    shape = tuple(size for axis, size in enumerate(arrays[0].shape) if axis not in dimensions)
    _require_last_dimensions(inits, shape)
    if 0 in [arrays[0].shape[axis] for axis in dimensions]:
        return tuple(np.broadcast_to(init, shape) for init in inits)
    count = math.prod(arrays[0].shape[axis] for axis in dimensions)
    ufunc = reduction_ufunc(body)
    is_rounded_in_turn = count <= _IN_ORDER_LIMIT and depends_on_rounding(ufunc, arrays[0].dtype)
    if ufunc is not None and not is_rounded_in_turn:
        return (fold(ufunc, arrays[0], inits[0], dimensions),)
    if inits[0].ndim > 0:
        return _fold_slices(arrays, inits, dimensions, body)
    combine = vectorize(body, [array.dtype for array in arrays])
    folded: Arrays = arrays
    finder = None
    for axis in sorted(dimensions, reverse=True):
        finder = _finder(folded, axis, body)
        if finder is None and folded is arrays and count <= _IN_ORDER_LIMIT:
            return tuple(_fold_in_order(arrays, inits, dimensions, combine))
        folded = _fold_pairs(folded, axis, combine) if finder is None else _extremes(folded, axis, finder)
    if finder is not None and _beats(finder, folded[0], inits[0]):
        return tuple(folded)
    return orders.with_inits(inits, folded, combine)


def _require_last_dimensions(inits: Arrays, shape: Sequence[int]) -> None:
    for init in inits:
        if init.shape != shape[len(shape) - init.ndim :]:
            message = f"a reduction to {list(shape)} with an initial value of shape {list(init.shape)}"
            raise Unsupported(f"{message} is not supported")
    if len({init.shape for init in inits}) > 1:
        raise Unsupported("a reduction with initial values of different shapes is not supported")


def _fold_in_order(arrays: Arrays, inits: Arrays, axes: Integers, combine: Reducer) -> Arrays:
    """Fold element by element, the last axis fastest."""
    result_axes = [axis for axis in range(arrays[0].ndim) if axis not in axes]
    moved = [x.transpose(*sorted(axes), *result_axes) for x in arrays]
    folded: Arrays = [np.broadcast_to(init, moved[0].shape[len(axes) :]) for init in inits]
    for turn in interruptible(np.ndindex(*moved[0].shape[: len(axes)])):
        place = (*turn, ...)  # without the ellipsis, an index for all axes gives a scalar, not an array
        folded = combine(*folded, *(x[place] for x in moved))
    return folded


def fold(ufunc: np.ufunc, x: Array, init: Array, axes: Integers) -> Array:
    """The elements of x along some axes, and init, reduced with a ufunc."""
    wide, start = upcast(x), upcast(init)
    short = wide
    if wide.size >= _FAST_FOLD_SIZE:
        short = _sums(wide, axes) if ufunc is np.add else _fold_partially(ufunc, wide, axes)
    if start.ndim == 0:
        folded = ufunc.reduce(short, axes, dtype=wide.dtype, initial=start[()])
    else:
        folded = ufunc(ufunc.reduce(short, axes, dtype=wide.dtype), start)
    settled = fix_zero_signs(ufunc, np.asarray(folded), wide, start, lambda mask: mask.any(axes))
    return np.asarray(settled, x.dtype)


def _fold_slices(arrays: Arrays, inits: Arrays, axes: Integers, body: RegionCall) -> tuple[Array, ...]:
    """Fold slices of the shape of an initial value, one at a time, with a body that takes whole slices."""
    result_axes = [axis for axis in range(arrays[0].ndim) if axis not in axes]
    outer = len(result_axes) - inits[0].ndim
    moved = [x.transpose(*result_axes[:outer], *axes, *result_axes[outer:]) for x in arrays]
    places, turns = moved[0].shape[:outer], moved[0].shape[outer : outer + len(axes)]
    folded = [np.empty((*places, *init.shape), init.dtype) for init in inits]
    for place in np.ndindex(*places):
        values: Arrays = inits
        for turn in interruptible(np.ndindex(*turns)):
            values = body(*values, *(x[place + turn] for x in moved))
        for result, value in zip(folded, values, strict=True):
            result[place] = value
    return tuple(folded)


def _sums(x: Array, axes: Integers) -> Array:
    """Sums of contiguous floats along axes, which keep size 1, as matrix products with ones."""
    order = sorted(range(x.ndim), key=lambda axis: -x.strides[axis])
    sums = x.transpose(order)
    if x.dtype.char not in "fdFD" or not sums.flags.c_contiguous:
        return _fold_partially(np.add, x, axes)
    shape = list(sums.shape)
    for place in sorted(map(order.index, axes), reverse=True):
        before, count, after = math.prod(shape[:place]), shape[place], math.prod(shape[place + 1 :])
        ones = np.ones(count, x.dtype)
        matrices = sums.reshape((before, count) if after == 1 else (before, count, after))
        sums = matrices @ ones if after == 1 else ones @ matrices
        shape[place] = 1
    return np.transpose(sums.reshape(shape), sorted(range(x.ndim), key=order.__getitem__))


def _fold_partially(ufunc: np.ufunc, x: Array, axes: Integers) -> Array:
    """`x`, partially folded along `axes` so that numpy's innermost loop over the rest is not short."""
    inner = min(range(x.ndim), key=lambda axis: (x.shape[axis] == 1, abs(x.strides[axis])))
    if x.shape[inner] >= _SHORT_LOOP or not axes:
        return x
    if inner in axes:
        return np.expand_dims(functools.reduce(ufunc, np.moveaxis(x, inner, 0)), inner)
    axis = max(axes, key=x.shape.__getitem__)
    folded = np.moveaxis(x, axis, 0)
    while (half := len(folded) // 2) > 0:
        odd = folded[2 * half :]
        folded = ufunc(folded[:half], folded[half : 2 * half])
        ufunc(folded[: len(odd)], odd, out=folded[: len(odd)])
    return np.moveaxis(folded, 0, axis)


def _extremes(arrays: Arrays, axis: int, finder: ArgmaxFinder) -> Arrays:
    """Fold values and indices with np.argmax or np.argmin."""
    positions = finder(upcast(arrays[0]), axis)
    indices = _places(positions.shape)
    index = (*indices[:axis], positions, *indices[axis:])
    return [np.asarray(x[index]) for x in arrays]


@functools.lru_cache(maxsize=64)
def _places(shape: tuple[int, ...]) -> tuple[Array, ...]:
    """The index of each element, along each axis."""
    return np.indices(shape, sparse=True)


def _beats(finder: ArgmaxFinder, values: Array, init: Array) -> bool:
    """Whether the body, which computes the same as `finder`, prefers all `values` to an initial one."""
    is_preferred = np.greater if finder is np.argmax else np.less
    return bool(is_preferred(upcast(values), upcast(init)).all())


def _finder(arrays: Arrays, axis: int, body: RegionCall) -> ArgmaxFinder | None:
    """np.argmax or np.argmin, if the body computes the same and there are enough elements."""
    if len(arrays) != 2 or arrays[0].shape[axis] < _ARGMAX_SIZE:
        return None
    return argmax_finder(body, arrays[0], arrays[1], axis)


def _fold_pairs(arrays: Arrays, axis: int, combine: Reducer) -> Arrays:
    """Fold an axis of at least one element by combining neighbors, in blocks that stay in the cache."""
    moved = [np.moveaxis(x, axis, 0) for x in arrays]
    length = max(_BLOCK // max(moved[0][0].size, 1), 1)
    blocks = [[x[i : i + length] for x in moved] for i in range(0, len(moved[0]), length)]
    folds = (orders.fold_pairwise(block, combine) for block in blocks)
    return functools.reduce(lambda lhs, rhs: combine(*lhs, *rhs), folds)


_ONES: Default = PerDimension(1, "inputs")
_NO_PADDING: Default = PerDimension((0, 0), "inputs")


@op("""
C1  0 < size(inputs) = size(init_values) = size(results) = N
C2  same(shape(inputs...))
C3  element_type(inputs...) = element_type(init_values...)
C4  size(window_dimensions) = rank(inputs[0])
C5  0 < window_dimensions
C6  size(window_strides) = rank(inputs[0])
C7  0 < window_strides
C8  size(base_dilations) = rank(inputs[0])
C9  0 < base_dilations
C10 size(window_dilations) = rank(inputs[0])
C11 0 < window_dilations
C12 shape(padding) = [rank(inputs[0]), 2]
C13 is_tensor(output_types(body)) and input_types(body) = concatenate(output_types(body), output_types(body))
        and shape(output_types(body)...) = shape(init_values...)
        and is_promotable(element_type(inputs...), E)
C13 is_subsequence(shape(output_types(body)...), window_dimensions)
when strict:
    C13 type(body) = (tensor<E>..., tensor<E>...) -> (tensor<E>...)
C14 same(shape(results...))
C15 shape(results...) = num_windows
C16 element_type(results...) = E
N := size(inputs)
E := element_type(output_types(body)...)
dilated_input_shape := shape(inputs[0]) = 0 ? 0 : (shape(inputs[0]) - 1) * base_dilations + 1
padded_input_shape := padding[:, 0] + dilated_input_shape + padding[:, 1]
dilated_window_shape := (window_dimensions - 1) * window_dilations + 1
is_empty_window := padded_input_shape = 0 || dilated_window_shape > padded_input_shape
num_windows := is_empty_window ? 0 :
    floor((padded_input_shape - dilated_window_shape) / window_strides) + 1
""", outputs={"results": PlainTensors}, numerics=replace(SUM, leaves_open=orders.REDUCE_WINDOW),
execution=Execution(workspace=workspace.window_reduction), history=_PROMOTING)  # fmt: skip
def reduce_window(
    inputs: PlainTensors,
    init_values: PlainTensors,
    *,
    window_dimensions: Integers,
    window_strides: Integers = _ONES,
    base_dilations: Integers = _ONES,
    window_dilations: Integers = _ONES,
    padding: IntegerTable = _NO_PADDING,
    body: Region,
    results: ResultTypes,
) -> tuple[Array, ...]:
    """Fold each window of inputs with body, starting with init_values.

    Windows have the shape window_dimensions and move by window_strides. base_dilations put init_values
    between the elements of inputs, and padding puts them around; negative padding removes elements.
    window_dilations spread the elements of a window. Rounding is as in reduce.
    """
    if any(init.ndim > 0 for init in init_values):
        raise Unsupported("reduce_window with initial values that are not scalars is not supported")
    sources: Arrays = orders.in_types(inputs, results)
    starts: Arrays = orders.in_types(init_values, results)
    dtypes, ufunc = [array.dtype for array in sources], reduction_ufunc(body)
    sizes, edges = list(window_dimensions), list(padding)
    is_rounded_in_turn = math.prod(sizes) <= _IN_ORDER_LIMIT and depends_on_rounding(ufunc, dtypes[0])
    if is_rounded_in_turn:
        combine = vectorize(body, dtypes)
    else:
        combine = combiner(body, dtypes)
        sources, starts = upcast_for(body, sources), upcast_for(body, starts)
    if ufunc is not None and is_identity(ufunc, starts[0]) and sources[0].size >= _FAST_FOLD_SIZE:
        steps = zip(window_strides, base_dilations, window_dilations, strict=True)
        for axis, step in enumerate(steps):
            if is_prefix_scan(sources[0].shape[axis], sizes[axis], edges[axis], step):
                sources = [prefix_scan(ufunc, sources[0], axis, from_end=edges[axis][0] == 0)]
                sizes[axis], edges[axis] = 1, (0, 0)
    sources = [
        pad_and_dilate(x, start, edges, base_dilations) for x, start in zip(sources, starts, strict=True)
    ]
    if is_rounded_in_turn or math.prod(sizes) * sources[0].size <= _FAST_FOLD_SIZE:
        folded = fold_by_elements(sources, starts, sizes, window_strides, window_dilations, combine)
    else:
        folded = sources
        for axis, size in reversed([*enumerate(sizes)]):
            folded = fold_along(folded, axis, size, window_strides[axis], window_dilations[axis], combine)
        if not is_identity(ufunc, starts[0]):
            folded = orders.with_inits(starts, folded, combine)
    return tuple(np.asarray(x, dtype) for x, dtype in zip(folded, dtypes, strict=True))


# --- specializations --------------------------------------------------------------------------------


def _is_small_fold(site: Site) -> bool:
    """Whether it reduces a single small array of a type that numpy computes in, or rounds to at the end."""
    if not _is_fold(site):
        return False
    dtype, size = dtype_of(site.tensors[0].element_type), math.prod(site.shapes[0])
    is_native = COMPUTE_DTYPES.get(dtype, np.dtype("f")).kind == "f" and not _is_rounded_in_turn(site)
    return is_native and 0 < size < _FAST_FOLD_SIZE


def _is_small_fold_in_turn(site: Site) -> bool:
    """Whether it reduces a single array of a narrow type, rounding at each step, to few results."""
    if not _is_fold(site) or not _is_rounded_in_turn(site):
        return False
    return math.prod(site.shapes[0]) > 0 and math.prod(site.shapes[2]) <= _ACCUMULATED


def _is_fold(site: Site) -> bool:
    """Whether it reduces a single array with a ufunc, starting with a scalar, all of one type."""
    if not site.is_static or len(site.tensors) != 3 or site.shapes[1] != () or not site.bodies:
        return False
    return len({type.element_type for type in site.tensors}) == 1 and _ufunc_in(site.bodies[0]) is not None


def _is_rounded_in_turn(site: Site) -> bool:
    count = math.prod(site.shapes[0][axis] for axis in site.named["dimensions"])
    dtype = dtype_of(site.tensors[0].element_type)
    return count <= _IN_ORDER_LIMIT and depends_on_rounding(_ufunc_in(site.bodies[0]), dtype)


def _ufunc_in(block: Block) -> np.ufunc | None:
    return block_ufunc(block, only_operation(block))


@specialize("stablehlo.reduce", "one call of a ufunc", when=_is_small_fold)
def _one_fold(site: Site) -> Kernel:
    ufunc, dtype = _ufunc_in(site.bodies[0]), dtype_of(site.tensors[2].element_type)
    assert ufunc is not None
    fold: Callable[..., Any] = ufunc.reduce
    wide = COMPUTE_DTYPES.get(dtype, dtype)
    axes, is_narrow = site.named["dimensions"], wide is not dtype
    may_be_wrong = _zeros_may_be_wrong(ufunc, wide.kind)

    def kernel(inputs: Sequence[Array], init_values: Sequence[Any], *, body: object) -> tuple[Array]:
        (x,), (init,) = inputs, init_values
        if is_narrow:
            x, init = x.astype(wide), init.astype(wide)
        result = np.asarray(fold(x, axes, wide, None, False, init))
        if may_be_wrong is not None and may_be_wrong(result, init):
            result = np.asarray(fix_zero_signs(ufunc, result, x, init, lambda mask: mask.any(axes)))
        return (result.astype(dtype, copy=False) if is_narrow else result,)

    return kernel


def _zeros_may_be_wrong(ufunc: np.ufunc, kind: str) -> Callable[[Array, Any], bool] | None:
    """Whether `ufunc` may have folded numbers to a zero of the wrong sign; None if it never does."""
    if kind not in "fc" or ufunc not in SIGNED:
        return None
    if ufunc is np.add:  # right if it starts with a positive number
        return lambda result, init: kind == "c" or math.copysign(1.0, init) < 0
    return lambda result, init: bool(np.count_nonzero(result) < result.size)


@specialize("stablehlo.reduce", "a ufunc in turn", when=_is_small_fold_in_turn, priority=1)
def _fold_in_turn(site: Site) -> Kernel:
    ufunc, shape, axes = _ufunc_in(site.bodies[0]), site.shapes[2], sorted(site.named["dimensions"])
    assert ufunc is not None
    order = [*(axis for axis in range(len(site.shapes[0])) if axis not in axes), *axes]
    accumulate, dtype = ufunc.accumulate, dtype_of(site.tensors[0].element_type)
    count = math.prod(site.shapes[0][axis] for axis in axes)
    identity = np.asarray(identity_of(ufunc), dtype)
    bits = identity.tobytes()

    def kernel(inputs: Sequence[Array], init_values: Sequence[Any], *, body: object) -> tuple[Array]:
        x, init = inputs[0].transpose(order).reshape(*shape, count), init_values[0]
        if init.tobytes() == bits:  # first or last makes no difference
            return (np.asarray(ufunc(accumulate(x, -1)[..., -1], identity)),)
        terms = np.empty((*shape, 1 + count), dtype)
        terms[..., 0] = init
        terms[..., 1:] = x
        return (accumulate(terms, -1)[..., -1].copy(),)

    return kernel


def _may_be_extreme(site: Site) -> bool:
    """Whether it reduces two arrays along one dimension, so that the body may be that of an argmax."""
    if not site.is_static or len(site.tensors) != 6 or len(site.named["dimensions"]) != 1:
        return False
    types = [type.element_type for type in site.tensors]
    is_of_scalars = site.shapes[2] == site.shapes[3] == ()
    return is_of_scalars and types[:2] == types[2:4] == types[4:] and 0 not in site.shapes[0]


@specialize("stablehlo.reduce", "greatest or least", when=_may_be_extreme)
def _extreme(site: Site) -> Kernel:
    full = functools.partial(site.op.kernel, **site.named)
    (axis,) = site.named["dimensions"]

    def kernel(inputs: Arrays, init_values: Arrays, *, body: RegionCall) -> tuple[Array, ...]:
        finder = _finder(inputs, axis, body)
        if finder is not None:
            extremes = _extremes(inputs, axis, finder)
            if _beats(finder, extremes[0], init_values[0]):
                return tuple(extremes)
        return full(inputs, init_values, body=body)  # type: ignore[no-any-return]

    return kernel
