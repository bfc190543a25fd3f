"""Kernels on lanes: the values of several runs of a program at once, which differ by their noise only.

A value that noise has reached has a row for each run, of which the first may have no noise; other values are
the same in all runs and computed once. An elementwise operation computes all rows in one call, so that a loop
over small arrays takes little longer than one run. The first row decides branches for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, read_only
from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.interpret.plans.stacks import on_each
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.edit import captured_values
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.declare import Argument, RegionCall
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.contraction import stack_contraction
from stablehlo_tools.ops.stablehlo.control import PASSING
from stablehlo_tools.ops.stablehlo.reduce import fold, reduced
from stablehlo_tools.ops.stablehlo.slicing import moving_box
from stablehlo_tools.verdict.noise.lane_values import Lanes, count_of_lanes, row, rows_alike, rows_of

Together = Callable[[Op, Operation, Kernel], Kernel]
_TOGETHER: Final = Registry[Together]()  # kernels that take all rows in one call


def on_lanes(
    op: Op, operation: Operation, kernel: Kernel, find: Callable[[], Kernel] | None = None
) -> Kernel:
    """The kernel, adapted to lanes; `find` returns one for arrays of any shape, if this one may not be."""
    if operation.name in PASSING or op.is_identity:
        return kernel
    if any(any(captured_values(region)) for region in operation.regions):
        return _refuse
    if takes_rows(op, operation):
        if not _may_be_for_scalars(operation):
            return at_once(op, kernel, kernel)
        if find is not None:
            return at_once(op, kernel, find())
    by_rows = _by_rows(kernel, several=op.has_multiple_results)
    rule = _TOGETHER.get(op.name)
    return by_rows if rule is None else rule(op, operation, by_rows)


def are_at_once(op: Op) -> bool:
    """Whether a kernel usually takes all rows in one call."""
    return op.elementwise or op.execution.is_view or op.name in _TOGETHER


def _refuse(*operands: Any, **named: Argument) -> Any:
    raise Unsupported("regions that use what differs between runs are executed in each")


def takes_rows(op: Op, operation: Operation) -> bool:
    """Whether a kernel can take rows as one more axis."""
    types = operation.types
    tensors = [type for type in types if isinstance(type, TensorType)]
    is_of_one_shape = len(tensors) == len(types) and len({type.shape for type in tensors}) == 1
    return is_of_one_shape and op.elementwise and not op.is_identity


def _may_be_for_scalars(operation: Operation) -> bool:
    """Whether the kernel of an operation on tensors of one shape may be for scalars only."""
    tensors = [type for type in operation.types if isinstance(type, TensorType)]
    return tensors[0].shape == () and any(
        type.element_type.kind not in ("float", "complex") for type in tensors
    )


def at_once(
    op: Op,
    kernel: Kernel,
    of_rows: Kernel,
    widened: Callable[[Any], Any] = as_array,
    finished: Callable[[Lanes], Lanes] | None = None,
) -> Kernel:
    """A kernel that computes all rows of lanes in one call of `of_rows`, and other values by `kernel`.

    Beside lanes, other operands are `widened` to the types of the run; the result is `finished`.
    """
    broadcasts = op.execution.ufunc is not None

    def computing(*operands: Any, **named: Argument) -> Any:
        if Lanes not in map(type, operands):
            return kernel(*operands, **named)
        if broadcasts:
            rows = [value.rows if type(value) is Lanes else widened(value) for value in operands]
        else:
            rows = rows_alike([value if type(value) is Lanes else widened(value) for value in operands])
        lanes = Lanes(of_rows(*rows))
        return lanes if finished is None else finished(lanes)

    return computing


@_TOGETHER.register("stablehlo.dot_general")
def _product_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of a product, for all rows at once if both factors are floats of one type."""
    named = named_arguments(op, operation)
    if named.get("accumulation_type") is not None:
        return by_rows
    contract = stack_contraction(named)

    def computing(lhs: Any, rhs: Any) -> Any:
        has_lanes = type(lhs) is Lanes or type(rhs) is Lanes
        if has_lanes and lhs.dtype == rhs.dtype and lhs.dtype.kind == "f":
            is_shared = type(rhs) is not Lanes
            return Lanes(contract(*((lhs.rows, rhs[None]) if is_shared else rows_alike([lhs, rhs]))))
        return by_rows(lhs, rhs)

    return computing


