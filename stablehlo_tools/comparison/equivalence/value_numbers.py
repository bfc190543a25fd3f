"""Numbers of the values of programs: those of equal operations on equal operands are the same.

So are those of reshapes, broadcasts and constants, of integers and other whole numbers, that are written in
several ways.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeGuard

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.rewrite.refinement.folding import MAX_ELEMENTS, is_of_few_integers

_WHOLE: Final = 2.0**24


class ValueNumbers:
    """The numbers of the values of several programs. `_parts` are those on which a number depends."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._parts: list[Sequence[int]] = []
        self._types: list[Type] = []
        # By number: the element of a constant whose elements are the same, the few whole numbers of a
        # constant, what a reshape reshapes, what a broadcast repeats and a transpose permutes, with axes.
        self._splats: dict[int, Array] = {}
        self._arrays: dict[int, Array] = {}
        self._bases: dict[int, int] = {}
        self._broadcasts: dict[int, tuple[int, Sequence[int]]] = {}
        self._transposes: dict[int, tuple[int, Sequence[int]]] = {}
        self._undone: dict[tuple[str, int], int] = {}

    def number(self, kind: Hashable, key: Hashable, type: Type, parts: Sequence[int] = ()) -> int:
        """The number of a value of a type, which depends on others."""
        found = self._numbers.setdefault((kind, key, type, *parts), len(self._numbers))
        if found == len(self._parts):
            self._parts.append(parts)
            self._types.append(type)
        return found

    def arguments(self, depth: int, types: Iterable[Type]) -> list[int]:
        """The numbers of the arguments of a region that is in so many other ones."""
        return [self.number("argument", (depth, at), type) for at, type in enumerate(types)]

    def constant(self, array: Array, type: Type) -> int:
        """The number of a constant."""
        is_view = array.size > 1 and not any(array.strides)  # of one element, which it repeats
        data = np.ascontiguousarray(array.flat[:1] if is_view else array).reshape(-1)
        bits = data.view(np.uint8).reshape(data.size, data.itemsize)
        if data.size and (bits == bits[0]).all():
            return self.splat(data[:1], type)
        number = self.number("constant", hashlib.sha256(bits.tobytes()).digest(), type)
        self._note_few(number, array, type)
        return number

    def splat(self, element: Array, type: Type) -> int:
        """The number of a constant that repeats an element."""
        number = self.number("splat", element.tobytes(), type)
        if number not in self._splats:
            self._splats[number] = element
            self._note_few(number, np.broadcast_to(element.reshape(()), _shape(type)), type)
        return number

    def _note_few(self, number: int, array: Array, type: Type) -> None:
        if is_of_few_integers(type) or are_few_whole_floats(array, type):
            self._arrays[number] = array

    def type_of(self, x: int) -> Type:
        """The type of a value."""
        return self._types[x]

    def array_of(self, x: int) -> Array | None:
        """The few integers, or other whole numbers, of a constant; None for any other value."""
        return self._arrays.get(x)

    def element_of(self, x: int) -> Array | None:
        """The element that a constant repeats; None for any other value."""
        return self._splats.get(x)

    def note_undone(self, name: str, x: int, operand: int) -> None:
        """Note that an op, which undoes itself, has computed a value from an operand."""
        self._undone[name, x] = operand

    def undone(self, name: str, x: int) -> int | None:
        """The number that `x` is computed from by an op that undoes itself; None if it is not."""
        return self._undone.get((name, x))

    def before_moves(self, operands: Sequence[int], type: TensorType) -> tuple[list[int], TensorType] | None:
        """The values that operands of an elementwise op reshape, or repeat along equal axes; and its type.

        None unless all reshape or repeat arrays of one shape, besides those that repeat a single number.
        """
        if not all(map(is_plain, [type, *(self._types[x] for x in operands)])):
            return None
        others = [x for x in operands if not self._is_single(x)]
        shapes = {self._inner_shape(x) for x in others} or {None if type.shape == () else ()}
        axes = {self._broadcasts[x][1] if x in self._broadcasts else None for x in others}
        shape = shapes.pop()
        if shapes or len(axes) > 1 or shape is None:
            return None
        inner = [self._repeated(x, shape) if self._is_single(x) else self._inner(x) for x in operands]
        return inner, replace(type, shape=shape)

    def after_moves(self, found: int, operands: Sequence[int], type: TensorType) -> int:
        """The number of the result of an elementwise op, `found` before the moves of its operands."""
        if any(x in self._bases for x in operands):
            return self.reshaped(found, type)
        axes = (self._broadcasts[x][1] for x in operands if x in self._broadcasts)
        return self.broadcast(found, max(axes, key=len, default=()), type)

    def _inner(self, x: int) -> int:
        return self._bases[x] if x in self._bases else self._broadcasts[x][0]

    def _inner_shape(self, x: int) -> tuple[int, ...] | None:
        """The shape of what an array reshapes or repeats; None if it does neither."""
        return _shape(self._types[self._inner(x)]) if x in self._bases or x in self._broadcasts else None

    def _is_single(self, x: int) -> bool:
        """Whether an array repeats a single number."""
        return x in self._splats or (x in self._broadcasts and not self._broadcasts[x][1])

    def _repeated(self, x: int, shape: tuple[int, ...]) -> int:
        """The number of an array of another shape that repeats the same number."""
        type = _with_shape(self._types[x], shape)
        if x in self._splats:
            return self.splat(self._splats[x], type)
        assert isinstance(type, TensorType)
        return self.broadcast(self._broadcasts[x][0], (), type)

    def broadcast(self, x: int, axes: Sequence[int], type: TensorType) -> int:
        """The number of a broadcast, without axes of one element, of what is broadcast first."""
        if x in self._splats:
            return self.splat(self._splats[x], type)
        own = self._types[x]
        assert isinstance(own, TensorType)
        pairs = [pair for pair in zip(axes, own.static_shape, strict=True) if pair[1] != 1]
        axes = [axis for axis, _ in pairs]
        if math.prod(own.static_shape) == math.prod(type.static_shape) and axes == sorted(axes):
            return self.reshaped(x, type)
        x = self.reshaped(x, TensorType(tuple(size for _, size in pairs), type.element_type))
        x, inner = self._broadcasts.get(x, (x, range(len(axes))))
        return self._broadcast_of(x, tuple(axes[axis] for axis in inner), type)

    def _broadcast_of(self, x: int, axes: tuple[int, ...], type: Type) -> int:
        number = self.number("broadcast", axes, type, [x])
        self._broadcasts[number] = x, axes
        return number

    def transposed(self, x: int, permutation: Sequence[int], type: TensorType) -> int:
        """The number of a transpose of what is transposed first; axes that stay together are one."""
        own = self._types[x]
        assert isinstance(own, TensorType)
        moved = [axis for axis in permutation if own.static_shape[axis] != 1]
        kept = sorted(moved)
        x, inner = self._before_transpose(x, [own.static_shape[axis] for axis in kept])
        runs = _runs([inner[kept.index(axis)] for axis in moved])
        if len(runs) > 1:
            sizes = _shape(self._types[x])
            products = {run[0]: math.prod(sizes[axis] for axis in run) for run in runs}
            firsts = sorted(products)
            x = self.reshaped(x, TensorType(tuple(map(products.__getitem__, firsts)), own.element_type))
            order = tuple(firsts.index(run[0]) for run in runs)
            shape = tuple(products[run[0]] for run in runs)
            number = self.number("transpose", order, TensorType(shape, own.element_type), [x])
            self._transposes[number] = x, order
            x = number
        return self.reshaped(x, type)

    def _before_transpose(self, x: int, shape: Sequence[int]) -> tuple[int, Sequence[int]]:
        """The value whose transpose is `x` in this shape, and its axes in their new order."""
        own = self._types[x]
        assert isinstance(own, TensorType)
        base = self._bases.get(x, x)
        operand, order = self._transposes.get(base, (base, ()))
        parts = _parts(shape, _shape(self._types[base])) if order else None
        if parts is None:
            return self.reshaped(x, TensorType(tuple(shape), own.element_type)), range(len(shape))
        axes = [axis for place in map(order.index, range(len(order))) for axis in parts[place]]
        type = TensorType(tuple(shape[axis] for axis in axes), own.element_type)
        return self.reshaped(operand, type), [*map(axes.index, range(len(shape)))]

    def reshaped(self, x: int, type: Type) -> int:
        """The number of a reshape, of what is reshaped first."""
        if self._is_single(x):
            return self._repeated(x, _shape(type))
        base = self._bases.get(x, x)
        if self._types[base] == type:
            return base
        number = self.number("reshape", None, type, [base])
        self._bases[number] = base
        return number

    def needed(self, numbers: Iterable[int], sought: Mapping[int, int]) -> set[int]:
        """The values of `sought` for numbers on which some depend."""
        seen, pending, least = set[int](), [*numbers], min(sought, default=0)
        while pending:
            number = pending.pop()
            if number >= least and number not in seen:  # parts have smaller numbers
                seen.add(number)
                pending += self._parts[number]
        return {sought[number] for number in seen & sought.keys()}


