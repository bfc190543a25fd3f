"""Reductions, windows and sorting."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stablehlo_tools.hlo.builder.arguments import operation
from stablehlo_tools.hlo.builder.arrays import Slice, as_list, check_reducer, one_or_tuple
from stablehlo_tools.hlo.builder.control import GetTupleElement
from stablehlo_tools.hlo.builder.core import XlaComputation, XlaOp, greatest, require
from stablehlo_tools.hlo.builder.elementwise import Lt, LtTotalOrder
from stablehlo_tools.ir.types import Dim

Padding = str | Sequence[tuple[int, int]]


def padding_of(
    padding: Padding,
    input_dimensions: Sequence[int | Dim],
    window_dimensions: Sequence[int],
    strides: Sequence[int],
) -> list[tuple[int, int]]:
    """The low and high padding of each dimension: as given, or by `SAME` or `VALID` (kSame, kValid).

    `SAME` pads so that the number of windows is size / stride, rounded up; dilation is ignored. Raises
    XlaBuilderError.
    """
    if not isinstance(padding, str):
        return [(low, high) for low, high in padding]
    known = {"SAME", "VALID"}
    word = padding.removeprefix("k").upper()
    require(word in known, "padding", "padding must be SAME, VALID, or a list of pairs", padding)
    lengths = {len(input_dimensions), len(window_dimensions), len(strides)}
    require(
        len(lengths) == 1,
        "padding",
        "window sizes and strides must have an entry for each dimension",
        lengths,
    )
    if word == "VALID":
        return [(0, 0)] * len(input_dimensions)
    sizes = [greatest(size) for size in input_dimensions]
    require(math.inf not in sizes, "padding", "SAME wants sizes that are bounded", [*input_dimensions])
    return [_same(int(size), *each) for size, *each in zip(sizes, window_dimensions, strides, strict=True)]


def _same(size: int, window: int, stride: int) -> tuple[int, int]:
    require(stride > 0, "padding", "strides must be positive", stride)
    total = max((-(-size // stride) - 1) * stride + window - size, 0)
    return total // 2, total - total // 2


@operation
def Reduce(
    operands: XlaOp | Sequence[XlaOp],
    init_values: XlaOp | Sequence[XlaOp],
    computation: XlaComputation,
    dimensions: Sequence[int],
) -> XlaOp:
    """The elements along some dimensions reduced to one; a tuple for several operands."""
    inputs, inits = as_list(operands), as_list(init_values)
    check_reducer("Reduce", computation, inputs)
    builder = inputs[0].builder
    results = builder.apply(
        "Reduce", "stablehlo.reduce", [inputs, inits], {"dimensions": sorted(dimensions)},
        regions=[builder.region(computation)],
    )  # fmt: skip
    return one_or_tuple(builder, results)


@operation
def ReduceWindow(
    operands: XlaOp | Sequence[XlaOp],
    init_values: XlaOp | Sequence[XlaOp],
    computation: XlaComputation,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int] | None = None,
    base_dilations: Sequence[int] | None = None,
    window_dilations: Sequence[int] | None = None,
    padding: Padding = "VALID",
) -> XlaOp:
    """The elements of each window reduced to one; a tuple for several operands."""
    inputs, inits = as_list(operands), as_list(init_values)
    check_reducer("ReduceWindow", computation, inputs)
    builder, ones = inputs[0].builder, [1] * len(window_dimensions)
    strides = ones if window_strides is None else window_strides
    attributes = {
        "window_dimensions": window_dimensions,
        "window_strides": strides,
        "base_dilations": base_dilations,
        "window_dilations": window_dilations,
        "padding": padding_of(padding, inputs[0].dimensions, window_dimensions, strides),
    }
    results = builder.apply(
        "ReduceWindow", "stablehlo.reduce_window", [inputs, inits], attributes,
        regions=[builder.region(computation)],
    )  # fmt: skip
    return one_or_tuple(builder, results)


@operation
def SelectAndScatter(
    operand: XlaOp,
    select: XlaComputation,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int],
    padding: Padding,
    source: XlaOp,
    init_value: XlaOp,
    scatter: XlaComputation,
) -> XlaOp:
    """Select an element of each window by select, and scatter the window's element of source to its index."""
    for computation in (select, scatter):
        check_reducer("SelectAndScatter", computation, [operand])
    builder = operand.builder
    attributes = {
        "window_dimensions": window_dimensions,
        "window_strides": window_strides,
        "padding": padding_of(padding, operand.dimensions, window_dimensions, window_strides),
    }
    return builder.apply(
        "SelectAndScatter", "stablehlo.select_and_scatter", [operand, source, init_value], attributes,
        regions=[builder.region(select), builder.region(scatter)],
    )[0]  # fmt: skip


