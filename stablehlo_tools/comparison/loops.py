"""The regions of a loop as programs of both sides, which are executed turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.sides import EngineSide, Side
from stablehlo_tools.ir.operations import Region
from stablehlo_tools.transform.mark import markable, marked, region_scope

Array = npt.NDArray[Any]


class Turn:
    """A region of a loop as programs of both sides, which are executed for each state.

    If it `is_marked`, they return all values, and then the results of the region.
    """

    def __init__(self, sides: tuple[Side, Side], marks: Marks, region: Region, *, is_marked: bool) -> None:
        scope, captured = region_scope(marks.scope, region, 0)
        outside = marks.known(1, captured)
        assert outside is not None
        self._outside = outside
        values = markable(scope.operations) if is_marked else []
        module = marked(scope, [*values, *scope.results])
        engines = [side for side in sides if isinstance(side, EngineSide)]
        self._programs = [(side, side.compile(module, "main")) for side in engines]

    def both(
        self, state: Sequence[Array], other: Sequence[Array] | None = None
    ) -> tuple[list[Array], list[Array]]:
        """The results of both sides, from the same state, or each from its own."""
        states = state, state if other is None else other
        first, second = (
            side.execute(program, [*begin, *self._outside])
            for begin, (side, program) in zip(states, self._programs, strict=True)
        )
        return first, second

    def first(self, state: Sequence[Array]) -> list[Array]:
        """The results of the first side."""
        side, program = self._programs[0]
        return side.execute(program, [*state, *self._outside])

    def __enter__(self) -> Turn:
        """The turn itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Release the programs."""
        for _, program in self._programs:
            program.close()
