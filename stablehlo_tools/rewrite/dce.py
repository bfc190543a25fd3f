"""Dead code elimination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from stablehlo_tools.ir.edit import expect, read_by
from stablehlo_tools.ir.operations import (
    CALLS,
    TERMINATORS,
    Block,
    Function,
    Module,
    Operation,
    Value,
    callee_of,
)
from stablehlo_tools.ops.registry import OPS


def erase_dead(module: Module) -> int:
    """Erase the operations that no result and no effect needs; return their number."""
    expect(Module, module)
    before = sum(1 for _ in module.walk())
    effects = Effects(module.declared)
    for function in module.functions:
        _drop_dead(function.blocks, effects, _uses(function))
    return before - sum(1 for _ in module.walk())


def drop_dead(block: Block, functions: Mapping[str, Function]) -> None:
    """Remove operations without effects and uses from a block and the blocks inside it."""
    around = block.region.operation  # its other blocks may use values of this one
    _drop_dead([block], Effects(functions), _uses(around))


def _uses(operation: Operation) -> Counter[Value]:
    """The number of uses of each value by an operation and its regions."""
    uses = Counter[Value]()
    for inner in operation.walk():
        uses.update(read_by(inner))
    return uses


def _drop_dead(blocks: Sequence[Block], effects: Effects, uses: Counter[Value]) -> None:
    """Remove operations from blocks, given the uses of values in all blocks, which it updates."""
    for block in reversed(blocks):  # a block usually precedes those that use its values
        live = []
        for operation in reversed(block.operations):
            if not any(uses[result] for result in operation.results) and not effects.has_effects(operation):
                uses.subtract(_uses(operation))
                continue
            _drop_dead(operation.blocks, effects, uses)
            live.append(operation)
        block.operations = live[::-1]


class Effects:
    """Whether operations have effects, given the functions that they may call.

    Each operation with regions is searched once, so it may lose only operations without effects meanwhile.
    """

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._inside: dict[Operation, bool] = {}

    def has_effects(self, operation: Operation) -> bool:
        """Whether an operation has effects besides its results, is a terminator, or is of an unknown op."""
        bodies = self._bodies(operation)
        return self._has_own_effects(operation) or any(map(self._regions_have_effects, bodies))

    def _has_own_effects(self, operation: Operation) -> bool:
        """Whether an operation has effects besides those of what it executes; a call of no body has."""
        if operation.name in CALLS:
            function = self._functions.get(callee_of(operation))
            return function is None or function.body is None
        op = OPS.get(operation.name)
        return op is None or op.has_effects

    def _bodies(self, operation: Operation) -> Iterator[Operation]:
        """The operations whose regions an operation executes: itself, and the function that it calls."""
        if operation.regions:
            yield operation
        if operation.name in CALLS:
            yield self._functions[callee_of(operation)]

    def _regions_have_effects(self, operation: Operation) -> bool:
        """Whether some regions have effects, which is noted for all others that are searched.

        Each one on the path executes the next one. The path is no recursion, since calls may nest deeply.
        """
        if operation in self._inside:
            return self._inside[operation]
        path = [(operation, self._inner(operation))]
        self._inside[operation] = False  # until it is known; a valid function does not call itself
        while path:
            for inner in path[-1][1]:
                if inner is None or self._inside.get(inner):
                    self._inside.update((outer, True) for outer, _ in path)
                    return True
                if inner not in self._inside:
                    self._inside[inner] = False
                    path.append((inner, self._inner(inner)))
                    break
            else:
                path.pop()
        return False

    def _inner(self, operation: Operation) -> Iterator[Operation | None]:
        """The bodies that the operations in regions execute; None for one with effects of its own."""
        for block in operation.blocks:
            for each in block.operations:
                if each.name not in TERMINATORS:
                    if self._has_own_effects(each):
                        yield None
                    yield from self._bodies(each)
