"""When each variable of a body is read last, what shares memory with it, and who may therefore have it.

Variables share memory where one is a view of the other. Two sets of them that have no root in common
share none: a root is a variable whose array somebody made (a parameter, a constant, a kernel).
"""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.interpret.body import Body, Instruction
from stablehlo_tools.ops.declare import Op

# Results of these are what their regions return, which lends whatever is not its own.
CONTROL = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case"})

# Arrays smaller than this stay until their frame goes: dropping them costs more than they do.
SMALL = 1 << 10


class Liveness:
    """The life of the variables of `body`. An instruction is named by its index."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.end = len(body.instructions)
        self.roots = _roots(body)
        self.last_use = self._last_uses()
        self.last_use_of_root = {root: 0 for roots in self.roots.values() for root in roots}
        for variable, roots in self.roots.items():
            for root in roots:
                last = max(self.last_use_of_root[root], self.last_use.get(variable, 0))
                self.last_use_of_root[root] = last
        owned = body.parameters - body.borrowed
        self.foreign = {*range(owned, body.parameters), *body.constants}

    def _last_uses(self) -> dict[int, int]:
        last = dict.fromkeys(range(self.body.parameters), 0)
        for index, instruction in enumerate(self.body.instructions):
            last.update(dict.fromkeys(instruction.results, index))
            last.update(dict.fromkeys((*instruction.operands, *instruction.captures), index))
        last.update(dict.fromkeys(self.body.results, self.end))
        return last

    def is_free(self, index: int, variable: int) -> bool:
        """Whether nothing reads the memory of `variable` after instruction `index`, and the frame owns it."""
        roots = self.roots[variable]
        return roots.isdisjoint(self.foreign) and all(
            self.last_use_of_root[root] <= index for root in roots
        )

    def shares(self, instruction: Instruction, variable: int) -> bool:
        """Whether `variable` shares memory with another operand of the instruction, or is two of them."""
        return self._is_shared(variable, [*instruction.operands, *instruction.captures])

    def _is_shared(self, variable: int, variables: list[int]) -> bool:
        """Whether `variable`, one of `variables`, shares memory with another of them."""
        return sum(not self.roots[variable].isdisjoint(self.roots[other]) for other in variables) > 1

    def dead_after(self, index: int) -> Iterator[int]:
        """The variables worth dropping that instruction `index` reads last, or makes for nobody."""
        instruction = self.body.instructions[index]
        for variable in dict.fromkeys((*instruction.operands, *instruction.captures, *instruction.results)):
            is_dead = self.last_use[variable] == index and variable not in self.body.constants
            if is_dead and any(byte_size(self.body.types[root]) >= SMALL for root in self.roots[variable]):
                yield variable

    def lent_results(self) -> tuple[int, ...]:
        """The positions of results that share memory with another result or with what is not the frame's."""
        results = self.body.results
        return tuple(
            position
            for position, variable in enumerate(results)
            if variable not in self.body.constants
            and (
                not self.roots[variable].isdisjoint(self.foreign)
                or self._is_shared(variable, list(results))
            )
        )


def _roots(body: Body) -> dict[int, frozenset[int]]:
    roots = {variable: frozenset({variable}) for variable in (*range(body.parameters), *body.constants)}
    for instruction in body.instructions:
        shared = instruction.op is not None and may_share_memory(instruction.op)
        operands = [roots[operand] for operand in instruction.operands]
        for position, result in enumerate(instruction.results):
            if not shared:
                roots[result] = frozenset({result})
            elif len(operands) == len(instruction.results):  # as of an optimization_barrier, one to one
                roots[result] = operands[position] | {result}
            else:
                roots[result] = frozenset({result}).union(*operands)
    return roots


def may_share_memory(op: Op) -> bool:
    """Whether results may be views of operands: of a view op, or handed through by a region."""
    return op.is_view or (bool(op.regions) and op.name not in CONTROL)
