"""Inputs with other integers than random ones: masks, ties, each index, counts, other scalars."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.paths.inputs import (
    SMALL_INTEGERS,
    integers_of_all_sizes,
    random_integers,
)
from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.residues.uses import (
    INTEGERS,
    MOST_COUNTED,
    IntegerUse,
    direction_of,
    is_integer,
    note_comparison,
)
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import ElementType, TensorType, Type, integer_range
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.source_frames import module_of

_SCALAR_TRIALS: Final = range(6, 33)  # how often other scalars are tried, at least and at most
_INDEX_TRIALS: Final = 4
_KINDS_BEYOND: Final = 5  # of indices out of bounds
_MANY_TRIALS: Final = 16
_ARRAY_TRIALS: Final = 64
_PLACES: Final = 128  # numbers below this are in all 8-bit types
_ENOUGH_INTEGERS: Final = 256  # integers of an array, at least, unless trials run out
_KINDS_OF_ARRAYS: Final = 5
ORDERS: Final = range(3)  # of elements of an array


def with_other_integers(
    functions: Sequence[Function], inputs: Sequence[Any], integers: Mapping[int, IntegerUse]
) -> Iterator[list[Any]]:
    """Inputs with other integers and booleans: constant masks, ties, zeros, each index, other scalars."""
    masks = (
        [
            _filled(type, array, mark, integers.get(index, IntegerUse()).marks)
            for index, (type, array) in enumerate(zip(functions[0].type.inputs, inputs, strict=True))
        ]
        for mark in sorted({0, 1}.union(*(use.marks for use in integers.values())))
    )
    few = (
        [
            _few(input, min(count, integers.get(index, IntegerUse()).below or count), are_places=count > 2)
            for index, input in enumerate(inputs)
        ]
        for count in (2, 1, _PLACES)
    )
    for arrays in (*masks, *few):
        if any(array is not before for array, before in zip(arrays, inputs, strict=True)):
            yield arrays
    yield from _with_each_index(inputs, integers)
    yield from _with_other_scalars(functions[0], inputs, integers)
    yield from _with_more_integers(functions[0], inputs, integers)
    yield from _with_counts(functions, inputs, integers)
    yield from _with_each_of_few(inputs, integers)


def _changed(inputs: Sequence[Any], arrays: Mapping[int, Array]) -> list[Any]:
    """The inputs, some of them replaced by arrays, which are converted to their types."""
    return [arrays[at].astype(x.dtype) if at in arrays else x for at, x in enumerate(inputs)]


def _with_each_of_few(inputs: Sequence[Any], integers: Mapping[int, IntegerUse]) -> Iterator[list[Any]]:
    """Inputs in which an argument is each of the integers to which a program reduces it, or some of many."""
    few = {at: use.few for at, use in integers.items() if any(use.few) and inputs[at].size <= MOST_COUNTED}
    orders = {at: np.random.default_rng(at).permutation(np.arange(*bounds)) for at, bounds in few.items()}
    for trial in range(max(map(len, orders.values()), default=0)):
        numbers = {at: order[trial % len(order)] for at, order in orders.items()}
        yield _changed(inputs, {at: np.full(inputs[at].shape, number) for at, number in numbers.items()})
    many = {at: use.many for at, use in integers.items() if any(use.many) and use.reason}
    for trial in range(_MANY_TRIALS if many else 0):  # at most `MOST_COUNTED`, in case they count iterations
        generators = {at: np.random.default_rng((trial, at)) for at in many}
        yield _changed(inputs, {at: generators[at].integers(*many[at], inputs[at].shape) for at in many})


def _with_each_index(inputs: Sequence[Any], integers: Mapping[int, IntegerUse]) -> Iterator[list[Any]]:
    """Inputs whose index arrays have each index once, over a limited number of trials.

    Indices count down from the last one, in every second array up from the first one, so that each of two
    arrays has the greater indices in some places.
    """
    counts = {
        at: min(use.below, integer_range(element_type_of(inputs[at].dtype))[1])
        for at, use in integers.items()
        if use.below and inputs[at].ndim and inputs[at].size
    }
    trials = max((-(-count // inputs[at].size) for at, count in counts.items()), default=0)
    for trial in range(min(_INDEX_TRIALS, trials)):
        arrays: dict[int, Array] = {}
        for order, (at, count) in enumerate(counts.items()):
            places = np.arange(inputs[at].size).reshape(inputs[at].shape) + trial * inputs[at].size
            arrays[at] = (places if order % 2 else count - 1 - places) % count
        yield _changed(inputs, arrays)


def with_indices_beyond(inputs: Sequence[Any], integers: Mapping[int, IntegerUse]) -> Iterator[list[Any]]:
    """Inputs in which every second index is out of bounds: past the end, before 0, or counted from the end.

    Scalars and short arrays get each of these indices in turn.
    """
    bounded = {at: use.below for at, use in integers.items() if use.below and inputs[at].size}
    fewest = min(((inputs[at].size + 1) // 2 for at in bounded), default=0)
    for trial in range(max(2, _KINDS_BEYOND + 1 - fewest) if fewest else 0):
        arrays = list(inputs)
        for at, below in bounded.items():
            low, high = integer_range(element_type_of(inputs[at].dtype))
            numbers = below, -1, -below, 2 * below, -1 - below
            beyond = [index for index in numbers if low <= index <= high]
            arrays[at] = inputs[at].copy()
            every_other = arrays[at].reshape(-1)[:: -2 if trial % 2 else 2]
            every_other[:] = np.resize(np.roll(beyond, -trial), every_other.size)
        yield arrays


def _with_more_integers(
    function: Function, inputs: Sequence[Any], integers: Mapping[int, IntegerUse]
) -> Iterator[list[Any]]:
    """Inputs with other integer and boolean arrays, half of them ordered."""
    arrays = {
        at: (type, integers.get(at, IntegerUse()))
        for at, type in enumerate(function.type.inputs)
        if _is_array_of(inputs[at], (*INTEGERS, "boolean"))
    }
    fewest = min((inputs[at].size for at in arrays), default=0)
    for trial in range(min(_ARRAY_TRIALS, -(-2 * _ENOUGH_INTEGERS // fewest)) if fewest else 0):
        changed = list(inputs)
        turn, kind = divmod(trial, _KINDS_OF_ARRAYS)
        for at, (type, use) in arrays.items():
            generator = np.random.default_rng((_ENOUGH_INTEGERS, trial, at))
            changed[at] = arranged(_other_array(type, use, kind, generator), turn % (2 * len(ORDERS)))
        yield changed


def _other_array(type: Type, use: IntegerUse, kind: int, generator: np.random.Generator) -> Array:
    """An array by its kind: few numbers, as its use demands, constants, large integers, or places."""
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    dtype, shape = dtype_of(type.element_type), type.static_shape
    size = math.prod(shape)
    if kind in (0, 2) or not is_integer(type):
        low = -1 if kind == 2 and type.element_type.kind == "signed" and not use.reason else 0
        return generator.integers(low, min(2, use.below or 2), shape).astype(dtype)
    if kind == 1:
        return random_integers(type, generator, 1, use)
    if kind == 3 and use.tried:
        return generator.choice(np.array(sorted(use.marks) or use.tried, dtype), shape)
    if kind == 4 and not use.reason:
        return integers_of_all_sizes(type, generator, are_great=True)
    return (generator.permutation(size) % (use.below or size)).reshape(shape).astype(dtype)


def arranged(x: Array, turn: int) -> Array:
    """The elements as they are or in one of `ORDERS`: ascending, descending, or least ones interleaved."""
    if turn not in ORDERS:
        return x
    elements, places = np.sort(x, axis=None), np.arange(x.size)
    if turn == ORDERS[-1]:
        elements = elements[np.argsort(np.argsort(places % 2, kind="stable"))]
    return elements[:: -1 if turn == ORDERS[1] else 1].reshape(x.shape)


def _with_counts(
    functions: Sequence[Function], inputs: Sequence[Any], integers: Mapping[int, IntegerUse]
) -> Iterator[list[Any]]:
    """Inputs with deciding counts of elements that are true, or a mark, at random places or in order."""
    marks = {at: [1, 0] for at, input in enumerate(inputs) if _is_array_of(input, ("boolean",))}
    arrays = {at: use for at, use in integers.items() if use.marks and inputs[at].ndim}
    marks |= {at: [*sorted(use.marks), 0 if use.reason else -1] for at, use in arrays.items()}
    counts = [(at, numbers) for at in marks if (numbers := deciding_counts(functions, inputs[at].shape))]
    turns = (-1, *ORDERS)
    for trial in range(
        len(turns) * max((len(numbers) * (len(marks[at]) - 1) for at, numbers in counts), default=0)
    ):
        changed = list(inputs)
        for at, numbers in counts:
            turn, number = divmod(trial, len(numbers))
            pair = (2 * marks[at])[turn // len(turns) % len(marks[at]) :][:2]
            mark, other = (np.asarray(x).astype(inputs[at].dtype) for x in pair)
            is_mark = chosen(inputs[at].shape, numbers[number], np.random.default_rng(trial))
            changed[at] = np.where(arranged(is_mark, turns[turn % len(turns)]), mark, other)
        yield changed


def deciding_counts(functions: Sequence[Function], shape: tuple[int, ...]) -> list[int]:
    """Counts of elements that may decide: those with which programs compare, also counted from the other end.

    Elements are counted in the whole array or along an axis; one more or one less may change an outcome. The
    list is empty for large arrays, whose runs take long.
    """
    use, size = IntegerUse(), math.prod(shape)
    for index in map(ModuleIndex, map(module_of, functions)) if size <= MOST_COUNTED else ():
        for op in index.operations:
            if direction_of(op) or (op.name in OPS and OPS[op.name].is_bounding):
                note_comparison(use, index, op.operands, range(-1, 2), are_places=False)
    counts = {size * count // axis for count in use.compared for axis in (size, *shape) if 0 < count < axis}
    return sorted(counts.union(size - n for n in counts))[:_ARRAY_TRIALS]


def chosen(shape: tuple[int, ...], count: int, generator: np.random.Generator) -> Array:
    """A mask in which `count` random elements are true."""
    return generator.permutation(math.prod(shape)).reshape(shape) < count


def _filled(type: Type, input: Any, mark: int, marks: AbstractSet[int]) -> Any:
    """A mask filled with one value, as if everything were masked; any other array unchanged."""
    if not isinstance(type, TensorType) or type.shape == ():
        return input
    is_mask = mark in ({0, 1} if type.element_type.kind == "boolean" else marks)
    return np.full_like(input, mark) if is_mask else input


def _few(input: Any, count: int, *, are_places: bool) -> Any:
    """An array of integers reduced to `count` numbers, for ties; any other input unchanged.

    With `are_places`, the numbers are the places of the elements, so that arrays are equal but not constant.
    Every second boolean is true.
    """
    is_boolean = _is_array_of(input, ("boolean",))
    if not is_boolean and not _is_array_of(input, INTEGERS):
        return input
    places = np.arange(input.size).reshape(input.shape)
    if is_boolean:
        return (places + are_places) % 2 == 1
    numbers = places if are_places else input.astype(np.int64)
    return (numbers % count).astype(input.dtype)


def _is_array_of(input: Any, kinds: Sequence[str]) -> bool:
    return isinstance(input, np.ndarray) and input.ndim > 0 and element_type_of(input.dtype).kind in kinds


def _with_other_scalars(
    function: Function, inputs: Sequence[Any], integers: Mapping[int, IntegerUse]
) -> Iterator[list[Any]]:
    """Inputs with other scalars: two seeds try only a few."""
    types = [type for type in function.type.inputs if isinstance(type, TensorType) and type.shape == ()]
    count = 2 * max((len(use.tried) for use in integers.values()), default=0)
    count = min(max(_SCALAR_TRIALS[0], count), _SCALAR_TRIALS[-1])
    if all(map(is_float, types)):
        return
    tried = {str(inputs)}
    for trial in range(count):
        changed = _other_scalars(function, inputs, trial, integers)
        if str(changed) not in tried:
            tried.add(str(changed))
            yield changed


def _other_scalars(
    function: Function, inputs: Sequence[Any], trial: int, integers: Mapping[int, IntegerUse]
) -> list[Any]:
    """Inputs with other scalars: integers that are compared with, or small ones; first, negated booleans."""
    changed = list(inputs)
    for index, type in enumerate(function.type.inputs):
        if not isinstance(type, TensorType) or type.shape != ():
            continue
        generator = np.random.default_rng((trial, index))
        if type.element_type.kind == "boolean":
            changed[index] = np.asarray(generator.random() < 1 / 2 if trial else ~inputs[index])
        elif is_integer(type):
            use = integers.get(index, IntegerUse())
            number = int(generator.integers(use.below or SMALL_INTEGERS))
            if not trial % 2 and use.tried:
                number = use.tried[(trial // 2 + index) % len(use.tried)]
            elif trial in (1, 3) and not use.reason:
                number = -1 - number * (trial > 1)  # of one bits, first
            changed[index] = np.array(number).astype(changed[index].dtype)
    return changed
