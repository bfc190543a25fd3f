"""Inputs made of random ones: of other sizes and signs, in order, and on the way between two."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.paths.other_integers import (
    ORDERS,
    arranged,
    chosen,
    deciding_counts,
)
from stablehlo_tools.comparison.equivalence.residues.tensors import within_range
from stablehlo_tools.ir.arrays import Array, is_inexact, wide

_GREAT: Final = 1024.0
_SIGN_TRIALS: Final = 8
_FEW_OUTCOMES: Final = 4  # outcomes, at most, that are true, or that are false
_FACTORS: Final = (1 / 16, 2.0**-24), (4.0,)
_REACH: Final = 2.0**23  # to thresholds, if no constant stands for infinity
_FAR: Final = 2.0**-100, 2.0**100
_FEW_ARGUMENTS: Final = 8
FEW_ELEMENTS: Final = 8  # each of which alone is tried
PER_ONE: Final = 2.0  # inputs are multiples of its reciprocal


def other_signs(pair: Pair) -> Iterator[Sequence[Any]]:
    """Inputs of other seeds, and the same ones, but large, with the signs of some numbers changed.

    Of two numbers among the first sixteen, one changes its sign without the other.
    """
    for trial in range(_SIGN_TRIALS):
        bit, is_large = divmod(trial, 2)
        numbers = replace(pair, seed=pair.seed + 1 + bit).numbers()
        begins = itertools.accumulate((x.size if has_floats(x) else 0 for x in numbers), initial=0)
        yield [
            scaled(x, np.where(_places(x, begin) >> bit & 1, _GREAT, -_GREAT))
            if is_large and has_floats(x)
            else x
            for x, begin in zip(numbers, begins, strict=False)
        ]


def _places(x: Array, begin: int) -> Array:
    """The places of elements among the floats of all inputs."""
    return np.arange(begin, begin + x.size).reshape(x.shape)


def many_outcomes(pair: Pair, trials: int) -> Iterator[Sequence[Any]]:
    """Ordered inputs and those of other seeds; in most, some elements of an argument are scaled far out."""
    for turn in ORDERS:
        yield [arranged(array, turn) if has_floats(array) else array for array in pair.numbers()]
    for trial in range(trials):
        inputs = replace(pair, seed=pair.seed + 2 + trial).numbers()
        positions = [at for at, array in enumerate(inputs) if has_floats(array) and array.size > 1]
        turn, way = divmod(trial, 4)
        if way and positions:
            at = positions[turn % len(positions)]
            x = inputs[at] if inputs[at].dtype.kind == "c" else np.abs(inputs[at])
            generator = np.random.default_rng(trial)
            few = int(generator.integers(1, min(x.size, _FEW_OUTCOMES), endpoint=True))
            count = (few, x.size - few)[turn // len(positions) % 2]
            is_far = chosen(x.shape, count, generator)
            far, near = ((_GREAT, -_GREAT), (_GREAT, None), (-_GREAT, 1 / _GREAT))[way - 1]
            inputs[at] = np.where(is_far, scaled(x, far), inputs[at] if near is None else scaled(x, near))
        yield inputs


def counted_outliers(pair: Pair) -> Iterator[Sequence[Any]]:
    """Inputs in which deciding counts of an argument's elements are far above the others."""
    numbers = pair.numbers()
    for at, x in enumerate(numbers):
        functions = pair.first, pair.second
        for count in deciding_counts(functions, x.shape) if has_floats(x) and x.dtype.kind != "c" else ():
            is_far = chosen(x.shape, count, np.random.default_rng(count))
            array = np.where(is_far, scaled(unsigned(x)), scaled(unsigned(x), -_GREAT))
            yield [*numbers[:at], array, *numbers[at + 1 :]]


def lone_outliers(pair: Pair, exponents: Sequence[int]) -> Iterator[Sequence[Any]]:
    """Inputs in which one element of an argument is far above or below the others, or all but one are."""
    sizes = [(at, x.size) for at, x in enumerate(pair.numbers()) if has_floats(x) and x.size > 1]
    seeds = itertools.count(pair.seed + 1)  # equal distances from a limit would look like its bound
    for (at, size), exponent in itertools.product(sizes[:_FEW_ARGUMENTS], exponents):
        lone = range(size if size <= FEW_ELEMENTS else 1)
        for place, is_other, sign in itertools.product(lone, (False, True), (1, -1)):
            numbers = replace(pair, seed=next(seeds)).numbers()
            x = numbers[at]
            is_far = (_places(x, 0) == place) != is_other
            array = np.where(is_far, scaled(unsigned(x) + 1, sign * 2.0**exponent), x)
            yield [*numbers[:at], array, *numbers[at + 1 :]]


