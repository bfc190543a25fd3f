"""Random inputs of a program, from the distributions of its arguments."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType, Type, integer_range
from stablehlo_tools.ops.stablehlo.quantize import expressed_type_of, quantize_values


class Distribution(NamedTuple):
    """A kind, as `DISTRIBUTIONS` has them, and its numbers: `normal:0.02` is ("normal", (0.02,))."""

    kind: str
    numbers: tuple[float, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}:{','.join(f'{number:g}' for number in self.numbers)}".removesuffix(":")


if TYPE_CHECKING:  # numpy imports its generators when they are asked for
    Draw = Callable[[np.random.Generator, tuple[int, ...], Sequence[float]], Array]


def _normal(generator: np.random.Generator, shape: tuple[int, ...], numbers: Sequence[float]) -> Array:
    mean = numbers[0] if len(numbers) > 1 else 0.0
    return np.asarray(generator.normal(mean, numbers[-1], shape))


def _uniform(generator: np.random.Generator, shape: tuple[int, ...], numbers: Sequence[float]) -> Array:
    return np.asarray(generator.uniform(numbers[0], numbers[1], shape))


def _int(generator: np.random.Generator, shape: tuple[int, ...], numbers: Sequence[float]) -> Array:
    return np.asarray(generator.integers(int(numbers[0]), int(numbers[1]), shape))


class _Kind(NamedTuple):
    """A distribution: its text, the count of its numbers, and the function that draws it."""

    form: str
    counts: tuple[int, ...]
    draw: Draw


FAN_IN: Final = "fan-in"
DISTRIBUTIONS: Final[Mapping[str, _Kind]] = {
    "normal": _Kind("normal:S, normal:M,S", (1, 2), _normal),
    "uniform": _Kind("uniform:A,B", (2,), _uniform),
    "int": _Kind("int:A,B", (2,), _int),
    FAN_IN: _Kind(FAN_IN, (0,), _normal),
}
FORMS: Final = ", ".join(kind.form for kind in DISTRIBUTIONS.values())
_SPECIFICATION: Final = re.compile(r"(?P<kind>[\w-]+)(?::(?P<numbers>.*))?", re.DOTALL)


def distribution_of(text: str) -> Distribution:
    """The distribution that a text names. Raises ValueError, which describes the fault."""
    match = _SPECIFICATION.fullmatch(text)
    kind = DISTRIBUTIONS.get(match["kind"]) if match else None
    if match is None or kind is None:
        raise ValueError(f"unknown distribution {text!r}: expected one of {FORMS}")
    try:
        numbers = tuple(map(float, match["numbers"].split(","))) if match["numbers"] else ()
    except ValueError:
        raise ValueError(f"invalid numbers in {text!r}: expected {kind.form}") from None
    if len(numbers) not in kind.counts or not all(map(math.isfinite, numbers)):
        raise ValueError(f"invalid numbers in {text!r}: expected {kind.form}")
    if match["kind"] in ("uniform", "int") and numbers[0] >= numbers[1]:
        raise ValueError(f"{text!r} is empty: expected A < B in {kind.form}")
    if match["kind"] == "int" and any(number != int(number) or abs(number) >= 1 << 53 for number in numbers):
        raise ValueError(f"invalid numbers in {text!r}: expected integers in {kind.form}")
    if match["kind"] == "normal" and numbers[-1] < 0:
        raise ValueError(f"invalid numbers in {text!r}: a standard deviation is not negative")
    return Distribution(match["kind"], numbers)


def scaled(fan_in: int) -> Distribution:
    """The normal distribution of weights with which a sum of `fan_in` products is as large as one input."""
    return Distribution("normal", (1 / math.sqrt(max(fan_in, 1)),))


def generated_input(type: Type, seed: int, index: int, distribution: Distribution | None = None) -> Array:
    """A random array for argument `index`, independent of the other arguments.

    Without a distribution, floats and both parts of complex numbers are uniform in [-1, 1), or in [0, 1) for
    an unsigned float type; integers in [0, 10), or as many as the type can represent; booleans are fair.
    Quantized elements are any integers that the type stores; a distribution is that of their floats. Raises
    ValueError if the type is not supported, or has no such numbers; MemoryError if the array is too large.
    """
    if not isinstance(type, TensorType) or not type.is_static:
        raise ValueError(f"a {type}")
    if distribution is not None and isinstance(type.element_type, QuantizedType):
        floats = generated_input(expressed_type_of(type), seed, index, distribution)
        return quantize_values(floats, type.element_type)
    generator = np.random.default_rng((seed, index))
    try:
        if distribution is not None:
            return _drawn(generator, type, distribution)
        return _usual(generator, type.static_shape, type.element_type)
    except (MemoryError, ValueError) as error:  # numpy has a size limit of its own
        if isinstance(error, _OutOfRange):
            raise
        raise MemoryError(f"{type} does not fit in memory") from None


class _OutOfRange(ValueError):
    """A distribution has numbers that a type does not have."""


def _drawn(generator: np.random.Generator, type: TensorType, distribution: Distribution) -> Array:
    assert isinstance(type.element_type, ElementType)
    shape, kind = type.static_shape, type.element_type.kind
    draw, numbers = DISTRIBUTIONS[distribution.kind].draw, distribution.numbers
    if kind == "boolean":
        raise _OutOfRange(f"a {type} from {distribution}")
    array = draw(generator, shape, numbers)
    if kind == "complex":
        array = array + 1j * draw(generator, shape, numbers)
    elif kind in ("signed", "unsigned"):
        array = np.floor(array)
        lowest, highest = integer_range(type.element_type)
        if array.size and not (lowest <= array.min() and array.max() <= highest):
            raise _OutOfRange(f"a {type} from {distribution}: its numbers are {lowest} to {highest}")
    return array.astype(dtype_of(type.element_type))


def _usual(
    generator: np.random.Generator, shape: tuple[int, ...], element_type: ElementType | QuantizedType
) -> Array:
    dtype, kind = dtype_of(element_type), element_type.kind
    if isinstance(element_type, QuantizedType):
        lowest, highest = element_type.storage_min, element_type.storage_max
        return generator.integers(lowest, highest, shape, endpoint=True).astype(dtype)
    if kind == "boolean":
        return generator.integers(0, 2, shape).astype(dtype)
    if kind in ("signed", "unsigned"):
        return generator.integers(0, min(10, integer_range(element_type)[1] + 1), shape).astype(dtype)
    array = np.asarray(generator.uniform(0 if element_type.name == "f8E8M0FNU" else -1, 1, shape))
    if kind == "complex":
        array = array + 1j * generator.uniform(-1, 1, shape)
    return np.asarray(array).astype(dtype)
