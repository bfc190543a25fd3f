"""Random element types, shapes, and arrays of the values that computations get wrong."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import ml_dtypes
import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import dtype_of, from_bits, round_to
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, part_of

Array = npt.NDArray[Any]
T = TypeVar("T")

# XLA:CPU computes with all but these.
_FOREIGN = ("index", "tf32", "f80", "f128", "f6E2M3FN", "f6E3M2FN")
TYPES = [type for name, type in ELEMENT_TYPES.items() if name not in _FOREIGN]
# Those that programs have most are drawn most.
_OFTEN = ("i1", "i8", "ui8", "i32", "ui32", "i64", "bf16", "f16", "f32", "f64", "complex<f32>")

_SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 5, 7)
_LARGE = ((4500,), (9001,), (95, 97), (3, 33, 91))


class Draw:
    """A source of random parts of programs: the same of the same seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self._numpy = np.random.default_rng(self.random.getrandbits(64))

    def choice(self, choices: Iterable[T]) -> T:
        """One of the choices."""
        return self.random.choice(list(choices))

    def chance(self, probability: float = 0.5) -> bool:
        """True as often as that."""
        return self.random.random() < probability

    def integer(self, low: int, high: int) -> int:
        """low <= n <= high."""
        return self.random.randint(low, high)

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """`count` times low <= n <= high."""
        return [self.integer(low, high) for _ in range(count)]

    def some(self, values: Sequence[T], count: int | None = None) -> list[T]:
        """`count` of the values, or any number of them, in any order."""
        return self.random.sample(values, self.integer(0, len(values)) if count is None else count)

    def type(self, kinds: Iterable[str], *, bits: Sequence[int] = ()) -> ElementType:
        """An element type of one of these kinds (or of these names), and widths where they matter."""
        admitted = [
            type
            for type in TYPES
            if (type.kind in kinds or type.name in kinds) and (not bits or type.bits in bits)
        ]
        often = [type for type in admitted if type.name in _OFTEN]
        return self.choice(often if often and self.chance() else admitted)

    def shape(self, low: int = 0, high: int = 4, *, least: int = 0) -> tuple[int, ...]:
        """A shape of low <= rank <= high; now and then of rank 6."""
        rank = 6 if high == 4 and self.chance(0.05) else self.integer(low, high)
        sizes = [size for size in _SIZES if size >= least]
        shape = tuple(self.random.choice(sizes) for _ in range(rank))
        if 0 in shape and self.chance(0.7):  # or there would be little else
            return tuple(max(size, 1) for size in shape)
        return shape

    def elementwise_shape(self) -> tuple[int, ...]:
        """A shape that may also be large, where arrays are computed otherwise than where they are small."""
        return self.choice(_LARGE) if self.chance(0.1) else self.shape()

    def array(self, type: ElementType, shape: Sequence[int], *, tame: bool = False) -> Array:
        """Elements of all magnitudes, a good part of them special; `tame` ones can be summed exactly."""
        count = int(np.prod(shape, dtype=np.int64))
        make = self._tame if tame else self._wild
        return make(type, count).reshape(tuple(shape))

    def special(self, type: ElementType, shape: Sequence[int]) -> Array:
        """Special values alone."""
        picked = self._numpy.choice(len(specials(type)), int(np.prod(shape, dtype=np.int64)))
        return specials(type)[picked].reshape(tuple(shape))

    def _wild(self, type: ElementType, count: int) -> Array:
        if type.kind == "complex":
            part = part_of(type)
            parts = np.stack([self._wild(part, count), self._wild(part, count)], -1)
            return parts.reshape(-1).view(dtype_of(type))
        known = specials(type)
        chosen = known[self._numpy.integers(len(known), size=count)]
        return np.where(self._numpy.random(count) < 0.4, chosen, self._any(type, count))

    def _any(self, type: ElementType, count: int) -> Array:
        if type.kind == "boolean":
            return self._numpy.random(count) < 0.5
        if type.kind == "float" and type.bits > 8:
            scale = self._numpy.choice([0.1, 1.0, 1.0, 4.0, 20.0, 100.0, 1e4], count)
            return round_to(self._numpy.normal(size=count) * scale, type)
        bits = self._numpy.integers(0, 2 ** min(type.bits, 63), size=count, dtype=np.uint64)
        if type.bits == 64:
            bits = bits << np.uint64(1) | self._numpy.integers(2, size=count, dtype=np.uint64)
        if type.kind != "float" and type.bits > 8:  # small integers are as interesting as large ones
            bits >>= self._numpy.choice([0, 0, type.bits - 8, type.bits // 2], count).astype(np.uint64)
        return from_bits(bits.astype(f"u{dtype_of(type).itemsize}"), type)

    def _tame(self, type: ElementType, count: int) -> Array:
        if type.kind == "complex":
            part = part_of(type)
            parts = np.stack([self._tame(part, count), self._tame(part, count)], -1)
            return parts.reshape(-1).view(dtype_of(type))
        if type.kind != "float" or type.name == "f8E8M0FNU":
            return self._any(type, count) if type.kind != "float" else np.ones(count, dtype_of(type))
        return round_to(self._numpy.integers(-2, 3, size=count).astype(np.float64), type)

    def floats(self, type: ElementType, shape: Sequence[int]) -> Array:
        """Floats, or complex numbers, of about one."""
        part = part_of(type)
        sizes = (*shape, 2) if type.kind == "complex" else tuple(shape)
        floats = round_to(self._numpy.normal(size=sizes), part)
        return floats.view(dtype_of(type)).reshape(tuple(shape)) if type.kind == "complex" else floats


class NoDimensions(Draw):
    """Draws scalars where the op has any, else shapes of the least rank."""

    def shape(self, low: int = 0, high: int = 4, *, least: int = 0) -> tuple[int, ...]:
        """A shape of that rank."""
        return super().shape(low, low, least=least)

    def elementwise_shape(self) -> tuple[int, ...]:
        """That of a scalar."""
        return ()


class ManyDimensions(Draw):
    """Draws shapes of more dimensions than programs have."""

    rank = 9

    def shape(self, low: int = 0, high: int = 4, *, least: int = 0) -> tuple[int, ...]:
        """A shape of that rank."""
        return tuple(self.choice((1, 1, 1, 2)) for _ in range(self.rank))

    def elementwise_shape(self) -> tuple[int, ...]:
        """A shape of that rank."""
        return self.shape()

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """As ever, but none negative: with so many paddings that are, some size would be, too."""
        return super().integers(count, max(low, 0), high)


class NoElements(Draw):
    """Draws shapes with a zero for a size, where the op allows that."""

    def shape(self, low: int = 0, high: int = 4, *, least: int = 0) -> tuple[int, ...]:
        """A shape of 1 <= rank <= high."""
        sizes = list(super().shape(max(low, 1), max(high, 1), least=least))
        if least == 0:
            sizes[self.integer(0, len(sizes) - 1)] = 0
        return tuple(sizes)

    def elementwise_shape(self) -> tuple[int, ...]:
        """A shape of 1 <= rank <= 4."""
        return self.shape()


def specials(type: ElementType) -> Array:
    """The values at the corners of a type."""
    if type.kind == "boolean":
        return np.array([False, True])
    if type.kind == "complex":
        part = specials(part_of(type))
        return np.stack(np.meshgrid(part, part), -1).reshape(-1).view(dtype_of(type))
    if type.kind == "float":
        return _special_floats(type)
    signed = type.kind == "signed"
    least, greatest = (-(2 ** (type.bits - 1)), 2 ** (type.bits - 1) - 1) if signed else (0, 2**type.bits - 1)
    numbers = (0, 1, -1, 2, 3, -2, type.bits - 1, type.bits, type.bits + 1, 255, least + 1, greatest - 1)
    chosen = [least, greatest, *(number for number in numbers if least <= number <= greatest)]
    return np.array(chosen, np.int64 if signed else np.uint64).astype(dtype_of(type))


def _special_floats(type: ElementType) -> Array:
    limits: Any = ml_dtypes.finfo(dtype_of(type))
    numbers = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, 1.0, -1.0, 2.0, 3.0, 127.5, -128.5, 255.5, 2.0**31]
    numbers += [np.inf, -np.inf, np.nan, 1e-3, -1e-3, 0.25, np.pi, -np.pi / 2]
    ends = [float(getattr(limits, name)) for name in ("min", "max", "tiny", "smallest_subnormal")]
    numbers += [*ends, -ends[2], -ends[3], 3 * ends[3], 1 + float(limits.eps), 2.0**63, -(2.0**63)]
    with np.errstate(invalid="ignore"):
        return round_to(np.array(numbers), type)
