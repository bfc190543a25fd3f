"""Random rounding: a run in which each operation is off by about as much as correct implementations may be.

Noise of the size of rounding errors is added where these occur; operations that move, compare or decide stay
as they are. Results of several such runs spread as rounding moves them, in any order of summation and with
any correct functions: correlated errors cancel, selected elements have the errors of the selected side, and
results that no rounding reaches do not change at all. This is Monte Carlo arithmetic (D. S. Parker, "Monte
Carlo Arithmetic", 1997), as CADNA and Verificarlo implement it for scalars, at the granularity of operations,
in the element types of the program.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Protocol

import numpy as np

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.interpret.observation import StepInstrument
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.ops.stablehlo.control import CONTROL, LOOP
from stablehlo_tools.verdict.alone import (
    QUOTIENT,
    aligner,
    base_op,
    is_product,
    terms_of,
)
from stablehlo_tools.verdict.engine_profiles import CORRECT
from stablehlo_tools.verdict.growths import LEAST_SUM, errors_at, growth_of
from stablehlo_tools.verdict.inexactness import (
    Inexactness,
    distance_to,
    eps_of,
    has_bits,
    inexactness,
    inexactness_of_function,
    lacks_bits,
)
from stablehlo_tools.verdict.noise import (
    FloatFormat,
    Lanes,
    Noise,
    format_of,
    reference_of,
    rows_alike,
    rows_of,
)
from stablehlo_tools.verdict.plain_sums import norm_of_terms, with_noise_of_sum
from stablehlo_tools.verdict.tolerance import is_narrow

# Noise is uniform within these multiples of the relative epsilon to either side. One rounding: an
# implementation rounds to nearest, or not at all where it keeps excess precision.
_ROUNDING: Final = 0.6
_FACTOR: Final = 1.2  # of a factor, which is rounded or truncated
# Noise of functions: the share of their largest known error.
_TYPICAL: Final = 0.5
_DISTANCES: Final = 3.0  # to the nearest number; with 2, correct results of few values are suspicious
# Noise within this many ULP, but at most this many times 2 * _DISTANCES distances, has a variance of 1/12, as
# the errors of rounding to nearest have.
_TO_NEAREST: Final = 0.567
_MEAN_ULP: Final = 0.735  # relative to epsilon: the root mean square of 1 / m for log-uniform mantissas m
# Backward errors in rounding units, per square root of the largest dimension; if iterative, per dimension.
_BACKWARD: Final = 2.0
_FLOATS: Final = ("float", "complex")


class Roundings(Protocol):
    """The known properties of the implementations whose rounding is simulated."""

    @property
    def to_nearest(self) -> bool:
        """Whether noise is as large as errors of rounding to nearest, not as the largest errors allowed."""

    def format(self, operation: Operation, value: Value) -> FloatFormat:
        """The format that a result, or an operand whose elements are added, is rounded to."""

    def error(self, op: Op, dtype: Dtype) -> float:
        """The error of a function of this type before rounding, in ULP."""

    def unit_of_sum(self, operation: Operation, dtype: Dtype) -> float:
        """The unit roundoff of the accumulator of a sum of this type."""

    def factors(self, operation: Operation, dtype: Dtype) -> FloatFormat | None:
        """The format that factors of products are rounded to; None for their own."""

    def kept(self, dtype: Dtype) -> Dtype:
        """The type in which the run keeps numbers of a type."""


def _dtype(value: Value) -> Dtype:
    assert isinstance(value.type, TensorType)
    return dtype_of(value.type.element_type)


class RandomRounding(StepInstrument):
    """An instrument of the interpreter that adds noise of these roundings, all determined by `seed`.

    With `lanes`, it does so in that many runs at once; if `is_led`, the first one has no noise. Exact results
    of functions, as of `x / x`, stay exact. With `exact_but`, noise is added only to exact results of
    functions that are not correctly rounded, except at these operations.
    """

    def __init__(
        self,
        seed: int | Sequence[int],
        roundings: Roundings,
        lanes: int = 0,
        exact_but: Collection[Operation | None] | None = None,
        *,
        is_led: bool = True,
    ) -> None:
        self._roundings = roundings
        self._exact_but = exact_but
        self._noise = Noise(seed, lanes, is_led=is_led)
        self._constants = _Constants()

    def begin(self) -> None:
        """Begin a run, which rounds repeated operations differently from earlier runs."""
        self._noise.forget()

    def restart(self, seed: int | Sequence[int] | None) -> None:
        """Draw the noise of another run from now on; None adds no noise."""
        self._noise.restart(seed)

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """`step` with noise if it rounds; an outer kernel covers the operations in its scalar regions."""
        op, block = OPS.get(operation.name), operation.block
        assert block is not None
        if op is None or operation.name in CONTROL or is_for_scalars(block.region):
            return step
        pairs = zip(results, operation.results, rounds(operation), strict=True)
        rounded = [(slot, value) for slot, value, is_rounded in pairs if is_rounded]
        if not rounded:
            return step
        op = base_op(op)
        noise = self._noise
        is_of_terms = op.numerics.error in ("sum", "norm")
        if self._exact_but is not None:
            is_left = is_of_terms or operation in self._exact_but
            return step if is_left else _noisy_exact(noise, self._roundings, step, op, operation, rounded)
        norm = norm_of_terms(op, operation)
        if norm is not None:
            make: Callable[..., Step] = functools.partial(_noisy_sum, norm)
        else:
            make = _noisy_terms if is_of_terms else functools.partial(_noisy_function, self._constants.has)
        noisy = make(noise, self._roundings, step, op, operation, operands, rounded)
        may_repeat, key = any(map(_repeats, operation.ancestors)), id(operation)

        def rounding(frame: Frame) -> None:
            if noise.is_silent:
                step(frame)
                return
            if may_repeat:
                noise.begin(key, [frame[slot] for slot in operands])
            else:
                noise.begin_once()
            noisy(frame)

        return rounding


def _repeats(outer: Operation) -> bool:
    """Whether a run may execute the body several times: of a loop, or of a function other than `main`."""
    return outer.name == LOOP or (isinstance(outer, Function) and outer.symbol != "main")


def rounds(operation: Operation) -> list[bool]:
    """For each result, whether the operation or its regions round it."""
    if not operation.regions:
        return [rounding_type(operation, result) is not None for result in operation.results]
    inside = (op for block in operation.blocks for op in block.operations)
    is_rounding = any(rounding_type(op, value) for op in inside for value in op.results)
    return [is_rounding and element_kind(result.type) in _FLOATS for result in operation.results]


# -- functions ----------------------------------------------------------------------------------


Rounded = Sequence[tuple[int, Value]]  # the slots of results, with their values


def _noisy_function(
    is_constant: Callable[[Value], bool],
    noise: Noise,
    roundings: Roundings,
    step: Step,
    op: Op,
    operation: Operation,
    operands: Sequence[int],
    rounded: Rounded,
) -> Step:
    """The step of an op that computes each element from few operand elements, with noise on results."""
    errors = [_TYPICAL * roundings.error(op, _dtype(value)) for _, value in rounded]
    results = [
        (slot, roundings.format(operation, value), _ROUNDING + error)
        for (slot, value), error in zip(rounded, errors, strict=True)
    ]
    is_function = isinstance(op.numerics.error, float) and op.numerics.error > QUOTIENT
    dtype = _dtype(rounded[0][1])
    has_growth = growth_of(op.name, dtype) is not None
    is_rough = has_growth and errors[0] > _ROUNDING
    grows = is_rough or (has_growth and (dtype.kind == "c" or op.name == "chlo.lgamma"))  # near zeros
    pairs = zip(rounded, results, strict=True)
    own = [max(format, format_of(_dtype(value))) for (_, value), (_, format, _) in pairs]
    is_wide = _are_wider(roundings, rounded, own)
    computing, is_new = step, op.execution.ufunc is not None
    is_of_type = results[0][1].eps == format_of(dtype).eps  # not the roundings of a wider type
    is_aligned = "broadcast_dimensions" not in operation.attributes
    if op.name == "stablehlo.divide" and is_of_type and is_aligned and is_constant(operation.operands[1]):
        computing = _by_reciprocal(noise, step, operands, results[0][0], dtype)

    is_scaling = _scales(op, operation, is_constant)
    is_near = is_wide and not is_rough and _have_distances(roundings, rounded)
    is_alike = operation.name == op.name  # operands are not broadcast
    by_rows = not noise.is_led and is_alike and (not is_wide or is_near)
    read = _reader(operation, operands, by_rows=by_rows)
    reads_operands = is_function or not is_wide or grows or not is_new or is_scaling is not None

    def noisy(frame: Frame) -> None:
        operand_values = read(frame) if reads_operands else ()
        inexact: Inexactness = lacks_bits
        if is_function:
            inexact = inexactness_of_function(op, operand_values, is_wide=is_wide)
        elif not is_wide:
            inexact = inexactness(op, operand_values)
        grown = _share(op, operand_values, errors[0], dtype) if grows else None
        computing(frame)
        for (slot, format, amplitude), exactly in zip(results, own, strict=True):
            result = rows_of(frame[slot]) if by_rows else reference_of(frame[slot])
            if is_scaling is not None and is_scaling(operand_values):
                share: Array | None = np.zeros(result.shape, bool)
            elif is_near and (by_rows or type(frame[slot]) is not Lanes):
                share = _share_of_distance(roundings, result, exactly, amplitude)
            else:
                share = inexact(result, exactly)
            if grown is not None:
                frame[slot], share = _with_growth(frame[slot], result, share, grown)
            is_own = is_new or _is_own(result, operand_values)
            frame[slot] = noise.with_noise(frame[slot], format, amplitude, share, is_own=is_own)

    return noisy


def _reader(
    operation: Operation, operands: Sequence[int], *, by_rows: bool
) -> Callable[[Frame], Sequence[Array]]:
    """A function that returns the operands of an operation as arrays, with all rows of lanes or the first."""
    if by_rows:
        return lambda frame: rows_alike([frame[slot] for slot in operands])
    aligned = aligner(operation)
    return lambda frame: aligned([reference_of(frame[slot]) for slot in operands])


def _are_wider(roundings: Roundings, rounded: Rounded, formats: Sequence[FloatFormat]) -> bool:
    """Whether a run keeps results in types with more bits than these formats."""
    epsilons = [eps_of(roundings.kept(_dtype(value))) for _, value in rounded]
    return all(eps < format.eps / 2 for eps, format in zip(epsilons, formats, strict=True))


def _have_distances(roundings: Roundings, rounded: Rounded) -> bool:
    """Whether the distances of results to the nearest numbers of their types limit the noise."""
    dtypes = [_dtype(value) for _, value in rounded]
    return all(is_narrow(dtype) or (roundings.to_nearest and dtype.kind != "c") for dtype in dtypes)


def _noisy_exact(
    noise: Noise, roundings: Roundings, step: Step, op: Op, operation: Operation, rounded: Rounded
) -> Step:
    """The step of a function, with noise of the size of its error where results fit their type."""
    errors = [(slot, value, roundings.error(op, _dtype(value))) for slot, value in rounded]
    if not any(error for _, _, error in errors):
        return step

    def noisy(frame: Frame) -> None:
        step(frame)
        for slot, value, error in errors:
            format, result = roundings.format(operation, value), as_array(frame[slot])
            is_exact = has_bits(result, format)
            if is_exact is not None and is_exact.any():
                is_exact &= np.abs(result) >= max(format.normal, format.subnormal)
                off = noise.on(result, format, _ROUNDING + error)
                frame[slot] = stored(np.where(is_exact, off, result))

    return noisy


class _Constants:
    """Finds constants of programs that do not change, also moved ones and arguments of all calls."""

    def __init__(self) -> None:
        self._programs: dict[int, ModuleIndex] = {}  # by identity: modules with equal text are equal
        self._known: dict[Value, bool] = {}  # arguments

    def has(self, value: Value) -> bool:
        """Whether a value is a constant."""
        owner = value.owner
        if isinstance(owner, Operation):
            is_moved = len(owner.operands) == 1 and source_of(value) == 0
            return self.has(owner.operands[0]) if is_moved else owner.name == "stablehlo.constant"
        if value not in self._known:
            self._known[value] = False  # for recursive calls
            self._known[value] = self._is_given(value, owner)
        return self._known[value]

    def _is_given(self, argument: Value, block: Block) -> bool:
        function = block.region.operation
        if not isinstance(function, Function) or function.body is not block:
            return False
        module = function.parent
        if not isinstance(module, Module):
            return False
        program = self._programs.setdefault(id(module), ModuleIndex(module))
        calls = program.references.get(function.symbol, ())
        passed = [call.operands[argument.index] for call in calls if callee_of(call) == function.symbol]
        return bool(passed) and all(map(self.has, passed))


def _by_reciprocal(noise: Noise, step: Step, operands: Sequence[int], result: int, dtype: Dtype) -> Step:
    """The step of a quotient by a constant, which engines multiply by its rounded reciprocal.

    The error of the reciprocal is the same for all elements and does not average out. Where the product
    rounds to the quotient, the quotient is kept.
    """
    reciprocals: list[Array] = []

    def multiplying(frame: Frame) -> None:
        dividend, divisor = (rows_of(frame[slot]) for slot in operands)
        if not reciprocals:
            reciprocals.append((1 / upcast(divisor)).astype(dtype).astype(divisor.dtype))
        product = dividend * reciprocals[0]
        step(frame)
        quotient = rows_of(frame[result])
        is_same = product.astype(dtype).astype(quotient.dtype) == quotient
        frame[result] = noise.with_numbers(frame[result], np.where(is_same, quotient, product))

    return multiplying


def _scales(
    op: Op, operation: Operation, is_constant: Callable[[Value], bool]
) -> Callable[[Sequence[Array]], bool] | None:
    """A function that tells whether a constant power of two scales operands, which is exact.

    None if no factor is constant.
    """
    is_product, is_quotient = op.execution.ufunc is np.multiply, op.execution.ufunc is np.divide
    places = range(is_quotient, 2) if is_product or is_quotient else ()
    constants = [place for place in places if is_constant(operation.operands[place])]
    cached: list[bool] = []

    def scales(operands: Sequence[Array]) -> bool:
        if not cached:
            cached.append(any(_are_powers_of_two(operands[place]) for place in constants))
        return cached[0]

    return scales if constants else None


def _are_powers_of_two(numbers: Array) -> bool:
    seen = numbers[tuple([slice(None if stride else 1) for stride in numbers.strides])]  # no broadcast axes
    return seen.dtype.kind == "f" and bool((np.abs(np.frexp(seen)[0]) == 0.5).all())


def _share_of_distance(roundings: Roundings, result: Array, format: FloatFormat, amplitude: float) -> Array:
    """The share of the noise amplitude if the distance to the nearest number limits the rounding.

    An implementation rounds a result by this distance or keeps it, and its result is close to this one.
    """
    distance = distance_to(format, result)
    distances = _DISTANCES / format.eps * distance / np.abs(result)
    if not roundings.to_nearest:
        return np.asarray((np.fmin(distances, _ROUNDING) + (amplitude - _ROUNDING)) / amplitude)
    ulp = 0.5 / np.fmax(np.abs(np.frexp(result)[0]), 0.5)  # relative to epsilon, and to the result
    rounding = _TO_NEAREST * np.fmin(ulp, 2 * distances)
    return np.asarray(np.hypot(rounding, amplitude - _ROUNDING) / amplitude)


def _share(op: Op, operands: Sequence[Array], error: float, dtype: Dtype) -> Array:
    """The share of the amplitude (a rounding and `error`) that each element has by its own error."""
    greatest = error / _TYPICAL + CORRECT
    errors = _TYPICAL * np.maximum(errors_at(op.name, greatest, operands, dtype) - CORRECT, 0)
    return np.asarray((_ROUNDING + errors) / (_ROUNDING + error))


def _with_growth(value: Any, result: Array, share: Array | None, grown: Array) -> tuple[Any, Array]:
    """A value and the shares of its elements, which grow where terms cancel: 0 becomes `LEAST_SUM`."""
    is_zero = (result == 0) & (grown > 1)
    if is_zero.any() and type(value) is not Lanes:
        value = np.where(is_zero, result.dtype.type(LEAST_SUM), result)
    return value, grown if share is None else np.where(is_zero, grown, grown * share)


def _is_own(result: Array, operands: Sequence[Array]) -> bool:
    """Whether a step has made the elements of a result: it shares no memory with operands."""
    return not any(np.may_share_memory(result, operand) for operand in operands)


# -- sums and norms -----------------------------------------------------------------------------


def _noisy_terms(
    noise: Noise,
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
    epsilon, S: the sum). Noise of sqrt(n/6) u on each term and of sqrt(n)/3 u on the sum has this variance;
    so does uniform noise within sqrt(3) times as much. A result that is computed as a whole is exact for
    operands with such errors (backward error); for spectra, these are relative to the norms of matrices.
    """
    terms = _terms(op, operation, operands)
    noisy_terms = [(slot, roundings.format(operation, value)) for slot, value in terms]
    results = [(slot, roundings.format(operation, value)) for slot, value in rounded]
    unit = _unit(roundings, operation, terms)
    floats = [_dtype(value) for value in operation.operands if element_kind(value.type) in _FLOATS]
    narrowest = max((format_of(dtype).eps for dtype in floats), default=0)
    backward, with_noise = _backward(operation, unit)
    factors = _factors(roundings, operation, operands)
    changed = {slot for slot, _ in (*terms, *factors)}.difference(slot for slot, _ in results)
    accumulates, in_place = op.numerics.accumulates, op.execution.in_place is not None
    transformed = _transformed(op, operation)

    @functools.cache
    def sizes(*shapes: tuple[int, ...]) -> tuple[int, float, float]:
        """The number of terms for operands of these shapes, and the amplitudes for terms and results."""
        count = transformed or _count(op, operation, shapes)
        if not accumulates:
            return count, math.sqrt(count / 8) if transformed else backward(count), _ROUNDING
        return count, *_amplitudes_of_sum(count, unit)

    def noisy(frame: Frame) -> None:
        arrays = [rows_of(frame[slot]) for slot in operands]
        count, of_terms, of_results = sizes(*[frame[slot].shape for slot in operands])
        if accumulates and are_small_integers(arrays, count, narrowest):
            step(frame)
            return
        saved = [(slot, frame[slot]) for slot in changed]
        before = reference_of(frame[operands[0]]).copy() if in_place else None
        for slot, format in factors:
            frame[slot] = noise.with_noise(frame[slot], format, _FACTOR)
        for slot, format in noisy_terms if of_terms else ():
            frame[slot] = with_noise(noise, _with_bits(frame[slot], format, of_terms), format, of_terms)
        step(frame)
        for slot, value in saved:
            frame[slot] = value
        for slot, format in results:
            result = reference_of(frame[slot])
            share = _share_of_terms(roundings, result, before, format, of_results)
            is_own = _is_own(result, arrays)
            frame[slot] = noise.with_noise(frame[slot], format, of_results, share, is_own=is_own)

    return noisy


