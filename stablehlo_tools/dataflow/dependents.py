"""What depends on values: what operations, control flow and calls make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.edit import defined_by
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.rewrite.value_flow import ValueFlow


class Dependents:
    """The values and operations of a module that depend on others."""

    def __init__(self, module: Module) -> None:
        self.index = ModuleIndex(module)
        self._flow = ValueFlow(module)

    def of(self, values: Iterable[Value]) -> set[Value]:
        """Values, and all that depend on them, also by what conditions decide."""
        pending, reached = list(values), set[Value]()
        while pending:
            value = pending.pop()
            if value not in reached:
                reached.add(value)
                for user, places in self._uses(value):
                    after = [value for place in places for value in self.after(user, place)]
                    pending += after or self.decided(user)
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
        receivers = self._flow.receivers(user)
        return list(defined_by(user)) if receivers is None else receivers[place]

    def decided(self, user: Operation) -> Sequence[Value]:
        """The results of the operation around a terminator, as of a loop whose condition returns a value."""
        return user.parent.results if not user.results and user.parent is not None else ()

    def _uses(self, value: Value) -> Iterator[tuple[Operation, Sequence[int]]]:
        for user in dict.fromkeys(self.index.uses.get(value, ())):
            yield user, [place for place, operand in enumerate(user.operands) if operand is value]