@_TOGETHER.register("stablehlo.reduce")
def _reduction_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of a reduction, for all rows at once if its body takes arrays of any shape in their type."""
    axes = tuple(int(axis) + 1 for axis in named_arguments(op, operation)["dimensions"])
    count = len(operation.results)
    elements = [type.element_type for type in operation.types if isinstance(type, TensorType)]
    is_promoting = elements[:count] != elements[-count:]

    def computing(inputs: Sequence[Any], init_values: Sequence[Any], *, body: RegionCall) -> Any:
        x, init, ufunc = inputs[0], init_values[0], body.ufunc
        is_plain = _differs(inputs) and not _differs(init_values) and init.ndim == 0 and x.size
        if ufunc is not None and is_plain and x.dtype == init.dtype and x.dtype.kind == "f":
            return (Lanes(fold(ufunc, x.rows, init, axes)),)
        if is_plain and body.is_vectorizable and not is_promoting:
            return tuple(
                map(Lanes, reduced(rows_alike(inputs), list(map(as_array, init_values)), axes, body))
            )
        return by_rows(inputs, init_values, body=body)

    return computing


@_TOGETHER.register("stablehlo.gather")
def _gather_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of a gather, for all rows at once: they are one more dimension of what differs."""
    named = named_arguments(op, operation)

    def computing(operand: Any, start_indices: Any) -> Any:
        of_operand, of_indices = type(operand) is Lanes, type(start_indices) is Lanes
        if not (of_operand or of_indices):
            return by_rows(operand, start_indices)
        count = count_of_lanes([operand, start_indices])
        attributes = _with_lanes(named, count, of_operand=of_operand, of_indices=of_indices)
        return Lanes(op.kernel(rows_of(operand), rows_of(start_indices), **attributes))

    return computing


def _with_lanes(
    named: Mapping[str, Any], count: int, *, of_operand: bool, of_indices: bool
) -> dict[str, Any]:
    """The attributes of a gather whose operand or indices, or both, have rows as their first dimension.

    It is a dimension of the slices, of the indices, or of batches of both.
    """
    both = of_operand and of_indices

    def moved(name: str, *, by: bool) -> list[int]:
        return [int(axis) + by for axis in named.get(name, ())]

    return {
        **named,
        "offset_dims": [*([] if of_indices else [0]), *moved("offset_dims", by=True)],
        "collapsed_slice_dims": moved("collapsed_slice_dims", by=of_operand),
        "operand_batching_dims": [*([0] if both else []), *moved("operand_batching_dims", by=of_operand)],
        "start_indices_batching_dims": [
            *([0] if both else []),
            *moved("start_indices_batching_dims", by=of_indices),
        ],
        "start_index_map": moved("start_index_map", by=of_operand),
        "index_vector_dim": int(named["index_vector_dim"]) + of_indices,
        "slice_sizes": [*([1 if both else count] if of_operand else []), *moved("slice_sizes", by=False)],
    }


@_TOGETHER.register("stablehlo.concatenate")
def _concatenation_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of a concatenation, for all rows at once."""
    axis = int(named_arguments(op, operation)["dimension"]) + 1

    def computing(inputs: Sequence[Any]) -> Any:
        return Lanes(op.kernel(rows_alike(inputs), dimension=axis)) if _differs(inputs) else by_rows(inputs)

    return computing


@_TOGETHER.register("stablehlo.pad")
def _padding_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of a padding, for all rows at once if they have the same value around them."""
    named = {name: [0, *values] for name, values in named_arguments(op, operation).items()}

    def computing(operand: Any, padding_value: Any) -> Any:
        if type(operand) is not Lanes or type(padding_value) is Lanes:
            return by_rows(operand, padding_value)
        return Lanes(op.kernel(operand.rows, padding_value, **named))

    return computing


