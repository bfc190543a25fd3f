"""Orders of reductions: those in which other implementations may combine elements.

The specification (reduce, S2 and S3) admits any binary tree whose leaves are the elements in order, with
initial values anywhere among them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.model.choices import Choice, Kernel, Variant
from stablehlo_tools.ops.model.declare import Array, Integers, RegionCall
from stablehlo_tools.ops.model.specialize import Site
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo.reducers import Arrays, Reducer, block_ufunc, only_operation, vectorize
from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate, windows

ORDER = Code(
    "reduction_order",
    "A result depends on the order in which a reduction combines elements, which is the implementation's: "
    "sums of floats round differently, and a body that is not associative has no single result.",
    "Compare sums of floats with a tolerance, or add in a wider type. Make other bodies associative.",
    command="run --sanitize",
)
_INITIAL_VALUE = Code(
    "initial_value",
    "A result depends on how often a reduction combines its initial value, which is the implementation's.",
    "Use the identity of the body as the initial value, such as 0 for a sum, and combine another value after "
    "the reduction.",
    command="run --sanitize",
)

# Longer lines are folded in as many blocks as a block has elements.
_LONGEST: Final = 1 << 12
# Elements of windows: others are not gathered in memory.
_MOST_WINDOWED: Final = 1 << 26

# From lines, whose elements along the first axis are to be folded, to what they are folded to.
Fold = Callable[[Arrays, Reducer], Arrays]


def _fold_forward(lines: Arrays, combine: Reducer) -> Arrays:
    if len(lines[0]) <= _LONGEST:
        return functools.reduce(lambda folded, element: combine(*folded, *element), _elements(lines))
    return _fold_forward(_fold_blocks(lines, combine, _fold_forward), combine)


def _fold_backward(lines: Arrays, combine: Reducer) -> Arrays:
    if len(lines[0]) <= _LONGEST:
        backwards = _elements([line[::-1] for line in lines])
        return functools.reduce(lambda folded, element: combine(*element, *folded), backwards)
    return _fold_backward(_fold_blocks(lines, combine, _fold_backward), combine)


def fold_pairwise(lines: Arrays, combine: Reducer) -> Arrays:
    """The elements along the first axis, of which there is at least one, folded by combining neighbors."""
    while (size := len(lines[0])) > 1:
        pairs = size - size % 2
        folded = combine(*(line[0:pairs:2] for line in lines), *(line[1:pairs:2] for line in lines))
        if size % 2:
            folded = [np.concatenate([y, line[-1:]]) for line, y in zip(lines, folded, strict=True)]
        lines = folded
    return [line[0, ...] for line in lines]


def _elements(lines: Arrays) -> Iterable[Arrays]:
    return ([line[place, ...] for line in lines] for place in interruptible(range(len(lines[0]))))


def _fold_blocks(lines: Arrays, combine: Reducer, fold: Fold) -> Arrays:
    """Neighbouring blocks, each folded, of the square root of the length; the last one may be shorter."""
    size = len(lines[0])
    length = math.isqrt(size)
    end = size - size % length
    blocks = [line[:end].reshape(-1, length, *line.shape[1:]).swapaxes(0, 1) for line in lines]
    folded = fold(blocks, combine)
    if end == size:
        return folded
    tail = fold([line[end:] for line in lines], combine)
    return [np.concatenate([x, y[np.newaxis]]) for x, y in zip(folded, tail, strict=True)]


FORWARD: Final = "elements are combined from the first to the last"
_FOLDS: Final[Mapping[str, Fold]] = {
    FORWARD: _fold_forward,
    "elements are combined from the last to the first": _fold_backward,
    "elements are combined in pairs": fold_pairwise,
}


def depends_on_order(site: Site) -> bool:
    """Whether a body need not be associative: sums of integers, maxima and logic are."""
    if not site.bodies:
        return False
    ufunc = block_ufunc(site.bodies[-1], only_operation(site.bodies[-1]))
    if ufunc is None:
        return True
    return element_kind(site.results[0]) in ("float", "complex") and ufunc in (np.add, np.multiply)


# -- reduce ------------------------------------------------------------------------------------------


def in_types(arrays: Arrays, types: Sequence[Any]) -> list[Array]:
    """The arrays in the element types of the body, which are those of the results."""
    return [x.astype(dtype_of(type.element_type), copy=False) for x, type in zip(arrays, types, strict=True)]


def with_inits(inits: Arrays, folded: Arrays, combine: Reducer) -> tuple[Array, ...]:
    """Folded arrays combined with the initial values."""
    shape = folded[0].shape
    return tuple(combine(*(np.broadcast_to(init, shape) for init in inits), *folded))


def _lines(arrays: Arrays, dimensions: Integers) -> list[Array]:
    """The arrays with the dimensions to reduce as the first axis."""
    result_axes = [axis for axis in range(arrays[0].ndim) if axis not in dimensions]
    moved = [x.transpose(*sorted(dimensions), *result_axes) for x in arrays]
    return [x.reshape(-1, *x.shape[len(dimensions) :]) for x in moved]


def _reducing(fold: Fold) -> Variant:
    def variant(kernel: Kernel, site: Site) -> Kernel:
        def reducing(inputs: Arrays, init_values: Arrays, *, body: RegionCall) -> Any:
            arrays, inits = in_types(inputs, site.results), in_types(init_values, site.results)
            lines = _lines(arrays, site.named["dimensions"])
            if not lines[0].size or inits[0].ndim:
                return kernel(inputs, init_values, body=body)
            combine = vectorize(body, [x.dtype for x in arrays])
            return with_inits(inits, fold(lines, combine), combine)

        return reducing

    return variant


def _initial_value_twice(kernel: Kernel, site: Site) -> Kernel:
    def reducing(inputs: Arrays, init_values: Arrays, *, body: RegionCall) -> Any:
        folded = [np.asarray(result) for result in kernel(inputs, init_values, body=body)]
        inits = in_types(init_values, site.results)
        if inits[0].ndim or not folded[0].size:
            return folded
        return with_inits(inits, folded, vectorize(body, [x.dtype for x in folded]))

    return reducing


_HERE = "up to 64 elements are combined from the first to the last, more in pairs, the initial value first"
INITIAL_VALUE: Final = Choice(
    _INITIAL_VALUE,
    ("reduce_s3",),
    "it is combined once",
    {"the initial value is combined twice": _initial_value_twice},
)


def _choices(making: Callable[[Fold], Variant]) -> tuple[Choice, ...]:
    """The choices of a reduction, from a function that makes its kernel for an order of folding."""
    variants = {words: making(fold) for words, fold in _FOLDS.items()}
    return Choice(ORDER, ("reduce_s1", "reduce_s2"), _HERE, variants, depends_on_order), INITIAL_VALUE


REDUCE: Final = _choices(_reducing)

# -- reduce_window -----------------------------------------------------------------------------------


def _reducing_windows(fold: Fold) -> Variant:
    def variant(kernel: Kernel, site: Site) -> Kernel:
        named = site.named

        def reducing(inputs: Arrays, init_values: Arrays, *, body: RegionCall) -> Any:
            arrays, inits = in_types(inputs, site.results), in_types(init_values, site.results)
            pairs = zip(arrays, inits, strict=True)
            padded = [pad_and_dilate(x, init, named["padding"], named["base_dilations"]) for x, init in pairs]
            sizes, rank = named["window_dimensions"], arrays[0].ndim
            views = [windows(x, sizes, named["window_strides"], named["window_dilations"]) for x in padded]
            if not 0 < views[0].size <= _MOST_WINDOWED:
                return kernel(inputs, init_values, body=body)
            combine = vectorize(body, [x.dtype for x in arrays])
            return with_inits(inits, fold(_lines(views, tuple(range(rank, 2 * rank))), combine), combine)

        return reducing

    return variant


REDUCE_WINDOW: Final = _choices(_reducing_windows)

# -- processes ---------------------------------------------------------------------------------------


class _ReversedProcess:
    """A process whose exchanges see the operands of others in the opposite order."""

    def __init__(self, process: Any) -> None:
        self._process = process

    def __getattr__(self, name: str) -> Any:
        return getattr(self._process, name)

    def exchange(self, operands: Any, group: Any, channel_id: int, combine: Callable[..., Any]) -> Any:
        """The combination of the operands of all processes."""
        return self._process.exchange(operands, group, channel_id, lambda values: combine(values[::-1]))


def _with_reversed_process(kernel: Kernel, site: Site) -> Kernel:
    return lambda *operands, process, **named: kernel(*operands, process=_ReversedProcess(process), **named)


def _is_sum_of_floats(site: Site) -> bool:
    """Whether operands may change places: it commutes, but is not associative."""
    is_of_one_op = not site.bodies or only_operation(site.bodies[0]) is not None
    return is_of_one_op and (not site.bodies or depends_on_order(site))


OF_PROCESSES: Final = Choice(
    ORDER,
    ("all_reduce_s1",),
    "operands are combined from the first process of the group to the last",
    {"operands are combined from the last process to the first": _with_reversed_process},
    _is_sum_of_floats,
)
