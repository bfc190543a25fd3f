"""Noise on functions, which compute each element from few elements of operands: on their results."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, without_repeats
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.verdict.alone import QUOTIENT, aligner
from stablehlo_tools.verdict.engine_profiles import CORRECT
from stablehlo_tools.verdict.growths import LEAST_SUM, Growth, growth_of, saturates_at
from stablehlo_tools.verdict.noise.constants import Constants
from stablehlo_tools.verdict.noise.engine_roundings import (
    Roundings,
    RoundingStep,
    element_dtype,
    has_own_memory,
    share_of_distance,
    sizes_of,
)
from stablehlo_tools.verdict.noise.inexactness import (
    FEW_BITS,
    Inexactness,
    eps_of,
    has_bits,
    inexactness,
    inexactness_of_function,
    lacks_bits,
)
from stablehlo_tools.verdict.noise.lane_values import Lanes, last_of, reference_of, rows_alike, rows_of
from stablehlo_tools.verdict.noise.rewrites import ErrorOfRewrite, Rewrites, XlaRewrite
from stablehlo_tools.verdict.noise.supply import ROUNDING, FloatFormat, Noise, format_of
from stablehlo_tools.verdict.tolerance import is_narrow

# The share of the error of a function with large ones, of which a rounding covers a part: six sigma are then
# about the largest error divided by 0.7.
_OF_LARGE: Final = 0.41
_SHARED: Final = math.sqrt(3)  # noise within so many errors has the variance of an error that elements share


def noisy_function(
    noise: Noise, roundings: Roundings, step: RoundingStep, constants: Constants, rewrites: Rewrites
) -> Step:
    """The step of a function, with noise on its results."""
    op, operation, operands, rounded = step.op, step.operation, step.operands, step.rounded
    largest = [roundings.error(op, element_dtype(value)) for _, value in rounded]
    errors = [float(_typical(roundings.typical_share, error)) for error in largest]
    formats = [roundings.format(operation, value) for _, value in rounded]
    is_function = isinstance(op.numerics.error, float) and op.numerics.error > QUOTIENT
    dtype = element_dtype(rounded[0][1])
    is_rough = growth_of(op.name, dtype) is not None and errors[0] > ROUNDING
    grows = is_rough or dtype.kind == "c" or op.name == "chlo.lgamma"  # near zeros
    growth = growth_of(op.name, dtype) if grows else None
    own = [max(f, format_of(element_dtype(value))) for (_, value), f in zip(rounded, formats, strict=True)]
    is_wide = _are_wider(roundings, rounded, own)
    with_noise = functools.partial(noise.with_noise, in_ulps=roundings.in_ulps)
    computing, is_new, rewrite = step.execute, op.execution.ufunc is not None, rewrites.rewrite_of(operation)
    is_of_type = formats[0].eps == format_of(dtype).eps  # not the roundings of a wider type
    if op.execution.ufunc is np.divide and is_of_type and rewrites.multiplies(operation):
        computing = _by_reciprocal(noise, step, dtype)
    is_scaling, limit = _scales(op, operation, constants.has), saturates_at(op.name, dtype)
    is_near = is_wide and not is_rough and _have_distances(roundings, rounded)
    by_rows = not noise.is_led and operation.name == op.name and (not is_wide or is_near)
    read = _reader(operation, operands, by_rows=by_rows)
    samples, format_of_replaced = is_function or not is_wide, own[0] if is_wide else FEW_BITS
    reads = samples or not is_new or any((growth, is_scaling, rewrite and rewrite.replaced))
    of_function = functools.partial(inexactness_of_function, is_wide=is_wide)
    find: Callable[..., Inexactness] = of_function if is_function else inexactness
    results = [
        (slot, format, exactly, ROUNDING + error, exactly.eps * (ROUNDING + error) * is_wide)
        for (slot, _), format, exactly, error in zip(rounded, formats, own, errors, strict=True)
    ]

    def noisy(frame: Frame) -> None:
        operand_values = read(frame) if reads else ()
        inexact = find(op, operand_values) if samples else lacks_bits
        grown = 1.0 if growth is None else _share(growth, operand_values, largest[0], roundings.typical_share)
        error = None if rewrite is None else _error_of_rewrite(rewrite, operand_values, format_of_replaced)
        computing(frame)
        for slot, format, exactly, amplitude, noise_of_one in results:
            result = rows_of(frame[slot]) if by_rows else last_of(frame[slot])
            if is_scaling is not None and is_scaling(operand_values):
                share: Array | None = np.zeros(result.shape, bool)
            elif is_near and (by_rows or type(frame[slot]) is not Lanes):
                share = share_of_distance(roundings, result, exactly, amplitude)
            else:
                share = inexact(result, exactly)
            share = _with_saturation(roundings, limit, operand_values, result, share, noise_of_one)
            if isinstance(grown, float):
                amplitude *= grown
            else:
                frame[slot], share = _with_growth(frame[slot], result, share, grown)
            if error is not None:
                # in f64, smaller noise on exact results is often rounded away in all runs
                factor = _SHARED if is_wide or dtype != np.float64 else 2 * _SHARED
                share = _with_rewrite(roundings, error, result, share, format, amplitude / factor)
            is_own = is_new or has_own_memory(reference_of(frame[slot]), operand_values)
            frame[slot] = with_noise(frame[slot], format, amplitude, share, is_own=is_own)

    return noisy


def _reader(
    operation: Operation, operands: Sequence[int], *, by_rows: bool
) -> Callable[[Frame], Sequence[Array]]:
    """A function that returns the operands of an operation as arrays, with all rows of lanes or the first."""
    if by_rows:
        return lambda frame: rows_alike([frame[slot] for slot in operands])
    aligned = aligner(operation)
    return lambda frame: aligned([reference_of(frame[slot]) for slot in operands])


def _are_wider(
    roundings: Roundings, rounded: Sequence[tuple[int, Value]], formats: Sequence[FloatFormat]
) -> bool:
    """Whether a run keeps results in types with more bits than these formats."""
    epsilons = [eps_of(roundings.kept_dtype(element_dtype(value))) for _, value in rounded]
    return all(eps < format.eps / 2 for eps, format in zip(epsilons, formats, strict=True))


def _have_distances(roundings: Roundings, rounded: Sequence[tuple[int, Value]]) -> bool:
    """Whether the distances of results to the nearest numbers of their types limit the noise."""
    dtypes = [element_dtype(value) for _, value in rounded]
    return all(is_narrow(dtype) or (roundings.to_nearest and dtype.kind != "c") for dtype in dtypes)


def noisy_exact(noise: Noise, roundings: Roundings, step: RoundingStep) -> Step:
    """The step of a function, with noise of the size of its error where results fit their type."""
    execute, operation = step.execute, step.operation
    errors = [(slot, value, roundings.error(step.op, element_dtype(value))) for slot, value in step.rounded]
    if not any(error for _, _, error in errors):
        return execute

    def noisy(frame: Frame) -> None:
        execute(frame)
        for slot, value, error in errors:
            format, result = roundings.format(operation, value), as_array(frame[slot])
            is_exact = has_bits(result, format)
            if is_exact is not None and is_exact.any():
                is_exact &= np.abs(result) >= max(format.normal, format.subnormal)
                off = noise.on(result, format, ROUNDING + error)
                frame[slot] = stored(np.where(is_exact, off, result))

    return noisy


def rounds_alike(roundings: Roundings, step: RoundingStep, constants: Constants) -> bool:
    """Whether all compilers that compute a step beforehand, as one of constants, round it to the same number.

    XLA fuses a product of constants that it broadcasts with a sum, and does not round it, like the reference.
    Numbers of 16 bits may be kept in f32, and parts of complex products fused.
    """
    if not step.op.elementwise or step.op.numerics.error != 0 or len(step.rounded) != 1:
        return False
    ((_, value),), operation = step.rounded, step.operation
    dtype = element_dtype(value)
    is_of_type = roundings.format(operation, value).eps == format_of(dtype).eps  # not of a wider type
    return (
        dtype.kind == "f"
        and not is_narrow(dtype)
        and is_of_type
        and all(map(constants.has, operation.operands))
    )


def rounded_alike(noise: Noise, step: RoundingStep) -> Step:
    """The step with a result that is rounded to nearest, or flushed to zero."""
    ((slot, value),) = step.rounded
    dtype = element_dtype(value)
    format = format_of(dtype)

    def rounding(frame: Frame) -> None:
        step.execute(frame)
        exactly = reference_of(frame[slot])
        rounded = exactly.astype(dtype).astype(exactly.dtype)
        if (rounded != exactly).any():
            frame[slot] = noise.with_numbers(frame[slot], rounded)
        if ((np.abs(exactly) < format.normal) & (exactly != 0)).any():
            frame[slot] = noise.with_noise(frame[slot], format, 0.0)

    return rounding


def _by_reciprocal(noise: Noise, step: RoundingStep, dtype: Dtype) -> Step:
    """The step of a quotient that engines compute as a product with a rounded reciprocal.

    The error of a reciprocal is the same for many elements and does not average out. Where the quotient fits
    the type, no noise stands for the rounding of the product: it is rounded, often to the quotient.
    """
    last: list[Array] = []  # a divisor that does not change, and its reciprocal
    read, (result, _) = _reader_of_rows(step.operation, step.operands), step.rounded[0]

    def multiplying(frame: Frame) -> None:
        dividend, divisor = read(frame)
        if last and last[0] is divisor:
            reciprocal = last[1]
        else:
            reciprocal = (1 / upcast(without_repeats(divisor))).astype(dtype).astype(divisor.dtype)
            last[:] = () if divisor.flags.writeable else (divisor, reciprocal)
        product = dividend * reciprocal
        step.execute(frame)
        quotient = rows_of(frame[result])
        fits = quotient.astype(dtype).astype(quotient.dtype) == quotient
        rounded = product.astype(dtype).astype(quotient.dtype)
        frame[result] = noise.with_numbers(frame[result], np.where(fits, rounded, product))

    return multiplying


def _reader_of_rows(operation: Operation, operands: Sequence[int]) -> Callable[[Frame], Sequence[Array]]:
    """A function that returns both operands as arrays that broadcast, with all rows of lanes."""
    if operation.operands[0].type == operation.operands[1].type:
        return lambda frame: [rows_of(frame[slot]) for slot in operands]
    aligned = aligner(operation)

    def read(frame: Frame) -> Sequence[Array]:
        values = [frame[slot] for slot in operands]
        if Lanes not in map(type, values):
            return aligned(list(map(as_array, values)))
        return list(map(np.stack, zip(*map(aligned, zip(*rows_alike(values), strict=True)), strict=True)))

    return read


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
    seen = without_repeats(numbers)
    return seen.dtype.kind == "f" and bool((np.abs(np.frexp(seen)[0]) == 0.5).all())


def _typical(share: float, largest: Array | float) -> Array:
    """The error, beside a rounding, that noise stands for if this is the largest one."""
    return np.maximum(share * largest, _OF_LARGE * largest - ROUNDING)


def _share(growth: Growth, operands: Sequence[Array], largest: float, typical_share: float) -> Array | float:
    """The share of the amplitude (a rounding and a typical error) that each element has by its own error.

    It is a number if all elements have the same.
    """
    own = growth(largest + CORRECT, *map(upcast, operands))
    errors = [_typical(typical_share, each) for each in (np.maximum(own - CORRECT, 0), largest)]
    share = np.asarray((ROUNDING + errors[0]) / (ROUNDING + errors[1]))
    return float(share) if isinstance(own, float) else share


def _with_saturation(
    roundings: Roundings,
    limit: float,
    operands: Sequence[Array],
    result: Array,
    share: Array | None,
    noise: float,
) -> Array | None:
    """The shares of results, of those that are 1 in their type by their distance from it.

    It is relative to the `noise` of a run in a wider type; in others, this is 0.
    """
    if limit == math.inf:
        return share
    is_below = np.asarray(np.abs(operands[0]) < limit)
    if is_below.size and is_below.item(is_below.argmin()):
        return share
    saturated = np.abs(1 - np.abs(result)) / (noise * sizes_of(roundings, result)) if noise else 0.0
    return np.where(is_below, 1.0 if share is None else share, saturated)


def _with_growth(value: Any, result: Array, share: Array | None, grown: Array) -> tuple[Any, Array]:
    """A value and the shares of its elements, which grow where terms cancel: 0 becomes `LEAST_SUM`."""
    is_zero = (result == 0) & (grown > 1)
    if is_zero.any() and type(value) is not Lanes:
        value = np.where(is_zero, result.dtype.type(LEAST_SUM), result)
    return value, grown if share is None else np.where(is_zero, grown, grown * share)


def _error_of_rewrite(
    rewrite: XlaRewrite, operands: Sequence[Array], format: FloatFormat
) -> ErrorOfRewrite | None:
    """The error of a rewrite, 0 where replaced operands do not fit a format; None if it is 0 everywhere."""
    if not rewrite.replaced:
        return rewrite.error
    replaced, error = [upcast(operands[place]) for place in rewrite.replaced], rewrite.error
    masks = [mask for operand in replaced if (mask := has_bits(operand, format)) is not None]
    if not masks:
        return None
    is_exact = np.logical_or.reduce(masks)
    return lambda result, off, format: np.where(is_exact, error(result, off, format), 0.0)


def _with_rewrite(
    roundings: Roundings,
    error: ErrorOfRewrite,
    result: Array,
    share: Array | None,
    format: FloatFormat,
    amplitude: float,
) -> Array:
    """The shares of results, also of exact ones, with the error of a rewrite."""
    with np.errstate(all="ignore"):
        numbers = np.asarray(result, np.float64)
        errors = error(numbers, np.zeros(result.shape), format) / sizes_of(roundings, numbers)
    added = np.where(np.isfinite(errors), errors, 0.0) / format.eps / amplitude
    return np.asarray((1.0 if share is None else share) + added).astype(result.dtype)