@_TOGETHER.register("stablehlo.dynamic_slice")
def _slice_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of a slice, a view of all rows if it is at the same place in all runs, else a gather."""
    types = [operation.operands[0].type, operation.results[0].type]
    shapes = [type.static_shape for type in types if isinstance(type, TensorType) and type.is_static]
    if len(shapes) < len(types):
        return by_rows
    box_at, axes, gather = moving_box(*shapes), range(len(shapes[0])), OPS["stablehlo.gather"]
    one = {"offset_dims": axes, "collapsed_slice_dims": (), "start_index_map": axes, "index_vector_dim": 0}
    one["slice_sizes"] = shapes[1]

    def computing(operand: Any, starts: Sequence[Any]) -> Any:
        if _differs(starts):
            indices, of_operand = np.stack(rows_alike(starts), -1), type(operand) is Lanes
            attributes = _with_lanes(one, len(indices), of_operand=of_operand, of_indices=True)
            return Lanes(gather.kernel(rows_of(operand), indices, **attributes))
        if type(operand) is not Lanes:
            return by_rows(operand, starts)
        box = slice(None), *box_at(starts)
        return Lanes(read_only(operand.rows[box]))

    return computing


@_TOGETHER.register("stablehlo.dynamic_update_slice")
def _update_kernel(op: Op, operation: Operation, by_rows: Kernel) -> Kernel:
    """The kernel of an update, for all rows at once if it is at the same place in all runs."""
    types = [operand.type for operand in operation.operands[:2]]
    shapes = [type.static_shape for type in types if isinstance(type, TensorType) and type.is_static]
    if len(shapes) < len(types):
        return by_rows
    box_at = moving_box(*shapes)

    def computing(operand: Any, update: Any, starts: Sequence[Any], **named: Argument) -> Any:
        if _differs(starts) or not _differs((operand, update)):
            return by_rows(operand, update, starts, **named)
        is_own = type(operand) is Lanes and operand is named.get("out")
        rows = operand.rows if is_own else np.array(rows_alike([operand, update])[0], order="C")
        box = (slice(None), *box_at(starts))
        rows[box] = rows_of(update)
        return Lanes(rows)

    return computing


def _by_rows(kernel: Kernel, *, several: bool) -> Kernel:
    def computing(*operands: Any, **named: Argument) -> Any:
        places = [place for place, operand in enumerate(operands) if _differs(operand)]
        if not places:
            return kernel(*operands, **named)
        if len(places) == 1 and not several and "out" not in named and type(operands[places[0]]) is Lanes:
            before, after = operands[: places[0]], operands[places[0] + 1 :]
            return Lanes(on_each(lambda x: kernel(*before, x, *after, **named), operands[places[0]].rows))
        out: Any = named.pop("out", None)

        def run(number: int) -> Any:
            arguments = [*operands]
            for place in places:
                arguments[place] = row(operands[place], number)
                if operands[place] is out:
                    named["out"] = arguments[place]
            return kernel(*arguments, **named)

        count = count_of_lanes([operands[place] for place in places])
        results: Any = map(run, range(count))
        if several:
            return tuple([_together(values, count) for values in zip(*results, strict=True)])
        if out is None or all(operands[place] is not out for place in places):
            return _together(results, count)
        results = list(results)
        return Lanes(out.rows) if results[-1] is named["out"] else _together(results, count)

    return computing


def _differs(value: Any) -> bool:
    """Whether a value, or one of a group, differs between runs."""
    return type(value) is Lanes or (type(value) in (tuple, list) and any(map(_differs, value)))


def _together(values: Iterable[Any], count: int) -> Any:
    """The values of all runs as lanes; each is released before the next one is computed."""
    values = iter(values)
    first = next(values)
    if isinstance(first, tuple):
        return tuple([_together(elements, count) for elements in zip(first, *values, strict=True)])
    rows = np.empty((count, *first.shape), first.dtype)
    rows[0] = first
    del first
    for number in range(1, count):
        rows[number] = next(values)
    return Lanes(rows)
