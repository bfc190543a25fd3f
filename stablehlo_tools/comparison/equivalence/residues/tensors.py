"""Float tensors as elements of prime fields.

Numbers in float64 decide where a program branches; residues tell whether two results are the same function of
the inputs. Operations that move elements move both, and return views where kernels do.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.fields import REDUCED, Fields, has_any
from stablehlo_tools.interpret.plans.stacks import on_each
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.types import Type, element_kind
from stablehlo_tools.verdict.difference import info

_GROUPS: Final = (tuple, list)  # a union of types would be made anew at each use


@dataclass(eq=False, slots=True)
class FieldTensor:
    """A float tensor: an array whose `components` are the numbers in float64 and the residues.

    The first component is the numbers; each other one is the residues modulo a prime, or unreduced integers
    up to a `limit`. Complex tensors have complex components: -1 has no root modulo these primes, so that
    pairs of residues are a field too. In each chain of primes, the residues at depths in [first, last) are
    valid. `degrees` bounds the degrees of the numerator and denominator as a rational function of the
    random inputs; those of constants are 0. A logarithm keeps its `power`, NaN where it is unknown: half of
    the elements of a field have no logarithm. The `power` of an angle x is exp(i x), if its sine and cosine
    are known; a complex number with such a part keeps its `parts`. A square root keeps its `square`.
    """

    fields: Fields
    components: Array
    first: int
    last: int
    degrees: tuple[float, float] = (1.0, 0.0)
    power: FieldTensor | None = None
    limit: float = REDUCED
    square: FieldTensor | None = None
    parts: tuple[FieldTensor, FieldTensor] | None = None

    @property
    def numbers(self) -> Array:
        """The numbers in float64."""
        return np.asarray(self.components[0])

    @property
    def residues(self) -> Array:
        """The residues; the first axis is the primes."""
        return self.reduced().components[1:]

    def reduced(self) -> FieldTensor:
        """The tensor itself, its residues reduced in place; other views of them keep their meaning."""
        if self.limit > REDUCED:
            if not self.components.flags.carray:
                self.components = np.array(self.components, order="C")
            self.fields.reduce(self.components[1:], self.limit)
            self.limit = REDUCED
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the tensor."""
        return self.components.shape[1:]

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """The rank of the tensor."""
        return self.components.ndim - 1

    @property
    def is_constant(self) -> bool:
        """Whether the tensor depends on no input."""
        return self.degrees == (0.0, 0.0)

    @property
    def is_complex(self) -> bool:
        """Whether the elements are complex numbers."""
        return self.components.dtype.kind == "c"

    @property
    def are_zero(self) -> Array:
        """The mask of elements whose number and residues are zero."""
        are_zero = np.asarray(self.numbers == 0)
        return np.asarray(are_zero & ~self.residues.any(axis=0)) if has_any(are_zero) else are_zero

    @property
    def is_angle(self) -> bool:
        """Whether the elements are angles whose points are known."""
        return self.power is not None and self.power.is_complex and not self.is_complex

    @property
    def flags(self) -> Any:
        """The flags of the array; a writable array belongs to one frame."""
        return self.components.flags

    def read_only(self) -> FieldTensor:
        """The tensor as a read-only view, which can be shared."""
        if not self.components.flags.writeable:
            return self
        view = self.components.view()
        view.setflags(write=False)
        return dataclasses.replace(self, components=view)

    def with_components(self, components: Array) -> FieldTensor:
        """A tensor with these components, taken from this one."""
        return FieldTensor(self.fields, components, self.first, self.last, self.degrees, limit=self.limit)

    def with_numbers(self, numbers: Any) -> FieldTensor:
        """The tensor with other numbers."""
        return dataclasses.replace(self, components=self.components.copy()).renumbered(numbers)

    def renumbered(self, numbers: Any) -> FieldTensor:
        """The tensor itself, its numbers overwritten; nothing else may share it."""
        self.components[0] = numbers
        return self

    def moved(self, move: Callable[[Array], Any]) -> FieldTensor:
        """The tensor, each component rearranged by `move`."""
        return self.with_components(on_each(move, self.reduced().components))

    def reshaped(self, shape: Sequence[int]) -> FieldTensor:
        """The tensor in another shape."""
        result = self.with_components(self.components.reshape(len(self.components), *shape))
        result.power = None if self.power is None else self.power.reshaped(shape)
        return result

    def broadcast(self, shape: Sequence[int]) -> FieldTensor:
        """A scalar, as every element of a tensor of this shape."""
        components = self.components.reshape(-1, *(1,) * len(shape))
        result = self.with_components(np.broadcast_to(components, (len(components), *shape)))
        result.power = None if self.power is None else self.power.broadcast(shape)
        return result

    def __getitem__(self, index: Any) -> FieldTensor:
        key = (slice(None), *(index if isinstance(index, tuple) else (index,)))
        return self.with_components(np.ascontiguousarray(self.components[key]))


