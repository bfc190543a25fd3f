"""Liveness and aliasing of the variables of a flat function.

Variables that may share memory form an alias group: a view joins the group of its operand, and so does a
result that a kernel selects among its operands. Any other variable owns new memory and starts a group.
Constants have groups of their own, which views do not join: both are read-only arrays, so that in-place
kernels skip them at run time.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from stablehlo_tools.interpret.arrays import LARGE, is_scalar
from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.ir.types import byte_size
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.stablehlo.control import BRANCHES

# For each result, the positions of the parameters that it may alias.
ResultAliases = Sequence[frozenset[int]]

_NOTHING: Final = frozenset[int]()


class Liveness:
    """The liveness of the variables of `body`, with instructions identified by index.

    `result_aliases` returns, for a call or control op, the operands and captures (in this order) that each
    result may alias; None for other instructions.
    """

    def __init__(
        self, body: FlatFunction, result_aliases: Callable[[Instruction], ResultAliases | None]
    ) -> None:
        self.body = body
        self._is_vectorized = body.is_vectorizable
        self.last_use = _last_uses(body)
        self.borrowed = range(body.parameters - body.borrowed, body.parameters)
        self.donated: dict[int, frozenset[int]] = {}  # operands and captures, by index of call or control op
        # The parameters that a variable may alias. Donated ones count: a caller may pass them read-only,
        # and then gets them back.
        self.origins: dict[int, frozenset[int]] = {}
        self._sources: dict[int, tuple[int, ...]] = {}  # the variables that a variable may alias
        self._outer: dict[int, int] = {}  # union-find: parent in the group; itself for the representative
        self._last_use_of: dict[int, int] = {}  # of groups, by representative
        self._is_borrowed: dict[int, bool] = {}
        for variable in (*range(body.parameters), *body.constants):
            self._own(variable)
        for index, instruction in enumerate(body.instructions):
            self._define(index, instruction, result_aliases(instruction))

    def _define(self, index: int, instruction: Instruction, result_aliases: ResultAliases | None) -> None:
        sources = instruction.reads
        if result_aliases is not None:
            self.donated[index] = self._donated_by(index, instruction)
            for result, positions in zip(instruction.results, result_aliases, strict=True):
                passed = {sources[position] for position in positions}
                self._add(result, filter(self._is_joined, passed - self.donated[index]), passed)
            return
        if instruction.op is None or not may_share_memory(instruction.op):
            for result in instruction.results:
                self._own(result)
            return
        # an optimization_barrier returns each operand unchanged
        is_one_to_one = len(sources) == len(instruction.results) and not instruction.operation.regions
        for position, result in enumerate(instruction.results):
            of_result = sources[position : position + 1] if is_one_to_one else sources
            self._add(result, filter(self._is_joined, of_result))

    def _is_joined(self, variable: int) -> bool:
        """Whether views join the variable's group: not those of a constant, or of a scalar (copied)."""
        if variable in self.body.constants:
            return False
        return self._is_vectorized or not is_scalar(self.body.types[variable])

    def _donated_by(self, index: int, instruction: Instruction) -> frozenset[int]:
        """Operands of loops and calls, and captures of branches, that are dead afterwards and not aliased."""
        groups, beside = [instruction.operands], instruction.reads
        if instruction.operation.name in BRANCHES:
            groups, beside = [*instruction.captures], ()
        shared = {v for group in groups for v in self._shared(group, beside or group)}
        return frozenset(v for v in itertools.chain(*groups) if v not in shared and self.is_free(index, v))

    def _own(self, variable: int) -> None:
        """Add a variable that owns its memory, as most do."""
        self._sources[variable] = ()
        self.origins[variable] = frozenset((variable,)) if variable < self.body.parameters else _NOTHING
        self._outer[variable] = variable
        self._last_use_of[variable] = self.last_use.get(variable, 0)
        self._is_borrowed[variable] = variable in self.borrowed

    def _add(self, variable: int, sources: Iterable[int], passed: Iterable[int] = ()) -> None:
        self._own(variable)
        sources = self._sources[variable] = tuple(sources)
        self.origins[variable] = self.origins[variable].union(
            *(self.origins[source] for source in (*sources, *passed))
        )
        for source in sources:
            self._join(self._group(source), self._group(variable))

    def _group(self, variable: int) -> int:
        """The representative of the variable's alias group."""
        while (outer := self._outer[variable]) != variable:
            self._outer[variable] = variable = self._outer[outer]
        return variable

    def _join(self, group: int, other: int) -> None:
        self._outer[other] = group
        self._last_use_of[group] = max(self._last_use_of[group], self._last_use_of[other])
        self._is_borrowed[group] |= self._is_borrowed[other]

    def is_free(self, index: int, variable: int) -> bool:
        """Whether the memory of `variable` is not borrowed, and dead after instruction `index`."""
        group = self._group(variable)
        return self._last_use_of[group] <= index and not self._is_borrowed[group]

    def shares(self, instruction: Instruction, variable: int) -> bool:
        """Whether the operand `variable` aliases another operand, or is used twice."""
        return bool(self._shared([variable], instruction.reads))

    def _shared(self, variables: Iterable[int], among: Iterable[int]) -> set[int]:
        """The variables whose group occurs more than once in `among`."""
        counts = Counter(map(self._group, among))
        return {variable for variable in variables if counts[self._group(variable)] > 1}

    def releases(self, *, of_domain: bool) -> dict[int, list[int]]:
        """The variables to release after each instruction: dead ones that may hold much memory.

        Values of a domain, and in a vectorized body, may be many times as large as their types.
        """
        releases: dict[int, list[int]] = {}
        minimum = 0 if of_domain or self._is_vectorized else LARGE
        constants, borrowed = self.body.constants, self.borrowed
        own = [each for each in self._sources if each not in constants and each not in borrowed]
        large = {self._group(each) for each in own if byte_size(self.body.types[each]) >= minimum}
        for variable in own:
            if self._group(variable) in large:
                releases.setdefault(self.last_use.get(variable, 0), []).append(variable)
        return releases

    def ends(self) -> dict[int, int]:
        """The last use of each variable, including uses of its aliases."""
        ends = {variable: self.last_use.get(variable, 0) for variable in self._sources}
        for variable, sources in reversed(self._sources.items()):
            for source in sources:
                ends[source] = max(ends[source], ends[variable])
        return ends

    def result_aliases(self) -> ResultAliases:
        """The parameters that each result of the body may alias."""
        return [self.origins[variable] for variable in self.body.results]

    def read_only_results(self) -> list[int]:
        """The results that callers must not overwrite: they alias another result, or borrowed memory."""
        results = self.body.results
        shared = self._shared(results, results)
        return [
            variable for variable in results if variable in shared or self._is_borrowed[self._group(variable)]
        ]


def _last_uses(body: FlatFunction) -> dict[int, int]:
    last = dict.fromkeys(range(body.parameters), 0)
    for index, instruction in enumerate(body.instructions):
        for variable in instruction.results + instruction.reads:
            last[variable] = index
    last.update(dict.fromkeys(body.results, len(body.instructions)))
    return last


def may_share_memory(op: Op) -> bool:
    """Whether results may alias operands: for a view op, or an op whose regions may return operands.

    In-place ops return new arrays otherwise.
    """
    return op.execution.may_alias or (bool(op.regions) and op.execution.in_place is None)
