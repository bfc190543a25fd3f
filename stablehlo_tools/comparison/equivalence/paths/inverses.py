"""Inverses of operations: an operand for a wanted result, given the operands that a run had."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.dataflow.traced_values import reducer_op
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.signature import operand_at, operand_groups
from stablehlo_tools.ops.registry import OPS

_HOLDS_PLACES: Final = 4  # bytes of a type that holds all places
_INSIDE: Final = 0.25  # offset from an integer at which a float still converts to it

Inverse = Callable[..., Array]


class OpOperand(NamedTuple):
    """The operand of an operation at an index, one step of a route back."""

    operation: Operation
    place: int

    @property
    def value(self) -> Value:
        """The operand."""
        return self.operation.operands[self.place]


class WantedNumbers(NamedTuple):
    """The numbers that the elements of a value are to have, where the mask is true."""

    numbers: Array
    mask: Array


def _of_either(first: Inverse, second: Inverse) -> Inverse:
    """The inverse of a binary op: each function computes one operand from the result and the other."""
    return lambda wanted, place, *operands: (first, second)[place](wanted, operands[1 - place])


def _of_one(inverse: Callable[[Array], Array]) -> Inverse:
    return lambda wanted, place, x: inverse(wanted)


def _kept(wanted: Array, place: int, *operands: Array) -> Array:
    return wanted


def _shift_back(wanted: Array, count: Array) -> Array:
    unsigned = f"u{wanted.dtype.itemsize}"
    return np.asarray((wanted.view(unsigned) >> count.view(unsigned)).view(wanted.dtype))


def _no_shift(wanted: Array, x: Array) -> Array:
    return np.zeros_like(wanted)


def _reinterpreted(wanted: Array, place: int, x: Array) -> Array:
    """The integers with the same bits; -1 for floats and other shapes."""
    return wanted.view(x.dtype)


def _factor(wanted: Array, by: Array) -> Array:
    """The quotient, or the integer factor whose product overflows to the wanted number."""
    if wanted.dtype.kind == "f":
        return np.asarray(wanted / by)
    is_whole, by = (by != 0) & (wanted % np.where(by, by, 1) == 0), np.where(by, by, 1)
    inverse = odd = np.asarray(by // (by & -by))
    for _ in range(6):  # each step doubles the correct bits, three at first
        inverse = inverse * (2 - odd * inverse)
    return np.asarray(np.where(is_whole, wanted // by, wanted // (by & -by) * inverse))


INVERSES: Final = Registry[Inverse]()
OF_BITS: Final = Registry[Inverse]()  # of ops on the bits of integers, not on their numbers
INVERSES.register("stablehlo.add")(_of_either(np.subtract, np.subtract))
INVERSES.register("stablehlo.subtract")(_of_either(np.add, lambda wanted, x: x - wanted))
INVERSES.register("stablehlo.multiply")(_of_either(_factor, _factor))
INVERSES.register("stablehlo.divide")(_of_either(np.multiply, lambda wanted, x: x / wanted))
INVERSES.register("stablehlo.negate")(_of_one(np.negative))
INVERSES.register("stablehlo.exponential")(_of_one(np.log))
INVERSES.register("stablehlo.log")(_of_one(np.exp))
INVERSES.register("stablehlo.sqrt")(_of_one(np.square))
INVERSES.register("stablehlo.rsqrt")(_of_one(lambda wanted: wanted**-2.0))
INVERSES.register("stablehlo.cbrt")(_of_one(lambda wanted: wanted**3))
INVERSES.register("stablehlo.exponential_minus_one")(_of_one(np.log1p))
INVERSES.register("stablehlo.log_plus_one")(_of_one(np.expm1))
INVERSES.register("stablehlo.logistic")(_of_one(lambda wanted: np.log(wanted / (1 - wanted))))
INVERSES.register("stablehlo.sine")(_of_one(np.arcsin))
INVERSES.register("stablehlo.cosine")(_of_one(np.arccos))
INVERSES.register("stablehlo.tan", "chlo.tan")(_of_one(np.arctan))
INVERSES.register("chlo.atan")(_of_one(np.tan))
INVERSES.register("chlo.asin")(_of_one(np.sin))
INVERSES.register("chlo.acos")(_of_one(np.cos))
INVERSES.register("stablehlo.atan2")(
    _of_either(lambda wanted, x: x * np.tan(wanted), lambda wanted, y: y / np.tan(wanted))
)
INVERSES.register("stablehlo.tanh")(_of_one(np.arctanh))
INVERSES.register(
    "stablehlo.remainder", "stablehlo.maximum", "stablehlo.minimum", "stablehlo.clamp", "stablehlo.abs",
    "stablehlo.convert",
)(_kept)  # fmt: skip
INVERSES.register("stablehlo.floor")(_of_one(lambda wanted: np.rint(wanted) + _INSIDE))
INVERSES.register("stablehlo.ceil")(_of_one(lambda wanted: np.rint(wanted) - _INSIDE))
INVERSES.register("stablehlo.round_nearest_afz", "stablehlo.round_nearest_even")(_of_one(np.rint))
OF_BITS.register("stablehlo.and", "stablehlo.or")(_kept)
OF_BITS.register("stablehlo.xor")(_of_either(np.bitwise_xor, np.bitwise_xor))
OF_BITS.register("stablehlo.not")(_of_one(np.invert))
OF_BITS.register("stablehlo.shift_left")(_of_either(_shift_back, _no_shift))
OF_BITS.register("stablehlo.shift_right_logical", "stablehlo.shift_right_arithmetic")(
    _of_either(np.left_shift, _no_shift)
)
OF_BITS.register("stablehlo.bitcast_convert")(_reinterpreted)


def inverse_of(step: OpOperand) -> Inverse | None:
    """The elementwise inverse of a step, of bits for integers only; None if there is none."""
    name, types = step.operation.name, [step.value.type, *(x.type for x in step.operation.results)]
    if len({getattr(type, "shape", ()) for type in types}) > 1:  # a bound, or bits of another width
        return None
    return INVERSES.get(name) or (None if any(map(is_float, types)) else OF_BITS.get(name))


def as_computed(x: Array) -> Array:
    """Floats as f64, in which they are sought, and integers of few bits; others unchanged."""
    return x if x.dtype.kind in "biu" else wide(x)


def back(
    step: OpOperand, operands: Sequence[Array], wanted: WantedNumbers, as_sought: Callable[[Array], Array]
) -> WantedNumbers:
    """The operand that is wanted of a step with an inverse; integers are checked by the kernel."""
    operation, place = step
    sought, inverse = [*map(as_sought, operands)], inverse_of(step)
    assert inverse is not None
    numbers = np.asarray(inverse(wanted.numbers, place, *sought))
    if wanted.numbers.dtype.kind in "biu" and sought[place].dtype.kind == "f":
        numbers = numbers + np.copysign(_INSIDE, numbers)  # rounds to this integer, and is no tie
    numbers = numbers.astype(sought[place].dtype)
    if numbers.dtype.kind == "f" or wanted.numbers.dtype.kind == "f":
        return WantedNumbers(numbers, wanted.mask & np.isfinite(numbers))
    changed = [numbers if number == place else x for number, x in enumerate(operands)]
    again = kernel_of(OPS[operation.name], operation)(*changed)
    return WantedNumbers(numbers, wanted.mask & (again == wanted.numbers))


def moved_back(step: OpOperand, operands: Sequence[Array], wanted: WantedNumbers) -> WantedNumbers:
    """The operand that is wanted where its elements are moved: the kernel moves their places instead."""
    operation, place = step
    op, x = OPS[operation.name], operands[place]
    places = [
        np.full(y.shape, -1) if is_moved(OpOperand(operation, n)) else y for n, y in enumerate(operands)
    ]
    places[place] = np.arange(x.size).reshape(x.shape)
    found = np.asarray(kernel_of(op, operation)(*operand_groups(op, operation, places)))
    is_whole = found.dtype.itemsize >= _HOLDS_PLACES  # some kernels return arrays of the operation's type
    found = (found if is_whole else np.full(found.shape, -1)).astype(np.intp)
    is_there = (found >= 0) & wanted.mask
    numbers, mask = np.zeros(x.size, wanted.numbers.dtype), np.zeros(x.size, bool)
    numbers[found[is_there]], mask[found[is_there]] = wanted.numbers[is_there], True
    return WantedNumbers(numbers.reshape(x.shape), mask.reshape(x.shape))


def reduced_back(step: OpOperand, operands: Sequence[Array], wanted: WantedNumbers) -> WantedNumbers:
    """The first term that is wanted of each sum, or all elements of each extreme."""
    x, operation = operands[0], step.operation
    axes = tuple(map(int, spec_attributes(OPS[operation.name], operation)["dimensions"]))
    numbers, mask = (np.broadcast_to(np.expand_dims(array, axes), x.shape) for array in wanted)
    if reducer_op(operation) != "add":
        return WantedNumbers(numbers, mask)
    is_first = (np.indices(x.shape)[[*axes]] == 0).all(axis=0)
    return WantedNumbers(x + (numbers - x.sum(axes, dtype=x.dtype, keepdims=True)), mask & is_first)


def is_reduced(operation: Operation) -> bool:
    """Whether the result is a sum or an extreme of integers."""
    if operation.name != "stablehlo.reduce" or len(operation.results) > 1:
        return False
    reducer = reducer_op(operation)
    return not is_float(operation.results[0].type) and (reducer == "add" or reducer in ("maximum", "minimum"))


def is_moved(step: OpOperand) -> bool:
    """Whether the operation moves the elements of this operand to its only result."""
    op = OPS.get(step.operation.name)
    if op is None or not op.numerics.moves or op.numerics.decides or op.regions or op.takes_process:
        return False
    return len(step.operation.results) == 1 and operand_at(op, *step) in op.numerics.moves
