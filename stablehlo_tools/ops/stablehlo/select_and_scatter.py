"""select_and_scatter: updates of the elements that windows select."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Annotated

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, Kernel
from stablehlo_tools.ops.model.declare import (
    Array,
    Integers,
    IntegerTable,
    PlainTensor,
    Region,
    RegionCall,
    ResultType,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution, History
from stablehlo_tools.ops.model.schema import ANY, PER_AXIS, Default, OperandRule, PerDimension
from stablehlo_tools.ops.model.specialize import Site
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.stablehlo import orders
from stablehlo_tools.ops.stablehlo.comparison import select as choice
from stablehlo_tools.ops.stablehlo.reducers import only_operation, update, vectorize
from stablehlo_tools.ops.stablehlo.windows import pad_and_dilate, windows

Scalar = Annotated[Array, OperandRule(ANY - PER_AXIS, rank=0)]

_ONES: Default = PerDimension(1, "operand")
_NO_PADDING: Default = PerDimension((0, 0), "operand")


def _scattered(
    operand: Array,
    source: Array,
    init_value: Array,
    *,
    window_dimensions: Integers,
    window_strides: Integers,
    padding: IntegerTable,
    select: Region,
    scatter: Region,
    result: TensorType,
    step: int = 1,
) -> Array:
    """The fold over the elements of source from the first, or from the last with a step of -1."""
    ones = (1,) * operand.ndim
    is_inside = pad_and_dilate(np.ones(operand.shape, bool), False, padding, ones)
    candidates = pad_and_dilate(operand, 0, padding, ones)
    chosen = _select_indices(candidates, is_inside, select, window_dimensions, window_strides).ravel()
    has_chosen = chosen >= 0
    dtype = dtype_of(result.element_type)
    start = init_value.astype(dtype)
    values = source.astype(dtype).reshape(-1, 1)[has_chosen]
    folded = np.full((candidates.size, 1), start)
    update([folded], chosen[has_chosen][::step], [values[::step]], scatter, is_unique=False)
    without_padding = [(-low, -high) for low, high in padding]
    return pad_and_dilate(folded.reshape(candidates.shape), start, without_padding, ones)


def _select_indices(
    operand: Array, is_inside: Array, select: RegionCall, sizes: Integers, strides: Integers
) -> Array:
    """For each window, the flat index of the element that select picks, -1 if all are padding."""
    ones = (1,) * operand.ndim
    places = windows(np.arange(operand.size).reshape(operand.shape), sizes, strides, ones)
    values, insides = (windows(x, sizes, strides, ones) for x in (operand, is_inside))
    keeps = vectorize(select, [np.dtype(bool)])
    first, *rest = [(..., *offset) for offset in np.ndindex(*sizes)]
    chosen, chosen_values = np.where(insides[first], np.int32(0), np.int32(-1)), values[first]
    for number, at in enumerate(interruptible(rest), 1):
        is_better = insides[at] & ((chosen < 0) | ~keeps(chosen_values, values[at])[0])
        chosen = choice(is_better, np.broadcast_to(np.int32(number), chosen.shape), chosen)
        chosen_values = choice(is_better, values[at], chosen_values)
    steps = np.array(places.strides[operand.ndim :]) // places.itemsize
    distances = np.array([np.sum(offset * steps) for offset in np.ndindex(*sizes)], np.int64)
    return np.where(chosen < 0, -1, places[first] + distances[chosen])


def _fold_backward(kernel: Kernel, site: Site) -> Kernel:
    return functools.partial(_scattered, **site.named, step=-1)


def _initial_value_twice(kernel: Kernel, site: Site) -> Kernel:
    def computing(operand: Array, source: Array, init_value: Array, **regions: RegionCall) -> Array:
        out = np.asarray(kernel(operand, source, init_value, **regions))
        combine = vectorize(regions["scatter"], [out.dtype])
        (combined,) = orders.with_inits([np.asarray(init_value, out.dtype)], [out], combine)
        return combined

    return computing


_CHOICES = (
    Choice(
        orders.ORDER,
        ("reduce_s1", "reduce_s2"),
        "elements of source are combined from the first to the last",
        {"elements of source are combined from the last to the first": _fold_backward},
        lambda site: only_operation(site.bodies[-1]) is not None and orders.depends_on_order(site),
    ),
    replace(orders.INITIAL_VALUE, variants={"the initial value is combined twice": _initial_value_twice}),
)


@op("""
C1  element_type(operand) = element_type(source)
C2  shape(source) = num_windows
C3  element_type(init_value) = element_type(operand)
C4  size(window_dimensions) = rank(operand)
C5  0 < window_dimensions
C6  size(window_strides) = rank(operand)
C7  0 < window_strides
C8  shape(padding) = [rank(operand), 2]
C9  type(select) = (tensor<E0>, tensor<E0>) -> tensor<i1>
C10 size(output_types(scatter)) = 1 and is_tensor(output_types(scatter))
        and type(scatter) = (tensor<E>, tensor<E>) -> tensor<E>
        and is_promotable(element_type(operand), E)
C11 shape(operand) = shape(result)
C12 element_type(result) = E
E0 := element_type(operand)
E := element_type(output_types(scatter)[0])
padded_operand_shape := padding[:, 0] + shape(operand) + padding[:, 1]
is_empty_window := padded_operand_shape = 0 || window_dimensions > padded_operand_shape
num_windows := is_empty_window ? 0 :
    floor((padded_operand_shape - window_dimensions) / window_strides) + 1
""", outputs={"result": PlainTensor},
numerics=replace(SUM, leaves_open=_CHOICES),
execution=Execution(workspace=workspace.window_selection), history=History(promotes=(0, 17)))  # fmt: skip
def select_and_scatter(
    operand: PlainTensor,
    source: PlainTensor,
    init_value: Scalar,
    *,
    window_dimensions: Integers,
    window_strides: Integers = _ONES,
    padding: IntegerTable = _NO_PADDING,
    select: Region,
    scatter: Region,
    result: ResultType,
) -> Array:
    """Fold each element of source with scatter into the element of operand that select picks from its window.

    Padding is never picked: elements of source whose window has only padding are dropped.
    """
    return _scattered(
        operand, source, init_value, window_dimensions=window_dimensions, window_strides=window_strides,
        padding=padding, select=select, scatter=scatter, result=result,
    )  # fmt: skip
