"""The values that receive the operands of control flow, calls and terminators: equal, under another name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from stablehlo_tools.ir.operations import RETURNS, TERMINATORS, Function, Module, Operation, Value, callee_of
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP


class ValueFlow:
    """The flow of values through the calls, loops and branches of a module."""

    def __init__(self, module: Module) -> None:
        self.functions = module.declared
        self.calls: defaultdict[str, list[Operation]] = defaultdict(list)
        for operation in module.walk():
            if callee_of(operation) in self.functions:
                self.calls[callee_of(operation)].append(operation)

    def receivers(self, operation: Operation) -> Sequence[Sequence[Value]] | None:
        """For each operand, the values that it becomes; None for an operation that computes something.

        A terminator of another region, and that of a function that is not called, have no receivers.
        """
        if operation.name == LOOP:
            arguments = [region.blocks[0].arguments for region in operation.regions]
            return list(zip(*arguments, operation.results, strict=True))
        callee = self.functions.get(callee_of(operation))
        if callee is not None:
            return [[argument] for argument in callee.arguments]
        if operation.name in TERMINATORS and operation.block is not None:
            return self._terminator_receivers(operation, operation.block.region.operation)
        return None

    def _terminator_receivers(self, end: Operation, owner: Operation) -> Sequence[Sequence[Value]]:
        nothing: list[Sequence[Value]] = [()] * len(end.operands)
        if isinstance(owner, Function) and end.name in RETURNS:
            calls = self.calls[owner.symbol]
            return [[call.results[index] for call in calls] for index in range(len(end.operands))]
        if owner.name in BRANCHES:
            return [[result] for result in owner.results]
        is_body = owner.name == LOOP and end.block is owner.regions[-1].entry
        return self.receivers(owner) or nothing if is_body else nothing
