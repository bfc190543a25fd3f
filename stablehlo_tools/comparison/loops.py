"""Loops: their regions as programs for both sides, executed iteration by iteration until one differs."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stablehlo_tools.comparison.estimates import estimate_of_part
from stablehlo_tools.comparison.growth import relative_error
from stablehlo_tools.comparison.marks import Marks
from stablehlo_tools.comparison.results import Suspect
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation, Region
from stablehlo_tools.rewrite.mark import markable, marked, region_scope
from stablehlo_tools.verdict.difference import same_bits
from stablehlo_tools.verdict.rounding import is_near
from stablehlo_tools.verdict.tolerance import Allowance

if TYPE_CHECKING:
    from stablehlo_tools.comparison.search import Search


class Turn:
    """A region of a loop as programs for both sides, executed from a given state.

    If it `is_marked`, they return all values, followed by the results of the region.
    """

    def __init__(self, sides: tuple[Side, Side], marks: Marks, region: Region, *, is_marked: bool) -> None:
        scope, captured = region_scope(marks.scope, region, 0)
        outside = marks.references(captured)
        assert outside is not None
        self._outside = outside
        values = markable(scope.operations) if is_marked else []
        self._module = marked(scope, [*values, *scope.results])
        self._reference = sides[1]
        engines = [side for side in sides if isinstance(side, EngineSide)]
        self._programs = [(side, side.compile(self._module, "main")) for side in engines]

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

    def allowance(self, state: Sequence[Array]) -> Callable[[int, Array, int], Allowance]:
        """The rounding allowance of the results from a state, by index, reference and number of runs."""
        return estimate_of_part(self._reference, self._module, [*state, *self._outside]).allowance

    def __enter__(self) -> Turn:
        """The turn itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Release the programs."""
        for _, program in self._programs:
            program.close()


class LoopSearch:
    """The part of a search that enters loops.

    `growing` maps loops whose iterations agree, but whose error grows with each, to a description.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.sides = search, search.sides
        self.growing: dict[Operation, str] = {}

    def locate(
        self, marks: Marks, operation: Operation, state: Sequence[Array], *, must_differ: bool
    ) -> Suspect | None:
        """The first operation that differs in an iteration that begins with the state of the reference."""
        regions = [Turn(self.sides, marks, region, is_marked=not must_differ) for region in operation.regions]
        enter = functools.partial(self.search.region, marks, operation)
        begin, is_exact, judged = state, True, set[int]()
        with regions[0] as condition, regions[1] as body:
            for number in itertools.count():
                for position, turn in enumerate((condition, body)):
                    results, expected = turn.both(state)
                    if not self._agree(results, expected, turn, state):
                        return enter(position, state, number)
                    is_same = all(map(same_bits, results, expected))
                    if not (is_same or must_differ or position in judged):
                        judged.add(position)  # once: the first that differs within the tolerance
                        suspect = enter(position, state, number, must_differ=False)
                        if suspect is not None:
                            return suspect
                    is_exact = is_exact and is_same
                    if position == 0 and not expected[-1]:
                        if must_differ and not is_exact:
                            self._grow(marks, operation, body, begin, number)
                        return None
                state = expected[len(expected) - len(state) :]
        raise AssertionError("a loop that does not end")

    def recorded(
        self, marks: Marks, operation: Operation, state: Sequence[Array], recorded: RecordedSide
    ) -> Suspect | None:
        """The first recorded value that differs in an iteration; each begins with the recorded state."""
        regions = [Turn(self.sides, marks, region, is_marked=True) for region in operation.regions]
        with regions[0] as condition, regions[1] as body:
            for number in itertools.count():
                for position, turn in enumerate((condition, body)):
                    scope, _ = region_scope(marks.scope, operation.regions[position], number)
                    values = markable(scope.operations)
                    arrays = turn.first(state)
                    expected = recorded.values(scope, values, (), is_whole=False)
                    if not self._agree(arrays[: len(values)], expected, turn, state):
                        return self.search.region(marks, operation, position, state, number)
                    recorded_values = dict(zip(values, expected, strict=True))
                    results = arrays[len(values) :]
                    if position == 0 and not results[-1]:
                        return None
                returned = zip(map(recorded_values.get, scope.results), results, strict=True)
                state = [own if stored is None else stored for stored, own in returned]
        raise AssertionError("a loop that does not end")

    def _agree(
        self, results: Sequence[Array], expected: Sequence[Array | None], turn: Turn, state: Sequence[Array]
    ) -> bool:
        """Whether the results of a turn agree with the expected ones, as far as they are known."""
        allowance = turn.allowance(state)
        for index, (array, reference) in enumerate(zip(results, expected, strict=True)):
            if reference is None:
                continue
            allowed = functools.partial(allowance, index, reference)
            if not self.search.judge.value(array, reference, allowed).agrees:
                return False
        return True

    def _grow(self, marks: Marks, loop: Operation, body: Turn, state: Sequence[Array], count: int) -> None:
        """Note how an error grows if each side continues from its own state."""
        mine = theirs = state
        began, first = "", 0.0
        for number in range(count):
            before = theirs
            mine, theirs = body.both(mine, theirs)
            error = max(map(relative_error, mine, theirs), default=0.0)
            if not began and error:
                began, first = self._origin(marks, loop, before, number), error
            if not all(map(is_near, mine, theirs)):
                factor = f"grew by a factor of {error / first:.3g}" if first else "grew"
                until = f"until iteration {number}, the first beyond the tolerance of its type"
                self.growing[loop] = f"the error began at {began} and {factor} {until}"
                return

    def _origin(self, marks: Marks, loop: Operation, state: Sequence[Array], number: int) -> str:
        """The first value of an iteration that differs from the same state, and its op."""
        scope, captured = region_scope(marks.scope, loop.regions[1], number)
        outside = marks.references(captured)
        assert outside is not None
        inside = Marks(self.sides, scope, [*state, *outside], marks.max_bytes, is_whole=False)
        _, changed = self.search.compared(inside, records=False)
        for value in markable(scope.operations):
            if value in changed and isinstance(value.owner, Operation):
                return f"{scope.name(value)} ({value.owner.name})"
        return f"iteration {number}"
