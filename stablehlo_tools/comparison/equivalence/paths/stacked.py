"""Programs on many inputs at once, as lanes.

Integers, and floats that become integers, are tested and not proved, so that the number of inputs decides
which faults are seen: one of 256 entries of a table, or one day in four years.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.paths.inputs import many_integers
from stablehlo_tools.comparison.equivalence.paths.noted import MOST_INPUTS, NotedInputs
from stablehlo_tools.comparison.equivalence.paths.plain import PlainRuns, computing
from stablehlo_tools.comparison.equivalence.residues.decisions import GREATEST_THRESHOLD
from stablehlo_tools.comparison.equivalence.residues.tensors import within_range
from stablehlo_tools.comparison.equivalence.residues.uses import IntegerUse
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.ir.arrays import Array, dtype_of, is_inexact, wide
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.model.schema import BOOLEAN, INTEGER
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.noise.lane_values import Lanes, count_of_lanes, row

_MOST: Final = 1 << 12  # inputs, and calls of kernels that take one input at a time
_CALLS: Final = 1 << 14  # where integers depend on floats, which no other search covers
_CALLS_AT_ONCE: Final = 1 << 11  # for a second, at most, if a kernel sorts or reduces windows
_OF_EXTREMES: Final = 1 << 10  # inputs where floats do not jump
_ELEMENTS: Final = 1 << 17  # of a value, on all inputs
LEAST: Final = 1 << 6  # fewer inputs are not worth it
_ROUGHLY: Final = 1e-5  # relative differences of floats that count
_ROUNDINGS: Final = 16  # units of the type that count
_SHOWN: Final = 4
_FEW: Final = 1 << 7  # inputs, one by one
_SIZES: Final = (1 / 16, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0)  # of floats
# The exponents of other sizes: less, greater, and greater than a constant that may stand for infinity.
_OTHER_EXPONENTS: Final = (-24, -4), (8, 13), (13, 23)
_OTHER_SIZES: Final = 1 << 8  # of each of these ranges, at most
_STEPS: Final = (0.1, 0.3)  # between slices of an input, relative to its size
_WALKS: Final = 1 << 7  # for each axis and step
_OF_CONSTANTS: Final = 1 << 8  # in each part
_CONSTANT_PARTS: Final = 2
_WALK_EXPONENTS: Final = (-4, 8)  # of their sizes


def on_which_differ(
    plain: PlainRuns,
    inputs: Sequence[Sequence[Array]],
    integers: Mapping[int, IntegerUse],
    is_over: Callable[[], bool],
) -> Iterator[Sequence[Array]]:
    """The inputs, of these and many more, on which functions of integers differ most; floats stay.

    They are some of each part that runs at once. If inputs take different paths, all given inputs are
    returned.
    """
    count, room = enough(plain), _at_once(plain)
    more = many_integers(plain.functions[0], count, integers) if count >= LEAST else {}
    stacks = {at: np.concatenate([np.stack([x[at] for x in inputs]), more[at]]) for at in more}
    parts = (
        [Lanes(stacks[at][begin : begin + room]) if at in stacks else x for at, x in enumerate(inputs[0])]
        for begin in range(0, len(inputs) + count, room)
    )
    if more:
        for part in parts:  # each is judged before the next one is run, as the time may be up then
            found = _most_apart(plain.results, [part], is_over)
            if found is None:
                break
            yield from found
        else:
            return
    yield from inputs


def on_which_floats_differ(
    plain: PlainRuns,
    inputs: Sequence[Array],
    noted: NotedInputs,
    is_over: Callable[[], bool],
    *,
    are_whole: bool,
    jump: bool,
) -> Iterator[Sequence[Array]]:
    """Inputs with other floats, those of many on which functions differ most; integers stay.

    The first ones are `noted`. If inputs take different paths, some inputs of all sizes are returned for
    functions with whole numbers, which no other search covers.
    """
    most = enough(plain, _MOST if jump else _OF_EXTREMES, _CALLS if are_whole else _MOST)
    count = max(most, enough(plain, MOST_INPUTS)) // len(_SIZES) * len(_SIZES)
    if count < LEAST:
        return
    found = _most_apart(noted.results, _many_floats(plain, count, inputs, _SIZES), is_over)
    if found is not None:
        yield from found
        for exponents in _OTHER_EXPONENTS:
            sizes = np.exp2(np.linspace(*exponents, min(_OTHER_SIZES, count // len(_SIZES), plain.room)))
            others = _many_floats(plain, len(sizes), inputs, sizes)
            yield from _most_apart(plain.results, others, is_over) or ()
        for others in (_near_one_another(plain, count, inputs), _between_constants(plain, count, inputs)):
            yield from _most_apart(plain.results, others, is_over) or ()
    elif are_whole:
        parts = _many_floats(plain, count, inputs, _SIZES)
        rows = ([row(x, place) for x in part] for part in parts for place in range(count_of_lanes(part)))
        yield from itertools.islice(rows, 0, None, max(count // _FEW, 1) | 1)  # an odd step meets all sizes


def _many_floats(
    plain: PlainRuns, count: int, inputs: Sequence[Array], sizes: Sequence[float] | Array
) -> Iterator[list[Any]]:
    """Parts of `count` inputs or a few more in which floats are lanes, some of each size.

    Each part has its own share of the strata of a size.
    """
    strata = max(min(_at_once(plain), count) // len(sizes), 1)
    parts = math.ceil(count / (strata * len(sizes)))

    def draw(type: Any, at: int, part: int) -> Array:
        return _stratified(type, sizes, strata, parts, part, np.random.default_rng((count, at, part)))

    return _drawn(plain, inputs, parts, draw)


def _drawn(
    plain: PlainRuns, inputs: Sequence[Array], parts: int, draw: Callable[[Any, int, int], Array]
) -> Iterator[list[Any]]:
    """Parts of inputs in which floats are lanes, drawn by the type and the index of each, and the part."""
    types = plain.functions[0].type.inputs
    floats = [at for at, type in enumerate(types) if element_kind(type) == "float"]
    for part in range(parts) if floats else ():
        stacks = list[Any](inputs)
        for at in floats:
            stacks[at] = Lanes(draw(types[at], at, part))
        yield stacks


def _between_constants(plain: PlainRuns, count: int, inputs: Sequence[Array]) -> Iterator[list[Any]]:
    """Parts of inputs whose floats are between two neighbours of the constants of both programs.

    Programs whose thresholds differ by little differ there; a search in a table compares few of its entries.
    """
    constants = _constants(plain)
    middles, lanes = (constants[1:] + constants[:-1]) / 2, min(plain.room, count, _OF_CONSTANTS)

    def draw(type: Any, at: int, part: int) -> Array:
        numbers = np.random.default_rng((at, part)).choice(middles, (lanes, *type.static_shape))
        return within_range(numbers, dtype_of(type.element_type))

    return _drawn(plain, inputs, _CONSTANT_PARTS if middles.size else 0, draw)


def _constants(plain: PlainRuns) -> Array:
    """The distinct floats of the constants of both programs, up to the greatest threshold."""
    arrays = [
        wide(constant.array).ravel()
        for function in plain.functions
        for operation in computing(function)
        if element_kind(operation.results[0].type) == "float"
        if (constant := constant_of(operation.results[0])) is not None
    ]
    numbers: Array = np.unique(np.concatenate([np.empty(0), *arrays]))
    return numbers[np.abs(numbers) < GREATEST_THRESHOLD]


def _near_one_another(plain: PlainRuns, count: int, inputs: Sequence[Array]) -> Iterator[list[Any]]:
    """Parts of inputs of which slices along an axis are near some others, but not near all of them.

    Independent ones seldom are, as boxes of which the first overlaps the second, and that the third.
    """
    types: Sequence[Any] = plain.functions[0].type.inputs
    ranks = [type.rank for type in types if element_kind(type) == "float"]
    ways = list(itertools.product(range(max(ranks, default=0)), _STEPS))
    lanes = min(plain.room, count, _WALKS)

    def draw(type: Any, at: int, part: int) -> Array:
        return _walks(type, lanes, *ways[part], np.random.default_rng((at, part)))

    return _drawn(plain, inputs, len(ways), draw)


def _walks(type: Any, lanes: int, axis: int, step: float, generator: np.random.Generator) -> Array:
    """Arrays of a type, of which slices along an axis, or along the last one, walk in random order."""
    shape, along = type.static_shape or (1,), min(axis, max(type.rank - 1, 0)) + 1
    numbers = np.moveaxis(generator.uniform(-1, 1, (lanes, *shape)), along, 1)
    numbers[:, 1:] *= step
    places = np.argsort(generator.random(numbers.shape[:2])).reshape(lanes, -1, *(1,) * (len(shape) - 1))
    walks = np.take_along_axis(np.cumsum(numbers, axis=1), places, 1)
    sizes = np.exp2(np.linspace(*_WALK_EXPONENTS, lanes)).reshape(-1, *(1,) * len(shape))
    scaled = within_range(np.moveaxis(walks, 1, along) * sizes, dtype_of(type.element_type))
    return scaled.reshape(lanes, *type.static_shape)


def _stratified(
    type: Any,
    sizes: Sequence[float] | Array,
    strata: int,
    parts: int,
    part: int,
    generator: np.random.Generator,
) -> Array:
    """Arrays of a type, within each size: one number of each stratum of a part in each place."""
    dtype = dtype_of(type.element_type)
    elements, greatest = math.prod(type.static_shape), float(info(dtype).max)
    stack = np.empty((len(sizes), strata, elements), dtype)
    for size, numbers in zip(sizes, stack, strict=True):
        places = generator.permuted(np.tile(np.arange(strata), (elements, 1)), axis=-1)
        shares = (places * parts + part + generator.random(places.shape)) / (strata * parts)
        numbers[:] = within_range((2 * shares - 1) * min(size, greatest), dtype).T
    return stack.reshape(strata * len(sizes), *type.static_shape)


def _most_apart(
    results_on: Callable[[Sequence[Any]], list[list[Any]]],
    parts: Iterable[Sequence[Any]],
    is_over: Callable[[], bool],
) -> Iterable[Sequence[Array]] | None:
    """The inputs on which functions differ most; None if lanes cannot be run."""
    found: list[tuple[float, Sequence[Array]]] = []
    try:
        for inputs in itertools.takewhile(lambda _: not is_over(), parts):
            distances = _distances_of(results_on(inputs), count_of_lanes(inputs))
            order = np.argsort(-distances, kind="stable")[:_SHOWN]
            found += [
                (float(distances[place]), [row(x, place) for x in inputs])
                for place in order[distances[order] > 0]
            ]
            found = sorted(found, key=lambda pair: -pair[0])[:_SHOWN]
    except (RunError, InternalError):  # of a kernel that takes no lanes
        return None
    return [inputs for _, inputs in found]


def _distances_of(results: Sequence[Sequence[Any]], count: int) -> Array:
    """The distances between the results of two functions, one for each input."""
    distances = np.zeros(count)
    with np.errstate(all="ignore"):
        for pair in zip(*results, strict=True):
            rows = [x.rows if type(x) is Lanes else np.broadcast_to(x, (count, *np.shape(x))) for x in pair]
            vectors = [x.reshape(count, x[0].size) for x in rows]
            distances = np.fmax(distances, _distances(*vectors))
    return distances


def _distances(left: Array, right: Array) -> Array:
    """The distances of rows beyond rounding; least where one is not finite, as after overflow."""
    distances, rows = np.zeros(len(left)), (left != right).any(axis=1)
    distances[rows] = _apart(left[rows], right[rows])
    return distances


def _apart(left: Array, right: Array) -> Array | float:
    """The distances of different rows beyond rounding."""
    if not is_inexact(left.dtype):
        return np.inf
    threshold = max(_ROUGHLY, _ROUNDINGS * float(info(left.dtype).eps))
    left, right = wide(left), wide(right)
    is_finite = np.isfinite(left) & np.isfinite(right)
    is_other = (~is_finite & ~np.isclose(left, right, equal_nan=True)).any(axis=1)
    scale = np.abs(left).max(axis=1, where=is_finite, initial=0.0)
    relative = np.abs(left - right).max(axis=1, where=is_finite, initial=0.0) / np.where(scale, scale, 1.0)
    return np.where(relative > threshold, relative, np.where(is_other, threshold, 0.0))


def enough(plain: PlainRuns, most: int = _MOST, most_calls: int = _CALLS) -> int:
    """On how many inputs to run functions at once: fewer for large arrays or kernels of one input."""
    if not plain.largest:
        return 0
    return min(most, most_calls // (plain.calls + 1), _ELEMENTS // (plain.largest + 1))


def _at_once(plain: PlainRuns) -> int:
    """The number of inputs to run before a look at the clock: fewer for kernels of one input."""
    calls = plain.calls
    return min(plain.room, max(_CALLS_AT_ONCE // calls, LEAST)) if calls else plain.room


def are_of_integers(functions: Sequence[Function]) -> bool:
    """Whether all values in the functions are integers or booleans."""
    operations = itertools.chain(*map(computing, functions))
    types = itertools.chain(functions[0].type.inputs, *(operation.types for operation in operations))
    return all(element_kind(type) in BOOLEAN | INTEGER for type in types)
