"""Random rounding: a run in which each operation is off by about as much as right implementations may be.

Where rounding errors enter, noise of their size is added; what moves, compares or decides is as it was.
Results of several such runs spread by what rounding does to them, in any order of summation, with any right
functions: correlated errors cancel, masked elements have those of the side that was chosen, and what no
rounding reaches does not change at all. This is Monte Carlo arithmetic (D. S. Parker, "Monte Carlo
Arithmetic", 1997), as CADNA and Verificarlo have it for scalars, at the granularity of operations, in the
element types of the program.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.arrays import as_array
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.interpret.inputs import Inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.processes import Host
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Module, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.numerics.narrow import Dtype, downcast, upcast
from stablehlo_tools.ops.model.declare import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.verdict.alone import base_op, is_product, terms_of, unit_of_sum
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.tolerance import flushed

# All noise is uniform in an interval of so many relative epsilons to either side. That of one rounding: an
# implementation may round to nearest, or not at all where it keeps excess precision.
_ROUNDING: Final = 0.6
_FACTOR: Final = 1.2  # of a factor: it is rounded, or truncated
# Of a function, this share of the greatest error that it is known to have.
_TYPICAL: Final = 0.5
_EXACT_ERROR: Final = 2.0  # functions within this error are exact where their results are representable
_BACKWARD: Final = 1.0  # times the square root of the greatest dimension: backward errors
_NEGLIGIBLE: Final = 0.05
_MANY_ELEMENTS: Final = 4096
_SAMPLES: Final = 512


class FloatFormat(NamedTuple):
    """A float type whose roundings are made: the distance of 1 to the next number, and what is flushed.

    Numbers smaller than `normal` may be flushed to zero; those smaller than `subnormal` have fewer bits.
    """

    eps: float
    normal: float = 0.0
    subnormal: float = 0.0


def format_of(dtype: Dtype) -> FloatFormat:
    """The format of a float type, or of the parts of a complex one."""
    normal, subnormal = flushed(dtype), float(info(dtype).smallest_normal)
    return FloatFormat(float(info(dtype).eps), normal, 0.0 if normal else subnormal)


class Roundings(Protocol):
    """The known properties of the implementations whose rounding is simulated."""

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """The format that a result, or an operand whose elements are added, is rounded to."""

    def error(self, op: Op, dtype: Dtype) -> float:
        """The error of a function of this type before rounding, in units in the last place."""

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """The rounding unit of the accumulator of a sum of this type."""

    def factors(self, operation: Operation, dtype: Dtype) -> FloatFormat | None:
        """The format that the factors of products are rounded to, if that is not their own."""

    def exactness(self, op: Op, operands: Sequence[Array]) -> Callable[[Array, FloatFormat], Array | None]:
        """A function that finds the exact elements of a result; None if no element is exact."""


class OfProgram:
    """Roundings of the types of the program, by what its ops declare, in a run on its own arrays."""

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """That of its type."""
        return format_of(_dtype(value))

    def error(self, op: Op, dtype: Dtype) -> float:
        """The error that the op declares; none for narrow types, which are computed in f32."""
        error = op.numerics.error if isinstance(op.numerics.error, float) else 0.0
        return 0.0 if dtype.itemsize <= 2 else error

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """That of the type, or of f32 for narrow products."""
        return unit_of_sum(operation, dtype)

    def factors(self, operation: Operation, dtype: Dtype) -> FloatFormat | None:
        """None: factors are used as they are."""
        return None

    def exactness(self, op: Op, operands: Sequence[Array]) -> Callable[[Array, FloatFormat], Array | None]:
        """By what the op gives in a wider type."""
        wide = _computed_wide(op, operands) if _may_be_exact(op, operands) else None
        if wide is None:
            return _never_exact
        return lambda result, format: _is_exact(wide, result, operands)


def _never_exact(result: Array, format: FloatFormat) -> None:
    return None


def _dtype(value: Value) -> Dtype:
    assert isinstance(value.type, TensorType)
    return dtype_of(value.type.element_type)


class RandomRounding:
    """An instrument of the interpreter that adds noise of these roundings; `seed` determines all of it."""

    as_written = False
    folds = False  # what is computed from constants is rounded, too

    def __init__(self, seed: int | Sequence[int], roundings: Roundings | None = None) -> None:
        self._roundings = roundings or OfProgram()
        self._generator = np.random.default_rng(seed)

    def begin(self) -> None:
        """Nothing: processes take turns in a fixed order."""

    def entering(self, region: Region) -> Step:
        """A step that does nothing."""
        return _nothing

    def leaving(self) -> Step:
        """A step that does nothing."""
        return _nothing

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """`step`, and noise if the operation rounds; what a kernel does with a region is its own noise."""
        op, block = OPS.get(operation.name), operation.block
        assert block is not None
        if op is None or operation.name in CONTROL or is_for_scalars(block.region):
            return step
        pairs = zip(results, operation.results, rounds(operation), strict=True)
        rounded = [(slot, value) for slot, value, is_rounded in pairs if is_rounded]
        if not rounded:
            return step
        noise = _Noise(self._generator)
        op = base_op(op)
        noisy = _noisy_terms if op.numerics.error in ("sum", "norm") else _noisy_function
        return noisy(noise, self._roundings, step, op, operation, operands, rounded)


def _nothing(frame: object) -> None:
    pass


def rounds(operation: Operation) -> list[bool]:
    """For each result, whether the operation or its regions round it."""
    if not operation.regions:
        return [rounding_type(operation, result) is not None for result in operation.results]
    inside = (each for region in operation.regions for block in region.blocks for each in block.operations)
    does = any(rounding_type(each, value) for each in inside for value in each.results)
    return [does and _is_of_floats(result.type) for result in operation.results]


def _is_of_floats(type: object) -> bool:
    return isinstance(type, TensorType) and type.element_type.kind in ("float", "complex")


# -- noise --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Noise:
    """Noise as it is added to arrays."""

    generator: np.random.Generator

    def on(self, array: Array, format: FloatFormat, amplitude: float, exact: Array | None = None) -> Array:
        """An array with noise relative to a format, but for elements that are `exact`, zero or not finite.

        Subnormal numbers may become zero, as where they are flushed.
        """
        wide = upcast(array)
        with np.errstate(all="ignore"):
            noise = self._uniform(wide, amplitude * format.eps)
            if exact is not None:
                noise[exact] = 0
            noise *= _scale(wide, format)
            noise += wide
            self._flush(noise, format.normal)
            made = downcast(noise, array.dtype)
            lost = ~np.isfinite(made)  # infinite already, or beyond the greatest number
            return np.where(lost, array, made) if lost.any() else made

    def _uniform(self, like: Array, bound: float) -> Array:
        """Numbers within a bound, of the shape and the type of an array; both parts of complex ones are."""
        is_complex = like.dtype.kind == "c"
        real = np.dtype(f"f{like.dtype.itemsize // (1 + is_complex)}")
        shape = (*like.shape, 2) if is_complex else like.shape
        noise = np.asarray(self._drawn(math.prod(shape)).reshape(shape) * real.type(bound))
        return noise.view(like.dtype)[..., 0] if is_complex else noise

    def _drawn(self, count: int) -> Array:
        """Numbers within 1, from anywhere in a supply of them: to draw each anew takes most of the time."""
        supply = _supply()
        begin = int(self.generator.integers(len(supply)))
        if begin + count <= len(supply):
            return supply[begin : begin + count]
        return np.resize(np.roll(supply, -begin), count)

    def _flush(self, array: Array, normal: float) -> None:
        """Make some of the numbers below the normal ones zero, in place."""
        if array.dtype.kind == "c" or not normal:
            return
        sizes = np.abs(array)
        if sizes.size and sizes.min() >= normal:
            return
        small = sizes < normal
        if small.any():
            small &= self.generator.random(array.shape) < 0.5
            array[small] = 0


@functools.cache
def _supply() -> Array:
    """Numbers within 1, the same in each process."""
    return np.random.default_rng(0).uniform(-1, 1, 1 << 18).astype(np.float32)


Rounded = Sequence[tuple[int, Value]]  # the slots of results, with their values


def _noisy_function(
    noise: _Noise,
    roundings: Roundings,
    step: Step,
    op: Op,
    operation: Operation,
    operands: Sequence[int],
    rounded: Rounded,
) -> Step:
    """The step of an op that computes each element of a few of its operands, with noise on results."""
    declared = op.numerics.error if isinstance(op.numerics.error, float) else 0.0
    results = [
        (slot, roundings.format(operation, value), _ROUNDING + _TYPICAL * roundings.error(op, _dtype(value)))
        for slot, value in rounded
    ]

    def noisy(frame: Frame) -> None:
        given = [as_array(frame[slot]) for slot in operands]
        exactness = roundings.exactness(op, given) if declared <= _EXACT_ERROR else _never_exact
        step(frame)
        for slot, format, amplitude in results:
            result = as_array(frame[slot])
            made = noise.on(result, format, amplitude, exactness(result, format))
            frame[slot] = _stored(made, frame[slot])

    return noisy


def _scale(array: Array, format: FloatFormat) -> Array:
    """What noise is relative to: the numbers, or the least normal one for those that have fewer bits."""
    if array.dtype.kind == "c" or not format.subnormal:
        return array
    few = (np.abs(array) < format.subnormal) & (array != 0)
    return np.where(few, array.dtype.type(format.subnormal), array) if few.any() else array


def _stored(array: Array, like: Any) -> Any:
    return array[()] if isinstance(like, np.generic) else array


def _computed_wide(op: Op, operands: Sequence[Array]) -> Array | None:
    """The result in the next wider type; None without a ufunc for it."""
    ufunc = op.execution.ufunc
    ufunc = ufunc if ufunc is not None and ufunc.nin == len(operands) else None
    if len({each.dtype for each in operands}) != 1 or (ufunc is None and not op.execution.may_alias):
        return None
    with np.errstate(all="ignore"):
        wide = [_widened(each) for each in operands]
        return wide[0] if ufunc is None else np.asarray(ufunc(*wide))


def _may_be_exact(op: Op, operands: Sequence[Array]) -> bool:
    """Whether one of a few elements is exact: where none is, hardly any is."""
    if len({each.shape for each in operands}) != 1 or operands[0].size < _MANY_ELEMENTS:
        return True
    step = operands[0].size // _SAMPLES
    some = [each.reshape(-1)[::step] for each in operands]
    wide = _computed_wide(op, some)
    if wide is None or op.execution.ufunc is None or wide.dtype == operands[0].dtype:
        return True
    with np.errstate(all="ignore"):
        exact = wide == wide.astype(operands[0].dtype)
    return bool((exact & (wide != 0)).any())


def _widened(array: Array) -> Array:
    if array.dtype.kind == "c":
        return array.astype(np.complex128)
    return array.astype(np.float64) if array.dtype == np.float32 else upcast(array)


def _is_exact(wide: Array, result: Array, operands: Sequence[Array]) -> Array | None:
    """The exact elements: unchanged in a wider type; in the widest type, computed from integers."""
    if wide.shape != result.shape:
        return None
    with np.errstate(all="ignore"):
        if wide.dtype != result.dtype:
            return np.asarray(wide == _widened(result))
        exact = np.abs(result) < 1 / info(result.dtype).eps
        for each in (*operands, result):
            exact = exact & (each == np.round(each))
        return np.asarray(exact)


# -- sums and norms -----------------------------------------------------------------------------


def _noisy_terms(
    noise: _Noise,
    roundings: Roundings,
    step: Step,
    op: Op,
    operation: Operation,
    operands: Sequence[int],
    rounded: Rounded,
) -> Step:
    """The step of an op that adds terms, or computes as a whole, with noise on terms and on results.

    A sum of n terms in order has the variance u²/3 (n/2 Σx² + n/3 S²) if its roundings are independent: that
    of the partial sums, which grow like sqrt(k) where terms cancel and like k where they do not (u: half the
    distance of 1 to the next number, S: the sum). Noise of sqrt(n/6) u on each term, and of sqrt(n)/3 u on
    the sum, has this variance; so does uniform noise within sqrt(3) times as much. What is computed as a
    whole is exact for operands that are off by about as much (backward error).
    """
    terms = _terms(op, operation, operands)
    formats = [roundings.format(operation, value) for _, value in terms]
    results = [(slot, roundings.format(operation, value)) for slot, value in rounded]
    relative = _accumulator(roundings, operation, terms[0][1], formats[0]) if terms else 1.0
    narrowest = max(
        (format_of(_dtype(v)).eps for v in operation.operands if _is_of_floats(v.type)), default=0
    )
    factors = _factors(roundings, operation, operands)
    changed = {slot for slot, _ in (*terms, *factors)}
    made = {slot for slot, _ in results}

    def noisy(frame: Frame) -> None:
        kept = {slot: frame[slot] for slot in changed}
        given = [as_array(frame[slot]) for slot in operands]
        sizes = [as_array(frame[slot]).shape for slot, _ in terms]
        count = _count(operation, given) if op.numerics.accumulates else _greatest(sizes)
        if op.numerics.accumulates and _are_small_integers(given, count, narrowest):
            step(frame)
            return
        before = given[0].copy() if op.execution.in_place else None
        for slot, format in factors:
            frame[slot] = _stored(noise.on(as_array(frame[slot]), format, _FACTOR), kept[slot])
        spread = relative * math.sqrt(count / 2) / 2
        amplitude = spread if op.numerics.accumulates else _BACKWARD * math.sqrt(count)
        for (slot, _), format in zip(terms, formats, strict=True):
            if amplitude > _NEGLIGIBLE:
                frame[slot] = _stored(noise.on(as_array(frame[slot]), format, amplitude), kept[slot])
        step(frame)
        for slot, value in kept.items():
            if slot not in made:
                frame[slot] = value
        for slot, format in results:
            result = as_array(frame[slot])
            more = relative * math.sqrt(count / 3) / 2 if op.numerics.accumulates else 0.0
            exact = None if before is None else _untouched(result, before)
            frame[slot] = _stored(noise.on(result, format, _ROUNDING + more, exact), frame[slot])

    return noisy


def _factors(
    roundings: Roundings, operation: Operation, operands: Sequence[int]
) -> list[tuple[int, FloatFormat]]:
    """The slots of the factors of products that are rounded before they are multiplied."""
    if not is_product(operation):
        return []
    pairs = dict(zip(operands, operation.operands, strict=True))
    found = ((slot, roundings.factors(operation, _dtype(value))) for slot, value in pairs.items())
    return [(slot, format) for slot, format in found if format is not None]


def _count(operation: Operation, operands: Sequence[Array]) -> int:
    """The number of terms of an element."""
    type = operation.results[0].type
    result = type.static_shape if isinstance(type, TensorType) and type.is_static else ()
    return terms_of(operation, [each.shape for each in operands], result)


def _terms(op: Op, operation: Operation, operands: Sequence[int]) -> Rounded:
    """The slots of the floats that are added: of the last operands that are no initial values.

    Of a product, those of one factor; what has no region and is no product begins with them.
    """
    groups = operand_groups(op, operation, list(zip(operands, operation.operands, strict=True)))
    found: list[Rounded] = []
    for declared, group in zip(op.operands, groups, strict=True):
        pairs: Any = group if declared.rule.variadic else (group,)
        slots = [pair for pair in pairs if _is_of_floats(pair[1].type)]
        if slots and not declared.name.startswith("init"):
            found.append(slots)
    return (found[-1] if operation.regions else found[0]) if found else []


def _greatest(shapes: Sequence[tuple[int, ...]]) -> int:
    """The greatest number of elements along a dimension."""
    return max((size for each in shapes for size in each), default=1)


def _accumulator(roundings: Roundings, operation: Operation, term: Value, format: FloatFormat) -> float:
    """The rounding unit of what a sum is kept in, relative to that of the terms."""
    return 2 * roundings.unit_of_sum(operation, _dtype(term)) / format.eps


def _are_small_integers(operands: Sequence[Array], count: int, narrowest: float) -> bool:
    """Whether sums of products of these are exact in any order, in a type of this epsilon."""
    bound = 1.0
    for each in operands:
        if each.dtype.kind not in "biu" and each.size:
            wide = upcast(each)
            with np.errstate(all="ignore"):
                if not np.array_equal(wide, np.round(wide)):
                    return False
                bound *= max(1.0, float(np.abs(wide).max()))
    return bound * count * narrowest < 1


def _untouched(result: Array, before: Array) -> Array | None:
    """The elements to which nothing was added."""
    return np.asarray(before == result) if before.shape == result.shape else None


def rounded(arrays: Sequence[Array], indices: Collection[int], seed: int) -> list[Array]:
    """The arrays; those at these indices, which were rounded to their types, rounded at random."""
    noise = _Noise(np.random.default_rng([seed, 1]))
    return [
        noise.on(each, format_of(each.dtype), _ROUNDING) if index in indices else each
        for index, each in enumerate(arrays)
    ]


def execute(
    module: Module,
    entry: str,
    inputs: Sequence[Inputs],
    seed: int | None,
    options: RunOptions = DEFAULT,
    *,
    host: Host | None = None,
) -> list[list[Array]]:
    """The results of each process, with random rounding if given a seed. Raises `RunError`."""
    observer = None if seed is None else RandomRounding(seed)
    return compile(module, entry, options, observer=observer).run_parallel(inputs, host=host)