def are_few_whole_floats(array: Array, type: Type) -> bool:
    """Whether an array of a float type has few elements, which are whole numbers that f32 has."""
    if not (is_plain(type) and type.element_type.kind == "float" and array.size <= MAX_ELEMENTS):
        return False
    numbers = array.astype(np.float64)
    return bool(((np.abs(numbers) <= _WHOLE) & (numbers == np.rint(numbers))).all())


def is_plain(type: object) -> TypeGuard[TensorType]:
    """Whether elements are the same in each place, which those with a scale for each axis are not."""
    return isinstance(type, TensorType) and type.is_static and isinstance(type.element_type, ElementType)


def _shape(type: Type) -> tuple[int, ...]:
    assert isinstance(type, TensorType)
    return type.static_shape


def _with_shape(type: Type, shape: tuple[int, ...]) -> Type:
    assert isinstance(type, TensorType)
    return replace(type, shape=shape)


def _runs(axes: Sequence[int]) -> list[list[int]]:
    """The axes, in runs of consecutive ones."""
    runs = list[list[int]]()
    for axis in axes:
        if runs and runs[-1][-1] + 1 == axis:
            runs[-1].append(axis)
        else:
            runs.append([axis])
    return runs


def _parts(shape: Sequence[int], products: Sequence[int]) -> list[range] | None:
    """The axes of a shape whose sizes have these products, in order; None if there are no such axes."""
    parts, end = list[range](), 0
    for product in products:
        begin, found = end, 1
        while found < product and end < len(shape):
            found, end = found * shape[end], end + 1
        if found != product:
            return None
        parts.append(range(begin, end))
    return parts if end == len(shape) else None
