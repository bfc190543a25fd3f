"""What depends on values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.operations import Module, Operation, Region, Value
from stablehlo_tools.rewrite.value_flow import ValueFlow


class Dependents:
    """What may change with a value, by operations, calls and control flow."""

    def __init__(self, module: Module) -> None:
        self._uses, self._flow = ModuleIndex(module).uses, ValueFlow(module)

    def of(self, values: Iterable[Value]) -> set[Value]:
        """Values, and all that depend on them."""
        pending, reached = list(values), set[Value]()
        while pending:
            value = pending.pop()
            if value not in reached:
                reached.add(value)
                for user in self._uses.get(value, ()):
                    pending += self._affected(user, value)
        return reached

    def _affected(self, user: Operation, value: Value) -> Iterable[Value]:
        receivers = self._flow.receivers(user)
        if receivers is None:
            return [*user.results, *(argument for region in user.regions for argument in _arguments(region))]
        places = [place for place, operand in enumerate(user.operands) if operand is value]
        received = [receiver for place in places for receiver in receivers[place]]
        owner = user.parent
        is_decision = not received and not user.results and owner is not None  # as what a condition returns
        return owner.results if owner is not None and is_decision else received


def _arguments(region: Region) -> Sequence[Value]:
    return region.entry.arguments if region.entry is not None else ()
