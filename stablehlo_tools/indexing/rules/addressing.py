"""Ops with computed indices: dynamic slices, gather, scatter, select_and_scatter."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.indexing.affine import Expression, constant, dimension, symbol
from stablehlo_tools.indexing.interval import Interval, size_interval
from stablehlo_tools.indexing.inverse import inverse
from stablehlo_tools.indexing.maps import Constraint, OperandIndexing
from stablehlo_tools.indexing.op import (
    BACKWARDS,
    INDEXING_RULES,
    IndexedOp,
    Readings,
    Runtime,
    Sizes,
    constant_element,
    identity,
    reading,
    scalar,
    with_note,
)
from stablehlo_tools.indexing.operand_indexing import compose_indexing
from stablehlo_tools.indexing.rules.contraction import whole, window_reading, windows_of
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.stablehlo.legacy import gather_of_selection

_NO_EFFECT = "the index has no effect where the slice is as large as the operand"


class _Starts:
    """The runtime variables of an op: start indices that are not constant."""

    def __init__(self) -> None:
        self.runtimes: list[Runtime] = []

    def at(
        self, bounds: Interval, operand: int, access: Sequence[Expression], array: Array | None
    ) -> Expression:
        """An element of an operand, clamped to `bounds`; a number, if it is an in-bounds constant."""
        element = constant_element(array, access)
        if element is not None and element.number in bounds:
            return element
        return self._symbol(Runtime(bounds, operand, access))

    def unclamped(self, bounds: Interval, operand: int, access: Sequence[Expression]) -> Expression:
        """An element of an operand that has no effect if it is out of bounds."""
        return self._symbol(Runtime(bounds, operand, access, is_clamped=False))

    def _symbol(self, runtime: Runtime) -> Expression:
        self.runtimes.append(runtime)
        return symbol(len(self.runtimes) - 1)


def _start(op: IndexedOp, starts: _Starts, first: int, number: int, bounds: Interval) -> Expression:
    """The start index in dimension `number`; indices are scalars, or one vector in older programs."""
    is_list = len(op.operands) == first + 1 and op.operand(first) != ()
    operand, access = (first, [constant(number)]) if is_list else (first + number, [])
    return starts.at(bounds, operand, access, op.constant_operand(operand))


def _index_readings(op: IndexedOp, first: int, sizes: Sizes, slice_sizes: Sequence[int]) -> Readings:
    result = op.result()
    if len(op.operands) == first + 1 and op.operand(first) != ():
        note = _NO_EFFECT if any(a == b for a, b in zip(sizes, slice_sizes, strict=True)) else ""
        return [(with_note(whole(result, op.operand(first), {}), note),)]
    notes = ["" if slice_sizes[i] < sizes[i] else _NO_EFFECT for i in range(len(sizes))]
    return [(with_note(scalar(result), note),) for note in notes]


@INDEXING_RULES.register("stablehlo.dynamic_slice")
def dynamic_slice(op: IndexedOp, output: int) -> Readings:
    """The slice starts at the clamped indices."""
    sizes, result, starts = op.operand(0), op.result(), _Starts()
    results = [
        dimension(i) + _start(op, starts, 1, i, Interval(0, sizes[i] - result[i])) for i in range(len(sizes))
    ]
    sliced = reading(result, results, runtimes=starts.runtimes)
    return [(sliced,), *_index_readings(op, 1, sizes, result)]


@INDEXING_RULES.register("stablehlo.dynamic_update_slice")
def dynamic_update_slice(op: IndexedOp, output: int) -> Readings:
    """The update is read in its window, the operand outside of it.

    The operand has one map, of all elements: several, before and after the window in each dimension, would
    say that corners read it several times.
    """
    sizes, update, starts = op.result(), op.operand(1), _Starts()
    if 0 in update:
        return [(identity(sizes),), *[()] * (len(op.operands) - 1)]
    results, constraints = [], list[Constraint]()
    for number, (size, length) in enumerate(zip(sizes, update, strict=True)):
        bounds = Interval(0, size - length)
        results.append(dimension(number) - _start(op, starts, 2, number, bounds))
        constraints.append((results[-1], size_interval(length)))
    inside = reading(sizes, results, (), constraints, runtimes=starts.runtimes)
    outside = with_note(identity(sizes), "the elements in the window of the update are not read")
    operand = () if sizes == update else (outside,)
    return [operand, (inside,), *_index_readings(op, 2, sizes, update)]


# -- gather and scatter -------------------------------------------------------------------------------


@INDEXING_RULES.register("stablehlo.gather")
def gather(op: IndexedOp, output: int) -> Readings:
    """A slice for each index: the result has the dimensions of the indices, and those of a slice."""
    sizes, indices, result = op.operand(0), op.operand(1), op.result()
    slice_sizes = op["slice_sizes"]
    batch = [dimension(i) for i in range(len(result)) if i not in op["offset_dims"]]
    removed = {*op["collapsed_slice_dims"], *op["operand_batching_dims"]}
    window_dimensions = [number for number in range(len(sizes)) if number not in removed]
    offsets = dict(zip(window_dimensions, map(dimension, op["offset_dims"]), strict=True))
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
    vector = [indices[op["index_vector_dim"]]] if op["index_vector_dim"] < len(indices) else []
    read = reading(result, _access(op, batch, symbol(0), len(indices)), vector, note=note)
    return [(reading(result, results, runtimes=starts.runtimes),), (read,)]


def _access(
    op: IndexedOp, batch: Sequence[Expression], component: Expression | int, rank: int
) -> list[Expression]:
    """The position of a component of an index vector in the tensor of indices."""
    at = op["index_vector_dim"]
    number = component if isinstance(component, Expression) else constant(component)
    return [*batch[:at], number, *batch[at:]] if at < rank else list(batch)


def _places(
    op: IndexedOp, operand_attribute: str, indices_attribute: str, batch: Sequence[Expression], rank: int
) -> dict[int, Expression]:
    """The index in each batching dimension of the operand."""
    at = min(rank, op["index_vector_dim"])
    pairs = zip(op[operand_attribute], op[indices_attribute], strict=True)
    return {dimension: batch[place - (place > at)] for dimension, place in pairs}


@INDEXING_RULES.register("stablehlo.torch_index_select")
def torch_index_select(op: IndexedOp, output: int) -> Readings:
    """A gather of one index at a time."""
    attributes = gather_of_selection(op.operand(0), len(op.operand(1)), op["dim"], op["batch_dims"])
    gather_op = IndexedOp(op.name, op.operands, op.results, attributes, op.constant_operand)
    return gather(gather_op, output)


@INDEXING_RULES.register("stablehlo.scatter")
def scatter(op: IndexedOp, output: int) -> Readings:
    """An element is that of the input, combined with the updates at its index."""
    count = len(op.operands) // 2
    sizes, indices = op.result(output), op.operand(count)
    batching = dict(zip(op["scatter_indices_batching_dims"], op["input_batching_dims"], strict=True))
    updated = inverse(update_reading(op), sizes)
    note = "" if count == 1 else "the body may not use all operands for this result"
    if not op.attributes.get("reads_inputs", True):
        note = "elements that an update replaces are not read"
    inputs = with_note(identity(sizes), note)
    if not _has_effect(op):
        return [*[(inputs,)] * count, *[()] * (count + 1)]
    places = whole(sizes, indices, batching)
    return [*[(inputs,)] * count, (places,), *[(with_note(updated, note),)] * count]


def _has_effect(op: IndexedOp) -> bool:
    """Whether there are updates, and the body uses them."""
    return 0 not in op.operand(len(op.operands) // 2 + 1) and bool(op.attributes.get("reads_updates", True))


@BACKWARDS.register("stablehlo.scatter")
def scatter_forward(op: IndexedOp, operand: int, output: int) -> tuple[OperandIndexing, ...] | None:
    """The destination of an update."""
    is_update = operand > len(op.operands) // 2
    return (update_reading(op),) if is_update and _has_effect(op) else None


def update_reading(op: IndexedOp) -> OperandIndexing:
    """The map from the elements of an update to those of the result, where they are in bounds."""
    count = len(op.operands) // 2
    indices, update, result = op.operand(count), op.operand(count + 1), op.result()
    batch = [dimension(i) for i in range(len(update)) if i not in op["update_window_dims"]]
    removed = {*op["inserted_window_dims"], *op["input_batching_dims"]}
    window_dimensions = [number for number in range(len(result)) if number not in removed]
    windows = dict(zip(window_dimensions, op["update_window_dims"], strict=True))
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


@INDEXING_RULES.register("stablehlo.select_and_scatter")
def select_and_scatter(op: IndexedOp, output: int) -> Readings:
    """An element combines the sources of its windows; the selection compares all elements of a window."""
    sizes, source = op.operand(0), op.operand(1)
    windows = windows_of(op, len(sizes))
    seen = window_reading(source, sizes, windows)
    covering = inverse(seen, sizes)
    note = ""
    if any(window.size == 1 or window.low for window in windows) or op.attributes.get("padding"):
        note = "a window with only one element that is not padding selects it without comparison"
    return [(with_note(compose_indexing(covering, seen), note),), (covering,), (scalar(sizes),)]
