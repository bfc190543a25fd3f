"""The inputs on which two programs are run: random ones that take the paths for which programs are written.

Integers are computed as in any run, so that only the integers that are tried are tested: integers of all
sizes, except for indices and trip counts. Large indices are out of bounds, where the result of a program is
seldom intended. Constants with which a program compares integers, such as a padding token, are tried too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import replace
from typing import Any, Final

import numpy as np

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
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.random_values import distribution_of, generated_input, scaled
from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import ElementType, TensorType, TupleType, Type, integer_range
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.source_frames import module_of

# Scales of floats other than weights, for even and odd seeds, which take different paths.
_DISTRIBUTIONS: Final = (distribution_of("normal:1"), distribution_of("normal:4"))
_SMALL_INTEGERS: Final = 10  # bounded integers are below this for even seeds
_SCALAR_TRIALS: Final = range(6, 33)  # how often other scalars are tried, at least and at most
_INDEX_TRIALS: Final = 4
_KINDS_BEYOND: Final = 5  # of indices out of bounds
_MANY_TRIALS: Final = 16
_ARRAY_TRIALS: Final = 64
_PLACES: Final = 128  # numbers below this are in all 8-bit types
_ENOUGH_INTEGERS: Final = 256  # integers of an array, at least, unless trials run out
_COMPARED: Final = 1 / 4  # share of integers replaced by constants that they are compared with
_ANY_OF_MANY: Final = 4  # of so many integers, one need not be in the range to which it is reduced
_ATTEMPTS: Final = 4
_KINDS_OF_ARRAYS: Final = 5
ORDERS: Final = range(3)  # of elements of an array
_WORD: Final = (1 << 32) - 1


def drawn(
    function: Function, seed: int, device: int, integers: Mapping[int, IntegerUse], fan_ins: Mapping[int, int]
) -> list[Array]:
    """Random inputs of a function; integers are within the bounds of their use, weights scaled by fan-in.

    Raises `RunError` for a type without random values.
    """
    inputs = []
    for index, type in enumerate(function.type.inputs):
        try:
            inputs.append(_drawn(type, (seed, device, index), integers.get(index), fan_ins.get(index)))
        except ValueError as error:
            raise RunError(unsupported(function, f"cannot draw a random input: {error}")) from None
    return inputs


def _drawn(type: Type, seed: tuple[int, ...], use: IntegerUse | None, fan_in: int | None) -> Any:
    """A random input of a type; for a tuple, one for each element. Raises `ValueError`."""
    if isinstance(type, TupleType):
        return tuple(_drawn(part, (*seed, place), None, None) for place, part in enumerate(type.types))
    if is_integer(type):
        return _integers(type, np.random.default_rng(seed), seed[0], use or IntegerUse())
    number, device, index, *place = seed
    plain = _DISTRIBUTIONS[number % len(_DISTRIBUTIONS)] if is_float(type) else None
    distribution = scaled(fan_in) if fan_in is not None and is_float(type) else plain
    x = generated_input(type, number + (device << 20), index + sum(place, 1000 * len(place)), distribution)
    if distribution is plain is not None:
        _make_distinct(x, type, seed)
    return x


def _make_distinct(x: Array, type: Type, seed: Sequence[int]) -> None:
    """Replace repeated numbers as far as the type has others, so that no tie decides anything."""
    places, known = np.arange(x.size), np.empty(0, np.uint64)
    for attempt in range(_ATTEMPTS):
        places, known = _repeated(x.ravel(), places, known)
        if not places.size:
            return
        again = generated_input(type, hash((*seed, attempt)) & _WORD, 0, _DISTRIBUTIONS[0])
        x.ravel()[places] = again.ravel()[places]


def _repeated(x: Array, new: Array, known: Array) -> tuple[Array, Array]:
    """The places of elements that equal an earlier one, and the other elements with their places, in order.

    To sort numbers is faster than to sort places: those of 32 bits or less are sorted with their places. If
    elements are `known`, only those at `new` places are sorted.
    """
    if x.dtype.itemsize <= 4 and x.size <= _WORD:
        bits: Array = (x[new] + x.dtype.type(0)).view(f"u{x.dtype.itemsize}").astype(np.uint64)  # -0 equals 0
        both = np.concatenate([known, np.sort(bits << np.uint64(32) | new.astype(np.uint64))])
        both.sort(kind="stable")  # which merges what is in order
        is_again = (both[1:] ^ both[:-1]) >> np.uint64(32) == 0
        repeated = both[1:][is_again]
        return np.asarray(repeated & np.uint64(_WORD), np.intp), np.delete(both, np.flatnonzero(is_again) + 1)
    ordered = np.sort(x)
    numbers = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if not numbers.size:
        return np.empty(0, np.intp), known
    nearest = np.searchsorted(numbers, x).clip(max=numbers.size - 1)
    places = np.flatnonzero(numbers[nearest] == x)
    _, first = np.unique(x[places], return_index=True)
    return np.delete(places, first), known


def _integers(type: TensorType, generator: np.random.Generator, seed: int, use: IntegerUse) -> Array:
    """Random integers as their use demands: of all sizes, below a bound, or from those compared with."""
    assert isinstance(type.element_type, ElementType)
    dtype, shape = dtype_of(type.element_type), type.static_shape
    _, greatest = integer_range(type.element_type)
    if not use.reason and (seed % 2 or shape):
        array = _integers_of_all_sizes(type, generator, are_great=not shape)
    else:
        few = min(_SMALL_INTEGERS, greatest + 1, use.below or _SMALL_INTEGERS)
        limit = max(few, min(use.below, greatest + 1)) if seed % 2 else few
        is_last = bool(use.below) and not shape and seed % 2  # the start of a slice that is clamped
        array = generator.integers(limit - 1 if is_last else 0, limit, shape).astype(dtype)
    compared = np.array(use.tried, dtype)
    if not compared.size:
        return array
    is_compared = generator.random(shape) < _COMPARED
    array = np.where(is_compared, generator.choice(compared, shape), array).astype(dtype)
    once = generator.permutation(compared)[: array.size // 2]  # each at least once, if there is room
    array.flat[generator.permutation(array.size)[: len(once)]] = once
    return array


def many_integers(function: Function, count: int, integers: Mapping[int, IntegerUse]) -> dict[int, Array]:
    """Stacks of `count` values for each integer or boolean argument; no scalar is near overflow.

    Most values of an argument that a program reduces to a range are in it, those of scalars combined.
    """
    stacks, combined = {}, 1
    for index, type in enumerate(function.type.inputs):
        if is_float(type) or not isinstance(type, TensorType):
            continue
        generator, use = np.random.default_rng((count, index)), integers.get(index, IntegerUse())
        whole = replace(type, shape=(count, *type.static_shape))
        if not is_integer(type):
            stacks[index] = generator.random(whole.static_shape) < 1 / 2
        else:
            stack = _integers(whole, generator, 1, use)
            stacks[index] = stack if type.shape else _below_overflow(stack, use)
            reduced = np.arange(*max(use.few, use.many, key=lambda ends: ends[1] - ends[0]))
            if reduced.size:
                within = _spread(reduced, stack.shape, 0 if type.shape else combined, generator)
                is_any = np.arange(count) % _ANY_OF_MANY == _ANY_OF_MANY - 1
                stacks[index][~is_any] = within[~is_any]
                combined *= 1 if type.shape else reduced.size
    return stacks


def _spread(numbers: Array, shape: Sequence[int], repeats: int, generator: np.random.Generator) -> Array:
    """An array with each of the numbers equally often: repeated in turn, if they fit, or at random places."""
    size = math.prod(shape)
    if 0 < repeats * numbers.size <= size:
        return numbers[np.arange(size) // repeats % numbers.size].reshape(shape)
    return generator.permutation(np.resize(numbers, size)).reshape(shape)


def _below_overflow(x: Array, use: IntegerUse) -> Array:
    """Integers of 32 or 64 bits with large ones divided by 4, so that n - 1 and the like do not overflow.

    Constants that they are compared with stay.
    """
    is_great = np.abs(x.astype(np.float64)) >= 2.0 ** (8 * x.dtype.itemsize - 2)
    return np.where(is_great & ~np.isin(x, use.tried) & (x.dtype.itemsize >= 4), x // 4, x).astype(x.dtype)


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
        return _integers(type, generator, 1, use)
    if kind == 3 and use.tried:
        return generator.choice(np.array(sorted(use.marks) or use.tried, dtype), shape)
    if kind == 4 and not use.reason:
        return _integers_of_all_sizes(type, generator, are_great=True)
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
            number = int(generator.integers(use.below or _SMALL_INTEGERS))
            if not trial % 2 and use.tried:
                number = use.tried[(trial // 2 + index) % len(use.tried)]
            elif trial in (1, 3) and not use.reason:
                number = -1 - number * (trial > 1)  # of one bits, first
            changed[index] = np.array(number).astype(changed[index].dtype)
    return changed


def _integers_of_all_sizes(type: TensorType, generator: np.random.Generator, *, are_great: bool) -> Array:
    """Integers of all bit lengths, or large ones; in arrays, also the least and greatest of the type."""
    assert isinstance(type.element_type, ElementType)
    bits, shape = type.element_type.bits, type.static_shape
    high = np.uint64((1 << bits) - 1)
    top = np.uint64(1 << bits - 1 - (type.element_type.kind == "signed"))
    array = generator.integers(0, high, shape, np.uint64, endpoint=True)
    array = (array & (top - 1)) | top if are_great else array >> generator.integers(0, bits, shape, np.uint64)
    edges = np.array([0, 1, high, high >> np.uint64(1), (high >> np.uint64(1)) + np.uint64(1)], np.uint64)
    array = np.where(generator.random(shape) < (1 / 8 if shape else 0), generator.choice(edges, shape), array)
    if type.element_type.kind == "unsigned":
        return np.asarray(array.astype(dtype_of(type.element_type)))
    array = np.where(generator.random(shape) < 1 / 2, array, (~array + np.uint64(1)) & high)
    extended = array << np.uint64(64 - bits)  # the sign bit is that of 64 bits
    return np.asarray((extended.view(np.int64) >> np.int64(64 - bits)).astype(dtype_of(type.element_type)))


def tested_integers(
    function: Function, integers: Mapping[int, IntegerUse], seeds: Sequence[int]
) -> Iterator[str]:
    """The assumptions about integer and boolean arguments: which values were tried."""
    notes = defaultdict(list)
    for index, type in enumerate(function.type.inputs):
        if is_float(type) or not isinstance(type, TensorType):
            continue
        if type.element_type.kind == "boolean":
            notes["booleans are tested, not proved"].append(index)
            continue
        use = integers.get(index, IntegerUse())
        more = f", and {', '.join(map(str, use.tried))}" if use.tried else ""
        if use.reason:
            greatest = (use.below if use.below and any(seed % 2 for seed in seeds) else _SMALL_INTEGERS) - 1
            notes[f"integers from 0 to {greatest}{more} are tested, not proved: {use.reason}"].append(index)
        elif type.shape:
            notes["integers of all sizes are tested, not proved"].append(index)
        else:
            more += ", and a large one" if any(seed % 2 for seed in seeds) else ""
            low = -_SMALL_INTEGERS if type.element_type.kind == "signed" else 0
            notes[f"some integers from {low} to 9{more} are tested, not proved"].append(index)
    for words, arguments in notes.items():
        yield f"argument{'s' * (len(arguments) > 1)} {', '.join(map(str, arguments))}: {words}"
