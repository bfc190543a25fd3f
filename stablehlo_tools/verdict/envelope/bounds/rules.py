"""Rules of sound bounds: how errors of operands propagate to results.

Errors are absolute distances from the reference; a rule sees one execution of an operation. A monotonic
function is computed at both ends of the intervals around its operands.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import is_product
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.envelope.implementations.roundings import ProfileRoundings
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.noise.noisy_sums import are_small_integers
from stablehlo_tools.verdict.noise.rewrites import XlaRewrite
from stablehlo_tools.verdict.noise.supply import format_of
from stablehlo_tools.verdict.tolerance import is_narrow

UNIT: Final = 2.0**-53  # the unit roundoff of float64
OWN: Final = 64 * UNIT  # relative error of a function of the reference, and of the operations of a bound


@dataclass(frozen=True)
class OpExecution:
    """One execution of an operation, with the operands and the result of the reference.

    `values` are the operands, grouped as the kernel takes them, `radii` the distances of correct ones from
    them: infinite for integers that may differ. `compute` is the kernel on arrays of float64, without the
    range of the types of the program.
    """

    operation: Operation
    roundings: ProfileRoundings
    values: Sequence[Any]
    radii: Sequence[Any]
    result: Array
    compute: Callable[..., Any]
    regions: Mapping[str, Any]
    attributes: Mapping[str, Any]

    def beside(self, side: int) -> Any:
        """The results at the lower (-1) or upper (1) ends of the intervals around all operands."""
        return self.compute(*_beside(self.values, self.radii, side))


def _beside(values: Sequence[Any], radii: Sequence[Any], side: int) -> Iterator[Any]:
    for value, radius in zip(values, radii, strict=True):
        if isinstance(value, tuple):
            yield tuple(_beside(value, radius, side))
        elif value.dtype.kind == "f":
            rounded = radius * (1 + OWN) + np.abs(value) * (2 * UNIT)
            yield np.where(radius > 0, value + side * rounded, value)
        else:
            yield value


# The distances of results that the distances of operands cause; rules of sums add their roundings.
Rule = Callable[[OpExecution], Array]
BOUNDS: Final = Registry[Rule]()  # by the names of ops without dialects


EXACTLY: Final = Registry[Callable[..., DoubleDouble]]()  # exact results of a few ops on exact operands
EXACTLY.register("add")(DoubleDouble.from_sum)
EXACTLY.register("subtract")(lambda a, b: DoubleDouble.from_sum(a, -b))
EXACTLY.register("multiply")(DoubleDouble.from_product)
EXACTLY.register("square")(lambda a: DoubleDouble.from_product(a, a))


@EXACTLY.register("convert")
def _converted(a: Array) -> DoubleDouble:
    values = np.asarray(a, np.float64)
    return DoubleDouble(values, np.where((np.abs(values) >= 1 / UNIT) & (a.dtype.kind != "f"), np.nan, 0.0))


def unknown_bound(execution: OpExecution) -> Array:
    """Infinite for elements that depend on an inexact operand, else 0."""
    none = np.zeros(execution.result.shape, bool)
    inexact = functools.reduce(np.logical_or, (radius > 0 for radius in flat(execution.radii)), none)
    return np.where(inexact, np.inf, 0.0)


def moved_bound(execution: OpExecution) -> Array:
    """The distances, moved along with their elements; infinite if indices are inexact."""
    op = OPS[execution.operation.name]
    names = [operand.name for operand in op.operands]
    arguments = []
    for name, value, radius in zip(names, execution.values, execution.radii, strict=True):
        if name not in op.numerics.moves:
            if _is_inexact(radius):
                return _unbounded(execution)
            radius = value
        arguments.append(radius)
    return np.asarray(execution.compute(*arguments))


def _is_inexact(radius: Any) -> bool:
    return any(np.any(part) for part in flat([radius]))


def with_rewrite(rule: Rule, rewrite: XlaRewrite | None) -> Rule:
    """The rule, with the error of what XLA makes of an operation and those of its operands."""
    if rewrite is None:
        return rule

    def bound(execution: OpExecution) -> Array:
        operation, off = execution.operation, rule(execution)
        format = execution.roundings.format(operation, operation.results[0])
        return np.asarray(off + rewrite.error(execution.result, off, format) * (1 + OWN))

    return bound


# -- elementwise --------------------------------------------------------------------------------


@BOUNDS.register(
    "cbrt", "exponential", "exponential_minus_one", "log",
    "log_plus_one", "logistic", "rsqrt", "sqrt", "tanh",
    "maximum", "minimum", "clamp", "ceil",
    "floor", "round_nearest_afz", "round_nearest_even", "sign",
    "acos", "asin", "asinh", "atan", "atanh", "acosh", "sinh", "erf",
    "erf_inv", "erfc",
)  # fmt: skip
def monotonic_bound(execution: OpExecution) -> Array:
    """The larger distance at both ends of the intervals of all operands together.

    An operand without a bound may be NaN, and so may its result.
    """
    distances = _farther(execution.result, [execution.beside(-1), execution.beside(1)])
    if OPS[execution.operation.name].elementwise:
        unbounded = [np.isinf(radius) for radius in flat(execution.radii)]
        distances = np.where(functools.reduce(np.logical_or, unbounded), np.inf, distances)
    return distances


def _farther(result: Array, ends: Sequence[Any]) -> Array:
    """The distance of the farther end, with the own error of an end that differs from the result."""
    distances = np.zeros(result.shape)
    for end in ends:
        distance = np.abs(end - result) + OWN * np.abs(end)
        distances = np.maximum(distances, np.where(end == result, 0.0, distance))
    return distances


# slopes of at most 1
BOUNDS.register("sine", "cosine", "abs", "negate")(lambda execution: np.asarray(execution.radii[0]))
BOUNDS.register("add", "subtract")(lambda execution: np.asarray(sum(execution.radii)))
BOUNDS.register("is_finite")(lambda execution: np.where(execution.radii[0] < np.inf, 0.0, np.inf))


@BOUNDS.register("multiply")
def _product_bound(execution: OpExecution) -> Array:
    (a, b), (a_off, b_off) = execution.values, execution.radii
    return _times(a, b_off) + _times(b, a_off) + _times(a_off, b_off)


def _times(a: Array, off: Array) -> Array:
    """The error of a product from that of one factor: 0 if this is 0, whatever the other factor is."""
    return np.where(off == 0, 0.0, np.abs(a) * off)


@BOUNDS.register("square")
def _square_bound(execution: OpExecution) -> Array:
    (a,), (off,) = execution.values, execution.radii
    return _times(2 * a, off) + _times(off, off)


@BOUNDS.register("divide")
def _quotient_bound(execution: OpExecution) -> Array:
    """The distances that operands cause, and the error of a product with a reciprocal that is subnormal."""
    (a, b), (a_off, b_off) = execution.values, execution.radii
    smallest = np.abs(b) - b_off
    bound = np.where(smallest > 0, (a_off + _times(execution.result, b_off)) / smallest, np.inf)
    bound = np.where((a_off == 0) & (b_off == 0), 0.0, bound)
    if float_of(execution.operation.results[0].type) is None:
        return bound
    eps, normal, subnormal = execution.roundings.format(execution.operation, execution.operation.results[0])
    least, most = 1 / (np.abs(b) + b_off), 1 / np.maximum(smallest, 0)
    lost = (np.abs(a) + a_off) * np.minimum(most, max(normal, eps * subnormal / 2))
    is_subnormal = (least > 0) & (least < max(normal, subnormal))
    return np.asarray(np.where(is_subnormal, bound + lost * (1 + OWN), bound))


@BOUNDS.register("power")
def _power_bound(execution: OpExecution) -> Array:
    """By corners for positive bases; n (|x| + r)^(n - 1) r for integer exponents n >= 1."""
    (a, b), (a_off, b_off) = execution.values, execution.radii
    low, high = ([*_beside(execution.values, execution.radii, side)] for side in (-1, 1))
    corners = [execution.compute(x, n) for x in (low[0], high[0]) for n in (low[1], high[1])]
    is_whole = (b == np.round(b)) & (b >= 1) & (b_off == 0)
    whole_bound = _times(b * execution.compute(np.abs(a) + a_off, np.maximum(b - 1, 0)), a_off) * (1 + OWN)
    exact = (a_off == 0) & (b_off == 0)
    otherwise = np.where(is_whole, whole_bound, np.inf)
    changed = np.where(low[0] > 0, _farther(execution.result, corners), otherwise)
    return np.where(exact, 0.0, changed)


@BOUNDS.register("atan2")
def _angle_bound(execution: OpExecution) -> Array:
    """An angle changes by asin(distance / length) at most, unless it crosses the negative axis or zero.

    There, the signs of zeros decide, which differ between engines.
    """
    (y, x), (y_off, x_off) = execution.values, execution.radii
    share = np.hypot(y_off, x_off) / np.hypot(y, x)
    is_far = (x > x_off) | (np.abs(y) > y_off)
    changed = np.where(is_far & (share < 1), np.pi / 2 * share * (1 + OWN), np.inf)
    is_exact = (y_off == 0) & (x_off == 0) & ((y != 0) | (x > 0))
    return np.where(is_exact, 0.0, changed)


@BOUNDS.register("convert")
def _convert_bound(execution: OpExecution) -> Array:
    """Floats keep their distances; integers and booleans are exact if both ends agree, else unknown."""
    (value,), (radius,) = execution.values, execution.radii
    if execution.result.dtype.kind == "f":
        return np.asarray(radius)
    if value.dtype.kind != "f":
        return unknown_bound(execution)
    ends = [execution.beside(side) for side in (-1, 1)]
    is_passed = (np.abs(value) <= radius) & (radius > 0) if execution.result.dtype.kind == "b" else False
    return np.where((ends[0] == ends[1]) & ~np.asarray(is_passed) & (radius < np.inf), 0.0, np.inf)


@BOUNDS.register("compare")
def _compare_bound(execution: OpExecution) -> Array:
    """Exact where operands are farther apart than both may be off."""
    (a, b), (a_off, b_off) = execution.values, execution.radii
    if a.dtype.kind != "f":
        return unknown_bound(execution)
    off = (a_off + b_off) * (1 + OWN)
    is_decided = (np.abs(a - b) * (1 - OWN) > off) | (off == 0)
    return np.where(is_decided & (off < np.inf), 0.0, np.inf)


@BOUNDS.register("select")
def _select_bound(execution: OpExecution) -> Array:
    """The distance of the selected side; of the farther one where the predicate is not known."""
    result, (pred, *sides), (pred_off, *offs) = execution.result, execution.values, execution.radii
    is_float = result.dtype.kind == "f"
    farther = [
        np.where(side == result, off, (np.abs(side - result) if is_float else np.inf) + off)
        for side, off in zip(sides, offs, strict=True)
    ]
    return np.asarray(np.where(pred_off > 0, np.maximum(*farther) * (1 + OWN), np.where(pred, *offs)))


@BOUNDS.register("reduce_precision")
def _reduce_precision_bound(execution: OpExecution) -> Array:
    """The rounding is counted for the result; with fewer exponent bits, there is no bound."""
    operation = execution.operation
    bits, type = operation.attributes.get("exponent_bits"), operation.results[0].type
    assert isinstance(type, TensorType)
    assert isinstance(bits, Integer)
    types = [x for x in (rounding_type(operation, operation.results[0]), type.element_type) if x]
    needed = max(int(info(dtype_of(x)).maxexp).bit_length() for x in types)
    return np.asarray(execution.radii[0] if bits.value >= needed else _unbounded(execution))


# -- sums ---------------------------------------------------------------------------------------

# A sum of n terms in any order is off by at most n u / (1 - n u) times the sum of their magnitudes, with the
# roundings of the terms (Higham, 4.2); each term may also be flushed to zero.


@BOUNDS.register("dot", "dot_general", "convolution")
def _dot_bound(execution: OpExecution) -> Array:
    operation = execution.operation
    if execution.result.dtype.kind != "f" or operation.attributes.get("algorithm") is not None:
        return _unbounded(execution)
    if is_exact_sum(execution):
        return np.zeros(execution.result.shape)
    (a, b), lost = execution.values, [execution.roundings.factors(operation, d) for d in _dtypes(operation)]
    a_off, b_off = (
        off if format is None else off + format.eps * (np.abs(value) + off)
        for format, value, off in zip(lost, (a, b), execution.radii, strict=True)
    )
    largest = np.abs(b) + b_off
    propagated = execution.compute(a_off, largest) + execution.compute(np.abs(a), b_off)
    return np.asarray(propagated + _sum_bound(execution, execution.compute(np.abs(a) + a_off, largest)))


@BOUNDS.register("reduce", "reduce_window")
def _reduction_bound(execution: OpExecution) -> Array:
    combined, (values, initial) = execution.regions["body"].operation, execution.values
    if combined in ("stablehlo.maximum", "stablehlo.minimum"):
        return monotonic_bound(execution)
    is_sum = combined == "stablehlo.add" and execution.result.dtype.kind == "f"
    if not is_sum or _is_inexact(execution.radii[1]) or any(map(np.any, initial)):
        return _unbounded(execution)
    if is_exact_sum(execution):
        return np.zeros(execution.result.shape)
    (off,) = execution.radii[0]
    magnitude = execution.compute((np.abs(values[0]) + off,), initial)
    return np.asarray(execution.compute((off,), initial) + _sum_bound(execution, magnitude))


@BOUNDS.register("scatter")
def _scatter_bound(execution: OpExecution) -> Array:
    body = execution.regions["update_computation"]
    (values, indices, updates), (off, indices_off, updates_off) = execution.values, execution.radii
    (end, *remaining) = reversed(body.block.operations)
    is_replaced = not remaining and end.operands == body.block.arguments[1:]
    if _is_inexact(indices_off) or not (is_replaced or body.operation == "stablehlo.add"):
        return _unbounded(execution)
    moved = execution.compute(off, indices, updates_off)
    if is_replaced:
        return np.asarray(moved)
    sizes = [
        tuple(np.abs(value) + radius for value, radius in zip(*pair, strict=True))
        for pair in ((values, off), (updates, updates_off))
    ]
    return np.asarray(moved + _sum_bound(execution, execution.compute(sizes[0], indices, sizes[1])))


def _sum_bound(execution: OpExecution, magnitude: Array) -> Array:
    """The rounding errors of a sum of terms of these magnitudes in any order, with those of the reference."""
    dtype = _dtypes(execution.operation)[0]
    count, unit = terms(execution), execution.roundings.unit_of_sum(execution.operation, dtype)
    if count * unit >= 1:
        return np.full(magnitude.shape, np.inf)
    relative = count * unit / (1 - count * unit) + 4 * count * UNIT
    absolute = 2 * count * max(format_of(dtype).normal, float(info(dtype).smallest_subnormal))
    accumulator = np.dtype(np.float32) if is_product(execution.operation) and is_narrow(dtype) else dtype
    bound = relative * magnitude + absolute
    return np.where(magnitude + bound < float(info(accumulator).max), bound, np.inf)


def terms(execution: OpExecution) -> int:
    """An upper bound of the number of terms of an element of a sum."""
    attributes, arrays = execution.attributes, list(flat(execution.values))
    name = OPS[execution.operation.name].mnemonic
    if name == "convolution":
        features = arrays[1].shape[attributes["kernel_output_feature_dimension"]]
        return int(arrays[1].size // max(1, features))
    if name == "dot":
        return int(arrays[0].shape[-1])
    if name == "dot_general":
        return math.prod(arrays[0].shape[axis] for axis in attributes["lhs_contracting_dimensions"])
    if name == "reduce_window":
        return math.prod(map(int, attributes["window_dimensions"])) + 1
    if name == "scatter":
        return int(arrays[-1].size) + 1
    return int(arrays[0].size) // max(1, execution.result.size) + 1


def _dtypes(operation: Operation) -> list[Dtype]:
    types = [operand.type for operand in operation.operands]
    return [dtype_of(type.element_type) for type in types if isinstance(type, TensorType)]


def _unbounded(execution: OpExecution) -> Array:
    return np.broadcast_to(np.inf, execution.result.shape)


def is_exact_sum(execution: OpExecution) -> bool:
    """Whether all terms are exact integers whose sums are exact in any order."""
    values, operation = list(flat(execution.values)), execution.operation
    floats = [value for value in (*operation.operands, *operation.results) if float_of(value.type)]
    eps = max(execution.roundings.format(operation, value).eps for value in floats)
    return not _is_inexact(execution.radii) and are_small_integers(values, terms(execution), eps)
