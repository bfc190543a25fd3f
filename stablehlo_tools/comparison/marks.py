"""The values of a scope on both sides, returned by marked programs, as many at once as memory allows."""

from __future__ import annotations

import functools
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from stablehlo_tools.comparison.estimates import ValuesEstimate, is_on_numpy
from stablehlo_tools.comparison.sides import Side
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import known_size
from stablehlo_tools.rewrite.mark import MarkedScope, markable
from stablehlo_tools.verdict.tolerance import Allowance

T = TypeVar("T")


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
        arguments = dict(zip(scope.function.arguments, inputs, strict=True))
        self._arguments: tuple[dict[Value, Array | None], ...] = ({**arguments}, {**arguments})
        self._stored: list[dict[Value, Array | None]] = [{}, {}]
        self._estimate: ValuesEstimate | None = None  # for a chunk of values

    @functools.cached_property
    def chunks(self) -> list[list[Value]]:
        """All values in program order, in chunks that one run returns."""
        values = markable(self.scope.operations)
        return list(groups(values, lambda value: 2 * known_size(value.type), self.max_bytes))  # on both sides

    @property
    def is_split(self) -> bool:
        """Whether several runs are needed to return all values."""
        return len(self.chunks) > 1 or any(side.refused for side in self.sides)

    def forget(self) -> None:
        """Forget the arrays, so that one run computes all those of the next request."""
        self._stored = [{}, {}]

    def pairs(self) -> Iterator[tuple[Value, Array, Array]]:
        """Each value that both sides have, in program order, with its arrays."""
        for values in self.chunks:
            # one after the other: each takes all processors, and both at once take longer
            for value, array, reference in zip(
                values, self.recorded(0, values), self.recorded(1, values), strict=True
            ):
                if array is not None and reference is not None:
                    yield value, array, reference

    def allowance(self, value: Value, reference: Array, count: int) -> Allowance:
        """The rounding allowance of a value, estimated from `count` runs of the program."""
        if self._estimate is None or value not in self._estimate.indices:
            values = next(chunk for chunk in self.chunks if value in chunk)
            nominal = self.recorded(1, values) if is_on_numpy(self.sides[1]) else ()
            self._estimate = ValuesEstimate(self.sides[1], self.scope, values, self.inputs, nominal)
        return self._estimate.allowance(value, reference, count)

    def recorded(self, side: int, values: Sequence[Value]) -> list[Array | None]:
        """The arrays of values on side 0 or 1; None for a value that was not recorded.

        Raises `EngineError`.
        """
        arguments, stored = self._arguments[side], self._stored[side]
        missing = [value for value in dict.fromkeys(values) if value not in arguments and value not in stored]
        new: dict[Value, Array | None] = {}
        if missing:
            arrays = self.sides[side].values(self.scope, missing, self.inputs, is_whole=self.is_whole)
            new = dict(zip(missing, arrays, strict=True))
            fits = sum(known_size(value.type) for value in (*stored, *new)) <= self.max_bytes
            self._stored[side] = {**stored, **new} if fits else new
        sources = ChainMap(arguments, new, stored)
        return [sources[value] for value in values]

    def arrays(self, values: Sequence[Value]) -> list[Array] | None:
        """The arrays of values on the first side; None if one of them was not recorded."""
        return _complete(self.recorded(0, values))

    def references(self, values: Sequence[Value]) -> list[Array] | None:
        """The arrays of values on the second side; None if one of them was not recorded."""
        return _complete(self.recorded(1, values))


def _complete(arrays: Sequence[Array | None]) -> list[Array] | None:
    present = [array for array in arrays if array is not None]
    return present if len(present) == len(arrays) else None


def groups(items: Iterable[T], size_of: Callable[[T], float], max_bytes: float) -> Iterator[list[T]]:
    """The items in order, in groups of limited size in bytes; a larger item is alone."""
    group: list[T] = []
    size = 0.0
    for item in items:
        more = size_of(item)
        if group and size + more > max_bytes:
            yield group
            group, size = [], 0.0
        group.append(item)
        size += more
    if group:
        yield group