def _noisy_sum(
    norm: Callable[[Array], Array],
    noise: Noise,
    roundings: Roundings,
    step: Step,
    op: Op,
    operation: Operation,
    operands: Sequence[int],
    rounded: Rounded,
) -> Step:
    """The step of a plain sum, with noise on results that has the variance of that on terms as well.

    That of terms is relative to their `norm`. This takes less time than a noisy copy of all terms.
    """
    ((place, term),), ((slot, value),) = _terms(op, operation, operands), rounded
    unit, format = _unit(roundings, operation, [(place, term)]), roundings.format(operation, value)
    ratio, narrowest = roundings.format(operation, term).eps / format.eps, format_of(_dtype(term)).eps

    @functools.cache
    def sizes(*shapes: tuple[int, ...]) -> tuple[int, float, float]:
        """The number of terms for operands of these shapes, and the amplitudes for terms and results."""
        count = _count(op, operation, shapes)
        return count, *_amplitudes_of_sum(count, unit)

    def noisy(frame: Frame) -> None:
        arrays = [rows_of(frame[slot]) for slot in operands]
        count, of_terms, of_results = sizes(*[frame[slot].shape for slot in operands])
        if are_small_integers(arrays, count, narrowest):
            step(frame)
            return
        others = norm(reference_of(frame[place])) * (of_terms / of_results * ratio)
        step(frame)
        share = _share_of_terms(roundings, reference_of(frame[slot]), None, format, of_results)
        frame[slot] = with_noise_of_sum(noise, frame[slot], others, format, of_results, share)

    return noisy


