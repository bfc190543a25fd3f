"""When each variable of a body is read last, what shares memory with it, and who may therefore have it.

Two variables may share memory where they have a root in common. A root is a variable whose array somebody
made: a parameter, a constant, a kernel, a callee. A view has the roots of what it is a view of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from stablehlo_tools.interpret.arrays import LARGE, byte_size
from stablehlo_tools.interpret.body import Body, Instruction
from stablehlo_tools.ops.declare import Op

# For each result, the positions of the parameters that it may be, or be a view of.
Passes = Sequence[frozenset[int]]


class Liveness:
    """The life of the variables of `body`, whose instructions are known by their index.

    `passes` says of a call or control op which of its operands and captures, in this order, its results
    may be; of all other instructions it is None.
    """

    def __init__(self, body: Body, passes: Callable[[Instruction], Passes | None]) -> None:
        self.body = body
        self.last_use = _last_uses(body)
        self.foreign = {*range(body.parameters - body.borrowed, body.parameters), *body.constants}
        self.given: dict[int, frozenset[int]] = {}  # of each call and control op, the operands given away
        self.roots: dict[int, frozenset[int]] = {}
        # The parameters that a variable may be, or be a view of. One that is given away counts too: whoever
        # calls may only have lent it, and then gets it back.
        self.origins: dict[int, frozenset[int]] = {}
        self.last_use_of_root: dict[int, int] = {}
        for variable in (*range(body.parameters), *body.constants):
            self._add(variable, ())
        for index, instruction in enumerate(body.instructions):
            self._define(index, instruction, passes(instruction))

    def _define(self, index: int, instruction: Instruction, passes: Passes | None) -> None:
        sources = instruction.reads
        if passes is not None:
            self.given[index] = frozenset(
                variable
                for variable in instruction.operands
                if self.is_free(index, variable) and not self.shares(instruction, variable)
            )
            for result, positions in zip(instruction.results, passes, strict=True):
                passed = {sources[position] for position in positions}
                self._add(result, passed - self.given[index], passed)
            return
        may_share = instruction.op is not None and may_share_memory(instruction.op)
        # an optimization_barrier gives back each operand as it is
        is_one_to_one = len(sources) == len(instruction.results) and not instruction.operation.regions
        for position, result in enumerate(instruction.results):
            of_result = sources[position : position + 1] if is_one_to_one else sources
            self._add(result, of_result if may_share else ())

    def _add(self, variable: int, sources: Iterable[int], passed: Iterable[int] = ()) -> None:
        own = (variable,) if variable < self.body.parameters else ()
        self.origins[variable] = frozenset(own).union(*(self.origins[each] for each in (*sources, *passed)))
        roots = frozenset({variable}).union(*(self.roots[source] for source in sources))
        self.roots[variable] = roots
        for root in roots:
            last = max(self.last_use_of_root.get(root, 0), self.last_use.get(variable, 0))
            self.last_use_of_root[root] = last

    def is_free(self, index: int, variable: int) -> bool:
        """Whether the memory of `variable` is the frame's, and nothing reads it after instruction `index`."""
        roots = self.roots[variable]
        return roots.isdisjoint(self.foreign) and all(self.last_use_of_root[root] <= index for root in roots)

    def shares(self, instruction: Instruction, variable: int) -> bool:
        """Whether `variable`, an operand, shares memory with another operand, or is two of them."""
        return self._is_shared(variable, instruction.reads)

    def _is_shared(self, variable: int, variables: Iterable[int]) -> bool:
        return sum(not self.roots[variable].isdisjoint(self.roots[other]) for other in variables) > 1

    def drops(self) -> dict[int, list[int]]:
        """What to let go of after which instruction: all that holds memory which nobody reads any more."""
        drops: dict[int, list[int]] = {}
        # what is lifted has whole arrays where its types say scalars
        least = 0 if self.body.is_liftable else LARGE
        for variable, roots in self.roots.items():
            held = [root for root in roots - self.foreign if byte_size(self.body.types[root]) >= least]
            if held:
                drops.setdefault(max(map(self.last_use_of_root.__getitem__, held)), []).append(variable)
        return drops

    def passed(self) -> Passes:
        """Which parameters the results of the body may be."""
        return [self.origins[variable] for variable in self.body.results]

    def lent_results(self) -> list[int]:
        """The results that nobody may write into: they share memory with another or with what is foreign."""
        results = self.body.results
        return [
            variable
            for variable in results
            if not self.roots[variable].isdisjoint(self.foreign) or self._is_shared(variable, results)
        ]


def _last_uses(body: Body) -> dict[int, int]:
    last = dict.fromkeys(range(body.parameters), 0)
    for index, instruction in enumerate(body.instructions):
        last.update(dict.fromkeys(instruction.results + instruction.reads, index))
    last.update(dict.fromkeys(body.results, len(body.instructions)))
    return last


def may_share_memory(op: Op) -> bool:
    """Whether results may be views of operands: of a view op, or handed through by a region."""
    return op.is_view or bool(op.regions)
