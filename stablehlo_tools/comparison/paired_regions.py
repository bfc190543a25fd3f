"""Control flow of two programs: finds the first execution of a region in which they differ."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from stablehlo_tools.comparison.isolation import is_tensor
from stablehlo_tools.comparison.results import Suspect
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP
from stablehlo_tools.rewrite.mark import marked, region_scope
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.verdict.difference import same_bits

if TYPE_CHECKING:
    from stablehlo_tools.comparison.counterparts import ScopeValues

Between = Callable[["ScopeValues", "ScopeValues", int], Suspect | None]


def first_inside(
    sides: tuple[ScopeValues, ScopeValues], operations: tuple[Operation, Operation], between: Between
) -> Suspect | None:
    """The finding for the first execution of regions of both operations that differs from the same values.

    `between` is that for a result of two regions. None if they are no control flow of one form, or agree.
    """
    a, name = sides[0], operations[0].name
    if not _have_one_form(*operations):
        return None
    if name in BRANCHES:
        position = branch_taken(operations[0], a.arrays[operations[0].operands[0]])
        return _Pair(sides, operations, position, between).difference([], 0)
    return _first_of_loop(sides, operations, between) if name == LOOP else None


def _have_one_form(a: Operation, b: Operation) -> bool:
    """Whether two operations are the same op on tensors of the same shapes."""
    values = *used_values(a), *used_values(b)
    if a.name != b.name or len(a.regions) != len(b.regions) or not all(map(is_tensor, values)):
        return False
    shapes = [[getattr(each.type, "shape", None) for each in operation.operands] for operation in (a, b)]
    return shapes[0] == shapes[1]


def branch_taken(operation: Operation, index: Array) -> int:
    """The position of the region that an `if` or a `case` executes."""
    number, count = int(index), len(operation.regions)
    if operation.name == "stablehlo.if":
        return 0 if number else 1
    return number if 0 <= number < count else count - 1


def _first_of_loop(
    sides: tuple[ScopeValues, ScopeValues], operations: tuple[Operation, Operation], between: Between
) -> Suspect | None:
    """The finding for the first iteration that differs; each begins with the state of the first program."""
    condition, body = (_Pair(sides, operations, position, between) for position in (0, 1))
    state: Sequence[Array] = [sides[0].arrays[each] for each in operations[0].operands]
    for number in itertools.count():
        for pair in (condition, body):
            found = pair.difference(state, number)
            if found is not None:
                return found
        if not condition.results[0]:
            return None
        state = body.results
    raise AssertionError("a loop that does not end")


class _Pair:
    """A region of two operations, as programs that are executed for each state; `results` are the first
    one's.
    """

    def __init__(
        self,
        sides: tuple[ScopeValues, ScopeValues],
        operations: tuple[Operation, Operation],
        position: int,
        between: Between,
    ) -> None:
        self._sides, self._between, self.results = sides, between, list[Array]()
        self._regions = [operation.regions[position] for operation in operations]
        scopes = [
            region_scope(side.scope, region, 0) for side, region in zip(sides, self._regions, strict=True)
        ]
        pairs = zip(sides, scopes, strict=True)
        self._outside = [[side.arrays[value] for value in captured] for side, (_, captured) in pairs]
        self._modules = [marked(scope, scope.results) for scope, _ in scopes]
        self._types = [[value.type for value in scope.function.arguments] for scope, _ in scopes]

    def difference(self, state: Sequence[Array], number: int) -> Suspect | None:
        """The finding for the first result that differs from the same state; None if they agree."""
        given = [self._inputs(state, index) for index in (0, 1)]
        each = zip(self._sides, self._modules, given, strict=True)
        self.results, others = (values.side.run(module, inputs) for values, module, inputs in each)
        if all(map(same_bits, self.results, others)):
            return None
        a, b = (self._values(index, inputs, number) for index, inputs in enumerate(given))
        found = (self._between(a, b, index) for index in range(len(self.results)))
        return next((each for each in found if each is not None), None)

    def _inputs(self, state: Sequence[Array], index: int) -> list[Array]:
        """The state, and what is captured, in the types of a program."""
        arrays = zip([*state, *self._outside[index]], self._types[index], strict=True)
        return [
            array.astype(dtype_of(type.element_type), copy=False) if isinstance(type, TensorType) else array
            for array, type in arrays
        ]

    def _values(self, index: int, inputs: Sequence[Array], number: int) -> ScopeValues:
        values = self._sides[index]
        scope, _ = region_scope(values.scope, self._regions[index], number)
        return type(values)(values.side, scope, inputs)