def _amplitudes_of_sum(count: int, unit: float) -> tuple[float, float]:
    """The amplitudes of noise on terms and on the result of a sum of `count` terms (see `_noisy_terms`)."""
    return unit * math.sqrt(count / 2), unit * math.sqrt(count / 3) + _ROUNDING


def _unit(roundings: Roundings, operation: Operation, terms: Rounded) -> float:
    """The rounding unit of a sum or of a computation as a whole, relative to the epsilon of its terms."""
    if not terms:
        return 0.5
    _, value = terms[0]
    unit = roundings.unit_of_sum(operation, _dtype(value)) / roundings.format(operation, value).eps
    return unit * _MEAN_ULP if roundings.to_nearest else unit


def _share_of_terms(
    roundings: Roundings, result: Array, before: Array | None, format: FloatFormat, amplitude: float
) -> Array | None:
    """The share of the noise amplitude of each sum, 0 where nothing was added; None if it is 1."""
    share = None if before is None else _touched(result, before)
    if not roundings.to_nearest or result.dtype.kind != "f" or eps_of(result.dtype) >= format.eps / 2:
        return share
    near = _share_of_distance(roundings, result, format, amplitude)
    return near if share is None else near * share


def _with_bits(value: Any, format: FloatFormat, amplitude: float) -> Any:
    """A value, upcast if its type lacks the bits of this noise, as the types of inputs may."""
    is_lost = type(value) is not Lanes and amplitude * format.eps < eps_of(value.dtype)
    return upcast(value) if is_lost else value


