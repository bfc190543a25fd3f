"""The dependents of values: what operations, control flow and calls make of them."""

from __future__ import annotations

import functools
import itertools
import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.edit import defined_by, read_by
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.rewrite.value_flow import ValueFlow

Receivers = Sequence[Sequence[Value]]  # for each operand


class Dependents:
    """The values and operations of a module that depend on others."""

    def __init__(self, module: Module) -> None:
        self.index = ModuleIndex(module)
        self._flow = ValueFlow(module)
        self._known: dict[Operation, Receivers] = {}  # of control flow and calls, once for all operands

    def reached_from(self, values: Iterable[Value]) -> set[Value]:
        """Values, and all that depend on them, also by what conditions decide."""
        pending, reached, computed = list(values), set[Value](), set[Operation]()
        while pending:
            value = pending.pop()
            if value in reached:
                continue
            reached.add(value)
            for user, places in self._uses(value):
                receivers = self._receivers(user)
                if receivers is not None:
                    pending += [after for place in places for after in receivers[place]] or self.decided(user)
                elif user not in computed:
                    computed.add(user)
                    pending += list(defined_by(user)) or self.decided(user)
        return reached

    def users(self, values: Iterable[Value], follows: Callable[[Value], bool]) -> Iterator[Operation]:
        """The operations that these values reach along the values that it `follows`."""
        waiting, seen = [*values], set[Value]()
        while waiting:
            value = waiting.pop()
            if value in seen or not follows(value):
                continue
            seen.add(value)
            for user, places in self._uses(value):
                yield user
                waiting += [after for place in places for after in self.after(user, place)]

    def after(self, user: Operation, place: int) -> Sequence[Value]:
        """The values that depend on an operand of an operation at once."""
        receivers = self._receivers(user)
        return list(defined_by(user)) if receivers is None else receivers[place]

    def decided(self, user: Operation) -> Sequence[Value]:
        """The results of the operation around a terminator, as of a loop whose condition returns a value."""
        return user.parent.results if not user.results and user.parent is not None else ()

    def _receivers(self, user: Operation) -> Receivers | None:
        """The values that the operands of control flow or of a call become; None for another operation."""
        receivers = self._known.get(user)
        if receivers is None:
            receivers = self._flow.receivers(user)
            if receivers is not None:
                self._known[user] = receivers
        return receivers

    def _uses(self, value: Value) -> Iterator[tuple[Operation, Sequence[int]]]:
        """The users of a value, each once, with its places among their operands."""
        for user, uses in itertools.groupby(self._places.get(value, ()), operator.itemgetter(0)):
            yield user, [place for _, place in uses if place < len(user.operands)]

    @functools.cached_property
    def _places(self) -> Mapping[Value, Sequence[tuple[Operation, int]]]:
        places = defaultdict[Value, list[tuple[Operation, int]]](list)
        for operation in self.index.operations:
            for place, value in enumerate(read_by(operation)):
                places[value].append((operation, place))
        return places