@operation
def Sort(
    operands: XlaOp | Sequence[XlaOp],
    comparator: XlaComputation | None = None,
    dimension: int = -1,
    is_stable: bool = False,
) -> XlaOp:
    """Slices along a dimension, sorted by comparator; a tuple for several operands.

    The default comparator sorts the first operand in ascending order.
    """
    inputs = as_list(operands)
    comparator = comparator or CreateScalarLtComputation(inputs)
    check_reducer("Sort", comparator, inputs)
    builder = inputs[0].builder
    attributes = {"dimension": dimension, "is_stable": is_stable}
    results = builder.apply(
        "Sort", "stablehlo.sort", [inputs], attributes, regions=[builder.region(comparator)]
    )
    return one_or_tuple(builder, results)


@operation
def CreateScalarLtComputation(operands: Sequence[XlaOp]) -> XlaComputation:
    """A comparator for `Sort`: whether the first operand is less, in the total order of floats."""
    return _comparator(operands, greater=False)


@operation
def CreateScalarGtComputation(operands: Sequence[XlaOp]) -> XlaComputation:
    """A comparator for `Sort`: whether the first operand is greater, in the total order of floats."""
    return _comparator(operands, greater=True)


def _comparator(operands: Sequence[XlaOp], *, greater: bool) -> XlaComputation:
    require(bool(operands), "Sort", "at least one operand is required")
    builder = type(operands[0].builder)("greater" if greater else "less")
    scalars: list[XlaOp] = []
    for operand in operands:
        shape = operand.shape.without_layout.partition("[")[0] + "[]"
        scalars += [builder.parameter(len(scalars), shape), builder.parameter(len(scalars) + 1, shape)]
    first, second = scalars[1::-1] if greater else scalars[:2]
    is_float = first.type.element_type.kind == "float"
    return builder.build((LtTotalOrder if is_float else Lt)(first, second))


@operation
def TopK(operand: XlaOp, k: int, largest: bool = True) -> XlaOp:
    """A tuple: the k largest, or smallest, elements along the last dimension, and their indices."""
    from stablehlo_tools.hlo.builder.arrays import Iota

    sizes = operand.dimensions
    require(
        bool(sizes) and 0 <= k <= greatest(sizes[-1]),
        "TopK",
        "k must not exceed the last dimension",
        (sizes, k),
    )
    text = operand.shape.without_layout
    indices = Iota(operand.builder, f"s32{text[text.index('[') :]}", len(sizes) - 1)
    both = [operand, indices]
    order = CreateScalarGtComputation(both) if largest else CreateScalarLtComputation(both)
    ordered = Sort(both, order, is_stable=True)
    others = [size for size in sizes[:-1] if isinstance(size, int)]
    require(len(others) == len(sizes) - 1, "TopK", "only the last dimension may be bounded", [*sizes])
    starts, limits = [0] * len(sizes), [*others, k]
    return operand.builder.tuple(
        [Slice(GetTupleElement(ordered, position), starts, limits) for position in range(2)]
    )
