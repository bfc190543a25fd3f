"""Reductions, windows and sorting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from stablehlo_tools.hlo.builder.arguments import as_list, one_or_tuple, operation, variant
from stablehlo_tools.hlo.builder.arrays import Iota, Slice
from stablehlo_tools.hlo.builder.core import (
    XlaComputation,
    XlaOp,
    array_type,
    check_reducer,
    greatest,
    require,
    require_dimension,
)
from stablehlo_tools.hlo.builder.elementwise import Lt, LtTotalOrder
from stablehlo_tools.hlo.types import leaf_types
from stablehlo_tools.ir.types import Dim, TensorType, Type

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
    require(word in known, "padding must be SAME, VALID, or a list of pairs", padding)
    lengths = {len(input_dimensions), len(window_dimensions), len(strides)}
    require(len(lengths) == 1, "window sizes and strides must have an entry for each dimension", lengths)
    if word == "VALID":
        return [(0, 0)] * len(input_dimensions)
    sizes = [greatest(size) for size in input_dimensions]
    require(math.inf not in sizes, "SAME requires bounded sizes", [*input_dimensions])
    return [_same(int(size), *pair) for size, *pair in zip(sizes, window_dimensions, strides, strict=True)]


def _same(size: int, window: int, stride: int) -> tuple[int, int]:
    require(stride > 0, "strides must be positive", stride)
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
    inputs, attributes = as_list(operands), {"dimensions": sorted(dimensions)}
    return _reduced("reduce", [inputs, as_list(init_values)], attributes, computation)


def _reduced(
    name: str, operands: list[list[XlaOp]], attributes: dict[str, Any], computation: XlaComputation
) -> XlaOp:
    check_reducer(computation, operands[0])
    builder = operands[0][0].builder
    results = builder.apply(name, operands, attributes, regions=[builder.region(computation)])
    return one_or_tuple(builder, results)


@operation
def ReduceAll(operand: XlaOp, init_value: XlaOp, computation: XlaComputation) -> XlaOp:
    """All elements reduced to one."""
    return Reduce(operand, init_value, computation, range(len(operand.dimensions)))


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
    inputs = as_list(operands)
    require(bool(inputs), "at least one operand is required")
    strides = [1] * len(window_dimensions) if window_strides is None else window_strides
    attributes = {
        "window_dimensions": window_dimensions,
        "window_strides": strides,
        "base_dilations": base_dilations,
        "window_dilations": window_dilations,
        "padding": padding_of(padding, inputs[0].dimensions, window_dimensions, strides),
    }
    groups = [inputs, as_list(init_values)]
    return _reduced("reduce_window", groups, attributes, computation)


ReduceWindowWithGeneralPadding = variant(
    "ReduceWindowWithGeneralPadding", ReduceWindow,
    "operands init_values computation window_dimensions window_strides! base_dilations! window_dilations! "
    "padding!",
    "`ReduceWindow` with all attributes.",
)  # fmt: skip


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
    pairs = padding_of(padding, operand.dimensions, window_dimensions, window_strides)
    attributes = {
        "window_dimensions": window_dimensions, "window_strides": window_strides, "padding": pairs,
    }  # fmt: skip
    for computation in (select, scatter):
        check_reducer(computation, [operand])
    builder, operands = operand.builder, [operand, source, init_value]
    regions = [builder.region(select), builder.region(scatter)]
    return builder.apply("select_and_scatter", operands, attributes, regions=regions)[0]


SelectAndScatterWithGeneralPadding = variant(
    "SelectAndScatterWithGeneralPadding", SelectAndScatter,
    "operand select window_dimensions window_strides padding source init_value scatter",
    "`SelectAndScatter` with pairs of padding.",
)  # fmt: skip


@operation
def Scan(
    inputs: Sequence[XlaOp],
    inits: Sequence[XlaOp],
    computation: XlaComputation,
    scan_dimension: int,
    scan_dimension_size: int | None = None,
    is_reverse: bool = False,
    is_associative: bool | None = None,
) -> XlaOp:
    """A tuple: what computation returns for each slice of the inputs, stacked, and the last carried values.

    Computation takes a slice of each input and the carried values, and returns slices and carried values.
    """
    for operand in inputs:
        require_dimension("scan_dimension", scan_dimension, operand)
    length = inputs[0].dimensions[scan_dimension] if inputs else scan_dimension_size
    require(length is not None, "scan_dimension_size is required without inputs")
    builder, types = [*inputs, *inits][0].builder, leaf_types(computation.result)
    rows = types[: len(types) - len(inits)]
    stacked = [_stacked(type, scan_dimension, length) for type in rows]
    attributes = {
        "dimension": scan_dimension,
        "is_reverse": is_reverse,
        "is_associative": is_associative,
        "scan_dim_size": None if inputs else scan_dimension_size,
    }
    regions, outputs = [builder.region(computation)], [stacked, types[len(rows) :]]
    results = builder.apply(
        "chlo.scan", [list(inputs), list(inits)], attributes, regions=regions, results=outputs
    )
    return builder.tuple(results)


def _stacked(type: Type, dimension: int, length: Any) -> TensorType:
    """The type of arrays of a type, stacked along a dimension."""
    fits = isinstance(type, TensorType) and 0 <= dimension <= type.rank
    require(fits, "computation must return slices", type)
    assert isinstance(type, TensorType)
    sizes = list(type.shape or ())
    return array_type([*sizes[:dimension], length, *sizes[dimension:]], type.element_type)


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
    inputs, attributes = as_list(operands), {"dimension": dimension, "is_stable": is_stable}
    comparator = comparator or CreateScalarLtComputation(inputs)
    return _reduced("sort", [inputs], attributes, comparator)


@operation
def CreateScalarLtComputation(operands: Sequence[XlaOp]) -> XlaComputation:
    """A comparator for `Sort`: whether the first operand is less, in the total order of floats."""
    return _comparator(operands, greater=False)


@operation
def CreateScalarGtComputation(operands: Sequence[XlaOp]) -> XlaComputation:
    """A comparator for `Sort`: whether the first operand is greater, in the total order of floats."""
    return _comparator(operands, greater=True)


def _comparator(operands: Sequence[XlaOp], *, greater: bool) -> XlaComputation:
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
    sizes = operand.dimensions
    fits = bool(sizes) and 0 <= k <= greatest(sizes[-1])
    require(fits, "k must not exceed the last dimension", (sizes, k))
    text = operand.shape.without_layout
    indices = Iota(operand.builder, f"s32{text[text.index('[') :]}", len(sizes) - 1)
    inputs = [operand, indices]
    order = CreateScalarGtComputation(inputs) if largest else CreateScalarLtComputation(inputs)
    ordered = Sort(inputs, order, is_stable=True)
    leading = [size for size in sizes[:-1] if isinstance(size, int)]
    require(len(leading) == len(sizes) - 1, "only the last dimension may be bounded", [*sizes])
    starts, limits = [0] * len(sizes), [*leading, k]
    return operand.builder.tuple([Slice(element, starts, limits) for element in ordered.elements])
