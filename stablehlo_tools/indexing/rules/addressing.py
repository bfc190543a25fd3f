"""Ops whose places depend on values: dynamic slices, gather, scatter, and windows that select."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.indexing.affine import Expression, constant, dimension, dimensions, symbol
from stablehlo_tools.indexing.interval import Interval, size_interval
from stablehlo_tools.indexing.inverse import inverse
from stablehlo_tools.indexing.maps import Constraint, OperandIndexing
from stablehlo_tools.indexing.op import (
    Array,
    Op,
    Readings,
    Runtime,
    Sizes,
    constant_list,
    identity,
    noted,
    reading,
    scalar,
)
from stablehlo_tools.indexing.readings import composed
from stablehlo_tools.indexing.rules.contraction import whole, window_reading, windows_of

_NO_EFFECT = "it has no effect where the slice is as large as the operand"


class _Starts:
    """The runtime variables of a reading: where slices begin. Those of constants are not variables."""

    def __init__(self) -> None:
        self.runtimes: list[Runtime] = []

    def at(
        self, bounds: Interval, operand: int, access: Sequence[Expression], known: Array | None
    ) -> Expression:
        """An element of an operand, moved into `bounds`; of a constant, the number if it is in them."""
        element = _known(known, access)
        if element is not None and element in bounds:
            return constant(element)
        return self._symbol(Runtime(bounds, operand, access))

    def unclamped(self, bounds: Interval, operand: int, access: Sequence[Expression]) -> Expression:
        """An element of an operand that has no effect where it is out of bounds."""
        return self._symbol(Runtime(bounds, operand, access, is_clamped=False))

    def _symbol(self, runtime: Runtime) -> Expression:
        self.runtimes.append(runtime)
        return symbol(len(self.runtimes) - 1)


def _known(elements: Array | None, index: Sequence[Expression]) -> int | None:
    """The element of a constant at an index, where that is one for all."""
    if elements is None or not elements.size:
        return None
    if all(place.is_constant for place in index):
        return int(elements[tuple(place.number for place in index)])
    first = elements.reshape(-1)[0]
    return int(first) if (elements == first).all() else None


def _start(op: Op, starts: _Starts, first: int, number: int, bounds: Interval) -> Expression:
    """Where a dynamic slice begins in dimension `number`; its indices are scalars, or were one list."""
    is_list = len(op.operands) == first + 1 and op.operand(first) != ()
    operand, access = (first, [constant(number)]) if is_list else (first + number, [])
    return starts.at(bounds, operand, access, op.constant_operand(operand))


def _index_readings(op: Op, first: int, sizes: Sizes, slice_sizes: Sequence[int]) -> Readings:
    result = op.result()
    if len(op.operands) == first + 1 and op.operand(first) != ():
        note = _NO_EFFECT if any(a == b for a, b in zip(sizes, slice_sizes, strict=True)) else ""
        return [(noted(whole(result, op.operand(first), {}), note),)]
    notes = ["" if slice_sizes[i] < sizes[i] else _NO_EFFECT for i in range(len(sizes))]
    return [(noted(scalar(result), note),) for note in notes]


def dynamic_slice(op: Op, output: int) -> Readings:
    """The slice begins where the indices say, and no further than fits the operand."""
    sizes, result, starts = op.operand(0), op.result(), _Starts()
    results = [
        dimension(i) + _start(op, starts, 1, i, Interval(0, sizes[i] - result[i])) for i in range(len(sizes))
    ]
    sliced = reading(result, results, runtimes=starts.runtimes)
    return [(sliced,), *_index_readings(op, 1, sizes, result)]


def dynamic_update_slice(op: Op, output: int) -> Readings:
    """The update is read in its window; the operand before or behind it, in one of the dimensions."""
    sizes, update, starts = op.result(), op.operand(1), _Starts()
    if 0 in update:
        return [(identity(sizes),), *[()] * (len(op.operands) - 1)]
    results, constraints, outside = [], list[Constraint](), list[OperandIndexing]()
    for number, (size, length) in enumerate(zip(sizes, update, strict=True)):
        bounds = Interval(0, size - length)
        results.append(dimension(number) - _start(op, starts, 2, number, bounds))
        constraints.append((results[-1], size_interval(length)))
        alone = _Starts()
        place = dimension(number) - _start(op, alone, 2, number, bounds)
        for around in (Interval(-bounds.upper, -1), Interval(length, size - 1)):
            if not around.is_empty:
                outside.append(
                    reading(sizes, dimensions(len(sizes)), (), [(place, around)], runtimes=alone.runtimes)
                )
    inside = reading(sizes, results, (), constraints, runtimes=starts.runtimes)
    return [tuple(outside), (inside,), *_index_readings(op, 2, sizes, update)]


# -- gather and scatter -------------------------------------------------------------------------------


def gather(op: Op, output: int) -> Readings:
    """A slice for each index: the result has the dimensions of the indices, and those of a slice."""
    return gather_readings(op, op["slice_sizes"])


def dynamic_gather(op: Op, output: int) -> Readings:
    """A gather, where the sizes of its slices are constants."""
    return [*gather_readings(op, constant_list(op, 2)), ()]


def gather_readings(op: Op, slice_sizes: Sequence[int]) -> Readings:
    """What a gather reads of its operand and of its indices."""
    sizes, indices, result = op.operand(0), op.operand(1), op.result()
    batch = [dimension(i) for i in range(len(result)) if i not in op["offset_dims"]]
    removed = {*op["collapsed_slice_dims"], *op["operand_batching_dims"]}
    kept = [number for number in range(len(sizes)) if number not in removed]
    offsets = dict(zip(kept, map(dimension, op["offset_dims"]), strict=True))
    places = _places(op, "operand_batching_dims", "start_indices_batching_dims", batch, len(indices))
    starts, results = _Starts(), list[Expression]()
    for number, size in enumerate(sizes):
        place = offsets.get(number, constant(0)) + places.get(number, constant(0))
        if number in op["start_index_map"]:
            access = _access(op, batch, list(op["start_index_map"]).index(number), len(indices))
            bounds = Interval(0, size - slice_sizes[number])
            place = place + starts.at(bounds, 1, access, op.constant_operand(1))
        results.append(place)
    free = [number for number in op["start_index_map"] if slice_sizes[number] < sizes[number]]
    note = "" if len(free) == len(op["start_index_map"]) else _NO_EFFECT
    vector = size_of_vector(op, indices)
    read = reading(result, _access(op, batch, symbol(0), len(indices)), vector, note=note)
    return [(reading(result, results, runtimes=starts.runtimes),), (read,)]


def size_of_vector(op: Op, indices: Sizes) -> list[int]:
    """How many numbers an index has, as a list; empty where indices are scalars."""
    return [indices[op["index_vector_dim"]]] if op["index_vector_dim"] < len(indices) else []


def _access(op: Op, batch: Sequence[Expression], component: Expression | int, rank: int) -> list[Expression]:
    """Where in the tensor of indices a number of the index of a place in the batch is."""
    at = op["index_vector_dim"]
    number = component if isinstance(component, Expression) else constant(component)
    return [*batch[:at], number, *batch[at:]] if at < rank else list(batch)


def _places(
    op: Op, own: str, of_indices: str, batch: Sequence[Expression], rank: int
) -> dict[int, Expression]:
    """The place that each batching dimension of the operand has from the batch."""
    at = min(rank, op["index_vector_dim"])
    pairs = zip(op[own], op[of_indices], strict=True)
    return {dimension: batch[place - (place > at)] for dimension, place in pairs}


def torch_index_select(op: Op, output: int) -> Readings:
    """A gather of one index at a time."""
    rank, indices, batch_dims, dim = len(op.operand(0)), op.operand(1), op["batch_dims"], op["dim"]
    behind = len(indices) - batch_dims - 1
    whole_dimensions = [axis for axis in range(batch_dims, rank) if axis != dim]
    attributes = {
        "offset_dims": [axis if axis < dim else axis + behind for axis in whole_dimensions],
        "collapsed_slice_dims": (dim,),
        "operand_batching_dims": range(batch_dims),
        "start_indices_batching_dims": range(batch_dims),
        "start_index_map": (dim,),
        "index_vector_dim": len(indices),
    }
    slice_sizes = [size if axis in whole_dimensions else 1 for axis, size in enumerate(op.operand(0))]
    given = Op(op.name, op.operands, op.results, attributes, op.constant_operand)
    return gather_readings(given, slice_sizes)


def scatter(op: Op, output: int) -> Readings:
    """An element is that of the input, into which the updates are folded whose index says so."""
    count = len(op.operands) // 2
    sizes, indices = op.result(output), op.operand(count)
    batching = dict(zip(op["scatter_indices_batching_dims"], op["input_batching_dims"], strict=True))
    updated = inverse(update_reading(op), sizes)
    note = "" if count == 1 else "the body may compute this result without some of the operands"
    if not op.attributes.get("reads_inputs", True):
        note = "an element that an update takes the place of is not read"
    inputs = noted(identity(sizes), note)
    if not _has_effect(op):
        return [*[(inputs,)] * count, *[()] * (count + 1)]
    places = whole(sizes, indices, batching)
    return [*[(inputs,)] * count, (places,), *[(noted(updated, note),)] * count]


def _has_effect(op: Op) -> bool:
    """Whether there are updates, and the body uses them."""
    return 0 not in op.operand(len(op.operands) // 2 + 1) and bool(op.attributes.get("reads_updates", True))


def scatter_forward(op: Op, operand: int, output: int) -> tuple[OperandIndexing, ...] | None:
    """Where an update goes."""
    is_update = operand > len(op.operands) // 2
    return (update_reading(op),) if is_update and _has_effect(op) else None


def update_reading(op: Op) -> OperandIndexing:
    """From the elements of an update to those of the result, as far as these are in it."""
    count = len(op.operands) // 2
    indices, update, result = op.operand(count), op.operand(count + 1), op.result()
    batch = [dimension(i) for i in range(len(update)) if i not in op["update_window_dims"]]
    removed = {*op["inserted_window_dims"], *op["input_batching_dims"]}
    kept = [number for number in range(len(result)) if number not in removed]
    windows = dict(zip(kept, op["update_window_dims"], strict=True))
    places = _places(op, "input_batching_dims", "scatter_indices_batching_dims", batch, len(indices))
    starts, results, constraints = _Starts(), list[Expression](), list[Constraint]()
    for number, size in enumerate(result):
        place = places.get(number, constant(0))
        if number in windows:
            place = place + dimension(windows[number])
        if number in op["scatter_dims_to_operand_dims"]:
            access = _access(op, batch, list(op["scatter_dims_to_operand_dims"]).index(number), len(indices))
            length = update[windows[number]] if number in windows else 1
            place = place + starts.unclamped(Interval(1 - length, size - 1), count, access)
            constraints.append((place, size_interval(size)))
        results.append(place)
    return reading(update, results, (), constraints, runtimes=starts.runtimes)


def select_and_scatter(op: Op, output: int) -> Readings:
    """An element gets those of the source whose windows it is in, and is selected in by comparing all."""
    sizes, source = op.operand(0), op.operand(1)
    windows = windows_of(op, len(sizes))
    seen = window_reading(source, sizes, windows)
    covering = inverse(seen, sizes)
    note = ""
    if any(window.size == 1 or window.low for window in windows) or op.attributes.get("padding"):
        note = "where a window has only one element that is no padding, this is selected whatever it is"
    return [(noted(composed(covering, seen), note),), (covering,), (scalar(sizes),)]
