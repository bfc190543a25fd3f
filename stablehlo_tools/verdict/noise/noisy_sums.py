"""Noise on sums and norms: on terms and on results."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, is_inexact
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.numerics.narrow import downcast, upcast
from stablehlo_tools.verdict.alone import is_product, terms_of
from stablehlo_tools.verdict.noise.engine_roundings import (
    FLOATS,
    Roundings,
    RoundingStep,
    element_dtype,
    has_own_memory,
    share_of_distance,
)
from stablehlo_tools.verdict.noise.inexactness import eps_of
from stablehlo_tools.verdict.noise.lane_values import Lanes, reference_of, rows_of
from stablehlo_tools.verdict.noise.ordered_sums import sum_in_order
from stablehlo_tools.verdict.noise.plain_sums import added_axes, norm_of_terms, with_noise_of_sum
from stablehlo_tools.verdict.noise.supply import ROUNDING, FloatFormat, Noise, format_of
from stablehlo_tools.verdict.tolerance import is_narrow

_FACTOR: Final = 1.2  # of a factor, which is rounded or truncated, as ROUNDING is of a result
_MEAN_ULP: Final = 0.735  # relative to epsilon: the root mean square of 1 / m for log-uniform mantissas m
# The same of partial sums that grow by equal steps to a total with the mantissa m: the root of the maximum of
# 3 (m - 6 / 7) / m³.
_GROWING_ULP: Final = 0.778
# Backward errors in rounding units, per square root of the largest dimension; if iterative, per dimension.
_BACKWARD: Final = 2.0

Slots = Sequence[tuple[int, Value]]  # slots of a frame, with the values in them


def noisy_sum(noise: Noise, roundings: Roundings, step: RoundingStep) -> Step:
    """The step of an op that adds terms, or computes as a whole, with noise on terms and on results.

    A sum of n terms in order has the variance u²/3 (n/2 Σx² + n/3 S²) if its roundings are independent: that
    of the partial sums, which grow like sqrt(k) where terms cancel and like k where they do not (u: half the
    epsilon, S: the sum). Noise of sqrt(n/6) u on each term and of sqrt(n)/3 u on the sum has this variance;
    so does uniform noise within sqrt(3) times as much. Partial sums that grow have mantissas of all sizes
    and smaller errors. A result that is computed as a whole is exact for operands with such errors (backward
    error); for spectra, these are relative to the norms of matrices.
    """
    terms, norm, execute = _Terms(roundings, step), norm_of_terms(step.op, step.operation), step.execute
    axes = added_axes(step.op, step.operation) if _is_usual_and_narrow(roundings, step) else None
    if axes is not None:
        computing = _with_errors_of_order(noise, roundings.window, step, terms, axes)
    elif norm is None:
        computing = _with_noisy_terms(noise, roundings, step, terms)
    else:
        computing = _with_noise_of_terms(noise, roundings, step, terms, norm)

    def noisy(frame: Frame) -> None:
        arrays = [rows_of(frame[slot]) for slot in step.operands]
        sizes = terms.sizes(frame)
        if terms.accumulate and are_small_integers(arrays, sizes.terms, terms.narrowest):
            execute(frame)
        else:
            computing(frame, arrays, sizes)

    return noisy


class _Sizes(NamedTuple):
    """The number of terms of a result, and the amplitudes of noise on terms and on results.

    Elements of a matrix that is a term have `shares` of the amplitude if they are not all alike.
    """

    terms: int
    of_terms: float
    of_results: float
    shares: Array | None = None


class _Terms:
    """The float operands that an op adds, or computes with as a whole, by their slots."""

    def __init__(self, roundings: Roundings, step: RoundingStep) -> None:
        self._op, self._operation, self._operands = step.op, step.operation, step.operands
        self._declared = _declared_terms(step.op, step.operation)
        self.slots = _terms(step.op, step.operation, step.operands)
        if self._declared is not None:  # those of a matrix, not of what is solved for it
            self.slots = self.slots[:1]
        self.formats = [(slot, roundings.format(step.operation, value)) for slot, value in self.slots]
        self.unit = _unit(roundings, step.operation, self.slots)
        self._in_ulps = roundings.in_ulps
        self._is_narrow = _is_usual_and_narrow(roundings, step)
        operands = step.operation.operands
        floats = [element_dtype(value) for value in operands if element_kind(value.type) in FLOATS]
        self.narrowest = max((format_of(dtype).eps for dtype in floats), default=0)
        self.accumulate = step.op.numerics.accumulates
        self._of_shapes = functools.cache(self._sizes)
        types = [value.type for value in operands]
        shapes = [type.static_shape for type in types if isinstance(type, TensorType) and type.is_static]
        self._static = self._sizes(*shapes) if len(shapes) == len(types) else None

    def sizes(self, frame: Frame) -> _Sizes:
        """The sizes for the operands in a frame."""
        return self._static or self._of_shapes(*[frame[slot].shape for slot in self._operands])

    def _sizes(self, *shapes: tuple[int, ...]) -> _Sizes:
        transformed = _transformed(self._op, self._operation)
        count = transformed or _count(self._op, self._operation, shapes)
        if self.accumulate:
            amplitude = self.unit * math.sqrt(count / 2)
            total = self.unit * math.sqrt(count / 3)
            of_results = math.hypot(_GROWING_ULP * total, ROUNDING) if self._in_ulps else total + ROUNDING
            return _Sizes(count, amplitude, of_results)
        size = shapes[0][-1] if shapes and shapes[0] else 0
        if self._declared is not None and size and shapes[0][-2:] == (size, size):
            terms = self._declared(size)
            count, shares = math.ceil(terms.max()), np.sqrt(terms / terms.max())
            roundings = 1 if self._is_narrow else count  # products of 16 bits are added in f32
            return _Sizes(count, _backward(self._operation, self.unit, roundings), ROUNDING, shares)
        if transformed:
            return _Sizes(count, _MEAN_ULP * math.sqrt(count / 8), ROUNDING)
        return _Sizes(count, _backward(self._operation, self.unit, count), ROUNDING)


def _with_noisy_terms(
    noise: Noise, roundings: Roundings, step: RoundingStep, terms: _Terms
) -> Callable[[Frame, Sequence[Array], _Sizes], None]:
    """A function that executes a step on noisy terms, and adds the noise of results."""
    op, operation, operands = step.op, step.operation, step.operands
    results = [(slot, roundings.format(operation, value)) for slot, value in step.rounded]
    with_noise: Callable[..., Any] = _with_noise_of_norm if _iterates(operation) else Noise.with_noise
    factors = _factors(roundings, operation, operands)
    changed = {slot for slot, _ in (*terms.slots, *factors)}.difference(slot for slot, _ in results)
    in_place, is_new = op.execution.in_place is not None, is_product(operation)

    def computing(frame: Frame, arrays: Sequence[Array], sizes: _Sizes) -> None:
        saved = [(slot, frame[slot]) for slot in changed]
        before = reference_of(frame[operands[0]]).copy() if in_place else None
        for slot, format in factors:
            frame[slot] = noise.with_noise(frame[slot], format, _FACTOR)
        for slot, format in terms.formats if sizes.of_terms else ():
            value = _with_bits(frame[slot], format, sizes.of_terms)
            shares = None if sizes.shares is None else np.broadcast_to(sizes.shares, value.shape)
            frame[slot] = with_noise(noise, value, format, sizes.of_terms, shares)
        step.execute(frame)
        for slot, value in saved:
            frame[slot] = value
        for slot, format in results:
            result = reference_of(frame[slot])
            share = _share_of_terms(roundings, result, before, format, sizes.of_results)
            is_own = is_new or has_own_memory(result, arrays)
            frame[slot] = noise.with_noise(frame[slot], format, sizes.of_results, share, is_own=is_own)

    return computing


def _with_noise_of_terms(
    noise: Noise, roundings: Roundings, step: RoundingStep, terms: _Terms, norm: Callable[[Array], Array]
) -> Callable[[Frame, Sequence[Array], _Sizes], None]:
    """A function that executes a plain sum, and adds noise that has the variance of that on terms as well.

    That of terms is relative to their `norm`. This takes less time than a noisy copy of all terms.
    """
    ((place, of_term),), ((slot, value),) = terms.formats, step.rounded
    format = roundings.format(step.operation, value)
    ratio = of_term.eps / format.eps

    def computing(frame: Frame, arrays: Sequence[Array], sizes: _Sizes) -> None:
        others = norm(reference_of(frame[place])) * (sizes.of_terms / sizes.of_results * ratio)
        step.execute(frame)
        share = _share_of_terms(roundings, reference_of(frame[slot]), None, format, sizes.of_results)
        frame[slot] = with_noise_of_sum(noise, frame[slot], others, format, sizes.of_results, share)

    return computing


def _is_usual_and_narrow(roundings: Roundings, step: RoundingStep) -> bool:
    """Whether roundings are as large as they usually are, and a sum keeps its 16 bits."""
    dtype = element_dtype(step.rounded[0][1])
    unit = roundings.unit_of_sum(step.operation, dtype)
    return roundings.to_nearest and is_narrow(dtype) and unit == format_of(dtype).eps / 2


def _with_errors_of_order(
    noise: Noise, window: int, step: RoundingStep, terms: _Terms, axes: Sequence[int]
) -> Callable[[Frame, Sequence[Array], _Sizes], None]:
    """A function that executes a plain sum, and adds the errors of adding in the order of engines.

    Random roundings have no bias, but those of a sum that stagnates have. Noise on its terms makes the
    roundings of each run others.
    """
    ((place, of_term),), ((slot, value),) = terms.formats, step.rounded
    dtype = element_dtype(value)
    zero = np.zeros((), dtype)

    def computing(frame: Frame, arrays: Sequence[Array], sizes: _Sizes) -> None:
        noisy = noise.with_noise(frame[place], of_term, ROUNDING)
        step.execute(frame)
        with np.errstate(all="ignore"):  # sums may overflow
            rounded = downcast(as_array(noisy), dtype)
            total = upcast(rounded).sum(axes, np.float64)
            errors = upcast(sum_in_order(rounded, axes, zero, window)) - total
        result = as_array(frame[slot])
        frame[slot] = stored(result + np.where(np.isfinite(errors), errors, 0).astype(result.dtype))

    return computing


def _unit(roundings: Roundings, operation: Operation, terms: Slots) -> float:
    """The rounding unit of a sum or of a computation as a whole, relative to the epsilon of its terms."""
    if not terms:
        return 0.5
    _, value = terms[0]
    unit = roundings.unit_of_sum(operation, element_dtype(value)) / roundings.format(operation, value).eps
    return unit * _MEAN_ULP if roundings.to_nearest else unit


def _share_of_terms(
    roundings: Roundings, result: Array, before: Array | None, format: FloatFormat, amplitude: float
) -> Array | None:
    """The share of the noise amplitude of each sum, 0 where nothing was added; None if it is 1."""
    share = None if before is None else _touched(result, before)
    if not roundings.to_nearest or result.dtype.kind != "f" or eps_of(result.dtype) >= format.eps / 2:
        return share
    near = share_of_distance(roundings, result, format, amplitude)
    return near if share is None else near * share


def _with_bits(value: Any, format: FloatFormat, amplitude: float) -> Any:
    """A value, upcast if its type lacks the bits of this noise, as the types of inputs may."""
    is_lost = type(value) is not Lanes and amplitude * format.eps < eps_of(value.dtype)
    return upcast(value) if is_lost else value


def _with_noise_of_norm(
    noise: Noise, value: Any, format: FloatFormat, amplitude: float, share: Array | None = None
) -> Any:
    """Matrices with noise relative to their norms, as iterations leave it in small elements and zeros too."""
    if len(value.shape) < 2 or not value.size:
        return noise.with_noise(value, format, amplitude, share)
    rows = rows_of(value)
    magnitudes = np.abs(rows)
    with np.errstate(all="ignore"):
        greatest = magnitudes.max((-2, -1), keepdims=True)  # squares may overflow
        norm = greatest * np.sqrt(np.square(magnitudes / greatest).mean((-2, -1), keepdims=True))
        sizes = np.fmax(magnitudes, norm).astype(rows.dtype)
        return noise.with_noise_of(value, sizes, format, amplitude)


def _transformed(op: Op, operation: Operation) -> int:
    """The terms of a Fourier transform, whose error grows more slowly than that of a product; else 0."""
    return math.prod(map(int, spec_attributes(op, operation).get("fft_length", (0,))))


def _backward(operation: Operation, unit: float, count: int) -> float:
    """The backward error of an op computed as a whole, by its dimension."""
    iterates = _iterates(operation)
    return _BACKWARD * unit * (iterates * count if iterates else math.sqrt(count))


def _iterates(operation: Operation) -> int:
    """The roundings of an iterating custom call for each dimension; 0 for other operations."""
    target = operation.attributes.get("call_target_name")
    if target is None:
        return 0
    from stablehlo_tools.ops.targets import ITERATIVE  # imports many files, which most programs do not need

    return ITERATIVE.get(str(target), 0)


def _declared_terms(op: Op, operation: Operation) -> Callable[[int], Array] | None:
    """The terms of each element of a matrix of a size, if the op or the target of a call declares them."""
    declared = op.numerics.terms
    if declared is not None:
        attributes = spec_attributes(op, operation)
        return lambda size: declared(size, attributes)
    if "call_target_name" not in operation.attributes:
        return None
    from stablehlo_tools.ops.targets import terms_of_call  # imports many files, as above

    return terms_of_call(spec_attributes(op, operation))


def _factors(
    roundings: Roundings, operation: Operation, operands: Sequence[int]
) -> list[tuple[int, FloatFormat]]:
    """The slots of factors that are rounded before they are multiplied, with their formats."""
    if not is_product(operation):
        return []
    pairs = dict(zip(operands, operation.operands, strict=True))
    factors = ((slot, roundings.factors(operation, element_dtype(value))) for slot, value in pairs.items())
    return [(slot, format) for slot, format in factors if format is not None]


def _count(op: Op, operation: Operation, operands: Sequence[tuple[int, ...]]) -> int:
    """The number of terms of an element; for backward errors, the largest dimension."""
    if not op.numerics.accumulates:
        return max((size for operand in operands for size in operand), default=1)
    type = operation.results[0].type
    result = type.static_shape if isinstance(type, TensorType) and type.is_static else ()
    return terms_of(operation, operands, result)


def _terms(op: Op, operation: Operation, operands: Sequence[int]) -> Slots:
    """The slots of the float operands that are added, without initial values.

    They are the last operands of an op with regions, and the first ones of any other: of a product, one
    factor.
    """
    groups = operand_groups(op, operation, list(zip(operands, operation.operands, strict=True)))
    candidates: list[Slots] = []
    for declared, group in zip(op.operands, groups, strict=True):
        pairs: Any = group if declared.rule.variadic else (group,)
        slots = [pair for pair in pairs if element_kind(pair[1].type) in FLOATS]
        if slots and not declared.name.startswith("init"):
            candidates.append(slots)
    return (candidates[-1] if operation.regions else candidates[0]) if candidates else []


def are_small_integers(operands: Sequence[Array], count: int, narrowest: float) -> bool:
    """Whether sums of `count` products of these are exact in any order, in a type of this epsilon."""
    bound = 1.0
    for operand in operands:
        if is_inexact(operand.dtype) and operand.size:
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