class SetAside:
    """A tensor without its power, until it is restored: f32 holds the residues exactly."""

    def __init__(self, x: FieldTensor) -> None:
        dtype = np.complex64 if x.is_complex else np.float32
        self._residues = x.residues.astype(dtype, order="C")  # of which parts are views
        self._numbers, self._empty = x.components[:1].copy(), x.with_components(np.empty(0))
        self.shape, self.size = x.shape, x.size

    def __call__(self, places: slice | None = None) -> FieldTensor:
        """The tensor, or its elements at these places as a vector."""
        parts = [self._numbers, self._residues]
        if places is not None:
            parts = [part.reshape(len(part), self.size)[:, places] for part in parts]
        return self._empty.with_components(np.concatenate(parts))


def set_aside(x: Any) -> Callable[[], Any]:
    """A function that restores a value."""
    return SetAside(x) if isinstance(x, FieldTensor) else lambda: x


def bilinear(kernel: Callable[..., Any], x: FieldTensor, y: FieldTensor) -> Array:
    """The components of a bilinear function of two tensors."""
    components: Array = kernel(x.components, y.components)
    if x.fields.with_roots:
        end = 1 + len(x.fields.primes)
        (a, b), (c, d) = ((operand.components[1:end], operand.components[end:]) for operand in (x, y))
        components[1:end] -= components[end:]
        components[end:] = kernel(a, d) + kernel(b, c)
    return components


def degrees_of_unknown(operands: Sequence[FieldTensor]) -> tuple[float, float]:
    """The degrees of an uninterpreted function: a constant if all operands are."""
    return (0.0, 0.0) if all(operand.is_constant for operand in operands) else (1.0, 0.0)


def floats_in(operands: Sequence[Any]) -> list[FieldTensor]:
    """The field tensors among operands, also in tuples."""
    floats: list[FieldTensor] = []
    for operand in operands:
        if isinstance(operand, FieldTensor):
            floats.append(operand)
        elif isinstance(operand, _GROUPS):
            floats += floats_in(operand)
    return floats


def with_floats(operands: Sequence[Any], take: Callable[[FieldTensor], Any]) -> list[Any]:
    """The operands, each field tensor replaced by `take` of it, also in tuples."""
    return [
        take(operand) if isinstance(operand, FieldTensor)
        else tuple(with_floats(operand, take)) if isinstance(operand, _GROUPS)
        else operand
        for operand in operands
    ]  # fmt: skip


def within_range(numbers: Array, dtype: np.dtype[Any]) -> Array:
    """Numbers rounded to a float type, the nearest finite ones where they are beyond its range."""
    if numbers.dtype.kind != "c":
        numbers = numbers.clip(float(info(dtype).min), float(info(dtype).max))
    return numbers.astype(dtype)


def is_float(type: Type) -> bool:
    """Whether values of this type are field tensors."""
    return element_kind(type) in ("float", "complex")


def common_depths(tensors: Sequence[FieldTensor]) -> tuple[int, int]:
    """The range of depths at which the residues of all tensors are valid."""
    one, *others = tensors
    first, last = one.first, one.last
    for other in others:  # one, mostly, for which lists take more time
        first, last = max(first, other.first), min(last, other.last)
    return first, last


def aligned(*tensors: FieldTensor, ndim: int = 0) -> list[FieldTensor]:
    """The tensors, reshaped to one rank, at least `ndim`, by leading dimensions of size 1."""
    rank = max(ndim, *(x.ndim for x in tensors))
    return [x if x.ndim == rank else x.reshaped((*(1,) * (rank - x.ndim), *x.shape)) for x in tensors]


def fits(array: Array, other: Array) -> bool:
    """Whether an array can be broadcast to the shape of another one."""
    sizes = zip(array.shape[::-1], other.shape[::-1], strict=False)
    return array.ndim <= other.ndim and all(size in (1, whole) for size, whole in sizes)