def _with_noise_of_norm(noise: Noise, value: Any, format: FloatFormat, amplitude: float) -> Any:
    """Matrices with noise relative to their norms, as iterations leave it in small elements and zeros too."""
    if len(value.shape) < 2 or not value.size:
        return noise.with_noise(value, format, amplitude)
    rows = rows_of(value)
    magnitudes = np.abs(rows)
    with np.errstate(all="ignore"):
        greatest = magnitudes.max((-2, -1), keepdims=True)  # squares may overflow
        norm = greatest * np.sqrt(np.square(magnitudes / greatest).mean((-2, -1), keepdims=True))
        sizes = np.fmax(magnitudes, norm).astype(rows.dtype)
        made = noise.with_noise(Lanes(sizes) if type(value) is Lanes else stored(sizes), format, amplitude)
        moved = rows_of(made) - sizes
        noisy = rows + np.where(np.isfinite(moved), moved, 0)
    return Lanes(noisy) if type(made) is Lanes else stored(noisy)


def _transformed(op: Op, operation: Operation) -> int:
    """The terms of a Fourier transform, whose error grows more slowly than that of a product; else 0."""
    return math.prod(map(int, spec_attributes(op, operation).get("fft_length", (0,))))


def _backward(operation: Operation, unit: float) -> tuple[Callable[[int], float], Callable[..., Any]]:
    """The backward error of an op computed as a whole, by its dimension, and how to add it to operands."""
    iterates = _iterates(operation)
    if iterates:
        return lambda count: _BACKWARD * unit * iterates * count, _with_noise_of_norm
    return lambda count: _BACKWARD * unit * math.sqrt(count), Noise.with_noise


