"""Numbers of the values of programs: those of equal operations on equal operands are the same.

So are those of reshapes, broadcasts and constants, of integers and other whole numbers, that are written in
several ways.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeGuard

import numpy as np

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.ops.stablehlo.reducers import identity_of, is_commutative
from stablehlo_tools.rewrite.refinement.folding import MAX_ELEMENTS, computed_on, is_of_few_integers

_WHOLE: Final = 2.0**24


class ValueNumbers:
    """The numbers of the values of several programs. `_parts` are those on which a number depends."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._parts: list[Sequence[int]] = []
        self._types: list[Type] = []
        # By number: the element of a constant whose elements are the same, the few whole numbers of a
        # constant, what a reshape reshapes, and what a broadcast repeats, with its axes.
        self._splats: dict[int, bytes] = {}
        self._arrays: dict[int, Array] = {}
        self._bases: dict[int, int] = {}
        self._broadcasts: dict[int, tuple[int, Sequence[int]]] = {}

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
            number = self._splat(bits[0].tobytes(), type)
        else:
            number = self.number("constant", hashlib.sha256(bits.tobytes()).digest(), type)
        if is_of_few_integers(type) or _are_few_whole_floats(array, type):
            self._arrays[number] = array
        return number

    def _splat(self, element: bytes, type: Type) -> int:
        number = self.number("splat", element, type)
        self._splats[number] = element
        return number

    def known(
        self, operation: Operation, operands: Sequence[int], attributes: Mapping[str, Any]
    ) -> int | None:
        """The number of the result of an operation, if another value has it or it is constant; else None."""
        if len(operation.results) != 1 or not operands:
            return None
        type, op = operation.results[0].type, OPS[operation.name]
        arrays = [self._arrays.get(operand) for operand in operands]
        array = computed_on(op, operation, arrays)
        if is_of_few_integers(type):
            if array is not None:
                return self.constant(array, type)
            if is_commutative(operation.name):
                return _without_identity(op, operands, arrays)
        if array is not None and _are_few_whole_floats(array, type) and _is_exact_on(op, arrays, array):
            return self.constant(array, type)
        own = self._types[operands[0]]
        if not (_is_plain(type) and _is_plain(own)):
            return None
        if operands[0] in self._splats and source_of(operation.results[0]) == 0:
            return self._splat(self._splats[operands[0]], type)
        if len(operands) > 1:
            return None
        return self._moved(operation.name, operands[0], attributes, own, type)

    def before_reshapes(self, operands: Sequence[int], type: Type) -> tuple[list[int], list[Type]] | None:
        """What the operands reshape, and the type of a result of this shape instead of `type`.

        None unless all reshape arrays of one shape, or repeat a single number.
        """
        if not all(map(_is_plain, [type, *(self._types[x] for x in operands)])):
            return None
        shapes = {_shape(self._types[self._bases[x]]) for x in operands if x in self._bases}
        if len(shapes) != 1 or not all(x in self._bases or self._is_single(x) for x in operands):
            return None
        (shape,) = shapes
        inner = [self._bases[x] if x in self._bases else self._repeated(x, shape) for x in operands]
        return inner, [_with_shape(type, shape)]

    def _is_single(self, x: int) -> bool:
        """Whether an array repeats a single number."""
        return x in self._splats or (x in self._broadcasts and not self._broadcasts[x][1])

    def _repeated(self, x: int, shape: tuple[int, ...]) -> int:
        """The number of an array of another shape that repeats the same number."""
        type = _with_shape(self._types[x], shape)
        if x in self._splats:
            return self._splat(self._splats[x], type)
        return self._broadcast_of(self._broadcasts[x][0], (), type)

    def _moved(
        self, name: str, x: int, attributes: Mapping[str, Any], own: TensorType, type: TensorType
    ) -> int | None:
        """The number of a value that an op moves, if another one has it; else None."""
        if name == "stablehlo.broadcast_in_dim":
            return self._broadcast(x, own, attributes["broadcast_dimensions"], type)
        if name == "stablehlo.transpose":
            order = [axis for axis in attributes["permutation"] if own.static_shape[axis] != 1]
            return self.reshaped(x, type) if order == sorted(order) else None
        if name == "stablehlo.reshape":
            return self.reshaped(x, type)
        return x if name == "stablehlo.slice" and own == type else None

    def _broadcast(self, x: int, own: TensorType, axes: Sequence[int], type: TensorType) -> int:
        """The number of a broadcast, without axes of one element, of what is broadcast first."""
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


def _are_few_whole_floats(array: Array, type: Type) -> bool:
    """Whether an array of a float type has few elements, which are whole numbers that f32 has."""
    if not (_is_plain(type) and type.element_type.kind == "float" and array.size <= MAX_ELEMENTS):
        return False
    numbers = array.astype(np.float64)
    return bool(((np.abs(numbers) <= _WHOLE) & (numbers == np.rint(numbers))).all())


def _is_exact_on(op: Op, operands: Sequence[Array | None], result: Array) -> bool:
    """Whether an op does not round these whole numbers: it keeps one, or has the same result in f64."""
    if op.numerics.error != 0:
        return op.numerics.is_exact
    numbers = [np.asarray(operand, np.float64) for operand in operands]
    if op.execution.ufunc is None:
        return len(numbers) == 1 and np.array_equal(numbers[0], result)
    return np.array_equal(op.execution.ufunc(*numbers), result.astype(np.float64))


def _is_plain(type: object) -> TypeGuard[TensorType]:
    """Whether elements are the same in each place, which those with a scale for each axis are not."""
    return isinstance(type, TensorType) and type.is_static and isinstance(type.element_type, ElementType)


def _shape(type: Type) -> tuple[int, ...]:
    assert isinstance(type, TensorType)
    return type.static_shape


def _with_shape(type: Type, shape: tuple[int, ...]) -> Type:
    assert isinstance(type, TensorType)
    return replace(type, shape=shape)


def _without_identity(op: Op, operands: Sequence[int], arrays: Sequence[Array | None]) -> int | None:
    """The operand of a commutative op, the other one being its identity; None if neither is."""
    identity = None if op.execution.ufunc is None else identity_of(op.execution.ufunc)
    pairs = zip(operands[::-1], arrays, strict=True)
    return next((x for x, array in pairs if array is not None and (array == identity).all()), None)