def ways_from(
    begin: Sequence[Array], other: Sequence[Array], *, is_bounded: bool
) -> Iterator[Iterator[Sequence[Array]]]:
    """The ways of searches from `begin`: to other random inputs, smaller, large ones, and those of one sign.

    The ends on a way are farther and farther, but not if a mask makes it `is_bounded`. Multiples keep their
    order, and so the numbers that a sort or a maximum returns, as in a softmax.
    """
    yield iter([other])
    for factors in _FACTORS:
        yield ([scaled(array, factor) for array in begin] for factor in factors)
    yield iter([[scaled(array) for array in begin]])
    yield iter([[scaled(array) for array in other]])
    sizes = [unsigned(array) for array in begin]
    for sign in (-1, 1):
        reach = (_GREAT,) if is_bounded else (_GREAT, _REACH)
        yield ([scaled(array, sign * far) for array in sizes] for far in reach)


def less_or_greater(begin: Sequence[Any], sign: int, exponent: int, part: float) -> list[Any]:
    """Inputs times `sign * 2 ** (part * exponent)`."""
    return [scaled(array, sign * 2.0 ** (part * exponent)) for array in begin]


def special_inputs(inputs: Sequence[Any]) -> Iterator[list[Any]]:
    """Inputs at which functions often have an extreme value.

    All floats are 1 or 0, or those of a column are equal; a single element is not 0; arguments are equal or
    opposite; one is far less or far greater than the others.
    """
    floats = [at for at, x in enumerate(inputs) if has_floats(x)]
    for change in (np.ones_like, np.zeros_like, _with_equal_rows, _with_one_element):
        yield [change(x) if has_floats(x) else x for x in inputs]
    for at, other in itertools.combinations(floats[:_FEW_ARGUMENTS], 2):
        x, y = inputs[at], inputs[other]
        if (x.shape, x.dtype) == (y.shape, y.dtype):
            yield from ([*inputs[:other], same, *inputs[other + 1 :]] for same in (x, -x))
    for at, factor in itertools.product(floats[:_FEW_ARGUMENTS], _FAR):
        yield [*inputs[:at], scaled(inputs[at], factor), *inputs[at + 1 :]]


def _with_equal_rows(x: Any) -> Any:
    return np.broadcast_to(x[:1], x.shape) if np.ndim(x) else x


def _with_one_element(x: Any) -> Any:
    return np.where(np.arange(x.size).reshape(x.shape) == 0, x, 0).astype(x.dtype)


def scaled_inputs(pair: Pair, exponents: Sequence[int]) -> Iterator[Sequence[Any]]:
    """The random inputs, times powers of two."""
    return (less_or_greater(pair.numbers(), 1, exponent, 1.0) for exponent in exponents)


def scaled(x: Any, factor: float | Array = _GREAT) -> Any:
    """Floats times a factor, or one for each, clipped to the range of their type."""
    return within_range(wide(x) * factor, x.dtype) if has_floats(x) else x


def unsigned(x: Any) -> Any:
    """Floats or complex numbers replaced by their magnitudes, of the same type; integers stay."""
    return np.asarray(np.abs(x)).astype(x.dtype) if has_floats(x) else x


def has_floats(x: Any) -> bool:
    """Whether an input is an array or a scalar of floats or complex numbers."""
    return isinstance(x, np.ndarray | np.generic) and is_inexact(x.dtype)  # arithmetic makes scalars


def between(begin: Sequence[Array], end: Sequence[Array]) -> Callable[[float], list[Array]]:
    """A function from a part of the way to the inputs there, rounded to their types; integers stay."""

    def mixed(part: float) -> list[Array]:
        return [
            ((1 - part) * wide(x) + part * wide(y)).astype(x.dtype) if has_floats(x) else x
            for x, y in zip(begin, end, strict=True)
        ]

    return mixed


def partly_zero(x: Any, argument: int) -> Any:
    """Floats with every second element zero, the first one in every second argument."""
    return (
        np.where(np.arange(x.size).reshape(x.shape) % 2 == argument % 2, 0, x).astype(x.dtype)
        if has_floats(x)
        else x
    )


def rounded_to(x: Any, per_one: float) -> Any:
    """Floats rounded to multiples of `1 / per_one`, or zeros."""
    if not has_floats(x):
        return x
    return np.round(x * per_one) / per_one if per_one else np.zeros_like(x)
