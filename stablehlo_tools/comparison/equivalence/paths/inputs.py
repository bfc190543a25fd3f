"""The inputs on which two programs are run: random ones that take the paths for which programs are written.

Integers are computed as in any run, so that only the integers that are tried are tested: integers of all
sizes, except for indices and trip counts. Large indices are out of bounds, where the result of a program is
seldom intended. Constants with which a program compares integers, such as a padding token, are tried too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.residues.uses import (
    IntegerUse,
    is_integer,
)
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.errors import unsupported
from stablehlo_tools.interpret.random_values import distribution_of, generated_input, scaled
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import ElementType, TensorType, TupleType, Type, integer_range

# Scales of floats other than weights, for even and odd seeds, which take different paths.
_DISTRIBUTIONS: Final = (distribution_of("normal:1"), distribution_of("normal:4"))
SMALL_INTEGERS: Final = 10  # bounded integers are below this for even seeds
_COMPARED: Final = 1 / 4  # share of integers replaced by constants that they are compared with
_ANY_OF_MANY: Final = 4  # of so many integers, one need not be in the range to which it is reduced
_ATTEMPTS: Final = 4
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
        return random_integers(type, np.random.default_rng(seed), seed[0], use or IntegerUse())
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


def random_integers(type: TensorType, generator: np.random.Generator, seed: int, use: IntegerUse) -> Array:
    """Random integers as their use demands: of all sizes, below a bound, or from those compared with."""
    assert isinstance(type.element_type, ElementType)
    dtype, shape = dtype_of(type.element_type), type.static_shape
    _, greatest = integer_range(type.element_type)
    if not use.reason and (seed % 2 or shape):
        array = integers_of_all_sizes(type, generator, are_great=not shape)
    else:
        few = min(SMALL_INTEGERS, greatest + 1, use.below or SMALL_INTEGERS)
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
            stack = random_integers(whole, generator, 1, use)
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


def integers_of_all_sizes(type: TensorType, generator: np.random.Generator, *, are_great: bool) -> Array:
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
            greatest = (use.below if use.below and any(seed % 2 for seed in seeds) else SMALL_INTEGERS) - 1
            notes[f"integers from 0 to {greatest}{more} are tested, not proved: {use.reason}"].append(index)
        elif type.shape:
            notes["integers of all sizes are tested, not proved"].append(index)
        else:
            more += ", and a large one" if any(seed % 2 for seed in seeds) else ""
            low = -SMALL_INTEGERS if type.element_type.kind == "signed" else 0
            notes[f"some integers from {low} to 9{more} are tested, not proved"].append(index)
    for words, arguments in notes.items():
        yield f"argument{'s' * (len(arguments) > 1)} {', '.join(map(str, arguments))}: {words}"
