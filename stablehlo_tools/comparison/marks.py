"""The values of a scope on both sides, from programs that return them, as many at once as memory allows."""

from __future__ import annotations

import functools
import math
from collections import ChainMap
from collections.abc import Iterator, Sequence
from typing import Any

import numpy.typing as npt

from stablehlo_tools.comparison.sides import Side
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import Type, byte_size
from stablehlo_tools.transform.mark import MarkedScope, markable

Array = npt.NDArray[Any]


class Marks:
    """The values of a scope for some inputs, on both sides. Values of the latest run are kept."""

    def __init__(
        self,
        sides: tuple[Side, Side],
        scope: MarkedScope,
        inputs: Sequence[Array],
        max_bytes: float,
        *,
        is_whole: bool,
    ) -> None:
        self.sides, self.scope, self.inputs = sides, scope, inputs
        self.max_bytes, self.is_whole = max_bytes, is_whole
        given = dict(zip(scope.function.arguments, inputs, strict=True))
        self._given: tuple[dict[Value, Array | None], ...] = ({**given}, {**given})
        self._kept: list[dict[Value, Array | None]] = [{}, {}]

    @functools.cached_property
    def chunks(self) -> list[list[Value]]:
        """All values in program order, as many in a chunk as may be results of one run."""
        return list(_chunks(markable(self.scope.operations), self.max_bytes))

    @property
    def is_split(self) -> bool:
        """Whether it takes several runs to return all values."""
        return len(self.chunks) > 1 or any(side.refused for side in self.sides)

    def forget(self) -> None:
        """Forget the arrays, so that those of the next request are all of one run."""
        self._kept = [{}, {}]

    def pairs(self) -> Iterator[tuple[Value, Array, Array]]:
        """Each value that both sides have, in program order, with its arrays."""
        for values in self.chunks:
            # one after the other: each takes all processors, and both at once take longer
            for value, array, reference in zip(values, self.of(0, values), self.of(1, values), strict=True):
                if array is not None and reference is not None:
                    yield value, array, reference

    def of(self, side: int, values: Sequence[Value]) -> list[Array | None]:
        """The arrays of values on side 0 or 1; None for those that were not recorded.

        Raises `EngineError`.
        """
        given, kept = self._given[side], self._kept[side]
        missing = [value for value in dict.fromkeys(values) if value not in given and value not in kept]
        new: dict[Value, Array | None] = {}
        if missing:
            arrays = self.sides[side].values(self.scope, missing, self.inputs, is_whole=self.is_whole)
            new = dict(zip(missing, arrays, strict=True))
            fits = sum(_bytes(value.type) for value in (*kept, *new)) <= self.max_bytes
            self._kept[side] = {**kept, **new} if fits else new
        known = ChainMap(given, new, kept)
        return [known[value] for value in values]

    def known(self, side: int, values: Sequence[Value]) -> list[Array] | None:
        """The arrays of values; None if one of them was not recorded."""
        arrays = [array for array in self.of(side, values) if array is not None]
        return arrays if len(arrays) == len(values) else None


def _chunks(values: Sequence[Value], max_bytes: float) -> Iterator[list[Value]]:
    """The values in order, in groups whose arrays need at most so much memory, for both sides."""
    chunk: list[Value] = []
    size = 0.0
    for value in values:
        more = 2 * _bytes(value.type)
        if chunk and size + more > max_bytes:
            yield chunk
            chunk, size = [], 0.0
        chunk.append(value)
        size += more
    if chunk:
        yield chunk


def _bytes(type: Type) -> float:
    size = byte_size(type)
    return float(size) if math.isfinite(size) else 0.0


def bytes_of(operation: Operation, operands: Sequence[Value]) -> float:
    """The memory of the operands and results of an operation."""
    return sum(_bytes(value.type) for value in (*operands, *operation.results))
