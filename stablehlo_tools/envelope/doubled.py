"""The shadow of programs in f64, which no wider type has: floats are numbers of 106 bits, as pairs of f64.

Arithmetic, square roots, sums, products and what moves or decides are computed in these; what rounds and is
none of them is not covered. Arrays are numbers whose second half is zero.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.envelope.shadow import IN_DOUBLE, NumberRange, float_of, is_moving
from stablehlo_tools.interpret.arrays import as_array, flat, stored
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.interpret.kernels import kernel_of, named_arguments
from stablehlo_tools.interpret.retyped import retyped
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import CALLS, Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL

_MOST_PRODUCTS: Final = 1 << 24  # of a dot: each takes some forty operations on arrays
_WHOLE: Final = 2.0**50
_USUAL: Final = 600.0  # exponentials and logarithms of others are those of f64
_SMALL: Final = 2.0**-16


class DoubledOp(NamedTuple):
    """An operation in an execution: its kernel on arrays of f64, its attributes, and its regions."""

    kernel: Kernel
    attributes: Mapping[str, Any]
    regions: Mapping[str, Any]


# The kernel of an op on numbers, which may be doubled.
DoubledKernel = Callable[..., Any]
DOUBLED: Final = Registry[DoubledKernel]()


class DoubledDomain:
    """A domain of the interpreter in which floats that are rounded are of 106 bits."""

    reuses = False
    shares_kernels = False  # kernels of regions have others

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on doubled numbers."""
        types = [value.type for value in (*operation.operands, *operation.results)]
        is_scalar = operation.block is not None and is_for_scalars(operation.block.region)
        is_passed_on = operation.name in (*CONTROL, *CALLS, "stablehlo.composite") or op.is_identity
        if is_passed_on or not any(map(float_of, types)) or not all(_is_tensor(each) for each in types):
            return kernel
        wide = kernel if is_scalar else kernel_of(op, retyped(operation, IN_DOUBLE.retyped))
        rule, number_range = DOUBLED.get(op.mnemonic), None
        if len(operation.results) == 1 and not op.numerics.is_exact:
            number_range = NumberRange.of(IN_DOUBLE, float_of(operation.results[0].type))
        attributes = named_arguments(op, operation) if rule is not None else {}
        has_complex = any(float_of(each) is not None and float_of(each).kind != "float" for each in types)  # type: ignore[union-attr]
        is_rounded = any(rounding_type(operation, each) is not None for each in operation.results)
        is_exact = not (is_rounded or op.regions)

        def computing(*operands: Any, **named: Argument) -> Any:
            if is_scalar:
                return wide(*operands, **named)
            given = list(flat(operands))
            if rule is not None and not has_complex:
                made = _in_range(rule(DoubledOp(wide, attributes, named), *_arrays(operands)), number_range)
                return (_stored(made),) if op.has_multiple_results else _stored(made)
            if is_moving(op):
                return _moved(wide, operands, named)
            if is_exact and not any(isinstance(each, DoubleDouble) for each in given):
                return stored(wide(*_arrays(operands), **named))
            if op.numerics.decides and not op.regions:
                nudged = map(_nudged, _arrays(operands))
                return stored(wide(*nudged, **named))
            raise Unsupported(f"the uncertainty of {op.mnemonic} in f64 is not covered: no wider type has it")

        return computing


def _is_tensor(type: object) -> bool:
    return isinstance(type, TensorType)


def _arrays(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(_arrays(each) if isinstance(each, tuple | list) else as_array(each) for each in values)


def _stored(value: Any) -> Any:
    """A result as frames have it: an array where the second half is zero."""
    if not isinstance(value, DoubleDouble):
        return stored(value)
    low = np.where(np.isfinite(value.high) & np.isfinite(value.low), value.low, 0.0)
    return DoubleDouble(np.asarray(value.high), low) if low.any() else stored(np.asarray(value.high))


def _in_range(value: Any, number_range: NumberRange | None) -> Any:
    """A result as its type has it where it is beyond the range of that: types narrower than f64 have one."""
    if number_range is None or not isinstance(value, DoubleDouble):
        return value
    high = number_range.clipped(np.asarray(value.high))
    return DoubleDouble(high, np.where(high == value.high, value.low, 0.0))


def doubled(value: Any) -> DoubleDouble:
    """A value as a doubled number; integers as they are."""
    if isinstance(value, DoubleDouble):
        return value
    high = np.asarray(value, np.float64)
    return DoubleDouble(high, np.zeros(high.shape))


def _halves(values: Any, half: str) -> Any:
    if isinstance(values, tuple | list):
        return tuple(_halves(each, half) for each in values)
    if isinstance(values, DoubleDouble):
        return getattr(values, half)
    is_float = isinstance(values, np.ndarray | np.generic) and values.dtype.kind == "f"
    return np.zeros(np.shape(values)) if half == "low" and is_float else as_array(values)


def _moved(kernel: Kernel, operands: Sequence[Any], named: dict[str, Any]) -> Any:
    """Both halves are moved."""
    high, low = (kernel(*_halves(operands, half), **named) for half in ("high", "low"))
    return _stored(DoubleDouble(high, low)) if np.asarray(high).dtype.kind == "f" else stored(high)


def _nudged(value: Any) -> Array:
    """A number in f64 that is on the same side of all integers and halves."""
    if not isinstance(value, DoubleDouble):
        return np.asarray(value)
    high, low = value.high, value.low
    is_near = (2 * high == np.round(2 * high)) & (np.abs(high) < _WHOLE)
    return np.where(is_near & (low != 0), high + np.copysign(0.125, low), high)


# -- the rules ----------------------------------------------------------------------------------


@DOUBLED.of("add")
def _add(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) + doubled(b), a, b, np.add)


