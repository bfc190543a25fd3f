"""When each variable of a body is read last, what shares memory with it, and who may therefore have it.

Variables are in one group where they may share memory: a view is in that of what it is a view of, and so is
what a kernel chooses from among its operands. Any other variable, the array of which somebody made for it,
begins a group. Constants are in no group but their own: they are read-only, and so is what views them,
which whoever would write finds out.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from stablehlo_tools.interpret.arrays import LARGE, byte_size, is_scalar
from stablehlo_tools.interpret.flat import Body, Instruction
from stablehlo_tools.ops.control import BRANCHES
from stablehlo_tools.ops.declare import Op

# For each result, the positions of the parameters that it may be, or be a view of.
Passes = Sequence[frozenset[int]]

_NOTHING: Final = frozenset[int]()


class Liveness:
    """The life of the variables of `body`, whose instructions are known by their index.

    `passes` says of a call or control op which of its operands and captures, in this order, its results
    may be; of all other instructions it is None.
    """

    def __init__(self, body: Body, passes: Callable[[Instruction], Passes | None]) -> None:
        self.body = body
        self._is_lifted = body.is_liftable
        self.last_use = _last_uses(body)
        self.borrowed = range(body.parameters - body.borrowed, body.parameters)
        self.given: dict[int, frozenset[int]] = {}  # of each call and control op, what it may write into
        # The parameters that a variable may be, or be a view of. One that is given away counts too: whoever
        # calls may only have lent it, and then gets it back.
        self.origins: dict[int, frozenset[int]] = {}
        self._sources: dict[int, tuple[int, ...]] = {}  # what a variable may be, or be a view of
        self._outer: dict[int, int] = {}  # another of its group; itself for who speaks for it
        self._last_use_of: dict[int, int] = {}  # of groups, by those who speak for them
        self._is_borrowed: dict[int, bool] = {}
        for variable in (*range(body.parameters), *body.constants):
            self._add(variable, ())
        for index, instruction in enumerate(body.instructions):
            self._define(index, instruction, passes(instruction))

    def _define(self, index: int, instruction: Instruction, passes: Passes | None) -> None:
        sources = instruction.reads
        if passes is not None:
            self.given[index] = self._given_away(index, instruction)
            for result, positions in zip(instruction.results, passes, strict=True):
                passed = {sources[position] for position in positions}
                self._add(result, filter(self._is_joined, passed - self.given[index]), passed)
            return
        if instruction.op is None or not may_share_memory(instruction.op):
            for result in instruction.results:
                self._add(result, ())
            return
        # an optimization_barrier gives back each operand as it is
        is_one_to_one = len(sources) == len(instruction.results) and not instruction.operation.regions
        for position, result in enumerate(instruction.results):
            of_result = sources[position : position + 1] if is_one_to_one else sources
            self._add(result, filter(self._is_joined, of_result))

    def _is_joined(self, variable: int) -> bool:
        """Whether its views join its group: there are none of a scalar, unless whole arrays stand for it."""
        if variable in self.body.constants:
            return False
        return self._is_lifted or not is_scalar(self.body.types[variable])

    def _given_away(self, index: int, instruction: Instruction) -> frozenset[int]:
        """What is free and shared with nobody: operands of loops and calls, and what a branch captures."""
        groups, beside = [instruction.operands], instruction.reads
        if instruction.operation.name in BRANCHES:
            groups, beside = [*instruction.captures], ()
        shared = {v for group in groups for v in self._shared(group, beside or group)}
        return frozenset(v for v in itertools.chain(*groups) if v not in shared and self.is_free(index, v))

    def _add(self, variable: int, sources: Iterable[int], passed: Iterable[int] = ()) -> None:
        sources = self._sources[variable] = tuple(sources)
        origins = frozenset((variable,)) if variable < self.body.parameters else _NOTHING
        if sources or passed:
            origins = origins.union(*(self.origins[each] for each in (*sources, *passed)))
        self.origins[variable] = origins
        self._outer[variable] = variable
        self._last_use_of[variable] = self.last_use.get(variable, 0)
        self._is_borrowed[variable] = variable in self.borrowed
        for source in sources:
            self._join(self._group(source), self._group(variable))

    def _group(self, variable: int) -> int:
        """Who speaks for the group of a variable."""
        while (outer := self._outer[variable]) != variable:
            self._outer[variable] = variable = self._outer[outer]
        return variable

    def _join(self, group: int, other: int) -> None:
        self._outer[other] = group
        self._last_use_of[group] = max(self._last_use_of[group], self._last_use_of[other])
        self._is_borrowed[group] |= self._is_borrowed[other]

    def is_free(self, index: int, variable: int) -> bool:
        """Whether nobody else has the memory of `variable`, nor reads it after instruction `index`."""
        group = self._group(variable)
        return self._last_use_of[group] <= index and not self._is_borrowed[group]

    def shares(self, instruction: Instruction, variable: int) -> bool:
        """Whether `variable`, an operand, shares memory with another operand, or is two of them."""
        return bool(self._shared([variable], instruction.reads))

    def _shared(self, variables: Iterable[int], among: Iterable[int]) -> set[int]:
        """Those of the variables whose group has more than one of those that they are among."""
        counts = Counter(map(self._group, among))
        return {variable for variable in variables if counts[self._group(variable)] > 1}

    def drops(self) -> dict[int, list[int]]:
        """What to let go of after which instruction: all that may hold memory and is read no more."""
        drops: dict[int, list[int]] = {}
        # what is lifted has whole arrays where its types say scalars
        least = 0 if self._is_lifted else LARGE
        constants, borrowed = self.body.constants, self.borrowed
        own = [each for each in self._sources if each not in constants and each not in borrowed]
        large = {self._group(each) for each in own if byte_size(self.body.types[each]) >= least}
        for variable in own:
            if self._group(variable) in large:
                drops.setdefault(self.last_use.get(variable, 0), []).append(variable)
        return drops

    def ends(self) -> dict[int, int]:
        """When each variable is read last, or what may be a view of it."""
        ends = {variable: self.last_use.get(variable, 0) for variable in self._sources}
        for variable, sources in reversed(self._sources.items()):
            for source in sources:
                ends[source] = max(ends[source], ends[variable])
        return ends

    def passed(self) -> Passes:
        """Which parameters the results of the body may be."""
        return [self.origins[variable] for variable in self.body.results]

    def lent_results(self) -> list[int]:
        """The results that nobody may write into: they share memory with another, or it is borrowed."""
        results = self.body.results
        shared = self._shared(results, results)
        return [
            variable for variable in results if variable in shared or self._is_borrowed[self._group(variable)]
        ]


def _last_uses(body: Body) -> dict[int, int]:
    last = dict.fromkeys(range(body.parameters), 0)
    for index, instruction in enumerate(body.instructions):
        last.update(dict.fromkeys(instruction.results + instruction.reads, index))
    last.update(dict.fromkeys(body.results, len(body.instructions)))
    return last


def may_share_memory(op: Op) -> bool:
    """Whether results may be views of operands: of a view op, or handed through by a region.

    What works in place makes an array of its own otherwise.
    """
    return op.is_view or (bool(op.regions) and op.in_place is None)