def _iterates(operation: Operation) -> int:
    """How many roundings a custom call that iterates makes for each dimension; 0 for other operations."""
    target = operation.attributes.get("call_target_name")
    if target is None:
        return 0
    from stablehlo_tools.ops.targets import ITERATIVE  # imports many files, which most programs do not need

    return ITERATIVE.get(str(target), 0)


def _factors(
    roundings: Roundings, operation: Operation, operands: Sequence[int]
) -> list[tuple[int, FloatFormat]]:
    """The slots of factors that are rounded before they are multiplied, with their formats."""
    if not is_product(operation):
        return []
    pairs = dict(zip(operands, operation.operands, strict=True))
    factors = ((slot, roundings.factors(operation, _dtype(value))) for slot, value in pairs.items())
    return [(slot, format) for slot, format in factors if format is not None]


def _count(op: Op, operation: Operation, operands: Sequence[tuple[int, ...]]) -> int:
    """The number of terms of an element; for backward errors, the largest dimension."""
    if not op.numerics.accumulates:
        return max((size for operand in operands for size in operand), default=1)
    type = operation.results[0].type
    result = type.static_shape if isinstance(type, TensorType) and type.is_static else ()
    return terms_of(operation, operands, result)


def _terms(op: Op, operation: Operation, operands: Sequence[int]) -> Rounded:
    """The slots of the float operands that are added, without initial values.

    They are the last operands of an op with regions, and the first ones of any other: of a product, one
    factor.
    """
    groups = operand_groups(op, operation, list(zip(operands, operation.operands, strict=True)))
    candidates: list[Rounded] = []
    for declared, group in zip(op.operands, groups, strict=True):
        pairs: Any = group if declared.rule.variadic else (group,)
        slots = [pair for pair in pairs if element_kind(pair[1].type) in _FLOATS]
        if slots and not declared.name.startswith("init"):
            candidates.append(slots)
    return (candidates[-1] if operation.regions else candidates[0]) if candidates else []


def are_small_integers(operands: Sequence[Array], count: int, narrowest: float) -> bool:
    """Whether sums of `count` products of these are exact in any order, in a type of this epsilon."""
    bound = 1.0
    for operand in operands:
        if operand.dtype.kind not in "biu" and operand.size:
            if not _are_whole(operand):
                return False
            with np.errstate(all="ignore"):
                bound *= max(1.0, float(np.abs(upcast(operand)).max()))
    return bound * count * narrowest < 1


def _are_whole(array: Array) -> bool:
    if array.dtype.kind == "f" and array.item(0) % 1:
        return False
    wide = upcast(array)
    return bool((wide == np.round(wide)).all())


def _touched(result: Array, before: Array) -> Array | None:
    """A mask of the elements that something was added to; None if shapes differ."""
    return np.asarray(before != result) if before.shape == result.shape else None


def rounded(arrays: Sequence[Array], indices: Collection[int], seed: int) -> list[Array]:
    """The arrays, with a random rounding of those at `indices`, which were rounded to their types."""
    noise = Noise([seed, 1])
    return [
        noise.on(array, format_of(array.dtype), _ROUNDING) if index in indices else array
        for index, array in enumerate(arrays)
    ]