@DOUBLED.of("subtract")
def _subtract(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) - doubled(b), a, b, np.subtract)


@DOUBLED.of("multiply")
def _multiply(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) * doubled(b), a, b, np.multiply)


@DOUBLED.of("divide")
def _divide(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _or_first(doubled(a) / doubled(b), a, b, np.divide)


def _or_first(made: DoubleDouble, a: Any, b: Any, ufunc: np.ufunc) -> DoubleDouble:
    """The result; that of f64 where the algorithm leaves the range of f64: beyond 2^996, or infinite."""
    plain = ufunc(doubled(a).high, doubled(b).high)
    is_lost = ~(np.isfinite(made.high) & np.isfinite(made.low))
    return made.where(~is_lost, DoubleDouble(plain, np.zeros(np.shape(plain)))) if is_lost.any() else made


@DOUBLED.of("square")
def _square(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_multiply(site, a, a))


@DOUBLED.of("sqrt")
def _sqrt(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    root = doubled(np.sqrt(x.high))
    rest = (x - root * root).high
    correction = np.where((root.high > 0) & np.isfinite(rest), rest / (2 * root.high), 0.0)
    return DoubleDouble.of_sum(root.high, correction)


@DOUBLED.of("rsqrt")
def _rsqrt(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_divide(site, np.ones(doubled(a).high.shape), _sqrt(site, a)))


@DOUBLED.of("exponential")
def _exponential(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    is_usual = np.abs(x.high) < _USUAL
    return x.where(is_usual, 0.0).exp().where(is_usual, doubled(np.exp(x.high)))


@DOUBLED.of("log")
def _log(site: DoubledOp, a: Any) -> DoubleDouble:
    x = doubled(a)
    is_usual = (x.high > 2.0**-_USUAL) & (x.high < 2.0**_USUAL)
    return x.where(is_usual, 1.0).log().where(is_usual, doubled(np.log(x.high)))


@DOUBLED.of("logistic")
def _logistic(site: DoubledOp, a: Any) -> DoubleDouble:
    return doubled(_divide(site, 1.0, _exponential(site, -doubled(a)) + 1.0))


@DOUBLED.of("tanh")
def _tanh(site: DoubledOp, a: Any) -> DoubleDouble:
    """(1 - exp(-2 |x|)) / (1 + exp(-2 |x|)), which cancels for small x: x - x³ / 3 + 2 x⁵ / 15 there."""
    x = doubled(_abs(site, a))
    power = _exponential(site, x * -2.0)
    square = x * x
    small = x * (square * (square * 2.0 / 15.0 - doubled(1.0) / 3.0) + 1.0)
    made = small.where(x.high < _SMALL, (-power + 1.0) / (power + 1.0))
    return made.where(doubled(a).high >= 0, -made)


@DOUBLED.of("negate")
def _negate(site: DoubledOp, a: Any) -> Any:
    return -doubled(a) if _is_float(a) else site.kernel(a)


@DOUBLED.of("abs")
def _abs(site: DoubledOp, a: Any) -> Any:
    return doubled(a).where(doubled(a).high >= 0, -doubled(a)) if _is_float(a) else site.kernel(a)


def _is_float(value: Any) -> bool:
    return isinstance(value, DoubleDouble) or value.dtype.kind == "f"


@DOUBLED.of("convert")
def _convert(site: DoubledOp, a: Any) -> Any:
    """Floats stay as they are: that of a narrower type is a rounding. Integers are decided, or exact."""
    if site.attributes["result"].element_type.kind != "float":
        return site.kernel(_nudged(a))
    if _is_float(a) or a.dtype.kind == "b":
        return doubled(a)
    high = a.astype(np.float64)
    lost = np.where(np.abs(high) < 2.0**62, a - high.astype(a.dtype), 0)  # of integers of 64 bits
    return DoubleDouble(high, lost.astype(np.float64))


@DOUBLED.of("compare")
def _compare(site: DoubledOp, a: Any, b: Any) -> Any:
    x, y = doubled(a), doubled(b)
    is_tie = x.high == y.high
    return site.kernel(np.where(is_tie, x.low, x.high), np.where(is_tie, y.low, y.high))


def _first(x: DoubleDouble, y: DoubleDouble, sign: int) -> DoubleDouble:
    """The greater one, or for a sign of -1 the lesser; NaN if one is."""
    apart = sign * np.where(x.high == y.high, x.low - y.low, x.high - y.high)
    chosen = x.where((apart >= 0) | np.isnan(x.high), y)
    return chosen.where((x.high != y.high) | (x.low != y.low), x)


@DOUBLED.of("maximum")
def _maximum(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _first(doubled(a), doubled(b), 1)


@DOUBLED.of("minimum")
def _minimum(site: DoubledOp, a: Any, b: Any) -> DoubleDouble:
    return _first(doubled(a), doubled(b), -1)


@DOUBLED.of("select")
def _select(site: DoubledOp, pred: Any, a: Any, b: Any) -> Any:
    return _moved(site.kernel, (pred, a, b), {})


@DOUBLED.of("dot")
def _dot(site: DoubledOp, lhs: Any, rhs: Any) -> DoubleDouble:
    dimensions = {"lhs_contracting": [np.ndim(lhs) - 1], "rhs_contracting": [0]}
    dimensions |= {"lhs_batching": [], "rhs_batching": []}
    named = {f"{name}_dimensions": axes for name, axes in dimensions.items()}
    return doubled(_dot_general(site._replace(attributes=named), lhs, rhs))


@DOUBLED.of("dot_general")
def _dot_general(site: DoubledOp, lhs: Any, rhs: Any) -> DoubleDouble:
    """Products are exact, and added up in turn."""
    contracting = [
        [int(axis) for axis in site.attributes[f"{side}_contracting_dimensions"]] for side in ("lhs", "rhs")
    ]
    batching = [
        [int(axis) for axis in site.attributes[f"{side}_batching_dimensions"]] for side in ("lhs", "rhs")
    ]
    pairs = [
        _as_rows(doubled(value), contracted, batched)
        for value, contracted, batched in zip((lhs, rhs), contracting, batching, strict=True)
    ]
    (a, free), (b, others) = pairs
    batch, rows, terms = a.high.shape
    columns = b.high.shape[1]
    if batch * rows * columns * terms > _MOST_PRODUCTS:
        raise Unsupported("the uncertainty of so large a product in f64 is not covered: no wider type has it")
    total = doubled(np.zeros((batch, rows, columns)))
    for term in range(terms):
        left = DoubleDouble(a.high[:, :, term, None], a.low[:, :, term, None])
        total = total + left * DoubleDouble(b.high[:, None, :, term], b.low[:, None, :, term])
    shape = [doubled(lhs).high.shape[axis] for axis in batching[0]] + [*free, *others]
    return DoubleDouble(total.high.reshape(shape), total.low.reshape(shape))


def _as_rows(
    value: DoubleDouble, contracted: Sequence[int], batched: Sequence[int]
) -> tuple[DoubleDouble, list[int]]:
    """The operand of a product as (batch, free, contracted), and the sizes of its free dimensions."""
    shape = value.high.shape
    free = [axis for axis in range(len(shape)) if axis not in (*contracted, *batched)]
    sizes = [math.prod(shape[axis] for axis in axes) for axes in (batched, free, contracted)]

    def rows(half: Array) -> Array:
        return np.asarray(half.transpose([*batched, *free, *contracted]).reshape(sizes))

    return DoubleDouble(rows(value.high), rows(value.low)), [shape[axis] for axis in free]


@DOUBLED.of("reduce")
def _reduce(site: DoubledOp, inputs: Sequence[Any], init_values: Sequence[Any]) -> Any:
    """Sums and extremes, by halves."""
    combined = OPS.get(site.regions["body"].operation or "")
    is_known = combined is not None and combined.execution.ufunc in (np.add, np.maximum, np.minimum)
    if len(inputs) > 1 or combined is None or not is_known or not _is_float(inputs[0]):
        if any(isinstance(each, DoubleDouble) for each in (*inputs, *init_values)):
            raise Unsupported("the uncertainty of this reduction in f64 is not covered")
        return site.kernel(inputs, init_values, **site.regions)[0]
    combine = functools.partial(DOUBLED[combined.mnemonic], site)
    x = doubled(inputs[0])
    axes = [int(axis) for axis in np.ravel(site.attributes["dimensions"])]
    last = range(-len(axes), 0)
    rest = [size for axis, size in enumerate(x.high.shape) if axis not in axes]
    high, low = (np.moveaxis(half, axes, last).reshape(*rest, -1) for half in (x.high, x.low))
    while high.shape[-1] > 1:
        half = high.shape[-1] // 2
        made = combine(
            DoubleDouble(high[..., :half], low[..., :half]),
            DoubleDouble(high[..., half : 2 * half], low[..., half : 2 * half]),
        )
        high, low = (
            np.concatenate([first, second[..., 2 * half :]], -1)
            for first, second in ((made.high, high), (made.low, low))
        )
    initial = doubled(init_values[0])
    if not high.shape[-1]:
        return doubled(np.broadcast_to(initial.high, rest))
    return doubled(combine(DoubleDouble(high[..., 0], low[..., 0]), initial))
